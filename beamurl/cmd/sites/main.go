// Command sites counts the URLs of each site with Apache Beam. It reads one URL per line, and writes a line for each
// site with the number of its URLs, a tab and the site. The URLs without a host are counted on a line that has no site.
//
//	sites -input 'urls-*.txt' -output sites.tsv -dead_letters refused.tsv -top 100
//
// It reads lines as the command weburl does: it skips empty lines, and drops "\r" at the end of a line. Unlike weburl,
// it drops a byte order mark at the start of every line, not only of the first line of a file, because Beam does not
// tell which line is the first.
//
// The dead letters are the lines that are not URLs. Each has the standard's name of the error, its byte offset in the
// line, and the line itself, with tabs between them. What follows the second tab is the line, byte for byte.
//
// Beam's own flags choose where the pipeline runs, such as -runner and -endpoint.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	//lint:ignore SA1019 the direct runner is deprecated, but it is there
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/top"

	"github.com/weburl-go/url/beamurl"
)

var (
	input       = flag.String("input", "", "the files to read: a path in which *, ? and [] match (required)")
	output      = flag.String("output", "", "the file for the counts (required)")
	deadLetters = flag.String("dead_letters", "", "the file for the lines that are not URLs; they are only counted if it is empty")
	topN        = flag.Int("top", 0, "write only the sites with the most URLs, at most `N`, in order; 0 writes all, in no order")
)

func main() {
	log.LogLevel = "warn"
	flag.Parse()
	beam.Init() // does not return in a worker
	if err := run(context.Background()); err != nil {
		fmt.Fprintf(os.Stderr, "sites: %v\n", err)
		os.Exit(1)
	}
}

// run builds the pipeline that the flags ask for, runs it, and reports how many lines it read.
func run(ctx context.Context) error {
	switch {
	case *input == "" || *output == "":
		return errors.New("-input and -output are required")
	case *topN < 0:
		return errors.New("-top must not be negative")
	case flag.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	if err := checkInput(ctx, *input); err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	build(s)
	result, err := beam.Run(ctx, cmp.Or(*runners.Runner, "prism"), p)
	if err == nil && result != nil {
		report(result)
	}
	return err
}

// checkInput returns an error if no file matches glob. Beam would count nothing.
func checkInput(ctx context.Context, glob string) error {
	fs, err := filesystem.New(ctx, glob)
	if err != nil {
		return err
	}
	defer fs.Close()
	files, err := fs.List(ctx, glob)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no file matches %s", glob)
	}
	return err
}

// build adds the steps to the pipeline.
func build(s beam.Scope) {
	lines := beam.ParDo(s, trimLine, textio.Read(s, *input))
	urls, refused := beamurl.Parse(s, lines)
	if *deadLetters != "" {
		write(s.Scope("dead letters"), *deadLetters, beam.ParDo(s, formatRefused, refused))
	}
	counts := beam.ParDo(s, toCount, stats.Count(s, beamurl.Sites(s, urls)))
	var rows beam.PCollection
	if *topN > 0 {
		rows = beam.ParDo(s, formatCounts, top.Largest(s, counts, *topN, less))
	} else {
		rows = beam.ParDo(s, formatCount, counts)
	}
	write(s.Scope("counts"), *output, rows)
}

// report writes the numbers of URLs and of dead letters to standard error.
func report(result beam.PipelineResult) {
	var parsed, refused int64
	counters := result.Metrics().Query(func(m beam.MetricResult) bool { return m.Namespace() == beamurl.Namespace }).Counters()
	for _, c := range counters {
		switch c.Name() {
		case beamurl.CounterParsed:
			parsed += c.Result()
		case beamurl.CounterRefused:
			refused += c.Result()
		}
	}
	fmt.Fprintf(os.Stderr, "sites: %d URLs, %d lines refused\n", parsed, refused)
}

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
		_, _ = out.WriteString(row) // Flush returns the first error
		_ = out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		file.Close() // Flush has the first error
		return err
	}
	return file.Close()
}
