package cookbook_test

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/psl"
)

// Recipe: Find URLs in text
//
// Links end before the punctuation of the sentence.
//
// Pitfall: What has credentials is not a link, so do not mask secrets with it.
//
// Keywords: links in text, xurls, Markdown, unfurler, autolink
func Example_linksInText() {
	const text = "See example.com/a_(b), https://日本.jp/案内. Or write to info@example.org!"
	finder := link.Finder{Lookup: list.Lookup, Emails: true}
	for l := range finder.All(text) {
		fmt.Println(text[l.Start:l.End], l.URL)
	}
	// Output:
	// example.com/a_(b) https://example.com/a_(b)
	// https://日本.jp/案内 https://xn--wgv71a.jp/%E6%A1%88%E5%86%85
	// info@example.org mailto:info@example.org
}

// list is a public suffix list. A program reads that of publicsuffix.org from a file.
var list, _ = psl.Parse(strings.NewReader(`
// ===BEGIN ICANN DOMAINS===
com
org
rs
jp
// ===END ICANN DOMAINS===
`))
