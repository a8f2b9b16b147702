package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/infra"
)

// TestComplete has beginnings of command lines and what their last words may become. Where that is nothing, shells complete files.
func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"-uni": "-unique,-unique-by", "-get unicode": "unicode-hostname", "-get reg": "registrable-domain", "-get host,unicode": "host,unicode-hostname", "-get=po": "-get=port",
		"-color ": "auto,always,never", "--color=al": "--color=always", "help com": "compare", "help -": "",
		"help set": "set", "completion z": "zsh", "co": "completion", "": "help,completion", "-set po": "port=", "-set scheme=ht": "scheme=http,scheme=https",
		"-set query": "query=,query:", "-iterate scheme=http,ws": "scheme=http,ws,scheme=http,wss", "-match site": "site=", "-exclude query-": "query-raw:,query-all:",
		"-match host=a": "", "-scheme https,ft": "https,ftp", "-append fr": "fragment=", "-delete q": "query:", "-replace q": "query=,query:", "-in ": "", "-in a": "",
		"a": "", "https://a -count tl": "tld", "-base h": "", "-keep ": "", "-canonical a b": "", "-suffix-list x": "", "-delete query:a,q": "", "-append path=a,p": "",
		"-get  po": "port", "-in 'a b' -count tl": "tld", "-canonical help ": "",
	} {
		text := line[strings.LastIndexByte(line, ' ')+1:]
		if got := strings.Join(strings.Fields(complete("weburl "+line, text)), ","); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	schemes := ""
	for _, special := range infra.SpecialSchemes {
		schemes += special.Name + "\n"
	}
	for _, c := range []struct{ line, text, want string }{ // text is what bash and zsh replace
		{"weburl -get query:a,path-s", "a,path-s", "a,path-segment:\n"}, {"weburl -color=", "", "auto\nalways\nnever\n"}, {"weburl -scheme ", "", schemes},
		{"weburl -get 'tl", "tl", "tld\n"}, {"weburl -get \"host,tl", "host,tl", "host,tld\n"}, {"weburl 'a b", "a b", ""}, {"weburl", "weburl", ""}, {"", "", ""},
	} {
		if status, stdout, stderr := weburl(t, "", "__complete", c.line, c.text); status != exitOK || stdout != c.want || stderr != "" {
			t.Errorf("%q: status %d, %q, %q, want %q", c.line, status, stdout, stderr, c.want)
		}
	}
	if status, stdout, stderr := weburl(t, "", "__complete"); status != exitOK || stdout+stderr != "" {
		t.Errorf("no line: status %d, %q, %q", status, stdout, stderr)
	}
}

// shellStarts starts each shell for a person, without the configuration of who runs the test.
var shellStarts = map[string]string{"bash": "bash --noprofile --norc -i", "zsh": "zsh -f -i", "fish": "fish --no-config -i"}

// TestShells types lines in each shell that is there, with the tab key in them, at a pseudoterminal.
func TestShells(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("script, which opens the pseudoterminal, has other flags here")
	}
	for shell, start := range shellStarts {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				missing(t, shell)
			}
			if _, err := exec.LookPath("script"); err != nil {
				missing(t, "bsdutils")
			}
			testShell(t, shell, start)
		})
	}
}

// missing skips a test because a package of Debian is not installed. It fails the test where SHELLS says that the packages were
// installed. CI does not say that: the workflow that releases weburl has no shells but bash.
func missing(t *testing.T, name string) {
	t.Helper()
	if os.Getenv("SHELLS") != "" {
		t.Fatalf("%s is missing: apt-get install %[1]s", name)
	}
	t.Skipf("%s is missing: apt-get install %[1]s", name)
}

func testShell(t *testing.T, shell, start string) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(executable, filepath.Join(dir, "weburl")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "my urls.txt"), []byte("https://in.example/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []struct{ typed, want string }{
		{"weburl -get host,hostna\t https://A:81", "a:81\ta\n"},
		{"weburl -set po\t8080 -canon\t https://b", "https://b:8080/\n"},
		{"weburl -match sch\thttp -exclude hostna\tc http://c http://d -quiet -get hr\t", "http://d/\n"},
		{"weburl -canonical -in my\t", "https://in.example/\n"},
		{"weburl -get query:a,path-s\t1 'https://e/f?a=1'", "1\tf\n"},
		{"weburl -count tl\t http://g.example", "1  example\n"},
		{"weburl -get=host,unico\t http://h.example", "h.example\th.example\n"},
		{"weburl help cano\t", topicNamed(t, "canonical")},
	}
	load := "source <(weburl completion " + shell + ")\n"
	if shell == "fish" {
		load = "weburl completion fish | source\n"
	}
	input, want := load, ""
	for _, line := range lines {
		input += line.typed + " >> out\n"
		want += line.want
	}
	cmd := exec.CommandContext(t.Context(), "script", "-qec", start, "/dev/null")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "WEBURL_TEST_MAIN=1", "TERM=dumb", "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	cmd.Stdin = strings.NewReader(input + "exit\n")
	screen, err := cmd.CombinedOutput()
	got, _ := os.ReadFile(filepath.Join(dir, "out"))
	if string(got) != want {
		t.Errorf("%v: got\n%s\nwant\n%s\nscreen\n%s", err, got, want, screen)
	}
}

func topicNamed(t *testing.T, name string) string {
	t.Helper()
	_, text, _ := weburl(t, "", "help", name)
	return text
}

// TestTopics runs the sample of each topic.
func TestTopics(t *testing.T) {
	for _, topic := range allTopics() {
		status, text, stderr := weburl(t, "", "help", topic.name)
		if status != exitOK || text == "" || stderr != "" {
			t.Errorf("%s: status %d, errors %q, output %q", topic.name, status, stderr, text)
		}
		about, _, _ := strings.Cut(text, "\n  $ ")
		checkWidth(t, about)
		if topic.sample.command == "" {
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
		"help a b":         "help takes only one topic",
		"completion":       "completion needs one shell: bash, zsh, fish",
		"completion tcsh":  `unknown shell "tcsh"; did you mean bash?`,
		"completion x -in": "completion needs one shell: bash, zsh, fish",
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

// shellWords splits a command line as a shell does.
func shellWords(line string) (words []string) {
	var quote byte
	word, inWord := "", false
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case quote != 0 && b == quote:
			quote = 0
		case quote == 0 && (b == '\'' || b == '"'):
			quote, inWord = b, true
		case b == '\\' && quote != '\'' && i+1 < len(line):
			i++
			word, inWord = word+line[i:i+1], true
		case quote == 0 && (b == ' ' || b == '\t'):
			if inWord {
				words = append(words, word)
			}
			word, inWord = "", false
		default:
			word, inWord = word+line[i:i+1], true
		}
	}
	return append(words, word)
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
