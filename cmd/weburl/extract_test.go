package main

import (
	"os"
	"strings"
	"testing"
)

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
		{name: "nothing", args: []string{"-extract"}, stdin: "nothing\n", status: exitOK},
		{name: "markup and quotes", args: []string{"-extract", "-get", "href,input"}, stdin: "<loc>https://e/x</loc><b>https://e/x</b>{\"u\":\"https://e/y\",\"v\":1} `https://e/z`,https://e/<\n",
			stdout: "https://e/x\thttps://e/x\nhttps://e/x\thttps://e/x\nhttps://e/y\thttps://e/y\nhttps://e/z\thttps://e/z\nhttps://e/\thttps://e/\n"},
		{name: "a long line", args: []string{"-extract", "-max-line", "20"}, stdin: "http://a.example\n" + strings.Repeat("x", 30) + "\n", status: exitOK,
			stdout: "http://a.example/\n", stderr: "weburl: stdin:2: the line is too long; -max-line allows longer ones\n"},
	})
	if err := os.WriteFile("page.html", []byte("<base href='/x/'><a href='a&amp;b'>1</a><img src='//[' srcset='c,d 2x'>"), 0o666); err != nil {
		t.Fatal(err)
	}
	testRuns(t, []runCase{ // which links there are is for package page to test
		{name: "a page", args: []string{"-html", "-base", "https://e/", "page.html", "-get", "href,element,attribute,line,source"},
			stdout: "https://e/x/a&b\ta\thref\t1\tpage.html\nhttps://e/x/c,d\timg\tsrcset\t3\tpage.html\n", stderr: "weburl: page.html:2: parse \"//[\": IPv6-unclosed at byte 3\n"},
		{name: "two pages", args: []string{"-html", "-base", "https://e/", "page.html", "page.html", "-count", "element", "-quiet"}, stdout: "2  a\n2  img\n"},
		{name: "an element", args: []string{"-html", "-match", "element=img", "-set", "port=1"}, stdin: "<a href=https://e/><img src=https://f/>", stdout: "https://f:1/\n"},
		{name: "UTF-16", args: []string{"-html"}, stdin: "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00b\x00:\x00c\x00>\x00", stdout: "b:c\n"},
		{name: "gzip", args: []string{"-html"}, stdin: gzipped(t, "<a href=b:c>"), stdout: "b:c\n"},
		{name: "no base", args: []string{"-html"}, stdin: "<a href=c>", status: exitRefused, stderr: "weburl: stdin:1: parse \"c\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a page that is too long", args: []string{"-html", "-max-line", "11"}, stdin: "<a href=b:c>", status: exitRefused, stderr: "weburl: stdin: the line is too long; -max-line allows longer ones\n"},
	})
	for args, want := range map[string]string{
		"-emails": "-emails needs -extract", "-extract -check": "-extract and -check cannot be used together",
		"-extract -default-scheme ftp": "-extract needs -default-scheme http or https, not ftp",
	} {
		if status, _, stderr := weburl(t, "", strings.Fields(args)...); status != exitTrouble || !strings.HasPrefix(stderr, "weburl: "+want+"\n") {
			t.Errorf("%s: status %d, errors %q, want %q", args, status, stderr, want)
		}
	}
}
