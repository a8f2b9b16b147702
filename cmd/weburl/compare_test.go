package main

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	testRuns(t, []runCase{
		{name: "nothing", args: []string{"-compare"}, stdout: "0  URLs\n0  read the same way\n0  different host\n0  different path\n" +
			"0  rejected only by net/url\n0  accepted only by net/url\n0  rejected by both\n"},
		{name: "all kinds", args: []string{"-compare"},
			stdin: "https://a/\nhttp:example.org/x\nhttp://a/b/../c\n" + `http://good.example\@evil.example/` + "\nhttp://1.2.3.256/\nx y\n",
			stdout: "stdin:2: different host: http:example.org/x\n  standard  example.org\n  net/url   (none)\n\n" +
				"stdin:3: different path: http://a/b/../c\n  standard  /c\n  net/url   /b/../c\n\n" +
				`stdin:4: rejected only by net/url: http://good.example\@evil.example/` + "\n" +
				"  standard  http://good.example/@evil.example/\n" +
				"  net/url   net/url: invalid userinfo\n\n" +
				"stdin:5: accepted only by net/url: http://1.2.3.256/\n  standard  IPv4-out-of-range-part at byte 13\n  net/url   http://1.2.3.256/\n\n" +
				"6  URLs\n1  read the same way\n1  different host\n1  different path\n1  rejected only by net/url\n1  accepted only by net/url\n1  rejected by both\n",
			stderr: "weburl: stdin:5: Parse \"http://1.2.3.256/\": IPv4-out-of-range-part at byte 13\n" +
				"weburl: stdin:6: Parse \"x y\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a domain", args: []string{"-compare", "-json", "http://a<b/"}, status: exitRefused,
			stdout: `{"input":"http://a<b/","source":"argument","line":1,"difference":"accepted",` +
				`"standard":{"error":"domain-to-ASCII at byte 8: a domain cannot have this character"},` +
				`"net/url":{"href":"http://a<b/","hostname":"a<b","pathname":"/"}}` + "\n" +
				`{"summary":{"urls":1,"alike":0,"host":0,"path":0,"refused":0,"accepted":1,"both-refused":0}}` + "\n",
			stderr: "weburl: argument 1: Parse \"http://a<b/\": domain-to-ASCII at byte 8: a domain cannot have this character\n"},
		{name: "JSON", args: []string{"-compare", "-json", "http:example.org/x", "http://1.2.3.256/", "http://[::1", `http://x\y`}, status: exitRefused,
			stdout: `{"input":"http:example.org/x","source":"argument","line":1,"difference":"host",` +
				`"standard":{"href":"http://example.org/x","hostname":"example.org","pathname":"/x"},` +
				`"net/url":{"href":"http:example.org/x","hostname":"","pathname":"example.org/x"}}` + "\n" +
				`{"input":"http://1.2.3.256/","source":"argument","line":2,"difference":"accepted",` +
				`"standard":{"error":"IPv4-out-of-range-part at byte 13"},` +
				`"net/url":{"href":"http://1.2.3.256/","hostname":"1.2.3.256","pathname":"/"}}` + "\n" +
				`{"input":"http://x\\y","source":"argument","line":4,"difference":"refused",` +
				`"standard":{"href":"http://x/y","hostname":"x","pathname":"/y"},` +
				`"net/url":{"error":"invalid character \"\\\\\" in host name"}}` + "\n" +
				`{"summary":{"urls":4,"alike":0,"host":1,"path":0,"refused":1,"accepted":1,"both-refused":1}}` + "\n",
			stderr: "weburl: argument 2: Parse \"http://1.2.3.256/\": IPv4-out-of-range-part at byte 13\n" +
				"weburl: argument 3: Parse \"http://[::1\": IPv6-unclosed at byte 11\n"},
		{name: "control characters", args: []string{"-compare", "http://a/\x1bb"}, stdout: "argument 1: rejected only by net/url: http://a/␛b\n" +
			"  standard  http://a/%1Bb\n  net/url   net/url: invalid control character in URL\n\n" +
			"1  URLs\n0  read the same way\n0  different host\n0  different path\n1  rejected only by net/url\n0  accepted only by net/url\n0  rejected by both\n"},
		{name: "base", args: []string{"-compare", "-base", "http://a/b/", `\c`}, stdout: "argument 1: different path: \\c\n" +
			"  standard  /c\n  net/url   /b/%5Cc\n\n" +
			"1  URLs\n0  read the same way\n0  different host\n1  different path\n0  rejected only by net/url\n0  accepted only by net/url\n0  rejected by both\n"},
	})
}

// TestCompareAlike checks which spellings count as the same host or path, and which as different ones.
func TestCompareAlike(t *testing.T) {
	for _, c := range []struct{ input, kind string }{
		{"HTTP://EXAMPLE.com:80", "alike"},
		{"http://[0:0::1]/", "alike"},
		{"http://[::FFFF:1.2.3.4]/", "alike"},
		{"http://1.2.3.4/", "alike"},
		{"http://faß.example/", "alike"},
		{"http://xn--fa-hia.example/", "alike"},
		{"http://FAẞ.example/", "alike"},
		{"http://a/é b", "alike"},
		{"http://a/%7e~", "alike"},
		{"http://a?q", "alike"},
		{"mailto:a@b", "alike"},
		{"mailto:%61@b", "alike"},
		{"foo://%C3%A9/", "alike"},
		{"foo://A/", "alike"},
		{"file:///x", "alike"},
		{"http://0x7f.1/", "host"},
		{"http://127.1/", "host"},
		{"http://127.0.0.1./", "host"},
		{"http://１.2.3.4/", "host"},
		{"file://localhost/x", "host"},
		{"http:/a/", "host"},
		{"http:a", "host"},
		{"http:///a", "host"},
		{"http://a/%2e%2e/b", "path"},
		{"http://a/./b", "path"},
		{`http://a/b\c`, "path"},
		{"http://a/\xff", "path"},
		{"file:///C|/x", "path"},
		{"http://ex%61mple.com/", "refused"},
		{"http://a/%zz", "refused"},
		{" http://a/", "refused"},
		{"http://a:65536/", "accepted"},
		{"http://%/", "both-refused"},
		{"a", "both-refused"},
		{"", "both-refused"},
	} {
		_, stdout, _ := weburl(t, "", "-compare", "-json", "--", c.input)
		if _, summary, _ := strings.Cut(stdout, `{"summary":`); !strings.Contains(summary, `"`+c.kind+`":1`) {
			t.Errorf("%q is not %q: %s", c.input, c.kind, stdout)
		}
	}
}
