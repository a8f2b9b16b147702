package link

import (
	"os"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// prose is a text as people write it, with two links.
const prose = `Yesterday I went through the list again. Most of the pages still load, but three of them don't: the old wiki, the
mirror, and the form for orders (the one from 2019). I wrote to the host, who says it will take "a few days", i.e. at least
two weeks. In the meantime, could you look at https://wiki.example.org/Start/Moved_pages_(2026), please? Everything that we
know is there. If not, ask me; I will be in the office until 5:30. It isn't urgent: nobody has asked for the mirror since
March. By the way, the new machine came on Tuesday! It has twice the memory, and the fans are so quiet that I thought it was
off... The invoice went to accounts@example.org, as always. Shall we move the rest in one go, or the orders first? I'd vote
for the former, because each move costs us a morning, and the backup has to run in between. What does the plan say? Nothing.
`

// benchmarks are texts.
func benchmarkTexts(b *testing.B) map[string]string {
	urls, err := os.ReadFile("../testdata/bench_urls.txt")
	if err != nil {
		b.Fatal(err)
	}
	var dense strings.Builder
	for line := range strings.Lines(string(urls)) {
		dense.WriteString("see " + strings.TrimSuffix(line, "\n") + ", and example.com/a (or write to someone@example.org).\n")
	}
	return map[string]string{
		"prose":    strings.Repeat(prose, 100),
		"dense":    strings.Repeat(dense.String(), 5),
		"lines":    strings.Repeat(unmark(strings.Join(detectionTests(b), "\n")), 5),
		"japanese": strings.Repeat("昨日もう一度一覧を見ました。ほとんどのページはまだ表示されますが、三つは表示されません。詳しくは https://example.jp/案内 をご覧ください。\n", 300),
		"urls":     strings.Repeat(string(urls), 5),
	}
}

func BenchmarkAll(b *testing.B) {
	list := wholeList(b)
	for name, text := range benchmarkTexts(b) {
		for kind, f := range map[string]Finder{"all": {Lookup: list.Lookup, Emails: true}, "schemes": {}} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				links := 0
				for b.Loop() {
					links = 0
					for l := range f.All(text) {
						_ = l.URL
						links++
					}
				}
				b.ReportMetric(float64(links), "links")
			})
		}
	}
}

var _ = url.URL{}
