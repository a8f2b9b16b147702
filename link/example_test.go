package link_test

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/psl"
)

// list is a short public suffix list. A real program reads the full list, from publicsuffix.org, from a file.
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

// lookup is Finder.Lookup for the list that is compiled into x/net.
func lookup(domain string) (suffix string, icann, listed bool) {
	suffix, icann = publicsuffix.PublicSuffix(domain)
	return suffix, icann, icann || strings.Contains(suffix, ".")
}

// This program converts an untrusted comment to HTML. All text passes through html.EscapeString, which does not change
// the Href of a link. (You can also use html/template, which percent-encodes some characters in it, such as "|" and
// "(".) For each link, package display renders the URL, because the second host and the domain of the address contain
// Cyrillic letters. Characters that control the writing direction are removed first. Otherwise, they would affect the
// text after the comment, unless the comment is inside <bdi>.
func ExampleFinder_All_html() {
	const written = "<script>alert(1)</script> See example.co.uk/?a=1&b=2 (or http://\u0430\u0440\u0440\u04CF\u0435.com), \u202Einfo@\u0430\u0440\u0440\u04CF\u0435.com."
	comment := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, written)
	var out strings.Builder
	last := 0
	for l := range (link.Finder{Lookup: lookup, Emails: true}).All(comment) {
		out.WriteString(html.EscapeString(comment[last:l.Start]))
		fmt.Fprintf(&out, `<a href="%s" rel="nofollow ugc"><bdi dir="ltr">%s</bdi></a>`,
			html.EscapeString(l.URL.Href()), html.EscapeString(display.URL(l.URL, display.Options{})))
		last = l.End
	}
	out.WriteString(html.EscapeString(comment[last:]))
	fmt.Println(out.String())
	// Output:
	// &lt;script&gt;alert(1)&lt;/script&gt; See <a href="https://example.co.uk/?a=1&amp;b=2" rel="nofollow ugc"><bdi dir="ltr">https://example.co.uk/?a=1&amp;b=2</bdi></a> (or <a href="http://xn--80ak6aa92e.com/" rel="nofollow ugc"><bdi dir="ltr">http://xn--80ak6aa92e.com/</bdi></a>), <a href="mailto:info@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com" rel="nofollow ugc"><bdi dir="ltr">mailto:info@xn--80ak6aa92e.com</bdi></a>.
}

// A Markdown parser may split text into several nodes. This one splits it at "_", which could begin emphasis. Join
// neighboring nodes first, because otherwise the link would end at the first "_".
func ExampleFinder_All_nodes() {
	nodes := []string{"see www.example.com/x", "_y", "_z", " today"}
	for l := range (link.Finder{Lookup: lookup}).All(strings.Join(nodes, "")) {
		fmt.Println(l.URL)
	}
	// Output: https://www.example.com/x_y_z
}

// A mail scanner lists the sites that a message links to, for example to look them up in a block list.
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

// Programmers often write file names in their messages. This Finder rejects hosts without a scheme if they end like file
// names.
func ExampleFinder_acceptHost() {
	files := []string{"md", "rs", "sh", "py"}
	finder := link.Finder{
		Lookup: list.Lookup,
		AcceptHost: func(h url.Host) bool {
			name := strings.TrimSuffix(h.String(), ".")
			return !slices.Contains(files, name[strings.LastIndexByte(name, '.')+1:])
		},
	}
	const text = "Fix main.rs and list.test.rs, see docs.example.com and https://example.rs"
	for l := range finder.All(text) {
		fmt.Println(l.URL)
	}
	// Output:
	// https://docs.example.com/
	// https://example.rs/
}

// In Chinese and Japanese text, there is no space after a link. This Finder ends a link at Chinese and Japanese
// punctuation.
func ExampleFinder_stop() {
	finder := link.Finder{Lookup: list.Lookup, Stop: func(r rune) bool { return strings.ContainsRune("，。、；：！？", r) }}
	for l := range finder.All("https://example.com/a，请看。或者 example.org/案内、以及 日本.jp。") {
		fmt.Println(l.URL)
	}
	// Output:
	// https://example.com/a
	// https://example.org/%E6%A1%88%E5%86%85
	// https://xn--wgv71a.jp/
}

func ExampleFormat() {
	u := url.MustParse("https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%EF%BC%88%E5%9B%BD%EF%BC%89?a=%26b#%E2%80%AE")
	fmt.Println(link.Format(u))
	// Output: https://ja.wikipedia.org/wiki/日本（国）?a=%26b#%E2%80%AE
}
