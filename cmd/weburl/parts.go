package main

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// A reading is a line as the parser read it. Each worker has one, and reuses it for the next line.
type reading struct {
	source string // the name of the input
	number int    // of the line, from 1
	line   string // as it was given
	base   string // of this row, with -base-column
	u      url.URL
	err    error // why the line was rejected, in which case u is the zero URL
	null   bool  // there is no line, because a database has NULL
	start  int   // with -extract: where the link begins in its line, and where it ends
	end    int
	sites  *sites

	element, attribute string // with -html: where the link is
}

// A part is a piece of a URL that has a name in flags.
type part struct {
	name string
	doc  string // one line for the help
	// of returns the value, and reports whether there is one. For example, the part query of a URL without a query is
	// empty, but the part query:NAME has no value.
	of func(r *reading) (value string, ok bool)
	// all returns the values of a part that can have several values. It is nil for all other parts.
	all func(r *reading) []string
	// decoded says that the value is not percent-encoded, so the family "decoded:" does not change it.
	decoded bool
	// ofLine says that even rejected lines have the part.
	ofLine bool
}

// parts lists the parts with a fixed name. The getters of the URL class come first, in the order of the rows of the table
// and of the members of JSON objects. canonicalGlob lists the parts whose spelling the parser changes.
var parts = []part{
	{name: "href", of: getter(url.URL.Href), doc: "the whole URL, as the standard serializes it"},
	{name: "origin", of: getter(func(u url.URL) string { return u.Origin().String() }), doc: "the scheme, host and port, or null"},
	{name: "protocol", of: getter(url.URL.Protocol), doc: `the scheme with ":"`},
	{name: "username", of: getter(url.URL.Username), doc: "the username, percent-encoded (also called user)"},
	{name: "password", of: getter(url.URL.Password), doc: "the password, percent-encoded"},
	{name: "host", of: getter(url.URL.Host), doc: "the host, and the port if it is not the default"},
	{name: "hostname", of: getter(url.URL.Hostname), doc: "the host without the port"},
	{name: "port", of: getter(url.URL.Port), doc: "the port, if it is not the default"},
	{name: "pathname", of: getter(url.URL.Pathname), doc: "the path, percent-encoded (also called path)"},
	{name: "search", of: getter(url.URL.Search), doc: `the query with "?", percent-encoded`},
	{name: "hash", of: getter(url.URL.Hash), doc: `the fragment with "#", percent-encoded`},

	{name: "scheme", of: getter(url.URL.Scheme), doc: `the protocol without ":"`},
	{name: "effective-port", of: getter(effectivePort), doc: "the port, or the default port of the scheme"},
	{name: "query", of: getter(func(u url.URL) string { query, _ := u.Query(); return query }), doc: `the search without "?"`},
	{name: "fragment", of: getter(func(u url.URL) string { fragment, _ := u.Fragment(); return fragment }), doc: `the hash without "#"`},
	{name: "site", of: (*reading).site, doc: "the registrable domain, or the host if there is none"},
	{name: "registrable-domain", of: (*reading).registrableDomain, doc: "the registrable domain, such as example.co.uk, or empty if there is none, as for an IP address"},
	{name: "subdomain", of: (*reading).subdomain, doc: "the hostname without the registrable domain"},
	{name: "tld", of: (*reading).publicSuffix, doc: "the public suffix, such as co.uk"},
	{name: "unicode-hostname", of: getter(unicodeHostname), doc: "the hostname with its labels decoded"},
	{name: "undotted-hostname", of: getter(func(u url.URL) string { return strings.TrimSuffix(u.Hostname(), ".") }), doc: "the hostname without the trailing dot, if it has one"},
	{name: "extension", of: getter(extension), doc: "the text after the last dot of the path's last segment"},
	{name: "pattern", of: getter(pattern), doc: "the URL without the details that differ between pages of one kind (see weburl help unique-by)"},
	{name: "keys", all: ofPairs(func(name, _ string) (string, bool) { return name, true }), decoded: true, doc: "the names of the query pairs"},
	{name: "values", all: ofPairs(func(_, value string) (string, bool) { return value, true }), decoded: true, doc: "the values of the query pairs"},
	{name: "pairs", all: (*reading).pairs, doc: "the query pairs as in the URL, such as name=value"},
	{name: "input", decoded: true, ofLine: true, of: func(r *reading) (string, bool) { return r.line, true }, doc: "the line as it was read, or the beginning of it and … if it is too long"},
	{name: "source", decoded: true, ofLine: true, of: func(r *reading) (string, bool) { return r.source, true }, doc: `the name of the file, "stdin" or "argument"`},
	{name: "line", ofLine: true, of: func(r *reading) (string, bool) { return strconv.Itoa(r.number), true }, doc: "the number of the line, the argument or, with -csv, the record"},
	{name: "element", of: func(r *reading) (string, bool) { return r.element, r.element != "" }, decoded: true, ofLine: true, doc: "with -html, the name of the element that contains the link"},
	{name: "attribute", of: func(r *reading) (string, bool) { return r.attribute, r.attribute != "" }, decoded: true, ofLine: true, doc: "with -html, the name of the attribute that contains the link"},
	{name: errorPart, of: errorName, doc: "the name of the error in a rejected line, such as host-missing"},
	{name: offsetPart, of: errorOffset, doc: "the byte offset of that error in the line"},
}

// ofRefusals reports whether only rejected lines have the part, because it says why.
func (p part) ofRefusals() bool { return p.name == errorPart || p.name == offsetPart }

// each calls use for each value of the part.
func (p *part) each(r *reading, use func(value string)) {
	if p.all == nil {
		if value, ok := p.of(r); ok || !p.ofRefusals() {
			use(value)
		}
		return
	}
	for _, value := range p.all(r) {
		use(value)
	}
}

// getters is the number of parts that are getters of the URL class.
var getters = 1 + slices.IndexFunc(parts, func(p part) bool { return p.name == "hash" })

// The names of the parts that say why a line was rejected.
const (
	errorPart  = "error"
	offsetPart = "offset"
)

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

// extension returns the text after the last dot of the path's last segment, unless the segment begins with that dot.
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

// ofPairs returns the function of a part that has a value for some query pairs.
func ofPairs(of func(name, value string) (string, bool)) func(r *reading) []string {
	return func(r *reading) (list []string) {
		for name, value := range r.u.QueryPairs() {
			if v, ok := of(name, value); ok {
				list = append(list, v)
			}
		}
		return list
	}
}

// pairs returns the pairs of the query. It leaves out empty pairs, which are not pairs in the standard.
func (r *reading) pairs() (pairs []string) {
	query, _ := r.u.Query()
	for pair := range strings.SplitSeq(query, "&") {
		if pair != "" {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// errorName returns the name of the error that made the line invalid or its change fail.
func errorName(r *reading) (string, bool) {
	if e, ok := r.err.(*lineError); ok {
		return e.name, true
	}
	if t, ok := errors.AsType[url.ErrorType](r.err); ok {
		return t.Error(), true
	}
	return "", false
}

// errorOffset returns the byte offset of the error in the line. An error in the value of a flag has no offset.
func errorOffset(r *reading) (string, bool) {
	if e, ok := r.err.(*url.Error); ok {
		return strconv.Itoa(e.Offset), true
	}
	return "", false
}

// A family is a set of parts whose names begin with the same prefix and end with an argument.
type family struct {
	prefix, argument, doc string
	named                 func(argument string) (part, error)
}

// families returns all families of parts. It is a function because a family can use the others.
func families() []family {
	return []family{
		{"query:", "NAME", "the value of the first pair with that name, decoded", queryPart},
		{"query-raw:", "NAME", "the value of the first pair with that name, as it appears in the URL", rawQueryPart},
		{"query-all:", "NAME", "the values of all pairs with that name, decoded", queryAllPart},
		{"path-segment:", "N", "a segment of the path, where 1 is the first and -1 is the last", segmentPart},
		{"decoded:", "PART", "any other part, percent-decoded", decodedPart},
	}
}

// aliases maps the short names of parts, which are those of trurl, to the full names.
var aliases = map[string]string{"path": "pathname", "user": "username"}

func partNamed(name string) (part, error) {
	if full, ok := aliases[name]; ok {
		p, err := partNamed(full)
		p.name = name
		return p, err
	}
	for _, p := range parts {
		if p.name == name {
			return p, nil
		}
	}
	for _, f := range families() {
		if argument, ok := strings.CutPrefix(name, f.prefix); ok {
			p, err := f.named(argument)
			p.name = name
			return p, err
		}
	}
	return part{}, unknown("part", name, partNames())
}

// partNames returns the names of all parts, including short names, without arguments.
func partNames() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	for _, f := range families() {
		names = append(names, f.prefix)
	}
	return append(names, "path", "user")
}

func partsNamed(names string) (list []part, err error) {
	for name := range strings.SplitSeq(names, ",") {
		p, err := partNamed(name)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func queryPart(name string) (part, error) {
	return part{decoded: true, of: func(r *reading) (string, bool) { return r.u.QueryValue(name) }}, nil
}

func queryAllPart(name string) (part, error) {
	return part{decoded: true, all: ofPairs(func(n, value string) (string, bool) { return value, n == name })}, nil
}

func segmentPart(argument string) (part, error) {
	n, err := strconv.Atoi(argument)
	if err != nil || n == 0 {
		return part{}, fmt.Errorf("path-segment:%s: not a number, such as 1 for the first segment or -1 for the last", argument)
	}
	return part{of: func(r *reading) (string, bool) {
		segments, i := slices.Collect(r.u.PathSegments()), n-1
		if n < 0 {
			i = len(segments) + n
		}
		if i < 0 || i >= len(segments) {
			return "", false
		}
		return segments[i], true
	}}, nil
}

// decodedPart returns the part of that name, percent-decoded. Values of query pairs are already decoded.
func decodedPart(name string) (part, error) {
	p, err := partNamed(name)
	if err != nil || p.decoded {
		return p, err
	}
	of, all := p.of, p.all
	p.decoded = true
	p.of = func(r *reading) (string, bool) {
		value, ok := of(r)
		return url.PercentDecode(value), ok
	}
	if all != nil { // pairs, in which "+" is a space
		p.all = func(r *reading) (list []string) {
			for _, pair := range all(r) {
				list = append(list, decodeForm(pair))
			}
			return list
		}
	}
	return p, nil
}

// decodeForm decodes a name, a value or a pair of a query.
func decodeForm(s string) string { return url.PercentDecode(strings.ReplaceAll(s, "+", " ")) }

func rawQueryPart(name string) (part, error) {
	return part{of: func(r *reading) (string, bool) {
		for _, pair := range r.pairs() {
			if n, value, _ := strings.Cut(pair, "="); decodeForm(n) == name {
				return value, true
			}
		}
		return "", false
	}}, nil
}

// sites finds the registrable domains of hosts. It remembers some of them, because the same hosts occur again and again, and
// a lookup in the public suffix list takes longer than parsing a URL. Each worker has its own.
type sites struct {
	list  url.PublicSuffixList
	known map[string]string // registrable domains by hosts, or "" for hosts without one
}

const maxKnownSites = 20_000

func newSites(list url.PublicSuffixList) *sites {
	return &sites{list: list, known: make(map[string]string)}
}

// domainOf returns the registrable domain of the host of u, or "" if there is none.
func (s *sites) domainOf(u *url.URL) string {
	if !u.IsSpecial() {
		return "" // the host is opaque
	}
	if domain, ok := s.known[u.Hostname()]; ok {
		return domain
	}
	if len(s.known) >= maxKnownSites {
		clear(s.known)
	}
	host, _ := u.ParsedHost()
	domain, _ := host.RegistrableDomain(s.list)
	domain = strings.Clone(domain)
	s.known[strings.Clone(u.Hostname())] = domain
	return domain
}

func (r *reading) site() (string, bool) {
	return cmp.Or(r.sites.domainOf(&r.u), r.u.Hostname()), !r.u.IsZero()
}

func (r *reading) registrableDomain() (string, bool) { return r.sites.domainOf(&r.u), !r.u.IsZero() }

func (r *reading) subdomain() (string, bool) {
	site, ok := r.site()
	return strings.TrimSuffix(strings.TrimSuffix(r.u.Hostname(), site), "."), ok
}

func (r *reading) publicSuffix() (string, bool) {
	host, _ := r.u.ParsedHost()
	suffix, _ := host.PublicSuffix(r.sites.list)
	return suffix, !r.u.IsZero()
}

// anID replaces digits, hexadecimal digits and UUIDs in a pattern. A path cannot contain braces.
const anID = "{id}"

// pattern returns what the URLs of one kind of page have in common: the URL up to the host, the path with its ids replaced,
// and the sorted names of the query pairs, each only once. It omits credentials and the fragment.
func pattern(u url.URL) string {
	origin, query := u.Protocol(), ""
	if _, ok := u.ParsedHost(); ok {
		origin += "//" + u.Host()
	}
	var names []string
	for name := range u.QueryPairs() {
		names = append(names, url.PercentEncode(name, url.FormURLEncodedPercentEncodeSet))
	}
	if slices.Sort(names); len(names) > 0 {
		query = "?" + strings.Join(slices.Compact(names), "&")
	}
	return string(appendPathPattern([]byte(origin), u.Pathname())) + query
}

var uuids = lazily(`(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\b|_)`)

// lazily returns a function that returns a regular expression. It compiles the expression when it is called for the first
// time, so a run that does not need the expression starts sooner.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// isHexID reports whether a run of letters and digits is an id in hexadecimal digits.
func isHexID(word string) bool {
	const digits = "0123456789"
	return len(word) >= 8 && strings.Trim(word, digits+"abcdefABCDEF") == "" && strings.ContainsAny(word, digits)
}

// appendPathPattern appends a path with its ids replaced. An id is a UUID, a run of at least eight hexadecimal digits that
// contains a decimal digit, or a run of decimal digits.
func appendPathPattern(dst []byte, path string) []byte {
	const uuidLength = 36 // https://www.rfc-editor.org/rfc/rfc9562#section-4
	for size := 0; path != ""; path = path[size:] {
		for size = 0; size < len(path) && infra.IsASCIIAlphanumeric(path[size]); size++ {
		}
		word := path[:size]
		switch {
		case size == 8 && uuids().MatchString(path):
			dst, size = append(dst, anID...), uuidLength
		case path[0] == '%' && len(path) >= 3: // a percent-encoded byte is not a number
			dst, size = append(dst, path[:3]...), 3
		case size == 0:
			dst, size = append(dst, path[0]), 1
		case isHexID(word):
			dst = append(dst, anID...)
		default:
			for i, b := range []byte(word) {
				if !infra.IsASCIIDigit(b) {
					dst = append(dst, b)
				} else if i == 0 || !infra.IsASCIIDigit(word[i-1]) {
					dst = append(dst, anID...)
				}
			}
		}
	}
	return dst
}
