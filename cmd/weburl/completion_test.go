package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestComplete has beginnings of command lines and what their last words may become.
func TestComplete(t *testing.T) {
	const files = ":files"
	for line, want := range map[string]string{
		"-uni": "-unique,-unique-by", "-get unicode": "unicode-hostname", "-get host,unicode": "host,unicode-hostname", "-get=po": "-get=port",
		"-get host,path-": "host,path-segment:", "-color ": "auto,always,never", "--color=al": "--color=always", "help com": "compare", "help -": "",
		"help set": "set", "completion z": "zsh", "co": "completion", "": "help,completion", "-set po": "port=", "-set scheme=ht": "scheme=http,scheme=https",
		"-set query": "query=,query:", "-iterate scheme=http,ws": "scheme=http,ws,scheme=http,wss", "-match site": "site=", "-exclude query-": "query-raw:,query-all:",
		"-match host=a": "", "-scheme https,ft": "https,ftp", "-append fr": "fragment=", "-delete q": "query:", "-replace q": "query=,query:", "-in ": files, "-in a": files,
		"a": files, "https://a -count tl": "tld", "-base h": "", "-keep ": files, "-canonical a b": files, "-suffix-list x": files,
	} {
		list, isFile := complete(strings.Split(line, " "))
		var words []string
		for _, c := range list {
			words = append(words, c.word)
		}
		if got := strings.Join(words, ","); !isFile && got != want || isFile != (want == files) {
			t.Errorf("%q: %q, %t, want %q", line, got, isFile, want)
		}
	}
	for line, want := range map[string]string{
		`weburl -in 'a b' "c d" e\ f g`: "weburl|-in|a b|c d|e f|g", `weburl `: "weburl|", `weburl 'a`: "weburl|a", `weburl ""  x`: "weburl||x",
	} {
		if got := strings.Join(shellWords(line), "|"); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for _, args := range [][]string{{}, {"bash"}, {"bash", "=:", "weburl"}, {"zsh"}} {
		if status, stdout, stderr := weburl(t, "", append([]string{completeCommand}, args...)...); status != exitOK || stdout+stderr != "" {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
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

// missing skips a test, or fails it in CI, because a package of Debian is not installed.
func missing(t *testing.T, name string) {
	t.Helper()
	if os.Getenv("CI") != "" {
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
