package link

import "strings"

// maxDepth is how many brackets can be open at the same time. It is the limit of
// https://www.unicode.org/reports/tr9/#BD2, which UTS #58 takes over.
const maxDepth = 125

// tail returns the end of the path, query and fragment that begin at i. It is i if there is none. One of quotes ends it, too.
//
// It implements https://www.unicode.org/reports/tr58/#termination-algorithm. Brackets match within a segment of a path, a
// name or value of a query, a fragment, or a fragment directive.
func (s *scanner) tail(i int, quotes string) int {
	if i == len(s.text) || s.text[i] != '/' && s.text[i] != '?' && s.text[i] != '#' {
		return i
	}
	var brackets [maxDepth]rune // that are open
	depth := 0
	part := byte('/') // the path, or else what this byte begins
	end := i
	for i < len(s.text) {
		r, c, size := s.classes.at(s.text[i:])
		if isIn(r, quotes) || r == '\\' && quotes != "" && strings.HasPrefix(s.text[i+size:], quotes) { // `\"` in JSON
			return end
		}
		if c&term == soft && beginsWeb(s.text[i+size:]) && (r != '?' || part != '/') {
			return end
		}
		switch {
		case r == '?' && part == '/', r == '#' && part != '#':
			part, depth = byte(r), 0
		case r == '/' && part == '/', (r == '=' || r == '&') && part == '?',
			part == '#' && strings.HasPrefix(s.text[i:], ":~:"):
			depth = 0
		}
		switch c & term {
		case hard:
			return end
		case open:
			if depth == maxDepth {
				return end
			}
			brackets[depth] = r
			depth++
		case closing:
			if depth == 0 || brackets[depth-1] != opening(r) {
				return end
			}
			depth--
		}
		i += size
		if c&term != soft {
			end = i
		}
	}
	return end
}
