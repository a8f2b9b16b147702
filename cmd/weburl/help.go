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
			return t.text(), nil
		}
	}
	for _, f := range flagSpecs() {
		if f.name == name {
			return flagText(f), nil
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

// usages are the ways to call the command.
var usages = []struct{ call, meaning string }{
	{"weburl [flags] URL…", "the arguments are URLs"},
	{"weburl [flags] -in FILE…", "one URL per line from files"},
	{"weburl [flags]", `one URL per line from standard input, also with "-"`},
	{"weburl help [TOPIC]", "this text, or more on a topic"},
	{"weburl completion SHELL", "a script that completes flags in bash, zsh or fish"},
}

const (
	intro = "weburl reads URLs as browsers do, following the WHATWG URL Standard. It shows the parts of each URL as a table, " +
		"unless a flag chooses another output."
	partIntro  = "The parts of a URL. Those from href to hash are the getters of the URL class:"
	linesIntro = "A line ends with a line feed, or with a carriage return and a line feed. Empty " +
		"lines are skipped, and so is a byte order mark at the start of an input. An argument is used unchanged. Flags may " +
		`come before and after arguments; everything after "--" is an argument.`
	refusalIntro = "If a URL is refused, weburl writes its line and the reason to standard error, and continues. After 20 " +
		"refused lines of an input, it reports only their number. The first one has a hint. It uses all cores, and keeps the order of the input. A " +
		"long run shows its progress if standard error is a terminal."
)

// exits says what the exit statuses mean.
var exits = []struct{ status, meaning string }{
	{"0", "every URL was accepted"},
	{"1", "a URL was refused, or could not be changed as a flag asks"},
	{"1", "no URL passed the filters; with -check: a URL did not"},
	{"1", "-check -strict: a line is not a valid URL string"},
	{"1", "-explain -strict: there is an error, fatal or not"},
	{"1", "-compare -strict: net/url reads a URL differently"},
	{"2", "the command line is wrong, or an input or output failed"},
}

// examples are for the end of the help. The tests run them.
const examples = `weburl 'HTTP://EXAMPLE.com:80/../a b?q#f'
weburl -get host,query:id -base https://example.com/a/ '../b?id=1'
weburl -explain 'https:\\user@example.com/%zz'
weburl -json -keep -in urls.txt > urls.json
weburl -count site -top 20 < urls.txt
weburl -delete 'query:utm_*' -no-fragment -unique < urls.txt
weburl -new -set scheme=https -set host=example.com -set path='/a b'
weburl -check "$URL" || echo "not a URL"
`

// helpText returns what "weburl help" writes.
func helpText() string {
	p := new(page)
	p.paragraph(0, intro)
	p.WriteByte('\n')
	for _, u := range usages {
		p.item(u.call, u.meaning, 29)
	}
	for g := range flagGroups {
		p.WriteByte('\n')
		p.paragraph(0, groupTitles[g])
		p.WriteByte('\n')
		for _, f := range flagSpecs() {
			if f.group == g {
				p.item(strings.TrimSuffix("-"+f.name+" "+f.arg, " "), f.doc, 20)
			}
		}
	}
	p.WriteByte('\n')
	p.parts()
	p.WriteByte('\n')
	p.paragraph(0, linesIntro)
	p.WriteByte('\n')
	p.paragraph(0, refusalIntro)
	p.WriteString("\nExit status:\n\n")
	for _, e := range exits {
		p.item(e.status, e.meaning, 6)
	}
	p.WriteByte('\n')
	p.paragraph(0, "Topics: "+strings.Join(topicNames(), ", ")+".")
	p.WriteString("\nExamples:\n\n")
	p.verbatim(examples)
	return p.String()
}

// parts writes the list of all parts.
func (p *page) parts() {
	p.paragraph(0, partIntro)
	p.WriteByte('\n')
	for _, part := range parts {
		p.item(part.name, part.doc, 20)
	}
	for _, f := range families() {
		p.item(f.prefix+f.argument, f.doc, 20)
	}
}

// flagText returns the help on a flag that is not a topic.
func flagText(f flagSpec) string {
	p := new(page)
	p.WriteString(strings.TrimSuffix("weburl -"+f.name+" "+f.arg, " ") + "\n\n")
	p.paragraph(2, f.doc)
	return p.String()
}

// manPage returns the manual page, in the macros of man(7). It is made of the same texts as the help.
func manPage() string {
	m := new(man)
	m.macro("TH", "WEBURL", "1")
	m.section("NAME")
	m.text(`weburl - read URLs as browsers do`)
	m.section("SYNOPSIS")
	for _, u := range usages {
		m.text(u.call)
		m.macro("br")
	}
	m.section("DESCRIPTION")
	for _, text := range []string{intro, linesIntro, refusalIntro} {
		m.text(text)
		m.macro("PP")
	}
	m.section("OPTIONS")
	for g := range flagGroups {
		m.macro("SS", strings.TrimSuffix(groupTitles[g], ":"))
		for _, f := range flagSpecs() {
			if f.group == g {
				m.item(strings.TrimSuffix("-"+f.name+" "+f.arg, " "), f.doc)
			}
		}
	}
	m.section("PARTS")
	for _, p := range parts {
		m.item(p.name, p.doc)
	}
	for _, f := range families() {
		m.item(f.prefix+f.argument, f.doc)
	}
	for _, t := range topics {
		if t.exit != "" {
			m.topic(t)
		}
	}
	m.section("EXIT STATUS")
	for _, e := range exits {
		m.item(e.status, e.meaning)
	}
	m.section("EXAMPLES")
	m.verbatim(examples)
	m.section("SEE ALSO")
	m.text("https://url.spec.whatwg.org/")
	return m.String()
}

// A man is a manual page that is being written.
type man struct{ strings.Builder }

func (m *man) macro(name string, args ...string) {
	m.WriteString("." + name)
	for _, a := range args {
		fmt.Fprintf(m, ` "%s"`, roff(strings.ReplaceAll(a, `"`, "'")))
	}
	m.WriteByte('\n')
}

func (m *man) section(title string) { m.macro("SH", title) }

func (m *man) text(text string) { m.WriteString(roffLine(text) + "\n") }

func (m *man) item(term, meaning string) {
	m.macro("TP")
	m.WriteString(`\fB` + roff(term) + `\fR` + "\n")
	m.text(meaning)
}

func (m *man) verbatim(text string) {
	m.macro("nf")
	for line := range strings.Lines(text) {
		m.WriteString(roffLine(line))
	}
	m.macro("fi")
}

func (m *man) topic(t topic) {
	m.section(strings.ToUpper(t.name))
	m.text(t.usage)
	m.macro("PP")
	m.text(t.about)
	for _, f := range t.fields {
		m.item(f.name, f.meaning)
	}
	m.macro("PP")
	m.text("Exit status: " + t.exit)
	m.macro("PP")
	m.verbatim("$ weburl " + t.sample.shown + "\n" + t.sample.output)
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
