package url

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/idna"
	"github.com/weburl-go/url/internal/infra"
)

// The types of errors are in errors.go. The states and the host parsers report them.

// ValidationError describes a place where a string is not a valid URL string, as the standard defines it.
// https://url.spec.whatwg.org/#validation-error
//
// If the string s is valid UTF-8, Offset is never inside a code point, so the column is
// utf8.RuneCountInString(s[:Offset]) + 1.
type ValidationError struct {
	Type    ErrorType
	Offset  int  // the place in the string, in bytes; at most the length of the string
	Failure bool // whether the error ended the parse; if none did, browsers accept the string

	// Detail says which rule a domain breaks, as in "the label is empty". It is "" for all types but [ErrDomainToASCII].
	// It does not quote the string, and its text may change with any version.
	Detail string `json:",omitempty"`
}

// Error returns a message such as "url: host-missing at byte 7", followed by Detail, if any.
func (e ValidationError) Error() string {
	message := "url: " + e.Type.Error() + " at byte " + strconv.Itoa(e.Offset)
	if e.Detail != "" {
		message += ": " + e.Detail
	}
	return message
}

// Unwrap returns e.Type.
func (e ValidationError) Unwrap() error { return e.Type }

// reporter passes validation errors on, and keeps the one that ended the parse.
//
// It is a part of the machine. A pointer to the machine in it, or an interface for it, would move the machine to the heap.
type reporter struct {
	hook func(ValidationError) // or nil
	raw  string                // the string as it was given

	checkOnly bool // only failures matter, not their reasons: the machine stops where nothing can fail any more

	// The way from a place in the input back to raw.
	inStart         int  // where in raw the input begins
	inLen           int  // the length of the input, if tabsRemoved
	prepended       int  // how many bytes were put before the input
	tabsRemoved     bool // tabs or newlines were removed from it
	lastAt, lastRaw int  // a place in the input, and in raw, from which to continue

	err   ErrorType  // what ended the parse, or what a setter ignored; 0 if nothing
	errAt int        // where in raw
	fault idna.Fault // why, if err is ErrDomainToASCII
}

// reports reports whether validation errors are wanted. If not, nothing that only a validation error needs is computed.
func (r *reporter) reports() bool { return r.hook != nil }

// report reports a validation error that does not end the parse, at a place in the input.
func (r *reporter) report(t ErrorType, at int) {
	if r.reports() {
		r.reportAt(t, at)
	}
}

// reportAt is the part of report that would keep it from being inlined.
func (r *reporter) reportAt(t ErrorType, at int) { r.reportRaw(t, r.rawOffset(at)) }

// reportRaw is report for a place in raw.
func (r *reporter) reportRaw(t ErrorType, offset int) {
	if r.reports() {
		r.hook(ValidationError{Type: t, Offset: offset})
	}
}

// fail reports the error that ends the parse, and returns false.
func (r *reporter) fail(t ErrorType, at int) bool {
	r.note(t, at)
	if r.reports() {
		r.hook(ValidationError{Type: t, Offset: r.errAt, Failure: true, Detail: r.fault.String()})
	}
	return false
}

// failDomain reports that a host at a place in the input is not a domain, and returns false. domain is the host, decoded.
func (r *reporter) failDomain(host, domain string, at int) bool {
	inHost := 0
	if !r.checkOnly {
		inDomain, fault := idna.Explain(domain)
		inHost, r.fault = idna.InHost(host, inDomain, fault)
	}
	return r.fail(ErrDomainToASCII, at+inHost)
}

// note keeps t as the reason why the parse ended at a place in the input, or why a setter ignores its value from there
// on.
func (r *reporter) note(t ErrorType, at int) { r.err, r.errAt = t, r.rawOffset(at) }

// error returns the error that was noted, as one of the operation op. It is not inlined, which makes programs smaller.
//
//go:noinline
func (r *reporter) error(op string) *Error {
	e := newError(op, r.raw, r.errAt, r.err)
	switch {
	case r.fault != 0:
		e.Err = domainError(r.fault)
	case r.err == ErrDefaultScheme:
		e.shows = false // it is not about the URL
	}
	return e
}

// rawOffset returns where in raw a place in the input is. Calls come with nearly increasing places, so it continues
// from the last one.
func (r *reporter) rawOffset(at int) int {
	at = max(at-r.prepended, 0)
	if !r.tabsRemoved {
		return r.inStart + at
	}
	if at < r.lastAt || r.lastRaw < r.inStart {
		r.lastAt, r.lastRaw = 0, r.inStart
	}
	for {
		for r.lastAt < r.inLen && infra.IsTabOrNewline(r.raw[r.lastRaw]) {
			r.lastRaw++
		}
		if r.lastAt >= at {
			return r.lastRaw
		}
		c, size := infra.DecodeScalarValue(r.raw[r.lastRaw:])
		r.lastAt += utf8.RuneLen(c) // in the input it is UTF-8
		r.lastRaw += size
	}
}

// reportCredentials reports each "@" of s, which begins at a place in the input.
func (r *reporter) reportCredentials(s string, at int) {
	if !r.reports() {
		return
	}
	for i := range len(s) {
		if s[i] == '@' {
			r.report(ErrInvalidCredentials, at+i)
		}
	}
}

// reportUnits reports each code point of s that is not a URL unit. s begins at a place in the input.
func (r *reporter) reportUnits(s string, at int) {
	if r.reports() {
		r.reportEachUnit(s, at)
	}
}

// reportEachUnit is the part of reportUnits that would keep it from being inlined.
func (r *reporter) reportEachUnit(s string, at int) {
	for i := 0; i < len(s); {
		if urlUnitBytes[s[i]] {
			i++
			continue
		}
		c, size := infra.DecodeScalarValue(s[i:])
		if c == '%' && !isPercentEncodedByte(s[i:]) || c != '%' && !isURLCodePoint(c) {
			r.report(ErrInvalidURLUnit, at+i)
		}
		i += size
	}
}

// reportOpaqueHostUnits reports the first code point of an opaque host that is not a URL code point, and the first "%"
// that does not begin a percent-encoded byte, as the opaque-host parser does.
func (r *reporter) reportOpaqueHostUnits(host string, at int) {
	if !r.reports() {
		return
	}
	codePoint, percent := -1, -1
	for i := 0; i < len(host); {
		c, size := infra.DecodeScalarValue(host[i:])
		switch {
		case c == '%' && percent < 0 && !isPercentEncodedByte(host[i:]):
			percent = i
		case c != '%' && codePoint < 0 && !isURLCodePoint(c):
			codePoint = i
		}
		i += size
	}
	if codePoint >= 0 {
		r.report(ErrInvalidURLUnit, at+codePoint)
	}
	if percent >= 0 {
		r.report(ErrInvalidURLUnit, at+percent)
	}
}

// isURLCodePoint implements https://url.spec.whatwg.org/#url-code-points.
func isURLCodePoint(r rune) bool {
	if r < utf8.RuneSelf {
		return infra.IsASCIIAlphanumeric(byte(r)) || strings.IndexByte("!$&'()*+,-./:;=?@_~", byte(r)) >= 0
	}
	return r >= 0xA0 && r&0xFFFE != 0xFFFE && (r < 0xFDD0 || r > 0xFDEF)
}

// urlUnitBytes holds the ASCII bytes that are URL code points.
var urlUnitBytes = func() (units [256]bool) {
	for b := range rune(utf8.RuneSelf) {
		units[b] = isURLCodePoint(b)
	}
	return units
}()
