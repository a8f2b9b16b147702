package ecma

import "sync"

// An instruction of a program. After it, the program goes on with next.
type instruction struct {
	op      instructionOp
	lazy    bool   // of instrLoop
	negated bool   // of instrLook and instrTable
	set     Set    // of instrSet and instrLoop
	text    string // of instrText
	next    int32
	arg     int32 // of instrSplit: the other next. Of instrSave: the slot. Of instrReset: the first slot. Of instrTable: its index
	end     int32 // of instrReset: the end of the slots

	// visit numbers the instructions for which the machine notes where it has been, or it is -1.
	visit int32

	// starts and atEnd say of instrLoop with what the rest after the loop can go on: with a byte of starts, or at
	// the end of the input. Of instrSplit they say this of arg.
	starts Set
	atEnd  bool
}

type instructionOp uint8

const (
	instrMatch           instructionOp = iota // the input matches, if all of it is consumed
	instrText                                 // consume the text
	instrSet                                  // consume a byte of the set
	instrLoop                                 // consume bytes of the set, as many or as few as the rest allows
	instrSplit                                // go on with next, and if that fails with arg
	instrSave                                 // note the position in a slot
	instrReset                                // make slots undefined
	instrFail                                 // fail
	instrBegin                                // only at the beginning of the input
	instrEnd                                  // only at its end
	instrWordBoundary                         // only between \w and \W
	instrNotWordBoundary                      // only elsewhere
	instrHolds                                // the body of a lookaround assertion matches here
	instrLook                                 // only where the body from arg on matches or, if negated, does not
	instrTable                                // only where the table says so or, if negated, does not
)

// A Program is a compiled regular expression. Whether the input matches from an instruction and a position on depends on
// these two alone: there are no backreferences, and an iteration that consumes nothing has other instructions than one
// that does. So no run needs to come to the same instruction and position twice, and none does without consuming.
//
// A Program is safe for concurrent use.
type Program struct {
	code   []instruction
	start  int32
	visits int // the number of instructions that have a visit
	slots  int // two for each group
	fold   bool

	// A program that is backward reads the input from right to left. It is the body of a lookbehind assertion, or the
	// mirror of a program.
	backward bool
	looks    bool // there is an instrLook or instrTable

	// tables are the bodies of the assertions that look the other way than what they are in. Those inside of others
	// come first. mirror is the same regular expression, backward, if that needs no tables.
	tables []*Program
	mirror *Program

	planned sync.Once
	plan    plan
}

// A Span is what a group matched: byte offsets in the input. If it is undefined, its start is greater than its end. The
// zero Span is the empty string at the beginning of the input.
type Span struct{ Start, End uint32 }

// Undefined is the Span of a group that did not take part in the match.
var Undefined = Span{1, 0}

// IsDefined reports whether the group took part in the match.
func (s Span) IsDefined() bool { return s.Start <= s.End }

// startsAt returns the bytes that the instruction can go on with, and whether it can at the end of the input. It looks
// past depth splits at most. What comes after more of them may begin with any byte.
func (p *Program) startsAt(i int32, depth int) (starts Set, atEnd bool) {
	for {
		in := &p.code[i]
		switch in.op {
		case instrSave, instrReset:
			i = in.next
		case instrText:
			starts.add(in.text[0])
			if p.fold {
				starts[1] |= starts[1] >> 32 & upperBytes[1]
			}
			return starts, false
		case instrSet:
			return in.set, false
		case instrMatch, instrEnd:
			return starts, true
		case instrSplit:
			if depth == 0 {
				return AllASCII, true
			}
			starts, atEnd = p.startsAt(in.next, depth-1)
			others, othersAtEnd := p.startsAt(in.arg, depth-1)
			return starts.union(others), atEnd || othersAtEnd
		default:
			return AllASCII, true
		}
	}
}

// isWordBoundary implements https://tc39.es/ecma262/#sec-compileassertion for \b.
func isWordBoundary(input string, position int) bool {
	before := position > 0 && wordBytes.Has(input[position-1])
	after := position < len(input) && wordBytes.Has(input[position])
	return before != after
}

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
	set       Set // of instrSet and instrLoop
	state     int32
	next, arg int32
}

// makePlan makes the plan of the program, once.
func (p *Program) makePlan() {
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
func (p *Program) planFrom(i int32, seen []bool) {
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
func (p *Program) planText(state int32, text string) {
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
				if set.Has(b) {
					l.classes[b] = class
				}
			}
		}
		addState(l.texts[class], state+int32(i))
	}
}

// setFor returns the bytes that match a byte of a text. If case does not count, the letters of texts are small.
func (p *Program) setFor(b byte) (s Set) {
	s.add(b)
	if p.fold && b >= 'a' && b <= 'z' {
		s.add(b - 'a' + 'A')
	}
	return s
}

func addState(set []uint64, state int32)      { set[state>>6] |= 1 << (state & 63) }
func hasState(set []uint64, state int32) bool { return set[state>>6]>>(state&63)&1 != 0 }
