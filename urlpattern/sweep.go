package urlpattern

import (
	"math"
	"slices"
)

// This file is a lazy DFA over the reversed program: its states are made when they are first met, and forgotten when there
// are too many. It tells from which instructions of a program the rest of the input matches, for one position after the
// other. That needs no memory for what was before, so it serves inputs that are too long for a machine. It also serves
// lookaround assertions, whose bodies are among these instructions.
//
// A sweep begins where the program ends to read: at the end of the input, and at its beginning for a program that is
// backward. It has a set of states for each position. A state is an instruction from which the rest matches, or a place
// in the text of one.

// A plan is what a sweep needs to know of a program.
type plan struct {
	ops    []planOp // those with what they go on with at the same position come after it
	states []int32  // the first state of each instruction
	words  int      // the size of a set of states, in words of 64 bits

	// texts has, by the class of a byte, the states in texts that go on with the next state after that byte. All others
	// have the class 0.
	classes [0x80]uint8
	texts   [][]uint64

	symbols   int // how many kinds of steps there are: the byte, and perhaps whether the byte beyond is in \w
	hasTables bool
}

// A planOp is an instruction that is not a text, or the last byte of a text, with states for instructions.
type planOp struct {
	op        instructionOp
	negated   bool
	set       asciiSet // of instrSet and instrLoop
	state     int32
	next, arg int32
}

// makePlan makes the plan of the program, once.
func (p *program) makePlan() {
	l := &p.plan
	l.states = make([]int32, len(p.code))
	count, symbols := 0, 0x80
	for i := range p.code {
		l.states[i] = int32(count)
		count += max(1, len(p.code[i].text))
		switch p.code[i].op {
		case instrWordBoundary, instrNotWordBoundary:
			symbols = 0x100
		case instrTable:
			l.hasTables = true
		}
	}
	l.words, l.symbols = (count+63)/64, symbols
	l.ops = make([]planOp, 0, len(p.code))
	seen := make([]bool, len(p.code))
	for i := range p.code {
		p.planFrom(int32(i), seen)
	}
}

// planFrom adds the instruction to the plan, after all that it goes on with at the same position.
func (p *program) planFrom(i int32, seen []bool) {
	if seen[i] {
		return
	}
	seen[i] = true
	l, in := &p.plan, &p.code[i]
	op := planOp{op: in.op, negated: in.negated, set: in.set, state: l.states[i], next: l.states[in.next], arg: in.arg}
	switch in.op {
	case instrMatch, instrFail, instrHolds:
	case instrText:
		p.planText(l.states[i], in.text)
		op.op, op.set = instrSet, p.setFor(in.text[len(in.text)-1])
		op.state += int32(len(in.text) - 1)
	case instrSet:
	case instrSplit, instrLook:
		op.arg = l.states[in.arg]
		p.planFrom(in.arg, seen)
		p.planFrom(in.next, seen)
	default:
		p.planFrom(in.next, seen)
	}
	l.ops = append(l.ops, op)
}

// planText adds the bytes of a text except the last, beginning with the given state.
func (p *program) planText(state int32, text string) {
	l := &p.plan
	if l.texts == nil {
		l.texts = [][]uint64{nil}
	}
	for i := range len(text) - 1 {
		set := p.setFor(text[i])
		class := l.classes[set.first()]
		if class == 0 {
			class = uint8(len(l.texts))
			l.texts = append(l.texts, make([]uint64, l.words))
			for b := range byte(0x80) {
				if set.has(b) {
					l.classes[b] = class
				}
			}
		}
		addState(l.texts[class], state+int32(i))
	}
}

// setFor returns the bytes that match a byte of a text. If case does not count, the letters of texts are small.
func (p *program) setFor(b byte) (s asciiSet) {
	s.add(b)
	if p.fold && b >= 'a' && b <= 'z' {
		s.add(b - 'a' + 'A')
	}
	return s
}

func addState(set []uint64, state int32)      { set[state>>6] |= 1 << (state & 63) }
func hasState(set []uint64, state int32) bool { return set[state>>6]>>(state&63)&1 != 0 }

// A sweep goes from one position of the input to the next. It remembers the steps that it took, because where a step
// leads depends only on the set of states and the bytes. It remembers a fixed number of sets, so its memory depends only
// on the program.
type sweep struct {
	p      *program
	input  string
	tables [][]uint64
	pos    int
	ahead  int      // what a step adds to pos: 1 or -1
	set    []uint64 // the states at pos

	own       [2][]uint64 // room for the set and for the next one
	turn      int         // the index of the former
	remembers bool
	current   int      // the index of the set among sets, or -1
	sets      []uint64 // those that are remembered, one after the other
	next      []uint16 // by set and kind of step: 1 + the index of the set after it, or 0
	buckets   []uint16 // by the hash of a set: 1 + its index, or 0
	forgotten int      // how often the sweep forgot them
	known     int      // how many steps it remembered since it last forgot them
	pause     int      // for how many steps it does not try to remember
}

// maxSets is how many sets a sweep remembers. There are twice as many buckets.
const maxSets = 256

// manySteps is the number of steps, or of instructions, from which on it pays to remember steps.
const manySteps = 128

// newSweep returns a sweep over the input, at its first position. tables are those that the program refers to.
func (p *program) newSweep(input string, tables [][]uint64) *sweep {
	p.planned.Do(p.makePlan)
	s := &sweep{p: p, input: input, tables: tables, pos: len(input), ahead: -1, current: -1}
	if p.backward {
		s.pos, s.ahead = 0, 1
	}
	s.remembers = !p.plan.hasTables && (len(input) >= manySteps || len(p.plan.ops) >= manySteps)
	room := make([]uint64, 2*p.plan.words)
	s.own = [2][]uint64{room[:p.plan.words], room[p.plan.words:]}
	s.set = s.own[0]
	s.evaluate(s.set, nil, 0)
	return s
}

// restart moves the sweep back to a position that it had. set are the states there.
func (s *sweep) restart(pos int, set []uint64) {
	s.pos, s.current = pos, -1
	copy(s.own[s.turn], set)
	s.set = s.own[s.turn]
}

// matches reports whether the program matches from pos on.
func (s *sweep) matches() bool { return hasState(s.set, s.p.plan.states[s.p.start]) }

// run moves the sweep to the position.
func (s *sweep) run(to int) {
	for s.pos != to {
		if s.current >= 0 && s.p.plan.symbols == 0x80 {
			s.runRemembered(to)
		}
		if s.pos != to {
			s.step()
		}
	}
}

// runRemembered takes the steps that the sweep remembers, but not the last one of the input.
func (s *sweep) runRemembered(to int) {
	pos, current, behind := s.pos, s.current, min(s.ahead, 0)
	for pos != to {
		b := s.input[pos+behind]
		if b >= 0x80 {
			break
		}
		next := s.next[current<<7|int(b)]
		if next == 0 || pos+s.ahead == 0 || pos+s.ahead == len(s.input) {
			break
		}
		current, pos = int(next)-1, pos+s.ahead
	}
	s.known += (pos - s.pos) * s.ahead
	s.pos, s.current = pos, current
	s.set = s.setAt(current)
}

// setAt returns the set with the index among sets.
func (s *sweep) setAt(i int) []uint64 {
	words := s.p.plan.words
	return s.sets[i*words : (i+1)*words]
}

// step moves the sweep by one position.
func (s *sweep) step() {
	b := s.input[s.pos+min(s.ahead, 0)]
	s.pos += s.ahead
	if !s.remembers || s.pause > 0 || s.pos == 0 || s.pos == len(s.input) || b >= 0x80 {
		s.pause = max(0, s.pause-1)
		s.current = -1
		s.goOn(b)
		return
	}
	if s.current < 0 {
		s.current = s.remember()
	}
	symbols := s.p.plan.symbols
	kind := s.current*symbols + int(b)
	if symbols > 0x80 && wordBytes.has(s.input[s.pos+min(s.ahead, 0)]) {
		kind += 0x80
	}
	if next := s.next[kind]; next != 0 {
		s.current = int(next) - 1
		s.set = s.setAt(s.current)
		s.known++
		return
	}
	s.goOn(b)
	forgotten := s.forgotten
	if s.current = s.remember(); s.forgotten == forgotten {
		s.next[kind] = uint16(s.current + 1)
	}
}

// goOn makes set the states behind a step over b.
func (s *sweep) goOn(b byte) {
	s.turn = 1 - s.turn
	s.evaluate(s.own[s.turn], s.set, b)
	s.set = s.own[s.turn]
}

// remember returns the index of the set among sets, and adds it if it is not there. If there are too many, it forgets
// all others. If these were of little use, it does not try again for a while, because that takes longer than a step.
func (s *sweep) remember() int {
	if s.buckets == nil {
		s.buckets = make([]uint16, 2*maxSets)
	}
	hash := uint64(14695981039346656037)
	for _, word := range s.set {
		hash = (hash ^ word) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	for {
		for i := hash % (2 * maxSets); ; i = (i + 1) % (2 * maxSets) {
			if s.buckets[i] == 0 {
				if len(s.sets) == maxSets*len(s.set) {
					break
				}
				s.sets = append(s.sets, s.set...)
				s.next = append(s.next, make([]uint16, s.p.plan.symbols)...)
				s.buckets[i] = uint16(len(s.sets) / len(s.set))
				return int(s.buckets[i]) - 1
			}
			if index := int(s.buckets[i]) - 1; slices.Equal(s.setAt(index), s.set) {
				return index
			}
		}
		s.forget()
	}
}

// forget removes all sets. The current one stays: it is one of the sweep's own.
func (s *sweep) forget() {
	clear(s.buckets)
	s.sets, s.next = s.sets[:0], s.next[:0]
	s.forgotten++
	if s.known < maxSets {
		s.pause = 4 * maxSets
	}
	s.known = 0
}

// evaluate makes v the states of the position, where after are those of the position before the step over b. At the
// first position, after is nil.
func (s *sweep) evaluate(v, after []uint64, b byte) {
	l, pos := &s.p.plan, s.pos
	clear(v)
	if len(l.texts) > 0 && after != nil && b < 0x80 {
		shiftAnd(v, after, l.texts[l.classes[b]])
	}
	for i := range l.ops {
		op := &l.ops[i]
		var holds bool
		switch op.op {
		case instrMatch:
			holds = after == nil
		case instrSet:
			holds = after != nil && op.set.has(b) && hasState(after, op.next)
		case instrLoop:
			holds = hasState(v, op.next) || after != nil && op.set.has(b) && hasState(after, op.state)
		case instrSplit:
			holds = hasState(v, op.next) || hasState(v, op.arg)
		case instrSave, instrReset:
			holds = hasState(v, op.next)
		case instrBegin:
			holds = pos == 0 && hasState(v, op.next)
		case instrEnd:
			holds = pos == len(s.input) && hasState(v, op.next)
		case instrWordBoundary, instrNotWordBoundary:
			holds = isWordBoundary(s.input, pos) == (op.op == instrWordBoundary) && hasState(v, op.next)
		case instrHolds:
			holds = true
		case instrLook:
			holds = hasState(v, op.arg) != op.negated && hasState(v, op.next)
		case instrTable:
			table := s.tables[op.arg]
			holds = (table[pos>>6]>>(pos&63)&1 != 0) != op.negated && hasState(v, op.next)
		}
		if holds {
			addState(v, op.state)
		}
	}
}

// shiftAnd sets the states of v that are in mask and whose next state is in after.
func shiftAnd(v, after, mask []uint64) {
	for i := range mask {
		shifted := after[i] >> 1
		if i+1 < len(after) {
			shifted |= after[i+1] << 63
		}
		v[i] = shifted & mask[i]
	}
}

// makeTables returns the tables that the program refers to: a bit for each position, which says whether the body of an
// assertion matches there.
func (p *program) makeTables(input string) (tables [][]uint64) {
	for _, t := range p.tables {
		table := make([]uint64, len(input)/64+1)
		s := t.newSweep(input, tables)
		for {
			if s.matches() {
				table[s.pos>>6] |= 1 << (s.pos & 63)
			}
			if s.pos == t.lastPosition(input) {
				break
			}
			s.step()
		}
		tables = append(tables, table)
	}
	return tables
}

// lastPosition returns the last position of a sweep.
func (p *program) lastPosition(input string) int {
	if p.backward {
		return len(input)
	}
	return 0
}

// test reports whether the program matches all of the input. Its memory depends only on the program, unless that has
// tables.
func (p *program) test(input string) bool {
	if p.mirror != nil {
		p = p.mirror
	}
	s := p.newSweep(input, p.makeTables(input))
	s.run(p.lastPosition(input))
	return s.matches()
}

// This file is the second pass, for captures: after a lazy DFA has read the input from its end to its beginning, a pass forward
// takes the preferred of the ways that it left.

// A walk finds what the groups of a program match in an input that is too long for a machine. A sweep has told that the
// input matches. So of two ways to go on, the walk takes the one that the regular expression prefers if the rest matches
// from there, and never comes back.
//
// That needs the states at each position from the beginning on, but the sweep finds those of the end first. So it notes
// those at the beginning of each block of positions, and goes back from one block to the one before when the walk comes
// there. The memory is that of a set of states for each block, and for each position of one block.
type walk struct {
	p      *program
	s      *sweep
	block  int      // the length of a block
	notes  []uint64 // the states at the beginning of each block, one set after the other
	end    []uint64 // the states at the end of the input
	first  int      // the first position of the current block
	states []uint64 // those at each position of the current block and at the one after it
	slots  []int    // the positions of groups, or -1
}

// oneBlock is the size of the states of all positions up to which these are one block, in words of 64 bits.
const oneBlock = 1 << 13

// exec reports whether the program matches all of the input, and fills in the spans of its first groups.
func (p *program) exec(input string, spans []span) bool {
	p.planned.Do(p.makePlan)
	block := len(input) + 1
	if block > oneBlock/p.plan.words {
		block = int(math.Sqrt(float64(len(input)))) + 1
	}
	return p.execBy(block, input, spans)
}

// execBy is exec with blocks of a length.
func (p *program) execBy(block int, input string, spans []span) bool {
	s := p.newSweep(input, p.makeTables(input))
	words := p.plan.words
	w := walk{p: p, s: s, block: block, end: append([]uint64(nil), s.set...)}
	w.notes = make([]uint64, (len(input)/block+1)*words)
	w.states = make([]uint64, (min(block, len(input))+1)*words)
	for s.pos > block {
		s.run((s.pos - 1) / block * block)
		copy(w.notes[s.pos/block*words:], s.set)
	}
	if w.fill(0); !s.matches() {
		return false
	}
	w.run(spans)
	return true
}

// fill finds the states of the block that begins with the position. The sweep is at its end.
func (w *walk) fill(first int) {
	w.first = first
	for words := len(w.end); ; w.s.step() {
		copy(w.states[(w.s.pos-first)*words:], w.s.set)
		if w.s.pos == first {
			return
		}
	}
}

// enter makes the block of the position the current one.
func (w *walk) enter(pos int) {
	if pos < w.first+w.block {
		return
	}
	words, next := len(w.end), pos/w.block+1
	if end := next * w.block; end < len(w.s.input) {
		w.s.restart(end, w.notes[next*words:(next+1)*words])
	} else {
		w.s.restart(len(w.s.input), w.end)
	}
	w.fill(pos / w.block * w.block)
}

// matches reports whether the rest matches from the instruction and the position on. The position is in the current
// block, or the one after it.
func (w *walk) matches(i int32, pos int) bool {
	return hasState(w.states[(pos-w.first)*len(w.end):], w.p.plan.states[i])
}

// run goes from the beginning of the input to its end.
func (w *walk) run(spans []span) {
	w.slots = make([]int, w.p.slots)
	for i := range w.slots {
		w.slots[i] = -1
	}
	input := w.s.input
	for i, pos := w.p.start, 0; ; {
		w.enter(pos)
		in := &w.p.code[i]
		next := in.next
		switch in.op {
		case instrMatch:
			w.spans(spans)
			return
		case instrText:
			pos += len(in.text)
		case instrSet:
			pos++
		case instrLoop:
			more := pos < len(input) && in.set.has(input[pos]) && w.matches(i, pos+1)
			if more && !(in.lazy && w.matches(next, pos)) {
				pos, next = pos+1, i
			}
		case instrSplit:
			if !w.matches(next, pos) {
				next = in.arg
			}
		case instrSave:
			w.slots[in.arg] = pos
		case instrReset:
			for slot := in.arg; slot < in.end; slot++ {
				w.slots[slot] = -1
			}
		}
		i = next
	}
}

// spans fills in the spans of groups.
func (w *walk) spans(spans []span) {
	for i := range spans {
		spans[i] = undefined
		if start, end := w.slots[2*i], w.slots[2*i+1]; start >= 0 {
			spans[i] = span{uint32(start), uint32(end)}
		}
	}
}
