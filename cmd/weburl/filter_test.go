package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "a\nb", true}, {"a*", "a", true}, {"a*b*c", "axbxbxc", true},
		{"a*b*c", "axbxb", false}, {"*a", "ba", true}, {"*a", "ab", false}, {"?", "é", true}, {"?", "", false}, {"??", "é", false},
		{`\*`, "*", true}, {`\*`, "a", false}, {`\?`, "?", true}, {`\\`, `\`, true}, {`\`, `\`, true}, {`a\`, `a\`, true},
		{"*.example.com", "a.b.example.com", true}, {"*.example.com", "example.com", false}, {"A", "a", false}, {"?", "\xff", true},
		{"[a]", "a", false}, {"**", "ab", true}, {"*?", "", false}, {"*?", "a", true}, {`*\*`, "a*", true}, {`*\*`, "ab", false},
	} {
		if got := matchGlob(c.pattern, c.s); got != c.want {
			t.Errorf("%q, %q: %t", c.pattern, c.s, got)
		}
	}
	// Many stars must not take exponential time: this would not end.
	if matchGlob(strings.Repeat("a*", 30)+"b", strings.Repeat("a", 100)) {
		t.Error("a pattern that ends in b matches text without b")
	}
}

func TestFilters(t *testing.T) {
	const lines = "https://www.example.com/1?a=x\nHTTP://example.com/2\nftp://example.org/3\nx\nmailto:a@b\n"
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hosts", []byte("\uFEFFwww.EXAMPLE.com\r\n\na,b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("urls", []byte("HTTPS://www.example.com/1?a=x\nhttp://example.com/?\nftp://*/?\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const log = "weburl: stdin:4: Parse \"x\": missing-scheme-non-relative-URL at byte 0\n"
	for args, want := range map[string]string{
		"-scheme http,https":                      "https://www.example.com/1?a=x\nhttp://example.com/2\n",
		"-scheme HTTPS:":                          "https://www.example.com/1?a=x\n",
		"-match host=*.example.com":               "https://www.example.com/1?a=x\n",
		"-match site=example.*":                   "https://www.example.com/1?a=x\nhttp://example.com/2\nftp://example.org/3\n",
		"-match site=example.* -scheme ftp":       "ftp://example.org/3\n",
		"-match-pattern http{s}?://*/*":           "https://www.example.com/1?a=x\nhttp://example.com/2\n",
		"-match-pattern *://*/:n":                 "https://www.example.com/1?a=x\nhttp://example.com/2\nftp://example.org/3\n",
		"-match query:a=*":                        "https://www.example.com/1?a=x\n",
		"-match keys=a":                           "https://www.example.com/1?a=x\n",
		"-match path=/? -get path":                "/1\n/2\n/3\n",
		"-scheme http -set scheme=https":          "https://example.com/2\n",
		"-match host=WWW.EXAMPLE.COM":             "https://www.example.com/1?a=x\n",
		"-match host=*.EXAMPLE.COM":               "https://www.example.com/1?a=x\n",
		"-match protocol=FTP -get path":           "/3\n",
		"-match scheme=FTP:,mailto -get path":     "/3\na@b\n",
		"-match tld=.org -get path":               "/3\n",
		"-match site=example.org,b,EXAMPLE.com":   "https://www.example.com/1?a=x\nhttp://example.com/2\nftp://example.org/3\n",
		"-match href=HTTP://Example.COM:80/2":     "http://example.com/2\n",
		"-match href=HTTP://Example.COM/*":        "http://example.com/2\n",
		"-exclude scheme=ftp,mailto -get path":    "/1\n/2\n",
		"-exclude query:a=* -exclude scheme=ftp":  "http://example.com/2\nmailto:a@b\n",
		"-exclude host=@hosts -get path":          "/2\n/3\na@b\n",
		"-match host=@hosts -get path":            "/1\n",
		"-match href=@urls":                       "https://www.example.com/1?a=x\nftp://example.org/3\n",
		"-match host=nobody":                      "",
		"-unique-by site -get site":               "example.com\nexample.org\n\n",
		"-unique-by scheme,site -scheme ftp":      "ftp://example.org/3\n",
		"-count site -match site=*.com":           "2  example.com\n",
		"-unique-by keys -canonical":              "https://www.example.com/1?a=x\nhttp://example.com/2\n",
		"-unique-by pattern -get path -no-port":   "/1\n/2\n/3\na@b\n",
		"-count keys":                             "1  a\n",
		"-count keys -unique":                     "1  a\n",
		"-unique -count values -json -scheme ftp": "",
	} {
		wanted := exitOK
		if args == "-match host=nobody" {
			wanted = exitNothing
		}
		if status, stdout, stderr := weburl(t, lines, strings.Fields(args)...); status != wanted || stdout != want || stderr != log {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", args, status, stderr, stdout, want)
		}
	}
}

// TestOnlyRefused runs the command in the help on -get, which prints only rejected lines.
func TestOnlyRefused(t *testing.T) {
	lines := "https://a/\nx\nmailto:a@b\nhttp://\n"
	want := "x\tmissing-scheme-non-relative-URL\nhttp://\thost-missing\n"
	if status, stdout, stderr := weburl(t, lines, "-get", "input,error", "-exclude", "href=*"); status != exitNothing ||
		stdout != want || stderr != "" {
		t.Errorf("status %d, errors %q, output %q, want %q", status, stderr, stdout, want)
	}
}

// TestRefusedLines checks the filters that can match rejected lines.
func TestRefusedLines(t *testing.T) {
	const log, refused = "-\nhttps://a/\n-x\nb\n-\n", "weburl: stdin:4: Parse \"b\": missing-scheme-non-relative-URL at byte 0\n"
	for filter, want := range map[string]string{"-exclude input=-*": refused, "-match line=1,2,4 -exclude input=-": refused, "-match input=https:*": ""} {
		args := append(strings.Fields(filter), "-verbose")
		if status, stdout, stderr := weburl(t, log, args...); status != exitOK || stdout != "https://a/\n" || stderr != want {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", filter, status, stdout, stderr, want)
		}
	}
}

// TestExplainedLines checks the filters that can match rejected lines with -explain and -compare.
func TestExplainedLines(t *testing.T) {
	for _, mode := range []string{"-explain", "-compare"} {
		_, stdout, stderr := weburl(t, "-\nhttps://a b/\nhttp:c\n", mode, "-json", "-match", "line=1,3", "-exclude", "input=-")
		if strings.Contains(stdout+stderr, `"-"`) || strings.Contains(stdout+stderr, "a b") || !strings.Contains(stdout, `"input":"http:c"`) {
			t.Errorf("%s: %s%s", mode, stdout, stderr)
		}
	}
}

// TestUniqueBy keeps the first page of a kind, as uro does.
func TestUniqueBy(t *testing.T) {
	lines := "https://h/p/1\nhttps://h/p/2\nhttps://h/p/2?x=1\nhttps://h/p/3?x=2\nhttp://h/p/1\nhttps://h/p/3f2a9c1b0\n"
	want := "https://h/p/1\nhttps://h/p/2?x=1\nhttp://h/p/1\n"
	if _, stdout, _ := weburl(t, lines, "-unique-by", "pattern"); stdout != want {
		t.Errorf("%q, want %q", stdout, want)
	}
}

// TestDefaultScheme has examples of what people type; see the rule of Parser.DefaultScheme.
func TestDefaultScheme(t *testing.T) {
	for in, want := range map[string]string{
		"example.com/a": "https://example.com/a", "localhost:8080": "https://localhost:8080/", "//h/x": "https://h/x", "http://a": "http://a/",
		"mailto:a@b": "mailto:a@b",
	} {
		if status, stdout, stderr := weburl(t, in+"\n", "-default-scheme", "https", "-canonical"); status != exitOK || stdout != want+"\n" {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", in, status, stderr, stdout, want)
		}
	}
}

func TestSuffixList(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list.dat")
	if err := os.WriteFile(name, []byte("// a list\nexample\nb.example\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := weburl(t, "", "-suffix-list", name, "-get", "site,tld", "http://x.a.b.example/"); status != exitOK || stdout != "a.b.example\tb.example\n" {
		t.Errorf("status %d, errors %q, output %q", status, stderr, stdout)
	}
	if err := os.WriteFile(name, []byte("a..b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := weburl(t, "", "-suffix-list", name, "http://x"); status != exitTrouble || !strings.Contains(stderr, name+": line 1: ") {
		t.Errorf("status %d, errors %q", status, stderr)
	}
}

// TestCanonicalGlobs checks that a value matches in every spelling that the parser reads as that value.
func TestCanonicalGlobs(t *testing.T) {
	for _, c := range []struct{ match, u string }{
		{"host=BÜCHER.example", "http://bücher.example/"}, {"host=*.Bücher.example", "http://a.bücher.example/"},
		{"host=0x7f.1:8080", "http://127.0.0.1:8080/"}, {"host=EXAMPLE.com:8080", "http://example.com:8080/"},
		{"host=A_b", "foo://A_b/"}, {"host=[0:0::1]", "http://[::1]/"}, {"hostname=", "a:b"}, {"subdomain=WWW", "http://www.example.com/"},
		{"path=/a b", "http://a/a b"}, {"path=/é*", "http://a/éx"}, {`path=/\*?`, "http://a/*x"}, {"path-segment:1=ä", "http://a/ä"},
		{"query=a b,c", "http://a/?a b"}, {`query=a\,b`, "http://a/?a,b"}, {"search=?ä=*", "http://a/?ä=1"}, {"hash=#ä", "http://a/#ä"},
		{"fragment=a b", "http://a/#a b"}, {"user=ä@", "http://ä%40@a/"}, {"port=0081", "http://a:81/"}, {"extension=.jpg,css", "http://a/b.css"},
		{"origin=HTTPS://A:443", "https://a/"}, {"href=*/ä", "https://a/ä"}, {`href=HTTP://A/\?`, "http://a/?"}, {"protocol=http*", "https://a/"}, {"unicode-hostname=*.Bücher.example", "http://a.bücher.example/"},
		{"query:x=é", "http://a/?x=%C3%A9"}, {`query:x=\{a\}`, "http://a/?x={a}"}, {"pattern=*/{id}", "http://a/1"}, {"decoded:path=/ä", "http://a/ä"},
		{"query=q=it's*", "https://a/?q=it's on"}, {"query=q=it's", "foo://a/?q=it's"}, {"search=?it's", "https://a/?it's"}, {"href=https://a/'?q='*", "https://a/'?q='#'"},
		{`href=*\?it's#it's`, "https://a/?it's#it's"}, {"undotted-hostname=Bücher.Example", "http://bücher.example./"},
		{"href=https://*.Bücher.example/ä*", "https://a.bücher.example/ä"}, {"href=HTTPS://User@Bücher.example/*", "https://User@bücher.example/"},
		{"origin=*://Bücher.example", "https://bücher.example/"}, {"query-raw:q=ä it's", "https://a/?q=ä it's"}, {"pairs=q=ä'*", "https://a/?p&q=ä'"},
		{"pattern=*://Bücher.example/ä/{id}?ä", "https://bücher.example/ä/1?ä=1"},
	} {
		if status, stdout, stderr := weburl(t, "", "-match", c.match, "-canonical", c.u); status != exitOK || stdout == "" || stderr != "" {
			t.Errorf("-match %s %s: status %d, errors %q", c.match, c.u, status, stderr)
		}
		if status, stdout, _ := weburl(t, "", "-exclude", c.match, "-canonical", c.u); status != exitNothing || stdout != "" {
			t.Errorf("-exclude %s %s: status %d, output %q", c.match, c.u, status, stdout)
		}
	}
}

// TestFilterStatus checks that the status tells whether a URL passed, and with -check whether all did.
func TestFilterStatus(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
	}{
		{"-scheme ftp -canonical", exitOK}, {"-scheme ws -canonical", exitNothing}, {"-count host -scheme ws", exitNothing}, {"-json -exclude path=*", exitNothing},
		{"-check -scheme http", exitNothing}, {"-check -scheme http,ftp", exitOK}, {"-check -exclude host=c", exitOK}, {"-check -exclude host=a", exitNothing},
		{"-explain -scheme ftp", exitOK}, {"-explain -scheme ws", exitNothing}, {"-compare -match host=a", exitOK}, {"-compare -match host=c", exitNothing},
	} {
		status, stdout, stderr := weburl(t, "http://a/\nftp://b/\n", strings.Fields(c.args)...)
		if status != c.status || stderr != "" {
			t.Errorf("%s: status %d, errors %q, want %d", c.args, status, stderr, c.status)
		}
		if strings.HasPrefix(c.args, "-explain") && strings.Contains(stdout, "http:") {
			t.Errorf("%s explains another URL:\n%s", c.args, stdout)
		}
	}
}

// TestSites checks that hosts that are remembered have the sites and the registrable domains of the package.
func TestSites(t *testing.T) {
	hosts := []string{"a.b.example.co.uk", "example.com", "co.uk", "1.2.3.4", "[::1]", "x.github.io", "github.io", "example.com.", "localhost"}
	random := rand.New(rand.NewPCG(11, 12))
	for range 60_000 {
		hosts = append(hosts, fmt.Sprintf("h%d.example%d.com", random.IntN(1000), random.IntN(50)))
	}
	r := &reading{sites: newSites(publicsuffix.List)}
	for i := range 200_000 {
		host := hosts[random.IntN(len(hosts))]
		if i%3 == 0 {
			host = hosts[random.IntN(20)]
		}
		scheme := []string{"http://", "foo://"}[random.IntN(2)] // the host of the second is opaque
		r.u = url.MustParse(scheme + host + "/")
		parsed, _ := r.u.ParsedHost()
		if got, _ := r.site(); got != parsed.Site(publicsuffix.List).String() {
			t.Fatalf("%s: site %q, want %q", r.u, got, parsed.Site(publicsuffix.List))
		}
		want, _ := parsed.RegistrableDomain(publicsuffix.List)
		if got, _ := r.registrableDomain(); got != want {
			t.Fatalf("%s: registrable domain %q, want %q", r.u, got, want)
		}
	}
}
