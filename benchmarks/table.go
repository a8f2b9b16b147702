package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// writeTable writes the results as a table in Markdown.
func writeTable(w io.Writer, results []result) error {
	header := []string{"operation"}
	for p, name := range packageNames {
		header = append(header, name+", ns", "allocs")
		if p != netURL {
			header = append(header, "× net/url")
		}
	}
	rows := [][]string{header}
	for i := range results {
		rows = append(rows, cells(&results[i]))
	}
	_, err := io.WriteString(w, markdown(rows))
	return err
}

// printBest writes the times of this package in its best rounds.
func printBest(w io.Writer, results []result) {
	var best []string
	for i := range results {
		best = append(best, fmt.Sprintf("%s %.1f", results[i].name, slices.Min(results[i].times[thisPackage])))
	}
	fmt.Fprintf(w, "\nThis package in its best rounds, ns: %s.\n", strings.Join(best, "; "))
}

// cells returns the row of a result.
func cells(r *result) []string {
	row := []string{r.name}
	for p := range packages {
		row = append(row, fmt.Sprintf("%.0f", r.time(p)), fmt.Sprintf("%.1f", r.allocs[p]))
		if p != netURL {
			row = append(row, fmt.Sprintf("%.2f", r.ratio(p)))
		}
	}
	return row
}

// markdown returns a table of rows. The first row is the header. All columns except the first have numbers.
func markdown(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for n, row := range rows {
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				out.WriteString("| " + cell + padding)
			} else {
				out.WriteString(" | " + padding + cell)
			}
		}
		out.WriteString(" |\n")
		if n == 0 {
			out.WriteString(rule(widths))
		}
	}
	return out.String()
}

// rule returns the line below a header.
func rule(widths []int) string {
	var out strings.Builder
	for i, width := range widths {
		if i == 0 {
			out.WriteString("|" + strings.Repeat("-", width+2))
		} else {
			out.WriteString("|" + strings.Repeat("-", width+1) + ":")
		}
	}
	return out.String() + "|\n"
}
