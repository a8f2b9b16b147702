// Command vectors makes the test vectors of this project. It makes candidates, asks other implementations for
// the expected values, and chooses the vectors.
//
//	vectors [-kind NAME] [-seed N] [-n N]
//
// writes the candidates, one JSON object per line.
//
//	vectors -reference COMMAND -agree COMMAND [-agree COMMAND…] [-watch COMMAND…] -o testdata
//
// asks the commands, chooses, and writes the files of vectors. A COMMAND reads candidates, and writes an answer per
// line; testdata/README.md describes both. A candidate can become a vector if one of the -agree commands gives the
// reference's answer. Every answer that differs from the reference's, also of a -watch command, goes to standard
// output, one JSON object per line. If implementations differ on a vector, compare it with the standard.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/weburl-go/url/tools/internal/oracle"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}

// options holds the flags of the command.
type options struct {
	kind          string
	seed          uint64
	n             int
	reference     string
	agree, watch  []string
	out           string
	disagreements *json.Encoder
}

func run(args []string, stdout io.Writer) error {
	var o options
	fs := flag.NewFlagSet("vectors", flag.ContinueOnError)
	fs.StringVar(&o.kind, "kind", "", "make vectors of this `name` only: "+strings.Join(kindNames(), ", "))
	fs.Uint64Var(&o.seed, "seed", 1, "the grammar's seed")
	fs.IntVar(&o.n, "n", 0, "the `number` of candidates for a file (0: the number that the file was made from)")
	fs.StringVar(&o.reference, "reference", "", "`command` of the reference implementation")
	fs.Func("agree", "a `command`; one of these has to give the same answer as the reference", collect(&o.agree))
	fs.Func("watch", "a `command` whose different answers are only listed", collect(&o.watch))
	fs.StringVar(&o.out, "o", "", "`folder` to write vectors to")
	if err := fs.Parse(args); err != nil {
		return err
	}
	w := bufio.NewWriter(stdout)
	o.disagreements = oracle.NewEncoder(w)
	err := o.each(func(k kind) error {
		if o.out == "" {
			return oracle.WriteLines(w, k.candidates(o.seed, o.n))
		}
		return o.makeVectors(k)
	})
	return errors.Join(err, w.Flush())
}

// collect returns a function for a flag that appends each value to list.
func collect(list *[]string) func(string) error {
	return func(s string) error {
		*list = append(*list, s)
		return nil
	}
}

// each calls f for the kind that the flag names, or for all kinds.
func (o *options) each(f func(kind) error) error {
	found := false
	for _, k := range kinds {
		if o.kind != "" && o.kind != k.name {
			continue
		}
		found = true
		if err := f(k); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	if !found {
		return fmt.Errorf("unknown kind of vectors %q", o.kind)
	}
	return nil
}

// makeVectors asks all commands, chooses the vectors of a kind, and writes their file.
func (o *options) makeVectors(k kind) error {
	if o.reference == "" || len(o.agree) == 0 {
		return errors.New("-o needs -reference and -agree")
	}
	requests := k.candidates(o.seed, o.n)
	fmt.Fprintf(os.Stderr, "%s: %d candidates\n", k.name, len(requests))
	expected, err := oracle.Ask(o.reference, requests)
	if err != nil {
		return err
	}
	agreed, err := o.compare(k, requests, expected)
	if err != nil {
		return err
	}
	var vs []vector
	for i, req := range requests {
		if agreed[i] {
			vs = append(vs, vector{req, expected[i]})
		}
	}
	chosen := choose(k, vs)
	fmt.Fprintf(os.Stderr, "%s: %d agreed on, %d chosen\n", k.name, len(vs), len(chosen))
	return k.write(o.out, chosen)
}

// compare asks the other commands. It returns which requests have an expected answer that another command confirms.
func (o *options) compare(k kind, requests []request, expected []answer) ([]bool, error) {
	agreed := make([]bool, len(requests))
	for i, command := range slices.Concat(o.agree, o.watch) {
		answers, err := oracle.Ask(command, requests)
		if err != nil && i < len(o.agree) {
			return nil, err
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "vectors: not watched:", err) // it may have crashed
		}
		for j, a := range answers {
			want, got := k.view(expected[j]), k.view(a)
			if !a.Unsupported && got == want && i < len(o.agree) {
				agreed[j] = true
			}
			if !a.Unsupported && got != want {
				d := disagreement{k.name, command, requests[j], json.RawMessage(want), json.RawMessage(got)}
				if err := o.disagreements.Encode(d); err != nil {
					return nil, err
				}
			}
		}
	}
	return agreed, nil
}

// A disagreement is an answer that differs from the reference's.
type disagreement struct {
	Kind      string          `json:"kind"`
	Command   string          `json:"command"`
	Request   request         `json:"request"`
	Reference json.RawMessage `json:"reference"`
	Other     json.RawMessage `json:"other"`
}
