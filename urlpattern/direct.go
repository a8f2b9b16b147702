package urlpattern

import (
	"math"
	"slices"
	"strings"

	"github.com/weburl-go/url/urlpattern/internal/ecma"
)

// This file decides whether a component can be matched from left to right, without backtracking. Most patterns can: "/books/:id"
// then takes a quarter of the time that its program takes, "/static/*" a sixth, and New two thirds, since there is no program to
// compile.

// An element is a piece of a component: a text, or a run of bytes, or a part with a modifier.
type element struct {
	text     string
	run      run
	starts   ecma.Set // of a run: the bytes that it takes
	modifier modifier
	before   string // of a part with a modifier
	after    string
}

func (e *element) isText() bool { return e.text != "" && e.modifier == none }

// fewElements is the number of elements that need no memory of their own.
const fewElements = 8

// direct makes m match directly if there is only one way in which the component can match each input. regexps are what
// partRegexps returns.
func (m *matcher) direct(parts []part, o options, regexps []*ecma.Node) bool {
	var few [fewElements]element
	elements, ok := m.elements(parts, o, regexps, few[:0])
	if !ok {
		return false
	}
	prefix := ""
	if len(elements) > 0 && elements[0].isText() {
		prefix, elements = elements[0].text, elements[1:]
	}
	suffix, elements := endingText(elements)
	if len(elements) > 0 {
		if m.runs = m.runsOf(elements); m.runs == nil {
			return false
		}
	}
	m.prefix, m.suffix = prefix, suffix
	return true
}

// runsOf returns the runs of the elements, or nil if one of them could end at more than one place.
func (m *matcher) runsOf(elements []element) *runs {
	rs := &runs{last: run{kind: runEmpty, group: -1, isPlain: true}}
	if n := len(elements); elements[n-1].isEnding() {
		last := &elements[n-1].run
		rs.ending = &ending{choices: last.choices, group: last.group}
		rs.ending.before, elements = endingText(elements[:n-1])
	}
	if len(elements) == 0 {
		return rs
	}
	rs.first = make([]run, 0, len(elements)/2)
	for i := 0; i < len(elements)-1; {
		r, used, ok := m.run(elements[i:])
		if !ok {
			return nil
		}
		rs.first = append(rs.first, r)
		i += used
	}
	var ok bool
	if rs.last, ok = m.lastRun(&elements[len(elements)-1]); !ok {
		return nil
	}
	return rs
}

// endingText returns the text that the elements end with, and those before it.
func endingText(elements []element) (text string, before []element) {
	if n := len(elements); n > 0 && elements[n-1].isText() {
		return elements[n-1].text, elements[:n-1]
	}
	return "", elements
}

// isEnding reports whether the element can be an ending: at most one of its choices ends an input.
func (e *element) isEnding() bool {
	return e.modifier == none && e.run.kind == runChoice && noneEndsInAnother(e.run.choices)
}

// noneEndsInAnother reports whether none of the choices ends in another one, or is there twice.
func noneEndsInAnother(choices []string) bool {
	reversed := make([]string, len(choices))
	for i, choice := range choices {
		b := []byte(choice)
		slices.Reverse(b)
		reversed[i] = string(b)
	}
	return noneBeginsWithAnother(reversed)
}

// noneBeginsWithAnother reports whether none of the choices begins with another one, or is there twice.
func noneBeginsWithAnother(choices []string) bool {
	sorted := slices.Sorted(slices.Values(choices)) // so what begins with a choice comes right after it
	for i := range len(sorted) - 1 {
		if strings.HasPrefix(sorted[i+1], sorted[i]) {
			return false
		}
	}
	return true
}

// run returns the run of the first element, with the text after it, and how many elements that is. It reports false
// if the run could end at more than one place.
func (m *matcher) run(elements []element) (r run, used int, ok bool) {
	e, next := &elements[0], &elements[1]
	if e.modifier != none {
		return r, 0, false
	}
	r = e.run
	if r.kind == runChoice {
		if next.isText() {
			r.text = next.text
			return r, 2, noneBeginsWithAnother(r.choices)
		}
		return r, 1, noneBeginsWithAnother(r.choices)
	}
	follow := next.text + next.before + next.run.text // next has at most one of them
	if follow == "" || m.takes(e.starts, follow[0]) {
		return r, 0, false
	}
	if next.modifier != none { // next is the last element, and if it is missing, the run ends where the input does
		return r, 1, true
	}
	r.text = follow
	return r, 2, true
}

// takes reports whether the set has the byte, in one of its cases if these do not count.
func (m *matcher) takes(s ecma.Set, b byte) bool {
	if m.fold {
		return s.HasFold(b)
	}
	return s.Has(b)
}

// lastRun returns the run that matches the rest of the input with the element alone.
func (m *matcher) lastRun(e *element) (r run, ok bool) {
	r = e.run
	repeats := e.modifier == zeroOrMore || e.modifier == oneOrMore
	switch {
	case r.kind == runChoice && (repeats || !noneBeginsWithAnother(r.choices)):
		return r, false
	case e.modifier == none:
		r.isPlain = true
		return r, true
	case r.kind == runRepeats:
		return r, true
	}
	if e.before == "" && e.after == "" {
		switch {
		case !repeats:
			r.isOptional = true
		case e.modifier == zeroOrMore:
			r.least = 0
		}
		return r, true
	}
	r.before, r.end = e.before, e.after
	r.isOptional = e.modifier == optional || e.modifier == zeroOrMore
	if repeats && r.kind != runAny {
		r.repeats, r.text = true, e.after+e.before
		return r, !m.takes(e.starts, r.text[0])
	}
	return r, true
}

// elements returns the pieces of the component, with texts that follow each other as one. It reports false for a
// regular expression that is not a run of a set, and for a wildcard that is too far from the end to be the last run.
// The elements are in room, if they fit there.
func (m *matcher) elements(parts []part, o options, regexps []*ecma.Node, room []element) ([]element, bool) {
	const mostBehind = 3 // a text, an ending and a text
	for i := range max(0, len(parts)-1-mostBehind) {
		if parts[i].partType == fullWildcard {
			return nil, false // it could end anywhere
		}
	}
	elements := room
	text := func(s string) {
		switch n := len(elements); {
		case s == "":
		case n > 0 && elements[n-1].isText():
			elements[n-1].text += s
		default:
			elements = append(elements, element{text: s, modifier: none})
		}
	}
	group := int32(0)
	for i := range parts {
		p := &parts[i]
		switch {
		case p.isText():
			text(p.value)
			continue
		case p.partType == fixedText:
			if p.value == "" {
				return nil, false
			}
			elements = append(elements, element{modifier: p.modifier, run: repeatsOf(p)})
			continue
		}
		var n *ecma.Node
		if p.partType == regexpPart {
			n = regexps[i]
		}
		e, ok := runOf(p, o, n)
		if !ok {
			return nil, false
		}
		e.run.group = group
		group++
		if p.modifier == none {
			text(p.prefix)
			elements = append(elements, e)
			text(p.suffix)
			continue
		}
		e.modifier, e.before, e.after = p.modifier, p.prefix, p.suffix
		elements = append(elements, e)
	}
	return elements, true
}

// repeatsOf returns the run of a fixed text with a modifier.
func repeatsOf(p *part) run {
	r := run{kind: runRepeats, text: p.value, group: -1, most: math.MaxInt32}
	switch p.modifier {
	case optional:
		r.most = 1
	case oneOrMore:
		r.least = 1
	}
	return r
}

// runOf returns the element for what the group of a part matches. n is the regular expression of the part, if it has
// one.
func runOf(p *part, o options, n *ecma.Node) (e element, ok bool) {
	e.modifier = none
	switch p.partType {
	case fullWildcard:
		e.run.kind, e.starts = runAny, ecma.AllASCII
		return e, true
	case segmentWildcard:
		e.run.kind, e.run.least, e.starts = runAny, 1, ecma.AllASCII
		if o.delimiterCodePoint != "" {
			e.run.kind, e.run.stop = runBut, o.delimiterCodePoint[0]
			e.starts = ecma.AllBut(o.delimiterCodePoint[0])
		}
		return e, true
	}
	if choices := n.Texts(o.ignoreCase); choices != nil {
		e.run.kind, e.run.least, e.run.choices, e.run.fold = runChoice, 1, choices, o.ignoreCase
		return e, true
	}
	set, least, ok := n.Loop()
	if !ok {
		return e, false
	}
	e.starts = set
	e.run.kind, e.run.least, e.run.set = runSet, int32(least), &set
	if stop, ok := set.Missing(); ok {
		e.run.kind, e.run.stop = runBut, stop
	}
	return e, true
}
