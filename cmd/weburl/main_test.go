package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/net/idna"

	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/infra"
)

// weburl runs the command. It returns standard error without hints.
func weburl(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, log bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &log)
	return status, out.String(), hints.ReplaceAllString(log.String(), "")
}

// hints matches the hints on standard error. TestHints has them.
var hints = regexp.MustCompile(`(?m)^weburl: hint: .*\n`)

// notThere returns what the system says of a file that does not exist.
func notThere(file string) string {
	_, err := os.Open(file)
	return err.(*os.PathError).Err.Error()
}

// A runCase is a command line with its expected results.
type runCase struct {
	name   string
	args   []string
	stdin  string
	status int
	stdout string
	stderr string
}

func testRuns(t *testing.T, cases []runCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, stdout, stderr := weburl(t, c.stdin, c.args...)
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			if stdout != c.stdout {
				t.Errorf("standard output:\n%s\nwant:\n%s", stdout, c.stdout)
			}
			if stderr != c.stderr {
				t.Errorf("standard error:\n%s\nwant:\n%s", stderr, c.stderr)
			}
		})
	}
}

// TestStandardExamples has the examples of the standard's table, https://url.spec.whatwg.org/#example-url-parsing.
func TestStandardExamples(t *testing.T) {
	const failure = ""
	for _, c := range []struct{ input, base, href string }{
		{"https:example.org", "", "https://example.org/"},
		{"https://////example.com///", "", "https://example.com///"},
		{"https://example.com/././foo", "", "https://example.com/foo"},
		{"hello:world", "https://example.com/", "hello:world"},
		{"https:example.org", "https://example.com/", "https://example.com/example.org"},
		{`\example\..\demo/.\`, "https://example.com/", "https://example.com/demo/"},
		{"example", "https://example.com/demo", "https://example.com/example"},
		{"file:///C|/demo", "", "file:///C:/demo"},
		{"..", "file:///C:/demo", "file:///C:/"},
		{"file://localhost/", "", "file:///"},
		{"file://loc%61lhost/", "", "file:///"},
		{"https://user:password@example.org/", "", "https://user:password@example.org/"},
		{"https://example.org/foo bar", "", "https://example.org/foo%20bar"},
		{"https://EXAMPLE.com/../x", "", "https://example.com/x"},
		{"https://ex ample.org/", "", failure},
		{"example", "", failure},
		{"https://example.com:demo", "", failure},
		{"http://[www.example.com]/", "", failure},
		{"https://example.org//", "", "https://example.org//"},
		{"https://example.com/[]?[]#[]", "", "https://example.com/[]?[]#[]"},
		{"https://example/%?%#%", "", "https://example/%?%#%"},
		{"https://example/%25?%25#%25", "", "https://example/%25?%25#%25"},
	} {
		args := []string{"-get", "href"}
		if c.base != "" {
			args = append(args, "-base", c.base)
		}
		status, want := exitOK, c.href+"\n"
		if c.href == failure {
			status, want = exitRefused, ""
		}
		for _, way := range []string{"argument", "line"} {
			stdin, all := c.input+"\n", args
			if way == "argument" {
				stdin, all = "", append(args, "--", c.input)
			}
			got, stdout, stderr := weburl(t, stdin, all...)
			if got != status || stdout != want {
				t.Errorf("%s %q against %q: status %d, output %q, want %d, %q", way, c.input, c.base, got, stdout, status, want)
			}
			if (stderr != "") != (status != exitOK) {
				t.Errorf("%s %q against %q: standard error %q", way, c.input, c.base, stderr)
			}
			if check, stdout, stderr := weburl(t, stdin, append([]string{"-check"}, all[2:]...)...); (check == exitOK) != (status == exitOK) || stdout+stderr != "" {
				t.Errorf("-check of %s %q against %q: status %d, output %q, want %d", way, c.input, c.base, check, stdout+stderr, status)
			}
		}
	}
}

const tableOfExample = `href      http://user:pass@example.com:8080/a%20b?q#f
origin    http://example.com:8080
protocol  http:
username  user
password  pass
host      example.com:8080
hostname  example.com
port      8080
pathname  /a%20b
search    ?q
hash      #f
`

const objectOfExample = `{"input":"HTTP://user:pass@EXAMPLE.com:8080/x/../a b?q#f",` +
	`"href":"http://user:pass@example.com:8080/a%20b?q#f","origin":"http://example.com:8080","protocol":"http:",` +
	`"username":"user","password":"pass","host":"example.com:8080","hostname":"example.com","port":"8080",` +
	`"pathname":"/a%20b","search":"?q","hash":"#f","params":[["q",""]],"site":"example.com",`

// placed ends the object of a line.
func placed(source string, line int) string {
	return fmt.Sprintf("\"source\":%q,\"line\":%d}\n", source, line)
}

func TestOutputs(t *testing.T) {
	const example = "HTTP://user:pass@EXAMPLE.com:8080/x/../a b?q#f"
	const blob = "blob:https://a.example/uuid"
	testRuns(t, []runCase{
		{name: "table", args: []string{example}, stdout: tableOfExample},
		{name: "table of lines", stdin: example + "\n\nmailto:x\n", stdout: tableOfExample +
			"\nhref      mailto:x\norigin    null\nprotocol  mailto:\npathname  x\n"},
		{name: "JSON", args: []string{"-json", example}, stdout: objectOfExample + placed("argument", 1)},
		{name: "JSON of lines", args: []string{"-json"}, stdin: example + "\n" + example, stdout: objectOfExample + placed("stdin", 1) + objectOfExample + placed("stdin", 2)},
		{name: "JSON with escapes", args: []string{"-json", "a:\"\\\xff"},
			stdout: `{"input":"a:\"\\` + "\uFFFD" + `","inputBase64":"YToiXP8=","href":"a:\"\\%EF%BF%BD","origin":"null","protocol":"a:","username":"","password":"",` +
				`"host":"","hostname":"","port":"","pathname":"\"\\%EF%BF%BD","search":"","hash":"","params":[],"site":"",` + placed("argument", 1)},
		{name: "JSON of some parts", args: []string{"-json", "-get", "port,host", example},
			stdout: `{"port":"8080","host":"example.com:8080"}` + "\n"},
		{name: "every part", args: []string{"-get", "href,origin,protocol,username,password,host,hostname,port,pathname,search,hash," +
			"scheme,effective-port,query,fragment,site,unicode-hostname", "https://u:p@www.faß.example.com:1/p?q#f"},
			stdout: "https://u:p@www.xn--fa-hia.example.com:1/p?q#f\thttps://www.xn--fa-hia.example.com:1\thttps:\tu\tp\t" +
				"www.xn--fa-hia.example.com:1\twww.xn--fa-hia.example.com\t1\t/p\t?q\t#f\t" +
				"https\t1\tq\tf\texample.com\twww.faß.example.com\n"},
		{name: "empty parts", args: []string{"-get", "port,effective-port,site,host", "https://x/", "file:///", "http://1.2.3.4"},
			stdout: "\t443\tx\tx\n\t\t\t\n\t80\t1.2.3.4\t1.2.3.4\n"},
		{name: "origin of a blob", args: []string{"-get", "origin", blob}, stdout: "https://a.example\n"},
		{name: "canonical", args: []string{"-canonical"}, stdin: "http:EXAMPLE.org#\n" + blob, stdout: "http://example.org/#\n" + blob + "\n"},
		{name: "sorted query, the standard's example", args: []string{"-sort-query", "https://example.org/?q=🏳️‍🌈&key=e1f7bc78"},
			stdout: "https://example.org/?key=e1f7bc78&q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88\n"},
		{name: "nothing to sort", args: []string{"-sort-query", "https://example.org/?", "a:b"}, stdout: "https://example.org/\na:b\n"},
		{name: "pairs that are sorted keep their bytes", args: []string{"-sort-query", "https://example.org/?b=%41&&a=%20&b=+", "https://example.org/?b"},
			stdout: "https://example.org/?a=%20&b=%41&b=+\nhttps://example.org/?b\n"},
		{name: "no fragment", args: []string{"-no-fragment", "https://x/?y#z", "https://x/"}, stdout: "https://x/?y\nhttps://x/\n"},
		{name: "no fragment in JSON", args: []string{"-no-fragment", "-json", "-get", "href,hash", "https://x/#z"},
			stdout: `{"href":"https://x/","hash":""}` + "\n"},
		{name: "unique", args: []string{"-unique"}, stdin: "https://b\nhttps://a/\nHTTPS://B/\n", stdout: "https://b/\nhttps://a/\n"},
		{name: "unique without fragments", args: []string{"-unique", "-no-fragment", "-json", "-get", "href"},
			stdin: "https://b#1\nhttps://b#2\n", stdout: `{"href":"https://b/"}` + "\n"},
		{name: "unique tables", args: []string{"-unique", "-get", "host"}, stdin: "https://b/1\nhttps://b/1\nhttps://b/2\n", stdout: "b\nb\n"},
		{name: "base", args: []string{"-base", "https://example.com/a/b", "-canonical"}, stdin: "../c\n?q\n//x", stdout: "https://example.com/c\nhttps://example.com/a/b?q\nhttps://x/\n"},
		{name: "a URL like a flag", args: []string{"-base", "a:/", "-canonical", "--", "-json"}, stdout: "a:/-json\n"},
	})
}

// TestStatus checks that what makes a run fail can be told from the status, and that one bad line among good ones does not.
func TestStatus(t *testing.T) {
	const good = "https://a.example/\nhttps://b.example/\n"
	for _, c := range []struct {
		args, stdin string
		status      int
	}{
		{"-canonical", good, exitOK},
		{"-canonical", good + "x\n", exitOK},
		{"-canonical -strict", good + "x\n", exitRefused},
		{"-canonical", "x\ny\n", exitRefused},
		{"-match host=a.example", good + "x\n", exitOK},
		{"-match host=c.example", good, exitNothing},
		{"-match host=c.example", good + "x\n", exitNothing},
		{"-match host=c.example", "", exitNothing},
		{"-set port=x", good, exitFailed},
		{"-set scheme=ftp", good + "mailto:a@b.example\n", exitOK},
		{"-append path=x -strict", good + "mailto:a@b.example\n", exitFailed},
		{"-canonical https://a/ x", "", exitRefused},
		{"-get host -in /nonexistent/x", "", exitTrouble},
		{"-keep -get host", "x\n", exitOK},
	} {
		if status, _, stderr := weburl(t, c.stdin, strings.Fields(c.args)...); status != c.status {
			t.Errorf("weburl %s of %q: status %d, errors %q, want %d", c.args, c.stdin, status, stderr, c.status)
		}
	}
}

func TestRefused(t *testing.T) {
	testRuns(t, []runCase{
		{name: "a line", args: []string{"-canonical"}, stdin: "https://a\n\nhttps://\nhttps://b\n", status: exitOK,
			stdout: "https://a/\nhttps://b/\n", stderr: "weburl: stdin:3: Parse \"https://\": host-missing at byte 8\n"},
		{name: "an argument", args: []string{"https://x:y@\n"}, status: exitRefused,
			stderr: "weburl: argument 1: Parse \"https://xxxxx@\\n\": host-missing at byte 14\n"}, // in the text shown
		{name: "one of several", args: []string{"-get", "host", "https://a", "b", "https://c"}, status: exitRefused,
			stdout: "a\nc\n", stderr: "weburl: argument 2: Parse \"b\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "an empty argument", args: []string{""}, status: exitRefused,
			stderr: "weburl: argument 1: Parse \"\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "spaces alone", args: []string{"-json"}, stdin: " \n", status: exitRefused,
			stderr: "weburl: stdin:1: Parse \" \": missing-scheme-non-relative-URL at byte 1\n"},
		{name: "in JSON", args: []string{"-json"}, stdin: "https://[\n", status: exitRefused,
			stderr: "weburl: stdin:1: Parse \"https://[\": IPv6-unclosed at byte 9\n"},
	})
}

func TestUsage(t *testing.T) {
	const hint = "Run \"weburl help\" for usage.\n"
	for _, c := range []struct {
		args string
		want string
	}{
		{"-nonsense", "unknown flag -nonsense. If -nonsense is a URL, put -- before it."},
		{"-uniqe", "unknown flag -uniqe. Did you mean -unique? If -uniqe is a URL, put -- before it."},
		{"-get nonsense", `-get: unknown part "nonsense"; use one of ` + strings.Join(partNames(), ", ")},
		{"-get hots", `-get: unknown part "hots"; did you mean host?`},
		{"-get decoded:pth", `-get: unknown part "pth"; did you mean path?`},
		{"-get path-segment:0", "-get: path-segment:0: not a number, such as 1 for the first segment or -1 for the last"},
		{"-format {hots}", `-format: unknown part "hots"; did you mean host?`},
		{"-format {host", `-format: "{host" has no closing "}"; write "{{" for a brace`},
		{`-format \q`, `-format: "\\q" is not an escape; the escapes are \t, \n, \r, \0 and \\`},
		{"-set site=x", `-set: unknown part to set "site"; use one of query:NAME, ` + strings.Join(settable, ", ")},
		{"-set prt=1", `-set: unknown part to set "prt"; did you mean port?`},
		{"-set port", `-set: "port" is not of the form PART=VALUE`},
		{"-append host=x", `-append: "host" is not of the form ` + appendForm},
		{"-delete fragment", `-delete: "fragment" is not of the form query:GLOB`},
		{"-replace a", `-replace: "a" is not of the form PART=VALUE`},
		{"-g x", `unknown flag -g. Use -get PART,… to print parts, or -format '{PART}\n' to print text. If -g is a URL, put -- before it.`},
		{"-f x", `unknown flag -f. Use -in FILE to read URLs from a file, or -format TEXT to print text. If -f is a URL, put -- before it.`},
		{"-o x", `unknown flag -o. weburl writes to standard output, so use > FILE. If -o is a URL, put -- before it.`},
		{"--url x", `unknown flag -url. Pass URLs as arguments, without a flag. If --url is a URL, put -- before it.`},
		{"-V", `unknown flag -V. Use -version. If -V is a URL, put -- before it.`},
		{"-errors", "unknown flag -errors. Use -explain to see the errors in a URL, or -get error to print the name of the error if the URL is rejected. If -errors is a URL, put -- before it."},
		{"-host", "unknown flag -host. Use -get host to print this part. If -host is a URL, put -- before it."},
		{"-domain", "unknown flag -domain. Use -get registrable-domain to print this part. If -domain is a URL, put -- before it."},
		{"help errors", `unknown topic "errors"; see weburl help explain`},
		{"help status", `unknown topic "status"; see weburl help exit`},
		{"help jsn", `unknown topic "jsn"; did you mean json?`},
		{"-csv -delimiter ;; -column 1 -get host", `-delimiter: ";;" is not a single character`},
		{"-delimiter ;", "-delimiter needs -csv"},
		{"-tsv -column 1 -in-place -get host,port", "-in-place needs -column, and -get with a single part"},
		{"-redact * -no-fragment", "-redact and -no-fragment cannot be used together"},
		{"-match extension={jpg,css}", `-match: extension: "{jpg,css}": braces cannot list several values; separate the values with commas`},
		{"-match port=http", `-match: port: "http" is not a port`},
		{"-match scheme=ht/tp", `-match: scheme: "ht/tp" is not a scheme`},
		{"-match host=https://a/", `-match: host: "https://a/" is not a host`},
		{"-match host=*.bü*.com", `-match: host: a label with a wildcard must be ASCII, except in unicode-hostname`},
		{"-match search=a=b", `-match: search: "a=b": the search begins with "?", but the query does not`},
		{"-match hash=a", `-match: hash: "a": the hash begins with "#", but the fragment does not`},
		{"-match error=*", `-match: error: only rejected lines have this part, but filters select URLs`},
		{"-match host=@/nonexistent/x", "-match: host: /nonexistent/x: open: " + notThere("/nonexistent/x")},
		{"-scheme https://", `-scheme: "https://" is not a scheme`},
		{"-scheme ht*", `-scheme: "ht*" is not a scheme`},
		{"-max-line 0", `-max-line: "0" is not a positive number`},
		{"-get \x1b[31m", `-get: unknown part "\x1b[31m"; use one of ` + strings.Join(partNames(), ", ")},
		{"-\x1b[31m", "unknown flag -␛[31m. If -␛[31m is a URL, put -- before it."},
		{"-suffix-list /nonexistent/\x1b[31m", "-suffix-list: /nonexistent/␛[31m: open: " + notThere("/nonexistent/x")},
		{"-match host", `-match: "host" is not of the form PART=GLOB`},
		{"-default-scheme foo", `-default-scheme: "foo" is not http, https, ws, wss or ftp`},
		{"-suffix-list /nonexistent/x", "-suffix-list: /nonexistent/x: open: " + notThere("/nonexistent/x")},
		{"-color sometimes", `-color: unknown value "sometimes"; use one of auto, always, never`},
		{"-keep", "-keep needs -json or -get or -format"},
		{"-new", "-new needs -set"},
		{"-new -set host=h https://a", "-new reads no input, so it takes neither URLs nor files"},
		{"-unique -unique-by host", "-unique and -unique-by cannot be used together"},
		{"-format x -json", "-format and -json cannot be used together"},
		{"-default-scheme https -base http://a", "-default-scheme and -base cannot be used together"},
		{"-tsv -get keys", "-get keys produces a row for each value, so it cannot be used with -tsv or -csv"},
		{"-count", "flag needs an argument: -count"},
		{"-get host -count host", "-get and -count cannot be used together"},
		{"-explain -compare", "-explain and -compare cannot be used together"},
		{"-check -json", "-check and -json cannot be used together"},
		{"-canonical -json", "-canonical and -json cannot be used together"},
		{"-explain -unique", "-explain and -unique cannot be used together"},
		{"-compare -sort-query", "-compare and -sort-query cannot be used together"},
		{"-top 3", "-top needs -count"},
		{"-top 0 -count host", `-top: "0" is not a positive number`},
		{"-base https://", `-base: Parse "https://": host-missing at byte 8`},
		{"-base x", `-base: Parse "x": missing-scheme-non-relative-URL at byte 0`},
		{"-compare -base http://a/%zz", `-base: rejected by net/url: invalid URL escape "%zz"`},
	} {
		status, stdout, stderr := weburl(t, "", strings.Fields(c.args)...)
		if want := "weburl: " + c.want + "\n" + hint; status != exitTrouble || stdout != "" || stderr != want {
			t.Errorf("weburl %s: status %d, output %q, errors %q, want %d, none, %q", c.args, status, stdout, stderr, exitTrouble, want)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"help", "-h", "-help", "--help"} {
		if status, stdout, stderr := weburl(t, "", arg); status != exitOK || stdout != helpText() || stderr != "" {
			t.Errorf("weburl %s: status %d, errors %q, output\n%s", arg, status, stderr, stdout)
		}
	}
	help := helpText()
	if lines := strings.Count(help, "\n"); lines > 40 {
		t.Errorf("the help has %d lines, want at most 40", lines)
	}
	switches := new(options).switches()
	for _, f := range flagSpecs() {
		if !strings.Contains(help, "-"+f.name) {
			t.Errorf("the help does not name -%s", f.name)
		}
		if f.set == nil && switches[f.name] == nil {
			t.Errorf("-%s sets nothing", f.name)
		}
	}
	for _, topic := range topicNames() {
		if !strings.Contains(help, topic) {
			t.Errorf("the help does not name the topic %s", topic)
		}
	}
	checkWidth(t, help)
}

// checkWidth checks that a text fits a terminal of 80 columns.
func checkWidth(t *testing.T, text string) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if cells.In(line) > helpColumns {
			t.Errorf("a line that does not fit a terminal: %q", line)
		}
	}
}

// TestHelpExamples runs the examples of the help.
func TestHelpExamples(t *testing.T) {
	file := filepath.Join(t.TempDir(), "urls.txt")
	if err := os.WriteFile(file, []byte("https://www.example.com/?b&a#c\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(examples) {
		args := typed(strings.NewReplacer("$URL", "https://x", "-in urls.txt", "-in "+file).Replace(strings.TrimSpace(line)))
		if status, stdout, stderr := weburl(t, "https://www.example.com/?b&a#c\n", args[1:]...); status != exitOK ||
			stderr != "" || stdout == "" && args[1] != "-check" {
			t.Errorf("%q: status %d, output %q, errors %q", args, status, stdout, stderr)
		}
	}
}

func TestVersion(t *testing.T) {
	status, stdout, _ := weburl(t, "", "-version")
	if status != exitOK || !strings.Contains(stdout, "\nURL Standard, commit "+infra.Standard+"\n") {
		t.Errorf("status %d, output %q", status, stdout)
	}
	// The domain parser uses the tables of package idna.
	if !strings.Contains(stdout, "\nUnicode "+idna.UnicodeVersion+" ") {
		t.Errorf("%q does not name Unicode %s", stdout, idna.UnicodeVersion)
	}
	if !regexp.MustCompile(`\nPublic suffix list, git revision [0-9a-f]{40} \(20\d\d-\d\d-\d\dT.*Z\)\n`).MatchString(stdout) {
		t.Errorf("%q does not name the public suffix list", stdout)
	}
}

// failingWriter fails after a number of writes.
type failingWriter struct {
	written bytes.Buffer
	left    int // the number of writes that succeed
	err     error
}

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left == 0 {
		return 0, w.err
	}
	w.left--
	return w.written.Write(p)
}

func TestWriteErrors(t *testing.T) {
	input := strings.Repeat("https://example.com/\n", 20_000)
	for _, c := range []struct {
		err    error
		stderr string
	}{
		{errors.New("disk full"), "weburl: standard output: disk full\n"},
		{&os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("disk full")}, "weburl: standard output: write: disk full\n"},
		{syscall.EPIPE, ""},
		{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, ""},
		{io.ErrClosedPipe, ""},
	} {
		for _, args := range [][]string{{"-json"}, {"-get", "host"}, {"-unique", "-get", "host"}, {"-count", "host"}, {"-compare"}, {"help"}, {"-version"}, {"-json", "https://a", "https://b"}} {
			var log bytes.Buffer
			out := &failingWriter{err: c.err}
			status := run(args, strings.NewReader(input), out, &log)
			if status != exitTrouble || log.String() != c.stderr {
				t.Errorf("weburl %q, %v: status %d, errors %q, want %d, %q", args, c.err, status, log.String(), exitTrouble, c.stderr)
			}
		}
	}
	var log bytes.Buffer
	out := &failingWriter{left: 3, err: errors.New("disk full")}
	if status := run([]string{"-canonical"}, strings.NewReader(input), out, &log); status != exitTrouble {
		t.Errorf("status %d", status)
	}
	if got := out.written.String(); len(got) == 0 || !strings.HasPrefix(input, got) {
		t.Errorf("what was written before the failure is not the start of the output: %d bytes", len(got))
	}
}

// TestStandardErrorFails checks that an error of standard error does not stop the output.
func TestStandardErrorFails(t *testing.T) {
	var out bytes.Buffer
	log := &failingWriter{err: errors.New("closed")}
	if status := run([]string{"-canonical"}, strings.NewReader("x\nhttps://a\n"), &out, log); status != exitOK || out.String() != "https://a/\n" {
		t.Errorf("status %d, output %q", status, out.String())
	}
}
