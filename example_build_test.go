package url_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"

	"golang.org/x/text/encoding/charmap"

	"github.com/weburl-go/url"
)

// Examples of building URLs, of file paths and percent-encoding, and of the setters.

func ExampleURL_JoinPath() {
	api := url.MustParse("https://example.com/v1/?key=k")
	fmt.Println(api.JoinPath("users", "/7/photos/"))
	fmt.Println(api.JoinPath("../v2/users"))

	_, err := api.JoinPath("100%") // an element is a path, so "%" begins an encoded byte
	fmt.Println(err)
	// Output:
	// https://example.com/v1/users/7/photos/?key=k <nil>
	// https://example.com/v2/users?key=k <nil>
	// url: JoinPath "100%": invalid-URL-unit at byte 3
}

func ExampleURL_AppendSegments() {
	files := url.MustParse("https://example.com/files/")
	for _, name := range []string{"100% a/b?.txt", "../admin", ".."} {
		fmt.Println(files.AppendSegments("gopher", name))
	}
	// Output:
	// https://example.com/files/gopher/100%25%20a%2Fb%3F.txt <nil>
	// https://example.com/files/gopher/..%2Fadmin <nil>
	//  url: AppendSegments "..": invalid-path-segment at byte 0
}

func ExampleURL_MakeRelative() {
	page := url.MustParse("https://example.com/guide/go/install")
	for _, target := range []string{
		"https://example.com/guide/go/install#linux",
		"https://example.com/guide/rust/",
		"https://other.example/",
	} {
		fmt.Println(page.MakeRelative(url.MustParse(target)))
	}
	// Output:
	// #linux true
	// ../rust/ true
	//  false
}

func ExampleBuild() {
	u, err := url.Build(url.Components{
		Scheme:   "https",
		Host:     "bücher.example",
		Port:     8443,
		Segments: []string{"authors", "../AC/DC", ""},
		Query:    [][2]string{{"q", "a&b=c"}, {"lang", "de"}},
		Fragment: "100%",
	})
	fmt.Println(u, err)
	// Output: https://xn--bcher-kva.example:8443/authors/..%2FAC%2FDC/?q=a%26b%3Dc&lang=de#100%25 <nil>
}

func ExampleFromFilePath() {
	fmt.Println(url.FromFilePath("/srv/100% #1.txt", url.UnixPath)) // or url.NativePath, for the running system
	fmt.Println(url.FromFilePath(`C:\Users\Gopher\a b.txt`, url.WindowsPath))
	fmt.Println(url.FromFilePath(`\\server\share\a.txt`, url.WindowsPath))
	// Output:
	// file:///srv/100%25%20%231.txt <nil>
	// file:///C:/Users/Gopher/a%20b.txt <nil>
	// file://server/share/a.txt <nil>
}

func ExampleURL_FilePath() {
	fmt.Println(url.MustParse("file:///srv/100%25%20%231.txt").FilePath(url.UnixPath))
	fmt.Println(url.MustParse("file:///C:/Users/a%20b.txt").FilePath(url.WindowsPath))
	_, err := url.MustParse("file:///srv/..%2F..%2Fetc/passwd").FilePath(url.UnixPath)
	fmt.Println(errors.Is(err, url.ErrNotRepresentable))
	// Output:
	// /srv/100% #1.txt <nil>
	// C:\Users\a b.txt <nil>
	// true
}

func ExamplePathStyle() {
	u := url.MustParse("file:///C:/a%20b")
	fmt.Println(u.FilePath(url.UnixPath))
	fmt.Println(u.FilePath(url.WindowsPath))
	// Output:
	// /C:/a b <nil>
	// C:\a b <nil>
}

func ExamplePercentEncode() {
	fmt.Println(url.PercentEncode("a/b?c=\u20ac 1", url.PathPercentEncodeSet))
	fmt.Println(url.PercentEncode("a/b?c=\u20ac 1", url.ComponentPercentEncodeSet))
	// Output:
	// a/b%3Fc=%E2%82%AC%201
	// a%2Fb%3Fc%3D%E2%82%AC%201
}

// "|" makes the union of two sets.
func ExamplePercentEncodeSet() {
	fmt.Println(url.PercentEncode("a;b/'c'", url.PathPercentEncodeSet))
	fmt.Println(url.PercentEncode("a;b/'c'", url.PathPercentEncodeSet|url.SpecialQueryPercentEncodeSet))
	// Output:
	// a;b/'c'
	// a;b/%27c%27
}

func ExamplePercentEncodeSet_Contains() {
	fmt.Println(url.PathPercentEncodeSet.Contains('^'), url.QueryPercentEncodeSet.Contains('^'))
	// Output: true false
}

func ExamplePercentEncodeAfterEncoding() {
	s, err := url.PercentEncodeAfterEncoding(charmap.Windows1252, "\u20ac 1", url.FormURLEncodedPercentEncodeSet, true)
	fmt.Println(s, err)
	// Output: %80+1 <nil>
}

func ExamplePercentDecode() {
	fmt.Println(url.PercentDecode("100%25 %e2%82%ac %zz"))
	// Output: 100% € %zz
}

func ExampleURL_SetHref() {
	u := url.MustParse("https://example.org/")
	fmt.Println(u.SetHref("nonsense"))
	fmt.Println(u)
	// Output:
	// url: SetHref "nonsense": missing-scheme-non-relative-URL at byte 0
	// https://example.org/
}

func ExampleURL_SetHost() {
	u := url.MustParse("https://example.org/path")
	err := u.SetHost("EXAMPLE.com:8080")
	fmt.Println(u, err)

	err = u.SetHost("example.net:x") // sets the host, but not the port
	fmt.Println(u, err)
	// Output:
	// https://example.com:8080/path <nil>
	// https://example.net:8080/path url: SetHost "example.net:x": port-invalid at byte 12 (a part of the value was used)
}

func ExampleURL_SetHostname() {
	u := url.MustParse("https://example.org:8080/")
	err := u.SetHostname("EXAMPLE.com")
	fmt.Println(u, err)
	// Output: https://example.com:8080/ <nil>
}

func ExampleURL_SetProtocol() {
	u := url.MustParse("http://example.org:443/")
	err := u.SetProtocol("https")
	fmt.Println(u, err)

	err = u.SetProtocol("mailto")
	fmt.Println(u, err)
	// Output:
	// https://example.org/ <nil>
	// https://example.org/ url: SetProtocol "mailto": scheme-change at byte 0
}

func ExampleURL_SetPathname() {
	u := url.MustParse("https://example.org/?q")
	err := u.SetPathname("a b/../c?d")
	fmt.Println(u, err)
	// Output: https://example.org/c%3Fd?q <nil>
}

func ExampleURL_SetSearch() {
	u := url.MustParse("https://example.org/")
	err := u.SetSearch("a=b c")
	fmt.Println(u, err)

	err = u.SetSearch("")
	fmt.Println(u, err)
	// Output:
	// https://example.org/?a=b%20c <nil>
	// https://example.org/ <nil>
}

func ExampleURL_SetPort() {
	u := url.MustParse("https://example.org/")
	err := u.SetPort("8080 or so")
	fmt.Println(u, err)
	// Output: https://example.org:8080/ url: SetPort "8080 or so": trailing-data at byte 4 (a part of the value was used)
}

func ExampleURL_SetHash() {
	u := url.MustParse("https://example.org/")
	err := u.SetHash("#to p")
	fmt.Println(u, err)
	// Output: https://example.org/#to%20p <nil>
}

func ExampleURL_SetUsername() {
	u := url.MustParse("https://example.org/")
	err := u.SetUsername("me@work")
	fmt.Println(u, err)
	// Output: https://me%40work@example.org/ <nil>
}

func ExampleURL_SetPassword() {
	u := url.MustParse("https://me@example.org/")
	err := u.SetPassword("s:cret")
	fmt.Println(u, err)

	u = url.MustParse("mailto:me@example.org")
	err = u.SetPassword("secret")
	fmt.Println(u, errors.Is(err, url.ErrCannotHaveCredentialsOrPort))
	// Output:
	// https://me:s%3Acret@example.org/ <nil>
	// mailto:me@example.org true
}

// Examples of net/url's type and of HTTP requests.

func ExampleURL_NetURL() {
	n, err := url.MustParse(`HTTP:\\0x7f.1\a/../b c?q=%`).NetURL()
	fmt.Println(n, err)

	// net/url cannot represent a lone "%" or a "|" in a path.
	n, err = url.MustParse("http://example.com/100%/a|b").NetURL()
	fmt.Println(n, err)
	// Output:
	// http://127.0.0.1/b%20c?q=% <nil>
	// http://example.com/100%25/a%7Cb <nil>
}

func ExampleFromNetURL() {
	n := &neturl.URL{Scheme: "http", Host: "Bücher.example:80", Path: "/a b"}
	u, err := url.FromNetURL(n)
	fmt.Println(u, err)
	// Output: http://xn--bcher-kva.example/a%20b <nil>
}

func ExampleParseNetURL() {
	n, err := url.ParseNetURL(`https:\\good.example\@evil.example`)
	fmt.Println(n.Host, n.Path, err)
	// Output: good.example /@evil.example <nil>
}

// A crawler sends exactly the bytes that a browser sends. Package redirect follows redirects in the same way.
func ExampleURL_RequestURL() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.RequestURI)
	}))
	defer server.Close()

	u := url.MustParse(server.URL + "/a|b?100%")
	n, err := u.RequestURL() // NetURL would encode the "|"
	if err != nil {
		fmt.Println(err)
		return
	}
	response, err := http.DefaultTransport.RoundTrip(&http.Request{URL: n, Header: http.Header{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	// Output: /a|b?100%
}
