package link_test

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/psl"
)

// list is a public suffix list. A program reads that of publicsuffix.org from a file.
var list, _ = psl.Parse(strings.NewReader(`
// ===BEGIN ICANN DOMAINS===
com
org
rs
jp
// ===END ICANN DOMAINS===
`))

func ExampleFinder_All() {
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

// This turns a comment of a stranger into HTML. All that is not markup of our own goes through html.EscapeString.
func ExampleFinder_All_html() {
	const comment = `<script>alert(1)</script> See https://example.com/?a=1&b=2 (or not).`
	var out strings.Builder
	last := 0
	for l := range (link.Finder{Lookup: list.Lookup}).All(comment) {
		out.WriteString(html.EscapeString(comment[last:l.Start]))
		fmt.Fprintf(&out, `<a href="%s" rel="nofollow ugc">%s</a>`,
			html.EscapeString(l.URL.Href()), html.EscapeString(comment[l.Start:l.End]))
		last = l.End
	}
	out.WriteString(html.EscapeString(comment[last:]))
	fmt.Println(out.String())
	// Output:
	// &lt;script&gt;alert(1)&lt;/script&gt; See <a href="https://example.com/?a=1&amp;b=2" rel="nofollow ugc">https://example.com/?a=1&amp;b=2</a> (or not).
}

// A mail scanner lists the sites that a message links to, for example to look them up.
func ExampleFinder_All_sites() {
	const message = "Dear customer, log in at www.example.com, https://login.example.com:8443/x or HTTP://3232235521/ today."
	sites := make(map[string]bool)
	for l := range (link.Finder{Lookup: list.Lookup}).All(message) {
		if host, ok := l.URL.ParsedHost(); ok {
			sites[host.Site(list).String()] = true
		}
	}
	fmt.Println(slices.Sorted(maps.Keys(sites)))
	// Output: [192.168.0.1 example.com]
}

// Programmers write about files. Here a host of two labels is not a link if it ends as names of files do.
func ExampleFinder_acceptHost() {
	files := []string{".md", ".rs", ".sh", ".py"}
	finder := link.Finder{
		Lookup: list.Lookup,
		AcceptHost: func(h url.Host) bool {
			name := h.String()
			return strings.Count(name, ".") > 1 || !slices.ContainsFunc(files, func(s string) bool { return strings.HasSuffix(name, s) })
		},
	}
	const text = "Fix main.rs, see docs.example.rs and https://example.rs"
	for l := range finder.All(text) {
		fmt.Println(l.URL)
	}
	// Output:
	// https://docs.example.rs/
	// https://example.rs/
}

func ExampleFormat() {
	u := url.MustParse("https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%EF%BC%88%E5%9B%BD%EF%BC%89?a=%26b#%E2%80%AE")
	fmt.Println(link.Format(u))
	// Output: https://ja.wikipedia.org/wiki/日本（国）?a=%26b#%E2%80%AE
}
