package main

import (
	"errors"
	"fmt"
	neturl "net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
	"github.com/weburl-go/url/psl"
	"golang.org/x/net/publicsuffix"
)

// options holds the command line.
type options struct {
	urls  []string // the arguments
	in    []string // the files to read if there are no arguments; none: standard input
	given map[string]bool
	label string // the flag that is being read, up to the part, for messages

	parser   url.Parser
	baseText string      // the base as it was given
	netBase  *neturl.URL // the base as net/url reads it, with -compare
	suffixes url.PublicSuffixList
	lookup   func(domain string) (suffix string, icann, listed bool) // for -extract
	extract  bool
	html     bool
	emails   bool

	json, check, explain, compare, canonical, tsv, tsvEscaped, csv, inPlace bool

	column     int    // the column of a table, from 1
	columnName string // as it is given; with -csv, the name of the column if column is 0
	delimiter  rune   // of CSV; 0 is a comma

	get    []part
	format *template
	count  *part
	top    int
	keep   bool
	strict bool

	nul      bool
	create   bool
	edits    []edit
	filters  []filter
	unique   bool
	uniqueBy []part

	maxLine                 int
	quiet, verbose, version bool
	color                   string
}

var errHelp = errors.New("help is wanted")

// parseOptions reads the command line. It refuses flags that cannot be used together.
func parseOptions(args []string) (*options, error) {
	o := &options{lookup: lookUp, given: make(map[string]bool), color: "auto", maxLine: defaultMaxLine}
	if err := o.parseFlags(args); err != nil {
		return nil, err
	}
	if err := o.placeArguments(); err != nil {
		return nil, err
	}
	if err := o.checkCombination(); err != nil {
		return nil, err
	}
	if o.given["base"] {
		if err := o.parseBase(); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(append([]string{"json"}, modes...), func(mode string) bool { return o.given[mode] }) {
		o.canonical = o.unique || o.uniqueBy != nil || len(o.edits) > 0 || len(o.filters) > 0 || o.create || o.nul || o.extract || o.html
	}
	return o, nil
}

// parseFlags reads flags and arguments, in any order. "--" ends the flags.
func (o *options) parseFlags(args []string) error {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			o.urls = append(o.urls, args...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			o.urls = append(o.urls, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f, ok := flagNamed("-" + name)
		switch {
		case name == "h" || name == "help":
			return errHelp
		case !ok:
			return fmt.Errorf("%w; if %s is a URL, put -- before it", unknownFlag(name), arg)
		case f.arg == "" && !hasValue:
			value = "true"
		case !hasValue && len(args) == 0:
			return fmt.Errorf("flag needs an argument: -%s", name)
		case !hasValue:
			value, args = args[0], args[1:]
		}
		part, _, _ := strings.Cut(value, "=") // what follows may be a password
		o.label = strings.TrimSuffix("-"+name+" "+part, " true")
		if err := f.set(o, value); err != nil {
			return fmt.Errorf("-%s: %s", name, reason(err))
		}
		on, _ := strconv.ParseBool(value)
		o.given[name] = f.arg != "" || on
	}
	o.given["tsv"] = o.tsv
	return nil
}

func unknownFlag(name string) error {
	if hint := foreignFlags[name]; hint != "" {
		return fmt.Errorf("unknown flag -%s: %s", name, hint)
	}
	if near := nearest(name, flagNames("")); near != "" {
		return fmt.Errorf("unknown flag -%s; did you mean -%s", name, near)
	}
	return fmt.Errorf("unknown flag -%s", name)
}

// foreignFlags are flags that people know from other programs, and what they are here.
var foreignFlags = map[string]string{
	"g": `-get PART,… writes parts, and -format '{PART}\n' a text`, "f": "-in FILE reads URLs from a file, and -format TEXT writes a text",
	"o": "weburl writes to standard output; > FILE writes to a file", "url": "arguments are URLs, without a flag", "url-file": "it is called -in FILE",
	"V": "it is called -version", "v": "it is called -verbose or -version", "s": "it is called -set", "a": "it is called -append", "u": "it is called -unique",
	"r": "-get writes text without quotes", "d": "-csv has -delimiter", "t": "-csv has -delimiter", "qtrim": "it is called -delete 'query:GLOB'", "trim": "it is called -delete 'query:GLOB'",
}

// placeArguments decides whether the arguments are URLs or files. With -in, -extract or -html they are files, and "-" is standard
// input.
func (o *options) placeArguments() error {
	switch {
	case o.given["in"] || o.extract || o.html:
		o.in, o.urls = append(o.in, o.urls...), nil
	case len(o.urls) == 1 && o.urls[0] == "-":
		o.urls = nil
	}
	if o.create && len(o.in)+len(o.urls) > 0 {
		return errors.New("-new reads nothing, so it takes neither URLs nor files")
	}
	return nil
}

// parseBase parses the base URL.
func (o *options) parseBase() (err error) {
	if o.parser.Base, err = url.Parse(o.baseText); err != nil {
		return fmt.Errorf("-base: %s", reason(err))
	}
	if o.compare {
		if o.netBase, err = neturl.Parse(o.baseText); err != nil {
			return fmt.Errorf("-base: refused by net/url: %s", compare.NetReason(err))
		}
	}
	return nil
}

// setDefaultScheme reads the value of -default-scheme.
func (o *options) setDefaultScheme(value string) error {
	o.parser.DefaultScheme = strings.TrimSuffix(value, ":")
	_, err := o.parser.Parse("example.com")
	return err
}

// lookUp looks a domain up in the built-in public suffix list.
func lookUp(domain string) (suffix string, icann, listed bool) {
	suffix, icann = publicsuffix.PublicSuffix(domain)
	return suffix, icann, icann || strings.Contains(suffix, ".")
}

// readSuffixes reads the file of -suffix-list.
func (o *options) readSuffixes(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("%s: %s", name, describe(err))
	}
	defer file.Close() // no data is lost: it was only read
	list, err := psl.Parse(file)
	if err != nil {
		return fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "psl: "))
	}
	o.suffixes, o.lookup = list, list.Lookup
	return nil
}

// reason returns the message of an error of package url without its prefix. The command has a prefix of its own.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "url: ") }

// modes are the flags that say what to write. At most one of them may be given.
var modes = []string{"check", "explain", "compare", "canonical", "get", "count", "format", "redact"}

// needs has the flags that make sense only with one of some others.
var needs = []struct {
	flag string
	with []string
}{
	{"tsv", []string{"get", "redact"}},
	{"csv", []string{"get", "redact"}},
	{"csv", []string{"column"}},
	{"column", []string{"tsv", "csv"}},
	{"in-place", []string{"column"}},
	{"delimiter", []string{"csv"}},
	{"top", []string{"count"}},
	{"keep", []string{"json", "get", "format"}},
	{"new", []string{"set"}},
	{"emails", []string{"extract"}},
}

// changes are the flags that change URLs or need to know other URLs. They have no meaning where the URL is not written.
var changes = []string{"set", "append", "delete", "delete-except", "replace", "iterate", "no-credentials", "no-port", "no-fragment",
	"sort-query", "unique", "unique-by", "new"}

// rowChangers are the flags that cannot be used with tables: there is one row for each row, so none is dropped, and none
// becomes two.
var rowChangers = []string{"json", "unique", "unique-by", "match", "exclude", "match-pattern", "scheme", "iterate", "new", "keep", "0", "strict"}

// conflicts has the flags that cannot be used with a flag.
var conflicts = []struct {
	flag string
	with []string
}{
	{"check", append([]string{"json"}, changes...)},
	{"explain", changes},
	{"redact", append([]string{"base", "keep", "new", "default-scheme"}, changes...)},
	{"compare", append([]string{"default-scheme"}, changes...)},
	{"canonical", []string{"json"}},
	{"format", []string{"json"}},
	{"keep", []string{"explain", "compare", "count"}},
	{"tsv", rowChangers},
	{"csv", append([]string{"tsv"}, rowChangers...)},
	{"extract", []string{"check", "explain", "compare", "tsv", "csv", "new", "base"}},
	{"html", []string{"check", "explain", "compare", "tsv", "csv", "new", "extract", "default-scheme", "0"}},
	{"unique", []string{"unique-by"}},
	{"quiet", []string{"verbose"}},
	{"default-scheme", []string{"base"}},
	{"new", []string{"base", "default-scheme", "match", "exclude", "match-pattern", "scheme", "keep"}},
}

// checkCombination returns an error if the flags cannot be used together.
func (o *options) checkCombination() error {
	given := slices.DeleteFunc(slices.Clone(modes), func(m string) bool { return !o.given[m] })
	if len(given) > 1 {
		return together(given[0], given[1])
	}
	for _, c := range conflicts {
		for _, f := range c.with {
			if o.given[c.flag] && o.given[f] {
				return together(c.flag, f)
			}
		}
	}
	for _, n := range needs {
		if o.given[n.flag] && !slices.ContainsFunc(n.with, func(f string) bool { return o.given[f] }) {
			return fmt.Errorf("-%s needs -%s", n.flag, strings.Join(n.with, " or -"))
		}
	}
	if scheme := o.parser.DefaultScheme; o.extract && scheme != "" && scheme != "http" && scheme != "https" {
		return fmt.Errorf("-extract needs -default-scheme http or https, not %s", scheme)
	}
	if o.tsv || o.csv {
		return o.checkTable()
	}
	return nil
}

func together(a, b string) error { return fmt.Errorf("-%s and -%s cannot be used together", a, b) }
