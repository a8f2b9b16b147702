package url

import (
	"errors"
	"strconv"
	"strings"
)

// ErrorType says what is wrong with a URL. It implements error, so errors.Is(err, url.ErrHostMissing) reports
// whether a parse failed for that reason. In text and JSON it is written as its name, such as "host-missing".
// The zero ErrorType is not an error of this package.
//
// The constants up to [ErrIPv4NonASCIIInput] are the standard's validation errors
// (https://url.spec.whatwg.org/#validation-error). The others are this package's: the reasons why a setter of
// the URL class ignores its value, the limits of this implementation, and the errors of functions that the
// standard does not have. [ErrorType.Description] explains each.
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

// Errors beyond the standard's table. Setters return those up to ErrTrailingData, where the standard ignores a
// value or the rest of it, and gives no reason. So do [Build] and other functions that make URLs.
const (
	// ErrSchemeInvalid: the value is not a scheme.
	ErrSchemeInvalid ErrorType = 128 + iota
	// ErrSchemeChange: the scheme cannot become the value. Either only one of the two schemes is special, or
	// the URL has credentials, a port or an empty host that it cannot have with the other scheme.
	ErrSchemeChange
	// ErrCannotHaveCredentialsOrPort: a URL cannot have a username, password or port if it has no host, an
	// empty host or the scheme "file".
	ErrCannotHaveCredentialsOrPort
	// ErrOpaquePath: a URL with an opaque path cannot have a host, and its path cannot be set.
	ErrOpaquePath
	// ErrHostRequired: the host cannot be emptied while the URL has credentials or a port.
	ErrHostRequired
	// ErrTrailingData: the value was used up to the offset, and what follows was ignored.
	ErrTrailingData
	// ErrTooLong: the URL would be longer than 4 GiB, the limit of this package's offsets.
	ErrTooLong
	// ErrTooManyPairs: a query or form has more pairs than its reader allows.
	ErrTooManyPairs
	// ErrNonASCIIByte: a form in an encoding other than UTF-8 has a byte above 0x7F. In such a form these bytes
	// must be percent-encoded.
	ErrNonASCIIByte
	// ErrNotOrigin: the text is not the serialization of an origin.
	ErrNotOrigin
	// ErrNotRepresentable: the URL cannot be converted to a *net/url.URL or a file path, or the file path
	// or the components cannot be converted to a URL. The message of the Error that wraps it gives the reason.
	ErrNotRepresentable
	// ErrDefaultScheme: [Parser].DefaultScheme is not "http", "https", "ws", "wss" or "ftp", or there is a base
	// URL beside it.
	ErrDefaultScheme
	// ErrCrossOrigin: the URL differs in scheme, host or port from the URL that it is relative to, or it has
	// credentials, or its scheme is not http, https, ws, wss or ftp.
	ErrCrossOrigin
	// ErrNotOriginPattern: the text is not a pattern for origins. The message of the Error that wraps it gives
	// the reason.
	ErrNotOriginPattern
	// ErrInvalidPathSegment: the text cannot be a segment of a path. It is ".", ".." or, where that is not allowed,
	// empty.
	ErrInvalidPathSegment
	// ErrNotRequestTarget: the target of an HTTP request does not have one of the forms of RFC 9112.
	ErrNotRequestTarget
)

// errorTypes holds the name and the description of each ErrorType. The standard's types have the standard's
// names.
var errorTypes = [...]struct{ name, description string }{
	ErrDomainToASCII: {"domain-to-ASCII",
		"This host is not a valid domain name: a character, a label or the length of it is not allowed in the DNS or in internationalized domain names."},
	ErrDomainPercentEncoded: {"domain-percent-encoded",
		"The domain has percent-encoded bytes. Write the characters themselves."},
	ErrHostInvalidCodePoint: {"host-invalid-code-point",
		"This character cannot be part of a host."},
	ErrIPv4EmptyPart: {"IPv4-empty-part",
		"The IPv4 address ends in a dot. Remove it."},
	ErrIPv4TooFewParts: {"IPv4-too-few-parts",
		"The IPv4 address has fewer than four parts. Write all four."},
	ErrIPv4TooManyParts: {"IPv4-too-many-parts",
		"The host ends in a number, so it is read as an IPv4 address, but has more than four parts."},
	ErrIPv4NonNumericPart: {"IPv4-non-numeric-part",
		"The host ends in a number, so it is read as an IPv4 address, but this part of it is not a number."},
	ErrIPv4NonDecimalPart: {"IPv4-non-decimal-part",
		"This part of the IPv4 address is hexadecimal or octal. Write it in decimal without leading zeros."},
	ErrIPv4OutOfRangePart: {"IPv4-out-of-range-part",
		"This part of the IPv4 address is greater than 255."},
	ErrIPv6Unclosed: {"IPv6-unclosed",
		"The IPv6 address lacks its closing bracket."},
	ErrIPv6InvalidCompression: {"IPv6-invalid-compression",
		"The IPv6 address begins with a single colon. It needs two colons, or none."},
	ErrIPv6TooManyPieces: {"IPv6-too-many-pieces",
		"The IPv6 address has more than eight pieces."},
	ErrIPv6MultipleCompression: {"IPv6-multiple-compression",
		"The IPv6 address is shortened by \"::\" in more than one place."},
	ErrIPv6InvalidCodePoint: {"IPv6-invalid-code-point",
		"The IPv6 address has something other than a hexadecimal digit or a colon here, or it ends too early."},
	ErrIPv6TooFewPieces: {"IPv6-too-few-pieces",
		"The IPv6 address has fewer than eight pieces and no \"::\"."},
	ErrIPv6PieceLeadingZero: {"IPv6-piece-leading-zero",
		"This piece of the IPv6 address begins with a zero that is not needed."},
	ErrIPv4InIPv6TooManyPieces: {"IPv4-in-IPv6-too-many-pieces",
		"The IPv6 address has too many pieces before the IPv4 address that it ends in."},
	ErrIPv4InIPv6InvalidCodePoint: {"IPv4-in-IPv6-invalid-code-point",
		"The IPv4 address at the end of the IPv6 address has something other than four decimal numbers without leading zeros."},
	ErrIPv4InIPv6OutOfRangePart: {"IPv4-in-IPv6-out-of-range-part",
		"This part of the IPv4 address at the end of the IPv6 address is greater than 255."},
	ErrIPv4InIPv6TooFewParts: {"IPv4-in-IPv6-too-few-parts",
		"The IPv4 address at the end of the IPv6 address has fewer than four parts."},
	ErrInvalidURLUnit: {"invalid-URL-unit",
		"This character must be percent-encoded here, or it is a \"%\" without two hexadecimal digits after it."},
	ErrSpecialSchemeMissingFollowingSolidus: {"special-scheme-missing-following-solidus",
		"A URL of this scheme needs exactly two slashes after the colon."},
	ErrMissingSchemeNonRelativeURL: {"missing-scheme-non-relative-URL",
		"The URL has no scheme, and there is no base URL that it can be relative to."},
	ErrInvalidReverseSolidus: {"invalid-reverse-solidus",
		"There is a backslash where a slash belongs."},
	ErrInvalidCredentials: {"invalid-credentials",
		"The URL contains a username or a password. Credentials do not belong in a URL."},
	ErrHostMissing: {"host-missing",
		"The URL needs a host here."},
	ErrPortOutOfRange: {"port-out-of-range",
		"The port is greater than 65535."},
	ErrPortInvalid: {"port-invalid",
		"The port is not a number."},
	ErrFileInvalidWindowsDriveLetter: {"file-invalid-Windows-drive-letter",
		"The reference begins with a Windows drive letter. Begin it with \"file:///\"."},
	ErrFileInvalidWindowsDriveLetterHost: {"file-invalid-Windows-drive-letter-host",
		"A Windows drive letter stands in the place of the host. Put a third slash before it."},
	ErrIPv4NonASCIIInput: {"IPv4-non-ASCII-input",
		"The IPv4 address is written with characters other than ASCII digits and dots."},
	ErrSchemeInvalid: {"scheme-invalid",
		"A scheme begins with a letter. After it there may be letters, digits, \"+\", \"-\" and \".\"."},
	ErrSchemeChange: {"scheme-change",
		"The URL cannot change to this scheme, because the two schemes differ in what a URL can have."},
	ErrCannotHaveCredentialsOrPort: {"cannot-have-credentials-or-port",
		"A URL cannot have a username, password or port if it has no host, an empty host or the scheme \"file\"."},
	ErrOpaquePath: {"opaque-path",
		"The URL has an opaque path, so it cannot have a host, and its path cannot be set."},
	ErrHostRequired: {"host-required",
		"The host cannot be empty while the URL has credentials or a port."},
	ErrTrailingData: {"trailing-data",
		"The value was used up to here, and the rest of it was ignored."},
	ErrTooLong: {"too-long",
		"The URL is longer than 4 GiB."},
	ErrTooManyPairs: {"too-many-pairs",
		"There are more pairs of a name and a value than the program allows."},
	ErrNonASCIIByte: {"non-ASCII-byte",
		"The form has a byte above 0x7F. Only forms in UTF-8 can have one."},
	ErrNotOrigin: {"not-an-origin",
		"An origin is \"null\", or a scheme, \"://\", a host and a port that is not the default, and nothing else."},
	ErrNotRepresentable: {"not-representable",
		"A part of the URL, the file path or the components cannot be represented in the requested form."},
	ErrDefaultScheme: {"default-scheme",
		"The default scheme must be http, https, ws, wss or ftp, and there must not be a base URL."},
	ErrCrossOrigin: {"cross-origin",
		"The URL has a different scheme, host or port, has credentials, or has a scheme without a server."},
	ErrNotOriginPattern: {"not-an-origin-pattern",
		"An origin pattern is a scheme, \"://\", a host that may begin with \"*.\", and a port that may be \"*\", and nothing else."},
	ErrInvalidPathSegment: {"invalid-path-segment",
		"A segment of a path cannot be \".\" or \"..\", and it can be empty only at the end of the path."},
	ErrNotRequestTarget: {"not-a-request-target",
		"A request target begins with \"/\" or is an http: or https: URL. CONNECT takes a host and a port instead, and OPTIONS takes \"*\", too."},
}

// Error returns the standard's name of the error, such as "host-missing".
func (t ErrorType) Error() string {
	if int(t) < len(errorTypes) && errorTypes[t].name != "" {
		return errorTypes[t].name
	}
	return "error-" + strconv.Itoa(int(t))
}

// Description returns one or two English sentences: what the error means, and what to do about it.
func (t ErrorType) Description() string {
	if int(t) < len(errorTypes) && errorTypes[t].name != "" {
		return errorTypes[t].description
	}
	return "There is no description of this error."
}

// MarshalText returns what [ErrorType.Error] returns. The error is always nil.
func (t ErrorType) MarshalText() ([]byte, error) { return []byte(t.Error()), nil }

// UnmarshalText sets t to the ErrorType with the name text. If there is none, it returns an error, and t stays
// as it is.
func (t *ErrorType) UnmarshalText(text []byte) error {
	for i, known := range errorTypes {
		if known.name != "" && known.name == string(text) {
			*t = ErrorType(i)
			return nil
		}
	}
	return errors.New("url: unmarshal error type: unknown name " + strconv.Quote(string(text)))
}

// Error is the error of the functions of this package that parse, convert or change URLs and their parts.
//
// Its message never shows credentials. Its field Input can contain them.
type Error struct {
	Op     string // the operation: "parse", "set host", …
	Input  string // the text that was read: a URL, a component, a path or a setter's value; for a conversion, the href
	Offset int    // the place of the error in Input, in bytes, at most its length

	// Partial is true if a setter used a part of its value, as the standard prescribes. The URL may have
	// changed. If Partial is false, the receiver is as it was before the call.
	Partial bool

	Err error // the reason: an [ErrorType], an error that wraps one, or an error of a caller's encoding
}

// Error returns a message such as
//
//	url: parse "http://": host-missing at byte 7
//
// It hides everything before the last "@", except what could be a scheme. The offset in the message counts
// bytes of the text that is shown.
func (e *Error) Error() string {
	shown, offset := redact(e.Input, e.Offset)
	switch {
	case e.Op == opSetUsername, e.Op == opSetPassword:
		shown, offset = redacted, 0
	case beginsWithAHost(e.Op) && !strings.Contains(e.Input, "://"):
		shown, offset = redact("//"+e.Input, e.Offset+len("//"))
		shown, offset = shown[len("//"):], offset-len("//")
	}
	reason := "unknown error" // of the zero Error
	if e.Err != nil {
		reason = e.Err.Error()
	}
	return "url: " + e.Op + " " + quoteBeginning(shown) + ": " + reason + " at byte " + strconv.Itoa(offset)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// The operations whose value is a credential.
const (
	opSetUsername = "set username"
	opSetPassword = "set password"
)

// The setters of the host and of its parts.
const (
	opSetHost     = "set host"
	opSetHostname = "set hostname"
	opSetPort     = "set port"
)

// beginsWithAHost reports whether the string that op refused is or begins with a host. What is before its first ":"
// is then a username, if there is an "@", and not a scheme.
func beginsWithAHost(op string) bool {
	switch op {
	case opBuild, opDomainToASCII, opParseHost, opRequestTarget, opSetHost, opSetHostname, opSetPort:
		return true
	}
	return false
}

// redacted is what is shown for credentials.
const redacted = "xxxxx"

// redact replaces what may be credentials in s, which need not parse: everything from the first ":" or slash and
// the slashes after it to the last "@". It returns the place of offset in the result, too.
func redact(s string, offset int) (shown string, at int) {
	end := strings.LastIndexByte(s, '@')
	if end < 0 {
		return s, offset
	}
	start := 0
	if i := strings.IndexAny(s, `:/\?#@`); strings.IndexByte(`:/\`, s[i]) >= 0 {
		start = i
	}
	for s[start] <= ' ' || strings.IndexByte(`:/\`, s[start]) >= 0 { // at the latest it stops at the "@"
		start++
	}
	if start == end {
		return s, offset
	}
	switch {
	case offset >= end:
		offset += len(redacted) - (end - start)
	case offset > start:
		offset = start
	}
	return s[:start] + redacted + s[end:], offset
}

// quoteBeginning quotes at most 256 bytes of s, and adds an ellipsis if there are more.
func quoteBeginning(s string) string {
	const maxShown = 256
	if len(s) <= maxShown {
		return strconv.Quote(s)
	}
	return strconv.Quote(strings.ToValidUTF8(s[:maxShown], "")) + "…"
}
