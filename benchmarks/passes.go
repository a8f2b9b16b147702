package main

import (
	"fmt"
	"io"
	"math"
	neturl "net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weburl-go/url"
)

// A loop does something to each URL of a list, or repeats an operation. Except for net/url, the names and the work are
// those of ada/main.cpp.
type loop struct {
	name string
	pass func()
}

// loops returns the loops over urls.
func loops(urls []string) []loop {
	kept, netKept := make([]url.URL, len(urls)), make([]*neturl.URL, len(urls))
	return []loop{
		{"parse", func() {
			for _, s := range urls {
				if u, err := url.Parse(s); err == nil {
					Count += len(u.Href())
				}
			}
		}},
		{"parse, all kept", func() {
			for i, s := range urls {
				if u, err := url.Parse(s); err == nil {
					kept[i] = u
				}
			}
		}},
		{"can parse", func() {
			for _, s := range urls {
				if url.CanParse(s) {
					Count++
				}
			}
		}},
		{"net/url, all kept", func() {
			for i, s := range urls {
				if u, err := neturl.Parse(s); err == nil {
					netKept[i] = u
				}
			}
		}},
	}
}

// operationLoops returns the loops of ada/main.cpp over operations that are not a parse. Setters set a copy of a URL to
// one of two values in turn.
func operationLoops() []loop {
	toSet := url.MustParse("https://example.com/a/b/c.html?q=1#top")
	set := func(name string, setter func(*url.URL, string) error, even, odd string) loop {
		values := [2]string{even, odd}
		return loop{name, func() {
			for i := range repetitions {
				u := toSet
				if setter(&u, values[i%2]) == nil {
					Count += len(u.Href())
				}
			}
		}}
	}
	convert := func(name string, convert func(string) string, domain string) loop {
		return loop{name, func() {
			for range repetitions {
				Count += len(convert(domain))
			}
		}}
	}
	toASCII := func(domain string) string {
		ascii, _ := url.DomainToASCII(domain) // "" if it fails
		return ascii
	}
	return []loop{
		set("set protocol", (*url.URL).SetProtocol, "ws", "http"),
		set("set search", (*url.URL).SetSearch, "?x=y&z=w", "a=b"),
		set("set hash", (*url.URL).SetHash, "#bcdef", "a"),
		convert("to ASCII, right to left", toASCII, "مثال.إختبار"),
		convert("to ASCII, upper case", toASCII, "BÜCHER.example"),
		convert("to Unicode", url.DomainToUnicode, "xn--bcher-kva.example"),
	}
}

// printPasses writes the best and the median pass of each loop over urls and over other operations, in nanoseconds per
// URL or operation.
func printPasses(w io.Writer, urls []string, passes int) {
	printLoops(w, loops(urls), len(urls), passes)
	printLoops(w, operationLoops(), repetitions, passes)
}

// printLoops writes the best and the median pass of each loop, divided by n.
func printLoops(w io.Writer, loops []loop, n, passes int) {
	for _, l := range loops {
		warmUp(l.pass)
		times := make([]float64, passes)
		for i := range times {
			times[i] = float64(timeOf(l.pass, 1)) / float64(n)
		}
		fmt.Fprintf(w, "%-24s best %6.1f  median %6.1f\n", l.name, slices.Min(times), median(times))
	}
}

// kindURLs is the number of URLs in a pass over one kind.
const kindURLs = 1000

// repetitions is how often a pass repeats an operation. That allocates some megabytes, so every pass has its share of the
// garbage collector's work.
const repetitions = 100_000

// warmUp repeats a pass for 40 ms. Before that, a pass that allocates also pays for memory that the program has not used yet.
func warmUp(pass func()) {
	for start := time.Now(); time.Since(start) < 40*time.Millisecond; {
		pass()
	}
}

// bestOfKinds returns the best pass of each loop for each kind, in nanoseconds per URL. It goes through all kinds
// before it measures one again, so that a moment in which the machine is busy affects only one pass of a kind.
func bestOfKinds(kinds []kind, passes int) [][]float64 {
	work, best := make([][]loop, len(kinds)), make([][]float64, len(kinds))
	for i, k := range kinds {
		work[i] = loops(slices.Repeat([]string{k.url}, kindURLs))
		best[i] = slices.Repeat([]float64{math.Inf(1)}, len(work[i]))
		for _, l := range work[i] {
			warmUp(l.pass)
		}
	}
	for range passes {
		for i := range kinds {
			for j, l := range work[i] {
				best[i][j] = min(best[i][j], float64(timeOf(l.pass, 1))/kindURLs)
			}
		}
	}
	return best
}

// printKinds writes the best pass of each loop for each kind, in nanoseconds per URL, and its ratio to net/url. If
// net/url refuses the kind, its time is that of an error.
func printKinds(w io.Writer, kinds []kind, passes int) {
	const row = "%24s  %9s  %9s  %9s  %9s  %7s  %7s  %11s%s\n"
	nanoseconds := func(ns float64) string { return strconv.FormatFloat(ns, 'f', 1, 64) }
	ratio := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	fmt.Fprintf(w, row, "kind", "parse", "kept", "can parse", "net/url", "parse ×", "kept ×", "can parse ×", "")
	for i, best := range bestOfKinds(kinds, passes) {
		note, net := "", best[3]
		if _, err := neturl.Parse(kinds[i].url); err != nil {
			note = "  refused by net/url"
		}
		fmt.Fprintf(w, row, kinds[i].name, nanoseconds(best[0]), nanoseconds(best[1]), nanoseconds(best[2]), nanoseconds(net),
			ratio(best[0]/net), ratio(best[1]/net), ratio(best[2]/net), note)
	}
}

// A kind is an example of the URLs that take the same way through the parser.
type kind struct{ name, url string }

// readKinds reads kinds from text. Each line has a name, a tab and a URL, which may contain tabs.
func readKinds(text string) (kinds []kind, err error) {
	for _, line := range lines(text) {
		name, rawURL, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%q has no tab between a name and a URL", line)
		}
		kinds = append(kinds, kind{name, rawURL})
	}
	return kinds, nil
}
