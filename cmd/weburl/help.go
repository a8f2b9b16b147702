package main

import (
	"fmt"
	"strings"
)

// command returns what "weburl help" and "weburl completion" write. It reports whether name is a command.
func command(name string, args []string) (text string, ok bool, err error) {
	switch name {
	case "help":
		text, err = help(args)
	case "completion":
		text, err = completion(args)
	case completeCommand:
		text = candidates(args)
	default:
		return "", false, nil
	}
	return text, true, err
}

// help returns the help on a topic.
func help(args []string) (string, error) {
	switch {
	case len(args) == 0:
		return helpText(), nil
	case len(args) > 1:
		return "", fmt.Errorf("help takes one topic")
	}
	name := strings.TrimLeft(args[0], "-")
	if name == "man" {
		return manPage(), nil
	}
	for _, t := range topics {
		if t.name == name {
			return text(t.write), nil
		}
	}
	for _, f := range flagSpecs() {
		if f.name == name {
			return text(func(d document) {
				d.paragraph(strings.TrimSuffix("weburl "+f.call(), " "))
				d.paragraph(f.doc)
			}), nil
		}
	}
	return "", unknown("topic", args[0], topicNames())
}

func topicNames() (names []string) {
	for _, t := range topics {
		names = append(names, t.name)
	}
	return append(names, "man")
}

// A document is a text that is being written: the help on a terminal or a manual page.
type document interface {
	heading(text string)
	paragraph(text string)
	items(list []field) // what each name means
	verbatim(text string)
}

// text returns a text for a terminal.
func text(write func(d document)) string {
	p := new(page)
	write(p)
	return p.String()
}

const (
	intro = "weburl reads URLs as browsers do, following the WHATWG URL Standard. It shows the parts of each URL as a table, " +
		"unless a flag chooses another output; -canonical writes one URL per line."
	usages = `weburl [flags] URL…        the arguments are URLs
weburl [flags] -in FILE…   one URL per line from files
weburl [flags]             one URL per line from standard input, also with "-"
weburl help [TOPIC]        this text, or more on a topic
weburl help man            the manual page in roff; "| man -l -" shows it
weburl completion SHELL    a script that completes words in bash, zsh or fish
`
)

// exits says what the exit statuses mean.
var exits = []field{
	{"0", "every URL was accepted, or there was none"},
	{"1", "a URL was refused, or could not be changed as a flag asks"},
	{"1", "no URL passed the filters; with -check: a URL did not"},
	{"1", "-check -strict: a line is not a valid URL string"},
	{"1", "-explain -strict: there is an error, fatal or not"},
	{"1", "-compare -strict: Go's net/url reads a URL differently"},
	{"2", "the command line is wrong, or an input or output failed"},
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
weburl -default-scheme https -canonical example.com/a
weburl -check -scheme https -in urls.txt || echo "not only https"
weburl -new -set scheme=https -set host=example.com -set path='/a b'
weburl -check "$URL" || echo "not a URL"
`

// helpText returns what "weburl help" writes.
func helpText() string {
	return text(func(d document) {
		d.paragraph(intro)
		d.verbatim(usages)
		reference(d)
		d.paragraph("weburl help TOPIC says more. The topics are " + strings.Join(topicNames(), ", ") + ", and each flag, such as -base.")
	})
}

// reference writes what the help and the manual page have in common.
func reference(d document) {
	for _, group := range flagGroups {
		d.heading(group.title)
		d.paragraph(group.about)
		var list []field
		for _, f := range group.flags {
			list = append(list, field{f.call(), f.doc})
		}
		d.items(list)
	}
	d.heading("Parts")
	d.paragraph("Those from href to hash are the getters of JavaScript's URL class.")
	d.items(partFields())
	d.heading("Exit status")
	d.items(exits)
	d.heading("Examples")
	d.verbatim(examples)
}

// partFields returns all parts with what they are.
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
	reference(m)
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

// roff escapes a text for roff.
func roff(text string) string { return roffEscapes.Replace(text) }

// roffLine escapes a line, which may not begin like a macro.
func roffLine(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + roff(line)
	}
	return roff(line)
}
