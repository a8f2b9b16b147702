package url

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// PublicSuffixList is a public suffix list, such as publicsuffix.List from golang.org/x/net/publicsuffix or a psl.List.
// Implementations should be safe for concurrent use.
type PublicSuffixList interface {
	// PublicSuffix returns the public suffix of domain, using
	// https://github.com/publicsuffix/list/wiki/Format#formal-algorithm. The domain is in lowercase ASCII, has no empty
	// labels, and does not end in a dot.
	//
	// If the result does not consist of one or more of the last labels of domain, the domain has no public suffix.
	PublicSuffix(domain string) string
}

// PublicSuffix returns the public suffix of a domain according to list. This is the part of the domain under which
// anyone can register a name, such as "co.uk" in "www.example.co.uk". Do not use it as a security boundary, because
// lists differ. Use [Origin.SameOrigin] instead. https://url.spec.whatwg.org/#host-public-suffix
//
// If the domain ends in a dot, so does the suffix. PublicSuffix reports false if h is not a domain, if h has an empty
// label ("a..com"), if list is nil, or if list has no public suffix for h.
func (h Host) PublicSuffix(list PublicSuffixList) (suffix string, ok bool) {
	if list == nil || !h.canHaveSubdomains() {
		return "", false
	}
	domain := strings.TrimSuffix(h.serialized, ".")
	suffix = list.PublicSuffix(domain)
	if !endsInLabels(domain, suffix) {
		return "", false
	}
	return h.serialized[len(domain)-len(suffix):], true
}

// RegistrableDomain returns the public suffix of a domain and the label before it, such as "example.co.uk" in
// "www.example.co.uk". It reports false if there is no public suffix or no label before it. The result depends on list;
// see [Host.PublicSuffix]. https://url.spec.whatwg.org/#host-registrable-domain
//
// A trailing dot is kept, so "example.com." and "example.com" are different sites.
func (h Host) RegistrableDomain(list PublicSuffixList) (domain string, ok bool) {
	suffix, ok := h.PublicSuffix(list)
	if !ok || suffix == h.serialized {
		return "", false
	}
	labels := h.serialized[:len(h.serialized)-len(suffix)-len(".")]
	return h.serialized[strings.LastIndexByte(labels, '.')+1:], true
}

// Site returns the registrable domain of h according to list, or h itself if it has none.
// https://html.spec.whatwg.org/multipage/browsers.html#obtain-a-site
func (h Host) Site(list PublicSuffixList) Host {
	if domain, ok := h.RegistrableDomain(list); ok {
		return Host{domain, HostDomain}
	}
	return h
}

// endsInLabels reports whether suffix is one or more of the last labels of domain, which has no empty label.
func endsInLabels(domain, suffix string) bool {
	before := strings.TrimSuffix(domain, suffix)
	return before == "" || strings.HasSuffix(before, ".")
}

// SameSite reports whether o and p have the same scheme and the same registrable domain or, if their hosts have no
// registrable domain, the same host. Prefer [Origin.SameOrigin], because the result of SameSite depends on list.
// https://html.spec.whatwg.org/multipage/browsers.html#same-site
//
// Ports are ignored. The schemes wss and https are treated as different. If o or p is opaque, SameSite reports false.
func (o Origin) SameSite(p Origin, list PublicSuffixList) bool {
	return o.Scheme() == p.Scheme() && o.SchemelesslySameSite(p, list)
}

// SchemelesslySameSite is like [Origin.SameSite] but ignores the schemes.
// https://html.spec.whatwg.org/multipage/browsers.html#schemelessly-same-site
func (o Origin) SchemelesslySameSite(p Origin, list PublicSuffixList) bool {
	// The standard compares hosts only where they have no registrable domain. Comparing sites gives the same result: by
	// the list's algorithm, a registrable domain is its own registrable domain.
	oHost, ok := o.ParsedHost()
	pHost, pOK := p.ParsedHost()
	return ok && pOK && oHost.Site(list) == pHost.Site(list)
}

// canHaveSubdomains reports whether h is a domain without empty labels. A dot at the end is allowed.
func (h Host) canHaveSubdomains() bool {
	return h.kind == HostDomain && !infra.HasEmptyLabel(strings.TrimSuffix(h.serialized, "."))
}

// isSubdomain reports whether host is one or more labels, which are not empty, and a dot before domain.
func isSubdomain(host, domain string) bool {
	labels, found := strings.CutSuffix(host, domain)
	labels, dot := strings.CutSuffix(labels, ".")
	return found && dot && !infra.HasEmptyLabel(labels)
}
