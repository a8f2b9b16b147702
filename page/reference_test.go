package page

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// This file transcribes algorithms of the HTML Standard step by step, for the fuzz tests to compare with.

var (
	validInteger = regexp.MustCompile(`^[0-9]+$`)
	validFloat   = regexp.MustCompile(`^-?([0-9]+|[0-9]*\.[0-9]+)([eE][-+]?[0-9]+)?$`)
)

// slowSrcset transcribes https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute.
func slowSrcset(input string) (candidates []Candidate) {
	position := 0
	collect := func(chars string, in bool) string {
		start := position
		for position < len(input) && strings.Contains(chars, input[position:position+1]) == in {
			position++
		}
		return input[start:position]
	}
	for {
		collect(whitespace+",", true) // splitting loop
		if position >= len(input) {
			return candidates
		}
		url := collect(whitespace, false)
		var list []string
		if strings.HasSuffix(url, ",") {
			url = strings.TrimRight(url, ",")
		} else {
			collect(whitespace, true) // descriptor tokenizer
			list, position = slowDescriptors(input, position)
		}
		if c, ok := slowCandidate(url, list); ok {
			candidates = append(candidates, c)
		}
	}
}

func slowDescriptors(input string, position int) (list []string, end int) {
	current, state := "", "in descriptor"
	flush := func() {
		if current != "" {
			list = append(list, current)
		}
		current = ""
	}
	for ; ; position++ {
		isEnd := position >= len(input)
		c := ""
		if !isEnd {
			c = input[position : position+1]
		}
		isSpace := !isEnd && strings.Contains(whitespace, c)
		switch state {
		case "in descriptor":
			switch {
			case isEnd:
				flush()
				return list, position
			case isSpace:
				flush()
				state = "after descriptor"
			case c == ",":
				flush()
				return list, position + 1
			case c == "(":
				current += c
				state = "in parens"
			default:
				current += c
			}
		case "in parens":
			if isEnd {
				return append(list, current), position
			}
			if current += c; c == ")" {
				state = "in descriptor"
			}
		case "after descriptor":
			if isEnd {
				return list, position
			}
			if !isSpace {
				state = "in descriptor"
				position--
			}
		}
	}
}

func slowCandidate(url string, list []string) (c Candidate, ok bool) {
	width, height, density := -1, -1, -1.0 // absent
	for _, d := range list {
		number, unit := d[:len(d)-1], d[len(d)-1:]
		switch {
		case unit == "w" && validInteger.MatchString(number):
			if width >= 0 || density >= 0 {
				return c, false
			}
			if width = slowInteger(number); width == 0 {
				return c, false
			}
		case unit == "x" && validFloat.MatchString(number):
			if width >= 0 || density >= 0 || height >= 0 {
				return c, false
			}
			var err error
			if density, err = strconv.ParseFloat(number, 64); err != nil || density < 0 {
				return c, false
			}
			density = math.Abs(density)
		case unit == "h" && validInteger.MatchString(number):
			if height >= 0 || density >= 0 {
				return c, false
			}
			if height = slowInteger(number); height == 0 {
				return c, false
			}
		default:
			return c, false
		}
	}
	if height >= 0 && width < 0 {
		return c, false
	}
	if width < 0 && density < 0 {
		density = 1
	}
	return Candidate{url, max(width, 0), max(height, 0), max(density, 0)}, true
}

func slowInteger(digits string) int {
	n, err := strconv.ParseUint(digits, 10, strconv.IntSize-1)
	if err != nil {
		return math.MaxInt
	}
	return int(n)
}

// slowRefresh transcribes https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps.
func slowRefresh(input string) (r Refresh, ok bool) {
	position := 0
	at := func(chars string) bool {
		return position < len(input) && strings.Contains(chars, input[position:position+1])
	}
	collect := func(chars string) string {
		start := position
		for at(chars) {
			position++
		}
		return input[start:position]
	}
	collect(whitespace)
	if digits := collect("0123456789"); digits != "" {
		r.Seconds = slowInteger(digits)
	} else if !at(".") {
		return Refresh{}, false
	}
	collect("0123456789.")
	if position < len(input) {
		if !at(";," + whitespace) {
			return Refresh{}, false
		}
		collect(whitespace)
		if at(";,") {
			position++
		}
		collect(whitespace)
	}
	if position >= len(input) {
		return r, true
	}
	r.HasRef, r.Ref = true, input[position:]
	if at("Uu") {
		position++
		for _, letter := range []string{"Rr", "Ll"} {
			if !at(letter) {
				return r, true
			}
			position++
		}
		if collect(whitespace); !at("=") {
			return r, true
		}
		position++
		collect(whitespace)
	}
	quote := ""
	if at(`'"`) {
		quote = input[position : position+1]
		position++
	}
	r.Ref = input[position:]
	if i := strings.Index(r.Ref, quote); quote != "" && i >= 0 {
		r.Ref = r.Ref[:i]
	}
	return r, true
}
