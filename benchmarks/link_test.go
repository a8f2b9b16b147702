package main

import (
	"bytes"
	"iter"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"mvdan.cc/xurls/v2"

	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/psl"
)

// A finder yields where links begin and end in a text.
type finder struct {
	name string
	all  func(text string) iter.Seq2[int, int]
}

// finders returns package link and others.
func finders(t testing.TB) []finder {
	list, err := psl.Parse(bytes.NewReader(vectors.Read(t, "PSL_DIR", "public_suffix_list.dat")))
	if err != nil {
		t.Fatal(err)
	}
	ours := link.Finder{Lookup: list.Lookup, Emails: true}
	return []finder{
		{"link", func(text string) iter.Seq2[int, int] {
			return func(yield func(start, end int) bool) {
				for l := range ours.All(text) {
					if !yield(l.Start, l.End) {
						return
					}
				}
			}
		}},
		{"xurls.Relaxed", matches(xurls.Relaxed())},
		{"xurls.Strict", matches(xurls.Strict())},
		{"goldmark", autoLinks},
	}
}

func matches(re *regexp.Regexp) func(text string) iter.Seq2[int, int] {
	return func(text string) iter.Seq2[int, int] {
		return func(yield func(start, end int) bool) {
			for _, match := range re.FindAllStringIndex(text, -1) {
				if !yield(match[0], match[1]) {
					return
				}
			}
		}
	}
}

var linkify = goldmark.New(goldmark.WithExtensions(extension.Linkify))

// autoLinks yields the links that goldmark's extension Linkify finds. They are in order.
func autoLinks(source string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		last := 0
		_ = ast.Walk(linkify.Parser().Parse(text.NewReader([]byte(source))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			auto, ok := n.(*ast.AutoLink)
			if !ok || !entering {
				return ast.WalkContinue, nil
			}
			label := string(auto.Label([]byte(source)))
			start := last + strings.Index(source[last:], label)
			last = start + len(label)
			if !yield(start, last) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}

// TestLinks counts the lines of LinkDetectionTest.txt in which packages find exactly the links of UTS #58.
func TestLinks(t *testing.T) {
	for _, f := range finders(t) {
		lines, right := 0, 0
		for line := range strings.Lines(string(vectors.Read(t, "LINK_DIR", "LinkDetectionTest.txt"))) {
			line = strings.TrimSuffix(line, "\n")
			if line == "" || line[0] == '#' {
				continue
			}
			lines++
			plain := strings.NewReplacer("⸠", "", "⸡", "").Replace(line)
			var marked strings.Builder
			last := 0
			for start, end := range f.all(plain) {
				marked.WriteString(plain[last:start] + "⸠" + plain[start:end] + "⸡")
				last = end
			}
			if marked.String()+plain[last:] == line {
				right++
			}
		}
		t.Logf("%s: %d of %d lines", f.name, right, lines)
		if f.name == "link" && right != 345 {
			t.Errorf("%d of %d lines", right, lines)
		}
	}
}

// BenchmarkLinks measures how fast packages find links in English text with few of them and in a list of URLs:
//
//	LINK_DIR=… PSL_DIR=… go test -run Links -bench Links -benchmem -v
func BenchmarkLinks(b *testing.B) {
	for name, file := range map[string]string{"prose": "../link/testdata/prose.txt", "URLs": "../testdata/bench_urls.txt"} {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		// goldmark reads paragraphs.
		source := strings.Repeat(strings.ReplaceAll(string(data), "\n", "\n\n"), 10)
		for _, f := range finders(b) {
			b.Run(name+"/"+f.name, func(b *testing.B) {
				b.SetBytes(int64(len(source)))
				b.ReportAllocs()
				links := 0
				for b.Loop() {
					links = 0
					for range f.all(source) {
						links++
					}
				}
				b.ReportMetric(float64(links), "links")
			})
		}
	}
}
