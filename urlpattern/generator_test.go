package urlpattern

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url/urlpattern/internal/regexptest"
)

// A generator makes random patterns and inputs that have a chance to match each other.
type generator struct{ regexptest.Generator }

func newGenerator(seed uint64) generator { return generator{regexptest.New(seed)} }

// pattern returns a pattern string. Its custom regular expressions are choices between texts.
func (g generator) pattern() string {
	var s strings.Builder
	for i := range 1 + g.IntN(5) {
		modifier := g.Pick("", "", "", "?", "*", "+")
		name := fmt.Sprintf(":n%d", i)
		text := g.Pick("/", "a", "b", "-", ".", "ab", "/a", "a/", "A")
		switch g.IntN(9) {
		case 0, 1:
			s.WriteString(text)
		case 2:
			s.WriteString(g.Pick("/", "") + name + modifier)
		case 3:
			s.WriteString(g.Pick("/", "") + "*" + modifier)
		case 4:
			s.WriteString("{" + text + "}" + modifier)
		case 5:
			s.WriteString("{" + g.Pick("", text) + name + g.Pick("", "-", "/", ".") + "}" + modifier)
		case 6:
			s.WriteString("{" + g.Pick("", text) + "*" + g.Pick("", "-", "/", ".") + "}" + modifier)
		case 7:
			s.WriteString("/" + name)
		case 8:
			choice := "(" + g.Pick("a|b", "ab|b", "a|ab", "ba|a|bab", "A|b", "ab", "b|", "a|-|bb", "b|a|b") + ")"
			s.WriteString(g.Pick("/"+name+choice, name+choice, "{-"+name+choice+g.Pick("b", "")+"}") + modifier)
		}
	}
	return s.String()
}

// input returns a short input of the bytes that the patterns have.
func (g generator) input() string { return g.ComponentInput() }
