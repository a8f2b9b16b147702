// Package dropin tests what happens to programs of others if they import github.com/weburl-go/url/net/url in place of net/url.
package dropin

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"slices"
	"strings"
	"testing"

	weburl "github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/net/url"
)

var page = weburl.MustParse("https://www.whitelisteddomain.tld/oauth/login") // the payloads name this host

// checks are usual ways to check that a page to redirect to is on the same server.
var checks = []struct {
	code    string
	passes  func(next string, u *url.URL) bool
	isRight bool
}{
	{`u.Host == ""`, func(_ string, u *url.URL) bool { return u.Host == "" }, false}, // https: and mailto:
	{`!u.IsAbs()`, func(_ string, u *url.URL) bool { return !u.IsAbs() }, false},     // a host
	{`u.Scheme == "" && u.Host == ""`, func(_ string, u *url.URL) bool { return u.Scheme == "" && u.Host == "" }, true},
	{`!u.IsAbs() && u.Hostname() == ""`, func(_ string, u *url.URL) bool { return !u.IsAbs() && u.Hostname() == "" }, true},
	{`u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/")`, func(_ string, u *url.URL) bool {
		return u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/")
	}, true},
	{`u.Host == "" && strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//")`, func(next string, u *url.URL) bool {
		return u.Host == "" && strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//")
	}, true},
	{`u.Host == "" && u.Scheme == "" || u.Host == r.Host && u.Scheme == "https"`, func(_ string, u *url.URL) bool {
		return u.Host == "" && u.Scheme == "" || u.Host == page.Host() && u.Scheme == "https"
	}, true},
}

// ways are what a server sends after a check: the string, or the URL that was checked, as it is or by http.Redirect.
var ways = []struct {
	name     string
	location func(next string, u *url.URL) string
}{
	{"next", func(next string, _ *url.URL) string { return next }},
	{"Redirect(next)", func(next string, _ *url.URL) string { return redirect(next) }},
	{"u", func(_ string, u *url.URL) string { return u.String() }},
	{"Redirect(u)", func(_ string, u *url.URL) string { return redirect(u.String()) }},
}

func redirect(to string) string {
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", page.Href(), nil)
	http.Redirect(w, r, to, http.StatusSeeOther)
	return w.Header().Get("Location")
}

func leaves(location string) bool {
	to, err := page.Parse(location)
	return err == nil && !to.Origin().SameOrigin(page.Origin())
}

// TestChecks logs a table: how many payloads pass each check, and how many of them then leave the server, with net/url and with the
// package that replaces it. After a check that is right, none leaves with the latter if the server sends the URL.
func TestChecks(t *testing.T) {
	payloads := readPayloads(t)
	table := fmt.Sprintf("%d payloads: how many pass, and how many leave in each way", len(payloads))
	parsers := []struct {
		name  string
		parse func(string) (*url.URL, error)
	}{{"net/url", neturl.Parse}, {"weburl", url.Parse}}
	for _, check := range checks {
		table += "\n" + check.code
		for _, parser := range parsers {
			passed, left := 0, map[string]int{}
			for _, next := range payloads {
				u, err := parser.parse(next)
				if err != nil || !check.passes(next, u) {
					continue
				}
				passed++
				for _, way := range ways {
					if leaves(way.location(next, u)) {
						left[way.name]++
					}
				}
			}
			table += fmt.Sprintf("\n    %-7s pass %3d", parser.name, passed)
			for _, way := range ways {
				table += fmt.Sprintf(", %s %d", way.name, left[way.name])
			}
			switch isWeburl := parser.name == "weburl"; {
			case isWeburl && check.isRight && left["u"]+left["Redirect(u)"] > 0, isWeburl && passed < 100:
				t.Errorf("%s: %d pass, and leave: %v", check.code, passed, left)
			case !isWeburl && left["next"] == 0:
				t.Errorf("%s is right with net/url: %v", check.code, left)
			}
		}
	}
	t.Log(table)
}

// readPayloads returns each payload once.
func readPayloads(t *testing.T) []string {
	payloads := vectors.Payloads(t)
	slices.Sort(payloads)
	return slices.Compact(payloads)
}
