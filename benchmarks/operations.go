package main

import (
	"fmt"
	"io"
	neturl "net/url"

	nlnwa "github.com/nlnwa/whatwg-url/url"
	"github.com/weburl-go/url"
)

// The packages that are compared.
const (
	thisPackage = iota
	netURL
	nlnwaURL
	packages // how many there are
)

var packageNames = [packages]string{"this package", "net/url", "nlnwa/whatwg-url"}

// An operation is what all packages do in their way, on the same input.
type operation struct {
	name   string
	n      int // how often a pass does it
	passes [packages]func()
}

// What passes keep, so that it is on the heap, as it is where a program uses it; and what they count, so that
// no call is without effect.
var (
	keptURL    *url.URL
	keptNetURL *neturl.URL
	keptNlnwa  *nlnwa.Url
	keptString string
	count      int
)

// operations returns what is measured.
func operations(urls []string) []operation {
	return []operation{
		parse(urls),
		parseNotKept(urls),
		parseAndPrint(urls),
		canParse(urls),
		resolve(),
		set(urls),
		query(),
		percentEncode(),
	}
}

// each returns an operation on each of the inputs.
func each[T any](name string, inputs []T, weburl, net, peer func(T)) operation {
	over := func(do func(T)) func() {
		return func() {
			for _, input := range inputs {
				do(input)
			}
		}
	}
	return operation{name, len(inputs), [packages]func(){over(weburl), over(net), over(peer)}}
}

func parse(urls []string) operation {
	return each("parse", urls,
		func(s string) { keptURL, _ = url.Parse(s) },
		func(s string) { keptNetURL, _ = neturl.Parse(s) },
		func(s string) { keptNlnwa, _ = nlnwa.Parse(s) })
}

// parseNotKept looks at the host and lets go of the URL.
func parseNotKept(urls []string) operation {
	return each("parse, look at the host", urls,
		func(s string) {
			if u, err := url.Parse(s); err == nil {
				count += len(u.Hostname())
			}
		},
		func(s string) {
			if u, err := neturl.Parse(s); err == nil {
				count += len(u.Hostname())
			}
		},
		func(s string) {
			if u, err := nlnwa.Parse(s); err == nil {
				count += len(u.Hostname())
			}
		})
}

func parseAndPrint(urls []string) operation {
	return each("parse and print", urls,
		func(s string) {
			if u, err := url.Parse(s); err == nil {
				keptString = u.Href()
			}
		},
		func(s string) {
			if u, err := neturl.Parse(s); err == nil {
				keptString = u.String()
			}
		},
		func(s string) {
			if u, err := nlnwa.Parse(s); err == nil {
				keptString = u.Href(false)
			}
		})
}

// canParse asks whether there is a URL. The other packages have no function for it but their parsers.
func canParse(urls []string) operation {
	ask := func(parses bool) {
		if parses {
			count++
		}
	}
	return each("can it be parsed", urls,
		func(s string) { ask(url.CanParse(s)) },
		func(s string) { _, err := neturl.Parse(s); ask(err == nil) },
		func(s string) { _, err := nlnwa.Parse(s); ask(err == nil) })
}

// resolve resolves references as they stand in pages.
func resolve() operation {
	const base = "https://www.example.com/docs/guide/install.html?v=2#top"
	references := []string{
		"../img/logo.svg", "/about", "#linux", "?page=2", "setup.html", "//cdn.example.net/app.js",
		"./faq.html#q3", "../../index.html", "", "https://example.org/",
	}
	u, n, peer := url.MustParse(base), mustParse(neturl.Parse(base)), mustParse(nlnwa.Parse(base))
	return each("resolve a reference", references,
		func(s string) { keptURL, _ = u.Parse(s) },
		func(s string) { keptNetURL, _ = n.Parse(s) },
		func(s string) { keptNlnwa, _ = peer.Parse(s) })
}

// A parsed is a URL as each package has it.
type parsed struct {
	u    url.URL
	n    neturl.URL
	peer *nlnwa.Url
}

// set replaces the path and prints the URL: those that all packages parse and find to have a host.
func set(urls []string) operation {
	const path = "/new/path.html"
	var all []parsed
	for _, s := range urls {
		u, err1 := url.Parse(s)
		n, err2 := neturl.Parse(s)
		peer, err3 := nlnwa.Parse(s)
		if err1 == nil && err2 == nil && err3 == nil && u.Host() != "" && n.Host != "" {
			all = append(all, parsed{*u, *n, peer})
		}
	}
	return each("set the path and print", all,
		func(p parsed) {
			_ = p.u.SetPathname(path)
			keptString = p.u.Href()
		},
		func(p parsed) {
			p.n.Path, p.n.RawPath = path, ""
			keptString = p.n.String()
		},
		func(p parsed) {
			p.peer.SetPathname(path)
			keptString = p.peer.Href(false)
		})
}

// query parses URLs and reads all pairs of their queries. nlnwa/whatwg-url cannot parse a query without its URL.
func query() operation {
	queries := []string{
		"https://www.example.com/search?q=bread+and+butter&lang=en&page=2&per_page=50&sort=price&order=asc&min=10&max=99.90&color=blue&ref=home",
		"https://www.example.com/search?q=caf%C3%A9+cr%C3%A8me&tag=a%26b&url=https%3A%2F%2Fexample.com%2F%3Fx%3D1&name=J%C3%BCrgen&city=S%C3%A3o+Paulo" +
			"&from=2025-01-01T00%3A00%3A00&note=100%25+sure&expr=1%2B1%3D2&path=%2Fa%2Fb%2Fc&list=1%2C2%2C3",
	}
	return each("parse, read 10 pairs of query", queries,
		func(s string) {
			for name, value := range url.MustParse(s).SearchParams().All() {
				count += len(name) + len(value)
			}
		},
		func(s string) {
			for name, values := range mustParse(neturl.Parse(s)).Query() {
				count += len(name) + len(values[0])
			}
		},
		func(s string) {
			mustParse(nlnwa.Parse(s)).SearchParams().Iterate(func(p *nlnwa.NameValuePair) {
				count += len(p.Name) + len(p.Value)
			})
		})
}

// percentEncode encodes texts to be a part of a URL: with the userinfo set, the largest that both
// implementations of the standard have, and with what comes closest to it in net/url.
func percentEncode() operation {
	texts := []string{
		"plain-text_without_anything_to_encode.html", "report.pdf", "bread & butter", "a/b/c?d=e#f",
		"Größe: übergroß", "日本語のページ", "100% sure", "https://example.com/?x=1", "two words", "4711",
	}
	parser := nlnwa.NewParser()
	return each("percent-encode", texts,
		func(s string) { keptString = url.PercentEncode(s, url.UserinfoPercentEncodeSet) },
		func(s string) { keptString = neturl.PathEscape(s) },
		func(s string) { keptString = parser.PercentEncodeString(s, nlnwa.UserInfoPercentEncodeSet) })
}

// mustParse returns u, of a string that every package is known to parse.
func mustParse[T any](u T, err error) T {
	if err != nil {
		panic(err)
	}
	return u
}

// printParsed says of how many URLs each package makes one: an error is made sooner.
func printParsed(w io.Writer, urls []string) {
	var parsed [packages]int
	for _, s := range urls {
		_, err1 := url.Parse(s)
		_, err2 := neturl.Parse(s)
		_, err3 := nlnwa.Parse(s)
		for i, err := range []error{err1, err2, err3} {
			if err == nil {
				parsed[i]++
			}
		}
	}
	fmt.Fprintf(w, "\nOf the %d URLs,", len(urls))
	for i, name := range packageNames {
		fmt.Fprintf(w, " %s parses %d", name, parsed[i])
		if i < packages-1 {
			fmt.Fprint(w, ",")
		}
	}
	fmt.Fprintln(w, ".")
}
