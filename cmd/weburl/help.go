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
		return "", fmt.Errorf("help takes only one topic")
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

// allTopics returns all topics, including those of the flag groups and of the exit status.
func allTopics() []topic {
	return append(slices.Concat(flagGroups, topics), topic{name: "exit", about: "The exit status tells scripts what happened.", fields: exits})
}

// A document is a text that is being written, either the help on a terminal or the manual page.
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

// helpColumns is the width of the help in columns.
const helpColumns = 80

// A screen is a text for a terminal that is being written. An empty line separates its blocks.
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

// items writes the names, with their meanings in a second column. A name that is too long gets a line of its own.
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
	intro = "weburl reads URLs as browsers do, following the WHATWG URL Standard. By default, it prints the parts of each URL as a table. " +
		"Use -canonical to print one URL per line."
	usages = `weburl [flags] URL…        read URLs from the arguments
weburl [flags] -in FILE…   read one URL per line from files
weburl [flags]             read one URL per line from standard input ("-")
weburl help TOPIC          describe a topic or a flag, such as -base
weburl completion SHELL    print a completion script for bash, zsh or fish
`
)

// exits lists the exit statuses and their meanings.
var exits = []field{
	{"0", "Success: none of the statuses below applies. With -keep, with -redact, or with the error or offset part, rejected lines and failed changes affect the status only if they are reported."},
	{"1", "No URL passed the filters. With -extract or -html but not -redact, no links were found. With -check, a line was rejected or did not pass the filters."},
	{"1", "-check, -explain or -compare reported something, and -strict was given."},
	{"2", "The command line was invalid, or reading or writing failed."},
	{"3", "All lines were rejected. With -strict, or if URLs are given as arguments, a single rejected line is enough."},
	{"4", "None of the URLs could be changed as requested. With -strict, or if URLs are given as arguments, a single failure is enough."},
}

// examples are the examples at the end of the help. A test runs them.
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

// manPage returns the manual page, written with the macros of man(7).
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

// roffLine escapes a line, which must not begin as a macro does.
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
	about  string // its paragraphs have an empty line between them
	fields []field
	flags  []flagSpec // described after the fields
	exit   string
	sample sample
}

// A field describes a part of the output.
type field struct{ name, meaning string }

// A sample is a command and its output. A test runs it.
type sample struct {
	command string // what is typed after the name
	stdin   string
	output  string
}

const (
	exitOfLines  = "see weburl help exit."
	exitOfTables = "see weburl help exit. Rejected rows affect the status only if they are reported. The status is 2 if a CSV record is too long, " +
		"or if rows have several columns and -column is missing."
	filteredRows = "With a filter or -count, rows whose URL is rejected or does not pass are omitted. Rejected URLs are reported " +
		"unless you request the error or offset part, in which case their rows are kept. Without -get or -count, a filter copies the " +
		"rows that pass, byte for byte, adding a line feed to the last row if it lacks one. Flags that change URLs require -get or -count, and -iterate is not " +
		"supported."
	placeFields = "the name of the input, and the number of the line, starting at 1"
)

// visits is the table that samples read.
const visits = "7\thttp://a.b.example/\tx\n8\tftp://a.example/\ty\n9\thttps://192.0.2.1:81/\tz\n"

// flagGroups are the topics that describe the flags.
var flagGroups = []topic{
	{name: "output", about: "Choose at most one of these flags unless a flag's description says otherwise.", flags: outputSpecs},
	{name: "input", flags: inputSpecs, about: "Lines end with a line feed, optionally preceded by a carriage return. Empty lines are skipped, and so is a " +
		"byte order mark at the start of an input. Arguments are used as they are. Flags can come before or after arguments, but " +
		`everything after "--" is an argument. weburl uses all processor cores and preserves the order of the input. Inputs must be UTF-8, ` +
		"because invalid bytes in a URL are read as U+FFFD."},
	{name: "changes", flags: changeSpecs, about: "Changes are made in the order given, and imply -canonical if you choose no other output. " +
		"Path segments and query values are treated as data, so characters with a special meaning in URLs are encoded. Query pairs that are not " +
		"changed stay exactly as they are in the href. If a change fails, the URL is rejected.",
		sample: sample{`-set port=8080 -delete 'query:utm_*' 'https://a.example/?utm_source=x&b=%20'`, "", "https://a.example:8080/?b=%20\n"}},
	{name: "filters", flags: filterSpecs, about: "Filters select URLs, and imply -canonical if you choose no other output. With -tsv or -csv, they select " +
		"rows, which are copied byte for byte if you request neither parts nor counts. -unique and -unique-by look at each URL after any changes; " +
		"all other filters look at it before, regardless of flag order.",
		sample: sample{"-unique-by pattern < urls.txt", "https://a/p/1?x=1\nhttps://a/p/2?x=2\nhttps://a/q\n", "https://a/p/1?x=1\nhttps://a/q\n"}},
	{name: "messages", flags: messageSpecs, about: "If a URL is rejected, weburl writes the location of the line and the reason to standard error, and continues. " +
		"After the first 20 rejected lines of an input, it reports only how many more there were. The first message may come with a hint."},
}

var topics = []topic{
	{name: "json", usage: "weburl -json [-keep] [-get PART,…]",
		about: "Prints a JSON object for each URL, one per line. With -keep, each rejected line also produces an object, so that the lines of " +
			"input and output correspond, and nothing is written to standard error. With -get, the object contains only the " +
			"requested parts. A part without a value is null, and a part that can have several values is an array.",
		fields: []field{
			{"input, inputBase64", "the line as it was read, or the beginning of it and … if it is too long. If it is not UTF-8, inputBase64 contains its bytes."},
			{"href … hash", "the getters of JavaScript's URL class"},
			{"params", "the pairs of the query in order, each decoded as [name, value]"},
			{"site", "the registrable domain, or the host if there is none"},
			{"source, line", placeFields},
			{"error, offset", "with -keep, instead of the fields from href to site: the name of the error and its byte offset in the line"},
		},
		exit: exitOfLines,
		sample: sample{`-json -get host,keys 'https://a.example/?x=1&y=2'`, "",
			`{"host":"a.example","keys":["x","y"]}` + "\n"},
	},
	{name: "get", usage: "weburl -get PART,… [-keep]",
		about: "Prints the requested parts of each URL on one line, separated by tabs. If a part can have several values (keys, " +
			"values, pairs and query-all:NAME), each value is printed on its own line, and nothing is printed for a URL without " +
			"values. Control characters in decoded values and in the input part are percent-encoded, because they could end " +
			"the line. With -keep, or with the error or offset part, rejected lines are also printed, with whatever parts " +
			"they have. To see only the rejected lines and the reasons, run: weburl -get line,input,error -exclude 'href=*'",
		fields: []field{{"PART", "see weburl help parts"}},
		exit:   exitOfLines,
		sample: sample{`-get scheme,site,query:id 'https://www.example.co.uk/a?id=7'`, "",
			"https\texample.co.uk\t7\n"},
	},
	{name: "parts", usage: "weburl -get PART,…", about: "You can use these parts with -get, -format, -count, -match and -unique-by. The parts from href to hash are the getters of " +
		"JavaScript's URL class. A host with a trailing dot is a different host with a different site, so -count counts it separately. " +
		"To match both hosts, use -match 'site=example.com,example.com.'.",
		fields: partFields()},
	{name: "tsv", usage: "weburl -tsv|-tsv-escaped -get PART,…|-count PART|FILTER [-column N [-in-place]]",
		about: `Reads a column of URLs and writes exactly one row for each row that it reads. If the rows have several columns, -column N chooses one. ` +
			`The requested parts are appended to each row or, with -in-place, a single part replaces the cell.` + "\n\n" + `-tsv reads and writes ` +
			`plain text. A backslash has no special meaning, and control characters in decoded values are percent-encoded. -tsv-escaped reads and writes ` +
			`the format of ClickHouse (TabSeparated), PostgreSQL (text) and Hive, with the escapes \b \f \n \r \t \0 \\ and with \N for NULL. In this ` +
			`format, byte order marks and carriage returns are part of the data.` + "\n\n" +
			`A row whose URL is empty, NULL or rejected gets empty fields or NULL for all parts of the URL, and is not reported. To see why it was rejected, use the parts error and offset. With -in-place, the row is left unchanged, and a rejected URL is reported. A row without column N is ` +
			`reported. So is a row longer than -max-line bytes, which is cut off after the last cell that fits.` + "\n\n" +
			`A row with fewer columns than the first row is padded with empty cells or NULL. In a row with more columns, the parts are ` +
			`shifted to the right, but they are always in the last columns, so count from the end.` + "\n\n" + filteredRows + ` NULL does not pass any filter.` + "\n\n" + `Each block ` +
			`of rows is written before the next block is read. The first row is treated as data, so a filter may drop a header. To keep a header, see ` +
			`weburl help csv. The example keeps the rows with http and https URLs. The example in "weburl help count" counts the hosts of those URLs.`,
		fields: []field{
			{"error", "the name of the error, such as host-missing, column-missing, line-too-long or base-refused"},
			{"offset", "the byte offset of that error in the unescaped URL"},
		},
		exit: exitOfTables,
		sample: sample{"-tsv -column 2 -get registrable-domain,host -scheme http,https < visits.tsv",
			visits, "7\thttp://a.b.example/\tx\tb.example\ta.b.example\n9\thttps://192.0.2.1:81/\tz\t\t192.0.2.1:81\n"},
	},
	{name: "csv", usage: "weburl -csv -column N|NAME -get PART,…|-count PART|FILTER [-in-place] [-delimiter ';']",
		about: "Appends parts to each record of a CSV file or, with -in-place, replaces the cell with a single part. If -column is a name, the first " +
			"record of each input is a header, and the header of the first input is always kept. If -column is a number, the first record is data.\n\n" +
			"A record that is too short is padded with empty cells. weburl reports records that lack the column and quotation marks that CSV does not " +
			"allow. A record whose URL is rejected gets empty cells for all parts of the URL, and is not reported. To see why it was rejected, use the parts error and offset. " +
			"The line part and messages give the number of the record, not of the line. " +
			"Line breaks in cells become line feeds, and blank lines are dropped.\n\n" + filteredRows,
		exit: exitOfTables,
		sample: sample{"-csv -column url -get host,error < visits.csv", "id,url\n7,https://A/\n8,b\n",
			"id,url,host,error\n7,https://A/,a,\n8,b,,missing-scheme-non-relative-URL\n"},
	},
	{name: "format", usage: "weburl -format TEXT",
		about: `Prints a template for each URL, replacing part names in braces with their values. Write "{{" and "}}" for literal braces. ` +
			`The escapes are \t, \n, \r, \0 and \\. End the template with \n to print one line per URL.`,
		fields: []field{{"{PART}", "see weburl help parts"}},
		exit:   exitOfLines,
		sample: sample{`-format '{{{scheme}}} {host}\n' https://a.example/`, "", "{https} a.example\n"},
	},
	{name: "extract", usage: "weburl -extract [-default-scheme https] [-emails] [-suffix-list FILE] [FILE…]",
		about: "Finds URLs in text such as chat messages, emails and comments, following Unicode Technical Standard #58. By default, it finds only URLs that " +
			"begin with http:// or https://. With -default-scheme, a host without a scheme also counts as a link if its suffix is on the public " +
			"suffix list. This also finds file names such as README.md.\n\nLinks never include credentials, and they end before any <, >, \" or `. " +
			"Escapes are not decoded, so use -html for web pages and -csv for tables, and decode JSON and XML first (JSON, for example, with " +
			"jq -r '.. | strings').\n\nWith -redact, weburl redacts URLs, request targets and data sources such as user:password@tcp(host)/db, even inside JSON, " +
			"and leaves the rest of each line unchanged. Unless quotation marks are next to a URL, it may miss a secret after white space or, without \"://\", after one of < > \" ` " +
			"in the URL. It misses credentials without \"://\" and \":\", such as scott/tiger@host. Otherwise, filters and changes apply to each link, and you can choose any output except " +
			"-tsv, -csv, -check, -explain and -compare. If no link is found, the exit status is 1. In JSON, start and end are the link's " +
			"byte offsets in its line.",
		exit: exitOfLines,
		sample: sample{"-extract -emails < mail.txt", "See https://a.example/x_(y). Or ask me@example.com!\n",
			"https://a.example/x_(y)\nmailto:me@example.com\n"},
	},
	{name: "html", usage: "weburl -html [-base URL] [FILE…]",
		about: "Finds the links in HTML pages as a browser does, taking into account <base>, srcset, refreshes, character references and the page's " +
			"encoding. Each input is one page of at most -max-line bytes. Use -base to specify the page's URL; otherwise, links without a scheme " +
			"are rejected. The line part is the link's number on the page. -html does not read sitemaps or feeds, " +
			"which are XML.",
		fields: []field{{"element, attribute", "parts for -get and -match that say where the link is"}},
		exit:   exitOfLines,
		sample: sample{"-html -base https://e/a/ -get href,element < page.html", "<a href='b?x&amp;y'>&lt;</a><img srcset='c 1x, d 2x'>\n",
			"https://e/a/b?x&y\ta\nhttps://e/a/c\timg\nhttps://e/a/d\timg\n"},
	},
	{name: "check", usage: "weburl -check [-strict]",
		about: "Prints nothing, and stops at the first line that is rejected or does not pass the filters. Use -explain to find out why a line " +
			"was rejected. With -strict, -check accepts only valid URL strings, not those that a browser would repair.",
		exit:   "0 if all lines are accepted and pass the filters, 1 if not, or 2 if an input cannot be read.",
		sample: sample{`-check 'https://example.com/a b' && echo a URL`, "", "a URL\n"},
	},
	{name: "explain", usage: "weburl -explain [-json] [-strict]",
		about: "Shows the errors in each URL: where they occur, what they mean and what to write instead. It then shows how a browser reads " +
			"the URL, or reports that it is rejected. It also points out things a reader may miss, such as credentials, a disguised IPv4 " +
			"address, a lookalike host, or a host that is read as a scheme.",
		fields: []field{
			{"input, base", "with -json: the line, and the base URL if there is one"},
			{"valid", "true if there are no errors"},
			{"errors", "the name, offset, failure and description of each error, in the order of the standard's parser, and sometimes a hint about the place"},
			{"omitted", "the number of further errors, if there are more than 10,000"},
			{"notes", "things a reader may miss, each with a name, a level (danger, warn or info) and a text"},
			{"url", "the getters of JavaScript's URL class, or null if the line is rejected"},
		},
		exit: "with -strict, 1 if there was an error. Otherwise, see weburl help exit.",
		sample: sample{`-explain 'https:\\user@example.com/'`, "", `  https:\\user@example.com/
        ^^    ^
        1     2

  1  special-scheme-missing-following-solidus (not fatal) at byte 6, 7
     A URL of this scheme needs exactly two slashes after the colon.
  2  invalid-credentials (not fatal) at byte 12
     The URL contains a username or a password. Credentials do not belong in a URL.

  This is not a valid URL string. Browsers read it as:
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
		about: "Shows the URLs in which Go's net/url finds a different host or path than the standard, and those that only one of the two " +
			"rejects. A summary follows. Hosts are considered equal if they differ only in case, in the use of Punycode, or in how an IPv6 " +
			`address is written. Paths are considered equal if they differ only in percent-encoding, or if one is "/" and the other is empty. ` +
			"To compare two lists of URLs, run weburl -unique on each list, sort both outputs, and use comm.",
		fields: []field{
			{"input, source, line", "with -json: the line, and where it came from"},
			{"difference", "host, path, refused (only net/url rejects the URL) or accepted (only net/url accepts it)"},
			{"standard, net/url", "href, hostname and pathname, or error"},
		},
		exit: "with -strict, 1 if the parsers disagree about any URL. Otherwise, see weburl help exit.",
		sample: sample{"-compare http:example.org/x", "",
			"argument 1: different host: http:example.org/x\n  standard  example.org\n  net/url   (none)\n\n" +
				"1  URLs\n0  read the same way\n1  different host\n0  different path\n0  rejected only by net/url\n0  accepted only by net/url\n0  rejected by both\n"},
	},
	{name: "count", usage: "weburl -count PART [-top N] [-json]",
		about: "Prints how often each value of a part occurs, starting with the most frequent value. Values that occur equally often are sorted in " +
			"byte order. If a part has several values, each is counted. A line with only a number is the count of URLs whose value is empty or " +
			"missing. To count rejected lines, use the parts error and offset. Every value is kept in memory: for example, ten million " +
			"29-byte hosts take 1.3 GB. With -tsv or -csv, weburl counts the values in a column. Otherwise, each line is a URL.",
		fields: []field{{"PART, count", "with -json: the value and how often it occurs"}},
		exit:   exitOfLines,
		sample: sample{"-tsv -column 2 -count host -scheme http,https < visits.tsv", visits, "1  192.0.2.1:81\n1  a.b.example\n"},
	},
}

func (t topic) write(d document) {
	if t.usage != "" {
		d.paragraph(t.usage)
	}
	for text := range strings.SplitSeq(t.about, "\n\n") {
		d.paragraph(text)
	}
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
