// Command benchmarks compares this package with net/url and with github.com/nlnwa/whatwg-url, the other
// implementation of the URL Standard in Go: on the same input, in one process, in turn. See README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
)

func main() {
	corpus := flag.String("corpus", "", "a `file` of URLs, one a line, instead of ../testdata/bench_urls.txt")
	svg := flag.String("svg", "", "a `file` to write the chart to")
	most := flag.Int("most", 5000, "how many `URLs` of the corpus to take, evenly spread; 0 takes all")
	rounds := flag.Int("rounds", 51, "how many `rounds` to take medians of")
	alone := flag.Bool("passes", false, "measure this package alone, as ada/main.cpp measures ada")
	flag.Parse()
	if err := run(*corpus, *most, *svg, *rounds, *alone); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(corpus string, most int, svg string, rounds int, alone bool) error {
	if rounds < 1 {
		return fmt.Errorf("-rounds %d: there must be at least one", rounds)
	}
	urls, err := readURLs(corpus, most)
	if err != nil {
		return err
	}
	if alone {
		printPasses(os.Stdout, urls)
		return nil
	}
	fmt.Printf("%d URLs, %s, %s/%s; medians of %d rounds\n\n", len(urls), runtime.Version(), runtime.GOOS, runtime.GOARCH, rounds)
	results := measure(operations(urls), rounds)
	if err := writeTable(os.Stdout, results); err != nil {
		return err
	}
	printBest(os.Stdout, results)
	printParsed(os.Stdout, urls)
	if svg == "" {
		return nil
	}
	return os.WriteFile(svg, chart(results), 0o644)
}
