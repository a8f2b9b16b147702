package main

import (
	"fmt"
	"strings"
)

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
	if meaning == "" {
		meaning = "the getter of the URL class"
	}
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
