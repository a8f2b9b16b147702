package main

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/tools/internal/oracle"
)

// newerUnicode reports whether the answers differ because the reference implementation has a newer version of Unicode
// than this build. There are two such cases. The reference accepts a domain, or has no validation error for it, where this
// build does not, and the domain has a code point that this build's version does not have. Or only one of the two does, and
// the domain has a code point of newBidi.
func newerUnicode(r oracle.Request, reference, ours oracle.Answer) bool {
	input := r.Input
	if r.Op == "setters" || r.Op == "params" {
		if reference.Failure == ours.Failure {
			value := firstDifference(r, reference, ours)
			return has(value, isNew) || has(value, isNewBidi)
		}
		input = cmp.Or(r.Href, r.URL, r.Init)
	}
	theirs, mine := acceptsMore(r.Op, reference, ours), acceptsMore(r.Op, ours, reference)
	return theirs != mine && (theirs && has(*input, isNew) || has(*input, isNewBidi))
}

func isNew(c rune) bool { return unicode.Is(unicode.Cn, c) }

func isNewBidi(c rune) bool { return strings.ContainsRune(newBidi, c) }

// firstDifference returns the value of the first step whose result differs, if that sets a host, or if it
// is a reference that only one side accepts.
func firstDifference(r oracle.Request, reference, ours oracle.Answer) string {
	for i, step := range r.Steps {
		switch {
		case i < len(ours.After) && i < len(reference.After) && ours.After[i] != reference.After[i]:
		case i < len(ours.Results) && i < len(reference.Results) && !reflect.DeepEqual(ours.Results[i], reference.Results[i]):
		default:
			continue
		}
		if slices.Contains([]string{"href", "host", "hostname"}, strings.TrimSuffix(step[0], "=")) ||
			step[0] == gen.Resolve && (ours.After[i].Href == "") != (reference.After[i].Href == "") {
			return step[1]
		}
		break
	}
	return ""
}

// newBidi are the code points to which Unicode 18 gives another Bidi_Class than Unicode 17.
const newBidi = "\u1B3A\u1B3C\u1B42"

const domainToASCII = "domain-to-ASCII"

// acceptsMore reports whether a contains a host, or a form of a domain, where b contains a failure. A URL with a host
// may fail for another reason.
func acceptsMore(op string, a, b oracle.Answer) bool {
	switch op {
	case "url":
		if !a.Failure && !b.Failure { // then one may have a validation error for the domain
			return a.Getters == b.Getters && !slices.Contains(a.Errors, domainToASCII) && slices.Contains(b.Errors, domainToASCII)
		}
		return b.Failure && (!a.Failure || endsAtDomain(b) && !endsAtDomain(a))
	case "host", "setters", "params":
		return !a.Failure && b.Failure
	case "domain":
		return a.ASCII != nil && b.ASCII == nil || a.Strict != nil && b.Strict == nil || isDecoded(a) && !isDecoded(b)
	}
	return false
}

// isDecoded reports whether a domain could be decoded. Otherwise its form in Unicode is that in ASCII, with "xn--".
func isDecoded(a oracle.Answer) bool {
	return a.Unicode != nil && !strings.Contains("."+*a.Unicode, ".xn--")
}

// endsAtDomain reports whether the last error of a URL is that of its domain.
func endsAtDomain(a oracle.Answer) bool {
	return len(a.Errors) > 0 && a.Errors[len(a.Errors)-1] == domainToASCII
}

// has reports whether is holds for a code point of s, percent-decoded and with its labels in Punycode decoded.
func has(s string, is func(rune) bool) bool {
	s = strings.ToLower(url.PercentDecode(s))
	if strings.ContainsFunc(s, is) {
		return true
	}
	labels := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(".\u3002\uFF0E\uFF61/\\:@?#", c) })
	for _, label := range labels {
		if decoded, err := idna.Punycode.ToUnicode(label); err == nil && strings.ContainsFunc(decoded, is) {
			return true
		}
	}
	return false
}
