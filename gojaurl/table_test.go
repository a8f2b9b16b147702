package gojaurl_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/vectors"
)

// TestTable holds the README's table of assertions to what the vectors give.
func TestTable(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	implementations := []func(testing.TB) engine{newNodejs, newGoja, newSobek}
	passed, all, rows := map[string][]int{}, map[string]int{}, []string{}
	for _, s := range suites {
		if all[s.row] == 0 {
			rows, passed[s.row] = append(rows, s.row), make([]int, len(implementations))
		}
		text := vectors.Read(t, s.variable, s.file)
		for i, implementation := range implementations {
			results, err := runVectors(implementation(t), s.kind, text)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Message == "" {
					passed[s.row][i]++
				}
			}
			if i == 0 {
				all[s.row] += len(results)
			}
		}
	}
	const sum = "all"
	passed[sum] = make([]int, len(implementations))
	for _, row := range rows {
		all[sum] += all[row]
		for i, n := range passed[row] {
			passed[sum][i] += n
		}
	}
	for _, row := range append(rows, sum) {
		line := fmt.Sprintf("| %s | %s | %s | %s | %s |", row, number(all[row]), number(passed[row][0]), number(passed[row][1]), number(passed[row][2]))
		if t.Log(line); !strings.Contains(string(readme), line+"\n") {
			t.Errorf("README.md does not have the line %s", line)
		}
	}
}

// number writes a number with commas.
func number(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", number(n/1000), n%1000)
}
