package url

import (
	"flag"
	"testing"
)

var mostBytes = flag.Int("length", 3, "the `bytes` of the longest texts of the tests of all short texts; 6 takes a quarter of an hour")

// isSampled reports whether a test runs its nth case: all of them do, or with -short each eighth.
func isSampled(n int) bool { return !testing.Short() || n%8 == 0 }

// eachShortText calls f with all texts of at most length bytes over the characters that the states decide by.
func eachShortText(length int, f func(s string)) {
	const alphabet = `h:/\@.?#%2e[]` + "\t"
	var extend func(text []byte)
	extend = func(text []byte) {
		f(string(text))
		if len(text) == length {
			return
		}
		for i := range len(alphabet) {
			extend(append(text, alphabet[i]))
		}
	}
	extend(make([]byte, 0, length))
}

// TestShortTexts parses all short texts behind prefixes, and relative to bases, and compares all results with the transcription.
func TestShortTexts(t *testing.T) {
	for _, start := range []struct{ prefix, base string }{
		{"", ""}, {"http:", ""}, {"http://", ""}, {"file:", ""}, {"file:///", ""}, {"foo:", ""}, {"foo://h", ""},
		{"", "http://h/a/b?q#f"}, {"", "file:///C:/a/b"}, {"", "foo://h/a/b"}, {"", "foo:a"},
	} {
		t.Run(start.prefix+","+start.base, func(t *testing.T) {
			t.Parallel()
			n := 0
			eachShortText(*mostBytes, func(s string) {
				if n++; isSampled(n) {
					checkParse(t, start.prefix+s, start.base)
				}
			})
			t.Log(n, "texts")
		})
	}
}

// TestSetShortTexts gives all short texts to each setter, and compares the URLs and a reference relative to them. The texts are a
// byte shorter, because there are ten setters.
func TestSetShortTexts(t *testing.T) {
	for _, u := range []string{
		"http://u:p@h:8/a?b#c", "http://h/", "https://[::1]/C:/a", "ws://1.2.3.4:80/?b",
		"file:///C:/a", "file://h/a", "file:///",
		"foo://h:8/a", "foo://u@h", "foo:///a", "foo:/.//a", "foo:a ?b",
	} {
		t.Run(u, func(t *testing.T) {
			t.Parallel()
			MustParse(u)
			n := 0
			for _, name := range settersOfNumbers {
				eachShortText(*mostBytes-1, func(s string) {
					if n++; isSampled(n) {
						checkSetters(t, u, [][2]string{{name, s}}, "..//a")
					}
				})
			}
			t.Log(n, "texts")
		})
	}
}

// TestShortReferences does the same with the references relative to URLs that only setters make: no text parses to them.
func TestShortReferences(t *testing.T) {
	for _, test := range []struct {
		input string
		calls [][2]string
	}{
		{"http://localhost/x", [][2]string{{"protocol", "file"}}},
		{"http://h/C|/x", [][2]string{{"protocol", "file"}}},
		{"http://h/x", [][2]string{{"protocol", "file"}, {"pathname", "C|"}}},
		{"https://h/x", [][2]string{{"protocol", "file"}, {"host", ""}, {"pathname", "C:/a"}}},
		{"file:///C|/a", [][2]string{{"protocol", "http"}, {"pathname", "/D|/b"}}},
		{"file://localhost/C:/a", [][2]string{{"pathname", "C|/.."}}},
		{"file://1.2.3.4/C:/a", [][2]string{{"host", ""}, {"pathname", "//b"}}},
		{"file:///C:/a", [][2]string{{"host", "h"}, {"pathname", ""}, {"protocol", "ws"}}},
		{"https://h:80/a//b", [][2]string{{"protocol", "http"}, {"search", "?"}}},
		{"ws://h:443/", [][2]string{{"protocol", "wss"}, {"pathname", "//"}, {"hash", "#"}}},
		{"foo:/.//a", [][2]string{{"pathname", "//b"}}},
		{"foo:/.//a", [][2]string{{"host", "h"}, {"host", ""}}},
		{"foo:/a", [][2]string{{"pathname", "/.//.."}}},
		{"foo://h//a", [][2]string{{"host", ""}, {"port", "1"}}},
		{"foo://h/a", [][2]string{{"pathname", ""}, {"search", "b"}}},
		{"foo://h?q", [][2]string{{"pathname", "//C|"}, {"host", ""}}},
		{"foo:a  ?b#c", [][2]string{{"search", ""}, {"hash", ""}}},
		{"foo:?b", [][2]string{{"search", ""}, {"hash", "x"}}},
	} {
		t.Run(test.input, func(t *testing.T) {
			t.Parallel()
			var refs []string
			eachShortText(*mostBytes, func(s string) { refs = append(refs, s) })
			MustParse(test.input)
			checkSetters(t, test.input, test.calls, refs...)
			t.Log(len(refs), "references")
		})
	}
}

// componentPieces make URLs of all components, with the pieces that rules are about: a short text cannot hold them all.
var componentPieces = [][]string{
	{"//", "/", `\\`, ""},
	{"", "u@", ":p@", "u:@", "u:p@"},
	{"", "h", "localhost", "1", "1.2.3.4", "[::1]", "é"},
	{"", ":", ":0", ":08", ":80", ":65536"},
	{"", "/", "/a/../b", "/C|", `\a`},
	{"", "?q'", "#f"},
}

// eachCombination calls f with start and a piece of each list behind it, in all ways.
func eachCombination(start string, pieces [][]string, f func(s string)) {
	if len(pieces) == 0 {
		f(start)
		return
	}
	for _, piece := range pieces[0] {
		eachCombination(start+piece, pieces[1:], f)
	}
}

// TestPieces does with each combination of pieces what TestShortTexts does with short texts.
func TestPieces(t *testing.T) {
	for _, start := range []struct{ prefix, base string }{
		{"http:", ""}, {"file:", ""}, {"foo:", ""},
		{"", "http://u:p@b:8/c/d?e#f"}, {"", "file://b/C:/d"}, {"", "foo://b/c"},
	} {
		t.Run(start.prefix+","+start.base, func(t *testing.T) {
			t.Parallel()
			n := 0
			eachCombination(start.prefix, componentPieces, func(s string) {
				if n++; isSampled(n) {
					checkParse(t, s, start.base)
				}
			})
			if n < 12_000 {
				t.Errorf("only %d texts", n)
			}
		})
	}
}

// TestSetPieces does with each combination from the host on what TestSetShortTexts does with short texts.
func TestSetPieces(t *testing.T) {
	for _, u := range []string{"http://u:p@h:8/a?b#c", "http://h/a", "file://h/a", "foo://h:8/a", "foo:/.//a"} {
		t.Run(u, func(t *testing.T) {
			t.Parallel()
			n := 0
			for _, name := range []string{"host", "hostname"} {
				eachCombination("", componentPieces[2:], func(s string) {
					if n++; isSampled(n) {
						checkSetters(t, u, [][2]string{{name, s}}, "..//a")
					}
				})
			}
			if n < 1_200 {
				t.Errorf("only %d texts", n)
			}
		})
	}
}
