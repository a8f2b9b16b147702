package integration

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// The scope of a crawl: its configuration says which URLs the crawler visits. It decides on the URL that a browser
// would read, so no spelling of a link leads out of the scope.

type crawlScope struct {
	Sites   []url.URL           // all hosts of the same sites, with any scheme and port
	Origins []url.OriginPattern // all pages of these
	Below   []url.URL           // these, and the pages below them. Their paths end in "/"
	Except  []url.URL           // the same, and it wins
}

func (s crawlScope) allows(u url.URL) bool {
	origin := u.Origin()
	isBelow := func(top url.URL) bool {
		return origin.SameOrigin(top.Origin()) && strings.HasPrefix(u.Pathname(), top.Pathname())
	}
	isSameSite := func(v url.URL) bool { return origin.SchemelesslySameSite(v.Origin(), publicsuffix.List) }
	if !u.IsHTTP() || slices.ContainsFunc(s.Except, isBelow) {
		return false
	}
	return slices.ContainsFunc(s.Sites, isSameSite) || slices.ContainsFunc(s.Below, isBelow) ||
		slices.ContainsFunc(s.Origins, func(p url.OriginPattern) bool { return p.Match(origin) })
}

func TestScope(t *testing.T) {
	var scope crawlScope
	if err := json.Unmarshal([]byte(`{
		"Sites": ["https://www.example.co.uk", "https://a.github.io", "http://192.0.2.1"],
		"Origins": ["https://*.bücher.example", "http://localhost:*"],
		"Below": ["https://example.org/docs/"],
		"Except": ["https://example.org/docs/old/", "https://shop.example.co.uk"]
	}`), &scope); err != nil {
		t.Fatal(err)
	}
	page := url.MustParse("https://example.org/docs/a/b")
	for link, want := range map[string]bool{
		"https://example.co.uk/a":            true,
		"//static.example.co.uk:8443/a":      true,
		"http://EXAMPLE。co.uk":               true,
		"https://shop.example.co.uk:443/a":   false,
		"http://shop.example.co.uk/a":        true, // another origin
		"https://other.co.uk/":               false,
		"https://notexample.co.uk/":          false,
		"https://example.co.uk.evil.test/":   false,
		"https://example.co.uk@evil.test/":   false,
		`https:\\evil.test\@example.co.uk/`:  false,
		"https://a.github.io/":               true,
		"https://b.github.io/":               false, // github.io is a public suffix
		"http://0xC0.0.513/":                 true,  // 192.0.2.1
		"http://192.0.2.2/":                  false,
		"https://www.xn--bcher-kva.example/": true,
		"https://bücher.example/":            false, // "*." is at least one label
		"http://www.bücher.example/":         false,
		"http://localhost:8080/":             true,
		"c":                                  true,
		"":                                   true,
		"/docs":                              false,
		"/docs/":                             true,
		"/docs/old/a":                        false,
		"../old/a":                           false,
		"/docs/%2e%2e/private":               false,
		`/docs\..\private`:                   false,
		"/docs/..%2Fprivate":                 true, // one segment
		"http://example.org/docs/":           false,
		"mailto:a@example.co.uk":             false,
		"blob:https://example.co.uk/a":       false,
	} {
		u, err := page.Parse(link)
		if got := scope.allows(u); err != nil || got != want {
			t.Errorf("%q, which is %q: allowed: %t, want %t, error %v", link, u, got, want, err)
		}
	}
}
