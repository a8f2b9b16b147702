package cookbook_test

import (
	"fmt"

	"github.com/weburl-go/url/net/url"
)

// Recipe: Switch from net/url by changing the import path
//
// The package `github.com/weburl-go/url/net/url` has the same names and types as `net/url`, but parses web URLs as browsers do.
// Change the import path and leave the rest of the program as is. The package still parses URLs with other schemes, such as
// DSNs, as `net/url` does. Its documentation includes a command that converts an entire module.
//
// Pitfall: Redirect to the URL that you checked, not to the original string. For the string `/./\evil.example`,
// `http.Redirect(w, r, next, code)` sends browsers to evil.example.
//
// Keywords: drop-in, replace net/url, import path, migrate, net/url
func Example_dropIn() {
	for _, next := range []string{
		"/account?tab=2",
		`/./\evil.example`,   // a path on this server once it is parsed
		"//evil.example",     // another host
		`/\evil.example`,     // net/url finds no host here
		`https:evil.example`, // net/url finds no host here either
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

// loginTarget returns the target of the redirect after a login.
func loginTarget(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return "/home"
	}
	return u.String()
}

// Recipe: Resolve a reference after the switch
//
// Replace `base.Parse(ref)`, and `Parse(ref)` followed by `base.ResolveReference`, with `url.ParseRef(base, ref)`.
//
// Pitfall: The `Parse` method of `*url.URL` is still the one from `net/url`. For `\\evil.example`, it returns a path on your
// own server, but a browser goes to evil.example. `Parse(ref)` followed by `base.ResolveReference` turns `https:/x` into a URL
// with the host `x`, although on an https: page it is a path.
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
