package cookbook_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

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
