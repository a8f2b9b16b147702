package main

import (
	"fmt"
	"io"
	"math"
	neturl "net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// A loop does something to each URL of a list. The names and the work of the first three are those of ada/main.cpp.
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

// printPasses writes the best and the median pass of each loop, in nanoseconds per URL.
func printPasses(w io.Writer, urls []string, passes int) {
	for _, l := range loops(urls) {
		times := make([]float64, passes)
		for i := range times {
			times[i] = float64(timeOf(l.pass, 1)) / float64(len(urls))
		}
		fmt.Fprintf(w, "%-24s best %6.1f  median %6.1f\n", l.name, slices.Min(times), median(times))
	}
}

// kindURLs is the number of URLs in a pass over one kind.
const kindURLs = 1000

// bestOfKinds returns the best pass of each loop for each kind, in nanoseconds per URL. It goes through all kinds
// before it measures one again, so that a moment in which the machine is busy affects only one pass of a kind.
func bestOfKinds(kinds []kind, passes int) [][]float64 {
	work, best := make([][]loop, len(kinds)), make([][]float64, len(kinds))
	for i, k := range kinds {
		work[i] = loops(slices.Repeat([]string{k.url}, kindURLs))
		best[i] = slices.Repeat([]float64{math.Inf(1)}, len(work[i]))
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
	time := func(ns float64) string { return strconv.FormatFloat(ns, 'f', 1, 64) }
	ratio := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	fmt.Fprintf(w, row, "kind", "parse", "kept", "can parse", "net/url", "parse ×", "kept ×", "can parse ×", "")
	for i, best := range bestOfKinds(kinds, passes) {
		note, net := "", best[3]
		if _, err := neturl.Parse(kinds[i].url); err != nil {
			note = "  refused by net/url"
		}
		fmt.Fprintf(w, row, kinds[i].name, time(best[0]), time(best[1]), time(best[2]), time(net),
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
