package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
)

// options holds the command line.
type options struct {
	urls []string // the arguments
	in   []string // the files to read if there are no arguments; none: standard input

	base     url.URL     // the zero URL: none
	baseText string      // base as it was given
	netBase  *neturl.URL // base as net/url reads it, with -compare

	json       bool
	check      bool
	explain    bool
	compare    bool
	canonical  bool
	get        []part
	count      *part
	top        int
	sortQuery  bool
	noFragment bool
	unique     bool
	tsv        bool
	version    bool
}

// parseOptions reads the command line. It refuses flags that cannot be used together.
func parseOptions(args []string) (*options, error) {
	o := new(options)
	fs := o.flagSet()
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	o.urls = fs.Args()
	if err := checkArguments(fs, args); err != nil {
		return nil, err
	}
	given := make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if err := checkCombination(given, len(o.urls) > 0); err != nil {
		return nil, err
	}
	if given["top"] && o.top < 1 {
		return nil, errors.New("-top must be at least 1")
	}
	if given["base"] {
		if err := o.parseBase(); err != nil {
			return nil, err
		}
	}
	if !o.json && !o.check && !o.explain && !o.compare && o.get == nil && o.count == nil {
		o.canonical = o.canonical || o.unique || o.sortQuery || o.noFragment
	}
	return o, nil
}

// checkArguments refuses a flag after a URL, because it would be taken as a URL.
func checkArguments(fs *flag.FlagSet, args []string) error {
	urls := fs.Args()
	if before := len(args) - len(urls) - 1; before >= 0 && args[before] == "--" {
		return nil
	}
	for _, u := range urls {
		if name := strings.TrimLeft(u, "-"); name != u && fs.Lookup(name) != nil {
			return fmt.Errorf("flags must come before URLs; if %s is a URL, put -- before it", u)
		}
	}
	return nil
}

// flagSet defines the flags. The help text describes them.
func (o *options) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("weburl", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.baseText, "base", "", "")
	fs.Func("in", "", func(name string) error { o.in = append(o.in, name); return nil })
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.check, "check", false, "")
	fs.BoolVar(&o.explain, "explain", false, "")
	fs.BoolVar(&o.compare, "compare", false, "")
	fs.BoolVar(&o.canonical, "canonical", false, "")
	fs.BoolVar(&o.sortQuery, "sort-query", false, "")
	fs.BoolVar(&o.noFragment, "no-fragment", false, "")
	fs.BoolVar(&o.unique, "unique", false, "")
	fs.BoolVar(&o.tsv, "tsv", false, "")
	fs.BoolVar(&o.version, "version", false, "")
	fs.IntVar(&o.top, "top", 0, "")
	fs.Func("get", "", func(names string) error {
		for name := range strings.SplitSeq(names, ",") {
			p, err := partNamed(name)
			if err != nil {
				return err
			}
			o.get = append(o.get, *p)
		}
		return nil
	})
	fs.Func("count", "", func(name string) (err error) {
		o.count, err = partNamed(name)
		return err
	})
	return fs
}

// modes are the flags that say what to write. At most one of them may be given.
var modes = []string{"check", "explain", "compare", "canonical", "get", "count"}

// unusable has the flags that have no meaning in a mode.
var unusable = map[string][]string{
	"check":     {"json", "unique", "sort-query", "no-fragment"},
	"explain":   {"unique", "sort-query", "no-fragment"},
	"compare":   {"unique", "sort-query", "no-fragment"},
	"canonical": {"json"},
}

// checkCombination returns an error if the given flags cannot be used together.
func checkCombination(given map[string]bool, arguments bool) error {
	mode := ""
	for _, m := range modes {
		if !given[m] {
			continue
		}
		if mode != "" {
			return fmt.Errorf("-%s and -%s cannot be used together", mode, m)
		}
		mode = m
	}
	for _, f := range unusable[mode] {
		if given[f] {
			return fmt.Errorf("-%s and -%s cannot be used together", mode, f)
		}
	}
	switch {
	case given["top"] && mode != "count":
		return errors.New("-top needs -count")
	case given["tsv"]:
		return checkTSV(given)
	case given["in"] && arguments:
		return errors.New("-in and URLs as arguments cannot be used together")
	}
	return nil
}

func (o *options) parseBase() (err error) {
	if o.base, err = url.Parse(o.baseText); err != nil {
		return fmt.Errorf("-base: %s", reason(err))
	}
	if o.compare {
		if o.netBase, err = neturl.Parse(o.baseText); err != nil {
			return fmt.Errorf("-base: refused by net/url: %s", compare.NetReason(err))
		}
	}
	return nil
}

// reason returns the message of an error of package url without its prefix. The command has a prefix of its own.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "url: ") }
