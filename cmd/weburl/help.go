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
	for _, t := range allTopics() {
		names = append(names, t.name)
	}
	return append(names, "examples", "man")
}

// allTopics returns the topics, and one for each group of flags and for the exit status.
func allTopics() (all []topic) {
	for _, group := range flagGroups {
		all = append(all, topic{name: group.topic, about: group.about, fields: group.fields()})
	}
	return append(append(all, topics...), topic{name: "exit", about: "What the exit status means.", fields: exits})
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
	p := new(screen)
	write(p)
	return p.String()
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
	{"1", "no URL passed the filters; -check: a line was refused, or a URL did not pass"},
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
		list := []field{}
		for _, group := range flagGroups {
			var names []string
			for _, f := range group.flags {
				names = append(names, "-"+f.name)
			}
			list = append(list, field{group.topic, strings.Join(names, " ")})
		}
		d.items(append(list, field{"topics", strings.Join(topicNames(), " ")}))
		d.items(exits)
		d.verbatim(strings.Join(strings.SplitAfter(examples, "\n")[:shownExamples], ""))
	})
}

// shownExamples is the number of examples that "weburl help" shows.
const shownExamples = 6

// reference writes what is not in a topic of its own.
func reference(d document) {
	for _, group := range flagGroups {
		d.heading(group.title)
		d.paragraph(group.about)
		d.items(group.fields())
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
