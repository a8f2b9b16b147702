// Command differ compares this package with the reference implementation on many generated inputs.
//
//	go run ./tools/differ -reference COMMAND [-seed N] [-answers FOLDER] -urls 3000000 -hosts 100000 …
//
// There is a flag for each kind of input, with the number of questions. A COMMAND reads questions, and writes an
// answer per line; testdata/README.md describes both. The answers are kept in the folder that -answers names, so
// another build can be compared with the same answers, without the command.
//
// Each difference goes to standard output, one JSON object per line. A difference that comes from the newer version
// of Unicode in the reference implementation is counted apart, by the rule of newerUnicode, and listed only with
// -all. If there is any other difference, the exit status is 1.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"time"
	"unicode"

	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/tools/internal/oracle"
)

func main() {
	unexplained, err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "differ:", err)
		os.Exit(2)
	}
	if unexplained > 0 {
		os.Exit(1)
	}
}

// options contains the flags of the command.
type options struct {
	reference, answers string
	seed               uint64
	all                bool
	counts             []int // the number of questions of each kind
	stderr             io.Writer
	said               time.Time // when progress last wrote a line
}

// run compares, and returns the number of differences without a known cause.
func run(args []string, stdout, stderr io.Writer) (unexplained int, err error) {
	o := options{counts: make([]int, len(kinds)), stderr: stderr, said: time.Now()}
	flags := flag.NewFlagSet("differ", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.reference, "reference", "", "`command` of the reference implementation")
	flags.StringVar(&o.answers, "answers", "", "`folder` with its answers: those that are missing are added")
	flags.Uint64Var(&o.seed, "seed", 1, fmt.Sprintf("the grammar's seed, at most %d", mostSeed))
	flags.BoolVar(&o.all, "all", false, "also list the differences that have a known cause")
	for i, k := range kinds {
		flags.IntVar(&o.counts[i], k.name, 0, "the `number` of questions about "+k.about)
	}
	if err := flags.Parse(args); err != nil {
		return 0, err
	}
	if slices.Max(o.counts) == 0 {
		return 0, errors.New("no questions: give the number of a kind")
	}
	if o.seed > mostSeed {
		return 0, fmt.Errorf("-seed %d: at most %d", o.seed, mostSeed)
	}
	w := bufio.NewWriter(stdout)
	fmt.Fprintf(stderr, "%s %s/%s, Unicode %s, seed %d\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, unicode.Version, o.seed)
	for i, k := range kinds {
		if o.counts[i] == 0 {
			continue
		}
		t, err := o.compareKind(i, w)
		if err != nil {
			return unexplained, errors.Join(fmt.Errorf("%s: %w", k.name, err), w.Flush())
		}
		fmt.Fprintf(stderr, "%-10s %8d questions, %8d calls, %8d failures, %d unexplained differences, %d of newer Unicode\n",
			k.name, t.questions, t.calls, t.failures, t.unexplained, t.newer)
		unexplained += t.unexplained
	}
	return unexplained, w.Flush()
}

// A tally counts the questions of a kind.
type tally struct {
	questions, calls, failures, unexplained, newer int
}

// mostSeed is the largest seed that a chunk's own seed has room for.
const mostSeed = 1<<24 - 1

// chunk is the number of questions that are asked at once.
const chunk = 20_000

func (o *options) compareKind(kind int, w *bufio.Writer) (tally, error) {
	var t tally
	n := o.counts[kind]
	if most := kinds[kind].most; most > 0 {
		n = min(n, most)
	}
	for first := 0; first < n; first += chunk {
		o.progress(kinds[kind].name, first, n)
		requests := o.requests(kind, first, min(chunk, n-first))
		answers, err := o.ask(kinds[kind].name, first, requests)
		if err != nil {
			return t, err
		}
		for i, r := range requests {
			if err := o.compare(kinds[kind].name, r, answers[i], &t, w); err != nil {
				return t, err
			}
		}
		if err := w.Flush(); err != nil {
			return t, err
		}
	}
	if t.questions == 0 {
		return t, errors.New("the reference implementation supports none of the questions")
	}
	return t, nil
}

// progress says every ten seconds how far it is.
func (o *options) progress(kind string, done, all int) {
	if time.Since(o.said) > 10*time.Second {
		o.said = time.Now()
		fmt.Fprintf(o.stderr, "%s: %d of %d questions\n", kind, done, all)
	}
}

// requests returns n questions of a kind, beginning with the one that has the number first. They do not depend on the
// others.
func (o *options) requests(kind, first, n int) []oracle.Request {
	g := gen.New(o.seed<<40 | uint64(kind)<<32 | uint64(first/chunk))
	requests := make([]oracle.Request, n)
	for i := range requests {
		requests[i] = kinds[kind].make(g, first+i)
	}
	return requests
}

// ask returns the reference implementation's answers. It reads them from the folder of answers, or asks the command and
// writes them to the folder.
func (o *options) ask(name string, first int, requests []oracle.Request) ([]oracle.Answer, error) {
	file := filepath.Join(o.answers, fmt.Sprintf("%s-%d-%d.gz", name, o.seed, first/chunk))
	if o.answers != "" {
		lines, err := readFile(file)
		if err == nil {
			return oracle.ReadAnswers(bytes.NewReader(lines), len(requests))
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if o.reference == "" {
		return nil, fmt.Errorf("no -reference, and no answers in %s", file)
	}
	lines, err := oracle.AskLines(o.reference, requests)
	if err == nil && o.answers != "" {
		err = writeFile(file, lines)
	}
	if err != nil {
		return nil, err
	}
	return oracle.ReadAnswers(bytes.NewReader(lines), len(requests))
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// writeFile makes the folder if it is missing. It writes to another name first, so that a file never contains only a part of
// its answers.
func writeFile(name string, lines []byte) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return err
	}
	_, err = z.Write(lines)
	if err := errors.Join(err, z.Close(), os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name+".part", b.Bytes(), 0o644)); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

// A difference is an answer of this package that differs from the reference's.
type difference struct {
	Kind      string         `json:"kind"`
	Cause     string         `json:"cause,omitempty"`
	Request   oracle.Request `json:"request"`
	Reference any            `json:"reference"`
	Ours      any            `json:"ours"`
}

func (o *options) compare(kind string, r oracle.Request, reference oracle.Answer, t *tally, w io.Writer) error {
	if reference.Unsupported {
		return nil
	}
	t.questions++
	t.calls += max(1, len(r.Steps))
	if reference.Failure {
		t.failures++
	}
	want := view(r, reference)
	for _, ours := range answers(r) {
		got := view(r, ours)
		if reflect.DeepEqual(got, want) {
			continue
		}
		d := difference{kind, "", r, want, got}
		if newerUnicode(r, reference, ours) {
			d.Cause = "newer Unicode"
			t.newer++
		} else {
			t.unexplained++
		}
		if d.Cause != "" && !o.all {
			continue
		}
		if err := oracle.NewEncoder(w).Encode(d); err != nil {
			return err
		}
	}
	return nil
}
