package spec

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// isBidiDomainName implements https://www.rfc-editor.org/rfc/rfc5893#section-1.4: it reports whether there is an RTL
// label, which is one with a character of the type R, AL or AN.
func isBidiDomainName(labels []string) bool {
	for _, label := range labels {
		for _, c := range label {
			if slices.Contains([]bidi.Class{bidi.R, bidi.AL, bidi.AN}, bidiClass(c)) {
				return true
			}
		}
	}
	return false
}

// satisfiesBidiRule implements https://www.rfc-editor.org/rfc/rfc5893#section-2 for a label that is not empty.
func satisfiesBidiRule(label []rune) bool {
	var classes []bidi.Class
	for _, c := range label {
		classes = append(classes, bidiClass(c))
	}
	rtl := classes[0] == bidi.R || classes[0] == bidi.AL
	if !rtl && classes[0] != bidi.L { // condition 1
		return false
	}
	last := len(classes) - 1
	for last > 0 && classes[last] == bidi.NSM {
		last--
	}
	if rtl {
		return consistsOf(classes, bidi.R, bidi.AL, bidi.AN, bidi.EN, bidi.ES, bidi.CS, bidi.ET, bidi.ON, bidi.BN, bidi.NSM) && // 2
			consistsOf(classes[last:last+1], bidi.R, bidi.AL, bidi.EN, bidi.AN) && // 3
			!(slices.Contains(classes, bidi.EN) && slices.Contains(classes, bidi.AN)) // 4
	}
	return consistsOf(classes, bidi.L, bidi.EN, bidi.ES, bidi.CS, bidi.ET, bidi.ON, bidi.BN, bidi.NSM) && // 5
		consistsOf(classes[last:last+1], bidi.L, bidi.EN) // 6
}

// consistsOf reports whether allowed contains all of classes.
func consistsOf(classes []bidi.Class, allowed ...bidi.Class) bool {
	return !slices.ContainsFunc(classes, func(class bidi.Class) bool { return !slices.Contains(allowed, class) })
}

// bidiClass is the property Bidi_Class.
func bidiClass(c rune) bidi.Class {
	if class, ok := updatedBidiClass(c); ok {
		return class
	}
	properties, _ := bidi.LookupRune(c)
	return properties.Class()
}
