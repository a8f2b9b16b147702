package cookbook_test

import (
	"fmt"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// Recipe: Redirect old paths to new ones
//
// `Exec` extracts the values of the placeholders in one pattern, and `Generate` fills in the placeholders of another. The
// values stay encoded, so a value cannot add a segment.
//
// Pitfall: The first matching pattern wins, so if `/blog/:slug` comes before `/blog/new`, "new" is treated as a slug. Group "0"
// contains the text that `*` matches, which can begin with a slash. If you use that text as the path of a redirect,
// `//evil.example` takes browsers to another host.
//
// Keywords: redirect rules, placeholders {id}, route patterns, template (URI)
func Example_oldPaths() {
	for _, s := range []string{
		"https://example.com/blog/2019/a%2Fb?x",
		"https://example.com/blog/new/a", // no year
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

// Recipe: Match a host with a wildcard inside a label
//
// A `HostPattern` can contain a star only as its first label. To match part of a label, use a URL pattern with a placeholder
// whose character class excludes dots.
//
// Pitfall: A plain `*` also matches dots, so `https://*-shop.preview.example/*` allows `https://a.b-shop.preview.example/`.
//
// Keywords: wildcard inside a host, star inside a host, ec2.*.amazonaws.com, glob of hosts, preview deployments, vercel.app
func Example_hostGlob() {
	const shops = `https://:branch([a-z0-9\-]+)-shop.preview.example/*`
	pattern, err := urlpattern.New(shops, urlpattern.Options{})
	if err != nil {
		panic(err)
	}
	for _, s := range []string{
		"https://fix-7-shop.preview.example/a",
		"https://a.b-shop.preview.example/",            // a dot in the placeholder
		"https://x-shop.preview.example.evil.example/", // another host
		"http://x-shop.preview.example/",               // another scheme
	} {
		fmt.Println(s, pattern.Test(url.MustParse(s)))
	}
	// Output:
	// https://fix-7-shop.preview.example/a true
	// https://a.b-shop.preview.example/ false
	// https://x-shop.preview.example.evil.example/ false
	// http://x-shop.preview.example/ false
}
