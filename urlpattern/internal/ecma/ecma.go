// Package ecma is the regular expression engine of package urlpattern. It parses an ECMAScript regular expression with the
// flag v, compiles it, and matches all of an input with it.
//
//	n, groups, err := ecma.Parse(`(a+)-(b?)`, false)
//	p, ok := ecma.Compile(n, groups, false)
//	spans := make([]ecma.Span, groups)
//	matched := p.Match("aa-", spans) // true, and the spans are "aa" and ""
//
// The result is what JavaScript returns, groups included, for inputs that are ASCII. The inputs are the components of URLs, so
// they are.
//
// # Three ways to match
//
// The time of a match is linear in the length of the input, times the size of the program. [Program.Match] chooses one of three
// ways:
//
//   - A machine (machine.go) backtracks, and notes where it was. It is for short inputs.
//   - A sweep (sweep.go) is a lazy DFA over the input from its end. It is for long inputs and for lookaround assertions.
//   - A walk (walk.go) finds the groups, after a sweep.
package ecma

// Match reports whether the program matches all of the input, which must be shorter than 4 GiB. It fills in the spans of the
// first groups. If spans is empty, Match does not note groups.
//
// Without groups, the memory of a match depends only on the program, unless that has both lookahead and lookbehind assertions.
func (p *Program) Match(input string, spans []Span) bool {
	switch {
	case !p.looks && p.visits <= p.mostVisits(input, len(spans) == 0):
		matched, _ := p.run(input, spans)
		return matched
	case len(spans) == 0:
		return p.test(input)
	}
	return p.exec(input, spans)
}

// mostVisits returns with how many visits a machine is better than a sweep or a walk: where it needs no more memory than
// itself, and for groups where it needs at most 8 KiB of bits.
func (p *Program) mostVisits(input string, isTest bool) int {
	if isTest {
		return 64 * fewVisited / (len(input) + 1)
	}
	return 1 << 16 / (len(input) + 1)
}
