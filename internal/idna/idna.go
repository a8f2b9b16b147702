// Package idna converts domains to ASCII and to Unicode, as the URL Standard says, https://url.spec.whatwg.org/#idna.
// It implements Unicode IDNA Compatibility Processing, https://www.unicode.org/reports/tr46/ ("UTS46" below), and
// Punycode.
//
// golang.org/x/net/idna provides the data: what a code point is mapped to, and whether it is valid. The steps are
// here, because the steps of that package differ from those of the URL Standard:
//
//   - its Punycode takes quadratic time, and does not decode labels of more than 1,024 code points;
//   - it normalizes to the Stream-Safe Text Format, which inserts U+034F into long runs of combining marks;
//   - it accepts the label "xn--", and decodes "xn--" labels that are not ASCII;
//   - it looks for right-to-left code points before mapping, so it does not apply the Bidi Rule to a domain with
//     U+2135, which is mapped to the letter alef;
//   - it accepts U+200C between a letter that joins and one that does not;
//   - it counts the positions of hyphens in bytes;
//   - with Go 1.26, it follows UTS46 as it was for Unicode 15.
//
// All functions take strings of scalar values, in UTF-8. A result that equals its argument shares its memory.
package idna

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

const (
	acePrefix          = "xn--" // begins a label in Punycode
	graphemeJoiner     = '\u034F'
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// MaxDNSLength is the number of bytes of the longest domain in the DNS, without the dot of the root.
const MaxDNSLength = 253

// maxDNSLabelLength is the number of bytes of the longest label in the DNS.
const maxDNSLabelLength = 63

// maxShortDomain is the number of bytes up to which converting a domain to ASCII allocates only its result.
const maxShortDomain = 256

// ToASCII implements https://url.spec.whatwg.org/#concept-domain-to-ascii, the domain parser, with beStrict false. It
// reports false for failure.
func ToASCII(domain string) (ascii string, ok bool) {
	if isLowerASCIIDomain(domain) {
		return domain, true // most domains
	}
	var short [maxShortDomain]byte
	result, ok := AppendASCII(short[:0], domain)
	return shared(domain, result), ok
}

// ToASCIIStrict is [ToASCII] with beStrict true: it also applies the rules of the DNS.
func ToASCIIStrict(domain string) (ascii string, ok bool) {
	var short [maxShortDomain]byte
	result, ok := appendUTS46ToASCII(short[:0], domain, true)
	return shared(domain, result), ok
}

// AppendASCII appends the result of [ToASCII] to dst, which is empty.
func AppendASCII(dst []byte, domain string) (ascii []byte, ok bool) {
	if IsASCIIDomain(domain) {
		return appendLower(dst, domain), true
	}
	if infra.IsASCII(domain) {
		return nil, false
	}
	if ascii, ok = appendUTS46ToASCII(dst, domain, false); !ok || !IsASCIIDomain(ascii) {
		return nil, false
	}
	return ascii, true
}

// shared returns a string of result: s itself if the two are equal.
func shared(s string, result []byte) string {
	if string(result) == s {
		return s
	}
	return string(result)
}

// ToUnicode implements https://url.spec.whatwg.org/#concept-domain-to-unicode. If a label cannot be decoded, the
// result is domain.
func ToUnicode(domain string) string {
	if decoded, ok := uts46ToUnicode(domain); ok {
		return decoded
	}
	return domain
}

// appendUTS46ToASCII implements https://url.spec.whatwg.org/#domain-parser-toascii, which is
// https://www.unicode.org/reports/tr46/#ToASCII with the standard's parameters. It appends the result to dst, which is
// empty. It reports false if any error was recorded.
func appendUTS46ToASCII(dst []byte, domain string, beStrict bool) ([]byte, bool) {
	plain, rightToLeft := isPlainText(domain, true)
	if beStrict || !plain || rightToLeft && !bidiRulesHold(domain) {
		mapped, _, ok := process(domain, beStrict)
		if !ok {
			return nil, false
		}
		domain = mapped
	}
	ascii, ok := appendEncodedLabels(dst, domain)
	if !ok || beStrict && !hasDNSLength(ascii) {
		return nil, false
	}
	return ascii, true
}

// uts46ToUnicode implements https://www.unicode.org/reports/tr46/#ToUnicode with the parameters of
// https://url.spec.whatwg.org/#concept-domain-to-unicode. It reports false if any error was recorded.
func uts46ToUnicode(domain string) (string, bool) {
	_, decoded, ok := process(domain, false)
	return decoded, ok
}

// isPlainText reports whether domain consists of code points that [process] accepts and does not change, except that it
// lowers capitals if anyCase is true. Most domains that are not ASCII do. They take a third of the time if process is
// skipped. If rightToLeft is true, the Bidi Rule remains to be checked.
func isPlainText(domain string, anyCase bool) (plain, rightToLeft bool) {
	for _, r := range domain {
		if anyCase {
			r = lowerPlainLetter(r)
		}
		switch {
		case r < utf8.RuneSelf:
			if domainBytes[r] != byte(r) || r == 0 {
				return false, false
			}
		case isPlainRightToLeftLetter(r):
			rightToLeft = true
		case !isPlainLetter(r):
			return false, false
		}
	}
	return !strings.Contains(domain, "--"), rightToLeft // as in "xn--"
}

// isPlainLetter reports whether r is one of the many letters that are valid in a domain unchanged,
// are not written from right to left, and never compose with the code point before them.
func isPlainLetter(r rune) bool {
	switch {
	case r < 0x300: // Latin
		return r >= 0xDF && r <= 0xFF && r != 0xF7
	case r < 0x3000: // Greek and Cyrillic
		return r >= 0x3AC && r <= 0x3CE || r >= 0x430 && r <= 0x45F
	case r < 0x4E00: // Hiragana and Katakana
		return r >= 0x3041 && r <= 0x3096 || r >= 0x30A1 && r <= 0x30FA
	}
	return r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 // ideographs and Hangul
}

// isPlainRightToLeftLetter is isPlainLetter for letters of Hebrew and Arabic.
func isPlainRightToLeftLetter(r rune) bool {
	return r >= 0x5D0 && r <= 0x5EA || r >= 0x620 && r <= 0x63F || r >= 0x641 && r <= 0x64A || r >= 0x679 && r <= 0x6D3
}

// lowerPlainLetter returns r, or what r is mapped to if that is ASCII or a plain letter, and r is its capital.
func lowerPlainLetter(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return rune(infra.ASCIILower(byte(r)))
	case r >= 0xC0 && r <= 0xDE && r != 0xD7, // Latin
		r >= 0x391 && r <= 0x3AB && r != 0x3A2, // Greek
		r >= 0x410 && r <= 0x42F:               // Cyrillic
		return r + 0x20
	}
	return r
}

// process implements https://www.unicode.org/reports/tr46/#Processing. It returns domain after step 2, mapped and
// normalized, and after step 4, with its labels decoded as well. It returns false at the first error.
func process(domain string, beStrict bool) (mapped, decoded string, ok bool) {
	if mapped, ok = mapAndNormalize(domain); !ok {
		return "", "", false
	}
	decoded, plain, ok := decodeLabels(mapped)
	if !ok || plain && !beStrict {
		return mapped, decoded, ok
	}
	for rest, more := decoded, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); !isValidLabel(label, beStrict) {
			return "", "", false
		}
	}
	return mapped, decoded, !isBidiDomain(decoded) || bidiRulesHold(decoded)
}

// decodeLabels replaces each label of domain that begins with "xn--" by the label that it encodes. It reports false if
// one of these is not mapped and normalized, or is ASCII. plain is true if all labels are ASCII or plain text, and none is
// written from right to left: then they are valid, and so is the domain.
func decodeLabels(domain string) (labels string, plain, ok bool) {
	if !strings.Contains(domain, acePrefix) {
		return domain, false, true
	}
	plain = true
	var short [maxShortLabel]rune
	var decoded strings.Builder
	decoded.Grow(len(domain))
	for rest, more := domain, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if encoded, found := strings.CutPrefix(label, acePrefix); !found {
			decoded.WriteString(label)
			plain = plain && infra.IsASCII(label)
		} else if labelIsPlain, ok := decodeLabel(&decoded, short[:], encoded); ok {
			plain = plain && labelIsPlain
		} else {
			return "", false, false
		}
		if more {
			decoded.WriteByte('.')
		}
	}
	return decoded.String(), plain, true
}

// decodeLabel decodes a label without its "xn--" and writes it to decoded. It uses the memory of buffer. plain and ok are
// those of decodeLabels, for this label.
func decodeLabel(decoded *strings.Builder, buffer []rune, encoded string) (plain, ok bool) {
	if !infra.IsASCII(encoded) {
		return false, false
	}
	runes, ok := decodePunycode(buffer, encoded)
	if !ok {
		return false, false
	}
	start := decoded.Len()
	for _, r := range runes {
		decoded.WriteRune(r)
	}
	label := decoded.String()[start:]
	if infra.IsASCII(label) {
		return false, false
	}
	if plain, rightToLeft := isPlainText(label, false); plain {
		return !rightToLeft, true
	}
	mapped, ok := mapAndNormalize(label)
	return false, ok && mapped == label
}

// appendEncodedLabels appends domain to dst, with "xn--" and its Punycode for each label that is not ASCII. domain is not
// decoded, because encoding a decoded label would only restore what it was. It is mapped, or it is plain text.
func appendEncodedLabels(dst []byte, domain string) ([]byte, bool) {
	dst = slices.Grow(dst, len(domain))
	var short [maxShortLabel]rune
	for rest, more := domain, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); infra.IsASCII(label) {
			dst = appendLower(dst, label)
		} else {
			runes := short[:0]
			if n := utf8.RuneCountInString(label); n > len(short) {
				runes = make([]rune, 0, n)
			}
			for _, r := range label {
				runes = append(runes, lowerPlainLetter(r))
			}
			var ok bool
			if dst, ok = appendPunycode(append(dst, acePrefix...), runes); !ok {
				return nil, false
			}
		}
		if more {
			dst = append(dst, '.')
		}
	}
	return dst, true
}

// appendLower appends s, which is ASCII, in lower case.
func appendLower(dst []byte, s string) []byte {
	start := len(dst)
	dst = append(dst, s...)
	infra.MakeLower(dst[start:])
	return dst
}

// hasDNSLength reports whether ascii passes UTS46's VerifyDnsLength.
func hasDNSLength(ascii []byte) bool {
	for rest, more := ascii, true; more; {
		var label []byte
		if label, rest, more = bytes.Cut(rest, []byte{'.'}); len(label) == 0 || len(label) > maxDNSLabelLength {
			return false
		}
	}
	return len(ascii) <= MaxDNSLength
}
