package redirect

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/internal/race"
	"github.com/weburl-go/url/internal/spec"
)

// request returns what a server of net/http gives to a handler.
func request(host, requestURI string) *http.Request {
	return &http.Request{Method: "GET", Host: host, RequestURI: requestURI, URL: &neturl.URL{Path: "/stripped"}, Header: http.Header{}}
}

func TestTarget(t *testing.T) {
	for _, test := range []struct {
		host, requestURI, ref string
		want                  string // a reference, or the reason of an error
	}{
		{"app.example", "/login?next=x", "/account?tab=2#top", "/account?tab=2#top"},
		{"app.example", "/a/login?next=x", "account", "/a/account"},
		{"app.example", "/a/login?next=x", "?tab=2", "/a/login?tab=2"},
		{"app.example", "/a/login?next=x", "#top", "/a/login?next=x#top"},
		{"app.example", "/a/login", "..", "/"},
		{"app.example", "/a/login", `\b\..\c`, "/c"},
		{"app.example", "/a/login", "/.//evil.example", "/.//evil.example"},
		{"app.example", "/a/login", "/a/..//evil.example", "/.//evil.example"},
		{"app.example", "/a/login", "/a//b", "/a//b"},
		{"app.example", "/a/login", "\t/\nb\r", "/b"},
		{"app.example", "/a/login", "/\u00fc?\u00fc#\u00fc", "/%C3%BC?%C3%BC#%C3%BC"},
		{"app.example", "/a/login", "/b?c=%0d%0aSet-Cookie:%20d", "/b?c=%0d%0aSet-Cookie:%20d"},
		{"app.example", "/a/login", "/b\r\nSet-Cookie: d", "/bSet-Cookie:%20d"},
		{"app.example", "/a/login", "/#/../\\evil.example", "/"},

		// The own host may be named, as http and as https.
		{"app.example", "/login", "https://app.example/b", "/b"},
		{"app.example", "/login", "http://app.example/b", "/b"},
		{"app.example", "/login", "HTTPS://APP.example:443//b", "/.//b"},
		{"app.example", "/login", "//app.example/b", "/b"},
		{"APP.example.:443", "/login", "https://app.example./b", "/b"},
		{"app.example:8080", "/login", "https://app.example:8080/b", "/b"},
		{"app.example:80", "/login", "http://app.example/b", "/b"},
		{"[::1]:8080", "/login", "http://[0::1]:8080/b", "/b"},
		{"b\u00fccher.example", "/login", "https://xn--bcher-kva.example/b", "/b"},
		{"app.example", "/a/login", "https:b", "/a/b"},
		{"app.example", "/a/login", "http:/b", "/b"},

		{"app.example", "/login", "//evil.example", "cross-origin"},
		{"app.example", "/login", `/\evil.example`, "cross-origin"},
		{"app.example", "/login", "/\t/evil.example", "cross-origin"},
		{"app.example", "/login", "https:evil.example/x", "/evil.example/x"}, // relative, as if the page were https
		{"app.example", "/login", "https:///evil.example/x", "cross-origin"},
		{"app.example", "/login", "https://app.example:8443/", "cross-origin"},
		{"app.example:8080", "/login", "https://app.example/", "cross-origin"},
		{"app.example", "/login", "https://app.example./", "cross-origin"},
		{"app.example", "/login", "https://user@app.example/", "cross-origin"},
		{"app.example", "/login", "https://app.example@evil.example/", "cross-origin"},
		{"app.example", "/login", "https://sub.app.example/", "cross-origin"},
		{"app.example", "/login", "ws://app.example/", "cross-origin"},
		{"app.example", "/login", "wss://app.example/", "cross-origin"},
		{"app.example", "/login", "ftp://app.example/", "cross-origin"},
		{"app.example", "/login", "javascript:alert(1)", "cross-origin"},
		{"app.example", "/login", "java\nscript:alert(1)", "cross-origin"},
		{"app.example", "/login", "data:text/html,x", "cross-origin"},
		{"app.example", "/login", "blob:https://app.example/x", "cross-origin"},
		{"app.example", "/login", "mailto:a@app.example", "cross-origin"},
		{"app.example", "/login", "//", "host-missing"},
		{"app.example", "/login", "https://[", "IPv6-unclosed"},
		{"app.example", "/login", "//1.2.3.4.5", "IPv4-too-many-parts"},
		{"app.example", "/login", "//a:99999", "port-out-of-range"},

		// No reference.
		{"app.example", "/login", "", "no reference"},
		{"app.example", "/login", " ", "no reference"},
		{"app.example", "/login", "\t\r\n\x00\x1f ", "no reference"},
		{"app.example", "/a/login", "!", "/a/!"}, // the first byte that is not trimmed

		// What was requested.
		{"app.example", "//evil.example/x", "y", "/.//evil.example/y"},
		{"app.example", "//evil.example", "?y", "/.//evil.example?y"},
		{"app.example", "//", "y", "/.//y"},
		{"app.example", `/\evil.example/x`, "y", "/.//evil.example/y"},
		{"app.example", "/a/%2e%2e/b/c", "d", "/b/d"},
		{"app.example", "http://other.example/a/b?c", "d", "/a/d"},
		{"app.example", "https://other.example/a/b?c", "#d", "/a/b?c#d"},
		{"app.example", "http://other.example//a/b", "d", "/.//a/d"},
		{"app.example", "http://other.example/a", "http://other.example/b", "cross-origin"},
		{"app.example", "http://other.example/a", "//app.example/b", "/b"},
		{"app.example", "*", "d", "/d"},
		{"app.example", "app.example:443", "d", "/d"},
		{"app.example", "app.example:443", "?d", "/?d"},
		{"app.example", "/a b", "?d", "/?d"},
		{"app.example", "/a#b", "?d", "/?d"},
		{"app.example", "ftp://app.example/a", "?d", "/?d"},
		{"app.example", "http://u@app.example/a", "?d", "/?d"},
		{"app.example", "relative/a", "d", "/d"},

		// A host that does not parse, and that nothing names.
		{"", "/a/b", "c", "/a/c"},
		{"", "/a/b", "//c", "cross-origin"},
		{"a@b", "/a/b", "//b/c", "cross-origin"},
		{"a/b", "/a/b", "//a/b", "cross-origin"},
		{"a\\b", "/a/b", "//a/b", "cross-origin"},
		{"a?b", "/a/b", "//a/?b", "cross-origin"},
		{"a#b", "/a/b", "//a/#b", "cross-origin"},
		{"a b", "/a/b", "/c", "/c"},
		{"a\r\nb", "/a/b", "//ab/c", "cross-origin"},
		{"a:b", "/a/b", "//a/c", "cross-origin"},
		{"a:99999", "/a/b", "//a:99999/c", "port-out-of-range"},
		{"1.2.3.256", "/a/b", "c", "/a/c"},
		{"a,b", "//a/b", "../c", "/.//c"},
		{"[", "/a/b", "http:c", "/a/c"},
		{"[", "/a/b", "https:c", "/a/c"},
		{"[", "/a/b", "http://a.invalid/c", "cross-origin"},
		{"[", "/a/b", "//a.invalid/c", "cross-origin"},
		{"[", "/a/b", "https://b.invalid/c", "cross-origin"},
	} {
		got, err := Target(request(test.host, test.requestURI), test.ref)
		if err != nil {
			got = reason(err)
		}
		if got != test.want {
			t.Errorf("host %q, request for %q, reference %q: got %q (%v), want %q", test.host, test.requestURI, test.ref, got, err, test.want)
		}
	}
}

// reason returns a short form of an error of Target.
func reason(err error) string {
	var reason url.ErrorType
	var parse *url.Error
	switch {
	case err == ErrNoReference:
		return "no reference"
	case errors.Is(err, ErrCrossOrigin) && errors.Is(err, url.ErrCrossOrigin):
		return "cross-origin"
	case errors.As(err, &parse) && errors.As(err, &reason):
		text, _ := reason.MarshalText()
		return string(text)
	}
	return err.Error()
}

// Requests as tests make them have no RequestURI, or not even a URL.
func TestTargetWithoutRequestURI(t *testing.T) {
	made := func(method, rawURL string) *http.Request {
		r, err := http.NewRequest(method, rawURL, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		r         *http.Request
		ref, want string
	}{
		{made("GET", "https://app.example/a/b?c"), "d", "/a/d"},
		{made("GET", "https://app.example/a/b?c"), "#d", "/a/b?c#d"},
		{made("GET", "https://app.example/a/b?c#e"), "//app.example/d", "/d"},
		{made("GET", "https://app.example"), "d", "/d"},
		{made("GET", "https://app.example//a/b"), "d", "/.//a/d"},
		{made("GET", "/a/b"), "d", "/a/d"},
		{made("GET", "/a/b"), "//d", "cross-origin"},
		{made("CONNECT", "https://app.example"), "d", "/d"},
		{made("GET", "mailto:x"), "d", "/d"},
		{httptest.NewRequest("GET", "/a/b", nil), "d", "/a/d"},
		{httptest.NewRequest("GET", "http://h/a/b", nil), "//h/d", "/d"},
		{httptest.NewRequest("OPTIONS", "*", nil), "d", "/d"},
		{&http.Request{URL: &neturl.URL{Scheme: "http", Host: "h", Opaque: "//g/a/b"}}, "d", "/a/d"},
		{&http.Request{URL: &neturl.URL{Path: "a b"}}, "d", "/d"},
		{&http.Request{}, "d", "/d"},
		{&http.Request{Host: "h"}, "https://h/d", "/d"},
	} {
		got, err := Target(test.r, test.ref)
		if err != nil {
			got = reason(err)
		}
		if got != test.want {
			t.Errorf("%s %s, reference %q: got %q (%v), want %q", test.r.Method, test.r.URL, test.ref, got, err, test.want)
		}
	}
}

func TestSameOrigin(t *testing.T) {
	for _, test := range []struct{ host, ref, fallback, want string }{
		{"app.example", "/b", "/home", "/b"},
		{"app.example", "/b//c", "/home", "/b//c"},
		{"app.example", "", "/home", "/home"},
		{"app.example", " ", "home", "/a/home"},
		{"app.example", "//evil.example", "/home?x#y", "/home?x#y"},
		{"app.example", "//evil.example", "https://app.example/home", "/home"},
		{"app.example", "//evil.example", "https://evil.example/home", "/"},
		{"app.example", "//evil.example", "", "/"},
		{"app.example", "//[", "//[", "/"},
		{"a b", "https://app.example/b", "https://app.example/b", "/"},
		{"a b", "https://app.example/b", "/home", "/home"},
	} {
		for _, code := range []int{301, 302, 303, 307, 308} {
			w := httptest.NewRecorder()
			w.Header()["Location"] = []string{"/other", "/another"}
			w.Header()["location"] = []string{"https://evil.example/"}
			SameOrigin(w, request(test.host, "/a/login"), test.ref, test.fallback, code)
			if got := w.Header()["Location"]; len(got) != 1 || got[0] != test.want || w.Code != code || w.Body.Len() != 0 || len(w.Header()) != 1 {
				t.Errorf("host %q, %q, else %q: got %d, %q, want %q", test.host, test.ref, test.fallback, w.Code, w.Header(), test.want)
			}
		}
	}
}

// TestSameOriginMutations changes references in 5,000 ways. The transcription of the standard says where the field leads.
func TestSameOriginMutations(t *testing.T) {
	race.SkipSlow(t)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"/", "/", `\`, ".", "..", "//", "/.", "?", "#", ":", "@", "%2e", "%2f", "%5c", "%09", "%00", "\t", "\n", "\r", " ", "\x00", "a",
		"evil.example", "app.example", ":443", "http:", "https:", "javascript:", "[::1]", "\u3002", "\uff0f", "\u00fc", "\xff", "&", ";", "|",
	}
	const page = "https://app.example/a/login?next=x"
	stayed := 0
	for range 5000 {
		var ref string
		for range 1 + random.IntN(8) {
			ref += pieces[random.IntN(len(pieces))]
		}
		w := httptest.NewRecorder()
		SameOrigin(w, request("app.example", "/a/login?next=x"), ref, "/fallback", http.StatusSeeOther)
		checkField(t, ref, w.Header(), page)
		if w.Header().Get("Location") != "/fallback" {
			stayed++
		}
	}
	if stayed < 1000 {
		t.Errorf("only %d references stay", stayed)
	}
}

// read returns the properties of a URL, as the transcription of the standard reads it. It returns nil for a failure.
func read(ref string, base *string) map[string]string {
	object := spec.NewURL(spec.ScalarValueString(ref), base)
	if object == nil {
		return nil
	}
	properties := map[string]string{}
	for name, get := range spec.Getters {
		properties[name] = get(object)
	}
	return properties
}

// checkField checks that there is one Location field that leads from page to the same server. If ref leads there, too, it
// leads to the same path and query.
func checkField(t *testing.T, ref string, h http.Header, page string) {
	t.Helper()
	fields := h["Location"]
	if len(fields) != 1 || strings.ContainsFunc(fields[0], func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		t.Fatalf("%q: fields %q", ref, fields)
	}
	from, to, want := read(page, nil), read(fields[0], &page), read(ref, &page)
	if !strings.HasPrefix(fields[0], "/") || strings.HasPrefix(fields[0], "//") || to["origin"] != from["origin"] || to["username"]+to["password"] != "" {
		t.Fatalf("%q: the field %q leads to %v", ref, fields[0], to)
	}
	isSame := want["origin"] == from["origin"] && want["protocol"] == from["protocol"] && want["username"]+want["password"] == ""
	isBlank := !strings.ContainsFunc(ref, func(r rune) bool { return r > ' ' })
	if isSame && !isBlank && (to["pathname"] != want["pathname"] || to["search"] != want["search"]) {
		t.Fatalf("%q leads to %s, and the field %q to %s", ref, want["href"], fields[0], to["href"])
	}
}

func FuzzSameOrigin(f *testing.F) {
	for _, ref := range []string{"", "/b", "//evil.example", `/\evil.example`, "/.//evil.example", "https://app.example/b", `/#/../\x`, "http:b", "\xff"} {
		f.Add("app.example", "/a/login?next=x", ref)
		f.Add(ref, ref, ref)
	}
	f.Fuzz(func(t *testing.T, host, requestURI, ref string) {
		w := httptest.NewRecorder()
		SameOrigin(w, request(host, requestURI), ref, "/fallback", http.StatusSeeOther)
		checkField(t, "", w.Header(), "https://unknown.example/")
		SameOrigin(w, request("app.example", "/a/login?next=x"), ref, "/fallback", http.StatusSeeOther)
		checkField(t, ref, w.Header(), "https://app.example/a/login?next=x")
	})
}

// TestSameOriginOverHTTP writes requests to a server that strips a prefix.
func TestSameOriginOverHTTP(t *testing.T) {
	handler := func(w http.ResponseWriter, r *http.Request) {
		SameOrigin(w, r, r.Header.Get("X-Next"), "/home", http.StatusSeeOther)
	}
	mux := http.NewServeMux()
	mux.Handle("/prefix/", http.StripPrefix("/prefix", http.HandlerFunc(handler)))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RequestURI, "/prefix/") {
			mux.ServeHTTP(w, r)
		} else {
			handler(w, r)
		}
	}))
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	defer server.Close()
	for _, test := range []struct{ line, host, next, want string }{
		{"GET /prefix/a/login HTTP/1.1", "h", "b", "/prefix/a/b"},
		{"GET /a/login HTTP/1.1", "h", "b", "/a/b"},
		{"GET /a/login HTTP/1.1", "h", "//h/b//c", "/b//c"},
		{"GET //evil.example/x HTTP/1.1", "h", "y", "/.//evil.example/y"},
		{"GET http://other.example/a/b HTTP/1.1", "h", "c", "/a/c"},
		{"GET http://other.example/a/b HTTP/1.1", "h", "//other.example/c", "/c"}, // net/http takes the host of the target
		{"GET http://other.example/a/b HTTP/1.1", "h", "//h/c", "/home"},
		{"OPTIONS * HTTP/1.1", "h", "c", "/c"},
		{"CONNECT h:443 HTTP/1.1", "h:443", "c", "/c"},
		{"POST /a/login HTTP/1.0", "", "c", "/a/c"},
		{"POST /a/login HTTP/1.0", "", "//c", "/home"},
		{"GET /a/login HTTP/1.1", "h:x", "//h:x", "/home"},
		{"GET /a/login HTTP/1.1", "1.2.3.256", "/c", "/c"},
		{"GET /a/login HTTP/1.1", "h", "/b\u00fc\xff", "/b%C3%BC%EF%BF%BD"},
		{"HEAD /a/login HTTP/1.1", "h", "", "/home"},
	} {
		resp := exchange(t, server, test.line, test.host, test.next)
		if got := resp.Header["Location"]; len(got) != 1 || got[0] != test.want || resp.StatusCode != http.StatusSeeOther || resp.ContentLength > 0 {
			t.Errorf("%s, host %q, next %q: %s, Location %q, want %q", test.line, test.host, test.next, resp.Status, got, test.want)
		}
	}
}

// exchange writes a request to a socket, and reads the response.
func exchange(t *testing.T, server *httptest.Server, line, host, next string) *http.Response {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fields := "X-Next: " + next + "\r\nConnection: close\r\n\r\n"
	if host != "" {
		fields = "Host: " + host + "\r\n" + fields
	}
	if _, err := io.WriteString(conn, line+"\r\n"+fields); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func TestSameOriginOverHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SameOrigin(w, r, r.Header.Get("X-Next"), "/home", http.StatusSeeOther)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	for _, test := range []struct{ host, next, want string }{
		{"app.example", "https://app.example/b", "/b"},
		{"app.example", "c//d", "/a/c//d"},
		{"app.example", server.URL, "/home"},
		{"app.example:8443", "https://app.example/b", "/home"},
		{"", server.URL + "/b", "/b"},
	} {
		req, err := http.NewRequest("GET", server.URL+"/a/b?c", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = test.host
		req.Header.Set("X-Next", test.next)
		resp, err := server.Client().Transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header["Location"]; len(got) != 1 || got[0] != test.want || resp.ProtoMajor != 2 {
			t.Errorf("%+v: %s, Location %q", test, resp.Proto, got)
		}
	}
}

// The errors are those of other packages where these have one.
func TestErrors(t *testing.T) {
	for _, pair := range [][2]error{{ErrCrossOrigin, url.ErrCrossOrigin}, {ErrNoLocation, http.ErrNoLocation}} {
		if !errors.Is(pair[0], pair[1]) || !errors.Is(fmt.Errorf("x: %w", pair[1]), pair[0]) {
			t.Errorf("%v is not %v", pair[0], pair[1])
		}
	}
}

// readTwice is [hostile.Reading] for a reference that is read as http and as https.
func readTwice(f func(s string)) hostile.Use {
	return func(s string) (int, func()) { return 2 * len(s), func() { f(s) } }
}

// attacks are requests, responses and parameters from strangers.
var attacks = map[string]hostile.Use{
	"SameOrigin(w, r) to a host": hostile.Reading(func(s string) { SameOrigin(httptest.NewRecorder(), request(s, "/a"), "b", "", 302) }),
	"SameOrigin(ref)":            readTwice(func(s string) { SameOrigin(httptest.NewRecorder(), request("h", "/a"), s, "", 302) }),
	"SameOrigin(fallback)":       readTwice(func(s string) { SameOrigin(httptest.NewRecorder(), request("h", "/a"), "", s, 302) }),
	"Target(r) for a target":     hostile.Reading(func(s string) { _, _ = Target(request("h", s), "b") }),
	"Target(r) for a path":       hostile.Reading(func(s string) { _, _ = Target(&http.Request{Host: "h", URL: &neturl.URL{Path: s}}, "b") }),
	"Target(ref)":                readTwice(func(s string) { _, _ = Target(request("h", "/a"), s) }),
	"Target(ref) for no host":    readTwice(func(s string) { _, _ = Target(request("", "/a"), s) }),
	"Location(resp)":             responding(func(resp *http.Response) { _, _ = Location(resp) }),
	"Transport(next)": responding(func(resp *http.Response) {
		_, _ = Transport(answer(302, resp.Header["Location"]...)).RoundTrip(resp.Request)
	}),
	"MatchURI(registered)":            hostile.Reading(func(s string) { _, _ = MatchURI([]string{s, "http://localhost:" + s}, "http://localhost/"+s) }),
	"MatchURI(requested)":             hostile.Reading(func(s string) { _, _ = MatchURI([]string{"http://localhost/", "https://h/"}, s) }),
	"MatchURI(registered, requested)": hostile.Reading(func(s string) { _, _ = MatchURI([]string{s}, s) }),
	"CheckURI(uri)":                   hostile.Reading(func(s string) { _ = CheckURI(s) }),
	"MatchURI(requested) with a port": hostile.Reading(func(s string) { _, _ = MatchURI([]string{"http://localhost/" + s}, "http://localhost:80/"+s) }),
}

// responding returns the use that calls do with a response from http://h/a that has s in its Location field, in bytes
// that are not UTF-8, too.
func responding(do func(resp *http.Response)) hostile.Use {
	return func(s string) (int, func()) {
		req := &http.Request{URL: &neturl.URL{Scheme: "http", Host: "h", Path: "/a"}, Header: http.Header{"Referer": {s}}}
		return 2 * len(s), func() {
			for _, field := range []string{s, s + "\xff"} {
				do(&http.Response{StatusCode: 302, Header: http.Header{"Location": {field}}, Request: req})
			}
		}
	}
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	hostile.CheckComplete(t, attacks, nil)
}

// TestGrowth checks that time and memory grow linearly with the length of a text. Only this test states how much
// memory.
func TestGrowth(t *testing.T) {
	most := map[string]float64{"CheckURI": 96, "MatchURI": 96, "Location": 128, "SameOrigin": 96, "Target": 100, "Transport": 304}
	hostile.Check(t, hostile.URLs, attacks, func(name, shape string) float64 {
		function, _, _ := strings.Cut(name, "(")
		return most[function]
	})
}
