package ecma

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// maxDepth limits how deeply groups and classes may be nested.
const maxDepth = 1000

// An Error says why a regular expression is rejected.
type Error struct {
	At          int    // in bytes of the source
	Reason      string // such as "nothing to repeat"
	Unsupported bool   // JavaScript accepts it, but this package does not run it
}

// Error returns the reason.
func (e *Error) Error() string { return e.Reason }

// A Known is a part of a source that is parsed already: a disjunction without groups.
type Known struct {
	Start, End int // in bytes of the source
	Node       *Node
}

// Parse parses an ECMAScript regular expression with the flag v and, if ignoreCase is true, the flag i. It returns the number of
// groups. The source has to be ASCII, as that of a pattern is.
//
// Parse does not read the parts of the source that are known, which are in order. If JavaScript accepts the regular expression,
// the error is Unsupported: backreferences, groups in lookaround assertions, deep nesting.
//
// https://tc39.es/ecma262/#sec-patterns
func Parse(source string, ignoreCase bool, known ...Known) (n *Node, groups int, err *Error) {
	p := parser{src: source, fold: ignoreCase, known: known}
	n, _ = p.disjunction()
	if p.err == nil && p.pos < len(source) {
		p.fail("unmatched )")
	}
	p.checkReferences()
	if p.err == nil {
		p.err = p.unsupported
	}
	if p.err != nil {
		return nil, 0, p.err
	}
	return n, p.groups, nil
}

type parser struct {
	src        string
	known      []Known // what is not yet parsed, from left to right
	pos        int
	fold       bool // the flag i
	dotAll     bool // the flag s
	groups     int  // the number of groups so far
	groupNames map[string]bool
	references []reference
	depth      int

	nodes []Node // room for more nodes

	err         *Error // the first error
	unsupported *Error // the first construct that is valid and not supported
}

// A reference is a backreference by number or by name.
type reference struct {
	at     int
	number int
	name   string
}

// node returns a new node. Nodes are made many at a time, but few for a short source.
func (p *parser) node(n Node) *Node {
	const many = 16
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = make([]Node, 0, min(many, len(p.src)-p.pos+1))
	}
	p.nodes = append(p.nodes, n)
	return &p.nodes[len(p.nodes)-1]
}

// fail notes an error at the current place. Nothing is parsed after it.
func (p *parser) fail(reason string) {
	if p.err == nil {
		p.err = &Error{At: p.pos, Reason: reason}
	}
	p.pos = len(p.src)
}

// unsupportedAt notes what is valid, but not supported.
func (p *parser) unsupportedAt(at int, reason string) {
	if p.unsupported == nil {
		p.unsupported = &Error{At: at, Reason: reason, Unsupported: true}
	}
}

// failUnsupported is fail for what is not parsed to its end, because it is too large.
func (p *parser) failUnsupported(reason string) {
	if p.err == nil {
		p.fail(reason)
		p.err.Unsupported = true
	}
}

// checkReferences reports references to groups that do not exist.
func (p *parser) checkReferences() {
	for _, r := range p.references {
		if r.number > p.groups || r.number == 0 && !p.groupNames[r.name] {
			if p.err == nil {
				p.err = &Error{At: r.at, Reason: "reference to a group that does not exist"}
			}
		}
	}
}

func (p *parser) more() bool { return p.pos < len(p.src) }

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.more() {
		return p.src[p.pos]
	}
	return 0
}

// skip consumes s if it comes next.
func (p *parser) skip(s string) bool {
	if strings.HasPrefix(p.src[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

// disjunction parses https://tc39.es/ecma262/#prod-Disjunction. It also returns the names of the groups inside. Two
// groups may have the same name if only one of them can take part in a match.
func (p *parser) disjunction() (*Node, groupNames) {
	if len(p.known) > 0 && p.pos == p.known[0].Start {
		n := p.node(*p.known[0].Node) // its own, if the source has it twice: the compiler goes by the node's neighbors
		p.pos, p.known = p.known[0].End, p.known[1:]
		return n, nil
	}
	if p.depth++; p.depth > maxDepth {
		p.failUnsupported("nested too deeply")
		return p.node(Node{}), nil
	}
	defer func() { p.depth-- }()
	first, names := p.alternative()
	if p.peek() != '|' {
		return first, names
	}
	n := p.node(Node{op: opAlternation, subs: []*Node{first}})
	for p.skip("|") {
		sub, more := p.alternative()
		n.subs = append(n.subs, sub)
		names, _ = names.union(more)
	}
	return n, names
}

// alternative parses https://tc39.es/ecma262/#prod-Alternative.
func (p *parser) alternative() (*Node, groupNames) {
	const few = 4
	n := p.node(Node{op: opConcatenation, subs: make([]*Node, 0, few)})
	var names groupNames
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		sub, more := p.term()
		n.subs = append(n.subs, sub)
		var overlap bool
		if names, overlap = names.union(more); overlap {
			p.fail("duplicate group name")
		}
	}
	if len(n.subs) == 1 {
		n = n.subs[0]
	}
	return n, names
}

// groupNames is a set of names.
type groupNames map[string]bool

// union returns the names of a and b, and whether there is one in both. It uses up a and b. It moves only the names of
// the smaller set. Otherwise nested groups would move all names again at each level.
func (a groupNames) union(b groupNames) (both groupNames, overlap bool) {
	if len(a) < len(b) {
		a, b = b, a
	}
	for name := range b {
		overlap = overlap || a[name]
		a[name] = true
	}
	return a, overlap
}

// term parses https://tc39.es/ecma262/#prod-Term.
func (p *parser) term() (n *Node, names groupNames) {
	firstGroup := p.groups + 1
	quantifiable := true
	switch c := p.peek(); c {
	case '^', '$':
		p.pos++
		n, quantifiable = p.node(Node{op: opBegin}), false
		if c == '$' {
			n.op = opEnd
		}
	case '(':
		n, names, quantifiable = p.parenthesis()
	case '\\':
		n, quantifiable = p.escape()
	case '[':
		n = p.classNode(p.nestedClass())
	case '.':
		p.pos++
		n = p.node(Node{op: opSet, set: AllASCII})
		if !p.dotAll {
			n.set = n.set.without(lineTerminators)
		}
	case '*', '+', '?', '{':
		p.fail("nothing to repeat")
		return p.node(Node{}), nil
	case ']', '}':
		p.fail("unescaped bracket")
		return p.node(Node{}), nil
	default:
		if c >= 0x80 {
			p.fail("not ASCII")
			return p.node(Node{}), nil
		}
		p.pos++
		n = p.literal(rune(c))
	}
	return p.quantifier(n, quantifiable, firstGroup), names
}

// literal returns the node for one code point. If it is not ASCII, and does not fold to ASCII, no input has it.
func (p *parser) literal(r rune) *Node {
	return p.node(Node{op: opSet, set: p.expand(p.leaf(r, r))})
}

// quantifier parses https://tc39.es/ecma262/#prod-Quantifier, if there is one.
func (p *parser) quantifier(n *Node, quantifiable bool, firstGroup int) *Node {
	at := p.pos
	least, most := 0, unlimited
	switch p.peek() {
	case '*':
		p.pos++
	case '+':
		least = 1
		p.pos++
	case '?':
		most = 1
		p.pos++
	case '{':
		if least, most = p.counts(); p.err != nil {
			return n
		}
	default:
		return n
	}
	if !quantifiable {
		p.pos = at
		p.fail("nothing to repeat")
		return n
	}
	lazy := p.skip("?")
	return p.node(Node{
		op: opRepetition, subs: []*Node{n}, min: least, max: most, lazy: lazy,
		firstGroup: firstGroup, endGroup: p.groups + 1,
	})
}

// counts parses "{n}", "{n,}" or "{n,m}".
func (p *parser) counts() (least, most int) {
	p.pos++
	least, ok := p.number()
	most = least
	if ok && p.skip(",") {
		most = unlimited
		if p.peek() != '}' {
			most, ok = p.number()
		}
	}
	switch {
	case !ok || !p.skip("}"):
		p.fail("incomplete quantifier")
	case most < least:
		p.fail("numbers out of order in the quantifier")
	}
	return least, most
}

// number parses decimal digits. All numbers that are too large for a program count as the same one.
func (p *parser) number() (n int, ok bool) {
	for ; infra.IsASCIIDigit(p.peek()); p.pos++ {
		ok = true
		if n = n*10 + int(p.peek()-'0'); n >= unlimited/16 {
			n = unlimited / 16
		}
	}
	return n, ok
}

// parenthesis parses what begins with "(": a group or a lookaround assertion.
func (p *parser) parenthesis() (n *Node, names groupNames, quantifiable bool) {
	at := p.pos
	p.pos++
	fold, dotAll := p.fold, p.dotAll
	defer func() { p.fold, p.dotAll = fold, dotAll }()
	group, quantifiable := 0, true
	look := p.lookaround()
	switch {
	case look != nil:
		quantifiable = false
	case !p.skip("?"):
		p.groups++
		group = p.groups
	case p.skip("<"):
		p.groups++
		group = p.groups
		name := p.groupName()
		names = groupNames{name: true}
		if p.groupNames == nil {
			p.groupNames = make(map[string]bool)
		}
		p.groupNames[name] = true
	default:
		p.modifiers()
	}
	groups := p.groups
	n, inner := p.disjunction()
	names, overlap := names.union(inner)
	if overlap {
		p.fail("duplicate group name")
	}
	if !p.skip(")") {
		p.fail("group is not closed")
	}
	switch {
	case group > 0:
		n = p.node(Node{op: opGroup, group: group, subs: []*Node{n}})
	case look != nil:
		if p.groups > groups {
			p.unsupportedAt(at, "group in a lookaround assertion")
		}
		look.subs = []*Node{n}
		n = look
	}
	return n, names, quantifiable
}

// lookaround parses the beginning of a lookaround assertion behind the "(", and returns its node. It returns nil if
// something else comes next.
func (p *parser) lookaround() *Node {
	n := Node{op: opLook}
	switch {
	case p.skip("?="):
	case p.skip("?!"):
		n.negated = true
	case p.skip("?<="):
		n.behind = true
	case p.skip("?<!"):
		n.behind, n.negated = true, true
	default:
		return nil
	}
	return p.node(n)
}

// modifiers parses what stands between "(?" and the content of a group that is not captured, with the ":". The flag
// m has no effect, because the inputs do not have lines. https://tc39.es/ecma262/#prod-RegularExpressionModifiers
func (p *parser) modifiers() {
	seen := ""
	on, any := true, false
	for p.more() {
		c := p.peek()
		switch {
		case c == ':':
			p.pos++
			if !on && !any {
				p.fail("no flags")
			}
			return
		case c == '-' && on:
			on = false
		case (c == 'i' || c == 'm' || c == 's') && strings.IndexByte(seen, c) < 0:
			seen += string(rune(c))
			any = true
			switch c {
			case 'i':
				p.fold = on
			case 's':
				p.dotAll = on
			}
		default:
			p.fail("invalid group")
			return
		}
		p.pos++
	}
	p.fail("invalid group")
}

// groupName parses a name and the ">" after it.
func (p *parser) groupName() string {
	var name strings.Builder
	for p.more() && p.peek() != '>' {
		r := rune(p.peek())
		if r == '\\' {
			p.pos++
			if p.peek() != 'u' {
				p.fail("invalid group name")
				return ""
			}
			r = p.characterEscape()
		} else {
			p.pos++
		}
		if !IsIdentifierCodePoint(r, name.Len() == 0) {
			p.fail("invalid group name")
			return ""
		}
		name.WriteRune(r)
	}
	if !p.skip(">") || name.Len() == 0 {
		p.fail("invalid group name")
	}
	return name.String()
}

// escape parses what begins with a backslash outside of a class.
func (p *parser) escape() (n *Node, quantifiable bool) {
	at := p.pos
	p.pos++
	switch c := p.peek(); {
	case c == 'b' || c == 'B':
		p.pos++
		n = p.node(Node{op: opWordBoundary})
		if c == 'B' {
			n.op = opNotWordBoundary
		}
		return n, false
	case c == 'k':
		p.pos++
		if !p.skip("<") {
			p.fail("invalid reference")
			return p.node(Node{}), true
		}
		p.references = append(p.references, reference{at: at, name: p.groupName()})
		p.unsupportedAt(at, "backreference")
		return p.node(Node{}), true
	case c >= '1' && c <= '9':
		number, _ := p.number()
		p.references = append(p.references, reference{at: at, number: number})
		p.unsupportedAt(at, "backreference")
		return p.node(Node{}), true
	}
	if class, ok := p.characterClassEscape(); ok {
		return p.classNode(class), true
	}
	return p.literal(p.characterEscape()), true
}

// characterEscape parses https://tc39.es/ecma262/#prod-CharacterEscape, behind the backslash.
func (p *parser) characterEscape() rune {
	c := p.peek()
	p.pos++
	switch {
	case c == 'f', c == 'n', c == 'r', c == 't', c == 'v':
		return rune("\f\n\r\t\v"[strings.IndexByte("fnrtv", c)])
	case c == 'c':
		if letter := p.peek(); infra.IsASCIIAlpha(letter) {
			p.pos++
			return rune(letter % 32)
		}
	case c == '0' && !infra.IsASCIIDigit(p.peek()):
		return 0
	case c == 'x':
		if r, ok := p.hex(2); ok {
			return r
		}
	case c == 'u':
		return p.unicodeEscape()
	case strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0:
		return rune(c)
	}
	p.pos = min(p.pos-1, len(p.src))
	p.fail("invalid escape")
	return 0
}

// unicodeEscape parses what stands behind "\u". Two surrogates in a row are one code point.
func (p *parser) unicodeEscape() rune {
	if p.skip("{") {
		r, start := rune(0), p.pos
		for ; infra.IsASCIIHexDigit(p.peek()); p.pos++ {
			r = min(r*16+rune(infra.HexValue[p.peek()]), 0x110000)
		}
		if p.pos == start || r > 0x10FFFF || !p.skip("}") {
			p.fail("invalid Unicode escape")
		}
		return r
	}
	lead, ok := p.hex(4)
	if !ok {
		p.fail("invalid Unicode escape")
	}
	if start := p.pos; lead >= 0xD800 && lead < 0xDC00 && p.skip(`\u`) {
		if trail, _ := p.hex(4); trail >= 0xDC00 && trail < 0xE000 {
			return (lead-0xD800)<<10 + trail - 0xDC00 + 0x10000
		}
		p.pos = start
	}
	return lead
}

// hex parses n hexadecimal digits.
func (p *parser) hex(n int) (r rune, ok bool) {
	if len(p.src)-p.pos < n {
		return 0, false
	}
	for _, c := range []byte(p.src[p.pos : p.pos+n]) {
		if !infra.IsASCIIHexDigit(c) {
			return 0, false
		}
		r = r*16 + rune(infra.HexValue[c])
	}
	p.pos += n
	return r, true
}

// IsIdentifierCodePoint reports whether the code point can be in an identifier or, if first is true, begin one. It knows the
// identifiers of the Unicode version that Go has. https://tc39.es/ecma262/#prod-IdentifierPart
func IsIdentifierCodePoint(r rune, first bool) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r == '$' || r == '_' || !first && r >= '0' && r <= '9'
	case first:
		return isIDStart(r)
	}
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200C', '\u200D'
	return isIDContinue(r) || r == zeroWidthNonJoiner || r == zeroWidthJoiner
}

// isIDStart reports whether the code point has the property ID_Start of Unicode.
// https://www.unicode.org/reports/tr31/#D1
func isIDStart(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !isPattern(r)
}

// isIDContinue reports whether the code point has the property ID_Continue of Unicode.
func isIDContinue(r rune) bool {
	return isIDStart(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) && !isPattern(r)
}

func isPattern(r rune) bool {
	return unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}
