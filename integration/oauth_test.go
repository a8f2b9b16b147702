package integration

import (
	"errors"
	"slices"
	"testing"

	"github.com/weburl-go/url"
)

// An OAuth server sends its answer only to a URI that the client has registered. It compares strings. There is one
// exception: a native app listens on a port of the loopback interface that it knows only when it asks.

var errRedirectURI = errors.New("redirect_uri is not registered")

// matchRedirectURI returns the URL that the answer goes to. https://www.rfc-editor.org/rfc/rfc9700#section-2.1
func matchRedirectURI(registered []string, requested string) (url.URL, error) {
	u, err := url.Parse(requested)
	if err != nil {
		return url.URL{}, errRedirectURI
	}
	if slices.Contains(registered, requested) {
		return u, nil
	}
	// https://www.rfc-editor.org/rfc/rfc8252#section-7.3: the port may differ, and only that.
	withoutPort, ok := loopback(requested)
	if ok && slices.ContainsFunc(registered, func(s string) bool { r, ok := loopback(s); return ok && r == withoutPort }) {
		return u, nil
	}
	return url.URL{}, errRedirectURI
}

// loopbackHosts has the hosts that a native app may listen on. localhost is not one: it may resolve to another address.
var loopbackHosts = hostPatterns("127.0.0.1", "[::1]")

func hostPatterns(patterns ...string) (hosts []url.HostPattern) {
	for _, s := range patterns {
		p, err := url.ParseHostPattern(s)
		if err != nil {
			panic(err)
		}
		hosts = append(hosts, p)
	}
	return hosts
}

// loopback returns an http: URL of a loopback address without its port. It takes only a URL that is written as it is
// serialized, with or without the default port.
func loopback(s string) (withoutPort url.URL, ok bool) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme() != "http" {
		return u, false
	}
	if s != u.Href() && s != "http://"+u.DialAddress()+u.Pathname()+u.Search() {
		return u, false
	}
	host, _ := u.ParsedHost()
	if !slices.ContainsFunc(loopbackHosts, func(p url.HostPattern) bool { return p.Match(host) }) {
		return u, false
	}
	return u, u.SetPort("") == nil
}

// redirectWith adds the answer to the URL. The client's own query keeps its bytes.
func redirectWith(u url.URL, code, state string) string {
	return u.AppendQuery("code", code).AppendQuery("state", state).Href()
}

func TestRedirectURI(t *testing.T) {
	registered := []string{
		"https://app.example/cb?tenant=a%20b", "http://127.0.0.1/cb", "http://[::1]:8080/cb", "https://127.0.0.1:8443/cb", "com.example.app:/cb",
	}
	for requested, want := range map[string]bool{
		"https://app.example/cb?tenant=a%20b":      true,
		"com.example.app:/cb":                      true,
		"http://127.0.0.1/cb":                      true,
		"http://127.0.0.1:51004/cb":                true,
		"http://127.0.0.1:80/cb":                   true,
		"http://[::1]:51004/cb":                    true,
		"http://[::1]/cb":                          true,
		"https://app.example/cb":                   false,
		"https://app.example/cb?tenant=a+b":        false,
		"https://app.example:443/cb?tenant=a%20b":  false,
		"https://app.example:8443/cb?tenant=a%20b": false,
		"https://APP.example/cb?tenant=a%20b":      false,
		"https://app.example/x/../cb":              false,
		"com.example.app:/cb/x":                    false,
		"http://127.0.0.1:51004/cb?x":              false,
		"http://127.0.0.1:51004/cb#x":              false,
		"http://127.0.0.1:51004/x/../cb":           false,
		"http://127.0.0.1:051004/cb":               false,
		"http://127.0.0.1:x/cb":                    false,
		"http://127.0.0.2:51004/cb":                false,
		"http://0x7f.1:51004/cb":                   false,
		"http://user@127.0.0.1:51004/cb":           false,
		"http://127.0.0.1:51004@evil.example/cb":   false,
		"https://127.0.0.1:51004/cb":               false,
		"http://localhost:51004/cb":                false,
		"http://10.0.0.1:51004/cb":                 false,
		"":                                         false,
	} {
		if u, err := matchRedirectURI(registered, requested); (err == nil) != want || u.IsZero() == want {
			t.Errorf("%q: got %v, error %v, want %t", requested, u, err, want)
		}
	}
	u, err := matchRedirectURI(registered, "https://app.example/cb?tenant=a%20b")
	if got, want := redirectWith(u, "c&d", "e"), "https://app.example/cb?tenant=a%20b&code=c%26d&state=e"; got != want || err != nil {
		t.Errorf("got %s, error %v, want %s", got, err, want)
	}
}
