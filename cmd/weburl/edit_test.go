package main

import (
	"os"
	"strings"
	"testing"
)

// TestEdits has changes with their results by the setters of the standard, https://url.spec.whatwg.org/#api.
func TestEdits(t *testing.T) {
	for _, c := range []struct{ flags, in, want string }{
		{"-set scheme=http", "https://a:80/", "http://a/"},
		{"-set protocol=http:", "https://a/", "http://a/"},
		{"-set host=b:8080", "https://a/p", "https://b:8080/p"},
		{"-set hostname=b", "https://a:1/p", "https://b:1/p"},
		{"-set port?=8080", "https://a/", "https://a:8080/"},
		{"-set port?=8080", "https://a:1/", "https://a:1/"},
		{"-set query:b?=1", "https://a/?a", "https://a/?a&b=1"},
		{"-set query:b?=1", "https://a/?b", "https://a/?b"},
		{"-set query?=b", "https://a/?", "https://a/?b"},
		{"-set user?=b", "https://a/", "https://b@a/"},
		{"-set port=", "https://a:1/", "https://a/"},
		{"-set user=a:b", "https://a/", "https://a%3Ab@a/"},
		{"-set password=p@q", "https://a/", "https://:p%40q@a/"},
		{"-set path=b?c", "https://a/", "https://a/b%3Fc"},
		{"-set pathname=../b", "https://a/x/", "https://a/b"},
		{"-set query=?a=b", "https://a/", "https://a/??a=b"},
		{"-set search=?a=b", "https://a/", "https://a/?a=b"},
		{"-set query=", "https://a/?x", "https://a/"},
		{"-set fragment=#x", "https://a/", "https://a/##x"},
		{"-set hash=#x", "https://a/", "https://a/#x"},
		{"-set href=b:c", "https://a/", "b:c"},
		{"-set query:b=é", "https://a/?a=%20&b=1&&b=2&c", "https://a/?a=%20&b=%C3%A9&&c"},
		{"-set query:b=x", "https://a/?a", "https://a/?a&b=x"},
		{"-append path=x/y", "https://a/p?q#f", "https://a/p/x%2Fy?q#f"},
		{"-append query=a=b=c&d", "https://a/?%20", "https://a/?%20&a=b%3Dc%26d"},
		{"-append query=a", "https://a/", "https://a/?a="},
		{"-append query:moo", "https://a/", "https://a/?moo"},
		{"-append query:a&é+", "https://a/?%20&", "https://a/?%20&a%26%C3%A9%2B"},
		{"-append query:a=b=c", "https://a/?x#f", "https://a/?x&a=b%3Dc#f"},
		{"-append fragment=b#é", "https://a/#a", "https://a/#ab#%C3%A9"},
		{"-append fragment=", "https://a/#a", "https://a/#a"},
		{"-delete query:utm_*", "https://a/?x=%41&utm_source=1&&y&utm_=", "https://a/?x=%41&&y"},
		{"-delete query:*", "https://a/?x&y", "https://a/"},
		{"-delete query:a?", "https://a/?a&ab&a%C3%A9&abc", "https://a/?a&abc"},
		{`-delete query:a\*`, "https://a/?a*&ab", "https://a/?ab"},
		{"-replace query:b=2", "https://a/?a=%20&b", "https://a/?a=%20&b=2"},
		{"-replace query:b=2", "https://a/?a", "https://a/?a"},
		{"-replace query:x=2", "https://a/?x=1&y=%31&x=3&x=2&%78", "https://a/?x=2&y=%31&x=2&x=2&%78=2"},
		{"-delete query:utm_*,fbclid", "https://a/?x=%41&utm_source=1&fbclid=2&y", "https://a/?x=%41&y"},
		{`-delete query:a\,b`, "https://a/?a&a,b=1&b", "https://a/?a&b"},
		{"-delete-except query:id,p?", "https://a/?x=%41&id=%31&&p1=2&page=3", "https://a/?id=%31&&p1=2"},
		{"-replace port=8080", "https://a:1/", "https://a:8080/"},
		{"-replace port=8080", "https://a/", "https://a/"},
		{"-replace fragment=b", "https://a/#x", "https://a/#b"},
		{"-replace user=b", "https://a/", "https://a/"},
		{`-delete query:\*`, "https://a/?*=1&b&%2A", "https://a/?b"},
		{"-no-credentials", "https://u:p@a/", "https://a/"},
		{"-no-credentials", "mailto:a@b", "mailto:a@b"},
		{"-no-port", "https://a:1/", "https://a/"},
		{"-no-port", "file:///x", "file:///x"},
		{"-set path=/x -append path=y -set query=z", "https://a/", "https://a/x/y?z"},
		{"-iterate port=1,2", "https://a/", "https://a:1/\nhttps://a:2/"},
		{"-iterate scheme=http,https -iterate port=80,8080", "http://a/", "http://a/\nhttp://a:8080/\nhttps://a:80/\nhttps://a:8080/"},
		{"-iterate query:p=1,2 -append path=x", "http://a/?p=0", "http://a/x?p=1\nhttp://a/x?p=2"},
	} {
		status, stdout, stderr := weburl(t, "", append(strings.Fields(c.flags), "--", c.in)...)
		if status != exitOK || stdout != c.want+"\n" || stderr != "" {
			t.Errorf("%s %s: status %d, errors %q, output %q, want %q", c.flags, c.in, status, stderr, stdout, c.want)
		}
	}
}

func TestRefusedEdits(t *testing.T) {
	testRuns(t, []runCase{
		{name: "a port that is none", args: []string{"-set", "port=x"}, stdin: "https://a/\n", status: exitFailed,
			stderr: "weburl: stdin:1: -set port: SetPort \"x\": port-invalid at byte 0\n"},
		{name: "a part of a value", args: []string{"-set", "port=8x", "https://a/"}, status: exitFailed,
			stderr: "weburl: argument 1: -set port: SetPort \"8x\": trailing-data at byte 1 (a part of the value was used)\n"},
		{name: "one of several", args: []string{"-iterate", "port=1,x,2", "https://a/"}, status: exitFailed, stdout: "https://a:1/\nhttps://a:2/\n",
			stderr: "weburl: argument 1: -iterate port: SetPort \"x\": port-invalid at byte 0\n"},
		{name: "an opaque path", args: []string{"-append", "path=x", "a:b"}, status: exitFailed,
			stderr: "weburl: argument 1: -append path: AppendSegments: opaque-path at byte 0\n"},
		{name: "a password", args: []string{"-set", "password=secret", "file:///x"}, status: exitFailed,
			stderr: "weburl: argument 1: -set password: SetPassword: cannot-have-credentials-or-port at byte 0\n"},
		{name: "a host with a password", args: []string{"-set", "host=user:secret@h", "https://a/"}, status: exitFailed,
			stderr: "weburl: argument 1: -set host: SetHost \"xxxxx@h\": port-invalid at byte 0 (a part of the value was used)\n"},
		{name: "in JSON", args: []string{"-json", "-keep", "-set", "host=", "https://a/"}, status: exitOK,
			stdout: `{"input":"https://a/","error":"host-missing","offset":null,"source":"argument","line":1}` + "\n"},
	})
}

func TestNew(t *testing.T) {
	for args, want := range map[string]string{
		"scheme=https host=h path=/a|b":        "https://h/a|b",
		"path=/x host=h port=8080 scheme=HTTP": "http://h:8080/x",
		"scheme=https host=h:1 user=u":         "https://u@h:1/",
		"scheme=file path=/x":                  "file:///x",
		"scheme=file host=h":                   "file://h/",
		"scheme=mailto path=a@b":               "mailto:a@b",
		"scheme=data path=,a?b query=c":        "data:,a%3Fb?c",
		"scheme=foo path=/x":                   "foo:/x",
		"scheme=foo host=h":                    "foo://h",
		"scheme=https host=h query:a=b#":       "https://h/?a=b%23",
		"scheme=https scheme?=http host=h":     "https://h/",
		"scheme?=http scheme=https host=h":     "https://h/",
		"scheme?=http protocol?=https host=h":  "http://h/",
		"scheme=https port=1 host?=h host?=z":  "https://h:1/",
		"scheme=foo hostname?=h host?=z":       "foo://h",
		"scheme=foo path=x path?=y":            "foo:x",
		"scheme=foo path?=y path=x":            "foo:x",
		"scheme=foo path?=y":                   "foo:y",
		"scheme=foo path=/x path?=y":           "foo:/x",
		"scheme=https host=h path?=x path?=y":  "https://h/x",
		"scheme=https host?=z":                 "https://z/",
		// A host or path that was given is not missing, even if it equals the one from which -new starts.
		"scheme=https host=h path=/ path?=x":                   "https://h/",
		"scheme=https host=h path?=/ path?=x":                  "https://h/",
		"scheme=https host=h path= path?=x":                    "https://h/",
		"scheme=foo host=h path= path?=x":                      "foo://h/x",
		"scheme=https host=h path=/ -replace path=/x":          "https://h/x",
		"scheme=https host=h -replace path=/x path?=/y":        "https://h/y",
		"scheme=https host=h -append path=x path?=/y":          "https://h/x",
		"scheme=https host=h -iterate path=/ path?=x":          "https://h/",
		"scheme=https host=unset.invalid.com host?=z":          "https://unset.invalid.com/",
		"scheme=https host=unset.invalid:1 hostname?=z":        "https://unset.invalid:1/",
		"scheme=https host=unset.invalid -replace host=z":      "https://z/",
		"scheme=https -replace host=z host=unset.invalid":      "https://unset.invalid/",
		"scheme=https host?=unset.invalid hostname?=z path?=x": "https://unset.invalid/x",
	} {
		all, flag := []string{"-new"}, "-set"
		for _, a := range strings.Fields(args) {
			if a[0] == '-' {
				flag = a
				continue
			}
			all, flag = append(all, flag, a), "-set"
		}
		if status, stdout, stderr := weburl(t, "", all...); status != exitOK || strings.TrimPrefix(stdout, "\n") != want+"\n" {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", args, status, stderr, stdout, want)
		}
	}
	testRuns(t, []runCase{
		{name: "no scheme", args: []string{"-new", "-set", "host=h"}, status: exitFailed, stderr: "weburl: -new: Build \"\": scheme-invalid at byte 0\n"},
		{name: "no host", args: []string{"-new", "-set", "scheme=https"}, status: exitFailed, stderr: "weburl: -new: Build \"https\": host-missing at byte 5\n"},
		{name: "a host with more", args: []string{"-new", "-set", "scheme=https", "-set", "host=h/x"}, status: exitFailed,
			stderr: "weburl: -new: -set host: SetHost \"h/x\": trailing-data at byte 1 (a part of the value was used)\n"},
		{name: "a scheme with more", args: []string{"-new", "-set", "scheme=https://evil/", "-set", "host=h"}, status: exitFailed,
			stderr: "weburl: -new: Build \"https://evil/\": scheme-invalid at byte 5\n"},
		{name: "a scheme to replace", args: []string{"-new", "-set", "host=h", "-replace", "scheme=https"}, status: exitFailed,
			stderr: "weburl: -new: Build \"\": scheme-invalid at byte 0\n"},
		{name: "a host to replace", args: []string{"-new", "-set", "scheme=https", "-replace", "host=h"}, status: exitFailed,
			stderr: "weburl: -new: Build \"https\": host-missing at byte 5\n"},
		{name: "no input", args: []string{"-new", "-set", "host=h", "-set", "scheme=https", "-get", "input,line,href"}, stdout: "\t0\thttps://h/\n"},
		{name: "several", args: []string{"-new", "-set", "host=h", "-iterate", "scheme=http,https"}, stdout: "http://h/\nhttps://h/\n"},
	})
}

// trurlOptions are the long options of trurl 0.16.
var trurlOptions = []string{"accept-space", "append", "as-idn", "curl", "default-port", "get", "help", "iterate", "json", "keep-port",
	"no-guess-scheme", "punycode", "qtrim", "query-separator", "quiet", "redirect", "replace", "replace-append", "set", "sort-query",
	"trim", "url", "url-file", "urlencode", "verify", "version"}

// TestTrurl runs the examples of trurl.md, which are from trurl's manual.
func TestTrurl(t *testing.T) {
	text, err := os.ReadFile("trurl.md")
	if err != nil {
		t.Fatal(err)
	}
	options, examples, _ := strings.Cut(string(text), "## Examples")
	for _, o := range trurlOptions {
		if !strings.Contains(options, "\n| `--"+o+" ") && !strings.Contains(options, "\n| `--"+o+"`") {
			t.Errorf("--%s is missing", o)
		}
	}
	count := 0
	for row := range strings.Lines(examples) {
		cells := strings.Split(row, " | ")
		if !strings.HasPrefix(row, "| `") || len(cells) < 5 {
			continue
		}
		count++
		theirs, command, want := code(cells[1]), code(cells[2]), code(cells[3])
		_, stdout, stderr := weburl(t, "", words(t, command)...)
		if got := strings.ReplaceAll(strings.TrimSuffix(stdout, "\n"), "\n", "⏎"); got != want || stderr != "" {
			t.Errorf("weburl %s: %q, errors %q, want %q", command, got, stderr, want)
		}
		if why := strings.Trim(cells[4], " |\n"); (why != "") != (theirs != want) {
			t.Errorf("weburl %s: %q, where trurl prints %q: %q", command, want, theirs, why)
		}
	}
	if count != strings.Count(examples, "\n| `") || count < 25 {
		t.Errorf("%d examples were run", count)
	}
}

// code returns a cell of a table without the marks of code.
func code(cell string) string { return strings.Trim(strings.TrimSpace(cell), "`") }

// words splits a command line at spaces, as a shell does. It knows single quotes.
func words(t *testing.T, line string) (list []string) {
	t.Helper()
	for i, piece := range strings.Split(line, "'") {
		switch {
		case i%2 == 1 && len(list) > 0 && !strings.HasSuffix(line[:strings.Index(line, "'"+piece)], " "):
			list[len(list)-1] += piece
		case i%2 == 1:
			list = append(list, piece)
		default:
			list = append(list, strings.Fields(piece)...)
		}
	}
	return list
}
