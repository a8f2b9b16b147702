package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/weburl-go/url/beamurl"
)

func init() {
	register.Function2x0(trimLine)
	register.Function1x1(formatRefused)
	register.Function2x1(toCount)
	register.Function2x1(less)
	register.Function1x1(formatCount)
	register.Function2x0(formatCounts)
	register.DoFn3x1[context.Context, []byte, func(*string) bool, error](&writeFn{})
	register.Emitter1[string]()
	register.Iter1[string]()
}

// trimLine drops a byte order mark, the "\r" of a line that ends in "\r\n", and lines that are then empty.
func trimLine(line string, emit func(string)) {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "\uFEFF"), "\r")
	if line != "" {
		emit(line)
	}
}

func formatRefused(r beamurl.Refused) string {
	return fmt.Sprintf("%s\t%d\t%s", r.Error, r.Offset, r.Input)
}

// A count is a site and the number of its URLs.
type count struct {
	Site string
	N    int
}

func toCount(site string, n int) count { return count{site, n} }

// less orders counts by their numbers. Of two sites with the same number, the one that comes first in the output is
// the one that comes first in the order of bytes.
func less(a, b count) bool {
	if a.N != b.N {
		return a.N < b.N
	}
	return a.Site > b.Site
}

func formatCount(c count) string { return fmt.Sprintf("%d\t%s", c.N, c.Site) }

// formatCounts emits all counts as one element, because Beam does not keep the order of elements.
func formatCounts(counts []count, emit func(string)) {
	rows := make([]string, len(counts))
	for i, c := range counts {
		rows[i] = formatCount(c)
	}
	if len(rows) > 0 {
		emit(strings.Join(rows, "\n"))
	}
}

// write writes the elements of rows, a PCollection<string>, to a file, a line each. It writes the file also if there
// are none; textio.Write does not.
func write(s beam.Scope, filename string, rows beam.PCollection) {
	filesystem.ValidateScheme(filename)
	beam.ParDo0(s, &writeFn{filename}, beam.Impulse(s), beam.SideInput{Input: rows})
}

// writeFn is the DoFn of [write].
type writeFn struct{ Filename string }

// ProcessElement writes the rows. It is called once, for the element of the impulse.
func (w *writeFn) ProcessElement(ctx context.Context, _ []byte, rows func(*string) bool) (err error) {
	fs, err := filesystem.New(ctx, w.Filename)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenWrite(ctx, w.Filename)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	var row string
	for rows(&row) {
		out.WriteString(row) // Flush returns its error
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		file.Close() // Flush has the first error
		return err
	}
	return file.Close()
}
