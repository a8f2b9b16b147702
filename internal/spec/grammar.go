package spec

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file transcribes how URLs and hosts are written (https://url.spec.whatwg.org/#url-writing and
// https://url.spec.whatwg.org/#host-writing), with one function for each kind of string. It shares nothing with the parsers
// but the two algorithms that these sections call themselves: the domain parser, which is strict here, and the ends in a
// number checker.
//
// A rule of the form "X, optionally followed by a delimiter and Y" asks for a division of the string. The delimiter is
// looked for where the rules leave it no other place, and each such place says why.

// IsValid reports whether input is a valid URL string for base, which may be nil.
// https://url.spec.whatwg.org/#valid-url-string
func IsValid(input string, base *URL) bool {
	input = ScalarValueString(input)
	return base != nil && isRelativeURLWithFragment(input, base) || isAbsoluteURLWithFragment(input)
}

// isAbsoluteURLWithFragment implements
// https://url.spec.whatwg.org/#absolute-url-with-fragment-string.
//
// "#" is no URL unit and part of no host or port, so that only the first can be the delimiter.
func isAbsoluteURLWithFragment(s string) bool {
	url, fragment, found := strings.Cut(s, "#")
	return isAbsoluteURL(url) && (!found || isURLFragment(fragment))
}

// isAbsoluteURL implements https://url.spec.whatwg.org/#absolute-url-string.
//
// No rule for what precedes the query allows a "?", so that only the first can be the delimiter.
func isAbsoluteURL(s string) bool {
	s, query, found := strings.Cut(s, "?")
	if found && !isURLQuery(query) {
		return false
	}
	scheme, rest, found := strings.Cut(s, ":") // a URL-scheme string has no ":"
	if !found || !isURLScheme(scheme) {
		return false
	}
	switch scheme = asciiLowercaseString(scheme); {
	case scheme == "file":
		return isSchemeRelativeFileURL(rest)
	case isSpecialScheme(scheme):
		return isSchemeRelativeSpecialURL(rest)
	default:
		return isSchemeRelativeURL(rest) || isPathAbsoluteNonAuthorityURL(rest) || isOpaquePathURL(rest)
	}
}

// isURLScheme implements https://url.spec.whatwg.org/#url-scheme-string.
func isURLScheme(s string) bool {
	for i, c := range s {
		if !isASCIIAlpha(c) && (i == 0 || !isASCIIAlphanumeric(c) && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// isRelativeURLWithFragment implements
// https://url.spec.whatwg.org/#relative-url-with-fragment-string. As in an absolute URL, only the first "#"
// can be the delimiter.
func isRelativeURLWithFragment(s string, base *URL) bool {
	url, fragment, found := strings.Cut(s, "#")
	if base.HasOpaquePath {
		return url == "" && found && isURLFragment(fragment)
	}
	return isRelativeURL(url, base) && (!found || isURLFragment(fragment))
}

// isRelativeURL implements https://url.spec.whatwg.org/#relative-url-string. As in an absolute URL, only
// the first "?" can be the delimiter.
func isRelativeURL(s string, base *URL) bool {
	s, query, found := strings.Cut(s, "?")
	if found && !isURLQuery(query) {
		return false
	}
	if isPathAbsoluteNonAuthorityURL(s) || isPathRelativeSchemeLessURL(s) {
		return true
	}
	switch {
	case base.Scheme == "file":
		return isSchemeRelativeFileURL(s)
	case isSpecialScheme(base.Scheme):
		return isSchemeRelativeSpecialURL(s)
	default:
		return isSchemeRelativeURL(s)
	}
}

// cutPath divides what follows "//" before a path-absolute-URL string. Neither a host nor a port has a
// "/", so that the first begins the path.
func cutPath(s string) (authority, path string, found bool) {
	if i := strings.IndexByte(s, '/'); i >= 0 {
		return s[:i], s[i:], true
	}
	return s, "", false
}

// isHostAndPort reports whether s is a host, as isHost has it, optionally followed by ":" and a URL-port
// string. The latter has no ":", so that only the last can be the delimiter.
func isHostAndPort(s string, isHost func(string) bool) bool {
	if isHost(s) {
		return true
	}
	i := strings.LastIndexByte(s, ':')
	return i >= 0 && isURLPort(s[i+1:]) && isHost(s[:i])
}

// isSchemeRelativeSpecialURL implements
// https://url.spec.whatwg.org/#scheme-relative-special-url-string.
func isSchemeRelativeSpecialURL(s string) bool {
	s, found := strings.CutPrefix(s, "//")
	if !found {
		return false
	}
	hostAndPort, path, found := cutPath(s)
	return isHostAndPort(hostAndPort, isHost) && (!found || isPathAbsoluteURL(path))
}

// isURLPort implements https://url.spec.whatwg.org/#url-port-string.
func isURLPort(s string) bool {
	for _, c := range s {
		if !isASCIIDigit(c) {
			return false
		}
	}
	return s == "" || integer(s, 10).Cmp(integer("65535", 10)) <= 0
}

// isSchemeRelativeURL implements https://url.spec.whatwg.org/#scheme-relative-url-string.
func isSchemeRelativeURL(s string) bool {
	s, found := strings.CutPrefix(s, "//")
	if !found {
		return false
	}
	hostAndPort, path, found := cutPath(s)
	return isOpaqueHostAndPort(hostAndPort) && (!found || isPathAbsoluteURL(path))
}

// isOpaqueHostAndPort implements https://url.spec.whatwg.org/#opaque-host-and-port-string.
func isOpaqueHostAndPort(s string) bool {
	return s == "" || isHostAndPort(s, isOpaqueHost)
}

// isSchemeRelativeFileURL implements https://url.spec.whatwg.org/#scheme-relative-file-url-string.
func isSchemeRelativeFileURL(s string) bool {
	s, found := strings.CutPrefix(s, "//")
	if !found {
		return false
	}
	host, path, found := cutPath(s)
	return s == "" ||
		isHost(host) && (!found || isPathAbsoluteURL(path)) ||
		isPathAbsoluteURL(s)
}

// isPathAbsoluteURL implements https://url.spec.whatwg.org/#path-absolute-url-string.
func isPathAbsoluteURL(s string) bool {
	s, found := strings.CutPrefix(s, "/")
	return found && areURLPathSegments(s)
}

// areURLPathSegments reports whether s is zero or more URL-path-segment strings, separated from each
// other by "/".
func areURLPathSegments(s string) bool {
	for segment := range strings.SplitSeq(s, "/") {
		if !isURLPathSegment(segment) {
			return false
		}
	}
	return true
}

// isPathAbsoluteNonAuthorityURL implements
// https://url.spec.whatwg.org/#path-absolute-non-authority-url-string.
func isPathAbsoluteNonAuthorityURL(s string) bool {
	return isPathAbsoluteURL(s) && !strings.HasPrefix(s, "//")
}

// isPathRelativeURL implements https://url.spec.whatwg.org/#path-relative-url-string.
func isPathRelativeURL(s string) bool {
	return areURLPathSegments(s) && !strings.HasPrefix(s, "/")
}

// isPathRelativeSchemeLessURL implements
// https://url.spec.whatwg.org/#path-relative-scheme-less-url-string.
func isPathRelativeSchemeLessURL(s string) bool {
	scheme, _, found := strings.Cut(s, ":")
	return isPathRelativeURL(s) && !(found && isURLScheme(scheme))
}

// isOpaquePathURL implements https://url.spec.whatwg.org/#opaque-path-url-string.
func isOpaquePathURL(s string) bool {
	return areURLUnitsExcluding(s, "?") && !strings.HasPrefix(s, "/")
}

// isURLPathSegment implements https://url.spec.whatwg.org/#url-path-segment-string. The dot segments are
// not told apart: they are URL path segment strings too.
func isURLPathSegment(s string) bool { return areURLUnitsExcluding(s, "/?") }

// isURLQuery implements https://url.spec.whatwg.org/#url-query-string.
func isURLQuery(s string) bool { return areURLUnitsExcluding(s, "") }

// isURLFragment implements https://url.spec.whatwg.org/#url-fragment-string.
func isURLFragment(s string) bool { return areURLUnitsExcluding(s, "") }

// areURLUnitsExcluding reports whether s is zero or more URL units excluding the code points in excluded.
// https://url.spec.whatwg.org/#url-units
func areURLUnitsExcluding(s, excluded string) bool {
	for s != "" {
		if len(s) >= 3 && s[0] == '%' && isASCIIHexDigit(rune(s[1])) && isASCIIHexDigit(rune(s[2])) {
			s = s[3:] // a percent-encoded byte
			continue
		}
		c, size := utf8.DecodeRuneInString(s)
		if !isURLCodePoint(c) || strings.ContainsRune(excluded, c) {
			return false
		}
		s = s[size:]
	}
	return true
}

// isHost implements https://url.spec.whatwg.org/#valid-host-string.
func isHost(s string) bool {
	return isDomain(s) || isIPv4Address(s) || isBracketedIPv6Address(s)
}

// isBracketedIPv6Address reports whether s is "[", a valid IPv6-address string and "]".
func isBracketedIPv6Address(s string) bool {
	return strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") && len(s) > 2 && isIPv6Address(s[1:len(s)-1])
}

// isDomain implements https://url.spec.whatwg.org/#valid-domain-string and
// https://url.spec.whatwg.org/#valid-domain.
func isDomain(s string) bool {
	domain, ok := DomainToASCII(s, true)
	if !ok {
		return false
	}
	return !endsInANumber(domain)
}

// isIPv4Address implements https://url.spec.whatwg.org/#valid-ipv4-address-string.
func isIPv4Address(s string) bool {
	parts := strings.Split(s, ".")
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil || n > 255 || part != strconv.FormatUint(n, 10) {
			return false
		}
	}
	return len(parts) == 4
}

// isIPv6Address implements https://url.spec.whatwg.org/#valid-ipv6-address-string.
func isIPv6Address(s string) bool {
	if length, ok := ipv6PiecesLength(s); ok && length == 8 {
		return true
	}
	if length, ok := ipv6PiecesAndIPv4Length(s); ok && length == 8 {
		return true
	}
	for i := range len(s) {
		if strings.HasPrefix(s[i:], "::") && isCompressedIPv6Address(s[:i], s[i+2:]) {
			return true
		}
	}
	return false
}

// isCompressedIPv6Address reports whether before and after can stand before and after the "::" of a
// valid IPv6-address string.
func isCompressedIPv6Address(before, after string) bool {
	lengthBefore, lengthAfter, ok := 0, 0, true
	if before != "" {
		if lengthBefore, ok = ipv6PiecesLength(before); !ok {
			return false
		}
	}
	if after != "" {
		if lengthAfter, ok = ipv6PiecesLength(after); !ok {
			lengthAfter, ok = ipv6PiecesAndIPv4Length(after)
		}
	}
	return ok && lengthBefore+lengthAfter <= 7
}

// ipv6PiecesAndIPv4Length returns the effective piece length of s, and whether s is a
// https://url.spec.whatwg.org/#valid-ipv6-pieces-and-ipv4-string. The IPv4 address has no ":", so that it
// follows the last.
func ipv6PiecesAndIPv4Length(s string) (int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return 2, isIPv4Address(s)
	}
	length, ok := ipv6PiecesLength(s[:i])
	return length + 2, ok && isIPv4Address(s[i+1:])
}

// ipv6PiecesLength returns the effective piece length of s, and whether s is a
// https://url.spec.whatwg.org/#valid-ipv6-pieces-string.
func ipv6PiecesLength(s string) (int, bool) {
	pieces := strings.Split(s, ":")
	for _, piece := range pieces {
		n, err := strconv.ParseUint(piece, 16, 16)
		if err != nil || asciiLowercaseString(piece) != strconv.FormatUint(n, 16) {
			return 0, false
		}
	}
	return len(pieces), true
}

// isOpaqueHost implements https://url.spec.whatwg.org/#valid-opaque-host-string.
func isOpaqueHost(s string) bool {
	return s != "" && areURLUnitsExcluding(s, "\x00\t\n\r #/:<>?@[\\]^|") || isBracketedIPv6Address(s)
}
