package redirect

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/weburl-go/url"
)

// servers are two servers, with and without TLS, for all hosts.
type servers struct{ plain, secure *httptest.Server }

func startServers(t *testing.T, handler http.HandlerFunc) servers {
	s := servers{httptest.NewServer(handler), httptest.NewUnstartedServer(handler)}
	s.secure.EnableHTTP2 = true
	s.secure.StartTLS()
	t.Cleanup(s.plain.Close)
	t.Cleanup(s.secure.Close)
	return s
}

// transport returns a transport that sends requests to any host to these servers: those to the ports 443 and 8443 to that
// with TLS.
func (s servers) transport(t *testing.T) *http.Transport {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			server := s.plain
			if strings.HasSuffix(address, "443") {
				server = s.secure
			}
			return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
		},
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// roundTripper is a transport that is not an [http.Transport].
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// address returns the URL that the request arrived for, as the request line and the Host field have it.
func address(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host + r.RequestURI
	}
	return "http://" + r.Host + r.RequestURI
}

// A fieldCase is a line of testdata/locations.txt.
type fieldCase struct {
	fields []string
	to     map[string]string // by the scheme of the first request
}

func readFieldCases(t testing.TB) (cases []fieldCase) {
	t.Helper()
	text, err := os.ReadFile("testdata/locations.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) != 3 {
			t.Fatalf("not three columns: %q", line)
		}
		c := fieldCase{to: map[string]string{"http": columns[1], "https": columns[2]}}
		for quoted := range strings.SplitSeq(columns[0], " + ") {
			field, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatalf("%v: %q", err, line)
			}
			c.fields = append(c.fields, field)
		}
		cases = append(cases, c)
	}
	if len(cases) < 60 {
		t.Fatalf("only %d cases", len(cases))
	}
	return cases
}

// unreachable has fields for which a client fails and Chromium does not. The standard forbids the first two hosts. net/http
// leaves out the Host field for the third.
var unreachable = []string{"http://a b.test/x", "http://a%20b.test/x", `http://a"b.test/x`}

var percent = regexp.MustCompile(`%[0-9A-Fa-f]{2}|%`)

// held returns what net/url can hold of a URL that a browser requests: a lone "%" in the path is percent-encoded.
func held(rawURL string) string {
	path, query, hasQuery := strings.Cut(rawURL, "?")
	path = percent.ReplaceAllStringFunc(path, func(s string) string {
		if s == "%" {
			return "%25"
		}
		return s
	})
	if hasQuery {
		return path + "?" + query
	}
	return path
}

// TestTransportFields follows Location fields to where Chromium goes.
func TestTransportFields(t *testing.T) {
	var fields []string
	s := startServers(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RequestURI, "/dir/start") && r.Host == "start.test" && r.URL.RawQuery == "n=1" {
			w.Header()["Location"] = fields
			w.WriteHeader(http.StatusFound)
			return
		}
		io.WriteString(w, r.Proto+" "+address(r))
	})
	transport := s.transport(t)
	wrongByNetHTTP := 0
	for _, c := range readFieldCases(t) {
		for scheme, want := range c.to {
			if want = held(want); slices.Contains(unreachable, c.fields[0]) {
				want = "-"
			}
			fields = c.fields
			for name, transport := range map[string]http.RoundTripper{
				"net/http": transport, "around http.Transport": Transport(transport), "around another": Transport(roundTripper(transport.RoundTrip)),
			} {
				client := &http.Client{Transport: transport}
				got := "-"
				if resp, err := client.Get(scheme + "://start.test/dir/start?n=1"); err == nil {
					body, err := io.ReadAll(resp.Body)
					resp.Body.Close()
					proto, address, _ := strings.Cut(string(body), " ")
					if isTLS := strings.HasPrefix(address, "https:"); err != nil || len(body) > 0 && (proto == "HTTP/2.0") != isTLS {
						t.Fatalf("%q: %s, %v", c.fields, body, err)
					}
					if len(body) > 0 {
						got = address
					}
				}
				if got != want && name == "net/http" {
					wrongByNetHTTP++
				} else if got != want {
					t.Errorf("%q from %s, %s: arrives at %s, want %s", c.fields, scheme, name, got, want)
				}
			}
		}
	}
	t.Logf("without package redirect, %d fields lead elsewhere", wrongByNetHTTP)
	if wrongByNetHTTP < 100 {
		t.Errorf("without package redirect, only %d fields lead elsewhere", wrongByNetHTTP)
	}
}

// answer returns a transport that answers each request with a redirect and these Location fields.
func answer(code int, fields ...string) roundTripper {
	return func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: code, Header: http.Header{"Location": fields, "X": {"y"}}, Body: http.NoBody, Request: req}, nil
	}
}

// TestTransportRewrites checks which fields the transport rewrites, and what it writes.
func TestTransportRewrites(t *testing.T) {
	for _, test := range []struct {
		from, custom, field string // custom is the Host field of the caller
		want                string // "": as the server wrote it
	}{
		// What net/http reads right is left as it is.
		{"http://h/a/b", "", "c", ""},
		{"http://h/a/b", "", "../c/./d", ""},
		{"http://h/a/b", "", "?c", ""},
		{"http://h/a/b", "", "?", ""},
		{"http://h/a/b?c", "", "#d", ""},
		{"http://h/a/b", "", "/c|d", ""},
		{"http://h/a/b", "", "/caf\xe9", ""},
		{"http://h/a/b", "", "/c\u00fc#\u00fc", ""},
		{"http://h/a/b", "", "//g/c", ""},
		{"http://h/a/b", "", "//g", ""},
		{"http://h/a/b", "", "http://g", ""},
		{"http://h/a/b", "", "http://g?c", ""},
		{"http://h/a/b", "", "http://g/../c", ""},
		{"http://h/a/b", "", "https://u:p@g/c", ""},
		{"http://H:80/a/b", "", "c", ""}, // the caller wrote the host so
		{"http://b\u00fccher.test/a/b", "", "c", ""},
		{"http://[fe80::1%25eth0]/a", "", `\c`, ""}, // a browser has no such page
		// What net/url refuses, and so does a browser.
		{"http://h/a/b", "", "http://[", ""},
		{"http://h/a/b", "", "http://h:x/", ""},
		// Other schemes.
		{"http://h/a/b", "", "mailto:a", ""},
		{"http://h/a/b", "", "foo://h/a|b", ""},
		{"http://h/a/b", "", "java\tscript:x", ""},
		{"http://h/a/b", "", "ws://h/", ""},
		{"file:///a", "", "b|", ""},

		// No host.
		{"http://h/a/b", "", `\c`, "/c"},
		{"http://h/a/b", "", `c\d`, "/a/c/d"},
		{"http://h/a/b", "", "/100%", "/100%25"},
		{"http://h/a/b", "", "/c\td", "/cd"},
		{"http://h/a/b", "", "/%2e%2e/c", "/c"},
		{"http://h/a/b", "", "?\u00fc", "/a/b?%C3%BC"},
		{"http://h/a/b", "", "?\xfc", "/a/b?%FC"},
		{"http://h/a/b", "", "\t?#", "/a/b?"},
		{"http://h/a/b", "", "c:\td", ""}, // a scheme
		{"http://h/a/b", "", "1:d", "/a/1:d"},
		{"http://h/a/b", "", "http:c", "/a/c"},
		{"http://h/a/b", "", "http:/c", "/c"},
		{"http://h/a/b", "", "http:?c", "/a/b?c"},
		{"http://h/a/b", "", `/.\/c`, "/.//c"},
		{"http://h/a/b", "", `/c\#/../d`, "/c/#/../d"},
		{"http://h/a/b", "", "/100%#%", "/100%25#%25"},
		{"http://h/a/b", "", "/c#%zz", "/c#%25zz"},
		{"http://h/a/%2e%2e/b", "", "c", "/c"},
		{"http://h/a|b/c", "", "d", ""},
		{"http://u:p@h/a/b", "", `\c`, "/c"},
		{"http://H:80/a/b", "", `\c`, "/c"},

		// A host.
		{"http://h/a/b", "", `/\g/c`, "http://g/c"},
		{"https://h/a/b", "", `\\g\c?d#e`, "https://g/c?d#e"},
		{"http://h/a/b", "", "///g/c", "http://g/c"},
		{"http://h/a/b", "", "https:g/c", "https://g/c"},
		{"http://h/a/b", "", "http://G/c", "http://g/c"},
		{"http://h/a/b", "", "http://g:80/c", "http://g/c"},
		{"http://h/a/b", "", "http://g/\u00fc?\u00fc", "http://g/%C3%BC?%C3%BC"},
		{"http://h/a/b", "", "http://0x7f.1/c", "http://127.0.0.1/c"},
		{"http://h/a/b", "", `/\g//c`, "http://g//c"},
		{"http://h/a/b", "", `http://h\@g/c`, "http://h/@g/c"},
		{"http://h/a/b", "", `//h/c\d`, "http://h/c/d"},

		// The same host: http.Client compares it, byte for byte, with that of the first request.
		{"http://H:80/a/b", "", "http://H:80/c", ""},
		{"http://H:80/a/b", "", "http://h/c", "http://H:80/c"},
		{"http://H/a/b", "", `//H\c`, "http://H/c"},
		{"http://H/a/b", "", "//H/c", ""},
		{"http://H/a/b", "", "https://H/c", ""},
		{"http://H/a/b", "", "https://h:443/c", "https://H/c"},
		{"https://H:443/a/b", "", "http://h:443/c", "http://H:443/c"},
		{"http://H:443/a/b", "", "https://h/c", "https://H/c"},
		{"http://H:/a/b", "", "https://h/c", "https://H/c"},
		{"http://H/a/b", "", "http://H:8080/c", ""},
		{"http://H:8080/a/b", "", `\\h:81\c`, "http://H:81/c"},
		{"http://H/a/b", "", "http://H./c", "http://h./c"},
		{"http://H/a/b", "", "http://HH:8080/c", "http://hh:8080/c"},
		{"http://H/a/b", "", "http://g.H/c", "http://g.h/c"},
		{"http://H/a/b", "virtual", "http://H/c", ""},
		{"http://H/a/b", "virtual", "//h/c", "http://H/c"},
		{"http://[::ffff:127.0.0.1]:1/a", "", "http://[::ffff:127.0.0.1]:1/c", ""},
		{"http://[0::1]:81/a", "", "https://[::1]/c", "https://[0::1]/c"},
		{"http://b\u00fccher.test/a/b", "", "http://b\u00fccher.test/c", ""},
		{"http://b\u00fccher.test/a/b", "", "https://xn--bcher-kva.test:8/c", "https://b%C3%BCcher.test:8/c"},

		// Credentials: http.Client sends even empty ones.
		{"http://u:p@h/a/b", "", `/\x:y@h/../c`, "http://x:y@h/c"},
		{"http://h/a/b", "", "//@g/c", "http://g/c"},
		{"http://h/a/b", "", "http://:@g/c", "http://g/c"},
		{"http://h/a/b", "", "http://u:@g/c", ""},
		{"http://@h/a/b", "", "c", ""},

		// A browser refuses these, and net/url does not.
		{"http://h/a/b", "", "http://1.2.3.4.5/c", "http://refused by browsers/http://1.2.3.4.5/c"},
		{"http://h/a/b", "", "//g:99999/c", "http://refused by browsers///g:99999/c"},
		{"http://h/a/b", "", "http://", "http://refused by browsers/http://"},
		{"http://h/a/b", "", `http://a"b/`, `http://refused by browsers/http://a"b/`}, // nor can net/http send this

		// http.Client keeps a Host field of the caller only if the field names no host.
		{"http://h/a/b", "virtual", `\c`, "/c"},
		{"http://h/a/b", "virtual", "c", ""},
		{"http://h/a/b", "virtual", "http:/c", "/c"},
		{"http://h/a/b", "virtual", "http://h/c", ""},
		{"http://h/a/b", "virtual", "//h/c", "http://h/c"},
		{"http://h/a/b", "virtual", "//g/c", "http://g/c"},
		{"http://h/a/b", "virtual", `/\g/c`, "http://g/c"},
		{"http://h/a/b", "h", "//g/c", ""},
	} {
		want := test.want
		if want == "" {
			want = test.field
		}
		req, err := http.NewRequest("GET", test.from, nil)
		if err != nil {
			t.Fatal(err)
		}
		if test.custom != "" {
			req.Host = test.custom
		}
		for _, code := range []int{301, 302, 303, 307, 308} {
			resp, err := Transport(answer(code, test.field)).RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			if got := resp.Header["Location"]; len(got) != 1 || got[0] != want {
				t.Errorf("%q from %s, Host %q: %q, want %q", test.field, test.from, test.custom, got, want)
			}
		}
		for _, code := range []int{200, 201, 300, 304, 305, 306, 399, 404} {
			resp, err := Transport(answer(code, test.field)).RoundTrip(req)
			if err != nil || resp.Header.Get("Location") != test.field {
				t.Errorf("%d: %q becomes %q, error %v", code, test.field, resp.Header, err)
			}
		}
	}
	// Neither net/url nor a browser reads the field that stands for a refused one.
	field := refused(httptest.NewRequest("GET", "http://h/", nil), "/x@g/")
	if _, err := neturl.Parse(field); err == nil || read(field, nil) != nil {
		t.Errorf("%s is not refused", field)
	}
}

// The URL of a request that RequestURL made has Opaque.
func TestTransportOpaque(t *testing.T) {
	for _, test := range []struct{ from, field, want string }{
		{"http://h/a|b/c", "?d", "/a%7Cb/c?d"},
		{"http://h/a|b/c", "d", "d"},
		{"http://h/a|b/c", "#d", "/a%7Cb/c#d"},
		{"http://h/a|b/c", `\\g`, "http://g/"},
	} {
		n, err := url.MustParse(test.from).RequestURL()
		if err != nil || n.Opaque == "" {
			t.Fatalf("%s: %v, %v", test.from, n, err)
		}
		resp, err := Transport(answer(302, test.field)).RoundTrip(&http.Request{URL: n, Header: http.Header{}})
		if err != nil || resp.Header.Get("Location") != test.want {
			t.Errorf("%q from %s: %q, error %v, want %q", test.field, test.from, resp.Header["Location"], err, test.want)
		}
	}
	// net/http connects to h, and asks for a URL of g.
	n := &neturl.URL{Scheme: "http", Host: "h", Opaque: "//g/a"}
	resp, err := Transport(answer(302, "b")).RoundTrip(&http.Request{URL: n, Header: http.Header{}})
	if err != nil || resp.Header.Get("Location") != "http://g/b" {
		t.Errorf("%q, error %v", resp.Header["Location"], err)
	}
}

// TestTransportFails sends what a browser refuses through an http.Client. It fails as for what net/url refuses: with an error of
// net/url's type, the body closed, and without asking CheckRedirect.
func TestTransportFails(t *testing.T) {
	for _, fields := range [][]string{{"http://1.2.3.4.5/"}, {"http://["}, {"/a", "/b"}, {"", "/b"}, {" "}, {"//g:99999"}, {"http://"}} {
		closed := 0
		next := roundTripper(func(req *http.Request) (*http.Response, error) {
			resp, err := answer(302, fields...)(req)
			resp.Body = &countingBody{closed: &closed}
			return resp, err
		})
		client := &http.Client{Transport: Transport(next), CheckRedirect: func(*http.Request, []*http.Request) error {
			t.Errorf("%q: CheckRedirect is asked", fields)
			return http.ErrUseLastResponse
		}}
		resp, err := client.Get("http://h/")
		var urlError *neturl.Error
		if resp != nil || !errors.As(err, &urlError) || closed != 1 {
			t.Errorf("%q: %v, error %v, closed %d times", fields, resp, err, closed)
		}
	}
	// Without GetBody, http.Client returns a response that asks to send the body again.
	req, err := http.NewRequest("POST", "http://h/", io.MultiReader(strings.NewReader("x")))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := (&http.Client{Transport: Transport(answer(307, "http://1.2.3.4.5/"))}).Do(req)
	if err != nil || resp.StatusCode != 307 {
		t.Errorf("%v, error %v", resp, err)
	}
	// Errors and odd responses of the transport go through.
	for _, next := range []roundTripper{
		func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
		func(*http.Request) (*http.Response, error) { return nil, nil },
		func(*http.Request) (*http.Response, error) { return &http.Response{}, io.ErrUnexpectedEOF },
		func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 302}, nil },
	} {
		wantResp, wantErr := next(nil)
		resp, err := Transport(next).RoundTrip(&http.Request{URL: &neturl.URL{Scheme: "http", Host: "h"}})
		if err != wantErr || (resp == nil) != (wantResp == nil) {
			t.Errorf("got %v, %v, want %v, %v", resp, err, wantResp, wantErr)
		}
	}
}

type countingBody struct{ closed *int }

func (countingBody) Read([]byte) (int, error) { return 0, io.EOF }
func (b countingBody) Close() error           { *b.closed++; return nil }

// TestTransportChangesNothing checks that neither the request nor the response of the other transport is changed: that may keep
// them.
func TestTransportChangesNothing(t *testing.T) {
	kept := &http.Response{StatusCode: 302, Header: http.Header{"Location": {`\a`}, "X": {"y"}}, Body: http.NoBody}
	transport := Transport(roundTripper(func(req *http.Request) (*http.Response, error) {
		if got := req.Header.Get("Referer"); got != "http://h/" {
			t.Errorf("Referer: %q", got)
		}
		return kept, nil
	}))
	req, err := http.NewRequest("GET", "http://h/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Referer", "http://h/#secret")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			resp, err := transport.RoundTrip(req)
			if err != nil || resp.Header.Get("Location") != "/a" || resp.Header.Get("X") != "y" || resp.Body != kept.Body {
				t.Errorf("%v, error %v", resp, err)
			}
		})
	}
	all.Wait()
	if kept.Header.Get("Location") != `\a` || req.Header.Get("Referer") != "http://h/#secret" {
		t.Errorf("changed: %v, %v", kept.Header, req.Header)
	}
}

// TestTransportReferer checks that fragments stay out of the Referer field, that another origin gets only the origin, and that
// net/http does not do this itself.
func TestTransportReferer(t *testing.T) {
	var referers []string
	s := startServers(t, func(w http.ResponseWriter, r *http.Request) {
		referers = append(referers, r.Referer())
		if to, ok := map[string]string{"/a": "/b?c#access_token=secret", "/b": "http://g.test/d"}[r.URL.Path]; ok {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
	})
	for _, test := range []struct {
		transport http.RoundTripper
		want      []string
	}{
		{s.transport(t), []string{"", "http://h.test/a#x", "http://h.test/b?c#access_token=secret"}},
		{Transport(s.transport(t)), []string{"", "http://h.test/a", "http://h.test/"}},
	} {
		referers = nil
		resp, err := (&http.Client{Transport: test.transport}).Get("http://h.test/a#x")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if !slices.Equal(referers, test.want) {
			t.Errorf("%q, want %q", referers, test.want)
		}
	}
}

// TestRefererFor has the fields of a request, and what its server gets.
func TestRefererFor(t *testing.T) {
	longest := "https://a.example/" + strings.Repeat("x", 4096-len("https://a.example/"))
	for _, test := range []struct{ to, referer, want string }{
		{"https://a.example/x", "https://a.example/p?token=s#f", "https://a.example/p?token=s"},
		{"https://a.example/x", "https://A.example:443/p?q", "https://a.example/p?q"},
		{"http://a.example:80/x", "http://a.example/p?q", "http://a.example/p?q"},
		{"https://a.example/x", "https://u:secret@a.example/p?q#f", "https://a.example/p?q"},
		{"https://a.example/x", "https://:secret@a.example/p#f", "https://a.example/p"},
		{"https://a.example/x", "https://u@a.example", "https://a.example/"},
		{"https://a.example/x", longest, longest},
		{"https://a.example/x", strings.Replace(longest, "a", "u:secret@a", 1) + "#f", longest},
		{"https://a.example/x", longest + "x", "https://a.example/"},
		{"https://a.example/x", longest[:4090] + "é\"", "https://a.example/"}, // longer when it is serialized
		{"https://b.example/x", "https://a.example/p?token=s#f", "https://a.example/"},
		{"https://b.example/x", "https://u:secret@a.example:8443/p", "https://a.example:8443/"},
		{"https://a.example:8443/x", "https://a.example/p?token=s", "https://a.example/"},
		{"https://sub.a.example/x", "https://a.example/p?token=s", "https://a.example/"},
		{"https://a.example/x", "http://a.example/p?token=s", "http://a.example/"},
		{"http://a.example/x", "https://a.example/p?token=s", ""},
		{"http://b.example/x", "https://a.example/", ""},
		{"https://b.example/x", `https:\\\\BÜCHER.example\p?token=s`, "https://xn--bcher-kva.example/"},
		{"https://b.example/x", "https://[::1]:8080/p?token=s", "https://[::1]:8080/"},
		{"https://[::1]/x", "https://[0:0::1]/p?q", "https://[::1]/p?q"},
		{"https://b.example/x", "https://[fe80::1%25eth0]/p?token=s", ""},
		{"https://b.example/x", "/p?token=s", ""},
		{"https://b.example/x", "data:,token", ""},
		{"https://b.example/x", "about:client", ""},
		{"https://b.example/x", "", ""},
	} {
		req, err := http.NewRequest("GET", test.to, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, fields := range [][]string{{test.referer}, {test.referer, "https://other.example/?token"}} {
			req.Header["Referer"] = fields
			got := "not sent"
			_, _ = Transport(roundTripper(func(req *http.Request) (*http.Response, error) {
				got = strings.Join(req.Header["Referer"], ", ")
				return answer(200)(req)
			})).RoundTrip(req)
			if got != test.want {
				t.Errorf("%s from %q: %q, want %q", test.to, fields, got, test.want)
			}
		}
	}
	req := &http.Request{URL: &neturl.URL{Scheme: "http", Host: "h.test"}, Header: http.Header{"Referer": {}}} // net/http sends no field
	if _, err := Transport(answer(200)).RoundTrip(req); err != nil {
		t.Errorf("a field without values: %v", err)
	}
}

// TestTransportCheckRedirect looks at what CheckRedirect sees.
func TestTransportCheckRedirect(t *testing.T) {
	var seen []string
	client := &http.Client{Transport: Transport(answer(302, `/\BÜCHER.test:80\x`)), CheckRedirect: func(req *http.Request, via []*http.Request) error {
		seen = append(seen, req.URL.String(), req.URL.Host, req.Host)
		return http.ErrUseLastResponse
	}}
	resp, err := client.Get("http://h.test/")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"http://xn--bcher-kva.test/x", "xn--bcher-kva.test", ""}; !slices.Equal(seen, want) {
		t.Errorf("%q, want %q", seen, want)
	}
	if u, err := resp.Location(); err != nil || u.String() != "http://xn--bcher-kva.test/x" {
		t.Errorf("%v, %v", u, err)
	}
}

// TestTransportOfNil uses the default transport of the time of the request, and closes the idle connections of any.
func TestTransportOfNil(t *testing.T) {
	transport := Transport(nil)
	was := http.DefaultTransport
	defer func() { http.DefaultTransport = was }()
	idle := new(idleCloser)
	http.DefaultTransport = idle
	if resp, err := transport.RoundTrip(httptest.NewRequest("GET", "http://h/", nil)); err != nil || resp.Header.Get("Location") != "/a" {
		t.Errorf("%v, error %v", resp, err)
	}
	(&http.Client{Transport: transport}).CloseIdleConnections()
	(&http.Client{Transport: Transport(answer(200))}).CloseIdleConnections()
	if idle.closed.Load() != 1 {
		t.Errorf("idle connections were closed %d times", idle.closed.Load())
	}
}

type idleCloser struct{ closed atomic.Int32 }

func (*idleCloser) RoundTrip(req *http.Request) (*http.Response, error) {
	return answer(302, `\a`)(req)
}
func (c *idleCloser) CloseIdleConnections() { c.closed.Add(1) }

func TestLocation(t *testing.T) {
	several := []string{"/a", "/b"}
	for _, test := range []struct {
		code   int
		base   string // "": no request
		fields []string
		want   string // a URL, or the reason of an error
	}{
		{302, "http://h/a/b?c", []string{"d"}, "http://h/a/d"},
		{302, "http://h/a/b?c", []string{`/\g/d`}, "http://g/d"},
		{302, "http://h/a/b?c", []string{"/d|100%"}, "http://h/d|100%"},
		{302, "http://h/a|b/%2e%2e/c", []string{"d"}, "http://h/d"},
		{302, "http://h/a", []string{"mailto:x"}, "mailto:x"},
		{302, "http://h/a", []string{"/b", "/b"}, "http://h/b"},
		{301, "http://h/a", []string{"/b"}, "http://h/b"},
		{303, "http://h/a", []string{"/b"}, "http://h/b"},
		{307, "http://h/a", []string{"/b"}, "http://h/b"},
		{308, "http://h/a", []string{"/b"}, "http://h/b"},
		// The fragment.
		{302, "http://h/a#f", []string{"/b"}, "http://h/b#f"},
		{302, "http://h/a#f", []string{"/b#g"}, "http://h/b#g"},
		{302, "http://h/a#f", []string{"/b#"}, "http://h/b#"},
		{302, "http://h/a#f%20%22", []string{"//g/b"}, "http://g/b#f%20%22"},
		{302, "http://h/a#f", []string{"mailto:x"}, "mailto:x#f"},
		// Bytes.
		{302, "http://h/a", []string{"/\u00fc?\u00fc#\u00fc"}, "http://h/%C3%BC?%C3%BC#%C3%BC"},
		{302, "http://h/a", []string{"/\xfc?\xfc#\xfc"}, "http://h/%FC?%FC#%FC"},
		{302, "http://h/a", []string{"/\u00fc\xfc"}, "http://h/%C3%BC%FC"},
		{302, "http://h/a", []string{"/\x7f\x80"}, "http://h/%7F%80"}, // the first byte that is not printable, and the first that is not ASCII
		{302, "http://h/a", []string{"//b\u00fccher.test"}, "http://xn--bcher-kva.test/"},
		// No redirect.
		{200, "http://h/a", []string{"/b"}, "no location"},
		{201, "http://h/a", []string{"/b"}, "no location"},
		{300, "http://h/a", []string{"/b"}, "no location"},
		{304, "http://h/a", []string{"/b"}, "no location"},
		{305, "http://h/a", []string{"/b"}, "no location"},
		{306, "http://h/a", []string{"/b"}, "no location"},
		{302, "http://h/a", nil, "no location"},
		{302, "http://h/a", []string{""}, "no location"},
		{302, "http://h/a", []string{"", ""}, "no location"}, // several fields, and all are empty
		{302, "", nil, "no location"},
		{200, "http://1.2.3.4.5/", []string{"/b"}, "no location"},
		// No URL.
		{302, "http://h/a", several, errSeveralLocations.Error()},
		{302, "http://h/a", []string{"", "/b"}, errSeveralLocations.Error()},
		{302, "http://h/a", []string{" \t\x01"}, "no reference"},
		{302, "http://h/a", []string{"http://1.2.3.4.5/"}, "IPv4-too-many-parts"},
		{302, "http://h/a#f", []string{"http://1.2.3.4.5/"}, "IPv4-too-many-parts"}, // there is no URL that could get the fragment
		{302, "http://h/a", []string{"//b\xfccher.test"}, "domain-to-ASCII"},
		{302, "http://1.2.3.4.5/", []string{"/b"}, "IPv4-too-many-parts"},
		// No request.
		{302, "", []string{"http://h/b"}, "http://h/b"},
		{302, "", []string{"/b"}, "missing-scheme-non-relative-URL"},
	} {
		resp := &http.Response{StatusCode: test.code, Header: http.Header{"Location": test.fields}}
		if test.base != "" {
			n, err := neturl.Parse(test.base)
			if err != nil {
				t.Fatal(err)
			}
			resp.Request = &http.Request{URL: n}
		}
		u, err := Location(resp)
		got := u.Href()
		switch {
		case errors.Is(err, ErrNoLocation) && errors.Is(err, http.ErrNoLocation):
			got = "no location"
		case err != nil:
			got = reason(err)
		}
		if got != test.want || err != nil && !u.IsZero() {
			t.Errorf("%d, %q from %q: got %s (%v), want %s", test.code, test.fields, test.base, got, err, test.want)
		}
	}
	for _, resp := range []*http.Response{{}, {StatusCode: 302}, {StatusCode: 302, Request: new(http.Request)}} {
		if u, err := Location(resp); err != ErrNoLocation || !u.IsZero() {
			t.Errorf("%v, error %v", u, err)
		}
	}
	resp := &http.Response{StatusCode: 302, Header: http.Header{"Location": {"http://h/b"}}, Request: new(http.Request)}
	if u, err := Location(resp); err != nil || u.Href() != "http://h/b" {
		t.Errorf("a request without a URL: %v, error %v", u, err)
	}
}

// FuzzTransport checks that http.Client, with the transport, goes where the transcription of the standard says, or fails.
func FuzzTransport(f *testing.F) {
	for _, c := range readFieldCases(f) {
		f.Add("/dir/start", "", c.fields[0])
	}
	f.Add("/a|b/%2e%2e//c", "virtual.test", `\d`)
	f.Fuzz(func(t *testing.T, path, host, field string) {
		const origin = "http://start.test"
		n, err := neturl.Parse(origin + "/" + strings.TrimPrefix(path, "/"))
		if err != nil || n.Host != "start.test" {
			return
		}
		page := n.String()
		var arrived *http.Request
		client := &http.Client{Transport: Transport(roundTripper(func(req *http.Request) (*http.Response, error) {
			if req.Response == nil {
				return answer(302, field)(req)
			}
			arrived = req
			return answer(200)(req)
		}))}
		_, err = client.Do(&http.Request{URL: n, Host: host, Header: http.Header{}})
		other := "http://other.test/"
		want, fromOther := read(toASCII(field), &page), read(toASCII(field), &other)
		isHTTP := want["protocol"] == "http:" || want["protocol"] == "https:"
		switch {
		case want != nil && !isHTTP: // left to http.Client
		case arrived == nil && isHTTP && err == nil && field != "":
			t.Fatalf("%q from %s: not followed", field, page)
		case arrived == nil:
		case want == nil:
			t.Fatalf("%q from %s: arrives at %v", field, page, arrived.URL)
		default:
			named := want["host"] == fromOther["host"]
			if !named && host != "" && arrived.Host != host || named && arrived.Host != "" {
				t.Fatalf("%q from %s: Host %q", field, page, arrived.Host)
			}
			got := arrived.URL.Scheme + "://" + arrived.URL.Host + arrived.URL.RequestURI()
			target := held(want["protocol"] + "//" + want["host"] + want["pathname"] + want["search"])
			if strings.ReplaceAll(strings.TrimSuffix(got, "?"), "|", "%7C") != strings.ReplaceAll(strings.TrimSuffix(target, "?"), "|", "%7C") {
				t.Fatalf("%q from %s: arrives at %s, want %s", field, page, got, target)
			}
		}
	})
}
