package link

import (
	_ "embed"
	"os"
	"strings"
	"testing"
)

// prose is a text as people write it, with two links.
//
//go:embed testdata/prose.txt
var prose string

// benchmarkTexts returns texts with few links and with many.
func benchmarkTexts(b *testing.B) map[string]string {
	urls, err := os.ReadFile("../testdata/bench_urls.txt")
	if err != nil {
		b.Fatal(err)
	}
	return map[string]string{
		"prose":    strings.Repeat(prose, 100),
		"URLs":     strings.Repeat(string(urls), 5),
		"vectors":  strings.Repeat(unmark(strings.Join(detectionTests(b), "\n")), 5),
		"Japanese": strings.Repeat("昨日もう一度一覧を見ました。ほとんどのページはまだ表示されますが、三つは表示されません。詳しくは https://example.jp/案内 をご覧ください。\n", 300),
	}
}

func BenchmarkAll(b *testing.B) {
	list := wholeList(b)
	for name, text := range benchmarkTexts(b) {
		for kind, f := range map[string]Finder{"all": {Lookup: list.Lookup, Emails: true}, "schemes": {}} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					search(f, text)
				}
			})
		}
	}
}
