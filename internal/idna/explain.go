package idna

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
	"golang.org/x/text/unicode/norm"
)

// A Fault is the rule that a domain breaks. The zero Fault is none.
type Fault uint8

const (
	faultCharacter Fault = 1 + iota
	faultEncodedCharacter
	faultDNSCharacter
	faultAddress
	faultEmptyLabel
	faultLastDot
	faultPunycodeNotASCII
	faultPunycode
	faultPunycodeASCII
	faultPunycodeText
	faultFirstHyphen
	faultLastHyphen
	faultHyphens
	faultMark
	faultNonJoiner
	faultJoiner
	faultBidi
	faultLabelLength
	faultLength
	faultEmpty
	faultUnknown
)

// maxExplained is the number of bytes of a domain that Explain looks at, so that a long domain costs no more than its
// conversion.
const maxExplained = 1 << 10

// String returns what is wrong, in words, or "" for the zero Fault.
func (f Fault) String() string {
	return [...]string{
		faultCharacter:        "a domain cannot have this character",
		faultEncodedCharacter: "a domain cannot have this character, not even percent-encoded",
		faultDNSCharacter:     `the DNS allows only letters, digits and "-"`,
		faultAddress:          "an IPv6 address is not a domain; a URL has it in literal brackets",
		faultEmptyLabel:       "the label is empty",
		faultLastDot:          "the domain ends in a dot",
		faultPunycodeNotASCII: `the label begins with "xn--", but is not ASCII`,
		faultPunycode:         `the Punycode after "xn--" does not decode`,
		faultPunycodeASCII:    `the Punycode after "xn--" decodes to ASCII`,
		faultPunycodeText:     `the Punycode after "xn--" decodes to text that a label cannot have`,
		faultFirstHyphen:      `the label begins with "-"`,
		faultLastHyphen:       `the label ends in "-"`,
		faultHyphens:          `the label has "-" in the third and fourth place`,
		faultMark:             "the label begins with a combining mark",
		faultNonJoiner:        "the letters around U+200C do not join",
		faultJoiner:           "U+200D does not follow a virama",
		faultBidi:             "the domain has right-to-left text, and the label breaks the Bidi Rule of RFC 5893",
		faultLabelLength:      "the label is longer than 63 bytes in ASCII",
		faultLength:           "the domain is longer than 253 bytes in ASCII",
		faultEmpty:            "the domain is empty or has only ignored characters",
		faultUnknown:          "the domain is longer than 1,024 bytes, and all is right before this label",
	}[f]
}

// Explain returns why [ToASCII] fails for domain, and where: at the character that is wrong, or else at the beginning of the
// label. If several labels are wrong, it explains the first.
//
// Converting a domain keeps no places, so that most domains do not pay for them. Explain looks at the domain again.
func Explain(domain string) (at int, f Fault) {
	for at < len(domain) && LowerDomainByte(domain[at]) != 0 {
		at++
	}
	if at < len(domain) && infra.IsASCII(domain[at:]) { // there are no other rules for it
		return at, explanation{}.ofCharacter(domain, at)
	}
	return explanation{}.of(domain)
}

// ExplainStrict is [Explain] for [ToASCIIStrict].
func ExplainStrict(domain string) (at int, f Fault) { return explanation{beStrict: true}.of(domain) }

// InHost returns a fault of a domain as one of the host that was percent-decoded to the domain. It maps its place, in bytes,
// and says if the wrong character is percent-encoded there.
//
// Bytes that are not UTF-8 move no place: they were decoded to U+FFFD, and the first of these is wrong, so the fault is not
// behind it.
func InHost(host string, inDomain int, f Fault) (at int, _ Fault) {
	if strings.IndexByte(host, '%') < 0 {
		return inDomain, f
	}
	for written := 0; at < len(host); {
		r, size := infra.DecodeScalarValue(host[at:])
		decoded, encodedSize := infra.PercentEncodedRune(host[at:])
		if encodedSize > 0 {
			r, size = decoded, encodedSize
		}
		if written += utf8.RuneLen(r); written > inDomain {
			if f == faultCharacter && encodedSize > 0 {
				f = faultEncodedCharacter
			}
			break
		}
		at += size
	}
	return at, f
}

// An explanation has what decides by which rules a label of a domain is wrong.
type explanation struct {
	beStrict bool // the rules of the DNS apply
	isBidi   bool // the domain has right-to-left text, so the Bidi Rule applies
}

// of explains a domain.
func (e explanation) of(domain string) (at int, f Fault) {
	isCut := false
	for end := maxExplained; len(domain) > maxExplained; end-- {
		if utf8.RuneStart(domain[end]) {
			domain, isCut = domain[:end], true
		}
	}
	wrong := indexWrongCharacter(domain, e.characters())
	allowed := domain
	if wrong >= 0 {
		allowed = domain[:max(strings.LastIndexFunc(domain[:wrong], isDot), 0)] // the labels before that character's
	}
	mapped, _ := mapAndNormalize(allowed)
	e.isBidi = isBidiDomain(domain) || isBidiDecoded(mapped)
	return e.ofLabels(domain, mapped, wrong, isCut)
}

// ofLabels explains the labels of a domain, and the character in the place wrong, if that is not -1. The labels before it are
// mapped. If isCut is true, more follows the domain.
func (e explanation) ofLabels(domain, mapped string, wrong int, isCut bool) (at int, f Fault) {
	length := 0 // in ASCII
	for rest, more := domain, true; more; at = len(domain) - len(rest) {
		var label, mappedLabel string
		label, rest, more = cutLabel(rest)
		if wrong >= 0 && wrong < at+len(label) {
			return wrong, e.ofCharacter(domain, wrong)
		}
		mappedLabel, mapped, _ = strings.Cut(mapped, ".")
		switch {
		case isCut && !more && e.beStrict && utf8.RuneCountInString(mappedLabel) > maxDNSLabelLength: // in ASCII it is not shorter
			return at, faultLabelLength
		case isCut && !more:
			return at, faultUnknown
		}
		inLabel, labelLength, f := e.ofLabel(label, mappedLabel)
		switch {
		case f == faultEmptyLabel && label == domain:
			return 0, faultEmpty
		case f == faultEmptyLabel && label == "" && !more:
			return strings.LastIndexFunc(domain, isDot), faultLastDot
		case f != 0:
			return at + inLabel, f
		}
		limit := MaxDNSLength - length
		length += labelLength + len(".")
		switch {
		case e.beStrict && labelLength > limit && infra.IsASCII(label):
			return at + limit, faultLength
		case e.beStrict && labelLength > limit:
			return at, faultLength
		case e.beStrict && more && labelLength == limit: // the dot is too much
			return at + len(label), faultLength
		}
	}
	if length > len(".") {
		return 0, 0 // nothing is wrong
	}
	return 0, faultEmpty
}

// dots are the characters that are mapped to a dot. No other is mapped to a string with a dot.
const dots = ".\u3002\uFF0E\uFF61"

func isDot(r rune) bool { return strings.ContainsRune(dots, r) }

// cutLabel returns the first label of domain, which is not mapped yet, and what follows the dot after it.
func cutLabel(domain string) (label, rest string, more bool) {
	i := strings.IndexFunc(domain, isDot)
	if i < 0 {
		return domain, "", false
	}
	_, size := utf8.DecodeRuneInString(domain[i:])
	return domain[:i], domain[i+size:], true
}

// ofLabel returns what is wrong with a label whose characters are all allowed, and where in the label, before it was
// mapped. If nothing is wrong, it returns the length of the label in ASCII.
func (e explanation) ofLabel(label, mapped string) (at, length int, f Fault) {
	if mapped == "" {
		if e.beStrict {
			f = faultEmptyLabel
		}
		return 0, 0, f
	}
	decoded, f := decodeOneLabel(mapped)
	if f == faultPunycodeNotASCII {
		at = indexWrongCharacter(label, asciiCharacters)
	}
	if f != 0 {
		return at, 0, f
	}
	if at, f = e.ofDecoded(decoded); f != 0 {
		switch {
		case decoded != mapped:
			at = 0
		case f == faultLastHyphen:
			at = strings.LastIndexFunc(label, func(r rune) bool { return r == '-' || r == '\uFE63' || r == '\uFF0D' }) // mapped to "-"
		case f == faultJoiner || f == faultNonJoiner:
			at = indexSameJoiner(label, mapped[:at])
		}
		return at, 0, f
	}
	length, ok := len(mapped), true
	if !infra.IsASCII(mapped) {
		var ascii []byte
		ascii, ok = appendEncodedLabels(nil, mapped)
		length = len(ascii)
	}
	if !ok || e.beStrict && length > maxDNSLabelLength {
		return 0, 0, faultLabelLength
	}
	return 0, length, 0
}

// decodeOneLabel decodes a label as decodeLabels does, and says why it cannot.
func decodeOneLabel(label string) (decoded string, f Fault) {
	encoded, found := strings.CutPrefix(label, acePrefix)
	if !found {
		return label, 0
	}
	if !infra.IsASCII(encoded) {
		return "", faultPunycodeNotASCII
	}
	runes, ok := decodePunycode(nil, encoded)
	if !ok {
		return "", faultPunycode
	}
	decoded = string(runes)
	if infra.IsASCII(decoded) {
		return "", faultPunycodeASCII
	}
	if mapped, ok := mapAndNormalize(decoded); !ok || mapped != decoded {
		return "", faultPunycodeText
	}
	return decoded, 0
}

// ofDecoded returns what is wrong with a decoded label, as isValidLabel and bidiRulesHold find it. For a joiner, it
// returns the place.
func (e explanation) ofDecoded(label string) (at int, f Fault) {
	first, _ := utf8.DecodeRuneInString(label)
	joiner := indexWrongJoiner(label)
	switch {
	case strings.HasPrefix(label, acePrefix):
		return 0, faultPunycodeText
	case e.beStrict && first == '-':
		return 0, faultFirstHyphen
	case e.beStrict && label[len(label)-1] == '-':
		return 0, faultLastHyphen
	case e.beStrict && !isValidStrictly(label):
		return 0, faultHyphens
	case unicode.Is(unicode.M, first):
		return 0, faultMark
	case joiner >= 0 && strings.HasPrefix(label[joiner:], string(zeroWidthJoiner)):
		return joiner, faultJoiner
	case joiner >= 0:
		return joiner, faultNonJoiner
	case e.isBidi && !bidiRulesHold(label):
		return 0, faultBidi
	}
	return 0, 0
}

// indexSameJoiner returns the place in label of the joiner that follows before in the mapped label. Mapping keeps joiners.
func indexSameJoiner(label, before string) int {
	const joiners = "\u200C\u200D"
	at := strings.IndexAny(label, joiners)
	for i := strings.IndexAny(before, joiners); i >= 0; i = strings.IndexAny(before, joiners) {
		before = before[i+len("\u200C"):]
		at += len("\u200C")
		at += strings.IndexAny(label[at:], joiners)
	}
	return at
}

// isBidiDecoded reports whether a label of domain, which is mapped, is from right to left once it is decoded.
func isBidiDecoded(domain string) bool {
	for rest, more := domain, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if decoded, f := decodeOneLabel(label); f == 0 && isBidiDomain(decoded) {
			return true
		}
	}
	return false
}

// characters are what a label may have after mapping.
type characters uint8

const (
	domainCharacters characters = iota
	dnsCharacters               // and of ASCII only letters, digits and hyphens
	asciiCharacters             // and nothing beyond ASCII
)

// characters returns what a label may have.
func (e explanation) characters() characters {
	if e.beStrict {
		return dnsCharacters
	}
	return domainCharacters
}

// indexWrongCharacter returns the place of the first character of s that is not allowed, or -1. Only a few characters are
// mapped one by one, because that is slow.
func indexWrongCharacter(s string, allowed characters) int {
	if !hasWrongCharacter(s, allowed) {
		return -1
	}
	at := 0
	for i := middleOf(s); i > 0; i = middleOf(s) {
		if hasWrongCharacter(s[:i], allowed) {
			s = s[:i]
		} else {
			at, s = at+i, s[i:]
		}
	}
	// One character is left, perhaps with marks.
	_, size := utf8.DecodeRuneInString(s)
	character, marks := s[:size], s[size:]
	solidus := strings.Index(marks, "\u0338") // changes "<", "=" and ">" to other characters
	if !hasWrongCharacter(marks, allowed) ||
		hasWrongCharacter(character, allowed) && (solidus < 0 || hasWrongCharacter(s[:size+solidus+len("\u0338")], allowed)) {
		return at
	}
	inMarks := strings.IndexFunc(marks, func(r rune) bool { return !isPlainMark(r) && hasWrongCharacter(string(r), allowed) })
	if inMarks < 0 { // the character with its marks is wrong
		return at
	}
	return at + size + inMarks
}

// middleOf returns a place in the middle of s that is not before a combining mark, or 0.
func middleOf(s string) int {
	isMark := func(i int) bool {
		r, _ := utf8.DecodeRuneInString(s[i:])
		return unicode.Is(unicode.M, r)
	}
	middle := len(s) / 2
	for middle > 0 && (!utf8.RuneStart(s[middle]) || isMark(middle)) {
		middle--
	}
	if middle > 0 {
		return middle
	}
	for middle = len(s) / 2; middle < len(s); middle++ {
		if middle > 0 && utf8.RuneStart(s[middle]) && !isMark(middle) {
			return middle
		}
	}
	return 0
}

// hasWrongCharacter reports whether s has a character that is not allowed.
func hasWrongCharacter(s string, allowed characters) bool {
	if infra.IsASCII(s) {
		return hasWrongASCII(s, allowed)
	}
	mapped, ok := mapAndNormalize(s)
	return !ok || hasWrongASCII(mapped, allowed) || allowed == asciiCharacters && !infra.IsASCII(mapped)
}

// hasWrongASCII reports whether s has an ASCII character that is not allowed. Dots are.
func hasWrongASCII(s string, allowed characters) bool {
	for i := range len(s) {
		switch b := s[i]; {
		case b >= utf8.RuneSelf:
		case domainBytes[b] == 0:
			return true
		case allowed == dnsCharacters && !infra.IsASCIIAlphanumeric(b) && b != '-' && b != '.':
			return true
		}
	}
	return false
}

// ofCharacter returns what is wrong with the character of domain at a place.
func (e explanation) ofCharacter(domain string, at int) Fault {
	if e.beStrict {
		_, size := utf8.DecodeRuneInString(domain[at:])
		if !hasWrongCharacter(domain[at:at+size], domainCharacters) {
			return faultDNSCharacter
		}
	}
	if isIPv6(domain) {
		return faultAddress
	}
	return faultCharacter
}

// isIPv6 reports whether domain is written as an IPv6 address, perhaps in brackets and with a zone. The copy keeps domains off
// the heap, as in mapRun.
func isIPv6(domain string) bool {
	const longest = 200 // bytes, with a zone and in full-width characters
	i := 0
	for i < len(domain) && isIPv6Byte(domain[i]) {
		i++
	}
	if i < len(domain) && domain[i] != '%' && domain[i] < utf8.RuneSelf || len(domain) > longest {
		return false // most domains
	}
	address, _, _ := strings.Cut(norm.NFKC.String(strings.Clone(domain)), "%")
	for i := range len(address) {
		if !isIPv6Byte(address[i]) {
			return false
		}
	}
	return strings.Contains(address, "::") || strings.Count(address, ":") >= 6
}

func isIPv6Byte(b byte) bool {
	return infra.IsASCIIHexDigit(b) || b == ':' || b == '.' || b == '[' || b == ']'
}
