package cookbook_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/weburl-go/url"
)

// Recipe: Log a string that may be a URL
//
// Call `Redact` with nil to hide the credentials and all parameter values, even in a string that does not parse. `Redact`
// expects a single URL. For text that contains URLs, see [redact a whole log line](#redact-a-whole-log-line). If you have only a
// parsed URL `u`, pass `u.Href()`.
//
// Pitfall: A list of secret parameter names won't include the token of the next service you use. No list can hide a secret in a
// path, such as `/reset/s3cret`. Redact the original string if you have it, because `Parse` turns `https:\\corp\ann:pw@h` into
// `https://corp/ann:pw@h`, where the password is part of the path.
//
// Keywords: slog, redact, password in a log, token, strip secrets
func Example_log() {
	// With nil, Redact hides all values.
	fmt.Println(url.Redact("https://ann:pw@example.com/a?b=c&s3cret", nil))

	// With an allowlist, it keeps only the values that you know to be harmless.
	notPage := func(name string) bool { return name != "page" }
	fmt.Println(url.Redact("https://example.com/a?page=2&q=x", notPage))

	// With a denylist, it hides only the values that you know to be secret.
	for _, s := range []string{
		"https://ann:pw@example.com/a?b=c&sig=abc",
		"https://b.s3.example/a?X-Amz-Date=1&X-Amz-Signature=abc",
		"/cb?state=1#access_token=abc",
		"postgres://app:p#ss@db/x", // does not parse
		"/a\r\nb",                  // would start a new line in the log
	} {
		fmt.Println(url.Redact(s, isSecret))
	}
	// Output:
	// https://xxxxx@example.com/a?b=xxxxx&xxxxx
	// https://example.com/a?page=2&q=xxxxx
	// https://xxxxx@example.com/a?b=c&sig=xxxxx
	// https://b.s3.example/a?X-Amz-Date=1&X-Amz-Signature=xxxxx
	// /cb?state=1#access_token=xxxxx
	// postgres://xxxxx@db/x
	// /a%0D%0Ab
}

func isSecret(name string) bool {
	switch strings.ToLower(name) {
	case "token", "access_token", "code", "sig", "signature", "awsaccesskeyid",
		"x-amz-credential", "x-amz-security-token", "x-amz-signature", "x-goog-signature":
		return true
	}
	return false
}

// Recipe: Redact a whole log line
//
// Use this program for lines that other programs wrote. In your own logs, redact each URL before it becomes part of a line,
// because afterwards nobody can tell where a password or a query ends.
//
// The program decodes JSON and redacts each string. From any other text, it keeps only the part before the first "?", "#", ";"
// or "&". If the text contains an at sign, it keeps only the words before the first word, other than a time,
// that contains a colon or a slash. If you know the format of your lines, split them into fields and pass each field to
// `redactText`.
//
// Pitfall: If you call `Redact` for each word (`\S+`), you log half of the password in `postgres://ann:s3 cret@db/x`, because
// it contains a space. This program hides more, but it still shows `Authorization: Bearer s3cret`, `password=s3cret`, text in
// base64 and secrets in a path. The program shows a password if no at sign follows, as in `https://ann:s3cret`, or if an
// unusual escape such as `=40` hides the at sign. If there is no scheme, it shows the first word of a user name that contains
// a space, as in `s3cret x:pw@h`. In `12:34:56 s3cret w@h`, it takes the first word to be the time, and shows the second. If a
// URL continues on the next line, the program shows the rest of the URL. `weburl -extract -redact '*'` keeps more of each
// line, but misses passwords that contain a space and URLs that are percent-encoded.
//
// Keywords: log line, log file, redact text, redact JSON, JSON lines, logfmt, scrub a log
func Example_redactLine() {
	for _, line := range []string{
		`level=warn status=500 url="https://example.com/a?auth=Bearer s3cret"`,
		`level=info a=https://ann:pw@example.com,b=https://ann:s3cret@example.com`,
		`12:00:00 see <https:\/\/s3cret\u0040example.com\/>`,
		`12:00:00 cannot dial "dsn":"postgres://ann:s3 cret@db/x"`,
		`{"status":500,"dsn":"postgres://ann:s3 cret@db/x","url":"https:\/\/h\/?a\u0026b=s3cret"}`,
	} {
		fmt.Println(redactLine(line))
	}
	// Output:
	// level=warn status=500 url="https://example.com/a?xxxxx
	// level=info xxxxx
	// 12:00:00 see xxxxx
	// 12:00:00 cannot dial xxxxx
	// {"dsn":"xxxxx","status":500,"url":"https://h/?xxxxx"}
}

func redactLine(line string) string {
	var value any
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil || decoder.Decode(new(any)) != io.EOF {
		return redactText(line) // not JSON
	}
	redacted, err := json.Marshal(redactValue(value))
	if err != nil {
		return "xxxxx"
	}
	return string(redacted)
}

func redactValue(value any) any {
	switch value := value.(type) {
	case string:
		return redactText(value)
	case []any:
		for i := range value {
			value[i] = redactValue(value[i])
		}
	case map[string]any:
		redacted := map[string]any{}
		for name := range value {
			redacted[redactText(name)] = redactValue(value[name])
		}
		return redacted
	}
	return value
}

// at matches an at sign and the characters that IDNA maps to one, even in the usual escapes of
// URLs, JSON and HTML.
const at = `(?:[@＠﹫]|%EF%BC%A0|%EF%B9%AB|\\uFF20|\\uFE6B|&(?:#0*64|#x0*40|commat)|` +
	`(?:%(?:25)*|[%\\][ux]\{?0*)40)`

// word matches a word that contains no colon, slash or escape, or that is a time with or without a
// date. After a name and "=", a time needs a date.
const word = `(?:[^:/@＠﹫%\\&\s]*|(?:\w+="?\d{4}-\d\d-\d\dT|["[]?(?:\d{4}-\d\d-\d\dT)?)` +
	`\d\d:\d\d:\d\d(?:[.,]\d*)?(?:Z|[+-]\d\d(?::?\d\d)?)?[],"]*)\s`

var (
	// credentials matches text with an at sign. Its group contains the words
	// that come first.
	credentials = regexp.MustCompile(`(?is)^((?:` + word + `)*).*` + at + `.*`)

	// query matches everything from the first delimiter on, even if it is escaped.
	query = regexp.MustCompile(`(?is)([?#;&]|//\(|(?:%(?:25)*|[%\\][ux]\{?0*)(?:3f|23|3b|26)).*`)
)

func redactText(text string) string {
	text = credentials.ReplaceAllString(text, "${1}xxxxx")
	text = query.ReplaceAllString(text, "${1}xxxxx")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' ' // a newline would start a new line in the log
	}, text)
}

// Recipe: Log a webhook URL whose path is a secret
//
// Anyone who knows the URL of a Slack, Discord or Teams webhook can post to it, because the URL's path is the secret. Log only
// the origin.
//
// Pitfall: `Redact` hides credentials and parameters, but never the path. It returns
// `https://hooks.example/services/T0/B0/s3cret` unchanged.
//
// Keywords: webhook, secret in a path, origin of a URL, Slack, Discord, Teams, capability URL
func Example_logWebhook() {
	for _, s := range []string{
		"https://hooks.example/services/T0/B0/s3cret",
		"https://hooks.example:8443/s3cret?token=s3cret",
		"hooks.example/s3cret", // no scheme
	} {
		fmt.Println(webhookForLog(s))
	}
	// Output:
	// https://hooks.example
	// https://hooks.example:8443
	// not a web URL
}

func webhookForLog(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || !u.IsHTTP() {
		return "not a web URL"
	}
	return u.Origin().String()
}

// Recipe: Log an error from http.Client
//
// An error from `http.Client` quotes the request URL. Redact the error's `URL` field with `Redact`. The error that it wraps can
// quote other URLs, so treat its message as text (see [redact a whole log line](#redact-a-whole-log-line)).
//
// Pitfall: `net/http` hides only the password. The message still contains the user name and the query, for example
// `s3cret@example.com` and `?token=s3cret`. If a URL does not parse, the message even quotes a part of the password, as in
// `invalid port ":s3cret" after host`.
//
// Keywords: error text with a password, http.Client error, url.Error, *url.Error
func Example_clientError() {
	for _, s := range []string{
		"ftp://ann:s3cret@example.com/?token=s3cret",
		"https://ann:s3cret/x@example.com/", // does not parse
	} {
		_, err := http.Get(s)
		fmt.Println(errorForLog(err))
	}
	// Output:
	// Get "ftp://xxxxx@example.com/?token=xxxxx": unsupported protocol scheme "ftp"
	// parse "https://xxxxx@example.com/": invalid URL
}

func errorForLog(err error) string {
	var e *neturl.Error
	if !errors.As(err, &e) {
		return redactText(err.Error())
	}
	message := "invalid URL"
	if e.Op != "parse" {
		message = redactText(e.Err.Error())
	}
	return fmt.Sprintf("%s %q: %s", e.Op, url.Redact(e.URL, nil), message)
}

// Recipe: Count the referrers of an access log
//
// Read the log line by line. Inside a quoted field, Apache writes a quotation mark as `\"`, which the regular expression takes
// into account. On the command line, use `weburl -csv -delimiter ' ' -column 9 -count origin` if no user name contains a space.
//
// Pitfall: If you read the log as CSV, a client with the user agent `"bot" 1` makes you miss the next line, because the
// quotation marks are no longer balanced. Clients can send any referrer, so if you fetch one, use the `guard` package.
//
// Keywords: access log, referrer, Referer, nginx, Apache
func Example_accessLog() {
	const log = `
::1 - - [28/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "https://a.example/x" "\"bot\" 1"
::1 - - [28/Nov/2026:00:00:01 +0000] "GET / HTTP/1.1" 200 5 "https://b.example/?\"c\"" "curl"
::1 - ann lee [28/Nov/2026:00:00:02 +0000] "GET /\"x HTTP/1.1" 200 5 "https://c.example/" "curl"
::1 - - [28/Nov/2026:00:00:03 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"
`
	count, err := countReferrers(strings.NewReader(log))
	if err != nil {
		panic(err)
	}
	fmt.Println(count)
	// Output: map[https://a.example:1 https://b.example:1 https://c.example:1]
}

var (
	referrer = regexp.MustCompile(`\] "(?:[^"\\]|\\.)*" \S+ \S+ "((?:[^"\\]|\\.)*)"`)
	unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

func countReferrers(log io.Reader) (map[url.Origin]int, error) {
	count := map[url.Origin]int{}
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20) // by default, a line of 64 KiB is an error
	for lines.Scan() {
		match := referrer.FindStringSubmatch(lines.Text())
		if match == nil {
			continue
		}
		if u, err := url.Parse(unescape.Replace(match[1])); err == nil && u.IsHTTP() {
			count[u.Origin()]++
		}
	}
	return count, lines.Err()
}

// A middleware logs the host and the request target as two fields. A path can contain a token unless it is equal to the pattern of its
// route. Patterns such as "/reset/{token}" and "/share/" match many paths, so the middleware logs the pattern instead of the path. A
// path that is not found has no pattern, so it is not logged at all.
func Example_middleware() {
	mux := http.NewServeMux()
	mux.Handle("/a", http.NotFoundHandler())
	mux.Handle("/reset/{token}", http.NotFoundHandler())
	mux.Handle("/share/", http.NotFoundHandler())
	for _, target := range []string{
		"/a?token=s3cret",
		"http://ann:pw@example.com/a",
		"/reset/s3cret",
		"/share/s3cret",
		"/reset/s3cret/", // not found
	} {
		r := httptest.NewRequest("GET", target, nil)
		logged(mux).ServeHTTP(httptest.NewRecorder(), r)
	}
	// Output:
	// GET example.com "/a?token=xxxxx"
	// GET example.com "http://xxxxx@example.com/a"
	// GET example.com "/reset/{token}"
	// GET example.com "/share/"
	// GET example.com ""
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { // runs even if next panics
			target := r.Pattern
			if strings.HasSuffix(r.Pattern, r.URL.Path) {
				target = url.Redact(r.RequestURI, nil)
			}
			fmt.Printf("%s %s %q\n", r.Method, url.Redact(r.Host, nil), target)
		}()
		next.ServeHTTP(w, r) // http.ServeMux sets r.Pattern
	})
}

// Each of these lines has "s3cret" in the credentials, the query or the fragment of a URL, or in a connection string. In many of
// them, it is shown if Redact is called for each word, as TestRedactLine checks.
var hostileLines = []string{
	`https://ann:s3cret@h/`,
	`a=https://u:p@h,b=https://u:s3cret@h`,
	`a=https://u:s3cret@h,b=https://u:q@h`,
	`a=https://h/,b=https://u:pa/s3cret@h`,
	`https://h,https://u:pa/s3cret@h`,
	`https://h/a,https://u:s3cret/pa@h/b`,
	`https://h/ https://u:s3cret/pa@h/`,
	`url="https://u:s3cret@h/"`,
	`url='https://u:s3cret@h/' next=1`,
	`url=https://s3cret@h/`,
	`<https://u:s3cret@h/>`,
	`(https://u:s3cret@h/)`,
	`[https://u:s3cret@h/]`,
	`[link](https://u:s3cret@h/)`,
	`"https:\/\/u:s3cret@h"`,
	`{"url":"https:\/\/u:s3cret@h"}`,
	`{"url":"https:\/\/h\/?a=b\u0026token=s3cret"}`,
	`x {"url":"https:\/\/h\/?a=b\u0026token=s3cret"}`,
	`x {"url":"https:\u002f\u002fu:s3cret\u0040h"}`,
	`{"url":"https:\u002f\u002fu:s3cret\u0040h"}`,
	`{"dsn":"postgres://u:p s3cret@h/db"}`,
	`"dsn":"postgres://u:p s3cret w@h/db"`,
	`"dsn":"postgres://u:s3cret w@h/db"`,
	"dsn=postgres://u:p\ts3cret\tw@h/db",
	"https://h/?a=b\ts3cret",
	"ht\ttps:/\t/u:s3cret@h/",
	"https://u:s3\tcret s3cret\nx@h/",
	`https://h/?auth=Bearer s3cret`,
	`https://h/#a s3cret`,
	`https://h/#s3cret`,
	`https://h/?s3cret`,
	`https://h/?c=s3cret==`,
	`https://h/?s3cret==`,
	`GET /a?token=s3cret HTTP/1.1`,
	`GET /a;jsessionid=s3cret HTTP/1.1`,
	`::1 - - [28/Nov/2026:00:00:00 +0000] "GET /?token=s3cret HTTP/1.1" 200 5 "https://a/?t=s3cret" "curl"`,
	`::1 - s3cret@h [28/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
	`ann:s3cret@tcp(h:3306)/db`,
	`ann:p s3cret w@tcp(h:3306)/db`,
	`ann7:12 s3cret w@tcp(h:3306)/db`,
	`12:00:00 ann7:12 s3cret w@tcp(h:3306)/db`,
	`ann12:34:56 s3cret w@tcp(h:3306)/db`,
	`12:34:56:s3cret w@tcp(h:3306)/db`,
	`12:34:56s3cret w@tcp(h:3306)/db`,
	`2026-11-28T12:34:56-s3cret w@tcp(h)/db`,
	`12:34:56.s3cret w@tcp(h)/db`,
	`x=12:34:12 s3cret w@tcp(h:3306)/db`,
	`x="12:34:12 s3cret w@tcp(h:3306)/db"`,
	`dsn=ann.12:34:56 s3cret w@tcp(h:3306)/db`,
	`ann:s3cret w@tcp(h) then https://u:p@h`,
	`clone s3cret:x-oauth-basic@github.com/o/r.git`,
	`//s3cret:x@h/`,
	`//s3cret://x@h/`,
	`//s3cret@h/`,
	`\\s3cret@h\`,
	`scott/s3cret@h:1521/x`,
	`scott/s3cret@//h:1521/x`,
	`mysql://(host=h,password=s3cret)/db`,
	`mysql://(host=h,password=p s3cret)/db`,
	`https:u:s3cret@h`,
	`https:/u:s3cret@h`,
	`https:\\CORP\u:s3cret@h`,
	`https://CORP\u:s3cret@h/`,
	`https://u:s3cret%40h/`,
	`https://u:s3cret%2540h/`,
	`https://u:s3cret＠h/`,
	`https://u:s3cret﹫h/`,
	`https://u:s3cret%EF%BC%A0h/`,
	`https%3A%2F%2Fu%3As3cret%40h%2F`,
	`https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret`,
	`https%253A%252F%252Fh%252F%253Ftoken%253Ds3cret`,
	`/login%3Fnext=x%26token=s3cret`,
	`x=//s3cret%40h y@z`,
	`https://u:s3cret&#64;h/`,
	`https://u:s3cret&#x40;h/`,
	`<a href="https://h/&quest;token=s3cret">`,
	`https://h/\x3ftoken=s3cret`,
	`https://u:s3cret\x40h`,
	`https://u:p?s3cret@h/`,
	`postgres://u:p#s3cret@h/db`,
	`postgres://u:12/s3cret@h/db`,
	`https://u:p://s3cret@h/`,
	`https://u:@s3cret@h/`,
	`https://h/?token=s3cret by ann@example.com`,
	`ann@example.com sent https://h/?token=s3cret`,
	`GET /a?token=s3cret by ann@example.com`,
	`to ann@example.com: https://u:s3cret@h/`,
	`failed to parse Location header "http://u:s3cret/x@h/": parse "http://u:s3cret/x@h/": invalid port ":s3cret" after host`,
	`2026-11-28T00:00:00.5+01:00 level=info url=https://u:s3cret@h/ status=500`,
	`{"https://u:s3cret@h/":1}`,
	`{"a":[{"b":"x https://u:p s3cret@h/"}]}`,
	`{"body":"{\"url\":\"https:\\/\\/u:s3cret@h\"}"}`,
	`{"body":"{\"url\":\"https:\\/\\/h\\/?a\\u0026b=s3cret\"}"}`,
	`{"a":1}{"url":"https:\/\/u:s3cret@h"}`,
	`{"url":"https://h/?token=s3cret"`, // cut short
	`"https://h/?token=s3cret"`,
	"\x1b[31mhttps://u:s3cret@h/\x1b[0m",
	"https://h/\xff?token=s3cret",
	"https://u:s3\xffcret s3cret@h/",
	"\ufeff{\"url\":\"https:\\/\\/u:s3cret@h\"}",
	`https://h/?a=https://u:s3cret@h`,
	`https://h/a?b#c?s3cret`,
	`blob:https://u:s3cret@h/x`,
	`jdbc:mysql://u:s3cret@h/db`,
	`jdbc:sqlserver://h;user=u;password=s3cret`,
	`mailto:ann@example.com?body=s3cret`,
	`git clone https://s3cret@github.com/o/r`,
	`curl -u x https://h/a\&token=s3cret`,
	"https://h/\u202e?token=s3cret",
	`scott/s3cret x@h:1521/y`,
	`//s3cret u:x@h/`,
	`https://u:s3cret&commat;h/`,
	`https://u:s3cret&#064;h/`,
	`https://u:s3cret\U00000040h/`,
	`https://u:s3cret\u{40}h/`,
	`https://u:s3cret%u0040h/`,
	`https://u:s3cret\uff20h/`,
	`x https:\\/\\/h\\/\\u003ftoken=s3cret`,
	`x https:\\/\\/u:s3cret\\u0040h`,
	`redis://:s3cret@h`,
	`Endpoint=sb://h/;SharedAccessKey=s3cret`,
	`jdbc:oracle:thin:scott/s3cret@h:1521:x`,
	`-> https://u:s3cret@[::1]:80/`,
	`see https://h/a. Then https://h/b?c=s3cret.`,
	`https://u:s3cret@bücher.example/`,
	`https://u:s3cret@h/ 12:00:00`,
	`12:00:00 https://u:s3cret@h/`,
	`https://u:12:00:00 s3cret@h/`,
	`https://h/?q=x@s3cret`,
	`https://h/#x@s3cret`,
	`https://u:p@h/?q=x%40s3cret`,
	`https%3A%2F%2Fh%2F%3Fq%3Dx%40s3cret`,
	`x https:\/\/h\/?q=x\u0040s3cret`,
	`https://u:p@h/;k=x@s3cret`,
	`https://h/?a=b c@s3cret d`,
	`smtp login ann@example.com:s3cret`,
}

// The recipe "Redact a whole log line" hides them, and its result is a single line.
func TestRedactLine(t *testing.T) {
	words := regexp.MustCompile(`\S+`)
	byWord := 0 // how many lines show it if Redact is called for each word
	for _, line := range hostileLines {
		redacted := words.ReplaceAllStringFunc(line, func(word string) string { return url.Redact(word, nil) })
		if strings.Contains(redacted, "s3cret") {
			byWord++
		}
		got := redactLine(line)
		if strings.Contains(got, "s3cret") || strings.ContainsAny(got, "\x1b\t\n\u202e") {
			t.Errorf("%q: %q", line, got)
		}
	}
	if t.Logf("%d of %d lines are not redacted word by word", byWord, len(hostileLines)); byWord < 20 {
		t.Error("the lines are not hostile")
	}
}
