package main

import (
	"cmp"
	"errors"
	"fmt"
	neturl "net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/compare"
	"github.com/weburl-go/url/cmd/internal/notes"
	"github.com/weburl-go/url/psl"
	"golang.org/x/net/publicsuffix"
)

// A flagSpec describes a flag: for the command line, the help, the completion of shells and the man page.
type flagSpec struct {
	name string
	arg  string // what the value is; empty: the flag is either there or not
	doc  string
	set  func(o *options, value string) error // nil for those in options.switches. Without arg, value is "true" or "false"
}

func (f flagSpec) call() string { return strings.TrimSuffix("-"+f.name+" "+f.arg, " ") }

// flagSpecs returns all flags, in the order of the help.
func flagSpecs() []flagSpec {
	return slices.Concat(outputSpecs, inputSpecs, changeSpecs, filterSpecs, messageSpecs)
}

// flagNamed returns the flag of that name, which may begin with one or two dashes.
func flagNamed(name string) (flagSpec, bool) {
	for _, f := range flagSpecs() {
		if name == "-"+f.name || name == "--"+f.name {
			return f, true
		}
	}
	return flagSpec{}, false
}

// flagNames returns the names of flags, after a prefix.
func flagNames(prefix string, flags []flagSpec) (names []string) {
	for _, f := range flags {
		names = append(names, prefix+f.name)
	}
	return names
}

var outputSpecs = []flagSpec{
	{"json", "", "a JSON object for each URL; works with -get, -explain, -count and -compare, too", nil},
	{"get", "PART,…", "only these parts, separated by tabs, one URL per line",
		func(o *options, value string) (err error) {
			if o.tsvEscaped {
				value = unquoteTSV(value)
			}
			list, err := partsNamed(value)
			o.get = append(o.get, list...)
			o.keep = o.keep || slices.ContainsFunc(list, part.ofRefusals)
			return err
		}},
	{"tsv", "", "with -get: read rows of plain text, and write exactly one row for each that passes the filters; what cannot be in a field is percent-encoded. With a filter alone: write the rows that pass, byte for byte. With -count: count rows", nil},
	{"tsv-escaped", "", "the same with the escapes of ClickHouse's TabSeparated and PostgreSQL's text, in which \\t is a tab and \\N is NULL",
		func(o *options, value string) (err error) {
			o.tsvEscaped, err = strconv.ParseBool(value)
			o.tsv = o.tsv || o.tsvEscaped
			return err
		}},
	{"csv", "", "with -column and -get: append the parts to each record of a CSV file. With -column and a filter alone: write the records that pass, byte for byte. With -column and -count: count records", nil},
	{"delimiter", "CHAR", "with -csv: what separates the cells, such as ';' or '\\t'; the default is a comma. With ' ', it reads access logs, in which a backslash and a quotation mark stand for the mark",
		func(o *options, value string) error {
			value = strings.ReplaceAll(value, `\t`, "\t")
			r, size := utf8.DecodeRuneInString(value)
			if o.delimiter = r; size != len(value) || strings.ContainsAny(value, "\"\r\n\uFFFD") || value == "" {
				return fmt.Errorf("%q: want one character", value)
			}
			return nil
		}},
	{"in-place", "", "with -column: write the one part of -get in place of the cell; a cell that is refused stays", nil},
	{"redact", "GLOB,…", "the line for a log, one URL a line, also if it is not a URL: without credentials, and without the values of the parameters with these names. '*' hides all values and the fragment. With -extract: lines of any text, such as logs and JSON, in which each URL is redacted and all other bytes stay",
		func(o *options, value string) error {
			if o.secret = anyGlob(value); o.secret("") { // "*"
				o.secret = nil
			}
			secret := o.secret
			redact := func(r *reading) (string, bool) { return url.Redact(r.line, secret), true }
			o.get, o.keep = append(o.get, part{name: "redacted", of: redact}), true
			return nil
		}},
	{"column", "N|NAME", "the column of the URLs. With -tsv its number: the parts are appended to each row. With -csv its name in the header, or its number if there is no header",
		func(o *options, value string) error { o.column.name = value; return nil }},
	{"base-column", "N|NAME", "the column of the base URL of each row: page,link is the usual export of a crawler",
		func(o *options, value string) error { o.base.name = value; return nil }},
	{"format", "TEXT", `a text with parts in braces, such as '{scheme} {host}\n'`,
		func(o *options, value string) (err error) {
			if o.format, err = parseFormat(value); err == nil {
				o.keep = o.keep || o.format.ofRefusals
			}
			return err
		}},
	{"canonical", "", "the URL as the standard serializes it: its href", nil},
	{"check", "", "nothing; the exit status tells whether all URLs are accepted", nil},
	{"explain", "", "the errors of each URL, with their places, even if it is refused", nil},
	{"compare", "", "the URLs that Go's package net/url reads differently, and a summary", nil},
	{"count", "PART", "how often each value of a part occurs, the most frequent first",
		func(o *options, value string) error {
			p, err := partNamed(value)
			o.count, o.keep = &p, o.keep || p.ofRefusals()
			return err
		}},
	{"top", "N", "with -count: only the N most frequent values",
		func(o *options, value string) (err error) {
			o.top, err = positive(value)
			return err
		}},
	{"keep", "", "with -json, -get or -format: also write each line that is refused, with the parts that it has", nil},
	{"strict", "", "exit status 1 if -check, -explain or -compare has anything to report; else 3 if a line is refused, and 4 if a change fails", nil},
}

var inputSpecs = []flagSpec{
	{"in", "FILE", `read this file; the arguments are then files, too. "-" is standard input. gzip files are decompressed`,
		func(o *options, value string) error { o.in = append(o.in, value); return nil }},
	{"extract", "", "read text, and find the http and https URLs in it; with -default-scheme, also hosts without a scheme. The arguments are files", nil},
	{"html", "", "read pages of HTML, and find their links as a browser does; -base is the URL of the page. The arguments are files", nil},
	{"emails", "", "with -extract: find e-mail addresses, too, as mailto: URLs", nil},
	{"0", "", "lines of input and output end with NUL instead of a line feed", nil},
	{"max-line", "BYTES", "refuse longer lines; the default is 16 MiB",
		func(o *options, value string) (err error) { o.maxLine, err = positive(value); return err }},
	{"base", "URL", "resolve relative URLs against this base URL",
		func(o *options, value string) error { o.baseText = value; return nil }},
	{"default-scheme", "SCHEME", "the scheme for URLs that lack one, such as example.com/a",
		(*options).setDefaultScheme},
	{"suffix-list", "FILE", "the public suffix list for sites, in the format of publicsuffix.org; the default is a built-in list, whose date -version shows",
		(*options).readSuffixes},
	{"new", "", "read nothing; make a URL from the parts that -set gives, in any order. A special scheme, such as https, needs a host", nil},
}

var changeSpecs = []flagSpec{
	{"set", "PART=VALUE", "set a part as a browser does: href, scheme, username, password, host, hostname, port, path, query, fragment, or query:NAME, of which one pair remains. What cannot be in the part is percent-encoded, and \"%\" is not. PART?=VALUE sets only a part that is missing or empty",
		editing(parseSet)},
	{"append", "PART=VALUE", "append " + appendForm + "; query:NAME is a pair without \"=\"",
		editing(parseAppend)},
	{"delete", "query:GLOB,…", "remove the pairs with matching names, as for -match; the others keep their bytes", editing(deleting(true))},
	{"delete-except", "query:GLOB,…", "remove the pairs whose names do not match", editing(deleting(false))},
	{"replace", "PART=VALUE", "set a part only where it is not missing or empty; query:NAME=VALUE sets all pairs with that name, and the others keep their bytes",
		editing(parseReplace)},
	{"iterate", "PART=VALUE,…", "set a part to each of the values in turn, one URL for each; several of these flags give all combinations",
		editing(parseIterate)},
	{"no-credentials", "", "remove the username and the password", removing(removeCredentials)},
	{"no-port", "", "remove the port", removing(removePort)},
	{"no-fragment", "", "remove the fragment", removing(returning(url.URL.WithoutFragment))},
	{"sort-query", "", "sort the query's pairs by name; each keeps its bytes", removing(returning(url.URL.SortQuery))},
}

var filterSpecs = []flagSpec{
	{"match", "PART=GLOB,…", `only URLs whose part matches one of these values, or one of the lines of a file: PART=@FILE. "*" stands for any text, "?" for any character, and a backslash takes the special meaning from the next character. In a file, commas are plain, and so is a line without "*". A value is read as the parser reads that part, so it may have Unicode and spaces. Upper and lower case differ, except in schemes and hosts: extension=jpg,JPG. If the flag is given several times, all must match. Refused lines are seen only by the parts input, source, line, element and attribute: -exclude input=- drops the lines "-"`,
		filtering(matching(true))},
	{"exclude", "PART=GLOB,…", "only URLs whose part does not match, or that lack it; the values are those of -match", filtering(matching(false))},
	{"match-pattern", "PATTERN", "only URLs that match a pattern of the URL Pattern Standard, such as 'https://*.example.com/books/:id'",
		filtering(parsePattern)},
	{"scheme", "SCHEME,…", "only URLs of these schemes", filtering(parseSchemes)},
	{"unique", "", "skip a URL whose href occurred before; this keeps every href in memory", nil},
	{"unique-by", "PART,…", "skip a URL whose parts occurred before. The part pattern is a URL without its fragment, credentials and query values, in which {id} stands for digits, hexadecimal ids and UUIDs: it keeps one page of each kind",
		func(o *options, value string) (err error) { o.uniqueBy, err = partsNamed(value); return err }},
}

var messageSpecs = []flagSpec{
	{"quiet", "", "do not report refused lines; only the exit status tells", nil},
	{"verbose", "", "report all refused lines, not only the first 20 of an input, and give no hint", nil},
	{"color", "WHEN", "auto, always or never; auto means on terminals, unless NO_COLOR is set",
		func(o *options, value string) error {
			if o.color = value; !slices.Contains(colorValues, value) {
				return unknown("value", value, colorValues)
			}
			return nil
		}},
	{"version", "", "the versions of weburl, of the standard, of Unicode and of the built-in public suffix list", nil},
}

// colorValues are the values of -color.
var colorValues = []string{"auto", "always", "never"}

func positive(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q: want a number that is at least 1", value)
	}
	return n, nil
}

// switches returns the options of the flags that only set one.
func (o *options) switches() map[string]*bool {
	return map[string]*bool{
		"json": &o.json, "tsv": &o.tsv, "csv": &o.csv, "in-place": &o.inPlace, "canonical": &o.canonical, "check": &o.check,
		"explain": &o.explain, "compare": &o.compare, "keep": &o.keep, "strict": &o.strict, "extract": &o.extract, "html": &o.html,
		"emails": &o.emails, "0": &o.nul, "new": &o.create, "unique": &o.unique, "quiet": &o.quiet, "verbose": &o.verbose,
		"version": &o.version,
	}
}

// editing makes the function of a flag that changes URLs.
func editing(parse func(value string) (edit, error)) func(o *options, value string) error {
	return func(o *options, value string) error {
		e, err := parse(value)
		e.flag = o.label
		o.edits = append(o.edits, e)
		return err
	}
}

// removing makes the function of a flag without a value that changes URLs.
func removing(apply func(u *url.URL) error) func(o *options, value string) error {
	return func(o *options, value string) error {
		given, err := strconv.ParseBool(value)
		if given {
			o.edits = append(o.edits, edit{flag: o.label, apply: apply})
		}
		return err
	}
}

func filtering(parse func(value string) (filter, error)) func(o *options, value string) error {
	return func(o *options, value string) error {
		f, err := parse(value)
		o.filters = append(o.filters, f)
		return err
	}
}

// options holds the command line.
type options struct {
	urls  []string // the arguments
	in    []string // the files to read if there are no arguments; none: standard input
	given map[string]bool
	label string // the flag that is being read, up to the part, for messages

	parser   url.Parser
	baseText string       // the base as it was given
	netBase  *neturl.URL  // the base as net/url reads it, with -compare
	lookup   notes.Lookup // in the public suffix list
	extract  bool
	html     bool
	emails   bool

	json, check, explain, compare, canonical, tsv, tsvEscaped, csv, inPlace bool

	column, base column
	delimiter    rune // of CSV; 0 is a comma

	get    []part
	format *template
	secret func(name string) bool // of -redact
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

// A column of a table has a number, from 1, or in a CSV file with a header a name. The zero column is none.
type column struct {
	n    int
	name string
}

// find sets the number of a column with a name.
func (c *column) find(header []string) error {
	if c.name == "" {
		return nil
	}
	if c.n = 1 + slices.Index(header, c.name); c.n == 0 {
		return fmt.Errorf("there is no column %q", c.name)
	}
	return nil
}

var errHelp = errors.New("help is wanted")

// parseOptions reads the command line. It refuses flags that cannot be used together.
func parseOptions(args []string) (*options, error) {
	o := &options{lookup: lookUp, given: make(map[string]bool), color: "auto", maxLine: 16 << 20}
	parse := func() error { return o.parseFlags(args) }
	for _, step := range []func() error{parse, o.placeArguments, o.checkCombination, o.parseBase} {
		if err := step(); err != nil {
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
		on, err := strconv.ParseBool(value)
		if o.given[name] = f.arg != "" || on; f.set != nil {
			err = f.set(o, value)
		} else {
			*o.switches()[name] = on
		}
		if err != nil {
			return fmt.Errorf("-%s: %s", name, reason(err))
		}
	}
	o.given["tsv"] = o.tsv
	return nil
}

func unknownFlag(name string) error {
	if hint := foreignFlags[name]; hint != "" {
		return fmt.Errorf("unknown flag -%s: %s", name, hint)
	}
	if _, err := partNamed(cmp.Or(otherNames["part"][name], name)); err == nil {
		return fmt.Errorf("unknown flag -%s: -get %s writes this part", name, cmp.Or(otherNames["part"][name], name))
	}
	if near := nearest(name, flagNames("", flagSpecs())); near != "" {
		return fmt.Errorf("unknown flag -%s; did you mean -%s", name, near)
	}
	return fmt.Errorf("unknown flag -%s", name)
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

func (o *options) parseBase() (err error) {
	if !o.given["base"] {
		return nil
	}
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

func (o *options) setDefaultScheme(value string) error {
	o.parser.DefaultScheme = strings.TrimSuffix(value, ":")
	if _, err := o.parser.Parse("example.com"); err != nil {
		return fmt.Errorf("%q: want http, https, ws, wss or ftp", value)
	}
	return nil
}

func lookUp(domain string) (suffix string, icann, listed bool) {
	suffix, icann = publicsuffix.PublicSuffix(domain)
	return suffix, icann, icann || strings.Contains(suffix, ".")
}

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
	o.lookup = list.Lookup
	return nil
}

// modes are the flags that say what to write. At most one of them may be given.
var modes = []string{"check", "explain", "compare", "canonical", "get", "count", "format", "redact"}

// needs has the flags that make sense only with one of some others.
var needs = []struct {
	flag string
	with []string
}{
	{"csv", []string{"column"}},
	{"column", []string{"tsv", "csv"}},
	{"base-column", []string{"column"}},
	{"in-place", []string{"column"}},
	{"delimiter", []string{"csv"}},
	{"top", []string{"count"}},
	{"keep", []string{"json", "get", "format"}},
	{"new", []string{"set"}},
	{"emails", []string{"extract"}},
}

// changes are the flags that change URLs or need to know other URLs. They have no meaning where the URL is not written.
var changes = append(flagNames("", changeSpecs), "unique", "unique-by", "new")

// noTables are the flags that cannot be used with tables.
var noTables = []string{"check", "explain", "compare", "canonical", "format", "json", "iterate", "new", "keep", "0", "strict"}

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
	{"tsv", noTables},
	{"csv", append([]string{"tsv"}, noTables...)},
	{"extract", []string{"check", "explain", "compare", "tsv", "csv", "new", "base"}},
	{"html", []string{"check", "explain", "compare", "tsv", "csv", "new", "extract", "default-scheme", "0"}},
	{"unique", []string{"unique-by"}},
	{"quiet", []string{"verbose"}},
	{"default-scheme", []string{"base", "base-column"}},
	{"base-column", []string{"base", "redact"}},
	{"new", []string{"base", "default-scheme", "match", "exclude", "match-pattern", "scheme", "keep"}},
}

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
	if o.extract && o.given["redact"] && (o.json || o.emails || o.unique || o.uniqueBy != nil || len(o.filters) > 0) {
		return errors.New("-extract -redact writes whole lines, so it takes no filters, -json and -emails")
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

// checkTable returns an error unless there is something to write, -column fits, and the parts make one row of each row.
func (o *options) checkTable() error {
	if o.get == nil && o.count == nil {
		if len(o.filters) == 0 && !o.unique && o.uniqueBy == nil {
			return errors.New("-tsv and -csv need -get, -redact, -count or a filter")
		}
		if len(o.edits) > 0 {
			return fmt.Errorf("with -tsv and -csv, %s needs -get", o.edits[0].flag)
		}
	}
	for i, c := range []*column{&o.column, &o.base} {
		if n, err := strconv.Atoi(c.name); err == nil && n > 0 {
			*c = column{n: n}
		} else if o.tsv && c.name != "" {
			return fmt.Errorf("-%s: %q: want a number that is at least 1", []string{"column", "base-column"}[i], c.name)
		}
	}
	if o.inPlace && (len(o.get) != 1 || o.column == column{}) {
		return errors.New("-in-place needs -column, and -get with one part")
	}
	for _, p := range o.get {
		if p.all != nil {
			return fmt.Errorf("-tsv and -csv cannot be used with -get %s, which makes a row for each value", p.name)
		}
	}
	return nil
}
