package url

import (
	"errors"
	"strconv"

	"github.com/weburl-go/url/internal/idna"
)

// An ErrorType identifies what is wrong with a URL. It implements error, so errors.Is(err, url.ErrHostMissing) reports
// whether a parse failed for that reason.
//
// In text and JSON, an ErrorType is written as its name, such as "host-missing". Do not store its numeric value, as
// encoding/gob does, because the numbers may change. The zero ErrorType is not an error, and its name is "".
type ErrorType uint8

// The standard's validation errors, in the order of its table (https://url.spec.whatwg.org/#validation-error).
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

// Errors that are not in the standard's table. The first six are returned by setters when the standard ignores a value,
// or the end of it, without giving a reason.
const (
	ErrSchemeInvalid ErrorType = 40 + iota
	ErrSchemeChange
	ErrCannotHaveCredentialsOrPort
	ErrOpaquePath // also returned by [Build]
	ErrHostRequired
	ErrTrailingData // what follows Error.Offset was ignored

	ErrTooLong // offsets are 32-bit, so a URL has at most 4 GiB
	ErrTooManyPairs
	ErrNonASCIIByte
	ErrNotOrigin
	ErrNotRepresentable // the message gives the reason
	ErrDefaultScheme    // [Parser].DefaultScheme is invalid, or there is a base URL
	ErrCrossOrigin      // see [ParseSameOrigin]
	ErrNotOriginPattern // the message gives the reason
	ErrInvalidPathSegment
	ErrNotRequestTarget // see [ParseRequestTarget]
	ErrAmbiguousPath    // the message gives the reason
	ErrNotHostPattern   // the message gives the reason
	ErrZeroURL          // a method was called on a zero URL
)

// errorTypes holds the name and the description of each ErrorType. The standard's types have the standard's names. Each
// unused number adds 32 bytes to every program, so only a few are reserved for future errors of the standard.
var errorTypes = [...]struct{ name, description string }{
	ErrDomainToASCII: {"domain-to-ASCII",
		"The domain is too long, or has a character or a label that the DNS or internationalized domain names do not allow. Browsers accept some of them, such as \"_\"."},
	ErrDomainPercentEncoded: {"domain-percent-encoded",
		"The domain has percent-encoded bytes. Write the characters themselves."},
	ErrHostInvalidCodePoint: {"host-invalid-code-point",
		"This character cannot be part of a host."},
	ErrIPv4EmptyPart: {"IPv4-empty-part",
		"The IPv4 address ends in a dot. Remove it."},
	ErrIPv4TooFewParts: {"IPv4-too-few-parts",
		"The IPv4 address has fewer than four parts. Write all four."},
	ErrIPv4TooManyParts: {"IPv4-too-many-parts",
		"The host ends in a number, so it is an IPv4 address, but it has more than four parts."},
	ErrIPv4NonNumericPart: {"IPv4-non-numeric-part",
		"The host ends in a number, so it is an IPv4 address, but this part is not a number."},
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
		"The IPv4 address at the end of the IPv6 address is not four decimal numbers without leading zeros."},
	ErrIPv4InIPv6OutOfRangePart: {"IPv4-in-IPv6-out-of-range-part",
		"This part of the IPv4 address at the end of the IPv6 address is greater than 255."},
	ErrIPv4InIPv6TooFewParts: {"IPv4-in-IPv6-too-few-parts",
		"The IPv4 address at the end of the IPv6 address has fewer than four parts."},
	ErrInvalidURLUnit: {"invalid-URL-unit",
		"This character must be percent-encoded here, or it is a \"%\" without two hexadecimal digits after it. " +
			"Spaces and controls around the URL must be removed."},
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
		"The URL cannot have this scheme. Only one of the two is special, or the URL has credentials, a port or an empty host."},
	ErrCannotHaveCredentialsOrPort: {"cannot-have-credentials-or-port",
		"A URL cannot have a username, password or port if it has no host, an empty host or the scheme \"file\"."},
	ErrOpaquePath: {"opaque-path",
		"The path is opaque, as in \"mailto:user@example.com\". Such a URL cannot have a host, its path cannot be set, and it cannot be built from components."},
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
		"A part of the URL, the file path or the components has no place in the requested form."},
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
	ErrAmbiguousPath: {"ambiguous-path",
		"A segment of the path is empty, is not UTF-8, or has a dot segment, a slash, a control or a \"%\" that another program may decode again."},
	ErrNotHostPattern: {"not-a-host-pattern",
		"A host pattern is a host, or \"*.\" and a domain, and nothing else."},
	ErrZeroURL: {"zero-URL",
		"The program uses the zero URL, which means \"no URL\", where it needs a URL."},
}

// Error returns the standard's name for the error, such as "host-missing".
func (t ErrorType) Error() string {
	if t == 0 || t.isKnown() {
		return errorTypes[t].name
	}
	return "error-" + strconv.Itoa(int(t))
}

// Description returns one or two English sentences that explain what the error means and what to do about it.
func (t ErrorType) Description() string {
	if t.isKnown() {
		return errorTypes[t].description
	}
	return "There is no description of this error."
}

// isKnown reports whether t is one of the constants.
func (t ErrorType) isKnown() bool { return int(t) < len(errorTypes) && errorTypes[t].name != "" }

// MarshalText returns what [ErrorType.Error] returns.
func (t ErrorType) MarshalText() ([]byte, error) { return []byte(t.Error()), nil }

// UnmarshalText sets t to the ErrorType whose name is text, or returns an error if there is none.
func (t *ErrorType) UnmarshalText(text []byte) error {
	for i, known := range errorTypes {
		if known.name == string(text) { // of all types without a name, the zero ErrorType comes first
			*t = ErrorType(i)
			return nil
		}
	}
	return errors.New("url: ErrorType.UnmarshalText: unknown name " + strconv.Quote(string(text)))
}

// Error reports why a function could not parse, convert or change a URL or part of one.
//
// Log only its message, because its Input can contain secrets.
type Error struct {
	// Op is the Go name of the function that failed, such as "Parse", "JoinPath" or "Origin.Scan". Do not compare it,
	// because its values may change.
	Op string

	// Input is the string that contains the error: a URL, a component, a path, a form or a setter's value. It can
	// contain secrets, so do not encode an Error as JSON or pass it to a logger that prints its fields.
	//
	// If the function has several arguments, Input is the invalid one. For [ErrDefaultScheme], which is about a field
	// of Parser, it is the URL. For a conversion, and for a method that panics, it is the href.
	Input string

	// Offset is the position of the error in Input, in bytes. It is at most len(Input).
	Offset int

	// Err is the reason: an [ErrorType], an error that wraps one, or an error from the caller's encoding.
	Err error

	// Partial is true if a setter used part of its value, as the standard prescribes. The URL may then have changed. If
	// Partial is false, the receiver is unchanged.
	Partial bool

	shows bool // the message may show Input, as [newError] says
}

// The values of Error.Op, except those of package form. They are the names of functions and of methods. The name of a
// method of another type than URL includes the type.
const (
	opParse                 = "Parse"
	opParseWithBase         = "ParseWithBase"
	opParseSameOrigin       = "ParseSameOrigin"
	opParseRequestTarget    = "ParseRequestTarget"
	opParseHost             = "ParseHost"
	opParseOpaqueHost       = "ParseOpaqueHost"
	opParseOrigin           = "ParseOrigin"
	opParseOriginPattern    = "ParseOriginPattern"
	opParseHostPattern      = "ParseHostPattern"
	opParseQuery            = "ParseQuery"
	opDomainToASCII         = "DomainToASCII"
	opDomainToASCIIStrict   = "DomainToASCIIStrict"
	opPercentEncode         = "PercentEncodeAfterEncoding"
	opBuild                 = "Build"
	opJoinPath              = "JoinPath"
	opAppendSegments        = "AppendSegments"
	opDecodedSegments       = "DecodedSegments"
	opFromFilePath          = "FromFilePath"
	opFilePath              = "FilePath"
	opFromNetURL            = "FromNetURL"
	opNetURL                = "NetURL"
	opRequestURL            = "RequestURL"
	opUnmarshal             = "UnmarshalText"
	opUnmarshalOrigin       = "Origin.UnmarshalText"
	opUnmarshalSearchParams = "URLSearchParams.UnmarshalText"
	opBinaryHost            = "Host.UnmarshalBinary"
	opBinaryHostPattern     = "HostPattern.UnmarshalBinary"
	opBinaryOriginPattern   = "OriginPattern.UnmarshalBinary"
	opBinarySearchParams    = "URLSearchParams.UnmarshalBinary"
	opScan                  = "Scan"
	opScanOrigin            = "Origin.Scan"
	opSetHref               = "SetHref"
	opSetProtocol           = "SetProtocol"
	opSetUsername           = "SetUsername"
	opSetPassword           = "SetPassword"
	opSetHost               = "SetHost"
	opSetHostname           = "SetHostname"
	opSetPort               = "SetPort"
	opSetPathname           = "SetPathname"
	opSetSearch             = "SetSearch"
	opSetHash               = "SetHash"
	opSetSearchParams       = "SearchParams" // a change of the live list
	opEditQuery             = "EditQuery"
	opAppendQuery           = "AppendQuery"
	opEncodeLonePercent     = "EncodeLonePercent"
)

// newError returns an error whose message may show most of input, which is a URL, a host or a path. Where input may be
// credentials, a query, a fragment, a form or an opaque path, write a literal instead: its message shows nothing of it.
func newError(op, input string, at int, reason error) *Error {
	return &Error{Op: op, Input: input, Offset: at, Err: reason, shows: true}
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// A detailedError is an ErrorType with a sentence that says more.
type detailedError struct {
	reason   ErrorType
	sentence string
}

func (e detailedError) Error() string { return e.reason.Error() + ": " + e.sentence }
func (e detailedError) Unwrap() error { return e.reason }

// A domainError is [ErrDomainToASCII] with the rule that the domain breaks. It is a byte, so an error that has it takes one
// allocation, as with an ErrorType.
type domainError idna.Fault

func (e domainError) Error() string { return ErrDomainToASCII.Error() + ": " + idna.Fault(e).String() }
func (e domainError) Unwrap() error { return ErrDomainToASCII }

// notRepresentable returns ErrNotRepresentable with a reason.
func notRepresentable(reason string) error { return detailedError{ErrNotRepresentable, reason} }

// notBinary returns the error of an UnmarshalBinary method for bytes that MarshalBinary does not write.
func notBinary(op string, data []byte) error {
	return &Error{Op: op, Input: string(data), Err: notRepresentable("MarshalBinary does not write these bytes")}
}
