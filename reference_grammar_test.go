package url

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file transcribes the sections of the standard that say how URLs and hosts are written
// (https://url.spec.whatwg.org/#url-writing and https://url.spec.whatwg.org/#host-writing), one function
// for each kind of string. It shares nothing with the parsers but the two algorithms that these sections
// call themselves: the domain parser, which is strict here, and the ends in a number checker.
//
// A rule of the form "X, optionally followed by a delimiter and Y" asks for a division of the string. The
// delimiter is looked for where the rules leave it no other place, and each such place says why.

// refIsValid reports whether input is a valid URL string for base, which may be nil.
// https://url.spec.whatwg.org/#valid-url-string
func refIsValid(input string, base *refURL) bool {
	input = refScalarValueString(input)
	return base != nil && refIsRelativeURLWithFragment(input, base) || refIsAbsoluteURLWithFragment(input)
}

// refIsAbsoluteURLWithFragment implements
// https://url.spec.whatwg.org/#absolute-url-with-fragment-string.
//
// "#" is no URL unit and part of no host or port, so that only the first can be the delimiter.
func refIsAbsoluteURLWithFragment(s string) bool {
	url, fragment, found := strings.Cut(s, "#")
	return refIsAbsoluteURL(url) && (!found || refIsURLFragment(fragment))
}

// refIsAbsoluteURL implements https://url.spec.whatwg.org/#absolute-url-string.
//
// No rule for what precedes the query allows a "?", so that only the first can be the delimiter.
func refIsAbsoluteURL(s string) bool {
	s, query, found := strings.Cut(s, "?")
	if found && !refIsURLQuery(query) {
		return false
	}
	scheme, rest, found := strings.Cut(s, ":") // a URL-scheme string has no ":"
	if !found || !refIsURLScheme(scheme) {
		return false
	}
	switch scheme = refASCIILowercaseString(scheme); {
	case scheme == "file":
		return refIsSchemeRelativeFileURL(rest)
	case refIsSpecialScheme(scheme):
		return refIsSchemeRelativeSpecialURL(rest)
	default:
		return refIsSchemeRelativeURL(rest) || refIsPathAbsoluteNonAuthorityURL(rest) || refIsOpaquePathURL(rest)
	}
}

// refIsURLScheme implements https://url.spec.whatwg.org/#url-scheme-string.
func refIsURLScheme(s string) bool {
	for i, c := range s {
		if !refIsASCIIAlpha(c) && (i == 0 || !refIsASCIIAlphanumeric(c) && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// refIsRelativeURLWithFragment implements
// https://url.spec.whatwg.org/#relative-url-with-fragment-string. As in an absolute URL, only the first "#"
// can be the delimiter.
func refIsRelativeURLWithFragment(s string, base *refURL) bool {
	url, fragment, found := strings.Cut(s, "#")
	if base.hasOpaquePath {
		return url == "" && found && refIsURLFragment(fragment)
	}
	return refIsRelativeURL(url, base) && (!found || refIsURLFragment(fragment))
}

// refIsRelativeURL implements https://url.spec.whatwg.org/#relative-url-string. As in an absolute URL, only
// the first "?" can be the delimiter.
func refIsRelativeURL(s string, base *refURL) bool {
	s, query, found := strings.Cut(s, "?")
	if found && !refIsURLQuery(query) {
		return false
	}
	if refIsPathAbsoluteNonAuthorityURL(s) || refIsPathRelativeSchemeLessURL(s) {
		return true
	}
	switch {
	case base.scheme == "file":
		return refIsSchemeRelativeFileURL(s)
	case refIsSpecialScheme(base.scheme):
		return refIsSchemeRelativeSpecialURL(s)
	default:
		return refIsSchemeRelativeURL(s)
	}
}

// refCutPath divides what follows "//" before a path-absolute-URL string. Neither a host nor a port has a
// "/", so that the first begins the path.
func refCutPath(s string) (authority, path string, found bool) {
	if i := strings.IndexByte(s, '/'); i >= 0 {
		return s[:i], s[i:], true
	}
	return s, "", false
}

// refIsHostAndPort reports whether s is a host, as isHost has it, optionally followed by ":" and a URL-port
// string. The latter has no ":", so that only the last can be the delimiter.
func refIsHostAndPort(s string, isHost func(string) bool) bool {
	if isHost(s) {
		return true
	}
	i := strings.LastIndexByte(s, ':')
	return i >= 0 && refIsURLPort(s[i+1:]) && isHost(s[:i])
}

// refIsSchemeRelativeSpecialURL implements
// https://url.spec.whatwg.org/#scheme-relative-special-url-string.
func refIsSchemeRelativeSpecialURL(s string) bool {
	s, found := strings.CutPrefix(s, "//")
	if !found {
		return false
	}
	hostAndPort, path, found := refCutPath(s)
	return refIsHostAndPort(hostAndPort, refIsHost) && (!found || refIsPathAbsoluteURL(path))
}

// refIsURLPort implements https://url.spec.whatwg.org/#url-port-string.
func refIsURLPort(s string) bool {
	for _, c := range s {
		if !refIsASCIIDigit(c) {
			return false
		}
	}
	return s == "" || refInteger(s, 10).Cmp(refInteger("65535", 10)) <= 0
}

// refIsSchemeRelativeURL implements https://url.spec.whatwg.org/#scheme-relative-url-string.
func refIsSchemeRelativeURL(s string) bool {
	s, found := strings.CutPrefix(s, "//")
	if !found {
		return false
	}
	hostAndPort, path, found := refCutPath(s)
	return refIsOpaqueHostAndPort(hostAndPort) && (!found || refIsPathAbsoluteURL(path))
}

// refIsOpaqueHostAndPort implements https://url.spec.whatwg.org/#opaque-host-and-port-string.
func refIsOpaqueHostAndPort(s string) bool {
	return s == "" || refIsHostAndPort(s, refIsOpaqueHost)
}

// refIsSchemeRelativeFileURL implements https://url.spec.whatwg.org/#scheme-relative-file-url-string.
func refIsSchemeRelativeFileURL(s string) bool {
	s, found := strings.CutPrefix(s, "//")
	if !found {
		return false
	}
	host, path, found := refCutPath(s)
	return s == "" ||
		refIsHost(host) && (!found || refIsPathAbsoluteURL(path)) ||
		refIsPathAbsoluteURL(s)
}

// refIsPathAbsoluteURL implements https://url.spec.whatwg.org/#path-absolute-url-string.
func refIsPathAbsoluteURL(s string) bool {
	s, found := strings.CutPrefix(s, "/")
	return found && refAreURLPathSegments(s)
}

// refAreURLPathSegments reports whether s is zero or more URL-path-segment strings, separated from each
// other by "/".
func refAreURLPathSegments(s string) bool {
	for segment := range strings.SplitSeq(s, "/") {
		if !refIsURLPathSegment(segment) {
			return false
		}
	}
	return true
}

// refIsPathAbsoluteNonAuthorityURL implements
// https://url.spec.whatwg.org/#path-absolute-non-authority-url-string.
func refIsPathAbsoluteNonAuthorityURL(s string) bool {
	return refIsPathAbsoluteURL(s) && !strings.HasPrefix(s, "//")
}

// refIsPathRelativeURL implements https://url.spec.whatwg.org/#path-relative-url-string.
func refIsPathRelativeURL(s string) bool {
	return refAreURLPathSegments(s) && !strings.HasPrefix(s, "/")
}

// refIsPathRelativeSchemeLessURL implements
// https://url.spec.whatwg.org/#path-relative-scheme-less-url-string.
func refIsPathRelativeSchemeLessURL(s string) bool {
	scheme, _, found := strings.Cut(s, ":")
	return refIsPathRelativeURL(s) && !(found && refIsURLScheme(scheme))
}

// refIsOpaquePathURL implements https://url.spec.whatwg.org/#opaque-path-url-string.
func refIsOpaquePathURL(s string) bool {
	return refAreURLUnitsExcluding(s, "?") && !strings.HasPrefix(s, "/")
}

// refIsURLPathSegment implements https://url.spec.whatwg.org/#url-path-segment-string. The dot segments are
// not told apart: they are URL path segment strings too.
func refIsURLPathSegment(s string) bool { return refAreURLUnitsExcluding(s, "/?") }

// refIsURLQuery implements https://url.spec.whatwg.org/#url-query-string.
func refIsURLQuery(s string) bool { return refAreURLUnitsExcluding(s, "") }

// refIsURLFragment implements https://url.spec.whatwg.org/#url-fragment-string.
func refIsURLFragment(s string) bool { return refAreURLUnitsExcluding(s, "") }

// refAreURLUnitsExcluding reports whether s is zero or more URL units excluding the code points in excluded.
// https://url.spec.whatwg.org/#url-units
func refAreURLUnitsExcluding(s, excluded string) bool {
	for s != "" {
		if len(s) >= 3 && s[0] == '%' && refIsASCIIHexDigit(rune(s[1])) && refIsASCIIHexDigit(rune(s[2])) {
			s = s[3:] // a percent-encoded byte
			continue
		}
		c, size := utf8.DecodeRuneInString(s)
		if !refIsURLCodePoint(c) || strings.ContainsRune(excluded, c) {
			return false
		}
		s = s[size:]
	}
	return true
}

// refIsHost implements https://url.spec.whatwg.org/#valid-host-string.
func refIsHost(s string) bool {
	return refIsDomain(s) || refIsIPv4Address(s) || refIsBracketedIPv6Address(s)
}

// refIsBracketedIPv6Address reports whether s is "[", a valid IPv6-address string and "]".
func refIsBracketedIPv6Address(s string) bool {
	return strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") && len(s) > 2 && refIsIPv6Address(s[1:len(s)-1])
}

// refIsDomain implements https://url.spec.whatwg.org/#valid-domain-string and
// https://url.spec.whatwg.org/#valid-domain.
func refIsDomain(s string) bool {
	p := &refParser{at: []refPosition{{}}} // where its validation error would be
	domain, ok := p.domainParser(s, true, 0)
	if !ok {
		return false
	}
	return !refEndsInANumber(domain)
}

// refIsIPv4Address implements https://url.spec.whatwg.org/#valid-ipv4-address-string.
func refIsIPv4Address(s string) bool {
	parts := strings.Split(s, ".")
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil || n > 255 || part != strconv.FormatUint(n, 10) {
			return false
		}
	}
	return len(parts) == 4
}

// refIsIPv6Address implements https://url.spec.whatwg.org/#valid-ipv6-address-string.
func refIsIPv6Address(s string) bool {
	if length, ok := refIPv6PiecesLength(s); ok && length == 8 {
		return true
	}
	if length, ok := refIPv6PiecesAndIPv4Length(s); ok && length == 8 {
		return true
	}
	for i := range len(s) {
		if strings.HasPrefix(s[i:], "::") && refIsCompressedIPv6Address(s[:i], s[i+2:]) {
			return true
		}
	}
	return false
}

// refIsCompressedIPv6Address reports whether before and after can stand before and after the "::" of a
// valid IPv6-address string.
func refIsCompressedIPv6Address(before, after string) bool {
	lengthBefore, lengthAfter, ok := 0, 0, true
	if before != "" {
		if lengthBefore, ok = refIPv6PiecesLength(before); !ok {
			return false
		}
	}
	if after != "" {
		if lengthAfter, ok = refIPv6PiecesLength(after); !ok {
			lengthAfter, ok = refIPv6PiecesAndIPv4Length(after)
		}
	}
	return ok && lengthBefore+lengthAfter <= 7
}

// refIPv6PiecesAndIPv4Length returns the effective piece length of s, and whether s is a
// https://url.spec.whatwg.org/#valid-ipv6-pieces-and-ipv4-string. The IPv4 address has no ":", so that it
// follows the last.
func refIPv6PiecesAndIPv4Length(s string) (int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return 2, refIsIPv4Address(s)
	}
	length, ok := refIPv6PiecesLength(s[:i])
	return length + 2, ok && refIsIPv4Address(s[i+1:])
}

// refIPv6PiecesLength returns the effective piece length of s, and whether s is a
// https://url.spec.whatwg.org/#valid-ipv6-pieces-string.
func refIPv6PiecesLength(s string) (int, bool) {
	pieces := strings.Split(s, ":")
	for _, piece := range pieces {
		n, err := strconv.ParseUint(piece, 16, 16)
		if err != nil || refASCIILowercaseString(piece) != strconv.FormatUint(n, 16) {
			return 0, false
		}
	}
	return len(pieces), true
}

// refIsOpaqueHost implements https://url.spec.whatwg.org/#valid-opaque-host-string.
func refIsOpaqueHost(s string) bool {
	return s != "" && refAreURLUnitsExcluding(s, "\x00\t\n\r #/:<>?@[\\]^|") || refIsBracketedIPv6Address(s)
}
