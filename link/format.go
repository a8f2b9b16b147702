package link

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// Format returns u as a string that people can read and copy, with the path, query and fragment in Unicode. Parsing the
// result gives u again, so you can use the result as a link. To help people decide whether to trust a URL, use package
// [github.com/weburl-go/url/display] instead.
//
//	link.Format(url.MustParse("https://example.com/%E6%A1%88%E5%86%85?q=%2F")) // https://example.com/案内?q=%2F
//
// Format implements https://www.unicode.org/reports/tr58/#minimal-escaping. Escape the result before you insert it into
// HTML. If no changes are needed, Format returns u.Href().
//
// # What is decoded
//
// Format decodes each percent-encoded character in the path, query and fragment, except in these cases:
//
//   - The result would not parse back to u. For this reason, "%2F", "%41" and "%ce%b1" are not decoded.
//   - The percent-encoded bytes are not valid UTF-8.
//   - The character would end the link. An example is the full stop "。" at the end of the link or before "https://".
//   - The character is an unmatched bracket. UTS #58 would decode an opening bracket, but it could then match a
//     closing bracket after the link.
//   - The character is in an opaque path, such as that of a mailto: URL, and does not have the property Link_Email.
//   - The character is a Korean, Japanese or Chinese letter in the last label of the only address in a mailto: URL, and
//     the label does not begin with such a letter, as in "mailto:a@example.com%EC%9D%80". [Finder.All] can end a link
//     before such a letter. Here, a percent-encoded dot does not separate labels.
//   - The character is white space, a control character, a format character such as U+202E (which UTS #58 would
//     decode), a filler such as U+3164, the joiner U+034F, a private-use character, or a character that is not assigned
//     in Unicode 17.
//
// If the path is "/" and a query or fragment follows, Format omits the path, as in "https://example.com?q". The
// credentials, the host and the port are not changed, so a domain stays in Punycode, and any password is shown.
//
// # Finding the result again
//
// [Finder.All] finds the result of Format wherever it would find u.Href(). There are two exceptions: a result that is
// enclosed in quotation marks and contains the same kind of mark, and a result that contains a character for which
// [Finder.Stop] returns true.
func Format(u url.URL) string {
	f := formatter{href: u.Href()}
	start := f.split(u)
	from := start
	if u.Pathname() == "/" && start+1 < len(f.href) && u.IsSpecial() && u.Scheme() != "file" {
		from++ // the parser adds the "/" again
	}
	if from == start && strings.IndexByte(f.href[start:], '%') < 0 {
		return f.href
	}
	f.match(from)
	return f.format(start, from)
}

// A formatter decodes what is percent-encoded in a URL, where it can be read.
type formatter struct {
	href    string
	parts   [3]component // path, query, fragment
	matched []int        // where the brackets begin that are decoded
	label   int          // from here to the end of the path, Korean, Japanese and Chinese letters stay encoded
	classes classifier
}

// A component is a part of a URL up to end, in which the parser percent-encodes what is in set. Only characters with all
// bits of needs are decoded.
type component struct {
	end   int
	set   url.PercentEncodeSet
	needs class
}

// split finds the components of u, and returns where the path begins.
func (f *formatter) split(u url.URL) (start int) {
	path := component{set: url.PercentEncodeSet(infra.SetOfPath(u.HasOpaquePath()))}
	if u.HasOpaquePath() {
		path.needs = email // mailto:
	}
	query := component{set: url.PercentEncodeSet(infra.SetOfQuery(u.IsSpecial()))}
	end := len(f.href)
	f.parts[2] = component{end: end, set: url.FragmentPercentEncodeSet}
	if text, ok := u.Fragment(); ok {
		end -= len("#") + len(text)
	}
	query.end = end
	if text, ok := u.Query(); ok {
		end -= len("?") + len(text)
	}
	path.end = end
	f.parts[0], f.parts[1] = path, query
	start = end - len(u.Pathname())
	f.label = end
	if u.HasOpaquePath() && u.Scheme() == "mailto" {
		f.label = f.lastLabel(start)
	}
	return start
}

// lastLabel returns where the last label of the address in a mailto: URL begins, or the end of the path if no letter in
// that label has to stay encoded. Korean, Japanese and Chinese letters have to, because withoutSentence ends a domain
// before the first of them if the suffix is then on the list. The path begins at start.
func (f *formatter) lastLabel(start int) int {
	path := f.parts[0]
	local, _, found := strings.Cut(f.href[start:path.end], "@")
	domain := start + len(local) + len("@")
	if !found || domain == path.end {
		return path.end
	}
	s := scanner{text: f.href[:path.end]}
	end, full := s.host(domain, true)
	label := domain + strings.LastIndexByte(f.href[domain:end], '.') + 1
	if r, _, _ := f.next(label, path); full < path.end || isEastAsian(r) {
		return path.end
	}
	return label
}

// format returns the URL whose path begins at start, with the bytes of the href from i on. Soft characters at its end stay
// as they are, because they would not be in the link.
func (f *formatter) format(start, i int) string {
	out := make([]byte, start, len(f.href))
	copy(out, f.href)
	softOut, softIn := -1, 0 // where the soft characters at the end begin in out and in the href
	for _, part := range f.parts {
		for i < part.end {
			r, size, isDecoded := f.next(i, part)
			if isDecoded && (f.isBracket(r) && !f.isMatched(i) || f.label <= i && i < f.parts[0].end && isEastAsian(r)) {
				r, isDecoded = '%', false
			}
			switch {
			case f.classes.of(r)&term != soft:
				softOut = -1
			case softOut < 0:
				softOut, softIn = len(out), i
			}
			if isDecoded {
				out = utf8.AppendRune(out, r)
			} else {
				out = append(out, f.href[i:i+size]...)
			}
			i += size
		}
	}
	if softOut >= 0 {
		out = append(out[:softOut], f.href[softIn:]...)
	}
	return string(out)
}

// next returns the character that begins at i, how many bytes of the href it has, and whether it is decoded. Of
// brackets, only those that match are.
func (f *formatter) next(i int, part component) (r rune, size int, isDecoded bool) {
	r, size = infra.PercentEncodedRune(f.href[i:part.end])
	if size > 0 && isWritten(f.href[i:i+size], r) && f.isShown(r, part) && !f.splits(r, f.href[i+size:]) {
		return r, size, true
	}
	return rune(f.href[i]), max(size, 1), false
}

// match finds the encoded brackets that match, from i on. Literal brackets have to match as they do in the href.
func (f *formatter) match(i int) {
	type bracket struct {
		r         rune
		at        int
		isEncoded bool
	}
	var brackets []bracket // that are open, as in the scanner's tail
	for n, part := range f.parts {
		brackets = brackets[:0]
		for i < part.end {
			r, size, isEncoded := f.next(i, part)
			switch c := f.classes.of(r) & term; {
			case r == '/' && n == 0, (r == '=' || r == '&') && n == 1, n == 2 && strings.HasPrefix(f.href[i:], ":~:"):
				brackets = brackets[:0]
			case c == open && len(brackets) < maxDepth:
				brackets = append(brackets, bracket{r, i, isEncoded})
			case c == open && !isEncoded: // encoded ones must not make it too deep
				f.matched = nil
				return
			case c == closing:
				last := len(brackets) - 1
				for last >= 0 && brackets[last].isEncoded && (!isEncoded || brackets[last].r != opening(r)) {
					last--
				}
				if last >= 0 && brackets[last].isEncoded == isEncoded && brackets[last].r == opening(r) {
					if isEncoded {
						f.matched = append(f.matched, brackets[last].at, i)
					}
					brackets = brackets[:last]
				}
			}
			i += size
		}
	}
	slices.Sort(f.matched)
}

// isWritten reports whether the parser writes r as encoded: in UTF-8, and with upper-case digits.
func isWritten(encoded string, r rune) bool {
	isUTF8 := r < utf8.RuneSelf || len(encoded) > len("%41")
	return isUTF8 && !strings.ContainsAny(encoded, "abcdef")
}

// isShown reports whether r is decoded in a component. Only what the parser percent-encodes again is, so that the result
// parses to the same URL. Format characters, white space and what is invisible are not, but for selectors.
func (f *formatter) isShown(r rune, in component) bool {
	switch {
	case !in.set.Contains(r), r == '?', r == '#', unicode.In(r, unicode.Cf, unicode.Z),
		infra.IsInvisible(r) && !unicode.Is(unicode.Variation_Selector, r):
		return false
	}
	c := f.classes.of(r)
	return c&term != hard && c&in.needs == in.needs
}

func (f *formatter) isBracket(r rune) bool {
	c := f.classes.of(r) & term
	return c == open || c == closing
}

func (f *formatter) isMatched(i int) bool {
	_, found := slices.BinarySearch(f.matched, i)
	return found
}

// splits reports whether r, decoded, would end the link because of what follows it.
func (f *formatter) splits(r rune, following string) bool {
	return f.classes.of(r)&term == soft && beginsWeb(following)
}
