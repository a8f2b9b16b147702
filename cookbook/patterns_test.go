package cookbook_test

import (
	"fmt"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// Recipe: Redirect old paths by patterns with placeholders
//
// Exec reads the groups, and Generate fills them in.
//
// Pitfall: The first pattern that matches counts. Groups stay encoded, so data cannot leave its segment. What `*` matched is the group "0",
// and can begin with "/".
//
// Keywords: redirect rules, placeholders {id}, route patterns, template (URI)
func Example_oldPaths() {
	from := urlpattern.Must(urlpattern.New(`https://example.com/blog/:year(\d+)/:slug`, urlpattern.Options{}))
	to := urlpattern.Must(urlpattern.New("https://example.com/posts/:slug", urlpattern.Options{}))
	for _, rawURL := range []string{"https://example.com/blog/2019/a%2Fb?x", "https://example.com/blog/new/a"} {
		u := url.MustParse(rawURL)
		m, ok := from.Exec(u)
		if !ok {
			fmt.Println("not found:", u)
			continue
		}
		slug, _ := m.Group(urlpattern.Pathname, "slug")
		path, err := to.Generate(urlpattern.Pathname, map[string]string{"slug": slug})
		if err != nil {
			panic(err)
		}
		fmt.Println(u.SetPathname(path), u)
	}
	// Output:
	// <nil> https://example.com/posts/a%2Fb?x
	// not found: https://example.com/blog/new/a
}

// Recipe: Allow hosts with a star inside
//
// HostPattern has a star only in front. A pattern with a class matches within one label.
//
// Pitfall: A plain `*` also matches dots: `a.b`.
//
// Keywords: wildcard inside a host, glob of hosts, preview deployments
func Example_hostGlob() {
	pattern := urlpattern.Must(urlpattern.New(`https://:branch([a-z0-9\-]+)-shop.preview.example/*`, urlpattern.Options{}))
	for _, rawURL := range []string{"https://fix-7-shop.preview.example/a", "https://a.b-shop.preview.example/", "https://x-shop.preview.example.evil.example/", "http://x-shop.preview.example/"} {
		fmt.Println(rawURL, pattern.Test(url.MustParse(rawURL)))
	}
	// Output:
	// https://fix-7-shop.preview.example/a true
	// https://a.b-shop.preview.example/ false
	// https://x-shop.preview.example.evil.example/ false
	// http://x-shop.preview.example/ false
}
