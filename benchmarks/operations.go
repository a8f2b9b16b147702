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
	packages // the number of packages
)

var packageNames = [packages]string{"this package", "net/url", "nlnwa/whatwg-url"}

// An operation is something that each package does on the same input.
type operation struct {
	name   string
	n      int // the number of times in a pass
	passes []func()
}

// The passes store results here, so that the compiler keeps all calls.
var (
	KeptString string
	Count      int
)

// A shelf keeps the results of a pass, each in the place of a result of the pass before.
type shelf[T any] struct {
	places []T
	next   int
}

func shelfFor[T any](n int) *shelf[T] { return &shelf[T]{places: make([]T, n)} }

func (s *shelf[T]) keep(result T) {
	s.places[s.next] = result
	if s.next++; s.next == len(s.places) {
		s.next = 0
	}
}

// operations returns the operations that are measured.
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
	return operation{name, len(inputs), []func(){over(weburl), over(net), over(peer)}}
}

// parse parses and keeps the URLs: in this package as values, in the others behind pointers, which is what they return.
func parse(urls []string) operation {
	kept, netKept, peerKept := shelfFor[url.URL](len(urls)), shelfFor[*neturl.URL](len(urls)), shelfFor[*nlnwa.Url](len(urls))
	return each("parse", urls,
		func(s string) { u, _ := url.Parse(s); kept.keep(u) },
		func(s string) { u, _ := neturl.Parse(s); netKept.keep(u) },
		func(s string) { u, _ := nlnwa.Parse(s); peerKept.keep(u) })
}

// parseNotKept reads the host and drops the URL.
func parseNotKept(urls []string) operation {
	return each("parse, look at the host", urls,
		func(s string) {
			if u, err := url.Parse(s); err == nil {
				Count += len(u.Hostname())
			}
		},
		func(s string) {
			if u, err := neturl.Parse(s); err == nil {
				Count += len(u.Hostname())
			}
		},
		func(s string) {
			if u, err := nlnwa.Parse(s); err == nil {
				Count += len(u.Hostname())
			}
		})
}

func parseAndPrint(urls []string) operation {
	return each("parse and print", urls,
		func(s string) {
			if u, err := url.Parse(s); err == nil {
				KeptString = u.Href()
			}
		},
		func(s string) {
			if u, err := neturl.Parse(s); err == nil {
				KeptString = u.String()
			}
		},
		func(s string) {
			if u, err := nlnwa.Parse(s); err == nil {
				KeptString = u.Href(false)
			}
		})
}

// canParse asks whether the input parses. The other packages can only parse it.
func canParse(urls []string) operation {
	ask := func(parses bool) {
		if parses {
			Count++
		}
	}
	return each("can it be parsed", urls,
		func(s string) { ask(url.CanParse(s)) },
		func(s string) { _, err := neturl.Parse(s); ask(err == nil) },
		func(s string) { _, err := nlnwa.Parse(s); ask(err == nil) })
}

// resolve resolves references like those in pages.
func resolve() operation {
	const base = "https://www.example.com/docs/guide/install.html?v=2#top"
	references := []string{
		"../img/logo.svg", "/about", "#linux", "?page=2", "setup.html", "//cdn.example.net/app.js",
		"./faq.html#q3", "../../index.html", "", "https://example.org/",
	}
	u, n, peer := url.MustParse(base), mustParse(neturl.Parse(base)), mustParse(nlnwa.Parse(base))
	kept, netKept, peerKept := shelfFor[url.URL](len(references)), shelfFor[*neturl.URL](len(references)), shelfFor[*nlnwa.Url](len(references))
	return each("resolve a reference", references,
		func(s string) { u, _ := u.Parse(s); kept.keep(u) },
		func(s string) { n, _ := n.Parse(s); netKept.keep(n) },
		func(s string) { peer, _ := peer.Parse(s); peerKept.keep(peer) })
}

// A parsed holds a URL of each package.
type parsed struct {
	u    url.URL
	n    neturl.URL
	peer *nlnwa.Url
}

// set replaces the path and prints the URL. It uses the URLs for which all packages find a host.
func set(urls []string) operation {
	const path = "/new/path.html"
	var all []parsed
	for _, s := range urls {
		u, err1 := url.Parse(s)
		n, err2 := neturl.Parse(s)
		peer, err3 := nlnwa.Parse(s)
		if err1 == nil && err2 == nil && err3 == nil && u.Host() != "" && n.Host != "" {
			all = append(all, parsed{u, *n, peer})
		}
	}
	return each("set the path and print", all,
		func(p parsed) {
			_ = p.u.SetPathname(path)
			KeptString = p.u.Href()
		},
		func(p parsed) {
			p.n.Path, p.n.RawPath = path, ""
			KeptString = p.n.String()
		},
		func(p parsed) {
			p.peer.SetPathname(path)
			KeptString = p.peer.Href(false)
		})
}

// query parses URLs and reads all pairs of their queries. nlnwa/whatwg-url cannot parse a query without a URL.
func query() operation {
	queries := []string{
		"https://www.example.com/search?q=bread+and+butter&lang=en&page=2&per_page=50&sort=price&order=asc&min=10&max=99.90&color=blue&ref=home",
		"https://www.example.com/search?q=caf%C3%A9+cr%C3%A8me&tag=a%26b&url=https%3A%2F%2Fexample.com%2F%3Fx%3D1&name=J%C3%BCrgen&city=S%C3%A3o+Paulo" +
			"&from=2025-01-01T00%3A00%3A00&note=100%25+sure&expr=1%2B1%3D2&path=%2Fa%2Fb%2Fc&list=1%2C2%2C3",
	}
	return each("parse, read 10 pairs of query", queries,
		func(s string) {
			u := url.MustParse(s)
			for name, value := range u.SearchParams().All() {
				Count += len(name) + len(value)
			}
		},
		func(s string) {
			for name, values := range mustParse(neturl.Parse(s)).Query() {
				Count += len(name) + len(values[0])
			}
		},
		func(s string) {
			mustParse(nlnwa.Parse(s)).SearchParams().Iterate(func(p *nlnwa.NameValuePair) {
				Count += len(p.Name) + len(p.Value)
			})
		})
}

// percentEncode encodes texts. Both implementations of the standard use the userinfo set, the largest that both have.
// net/url uses the most similar function.
func percentEncode() operation {
	texts := []string{
		"plain-text_without_anything_to_encode.html", "report.pdf", "bread & butter", "a/b/c?d=e#f",
		"Größe: übergroß", "日本語のページ", "100% sure", "https://example.com/?x=1", "two words", "4711",
	}
	parser := nlnwa.NewParser()
	return each("percent-encode", texts,
		func(s string) { KeptString = url.PercentEncode(s, url.UserinfoPercentEncodeSet) },
		func(s string) { KeptString = neturl.PathEscape(s) },
		func(s string) { KeptString = parser.PercentEncodeString(s, nlnwa.UserInfoPercentEncodeSet) })
}

// mustParse returns u. It panics if err is not nil.
func mustParse[T any](u T, err error) T {
	if err != nil {
		panic(err)
	}
	return u
}

// printParsed writes how many of the URLs each package accepts. Refusing a URL takes less time.
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
