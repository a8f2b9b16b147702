package ecma

import "slices"

// A nodeOp says what a Node matches.
type nodeOp uint8

const (
	opEmpty           nodeOp = iota // the empty string
	opSet                           // one byte of a set
	opConcatenation                 // all of subs, one after the other
	opAlternation                   // one of subs, the first that leads to a match
	opRepetition                    // subs[0], from min to max times
	opGroup                         // subs[0], captured as a group
	opBegin                         // nothing, at the beginning of the input
	opEnd                           // nothing, at the end of the input
	opWordBoundary                  // nothing, between \w and \W
	opNotWordBoundary               // nothing, elsewhere
	opLook                          // nothing, where subs[0] matches what follows or, if behind, what comes before
)

// A Node is a node of a parsed regular expression. It is immutable. What it matches is ASCII, because the inputs are.
type Node struct {
	op       nodeOp
	lazy     bool
	behind   bool // of opLook
	negated  bool // of opLook: where subs[0] does not match
	set      Set
	subs     []*Node
	min, max int // max is unlimited or at least min
	group    int // of opGroup: its number, from 1 on

	// firstGroup and endGroup delimit the numbers of the groups inside a repetition, which every iteration makes
	// undefined.
	firstGroup, endGroup int
}

// unlimited is the max of a repetition that has none.
const unlimited = 1<<31 - 1

// MatchesEmpty reports whether the node may match without consuming anything.
func (n *Node) MatchesEmpty() bool {
	switch n.op {
	case opSet:
		return false
	case opConcatenation:
		for _, sub := range n.subs {
			if !sub.MatchesEmpty() {
				return false
			}
		}
	case opAlternation:
		for _, sub := range n.subs {
			if sub.MatchesEmpty() {
				return true
			}
		}
		return false
	case opRepetition:
		return n.min == 0 || n.subs[0].MatchesEmpty()
	case opGroup:
		return n.subs[0].MatchesEmpty()
	}
	return true
}

// Consumes reports whether what the node consumes may have the byte.
func (n *Node) Consumes(b byte) bool {
	return n.set.Has(b) || n.op != opLook && slices.ContainsFunc(n.subs, func(n *Node) bool { return n.Consumes(b) })
}

// Loop returns the bytes of a node that is any number of bytes of a set, such as "[a-c]+": at least least, which is 0 or 1.
// It reports false for any other node.
func (n *Node) Loop() (set Set, least int, ok bool) {
	if n.op != opRepetition || n.subs[0].op != opSet || n.min > 1 || n.max != unlimited {
		return Set{}, 0, false
	}
	return n.subs[0].set, n.min, true
}

// Texts returns the texts that the node matches, if it is one or a choice between several, in order. None of them is empty.
// It returns nil for any other node. If fold is true, the letter case of the texts does not matter.
func (n *Node) Texts(fold bool) []string {
	alternatives := []*Node{n}
	if n.op == opAlternation {
		alternatives = n.subs
	}
	texts := make([]string, 0, len(alternatives))
	for _, n := range alternatives {
		text, ok := n.text(fold)
		if !ok {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// text returns the text that the node matches, if there is only one, and it is not empty.
func (n *Node) text(fold bool) (string, bool) {
	subs := []*Node{n}
	if n.op == opConcatenation {
		subs = n.subs
	}
	text := make([]byte, 0, 16)
	for _, sub := range subs {
		b, ok := sub.literal(fold)
		if !ok {
			return "", false
		}
		text = append(text, b)
	}
	return string(text), len(text) > 0
}

// literal returns the byte that a node matches if it is only one, apart from its letter case if fold is true.
func (n *Node) literal(fold bool) (byte, bool) {
	set := n.set // empty for all but an opSet
	if fold {
		set = set.folded()
		if upper := set[1] >> 32 & upperBytes[1]; n.set != set.union(Set{0, upper}) {
			return 0, false
		}
	}
	return set.first(), set.len() == 1
}
