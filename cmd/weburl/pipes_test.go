package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// gzipped returns what gzip makes of a text.
func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEncodedInputs(t *testing.T) {
	zip := gzipped(t, "https://a\nhttps://b\n")
	dir := t.TempDir()
	file := filepath.Join(dir, "urls.zst")
	if err := os.WriteFile(file, []byte("\x28\xb5\x2f\xfd\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	const utf16Error = "weburl: stdin: is in UTF-16; use iconv -f UTF-16 -t UTF-8 … | weburl\n"
	testRuns(t, []runCase{
		{name: "gzip", args: []string{"-canonical"}, stdin: zip, stdout: "https://a/\nhttps://b/\n"},
		{name: "two of gzip", args: []string{"-canonical"}, stdin: zip + gzipped(t, "https://c\n"), stdout: "https://a/\nhttps://b/\nhttps://c/\n"},
		{name: "gzip that is cut short", args: []string{"-canonical"}, stdin: zip[:len(zip)-5], status: exitTrouble, stdout: "https://a/\nhttps://b/\n",
			stderr: "weburl: stdin:3: unexpected EOF\n"},
		{name: "gzip that is broken", args: []string{"-canonical"}, stdin: "\x1f\x8b\x08", status: exitTrouble, stderr: "weburl: stdin: gzip: unexpected EOF\n"},
		{name: "zstd", args: []string{"-in", file}, status: exitTrouble,
			stderr: "weburl: " + file + ": is compressed with zstd; use zstdcat " + file + " | weburl\n"},
		{name: "zstd from standard input", stdin: "\x28\xb5\x2f\xfd\x00", status: exitTrouble, stderr: "weburl: stdin: is compressed with zstd; use zstdcat … | weburl\n"},
		{name: "xz", stdin: "\xfd7zXZ\x00", status: exitTrouble, stderr: "weburl: stdin: is compressed with xz; use xzcat … | weburl\n"},
		{name: "bzip2", stdin: "BZh91AY&SY\x04\xd8\x8f\xb4", status: exitTrouble, stderr: "weburl: stdin: is compressed with bzip2; use bzcat … | weburl\n"},
		{name: "a word like the beginning of bzip2", args: []string{"-canonical", "-default-scheme", "https"}, stdin: "BZh9.example\n", stdout: "https://bzh9.example/\n"},
		{name: "UTF-16, little", stdin: "\xff\xfeh\x00", status: exitTrouble, stderr: utf16Error},
		{name: "UTF-16, big", stdin: "\xfe\xff\x00h", status: exitTrouble, stderr: utf16Error},
		{name: "UTF-16 without a mark", stdin: "h\x00t\x00", status: exitTrouble, stderr: utf16Error},
		{name: "UTF-16, big, without a mark", stdin: "\x00h\x00t", status: exitTrouble, stderr: utf16Error},
		{name: "short lines", args: []string{"-canonical"}, stdin: "a:\nb:", stdout: "a:\nb:\n"},
		{name: "a directory", args: []string{"-in", dir, "-canonical"}, status: exitTrouble, stderr: "weburl: " + dir + ": is a directory\n"},
	})
}

func TestNUL(t *testing.T) {
	testRuns(t, []runCase{
		{name: "lines", args: []string{"-0"}, stdin: "https://a/\nb\x00\x00https://c\r\x00x", status: exitOK, stdout: "https://a/b\x00https://c/\x00",
			stderr: "weburl: stdin:4: Parse \"x\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "-get", args: []string{"-0", "-get", "host,port"}, stdin: "https://a\x00a:b", stdout: "a\t\x00\t\x00"},
		{name: "-json", args: []string{"-0", "-json", "-get", "host"}, stdin: "https://a\x00", stdout: `{"host":"a"}` + "\x00"},
		{name: "-json -explain", args: []string{"-0", "-json", "-explain"}, stdin: "x:#\x00", stdout: `{"input":"x:#","valid":true,"errors":[],"notes":[],` +
			`"url":{"href":"x:#","origin":"null","protocol":"x:","username":"","password":"","host":"","hostname":"","port":"","pathname":"","search":"","hash":""}}` + "\x00"},
		{name: "-json -explain of a rejected line", args: []string{"-0", "-json", "-explain", "-match", "input=https://"}, stdin: "https://\x00", status: exitRefused,
			stdout: `{"input":"https://","valid":false,"errors":[{"name":"host-missing","offset":8,"failure":true,"description":` + string(appendJSONString(nil, url.ErrHostMissing.Description())) + `}],"notes":[],"url":null}` + "\x00"},
		{name: "-json -compare", args: []string{"-0", "-json", "-compare"}, stdin: "a:b\x00http:a\x00",
			stdout: `{"input":"http:a","source":"stdin","line":2,"difference":"host","standard":{"href":"http://a/","hostname":"a","pathname":"/"},` +
				`"net/url":{"href":"http:a","hostname":"","pathname":"a"}}` + "\x00" + `{"summary":{"urls":2,"alike":1,"host":1,"path":0,"refused":0,"accepted":0,"both-refused":0}}` + "\x00"},
		{name: "-count", args: []string{"-0", "-count", "host"}, stdin: "https://a\x00https://a", stdout: "2  a\x00"},
	})
}

func TestArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.txt": "a:1\n", "b.txt": "b:1\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	testRuns(t, []runCase{
		{name: "flags after URLs", args: []string{"http://a", "-get=host", "http://b", "--get", "port"}, stdout: "a\t\nb\t\n"},
		{name: "the end of flags", args: []string{"-canonical", "-base", "a:/", "x", "--", "-get", "--"}, stdout: "a:/x\na:/-get\na:/--\n"},
		{name: "a value like the end of flags", args: []string{"-base", "--", "x"}, status: exitTrouble,
			stderr: "weburl: -base: Parse \"--\": missing-scheme-non-relative-URL at byte 0\nRun \"weburl help\" for usage.\n"},
		{name: "files after -in", args: []string{"-canonical", "-in", "a.txt", "b.txt"}, stdout: "a:1\nb:1\n"},
		{name: "standard input", args: []string{"-canonical", "-"}, stdin: "c:1\n", stdout: "c:1\n"},
		{name: "standard input after -in", args: []string{"-canonical", "-in", "a.txt", "-"}, stdin: "c:1\n", stdout: "a:1\nc:1\n"},
		{name: "a file", args: []string{"a.txt"}, status: exitRefused,
			stderr: "weburl: argument 1: Parse \"a.txt\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a flag that is off", args: []string{"-json=false", "-canonical", "a:b"}, stdout: "a:b\n"},
	})
}

func TestManyRefusals(t *testing.T) {
	refusal := func(i int) string {
		return fmt.Sprintf("weburl: stdin:%d: Parse \"x\": missing-scheme-non-relative-URL at byte 0\n", i)
	}
	first := ""
	for i := range maxRefusals {
		first += refusal(i + 1)
	}
	lines := strings.Repeat("x\n", 12_365)
	testRuns(t, []runCase{
		{name: "many", args: []string{"-canonical"}, stdin: lines, status: exitRefused, stderr: first + "weburl: stdin: … and 12,345 more. Use -verbose to see all of them.\n"},
		{name: "as many as are shown", args: []string{"-canonical"}, stdin: lines[:2*maxRefusals], status: exitRefused, stderr: first},
		{name: "verbose", args: []string{"-canonical", "-verbose"}, stdin: lines[:2*maxRefusals+2], status: exitRefused, stderr: first + refusal(maxRefusals+1)},
		{name: "quiet", args: []string{"-canonical", "-quiet"}, stdin: lines + "a:\n", status: exitOK, stdout: "a:\n"},
	})
	// Each input has a limit of its own.
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(name, []byte(lines[:2*maxRefusals+2]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, _, log := weburl(t, "", "-canonical", "-in", "a", "b")
	for _, want := range []string{"weburl: a: … and 1 more. Use -verbose to see all of them.\nweburl: b:1: ", "weburl: b:20: ", "weburl: b: … and 1 more. Use -verbose to see all of them.\n"} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is missing in\n%s", want, log)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestStrict has a valid URL string, one that a browser repairs, and one that is refused.
func TestStrict(t *testing.T) {
	for _, c := range []struct {
		flags, u string
		status   int
	}{
		{"-check", "https://a/b", exitOK}, {"-check", "https://a\\b", exitOK}, {"-check", "https://", exitNothing},
		{"-check -strict", "https://a/b", exitOK}, {"-check -strict", "https://a\\b", exitNothing}, {"-check -strict", "https://", exitNothing},
		{"-explain", "https://a\\b", exitOK}, {"-explain -strict", "https://a/b", exitOK}, {"-explain -strict", "https://a\\b", exitNothing},
		{"-check", "https://a/\xe4", exitOK}, {"-check -strict", "https://a/\xe4", exitNothing}, {"-explain -strict", "https://a/\xe4", exitNothing},
		{"-compare", "http:a", exitOK}, {"-compare -strict", "http://a", exitOK}, {"-compare -strict", "http:a", exitNothing},
		{"-compare -strict -json", "http:a", exitNothing},
	} {
		if status, _, _ := weburl(t, "", append(strings.Fields(c.flags), c.u)...); status != c.status {
			t.Errorf("%s %s: status %d, want %d", c.flags, c.u, status, c.status)
		}
	}
}

// TestRedact has lines of a log, some of which are not URLs. What is hidden is for url.Redact to test.
func TestRedact(t *testing.T) {
	const lines = "https://u:p@h/?token=a&b=c#d\n/x?sig_1=a&TOKEN=b\n\nh:443 \n"
	testRuns(t, []runCase{
		{name: "names", args: []string{"-redact", "token,sig_*"}, stdin: lines, stdout: "https://xxxxx@h/?token=xxxxx&b=c#d\n/x?sig_1=xxxxx&TOKEN=b\n\nh:443 \n"},
		{name: "all", args: []string{"-redact", "*"}, stdin: lines, stdout: "https://xxxxx@h/?token=xxxxx&b=xxxxx#xxxxx\n/x?sig_1=xxxxx&TOKEN=xxxxx\n\nh:443 \n"},
		{name: "several flags", args: []string{"-redact", "token", "-redact", "sig_*"}, stdin: lines, stdout: "https://xxxxx@h/?token=xxxxx&b=c#d\n/x?sig_1=xxxxx&TOKEN=b\n\nh:443 \n"},
		{name: "several flags with all", args: []string{"-redact", "*", "-redact", "b"}, stdin: "?a=1&b=2\n", stdout: "?a=xxxxx&b=xxxxx\n"},
		{name: "several flags, then all", args: []string{"-redact", "b", "-redact", "*"}, stdin: "?a=1&b=2\n", stdout: "?a=xxxxx&b=xxxxx\n"},
		{name: "a password that is too long", args: []string{"-redact", "*", "-max-line", "150"}, stdin: "//u:" + strings.Repeat("s", 200) + "@h/\n?a\n", stdout: "xxxxx\n?xxxxx\n"},
		{name: "a password with a space", args: []string{"-extract", "-redact", "*"}, stdin: `{"u":"postgres://ann:s3cret two;x@h/db?a=b"}` + "\n", stdout: `{"u":"postgres://xxxxx/db?a=xxxxx"}` + "\n"},
		{name: "a row that is too long", args: []string{"-tsv", "-redact", "*", "-max-line", "150"}, stdin: "//u:" + strings.Repeat("s", 200) + "@h/\n", stdout: "xxxxx\n"},
		{name: "JSON", args: []string{"-json", "-redact", "a", "x?a=1&b=\""}, stdout: `{"redacted":"x?a=xxxxx&b=\""}` + "\n"},
	})
}

// redactedLines are lines of logs. What is between « and » is secret; nothing else may change.
const redactedLines = `10.0.0.1 - - [01/Jan/2026:00:00:00 +0000] "GET /a?token=«s1»&b=2 HTTP/1.1" 200 12 "https://«u:s2»@ref.example/?sig=«s3»&x=1" "Mozilla/5.0 (X11; U) a/1"
10.0.0.1 - ann [01/Jan/2026:00:00:01 +0000] "GET /static/a@2x.png HTTP/2.0" 200 7 "https://ref.example/?q=a+b#c" "curl/8.1 (+https://bot.example/?v=2)"
2026-01-01T00:00:00Z GET /cb;token=«s1»/x?next=https://«u:s2»@h/&token=«s3» 302
"GET http://«u:s1»@h/?sig_v=«s2» HTTP/1.1" 407 "-" "-"
CONNECT «bob:s1»@h.example:443 HTTP/1.1
CONNECT h.example:443 HTTP/1.1
"CONNECT «s1»@h.example:443 HTTP/1.1" 200
{"url":"https://h/?x=1","upstream":"https://«bob:s1»@h2/a","mail":"ann@example.com","n":1}
{"url":"https:\/\/«bob:s1»@h2\/a?x=1\u0026token=«s2»\u0026y=2","n":1}
{"msg":"{\"u\":\"https://«u:s1»@h/?token=«s2»\",\"n\":1}","t":"12:30:00"}
{"error":"dial https://«u:s1»@h/?token=«s2»\nretry in 5s","urls":["https://a/?sig=«s3»","/x?token=«s4»"]}
{"level":"info","msg":"https://«u:s1»@h/?token=«s2 returned 502 for ann@example.com»"}
{"level":"info","msg":"to https://«u:s1»@h/?token=«s2» returned 502 for ann@example.com"}
{"url":"https://h/?q=a b&token=«s 1»","dsn":"«root:s2<s2»@tcp(db:3306)/x","u":"//«u:s3<s3»@h/x","s":"«u:s\"4 s5»@tcp(h)/x"}
{"url":"/x?q=a /y?token=«s1»","v":"https://h/?q=a «bob:s2»@tcp(h)/x https://«u:s3»@h","n":"<a b:c>","m":"// a <b@c> @tcp(x)"}
"GET /search?q=a b&token=«s1 s1» HTTP/1.1" 200 12 "-" "bot" b:<c> a@x
{"request":"GET /search?q=a b\u0026token=«s1 s» HTTP/2","n":"a b:<c@d>"}
dsn="sqlserver://h:1433;user id=sa;password=«s1»" dsn=«root:s2>s2»@tcp(db:3306)/x //«u:s3<s3»@h/x a:"b@tcp(c)"
"CONNECT  «u:s1»@h HTTP/1.1" returned «bob:s2@h/x?a=b:s3»@tcp(db)/x["&token=«s4» "«b:s5@s 6»@h:12/x"
[y](//«u:s1»@h/), [x](«u:s2»@tcp(h)/db) and [z][1]
{'url': 'https://«u:s1»@h/?token=«s2»', 'a': 1}
ts=1 url=https://«u:s1»@h/?token=«s2» status=200 path=/a?token=«s3» to=ann@example.com dur=1.5ms
level=error msg="failed at https://h/?token=«s1»" query="/?a=1&token=«s2»" err="Get \"http://«u:s3»@h\": EOF"
url="https://«u:s1»@h/a" referer="" host=h:443 ratio=1/2 when="what? no=1"
dsn=«bob:s1»@tcp(db:3306)/x?tls=1 ok (postgres://«u:s2»@h/db).
parse "postgres://«u:p s1»@h/db": net/url: invalid userinfo
redis://«:s1»@h:6379/0 amqp://«u:s2»@h:5672/%2f mongodb://«u:s3»@h1,h2/db?w=1
jdbc:postgresql://h/db?user=u&password=«s1» and sqlserver://«sa:s2»@h?database=x
see [x](https://h/?token=«s1»), <https://«u:s2»@h/b> and https://h/c; mail ops@x.example 12:30
https://a/,https://«u:s1»@b/ | http://h/#access_token=«s2»&x=1 -> app.example:/cb#access_token=«s3»
{"uri":"/v1/items?token=«{\"apiKey\":\"s1\"}»&page=2","u":"/x?token=«C:\\new»&b=q","c":"\\"}
{"a":"x https://h","mail":"x@y","msg":"\t«bob:s1»@tcp(db)/x","u":"/x?a=\u005c&b=\"q\"","s":"//«\u0013u:s2»@h/x"}
GET /v1?token=«{"a<b":"s1>2","s2"}»&x="y" 200 "/v2?token=«s3»" <https://h/?token=«s4»>, /x?a=1&b=\u0026c
` + "\uFEFFé \x00\xff\x1b[1m https://«u:s1»@h/ü \t\r\nmailto:ann@example.com?subject=x  \r\n\n//«u:s1»@h/x\nlast https://«u:s1»@h/"

func TestRedactText(t *testing.T) {
	secret := regexp.MustCompile("«.*?»")
	stdin := strings.NewReplacer("«", "", "»", "").Replace(redactedLines)
	testRuns(t, []runCase{
		{name: "logs", args: []string{"-extract", "-redact", "*token,sig*,password"}, stdin: stdin, stdout: secret.ReplaceAllString(redactedLines, "xxxxx")},
		{name: "a line that is too long", args: []string{"-extract", "-redact", "*", "-max-line", "9"}, stdin: "?a=b\nhttps://u:p@h\n", stdout: "?a=xxxxx\n",
			stderr: "weburl: stdin:2: the line is longer than -max-line allows\n"},
		{name: "several flags", args: []string{"-extract", "-redact", "a", "-redact", "b"}, stdin: "x /?a=1&b=2&c=3\n", stdout: "x /?a=xxxxx&b=xxxxx&c=3\n"},
		{name: "several without -extract", args: []string{"-redact", "a"}, stdin: "https://h/?a=x\n\"/?a=x\" \"https://u:p@h\"\n",
			stdout: "https://h/?a=xxxxx\n\"/?a=xxxxx\n"},
		{name: "targets that are only punctuation", args: []string{"-extract", "-redact", "*"}, stdin: "?,?;\n", stdout: "?,?;\n"},
		{name: "a URL in another", args: []string{"-redact", "a"}, stdin: "https://h/?a=x&b=https://h2/\n", stdout: "https://h/?a=xxxxx&b=https://h2/\n"},
		{name: "filters", args: []string{"-extract", "-redact", "a", "-match", "host=h"}, status: exitTrouble,
			stderr: "weburl: -extract -redact writes whole lines, so it cannot be used with filters, -json or -emails\nRun \"weburl help\" for usage.\n"},
	})
}

func TestColor(t *testing.T) {
	for flag, want := range map[string]bool{"-color=always": true, "-color=never": false, "-color=auto": false} {
		t.Setenv("NO_COLOR", "1")
		for _, output := range []string{"-explain", "-color=auto"} { // the last chooses the table
			if _, stdout, _ := weburl(t, "", output, flag, "https:a"); strings.Contains(stdout, "\x1b[") != want {
				t.Errorf("%s %s: %q", output, flag, stdout)
			}
		}
	}
}
