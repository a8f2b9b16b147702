// Command benchmarks compares this package with net/url and with github.com/nlnwa/whatwg-url, another implementation
// of the URL Standard in Go. All of them run on the same input in one process. See README.md.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"runtime"
)

// ownKinds has the kinds of URLs, which ada/main.cpp measures, too.
//
//go:embed kinds.txt
var ownKinds string

// options holds the flags of the command.
type options struct {
	corpus, svg   string
	limit, rounds int
	passes, kinds bool
	peers         bool
}

func main() {
	var o options
	flag.StringVar(&o.corpus, "corpus", "", "a `file` of URLs, one per line, in place of ../testdata/bench_urls.txt")
	flag.StringVar(&o.svg, "svg", "", "a `file` to write the chart to")
	flag.IntVar(&o.limit, "limit", 5000, "the largest `number` of URLs to take from the corpus, evenly spread; 0 takes all")
	flag.IntVar(&o.rounds, "rounds", 41, "the `number` of rounds or passes")
	flag.BoolVar(&o.passes, "passes", false, "measure this package and net/url in passes over the corpus, as ada/main.cpp measures ada")
	flag.BoolVar(&o.kinds, "kinds", false, "measure this package and net/url in passes over each kind of URL in kinds.txt")
	flag.BoolVar(&o.peers, "peers", false, "print the table of the README of the package; WPT_DIR names web-platform-tests' url/resources")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	if o.rounds < 1 {
		return fmt.Errorf("-rounds %d: at least one round is needed", o.rounds)
	}
	if o.kinds {
		kinds, err := readKinds(ownKinds)
		if err != nil {
			return fmt.Errorf("kinds.txt: %w", err)
		}
		printKinds(os.Stdout, kinds, o.rounds)
		return nil
	}
	urls, err := readURLs(o.corpus, o.limit)
	if err != nil {
		return err
	}
	if o.passes {
		printPasses(os.Stdout, urls, o.rounds)
		return nil
	}
	if o.peers {
		return printPeers(os.Stdout, urls, o.rounds)
	}
	fmt.Printf("%d URLs, %s, %s/%s; medians of %d rounds\n\n", len(urls), runtime.Version(), runtime.GOOS, runtime.GOARCH, o.rounds)
	results := measure(operations(urls), o.rounds)
	if err := writeTable(os.Stdout, results); err != nil {
		return err
	}
	printBest(os.Stdout, results)
	printParsed(os.Stdout, urls)
	if o.svg == "" {
		return nil
	}
	return os.WriteFile(o.svg, chart(results), 0o644)
}
