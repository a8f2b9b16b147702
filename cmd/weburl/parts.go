package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// A part is something to ask of a URL by name.
type part struct {
	name string
	of   func(u *url.URL) string
}

// parts are what -get and -count know. The first of them, the getters of the URL class, are the rows of the
// table and the keys of the JSON objects, in this order.
var parts = []part{
	{"href", func(u *url.URL) string { return u.Href() }},
	{"origin", func(u *url.URL) string { return u.Origin().String() }},
	{"protocol", func(u *url.URL) string { return u.Protocol() }},
	{"username", func(u *url.URL) string { return u.Username() }},
	{"password", func(u *url.URL) string { return u.Password() }},
	{"host", func(u *url.URL) string { return u.Host() }},
	{"hostname", func(u *url.URL) string { return u.Hostname() }},
	{"port", func(u *url.URL) string { return u.Port() }},
	{"pathname", func(u *url.URL) string { return u.Pathname() }},
	{"search", func(u *url.URL) string { return u.Search() }},
	{"hash", func(u *url.URL) string { return u.Hash() }},

	{"scheme", func(u *url.URL) string { return u.Scheme() }},
	{"effective-port", effectivePort},
	{"query", func(u *url.URL) string { query, _ := u.Query(); return query }},
	{"fragment", func(u *url.URL) string { fragment, _ := u.Fragment(); return fragment }},
	{"site", site},
	{"unicode-hostname", unicodeHostname},
}

// getters is how many of the parts are getters of the URL class.
const getters = 11

func effectivePort(u *url.URL) string {
	port, ok := u.EffectivePort()
	if !ok {
		return ""
	}
	return strconv.Itoa(int(port))
}

// site returns the registrable domain, or the host where it has none: an IP address, a public suffix, a
// name without dots.
func site(u *url.URL) string {
	host, _ := u.ParsedHost()
	if domain, ok := host.RegistrableDomain(); ok {
		return domain
	}
	return host.String()
}

func unicodeHostname(u *url.URL) string {
	host, _ := u.ParsedHost()
	return host.Unicode()
}

func partNamed(name string) (*part, error) {
	names := make([]string, len(parts))
	for i := range parts {
		if parts[i].name == name {
			return &parts[i], nil
		}
		names[i] = parts[i].name
	}
	return nil, fmt.Errorf("there is no part %q; there are %s", name, strings.Join(names, ", "))
}

// appendTable appends a row for each part that is not empty.
func appendTable(dst []byte, u *url.URL, indent string) []byte {
	for _, p := range parts[:getters] {
		if value := p.of(u); value != "" {
			dst = fmt.Appendf(dst, "%s%-8s  %s\n", indent, p.name, value)
		}
	}
	return dst
}

// appendParts appends the values of some parts as a line, with tabs between them. No part has a tab in it.
func appendParts(dst []byte, u *url.URL, asked []part) []byte {
	for i, p := range asked {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = append(dst, p.of(u)...)
	}
	return append(dst, '\n')
}
