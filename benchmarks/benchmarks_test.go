package main

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{7}, 7},
		{[]float64{3, 1}, 2},
		{[]float64{9, 1, 5}, 5},
		{[]float64{100, 1, 2, 4}, 3},
	} {
		before := slices.Clone(test.values)
		if got := median(test.values); got != test.want {
			t.Errorf("median(%v) = %v, want %v", before, got, test.want)
		}
		if !slices.Equal(test.values, before) {
			t.Errorf("median changed %v to %v", before, test.values)
		}
	}
}

// someResult returns a result of three rounds, one of them on a busy machine.
func someResult() result {
	return result{
		name:   "parse <all>",
		times:  [][]float64{{50, 500, 52}, {200, 2000, 200}, {3000, 30000, 2000}},
		allocs: []float64{0.04, 1, 50.5},
	}
}

func TestResult(t *testing.T) {
	r := someResult()
	for p, want := range []float64{52, 200, 3000} {
		if got := r.time(p); got != want {
			t.Errorf("time of %s: %v, want %v", packageNames[p], got, want)
		}
	}
	for p, want := range []float64{0.25, 1, 15} {
		if got := r.ratio(p); got != want {
			t.Errorf("ratio of %s: %v, want %v", packageNames[p], got, want)
		}
	}
}

func TestWriteTable(t *testing.T) {
	const want = `
| operation   | this package, ns | allocs | × net/url | net/url, ns | allocs | nlnwa/whatwg-url, ns | allocs | × net/url |
|-------------|-----------------:|-------:|----------:|------------:|-------:|---------------------:|-------:|----------:|
| parse <all> |               52 |    0.0 |      0.25 |         200 |    1.0 |                 3000 |   50.5 |     15.00 |
`
	var out strings.Builder
	if err := writeTable(&out, []result{someResult()}); err != nil {
		t.Fatal(err)
	}
	if got := "\n" + out.String(); got != want {
		t.Errorf("got%swant%s", got, want)
	}
}

func TestPeerVectors(t *testing.T) {
	dir := t.TempDir()
	for file, vectors := range map[string]string{
		"urltestdata.json": `["a comment",
			{"input": "http://EXAMPLE.com:80", "base": null, "href": "http://example.com/"},
			{"input": "/a b", "base": "http://h/x", "href": "http://h/a%20b"},
			{"input": "/a", "base": null, "failure": true}]`,
		"IdnaTestV2.json":         `[{"input": "b\u00fccher.de", "output": "xn--bcher-kva.de"}, {"input": "", "output": ""}]`,
		"IdnaTestV2-removed.json": `[]`,
		"toascii.json":            `[{"input": "\u00ad", "output": null}]`,
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(vectors), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	urls, domains, err := readPeerVectors(dir)
	if err != nil || len(urls) != 3 || len(domains) != 2 {
		t.Fatalf("read %d URLs and %d domains, %v", len(urls), len(domains), err)
	}
	for _, test := range []struct {
		peer          peerPackage
		urls, domains int
	}{
		{peers[0], 3, 2},
		{peers[1], 2, 0}, // net/url keeps upper case, the default port, and the domain in Unicode
	} {
		count := func(list []peerVector) (right int) {
			for _, v := range list {
				if v.holds(test.peer) {
					right++
				}
			}
			return right
		}
		if u, d := count(urls), count(domains); u != test.urls || d != test.domains {
			t.Errorf("%s: %d URLs and %d domains are right, want %d and %d", test.peer.name, u, d, test.urls, test.domains)
		}
	}
}

func TestChart(t *testing.T) {
	svg := string(chart([]result{someResult(), someResult()}))
	decoder := xml.NewDecoder(strings.NewReader(svg))
	elements := make(map[string]int)
	var text []string
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
		case xml.CharData:
			text = append(text, string(token))
		}
	}
	if elements["svg"] != 1 || elements["line"] != 1 || elements["rect"] != 2+2*2 {
		t.Errorf("the chart consists of %v", elements)
	}
	for _, want := range []string{"parse <all>", "4.0", "0.07", "this package", "nlnwa/whatwg-url", "net/url = 1"} {
		if !slices.Contains(text, want) {
			t.Errorf("the chart does not say %q: %q", want, text)
		}
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0.0712: "0.07", 1: "1.0", 3.94: "3.9", 14.2: "14"} {
		if got := number(x); got != want {
			t.Errorf("number(%v) = %q, want %q", x, got, want)
		}
	}
}

// TestMeasure runs all operations for two rounds.
func TestMeasure(t *testing.T) {
	urls := []string{"https://user@example.com:81/a?b#c", "https://example.com/a b"}
	for _, r := range measure(operations(urls), 2) {
		for p, times := range r.times {
			if len(times) != 2 || min(times[0], times[1]) <= 0 {
				t.Errorf("%s: times of %s: %v", r.name, packageNames[p], times)
			}
		}
	}
}

func TestReadURLs(t *testing.T) {
	own, err := readURLs("", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range own {
		if !url.CanParse(s) {
			t.Errorf("%q is not a URL", s)
		}
	}
	name := filepath.Join(t.TempDir(), "corpus.txt")
	for content, want := range map[string][]string{
		"\uFEFFhttps://a/\r\n\n\"b\"\n# c\nhttps://d/ ": {"https://a/", `"b"`, "# c", "https://d/ "},
		"\n": nil,
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readURLs(name, 0)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("URLs of %q: %q, %v", content, got, err)
		}
	}
	if _, err := readURLs(name+".no", 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
}

func TestUnquoted(t *testing.T) {
	got, err := unquoted([]string{"# comment", `"a\tb "`, "c", "#d"})
	if want := []string{"a\tb ", "c", "#d"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := unquoted([]string{`"a`}); err == nil || !strings.Contains(err.Error(), `"a`) {
		t.Errorf("an unfinished literal: %v", err)
	}
}

func TestSample(t *testing.T) {
	urls := []string{"a", "b", "c", "d", "e"}
	for limit, want := range map[int]string{0: "abcde", 1: "a", 2: "ad", 3: "ace", 4: "ace", 5: "abcde", 9: "abcde"} {
		if got := strings.Join(sample(urls, limit), ""); got != want {
			t.Errorf("at most %d: %s, want %s", limit, got, want)
		}
	}
}

func TestPrintPasses(t *testing.T) {
	var out strings.Builder
	printPasses(&out, []string{"https://example.com/", "not a URL"}, 3)
	line := regexp.MustCompile(`^(.+\S) +best +\d+\.\d  median +\d+\.\d$`)
	var names []string
	for text := range strings.Lines(out.String()) {
		m := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if m == nil {
			t.Fatalf("unexpected line %q", text)
		}
		names = append(names, m[1])
	}
	want := []string{"parse", "parse, all kept", "can parse", "net/url, all kept", "set protocol", "set search", "set hash",
		"to ASCII, right to left", "to ASCII, upper case", "to Unicode"}
	if !slices.Equal(names, want) {
		t.Errorf("the loops are %q, want %q", names, want)
	}
}

func TestPrintKinds(t *testing.T) {
	kinds, err := readKinds(ownKinds)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if refused := strings.HasPrefix(k.name, "refused"); url.CanParse(k.url) == refused {
			t.Errorf("%s: %q: refused is %t", k.name, k.url, !refused)
		}
	}
	var out strings.Builder
	printKinds(&out, kinds, 1)
	header, _, _ := strings.Cut(out.String(), "\n")
	if got, want := strings.Count(out.String(), "\n"), len(kinds)+1; got != want || !strings.Contains(header, "can parse") {
		t.Errorf("%d lines, want %d:\n%s", got, want, out.String())
	}
	if _, err := readKinds("a name alone\n"); err == nil {
		t.Error("a line without a URL is accepted")
	}
}

// BenchmarkGuard sends requests over the loopback interface, with and without the guard, and each over a kept connection
// or a new one. A proxy answers itself.
func BenchmarkGuard(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	defer server.Close()
	pattern, err := url.ParseOriginPattern(server.URL)
	if err != nil {
		b.Fatal(err)
	}
	proxy, err := neturl.Parse(server.URL)
	if err != nil {
		b.Fatal(err)
	}
	viaProxy, err := guard.Policy{}.NewProxyTransport(proxy)
	if err != nil {
		b.Fatal(err)
	}
	loopback := guard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AnyPort: true}
	named := guard.Policy{AllowOrigins: []url.OriginPattern{pattern}}
	for _, bench := range []struct {
		name, url string
		transport http.RoundTripper
	}{
		{"plain", server.URL, new(http.Transport)},
		{"NewTransport", server.URL, loopback.NewTransport()},
		{"AllowOrigins", server.URL, named.NewTransport()},
		{"plain, proxy", "http://example.com/", &http.Transport{Proxy: http.ProxyURL(proxy)}},
		{"NewProxyTransport", "http://example.com/", viaProxy},
	} {
		for _, kept := range []bool{true, false} {
			b.Run(bench.name+map[bool]string{true: ", kept connection", false: ", new connection"}[kept], func(b *testing.B) {
				request, err := http.NewRequest("GET", bench.url, nil)
				if err != nil {
					b.Fatal(err)
				}
				request.Close = !kept
				for b.Loop() {
					response, err := bench.transport.RoundTrip(request)
					if err != nil {
						b.Fatal(err)
					}
					if err := response.Body.Close(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
