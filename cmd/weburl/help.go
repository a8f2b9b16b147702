package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weburl-go/url/internal/cells"
)

func help(args []string) (string, error) {
	switch {
	case len(args) == 0:
		return helpText(), nil
	case len(args) > 1:
		return "", fmt.Errorf("help takes one topic")
	}
	name := strings.TrimLeft(args[0], "-")
	switch name {
	case "man":
		return manPage(), nil
	case "examples":
		return text(func(d document) { d.verbatim(examples) }), nil
	}
	for _, t := range allTopics() {
		if t.name == name {
			return text(t.write), nil
		}
	}
	if f, ok := flagNamed("-" + name); ok {
		return text(func(d document) {
			d.paragraph("weburl " + f.call())
			d.paragraph(f.doc)
		}), nil
	}
	return "", unknown("topic", args[0], topicNames())
}

func topicNames() (names []string) {
	for _, t := range allTopics() {
		names = append(names, t.name)
	}
	return append(names, "examples", "man")
}

// allTopics returns the topics, and one for each group of flags and for the exit status.
func allTopics() []topic {
	return append(slices.Concat(flagGroups, topics), topic{name: "exit", about: "What the exit status means.", fields: exits})
}

// A document is a text that is being written: the help on a terminal or a manual page.
type document interface {
	paragraph(text string)
	items(list []field) // what each name means
	verbatim(text string)
}

func text(write func(d document)) string {
	p := new(screen)
	write(p)
	return p.String()
}

// helpColumns is the width of the help, in columns.
const helpColumns = 80

// A screen is a text for a terminal that is being written. There is an empty line between its blocks.
type screen struct{ strings.Builder }

func (p *screen) block() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

func (p *screen) paragraph(text string) {
	p.block()
	p.Write(appendParagraph(nil, "", text, helpColumns))
}

// items writes names, and what they mean in a column of its own. A name that is too long has a line of its own.
func (p *screen) items(list []field) {
	const indent, gap, longest = 2, 2, 18
	width := 0 // of the names
	for _, f := range list {
		if n := cells.In(f.name); n <= longest {
			width = max(width, n)
		}
	}
	for i, f := range list {
		if i == 0 {
			p.block()
		}
		name := strings.Repeat(" ", indent) + f.name
		column := indent + width + gap
		if cells.In(name)+gap > column {
			p.WriteString(name + "\n")
			name = ""
		}
		for _, line := range wrap(f.meaning, helpColumns-column) {
			p.WriteString(name + strings.Repeat(" ", column-cells.In(name)) + line + "\n")
			name = ""
		}
	}
}

func (p *screen) verbatim(text string) {
	p.block()
	for line := range strings.Lines(text) {
		p.WriteString("  " + line)
	}
}

const (
	intro = "weburl reads URLs as browsers do, following the WHATWG URL Standard. It shows the parts of each URL as a table, " +
		"unless a flag chooses another output; -canonical writes one URL per line."
	usages = `weburl [flags] URL…        the arguments are URLs
weburl [flags] -in FILE…   one URL per line from files
weburl [flags]             one URL per line from standard input, also with "-"
weburl help TOPIC          more on a topic or a flag, such as -base
weburl completion SHELL    a script that completes words in bash, zsh or fish
`
)

// exits says what the exit statuses mean.
var exits = []field{
	{"0", "a URL was written, or there was no line"},
	{"1", "no URL passed the filters; -extract and -html: no link was found; -check: a line was refused, or a URL did not pass"},
	{"1", "-strict with -check, -explain or -compare: there is something to report"},
	{"2", "the command line is wrong, or an input or output failed"},
	{"3", "all lines were refused; an argument was; with -strict: a line was"},
	{"4", "no URL could be changed as a flag asks; an argument could not; with -strict: a URL could not"},
}

// examples are for the end of the help. The tests run them.
const examples = `weburl 'HTTP://EXAMPLE.com:80/../a b?q#f'
weburl -get host,query:id -base https://example.com/a/ '../b?id=1'
weburl -explain 'https:\\user@example.com/%zz'
weburl -json -keep -in urls.txt > urls.json
weburl -count site -top 20 < urls.txt
weburl -delete 'query:utm_*' -no-fragment -unique < urls.txt
weburl -get input,href -delete 'query:utm_*' -in urls.txt
weburl -scheme https -match 'hostname=example.com,*.example.com' -in urls.txt
weburl -tsv -column 1 -match site=example.com < visits.tsv
weburl -default-scheme https -canonical example.com/a
weburl -check -scheme https -in urls.txt || echo "not only https"
weburl -new -set scheme=https -set host=example.com -set path='/a b'
weburl -check "$URL" || echo "not a URL"
`

func helpText() string {
	return text(func(d document) {
		d.paragraph(intro)
		d.verbatim(usages)
		list := []field{}
		for _, group := range flagGroups {
			list = append(list, field{group.name, strings.Join(flagNames("-", group.flags), " ")})
		}
		d.items(append(list, field{"topics", strings.Join(topicNames(), " ")}))
		d.items(exits)
		d.verbatim(strings.Join(strings.SplitAfter(examples, "\n")[:6], ""))
	})
}

func partFields() (list []field) {
	for _, p := range parts {
		list = append(list, field{p.name, p.doc})
	}
	for _, f := range families() {
		list = append(list, field{f.prefix + f.argument, f.doc})
	}
	return list
}

// manPage returns the manual page, in the macros of man(7).
func manPage() string {
	m := new(man)
	m.WriteString(".TH WEBURL 1\n")
	m.heading("Name")
	m.paragraph("weburl - read URLs as browsers do")
	m.heading("Synopsis")
	m.verbatim(usages)
	m.heading("Description")
	m.paragraph(intro)
	for _, group := range flagGroups {
		m.heading(group.name)
		group.write(m)
	}
	m.heading("Exit status")
	m.items(exits)
	m.heading("Examples")
	m.verbatim(examples)
	for _, t := range topics {
		m.heading("help " + t.name)
		t.write(m)
	}
	m.heading("See also")
	m.paragraph("https://url.spec.whatwg.org/")
	return m.String()
}

// A man is a manual page that is being written.
type man struct{ strings.Builder }

func (m *man) heading(text string) { m.WriteString(".SH " + roff(strings.ToUpper(text)) + "\n") }

func (m *man) paragraph(text string) { m.WriteString(".PP\n" + roffLine(text) + "\n") }

func (m *man) items(list []field) {
	for _, f := range list {
		m.WriteString(".TP\n\\fB" + roff(f.name) + "\\fR\n" + roffLine(f.meaning) + "\n")
	}
}

func (m *man) verbatim(text string) {
	m.WriteString(".PP\n.nf\n")
	for line := range strings.Lines(text) {
		m.WriteString(roffLine(line))
	}
	m.WriteString(".fi\n")
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "’", "'", "\t", "    ")

func roff(text string) string { return roffEscapes.Replace(text) }

// roffLine escapes a line, which may not begin like a macro.
func roffLine(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + roff(line)
	}
	return roff(line)
}

// A topic is a page of the help.
type topic struct {
	name   string
	usage  string
	about  string
	fields []field
	flags  []flagSpec // which are fields, too
	exit   string
	sample sample
}

// A field is something that the output has.
type field struct{ name, meaning string }

// A sample is a command with its output. The tests run it.
type sample struct {
	command string // what is typed after the name
	stdin   string
	output  string
}

const (
	exitOfLines  = "see weburl help exit."
	exitOfTables = "see weburl help exit, but of the refused rows only those count that are reported; 2 also if rows have several columns and -column is " +
		"missing, or if a record of CSV is too long."
	filteredRows = "With a filter or -count, a row whose URL is refused or does not pass is left out; refused ones are reported, unless a part is error " +
		"or offset: then they stay. A filter without -get and -count writes the rows that pass byte for byte, and adds only a line feed that is " +
		"missing at the end. Changes need -get or -count; -iterate cannot be used."
	placeFields = "the input and the line in it, from 1"
)

// visits is a table for samples.
const visits = "7\thttp://a.b.example/\tx\n8\tftp://a.example/\ty\n9\thttps://192.0.2.1:81/\tz\n"

// flagGroups are the topics with all flags.
var flagGroups = []topic{
	{name: "output", about: "Choose at most one of these, except where noted.", flags: outputSpecs},
	{name: "input", flags: inputSpecs, about: "A line ends with a line feed, or with a carriage return and a line feed. Empty lines are skipped, and so is a " +
		"byte order mark at the start of an input. An argument is used unchanged. Flags may come before and after arguments; " +
		`everything after "--" is an argument.`},
	{name: "changes", flags: changeSpecs, about: "They are made in the given order, and imply -canonical if no other output is chosen. The segment of -append and " +
		"the value of a query's pair are data: everything that has a meaning in URLs is encoded. Pairs that are not changed keep the bytes " +
		"that they have in the href. A URL that cannot be changed in this way is refused.",
		sample: sample{`-set port=8080 -delete 'query:utm_*' 'https://a.example/?utm_source=x&b=%20'`, "", "https://a.example:8080/?b=%20\n"}},
	{name: "filters", flags: filterSpecs, about: "They choose URLs, and imply -canonical if no other output is chosen. With -tsv and -csv they choose rows, and alone write them byte for byte. -unique and -unique-by see a URL after " +
		"the changes; the others see it before all changes, whatever the order of the flags.",
		sample: sample{"-unique-by pattern < urls.txt", "https://a/p/1?x=1\nhttps://a/p/2?x=2\nhttps://a/q\n", "https://a/p/1?x=1\nhttps://a/q\n"}},
	{name: "messages", flags: messageSpecs, about: "If a URL is refused, weburl writes its line and the reason to standard error, and continues. After 20 " +
		"refused lines of an input, it reports only their number. The first one has a hint. weburl uses all cores, and keeps the order of " +
		"the input."},
}

var topics = []topic{
	{name: "json", usage: "weburl -json [-keep] [-get PART,…]",
		about: "Writes a JSON object for each URL, one per line. With -keep it also writes an object for each line that is " +
			"refused, so that the lines of input and output correspond, and nothing to standard error. With -get the object " +
			"has only the requested parts: a part without a value is null, and one that can have several values is an array.",
		fields: []field{
			{"input, inputBase64", "the line as it is in the input; if it is not UTF-8, also its bytes"},
			{"href … hash", "the getters of the URL class"},
			{"params", "the pairs of the query, in order, each [name, value], decoded"},
			{"site", "the registrable domain, or the host if there is none"},
			{"source, line", placeFields},
			{"error, offset", "with -keep, in place of href to site: the standard's name of the error, and its place in bytes"},
		},
		exit: exitOfLines,
		sample: sample{`-json -get host,keys 'https://a.example/?x=1&y=2'`, "",
			`{"host":"a.example","keys":["x","y"]}` + "\n"},
	},
	{name: "get", usage: "weburl -get PART,… [-keep]",
		about: "Writes the requested parts, separated by tabs, one URL per line. If a part can have several values (keys, " +
			"values, pairs and query-all:NAME), it writes a line for each value, and none if there are no values. Control characters " +
			"in decoded values and in the input stay or become percent-encoded, because they could end the line. With -keep, or if a " +
			"part is error or offset, a line that is refused has its own line in the output, with the parts that it has. " +
			"To see only these lines and the reasons: weburl -get input,error -exclude 'href=*'",
		fields: []field{{"PART", "see weburl help parts"}},
		exit:   exitOfLines,
		sample: sample{`-get scheme,site,query:id 'https://www.example.co.uk/a?id=7'`, "",
			"https\texample.co.uk\t7\n"},
	},
	{name: "parts", usage: "weburl -get PART,…", about: "The parts that -get, -format, -count, -match and -unique-by know. Those from href to hash are the getters of JavaScript's URL class. " +
		"A host that ends in a dot is another host, with another site: -match 'site=example.com,example.com.' finds both, and -count counts them apart.",
		fields: partFields()},
	{name: "tsv", usage: "weburl -tsv|-tsv-escaped -get PART,…|-count PART|FILTER [-column N [-in-place]]",
		about: `Reads a column of URLs, and writes exactly one row for each row. If the rows have several columns, -column N says which one to ` +
			`read; the parts are appended to each row or, with -in-place, one part takes the place of the column. -tsv is plain text: a ` +
			`backslash is a backslash, and control characters of decoded values are percent-encoded. -tsv-escaped is what ClickHouse ` +
			`(TabSeparated), PostgreSQL (text) and Hive write: with the escapes \b \f \n \r \t \0 \\, and \N for NULL; a byte order mark ` +
			`and a carriage return belong to the data. A row whose URL is empty, NULL or refused gets empty fields or NULL for each part but error ` +
			`and offset, and nothing on standard error; with -in-place it stays, and is reported. A row without column N, such as a blank one, is ` +
			`a refused row, too, but is reported. So is a row of more than -max-line bytes, of which only the whole cells within that length stay. ` +
			`A row gets empty cells or NULL up to the number of columns of the first row. In a row with more columns, the parts are ` +
			`further right: they are always the last ones, so count from there. ` + filteredRows + ` NULL does not pass a filter. The ` +
			`rows of each block are written before the next block is read. The first row is data, and a filter leaves out a header; to keep one, see weburl help csv. The example ` +
			`keeps the rows with http and https URLs; the one of weburl help count counts their hosts.`,
		fields: []field{
			{"error", "the standard's name of the error, column-missing or line-too-long, if there is an error"},
			{"offset", "the place of that error in the unescaped URL, in bytes"},
		},
		exit: exitOfTables,
		sample: sample{"-tsv -column 2 -get registrable-domain,host -scheme http,https < visits.tsv",
			visits, "7\thttp://a.b.example/\tx\tb.example\ta.b.example\n9\thttps://192.0.2.1:81/\tz\t\t192.0.2.1:81\n"},
	},
	{name: "csv", usage: "weburl -csv -column N|NAME -get PART,…|-count PART|FILTER [-in-place] [-delimiter ';']",
		about: "Appends parts to each record of a CSV file or, with -in-place, puts one part in the place of the column. If -column is a name, the first " +
			"record of each input is a header; that of the first input always stays. If it is a number, the first record is data, too. A record that is too short gets empty " +
			"cells; if it lacks the column, it is reported, and so is a quotation mark that CSV does not have there. A URL that is refused keeps its record, with empty cells for all " +
			"parts but error and offset, and nothing on standard error. A line break in a cell becomes a line feed, and blank lines are left out. " + filteredRows,
		exit: exitOfTables,
		sample: sample{"-csv -column url -get host,error < visits.csv", "id,url\n7,https://A/\n8,b\n",
			"id,url,host,error\n7,https://A/,a,\n8,b,,missing-scheme-non-relative-URL\n"},
	},
	{name: "format", usage: "weburl -format TEXT",
		about: `Writes a text for each URL, in which parts stand in braces. "{{" and "}}" are braces. \t, \n, \r, \0 and \\ ` +
			`are escapes. End the text with \n to get one line for each URL.`,
		fields: []field{{"{PART}", "see weburl help parts"}},
		exit:   exitOfLines,
		sample: sample{`-format '{{{scheme}}} {host}\n' https://a.example/`, "", "{https} a.example\n"},
	},
	{name: "extract", usage: "weburl -extract [-default-scheme https] [-emails] [-suffix-list FILE] [FILE…]",
		about: "Finds URLs in text, such as chat, mail and comments, by the Unicode standard UTS #58. Without other flags, it finds what begins with " +
			"http:// or https://. With -default-scheme, a host without a scheme is a link, too, if its suffix is on the public suffix list; this also " +
			"finds names of files, such as README.md. A link has no credentials, and ends before <, >, \" and `. Plain text has no escapes: read " +
			"pages with -html and tables with -csv, and decode JSON and XML first, as jq -r '.. | strings' does. " +
			"With -redact, it finds every URL and target of a request, also with credentials and in JSON, and writes the lines, with all other bytes as they are. Filters and changes work with it, and so do all " +
			"outputs but -tsv, -csv, -check, -explain and -compare. Without a link, the exit status is 1. In JSON, start and end are the place of the link in its line, in bytes.",
		exit: exitOfLines,
		sample: sample{"-extract -emails < mail.txt", "See https://a.example/x_(y). Or ask me@example.com!\n",
			"https://a.example/x_(y)\nmailto:me@example.com\n"},
	},
	{name: "html", usage: "weburl -html [-base URL] [FILE…]",
		about: "Finds the links of HTML pages, as a browser reads them: with <base>, srcset, refreshes and character references, in the page's encoding. " +
			"Each input is a page of at most -max-line bytes. -base is its URL; without it, links that lack a scheme are refused. The line is the " +
			"number of the link. Sitemaps and feeds are XML, which it does not read.",
		fields: []field{{"element, attribute", "parts that say where the link is, for -get and -match"}},
		exit:   exitOfLines,
		sample: sample{"-html -base https://e/a/ -get href,element < page.html", "<a href='b?x&amp;y'>&lt;</a><img srcset='c 1x, d 2x'>\n",
			"https://e/a/b?x&y\ta\nhttps://e/a/c\timg\nhttps://e/a/d\timg\n"},
	},
	{name: "check", usage: "weburl -check [-strict]",
		about: "Writes nothing, and stops at the first line that is refused, or that does not pass the filters; -explain tells why a line " +
			"is refused. With -strict, it accepts only valid URL strings, and refuses those that a browser would repair.",
		exit:   "0 if all lines are accepted and pass the filters; 1 if not; 2 if an input failed.",
		sample: sample{`-check 'https://example.com/a b' && echo a URL`, "", "a URL\n"},
	},
	{name: "explain", usage: "weburl -explain [-json] [-strict]",
		about: "Shows the errors of each URL with their places, what they mean and what to write instead, and how a browser reads " +
			"the URL, even if it is refused. It also points out what a reader may miss, such as credentials, an IPv4 address in " +
			"disguise, a host that looks like another, or one that is read as a scheme.",
		fields: []field{
			{"input, base", "with -json: the line, and the base URL if there is one"},
			{"valid", "whether there are no errors"},
			{"errors", "the name, offset, failure and description of each, in the order of the standard's parser; for some also a hint about this place"},
			{"omitted", "the number of further errors, if there are more than 10,000"},
			{"notes", "what a reader may miss: the name, level (danger, warn or info) and text of each"},
			{"url", "the getters of the URL class, or null"},
		},
		exit: "1 with -strict, if there was an error; else see weburl help exit.",
		sample: sample{`-explain 'https:\\user@example.com/'`, "", `  https:\\user@example.com/
        ^^    ^
        1     2

  1  special-scheme-missing-following-solidus (not fatal) at byte 6, 7
     A URL of this scheme needs exactly two slashes after the colon.
  2  invalid-credentials (not fatal) at byte 12
     The URL contains a username or a password. Credentials do not belong in a URL.

  Not a valid URL string, but it is read as
    href      https://user@example.com/
    origin    https://example.com
    protocol  https:
    username  user
    host      example.com
    hostname  example.com
    pathname  /

  Warning: The text before “@” is a username. The host is “example.com”.
  Warning: Programs that follow RFC 3986 find no host here. Browsers read “example.com”.
`},
	},
	{name: "compare", usage: "weburl -compare [-json] [-strict]",
		about: "Shows the URLs that Go's package net/url reads differently: with another host or path, or refused by only one of the two. " +
			"Then comes a summary. Hosts count as the same if they differ only in case, in Punycode, or in the spelling of an IPv6 " +
			`address. Paths count as the same if they differ only in percent-encoding, or are "/" and empty. ` +
			"To compare two lists of URLs, sort the output of weburl -unique for each, and use comm.",
		fields: []field{
			{"input, source, line", "with -json: the line, and where it was"},
			{"difference", "host, path, refused (only by net/url) or accepted (only by net/url)"},
			{"standard, net/url", "href, hostname and pathname, or error"},
		},
		exit: "1 with -strict, if a URL is read differently; else see weburl help exit.",
		sample: sample{"-compare http:example.org/x", "",
			"argument 1: another host: http:example.org/x\n  standard  example.org\n  net/url   (none)\n\n" +
				"1  URLs\n0  read alike\n1  another host\n0  another path\n0  refused only by net/url\n0  accepted only by net/url\n0  refused by both\n"},
	},
	{name: "count", usage: "weburl -count PART [-top N] [-json]",
		about: "Writes how often each value of a part occurs, the most frequent first. Values that are equally frequent are in the " +
			"order of their bytes. If a part has several values, each is counted. A line with only a number is for an empty value, or " +
			"for URLs without that part. error and offset are counted for the lines that are refused. Every value is kept in memory: " +
			"ten million hosts of 29 bytes take 1.3 GB. With -tsv or -csv, it counts a column; without, each line is a URL.",
		fields: []field{{"PART, count", "with -json: the value, and how often it occurs"}},
		exit:   exitOfLines,
		sample: sample{"-tsv -column 2 -count host -scheme http,https < visits.tsv", visits, "1  192.0.2.1:81\n1  a.b.example\n"},
	},
}

func (t topic) write(d document) {
	if t.usage != "" {
		d.paragraph(t.usage)
	}
	d.paragraph(t.about)
	list := t.fields
	for _, f := range t.flags {
		list = append(list, field{f.call(), f.doc})
	}
	d.items(list)
	if t.exit != "" {
		d.paragraph("Exit status: " + t.exit)
	}
	if t.sample.command == "" {
		return
	}
	shown := "$ weburl " + t.sample.command + "\n" + t.sample.output
	if _, file, ok := strings.Cut(t.sample.command, " < "); ok {
		shown = "$ cat " + file + "\n" + t.sample.stdin + shown
	}
	d.verbatim(shown)
}
