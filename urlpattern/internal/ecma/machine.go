package ecma

import (
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// This file is a bit-state backtracker, as in RE2: it matches by backtracking, and a bit for each instruction and position
// keeps it from trying one twice. So its time is linear, and its memory limits the length of the input.

// A job is what the machine does next: it tries the instruction at the position or, if it is a restore, gives the slot the
// position back.
type job struct {
	at, position int32 // the index of an instruction, or a slot
	restores     bool
}

// The sizes up to which a machine needs no memory beside itself.
const (
	fewVisited = 64 // words of 64 bits
	fewJobs    = 32
	fewSlots   = 24
)

// A machine runs a program, as long as a few bits can say where it was: where an instruction has failed at a position,
// it does not try it there again. A machine is on the stack, and so are its arrays. The slices contain what does not fit
// into them. The bits are a parameter: a pointer to them in the machine would move them to the heap.
type machine struct {
	p      *Program
	input  string
	visits uint64 // of the program
	steps  int    // the number of instructions that were run, for tests

	jobs      [fewJobs]job
	moreJobs  []job // those beyond the array
	jobCount  int
	slots     [fewSlots]int32 // -1 is undefined
	manySlots []int32         // instead of slots
	saves     bool            // whether the slots are used
}

// run is match by a machine. It also returns the number of steps.
func (p *Program) run(input string, spans []Span) (matched bool, steps int) {
	m := machine{p: p, input: input, visits: uint64(p.visits), saves: len(spans) > 0}
	if m.saves {
		if p.slots > fewSlots {
			m.manySlots = make([]int32, p.slots)
		}
		for i := range p.slots {
			*m.slot(int32(i)) = -1
		}
	}
	var few [fewVisited]uint64
	visited := few[:]
	if words := (p.visits*(len(input)+1) + 63) / 64; words > len(few) {
		visited = make([]uint64, words)
	}
	matched = m.run(visited)
	for i := range spans {
		spans[i] = Undefined
		if start, end := *m.slot(int32(2 * i)), *m.slot(int32(2*i + 1)); matched && start >= 0 {
			spans[i] = Span{uint32(start), uint32(end)}
		}
	}
	return matched, m.steps
}

// slot returns the place of a slot.
func (m *machine) slot(i int32) *int32 {
	if m.manySlots != nil {
		return &m.manySlots[i]
	}
	return &m.slots[i]
}

// pushTry notes an instruction to try when all that is noted later has failed.
func (m *machine) pushTry(i int32, position int) { m.push(job{at: i, position: int32(position)}) }

// pushRestore notes what a slot holds, for when all that is noted later has failed.
func (m *machine) pushRestore(i int32) { m.push(job{at: i, position: *m.slot(i), restores: true}) }

func (m *machine) push(j job) {
	if m.jobCount < fewJobs {
		m.jobs[m.jobCount] = j
	} else {
		m.moreJobs = append(m.moreJobs, j)
	}
	m.jobCount++
}

// pop returns the job that was noted last.
func (m *machine) pop() (j job) {
	m.jobCount--
	if m.jobCount < fewJobs {
		return m.jobs[m.jobCount]
	}
	last := len(m.moreJobs) - 1
	j = m.moreJobs[last]
	m.moreJobs = m.moreJobs[:last]
	return j
}

// run tries one job after the other, beginning with the last.
func (m *machine) run(visited []uint64) bool {
	m.pushTry(m.p.start, 0)
	for m.jobCount > 0 {
		next := m.pop()
		if next.restores {
			*m.slot(next.at) = next.position
			continue
		}
		matched, n := m.try(next.at, int(next.position), visited)
		if m.steps += n; matched {
			return true
		}
	}
	return false
}

// try runs the program from an instruction on until it fails. What else could be tried becomes jobs. It also returns the
// number of steps.
func (m *machine) try(i int32, position int, visited []uint64) (matched bool, steps int) {
	input, code := m.input, m.p.code
	for {
		steps++
		in := &code[i]
		if in.visit >= 0 && m.wasAt(visited, in.visit, position) {
			return false, steps
		}
		at := i
		i = in.next
		switch in.op {
		case instrMatch:
			return position == len(input), steps
		case instrText:
			if !HasPrefix(input[position:], in.text, m.p.fold) {
				return false, steps
			}
			position += len(in.text)
		case instrSet:
			if position == len(input) || !in.set.Has(input[position]) {
				return false, steps
			}
			position++
		case instrLoop:
			var iterations int
			position, iterations = m.loop(at, position, visited)
			if steps += iterations; position < 0 {
				return false, steps
			}
		case instrSplit:
			if in.canStart(input, position) {
				m.pushTry(in.arg, position)
			}
		case instrSave:
			m.save(in.arg, int32(position))
		case instrReset:
			for slot := in.arg; slot < in.end; slot++ {
				m.save(slot, -1)
			}
		case instrFail:
			return false, steps
		case instrBegin:
			if position != 0 {
				return false, steps
			}
		case instrEnd:
			if position != len(input) {
				return false, steps
			}
		case instrWordBoundary, instrNotWordBoundary:
			if isWordBoundary(input, position) != (in.op == instrWordBoundary) {
				return false, steps
			}
		}
	}
}

// canStart reports whether starts and atEnd allow the program to go on at the position.
func (in *instruction) canStart(input string, position int) bool {
	if position == len(input) {
		return in.atEnd
	}
	return in.starts.Has(input[position])
}

// loop runs the iterations of instrLoop. It returns the position from which the rest is to be tried first, or -1.
func (m *machine) loop(at int32, position int, visited []uint64) (stop, steps int) {
	in := &m.p.code[at]
	for {
		canStop := in.atEnd
		more := false
		if position < len(m.input) {
			b := m.input[position]
			canStop, more = in.starts.Has(b), in.set.Has(b)
		}
		switch {
		case !more && canStop:
			return position, steps
		case !more:
			return -1, steps
		case canStop && in.lazy: // go on with the loop if the rest fails
			m.pushTry(at, position+1)
			return position, steps
		case canStop:
			m.pushTry(in.next, position)
		}
		position++
		steps++
		if m.wasAt(visited, in.visit, position) {
			return -1, steps
		}
	}
}

// wasAt reports whether the machine was at the position with the instruction that has the given visit, and notes that
// it is now.
func (m *machine) wasAt(visited []uint64, visit int32, position int) bool {
	bit := uint64(position)*m.visits + uint64(visit)
	word, mask := &visited[bit/64], uint64(1)<<(bit%64)
	was := *word
	*word = was | mask
	return was&mask != 0
}

// save sets a slot. When the machine goes back to a job that was noted before, the slot gets its old position back.
func (m *machine) save(i, position int32) {
	if !m.saves {
		return
	}
	slot := m.slot(i)
	if *slot == position {
		return
	}
	if m.jobCount > 0 { // or there is nothing else to try
		m.pushRestore(i)
	}
	*slot = position
}

// HasPrefix reports whether s begins with the prefix. If fold is true, the letter case of ASCII letters does not
// matter.
func HasPrefix(s, prefix string, fold bool) bool {
	if !fold {
		return strings.HasPrefix(s, prefix)
	}
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if infra.ASCIILower(s[i]) != infra.ASCIILower(prefix[i]) {
			return false
		}
	}
	return true
}
