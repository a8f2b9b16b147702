package url

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Which labels of a domain are shown in Unicode. A label that could be taken for another, or that has what
// cannot be seen, is shown as it stands in the URL: "xn--…" is ugly, and never wrong.
//
// The rules are those of https://www.unicode.org/reports/tr39/ ("UTS39" below), as far as they can be had
// from tables that Go has anyway, and a few for what is peculiar to URLs. They are a guard, not a proof:
// they do not know which domain an attacker means ("exampIe", "examp1e", "rn" for "m", "ẹ" for "e").

// displayLabels returns the labels of a domain as they are shown, of which there are as many as in it.
func displayLabels(domain string) []string {
	labels := strings.Split(domain, ".")
	if !strings.Contains(domain, "xn--") {
		return labels
	}
	decoded := strings.Split(domainToUnicode(domain), ".")
	if len(decoded) != len(labels) {
		return labels
	}
	last := len(labels) - 1
	if labels[last] == "" && last > 0 {
		last-- // the domain ends in a dot
	}
	top := topLevelScripts(labels[last], decoded[last])
	shown := slices.Clone(labels)
	for i, label := range decoded {
		if !isASCII(label) && isUnmistakable(label, top) {
			shown[i] = label
		}
	}
	if ascii, err := DomainToASCII(strings.Join(shown, "."), false); err != nil || ascii != domain {
		return labels
	}
	return shown
}

// topLevelScripts returns the scripts of a top-level domain, given as it is in the URL and decoded, or none
// if it is mistakable. One that exists, as "рус" does, can at most be mistaken for one that does not.
func topLevelScripts(label, decoded string) scriptSet {
	scripts, _ := scriptsOf(decoded)
	top := scripts
	if _, exists := publicSuffixOf(label); !exists {
		top = 0
	}
	if !isUnmistakable(decoded, top) {
		return 0
	}
	return scripts
}

// isUnmistakable reports whether a decoded label may be shown, below a top-level domain of the scripts top.
func isUnmistakable(label string, top scriptSet) bool {
	scripts, ok := scriptsOf(label)
	return ok && scripts.isHighlyRestrictive() && strings.ContainsFunc(label, unicode.IsLetter) &&
		hasOneNumberSystem(label) && hasVisibleMarks(label) &&
		hasDotsInContext(label) && hasStrokesInContext(label) && !imitatesASCII(label, scripts, top)
}

// scriptSet is a set of scripts: bit i is for recommendedScripts()[i].
type scriptSet uint32

const (
	scriptLatin scriptSet = 1 << iota
	scriptHan
	scriptHiragana
	scriptKatakana
	scriptBopomofo
	scriptHangul
)

// recommendedScripts returns the scripts that identifiers are recommended to be written in, those that have
// a name above first. Common and Inherited go with any. It is no variable, because that would link the
// tables into programs that show no URL. https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts
func recommendedScripts() [29]*unicode.RangeTable {
	return [...]*unicode.RangeTable{
		unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
		unicode.Arabic, unicode.Armenian, unicode.Bengali, unicode.Cyrillic, unicode.Devanagari, unicode.Ethiopic,
		unicode.Georgian, unicode.Greek, unicode.Gujarati, unicode.Gurmukhi, unicode.Hebrew, unicode.Kannada,
		unicode.Khmer, unicode.Lao, unicode.Malayalam, unicode.Myanmar, unicode.Oriya, unicode.Sinhala, unicode.Tamil,
		unicode.Telugu, unicode.Thaana, unicode.Thai, unicode.Tibetan,
	}
}

// isHighlyRestrictive reports whether the scripts are what UTS39 allows together at its level "highly
// restrictive": one script, those of Japanese, or those of Chinese or Korean with Latin.
// https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
func (set scriptSet) isHighlyRestrictive() bool {
	for _, together := range [...]scriptSet{
		scriptLatin | scriptHan | scriptHiragana | scriptKatakana,
		scriptLatin | scriptHan | scriptBopomofo,
		scriptLatin | scriptHan | scriptHangul,
	} {
		if set&^together == 0 {
			return true
		}
	}
	return set&(set-1) == 0
}

// scriptsOf returns the scripts of the letters of label. It reports false if something in it is not for
// identifiers, as symbols are not.
func scriptsOf(label string) (set scriptSet, ok bool) {
	for _, r := range label {
		script, ok := scriptOf(r)
		if !ok {
			return 0, false
		}
		set |= script
	}
	return set, true
}

// scriptOf returns the script of r, or 0 where r goes with any script.
func scriptOf(r rune) (script scriptSet, ok bool) {
	switch {
	case r < utf8.RuneSelf:
		if isASCIIAlpha(byte(r)) {
			return scriptLatin, true
		}
		return 0, '0' <= r && r <= '9' || r == '-' || r == '_'
	case unicode.Is(unicode.Common, r):
		return 0, unicode.Is(unicode.Nd, r) || strings.ContainsRune(commonInContext, r)
	case unicode.Is(unicode.Inherited, r):
		return 0, unicode.Is(inheritedMarks, r)
	case unicode.Is(unusualLetters, r) || !unicode.In(r, unicode.L, unicode.Mn, unicode.Mc, unicode.Nd):
		return 0, false
	case unicode.Is(unicode.Latin, r):
		return scriptLatin, unicode.Is(usualLatin, r)
	}
	for i, table := range recommendedScripts() {
		if unicode.Is(table, r) {
			return 1 << i, true
		}
	}
	return 0, false
}

// usualLatin holds the letters beyond ASCII that languages are written with, and not the phonetic and
// obsolete ones, many of which look like ASCII letters ("ɡ", "ɑ"): the Latin letters with the
// Identifier_Status "Allowed", but those of U+A7xx, U+ABxx and U+1DFxx.
// https://www.unicode.org/reports/tr39/#Identifier_Status_and_Type
var usualLatin = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00DF, 0x00F6, 1}, {0x00F8, 0x0137, 1}, {0x0139, 0x017E, 1}, {0x01A0, 0x01A1, 1}, {0x01AF, 0x01B0, 1},
		{0x01CD, 0x01DC, 1}, {0x01DE, 0x01E3, 1}, {0x01E6, 0x01F0, 1}, {0x01F4, 0x01F5, 1}, {0x01F8, 0x021B, 1},
		{0x021E, 0x021F, 1}, {0x0226, 0x0233, 1}, {0x0259, 0x0259, 1}, {0x1E00, 0x1E99, 1}, {0x1EA0, 0x1EF9, 1},
	},
}

// unusualLetters holds what has no Identifier_Status "Allowed" among Greek, Cyrillic and Hangul: archaic
// letters, and parts of syllables, of which some are blank.
var unusualLetters = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0370, 0x0374, 1}, {0x0376, 0x037A, 1}, {0x03D7, 0x03FB, 1}, {0x0460, 0x0489, 1}, {0x0500, 0x050F, 1},
		{0x052A, 0x052D, 1}, {0x1100, 0x11FF, 1}, {0x1C80, 0x1C8F, 1}, {0x1D26, 0x1D2B, 1}, {0x2DE0, 0x2DFF, 1},
		{0x3130, 0x318F, 1}, {0xA640, 0xA67E, 1}, {0xA680, 0xA69F, 1}, {0xA960, 0xA97F, 1}, {0xD7B0, 0xD7FF, 1},
	},
}

// inheritedMarks holds the combining marks of several scripts with the Identifier_Status "Allowed", but
// those that strike the letter through, and the joiners, which are invisible.
var inheritedMarks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0300, 0x0304, 1}, {0x0306, 0x030C, 1}, {0x030F, 0x0311, 1}, {0x0313, 0x0314, 1}, {0x031B, 0x031B, 1},
		{0x0323, 0x0328, 1}, {0x032D, 0x032E, 1}, {0x0330, 0x0331, 1}, {0x0342, 0x0342, 1}, {0x0345, 0x0345, 1},
		{0x064B, 0x0655, 1}, {0x0670, 0x0670, 1}, {0x3099, 0x309A, 1},
	},
}

// hasOneNumberSystem reports whether the decimal digits of label are of one system. Digits of another may
// have the same shape and another value. https://www.unicode.org/reports/tr39/#Mixed_Number_Detection
func hasOneNumberSystem(label string) bool {
	system := rune(-1)
	for _, r := range label {
		zero := zeroOf(r)
		if zero >= 0 && system >= 0 && zero != system {
			return false
		}
		system = max(system, zero)
	}
	return true
}

// zeroOf returns the digit zero of the system that the decimal digit r is of, or -1 if r is none. The digits
// of a system are ten code points in a row, and a few systems follow upon another.
func zeroOf(r rune) rune {
	if !unicode.IsDigit(r) {
		return -1
	}
	first := r
	for unicode.IsDigit(first) {
		first--
	}
	return r - (r-first-1)%10
}

// hasVisibleMarks reports whether each combining mark of label can be seen.
// https://www.unicode.org/reports/tr39/#Optional_Detection
func hasVisibleMarks(label string) bool {
	var marks markRun
	for _, r := range label {
		if !marks.next(r) {
			return false
		}
	}
	return true
}

// commonInContext holds the letters and punctuation without a script of their own that some languages
// need. The first is for Catalan, between two "l".
const commonInContext = "·・ー"

// strokes holds what looks like a slash, a dash or a dot among the characters of Japanese and Chinese.
const strokes = "ノソゾン丿丶丨一・ー"

// hasDotsInContext reports whether "·" stands between two "l" only.
func hasDotsInContext(label string) bool {
	return !strings.Contains(strings.ReplaceAll(label, "l·l", "ll"), "·")
}

// hasStrokesInContext reports whether the strokes in label stand among characters of their kind: at least
// one of those is not a stroke, and none is next to an ASCII letter or digit, as the "ノ" of
// "example.comノlogin" is.
func hasStrokesInContext(label string) bool {
	hasStroke, hasOther := false, false
	last := '-'
	for _, r := range label {
		isStroke := strings.ContainsRune(strokes, r)
		if isStroke && isASCIIAlphanumericRune(last) || isASCIIAlphanumericRune(r) && strings.ContainsRune(strokes, last) {
			return false
		}
		hasStroke = hasStroke || isStroke
		hasOther = hasOther || !isStroke && r >= utf8.RuneSelf
		last = r
	}
	return hasOther || !hasStroke
}

// isASCIIAlphanumeric implements https://infra.spec.whatwg.org/#ascii-alphanumeric.
func isASCIIAlphanumericRune(r rune) bool {
	return r < utf8.RuneSelf && (isASCIIAlpha(byte(r)) || '0' <= r && r <= '9')
}

// asciiLookalikes holds the letters that by https://www.unicode.org/reports/tr39/#Confusable_Detection look
// like ASCII letters or digits, and some that come close, of Latin, Cyrillic, Greek, Armenian, and others.
const asciiLookalikes = "ı" + "агеһіјорсухѕьүҽӏӕԛԝ" + "αγικνορσυ" + "ագզլհոռսցքօ" + "ዐჿဝଠഠ"

// imitatesASCII reports whether a label that is not ASCII looks as if it were: whether all of its letters do,
// and it is not below a top-level domain of the same script. "аррӏе" is all Cyrillic.
func imitatesASCII(label string, scripts, top scriptSet) bool {
	if scripts&top&^scriptLatin != 0 {
		return false
	}
	for _, r := range label {
		if r >= utf8.RuneSelf && !strings.ContainsRune(asciiLookalikes, r) {
			return false
		}
	}
	return !isASCII(label)
}
