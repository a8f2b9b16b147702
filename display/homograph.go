package display

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// This file decides which labels of a domain are shown in Unicode. A label that could be taken for another, or
// that contains something invisible, is shown as it is in the URL: "xn--…" is ugly, but never wrong.
//
// The rules are those of https://www.unicode.org/reports/tr39/ ("UTS39" below) that the tables of Go, of
// golang.org/x/text and of tables.go suffice for, and a few rules for URLs. They cannot know which domain an attacker
// imitates: "exampIe", "examp1e", "rn" for "m", "ẹ" for "e" and "ł" for "l" pass. Cyrillic letters that are common in
// Russian words and look like an ASCII letter only from afar, such as "н" and "ш", are not treated as look-alikes.

// maxLabelLen is the length of the longest label in the DNS, in bytes. A longer label names no host, and the cost
// of checking it would grow with its length. https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4
const maxLabelLen = 63

// shownLabels returns the labels of a domain as they are shown, one for each label.
func shownLabels(domain string) []string {
	labels := strings.Split(domain, ".")
	if !strings.Contains(domain, "xn--") {
		return labels
	}
	top := topLevelScripts(labels)
	shown := slices.Clone(labels)
	for i, label := range labels {
		if decoded := decodeLabel(label); decoded != label && isUnmistakable(decoded, top) {
			shown[i] = decoded
		}
	}
	if ascii, _ := url.DomainToASCII(strings.Join(shown, ".")); ascii != domain {
		return labels // each label is valid by itself, but not next to the others
	}
	return shown
}

// decodeLabel returns a label in Unicode, or the label itself if it is not valid, or too long for the DNS.
func decodeLabel(label string) string {
	if len(label) > maxLabelLen || !strings.HasPrefix(label, "xn--") {
		return label
	}
	return url.DomainToUnicode(label)
}

// countryScripts contains top-level domains in ASCII below which people expect letters that look like ASCII. Below those of
// Cyrillic, only letters that come close are expected: many have the very shape of ASCII letters.
var countryScripts = map[string]scriptSet{
	"am": scriptArmenian, "az": scriptLatin, "cat": catalanDot, "er": scriptEthiopic, "et": scriptEthiopic, "fo": icelandicLetters,
	"ge": scriptGeorgian, "gr": scriptGreek, "il": scriptHebrew, "is": icelandicLetters, "mm": scriptMyanmar,
	"th": scriptThai, "tr": scriptLatin,
	"bg": closeCyrillic, "by": closeCyrillic, "kg": closeCyrillic, "kz": closeCyrillic, "mk": closeCyrillic, "mn": closeCyrillic,
	"rs": closeCyrillic, "ru": closeCyrillic, "su": closeCyrillic, "tj": closeCyrillic, "ua": closeCyrillic, "uz": closeCyrillic,
}

// topLevelScripts returns the scripts whose letters people expect below the top-level domain, although they look like
// ASCII. There are none if the top-level domain could be taken for another one. One that exists, such as "рус", can only be
// imitated, so it may look like ASCII.
func topLevelScripts(labels []string) scriptSet {
	last := len(labels) - 1
	if labels[last] == "" {
		last-- // the domain ends in a dot
	}
	label := decodeLabel(labels[last])
	if label == labels[last] {
		return countryScripts[label]
	}
	scripts, _ := scriptsOf(label)
	top := scripts
	if _, exists := slices.BinarySearch(topLevelDomains, label); !exists {
		top = 0
	}
	if !isUnmistakable(label, top) {
		return 0
	}
	return scripts &^ scriptLatin
}

// isUnmistakable reports whether a decoded label may be shown below a top-level domain of the scripts top.
func isUnmistakable(label string, top scriptSet) bool {
	scripts, ok := scriptsOf(label)
	return ok && strings.ContainsFunc(label, unicode.IsLetter) &&
		hasOneNumberSystem(label) && hasVisibleMarks(label) &&
		hasDotsInContext(label, top) && hasLettersOfCountry(label, top) && hasStrokesInContext(label) && hasKanaInContext(label) &&
		!imitatesNumber(label) && !imitatesASCII(label, scripts, top)
}

// scriptSet is a set of scripts: bit i stands for recommendedScripts[i].
type scriptSet uint32

const (
	scriptLatin scriptSet = 1 << iota
	scriptHan
	scriptHiragana
	scriptKatakana
	scriptHangul
	scriptArabic
	scriptCyrillic
	scriptGreek
	scriptThaana
	scriptArmenian
	_ // Bengali
	_ // Devanagari
	scriptEthiopic
	scriptGeorgian
	_ // Gujarati
	_ // Gurmukhi
	scriptHebrew
	_ // Kannada
	_ // Khmer
	_ // Lao
	_ // Malayalam
	scriptMyanmar
	_ // Oriya
	_ // Sinhala
	_ // Tamil
	_ // Telugu
	scriptThai

	anyScript = ^scriptSet(0)
)

// Besides scripts, countryScripts contains these sets, which stand for some letters of a script.
const (
	closeCyrillic scriptSet = 1 << (31 - iota)
	catalanDot
	icelandicLetters
)

// recommendedScripts contains the scripts that are recommended for identifiers. Those that have a name above come
// first. Common and Inherited are not in it, nor is Bopomofo: the letters look like many others, and Chromium shows none.
// https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts
var recommendedScripts = [...]*unicode.RangeTable{
	unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Arabic, unicode.Cyrillic, unicode.Greek, unicode.Thaana,
	unicode.Armenian, unicode.Bengali, unicode.Devanagari, unicode.Ethiopic, unicode.Georgian, unicode.Gujarati,
	unicode.Gurmukhi, unicode.Hebrew, unicode.Kannada, unicode.Khmer, unicode.Lao, unicode.Malayalam, unicode.Myanmar,
	unicode.Oriya, unicode.Sinhala, unicode.Tamil, unicode.Telugu, unicode.Thai, unicode.Tibetan,
}

// scriptsOf returns the scripts that each code point of label can be in. There are none if label mixes scripts. It reports
// whether UTS39 allows that at its level "highly restrictive", and each code point is for identifiers: label has a single
// script, or ASCII letters with the scripts of Japanese, of Chinese or of Korean. Beyond UTS39, other Latin letters do not
// go with these, and a mark goes with the script of its letter. https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
func scriptsOf(label string) (scripts scriptSet, ok bool) {
	scripts, last := anyScript, anyScript
	together := [...]scriptSet{
		scriptLatin | scriptHan | scriptHiragana | scriptKatakana,
		scriptLatin | scriptHan | scriptHangul,
	}
	for _, r := range label {
		of := scriptsOfRune(r)
		if of&last == 0 && unicode.Is(unicode.Mn, r) {
			return 0, false
		}
		scripts, last = scripts&of, of
		for i, set := range together {
			if of&set == 0 || r >= utf8.RuneSelf && of&set == scriptLatin {
				together[i] = 0
			}
		}
	}
	return scripts, scripts != 0 || together != [len(together)]scriptSet{}
}

// scriptsOfRune returns the scripts that r can be in, or 0 if it is not for identifiers.
func scriptsOfRune(r rune) scriptSet {
	if r < utf8.RuneSelf {
		switch {
		case unicode.IsLetter(r):
			return scriptLatin
		case unicode.IsDigit(r), r == '-', r == '_':
			return anyScript
		}
		return 0
	}
	i := sort.Search(len(shared), func(i int) bool { return r <= shared[i].last })
	switch {
	case i < len(shared) && r >= shared[i].first:
		return shared[i].scripts
	case unicode.Is(unusualLetters, r) || !unicode.In(r, unicode.L, unicode.Mn, unicode.Mc, unicode.Nd):
		return 0
	case unicode.Is(unicode.Latin, r) && !unicode.Is(usualLatin, r):
		return 0
	}
	for i, table := range recommendedScripts {
		if unicode.Is(table, r) {
			return 1 << i
		}
	}
	return 0
}

// usualLatin contains the letters beyond ASCII of languages in use. It has no phonetic and obsolete letters: many of
// them look like ASCII letters ("ɡ", "ɑ"). Nor does it have the letters that Chromium never shows, such as the letters of
// Pinyin, of transcriptions ("ṛ") and with a breve ("ĕ"). The letters with a hook and the open vowels are used in Hausa,
// Ewe and other African languages. https://www.unicode.org/reports/tr39/#Identifier_Status_and_Type
var usualLatin = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00DF, 0x00F6, 1}, {0x00F8, 0x0113, 1}, {0x0117, 0x012B, 1}, {0x012F, 0x0137, 1}, {0x013A, 0x014D, 1},
		{0x0151, 0x0155, 1}, {0x0159, 0x0161, 1}, {0x0165, 0x017E, 1}, {0x0192, 0x0192, 1}, {0x0199, 0x0199, 1},
		{0x01A0, 0x01A1, 1}, {0x01AF, 0x01B0, 1}, {0x01B4, 0x01B4, 1}, {0x01DD, 0x01DD, 1}, {0x01E7, 0x01E9, 2},
		{0x01EF, 0x01EF, 1}, {0x01F9, 0x01F9, 1}, {0x0219, 0x021B, 2}, {0x024D, 0x024D, 1}, {0x0253, 0x0254, 1},
		{0x0256, 0x0257, 1}, {0x0259, 0x0259, 1}, {0x025B, 0x025B, 1}, {0x0263, 0x0263, 1}, {0x0268, 0x0269, 1},
		{0x0272, 0x0272, 1}, {0x0289, 0x0289, 1}, {0x028B, 0x028B, 1}, {0x0292, 0x0292, 1}, {0x1EA0, 0x1EF9, 1},
	},
}

// unusualLetters contains the letters of recommended scripts without the Identifier_Status "Allowed": archaic letters, letters of
// transcriptions, rare ideographs and parts of syllables. Some of those parts are blank. For Latin up to U+0233 and for
// Devanagari to Kannada, each letter was tried in Chromium 156. For the other blocks, some letters were tried, and Chromium
// showed none of them.
var unusualLetters = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0370, 0x0374, 1}, {0x0376, 0x037A, 1}, {0x03D7, 0x03FB, 1}, {0x045D, 0x045D, 1}, {0x0460, 0x0489, 1}, {0x04C5, 0x04C8, 1},
		{0x04CA, 0x04CA, 1}, {0x04F7, 0x04F7, 1}, {0x0500, 0x050F, 1}, {0x0511, 0x0511, 1}, {0x0519, 0x051D, 1},
		{0x052A, 0x052D, 1}, {0x0591, 0x05C7, 1}, {0x05EF, 0x05F2, 1}, {0x063B, 0x063F, 1}, {0x066E, 0x066F, 1}, {0x0904, 0x0904, 1},
		{0x090C, 0x090C, 1}, {0x0929, 0x0929, 1}, {0x0934, 0x0934, 1}, {0x093D, 0x093D, 1}, {0x0950, 0x0950, 1}, {0x0960, 0x0961, 1},
		{0x0978, 0x097A, 1}, {0x097D, 0x097D, 1}, {0x098C, 0x098C, 1}, {0x09BD, 0x09BD, 1}, {0x09E0, 0x09E1, 1}, {0x09FC, 0x09FC, 1},
		{0x0A72, 0x0A74, 1}, {0x0ABD, 0x0ABD, 1}, {0x0AD0, 0x0AD0, 1}, {0x0AE0, 0x0AE1, 1}, {0x0AF9, 0x0AF9, 1}, {0x0B0C, 0x0B0C, 1},
		{0x0B35, 0x0B35, 1}, {0x0B3D, 0x0B3D, 1}, {0x0B60, 0x0B61, 1}, {0x0C0C, 0x0C0C, 1}, {0x0C31, 0x0C31, 1}, {0x0C34, 0x0C34, 1},
		{0x0C3D, 0x0C3D, 1}, {0x0C58, 0x0C5D, 1}, {0x0C60, 0x0C61, 1}, {0x0C8C, 0x0C8C, 1}, {0x0CB1, 0x0CB1, 1}, {0x0CBD, 0x0CBD, 1},
		{0x0CDD, 0x0CDE, 1}, {0x0CE0, 0x0CE1, 1}, {0x0CF1, 0x0CF2, 1}, {0x0D04, 0x0D04, 1}, {0x0D3D, 0x0D3D, 1}, {0x0D5F, 0x0D61, 1},
		{0x0E8E, 0x0E93, 1}, {0x0E98, 0x0E98, 1}, {0x0EDE, 0x0EDF, 1}, {0x10FD, 0x10FD, 1}, {0x1100, 0x11FF, 1}, {0x17A3, 0x17A4, 1},
		{0x1C80, 0x1C8F, 1}, {0x1D26, 0x1D2B, 1}, {0x2DE0, 0x2DFF, 1}, {0x3130, 0x318F, 1}, {0x31F0, 0x31FF, 1}, {0x3400, 0x4DBF, 1},
		{0xA640, 0xA67E, 1}, {0xA680, 0xA69F, 1}, {0xA8E0, 0xA8FF, 1}, {0xA960, 0xA97F, 1}, {0xA9E0, 0xA9FF, 1}, {0xAA60, 0xAA7F, 1},
		{0xD7B0, 0xD7FF, 1},
	},
}

// hasOneNumberSystem reports whether all decimal digits of label are of one system. Digits of two systems can have
// the same shape and different values. https://www.unicode.org/reports/tr39/#Mixed_Number_Detection
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

// zeroOf returns the zero of the number system of the decimal digit r, or -1 if r is not a decimal digit. The digits
// of a system are ten code points in a row. A few systems follow each other without a gap.
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

// hasVisibleMarks reports whether people can see each combining mark of label.
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

// strokes contains the characters of Japanese and Chinese that look like a slash, a dash or a dot. "ん" looks like "/" and a
// narrow letter: in August 2025, "booking.comんdetail" imitated a path.
const strokes = "ノソゾンん丿乀乁丶丨一・ー"

// shapes contains the characters of Japanese and Chinese that look like a letter, a digit or "=".
const shapes = "二工七十丁丅丆〇乛讠丩丫乂"

// hasDotsInContext reports whether each "·" in label is between two "l", below the top-level domain of Catalan.
func hasDotsInContext(label string, top scriptSet) bool {
	return !strings.Contains(label, "·") || top&catalanDot != 0 && !strings.Contains(strings.ReplaceAll(label, "l·l", "ll"), "·")
}

// hasLettersOfCountry reports whether label has no letters that people take for others outside of a few countries: "þ" and "ð" of
// Icelandic, and "ə" of Azerbaijani. A letter alone imitates no name.
func hasLettersOfCountry(label string, top scriptSet) bool {
	return utf8.RuneCountInString(label) == 1 ||
		(top&icelandicLetters != 0 || !strings.ContainsAny(label, "þð")) && (top&scriptLatin != 0 || !strings.Contains(label, "ə"))
}

// hasStrokesInContext reports whether the strokes and shapes in label are in a text of their own kind. None is next to an
// ASCII letter or digit, as in "example.comノlogin", unless it ends a word in kana, as in "サーバー2" and "みかん2". At least
// one non-ASCII character of label is not a stroke. "ー" is only after kana, and "・" only after kana and ideographs.
func hasStrokesInContext(label string) bool {
	hasOther, last, endsWord := false, ' ', false
	for _, r := range label {
		isStroke := strings.ContainsRune(strokes, r)
		isAfterKana := last == 'ー' || unicode.In(last, unicode.Hiragana, unicode.Katakana)
		switch {
		case infra.IsASCIIAlphanumeric(last) && (isStroke || strings.ContainsRune(shapes, r)),
			infra.IsASCIIAlphanumeric(r) && (strings.ContainsRune(strokes, last) && !endsWord || strings.ContainsRune(shapes, last)),
			r == 'ー' && !isAfterKana, r == '・' && !isAfterKana && !unicode.Is(unicode.Han, last):
			return false
		}
		endsWord = isAfterKana && (last == 'ー' || !strings.ContainsRune(strokes, last)) && strings.ContainsRune("ノソゾンんー", r)
		hasOther = hasOther || !isStroke && r >= utf8.RuneSelf
		last = r
	}
	return hasOther
}

// These look the same in Hiragana and in Katakana.
const (
	hiraganaHe = "へべぺ"
	katakanaHe = "ヘベペ"
)

// hasKanaInContext reports whether the kana in label are in a text of their own kind: marks that repeat a letter are after such a
// letter, and a label in Katakana has no Hiragana that look the same, as in "モヒートへブン", and the other way around. Many labels
// in Katakana end in the particle "へ".
func hasKanaInContext(label string) bool {
	var last rune
	var found scriptSet // without the letters above
	for _, r := range label {
		if r < utf8.RuneSelf {
			last = r
			continue
		}
		isHiragana, isKatakana := unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r)
		switch {
		case isKatakana && strings.ContainsRune("ヽヾ", r):
			if !unicode.Is(unicode.Katakana, last) {
				return false
			}
		case isHiragana && strings.ContainsRune("ゝゞ", r):
			if !unicode.In(last, unicode.Hiragana, unicode.Han) {
				return false
			}
		case isHiragana && !strings.ContainsRune(hiraganaHe, r):
			found |= scriptHiragana
		case isKatakana && !strings.ContainsRune(katakanaHe, r):
			found |= scriptKatakana
		case !isHiragana && !isKatakana && r != 'ー':
			found |= scriptHan // or another
		}
		last = r
	}
	switch found {
	case scriptKatakana:
		return !strings.ContainsAny(strings.TrimSuffix(label, "へ"), hiraganaHe)
	case scriptHiragana:
		return !strings.ContainsAny(label, katakanaHe)
	}
	return true
}

// digitLookalikes contains the letters and digits that Chromium takes for ASCII digits other than 0 and 1.
const digitLookalikes = "θзҙӡշճउউও" + "ਤੜဒვპკ丩" + "२২੨૨೩೭੩૩౩੫৪੪୫૭୨౨"

// imitatesNumber reports whether a label looks like a number. Numbers are in ASCII below each top-level domain.
func imitatesNumber(label string) bool {
	found := false
	for i, r := range label {
		if r < utf8.RuneSelf && !unicode.IsLetter(r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		afterDigit, beforeDigit := i > 0 && infra.IsASCIIDigit(label[i-1]), end < len(label) && infra.IsASCIIDigit(label[end])
		switch {
		case strings.ContainsRune(digitLookalikes, r):
		case r == 'о' && (afterDigit || beforeDigit), r == 'б' && afterDigit && beforeDigit: // "1б" is a class of a school
		default:
			return false
		}
		found = true
	}
	return found
}

// asciiLookalikes contains letters that look like ASCII letters or digits, by
// https://www.unicode.org/reports/tr39/#Confusable_Detection, and some that come close. They are of Latin, Cyrillic,
// Greek, Armenian and other scripts.
const asciiLookalikes = "ıɩɣʋʒƒ" + "агеһіјорсухѕьүҽӏӕԗԛԝ" + "αικνορυ" + "ագզլհոռսցքօ" + "ዐჿဝଠഠ"

// closeLookalikes contains letters and digits that look less similar: the sets that Chromium applies to whole labels, and
// others that it treats in the same way.
const closeLookalikes = "ыгкмотпъ" + rareCyrillic + "ωητ" + "էւ" + "იოყძხჽ" + "ሀሠሰስበነተከዕዘጠፐ" + "דוחיןס" + "டப௦" + "ડટ૦૧" + "ଠ୦୮" +
	"ടഠധനറ൦" + "ခဂငထပဝစဌ၀၂ၔၜ႐႑႕႖႗" + "ทนบพรหเแดลปฟม๐" + "ຟພຣຮບ໐"

// rareCyrillic contains letters of Abkhaz, Azerbaijani, Chukchi and other languages that look like an ASCII letter with a stroke
// or a hook.
const rareCyrillic = "ҏҝҟӄԟҿԥҭҍӻӽӿӎ"

// strokedCyrillic contains more such letters, which are in many words of Kazakh, Bashkir, Tajik and Mongolian.
const strokedCyrillic = "әғқұөҡҫҳ"

// These are among the letters that Chromium applies to whole labels. Their "ю" and "յ" are not in closeLookalikes, because many
// words contain them next to other letters of it, such as "компьютер" and "քայլ".
const (
	wholeCyrillic = "ыгкотпъю"
	wholeArmenian = "ագզէլհյոսւօ"
)

// imitatesInCyrillic reports whether a label in Cyrillic, without its marks, has only letters of the very shape of ASCII letters, or
// of that shape with a stroke. With a stroke, "к" and mostly "б" and "в" are close enough, too: few words are of such letters alone.
// But "є" and "ћ" are in many words of Ukrainian and Serbian, such as "своє".
func imitatesInCyrillic(label string) bool {
	const stroked = strokedCyrillic + rareCyrillic
	switch {
	case strings.ContainsAny(label, stroked):
		return looksLike(label, asciiLookalikes+stroked+"єћґкбв")
	case strings.ContainsAny(label, "єћґ"):
		return looksLike(label, asciiLookalikes+"єћґк")
	}
	return looksLike(label, asciiLookalikes)
}

// imitatesASCII reports whether a label looks like an ASCII label, but is not one: all its letters beyond ASCII look
// like ASCII, and people do not expect its script below the top-level domain. "аррӏе" is all Cyrillic. Marks do not count on
// letters of Cyrillic that have the very shape of ASCII: "раурӓӏ".
func imitatesASCII(label string, scripts, top scriptSet) bool {
	switch {
	case scripts&top != 0:
		return false
	case scripts == scriptCyrillic && top&closeCyrillic != 0: // with "ё" and "ї" there are words
		return looksLike(withoutCombining(label), asciiLookalikes+rareCyrillic+"ѐ")
	case scripts == scriptCyrillic && (imitatesInCyrillic(withoutMarks(label)) || looksLike(label, asciiLookalikes+wholeCyrillic)),
		scripts == scriptArmenian && looksLike(label, wholeArmenian):
		return true
	}
	return looksLike(label, asciiLookalikes+closeLookalikes)
}

// looksLike reports whether all letters of a label beyond ASCII are lookalikes.
func looksLike(label, lookalikes string) bool {
	isOther := func(r rune) bool { return r >= utf8.RuneSelf && !strings.ContainsRune(lookalikes, r) }
	return !strings.ContainsFunc(label, isOther)
}

func withoutMarks(label string) string { return withoutCombining(norm.NFD.String(label)) }

// withoutCombining leaves out the marks that are code points of their own.
func withoutCombining(label string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, label)
}
