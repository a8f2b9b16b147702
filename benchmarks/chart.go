package main

import (
	"bytes"
	"fmt"
	"html"
)

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
