package ecma

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// A classContent is what a class, or an operand in it, matches: a set of bytes, and strings that are not one code
// point long. With the flag i, all of it is folded, as https://tc39.es/ecma262/#sec-maybesimplecasefolding says.
//
// What is not ASCII is left out, because no input has it.
type classContent struct {
	set               Set
	strings           map[string]bool
	mayContainStrings bool // https://tc39.es/ecma262/#sec-static-semantics-maycontainstrings
}

// leaf returns the content for the code points from from to to. Two code points that are not ASCII fold to ASCII: the
// long s and the Kelvin sign.
func (p *parser) leaf(from, to rune) (s Set) {
	const longS, kelvinSign = '\u017F', '\u212A'
	for r := from; r <= min(to, 0x7F); r++ {
		s.add(byte(r))
	}
	if p.fold {
		s = s.folded()
		if from <= longS && longS <= to {
			s.add('s')
		}
		if from <= kelvinSign && kelvinSign <= to {
			s.add('k')
		}
	}
	return s
}

// all returns https://tc39.es/ecma262/#sec-allcharacters.
func (p *parser) all() Set {
	if p.fold {
		return AllASCII.without(upperBytes)
	}
	return AllASCII
}

// complement implements https://tc39.es/ecma262/#sec-charactercomplement.
func (p *parser) complement(s Set) Set { return p.all().without(s) }

// expand returns the bytes of inputs that a set matches: with the flag i, letters in both cases.
func (p *parser) expand(s Set) Set {
	if p.fold {
		s[1] |= s[1] >> 32 & upperBytes[1]
	}
	return s
}

// maybeFolded returns the set as leaf would: folded with the flag i.
func (p *parser) maybeFolded(s Set) Set {
	if p.fold {
		return s.folded()
	}
	return s
}

// classNode returns the node for a class. Longer strings come first, and the empty string last.
func (p *parser) classNode(c classContent) *Node {
	single := p.node(Node{op: opSet, set: p.expand(c.set)})
	if len(c.strings) == 0 {
		return single
	}
	n := p.node(Node{op: opAlternation})
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	for _, s := range slices.SortedFunc(maps.Keys(c.strings), longestFirst) {
		if s != "" {
			n.subs = append(n.subs, p.stringNode(s))
		}
	}
	n.subs = append(n.subs, single)
	if c.strings[""] {
		n.subs = append(n.subs, p.node(Node{}))
	}
	return n
}

// stringNode returns the node for a string of a class, which is folded with the flag i.
func (p *parser) stringNode(s string) *Node {
	n := p.node(Node{op: opConcatenation})
	for i := range len(s) {
		n.subs = append(n.subs, p.literal(rune(s[i])))
	}
	return n
}

// nestedClass parses https://tc39.es/ecma262/#prod-CharacterClass, which is also what a class inside a class is.
func (p *parser) nestedClass() classContent {
	if p.depth++; p.depth > maxDepth {
		p.failUnsupported("nested too deeply")
		return classContent{}
	}
	defer func() { p.depth-- }()
	at := p.pos
	p.pos++
	negated := p.skip("^")
	content := p.classContents()
	if !p.skip("]") {
		p.fail("class is not closed")
		return content
	}
	if negated {
		if content.mayContainStrings {
			p.pos = at
			p.fail("negated class may contain strings")
		}
		content = classContent{set: p.complement(content.set)}
	}
	return content
}

// classContents parses https://tc39.es/ecma262/#prod-ClassContents: a union, an intersection or a subtraction.
func (p *parser) classContents() classContent {
	if p.peek() == ']' {
		return classContent{}
	}
	first, isRange := p.classItem()
	switch {
	case isRange:
	case strings.HasPrefix(p.src[p.pos:], "--"):
		for p.skip("--") {
			first.subtract(p.classOperand())
		}
		return p.closed(first)
	case strings.HasPrefix(p.src[p.pos:], "&&"):
		for p.skip("&&") {
			if p.peek() == '&' {
				p.fail("invalid operator in the class")
			}
			first.intersect(p.classOperand())
		}
		return p.closed(first)
	}
	for p.more() && p.peek() != ']' {
		item, _ := p.classItem()
		first.add(item)
	}
	return first
}

// closed fails unless the class ends here: operators cannot be mixed.
func (p *parser) closed(c classContent) classContent {
	if p.peek() != ']' {
		p.fail("invalid operator in the class")
	}
	return c
}

// classItem parses one element of a union: an operand, or a range.
func (p *parser) classItem() (c classContent, isRange bool) {
	if p.beginsOperand() {
		return p.classOperand(), false
	}
	from := p.classSetCharacter()
	if p.peek() != '-' || strings.HasPrefix(p.src[p.pos:], "--") {
		return classContent{set: p.leaf(from, from)}, false
	}
	p.pos++
	if p.beginsOperand() {
		p.fail("invalid range in the class")
		return c, true
	}
	to := p.classSetCharacter()
	if from > to {
		p.fail("range out of order in the class")
	}
	return classContent{set: p.leaf(from, to)}, true
}

// beginsOperand reports whether what comes next is an operand that is not a single character.
func (p *parser) beginsOperand() bool {
	rest := p.src[p.pos:]
	return strings.HasPrefix(rest, "[") || len(rest) > 1 && rest[0] == '\\' && strings.IndexByte("dDsSwWpPq", rest[1]) >= 0
}

// classOperand parses https://tc39.es/ecma262/#prod-ClassSetOperand.
func (p *parser) classOperand() classContent {
	switch {
	case p.peek() == '[':
		return p.nestedClass()
	case p.skip(`\q`):
		return p.classStringDisjunction()
	case p.beginsOperand():
		p.pos++
		c, _ := p.characterClassEscape()
		return c
	}
	r := p.classSetCharacter()
	return classContent{set: p.leaf(r, r)}
}

// classSetCharacter parses https://tc39.es/ecma262/#prod-ClassSetCharacter.
func (p *parser) classSetCharacter() rune {
	c := p.peek()
	switch {
	case !p.more():
		p.fail("class is not closed")
		return 0
	case c == '\\':
		p.pos++
		switch escaped := p.peek(); {
		case escaped == 'b':
			p.pos++
			return '\b'
		case strings.IndexByte("&-!#%,:;<=>@`~", escaped) >= 0: // ClassSetReservedPunctuator
			p.pos++
			return rune(escaped)
		}
		return p.characterEscape()
	case c >= 0x80,
		strings.IndexByte(`()[]{}/-\|`, c) >= 0,                                                         // ClassSetSyntaxCharacter
		len(p.src)-p.pos > 1 && p.src[p.pos+1] == c && strings.IndexByte("&!#$%*+,.:;<=>?@^`~", c) >= 0: // ClassSetReservedDoublePunctuator
		p.fail("character must be escaped in the class")
		return 0
	}
	p.pos++
	return rune(c)
}

// classStringDisjunction parses https://tc39.es/ecma262/#prod-ClassStringDisjunction, behind the "\q".
func (p *parser) classStringDisjunction() (c classContent) {
	if !p.skip("{") {
		p.fail("invalid escape")
		return c
	}
	for {
		var s []byte
		n, ascii := 0, true
		for p.more() && p.peek() != '|' && p.peek() != '}' {
			r := p.classSetCharacter()
			set := p.leaf(r, r)
			n++
			if set == (Set{}) {
				ascii = false
			} else {
				s = append(s, set.first())
			}
		}
		if n != 1 {
			c.mayContainStrings = true
		}
		switch {
		case !ascii:
		case n == 1:
			c.set.add(s[0])
		default:
			c.addString(string(s))
		}
		if !p.skip("|") {
			break
		}
	}
	if !p.skip("}") {
		p.fail("strings of the class are not closed")
	}
	return c
}

func (c *classContent) addString(s string) {
	if c.strings == nil {
		c.strings = make(map[string]bool)
	}
	c.strings[s] = true
}

// add makes c the union of c and d. Like intersect and subtract, it may use up d, and takes no longer than d took to
// parse, or the smaller of the two.
func (c *classContent) add(d classContent) {
	c.set = c.set.union(d.set)
	if len(c.strings) < len(d.strings) {
		c.strings, d.strings = d.strings, c.strings
	}
	for s := range d.strings {
		c.addString(s)
	}
	c.mayContainStrings = c.mayContainStrings || d.mayContainStrings
}

// intersect makes c the intersection of c and d.
func (c *classContent) intersect(d classContent) {
	both := classContent{set: c.set.and(d.set), mayContainStrings: c.mayContainStrings && d.mayContainStrings}
	for s := range d.strings {
		if c.strings[s] {
			both.addString(s)
		}
	}
	*c = both
}

// subtract removes from c what d has.
func (c *classContent) subtract(d classContent) {
	c.set = c.set.without(d.set)
	for s := range d.strings {
		delete(c.strings, s)
	}
}

// characterClassEscape parses https://tc39.es/ecma262/#prod-CharacterClassEscape, behind the backslash, if there is
// one.
func (p *parser) characterClassEscape() (c classContent, ok bool) {
	letter := p.peek()
	switch letter {
	case 'd', 'D':
		c.set = rangeSet('0', '9')
	case 's', 'S':
		c.set = setOf("\t\n\v\f\r ")
	case 'w', 'W':
		c.set = p.maybeFolded(wordBytes)
	case 'p', 'P':
		return p.propertyEscape(), true
	default:
		return c, false
	}
	p.pos++
	if infra.ASCIILower(letter) != letter { // "D", "S", "W"
		c.set = p.complement(c.set)
	}
	return c, true
}

// propertyEscape parses "p{…}" or "P{…}": a property of Unicode.
// https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p
func (p *parser) propertyEscape() (c classContent) {
	at := p.pos
	negated := p.peek() == 'P'
	p.pos++
	length := strings.IndexByte(p.src[p.pos:], '}')
	if !p.skip("{") || length < 0 {
		p.fail("invalid property")
		return c
	}
	expression := p.src[p.pos : p.pos+length-1]
	p.pos += length
	set, ok := propertySet(expression)
	c.set = p.maybeFolded(set)
	if !ok {
		c.mayContainStrings = isPropertyOfStrings(expression)
		if !c.mayContainStrings || negated {
			p.pos = at
			p.fail("invalid property")
		}
	}
	if negated {
		c.set = p.complement(c.set)
	}
	return c
}
