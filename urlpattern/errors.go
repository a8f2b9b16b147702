package urlpattern

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/weburl-go/url"
)

// These errors say why a pattern was rejected. Every [*Error] wraps one of them or, if the base URL cannot be parsed or
// a string in the pattern cannot be part of a URL, a [*url.Error].
var (
	// ErrSyntax means that a pattern string is malformed. For example, a "{" or "(" is not closed, or a modifier does not
	// follow a group.
	ErrSyntax = errors.New("syntax error in the pattern")
	// ErrDuplicateName means that two groups of a component have the same name.
	ErrDuplicateName = errors.New("duplicate group name")
	// ErrNoBaseURL means that a constructor string does not begin with a scheme and there is no base URL.
	ErrNoBaseURL = errors.New("a relative pattern needs a base URL")
	// ErrRegExp means that a regular expression is invalid in JavaScript with the v flag.
	ErrRegExp = errors.New("invalid regular expression")
	// ErrUnsupportedRegExp means that this package cannot run a regular expression, although JavaScript can. The regular
	// expression contains a backreference, has a capturing group in a lookaround assertion, or is too large.
	// [ErrRefusedRegExp] wraps this error.
	ErrUnsupportedRegExp = errors.New("unsupported regular expression")
	// ErrRefusedRegExp means that [Options.RefuseRegExps] is set and the pattern contains a regular expression. The
	// regular expression is not compiled, so it may even be one that JavaScript would reject. This error wraps
	// [ErrUnsupportedRegExp].
	ErrRefusedRegExp = fmt.Errorf("%w: regular expressions are refused", ErrUnsupportedRegExp)
	// ErrNotRepresentable means that the pattern cannot be represented as text.
	ErrNotRepresentable = errors.New("no text represents the pattern")
	// ErrBinary means that the data was not written by [Pattern.MarshalBinary].
	ErrBinary = errors.New("MarshalBinary does not write these bytes")
	// ErrComponent means that a string is not the name of a component, or that a key in an [Init] is not a component.
	ErrComponent = errors.New("not a component")
)

// errBaseURL is the reason where [Options.BaseURL] is set for an [Init].
var errBaseURL = errors.New("the base URL of an Init is one of its values")

// An Error says why a call failed. Every error that this package returns is an *Error.
type Error struct {
	// Component is the component whose pattern is wrong. It is [BaseURL] if the base URL is missing or does not parse,
	// or if an [Init] is compiled with a base URL in its [Options]. It is meaningless if Err is [ErrNotRepresentable],
	// [ErrBinary] or [ErrComponent].
	Component Component

	// Offset is the byte offset of the error in the string that contains the component, which is the argument of [New], a
	// value of an [Init], or the base URL. It is 0 if the error has no position.
	Offset int

	// Err is the reason. It is, or wraps, one of the errors of this package or a [*url.Error]. The only exception is the
	// error for an [Init] that is compiled with a base URL in its [Options].
	Err error
}

// Error returns a message such as
//
//	urlpattern: pathname at byte 4: duplicate group name
//
// It does not show the pattern or the base URL, because they may contain credentials.
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
