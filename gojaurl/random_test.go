package gojaurl_test

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/gen"
)

var (
	seed    = flag.Uint64("seed", 1, "the seed of the random scripts")
	scripts = flag.Int("scripts", 2000, "the number of random scripts")
)

//go:embed testdata/random.js
var randomScript string

// reference returns the results of scripts in Node, with the classes of npm's whatwg-url. Without that, the test is skipped, or
// fails if the environment variable CI is set.
func reference(t *testing.T, sources []string) (results []string) {
	t.Helper()
	if _, err := os.Stat("testdata/oracle/node_modules/whatwg-url"); err != nil {
		const message = "whatwg-url is not installed. To install it, run\n\tnpm install --prefix gojaurl/testdata/oracle"
		if os.Getenv("CI") != "" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	var in bytes.Buffer
	for _, source := range sources {
		fmt.Fprintln(&in, literal(source))
	}
	node := exec.Command("node", "testdata/oracle/oracle.js")
	node.Stdin, node.Stderr = &in, os.Stderr
	out, err := node.Output()
	results = strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if err != nil || len(results) != len(sources) {
		t.Fatalf("%d results of %d scripts, %v", len(results), len(sources), err)
	}
	return results
}

// TestRandom compares the results of random scripts with those of the reference implementation.
func TestRandom(t *testing.T) {
	g := scripter{gen.New(*seed)}
	sources := make([]string, *scripts)
	for i := range sources {
		sources[i] = g.script()
	}
	want := reference(t, sources)
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		e, differences, steps, thrown := ours[name](t), 0, 0, 0
		for i, source := range sources {
			got, err := e.call(randomScript, source)
			if err != nil {
				t.Fatalf("%v in\n%s", err, source)
			}
			if steps, thrown = steps+strings.Count(source, "step("), thrown+strings.Count(got, "throws"); got == want[i] {
				continue
			}
			if differences++; differences < 10 {
				t.Errorf("%s: seed %d, script %d:\n%s\n%s", name, *seed, i, source, firstDifference(t, got, want[i]))
			}
		}
		t.Logf("%s, seed %d: %d scripts, %d steps, %d of them throw, %d differences", name, *seed, *scripts, steps, thrown, differences)
	}
}

func firstDifference(t *testing.T, got, want string) string {
	t.Helper()
	var ours, theirs []string
	if err := json.Unmarshal([]byte(got), &ours); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &theirs); err != nil {
		t.Fatal(err)
	}
	for i := range min(len(ours), len(theirs)) {
		if ours[i] != theirs[i] {
			return fmt.Sprintf("step %d: got %s, want %s", i, ours[i], theirs[i])
		}
	}
	return fmt.Sprintf("%d steps, want %d", len(ours), len(theirs))
}

// A scripter makes random scripts. Their variables are a URL u, a URLSearchParams p and an iterator i.
type scripter struct{ *gen.Generator }

func (g scripter) pick(from ...string) string { return from[g.Below(len(from))] }

func (g scripter) script() string {
	lines := []string{`let u, p, i;`}
	if g.Below(2) == 0 {
		lines[0] = `"use strict"; ` + lines[0]
	}
	href := g.SetterHref()
	for !isKnown(href) {
		href = g.SetterHref()
	}
	lines = append(lines, stepOf("u = new URL("+literal(href)+")"), stepOf("p = u.searchParams"))
	for range 3 + g.Below(20) {
		lines = append(lines, stepOf(g.expression()))
		if g.Below(3) == 0 {
			lines = append(lines, stepOf("[u, p, u.search, p.size]"))
		}
	}
	return strings.Join(lines, "\n")
}

func stepOf(expression string) string { return "step(() => " + expression + ");" }

// literal returns s as a literal of JavaScript.
func literal(s string) string {
	text, _ := json.Marshal(s) // a string can always be encoded
	return string(text)
}

// isKnown reports whether the Unicode versions of Go and of the reference implementation cannot differ in s. Labels in Punycode are
// not decoded here, and so not known.
func isKnown(s string) bool {
	decoded := strings.ToLower(url.PercentDecode(s))
	return !strings.Contains(decoded, "xn--") && !strings.ContainsFunc(decoded, func(r rune) bool {
		return unicode.Is(unicode.Cn, r) || strings.ContainsRune("\u1B3A\u1B3C\u1B42", r)
	})
}

var attributes = strings.Fields("href origin protocol username password host hostname port pathname search hash")

// expression returns an expression that reads or changes something.
func (g scripter) expression() string {
	attribute := g.pick(attributes...)
	switch g.Below(22) {
	case 0, 1, 2, 3, 4:
		return "u." + attribute + " = " + g.valueOf(attribute)
	case 5:
		return "u." + g.pick(append(attributes, "toString()", "toJSON()", "searchParams", "missing")...)
	case 6:
		return "u = " + g.pick("new ", "") + "URL(" + g.arguments(2) + ")"
	case 7:
		return "URL." + g.pick("canParse", "parse") + "(" + g.arguments(2) + ")"
	case 8:
		return "p = " + g.pick("u.searchParams", "u.searchParams", "new URLSearchParams("+g.init()+")")
	case 9, 10, 11, 12:
		return g.mutation()
	case 13:
		return "p." + g.pick("get", "getAll", "has") + "(" + g.names(2) + ")"
	case 14:
		return g.pick("p.size", "p.size = 3", "String(p)", "[...p]", "JSON.stringify({ u, p })", "u.searchParams === u.searchParams")
	case 15:
		return "i = p" + g.pick(".keys", ".values", ".entries", "[Symbol.iterator]") + "()"
	case 16, 17:
		return "i.next()"
	case 18:
		return "{ const seen = []; for (const x of p) { seen.push(x); if (seen.length > 5) break; " + g.mutation() + "; } return seen; }"
	case 19:
		return "{ const seen = []; p.forEach(function (value, name, list) { seen.push(value, name, list === p, this === u); " +
			"if (seen.length > 20) throw new RangeError(\"enough\"); " + g.mutation() + "; }, " + g.pick("u", "p", "undefined") + "); return seen; }"
	case 20:
		return g.reflection(attribute)
	}
	return "u = new (class extends URL { get hash() { return super." + attribute + "; } own = 1; })(" + g.arguments(2) + ")"
}

// mutation returns a call that changes p. In a loop, x or name may be what the loop gives.
func (g scripter) mutation() string {
	return "p." + g.pick("append", "set", "delete", "append", "set", "delete", "sort") + "(" + g.names(2) + ")"
}

// reflection returns an expression about the properties of an object or a class.
func (g scripter) reflection(attribute string) string {
	descriptor := "Object.getOwnPropertyDescriptor(URL.prototype, " + literal(attribute) + ")"
	return g.pick(
		descriptor+".get.call("+g.pick("u", "p", "URL.prototype", "{}", "undefined", "Object.create(u)")+")",
		descriptor+".set?.call(u, "+g.valueOf(attribute)+")",
		descriptor,
		"Reflect.get(URL.prototype, "+literal(attribute)+", u)",
		"Reflect.set(URL.prototype, "+literal(attribute)+", "+g.valueOf(attribute)+", u)",
		"("+literal(attribute)+" in u) + Object.keys(u).join()",
		"delete u."+attribute,
		"(u.mine = "+g.valueOf(attribute)+", u.mine)",
		"Object.prototype.toString.call("+g.pick("u", "p", "i", "URL", "URL.prototype")+")",
		"URLSearchParams.prototype."+g.pick("get", "toString", "entries", "sort")+".call("+g.pick("u", "{}", "p")+", \"a\")",
		"[URL.length, URL.name, URLSearchParams.length, u instanceof URL, p instanceof URL]",
		"(() => { const names = []; for (const name in u) names.push(name); return names.sort(); })()",
	)
}

// arguments returns up to n+1 arguments for URL.
func (g scripter) arguments(n int) string {
	var list []string
	for range g.Below(n + 2) {
		list = append(list, g.valueOf("href"))
	}
	return strings.Join(list, ", ")
}

// names returns up to n+1 arguments for a method of URLSearchParams.
func (g scripter) names(n int) string {
	var list []string
	for range g.Below(n + 2) {
		list = append(list, g.pick(literal(g.pick("a", "b", "c", "x y", "")), literal(g.pick("a", "b")), g.value(g.SetterValue("search"))))
	}
	return strings.Join(list, ", ")
}

// valueOf returns a value for an attribute.
func (g scripter) valueOf(attribute string) string {
	switch attribute {
	case "origin":
		attribute = "host"
	case "href":
		input, _, _ := g.Case()
		return g.value(input)
	}
	return g.value(g.SetterValue(attribute))
}

// value returns s as a literal or, sometimes, something else.
func (g scripter) value(s string) string {
	switch g.Below(12) {
	case 0:
		return g.pick("undefined", "null", "true", "0", "-0", "8080", "1e21", "12.5", "10n", "NaN", "[]", "[1, 2]", "({})", "u", "p")
	case 1:
		return g.pick("Symbol()", "({ toString() { throw new RangeError(\"mine\"); } })", "({ toString: null, valueOf: () => Symbol() })",
			"({ toString() { return \"x\"; } })", "({ toString: null, valueOf() { return \"y\"; } })", "Object.create(null)", "String(\"z\")")
	case 2:
		return g.pick(`"\ud800"`, `"a\udc00b"`, `"\ud83d\ude00"`, `"\udc00\ud800"`) + " + " + g.known(s)
	}
	return g.known(s)
}

// known returns s as a literal, or another string if the versions of Unicode matter.
func (g scripter) known(s string) string {
	if !isKnown(s) {
		return `"known"`
	}
	return literal(s)
}

// init returns an argument for the constructor of URLSearchParams. It is not u: the reference implementation keeps what it knows of
// a URL object in a property that is enumerable, with a symbol as its key.
func (g scripter) init() string {
	text := g.value(g.SearchParamsInit())
	for text == "u" {
		text = g.value(g.SearchParamsInit())
	}
	var members, pairs []string
	for range g.Below(4) {
		key, value := g.pick(`"a"`, `"b"`, `"\ud800"`, `"\udc00"`, `"1"`, `"__proto__x"`), g.value(g.SearchParamsInit())
		members = append(members, key+": "+value)
		pairs = append(pairs, g.pick("["+key+", "+value+"]", "["+key+", "+value+"]", "new Set(["+key+", "+value+"])", "["+key+"]", `"ab"`, "1"))
	}
	return g.pick(
		text, text,
		"{ "+strings.Join(members, ", ")+" }", "{ "+strings.Join(members, ", ")+" }",
		"["+strings.Join(pairs, ", ")+"]", "["+strings.Join(pairs, ", ")+"]",
		"new Map(["+strings.Join(pairs, ", ")+"])",
		"{ [Symbol(\"key\")]: 1, a: 2 }", "{ [Symbol.iterator]: "+g.pick("null", "1", "undefined", "() => 1", "() => ({})")+", a: 2 }",
		"u.searchParams", "p", "p.entries()", "(function* () { yield [\"a\", 1]; yield p.keys(); })()",
		"Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } })",
	)
}
