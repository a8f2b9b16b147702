package redirect

import (
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
)

// attacks are requests, responses and parameters from strangers.
var attacks = map[string]hostile.Use{
	"SameOrigin(w, r) to a host": hostile.Reading(func(s string) { SameOrigin(httptest.NewRecorder(), request(s, "/a"), "b", "", 302) }),
	"SameOrigin(ref)":            hostile.Reading(func(s string) { SameOrigin(httptest.NewRecorder(), request("h", "/a"), s, "", 302) }),
	"SameOrigin(fallback)":       hostile.Reading(func(s string) { SameOrigin(httptest.NewRecorder(), request("h", "/a"), "", s, 302) }),
	"Target(r) for a target":     hostile.Reading(func(s string) { _, _ = Target(request("h", s), "b") }),
	"Target(r) for a path":       hostile.Reading(func(s string) { _, _ = Target(&http.Request{Host: "h", URL: &neturl.URL{Path: s}}, "b") }),
	"Target(ref)":                hostile.Reading(func(s string) { _, _ = Target(request("h", "/a"), s) }),
	"Target(ref) for no host":    hostile.Reading(func(s string) { _, _ = Target(request("", "/a"), s) }),
	"Location(resp)":             responding(func(resp *http.Response) { _, _ = Location(resp) }),
	"Transport(next)": responding(func(resp *http.Response) {
		_, _ = Transport(answer(302, resp.Header["Location"]...)).RoundTrip(resp.Request)
	}),
	"MatchURI(registered)":            hostile.Reading(func(s string) { _, _ = MatchURI([]string{s, "http://localhost:" + s}, "http://localhost/"+s) }),
	"MatchURI(requested)":             hostile.Reading(func(s string) { _, _ = MatchURI([]string{"http://localhost/", "https://h/"}, s) }),
	"MatchURI(registered, requested)": hostile.Reading(func(s string) { _, _ = MatchURI([]string{s}, s) }),
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

// TestGrowth checks that time and memory grow linearly with the length of a text. SECURITY.md promises how much memory.
func TestGrowth(t *testing.T) {
	most := map[string]float64{"MatchURI": 96, "Location": 128, "SameOrigin": 192, "Target": 192, "Transport": 256}
	hostile.Check(t, hostile.URLs, attacks, func(name, shape string) float64 {
		function, _, _ := strings.Cut(name, "(")
		return most[function]
	})
}
