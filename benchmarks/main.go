// Command benchmarks compares this package with net/url and with github.com/nlnwa/whatwg-url, another implementation
// of the URL Standard in Go. All of them run on the same input in one process. See README.md.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
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

// ownCorpus is the file of URLs that were written for benchmarks, relative to this directory.
const ownCorpus = "../testdata/bench_urls.txt"

// readURLs returns the URLs in a file. If name is empty, the file is ownCorpus. If the file has more than limit URLs,
// readURLs takes every second, third … URL.
func readURLs(name string, limit int) ([]string, error) {
	own := name == ""
	if own {
		name = ownCorpus
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	urls := lines(string(data))
	if own {
		if urls, err = unquoted(urls); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(urls) == 0 {
		return nil, fmt.Errorf("%s has no URLs", name)
	}
	return sample(urls, limit), nil
}

// lines returns the lines of text that are not empty, without a byte order mark.
func lines(text string) (out []string) {
	for line := range strings.Lines(strings.TrimPrefix(text, "\uFEFF")) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// unquoted drops comments, and replaces Go string literals by their values.
func unquoted(lines []string) (out []string, err error) {
	for _, line := range lines {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if line[0] == '"' {
			literal := line
			if line, err = strconv.Unquote(literal); err != nil {
				return nil, fmt.Errorf("%s is not a Go string literal", literal)
			}
		}
		out = append(out, line)
	}
	return out, nil
}

// sample returns at most limit URLs, evenly spread, or all if limit is 0. It copies them, so that they are close
// together in memory.
func sample(urls []string, limit int) (out []string) {
	step := 1
	if limit > 0 {
		step = (len(urls) + limit - 1) / limit
	}
	for i := 0; i < len(urls); i += step {
		out = append(out, strings.Clone(urls[i]))
	}
	return out
}
