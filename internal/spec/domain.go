package spec

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
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
