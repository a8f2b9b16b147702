package ecma

import "slices"

// maxInstructions limits the size of a program, and so of repetitions that are written out. maxCompiled limits how many
// nodes are compiled, and so the states of a sweep: a long text is one instruction, but has a state for each byte. And what
// matches only the empty string makes no instruction, however often it is repeated.
// maxLooks limits the number of lookaround assertions.
const (
	maxInstructions = 10000
	maxCompiled     = 10 * maxInstructions
	maxLooks        = 32
)

// MaxGroups is the greatest number of groups of a program. Each takes two instructions.
const MaxGroups = maxInstructions / 2

// Compile compiles a regular expression that has the given number of groups. It reports false if that is too large. A program
// may have 10,000 instructions, 100,000 nodes and characters when repetitions are written out, and 32 lookaround assertions.
func Compile(n *Node, groups int, ignoreCase bool) (p *Program, ok bool) {
	p, ok = compileDirection(n, groups, ignoreCase, false)
	if ok && len(p.tables) > 0 {
		if mirror, ok := compileDirection(n, 0, ignoreCase, true); ok && len(mirror.tables) == 0 {
			p.mirror = mirror
		}
	}
	return p, ok
}

// compileDirection compiles a regular expression for reading in one direction.
func compileDirection(n *Node, groups int, fold, backward bool) (*Program, bool) {
	c := compiler{p: &Program{slots: 2 * groups, fold: fold, backward: backward}, all: new(sharedCompiler)}
	c.p.code = make([]instruction, 0, 32)
	match := c.emit(instruction{op: instrMatch})
	c.p.start = c.compile(n, match)
	if c.tooLarge() {
		return nil, false
	}
	c.p.tables = c.all.tables
	for i := range c.p.code {
		switch in := &c.p.code[i]; in.op {
		case instrLoop:
			in.starts, in.atEnd = c.p.startsAt(in.next, 4)
		case instrSplit:
			in.starts, in.atEnd = c.p.startsAt(in.arg, 4)
		}
	}
	return c.p, true
}

// A compiler writes a program from its end to its begin.
type compiler struct {
	p      *Program
	all    *sharedCompiler
	fail   int32           // an instrFail, or 0: the first instruction is another one
	bodies map[*Node]int32 // the first instructions of the bodies of assertions
}

// A sharedCompiler is what the compilers of a program and of its tables share.
type sharedCompiler struct {
	instructions int
	nodes        int // each as often as it is written out
	looks        int
	tables       []*Program
	tableOf      map[*Node]int32 // the indices of the tables of assertions

	// texts are those of instructions, by the node at which the compiler begins to read each. A repetition shares its texts.
	texts map[*Node]compiledText
}

// A compiledText is a text, and of how many nodes it is.
type compiledText struct {
	text  string
	nodes int
}

// emit adds an instruction, and returns its index.
func (c *compiler) emit(in instruction) int32 {
	in.visit = -1
	c.all.instructions++
	c.p.code = append(c.p.code, in)
	return int32(len(c.p.code) - 1)
}

// noteVisits has the machine note where it has been with the instruction.
func (c *compiler) noteVisits(i int32) {
	if c.p.code[i].visit < 0 {
		c.p.code[i].visit = int32(c.p.visits)
		c.p.visits++
	}
}

func (c *compiler) tooLarge() bool {
	return c.all.instructions > maxInstructions || c.all.nodes > maxCompiled || c.all.looks > maxLooks
}

// compile adds what matches n and goes on with next. It returns the first instruction.
func (c *compiler) compile(n *Node, next int32) int32 {
	if c.all.nodes++; c.tooLarge() {
		return next
	}
	switch n.op {
	case opSet:
		return c.emit(instruction{op: instrSet, set: n.set, next: next})
	case opConcatenation:
		return c.concatenation(c.inOrder(n.subs), next)
	case opAlternation:
		c.noteVisits(next)
		first := c.compile(n.subs[len(n.subs)-1], next)
		for i := len(n.subs) - 2; i >= 0; i-- {
			first = c.split(c.compile(n.subs[i], next), first)
		}
		return first
	case opRepetition:
		return c.repetition(n, next)
	case opGroup:
		if c.p.backward { // a mirror, which notes no groups
			return c.compile(n.subs[0], next)
		}
		end := c.emit(instruction{op: instrSave, arg: int32(2*n.group - 1), next: next})
		return c.emit(instruction{op: instrSave, arg: int32(2*n.group - 2), next: c.compile(n.subs[0], end)})
	case opBegin:
		return c.emit(instruction{op: instrBegin, next: next})
	case opEnd:
		return c.emit(instruction{op: instrEnd, next: next})
	case opWordBoundary:
		return c.emit(instruction{op: instrWordBoundary, next: next})
	case opNotWordBoundary:
		return c.emit(instruction{op: instrNotWordBoundary, next: next})
	case opLook:
		return c.look(n, next)
	}
	return next
}

// inOrder returns the nodes of a concatenation in the order in which the program reads what they match.
func (c *compiler) inOrder(subs []*Node) []*Node {
	if c.p.backward {
		subs = slices.Clone(subs)
		slices.Reverse(subs)
	}
	return subs
}

// look adds a lookaround assertion. If it looks the way that the program reads, its body is in the program. Otherwise
// the body is a program that makes a table. Either is written only once, however often the assertion is repeated.
func (c *compiler) look(n *Node, next int32) int32 {
	c.p.looks = true
	if n.behind == c.p.backward {
		body, ok := c.bodies[n]
		if !ok {
			c.all.looks++
			body = c.compile(n.subs[0], c.emit(instruction{op: instrHolds}))
			if c.bodies == nil {
				c.bodies = make(map[*Node]int32)
			}
			c.bodies[n] = body
		}
		return c.emit(instruction{op: instrLook, arg: body, negated: n.negated, next: next})
	}
	index, ok := c.all.tableOf[n]
	if !ok {
		c.all.looks++
		t := compiler{p: &Program{fold: c.p.fold, backward: n.behind}, all: c.all}
		t.p.start = t.compile(n.subs[0], t.emit(instruction{op: instrHolds}))
		index = int32(len(c.all.tables))
		c.all.tables = append(c.all.tables, t.p)
		if c.all.tableOf == nil {
			c.all.tableOf = make(map[*Node]int32)
		}
		c.all.tableOf[n] = index
	}
	return c.emit(instruction{op: instrTable, arg: index, negated: n.negated, next: next})
}

// concatenation makes one text of literal characters that follow each other.
func (c *compiler) concatenation(subs []*Node, next int32) int32 {
	for i := len(subs); i > 0 && !c.tooLarge(); {
		t := c.textBefore(subs[:i])
		if t.nodes < 2 {
			i--
			next = c.compile(subs[i], next)
			continue
		}
		next = c.emit(instruction{op: instrText, text: t.text, next: next})
		i -= t.nodes
		c.all.nodes += t.nodes
	}
	return next
}

// textBefore returns the text that the last nodes of a concatenation match.
func (c *compiler) textBefore(subs []*Node) compiledText {
	last := subs[len(subs)-1]
	if t, ok := c.all.texts[last]; ok {
		return t
	}
	var text []byte
	for i := len(subs) - 1; i >= 0; i-- {
		b, ok := subs[i].literal(c.p.fold)
		if !ok {
			break
		}
		text = append(text, b)
	}
	slices.Reverse(text)
	t := compiledText{string(text), len(text)}
	if t.nodes > 1 {
		if c.all.texts == nil {
			c.all.texts = make(map[*Node]compiledText)
		}
		c.all.texts[last] = t
	}
	return t
}

// split adds an instruction that prefers first to second.
func (c *compiler) split(first, second int32) int32 {
	i := c.emit(instruction{op: instrSplit, next: first, arg: second})
	c.noteVisits(i)
	return i
}

// repetition implements https://tc39.es/ecma262/#sec-runtime-semantics-repeatmatcher-abstract-operation: each iteration
// makes the groups inside undefined, and those beyond the minimum must consume something.
func (c *compiler) repetition(n *Node, next int32) int32 {
	switch {
	case n.max == unlimited:
		next = c.loop(n, next)
	default:
		end := next
		for i := n.min; i < n.max && !c.tooLarge(); i++ {
			next = c.optional(n, next, end)
		}
	}
	for i := 0; i < n.min && !c.tooLarge(); i++ {
		next = c.reset(n, c.compile(n.subs[0], next))
	}
	return next
}

// loop adds any number of iterations.
func (c *compiler) loop(n *Node, next int32) int32 {
	if body := n.subs[0]; body.op == opSet {
		i := c.emit(instruction{op: instrLoop, set: body.set, lazy: n.lazy, next: next})
		c.noteVisits(i)
		return i
	}
	i := c.split(0, 0)
	c.setSplit(i, c.reset(n, c.consuming(n.subs[0], i, c.failure())), next, n.lazy)
	return i
}

// optional adds an iteration that goes on with after, or none, which goes on with next.
func (c *compiler) optional(n *Node, after, next int32) int32 {
	c.noteVisits(next)
	i := c.split(0, 0)
	c.setSplit(i, c.reset(n, c.consuming(n.subs[0], after, c.failure())), next, n.lazy)
	return i
}

func (c *compiler) setSplit(i, body, next int32, lazy bool) {
	if lazy {
		body, next = next, body
	}
	c.p.code[i].next, c.p.code[i].arg = body, next
}

// reset makes the groups inside a repetition undefined before its body.
func (c *compiler) reset(n *Node, body int32) int32 {
	if n.firstGroup == n.endGroup || c.p.backward {
		return body
	}
	return c.emit(instruction{op: instrReset, arg: int32(2*n.firstGroup - 2), end: int32(2*n.endGroup - 2), next: body})
}

// failure returns an instruction that fails.
func (c *compiler) failure() int32 {
	if c.fail == 0 {
		c.fail = c.emit(instruction{op: instrFail})
	}
	return c.fail
}

// consuming adds what matches n. It goes on with next if n has consumed something, and with empty if not. So two parts
// of the program stand for iterations that are empty or not, and what follows still depends on instruction and place
// alone.
func (c *compiler) consuming(n *Node, next, empty int32) int32 {
	if c.all.nodes++; c.tooLarge() {
		return next
	}
	if !n.MatchesEmpty() {
		return c.compile(n, next)
	}
	switch n.op {
	case opConcatenation:
		subs := c.inOrder(n.subs)
		for i := len(subs) - 1; i >= 0; i-- {
			c.noteVisits(next)
			empty = c.consuming(subs[i], next, empty)
			if i > 0 {
				next = c.compile(subs[i], next)
			}
		}
		return empty
	case opAlternation:
		c.noteVisits(next)
		c.noteVisits(empty)
		first := c.consuming(n.subs[len(n.subs)-1], next, empty)
		for i := len(n.subs) - 2; i >= 0; i-- {
			first = c.split(c.consuming(n.subs[i], next, empty), first)
		}
		return first
	case opRepetition:
		return c.consumingRepetition(n, next, empty)
	case opGroup:
		if c.p.backward {
			return c.consuming(n.subs[0], next, empty)
		}
		save := instruction{op: instrSave, arg: int32(2*n.group - 1)}
		save.next = next
		next = c.emit(save)
		save.next = empty
		empty = c.emit(save)
		return c.emit(instruction{op: instrSave, arg: int32(2*n.group - 2), next: c.consuming(n.subs[0], next, empty)})
	}
	return c.compile(n, empty) // an assertion, or nothing
}

// consumingRepetition is consuming for a repetition.
func (c *compiler) consumingRepetition(n *Node, next, empty int32) int32 {
	rest := *n
	switch {
	case n.max == 0:
		return empty
	case n.min > 0: // the first iteration may be empty
		rest.min--
		if rest.max != unlimited {
			rest.max--
		}
		empty = c.consuming(&rest, next, empty)
		next = c.compile(&rest, next)
		c.noteVisits(next)
		return c.reset(n, c.consuming(n.subs[0], next, empty))
	case n.max != unlimited:
		rest.max--
	}
	return c.optional(n, c.compile(&rest, next), empty)
}
