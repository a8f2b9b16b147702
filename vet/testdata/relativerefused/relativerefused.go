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

// A variable that is assigned what was made from it.

func toItself(base *neturl.URL, ref string) (*neturl.URL, error) {
	n, err := neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
	if err != nil {
		return nil, err
	}
	n = base.ResolveReference(n)
	return n, nil
}

func ofParameter(base *neturl.URL, ref string, refs []string) (n *neturl.URL) {
	n, _ = neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
	n = base.ResolveReference(n)
	for _, ref := range refs {
		n, _ = neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
		n = base.ResolveReference(n)
	}
	ref = "/" + ref
	neturl.Parse(ref) // want `ParseNetURL and url.Parse refuse a relative reference`
	return n
}

func oneOfSeveral(base, n *neturl.URL, ref string, is bool) {
	base.ResolveReference(n)
	if is {
		n, _ = neturl.Parse(ref) // ok: it is not always resolved
	}
	base.ResolveReference(n)
	m, _ := neturl.Parse(ref) // ok: another one is resolved
	m = base
	base.ResolveReference(m)
	k, _ := neturl.Parse(ref) // ok: the function changes it
	defer func() { k = base }()
	base.ResolveReference(k)
}

func inLoops(base *neturl.URL, ref string) {
	n, _ := neturl.Parse(ref) // ok: only in the first round
	for range 2 {
		base.ResolveReference(n)
		n = base
	}
	m := base
	for ; ; m, _ = neturl.Parse(ref) { // ok: not in the first round
		base.ResolveReference(m)
	}
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
