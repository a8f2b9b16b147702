package ecma

import "slices"

// This file is a lazy DFA over the reversed program: its states are made when they are first met, and forgotten when there
// are too many. It tells from which instructions of a program the rest of the input matches, for one position after the other.
//
// That needs no memory for what was before, so it serves inputs that are too long for a machine. It also serves lookaround
// assertions, whose bodies are among these instructions.
//
// A sweep begins where the program ends to read: at the end of the input, and at its beginning for a program that is
// backward. It has a set of states for each position. A state is an instruction from which the rest matches, or a place
// in the text of one.

// A sweep goes from one position of the input to the next. It remembers the steps that it took, because where a step
// leads depends only on the set of states and the bytes. It remembers a fixed number of sets, so its memory depends only
// on the program.
type sweep struct {
	p      *Program
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
func (p *Program) newSweep(input string, tables [][]uint64) *sweep {
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
	if symbols > 0x80 && wordBytes.Has(s.input[s.pos+min(s.ahead, 0)]) {
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
	hash := s.hash()
	bucket, found := s.find(hash)
	if found {
		return int(s.buckets[bucket]) - 1
	}
	if len(s.sets) == maxSets*len(s.set) {
		s.forget()
		bucket, _ = s.find(hash)
	}
	index := len(s.sets) / len(s.set)
	s.sets = append(s.sets, s.set...)
	s.next = append(s.next, make([]uint16, s.p.plan.symbols)...)
	s.buckets[bucket] = uint16(index + 1)
	return index
}

// hash returns the hash of the set.
func (s *sweep) hash() uint64 {
	hash := uint64(14695981039346656037)
	for _, word := range s.set {
		hash = (hash ^ word) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	return hash
}

// find returns the bucket of the set. If the set is not there, that is an empty one.
func (s *sweep) find(hash uint64) (bucket uint64, found bool) {
	for i := hash % (2 * maxSets); ; i = (i + 1) % (2 * maxSets) {
		index := int(s.buckets[i]) - 1
		if index < 0 {
			return i, false
		}
		if slices.Equal(s.setAt(index), s.set) {
			return i, true
		}
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
			holds = after != nil && op.set.Has(b) && hasState(after, op.next)
		case instrLoop:
			holds = hasState(v, op.next) || after != nil && op.set.Has(b) && hasState(after, op.state)
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
func (p *Program) makeTables(input string) (tables [][]uint64) {
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
func (p *Program) lastPosition(input string) int {
	if p.backward {
		return len(input)
	}
	return 0
}

// test reports whether the program matches all of the input. Its memory depends only on the program, unless that has
// tables.
func (p *Program) test(input string) bool {
	if p.mirror != nil {
		p = p.mirror
	}
	s := p.newSweep(input, p.makeTables(input))
	s.run(p.lastPosition(input))
	return s.matches()
}
