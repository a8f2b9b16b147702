package relativerefused

import (
	"fmt"
	neturl "net/url"

	"github.com/weburl-go/url"
)

func wrong(base *neturl.URL, ref, id string) (*neturl.URL, error) {
	n, err := neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference: resolve it with the Parse of the base URL, or keep it as a string`
	if err != nil {
		return nil, err
	}
	if n.IsAbs() {
		return n, nil
	}
	return base.ResolveReference(n), nil
}

func constant(id string) {
	neturl.Parse("/users/" + id)            // want `ParseNetURL and url.Parse refuse a relative reference`
	neturl.Parse(fmt.Sprintf("?id=%s", id)) // want `ParseNetURL and url.Parse refuse a relative reference`
	neturl.Parse("users?a")                 // want `ParseNetURL and url.Parse refuse a relative reference`
}

func right(base *neturl.URL, u url.URL, s, path string) {
	n, _ := neturl.Parse(s) // ok: perhaps absolute
	println(n.Path)
	neturl.Parse("https://example.com/") // ok
	neturl.Parse("https://" + s)         // ok
	neturl.Parse(s + "/")                // ok: perhaps absolute
	neturl.Parse("HTTPS://" + s + path)  // ok
	neturl.Parse("a" + s)                // ok: perhaps a scheme
	neturl.Parse("unix:/" + path)        // ok
	neturl.Parse(fmt.Sprintf(""))        // ok: perhaps anything
}

func resolved(base *neturl.URL, u url.URL, s string) {
	b, _ := neturl.Parse(s)    // ok: a base
	base.Parse("/a")           // ok
	_, _ = u.Parse("/a")       // ok
	neturl.ParseRequestURI(s)  // ok: a server
	base.ResolveReference(nil) // ok
	b.ResolveReference(base)   // ok
}
