package url

import (
	"runtime"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// PathStyle is a system's convention for writing file paths. The zero PathStyle is [NativePath].
type PathStyle uint8

const (
	// NativePath is WindowsPath if the program runs on Windows, and UnixPath otherwise.
	NativePath PathStyle = iota
	// UnixPath is for paths such as "/home/gopher/a.txt".
	UnixPath
	// WindowsPath is for paths such as `C:\Users\gopher\a.txt` and `\\server\share\a.txt`. Both "/" and "\" separate
	// segments.
	WindowsPath
)

// isWindows reports whether paths are written as on Windows.
func (style PathStyle) isWindows() bool {
	return style == WindowsPath || style == NativePath && runtime.GOOS == "windows"
}

// FromFilePath returns the file: URL for an absolute file path. It percent-encodes every character with a special
// meaning in URLs, including "%". The path need not be UTF-8; its bytes are preserved, except in a server's name.
//
// FromFilePath resolves "." and ".." segments as [path.Clean] does, ignoring symbolic links, but ".." never goes
// above a drive or share. Empty segments are kept.
//
// The error wraps [ErrTooLong], or [ErrNotRepresentable] with an offset into path. FromFilePath rejects relative paths,
// such as `C:a` and `\a`, Windows device paths such as `\\?\C:\a`, paths containing NUL, and server names that a
// file: URL cannot represent, such as localhost.
func FromFilePath(path string, style PathStyle) (URL, error) {
	if i := strings.IndexByte(path, 0); i >= 0 {
		return URL{}, notFileURL(path, i, "a file path cannot contain NUL")
	}
	host, rest := "", path
	fixed := 0 // segments that ".." does not remove
	if style.isWindows() {
		var err error
		if host, rest, err = windowsRoot(path, strings.ReplaceAll(path, `\`, "/")); err != nil {
			return URL{}, err
		}
		fixed = 1
	} else if !strings.HasPrefix(path, "/") {
		return URL{}, notFileURL(path, 0, "the path is not absolute")
	}
	out := append([]byte("file://"), host...)
	for _, segment := range resolveDots(rest[1:], fixed) {
		out = appendPercentEncoded(append(out, '/'), segment, segmentPercentEncodeSet, false)
	}
	u, err := Parse(string(out))
	if err != nil {
		return URL{}, newError(opFromFilePath, path, len(path), ErrTooLong)
	}
	return u, nil
}

// windowsRoot returns the host of a Windows path, and the rest: a "/", and the drive or the share as the first segment.
// slashed is path with "/" for each "\".
func windowsRoot(path, slashed string) (host, rest string, err error) {
	if !strings.HasPrefix(slashed, "//") {
		if len(path) < 3 || !isNormalizedWindowsDriveLetter(path[:2]) || slashed[2] != '/' {
			return "", "", notFileURL(path, 0, "the path is not absolute")
		}
		return "", "/" + slashed, nil
	}
	server, rest, _ := strings.Cut(slashed[2:], "/")
	share, _, _ := strings.Cut(rest, "/")
	switch {
	case server == "" || server == "." || server == "?":
		return "", "", notFileURL(path, 2, "the path has no server")
	case share == "" || share == "." || share == "..":
		return "", "", notFileURL(path, min(len(path), 3+len(server)), "the path has no share")
	}
	h, err := ParseHost(server)
	if err != nil || !isServer(h) || h.String() == "localhost" ||
		strings.Contains(server, "%") || h.Kind() == HostIPv4 && h.String() != server {
		return "", "", notFileURL(path, 2, "the server would not be the same in a URL")
	}
	return h.String(), "/" + rest, nil
}

// resolveDots returns the segments of path after resolving "." and "..". The first fixed segments are never removed.
func resolveDots(path string, fixed int) []string {
	var segments []string
	for rest, more := path, true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		switch {
		case segment == "..":
			segments = withoutLast(segments, fixed)
		case segment != ".":
			segments = append(segments, segment)
			continue
		}
		if !more {
			segments = append(segments, "") // a dot segment names a directory
		}
	}
	return segments
}

// withoutLast returns segments without the last one that is not empty, and without the empty ones after it: "a//.." is
// "a/..". The first fixed segments stay.
func withoutLast(segments []string, fixed int) []string {
	for len(segments) > fixed {
		last := segments[len(segments)-1]
		segments = segments[:len(segments)-1]
		if last != "" {
			break
		}
	}
	return segments
}

// FilePath returns the percent-decoded path of the file that a file: URL names, in the given style. An untrusted URL
// can name any file, even `\\server\share\a` or `C:\con`. To stay within a directory, make the result relative to it
// with filepath.Rel and open that through an os.Root.
//
// With [WindowsPath], "C%3A" is a drive, and a host becomes the server name in a UNC path. FilePath ignores the query
// and fragment.
//
// The error wraps [ErrZeroURL], or [ErrNotRepresentable] with an offset into the href. FilePath rejects other schemes,
// and paths that contain a percent-encoded NUL or separator. With [UnixPath], it rejects URLs with a host, and with
// WindowsPath, URLs with neither a drive nor a share.
func (u URL) FilePath(style PathStyle) (string, error) {
	if err := u.checkNotZero(opFilePath, ""); err != nil {
		return "", err
	}
	if u.scheme != schemeFile {
		return "", u.notFilePath(0, "the scheme is not file")
	}
	for i := u.pathStart; i < u.queryStart; i++ {
		if b, ok := infra.PercentEncodedByte(u.href[i:u.queryStart]); ok &&
			(b == 0 || b == '/' || b == '\\' && style.isWindows()) {
			return "", u.notFilePath(i, "a segment of a file path cannot contain NUL or a separator")
		}
	}
	path := PercentDecode(u.Pathname())
	if style.isWindows() {
		return u.windowsPath(strings.ReplaceAll(path, "/", `\`))
	}
	if u.Hostname() != "" {
		return "", u.notFilePath(u.hostStart, "a Unix path has no host")
	}
	return path, nil
}

// windowsPath returns the Windows path of u, whose decoded path is path.
func (u *URL) windowsPath(path string) (string, error) {
	host, _ := u.ParsedHost()
	switch share, _, _ := strings.Cut(path[1:], `\`); {
	case host.Kind() != HostEmpty && !isServer(host):
		return "", u.notFilePath(u.hostStart, "this host cannot be the server of a Windows path")
	case host.Kind() != HostEmpty && share == "":
		return "", u.notFilePath(u.pathStart, "the URL has no share")
	case host.Kind() != HostEmpty:
		return `\\` + serverName(host) + path, nil
	case !isNormalizedWindowsDriveLetter(share):
		return "", u.notFilePath(u.pathStart, "the URL has no drive")
	case path[1:] == share:
		return share + `\`, nil // "C:" alone is the drive's current directory
	}
	return path[1:], nil
}

// isServer reports whether host can be the server of a Windows path. An IPv6 address cannot, because of its colons, and
// dots alone mean something else there.
func isServer(host Host) bool {
	return host.Kind() != HostIPv6 && strings.Trim(host.String(), ".") != ""
}

// serverName returns the host in Unicode, or as it is if its Unicode form parses to another host.
func serverName(host Host) string {
	name := host.Unicode()
	if again, err := ParseHost(name); err != nil || again != host {
		return host.String()
	}
	return name
}

// notFileURL returns the error of FromFilePath.
func notFileURL(path string, at int, reason string) error {
	return newError(opFromFilePath, path, at, notRepresentable(reason))
}

// notFilePath returns the error of FilePath.
func (u *URL) notFilePath(at uint32, reason string) error {
	e := newError(opFilePath, u.href, int(at), notRepresentable(reason))
	e.shows = !u.HasOpaquePath()
	return e
}
