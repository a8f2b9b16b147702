package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
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

// A flagSpec describes a flag for the command line, the help, the completion of shells and the manual page.
type flagSpec struct {
	name string
	arg  string // a name for the value, or empty if the flag has no value
	doc  string
	set  func(o *options, value string) error // nil for the flags in options.switches; if arg is empty, value is "true" or "false"
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

// flagNames returns the names of flags, each with a prefix.
func flagNames(prefix string, flags []flagSpec) (names []string) {
	for _, f := range flags {
		names = append(names, prefix+f.name)
	}
	return names
}

var outputSpecs = []flagSpec{
	{"json", "", "print a JSON object for each URL. This can be combined with -get, -explain, -count or -compare.", nil},
	{"get", "PART,…", "print only these parts of each URL on one line, separated by tabs.",
		func(o *options, value string) (err error) {
			if o.tsvEscaped {
				value = unquoteTSV(value)
			}
			list, err := partsNamed(value)
			o.get = append(o.get, list...)
			o.keep = o.keep || slices.ContainsFunc(list, part.ofRefusals)
			return err
		}},
	{"tsv", "", "with -get, read rows of plain text and write exactly one row for each row that passes the filters. Characters that a field cannot contain are percent-encoded. If only filters are given, copy the rows that pass, byte for byte. With -count, count rows.", nil},
	{"tsv-escaped", "", "like -tsv, but with the escapes of ClickHouse's TabSeparated format and PostgreSQL's text format, in which \\t is a tab and \\N is NULL.",
		func(o *options, value string) (err error) {
			o.tsvEscaped, err = strconv.ParseBool(value)
			o.tsv = o.tsv || o.tsvEscaped
			return err
		}},
	{"csv", "", "with -column and -get, append the parts to each record of a CSV file. If -column is given with nothing but filters, copy the records that pass, byte for byte. With -column and -count, count records.", nil},
	{"delimiter", "CHAR", "with -csv, use this character instead of a comma to separate cells, such as ';' or '\\t'. With ' ', weburl can read access logs, in which a quotation mark after a backslash is part of the cell.",
		func(o *options, value string) error {
			value = strings.ReplaceAll(value, `\t`, "\t")
			r, size := utf8.DecodeRuneInString(value)
			if o.delimiter = r; size != len(value) || strings.ContainsAny(value, "\"\r\n\uFFFD") || value == "" {
				return fmt.Errorf("%q is not a single character", value)
			}
			return nil
		}},
	{"in-place", "", "with -column, replace the cell with the part that -get names. A rejected URL stays in its cell.", nil},
	{"redact", "GLOB,…", "redact each line for use in a log, even if it is not a URL. This hides credentials and the values of the query parameters with these names. It does not search encoded URLs in other parameters' values. Case matters, so list each spelling, as in 'token,TOKEN'. '*' hides all values and the fragment. A line that is too long becomes xxxxx. With -extract, redact the URLs in any text, such as a log or JSON, and leave all other bytes unchanged; see weburl help extract.",
		func(o *options, value string) error { o.redact(anyGlob(value)); return nil }},
	{"column", "N|NAME", "read the URLs from this column. With -tsv, give its number. With -csv, give its name in the header, or its number if there is no header.",
		func(o *options, value string) error { o.column.name = value; return nil }},
	{"base-column", "N|NAME", "read the base URL of each row from this column, for example the URL of the page where a crawler found the link.",
		func(o *options, value string) error { o.base.name = value; return nil }},
	{"format", "TEXT", `print this template for each URL, replacing part names in braces with their values, as in '{scheme} {host}\n'.`,
		func(o *options, value string) (err error) {
			if o.format, err = parseFormat(value); err == nil {
				o.keep = o.keep || o.format.ofRefusals
			}
			return err
		}},
	{"canonical", "", "print the href of each URL, that is, the URL as the standard serializes it.", nil},
	{"check", "", "print nothing. The exit status indicates whether all URLs are accepted.", nil},
	{"explain", "", "show the errors in each URL and where they occur, even if the URL is rejected.", nil},
	{"compare", "", "show the URLs that Go's net/url package reads differently, followed by a summary.", nil},
	{"count", "PART", "print how often each value of a part occurs, starting with the most frequent value.",
		func(o *options, value string) error {
			p, err := partNamed(value)
			o.count, o.keep = &p, o.keep || p.ofRefusals()
			return err
		}},
	{"top", "N", "with -count, print only the N most frequent values.",
		func(o *options, value string) (err error) {
			o.top, err = positive(value)
			return err
		}},
	{"keep", "", "with -json, -get or -format, also print each rejected line, with whatever parts it has.", nil},
	{"strict", "", "exit with status 1 if -check, -explain or -compare reports anything. Otherwise, a single rejected line or failed change is enough for status 3 or 4; see weburl help exit.", nil},
}

var inputSpecs = []flagSpec{
	{"in", "FILE", `read URLs from this file. With this flag, any arguments are file names as well. "-" is standard input. Input in gzip format is decompressed.`,
		func(o *options, value string) error { o.in = append(o.in, value); return nil }},
	{"extract", "", "find the http and https URLs in text. With -default-scheme, also find hosts without a scheme. Any arguments are file names.", nil},
	{"html", "", "find the links in HTML pages as a browser does. Use -base to specify the URL of the page. Any arguments are file names.", nil},
	{"emails", "", "with -extract, also find email addresses and turn them into mailto: URLs.", nil},
	{"0", "", "terminate input and output lines with NUL instead of a line feed.", nil},
	{"max-line", "BYTES", "reject lines longer than this many bytes. The default is 16 MiB.",
		func(o *options, value string) (err error) {
			n, err := positive(value)
			o.maxLine = min(n, math.MaxInt-2) // the readers read up to two bytes more
			return err
		}},
	{"base", "URL", "resolve relative URLs against this base URL.",
		func(o *options, value string) error { o.baseText = value; return nil }},
	{"default-scheme", "SCHEME", "use this scheme for URLs that lack one, such as example.com/a.",
		(*options).setDefaultScheme},
	{"suffix-list", "FILE", "read the public suffix list from this file, in the format used by publicsuffix.org. By default, weburl uses its built-in list; -version prints the date of that list.",
		(*options).readSuffixes},
	{"new", "", "instead of reading input, build a URL from the parts given with -set, except href, in any order. A special scheme such as https needs a host.", nil},
}

var changeSpecs = []flagSpec{
	{"set", "PART=VALUE", "set a part as a browser does. PART is href, scheme, username, password, host, hostname, port, path, query, fragment or query:NAME (which leaves one pair with that name). Characters that the part cannot contain are percent-encoded, but \"%\" is not. PART?=VALUE sets the part only if it is missing or empty, and query:NAME?=VALUE only if the pair is missing.",
		editing(parseSet)},
	{"append", "PART=VALUE", "append to the path, query or fragment: " + appendForm + ". query:NAME appends a name without \"=\".",
		editing(parseAppend)},
	{"delete", "query:GLOB,…", "remove the query pairs whose names match, using the same wildcards as -match. All other pairs are unchanged.", editing(deleting(true))},
	{"delete-except", "query:GLOB,…", "remove the query pairs whose names do not match.", editing(deleting(false))},
	{"replace", "PART=VALUE", "set a part only if it is present and not empty. query:NAME=VALUE sets every pair with that name and leaves all other pairs unchanged.",
		editing(parseReplace)},
	{"iterate", "PART=VALUE,…", "set a part to each of the values in turn, producing one URL per value. If you give the flag several times, each combination of values produces one URL.",
		editing(parseIterate)},
	{"no-credentials", "", "remove the username and password.", removing(removeCredentials)},
	{"no-port", "", "remove the port.", removing(removePort)},
	{"no-fragment", "", "remove the fragment.", removing(returning(url.URL.WithoutFragment))},
	{"sort-query", "", "sort the query pairs by name. The pairs themselves are unchanged, byte for byte.", removing(returning(url.URL.SortQuery))},
}

var filterSpecs = []flagSpec{
	{"match", "PART=GLOB,…", `select the URLs in which the part matches one of these values or, with PART=@FILE, any line of the file. "*" matches any text, "?" matches any single character, and a backslash escapes the next character. In a file, commas have no special meaning, and in a line without "*", no character does. Values can contain Unicode characters and spaces, which are encoded as in the part itself. Case matters, except in schemes and hosts. To match both cases, write extension=jpg,JPG. Several -match flags select the URLs that match all of them. Only filters on the parts input, source, line, element and attribute apply to rejected lines. For example, -exclude input=- drops every line that consists only of "-".`,
		filtering(matching(true))},
	{"exclude", "PART=GLOB,…", "select the URLs in which the part is missing or matches none of these values. Write the values as for -match.", filtering(matching(false))},
	{"match-pattern", "PATTERN", "select the URLs that match this pattern, as defined by the URL Pattern Standard, such as 'https://*.example.com/books/:id'.",
		filtering(parsePattern)},
	{"scheme", "SCHEME,…", "select the URLs with one of these schemes.", filtering(parseSchemes)},
	{"unique", "", "skip every URL whose href has already been seen. Every href is kept in memory.", nil},
	{"unique-by", "PART,…", "skip every URL that matches an earlier URL in all of these parts. The part named pattern is the URL without its fragment, credentials and query values, and with {id} in place of the numbers, hexadecimal IDs and UUIDs in its path. Use it to keep only one page of each kind.",
		func(o *options, value string) (err error) { o.uniqueBy, err = partsNamed(value); return err }},
}

var messageSpecs = []flagSpec{
	{"quiet", "", "do not report rejected lines. Only the exit status indicates that there were any.", nil},
	{"verbose", "", "report all rejected lines, not just the first 20 of each input, and omit hints.", nil},
	{"color", "WHEN", "when to color the output: auto, always or never. With auto, which is the default, output to a terminal is colored unless NO_COLOR is set.",
		func(o *options, value string) error {
			if o.color = value; !slices.Contains(colorValues, value) {
				return unknown("value", value, colorValues)
			}
			return nil
		}},
	{"version", "", "print the versions of weburl, the URL Standard, Unicode and the built-in public suffix list.", nil},
}

// colorValues lists the values of -color.
var colorValues = []string{"auto", "always", "never"}

func positive(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a positive number", value)
	}
	return n, nil
}

// switches returns the options of the flags that only switch an option on or off.
func (o *options) switches() map[string]*bool {
	return map[string]*bool{
		"json": &o.json, "tsv": &o.tsv, "csv": &o.csv, "in-place": &o.inPlace, "canonical": &o.canonical, "check": &o.check,
		"explain": &o.explain, "compare": &o.compare, "keep": &o.keep, "strict": &o.strict, "extract": &o.extract, "html": &o.html,
		"emails": &o.emails, "0": &o.nul, "new": &o.create, "unique": &o.unique, "quiet": &o.quiet, "verbose": &o.verbose,
		"version": &o.version,
	}
}

// editing returns the set function of a flag that changes URLs.
func editing(parse func(value string) (edit, error)) func(o *options, value string) error {
	return func(o *options, value string) error {
		e, err := parse(value)
		e.flag = o.label
		o.edits = append(o.edits, e)
		return err
	}
}

// removing returns the set function of a flag that changes URLs and has no value.
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

// redact adds names of secret parameters. The redacted line is a single part, even if the flag is given several times.
func (o *options) redact(match func(name string) bool) {
	before, isFirst := o.secret, len(o.get) == 0 // -get cannot be used with -redact
	switch {
	case match("") || !isFirst && before == nil: // "*"
		o.secret = nil
	case isFirst:
		o.secret = match
	default:
		o.secret = func(name string) bool { return before(name) || match(name) }
	}
	if isFirst {
		o.get, o.keep = []part{{name: "redacted", of: o.redacted}}, true
	}
}

// redacted returns the redacted line of r. It shows nothing of a line that is too long, because r has only its beginning, from
// which the "@" after a password may be missing.
func (o *options) redacted(r *reading) (string, bool) {
	if r.err == errTooLong {
		return "xxxxx", true
	}
	return url.Redact(r.line, o.secret), true
}

// options holds what the command line says.
type options struct {
	urls  []string // the arguments
	in    []string // the files to read if there are no URLs; empty for standard input
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

// A column of a table has a number, which starts at 1. In a CSV file with a header, it can have a name instead. The zero
// value means that there is no such column.
type column struct {
	n    int
	name string
}

// find sets the number of a column that is given by name.
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

// parseOptions reads the command line. It returns an error for flags that cannot be used together.
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

// parseFlags reads flags and arguments, in any order. All arguments after "--" are URLs or files.
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
			return fmt.Errorf("unknown flag -%s. %s", name, strings.TrimSpace(hintAtFlag(name)+" If "+arg+" is a URL, put -- before it."))
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

// hintAtFlag returns a sentence that says what to use instead of an unknown flag, or "".
func hintAtFlag(name string) string {
	if hint := foreignFlags[name]; hint != "" {
		return hint
	}
	part := cmp.Or(otherNames["part"][name], name)
	if _, err := partNamed(part); err == nil {
		return fmt.Sprintf("Use -get %s to print this part.", part)
	}
	if near := nearest(name, flagNames("", flagSpecs())); near != "" {
		return fmt.Sprintf("Did you mean -%s?", near)
	}
	return ""
}

// placeArguments decides whether the arguments are URLs or files. With -in, -extract or -html, they are files. A single "-"
// is standard input.
func (o *options) placeArguments() error {
	switch {
	case o.given["in"] || o.extract || o.html:
		o.in, o.urls = append(o.in, o.urls...), nil
	case len(o.urls) == 1 && o.urls[0] == "-":
		o.urls = nil
	}
	if o.create && len(o.in)+len(o.urls) > 0 {
		return errors.New("-new reads no input, so it takes neither URLs nor files")
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
			return fmt.Errorf("-base: rejected by net/url: %s", compare.NetReason(err))
		}
	}
	return nil
}

func (o *options) setDefaultScheme(value string) error {
	o.parser.DefaultScheme = strings.TrimSuffix(value, ":")
	if _, err := o.parser.Parse("example.com"); err != nil {
		return fmt.Errorf("%q is not http, https, ws, wss or ftp", value)
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

// modes lists the flags that choose the output. At most one of them can be given.
var modes = []string{"check", "explain", "compare", "canonical", "get", "count", "format", "redact"}

// needs lists the flags that can be used only with one of certain other flags.
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

// changes lists the flags that change URLs or depend on other URLs. They have no meaning if the URLs are not written.
var changes = append(flagNames("", changeSpecs), "unique", "unique-by", "new")

// noTables lists the flags that cannot be used with tables.
var noTables = []string{"check", "explain", "compare", "canonical", "format", "json", "iterate", "new", "keep", "0", "strict"}

// conflicts lists the flags that cannot be used together.
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
		return errors.New("-extract -redact writes whole lines, so it cannot be used with filters, -json or -emails")
	}
	if scheme := o.parser.DefaultScheme; o.extract && scheme != "" && scheme != "http" && scheme != "https" {
		return fmt.Errorf("with -extract, -default-scheme can be http or https, but not %s", scheme)
	}
	if o.tsv || o.csv {
		return o.checkTable()
	}
	return nil
}

func together(a, b string) error { return fmt.Errorf("-%s and -%s cannot be used together", a, b) }

// checkTable returns an error if nothing would be written, if -column does not fit, or if a part would make several rows of
// a row.
func (o *options) checkTable() error {
	if o.get == nil && o.count == nil {
		if len(o.filters) == 0 && !o.unique && o.uniqueBy == nil {
			return errors.New("-tsv and -csv need -get, -redact, -count or a filter")
		}
		if len(o.edits) > 0 {
			return fmt.Errorf("with -tsv or -csv, %s needs -get", o.edits[0].flag)
		}
	}
	if len(o.urls) > 0 {
		return errors.New("-tsv and -csv read no rows from arguments. To read a file, use < FILE or -in FILE")
	}
	for i, c := range []*column{&o.column, &o.base} {
		flag := []string{"column", "base-column"}[i]
		if n, err := strconv.Atoi(c.name); err == nil && n > 0 {
			*c = column{n: n}
		} else if o.tsv && o.given[flag] {
			return fmt.Errorf("-%s: %q is not a positive number", flag, c.name)
		} else if o.given[flag] && c.name == "" {
			return fmt.Errorf("-%s: the name is empty", flag)
		}
	}
	if o.inPlace && (len(o.get) != 1 || o.column == column{}) {
		return errors.New("-in-place needs -column, and -get with a single part")
	}
	for _, p := range o.get {
		if p.all != nil {
			return fmt.Errorf("-get %s produces a row for each value, so it cannot be used with -tsv or -csv", p.name)
		}
	}
	return nil
}
