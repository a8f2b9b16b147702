package url

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// PublicSuffix returns the part of a domain below which names are given out to the public, by the Public
// Suffix List: "co.uk" of "www.example.co.uk". A dot at the end of the domain stays. Every top-level domain
// that is not on the list counts as on it.
//
// It reports false if h is no domain, as an IP address is none, and if a label of it is empty ("a..com"):
// the list's algorithm is not defined for that.
//
// The list is a part of golang.org/x/net, and as old as that. Others will have other versions of it,
// which makes it no good for a hard security boundary; [Origin.SameOrigin] is one.
//
// It implements https://url.spec.whatwg.org/#host-public-suffix.
func (h Host) PublicSuffix() (suffix string, ok bool) {
	name := strings.TrimSuffix(h.serialized, ".")
	if h.kind != HostDomain || hasEmptyLabel(name) {
		return "", false
	}
	suffix, _ = publicSuffixOf(name)
	return h.serialized[len(name)-len(suffix):], true
}

// RegistrableDomain returns the public suffix of a domain with the label before it: "example.co.uk" of
// "www.example.co.uk". It reports false if there is no public suffix, or no label before it. See
// [Host.PublicSuffix] for what it depends on.
//
// It implements https://url.spec.whatwg.org/#host-registrable-domain.
func (h Host) RegistrableDomain() (domain string, ok bool) {
	suffix, ok := h.PublicSuffix()
	if !ok || suffix == h.serialized {
		return "", false
	}
	labels := h.serialized[:len(h.serialized)-len(suffix)-len(".")]
	return h.serialized[strings.LastIndexByte(labels, '.')+1:], true
}

// publicSuffixOf runs the Public Suffix List's algorithm for a domain that ends in no dot, and reports whether
// the suffix is one that a registry in the root of the DNS has, rather than private or made up.
// https://github.com/publicsuffix/list/wiki/Format#formal-algorithm
func publicSuffixOf(name string) (suffix string, icann bool) { return publicsuffix.PublicSuffix(name) }

// hasEmptyLabel reports whether a label of domain is empty.
func hasEmptyLabel(domain string) bool {
	return domain == "" || domain[0] == '.' || domain[len(domain)-1] == '.' || strings.Contains(domain, "..")
}

// SameSite reports whether o and p have the same scheme, and hosts with the same registrable domain, or
// else the same host. Ports do not count. It is false if either is opaque, for the reason that
// [Origin.SameOrigin] gives. Prefer that wherever it will do.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#same-site.
func (o Origin) SameSite(p Origin) bool {
	return o.Scheme() == p.Scheme() && o.SchemelesslySameSite(p)
}

// SchemelesslySameSite is [Origin.SameSite] where the schemes need not be the same.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#schemelessly-same-site. A registrable
// domain is its own registrable domain, hence a host without one never equals it.
func (o Origin) SchemelesslySameSite(p Origin) bool {
	return !o.IsOpaque() && !p.IsOpaque() && o.siteHost() == p.siteHost()
}

// siteHost returns the host of the site that
// https://html.spec.whatwg.org/multipage/browsers.html#obtain-a-site obtains of a tuple origin.
func (o Origin) siteHost() Host {
	host := o.Host()
	if domain, ok := host.RegistrableDomain(); ok {
		return Host{domain, HostDomain}
	}
	return host
}
