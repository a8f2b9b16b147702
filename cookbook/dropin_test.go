package cookbook_test

import (
	"fmt"

	"github.com/weburl-go/url/net/url"
)

// Recipe: Switch from net/url by changing the import path
//
// Package `github.com/weburl-go/url/net/url` has the names and types of `net/url`, but reads web URLs as browsers do. Change the
// import, and leave the program as it is. DSNs and other URLs that are not for the web give the same results as before. The
// documentation of the package has a command that changes a whole module.
//
// Pitfall: Redirect to the URL that you checked, not to the string. For `/./\evil.example`, `http.Redirect(w, r, next, code)`
// sends browsers to evil.example.
//
// Keywords: drop-in, replace net/url, import path, migrate, net/url
func Example_dropIn() {
	for _, next := range []string{
		"/account?tab=2",
		`/./\evil.example`, // is a path on this server after parsing
		"//evil.example",
		`/\evil.example`,     // net/url finds no host
		`https:evil.example`, // nor here
	} {
		fmt.Println(next, "->", loginTarget(next))
	}
	// Output:
	// /account?tab=2 -> /account?tab=2
	// /./\evil.example -> /.//evil.example
	// //evil.example -> /home
	// /\evil.example -> /home
	// https:evil.example -> /home
}

// loginTarget returns where to redirect to after a login.
func loginTarget(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return "/home"
	}
	return u.String()
}

// Recipe: Resolve a reference after the switch
//
// Replace `base.Parse(ref)` by `url.ParseRef(base, ref)`.
//
// Pitfall: The method `Parse` of a `*url.URL` is still `net/url`'s. For `\\evil.example`, it returns a path on your own server,
// and a browser goes to evil.example.
//
// Keywords: ParseRef, ResolveReference, base URL
func Example_parseRef() {
	base, err := url.Parse("https://example.com/a/b")
	if err != nil {
		panic(err)
	}
	for _, ref := range []string{
		"../c",
		`\d`,
		`\\evil.example`,
	} {
		u, err := url.ParseRef(base, ref)
		if err != nil {
			panic(err)
		}
		fmt.Println(u.Host, u)
	}
	// Output:
	// example.com https://example.com/c
	// example.com https://example.com/d
	// evil.example https://evil.example
}
