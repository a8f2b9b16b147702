package link

import (
	"bytes"
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/psl"
)

// This file needs the data and tests of UTS #58, version 17.0.0. LINK_DIR is the folder with them: LinkTerm.txt, LinkEmail.txt,
// LinkBracket.txt, LinkDetectionTest.txt and LinkFormattingTest.txt. PSL_DIR is as in psl/list_test.go.

// linkFile reads one of these files.
func linkFile(t testing.TB, name string) string {
	t.Helper()
	return string(vectors.Read(t, "LINK_DIR", name))
}

// wholeList returns the list of publicsuffix.org.
func wholeList(t testing.TB) *psl.List {
	t.Helper()
	list, err := psl.Parse(bytes.NewReader(vectors.Read(t, "PSL_DIR", "public_suffix_list.dat")))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The marks around the links in LinkDetectionTest.txt.
const (
	linkStart = "⸠"
	linkEnd   = "⸡"
)

// mark returns text with marks around its links.
func mark(f Finder, text string) string {
	var marked strings.Builder
	last := 0
	for l := range f.All(text) {
		marked.WriteString(text[last:l.Start] + linkStart + text[l.Start:l.End] + linkEnd)
		last = l.End
	}
	return marked.String() + text[last:]
}

// unmark returns text without the marks.
func unmark(text string) string { return strings.NewReplacer(linkStart, "", linkEnd, "").Replace(text) }

// detectionTests returns the lines of LinkDetectionTest.txt.
func detectionTests(t testing.TB) (lines []string) {
	for line := range strings.Lines(linkFile(t, "LinkDetectionTest.txt")) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestDetectionVectors(t *testing.T) {
	f := Finder{Lookup: wholeList(t).Lookup, Emails: true}
	lines := detectionTests(t)
	for _, line := range lines {
		if got := mark(f, unmark(line)); got != line {
			t.Errorf("got  %s\nwant %s", got, line)
		}
	}
	if len(lines) != 345 {
		t.Errorf("%d lines", len(lines))
	}
}

// formattingTests returns the pairs of LinkFormattingTest.txt.
func formattingTests(t testing.TB) (pairs [][2]string) {
	source := ""
	for line := range strings.Lines(linkFile(t, "LinkFormattingTest.txt")) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case source == "":
			source = line
		default:
			pairs = append(pairs, [2]string{source, line})
			source = ""
		}
	}
	return pairs
}

// TestFormattingVectors formats the sources of the pairs. Unicode's result is often of another URL than the source, because
// it adds or changes percent-encoded bytes: "%2E" for a "." at the end, "%3D" for "=". The other results are Unicode's, but
// for those with a character such as "。" at the end. Unicode decodes it there, but [Finder.All] would leave it out.
func TestFormattingVectors(t *testing.T) {
	pairs := formattingTests(t)
	otherURL, softEnd := 0, 0
	for _, pair := range pairs {
		u := url.MustParse(pair[0])
		got := Format(u)
		testFormatted(t, u, got)
		switch want := pair[1]; {
		case url.MustParse(want) != u:
			otherURL++
		case got == want:
		case url.PercentDecode(got) == want && !isWholeLink(Finder{Emails: true}, want, u):
			softEnd++
		default:
			t.Errorf("%s: %s, want %s", pair[0], got, want)
		}
	}
	if len(pairs) != 55 || otherURL != 16 || softEnd != 5 {
		t.Errorf("%d pairs, %d of another URL, %d with a soft end", len(pairs), otherURL, softEnd)
	}
}

// properties reads a data file by a regular expression, and calls yield with each code point and its value.
func properties(t *testing.T, name string, yield func(r rune, value string)) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*(?:;\s*(\w+))?\s*#`)
	matches := line.FindAllStringSubmatch(linkFile(t, name), -1)
	if len(matches) < 60 {
		t.Fatalf("%s: %d lines", name, len(matches))
	}
	for _, match := range matches {
		first, err1 := strconv.ParseUint(match[1], 16, 32)
		last, err2 := strconv.ParseUint(cmp.Or(match[2], match[1]), 16, 32)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %q", name, match)
		}
		for r := first; r <= last; r++ {
			yield(rune(r), match[3])
		}
	}
}

// TestTables compares the tables with the files that they are made from, code point by code point.
func TestTables(t *testing.T) {
	terms, emails, pairs := map[rune]class{}, map[rune]bool{}, map[rune]rune{}
	properties(t, "LinkTerm.txt", func(r rune, value string) {
		terms[r] = map[string]class{"Include": include, "Hard": hard, "Soft": soft, "Open": open, "Close": closing}[value]
	})
	properties(t, "LinkEmail.txt", func(r rune, _ string) { emails[r] = true })
	properties(t, "LinkBracket.txt", func(r rune, value string) {
		opening, _ := strconv.ParseUint(value, 16, 32)
		pairs[r] = rune(opening)
	})
	var classes classifier
	for r := range rune(utf8.MaxRune + 1) {
		c := classes.of(r)
		if c&term != terms[r] || c&email != 0 != emails[r] {
			t.Errorf("%U: class %b, want Link_Term %d, Link_Email %t", r, c, terms[r], emails[r])
		}
		if c&term == closing && opening(r) != pairs[r] {
			t.Errorf("%U: the bracket %U, want %U", r, opening(r), pairs[r])
		}
	}
	if len(pairs) != len(brackets) || unicodeVersion != "17.0" {
		t.Errorf("%d brackets, want %d; version %s", len(brackets), len(pairs), unicodeVersion)
	}
}
