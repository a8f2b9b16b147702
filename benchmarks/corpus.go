package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ownCorpus is where the URLs are that were written for benchmarks, seen from this directory.
const ownCorpus = "../testdata/bench_urls.txt"

// readURLs returns the URLs in a file, or if name is empty those in testdata/bench_urls.txt. Of a corpus that is
// longer than most it takes every second, third … URL.
func readURLs(name string, most int) ([]string, error) {
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
		return nil, fmt.Errorf("%s has no URL in it", name)
	}
	return sample(urls, most), nil
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

// unquoted returns lines without those that are comments, and with what Go string literals stand for.
func unquoted(lines []string) (out []string, err error) {
	for _, line := range lines {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if line[0] == '"' {
			literal := line
			if line, err = strconv.Unquote(literal); err != nil {
				return nil, fmt.Errorf("%s is no Go string literal", literal)
			}
		}
		out = append(out, line)
	}
	return out, nil
}

// sample returns at most so many of urls, evenly spread, or all if most is 0; in memory they are side by side.
func sample(urls []string, most int) (out []string) {
	step := 1
	if most > 0 {
		step = (len(urls) + most - 1) / most
	}
	for i := 0; i < len(urls); i += step {
		out = append(out, strings.Clone(urls[i]))
	}
	return out
}
