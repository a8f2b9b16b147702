package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestTopics runs the sample of each topic.
func TestTopics(t *testing.T) {
	for _, topic := range topics {
		status, text, stderr := weburl(t, "", "help", topic.name)
		if status != exitOK || text == "" || stderr != "" {
			t.Errorf("%s: status %d, errors %q, output %q", topic.name, status, stderr, text)
		}
		about, _, _ := strings.Cut(text, "\n  $ ")
		checkWidth(t, about)
		if topic.name == "parts" {
			continue
		}
		status, stdout, stderr := weburl(t, topic.sample.stdin, typed(topic.sample.command)...)
		if _, echoed, ok := strings.Cut(topic.sample.command, " && echo "); ok && status == exitOK {
			stdout += echoed + "\n"
		}
		if stdout != topic.sample.output || stderr != "" {
			t.Errorf("%s: the sample writes %q, errors %q, want %q", topic.name, stdout, stderr, topic.sample.output)
		}
	}
	for _, m := range modes {
		if status, _, stderr := weburl(t, "", "help", m); status != exitOK {
			t.Errorf("no help on %s: %s", m, stderr)
		}
	}
	for _, f := range flagSpecs() {
		if status, stdout, stderr := weburl(t, "", "help", "-"+f.name); status != exitOK || stdout == "" {
			t.Errorf("no help on -%s: %s", f.name, stderr)
		}
	}
	for args, want := range map[string]string{
		"help cuont":       `unknown topic "cuont"; did you mean count?`,
		"help a b":         "help takes one topic",
		"completion":       "completion takes one shell: bash, zsh, fish",
		"completion tcsh":  `unknown shell "tcsh"; did you mean bash?`,
		"completion x -in": "completion takes one shell: bash, zsh, fish",
	} {
		status, stdout, stderr := weburl(t, "", strings.Fields(args)...)
		if status != exitTrouble || stdout != "" || !strings.HasPrefix(stderr, "weburl: "+want+"\n") {
			t.Errorf("weburl %s: status %d, errors %q, want %q", args, status, stderr, want)
		}
	}
}

// typed returns the arguments of a command line of a shell, less redirections and what follows the command.
func typed(line string) []string {
	for _, end := range []string{" < ", " > ", " && ", " || "} {
		line, _, _ = strings.Cut(line, end)
	}
	return shellWords(line)
}

// TestManPage checks that each line is text or a macro that man(7) has, and that all flags and topics are there.
func TestManPage(t *testing.T) {
	_, page, _ := weburl(t, "", "help", "man")
	macro := regexp.MustCompile(`^\.(TH WEBURL 1|SH [A-Z\\ -]+|TP|PP|nf|fi)$`)
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, ".") && !macro.MatchString(line) || strings.HasPrefix(line, "'") {
			t.Errorf("a line that roff does not know: %q", line)
		}
	}
	for _, f := range flagSpecs() {
		if !strings.Contains(page, `\fB`+roff("-"+f.name)) {
			t.Errorf("-%s is missing", f.name)
		}
	}
	for _, topic := range topics {
		if !strings.Contains(page, ".SH HELP "+strings.ToUpper(topic.name)+"\n") {
			t.Errorf("%s is missing", topic.name)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"a bc d", 4, "a bc|d"}, {"abcdef g", 3, "abcdef|g"}, {"日本 語", 4, "日本|語"}, {"", 4, ""}, {" a  b ", 9, "a b"},
	} {
		if got := strings.Join(wrap(c.text, c.columns), "|"); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}
