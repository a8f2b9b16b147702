package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/weburl-go/url"
)

// passes is how many passes over all URLs are measured.
const passes = 41

// printPasses measures this package alone, with the loops with which ada/main.cpp measures ada: the best and the median
// of passes over all URLs, in nanoseconds for one URL.
func printPasses(w io.Writer, urls []string) {
	kept, values := make([]*url.URL, len(urls)), make([]url.URL, len(urls))
	for _, m := range []struct {
		name string
		pass func()
	}{
		{"parse", func() {
			for _, s := range urls {
				if u, err := url.Parse(s); err == nil {
					count += len(u.Href())
				}
			}
		}},
		{"parse, all kept", func() {
			for i, s := range urls {
				kept[i], _ = url.Parse(s)
			}
		}},
		{"the same, kept by value", func() {
			for i, s := range urls {
				if u, err := url.Parse(s); err == nil {
					values[i] = *u
				}
			}
		}},
		{"can parse", func() {
			for _, s := range urls {
				if url.CanParse(s) {
					count++
				}
			}
		}},
	} {
		times := make([]float64, passes)
		for i := range times {
			times[i] = float64(timeOf(m.pass, 1)) / float64(time.Nanosecond) / float64(len(urls))
		}
		fmt.Fprintf(w, "%-24s best %6.1f  median %6.1f\n", m.name, slices.Min(times), median(times))
	}
}
