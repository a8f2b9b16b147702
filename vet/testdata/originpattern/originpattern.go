package originpattern

import "github.com/weburl-go/url"

const subdomains = "https://*.example.com"

func wrong(page url.URL) bool {
	allowed, err := url.ParseOrigin("https://*.example.com") // want `an origin is not a pattern, and https://\*.example.com is the same as no other: use url.ParseOriginPattern and Match`
	if err == nil && page.Origin().SameOrigin(allowed) {
		return true
	}
	if ports, _ := url.ParseOrigin("http://localhost:*"); ports.SameOrigin(page.Origin()) { // want `http://localhost:\* is the same`
		return true
	}
	if any, _ := url.ParseOrigin("*"); any.SameOrigin(page.Origin()) { // want `and \* is the same`
		return true
	}
	u := url.MustParse(subdomains)
	return page.Origin().SameOrigin(u.Origin()) // want `https://\*.example.com is the same`
}

func list(page url.URL) bool {
	list := []string{"https://example.com", "https://*.example.com"}
	for _, s := range list {
		if o, err := url.ParseOrigin(s); err == nil && o.SameOrigin(page.Origin()) { // want `https://\*.example.com is the same`
			return true
		}
	}
	return false
}

func right(page url.URL, s string) bool {
	if p, err := url.ParseOriginPattern("https://*.example.com"); err == nil && p.Match(page.Origin()) { // ok
		return true
	}
	if o, err := url.ParseOrigin("https://example.com"); err == nil && o.SameOrigin(page.Origin()) { // ok
		return true
	}
	if o, err := url.ParseOrigin(s); err == nil && o.SameOrigin(page.Origin()) { // ok: not known what it is
		return true
	}
	if p, err := url.ParseHostPattern("*.example.com"); err == nil { // ok
		host, _ := page.ParsedHost()
		return p.Match(host)
	}
	u, err := url.Parse("https://example.com/*?q=*#*")      // ok: not in its host
	if err == nil && u.Origin().SameOrigin(page.Origin()) { // ok
		return true
	}
	v := url.MustParse(subdomains)         // ok: for its parts
	return v.Hostname() == page.Hostname() // ok
}

func patterns(page url.URL) bool {
	for _, s := range []string{"https://example.com", "https://*.example.com"} {
		if p, err := url.ParseOriginPattern(s); err == nil && p.Match(page.Origin()) { // ok
			return true
		}
	}
	for _, s := range []string{"https://example.com", "http://example.com"} {
		if o, err := url.ParseOrigin(s); err == nil && o.SameOrigin(page.Origin()) { // ok
			return true
		}
	}
	return false
}
