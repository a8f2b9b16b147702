package main

import (
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	const u = "https://a.b.example.co.uk/x/p%41ge.tar.gz?id=1&id=%0A2&n=%C3%A9+x&&=z#f"
	for part, want := range map[string]string{
		"query:id": "1", "query:n": "é x", "query:": "z", "query:none": "",
		"query-all:id": "1\n%0A2", "query-all:none": "-",
		"keys": "id\nid\nn\n", "values": "1\n%0A2\né x\nz", "keys,values": "id\t1\nid\t%0A2\nn\té x\n\tz",
		"origin": "https://a.b.example.co.uk", "subdomain": "a.b", "tld": "co.uk", "site": "example.co.uk",
		"extension": "gz", "path-segment:1": "x", "path-segment:2": "p%41ge.tar.gz", "path-segment:-1": "p%41ge.tar.gz",
		"path-segment:-2": "x", "path-segment:3": "", "path-segment:-3": "",
		"decoded:pathname": "/x/pAge.tar.gz", "decoded:path-segment:2": "pAge.tar.gz", "decoded:query:id": "1", "decoded:search": "?id=1&id=%0A2&n=é+x&&=z",
		"pairs": "id=1\nid=%0A2\nn=%C3%A9+x\n=z", "source,line,input": "argument\t1\t" + u,
		"path": "/x/p%41ge.tar.gz", "error": "", "offset": "", "pattern": "https://a.b.example.co.uk/x/p%41ge.tar.gz?&id&n",
	} {
		status, stdout, stderr := weburl(t, "", "-get", part, u)
		if want += "\n"; want == "-\n" {
			want = ""
		}
		if status != exitOK || stdout != want || stderr != "" {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", part, status, stderr, stdout, want)
		}
	}
	for _, c := range []struct{ u, parts, want string }{
		{"http://1.2.3.4/", "subdomain,tld,site", "\t\t1.2.3.4"},
		{"http://co.uk/", "subdomain,tld,site", "\tco.uk\tco.uk"},
		{"http://a.example.com./", "subdomain,tld,site", "a\tcom.\texample.com."},
		{"http://localhost/.x", "subdomain,site,extension", "\tlocalhost\t"},
		{"a:b/c.d", "extension,path-segment:1,host", "\t\t"},
		{"http://h/a.b/c", "extension", ""},
		{"http://h/", "path-segment:1", ""},
	} {
		if _, stdout, _ := weburl(t, "", "-get", c.parts, c.u); stdout != c.want+"\n" {
			t.Errorf("%s of %s: %q, want %q", c.parts, c.u, stdout, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	for format, want := range map[string]string{
		`{scheme} {host}\t{query:id}\n`: "https h\t1\n",
		`{{{host}}}`:                    "{h}",
		`a}b{{c\\\r\0`:                  "a}b{c\\\r\x00",
		`{keys}={values};`:              "id=1;x=2;",
		``:                              "",
	} {
		if status, stdout, stderr := weburl(t, "", "-format", format, "https://h/?id=1&x=2"); status != exitOK || stdout != want {
			t.Errorf("%q: status %d, errors %q, output %q, want %q", format, status, stderr, stdout, want)
		}
	}
}

func TestKeepText(t *testing.T) {
	const lines = "HTTPS://a\nx\ty\n\nhttps://b#c\n"
	testRuns(t, []runCase{
		{name: "-get", args: []string{"-keep", "-get", "line,input,href"}, stdin: lines, status: exitOK,
			stdout: "1\tHTTPS://a\thttps://a/\n2\tx%09y\t\n3\t\t\n4\thttps://b#c\thttps://b/#c\n"},
		{name: "-get without -keep", args: []string{"-quiet", "-get", "source,line,href"}, stdin: lines, status: exitOK,
			stdout: "stdin\t1\thttps://a/\nstdin\t4\thttps://b/#c\n"},
		{name: "-format", args: []string{"-keep", "-format", `{input} is {href}\n`}, stdin: lines, status: exitOK,
			stdout: "HTTPS://a is https://a/\nx%09y is \n is \nhttps://b#c is https://b/#c\n"},
		{name: "several values", args: []string{"-keep", "-get", "line,keys"}, stdin: "x\na:?b&c\na:\n", status: exitOK,
			stdout: "1\t\n2\tb\n2\tc\n"},
		{name: "changes", args: []string{"-no-fragment", "-get", "input,href"}, stdin: "https://b#c\n", stdout: "https://b#c\thttps://b/\n"},
		{name: "pairs in JSON", args: []string{"-json", "-get", "pairs,line"}, stdin: "a:?b=%41&&c\n", stdout: `{"pairs":["b=%41","c"],"line":"1"}` + "\n"},
		{name: "a filter", args: []string{"-match", "line=2,3", "-get", "line"}, stdin: "a:\nb:\nc:\nd:\n", stdout: "2\n3\n"},
	})
}

func TestKeep(t *testing.T) {
	const refusedLine = `{"host":null}` + "\n"
	testRuns(t, []runCase{
		{name: "between", args: []string{"-json", "-keep", "-get", "host"}, stdin: "https://a\nx\ty\nhttps://b\n", status: exitOK,
			stdout: `{"host":"a"}` + "\n" + refusedLine + `{"host":"b"}` + "\n"},
		{name: "with -unique", args: []string{"-json", "-keep", "-get", "host", "-unique"}, stdin: "https://a\nx\ty\nhttps://a\n", status: exitOK,
			stdout: `{"host":"a"}` + "\n" + refusedLine},
		{name: "several values", args: []string{"-json", "-get", "query-all:a,query:a,query:b,keys", "https://h/?a=%0A&a=2"},
			stdout: `{"query-all:a":["\n","2"],"query:a":"\n","query:b":null,"keys":["a","a"]}` + "\n"},
		{name: "the decoded pairs", args: []string{"-get", "decoded:pairs,pairs", "https://h/?a%3D=b+%26&&c"}, stdout: "a==b &\ta%3D=b+%26\nc\tc\n"},
		{name: "a raw value", args: []string{"-get", "query-raw:a+b,query:a+b", "https://h/?x&a+b=1&a%20b=%41+c"}, stdout: "\t\n"},
		{name: "a raw value by its decoded name", args: []string{"-get", "query-raw:a b,query:a b", "https://h/?x&a+b=%41+c&a%20b=1"}, stdout: "%41+c\tA c\n"},
		{name: "keys that are no duplicates", args: []string{"-unique-by", "query:a,query:b", "https://h/?a=x%00y&b=z", "https://h/?a=x&b=y%00z", "https://h/?b=z&a=x%00y"},
			stdout: "https://h/?a=x%00y&b=z\nhttps://h/?a=x&b=y%00z\n"},
		{name: "pairs", args: []string{"-json", "-get", "href"}, stdin: "https://h/?%22=%5C&&b\n", stdout: `{"href":"https://h/?%22=%5C&&b"}` + "\n"},
	})
	_, stdout, _ := weburl(t, "", "-json", "https://h/?%22=%5C&&b&a=+")
	if want := `"params":[["\"","\\"],["b",""],["a"," "]],"site":"h","source":"argument","line":1}`; !strings.Contains(stdout, want) {
		t.Errorf("%s does not have %s", stdout, want)
	}
}

func TestPattern(t *testing.T) {
	for in, want := range map[string]string{
		"https://u:p@h:8080/p/12?b=1&a=2&b=3#f":             "https://h:8080/p/{id}?a&b",
		"https://h/page-12x34":                              "https://h/page-{id}x{id}",
		"https://h/550e8400-e29b-41d4-a716-446655440000/x":  "https://h/{id}/x",
		"https://h/550e8400-e29b-41d4-a716-4466554400001/x": "https://h/{id}-e{id}b-{id}d{id}-a{id}-{id}/x",
		"https://h/deadbeef/3f2a9c1b":                       "https://h/deadbeef/{id}",
		"https://h/%20a%31":                                 "https://h/%20a%31",
		"mailto:a1@b":                                       "mailto:a{id}@b",
	} {
		if _, stdout, _ := weburl(t, "", "-get", "pattern", in); stdout != want+"\n" {
			t.Errorf("%s: %q, want %q", in, stdout, want)
		}
	}
}

func TestSuggestions(t *testing.T) {
	for name, want := range map[string]string{"hots": "host", "": "", "qury": "query", "hostnam": "hostname", "zzzzzz": "", "unicode": "unicode-hostname", "ext": "extension"} {
		if got := nearest(name, partNames()); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
