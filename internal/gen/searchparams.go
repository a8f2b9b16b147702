package gen

import "strings"

// An Op is one operation on a URLSearchParams, or on the URL that it belongs to.
type Op struct {
	// Method is the name of a method of URLSearchParams ("append", "delete", "get", "getAll", "has", "set",
	// "sort", "size", "toString"), or the name of a setter of the URL class followed by "=".
	Method string
	Args   []string
}

// SearchParamsInit returns a string to make a URLSearchParams from. A few have more than 12 pairs, so that sorting
// does not use insertion sort.
func (g *Generator) SearchParamsInit() string {
	if g.once(20) {
		return g.join(13, 40, "&", func(g *Generator) string { return g.formName() + "=" + g.pick("1", "2") })
	}
	return g.maybe(4, oneOf("?", "??", "&", "=", "&&", "?&")) + g.join(0, 4, g.pick("&", "&", "&&", ";"), (*Generator).formPair)
}

// SearchParamsOps returns operations on a URLSearchParams, in order. They use few names, so that several operations
// have the same name.
func (g *Generator) SearchParamsOps() []Op {
	ops := make([]Op, g.between(2, 7))
	for i := range ops {
		ops[i] = g.searchParamsOp()
	}
	return ops
}

// URLOps returns operations on the live URLSearchParams of a URL, mixed with calls of the URL's setters.
func (g *Generator) URLOps() []Op {
	ops := g.SearchParamsOps()
	for i := range ops {
		if g.once(3) {
			ops[i] = g.urlOp()
		}
	}
	return ops
}

// searchParamsOp makes a call of one method of URLSearchParams.
func (g *Generator) searchParamsOp() Op {
	name, value := g.formName(), g.formText()
	switch method := g.pickSpaced("append append delete delete get getAll has has set set sort sort size toString"); method {
	case "append", "set":
		return Op{method, []string{name, value}}
	case "delete", "has":
		if g.once(2) {
			return Op{method, []string{name, g.pick(value, "1", "")}}
		}
		return Op{method, []string{name}}
	case "get", "getAll":
		return Op{method, []string{name}}
	default:
		return Op{method, nil}
	}
}

// urlOp makes a call of a setter of the URL class.
func (g *Generator) urlOp() Op {
	switch g.Below(4) {
	case 0:
		name, value := g.Setter()
		return Op{name + "=", []string{value}}
	case 1:
		return Op{"href=", []string{g.pick("x:o?", "http://h/?", "x:/o?q#f", "http://h?", "http://h/?q#") + g.SearchParamsInit()}}
	default:
		return Op{"search=", []string{g.pick("", "?", "?", "") + g.SearchParamsInit()}}
	}
}

// formPair makes a pair of application/x-www-form-urlencoded, or nearly one.
func (g *Generator) formPair() string {
	return g.apply(
		func(g *Generator) string { return g.formEncoded(g.formName()) + "=" + g.formEncoded(g.formText()) },
		func(g *Generator) string { return g.formName() + g.pick("", "=", "=1", "==1", "=1=2") },
		oneOf("", "=", "=1", "+", "+=+", "%", "%=%4", "%zz=%1", "%ff=%C3", "%F0%9F%98=1", "%ED%A0%80", "%ef%bb%bfa=%ef%bb%bf", "\ufeffa", "%00=\x00", "a%3D=%26", "%2B=+", "%20=%2520", "a+b=c+d", "a%5B%5D=1", "a=%F4%90%80%80", "é=%c3%a9", "a=%e9", "%E0%80%80", "%F0%80%80%80=%C0%80", "%E2%82=%E2%82%", "%F0%9F%98a=%F0%9Fé"),
	)
}

// formEncoded percent-encodes "%" and the delimiters of pairs in s.
func (g *Generator) formEncoded(s string) string {
	return strings.NewReplacer("%", "%25", "&", "%26", "=", "%3D", "+", "%2B", "#", "%23", " ", g.pick("+", "%20", " ")).Replace(s)
}

// formName makes a name. Some of the names sort differently by code point and by code unit.
func (g *Generator) formName() string {
	return g.apply(
		oneOf("a", "b", "a", "A", "aa", "z"),
		oneOf("", "é", "a b", "a=b", "a&b", "a+b", "%41", "\ufb03", "\U0001f600", "\U00010000", "\ufffd", "\uffff", "\ue000", "\U0001f308"),
	)
}

// formText makes a value. The values cover both sides of the form percent-encode set.
func (g *Generator) formText() string {
	return g.apply(
		oneOf("", "1", "2", "1"),
		oneOf("a b", "+", "%", "%20", "&", "=", "#", "é", "\x00", "\t", "\r\n", "\x7f", "*-._~", "!'()", "/?:@$,;", "[]{}|^`\"<>\\", "\U0001f600", "\ufeff", "\ufffe", "az09AZ"),
	)
}
