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
// implementation.
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

// Reasons beyond the standard's table. All but the last are given only by setters: the standard has
// them ignore their value, or the rest of it, without a name for the reason.
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
	URL    string // the string as it was given
	Offset int    // where, in bytes, in URL; at most its length
	Err    error  // why; from the parser and the setters always an [ErrorType]
}

// Error returns a message as
//
//	url: parse "http://": host-missing at byte 7
func (e *Error) Error() string {
	return "url: " + e.Op + " " + quoteRedacted(e.URL) + ": " + e.Err.Error() + " at byte " + strconv.Itoa(e.Offset)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

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
// from after the scheme and slashes to the last "@" before a slash, "?" or "#".
func userinfoSpan(s string) (start, end int) {
	if i := strings.IndexAny(s, ":/\\?#@"); i >= 0 && s[i] == ':' {
		start = i + 1
	}
	for start < len(s) && strings.IndexByte("/\\\t\n\r ", s[start]) >= 0 {
		start++
	}
	end = len(s)
	if i := strings.IndexAny(s[start:], "/\\?#"); i >= 0 {
		end = start + i
	}
	if i := strings.LastIndexByte(s[start:end], '@'); i >= 0 {
		return start, start + i
	}
	return start, start
}
