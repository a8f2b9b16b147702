package url

import (
	"strconv"
	"strings"
)

// ErrorType says what is wrong with a URL, by the name the standard gives it. It implements error, so
// that errors.Is(err, url.ErrHostMissing) asks whether a parse failed for that reason.
//
// The constants up to [ErrIPv4NonASCIIInput] are the standard's validation errors
// (https://url.spec.whatwg.org/#validation-error). Those after it are this package's: reasons for which
// a setter of the URL class ignores its value without the standard naming one, and limits of this
// implementation. What each means, [ErrorType.Description] says.
type ErrorType uint8

// The standard's validation errors, in the order of its table.
const (
	ErrDomainToASCII ErrorType = 1 + iota
	ErrDomainPercentEncoded
	ErrHostInvalidCodePoint
	ErrIPv4EmptyPart
	ErrIPv4TooFewParts
	ErrIPv4TooManyParts
	ErrIPv4NonNumericPart
	ErrIPv4NonDecimalPart
	ErrIPv4OutOfRangePart
	ErrIPv6Unclosed
	ErrIPv6InvalidCompression
	ErrIPv6TooManyPieces
	ErrIPv6MultipleCompression
	ErrIPv6InvalidCodePoint
	ErrIPv6TooFewPieces
	ErrIPv6PieceLeadingZero
	ErrIPv4InIPv6TooManyPieces
	ErrIPv4InIPv6InvalidCodePoint
	ErrIPv4InIPv6OutOfRangePart
	ErrIPv4InIPv6TooFewParts
	ErrInvalidURLUnit
	ErrSpecialSchemeMissingFollowingSolidus
	ErrMissingSchemeNonRelativeURL
	ErrInvalidReverseSolidus
	ErrInvalidCredentials
	ErrHostMissing
	ErrPortOutOfRange
	ErrPortInvalid
	ErrFileInvalidWindowsDriveLetter
	ErrFileInvalidWindowsDriveLetterHost
	ErrIPv4NonASCIIInput
)

// Reasons beyond the standard's table. Those up to ErrTrailingData are given only by setters: the standard
// has them ignore their value, or the rest of it, without a name for the reason.
const (
	// ErrSchemeInvalid: the value is not a scheme.
	ErrSchemeInvalid ErrorType = 128 + iota
	// ErrSchemeChange: the scheme cannot become the value, because one of the two is special and the
	// other is not, or because only one of them can have what the URL has (credentials, a port, an
	// empty host).
	ErrSchemeChange
	// ErrCannotHaveCredentialsOrPort: a URL without a host, with an empty one, or with the scheme "file"
	// cannot have a username, password or port.
	ErrCannotHaveCredentialsOrPort
	// ErrOpaquePath: a URL with an opaque path cannot have a host, and its path cannot be set.
	ErrOpaquePath
	// ErrHostRequired: the host cannot be emptied while the URL has credentials or a port.
	ErrHostRequired
	// ErrTrailingData: the value was used up to the offset, and what follows was ignored.
	ErrTrailingData
	// ErrTooLong: the URL would be longer than 4 GiB, which is as far as this package's offsets reach.
	ErrTooLong
	// ErrTooManyPairs: a query or form has more pairs than its reader allows.
	ErrTooManyPairs
	// ErrNonASCIIByte: a form in an encoding that is not UTF-8 has a byte above 0x7F. What writes such forms
	// percent-encodes them all.
	ErrNonASCIIByte
	// ErrNotOrigin: the text is not the serialization of an origin.
	ErrNotOrigin
	// ErrNotRepresentable: the URL cannot be had in the form that was asked for, a *net/url.URL or a file
	// path; or the file path not as a URL. The message of the Error that holds it says what stands in the way.
	ErrNotRepresentable
)

// typeNames holds the text of each ErrorType: for those of the standard, its name there.
var typeNames = [256]string{
	ErrDomainToASCII:                        "domain-to-ASCII",
	ErrDomainPercentEncoded:                 "domain-percent-encoded",
	ErrHostInvalidCodePoint:                 "host-invalid-code-point",
	ErrIPv4EmptyPart:                        "IPv4-empty-part",
	ErrIPv4TooFewParts:                      "IPv4-too-few-parts",
	ErrIPv4TooManyParts:                     "IPv4-too-many-parts",
	ErrIPv4NonNumericPart:                   "IPv4-non-numeric-part",
	ErrIPv4NonDecimalPart:                   "IPv4-non-decimal-part",
	ErrIPv4OutOfRangePart:                   "IPv4-out-of-range-part",
	ErrIPv6Unclosed:                         "IPv6-unclosed",
	ErrIPv6InvalidCompression:               "IPv6-invalid-compression",
	ErrIPv6TooManyPieces:                    "IPv6-too-many-pieces",
	ErrIPv6MultipleCompression:              "IPv6-multiple-compression",
	ErrIPv6InvalidCodePoint:                 "IPv6-invalid-code-point",
	ErrIPv6TooFewPieces:                     "IPv6-too-few-pieces",
	ErrIPv6PieceLeadingZero:                 "IPv6-piece-leading-zero",
	ErrIPv4InIPv6TooManyPieces:              "IPv4-in-IPv6-too-many-pieces",
	ErrIPv4InIPv6InvalidCodePoint:           "IPv4-in-IPv6-invalid-code-point",
	ErrIPv4InIPv6OutOfRangePart:             "IPv4-in-IPv6-out-of-range-part",
	ErrIPv4InIPv6TooFewParts:                "IPv4-in-IPv6-too-few-parts",
	ErrInvalidURLUnit:                       "invalid-URL-unit",
	ErrSpecialSchemeMissingFollowingSolidus: "special-scheme-missing-following-solidus",
	ErrMissingSchemeNonRelativeURL:          "missing-scheme-non-relative-URL",
	ErrInvalidReverseSolidus:                "invalid-reverse-solidus",
	ErrInvalidCredentials:                   "invalid-credentials",
	ErrHostMissing:                          "host-missing",
	ErrPortOutOfRange:                       "port-out-of-range",
	ErrPortInvalid:                          "port-invalid",
	ErrFileInvalidWindowsDriveLetter:        "file-invalid-Windows-drive-letter",
	ErrFileInvalidWindowsDriveLetterHost:    "file-invalid-Windows-drive-letter-host",
	ErrIPv4NonASCIIInput:                    "IPv4-non-ASCII-input",

	ErrSchemeInvalid:               "scheme-invalid",
	ErrSchemeChange:                "scheme-change",
	ErrCannotHaveCredentialsOrPort: "cannot-have-credentials-or-port",
	ErrOpaquePath:                  "opaque-path",
	ErrHostRequired:                "host-required",
	ErrTrailingData:                "trailing-data",
	ErrTooLong:                     "too-long",
	ErrTooManyPairs:                "too-many-pairs",
	ErrNonASCIIByte:                "non-ASCII-byte",
	ErrNotOrigin:                   "not-an-origin",
	ErrNotRepresentable:            "not-representable",
}

// Error returns the standard's name of the error, as "host-missing".
func (t ErrorType) Error() string {
	if s := typeNames[t]; s != "" {
		return s
	}
	return "error-" + strconv.Itoa(int(t))
}

// String returns the same as [ErrorType.Error].
func (t ErrorType) String() string { return t.Error() }

// descriptions holds [ErrorType.Description] of each type.
var descriptions = [256]string{
	ErrDomainToASCII:                        "This host is not a valid domain name: it has a character, a label or a length that the DNS or internationalized domain names do not allow.",
	ErrDomainPercentEncoded:                 "The domain has percent-encoded bytes; write the characters themselves.",
	ErrHostInvalidCodePoint:                 "This character cannot be part of a host.",
	ErrIPv4EmptyPart:                        "The IPv4 address ends in a dot; remove it.",
	ErrIPv4TooFewParts:                      "The IPv4 address has fewer than four parts; write all four.",
	ErrIPv4TooManyParts:                     "The host ends in a number, so it is read as an IPv4 address, but has more than four parts.",
	ErrIPv4NonNumericPart:                   "The host ends in a number, so it is read as an IPv4 address, but this part of it is not a number.",
	ErrIPv4NonDecimalPart:                   "This part of the IPv4 address is hexadecimal or octal; write it in decimal without leading zeros.",
	ErrIPv4OutOfRangePart:                   "This part of the IPv4 address is greater than 255.",
	ErrIPv6Unclosed:                         "The IPv6 address lacks its closing bracket.",
	ErrIPv6InvalidCompression:               "The IPv6 address begins with a single colon; it takes two, or none.",
	ErrIPv6TooManyPieces:                    "The IPv6 address has more than eight pieces.",
	ErrIPv6MultipleCompression:              "The IPv6 address is shortened by \"::\" in more than one place.",
	ErrIPv6InvalidCodePoint:                 "The IPv6 address has something other than a hexadecimal digit or a colon here, or ends too early.",
	ErrIPv6TooFewPieces:                     "The IPv6 address has fewer than eight pieces and no \"::\".",
	ErrIPv6PieceLeadingZero:                 "This piece of the IPv6 address begins with a needless zero.",
	ErrIPv4InIPv6TooManyPieces:              "The IPv6 address has too many pieces before the IPv4 address that it ends in.",
	ErrIPv4InIPv6InvalidCodePoint:           "The IPv4 address at the end of the IPv6 address has something other than four decimal numbers without leading zeros.",
	ErrIPv4InIPv6OutOfRangePart:             "This part of the IPv4 address at the end of the IPv6 address is greater than 255.",
	ErrIPv4InIPv6TooFewParts:                "The IPv4 address at the end of the IPv6 address has fewer than four parts.",
	ErrInvalidURLUnit:                       "This character is not allowed here as it is, or is a \"%\" without two hexadecimal digits after it; percent-encode it.",
	ErrSpecialSchemeMissingFollowingSolidus: "A URL of this scheme needs exactly two slashes after the colon.",
	ErrMissingSchemeNonRelativeURL:          "The URL has no scheme, and there is no base URL that it could be relative to.",
	ErrInvalidReverseSolidus:                "There is a backslash where a slash belongs.",
	ErrInvalidCredentials:                   "The URL has a username or password in it, which does not belong in a URL.",
	ErrHostMissing:                          "The URL needs a host here.",
	ErrPortOutOfRange:                       "The port is greater than 65535.",
	ErrPortInvalid:                          "The port is not a number.",
	ErrFileInvalidWindowsDriveLetter:        "The reference begins with a Windows drive letter; begin it with \"file:///\".",
	ErrFileInvalidWindowsDriveLetterHost:    "A Windows drive letter stands in the place of the host; put a third slash before it.",
	ErrIPv4NonASCIIInput:                    "The IPv4 address is written with characters other than ASCII digits and dots.",

	ErrSchemeInvalid:               "A scheme begins with a letter and goes on with letters, digits, \"+\", \"-\" and \".\".",
	ErrSchemeChange:                "The URL cannot get this scheme, because the schemes differ in what a URL can have.",
	ErrCannotHaveCredentialsOrPort: "A URL without a host, with an empty one, or with the scheme \"file\", cannot have a username, password or port.",
	ErrOpaquePath:                  "The URL has an opaque path, so it can have no host, and its path cannot be set.",
	ErrHostRequired:                "The host cannot be empty while the URL has credentials or a port.",
	ErrTrailingData:                "The value was used up to here, and the rest of it ignored.",
	ErrTooLong:                     "The URL is longer than 4 GiB.",
	ErrTooManyPairs:                "There are more names and values than allowed.",
	ErrNonASCIIByte:                "The form has a byte above 0x7F, which only forms in UTF-8 can have.",
	ErrNotOrigin:                   "An origin is \"null\" or a scheme, \"://\", a host and a port that is not the default, and nothing else.",
	ErrNotRepresentable:            "The URL has something that the form which was asked for has no place for.",
}

// Description returns what the error means, and what to do about it, as one English sentence.
func (t ErrorType) Description() string {
	if s := descriptions[t]; s != "" {
		return s
	}
	return "There is no description of this error."
}

// ValidationError is a place where a string departs from what the standard calls a valid URL string.
// https://url.spec.whatwg.org/#validation-error
type ValidationError struct {
	Type    ErrorType
	Offset  int  // where, in bytes, in the string as it was given; at most its length
	Failure bool // whether it ended the parse
}

// Error is the error of every operation of this package that refuses a string.
//
// Its message never shows credentials; URL does.
type Error struct {
	Op     string // what was done: "parse", "set host", …
	URL    string // the string as it was given: the URL, or a setter's value; of a method without one, the href
	Offset int    // where, in bytes, in URL; at most its length
	Err    error  // why; from the parser and the setters always an [ErrorType]
}

// Error returns a message as
//
//	url: parse "http://": host-missing at byte 7
func (e *Error) Error() string {
	quoted := quoteRedacted(e.URL)
	if e.Op == opSetUsername || e.Op == opSetPassword {
		quoted = `"xxxxx"`
	}
	reason := "unknown error" // of the zero Error
	if e.Err != nil {
		reason = e.Err.Error()
	}
	return "url: " + e.Op + " " + quoted + ": " + reason + " at byte " + strconv.Itoa(e.Offset)
}

// The operations whose value is a credential.
const (
	opSetUsername = "set username"
	opSetPassword = "set password"
)

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Validate returns all that is wrong with rawURL, in the order in which the standard's parser finds it. If rawURL
// does not parse, the last error says why; if there is none, it is a valid URL string.
// https://url.spec.whatwg.org/#validation-error
func Validate(rawURL string) []ValidationError { return Parser{}.Validate(rawURL) }

// quoteRedacted quotes s for an error message: without what may be credentials, and not beyond a length
// that a log line bears.
func quoteRedacted(s string) string {
	const most = 256
	start, end := userinfoSpan(s)
	tail := s[end:]
	cut := ""
	if len(tail) > most {
		tail, cut = strings.ToValidUTF8(tail[:most], ""), "…"
	}
	head := s[:start]
	if len(head) > most {
		head = strings.ToValidUTF8(head[:most], "") + "…"
	}
	if start < end {
		head += "xxxxx"
	}
	return strconv.Quote(head+tail) + cut
}

// userinfoSpan returns the part of s, which need not parse, that a parser could take for credentials:
// from after the scheme and slashes to the last "@" before a slash, "?" or "#". A "\" counts as a slash there
// only if the scheme is special, which it is not known to be in a relative reference.
func userinfoSpan(s string) (start, end int) {
	ends := "/?#"
	if i := strings.IndexAny(s, ":/\\?#@"); i >= 0 && s[i] == ':' {
		start = i + 1
		if schemeOf(strings.ToLower(s[:i])).special() {
			ends = "/?#\\"
		}
	}
	for start < len(s) && (s[start] <= ' ' || s[start] == '/' || s[start] == '\\') {
		start++
	}
	end = len(s)
	if i := strings.IndexAny(s[start:], ends); i >= 0 {
		end = start + i
	}
	if i := strings.LastIndexByte(s[start:end], '@'); i >= 0 {
		return start, start + i
	}
	return start, start
}

// reports reports whether somebody wants to know of validation errors.
func (p *parser) reports() bool { return p.hook != nil }

// report reports a validation error, which does not end the parse, at a place in the input.
func (p *parser) report(t ErrorType, at int) {
	if p.hook != nil {
		p.hook(ValidationError{Type: t, Offset: p.rawOffset(at)})
	}
}

// reportRaw is report for a place in the string as it was given.
func (p *parser) reportRaw(t ErrorType, offset int) {
	if p.hook != nil {
		p.hook(ValidationError{Type: t, Offset: offset})
	}
}

// fail ends the parse, for the reason t at a place in the input.
func (p *parser) fail(t ErrorType, at int) state {
	p.err, p.failedAt = t, at
	if p.hook != nil {
		p.hook(ValidationError{Type: t, Offset: p.rawOffset(at), Failure: true})
	}
	return stateFailure
}

// ignore notes that a setter ignores its value from a place in the input on.
func (p *parser) ignore(at int) { p.err, p.failedAt = ErrTrailingData, at }

// error returns what ended the parse, or what a setter ignored.
func (p *parser) error(op string) error {
	return &Error{Op: op, URL: p.raw, Offset: p.rawOffset(p.failedAt), Err: p.err}
}

// reportCredentials reports each "@" of the userinfo.
func (p *parser) reportCredentials(start, end int) {
	for i := start; p.reports() && i < end; i++ {
		if p.in[i] == '@' {
			p.report(ErrInvalidCredentials, i)
		}
	}
}

// reportUnits reports each code point of p.in[start:end] that is not of a URL unit.
func (p *parser) reportUnits(start, end int) {
	for i := start; p.reports() && i < end; {
		r, size := decodeScalarValue(p.in[i:])
		if r == '%' && !isPercentEncodedByte(p.in[i:]) || r != '%' && !isURLCodePoint(r) {
			p.report(ErrInvalidURLUnit, i)
		}
		i += size
	}
}

// reportOpaqueHostUnits reports the first code point of an opaque host that is not a URL code point, and
// the first "%" in it that begins no percent-encoded byte, as the opaque-host parser does.
func (p *parser) reportOpaqueHostUnits(start, end int) {
	codePoint, percent := -1, -1
	for i := start; i < end; {
		r, size := decodeScalarValue(p.in[i:])
		switch {
		case r == '%' && percent < 0 && !isPercentEncodedByte(p.in[i:end]):
			percent = i
		case r != '%' && codePoint < 0 && !isURLCodePoint(r):
			codePoint = i
		}
		i += size
	}
	if codePoint >= 0 {
		p.report(ErrInvalidURLUnit, codePoint)
	}
	if percent >= 0 {
		p.report(ErrInvalidURLUnit, percent)
	}
}

// isURLCodePoint implements https://url.spec.whatwg.org/#url-code-points.
func isURLCodePoint(r rune) bool {
	if r < 0x80 {
		return isASCIIAlpha(byte(r)) || '0' <= r && r <= '9' || r > ' ' && strings.IndexByte("!$&'()*+,-./:;=?@_~", byte(r)) >= 0
	}
	return r >= 0xA0 && r <= 0x10FFFD && r&0xFFFE != 0xFFFE && (r < 0xFDD0 || r > 0xFDEF)
}
