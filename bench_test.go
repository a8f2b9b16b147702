package url

import (
	"flag"
	neturl "net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	"github.com/weburl-go/url/internal/vectors"
)

// Benchmarks, most of them beside net/url. To see the two side by side:
//
//	go test -run '^$' -bench . -count 6 | tee bench.txt
//	benchstat -col /by bench.txt
//
// A result that is "kept" is stored in a variable of the package, so it is on the heap.

var corpusFile = flag.String("corpus", "", "measure with the URLs in this `file`, one a line, instead of those in testdata/bench_urls.txt")

// Benchmarks store results here, so that the compiler cannot leave out a call.
var (
	keptURL    URL
	keptNetURL *neturl.URL
	keptString string
	keptCount  int
)

// kindsOfURL has an example of each kind of URL that the parser treats differently.
var kindsOfURL = []struct{ name, url string }{
	{"port", "https://example.com:8080/a/b/c.html"},
	{"wss", "wss://example.com/socket/chat"},
	{"query-fragment", "https://example.com/search?q=hello&lang=en#results"},
	{"IPv4", "http://192.168.0.1/admin/index.html"},
	{"IPv6", "http://[2001:db8::1]/admin/index.html"},
	{"trailing-space", "https://example.com/a/b/c.html "},
	{"mailto", "mailto:user@example.com"},
	{"dot-segments", "https://example.com/a/b/../c.html"},
	{"space", "https://example.com/a/b c/d.html"},
	{"UTF-8", "https://example.com/café/d.html"},
	{"credentials", "https://user:pass@example.com/a/b"},
	{"non-special", "redis://example.com/a/b/c"},
	{"default-port", "https://example.com:443/a/b"},
	{"no-path", "https://example.com"},
	{"uppercase-host", "https://EXAMPLE.com/a/b/c"},
	{"tab", "https://example.com/a\tb/c"},
	{"IDN", "https://bücher.example/a/b"},
}

// The base and the references for resolving.
const baseURL = "https://example.com/a/b/c/d?q#f"

var references = []struct{ name, ref string }{
	{"up", "../x?y"},
	{"absolute-path", "/x"},
	{"fragment", "#f2"},
	{"authority", "//h/x"},
}

// tenPairs is a query as a search form makes it. decodedPairs has more to decode.
const (
	tenPairs     = "q=bread+and+butter&lang=en&page=2&per_page=50&sort=price&order=asc&min=10&max=99.90&color=blue&ref=home"
	decodedPairs = "q=caf%C3%A9+cr%C3%A8me&tag=a%26b&url=https%3A%2F%2Fexample.com%2F%3Fx%3D1&name=J%C3%BCrgen&city=S%C3%A3o+Paulo" +
		"&from=2025-01-01T00%3A00%3A00&note=100%25+sure&expr=1%2B1%3D2&path=%2Fa%2Fb%2Fc&list=1%2C2%2C3"
)

// ownURLs returns the URLs in testdata/bench_urls.txt, which explains its form.
func ownURLs(tb testing.TB) []string {
	tb.Helper()
	var urls []string
	for _, line := range vectors.Lines(tb, "testdata/bench_urls.txt") {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if line[0] == '"' {
			unquoted, err := strconv.Unquote(line)
			if err != nil {
				tb.Fatalf("testdata/bench_urls.txt: %s: %v", line, err)
			}
			line = unquoted
		}
		urls = append(urls, line)
	}
	return urls
}

// benchmarkURLs returns the URLs to measure with.
func benchmarkURLs(b *testing.B) []string {
	if *corpusFile != "" {
		return vectors.Lines(b, *corpusFile)
	}
	return ownURLs(b)
}

// TestBenchmarkURLs makes sure that benchmarks measure URLs, not errors.
func TestBenchmarkURLs(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range ownURLs(t) {
		if _, err := Parse(s); err != nil {
			t.Error(err)
		}
		if !CanParse(s) {
			t.Errorf("CanParse(%q) = false", s)
		}
		seen[s] = true
	}
	if len(seen) != 200 {
		t.Errorf("testdata/bench_urls.txt has %d different URLs, want 200", len(seen))
	}
}

// A pass does the same with each of the URLs.
type pass func(urls []string)

// benchmarkPasses measures passes over the URLs, by name.
func benchmarkPasses(b *testing.B, names []string, passes ...pass) {
	urls := benchmarkURLs(b)
	size := 0
	for _, s := range urls {
		size += len(s)
	}
	for i, name := range names {
		b.Run("by="+name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				passes[i](urls)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(urls)), "ns/url")
		})
	}
}

// parseOne parses s, looks at the URL and does not keep it.
func parseOne(s string) {
	if u, err := Parse(s); err == nil {
		keptCount += len(u.Hostname())
	}
}

func parseAll(urls []string) {
	for _, s := range urls {
		parseOne(s)
	}
}

func parseAndKeepAll(urls []string) {
	for _, s := range urls {
		keptURL, _ = Parse(s)
	}
}

func parseAllByNetURL(urls []string) {
	for _, s := range urls {
		keptNetURL, _ = neturl.Parse(s)
	}
}

func canParseAll(urls []string) {
	for _, s := range urls {
		if CanParse(s) {
			keptCount++
		}
	}
}

func BenchmarkParse(b *testing.B) {
	benchmarkPasses(b, []string{"weburl", "neturl"}, parseAll, parseAllByNetURL)
}

func BenchmarkParseKept(b *testing.B) {
	benchmarkPasses(b, []string{"weburl", "neturl"}, parseAndKeepAll, parseAllByNetURL)
}

func BenchmarkCanParse(b *testing.B) {
	benchmarkPasses(b, []string{"weburl", "neturl"}, canParseAll, parseAllByNetURL)
}

// BenchmarkParseNetURL parses to net/url's type, with this package and with net/url.
func BenchmarkParseNetURL(b *testing.B) {
	benchmarkPasses(b, []string{"weburl", "neturl"}, func(urls []string) {
		for _, s := range urls {
			keptNetURL, _ = ParseNetURL(s)
		}
	}, parseAllByNetURL)
}

func BenchmarkValidate(b *testing.B) {
	p := Parser{OnValidationError: func(ValidationError) { keptCount++ }}
	benchmarkPasses(b, []string{"weburl"}, func(urls []string) {
		for _, s := range urls {
			keptURL, _ = p.Parse(s)
		}
	})
}

// benchmark measures f under a name.
func benchmark(b *testing.B, name string, f func()) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	})
}

func BenchmarkKinds(b *testing.B) {
	for _, kind := range kindsOfURL {
		s := kind.url
		benchmark(b, "kind="+kind.name+"/by=weburl", func() { parseOne(s) })
		benchmark(b, "kind="+kind.name+"/by=weburl-kept", func() { keptURL, _ = Parse(s) })
		benchmark(b, "kind="+kind.name+"/by=weburl-can", func() {
			if CanParse(s) {
				keptCount++
			}
		})
		benchmark(b, "kind="+kind.name+"/by=neturl", func() { keptNetURL, _ = neturl.Parse(s) })
	}
}

func BenchmarkResolve(b *testing.B) {
	base := MustParse(baseURL)
	netBase, err := neturl.Parse(baseURL)
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range references {
		benchmark(b, "ref="+r.name+"/by=weburl", func() { keptURL, _ = base.Parse(r.ref) })
		benchmark(b, "ref="+r.name+"/by=neturl", func() { keptNetURL, _ = netBase.Parse(r.ref) })
	}
}

// settings has two values for each setter. A caller sets one after the other, so that each call changes the URL.
var settings = []struct {
	name   string
	values [2]string
}{
	{"href", [2]string{"https://example.com/a", "https://example.org/b"}},
	{"protocol", [2]string{"http", "https:"}},
	{"username", [2]string{"margaret", "user"}},
	{"password", [2]string{"s3cret", "pass"}},
	{"host", [2]string{"example.org:81", "example.com:8080"}},
	{"hostname", [2]string{"example.org", "example.com"}},
	{"port", [2]string{"81", "8080"}},
	{"pathname", [2]string{"/x/y", "/a/b/c.html"}},
	{"search", [2]string{"?x=y", "?q=1"}},
	{"hash", [2]string{"#other", "#top"}},
}

const urlToSet = "https://user:pass@example.com:8080/a/b/c.html?q=1#top"

func BenchmarkSetters(b *testing.B) {
	for _, s := range settings {
		u, set, n := MustParse(urlToSet), setters[s.name], 0
		benchmark(b, s.name, func() {
			_ = set(&u, s.values[n%2])
			n++
		})
	}
}

// readAll reads a query of any kind.
func readAll(query string) {
	for name, value := range NewURLSearchParams(query).All() {
		keptCount += len(name) + len(value)
	}
}

func readAllByNetURL(query string) {
	values, _ := neturl.ParseQuery(query)
	for name, list := range values {
		for _, value := range list {
			keptCount += len(name) + len(value)
		}
	}
}

func BenchmarkQuery(b *testing.B) {
	for _, q := range []struct{ name, query string }{{"plain", tenPairs}, {"encoded", decodedPairs}} {
		benchmark(b, "pairs="+q.name+"/by=weburl", func() { readAll(q.query) })
		benchmark(b, "pairs="+q.name+"/by=neturl", func() { readAllByNetURL(q.query) })
	}
}

// BenchmarkQueryGet looks for the last pair of a URL's query.
func BenchmarkQueryGet(b *testing.B) {
	u := MustParse("https://example.com/search?" + tenPairs)
	n, err := neturl.Parse(u.Href())
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, "by=weburl", func() { keptString = u.SearchParams().Get("ref") })
	benchmark(b, "by=neturl", func() { keptString = n.Query().Get("ref") })
}

func BenchmarkPercentEncode(b *testing.B) {
	for _, text := range []struct{ name, s string }{
		{"plain", "plain-text_without_anything_to_encode.html"},
		{"some", "bread & butter, 100 % fresh (today only)"},
		{"UTF-8", "Größe: übergroß für Füße"},
	} {
		encoded := PercentEncode(text.s, ComponentPercentEncodeSet)
		benchmark(b, "text="+text.name+"/do=encode/by=weburl", func() { keptString = PercentEncode(text.s, ComponentPercentEncodeSet) })
		benchmark(b, "text="+text.name+"/do=encode/by=neturl", func() { keptString = neturl.QueryEscape(text.s) })
		benchmark(b, "text="+text.name+"/do=decode/by=weburl", func() { keptCount += len(PercentDecode(encoded)) })
		benchmark(b, "text="+text.name+"/do=decode/by=neturl", func() { keptString, _ = neturl.PathUnescape(encoded) })
	}
}

// BenchmarkParseIDN compares parsing a URL with only mapping its host, by golang.org/x/net/idna with the profile that
// is closest to the standard.
func BenchmarkParseIDN(b *testing.B) {
	profile := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.StrictDomainName(false))
	for _, host := range []struct{ name, host string }{
		{"one-letter", "bücher.example"},
		{"uppercase", "Bücher.Example"},
		{"all-letters", "日本語.例え.jp"},
		{"right-to-left", "مثال.إختبار"},
		{"long", "größere-bücher-für-müde-äffchen.köln.example"},
		{"Punycode-beside", "bücher.xn--bcher-kva.example"},
	} {
		s := "https://" + host.host + "/a/b"
		benchmark(b, "host="+host.name+"/by=weburl", func() { parseOne(s) })
		benchmark(b, "host="+host.name+"/by=idna", func() { keptString, _ = profile.ToASCII(host.host) })
	}
}

var searchParamsBenchmarks = []struct{ name, query string }{
	{"plain", "utm_source=newsletter&utm_medium=email&utm_campaign=spring&id=12345&page=2&sort=asc&lang=en&ref=home&q=go&t=17"},
	{"encoded", "utm_source=news+letter&utm_medium=email&utm_campaign=spring%20sale&id=12345&page=2&sort=asc&lang=en" +
		"&redirect=https%3A%2F%2Fexample.com%2Fa%3Fb&q=caf%C3%A9+au+lait&t=17"},
}

// BenchmarkSearchParams measures common operations on a query of 10 pairs, beside net/url.
func BenchmarkSearchParams(b *testing.B) {
	for _, bb := range searchParamsBenchmarks {
		ours, theirs := MustParse("https://example.com/?"+bb.query), must1(neturl.Parse("https://example.com/?"+bb.query))
		sum := 0
		run := func(name string, f func()) {
			b.Run(bb.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
		run("parse-and-read-all/url", func() {
			for name, value := range NewURLSearchParams(bb.query).All() {
				sum += len(name) + len(value)
			}
		})
		run("parse-and-read-all/neturl", func() {
			for name, values := range must1(neturl.ParseQuery(bb.query)) {
				for _, value := range values {
					sum += len(name) + len(value)
				}
			}
		})
		run("get/url", func() { sum += len(ours.SearchParams().Get("t")) })
		run("get/neturl", func() { sum += len(theirs.Query().Get("t")) })
		run("set/url", func() {
			u := ours
			u.SearchParams().Set("page", "3")
		})
		run("set/neturl", func() {
			u := *theirs
			values := u.Query()
			values.Set("page", "3")
			u.RawQuery = values.Encode()
		})
	}
}

// BenchmarkPercentEncodeAfterEncoding encodes 1 MiB of characters. Some encodings do not have all of them.
func BenchmarkPercentEncodeAfterEncoding(b *testing.B) {
	for _, name := range []string{"utf-8", "windows-1252", "big5", "gb18030", "iso-2022-jp", "shift_jis"} {
		for _, s := range []string{"a", "é", "日", "☃", "\x0E"} {
			enc, in := encodingByName(b, name), strings.Repeat(s, 1<<20/len(s))
			b.Run(name+"/"+strconv.QuoteToASCII(s), func(b *testing.B) {
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := PercentEncodeAfterEncoding(enc, in, SpecialQueryPercentEncodeSet, false); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
