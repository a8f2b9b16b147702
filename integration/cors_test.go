package integration

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/weburl-go/url"
)

// A middleware for CORS: the configuration says which origins may read the responses.

type corsConfig struct {
	Allow []url.OriginPattern
}

func (c corsConfig) allows(r *http.Request) (origin url.Origin, ok bool) {
	origin, err := url.ParseOrigin(r.Header.Get("Origin"))
	return origin, err == nil && slices.ContainsFunc(c.Allow, func(p url.OriginPattern) bool { return p.Match(origin) })
}

func (c corsConfig) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Origin")
		origin, ok := c.allows(r)
		if ok {
			header.Set("Access-Control-Allow-Origin", origin.String())
			header.Set("Access-Control-Allow-Credentials", "true")
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" { // a preflight
			if ok {
				header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			}
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func TestCORS(t *testing.T) {
	var config corsConfig
	if err := json.Unmarshal([]byte(`{"Allow": ["https://example.com", "https://*.EXAMPLE.com:443", "http://localhost:*"]}`), &config); err != nil {
		t.Fatal(err)
	}
	handler := config.wrap(http.NotFoundHandler())
	for origin, want := range map[string]bool{
		"https://example.com":                  true,
		"https://a.b.example.com":              true,
		"http://localhost":                     true,
		"http://localhost:3000":                true,
		"https://badexample.com":               false,
		"https://example.com.evil.example":     false,
		"https://www.example.com:8443":         false,
		"http://www.example.com":               false,
		"http://localhost.evil.example:3000":   false,
		"https://evil.example/.example.com":    false,
		"https://evil.example?.example.com":    false,
		"https://a.example.com@evil.example":   false,
		"https://*.example.com":                false,
		"https://www.example.com evil.example": false,
		"null":                                 false,
		"":                                     false,
	} {
		for _, method := range []string{"GET", "OPTIONS"} {
			r, w := httptest.NewRequest(method, "/", nil), httptest.NewRecorder()
			r.Header.Set("Origin", origin)
			r.Header.Set("Access-Control-Request-Method", "DELETE")
			handler.ServeHTTP(w, r)
			allowed, methods := w.Header().Get("Access-Control-Allow-Origin"), w.Header().Get("Access-Control-Allow-Methods")
			if want != (allowed == origin && origin != "") || !want && allowed != "" || (methods != "") != (want && method == "OPTIONS") {
				t.Errorf("%s from %q: allowed %q, methods %q, want %t", method, origin, allowed, methods, want)
			}
			if vary := w.Header().Get("Vary"); vary != "Origin" {
				t.Errorf("%s from %q: Vary: %s", method, origin, vary)
			}
		}
	}
}
