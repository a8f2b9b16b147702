package url

import (
	"flag"
	"testing"
)

var mostBytes = flag.Int("length", 3, "the `bytes` of the longest texts of the tests of all short texts; 6 takes a quarter of an hour")

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
				n++
				checkParse(t, start.prefix+s, start.base)
			})
			t.Log(n, "texts")
		})
	}
}

// TestSetShortTexts gives all short texts to each setter, and compares the URLs and a reference relative to them. A byte less will do:
// there are ten setters.
func TestSetShortTexts(t *testing.T) {
	for _, u := range []string{"http://u:p@h:8/a?b#c", "file:///C:/a", "file://h/a", "foo://h:8/a", "foo:/.//a", "foo:a ?b"} {
		t.Run(u, func(t *testing.T) {
			t.Parallel()
			MustParse(u)
			n := 0
			for _, name := range settersOfNumbers {
				eachShortText(*mostBytes-1, func(s string) {
					n++
					checkSetters(t, u, [][2]string{{name, s}}, "..//a")
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
		{"foo:/.//a", [][2]string{{"pathname", "//b"}}},
		{"foo://h//a", [][2]string{{"host", ""}, {"port", "1"}}},
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
