package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
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

// sampleTime is the shortest time of a package's turn in a round. It is long compared with reading the clock, and
// short compared with other activity on the machine.
const sampleTime = time.Millisecond

// A result has the measurements of an operation. For each package, it has the nanoseconds per operation in each round,
// and the allocations per operation.
type result struct {
	name   string
	times  [][]float64
	allocs []float64
}

// measure runs all operations in rounds. In a round, the packages take turns, in a different order each time. So other
// activity on the machine slows down all of them.
func measure(operations []operation, rounds int) []result {
	results := make([]result, len(operations))
	repeats := make([][]int, len(operations))
	for i, op := range operations {
		results[i] = result{name: op.name, times: make([][]float64, len(op.passes))}
		for _, pass := range op.passes {
			results[i].allocs = append(results[i].allocs, allocs(pass)/float64(op.n))
			repeats[i] = append(repeats[i], 1+int(sampleTime/max(timeOf(pass, 1), 1)))
		}
	}
	for round := range rounds {
		for i, op := range operations {
			for turn := range op.passes {
				p := (round + turn) % len(op.passes)
				repeat := repeats[i][p]
				runtime.GC()   // collect the garbage of the package before,
				op.passes[p]() // and fill the caches again
				nanoseconds := float64(timeOf(op.passes[p], repeat)) / float64(repeat*op.n)
				results[i].times[p] = append(results[i].times[p], nanoseconds)
			}
		}
	}
	return results
}

// timeOf returns the time that a number of passes takes.
func timeOf(pass func(), repeat int) time.Duration {
	start := time.Now()
	for range repeat {
		pass()
	}
	return time.Since(start)
}

// allocs returns the number of allocations in a pass.
func allocs(pass func()) float64 {
	var before, after runtime.MemStats
	pass() // allocates what later passes reuse
	runtime.ReadMemStats(&before)
	pass()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}

// time returns the median time of a package.
func (r *result) time(p int) float64 { return median(r.times[p]) }

// ratio returns the median ratio of a package's time to that of net/url in the same round.
func (r *result) ratio(p int) float64 {
	ratios := make([]float64, len(r.times[p]))
	for round, t := range r.times[p] {
		ratios[round] = t / r.times[netURL][round]
	}
	return median(ratios)
}

// median returns the median of values, which must not be empty.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// The dimensions of the chart, in pixels.
const (
	chartWidth = 760
	labelWidth = 210 // for the names of the operations
	valueWidth = 60  // for the number after the longest bar
	barHeight  = 14
	rowHeight  = 2*barHeight + 14
	top        = 64 // the position of the first row
)

// chartHead is the beginning of the chart. Its colors work on a light and on a dark page, and the text has a color for
// each.
const chartHead = `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="title">
<title id="title">How many times as fast as net/url: %[3]s and %[4]s</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: bold }
.weburl { fill: #2f81f7 }
.peer { fill: #d29922 }
line { stroke: #8b949e; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }
</style>
`

// chart draws the results as SVG: how many times as fast as net/url the other two packages are.
func chart(results []result) []byte {
	longest := 1.0
	for i := range results {
		longest = max(longest, 1/results[i].ratio(thisPackage), 1/results[i].ratio(nlnwaURL))
	}
	scale := (chartWidth - labelWidth - valueWidth) / longest
	height := top + len(results)*rowHeight + 8

	var out bytes.Buffer
	fmt.Fprintf(&out, chartHead, chartWidth, height, packageNames[thisPackage], packageNames[nlnwaURL])
	writeLegend(&out)
	one := labelWidth + scale
	fmt.Fprintf(&out, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n", one, top-12, one, height-4)
	fmt.Fprintf(&out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s = 1</text>\n", one, top-18, packageNames[netURL])
	for i := range results {
		writeRow(&out, &results[i], top+i*rowHeight, scale)
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// writeLegend draws the legend of the colors.
func writeLegend(out *bytes.Buffer) {
	fmt.Fprintf(out, "<text class=\"title\" x=\"0\" y=\"20\">times as fast as %s</text>\n", packageNames[netURL])
	x := labelWidth + 150
	for _, entry := range []struct{ class, name string }{
		{"weburl", packageNames[thisPackage]},
		{"peer", packageNames[nlnwaURL]},
	} {
		fmt.Fprintf(out, "<rect class=\"%s\" x=\"%d\" y=\"9\" width=\"%d\" height=\"%[3]d\"/>\n", entry.class, x, barHeight-2)
		fmt.Fprintf(out, "<text x=\"%d\" y=\"20\">%s</text>\n", x+barHeight+4, html.EscapeString(entry.name))
		x += 130
	}
}

// writeRow draws the two bars of an operation.
func writeRow(out *bytes.Buffer, r *result, y int, scale float64) {
	fmt.Fprintf(out, "<text x=\"0\" y=\"%d\">%s</text>\n", y+barHeight+5, html.EscapeString(r.name))
	writeBar(out, "weburl", y, 1/r.ratio(thisPackage), scale)
	writeBar(out, "peer", y+barHeight+2, 1/r.ratio(nlnwaURL), scale)
}

// writeBar draws a bar and its number.
func writeBar(out *bytes.Buffer, class string, y int, speed, scale float64) {
	width := speed * scale
	fmt.Fprintf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n", class, labelWidth, y, width, barHeight)
	fmt.Fprintf(out, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", labelWidth+width+5, y+barHeight-2, number(speed))
}

// number formats a number with about two digits.
func number(x float64) string {
	switch {
	case x >= 10:
		return fmt.Sprintf("%.0f", x)
	case x >= 1:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
