package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/weburl-go/url"
)

// A reading is a line as the parser read it. Each worker has one, which it uses again for the next line.
type reading struct {
	source string // the name of the input
	number int    // of the line, from 1
	line   string // as it was given
	u      url.URL
	err    error // why the line was refused; u is then the zero URL
}

// A part is a piece of a URL that the flags know by name.
type part struct {
	name string
	// of returns the value. It reports whether there is one: a URL without a query has an empty query, but it does not
	// have a value for the name of a pair.
	of func(r *reading) (value string, ok bool)
	// decoded says that the value may hold any byte. That of any other part has no control character, and it has a
	// backslash only if the href has one.
	decoded bool
}

// parts are the parts with a fixed name. The getters of the URL class come first: the rows of the table and the keys of
// the JSON objects, in this order.
var parts = []part{
	{name: "href", of: getter(url.URL.Href)},
	{name: "origin", of: getter(func(u url.URL) string { return u.Origin().String() })},
	{name: "protocol", of: getter(url.URL.Protocol)},
	{name: "username", of: getter(url.URL.Username)},
	{name: "password", of: getter(url.URL.Password)},
	{name: "host", of: getter(url.URL.Host)},
	{name: "hostname", of: getter(url.URL.Hostname)},
	{name: "port", of: getter(url.URL.Port)},
	{name: "pathname", of: getter(url.URL.Pathname)},
	{name: "search", of: getter(url.URL.Search)},
	{name: "hash", of: getter(url.URL.Hash)},

	{name: "scheme", of: getter(url.URL.Scheme)},
	{name: "effective-port", of: getter(effectivePort)},
	{name: "query", of: getter(func(u url.URL) string { query, _ := u.Query(); return query })},
	{name: "fragment", of: getter(func(u url.URL) string { fragment, _ := u.Fragment(); return fragment })},
	{name: "site", of: getter(site)},
	{name: "unicode-hostname", of: getter(unicodeHostname)},
	{name: errorPart, of: errorName},
	{name: offsetPart, of: errorOffset},
}

// getters is the number of parts that are getters of the URL class.
const getters = 11

// The names of the parts that say why a line was refused.
const (
	errorPart  = "error"
	offsetPart = "offset"
)

// getter makes the function of a part that every URL has.
func getter(of func(u url.URL) string) func(r *reading) (string, bool) {
	return func(r *reading) (string, bool) { return of(r.u), !r.u.IsZero() }
}

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

// errorName returns the standard's name of the error for which the line was refused.
func errorName(r *reading) (string, bool) {
	if e, ok := errors.AsType[*url.Error](r.err); ok {
		return e.Err.Error(), true
	}
	return "", false
}

// errorOffset returns the place of the error in the line, in bytes.
func errorOffset(r *reading) (string, bool) {
	if e, ok := errors.AsType[*url.Error](r.err); ok {
		return strconv.Itoa(e.Offset), true
	}
	return "", false
}

// appendTable appends a row for each getter whose value is not empty.
func appendTable(dst []byte, u url.URL, indent string) []byte {
	r := &reading{u: u}
	for _, p := range parts[:getters] {
		if value, _ := p.of(r); value != "" {
			dst = fmt.Appendf(dst, "%s%-8s  %s\n", indent, p.name, value)
		}
	}
	return dst
}

// appendParts appends the values of the requested parts as a line, separated by tabs. No part contains a tab.
func appendParts(dst []byte, r *reading, requested []part) []byte {
	for i, p := range requested {
		if i > 0 {
			dst = append(dst, '\t')
		}
		value, _ := p.of(r)
		dst = append(dst, value...)
	}
	return append(dst, '\n')
}

func partNamed(name string) (*part, error) {
	for i := range parts {
		if parts[i].name == name {
			return &parts[i], nil
		}
	}
	return nil, fmt.Errorf("unknown part %q; the parts are %s", name, partNames())
}

func partNames() string {
	names := ""
	for i, p := range parts {
		if i > 0 {
			names += ", "
		}
		names += p.name
	}
	return names
}
