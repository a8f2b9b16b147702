package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// A reading is a line as the parser read it. Each worker has one, which it uses again for the next line.
type reading struct {
	source string // the name of the input
	number int    // of the line, from 1
	line   string // as it was given
	u      url.URL
	err    error // why the line was refused; u is then the zero URL
	sites  *sites
}

// A part is a piece of a URL that the flags know by name.
type part struct {
	name string
	doc  string // one line for the help, unless the part is a getter of the URL class
	// of returns the value. It reports whether there is one: a URL without a query has an empty query, but it does not
	// have a value for the name of a pair.
	of func(r *reading) (value string, ok bool)
	// all returns the values of a part that can have several. It is nil for any other part.
	all func(r *reading) []string
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

	{name: "scheme", of: getter(url.URL.Scheme), doc: `the protocol without ":"`},
	{name: "effective-port", of: getter(effectivePort), doc: "the port, or the default port of the scheme"},
	{name: "query", of: getter(func(u url.URL) string { query, _ := u.Query(); return query }), doc: `the search without "?"`},
	{name: "fragment", of: getter(func(u url.URL) string { fragment, _ := u.Fragment(); return fragment }), doc: `the hash without "#"`},
	{name: "site", of: (*reading).site, doc: "the registrable domain, or the host if there is none"},
	{name: "subdomain", of: (*reading).subdomain, doc: "what is before the registrable domain"},
	{name: "tld", of: (*reading).publicSuffix, doc: "the public suffix, such as co.uk"},
	{name: "unicode-hostname", of: getter(unicodeHostname), doc: "the hostname with its labels decoded"},
	{name: "extension", of: getter(extension), doc: "what follows the last dot of the path's last segment"},
	{name: "pattern", of: getter(pattern), doc: "the URL without what differs between pages of one kind; see help filter"},
	{name: "keys", all: (*reading).keys, decoded: true, doc: "the names of the query's pairs"},
	{name: "values", all: (*reading).values, decoded: true, doc: "the values of the query's pairs"},
	{name: errorPart, of: errorName, doc: "the standard's name of the error, if the line was refused"},
	{name: offsetPart, of: errorOffset, doc: "the place of that error in the line, in bytes"},
}

// ofRefusals reports whether the part says why a line was refused, so that only refused lines have it.
func (p *part) ofRefusals() bool { return p.name == errorPart || p.name == offsetPart }

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

func unicodeHostname(u url.URL) string {
	host, _ := u.ParsedHost()
	return host.Unicode()
}

// extension returns what follows the last dot of the path's last segment, unless the segment begins with that dot.
func extension(u url.URL) string {
	if u.HasOpaquePath() {
		return ""
	}
	path := u.Pathname()
	segment := path[strings.LastIndexByte(path, '/')+1:]
	if dot := strings.LastIndexByte(segment, '.'); dot > 0 {
		return segment[dot+1:]
	}
	return ""
}

func (r *reading) keys() (keys []string) {
	for name := range r.u.QueryPairs() {
		keys = append(keys, name)
	}
	return keys
}

func (r *reading) values() (values []string) {
	for _, value := range r.u.QueryPairs() {
		values = append(values, value)
	}
	return values
}

// errorName returns the standard's name of the error for which the line was refused.
func errorName(r *reading) (string, bool) {
	if r.err == errTooLong {
		return "line-too-long", true
	}
	if e, ok := errors.AsType[*url.Error](r.err); ok {
		return e.Err.Error(), true
	}
	return "", false
}

// errorOffset returns the place of the error in the line, in bytes. An error of a flag's value has no such place.
func errorOffset(r *reading) (string, bool) {
	if e, ok := r.err.(*url.Error); ok {
		return strconv.Itoa(e.Offset), true
	}
	return "", false
}
