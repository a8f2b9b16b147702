package psl

import (
	"strings"
	"sync"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
)

// lists are lists that are hard to read, beside URLs as rules.
var lists = hostile.Shapes{
	"short rules":        hostile.Repeated("", "a\n", ""),
	"one deep rule":      hostile.Repeated("", "a.", "b"),
	"deep rules":         func(n int) string { return strings.Repeat(strings.Repeat("a.", 400)+"b\n", n/802) },
	"one long rule":      hostile.Repeated("", "a", ".b"),
	"blank lines":        hostile.Repeated("", "\n", "b"),
	"spaces":             hostile.Repeated("", " ", "b"),
	"spaces at end":      hostile.Repeated("b", " \r", "\n"),
	"comments":           hostile.Repeated("", "//\n", "b"),
	"sections":           hostile.Repeated("", "// ===BEGIN ICANN DOMAINS===\n// ===END ICANN DOMAINS===\n", "b"),
	"a version":          hostile.Repeated("// VERSION: ", "1", "\n"),
	"versions":           hostile.Repeated("", "// VERSION: 1\n", "\n"),
	"wildcards":          hostile.Repeated("", "*.a\n", ""),
	"stars":              hostile.Repeated("", "*.", "b"),
	"exceptions":         hostile.Repeated("", "!a.b\n", ""),
	"IDNs":               hostile.Repeated("", "\u00fc.b\n", ""),
	"one IDN":            hostile.Repeated("", "\u00fc", ".b\n"),
	"dotted I":           hostile.Repeated("", "\u0130\n", ""),
	"dotted I and marks": hostile.Repeated("", "\u0130\u0344\n", ""),
	"vowel of Hangul":    hostile.Repeated("", "a\u3155\n", ""),
	"CJK compatibility":  hostile.Repeated("", "\U0002F91F\n", ""),
	"one for six":        hostile.Repeated("", "\u3316", "\n"),
	"one for six, rules": hostile.Repeated("", "\u3316\n", "\n"),
	"marks":              hostile.Repeated("a", "\u0301", "\n"),
	"different":          hostile.Numbered("", "%x\n", "", 0xa0000000, 1),
	"different, deep":    hostile.Numbered("", "%x.a.b.c.d.e.f\n", "", 0xa0000000, 1),
	"NULs":               hostile.Repeated("", "\x00\n", ""),
	"byte order marks":   hostile.Repeated("", "\uFEFF", ""),
	"carriage returns":   hostile.Repeated("", "a\r", ""),
}

// attacks read lists, and ask them for domains.
var attacks = map[string]hostile.Use{
	"Parse(r)":                       hostile.Reading(func(s string) { _, _ = Parse(strings.NewReader(s)) }),
	"Parse(r) of one rule":           hostile.Reading(func(s string) { _, _ = Parse(strings.NewReader(ruleOf(s))) }),
	"List.Lookup(domain)":            asking(usual, func(l *List, domain string) { l.Lookup(domain) }),
	"List.PublicSuffix(domain)":      asking(usual, func(l *List, domain string) { l.PublicSuffix(domain) }),
	"List.ICANNSuffix(domain)":       asking(usual, func(l *List, domain string) { l.ICANNSuffix(domain) }),
	"List.ICANNSuffix(l)":            asking(listOf, func(l *List, _ string) { l.ICANNSuffix("www.example.co.uk") }),
	"List.Lookup(l, domain)":         asking(listOf, func(l *List, domain string) { l.Lookup(domain) }),
	"List.Lookup(l, domain) below":   asking(listOf, func(l *List, domain string) { l.Lookup("a." + domain) }),
	"List.PublicSuffix(l, domain)":   asking(listOf, func(l *List, domain string) { l.PublicSuffix(domain) }),
	"List.PublicSuffix(l), a domain": asking(listOf, func(l *List, _ string) { l.PublicSuffix("www.example.co.uk") }),
	"List.String(l)":                 asking(listOf, func(l *List, _ string) { _ = l.String() }),
	"Error.Error(e)":                 onError(func(e *Error) { _ = e.Error() }),
	"Error.Unwrap(e)":                onError(func(e *Error) { _ = e.Unwrap() }),
}

// usual returns a list of some rules.
func usual(string) *List {
	list, _ := Parse(strings.NewReader("com\nco.uk\n*.ck\n!www.ck\na.a.a.a.a\n*.xn--tda\n"))
	return list
}

// listOf returns the list that s is, or else the list of the domain in it.
var listOf = hostile.Remembering(func(s string) *List {
	list, err := Parse(strings.NewReader(s))
	if err != nil {
		list, _ = Parse(strings.NewReader(ruleOf(s)))
	}
	return list
})

// ruleOf returns the host in a URL, or the first rule of a list.
func ruleOf(s string) string {
	if _, host, ok := strings.Cut(s, "//"); ok {
		s = strings.TrimSuffix(host, "/")
	}
	rule, _, _ := strings.Cut(s, "\n")
	return rule
}

func asking(list func(s string) *List, ask func(l *List, domain string)) hostile.Use {
	return func(s string) (int, func()) {
		l, domain := list(s), ruleOf(s)
		return len(s), func() { ask(l, domain) }
	}
}

func onError(do func(e *Error)) hostile.Use {
	return func(s string) (int, func()) {
		e := &Error{Rule: s, Err: errNotUTF8}
		return len(s), func() { do(e) }
	}
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) { hostile.CheckComplete(t, attacks, nil) }

// TestGrowth checks that time and memory grow linearly with the length of a list and of a domain. Only this test states
// how much memory.
func TestGrowth(t *testing.T) {
	most := func(name, shape string) float64 { return 320 }
	hostile.Check(t, lists, attacks, most)
	hostile.Check(t, hostile.URLs, attacks, most)
}

// TestZeroValues calls each method of the zero value of each type. None may panic.
func TestZeroValues(t *testing.T) { hostile.CallZeros(t, new(List), new(Error)) }

// TestConcurrentLookups asks one list from many goroutines, for the race detector to watch.
func TestConcurrentLookups(t *testing.T) {
	list := mustParse(t, smallList)
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			for range 20 {
				if suffix, _, _ := list.Lookup("b.a.compute.com"); suffix != "a.compute.com" || list.String() == "" {
					t.Errorf("suffix %q", suffix)
				}
			}
		})
	}
	readers.Wait()
}
