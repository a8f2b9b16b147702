package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// A part is a piece of a URL that -get and -count know by name.
type part struct {
	name string
	of   func(u url.URL) string
}

// parts are all parts. The getters of the URL class come first: the rows of the table and the keys of the JSON
// objects, in this order.
var parts = []part{
	{"href", url.URL.Href},
	{"origin", func(u url.URL) string { return u.Origin().String() }},
	{"protocol", url.URL.Protocol},
	{"username", url.URL.Username},
	{"password", url.URL.Password},
	{"host", url.URL.Host},
	{"hostname", url.URL.Hostname},
	{"port", url.URL.Port},
	{"pathname", url.URL.Pathname},
	{"search", url.URL.Search},
	{"hash", url.URL.Hash},

	{"scheme", url.URL.Scheme},
	{"effective-port", effectivePort},
	{"query", func(u url.URL) string { query, _ := u.Query(); return query }},
	{"fragment", func(u url.URL) string { fragment, _ := u.Fragment(); return fragment }},
	{"site", site},
	{"unicode-hostname", unicodeHostname},
}

// getters is the number of parts that are getters of the URL class.
const getters = 11

func effectivePort(u url.URL) string {
	port, ok := u.EffectivePort()
	if !ok {
		return ""
	}
	return strconv.Itoa(int(port))
}

// site returns the registrable domain, or else the host.
func site(u url.URL) string {
	host, _ := u.ParsedHost()
	return host.Site(suffixes).String()
}

func unicodeHostname(u url.URL) string {
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
	return nil, fmt.Errorf("unknown part %q; the parts are %s", name, strings.Join(names, ", "))
}

// appendTable appends a row for each getter whose value is not empty.
func appendTable(dst []byte, u url.URL, indent string) []byte {
	for _, p := range parts[:getters] {
		if value := p.of(u); value != "" {
			dst = fmt.Appendf(dst, "%s%-8s  %s\n", indent, p.name, value)
		}
	}
	return dst
}

// appendParts appends the values of the requested parts as a line, separated by tabs. No part contains a tab.
func appendParts(dst []byte, u url.URL, requested []part) []byte {
	for i, p := range requested {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = append(dst, p.of(u)...)
	}
	return append(dst, '\n')
}
