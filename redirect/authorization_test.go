package redirect

import (
	"errors"
	"net/http"
	neturl "net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A tour is a request that its server redirects from one URL to the next.
type tour struct {
	what  string
	hops  string            // URLs, separated by spaces
	field []string          // Authorization of the caller
	set   map[string]string // what CheckRedirect sets, by the URL of the next request
	want  string            // what arrives, "-" if nothing does
}

var tours = []tour{
	{"the same origin", "http://a.test/ http://a.test/b http://A.test:80/c", []string{"Bearer s"}, nil, "Bearer s|Bearer s|Bearer s"},
	{"the same origin, with TLS", "https://a.test/ https://a.test:443/b", []string{"Bearer s"}, nil, "Bearer s|Bearer s"},
	{"a relative reference", "http://a.test:8080/ /b", []string{"Bearer s"}, nil, "Bearer s|Bearer s"},
	{"another spelling of the host", "http://127.0.0.1/ http://0x7f.1/ http://b\u00fccher.test/", []string{"Bearer s"}, nil, "Bearer s|Bearer s|-"},

	{"another spelling of the caller", "http://a.test:80/ http://a.test/b", []string{"Bearer s"}, nil, "Bearer s|Bearer s"},

	{"another port", "http://a.test/ http://a.test:8080/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"the default port", "http://a.test:8080/ http://a.test/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"another scheme", "https://a.test/ http://a.test/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"a safer scheme", "http://a.test/ https://a.test/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"a subdomain", "https://a.test/ https://b.a.test/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"a domain above", "https://b.a.test/ https://a.test/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"a dot at the end", "https://a.test/ https://a.test./", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"another host", "https://a.test/ https://b.test/", []string{"Bearer s"}, nil, "Bearer s|-"},
	{"a host that net/http finds in no field", `https://a.test/ /\b.a.test/`, []string{"Bearer s"}, nil, "Bearer s|-"},
	{"another origin late", "https://a.test/ https://a.test/b https://a.test/c https://b.a.test/ https://b.a.test/d", []string{"Bearer s"}, nil, "Bearer s|Bearer s|Bearer s|-|-"},

	{"a host that is not normalized", `http://A.test/ http://A.test/b http://a.test:80/c \\A.test/d`, []string{"Bearer s"}, nil, "Bearer s|Bearer s|Bearer s|Bearer s"},
	{"such a host on another origin", "http://A.test/ https://A.test/ http://A.test:8080/", []string{"Bearer s"}, nil, "Bearer s|-|-"},

	// As in Fetch, the field does not come back.
	{"back to the first origin", "http://a.test/ http://a.test:8080/ http://a.test/", []string{"Bearer s"}, nil, "Bearer s|-|-"},
	{"back, on the way to another", "https://a.test/ http://a.test/ https://a.test/ https://a.test/b", []string{"Bearer s"}, nil, "Bearer s|-|-|-"},

	{"a new value", "http://a.test/ http://a.test:8080/", []string{"Bearer s"}, map[string]string{"http://a.test:8080/": "Bearer t"}, "Bearer s|Bearer t"},
	{"a new value once", "http://a.test/ http://a.test:8080/ http://a.test:8080/b", []string{"Bearer s"}, map[string]string{"http://a.test:8080/": "Bearer t"}, "Bearer s|Bearer t|-"},
	{"a new value back", "http://a.test/ http://a.test:8080/ http://a.test/b", []string{"Bearer s"}, map[string]string{"http://a.test/b": "Bearer t"}, "Bearer s|-|Bearer t"},
	{"a value where there was none", "http://a.test/ http://b.test/", nil, map[string]string{"http://b.test/": "Bearer t"}, "-|Bearer t"},
	{"the old value", "http://a.test/ http://a.test:8080/", []string{"Bearer s"}, map[string]string{"http://a.test:8080/": "Bearer s"}, "Bearer s|-"},
	{"a new value on the same origin", "http://a.test/ http://a.test/b", []string{"Bearer s"}, map[string]string{"http://a.test/b": "Bearer t"}, "Bearer s|Bearer t"},

	{"several values", "http://a.test/ http://a.test:8080/", []string{"Bearer s", "Bearer r"}, nil, "Bearer s,Bearer r|-"},
	{"an empty value", "http://a.test/ http://a.test:8080/", []string{""}, nil, "|-"},
	{"none", "http://a.test/ http://a.test:8080/", nil, nil, "-|-"},

	// http.Client makes a field of the credentials in a URL, unless there is one. "u:p" is "dTpw".
	{"credentials of the first URL", "http://u:p@a.test/ /b http://a.test:8080/", nil, nil, "Basic dTpw|Basic dTpw|-"},
	{"credentials that the server names", "http://a.test/ http://u:p@a.test:8080/ /b", []string{"Bearer s"}, nil, "Bearer s|Basic dTpw|Basic dTpw"},
	{"the same credentials, named again", "http://u:p@a.test/ http://u:p@a.test:8080/", nil, nil, "Basic dTpw|Basic dTpw"},
	{"empty credentials", "http://a.test/ http://@b.test/", nil, nil, "-|-"},
	{"a new value for a URL with credentials", "http://a.test/ http://u:p@a.test:8080/", []string{"Bearer s"}, map[string]string{"http://u:p@a.test:8080/": "Bearer t"}, "Bearer s|Bearer t"},
}

// run sends the first request of a tour through a client with this transport, and returns which fields arrived.
func (c tour) run(t *testing.T, transport http.RoundTripper, key string) string {
	hops := strings.Fields(c.hops)
	client := &http.Client{Transport: transport, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if value, ok := c.set[hops[len(via)]]; ok {
			req.Header.Del("Authorization")
			delete(req.Header, key)
			req.Header[key] = []string{value}
		}
		return nil
	}}
	req, err := http.NewRequest("GET", hops[0]+"?"+neturl.Values{"to": hops[1:]}.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.field != nil {
		req.Header[key] = c.field
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatalf("%s: %v", c.what, err)
	}
	resp.Body.Close()
	return resp.Header.Get("Arrived")
}

// newTourists returns a transport to servers that redirect to the first URL of their parameter "to", and return the fields of
// all requests so far.
func newTourists(t *testing.T) *http.Transport {
	var mu sync.Mutex
	var arrived []string
	s := startServers(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		field := "-"
		if values, ok := r.Header["Authorization"]; ok {
			field = strings.Join(values, ",")
		}
		arrived = append(arrived, field)
		w.Header().Set("Arrived", strings.Join(arrived, "|"))
		if to := r.URL.Query()["to"]; len(to) > 0 {
			w.Header().Set("Location", to[0]+"?"+neturl.Values{"to": to[1:]}.Encode())
			w.WriteHeader(http.StatusTemporaryRedirect)
			return
		}
		arrived = nil
	})
	return s.transport(t)
}

// TestTransportAuthorization follows redirects with a secret, through http.Transport and other transports.
func TestTransportAuthorization(t *testing.T) {
	base := newTourists(t)
	kept := new(http.Response)
	transports := map[string]http.RoundTripper{
		"http.Transport": Transport(base),
		"twice":          Transport(Transport(base)),
		"a transport that says of no response what was requested": Transport(roundTripper(func(req *http.Request) (*http.Response, error) {
			resp, err := base.RoundTrip(req)
			resp.Request = nil
			return resp, err
		})),
		"a transport that keeps its response, with the last request": Transport(roundTripper(func(req *http.Request) (*http.Response, error) {
			resp, err := base.RoundTrip(req)
			*kept = *resp
			return kept, err
		})),
		"a transport that says what it requested": Transport(roundTripper(func(req *http.Request) (*http.Response, error) {
			copied := req.Clone(req.Context())
			copied.Response = nil
			resp, err := base.RoundTrip(copied)
			resp.Request = copied
			return resp, err
		})),
	}
	leaks := 0
	for _, c := range tours {
		if c.run(t, base, "Authorization") != c.want {
			leaks++
		}
		for name, transport := range transports {
			for _, key := range []string{"Authorization", "authorization"} {
				if key != "Authorization" && strings.Contains(c.hops, "u:p@") {
					continue // http.Client looks only at the canonical key
				}
				if got := c.run(t, transport, key); got != c.want {
					t.Errorf("%s, %s, through %s: %s, want %s", c.what, key, name, got, c.want)
				}
			}
		}
	}
	if leaks < 10 {
		t.Errorf("without the transport, only %d tours end otherwise", leaks)
	}
}

// TestTransportAuthorizationAbove has a transport between the client and this one, which sets the field of every request.
func TestTransportAuthorizationAbove(t *testing.T) {
	next := Transport(newTourists(t))
	above := roundTripper(func(req *http.Request) (*http.Response, error) {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer s")
		return next.RoundTrip(req)
	})
	for hops, want := range map[string]string{
		"http://a.test/ http://a.test/b":                          "Bearer s|Bearer s",
		"http://a.test/ http://a.test:8080/":                      "Bearer s|-",
		"http://a.test/ http://a.test:8080/ http://a.test:8080/b": "Bearer s|-|-",
	} {
		if got := (tour{hops: hops}).run(t, above, "Authorization"); got != want {
			t.Errorf("%s: %s, want %s", hops, got, want)
		}
	}
}

// TestTransportOtherFields has what the documentation says of the fields that only http.Client takes away.
func TestTransportOtherFields(t *testing.T) {
	var got http.Header
	s := startServers(t, func(w http.ResponseWriter, r *http.Request) {
		if got = r.Header; r.FormValue("to") != "" {
			w.Header().Set("Location", r.FormValue("to"))
			w.WriteHeader(http.StatusFound)
		}
	})
	fields := []string{"Cookie", "Cookie2", "Proxy-Authorization", "Proxy-Authenticate", "Www-Authenticate", "X-Api-Key", "Content-Type"}
	for hops, want := range map[string]int{
		"http://a.test/ http://a.test/b": 6, "http://a.test/ http://a.test:8080/": 6, "http://a.test/ https://a.test/": 6,
		"http://a.test/ http://b.a.test/": 6, "http://a.test/ http://b.test/": 1,
		"http://A.test/ http://A.test:8080/": 6, "http://A.test/ https://a.test/": 6,
	} {
		from, to, _ := strings.Cut(hops, " ")
		req, err := http.NewRequest("POST", from+"?to="+neturl.QueryEscape(to), strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range fields {
			req.Header.Set(name, "secret")
		}
		resp, err := (&http.Client{Transport: Transport(s.transport(t))}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		arrived := 0
		for _, name := range fields {
			if got.Get(name) != "" {
				arrived++
			}
		}
		if arrived != want || got.Get("X-Api-Key") == "" {
			t.Errorf("%s: %d fields arrive, want %d: %v", hops, arrived, want, got)
		}
	}
}

// TestTransportAuthorizationUnknown has requests that say that they follow a redirect, but not from where.
func TestTransportAuthorizationUnknown(t *testing.T) {
	for name, response := range map[string]*http.Response{
		"no request": {}, "a request without a URL": {Request: new(http.Request)},
		"another origin": {Request: &http.Request{URL: &neturl.URL{Scheme: "http", Host: "b.test"}, Header: http.Header{"Authorization": {"Bearer s"}}}},
	} {
		req, err := http.NewRequest("GET", "http://a.test/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Response = response
		req.Header.Set("Authorization", "Bearer s")
		errStop := errors.New("stop")
		_, err = Transport(roundTripper(func(sent *http.Request) (*http.Response, error) {
			if values, ok := sent.Header["Authorization"]; ok {
				t.Errorf("%s: sent %q", name, values)
			}
			return nil, errStop
		})).RoundTrip(req)
		if err != errStop || !slices.Equal(req.Header["Authorization"], []string{"Bearer s"}) {
			t.Errorf("%s: %v, and the request has %v", name, err, req.Header)
		}
	}
	// A browser has no page at this host, whose requests may still follow redirects to it.
	zone := &http.Request{URL: &neturl.URL{Scheme: "http", Host: "[fe80::1%eth0]", Path: "/a"}, Header: http.Header{"Authorization": {"Bearer s"}}}
	next := zone.Clone(t.Context())
	next.Response = &http.Response{Request: zone}
	_, _ = Transport(roundTripper(func(sent *http.Request) (*http.Response, error) {
		if sent.Header.Get("Authorization") != "Bearer s" {
			t.Errorf("the same host with a zone: %v", sent.Header)
		}
		return answer(200)(sent)
	})).RoundTrip(next)
}
