package url

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// Domains, and Unicode IDNA Compatibility Processing, https://www.unicode.org/reports/tr46/ ("UTS46" below).
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

// idnaProfile maps code points and tells which are disallowed. Its other steps have no effect on the strings that
// firstRun cuts.
var idnaProfile = idna.New(
	idna.MapForLookup(),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(false),
)

// They are variables because idna_unicode15.go replaces them if the data is older.
var (
	mapRun        = idnaProfile.ToUnicode
	bidiRuleHolds = bidirule.ValidString
)

const (
	acePrefix          = "xn--"
	graphemeJoiner     = '\u034F'
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// domainToASCII implements https://url.spec.whatwg.org/#concept-domain-to-ascii, the domain parser, with beStrict
// false. domain consists of scalar values.
func domainToASCII(domain string) (ascii string, ok bool) {
	if isASCII(domain) {
		ascii, ok = strings.ToLower(domain), true
	} else {
		ascii, ok = uts46ToASCII(domain, false)
	}
	return ascii, ok && isDomain(ascii)
}

// domainToUnicode implements https://url.spec.whatwg.org/#concept-domain-to-unicode.
func domainToUnicode(domain string) string {
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
	mapped, _, ok := processUTS46(domain, beStrict)
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
	_, decoded, ok := processUTS46(domain, false)
	return decoded, ok
}

// isPlainText reports whether domain consists of code points that processUTS46 accepts and does not change. Most
// domains that are not ASCII do. Without processUTS46 they take a third of the time.
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

// processUTS46 implements https://www.unicode.org/reports/tr46/#Processing. It returns domain after step 2, mapped and
// normalized, and after step 4, with its labels decoded as well. It returns false at the first error.
func processUTS46(domain string, beStrict bool) (mapped, decoded string, ok bool) {
	if mapped, ok = mapUTS46(domain); !ok {
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

// mapUTS46 implements the steps Map and Normalize of https://www.unicode.org/reports/tr46/#Processing.
//
// It reports false if s has a disallowed code point. UTS46 looks for those later, in the resulting labels. The outcome
// is the same because normalization neither makes nor removes one. It also reports false if a code point is mapped to
// one that the domain parser refuses: U+FDFA, for example, is mapped to 18 code points with spaces among them.
func mapUTS46(s string) (string, bool) {
	var mapped strings.Builder // what s[:done] is mapped to, if done is not 0
	done, mayCompose := 0, false
	for i := 0; i < len(s); {
		run, to := s[i:i+1], ""
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			if r, size := utf8.DecodeRuneInString(s[i:]); isPlainMark(r) {
				mayCompose = true
				i += size
				continue
			}
			var ok bool
			if run, to, ok = mapFirstRun(s[i:]); !ok || run != to && isRefused(to) {
				return "", false
			}
			mayCompose = mayCompose || composesWithPrevious(to)
		case 'A' <= c && c <= 'Z':
			to = "abcdefghijklmnopqrstuvwxyz"[c-'A':][:1]
		default:
			i++
			continue
		}
		if run != to {
			if done == 0 {
				mapped.Grow(len(s))
			}
			mapped.WriteString(s[done:i])
			mapped.WriteString(to)
			done = i + len(run)
		}
		i += len(run)
	}
	if done > 0 {
		mapped.WriteString(s[done:])
		s = mapped.String()
	}
	if mayCompose {
		s = normalizeNFC(s)
	}
	return s, true
}

// isRefused reports whether mapped has a forbidden domain code point that normalization keeps. It may combine "<" and
// ">" with U+0338.
func isRefused(mapped string) bool {
	for i := range len(mapped) {
		if c := mapped[i]; c < utf8.RuneSelf && domainBytes[c] == 0 && c != '<' && c != '>' {
			return true
		}
	}
	return false
}

// isPlainMark reports whether r is a combining mark or a letter of Hangul that only normalization changes.
func isPlainMark(r rune) bool {
	const iota, hangulFiller, hangulJungseongFiller = '\u0345', '\u115F', '\u1160'
	return r >= 0x300 && r <= 0x36F && r != iota && r != graphemeJoiner ||
		r >= 0x1100 && r <= 0x11FF && r != hangulFiller && r != hangulJungseongFiller
}

// maxMarks is the number of combining marks in a row up to which package norm normalizes as Unicode specifies. After
// that many it inserts U+034F. A string of at most maxMarks bytes never decomposes to more marks.
const maxMarks = 30

// maxRun is the number of bytes that are mapped in one call, unless they have too many combining marks.
const maxRun = 64

// mapFirstRun cuts the first run from s, which starts with a code point that is not ASCII, and maps it. It reports
// false if the run has a disallowed code point.
func mapFirstRun(s string) (run, mapped string, ok bool) {
	run = firstRun(s, maxRun)
	mapped, err := mapRun(run)
	if strings.ContainsRune(mapped, graphemeJoiner) { // so the run has more than maxMarks bytes
		run = firstRun(s, maxMarks)
		mapped, err = mapRun(run)
	}
	return run, mapped, err == nil
}

// firstRun returns the beginning of s that mapRun can map in one call: at most maxBytes bytes. At most three ASCII code
// points may be between others, as in text in Latin letters.
//
// At most one code point of the run is mapped to a hyphen. So mapRun never sees "xn--", and decodes nothing.
func firstRun(s string, maxBytes int) string {
	const maxASCII = 3
	end, hyphens := 0, 0
	for i, r := range s {
		if isMappedToHyphen(r) {
			hyphens++
		}
		if i > end+maxASCII || i+utf8.RuneLen(r) > maxBytes || hyphens > 1 || isPlainMark(r) {
			break
		}
		if r >= utf8.RuneSelf {
			end = i + utf8.RuneLen(r)
		}
	}
	return s[:end]
}

// isMappedToHyphen reports whether mapping r gives "-".
func isMappedToHyphen(r rune) bool { return r == '-' || r == '\uFE63' || r == '\uFF0D' }

// leadOfCombining is the first byte of U+0300 in UTF-8. No code point below that combines with the one before it.
const leadOfCombining = 0xCC

// composesWithPrevious reports whether s may combine with the code point before it.
func composesWithPrevious(s string) bool {
	return s != "" && s[0] >= leadOfCombining && !norm.NFC.PropertiesString(s).BoundaryBefore()
}

// normalizeNFC returns s in Normalization Form C. It uses package norm if s has few enough combining marks in a row.
func normalizeNFC(s string) string {
	for rest := s; len(rest) > maxMarks; {
		n := segmentLen(rest)
		if n > maxMarks {
			return normalizeSegments(s)
		}
		rest = rest[n:]
	}
	return norm.NFC.String(s)
}

// segmentLen returns the length of the prefix of s that can be normalized independently of the rest. s is not empty.
func segmentLen(s string) int {
	for i := range s {
		if i > 0 && !composesWithPrevious(s[i:]) {
			return i
		}
	}
	return len(s)
}

// normalizeSegments is normalizeNFC for any number of combining marks in a row.
func normalizeSegments(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	var points []classifiedRune
	var pairs pairComposer
	for s != "" {
		n := segmentLen(s)
		points = decomposeCanonically(slices.Grow(points[:0], n), s[:n])
		for _, p := range composeCanonically(points, &pairs) {
			out.WriteRune(p.r)
		}
		s = s[n:]
	}
	return out.String()
}

// A classifiedRune is a code point and its canonical combining class.
type classifiedRune struct {
	r     rune
	class uint8
}

// decomposeCanonically appends the code points of s in Normalization Form D to points, which is empty. Hangul
// syllables stay whole, since composing gives them back.
func decomposeCanonically(points []classifiedRune, s string) []classifiedRune {
	for i, r := range s {
		properties := norm.NFD.PropertiesString(s[i:])
		parts := properties.Decomposition()
		if parts == nil {
			points = append(points, classifiedRune{r, properties.CCC()})
		}
		for len(parts) > 0 {
			part, size := utf8.DecodeRune(parts)
			points = append(points, classifiedRune{part, norm.NFD.Properties(parts).CCC()})
			parts = parts[size:]
		}
	}
	orderCanonically(points)
	return points
}

// orderCanonically implements the Canonical Ordering Algorithm: it sorts each run of code points whose class is not 0.
func orderCanonically(points []classifiedRune) {
	byClass := func(a, b classifiedRune) int { return int(a.class) - int(b.class) }
	start := 0
	for i, p := range points {
		if p.class == 0 {
			slices.SortStableFunc(points[start:i], byClass)
			start = i + 1
		}
	}
	slices.SortStableFunc(points[start:], byClass)
}

// composeCanonically implements the Canonical Composition Algorithm, which turns Normalization Form D into Form C. It
// combines each code point with the last one of class 0, if no code point between the two blocks that and a code point
// exists for the two. It writes the result over points.
func composeCanonically(points []classifiedRune, pairs *pairComposer) []classifiedRune {
	out := points[:0]
	starter, lastClass := -1, uint8(0)
	for _, p := range points {
		if starter >= 0 && (starter == len(out)-1 || lastClass < p.class) {
			if composed, ok := pairs.compose(out[starter].r, p.r); ok {
				out[starter].r = composed
				continue
			}
		}
		if p.class == 0 {
			starter = len(out)
		}
		lastClass = p.class
		out = append(out, p)
	}
	return out
}

// A pairComposer combines pairs of code points. It uses the same memory for all of them.
type pairComposer struct {
	pair []byte
	iter norm.Iter
}

// compose returns the code point that first and second combine to, if there is one.
func (c *pairComposer) compose(first, second rune) (rune, bool) {
	c.pair = utf8.AppendRune(utf8.AppendRune(c.pair[:0], first), second)
	c.iter.Init(norm.NFC, c.pair)
	normalized := c.iter.Next()
	composed, size := utf8.DecodeRune(normalized)
	return composed, size == len(normalized) && c.iter.Done()
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
	if !isASCII(encoded) {
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
	if isASCII(label) {
		return false
	}
	if isPlainText(label) {
		return true
	}
	mapped, ok := mapUTS46(label)
	return ok && mapped == label
}

// encodeLabels replaces each label of domain that is not ASCII by "xn--" and its Punycode. domain is mapped but not
// decoded, because encoding a decoded label would only restore it.
func encodeLabels(domain string) (string, bool) {
	if isASCII(domain) {
		return domain, true
	}
	var short [128]byte
	encoded := short[:0]
	for rest, more := domain, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); isASCII(label) {
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

// maxDNSLength is the length of the longest domain in the DNS, without the root's dot.
const maxDNSLength = 253

// hasDNSLength reports whether ascii passes UTS46's VerifyDnsLength.
func hasDNSLength(ascii string) bool {
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
	}
	return len(ascii) <= maxDNSLength
}

// isValidLabel implements https://www.unicode.org/reports/tr46/#Validity_Criteria for a label that is mapped,
// normalized and decoded. It checks only the criteria that can still fail, and not the Bidi Rule.
func isValidLabel(label string, beStrict bool) bool {
	if label == "" {
		return true // only VerifyDnsLength refuses it
	}
	if beStrict && !isValidStrictly(label) || strings.HasPrefix(label, acePrefix) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(label)
	return !unicode.Is(unicode.M, first) && joinersAreValid(label)
}

// isValidStrictly reports whether label, which is not empty, passes UTS46's CheckHyphens and UseSTD3ASCIIRules.
func isValidStrictly(label string) bool {
	position := 0
	for i, r := range label {
		if r < utf8.RuneSelf && r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
		if position == 2 && strings.HasPrefix(label[i:], "--") {
			return false
		}
		position++
	}
	return label[0] != '-' && label[len(label)-1] != '-'
}

// isBidiDomain implements https://www.rfc-editor.org/rfc/rfc5893#section-1.4. It reports whether domain has a code
// point that is written from right to left.
func isBidiDomain(domain string) bool {
	const firstLead = 0xD6 // the first byte of U+05BE, the first such code point
	for i := range len(domain) {
		if domain[i] >= firstLead {
			return bidirule.DirectionString(domain[i:]) == bidi.RightToLeft
		}
	}
	return false
}

// joinersAreValid implements the ContextJ rules for U+200C and U+200D,
// https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and #appendix-A.2.
func joinersAreValid(label string) bool {
	for i, r := range label {
		if r != zeroWidthNonJoiner && r != zeroWidthJoiner {
			continue
		}
		before, after := label[:i], label[i+utf8.RuneLen(r):]
		if !endsWithVirama(before) && (r == zeroWidthJoiner || !joinsAcross(before, after)) {
			return false
		}
	}
	return true
}

// endsWithVirama reports whether the last code point of s has the canonical combining class Virama.
func endsWithVirama(s string) bool {
	const virama = 9
	_, size := utf8.DecodeLastRuneInString(s)
	return size > 0 && norm.NFC.PropertiesString(s[len(s)-size:]).CCC() == virama
}

// joinsAcross reports whether the letters before and after a U+200C would join without it.
func joinsAcross(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(before, isJoiningTransparent))
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(after, isJoiningTransparent))
	return unicode.Is(joinsNext, last) && unicode.Is(joinsPrevious, first)
}

// isJoiningTransparent reports whether r, which is valid in a label, has Joining_Type=T.
func isJoiningTransparent(r rune) bool {
	const adlamNasalizationMark = '\U0001E94B'
	return unicode.In(r, unicode.Mn, unicode.Me) || r == adlamNasalizationMark
}

// joinsNext contains the code points with Joining_Type=L or D, in Unicode 17.
var joinsNext = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0620, 0x0620, 1}, {0x0626, 0x0626, 1}, {0x0628, 0x0628, 1}, {0x062A, 0x062E, 1},
		{0x0633, 0x063F, 1}, {0x0641, 0x0647, 1}, {0x0649, 0x064A, 1}, {0x066E, 0x066F, 1},
		{0x0678, 0x0687, 1}, {0x069A, 0x06BF, 1}, {0x06C1, 0x06C2, 1}, {0x06CC, 0x06CC, 1},
		{0x06CE, 0x06CE, 1}, {0x06D0, 0x06D1, 1}, {0x06FA, 0x06FC, 1}, {0x06FF, 0x06FF, 1},
		{0x0712, 0x0714, 1}, {0x071A, 0x071D, 1}, {0x071F, 0x0727, 1}, {0x0729, 0x0729, 1},
		{0x072B, 0x072B, 1}, {0x072D, 0x072E, 1}, {0x074E, 0x0758, 1}, {0x075C, 0x076A, 1},
		{0x076D, 0x0770, 1}, {0x0772, 0x0772, 1}, {0x0775, 0x0777, 1}, {0x077A, 0x077F, 1},
		{0x07CA, 0x07EA, 1}, {0x0841, 0x0845, 1}, {0x0848, 0x0848, 1}, {0x084A, 0x0853, 1},
		{0x0855, 0x0855, 1}, {0x0860, 0x0860, 1}, {0x0862, 0x0865, 1}, {0x0868, 0x0868, 1},
		{0x0886, 0x0886, 1}, {0x0889, 0x088D, 1}, {0x088F, 0x088F, 1}, {0x08A0, 0x08A9, 1},
		{0x08AF, 0x08B0, 1}, {0x08B3, 0x08B8, 1}, {0x08BA, 0x08C8, 1}, {0x1807, 0x1807, 1},
		{0x1820, 0x1878, 1}, {0x1887, 0x18A8, 1}, {0x18AA, 0x18AA, 1}, {0xA840, 0xA872, 1},
	},
	R32: []unicode.Range32{
		{0x10AC0, 0x10AC4, 1}, {0x10ACD, 0x10ACD, 1}, {0x10AD3, 0x10ADC, 1}, {0x10ADE, 0x10AE0, 1},
		{0x10AEB, 0x10AEE, 1}, {0x10B80, 0x10B80, 1}, {0x10B82, 0x10B82, 1}, {0x10B86, 0x10B88, 1},
		{0x10B8A, 0x10B8B, 1}, {0x10B8D, 0x10B8D, 1}, {0x10B90, 0x10B90, 1}, {0x10BAD, 0x10BAE, 1},
		{0x10D00, 0x10D21, 1}, {0x10D23, 0x10D23, 1}, {0x10EC3, 0x10EC4, 1}, {0x10EC6, 0x10EC7, 1},
		{0x10F30, 0x10F32, 1}, {0x10F34, 0x10F44, 1}, {0x10F51, 0x10F53, 1}, {0x10F70, 0x10F73, 1},
		{0x10F76, 0x10F81, 1}, {0x10FB0, 0x10FB0, 1}, {0x10FB2, 0x10FB3, 1}, {0x10FB8, 0x10FB8, 1},
		{0x10FBB, 0x10FBC, 1}, {0x10FBE, 0x10FBF, 1}, {0x10FC1, 0x10FC1, 1}, {0x10FC4, 0x10FC4, 1},
		{0x10FCA, 0x10FCB, 1}, {0x1E900, 0x1E943, 1},
	},
}

// joinsPrevious contains the code points with Joining_Type=R or D, in Unicode 17.
var joinsPrevious = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0620, 0x0620, 1}, {0x0622, 0x063F, 1}, {0x0641, 0x064A, 1}, {0x066E, 0x066F, 1},
		{0x0671, 0x0673, 1}, {0x0675, 0x06D3, 1}, {0x06D5, 0x06D5, 1}, {0x06EE, 0x06EF, 1},
		{0x06FA, 0x06FC, 1}, {0x06FF, 0x06FF, 1}, {0x0710, 0x0710, 1}, {0x0712, 0x072F, 1},
		{0x074D, 0x077F, 1}, {0x07CA, 0x07EA, 1}, {0x0840, 0x0858, 1}, {0x0860, 0x0860, 1},
		{0x0862, 0x0865, 1}, {0x0867, 0x086A, 1}, {0x0870, 0x0882, 1}, {0x0886, 0x0886, 1},
		{0x0889, 0x088F, 1}, {0x08A0, 0x08AC, 1}, {0x08AE, 0x08C8, 1}, {0x1807, 0x1807, 1},
		{0x1820, 0x1878, 1}, {0x1887, 0x18A8, 1}, {0x18AA, 0x18AA, 1}, {0xA840, 0xA871, 1},
	},
	R32: []unicode.Range32{
		{0x10AC0, 0x10AC5, 1}, {0x10AC7, 0x10AC7, 1}, {0x10AC9, 0x10ACA, 1}, {0x10ACE, 0x10AD6, 1},
		{0x10AD8, 0x10AE1, 1}, {0x10AE4, 0x10AE4, 1}, {0x10AEB, 0x10AEF, 1}, {0x10B80, 0x10B91, 1},
		{0x10BA9, 0x10BAE, 1}, {0x10D01, 0x10D23, 1}, {0x10EC2, 0x10EC4, 1}, {0x10EC6, 0x10EC7, 1},
		{0x10F30, 0x10F44, 1}, {0x10F51, 0x10F54, 1}, {0x10F70, 0x10F81, 1}, {0x10FB0, 0x10FB0, 1},
		{0x10FB2, 0x10FB6, 1}, {0x10FB8, 0x10FBF, 1}, {0x10FC1, 0x10FC4, 1}, {0x10FC9, 0x10FCA, 1},
		{0x1E900, 0x1E943, 1},
	},
}
