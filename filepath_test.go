package url

import (
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestFilePath(t *testing.T) {
	for _, test := range []struct {
		path  string
		style PathStyle
		want  string
	}{
		{"/", UnixPath, "file:///"},
		{"/home/gopher/a.txt", UnixPath, "file:///home/gopher/a.txt"},
		{"/a/", UnixPath, "file:///a/"},
		{"//a//b", UnixPath, "file:////a//b"},
		{"/100%", UnixPath, "file:///100%25"},
		{"/%41/%2e%2e", UnixPath, "file:///%2541/%252e%252e"},
		{"/a?b#c", UnixPath, "file:///a%3Fb%23c"},
		{`/a\b`, UnixPath, "file:///a%5Cb"},
		{"/a b\t\n\x7f\"", UnixPath, "file:///a%20b%09%0A%7F%22"},
		{"/é/日本", UnixPath, "file:///%C3%A9/%E6%97%A5%E6%9C%AC"},
		{"/\xff\xc3", UnixPath, "file:///%FF%C3"},
		{"/C|/a", UnixPath, "file:///C%7C/a"},
		{"/a[1]{2}", UnixPath, "file:///a%5B1%5D%7B2%7D"},
		{"/C:/a", UnixPath, "file:///C:/a"},
		{"/...", UnixPath, "file:///..."},
		{"/a&b=c;d,e+f@g!h$i'(j)*", UnixPath, "file:///a&b=c;d,e+f@g!h$i'(j)*"},
		{`C:\`, WindowsPath, "file:///C:/"},
		{`c:\Users\Gopher 1\a.txt`, WindowsPath, "file:///c:/Users/Gopher%201/a.txt"},
		{`C:\100%#?`, WindowsPath, "file:///C:/100%25%23%3F"},
		{`C:\a\`, WindowsPath, "file:///C:/a/"},
		{`C:\\a`, WindowsPath, "file:///C://a"},
		{`C:\[a]\b[1].txt`, WindowsPath, "file:///C:/%5Ba%5D/b%5B1%5D.txt"},
		{`C:\a:stream`, WindowsPath, "file:///C:/a:stream"},
		{"C:\\\xed\xa0\x80", WindowsPath, "file:///C:/%ED%A0%80"},
		{`\\server\share`, WindowsPath, "file://server/share"},
		{`\\server\share\`, WindowsPath, "file://server/share/"},
		{`\\server\share$\a b`, WindowsPath, "file://server/share$/a%20b"},
		{`\\192.168.0.1\share\a`, WindowsPath, "file://192.168.0.1/share/a"},
		{`\\bücher\share\a`, WindowsPath, "file://xn--bcher-kva/share/a"},
	} {
		u, err := FromFilePath(test.path, test.style)
		if err != nil || u.Href() != test.want || u != MustParse(test.want) {
			t.Errorf("%q: got %v, error %v; want %q", test.path, u, err, test.want)
			continue
		}
		if errs := Validate(u.Href()); len(errs) > 0 {
			t.Errorf("%q: %q is not a valid URL string: %v", test.path, u, errs)
		}
		if path, err := u.FilePath(test.style); err != nil || path != test.path {
			t.Errorf("%q: back to %q, error %v; want %q", u, path, err, test.path)
		}
	}
}

// TestNativePath checks that the zero PathStyle is that of the system.
func TestNativePath(t *testing.T) {
	want := UnixPath
	if runtime.GOOS == "windows" {
		want = WindowsPath
	}
	for _, path := range []string{"/a b/c", `C:\a b`, `\\server\share\a`} {
		got, err := FromFilePath(path, NativePath)
		if wanted, wantErr := FromFilePath(path, want); got != wanted || (err == nil) != (wantErr == nil) {
			t.Errorf("%q: %v, %v, want %v, %v", path, got, err, wanted, wantErr)
		}
	}
	for _, u := range []URL{MustParse("file:///C:/a%20b"), MustParse("file://server/share"), MustParse("file:///a%5Cb")} {
		got, err := u.FilePath(*new(PathStyle))
		if wanted, wantErr := u.FilePath(want); got != wanted || (err == nil) != (wantErr == nil) {
			t.Errorf("%v: %q, %v, want %q, %v", u, got, err, wanted, wantErr)
		}
	}
}

func TestFromFilePathOneWay(t *testing.T) {
	for _, test := range []struct {
		path  string
		style PathStyle
		want  string
	}{
		{"/a/./b/../c", UnixPath, "file:///a/c"},
		{"/a/b/..", UnixPath, "file:///a/"},
		{"/a/.", UnixPath, "file:///a/"},
		{"/..", UnixPath, "file:///"},
		{"/../../a", UnixPath, "file:///a"},
		{"/C:/../a", UnixPath, "file:///a"},
		{"/srv/data//../secret", UnixPath, "file:///srv/secret"}, // as path.Clean, Node and the kernel read it
		{"/a//../b", UnixPath, "file:///b"},
		{"/a/b////..", UnixPath, "file:///a/"},
		{"/a//b/../c//d", UnixPath, "file:///a//c//d"},
		{"//../a", UnixPath, "file:///a"},
		{"//a/../b", UnixPath, "file:////b"},
		{"/a/.//./../b", UnixPath, "file:///b"},
		{"/a//b//../../c", UnixPath, "file:///c"},
		{"C:/a/b", WindowsPath, "file:///C:/a/b"},
		{`C:\..\..\a`, WindowsPath, "file:///C:/a"},
		{`C:\srv\data\\..\secret`, WindowsPath, "file:///C:/srv/secret"},
		{`C:\\/..\a`, WindowsPath, "file:///C:/a"},
		{`C:\a\\b\..\c`, WindowsPath, "file:///C:/a//c"},
		{`\\server\share\\..\a`, WindowsPath, "file://server/share/a"},
		{`\\server\share\a\\..\b`, WindowsPath, "file://server/share/b"},
		{`C:\.`, WindowsPath, "file:///C:/"},
		{`C:\a\..\D:\b`, WindowsPath, "file:///C:/D:/b"},
		{"//SERVER/share/a", WindowsPath, "file://server/share/a"},
		{`\\server\share\..\..\a`, WindowsPath, "file://server/share/a"},
		{`\\server\share\..`, WindowsPath, "file://server/share/"},
	} {
		u, err := FromFilePath(test.path, test.style)
		if err != nil || u.Href() != test.want || u != MustParse(test.want) {
			t.Errorf("%q: got %v, error %v; want %q", test.path, u, err, test.want)
		}
	}
}

func TestFromFilePathRefuses(t *testing.T) {
	const relative, server = "the path is not absolute", "the server would not be the same in a URL"
	for _, test := range []struct {
		path   string
		style  PathStyle
		offset int
		reason string
	}{
		{"", UnixPath, 0, relative},
		{"a", UnixPath, 0, relative},
		{"./a", UnixPath, 0, relative},
		{`C:\a`, UnixPath, 0, relative},
		{`\\server\share`, UnixPath, 0, relative},
		{"/a\x00b", UnixPath, 2, "a file path cannot contain NUL"},
		{"\x00", UnixPath, 0, "a file path cannot contain NUL"},
		{"", WindowsPath, 0, relative},
		{"a", WindowsPath, 0, relative},
		{"/a", WindowsPath, 0, relative},
		{`\a`, WindowsPath, 0, relative},
		{"C:", WindowsPath, 0, relative},
		{"C:a", WindowsPath, 0, relative},
		{`1:\a`, WindowsPath, 0, relative},
		{`CD:\a`, WindowsPath, 0, relative},
		{"C:\\\x00", WindowsPath, 3, "a file path cannot contain NUL"},
		{`\\`, WindowsPath, 2, "the path has no server"},
		{`\\\server\share`, WindowsPath, 2, "the path has no server"},
		{`\\.\C:\a`, WindowsPath, 2, "the path has no server"},
		{`\\?\C:\a`, WindowsPath, 2, "the path has no server"},
		{`\\server`, WindowsPath, 8, "the path has no share"},
		{`\\server\`, WindowsPath, 9, "the path has no share"},
		{`\\server\\a`, WindowsPath, 9, "the path has no share"},
		{`\\server\.\a`, WindowsPath, 9, "the path has no share"},
		{`\\server\..\a`, WindowsPath, 9, "the path has no share"},
		{`\\localhost\c$\a`, WindowsPath, 2, server},
		{`\\LOCALHOST\c$\a`, WindowsPath, 2, server},
		{`\\a b\share`, WindowsPath, 2, server},
		{`\\a%41\share`, WindowsPath, 2, server},
		{`\\a@b\share`, WindowsPath, 2, server},
		{`\\0x7f.1\share`, WindowsPath, 2, server},
		{`\\[::1]\share`, WindowsPath, 2, server},
		{`\\..\share`, WindowsPath, 2, server},
		{`\\．\share`, WindowsPath, 2, server},
	} {
		u, err := FromFilePath(test.path, test.style)
		checkRefused(t, test.path, u, err, test.offset, test.reason)
	}
}

func TestFilePathOneWay(t *testing.T) {
	for _, test := range []struct {
		in    string
		style PathStyle
		want  string
	}{
		{"file:///a?b#c", UnixPath, "/a"},
		{"file://localhost/a", UnixPath, "/a"},
		{"file:a", UnixPath, "/a"},
		{"file:///%61%zz", UnixPath, "/a%zz"},
		{"file:///a%5Cb", UnixPath, `/a\b`},
		{"file:///a|b", UnixPath, "/a|b"},
		{"file:///C|/a", WindowsPath, `C:\a`},
		{"file:///C%3A/a", WindowsPath, `C:\a`},
		{"file:///c%3a", WindowsPath, `c:\`},
		{"file:///C:", WindowsPath, `C:\`},
		{"file://server/share/%61", WindowsPath, `\\server\share\a`},
		{"file://xn--a/share", WindowsPath, `\\xn--a\share`},
	} {
		if got, err := MustParse(test.in).FilePath(test.style); err != nil || got != test.want {
			t.Errorf("%q: got %q, error %v; want %q", test.in, got, err, test.want)
		}
	}
}

func TestFilePathRefuses(t *testing.T) {
	const segment = "a segment of a file path cannot contain NUL or a separator"
	for _, test := range []struct {
		in     string
		style  PathStyle
		offset int
		reason string
	}{
		{"http://h/a", UnixPath, 0, "the scheme is not file"},
		{"mailto:a", WindowsPath, 0, "the scheme is not file"},
		{"file://h/a", UnixPath, 7, "a Unix path has no host"},
		{"file:///a%00b", UnixPath, 9, segment},
		{"file:///a%2fb", UnixPath, 9, segment},
		{"file:///..%2F..%2Fetc", UnixPath, 10, segment},
		{"file:///C:/a%00b", WindowsPath, 12, segment},
		{"file:///C:/a%2Fb", WindowsPath, 12, segment},
		{"file:///C:/..%5c..%5Ca", WindowsPath, 13, segment},
		{"file:///a", WindowsPath, 7, "the URL has no drive"},
		{"file:///", WindowsPath, 7, "the URL has no drive"},
		{"file:////server/share", WindowsPath, 7, "the URL has no drive"},
		{"file:///C:a", WindowsPath, 7, "the URL has no drive"},
		{"file://server/", WindowsPath, 13, "the URL has no share"},
		{"file://server//a", WindowsPath, 13, "the URL has no share"},
		{"file://./C:/a", WindowsPath, 7, "this host cannot be the server of a Windows path"},
		{"file://../C:/a", WindowsPath, 7, "this host cannot be the server of a Windows path"},
		{"file://[::1]/share", WindowsPath, 7, "this host cannot be the server of a Windows path"},
	} {
		path, err := MustParse(test.in).FilePath(test.style)
		checkRefused(t, test.in, path, err, test.offset, test.reason)
	}
}

func FuzzFilePath(f *testing.F) {
	for _, seed := range []string{
		"/a/../b?#%41\\", "//a|b/./", `C:\a\..\%2e`, `\\server\share\..\a`, "/\xff\xc3\xa9", `\\é\$\:`, "c:/..//D|/", "/C|/.",
	} {
		f.Add(seed, "file:///"+seed)
	}
	f.Add("/", "file://h/C|/%2E%2e/%5c")
	f.Add("/", "file:c:?#")
	f.Fuzz(func(t *testing.T, path, rawURL string) {
		for _, style := range []PathStyle{UnixPath, WindowsPath} {
			if u, err := FromFilePath(path, style); err == nil {
				checkFileURL(t, path, style, u)
			}
			u, err := Parse(rawURL)
			if err != nil {
				continue
			}
			if path, err := u.FilePath(style); err == nil {
				v, err := FromFilePath(path, style)
				if err != nil {
					t.Errorf("%q: %q is refused: %v", u, path, err)
					continue
				}
				if again, err := v.FilePath(style); again != path {
					t.Errorf("%q: path %q becomes %q, error %v", u, path, again, err)
				}
			}
		}
	})
}

// checkFileURL checks that u is a URL of path.
func checkFileURL(t *testing.T, path string, style PathStyle, u URL) {
	t.Helper()
	if again, err := Parse(u.Href()); err != nil || again != u {
		t.Errorf("%q: %q parses to %v, error %v", path, u, again, err)
	}
	back, err := u.FilePath(style)
	if err != nil {
		t.Errorf("%q: no way back from %q: %v", path, u, err)
		return
	}
	if style == WindowsPath {
		path = strings.ReplaceAll(path, "/", `\`)
		// The server may change in letter case and Unicode form, as domains do.
		if server, ok := strings.CutPrefix(path, `\\`); ok {
			_, path, _ = strings.Cut(server, `\`)
			_, back, _ = strings.Cut(back[2:], `\`)
		}
	}
	isDot := func(segment string) bool { return segment == "." || segment == ".." }
	segments := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || style == WindowsPath && r == '\\' })
	if !slices.ContainsFunc(segments, isDot) && back != path {
		t.Errorf("%q: back from %q to %q", path, u, back)
	}
	if got, want := cleaned(back, style), cleaned(path, style); got != want {
		t.Errorf("%q: back from %q to %q, which is %q, want %q", path, u, back, got, want)
	}
	if u.Search() != "" || u.Hash() != "" || u.Port() != "" || u.IncludesCredentials() {
		t.Errorf("%q: more than a path: %q", path, u)
	}
}

// cleaned returns the path as the operating system walks through it, by another implementation. A path in WindowsPath
// begins with a drive or, without its server, with a share. Neither is a part of what ".." removes.
func cleaned(file string, style PathStyle) string {
	root := ""
	if style == WindowsPath {
		root, file, _ = strings.Cut(file, `\`)
		file = "/" + strings.ReplaceAll(file, `\`, "/")
	}
	return root + path.Clean(file)
}
