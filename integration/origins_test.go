package integration

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// A guard in front of a server: the server answers only under its own names, and only pages of allowed origins may
// change something. People write the configuration into an environment variable: origins, patterns, "*" and "null".

type allowedOrigins struct {
	any, null bool
	patterns  []url.OriginPattern
}

func parseAllowedOrigins(config string) (allowed allowedOrigins, err error) {
	for _, s := range strings.Fields(config) {
		switch s {
		case "*": // not a pattern: somebody decided against all checks
			allowed.any = true
		case "null": // sandboxed pages and files
			allowed.null = true
		default:
			p, err := url.ParseOriginPattern(s)
			if err != nil {
				return allowedOrigins{}, err
			}
			allowed.patterns = append(allowed.patterns, p)
		}
	}
	return allowed, nil
}

func (a allowedOrigins) has(o url.Origin) bool {
	if a.any || o.IsOpaque() {
		return a.any || a.null
	}
	return slices.ContainsFunc(a.patterns, func(p url.OriginPattern) bool { return p.Match(o) })
}

type originGuard struct {
	public  []url.Origin // the server's names
	allowed allowedOrigins
}

func newOriginGuard(publicURLs, allowed string) (g originGuard, err error) {
	for _, s := range strings.Fields(publicURLs) {
		u, err := url.Parse(s)
		if err != nil {
			return originGuard{}, err
		}
		if u.Origin().IsOpaque() {
			return originGuard{}, fmt.Errorf("%s does not have an origin", u.Redacted())
		}
		g.public = append(g.public, u.Origin())
	}
	g.allowed, err = parseAllowedOrigins(allowed)
	return g, err
}

// check returns the status for a request: 200 if the server may go on.
func (g originGuard) check(r *http.Request) int {
	target, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
	if err != nil {
		return http.StatusBadRequest
	}
	if !slices.Contains(g.public, target.Origin()) {
		return http.StatusMisdirectedRequest
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return http.StatusOK
	}
	if from, ok := sourceOrigin(r); !ok || !from.SameOrigin(target.Origin()) && !g.allowed.has(from) {
		return http.StatusForbidden
	}
	return http.StatusOK
}

// sourceOrigin returns the origin of the page that made the request: the field Origin, or that of the Referer.
func sourceOrigin(r *http.Request) (url.Origin, bool) {
	if s := r.Header.Get("Origin"); s != "" {
		o, err := url.ParseOrigin(s)
		return o, err == nil
	}
	u, err := url.Parse(r.Header.Get("Referer"))
	return u.Origin(), err == nil && !u.Origin().IsOpaque() // a Referer does not say "null"
}

func TestOriginGuard(t *testing.T) {
	const public = "https://app.example/ https://BÜCHER.example:443"
	for _, test := range []struct {
		allowed, host, field, value string
		want                        int
	}{
		{"", "app.example", "Origin", "https://app.example", 200},
		{"", "app.example:443", "Origin", "https://app.example", 200},
		{"", "xn--bcher-kva.example", "Referer", "https://xn--bcher-kva.example/a?b", 200},
		{"", "app.example", "Origin", "https://xn--bcher-kva.example", 403},
		{"", "app.example", "Origin", "http://app.example", 403},
		{"", "app.example", "Origin", "https://app.example:8443", 403},
		{"", "app.example", "Origin", "https://app.example/", 403},
		{"", "app.example", "Origin", "null", 403},
		{"", "app.example", "Origin", "", 403},
		{"", "app.example", "Referer", "about:blank", 403},
		{"", "app.example", "Referer", "/a", 403},
		{"", "evil.example", "Origin", "https://evil.example", 421},
		{"*", "evil.example", "Origin", "https://evil.example", 421},
		{"", "app.example.", "Origin", "https://app.example", 421},
		{"", "app.example:8443", "Origin", "https://app.example", 421},
		{"", "app.example@evil.example", "Origin", "https://app.example", 400},
		{"", "evil.example/.app.example", "Origin", "https://app.example", 400},
		{"", "", "Origin", "https://app.example", 400},
		{"https://*.partner.example", "app.example", "Origin", "https://a.partner.example", 200},
		{"https://*.partner.example", "app.example", "Referer", "https://A.partner.example:443/page", 200},
		{"https://*.partner.example", "app.example", "Referer", "https://partner.example.evil.example/", 403},
		{"https://*.partner.example", "app.example", "Referer", `https://evil.example\.partner.example/`, 403},
		{"capacitor://localhost", "app.example", "Origin", "capacitor://localhost", 200},
		{"http://localhost:*", "app.example", "Origin", "http://localhost:3000", 200},
		{"null", "app.example", "Origin", "null", 200},
		{"null", "app.example", "Origin", "https://evil.example", 403},
		{"null", "app.example", "Referer", "about:blank", 403},
		{"*", "app.example", "Origin", "https://evil.example", 200},
		{"*", "app.example", "Origin", "null", 200},
		{"*", "app.example", "Origin", "evil.example", 403},
	} {
		guard, err := newOriginGuard(public, test.allowed)
		if err != nil {
			t.Fatalf("%q: %v", test.allowed, err)
		}
		r := httptest.NewRequest("POST", "/", nil)
		r.Host = test.host
		r.Header.Set(test.field, test.value)
		if got := guard.check(r); got != test.want {
			t.Errorf("allowed %q, POST to %q with %s: %s: %d, want %d", test.allowed, test.host, test.field, test.value, got, test.want)
		}
		r.Method = "GET" // whoever asks
		if got := guard.check(r); got != test.want && (got != http.StatusOK || test.want != http.StatusForbidden) {
			t.Errorf("GET to %q: %d", test.host, got)
		}
	}
	for _, config := range [][2]string{
		{"app.example", ""}, {"/", ""}, {"file:///srv", ""},
		{public, "partner.example"}, {public, "https://partner.example/"}, {public, "https://*"}, {public, "https://a*.example"},
	} {
		if _, err := newOriginGuard(config[0], config[1]); err == nil {
			t.Errorf("%q are accepted", config)
		}
	}
}
