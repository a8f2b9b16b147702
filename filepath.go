package url

import "strings"

// PathStyle says how a system writes file paths. It is a parameter, and not what the running system does,
// because paths in URLs come from other systems, too.
type PathStyle uint8

const (
	// UnixPath: "/home/gopher/a.txt". A segment may hold every byte but NUL and "/".
	UnixPath PathStyle = iota
	// WindowsPath: `C:\Users\gopher\a.txt` or `\\server\share\a.txt`. "/" separates as "\" does.
	WindowsPath
)

// FromFilePath returns the file: URL of an absolute file path. What has a meaning in URLs is
// percent-encoded, "%" included; the bytes need not be UTF-8. Segments "." and ".." are resolved as
// everywhere in URLs, without a look at symbolic links, and not beyond a drive or share.
//
// It refuses, with an [*Error] that is [ErrNotRepresentable], relative paths, `C:a` and `\a` among them,
// paths with NUL, Windows device paths (`\\.\`, `\\?\`), and the server localhost, which file: URLs do not
// hold.
func FromFilePath(path string, style PathStyle) (URL, error) {
	if i := strings.IndexByte(path, 0); i >= 0 {
		return URL{}, notFileURL(path, i, "a file path holds no NUL")
	}
	root, rest, err := "", path, error(nil)
	fixed := 0 // segments that ".." does not remove
	if style == WindowsPath {
		rest = strings.ReplaceAll(path, `\`, "/")
		root, rest, err = windowsRoot(path, rest)
		fixed = 1
	} else if !strings.HasPrefix(path, "/") {
		err = notFileURL(path, 0, "the path is not absolute")
	}
	if err != nil {
		return URL{}, err
	}
	out := append([]byte("file://"), root...)
	for _, segment := range resolveDots(rest[1:], fixed) {
		out = appendSegment(append(out, '/'), segment)
	}
	return Parse(string(out))
}

// windowsRoot returns the host of a Windows path, of which slashed is the same with "/" for "\", and what
// follows: a "/", and the drive or the share as the first segment.
func windowsRoot(path, slashed string) (host, rest string, err error) {
	if !strings.HasPrefix(slashed, "//") {
		if len(path) < 3 || !isDrive(path[:2]) || slashed[2] != '/' {
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

// resolveDots returns the segments of path without "." and "..", which do not remove the first fixed ones.
func resolveDots(path string, fixed int) []string {
	var segments []string
	for rest, more := path, true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		switch {
		case segment == ".." && len(segments) > fixed:
			segments = segments[:len(segments)-1]
		case segment != "." && segment != "..":
			segments = append(segments, segment)
			continue
		}
		if !more {
			segments = append(segments, "") // what a dot segment names is a directory
		}
	}
	return segments
}

// FilePath returns the path that a file: URL names on a system, percent-decoded. Query and fragment play no
// part. On Windows, a host other than the empty one is the server of a UNC path.
//
// It refuses, with an [*Error] that is [ErrNotRepresentable], other schemes, encoded NULs and separators,
// a host for UnixPath, and for WindowsPath a URL without both drive and share.
//
// The path of FromFilePath(path) is path, but for segments "." and "..", and for "/" and the letter case
// of the server in Windows paths.
func (u URL) FilePath(style PathStyle) (string, error) {
	if u.scheme != schemeFile {
		return "", u.notFilePath(0, "the scheme is not file")
	}
	for i := u.pathStart; i < u.queryStart; i++ {
		if b, ok := percentEncodedByteAt(u.href[i:u.queryStart]); ok &&
			(b == 0 || b == '/' || b == '\\' && style == WindowsPath) {
			return "", u.notFilePath(i, "a segment of a file path cannot hold this")
		}
	}
	path := string(PercentDecode(u.Pathname()))
	if style == WindowsPath {
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
		return "", u.notFilePath(u.hostStart, "a Windows path cannot hold this server")
	case host.Kind() != HostEmpty && share == "":
		return "", u.notFilePath(u.pathStart, "the URL has no share")
	case host.Kind() != HostEmpty:
		return `\\` + serverName(host) + path, nil
	case !isDrive(share):
		return "", u.notFilePath(u.pathStart, "the URL has no drive")
	case path[1:] == share:
		return share + `\`, nil // without it, the path would be relative to the drive's current directory
	}
	return path[1:], nil
}

// isServer reports whether host can be the server of a Windows path. An IPv6 address cannot for its colons;
// dots alone mean other things there.
func isServer(host Host) bool {
	return host.Kind() != HostIPv6 && strings.Trim(host.String(), ".") != ""
}

// serverName returns a host in Unicode, unless that would be read as another host.
func serverName(host Host) string {
	name := host.Unicode()
	if again, err := ParseHost(name); err != nil || again != host {
		return host.String()
	}
	return name
}

// isDrive reports whether s is a letter and a ":".
func isDrive(s string) bool { return len(s) == 2 && isASCIIAlpha(s[0]) && s[1] == ':' }

// percentEncodedByteAt returns the byte that s begins with percent-encoded, and whether it does.
func percentEncodedByteAt(s string) (b byte, ok bool) {
	if s[0] != '%' || !isPercentEncodedByte(s) {
		return 0, false
	}
	return hexValue[s[1]]<<4 | hexValue[s[2]], true
}

func notFileURL(path string, at int, reason string) error {
	return &Error{Op: "convert file path", URL: path, Offset: at, Err: notRepresentable(reason)}
}

func (u *URL) notFilePath(at uint32, reason string) error {
	return &Error{Op: "convert to file path", URL: u.href, Offset: int(at), Err: notRepresentable(reason)}
}
