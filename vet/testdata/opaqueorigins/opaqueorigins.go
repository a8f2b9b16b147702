package opaqueorigins

import "github.com/weburl-go/url"

func wrong(u, v url.URL, allowed url.Origin, p *url.Origin) bool {
	if u.Origin() == v.Origin() { // want `all opaque origins are equal to ==, and none of them is the same as another: use u.Origin\(\).SameOrigin\(v.Origin\(\)\)`
		return true
	}
	if p == nil || *p != allowed { // want `use !\(\*p\).SameOrigin\(allowed\)`
		return false
	}
	return u.Origin() != allowed // want `use !u.Origin\(\).SameOrigin\(allowed\)`
}

func right(u, v url.URL, a, b url.Origin, p, q *url.Origin, m map[url.Origin]bool) bool {
	if a.SameOrigin(b) || !u.Origin().SameOrigin(v.Origin()) { // ok
		return true
	}
	if u == v || u.Origin().String() == "https://example.com" { // ok
		return true
	}
	if a == (url.Origin{}) || u.Hostname() == v.Hostname() { // ok
		return true
	}
	if p == q || p != nil { // ok: pointers
		return true
	}
	if u.Origin().Scheme() == v.Origin().Scheme() { // ok
		return true
	}
	return m[a] // ok
}

func opaque(a, b url.Origin) bool {
	return !a.IsOpaque() && a == b // ok
}
