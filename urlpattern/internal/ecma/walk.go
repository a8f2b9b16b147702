package ecma

import "math"

// This file is the second pass, for captures: after a lazy DFA has read the input from its end to its beginning, a pass forward
// takes the preferred of the ways that it left.

// A walk finds what the groups of a program match in an input that is too long for a machine. A sweep has told that the input
// matches.
//
// Of two ways to go on, the walk takes the one that the regular expression prefers if the rest matches from there. So it never
// comes back. That needs the states at each position from the beginning on, but the sweep finds those of the end first.
//
// So the sweep notes the states at the beginning of each block of positions. When the walk comes to the next block, the sweep
// goes over that block again. The memory is that of a set of states for each block, and for each position of one block.
type walk struct {
	p      *Program
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
func (p *Program) exec(input string, spans []Span) bool {
	p.planned.Do(p.makePlan)
	block := len(input) + 1
	if block > oneBlock/p.plan.words {
		block = int(math.Sqrt(float64(len(input)))) + 1
	}
	return p.execBy(block, input, spans)
}

// execBy is exec with blocks of a length.
func (p *Program) execBy(block int, input string, spans []Span) bool {
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
func (w *walk) run(spans []Span) {
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
			more := pos < len(input) && in.set.Has(input[pos]) && w.matches(i, pos+1)
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
func (w *walk) spans(spans []Span) {
	for i := range spans {
		spans[i] = Undefined
		if start, end := w.slots[2*i], w.slots[2*i+1]; start >= 0 {
			spans[i] = Span{uint32(start), uint32(end)}
		}
	}
}
