// Package url reads URLs as browsers do. It implements the URL Standard of the WHATWG, https://url.spec.whatwg.org/:
// the parser, hosts with IDNA, IPv4 and IPv6, percent-encoding, the serializer, origins, and the classes URL and
// URLSearchParams. It follows commit 6ae8486 of July 2026, and two later changes: the validation error
// IPv4-non-ASCII-input of that month, and commit fde3f74 of October 2026.
//
// # Use
//
//	u, err := url.Parse("HTTPS://EXAMPLE.com:443/../a b?q")
//	// u.Href() == "https://example.com/a%20b?q"
//
//	next, err := u.Parse("//bücher.example\\x")
//	// next.Hostname() == "xn--bcher-kva.example"
//
// A [URL] is a small value: a string and offsets into it. Its getters do not copy. There is one rule of change: a
// method whose name begins with Set changes the URL, exactly as in a browser, and a method beyond the standard, such as
// [URL.AppendQuery] or [URL.JoinPath], returns a new URL. What reads a URL into a variable changes it, too
// ([URL.UnmarshalText], [URL.UnmarshalBinary] and [URL.Scan]), and so does the live list of [URL.SearchParams]. [Validate]
// lists what is wrong with a URL, including what a browser repairs.
//
// [COOKBOOK.md] has an index of words, and code for each job. Packages beside this one do whole steps: redirect sends and follows
// redirects, guard makes requests to URLs of strangers, page reads the links of HTML, link those of plain text, display shows
// URLs to people, form and dataurl read forms and data: URLs, urlpattern matches, psl reads public suffix lists.
//
// # Coming from net/url
//
// The package net/url implements RFC 3986, with exceptions. It refuses some strings that browsers accept, and reads
// others differently. It may even find a different host. To keep its type, and read as a browser does, call
// [ParseNetURL]. [MIGRATING.md] begins with code that compiles and is wrong, and has a table of what to write.
//
// # Terms
//
// Components are named as in the URL class. The href is the whole URL as a string. The pathname is what RFC 3986 calls
// the path. The search is a "?" and the query, and the hash is a "#" and the fragment. A component can be null, which
// is not the same as empty: the query of "https://h/?" is empty, and that of "https://h/" is null.
//
// A URL is special if its scheme is http, https, ws, wss, ftp or file. A URL like "mailto:user@example.com" has an
// opaque path: a string that is not divided into segments. A relative URL string, such as "../b", is resolved against a
// base URL.
//
// A string may contain any bytes. Bytes that are not UTF-8 count as U+FFFD, as if a browser had decoded them, except where
// data becomes a part of a URL: [Build], [URL.AppendSegments], [URL.AppendQuery], [URL.WithQueryValue], [URL.EditQuery] and
// [PercentEncode] percent-encode them one by one. Offsets and lengths are in bytes.
//
// # Deviations
//
// The package deviates from the standard in these ways:
//
//   - A domain is refused if it contains a code point that is newer than the Unicode data of Go. Go 1.27 has
//     Unicode 17. Go 1.26 has Unicode 15, to which this package adds the ideographs of the CJK extensions I and
//     J. U+1B3A, U+1B3C and U+1B42 are accepted beside right-to-left letters, where Unicode 18 refuses them.
//   - A URL longer than 4 GiB is refused. [CanParse] counts only the bytes of its input.
//   - A blob: URL does not have a blob URL entry. See [URL.OriginWith].
//   - [Parser].DefaultScheme deviates if it is set.
//
// # Compatibility
//
// From v1.0.0 on, names, signatures and documented results of this package and those beside it stay. A struct may get more
// fields, so write its literals with field names. [URL], [Host], [Origin], [OriginPattern] and [HostPattern] stay comparable
// with ==. The interface [golang.org/x/text/encoding.Encoding] is part of the API on purpose: it is how Go programs name an
// encoding. Not promised, in all packages, are
//
//   - the texts of messages and of [ValidationError].Detail, the values of [Error].Op, and the numbers of [ErrorType] (its names
//     are promised),
//   - the versions of Unicode that domains and package link follow,
//   - what [Redact] and package display hide and show beyond their rules: they may get stricter,
//   - the tables of addresses of package guard,
//   - the list of attributes of package page,
//   - the results of Compare and Generate of package urlpattern,
//   - the reports of vet.
//
// # Security
//
// Parsing takes time linear in the length of the input, or n log n for a domain that is not ASCII. [Parse] allocates at
// most 40 times the length of the input, or 96 times for a domain that has to be normalized. No string makes a
// function panic, with two exceptions: [MustParse], and methods without an error result that would make a URL longer than
// 4 GiB. [SECURITY.md] has all promises.
//
// Two programs may disagree on the host of a URL. Pass on [URL.Href], never the string that was parsed. A domain may
// resolve to any address. To request a URL that a stranger gave, use package [github.com/weburl-go/url/guard], which
// judges the address that is dialed. Error messages show neither credentials nor queries. For logs there is [Redact].
//
// [MIGRATING.md]: https://github.com/weburl-go/url/blob/main/MIGRATING.md
// [COOKBOOK.md]: https://github.com/weburl-go/url/blob/main/COOKBOOK.md
// [SECURITY.md]: https://github.com/weburl-go/url/blob/main/SECURITY.md
package url

import (
	"iter"
	"math"
	"net/netip"
	"strings"
)

// URL is a parsed URL: the standard's URL record. https://url.spec.whatwg.org/#concept-url
//
// A URL is a value. A copy is independent: its setters never change the original. ==
// compares URLs as the standard does (https://url.spec.whatwg.org/#concept-url-equals), and a URL can be a map key. To
// compare without fragments, compare what [URL.WithoutFragment] returns. Several goroutines may read a URL at the same
// time. A setter needs exclusive access to it.
//
// A setter returns an [*Error] if it ignores its value or a part of it, as the URL class does. [Error].Partial is then
// true if a part of the value was used. To change a URL completely or not at all, set a copy, and use it if the error
// is nil.
//
// The zero URL means "no URL". Its getters return empty strings. Every setter but SetHref, and every other method that needs
// a URL and has an error result, returns an [*Error] with [ErrZeroURL] and leaves it as it is. As a base URL it counts as none.
// [URL.IsZero] reports whether a URL is the zero URL.
type URL struct {
	// A URL is its serialization and offsets into it:
	//
	//	https://user:pass@example.com:1234/foo/bar?baz#quux
	//	      |     |     |          |    |       |   |
	//	      |     |     |          |    |       |   fragmentStart ("#" belongs to the fragment)
	//	      |     |     |          |    |       queryStart ("?" belongs to the query)
	//	      |     |     |          |    pathStart
	//	      |     |     |          hostEnd
	//	      |     |     hostStart
	//	      |     usernameEnd
	//	      schemeEnd (":" belongs to the scheme)
	//
	// A component that is null or empty is an empty span. The string shows which of the two it is: a host that is not
	// null has "//" before it, and a port, query or fragment that is not null has its delimiter. If the host is null,
	// usernameEnd, hostStart and hostEnd equal schemeEnd, and "/." may stand before pathStart. The offsets follow from
	// href, so two URLs are equal if their hrefs are.
	href          string
	schemeEnd     uint32
	usernameEnd   uint32
	hostStart     uint32
	hostEnd       uint32
	pathStart     uint32
	queryStart    uint32
	fragmentStart uint32
	port          uint16 // 0 if null, too
	scheme        scheme
}

// maxLength is the length of the longest URL in bytes. It is the range of the offsets.
const maxLength = math.MaxUint32

// tooLong reports whether a URL of n bytes is too long.
func tooLong(n int) bool { return uint64(n) > maxLength }

// Href returns the URL as a string. It shares the URL's memory, as the results of all getters do. If u was parsed from s
// without an error, u.Href() == s says that s is exactly what a browser writes. The parser keeps "%41" and "A" apart, so two
// hrefs can lead to the same page.
// https://url.spec.whatwg.org/#dom-url-href
func (u URL) Href() string { return u.href }

// Protocol returns the scheme and a ":". https://url.spec.whatwg.org/#dom-url-protocol
func (u URL) Protocol() string { return u.href[:u.schemeEnd] }

// Username returns the username, percent-encoded. https://url.spec.whatwg.org/#dom-url-username
func (u URL) Username() string {
	if !u.hasHost() {
		return ""
	}
	return u.href[u.schemeEnd+2 : u.usernameEnd]
}

// Password returns the password, percent-encoded. https://url.spec.whatwg.org/#dom-url-password
func (u URL) Password() string {
	if u.hostStart-u.usernameEnd < 2 { // at most the "@"
		return ""
	}
	return u.href[u.usernameEnd+1 : u.hostStart-1]
}

// Host returns the host and, if the port is not null, a ":" and the port. Neither is a safe name of a folder: see
// [URL.Hostname]. https://url.spec.whatwg.org/#dom-url-host
func (u URL) Host() string {
	if !u.hasHost() {
		return ""
	}
	return u.href[u.hostStart:u.pathStart]
}

// Hostname returns the host. An IPv6 address is in brackets. https://url.spec.whatwg.org/#dom-url-hostname
//
// Do not use it as the name of a file or folder without a check, also not the host of [ParseRequestTarget]. A domain can be
// "..", as in "http://%2e%2e/", or ".", ".git", "-rf", "a*b" or "a.", and longer than a name of a file. An IPv6 address has
// ":". The host of a URL that is not special stays percent-encoded, such as "a%2fb". If [Host.Kind] is [HostDomain] and
// [DomainToASCIIStrict] has no error, the host has at most 253 bytes: letters, digits, "-", and single dots between
// them. Use it in an [os.Root], which refuses names that a system reserves, such as "nul" on Windows. A Root alone
// refuses "..", but takes "." for itself.
//
// [os.Root]: https://pkg.go.dev/os#Root
func (u URL) Hostname() string { return u.href[u.hostStart:u.hostEnd] }

// Port returns the port in decimal, or "" if it is null. A port that is the scheme's default is null.
// https://url.spec.whatwg.org/#dom-url-port
func (u URL) Port() string {
	if !u.hasPort() {
		return ""
	}
	return u.href[u.hostEnd+1 : u.pathStart]
}

// Pathname returns the path, percent-encoded. https://url.spec.whatwg.org/#dom-url-pathname
//
// It can begin with "//". In a redirect, such a path names a host: "/.//evil.example", parsed relative to u, has the
// pathname "//evil.example". So never redirect to u.Pathname() + u.Search(): send [URL.RelativeToOrigin] or [URL.Href] of
// what [URL.ParseSameOrigin] returns. To match a path, use [URL.DecodedSegments].
func (u URL) Pathname() string { return u.href[u.pathStart:u.queryStart] }

// Search returns a "?" and the query, or "" if the query is null or empty. https://url.spec.whatwg.org/#dom-url-search
func (u URL) Search() string {
	if u.fragmentStart-u.queryStart < 2 {
		return ""
	}
	return u.href[u.queryStart:u.fragmentStart]
}

// Hash returns a "#" and the fragment, or "" if the fragment is null or empty.
// https://url.spec.whatwg.org/#dom-url-hash
func (u URL) Hash() string {
	if len(u.href)-int(u.fragmentStart) < 2 {
		return ""
	}
	return u.href[u.fragmentStart:]
}

// Scheme returns the scheme, in lower case and without the ":". https://url.spec.whatwg.org/#concept-url-scheme
func (u URL) Scheme() string { return u.href[:max(u.schemeEnd, 1)-1] }

// Query returns the query without the "?", and whether it is not null. https://url.spec.whatwg.org/#concept-url-query
func (u URL) Query() (query string, ok bool) {
	if u.queryStart == u.fragmentStart {
		return "", false
	}
	return u.href[u.queryStart+1 : u.fragmentStart], true
}

// Fragment returns the fragment without the "#", and whether it is not null.
// https://url.spec.whatwg.org/#concept-url-fragment
func (u URL) Fragment() (fragment string, ok bool) {
	if int(u.fragmentStart) == len(u.href) {
		return "", false
	}
	return u.href[u.fragmentStart+1:], true
}

// PortNumber returns the port, and whether it is not null. https://url.spec.whatwg.org/#concept-url-port
func (u URL) PortNumber() (port uint16, ok bool) { return u.port, u.hasPort() }

// EffectivePort returns the port or, if it is null, the scheme's default port. It reports false if there is neither.
func (u URL) EffectivePort() (port uint16, ok bool) {
	if u.hasPort() {
		return u.port, true
	}
	port = u.scheme.defaultPort()
	return port, port != 0
}

// ParsedHost returns the host, and whether it is not null. https://url.spec.whatwg.org/#concept-url-host
func (u URL) ParsedHost() (host Host, ok bool) {
	if !u.hasHost() {
		return Host{}, false
	}
	return hostOf(u.Hostname(), !u.scheme.special()), true
}

// Addr returns the host's address, and whether the host is an IPv4 or IPv6 address. In a URL that is not special, an
// IPv4 address counts as one only in four decimal numbers, as in "redis://127.0.0.1": [URL.DialAddress] refuses other
// spellings. An IPv4-mapped IPv6 address, as in "http://[::ffff:127.0.0.1]/", stays one: before you compare it with a
// prefix, call its Unmap method. A domain may resolve to any address, so this is not enough to decide whether to connect:
// package [github.com/weburl-go/url/guard] judges the address that is dialed.
func (u URL) Addr() (addr netip.Addr, ok bool) {
	host, _ := u.ParsedHost()
	return host.Addr()
}

// PathSegments yields the segments of the path, percent-encoded. To match a path, use [URL.DecodedSegments]. The path "/"
// has one segment, which is empty. An opaque path has none. https://url.spec.whatwg.org/#concept-url-path
func (u URL) PathSegments() iter.Seq[string] {
	return func(yield func(string) bool) { u.yieldSegments(yield) } // inlined, so that it costs nothing
}

func (u URL) yieldSegments(yield func(string) bool) {
	path := u.Pathname()
	for path != "" && !u.HasOpaquePath() {
		end := strings.IndexByte(path[1:], '/') + 1
		if end == 0 {
			end = len(path)
		}
		if !yield(path[1:end]) {
			return
		}
		path = path[end:]
	}
}

// IsSpecial reports whether the scheme is http, https, ws, wss, ftp or file. https://url.spec.whatwg.org/#is-special
func (u URL) IsSpecial() bool { return u.scheme.special() }

// IsHTTP reports whether the scheme is http or https: whether the URL can be that of a web page. Put a stranger's link into a
// page only if it is, and write its [URL.Href].
func (u URL) IsHTTP() bool { return u.scheme == schemeHTTP || u.scheme == schemeHTTPS }

// HasOpaquePath reports whether the path is a string rather than a list of segments, as in "mailto:user@example.com".
// https://url.spec.whatwg.org/#url-opaque-path
func (u URL) HasOpaquePath() bool {
	return !u.hasHost() && !u.IsZero() && (u.pathStart == u.queryStart || u.href[u.pathStart] != '/')
}

// IncludesCredentials reports whether there is a username or a password.
// https://url.spec.whatwg.org/#include-credentials
func (u URL) IncludesCredentials() bool { return u.hasHost() && u.hostStart > u.schemeEnd+2 }

// IsZero reports whether u is the zero URL, which means "no URL". The option omitzero of encoding/json calls it.
func (u URL) IsZero() bool { return u.href == "" }

// Compare returns -1, 0 or +1, as [strings.Compare] does of the two hrefs. Use it to sort URLs, as in
// slices.SortFunc(urls, url.URL.Compare). The zero URL comes first.
func (u URL) Compare(v URL) int { return strings.Compare(u.href, v.href) }

// WithoutFragment returns the URL with a null fragment. It shares u's memory.
func (u URL) WithoutFragment() URL {
	u.href = u.href[:u.fragmentStart]
	return u
}

// WithoutCredentials returns the URL without its username and password. If there are none, it returns u itself and does
// not allocate.
func (u URL) WithoutCredentials() URL {
	if u.IncludesCredentials() {
		start := u.schemeEnd + uint32(len("//"))
		u.splice(start, u.hostStart, "", nil, atHostStart) // does not fail: the URL gets shorter
		u.usernameEnd = start
	}
	return u
}

// hasHost reports whether the host is not null.
func (u URL) hasHost() bool { return u.usernameEnd > u.schemeEnd }

// hasPort reports whether the port is not null.
func (u URL) hasPort() bool { return u.hostEnd < u.pathStart && u.hasHost() }

// cannotHaveCredentialsOrPort implements https://url.spec.whatwg.org/#cannot-have-a-username-password-port.
func (u URL) cannotHaveCredentialsOrPort() bool {
	return u.hostStart == u.hostEnd || u.scheme == schemeFile
}

// prefixEnd returns the end of what is before the path: of the authority or, if the host is null, of the scheme. A "/."
// that belongs to neither is after it.
func (u *URL) prefixEnd() uint32 {
	if u.hasHost() {
		return u.pathStart
	}
	return u.schemeEnd
}

// refuses returns the error of a setter that has no effect on URLs with an opaque path, or the error of refusesAll.
func (u *URL) refuses(op, v string) error {
	if u.HasOpaquePath() {
		return &Error{Op: op, Input: v, Err: ErrOpaquePath}
	}
	return u.refusesAll(op, v)
}

// refusesAll returns the error of every method that needs a URL if u is the zero URL. v is what the method was given.
func (u *URL) refusesAll(op, v string) error {
	if !u.IsZero() {
		return nil
	}
	return &Error{Op: op, Input: v, Err: ErrZeroURL}
}

// A movedFrom names the first offset of a URL that moves.
type movedFrom uint8

const (
	atSchemeEnd movedFrom = iota
	atHostStart
	atPathStart
	atQueryStart
	atFragmentStart
	atEnd
)

// move adds by, which may be negative, to the offsets from first on.
func (u *URL) move(first movedFrom, by int) {
	add := func(offset *uint32) { *offset = uint32(int(*offset) + by) }
	switch first {
	case atSchemeEnd:
		add(&u.schemeEnd)
		add(&u.usernameEnd)
		fallthrough
	case atHostStart:
		add(&u.hostStart)
		add(&u.hostEnd)
		fallthrough
	case atPathStart:
		add(&u.pathStart)
		fallthrough
	case atQueryStart:
		add(&u.queryStart)
		fallthrough
	case atFragmentStart:
		add(&u.fragmentStart)
	}
}

// nullableSearch returns a "?" and the query, or "" if the query is null. Unlike [URL.Search], it returns "?" for an
// empty query.
func (u *URL) nullableSearch() string { return u.href[u.queryStart:u.fragmentStart] }

// splice replaces the span of the href from start to end by before and replacement, and moves the offsets from first on. If
// the URL would be too long, it stays as it is, and splice returns false.
func (u *URL) splice(start, end uint32, before string, replacement []byte, first movedFrom) bool {
	old, length := u.href[start:end], len(before)+len(replacement)
	if tooLong(len(u.href) - len(old) + length) {
		return false
	}
	if len(old) != length || old[:len(before)] != before || old[len(before):] != string(replacement) {
		var href strings.Builder // unlike a concatenation with string(replacement), one allocation
		href.Grow(len(u.href) - len(old) + length)
		href.WriteString(u.href[:start])
		href.WriteString(before)
		href.Write(replacement)
		href.WriteString(u.href[end:])
		u.href = href.String()
	}
	u.move(first, length-len(old))
	return true
}
