package main

import (
	"os"
	"strings"
	"testing"
)

func benchLines(b *testing.B, args ...string) {
	data, _ := os.ReadFile("/work/shared/corpora/web.txt")
	lines := strings.Split(string(data), "\n")
	opts, err := parseOptions(args)
	if err != nil {
		b.Fatal(err)
	}
	t := newTool(opts, nil, nil)
	line, c := t.newLine(), &chunk{framing: t.framing}
	i := 0
	for b.Loop() {
		if i++; i == len(lines) {
			i = 0
		}
		if c.out = c.out; len(c.out) > 1<<17 {
			c.reset()
		}
		if lines[i] != "" {
			line(c, lines[i], 1)
		}
	}
}

func BenchmarkHostname(b *testing.B) { benchLines(b, "-get", "hostname") }
func BenchmarkSite(b *testing.B)     { benchLines(b, "-get", "site") }
func BenchmarkHref(b *testing.B)     { benchLines(b, "-get", "href") }
