package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/weburl-go/url"
)

// The loggers of logs write a text in these ways. The marks around it are not a part of it.
func inside(mark string) string { return mark[1 : len(mark)-1] }

func asJSON(text string) string { return inside(string(appendJSONString(nil, text))) }

func asHTML(text string) string { // as encoding/json does, with escapes for HTML
	b, _ := json.Marshal(text)
	return inside(string(b))
}

func asGo(text string) string { return inside(strconv.Quote(text)) }

func asText(text string) string { return text }

func asApache(text string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) }

func asPython(text string) string { return strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) }

func twice(encode func(text string) string) func(text string) string {
	return func(text string) string { return encode(encode(text)) }
}

// logs are shapes of log lines, in which a program writes a URL in place of %s in its own way.
var logs = []struct {
	name, line string
	write      func(text string) string
	isJSON     bool
}{
	{"access log", `h - - [28/Nov/2026:00:00:00 +0000] "GET %s HTTP/1.1" 200 5 "-" "\"bot\" 1"`, asApache, false},
	{"referrer in an access log", `h - - [28/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "%s" "\"bot\" 1"`, asApache, false},
	{"JSON", `{"n":"\"1\"","uri":"%s","ua":"x \"y\" z"}`, asJSON, true},
	{"JSON with escapes for HTML", `{"n":"a\"","uri":"%s","ua":"x"}`, asHTML, true},
	{"message in JSON", `{"level":"info","msg":"took 3\" for %s in \"5s\"","n":1}`, asJSON, true},
	{"JSON in JSON", `{"log":"{\"msg\":\"%s\",\"n\":\"1\"}\n","stream":"stdout"}`, twice(asJSON), true},
	{"message in JSON in JSON", `{"log":"{\"msg\":\"took %s in\",\"n\":\"1\"}\n","stream":"stdout"}`, twice(asHTML), true},
	{"logfmt", `level=info uri="%s" status=200 ua="x \"y\""`, asGo, false},
	{"string of Python", `{'n': "a", 'url': '%s', 's': "x"}`, asPython, false},
	{"text", `GET %s 200 in "12" ms`, asText, false},
}

// TestRedactCharacters writes each printable character into the secret value of a URL, in the way of each log. The line comes
// back with what url.Redact makes of the URL, written in the same way.
func TestRedactCharacters(t *testing.T) {
	t.Parallel()
	urls := []string{"/v1?page=2&token=%s&x=1", "https://u:p@h.example/?token=%s&x=1", "https://h.example/cb#token=%s&x=1", "/v1;token=%s/x"}
	values := []string{"s3c%cret", "%cret", "{%cs3c%[1]c:%[1]cret%[1]c}", "s3c%[1]c%[1]cret"}
	secrets := map[string]func(name string) bool{"*": nil, "token": func(name string) bool { return name == "token" }}
	if testing.Short() {
		urls = urls[:1]
	}
	n, least := 0, len(logs)*94*len(secrets)*len(urls)*len(values)
	for c := rune('!'); c <= '\u024F'; c++ {
		if c > unicode.MaxASCII { // none of these matters alone
			urls, values = urls[:1], values[:1]
		}
		for _, log := range logs {
			for i := range len(urls) * len(values) {
				u := fmt.Sprintf(urls[i/len(values)], fmt.Sprintf(values[i%len(values)], c))
				line := fmt.Sprintf(log.line, log.write(u))
				for flag, secret := range secrets {
					if !unicode.IsPrint(c) {
						continue
					}
					n++
					want := fmt.Sprintf(log.line, log.write(url.Redact(u, secret)))
					got, _ := appendRedacted(nil, line, secret)
					if string(got) != want || log.isJSON && !json.Valid(got) {
						t.Errorf("%s, -redact %s: %s\n gives %s\n  want %s", log.name, flag, line, got, want)
					}
				}
			}
		}
	}
	if n < least {
		t.Errorf("%d lines, want at least %d", n, least)
	}
}

// FuzzRedactLines checks that a line keeps all bytes that are not replaced, and that JSON stays JSON.
func FuzzRedactLines(f *testing.F) {
	for _, log := range logs {
		f.Add(fmt.Sprintf(log.line, log.write(`https://u:p@h/?token="a\b&x=1`)), "token")
	}
	f.Add(strings.NewReplacer("«", "", "»", "").Replace(redactedLines), "*")
	f.Add(`{"msg":"\tbob:s1@tcp(db)/x","u":"/x?a=\u005c&b=\"q\"","v":"https://h","mail":"x@y"}`, "*")
	f.Add(`/x?a=1&b=\u0026c\/d`, "b")
	f.Fuzz(func(t *testing.T, line, secrets string) {
		redact := func(line string) string {
			out, _ := appendRedacted(nil, line, anyGlob(secrets))
			checkKept(t, line, string(out))
			return string(out)
		}
		if got := redact(line); json.Valid([]byte(line)) && !json.Valid([]byte(got)) {
			t.Fatalf("%s\n gives %s", line, got)
		}
		for _, write := range []func(text string) string{asJSON, asHTML, twice(asJSON), twice(asHTML)} {
			object := `{"a":"` + write(line) + `","b":"x ` + write(line) + `\n","https://a?b":"` + write(secrets) + `"}`
			if got := redact(object); !json.Valid([]byte(got)) {
				t.Fatalf("%s\n gives %s", object, got)
			}
		}
	})
}

// checkKept checks that a redacted line is the line with "xxxxx" in place of some of it.
func checkKept(t *testing.T, line, got string) {
	t.Helper()
	rest, pieces := clean(line), strings.Split(clean(got), "xxxxx")
	for i, piece := range pieces {
		at := strings.Index(rest, piece)
		switch {
		case i == 0:
			at = 0
		case i == len(pieces)-1:
			at = len(rest) - len(piece)
		}
		if at < 0 || !strings.HasPrefix(rest[at:], piece) {
			t.Fatalf("%q\n gives %q, which is not %q with something in place of it", line, got, rest)
		}
		rest = rest[at+len(piece):]
	}
}
