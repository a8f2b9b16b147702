package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestLines(t *testing.T) {
	long := "https://example.com/" + strings.Repeat("x", 3*keptSize)
	testRuns(t, []runCase{
		{name: "nothing", args: []string{"-json"}},
		{name: "no line feed at the end", args: []string{"-canonical"}, stdin: "a:1\na:2", stdout: "a:1\na:2\n"},
		{name: "carriage returns", args: []string{"-json", "-get", "href"}, stdin: "a:1\r\na:2\r\n\r\na:3\r",
			stdout: "{\"href\":\"a:1\"}\n{\"href\":\"a:2\"}\n{\"href\":\"a:3\"}\n"},
		{name: "a byte order mark", args: []string{"-canonical"}, stdin: "\uFEFFhttps://a\n", stdout: "https://a/\n"},
		{name: "a byte order mark alone", args: []string{"-canonical"}, stdin: "\uFEFF"},
		{name: "a second byte order mark", args: []string{"-canonical"}, stdin: "\uFEFF\uFEFFhttps://a\n", status: exitRefused,
			stderr: "weburl: stdin:1: Parse \"\\ufeffhttps://a\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a byte order mark later", args: []string{"-canonical"}, stdin: "a:\n\uFEFFa:\n", status: exitOK, stdout: "a:\n",
			stderr: "weburl: stdin:2: Parse \"\\ufeffa:\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a byte order mark in an argument", args: []string{"\uFEFFa:"}, status: exitRefused,
			stderr: "weburl: argument 1: Parse \"\\ufeffa:\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "NUL", args: []string{"-canonical"}, stdin: "\x00https://a/\x00b\x00\nhttps://a\x00b\n", status: exitOK, stdout: "https://a/%00b\n",
			stderr: "weburl: stdin:2: Parse \"https://a\\x00b\": domain-to-ASCII at byte 9: a domain cannot have this character\n"},
		{name: "invalid UTF-8", args: []string{"-canonical"}, stdin: "https://a/\xff\xfe\xe2\x82\n", stdout: "https://a/%EF%BF%BD%EF%BF%BD%EF%BF%BD\n"},
		{name: "long lines", args: []string{"-canonical"}, stdin: "a:\n" + long + "\n" + long + "2\na:b\n",
			stdout: "a:\n" + long + "\n" + long + "2\na:b\n"},
		{name: "numbers after empty lines", args: []string{"-canonical"}, stdin: strings.Repeat("\n", 3*chunkSize) + "x\n", status: exitRefused,
			stderr: fmt.Sprintf("weburl: stdin:%d: Parse \"x\": missing-scheme-non-relative-URL at byte 0\n", 3*chunkSize+1)},
	})
}

// TestMaxLine checks that longer lines are refused and counted, wherever they are and however they are read.
func TestMaxLine(t *testing.T) {
	long := "https://b/" + strings.Repeat("x", 3*chunkSize)
	const log = "weburl: stdin:%d: the line is longer than -max-line allows\n"
	for name, input := range map[string]string{
		"between": "https://a/\n" + long + "\nhttps://c/\n", "first": long + "\nhttps://a/\nhttps://c/\n", "last": "https://a/\nhttps://c/\n" + long,
		"by one":                  "https://a/\n" + strings.Repeat("x", 101) + "\nhttps://c/\n",
		"a carriage return in it": "https://a/\n" + long[:100] + "\r" + long[:38] + "\nhttps://c/\n", // the line feed begins a read of 50 bytes
	} {
		place := map[string]int{"between": 2, "first": 1, "last": 3, "by one": 2, "a carriage return in it": 2}[name]
		for _, r := range []io.Reader{strings.NewReader(input), &sizedReader{strings.NewReader(input), 50}, &sizedReader{strings.NewReader(input), chunkSize}} {
			var out, errs bytes.Buffer
			status := run([]string{"-canonical", "-max-line", "100"}, r, &out, &errs)
			if status != exitOK || out.String() != "https://a/\nhttps://c/\n" || hints.ReplaceAllString(errs.String(), "") != fmt.Sprintf(log, place) {
				t.Errorf("%s: status %d, output %q, errors %q", name, status, out.String(), errs.String())
			}
		}
	}
	for args, want := range map[string]string{
		"-json -keep":       `{"input":"` + long[:100] + `…","error":"line-too-long","offset":null,"source":"stdin","line":1}` + "\n",
		"-get error,offset": "line-too-long\t\n", "-count error": "1  line-too-long\n", "-json -keep -get host": `{"host":null}` + "\n",
	} {
		if status, stdout, stderr := weburl(t, long, append(strings.Fields(args), "-max-line", "200")...); status != exitOK || stdout != want || stderr != "" {
			t.Errorf("%s: status %d, output %q, errors %q", args, status, stdout, stderr)
		}
	}
	for input, shown := range map[string]string{ // cut at 100 bytes, but not within a character
		strings.Repeat("x", 99) + "éxx": strings.Repeat("x", 99), strings.Repeat("x", 98) + "éxx": strings.Repeat("x", 98) + "é",
		strings.Repeat("x", 97) + "\U0001F600x": strings.Repeat("x", 97), strings.Repeat("\x80", 102): strings.Repeat("%80", 100),
	} {
		if _, stdout, _ := weburl(t, input, "-keep", "-get", "input", "-max-line", "101"); stdout != shown+"…\n" {
			t.Errorf("%q: output %q, want %q", input, stdout, shown)
		}
	}
	for _, args := range []string{"-explain", "-compare -json", "-canonical", "-count host"} {
		if status, _, stderr := weburl(t, long, append(strings.Fields(args), "-max-line", "200")...); status != exitRefused || stderr != fmt.Sprintf(log, 1) {
			t.Errorf("%s: status %d, errors %q", args, status, stderr)
		}
	}
}

// TestLargestMaxLine checks that -max-line can be the largest number.
func TestLargestMaxLine(t *testing.T) {
	max := []string{"-max-line", strconv.Itoa(math.MaxInt)}
	for _, args := range []string{"-canonical", "-tsv -scheme https", "-csv -column 1 -scheme https", "-extract"} {
		if status, stdout, stderr := weburl(t, "https://a/\n", append(strings.Fields(args), max...)...); status != exitOK || stdout != "https://a/\n" || stderr != "" {
			t.Errorf("%s: status %d, output %q, errors %q", args, status, stdout, stderr)
		}
	}
	if status, stdout, _ := weburl(t, "<a href=https://a/>", append(max, "-html")...); status != exitOK || stdout != "https://a/\n" {
		t.Errorf("-html: status %d, output %q", status, stdout)
	}
}

// TestNamesWithEscapes checks that the name of a file does not reach the terminal as it is.
func TestNamesWithEscapes(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "a\x1b[31m\u202e"
	if err := os.WriteFile(name, []byte("x\n"), 0o666); err != nil {
		t.Skip(err) // Windows has no such names
	}
	for _, args := range [][]string{{"-in", name}, {"-in", name + "b"}, {"-check", "-in", name}, {name}, {"-compare", "-in", name}} {
		if _, stdout, stderr := weburl(t, "", args...); strings.ContainsAny(stdout+stderr, "\x1b\u202e") {
			t.Errorf("%q: %q, %q", args, stdout, stderr)
		}
	}
}

// TestReads checks that the sizes of the reads do not matter.
func TestReads(t *testing.T) {
	input := "\uFEFFhttps://a\r\nhttps://\n\nhttps://b/" + strings.Repeat("y", 300) + "\n\nhttps://c"
	const log = "weburl: stdin:2: Parse \"https://\": host-missing at byte 8\n"
	want := "https://a/\nhttps://b/" + strings.Repeat("y", 300) + "\nhttps://c/\n"
	for name, r := range map[string]io.Reader{
		"at once":             strings.NewReader(input),
		"byte by byte":        iotest.OneByteReader(strings.NewReader(input)),
		"in halves":           iotest.HalfReader(strings.NewReader(input)),
		"with end and data":   iotest.DataErrReader(strings.NewReader(input)),
		"with empty reads":    &emptyReader{r: iotest.OneByteReader(strings.NewReader(input))},
		"in parts of 7 bytes": &sizedReader{strings.NewReader(input), 7},
	} {
		var out, errs bytes.Buffer
		if status := run([]string{"-canonical"}, r, &out, &errs); status != exitOK || out.String() != want || hints.ReplaceAllString(errs.String(), "") != log {
			t.Errorf("%s: status %d, output %q, errors %q", name, status, out.String(), errs.String())
		}
	}
}

// emptyReader returns no bytes every second time.
type emptyReader struct {
	r     io.Reader
	empty bool
}

func (r *emptyReader) Read(p []byte) (int, error) {
	if r.empty = !r.empty; r.empty {
		return 0, nil
	}
	return r.r.Read(p)
}

// sizedReader returns at most size bytes at a time.
type sizedReader struct {
	r    io.Reader
	size int
}

func (r *sizedReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), r.size)]) }

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken cable")
	for _, c := range []struct {
		name   string
		input  io.Reader
		stdout string
		stderr string
	}{
		{"at once", iotest.ErrReader(broken), "", "weburl: stdin:1: broken cable\n"},
		{"in a line", io.MultiReader(strings.NewReader("a:1\nx\na:3"), iotest.ErrReader(broken)), "a:1\n",
			"weburl: stdin:2: Parse \"x\": missing-scheme-non-relative-URL at byte 0\nweburl: stdin:3: broken cable\n"},
		{"after a line", io.MultiReader(strings.NewReader("a:1\n"), iotest.ErrReader(broken)), "a:1\n", "weburl: stdin:2: broken cable\n"},
		{"without end", &emptyReader{r: emptyForever{}}, "", "weburl: stdin:1: multiple Read calls return no data or error\n"},
	} {
		var out, log bytes.Buffer
		if status := run([]string{"-canonical"}, c.input, &out, &log); status != exitTrouble || out.String() != c.stdout || hints.ReplaceAllString(log.String(), "") != c.stderr {
			t.Errorf("%s: status %d, output %q, errors %q, want %q, %q", c.name, status, out.String(), log.String(), c.stdout, c.stderr)
		}
	}
}

type emptyForever struct{}

func (emptyForever) Read([]byte) (int, error) { return 0, nil }

func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.txt": "\uFEFFa:1\na:2", // without a line feed at the end
		"b.txt": "\uFEFFb:1\r\nx\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	testRuns(t, []runCase{
		{name: "two", args: []string{"-canonical", "-in", "a.txt", "-in", "b.txt"}, status: exitOK, stdout: "a:1\na:2\nb:1\n",
			stderr: "weburl: b.txt:2: Parse \"x\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "one twice", args: []string{"-unique", "-in", "a.txt", "-in", "a.txt"}, stdout: "a:1\na:2\n"},
		{name: "with standard input", args: []string{"-canonical", "-in", "a.txt", "-in", "-"}, stdin: "c:1\n", stdout: "a:1\na:2\nc:1\n"},
		{name: "one that is missing", args: []string{"-canonical", "-in", "missing.txt", "-in", "a.txt"}, status: exitTrouble,
			stdout: "a:1\na:2\n", stderr: "weburl: missing.txt: open: " + notThere("missing.txt") + "\n"},
	})
}

// randomLines returns long and short lines, empty lines, and lines that are refused.
func randomLines(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range n {
		switch r.IntN(20) {
		case 0:
			b.WriteString("not a URL ")
		case 1:
			b.WriteString("\n\r\nhttps://example.net\\x\n")
		case 2:
			b.WriteString("https://example.org/" + strings.Repeat("0", r.IntN(5000)))
		}
		fmt.Fprintf(&b, "https://h%d.example.com/%d?q=%d\n", r.IntN(50), i, r.IntN(10))
	}
	return b.String()
}

// TestOrder checks that the number and the speed of the workers do not change the output of any mode.
func TestOrder(t *testing.T) {
	lines := 8_000
	if testing.Short() {
		lines = 1_000
	}
	input := randomLines(lines)
	for _, args := range [][]string{
		{"-canonical"}, {"-json"}, {}, {"-get", "hash,host"}, {"-explain"}, {"-compare"}, {"-compare", "-json"},
		{"-unique", "-get", "host,search"}, {"-count", "host"}, {"-count", "search", "-unique", "-json"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			status, want, wantLog := runWith(t, args, input, 1, false)
			if status != exitOK || strings.Count(want, "\n") < 10 {
				t.Fatalf("status %d, output %.100q, errors %.100q", status, want, wantLog)
			}
			for _, workers := range []int{2, 3, 16} {
				got, out, log := runWith(t, args, input, workers, true)
				if got != status || out != want || log != wantLog {
					t.Errorf("%d workers differ from one: status %d", workers, got)
				}
			}
		})
	}
}

// runWith runs the command with a number of workers. With dawdle, the workers pause at random.
func runWith(t *testing.T, args []string, input string, workers int, dawdle bool) (status int, stdout, stderr string) {
	opts, err := parseOptions(args)
	if err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	tl := newTool(opts, &out, &log)
	if newLine := tl.newLine; dawdle {
		tl.newLine = func() lineFunc {
			line := newLine()
			r := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
			return func(c *chunk, s string, number int) {
				if r.IntN(2000) == 0 {
					time.Sleep(time.Duration(r.IntN(1000)) * time.Microsecond)
				}
				line(c, s, number)
			}
		}
	}
	tl.runInputs(inputsOf(nil, &sizedReader{strings.NewReader(input), 10_000}), workers)
	return tl.end(), out.String(), log.String()
}

// TestBuffersAfterLongLine checks that a chunk does not keep the large buffers of a long line.
func TestBuffersAfterLongLine(t *testing.T) {
	c := &chunk{framing: framing{end: '\n', maxLine: 3 * keptSize}}
	r := &lineReader{name: "x", line: 1, src: bufio.NewReader(strings.NewReader(strings.Repeat("y", 2*keptSize) + "\nshort\n"))}
	if !r.next(c) || cap(c.in) < 2*keptSize {
		t.Fatalf("the long line was not read: %d bytes", len(c.in))
	}
	c.lines(func(c *chunk, line string, _ int) { c.out = append(c.out, line...) })
	if len(c.out) < 2*keptSize {
		t.Errorf("%d bytes of output", len(c.out))
	}
	if c.reset(); cap(c.in) > keptSize || cap(c.out) > keptSize {
		t.Errorf("buffers of %d and %d bytes are kept", cap(c.in), cap(c.out))
	}
}

// TestSlowLines checks that the output for a line does not wait for the next line.
func TestSlowLines(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() { done <- run([]string{"-canonical"}, in, out, io.Discard) }()
	for i := range 3 {
		fmt.Fprintf(feed, "https://A%d\n", i)
		got := make([]byte, len("https://a0/\n"))
		if _, err := io.ReadFull(answers, got); err != nil || string(got) != fmt.Sprintf("https://a%d/\n", i) {
			t.Fatalf("%q, %v", got, err)
		}
	}
	feed.Close()
	if status := <-done; status != exitOK {
		t.Errorf("status %d", status)
	}
}

// TestExtract has text with links. What is a link is for package link to test.
func TestExtract(t *testing.T) {
	const text = "See HTTPS://A.example/x?b=1, (http://b.example/y) or\nwww.c.com/z and me@d.com. Not ftp://e.com/\n\r\nhttps://a.EXAMPLE/x?b=1\r\n"
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{"text": text, "list": "example\n"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	testRuns(t, []runCase{
		{name: "standard input", args: []string{"-extract"}, stdin: text, stdout: "https://a.example/x?b=1\nhttp://b.example/y\nhttps://a.example/x?b=1\n"},
		{name: "files", args: []string{"-extract", "text", "text", "-count", "host"}, stdout: "4  a.example\n2  b.example\n"},
		{name: "hosts", args: []string{"-extract", "-default-scheme", "http", "text", "-match", "scheme=http"}, stdout: "http://b.example/y\nhttp://www.c.com/z\n"},
		{name: "addresses", args: []string{"-extract", "-emails", "-get", "href,input", "text", "-exclude", "site=*.example"}, stdout: "mailto:me@d.com\tme@d.com\n"},
		{name: "a list", args: []string{"-extract", "-emails", "-default-scheme", "https", "-suffix-list", "list", "-unique", "text"},
			stdout: "https://a.example/x?b=1\nhttp://b.example/y\n"},
		{name: "changes", args: []string{"-extract", "text", "-delete", "query:*", "-unique", "-get", "line,path"}, stdout: "1\t/x\n1\t/y\n"},
		{name: "JSON", args: []string{"-extract", "-json", "-match", "host=b.example"}, stdin: text,
			stdout: `{"input":"http://b.example/y","href":"http://b.example/y","origin":"http://b.example","protocol":"http:","username":"","password":"",` +
				`"host":"b.example","hostname":"b.example","port":"","pathname":"/y","search":"","hash":"","params":[],"site":"b.example",` +
				`"source":"stdin","line":1,"start":30,"end":48}` + "\n"},
		{name: "nothing", args: []string{"-extract"}, stdin: "nothing\n", status: exitNothing, stderr: "weburl: no links were found\n"},
		{name: "nothing in a page", args: []string{"-html", "-quiet"}, stdin: "<p>nothing\n", status: exitNothing},
		{name: "markup and quotes", args: []string{"-extract", "-get", "href,input"}, stdin: "<loc>https://e/x</loc><b>https://e/x</b>{\"u\":\"https://e/y\",\"v\":1} `https://e/z`,https://e/<\n",
			stdout: "https://e/x\thttps://e/x\nhttps://e/x\thttps://e/x\nhttps://e/y\thttps://e/y\nhttps://e/z\thttps://e/z\nhttps://e/\thttps://e/\n"},
		{name: "a long line", args: []string{"-extract", "-max-line", "20"}, stdin: "http://a.example\n" + strings.Repeat("x", 30) + "\n", status: exitOK,
			stdout: "http://a.example/\n", stderr: "weburl: stdin:2: the line is longer than -max-line allows\n"},
	})
	if err := os.WriteFile("page.html", []byte("<base href='/x/'><a href='a&amp;b'>1</a><img src='//[' srcset='c,d 2x'>"), 0o666); err != nil {
		t.Fatal(err)
	}
	testRuns(t, []runCase{ // which links there are is for package page to test
		{name: "a page", args: []string{"-html", "-base", "https://e/", "page.html", "-get", "href,element,attribute,line,source"},
			stdout: "https://e/x/a&b\ta\thref\t1\tpage.html\nhttps://e/x/c,d\timg\tsrcset\t3\tpage.html\n", stderr: "weburl: page.html:2: Parse \"//[\": IPv6-unclosed at byte 3\n"},
		{name: "two pages", args: []string{"-html", "-base", "https://e/", "page.html", "page.html", "-count", "element", "-quiet"}, stdout: "2  a\n2  img\n"},
		{name: "an element", args: []string{"-html", "-match", "element=img", "-set", "port=1"}, stdin: "<a href=https://e/><img src=https://f/>", stdout: "https://f:1/\n"},
		{name: "UTF-16", args: []string{"-html"}, stdin: "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00b\x00:\x00c\x00>\x00", stdout: "b:c\n"},
		{name: "gzip", args: []string{"-html"}, stdin: gzipped(t, "<a href=b:c>"), stdout: "b:c\n"},
		{name: "no base", args: []string{"-html"}, stdin: "<a href=c>", status: exitRefused, stderr: "weburl: stdin:1: Parse \"c\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a page that is too long", args: []string{"-html", "-max-line", "11"}, stdin: "<a href=b:c>", status: exitRefused, stderr: "weburl: stdin: the line is longer than -max-line allows\n"},
	})
	for args, want := range map[string]string{
		"-emails": "-emails needs -extract", "-extract -check": "-extract and -check cannot be used together",
		"-extract -default-scheme ftp": "with -extract, -default-scheme can be http or https, but not ftp",
	} {
		if status, _, stderr := weburl(t, "", strings.Fields(args)...); status != exitTrouble || !strings.HasPrefix(stderr, "weburl: "+want+"\n") {
			t.Errorf("%s: status %d, errors %q, want %q", args, status, stderr, want)
		}
	}
}
