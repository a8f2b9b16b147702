// Package url parses URLs the way browsers do. It implements the WHATWG URL Standard, https://url.spec.whatwg.org/: the
// parser, hosts (IDNA, IPv4 and IPv6), percent-encoding, the serializer, origins, and the URL and URLSearchParams
// classes.
//
//	u, err := url.Parse("HTTPS://EXAMPLE.com:443/../a b?q")
//	// u.Href() == "https://example.com/a%20b?q"
//
//	next, err := u.Parse("//bücher.example\\x") // resolved against u
//	// next.Hostname() == "xn--bcher-kva.example"
//
// A [URL] is a small value that consists of a string and offsets into it. Methods whose names begin with Set change the
// URL in place, as in a browser. Methods that go beyond the standard, such as [URL.AppendQuery], return a new URL.
// [Validate] lists everything that is wrong with a URL, including mistakes that a browser repairs.
//
// [COOKBOOK.md] has example code for common tasks. The other packages in this module handle complete tasks, such as
// following redirects, fetching untrusted URLs, and finding links in HTML pages.
//
// # Coming from net/url
//
// Package net/url follows RFC 3986, with some exceptions. It rejects some strings that browsers accept and may find a
// different host in others. To keep net/url's names and types but parse URLs as browsers do, import
// [github.com/weburl-go/url/net/url] instead. [MIGRATING.md] explains which code still compiles but does the wrong
// thing.
//
// # Security
//
// Two programs may disagree about a URL's host, so after checking a URL, pass on the result of [URL.Href] or, for
// requests with net/http, of [URL.NetURL], never the original string. A domain can resolve to any address, so to fetch
// an untrusted URL, use package [github.com/weburl-go/url/guard], which checks each address as it is dialed.
//
// Error messages do not show credentials or queries. Use [Redact] to prepare a URL for a log.
//
// With two exceptions, no function panics, whatever string it is given. Functions whose names begin with Must panic if
// the string does not parse. Methods without an error result panic with an [*Error] if the URL would become longer than
// 4 GiB. [SECURITY.md] lists all the guarantees, including memory limits.
//
// # Terms
//
// Components are named as in the URL class. The href is the whole URL as a string. The pathname is the path. The search
// is a "?" followed by the query, and the hash is a "#" followed by the fragment. A component can be null, which is not
// the same as empty: "mailto:a?" has an empty query, and "mailto:a" has a null query.
//
// A URL is special if its scheme is http, https, ws, wss, ftp or file. A URL such as "mailto:user@example.com" has an
// opaque path: a string that is not divided into segments. A relative URL string, such as "../b", is resolved against a
// base URL.
//
// # Conventions
//
// Unless a function's documentation says otherwise:
//
//   - Strings may contain any bytes. Bytes that are not valid UTF-8 are treated as U+FFFD, as if a browser had decoded
//     them. Functions that turn data into part of a URL, such as [Build] and [URL.AppendQuery], percent-encode such
//     bytes one by one.
//   - Offsets and lengths are in bytes.
//   - Functions that parse, convert or change URLs or their parts return errors of type [*Error].
//   - A method that fails leaves its receiver unchanged, unless it is a setter that sets [Error].Partial.
//   - Methods that only encode a value, such as [URL.MarshalText] and [URL.Value], always return a nil error.
//   - Strings in results may share memory with the arguments or the receiver.
//   - A function takes time linear in the length of its input, or O(n log n) if it sorts pairs or converts a non-ASCII
//     domain.
//
// # Deviations
//
// The package follows the standard as of commit 6ae8486 (July 2026), plus two later changes: the IPv4-non-ASCII-input
// validation error and commit fde3f74 (October 2026). It deviates from the standard in these ways:
//
//   - A domain is rejected if it contains a code point that is newer than Go's Unicode data. Go 1.27 has Unicode 17. Go
//     1.26 has Unicode 15, to which this package adds the ideographs of CJK extensions I and J.
//   - The code points U+1B3A, U+1B3C and U+1B42 are accepted next to right-to-left letters, although Unicode 18 rejects
//     them there.
//   - A URL longer than 4 GiB is rejected. [CanParse] applies this limit only to the length of its input.
//   - A blob: URL has no blob URL entry; see [URL.OriginWith].
//
// # Compatibility
//
// From v1.0.0 on, the names, signatures and documented results of this package and its subpackages will not change.
// Structs may gain fields, so use field names in composite literals. [URL], [Host], [Origin], [OriginPattern] and
// [HostPattern] will remain comparable with ==.
//
// The following may change in any package:
//
//   - the wording of messages and of [ValidationError].Detail, the values of [Error].Op, and the numeric values of
//     [ErrorType];
//   - the Unicode versions used for domains and by package link;
//   - what [Redact] and package display hide beyond their documented rules;
//   - the address tables of package guard, and the list of attributes in package page;
//   - the results of Compare and Generate in package urlpattern, and the reports of vet;
//   - results defined by a standard, but only in minor versions and only if that standard changes;
//   - which inputs are accepted, if accepting some of them turns out to be unsafe.
//
// Every v1 release will read the text and binary forms written by earlier releases, except for domains and patterns
// that a newer version of Unicode or of a standard rejects.
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

// URL is a parsed URL, which the standard calls a URL record. https://url.spec.whatwg.org/#concept-url
//
// A URL can be copied, compared with ==, and used as a map key. Two URLs compare equal with == if the standard
// considers them equal (https://url.spec.whatwg.org/#concept-url-equals). Changing a copy does not change the original.
// Multiple goroutines may read a URL concurrently, but a setter needs exclusive access.
//
// Like the setters of the URL class, a setter may ignore all or part of its value. If it does, it returns an [*Error],
// whose Partial field is true if part of the value was used. To make an all-or-nothing change, call the setter on a
// copy, and use the copy only if the error is nil.
//
// The zero URL means "no URL"; see [URL.IsZero]. Its getters return empty strings. For the zero URL, all setters except
// SetHref, and all other methods that need a URL and return an error, fail with [ErrZeroURL].
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
	port          uint16 // also 0 if it is null
	scheme        scheme
}

// maxLength is the length of the longest URL in bytes. It is the range of the offsets.
const maxLength = math.MaxUint32

// tooLong reports whether a URL of n bytes is too long.
func tooLong(n int) bool { return uint64(n) > maxLength }

// Href returns the URL as a string. If u was parsed from s, u.Href() == s reports whether s is normalized. To send a
// request with net/http, use [URL.NetURL]. https://url.spec.whatwg.org/#dom-url-href
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

// Host returns the host and, if the port is not null, a ":" and the port. https://url.spec.whatwg.org/#dom-url-host
func (u URL) Host() string {
	if !u.hasHost() {
		return ""
	}
	return u.href[u.hostStart:u.pathStart]
}

// Hostname returns the host. An IPv6 address is in brackets. https://url.spec.whatwg.org/#dom-url-hostname
//
// Do not use the hostname of an untrusted URL as a file name, because it can be ".." or ".git". To check it, see the
// recipe "Keep a folder for each host" in COOKBOOK.md.
func (u URL) Hostname() string { return u.href[u.hostStart:u.hostEnd] }

// Port returns the port in decimal, or "" if it is null. A port that is the scheme's default is null.
// https://url.spec.whatwg.org/#dom-url-port
func (u URL) Port() string {
	if !u.hasPort() {
		return ""
	}
	return u.href[u.hostEnd+1 : u.pathStart]
}

// Pathname returns the path, percent-encoded. To match a path, use [URL.DecodedSegments].
// https://url.spec.whatwg.org/#dom-url-pathname
//
// Do not redirect to a pathname: it can begin with "//", and a redirect to "//evil.example" goes to another host. Use
// [URL.RelativeToOrigin] instead.
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

// Query returns the query without the "?" and reports whether it is non-null.
// https://url.spec.whatwg.org/#concept-url-query
func (u URL) Query() (query string, ok bool) {
	if u.queryStart == u.fragmentStart {
		return "", false
	}
	return u.href[u.queryStart+1 : u.fragmentStart], true
}

// Fragment returns the fragment without the "#" and reports whether it is non-null.
// https://url.spec.whatwg.org/#concept-url-fragment
func (u URL) Fragment() (fragment string, ok bool) {
	if int(u.fragmentStart) == len(u.href) {
		return "", false
	}
	return u.href[u.fragmentStart+1:], true
}

// PortNumber returns the port and reports whether it is non-null. https://url.spec.whatwg.org/#concept-url-port
func (u URL) PortNumber() (port uint16, ok bool) { return u.port, u.hasPort() }

// EffectivePort returns the port or, if it is null, the scheme's default port. It reports false if there is neither.
func (u URL) EffectivePort() (port uint16, ok bool) {
	if u.hasPort() {
		return u.port, true
	}
	port = u.scheme.defaultPort()
	return port, port != 0
}

// ParsedHost returns the host and reports whether it is non-null. https://url.spec.whatwg.org/#concept-url-host
func (u URL) ParsedHost() (host Host, ok bool) {
	if !u.hasHost() {
		return Host{}, false
	}
	return hostOf(u.Hostname(), !u.scheme.special()), true
}

// Addr returns the host's address and reports whether the host is an IP address. To decide whether to connect, use
// package [github.com/weburl-go/url/guard] instead, because a domain can resolve to any address.
//
// In a URL that is not special, Addr recognizes an IPv4 address only as four decimal numbers, as in
// "redis://127.0.0.1". Before you compare an IPv4-mapped IPv6 address, such as "[::ffff:127.0.0.1]", with a prefix,
// call its Unmap method.
func (u URL) Addr() (addr netip.Addr, ok bool) {
	host, _ := u.ParsedHost()
	return host.Addr()
}

// PathSegments yields the segments of the path, percent-encoded. The path "/" has a single, empty segment; an opaque
// path has none. To match a path, use [URL.DecodedSegments]. https://url.spec.whatwg.org/#concept-url-path
func (u URL) PathSegments() iter.Seq[string] {
	return func(yield func(string) bool) { u.yieldSegments(yield) } // inlined, so that it costs nothing
}

func (u URL) yieldSegments(yield func(string) bool) {
	path := u.Pathname()
	if path == "" || u.HasOpaquePath() {
		return
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		if !yield(segment) {
			return
		}
	}
}

// IsSpecial reports whether the scheme is http, https, ws, wss, ftp or file. https://url.spec.whatwg.org/#is-special
func (u URL) IsSpecial() bool { return u.scheme.special() }

// IsHTTP reports whether the scheme is http or https. Put a user-supplied link into a page only if IsHTTP reports true,
// because a javascript: URL would run code there. Write [URL.Href], not the original string.
func (u URL) IsHTTP() bool { return u.scheme == schemeHTTP || u.scheme == schemeHTTPS }

// HasOpaquePath reports whether the path is a string rather than a list of segments, as in "mailto:user@example.com".
// https://url.spec.whatwg.org/#url-opaque-path
func (u URL) HasOpaquePath() bool {
	return !u.hasHost() && !u.IsZero() && (u.pathStart == u.queryStart || u.href[u.pathStart] != '/')
}

// IncludesCredentials reports whether u has a nonempty username or password.
// https://url.spec.whatwg.org/#include-credentials
func (u URL) IncludesCredentials() bool { return u.hasHost() && u.hostStart > u.schemeEnd+2 }

// IsZero reports whether u is the zero URL, which means "no URL". The omitzero option of encoding/json calls this
// method.
func (u URL) IsZero() bool { return u.href == "" }

// Compare compares the hrefs of the two URLs as strings.Compare does. To sort URLs, call slices.SortFunc(urls,
// url.URL.Compare). The zero URL comes first.
func (u URL) Compare(v URL) int { return strings.Compare(u.href, v.href) }

// WithoutFragment returns the URL with a null fragment. Use it to ignore fragments in comparisons.
func (u URL) WithoutFragment() URL {
	u.href = u.href[:u.fragmentStart]
	return u
}

// WithoutCredentials returns the URL without its username and password.
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

// checkPathNotOpaque returns the error of a method that needs a path with segments if u is the zero URL or has an opaque
// path. v is what the method was given.
func (u *URL) checkPathNotOpaque(op, v string) error {
	if u.HasOpaquePath() {
		return &Error{Op: op, Input: v, Err: ErrOpaquePath}
	}
	return u.checkNotZero(op, v)
}

// checkNotZero returns the error of a method that needs a URL if u is the zero URL. v is what the method was given.
func (u *URL) checkNotZero(op, v string) error {
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
