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

// Unicode IDNA Compatibility Processing, https://www.unicode.org/reports/tr46/ ("UTS46" below).
//
// From golang.org/x/net/idna comes the data: what a code point is mapped to, and whether it is valid. The
// steps are here, because those of that package are not what the URL Standard asks for:
//
//   - its Punycode takes quadratic time, and decodes no label of more than 1,024 code points;
//   - it normalizes to the Stream-Safe Text Format, which puts U+034F into long runs of combining marks;
//   - it accepts the label "xn--", and decodes "xn--" labels that are not ASCII;
//   - it looks for right-to-left code points before mapping, so that the Bidi Rule does not apply to a
//     domain with U+2135, which is mapped to the letter alef;
//   - it accepts U+200C between a letter that joins and one that does not;
//   - it counts the positions of hyphens in bytes;
//   - with Go 1.26, it follows UTS46 as it was for Unicode 15.

// idnaData maps code points and tells which are disallowed; what else it does has no effect on the
// strings that mappableRun cuts.
var idnaData = idna.New(
	idna.MapForLookup(),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(false),
)

// Variables, since idna_unicode15.go replaces them where the data is older.
var (
	mapRun        = idnaData.ToUnicode
	bidiRuleHolds = bidirule.ValidString
)

const (
	acePrefix          = "xn--"
	graphemeJoiner     = '\u034F'
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// domainToUnicode implements https://url.spec.whatwg.org/#concept-domain-to-unicode.
func domainToUnicode(domain string) string {
	if result, ok := unicodeToUnicode(domain); ok {
		return result
	}
	return domain
}

// uts46ToASCII implements https://url.spec.whatwg.org/#domain-parser-toascii, which is
// https://www.unicode.org/reports/tr46/#ToASCII with the standard's parameters. It reports false if
// any error was recorded.
func uts46ToASCII(domain string, beStrict bool) (string, bool) {
	if !beStrict && isPlainText(domain) {
		return encodeLabels(domain)
	}
	mapped, _, ok := processDomain(domain, beStrict)
	if !ok {
		return "", false
	}
	ascii, ok := encodeLabels(mapped)
	if !ok || beStrict && !hasDNSLength(ascii) {
		return "", false
	}
	return ascii, true
}

// isPlainText reports whether domain is of letters that processDomain leaves alone and finds nothing wrong
// with, which is so for most domains that are not ASCII, and makes them three times as fast.
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

// isPlainLetter reports whether r, not ASCII, is one of the many letters that are valid in a domain as they
// are, are not written from right to left, and never compose with the code point before them.
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

// unicodeToUnicode implements https://www.unicode.org/reports/tr46/#ToUnicode with the parameters of
// https://url.spec.whatwg.org/#concept-domain-to-unicode. It reports false if any error was recorded.
func unicodeToUnicode(domain string) (string, bool) {
	_, decoded, ok := processDomain(domain, false)
	return decoded, ok
}

// processDomain implements https://www.unicode.org/reports/tr46/#Processing. It returns domain after
// step 2, mapped and normalized, and after step 4, with its labels decoded too; and false at the first error.
func processDomain(domain string, beStrict bool) (mapped, decoded string, ok bool) {
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

// mapAndNormalize implements the steps Map and Normalize of
// https://www.unicode.org/reports/tr46/#Processing. It reports false if s has a disallowed code point:
// UTS46 looks for those only in the labels that result, but normalization neither makes nor removes one.
// It also does where one is mapped to what the domain parser will refuse.
func mapAndNormalize(s string) (string, bool) {
	var short [64]byte
	mapped := short[:0] // s up to done, if that is not 0
	done := 0
	composes := false
	most := longRun
	for i := 0; i < len(s); {
		from, to := s[i:i+1], ""
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			if r, size := utf8.DecodeRuneInString(s[i:]); isPlainMark(r) {
				composes = true
				i += size
				continue
			}
			var ok bool
			if from, to, ok = mapBeginning(s[i:], &most); !ok {
				return "", false
			}
			composes = composes || mayCompose(to)
		case 'A' <= c && c <= 'Z':
			to = "abcdefghijklmnopqrstuvwxyz"[c-'A':][:1]
		default:
			i++
			continue
		}
		if from != to {
			mapped = withRoom(mapped, i-done+len(to), i+len(from), len(s))
			mapped = append(append(mapped, s[done:i]...), to...)
			done = i + len(from)
		}
		i += len(from)
	}
	if done > 0 {
		s = string(append(withRoom(mapped, len(s)-done, len(s), len(s)), s[done:]...))
	}
	if composes {
		s = normalizeNFC(s)
	}
	return s, true
}

// withRoom returns mapped with room for n bytes, with which it will be what done bytes of an input of size bytes are
// mapped to. If it has to be enlarged it will do for the whole input, should the rest be like that.
func withRoom(mapped []byte, n, done, size int) []byte {
	if n <= cap(mapped)-len(mapped) {
		return mapped
	}
	perByte := float64(len(mapped)+n) / float64(done)
	return slices.Grow(mapped, n+int(perByte*float64(size-done)))
}

// mapBeginning maps the beginning of s, which starts with a non-ASCII code point: at most so many bytes, of which it
// makes fewer where norm would put U+034F into so many. It reports false as mapAndNormalize does.
func mapBeginning(s string, most *int) (from, to string, ok bool) {
	from = mappableRun(s, *most)
	to, err := mapRun(from)
	if len(from) > normMarks && strings.ContainsRune(to, graphemeJoiner) {
		*most = normMarks
		return mapBeginning(s, most)
	}
	return from, to, err == nil && (from == to || !isRefused(to))
}

// isRefused reports whether mapped has a forbidden domain code point that no combining mark can make another of.
func isRefused(mapped string) bool {
	for i := range len(mapped) {
		if c := mapped[i]; c < utf8.RuneSelf && domainBytes[c] == 0 && c != '<' && c != '>' {
			return true
		}
	}
	return false
}

// isPlainMark reports whether r is one of the code points that combine with what is before them, or after, and whose
// mapping is nothing but what normalization does to them: the usual combining marks and the letters of Hangul.
func isPlainMark(r rune) bool {
	const iota, hangulFillers = '\u0345', '\u115F'
	return r >= 0x300 && r <= 0x36F && r != iota && r != graphemeJoiner ||
		r >= 0x1100 && r <= 0x11FF && r != hangulFillers && r != hangulFillers+1
}

// combiningLead is the first byte of U+0300 in UTF-8, below which nothing combines with what is before it.
const combiningLead = 0xCC

// mayCompose reports whether mapped may combine with what is before it.
func mayCompose(mapped string) bool {
	return mapped != "" && mapped[0] >= combiningLead && !norm.NFC.PropertiesString(mapped).BoundaryBefore()
}

// mappableRun returns the beginning of s, which starts with a non-ASCII code point, that mapRun can map
// at once: at most that many bytes. It may have a few ASCII code points between others, as text in Latin letters does.
//
// It has a second code point that is mapped to a hyphen only after a letter, so that mapRun sees no "--", hence no
// "xn--", and decodes nothing.
func mappableRun(s string, most int) string {
	const mostASCII = 3
	end, hyphens, last := 0, 0, rune(0)
	for i := 0; i < len(s) && i <= end+mostASCII; {
		if c := s[i]; c < utf8.RuneSelf && c != '-' {
			last = rune(c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '-' || r == '\uFE63' || r == '\uFF0D' {
			if hyphens++; hyphens > 1 && !isLatinLetter(last) {
				break
			}
		}
		if i += size; i > most || isPlainMark(r) {
			break
		}
		if r >= utf8.RuneSelf {
			end = i
		}
		last = r
	}
	return s[:end]
}

// isLatinLetter reports whether r is in blocks of Latin letters, where none is mapped to nothing, or to a hyphen.
func isLatinLetter(r rune) bool { return r >= 0xC0 && r < 0x300 }

// normMarks is the number of combining marks in a row which norm normalizes. After so many it puts U+034F, which
// no mapped string has. So many bytes never decompose to more.
const normMarks = 30

// longRun is the number of bytes that are mapped at once, unless they turn out to have too many combining marks.
const longRun = 256

// normalizeNFC returns s, which is mapped, in Normalization Form C.
func normalizeNFC(s string) string {
	for rest := s; len(rest) > normMarks; {
		n := segmentLen(rest)
		if n > normMarks {
			return normalizeSegments(s)
		}
		rest = rest[n:]
	}
	return norm.NFC.String(s)
}

// segmentLen returns the length of the beginning of s, which is not empty, that is normalized by itself.
func segmentLen(s string) int {
	for i := range s {
		if i > 0 && (s[i] < combiningLead || norm.NFC.PropertiesString(s[i:]).BoundaryBefore()) {
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
		points = decomposeCanonically(points[:0], s[:n])
		for _, p := range composeCanonically(points, &pairs) {
			out.WriteRune(p.rune())
		}
		s = s[n:]
	}
	return out.String()
}

// classifiedRune is a code point, in 21 bits, and above it its canonical combining class.
type classifiedRune uint32

func (p classifiedRune) class() int { return int(p >> 21) }
func (p classifiedRune) rune() rune { return rune(p & (1<<21 - 1)) }

// decomposeCanonically appends the code points of s in Normalization Form D to points, which is empty. Hangul
// syllables stay whole, since composing gives them back.
func decomposeCanonically(points []classifiedRune, s string) []classifiedRune {
	if cap(points) < len(s) { // seldom are there more
		points = make([]classifiedRune, 0, len(s))
	}
	run := 0 // where the last run begins: a code point of class 0, and those after it of other classes
	add := func(r rune, class uint8) {
		if class == 0 {
			orderCanonically(points[run:])
			run = len(points)
		}
		points = append(points, classifiedRune(class)<<21|classifiedRune(r))
	}
	for i, r := range s {
		properties := norm.NFD.PropertiesString(s[i:])
		parts := properties.Decomposition()
		if parts == nil {
			add(r, properties.CCC())
		}
		for len(parts) > 0 {
			part, size := utf8.DecodeRune(parts)
			add(part, norm.NFD.Properties(parts).CCC())
			parts = parts[size:]
		}
	}
	orderCanonically(points[run:])
	return points
}

// orderCanonically implements the Canonical Ordering Algorithm for one code point of class 0 and those after it.
func orderCanonically(run []classifiedRune) {
	slices.SortStableFunc(run, func(a, b classifiedRune) int { return a.class() - b.class() })
}

// composeCanonically implements the Canonical Composition Algorithm, which turns Normalization Form D
// into Form C: each code point that is not blocked from the last one of class 0 is combined with it, if
// there is a code point for the two. It writes the result over points.
func composeCanonically(points []classifiedRune, pairs *pairComposer) []classifiedRune {
	out := points[:0]
	starter, lastClass := -1, 0
	for _, p := range points {
		if starter >= 0 && (starter == len(out)-1 || lastClass < p.class()) {
			if composed, ok := pairs.compose(out[starter].rune(), p.rune()); ok {
				out[starter] = classifiedRune(composed)
				continue
			}
		}
		if p.class() == 0 {
			starter = len(out)
		}
		lastClass = p.class()
		out = append(out, p)
	}
	return out
}

// A pairComposer combines pairs of code points, all in the same memory.
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

// decodeLabels replaces each label of domain that begins with "xn--" by what it encodes. It reports
// false if one does not encode a label that is mapped and normalized already and is not ASCII.
func decodeLabels(domain string) (string, bool) {
	if !strings.Contains(domain, acePrefix) {
		return domain, true
	}
	var decoded strings.Builder
	var short [maxShortLabel]rune
	for rest, more := domain, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if encoded, found := strings.CutPrefix(label, acePrefix); !found {
			decoded.Grow(len(label) + len(rest) + 1)
			decoded.WriteString(label)
		} else if !decodeLabel(&decoded, short[:], encoded, len(rest)+1) {
			return "", false
		}
		if more {
			decoded.WriteByte('.')
		}
	}
	return decoded.String(), true
}

// decodeLabel decodes a label without its "xn--", and writes it to decoded, with room for as many more bytes. It
// uses the memory of buffer.
func decodeLabel(decoded *strings.Builder, buffer []rune, encoded string, room int) bool {
	if !isASCII(encoded) {
		return false
	}
	runes, ok := decodePunycode(buffer, encoded)
	if !ok {
		return false
	}
	for _, r := range runes {
		room += utf8.RuneLen(r)
	}
	start := decoded.Len()
	decoded.Grow(room)
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
	mapped, ok := mapAndNormalize(label)
	return ok && mapped == label
}

// encodeLabels replaces each label of domain that is not ASCII by "xn--" and its Punycode. Labels that
// were decoded need not be encoded again, since that gives what they were decoded from.
func encodeLabels(domain string) (string, bool) {
	if isASCII(domain) {
		return domain, true
	}
	var short [128]byte
	var out strings.Builder // the labels of a long domain; others stay in encoded
	encoded, long := short[:0], len(domain) > len(short)
	for rest, more := domain, true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); isASCII(label) {
			encoded = append(encoded, label...)
		} else {
			var ok bool
			if len(label) > len(short) {
				encoded = slices.Grow(encoded, encodedRoom(label))
			}
			if encoded, ok = appendPunycode(append(encoded, acePrefix...), label); !ok {
				return "", false
			}
		}
		if more {
			encoded = append(encoded, '.')
		}
		if long {
			if out.Cap() == 0 {
				out.Grow(encodedRoom(domain))
			}
			out.Write(encoded)
			encoded = encoded[:0]
		}
	}
	if long {
		return out.String(), true
	}
	return string(encoded), true
}

// encodedRoom returns a length that encodeLabels seldom exceeds: beside "xn--", the delimiter and a third digit for
// the first, a code point that is not ASCII takes about two digits.
func encodedRoom(domain string) int {
	n := len(domain)
	for label := range strings.SplitSeq(domain, ".") {
		if !isASCII(label) {
			n += len("xn---") + 1 + min(2*utf8.RuneCountInString(label)-len(label), 0)
		}
	}
	return n
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

// isValidLabel implements those of https://www.unicode.org/reports/tr46/#Validity_Criteria that are left
// for a label that is mapped, normalized and decoded; without the Bidi Rule.
func isValidLabel(label string, beStrict bool) bool {
	if label == "" {
		return true // only VerifyDnsLength has it fail
	}
	if beStrict && !isValidStrictly(label) || strings.HasPrefix(label, acePrefix) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(label)
	return !unicode.Is(unicode.M, first) && joinersAreValid(label)
}

// isValidStrictly reports whether label, which is not empty, passes UTS46's CheckHyphens and
// UseSTD3ASCIIRules.
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

// isBidiDomain implements https://www.rfc-editor.org/rfc/rfc5893#section-1.4: whether domain has a code
// point that is written from right to left.
func isBidiDomain(domain string) bool {
	const firstLead = 0xD6 // of the first such code point, U+05BE
	for i := range len(domain) {
		if domain[i] >= firstLead {
			return bidirule.DirectionString(domain[i:]) == bidi.RightToLeft
		}
	}
	return false
}

// joinersAreValid implements the ContextJ rules for U+200C and U+200D,
// https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and the following.
func joinersAreValid(label string) bool {
	const lead = 0xE2 // of both in UTF-8
	if strings.IndexByte(label, lead) < 0 {
		return true
	}
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

// joinsAcross reports whether the letters on both sides of a U+200C would join without it.
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

// joinsNext holds the code points with Joining_Type=L or D, in Unicode 17.
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

// joinsPrevious holds the code points with Joining_Type=R or D, in Unicode 17.
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

// domainToASCII implements https://url.spec.whatwg.org/#concept-domain-to-ascii, not strict.
func domainToASCII(domain string) (ascii string, ok bool) {
	if isASCII(domain) {
		ascii, ok = strings.ToLower(domain), true
	} else {
		ascii, ok = uts46ToASCII(domain, false)
	}
	return ascii, ok && isDomain(ascii)
}
