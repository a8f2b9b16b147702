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

// ToASCII implements https://url.spec.whatwg.org/#concept-domain-to-ascii, the domain parser, with beStrict false. It
// reports false for failure.
func ToASCII(domain string) (ascii string, ok bool) {
	if infra.IsASCII(domain) {
		ascii, ok = strings.ToLower(domain), true
	} else {
		ascii, ok = uts46ToASCII(domain, false)
	}
	if !ok || !IsASCIIDomain(ascii) {
		return "", false
	}
	return ascii, true
}

// ToASCIIStrict is [ToASCII] with beStrict true: it also applies the rules of the DNS.
func ToASCIIStrict(domain string) (ascii string, ok bool) { return uts46ToASCII(domain, true) }

// ToUnicode implements https://url.spec.whatwg.org/#concept-domain-to-unicode. If a label cannot be decoded, the
// result is domain.
func ToUnicode(domain string) string {
	if decoded, ok := uts46ToUnicode(domain); ok {
		return decoded
	}
	return domain
}

// uts46ToASCII implements https://url.spec.whatwg.org/#domain-parser-toascii, which is
// https://www.unicode.org/reports/tr46/#ToASCII with the standard's parameters. It reports false if any error was
// recorded.
func uts46ToASCII(domain string, beStrict bool) (string, bool) {
	if !beStrict && isPlainText(domain) {
		return encodeLabels(domain)
	}
	mapped, _, ok := process(domain, beStrict)
	if !ok {
		return "", false
	}
	ascii, ok := encodeLabels(mapped)
	if !ok || beStrict && !hasDNSLength(ascii) {
		return "", false
	}
	return ascii, true
}

// uts46ToUnicode implements https://www.unicode.org/reports/tr46/#ToUnicode with the parameters of
// https://url.spec.whatwg.org/#concept-domain-to-unicode. It reports false if any error was recorded.
func uts46ToUnicode(domain string) (string, bool) {
	_, decoded, ok := process(domain, false)
	return decoded, ok
}

// isPlainText reports whether domain consists of code points that [process] accepts and does not change. Most domains
// that are not ASCII do. They take a third of the time if process is skipped.
func isPlainText(domain string) bool {
	for _, r := range domain {
		if r < utf8.RuneSelf {
			if domainBytes[r] != byte(r) || r == 0 {
				return false
			}
		} else if !isPlainLetter(r) {
			return false
		}
	}
	return !strings.Contains(domain, acePrefix)
}

// isPlainLetter reports whether r, which is not ASCII, is one of the many letters that are valid in a domain unchanged,
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

// process implements https://www.unicode.org/reports/tr46/#Processing. It returns domain after step 2, mapped and
// normalized, and after step 4, with its labels decoded as well. It returns false at the first error.
func process(domain string, beStrict bool) (mapped, decoded string, ok bool) {
	if mapped, ok = mapAndNormalize(domain); !ok {
		return "", "", false
	}
	if decoded, ok = decodeLabels(mapped); !ok {
		return "", "", false
	}
	isBidi := isBidiDomain(decoded)
	for rest, more := decoded, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if !isValidLabel(label, beStrict) || isBidi && !bidiRuleHolds(label) {
			return "", "", false
		}
	}
	return mapped, decoded, true
}

// decodeLabels replaces each label of domain that begins with "xn--" by the label that it encodes. It reports false if
// one of these is not mapped and normalized, or is ASCII.
func decodeLabels(domain string) (string, bool) {
	if !strings.Contains(domain, acePrefix) {
		return domain, true
	}
	var short [maxShortLabel]rune
	var decoded strings.Builder
	decoded.Grow(len(domain))
	for rest, more := domain, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if encoded, found := strings.CutPrefix(label, acePrefix); !found {
			decoded.WriteString(label)
		} else if !decodeLabel(&decoded, short[:], encoded) {
			return "", false
		}
		if more {
			decoded.WriteByte('.')
		}
	}
	return decoded.String(), true
}

// decodeLabel decodes a label without its "xn--" and writes it to decoded. It uses the memory of buffer.
func decodeLabel(decoded *strings.Builder, buffer []rune, encoded string) bool {
	if !infra.IsASCII(encoded) {
		return false
	}
	runes, ok := decodePunycode(buffer, encoded)
	if !ok {
		return false
	}
	start := decoded.Len()
	for _, r := range runes {
		decoded.WriteRune(r)
	}
	label := decoded.String()[start:]
	if infra.IsASCII(label) {
		return false
	}
	if isPlainText(label) {
		return true
	}
	mapped, ok := mapAndNormalize(label)
	return ok && mapped == label
}

// encodeLabels replaces each label of domain that is not ASCII by "xn--" and its Punycode. domain is mapped but not
// decoded, because encoding a decoded label would only restore what it was.
func encodeLabels(domain string) (string, bool) {
	if infra.IsASCII(domain) {
		return domain, true
	}
	var short [128]byte
	encoded := short[:0]
	for rest, more := domain, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); infra.IsASCII(label) {
			encoded = append(encoded, label...)
		} else {
			var ok bool
			if encoded, ok = appendPunycode(append(encoded, acePrefix...), label); !ok {
				return "", false
			}
		}
		if more {
			encoded = append(encoded, '.')
		}
	}
	return string(encoded), true
}

// hasDNSLength reports whether ascii passes UTS46's VerifyDnsLength.
func hasDNSLength(ascii string) bool {
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
	}
	return len(ascii) <= MaxDNSLength
}
