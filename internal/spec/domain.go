package spec

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// ToASCII implements https://url.spec.whatwg.org/#domain-parser-toascii, which is
// https://www.unicode.org/reports/tr46/#ToASCII. It reports false if an error was recorded.
func ToASCII(domain string, beStrict bool) (string, bool) {
	checkHyphens, useSTD3ASCIIRules, verifyDNSLength := beStrict, beStrict, beStrict
	domainName, errorRecorded := processing(domain, checkHyphens, useSTD3ASCIIRules)
	labels := strings.Split(domainName, ".")
	for i, label := range labels {
		if isASCIIString(label) {
			continue
		}
		encoded, ok := encodePunycode([]rune(label))
		if !ok {
			errorRecorded = true
		}
		labels[i] = "xn--" + encoded
	}
	result := strings.Join(labels, ".")
	if verifyDNSLength {
		if len(result) < 1 || len(result) > 253 {
			errorRecorded = true
		}
		for _, label := range labels {
			if len(label) < 1 || len(label) > 63 {
				errorRecorded = true
			}
		}
	}
	if errorRecorded {
		return "", false
	}
	return result, true
}

// ToUnicode implements https://www.unicode.org/reports/tr46/#ToUnicode with the parameters of
// https://url.spec.whatwg.org/#concept-domain-to-unicode. It reports false if an error was recorded.
func ToUnicode(domain string) (string, bool) {
	result, errorRecorded := processing(domain, false, false)
	return result, !errorRecorded
}

// DomainToUnicode implements https://url.spec.whatwg.org/#concept-domain-to-unicode.
func DomainToUnicode(domain string) string {
	result, ok := ToUnicode(domain)
	if !ok {
		return domain
	}
	return result
}

// processing implements https://www.unicode.org/reports/tr46/#Processing. CheckBidi and CheckJoiners are true,
// Transitional_Processing and IgnoreInvalidPunycode are false. It reports whether an error was recorded.
func processing(domainName string, checkHyphens, useSTD3ASCIIRules bool) (result string, errorRecorded bool) {
	var mapped []rune
	for _, c := range domainName {
		switch status, mapping := lookup(c); status {
		case disallowed, valid:
			mapped = append(mapped, c)
		case ignored:
		case isMapped:
			mapped = append(mapped, mapping...)
		}
	}
	domainName = string(normalizeNFC(mapped))
	labels := strings.Split(domainName, ".")
	for i, label := range labels {
		encoded, isEncoded := strings.CutPrefix(label, "xn--")
		if !isEncoded {
			continue
		}
		if !isASCIIString(label) {
			errorRecorded = true
			continue
		}
		decoded, ok := decodePunycode(encoded)
		if !ok {
			errorRecorded = true
			continue
		}
		labels[i] = string(decoded)
		if isASCIIString(labels[i]) {
			errorRecorded = true
		}
	}
	isBidi := isBidiDomainName(labels)
	for _, label := range labels {
		if !isValidLabel([]rune(label), checkHyphens, useSTD3ASCIIRules, isBidi) {
			errorRecorded = true
		}
	}
	return strings.Join(labels, "."), errorRecorded
}

// isValidLabel implements https://www.unicode.org/reports/tr46/#Validity_Criteria, which hold for labels that are not
// empty. isBidi is whether the domain name is a Bidi domain name. A label that could not be converted also comes here,
// but then an error was recorded already.
func isValidLabel(label []rune, checkHyphens, useSTD3ASCIIRules, isBidi bool) bool {
	if len(label) == 0 {
		return true
	}
	if !slices.Equal(normalizeNFC(label), label) {
		return false
	}
	if checkHyphens && len(label) >= 4 && label[2] == '-' && label[3] == '-' {
		return false
	}
	if checkHyphens && (label[0] == '-' || label[len(label)-1] == '-') {
		return false
	}
	if !checkHyphens && strings.HasPrefix(string(label), "xn--") {
		return false
	}
	if slices.Contains(label, '.') {
		return false
	}
	if unicode.Is(unicode.M, label[0]) {
		return false
	}
	for _, c := range label {
		if status, _ := lookup(c); status != valid {
			return false
		}
		if useSTD3ASCIIRules && c <= 0x7F && !(c >= 'a' && c <= 'z' || isASCIIDigit(c) || c == '-') {
			return false
		}
	}
	for i, c := range label {
		if (c == zeroWidthNonJoiner || c == zeroWidthJoiner) && !satisfiesContextJ(label, i) {
			return false
		}
	}
	return !isBidi || satisfiesBidiRule(label)
}

// status is a code point's Status in https://www.unicode.org/reports/tr46/#IDNA_Mapping_Table. A deviation is valid,
// because the processing is nontransitional.
type status int

const (
	valid status = iota
	ignored
	isMapped
	disallowed
)

// lookup returns the status of c and, if it is mapped, the mapping.
func lookup(c rune) (s status, mapping []rune) {
	to, ok := updatedMapping(c)
	if !ok {
		var err error
		if to, err = mappingTable.ToUnicode(string(c)); err != nil {
			return disallowed, nil
		}
	}
	switch to {
	case "":
		return ignored, nil
	case string(c):
		return valid, nil
	}
	return isMapped, []rune(to)
}

// mappingTable gives the IDNA Mapping Table: of a single code point, it processes nothing else.
var mappingTable = idna.New(
	idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.CheckJoiners(false),
)

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// satisfiesContextJ implements the rules for U+200C and U+200D, of which one is label[i]:
// https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and https://www.rfc-editor.org/rfc/rfc5892#appendix-A.2.
func satisfiesContextJ(label []rune, i int) bool {
	const virama = 9
	if i > 0 && combiningClass(label[i-1]) == virama {
		return true
	}
	if label[i] == zeroWidthJoiner {
		return false
	}
	before := i - 1
	for before >= 0 && joiningType(label[before]) == 'T' {
		before--
	}
	after := i + 1
	for after < len(label) && joiningType(label[after]) == 'T' {
		after++
	}
	return before >= 0 && strings.ContainsRune("LD", joiningType(label[before])) &&
		after < len(label) && strings.ContainsRune("RD", joiningType(label[after]))
}

// combiningClass is the property Canonical_Combining_Class.
func combiningClass(c rune) uint8 { return norm.NFD.PropertiesString(string(c)).CCC() }

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

// joiningType is the property Joining_Type of Unicode 17 as the letter that stands for it, or 'U'. What has another type
// than U or T is listed.
// https://www.unicode.org/Public/17.0.0/ucd/extracted/DerivedJoiningType.txt
func joiningType(c rune) rune {
	switch {
	case joiningL[c]:
		return 'L'
	case joiningR[c]:
		return 'R'
	case joiningD[c]:
		return 'D'
	case c == 0x1E94B, unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf) &&
		c != zeroWidthNonJoiner && c != zeroWidthJoiner && c != 0x1171E: // which was Mn up to Unicode 15
		return 'T'
	}
	return 'U'
}

var (
	joiningL = codePoints(`A872 10ACD 10AD7 10D00 10FCB`)
	joiningR = codePoints(`0622-0625 0627 0629 062F-0632 0648 0671-0673 0675-0677 0688-0699 06C0 06C3-06CB 06CD 06CF 06D2-06D3 06D5
		06EE-06EF 0710 0715-0719 071E 0728 072A 072C 072F 074D 0759-075B 076B-076C 0771 0773-0774 0778-0779 0840
		0846-0847 0849 0854 0856-0858 0867 0869-086A 0870-0882 088E 08AA-08AC 08AE 08B1-08B2 08B9 10AC5 10AC7
		10AC9-10ACA 10ACE-10AD2 10ADD 10AE1 10AE4 10AEF 10B81 10B83-10B85 10B89 10B8C 10B8E-10B8F 10B91
		10BA9-10BAC 10D22 10EC2 10F33 10F54 10F74-10F75 10FB4-10FB6 10FB9-10FBA 10FBD 10FC2-10FC3 10FC9`)
	joiningD = codePoints(`0620 0626 0628 062A-062E 0633-063F 0641-0647 0649-064A 066E-066F 0678-0687 069A-06BF 06C1-06C2 06CC 06CE
		06D0-06D1 06FA-06FC 06FF 0712-0714 071A-071D 071F-0727 0729 072B 072D-072E 074E-0758 075C-076A 076D-0770
		0772 0775-0777 077A-077F 07CA-07EA 0841-0845 0848 084A-0853 0855 0860 0862-0865 0868 0886 0889-088D 088F
		08A0-08A9 08AF-08B0 08B3-08B8 08BA-08C8 1807 1820-1878 1887-18A8 18AA A840-A871 10AC0-10AC4 10AD3-10AD6
		10AD8-10ADC 10ADE-10AE0 10AEB-10AEE 10B80 10B82 10B86-10B88 10B8A-10B8B 10B8D 10B90 10BAD-10BAE
		10D01-10D21 10D23 10EC3-10EC4 10EC6-10EC7 10F30-10F32 10F34-10F44 10F51-10F53 10F70-10F73 10F76-10F81
		10FB0 10FB2-10FB3 10FB8 10FBB-10FBC 10FBE-10FBF 10FC1 10FC4 10FCA 1E900-1E943`)
)

// codePoints returns a set of code points, which ranges lists in hexadecimal.
func codePoints(ranges string) map[rune]bool {
	set := make(map[rune]bool)
	for r := range strings.FieldsSeq(ranges) {
		first, last, found := strings.Cut(r, "-")
		if !found {
			last = first
		}
		for c := integer(first, 16).Int64(); c <= integer(last, 16).Int64(); c++ {
			set[rune(c)] = true
		}
	}
	return set
}
