package urlpattern

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/weburl-go/url"
)

// The reasons why a pattern is refused. An [*Error] wraps one of them. Or it wraps a [*url.Error], if the base URL
// does not parse or a text in the pattern cannot be part of a URL.
var (
	// ErrSyntax: the pattern string is not well formed. A "{" or a "(" is not closed, a modifier does not follow
	// a group, or the like.
	ErrSyntax = errors.New("syntax error in the pattern")
	// ErrDuplicateName: two groups of one component have the same name.
	ErrDuplicateName = errors.New("duplicate group name")
	// ErrNoBaseURL: the pattern string does not begin with a scheme, and there is no base URL.
	ErrNoBaseURL = errors.New("a relative pattern needs a base URL")
	// ErrRegExp: JavaScript refuses a regular expression, with the flag v.
	ErrRegExp = errors.New("invalid regular expression")
	// ErrUnsupportedRegExp: this package does not run the regular expression, although JavaScript does. It has a
	// backreference or a group in a lookaround assertion, or it is too large. [ErrRefusedRegExp] wraps this error.
	ErrUnsupportedRegExp = errors.New("unsupported regular expression")
	// ErrRefusedRegExp: [Options.RefuseRegExps] is set. The expression was not read, so it may be one that JavaScript
	// refuses. This error wraps [ErrUnsupportedRegExp].
	ErrRefusedRegExp = fmt.Errorf("%w: regular expressions are refused", ErrUnsupportedRegExp)
	// ErrNotRepresentable: a text cannot represent the pattern.
	ErrNotRepresentable = errors.New("no text represents the pattern")
	// ErrBinary: [Pattern.MarshalBinary] does not write the bytes.
	ErrBinary = errors.New("MarshalBinary does not write these bytes")
	// ErrComponent: the text is not the name of a component, or a key of an [Init] is not a component.
	ErrComponent = errors.New("not a component")
)

// errBaseURL is the reason where [Options.BaseURL] is set for an [Init].
var errBaseURL = errors.New("the base URL of an Init is one of its values")

// Error is the error of every function of this package that fails.
type Error struct {
	// Component is the component of the pattern that is wrong. It is [BaseURL] if the base URL is missing, does not
	// parse, or is in the [Options] of an [Init]. With [ErrNotRepresentable], [ErrBinary] and
	// [ErrComponent] it has no meaning.
	Component Component

	// Offset is the place of the error, in bytes of the string that contains the component: the pattern of
	// [New], the value in an [Init], or the base URL. It is 0 if the error has no place.
	Offset int

	// Err is the reason. It is or wraps one of the errors of this package, or it is a [*url.Error]. Only for a base URL in
	// the Options of an Init it is another error.
	Err error
}

// Error returns a message such as
//
//	urlpattern: pathname at byte 4: duplicate group name
//
// It shows neither the pattern nor the base URL, because these may contain credentials.
func (e *Error) Error() string {
	reason := "unknown error" // of the zero Error
	if e.Err != nil {
		reason = e.Err.Error()
	}
	if u, ok := e.Err.(*url.Error); ok && u.Err != nil { // its message would show the text
		reason = u.Err.Error()
	}
	if e.Component > BaseURL {
		return "urlpattern: " + reason
	}
	return "urlpattern: " + e.Component.String() + " at byte " + strconv.Itoa(e.Offset) + ": " + reason
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// offsetOf returns the offset that an error of package url names.
func offsetOf(err error) int {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Offset
	}
	return 0
}
