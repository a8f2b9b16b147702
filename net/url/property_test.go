package url_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	weburl "github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/net/url"
)

// The properties of Parse that SECURITY.md and the documentation promise. The parser of the root package is the browser. A
// property returns what is wrong, or "".
var properties = []struct {
	name string
	of   func(rawURL string) string
}{
	{"round trip", roundTrip},
	{"browser", browser},
	{"same server", sameServer},
	{"unchanged", unchanged},
	{"error", errorIsSafe},
	{"reference", reference},
	{"joined path", joinedPath},
}

// TestProperties checks them for all seeds and, without -short, for the URLs of vectors.
func TestProperties(t *testing.T) {
	inputs := slices.Clone(seeds)
	for _, v := range vectors.URLs(t) {
		if !testing.Short() {
			inputs = append(inputs, v.Input)
		}
	}
	checkProperties(t, inputs, len(seeds))
}

// TestPropertiesOfPayloads checks them for published payloads of open redirects.
func TestPropertiesOfPayloads(t *testing.T) {
	checkProperties(t, vectors.Payloads(t), 500)
}

func checkProperties(t *testing.T, inputs []string, atLeast int) {
	t.Helper()
	if len(inputs) < atLeast || atLeast < 100 {
		t.Errorf("%d inputs", len(inputs))
	}
	for _, rawURL := range inputs {
		for _, property := range properties {
			if wrong := property.of(rawURL); wrong != "" {
				t.Errorf("%s of %q: %s", property.name, rawURL, wrong)
			}
		}
	}
}

func FuzzRoundTrip(f *testing.F)  { fuzz(f, roundTrip) }
func FuzzBrowser(f *testing.F)    { fuzz(f, browser) }
func FuzzSameServer(f *testing.F) { fuzz(f, sameServer) }
func FuzzUnchanged(f *testing.F)  { fuzz(f, unchanged) }
func FuzzErrors(f *testing.F)     { fuzz(f, errorIsSafe) }
func FuzzParseRef(f *testing.F)   { fuzz(f, reference) }
func FuzzJoinPath(f *testing.F)   { fuzz(f, joinedPath) }

func fuzz(f *testing.F, property func(rawURL string) string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rawURL string) {
		if wrong := property(rawURL); wrong != "" {
			t.Errorf("%q: %s", rawURL, wrong)
		}
	})
}

// pages are where references are.
var pages = []weburl.URL{
	weburl.MustParse("http://h/"),
	weburl.MustParse("https://page.example:8443/a/b/c.html?q=1#f"),
	weburl.MustParse("http://page.example//x//y/"),
	weburl.MustParse("https://page.example/%2F/%5Ca/.well-known/"),
}

// follow returns where a browser goes from a page, as net/url's type writes it, or "".
func follow(page weburl.URL, ref string) string {
	to, err := page.Parse(ref)
	if err != nil {
		return ""
	}
	n, err := to.NetURL()
	if err != nil {
		return ""
	}
	return n.String()
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7F })
}

func isWeb(u *url.URL) bool {
	switch u.Scheme {
	case "http", "https", "ws", "wss", "ftp":
		return true
	}
	return false
}

func hasZone(u *url.URL) bool { return strings.HasPrefix(u.Host, "[") && strings.Contains(u.Host, "%") }

// roundTrip: net/url and Parse read the String of a web URL and of a reference as the URL. net/url does not read every zone that it
// writes.
func roundTrip(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || !isWeb(u) && u.Scheme != "" || hasZone(u) && !infra.IsASCII(u.Host) {
		return ""
	}
	for _, parse := range []func(string) (*url.URL, error){neturl.Parse, url.Parse} {
		if again, err := parse(u.String()); err != nil || !reflect.DeepEqual(again, u) {
			return fmt.Sprintf("got %#v, and %#v, %v for its String", u, again, err)
		}
	}
	return ""
}

// browser: a browser goes to the same URL for a string and for the String of its URL. That has no space, no control, and no
// backslash before the query.
func browser(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || !isWeb(u) && u.Scheme != "" || hasZone(u) {
		return ""
	}
	s := u.String()
	beforeQuery, _, _ := strings.Cut(s, "?")
	if hasControl(s) || strings.Contains(s, " ") || strings.Contains(beforeQuery, `\`) {
		return fmt.Sprintf("String is %q", s)
	}
	_, rest, _ := strings.Cut(rawURL, ":")
	if u.Scheme != "" && (u.Host == "" || len(rest) < 2 || strings.Trim(rest[:2], `/\`) != "") {
		return "" // a path for a browser on a page with this scheme
	}
	for _, page := range pages {
		if want, got := follow(page, rawURL), follow(page, s); got != want || got == "" {
			return fmt.Sprintf("on %v, a browser goes to %q, and to %q for %q", page, want, got, s)
		}
	}
	return ""
}

// sameServer: a URL without Scheme and Host leads to the server of the page.
func sameServer(rawURL string) string {
	for _, parse := range []func(string) (*url.URL, error){url.Parse, url.ParseRequestURI} {
		u, err := parse(rawURL)
		if err != nil || u.Scheme != "" || u.Host != "" {
			continue
		}
		if wrong := leaves(u.String(), u.EscapedPath(), u.RequestURI()); wrong != "" {
			return wrong
		}
	}
	return ""
}

// leaves returns which ref, or redirect to the first one, leads to another server, or "".
func leaves(refs ...string) string {
	for _, page := range pages {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", page.WithoutFragment().Href(), nil)
		http.Redirect(w, r, refs[0], http.StatusSeeOther)
		for _, ref := range append(refs, w.Header().Get("Location")) {
			if to, err := page.Parse(ref); err != nil || !to.Origin().SameOrigin(page.Origin()) {
				return fmt.Sprintf("%q leads from %v to %v, %v", ref, page, to, err)
			}
		}
	}
	return ""
}

// joinedPath: JoinPath does not lead a URL without Scheme and Host to another server. Other schemes are net/url's.
func joinedPath(rawURL string) string {
	for _, test := range [][]string{{rawURL, "a b"}, {"", rawURL}, {"/", rawURL, "é"}, {rawURL, rawURL}} {
		u, err := url.Parse(test[0])
		joined, joinErr := url.JoinPath(test[0], test[1:]...)
		switch {
		case err != nil || joinErr != nil:
		case u.Scheme == "" && u.Host == "":
			if wrong := leaves(joined); wrong != "" {
				return wrong
			}
		case u.Scheme != "" && u.Scheme != "file" && !isWeb(u):
			if want := u.JoinPath(test[1:]...).String(); joined != want {
				return fmt.Sprintf("got %q, want %q", joined, want)
			}
		}
	}
	return ""
}

// unchanged: the URL is that of net/url if the scheme is not of the web or a file, or if browsers read and write it as net/url
// does.
func unchanged(rawURL string) string {
	want, err := neturl.Parse(rawURL)
	if err != nil || want.Scheme == "file" || (want.Scheme == "" || isWeb(want)) && !isReadAlike(rawURL, want) {
		return ""
	}
	if u, err := url.Parse(rawURL); err != nil || !reflect.DeepEqual(u, want) {
		return fmt.Sprintf("got %#v, %v; net/url has %#v", u, err, want)
	}
	return ""
}

// isReadAlike reports whether browsers read and write a web URL or reference as net/url does, except that they drop a default
// port and add a path.
func isReadAlike(rawURL string, n *neturl.URL) bool {
	s := strings.TrimSuffix(rawURL, "#")
	if n.String() != s || n.Host == "" && strings.HasPrefix(s, "//") {
		return false
	}
	switch path, _, _ := strings.Cut(strings.ReplaceAll(s, "#", "?"), "?"); {
	case n.Scheme == "" && n.Host == "" && !strings.HasPrefix(s, "/"):
		if strings.Contains(strings.ToLower(path), "%2e") {
			return false
		}
		s = "http://h/x" + strings.ReplaceAll(path, "/", "/x") + s[len(path):] // without dot segments
	case n.Scheme == "" && n.Host == "":
		s = "http://h" + s
	case n.Scheme == "":
		s = "http:" + s
	}
	u, err := weburl.Parse(s)
	n, netErr := neturl.Parse(s)
	if err != nil || netErr != nil || strings.Contains(n.Host, `"`) {
		return false
	}
	if user := n.User.String(); n.User != nil && (strings.Trim(user, ":") != user || user == "") {
		return false // an empty name or password
	}
	if n.Path == "" {
		n.Path = "/"
	}
	if port := n.Port(); u.Port() == "" && port != "" && port[0] != '0' {
		n.Host = strings.TrimSuffix(n.Host, ":"+port)
	}
	return n.String() == u.Href()
}

// reference: ParseRef reads what a browser reads, and nothing else.
func reference(ref string) string {
	for _, page := range pages {
		base, err := page.NetURL()
		if err != nil {
			return err.Error()
		}
		before := *base
		u, err := url.ParseRef(base, ref)
		if *base != before {
			return "the base URL changes"
		}
		want := follow(page, ref)
		beforeFragment, _, _ := strings.Cut(ref, "#")
		if hasControl(beforeFragment) {
			want = ""
		}
		switch {
		case err != nil && want != "":
			return fmt.Sprintf("on %v: %v; a browser goes to %q", page, err, want)
		case err == nil && (want == "" || follow(page, u.String()) != want):
			return fmt.Sprintf("on %v: %#v; a browser goes to %q", page, u, want)
		case (err == nil) != (u != nil):
			return "there is no URL, or one with an error"
		}
	}
	return ""
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// errorIsSafe: an error is a *url.Error. It shows no more than Redact, has the words of net/url where that refuses the string, too, and
// wraps the reason of the standard.
func errorIsSafe(rawURL string) string {
	for _, of := range []struct {
		parse, byNetURL func(string) (*url.URL, error)
	}{{url.Parse, neturl.Parse}, {url.ParseRequestURI, neturl.ParseRequestURI}} {
		u, err := of.parse(rawURL)
		if err == nil {
			continue
		}
		e, ok := err.(*url.Error)
		if !ok || u != nil || e.Op != "parse" || e.URL != weburl.Redact(rawURL, nil) {
			return fmt.Sprintf("got %v and the error %#v", u, err)
		}
		words := e.Err.Error()
		for _, quote := range quoted.FindAllString(words, -1) {
			if s, err := strconv.Unquote(quote); err != nil || !strings.Contains(e.URL, s) {
				return fmt.Sprintf("%v shows %s", err, quote)
			}
		}
		var byNetURL *neturl.Error
		if _, err := of.byNetURL(rawURL); errors.As(err, &byNetURL) {
			without := func(s string) string { return strings.ReplaceAll(quoted.ReplaceAllString(s, ""), " ", "") }
			if want := byNetURL.Err.Error(); without(words) != without(want) {
				return fmt.Sprintf("the error is %q; net/url has %q", words, want)
			}
		}
	}
	_, err := url.Parse(rawURL)
	beforeFragment, _, _ := strings.Cut(rawURL, "#")
	var byStandard *weburl.Error
	if err != nil && !hasControl(beforeFragment) && !pages[0].CanParse(rawURL) && !errors.As(err, &byStandard) {
		return fmt.Sprintf("%v does not wrap the error of the standard", err)
	}
	return ""
}

// seeds are for the ways through Parse.
var seeds = []string{
	// web URLs
	"https://example.com/", "http://h", "http://h?q", "http://h#f", "HTTP://H", "http:h", "https:\\h\\a", "http:///h", "http:/h", "ws:h?q",
	"http:", "https://", " http:// ", "HTTPS:", "http:///", "http://?q", "http://#f", "http://:8080", "http://u@/x", "ftp://", "http:\\\\",
	"http://h:80", "https://h:443/x", "https://h:00443?q", "http://h:", "http://h:/x", "http://h:0", "http://h:08080/", "http://h:65536/", "ftp://h:21",
	"http://h:x/", "http://[::1]", "http://[::1]:80/", "http://[1:0::1]/", "http://[::ffff:1.2.3.4]:443/", "http://[::1/", "http://::1/",
	"http://[fe80::1%25eth0]/", "https://[fe80::1%25eth0]:443?q#f", "http://[fe80::1%25a%20b]/a b", "http://[fe80::1%25e]/}", "http://[fe80::1%25e]/? #", "http://[fe80::1%25ü]/}", "//[fe80::1%25eth0]/x",
	"http://127.1/", "http://0x7f.0.0.1/a", "http://1.2.3.4.5/", "http://h.1/", "http://1.2.3.4:80",
	"http://u:p@h/", "http://u@h", "http://:p@h/", "http://u:@h/", "http://@h/", "http://u@v:p:q@h/", "http://u%41:p%2f@h/a", "http://u!:(p)@h/", "http://u%:p@h/", "http://u ü@h/",
	"http://h/a/../b", "http://h/a/./b/..", "http://h/%2e%2E/a", "http://h/.well-known/a..b", "http://h/..//a", "http://h/a\\..\\b",
	"http://h/a b", "http://h/a%20b", "http://h/|", "http://h/100%", "http://h/%zz?%zz#%zz", "http://h/[]{}^`\"<>", "http://h/é?é#é", "http://h/\xff?\xff#\xff",
	"http://h/?q a'\"<>`{}|\\", "http://h/??", "http://h?#", "http://h/#", "http://h/#a#b", "http://h/#!/a(b)", "http://h/#\ta\nb\x00c\x7f", "http://h/#a\x00 ", "http://h/#%",
	"http://H/", "http://bücher.example/", "http://b%C3%BCcher.example/", "http://xn--bcher-kva.example", "http://xn--a/", "http://%41/", "http://a%2fb/", "http://a。b/", "http://a\uff0fb/",
	"https://\"x/", "http://{h}/", "http://a`b/", "http://a'b/c", "http://a_b!/", "http://h\\@i/", "https:\\\\good.example\\@evil.example", "http://a b/",
	" http://h ", "http://h/ ", "\thttp://h/", "http://h/\n", "http://h\x7f/",
	// references
	"", " ", "?", "?q", "?q a", "#", "#f", "#\t", "*", "*?q", "*#f", "*?q a", "?#", "%2e", "%2e%2E/a", ".%2e", "..", "../a", "./a:b", ".", "a/./../b", "..//x",
	"a", "a b", "a\\b", "a\\..\\b", "a\\b:c", "a|b", "a%", "a%zz", "a?b c#d e", "a/b:c", "a:b c", "1:b", ":b", "%3a:b", "a b:c", "é/%C3%A9", "\xff/a\xe2\x82", "{a}", "%2fa",
	"/", "/a", "/a/../b", "/..", "/.//x", "/a/..//x", "/./\\evil.example", "/a\\..\\..\\\\x", "/%2fx", "/%2F%2Fx", "/|", "/a b?c d#e f", "/%2e//x", "/é", "/\xff", "/a//b",
	"\\x", "\\", "/\\h", "\\/h", "\\\\h", "///h", "////h", "//\\h", "/ /h", "//", "///", "/\\", "//?q", "//@", "//:80",
	"//h", "//h?q", "//h/a/../b", "//h:443/x", "//h:80", "//h:0080/", "//h:", "//h\\x", "//H/", "//u:p@h", "//u@h:80?q", "//1.2.3.4", "//127.1", "//\"x/", "//bücher.example",
	// other schemes
	"redis://:p%ss@h:6379/0", "redis://u:p@a:1,b:2/0?x", "postgres://u:p@A:5432,b:5432/db?sslmode=disable#", "postgres:///db?host=/run", "nats://a:4222,b", "amqp://u:p@h:5672/%2f",
	"mysql://u:p@tcp(h:3306)/db", "u:p@tcp(h:3306)/db", "mongodb+srv://u:p@h/db", "sqlite://./a/../b.db", "sqlite3:a.db?cache=shared", "mem://", "mem://x", "github://@abstract",
	"unix:///run/x", "unix:@abstract", "mailto:a@b ", "mailto:a b", " mailto:a", "data:,a b#c", "javascript:alert(1)", "REDIS://H/", "a:b", "a://h//./../x", "x://h/%zz", "x://#%zz", "urn:a:b", "blob:http://h/x", "redis://h#\t", "redis://h\t",
	"file:", "file://", "file:///", "file:/a", "file:/a/../b", "file:/.//a", "file:a", "file:test.db?mode=memory", "file::memory:?cache=shared", "file://Migrations/x", "file://C:/x", "file:///C|/x", "file:///a/../b",
	"file:\\\\h\\x", "file:\\a", "file:/\\h/x", "file://localhost/x", "file://u@/x", "file:?q", "file:#f", "FILE:///a b", "file://h/a ", "file:///a%zz", "file://c|/x", "file://h\\x",
}
