package cookbook_test

import (
	"fmt"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// Recipe: Redirect old paths to new ones
//
// `Exec` reads the placeholders of one pattern, and `Generate` fills in those of another. Both keep the values encoded, so a
// value cannot leave its segment.
//
// Pitfall: The first matching pattern wins, so `/blog/:slug` before `/blog/new` reads "new" as a slug. What `*` matches is the
// group "0". It may begin with a slash: as a path, `//evil.example` is a redirect to another host.
//
// Keywords: redirect rules, placeholders {id}, route patterns, template (URI)
func Example_oldPaths() {
	for _, s := range []string{
		"https://example.com/blog/2019/a%2Fb?x",
		"https://example.com/blog/new/a", // has no year
	} {
		u, ok := newURL(url.MustParse(s))
		if !ok {
			fmt.Println("not found:", s)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/posts/a%2Fb?x
	// not found: https://example.com/blog/new/a
}

var (
	oldPosts = mustPattern(`https://example.com/blog/:year(\d+)/:slug`)
	newPosts = mustPattern("https://example.com/posts/:slug")
)

func mustPattern(s string) *urlpattern.Pattern {
	return urlpattern.Must(urlpattern.New(s, urlpattern.Options{}))
}

func newURL(u url.URL) (to url.URL, ok bool) {
	m, ok := oldPosts.Exec(u)
	if !ok {
		return url.URL{}, false
	}
	slug, _ := m.Group(urlpattern.Pathname, "slug")
	path, err := newPosts.Generate(urlpattern.Pathname, map[string]string{"slug": slug})
	if err != nil {
		return url.URL{}, false
	}
	err = u.SetPathname(path)
	return u, err == nil
}

// Recipe: Match a host with a star inside
//
// A `HostPattern` has a star only in front. For a star inside a label, use a placeholder with a class of characters, which
// matches within one label.
//
// Pitfall: A plain `*` matches dots as well, so `https://*-shop.preview.example/*` allows `https://a.b-shop.preview.example/`.
//
// Keywords: wildcard inside a host, glob of hosts, preview deployments
func Example_hostGlob() {
	const shops = `https://:branch([a-z0-9\-]+)-shop.preview.example/*`
	pattern, err := urlpattern.New(shops, urlpattern.Options{})
	if err != nil {
		panic(err)
	}
	for _, s := range []string{
		"https://fix-7-shop.preview.example/a",
		"https://a.b-shop.preview.example/",            // has a dot in the placeholder
		"https://x-shop.preview.example.evil.example/", // is another host
		"http://x-shop.preview.example/",               // has another scheme
	} {
		fmt.Println(s, pattern.Test(url.MustParse(s)))
	}
	// Output:
	// https://fix-7-shop.preview.example/a true
	// https://a.b-shop.preview.example/ false
	// https://x-shop.preview.example.evil.example/ false
	// http://x-shop.preview.example/ false
}
