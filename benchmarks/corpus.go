package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

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
