package link

import (
	_ "embed"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/psl"
	"golang.org/x/net/publicsuffix"
)

// finder finds all kinds of links, by a list of some rules.
var finder = Finder{Emails: true, Lookup: smallList.Lookup}

var smallList = func() *psl.List {
	list, err := psl.Parse(strings.NewReader(`
// ===BEGIN ICANN DOMAINS===
com
org
io
uk
co.uk
cn
rs
我爱你
*.ck
// ===END ICANN DOMAINS===
github.io
`))
	if err != nil {
		panic(err)
	}
	return list
}()

// marks are the marks around links in these tests.
var marks = strings.NewReplacer("{{", linkStart, "}}", linkEnd)

// testMarked checks which links f finds in texts, in which they are marked by "{{" and "}}".
func testMarked(t *testing.T, f Finder, texts ...string) {
	t.Helper()
	for _, text := range texts {
		text = marks.Replace(text)
		if got := mark(f, unmark(text)); got != text {
			t.Errorf("got  %q\nwant %q", got, text)
		}
	}
}

// The end of a link: https://www.unicode.org/reports/tr58/#link-termination.
func TestEnd(t *testing.T) {
	testMarked(t, finder,
		"{{https://h}}", "{{https://h/}}", "{{https://h/a}}.", "{{https://h/a}}...", "{{https://h/a}}, and",
		"{{https://h/a.b}}, and",
		"{{https://h/a}}?", "{{https://h}}?", "{{https://h}}? Yes.", "{{https://h?a}}? Yes.", "{{https://h/?a}}!",
		"{{https://h/a}}?!", "{{https://h/a?b?c}}?",
		"(see {{https://h/a}})", "(see {{https://h/a_(b)}})", "({{https://h/a_(b)_[c]}}]", "<{{https://h/a}}>",
		`"{{https://h/a}}"`,
		"'{{https://h/a}}'",
		"“{{https://h/a}}”", "[{{https://h/a}}](b)", "{{https://h/a(}} b", "{{https://h/a(b}}]",
		"{{https://h/(a/b}})", "{{https://h/(a?b}})", "{{https://h/?(a&b}})",
		"{{https://h/?a=(b)}})", "{{https://h/#(a:~:b}})", "{{https://h/#(a/b)}}", "{{https://h/（a）}}）",
		"{{https://h/(a}}）", // a mismatch
		"{{https://h/a}}。 ", "{{https://h/a。b}}", "{{https://h/a}}\u3000b", "{{https://h/a}}\u00a0b",
		"{{https://h/a}}\tb", "{{https://h/a}}\nb", "{{https://h/a}}\xff",
		"{{https://h/(a&b)}}", "{{https://h/(a:~:b)}}", "{{https://h/?(a?b)}}", "{{https://h/#(a#b)}}", "{{https://h/#(a=b)}}",
		"{{https://h/#(a:b)}}",
		"{{https://h/a}}\ue000", "{{https://h/a}}\U000e0080", // private use, unassigned
		`<a href="{{https://h/a}}">text</a>`, "{{https://h/"+strings.Repeat("(", 125)+"}}((",
	)
}

// What is before a link, and hosts with a scheme.
func TestScheme(t *testing.T) {
	testMarked(t, finder,
		"{{http://h}}", "{{HTTPS://H/a}}", "a {{https://h}} b {{https://h}}", "x:{{https://h}}", "/{{https://h}}",
		"end.{{https://h}}", "={{https://h}}", "テスト{{https://h/日本}}",
		"xhttps://h.com", "1https://h.com", "git+https://h.com/x", "view-source:{{https://h.com}}", "ftp://h.com/x",
		"ssh://git@h.com/x", "foo://h.com/b.com", "://h.com", "//h.com",
		"https:/h", "https:h", "https:///h.com", "https://", "https:// {{h.com}}", `https:\\h.com`, "{{https://h}}\\com",
		"{{https://localhost:8080/x}}", "{{https://a_b.example}}", "{{https://[::1]:80/x}}",
		"{{https://127.0.0.1}}.", "{{https://1.2}}", "https://[::1", "https://[::1\x00@80/#]", "https://[x]/", "https://1.2.3.4.5/",
		"https://-a.com", "https://a-.com", "https://a..com", "https://.a.com", "{{https://a--b.com}}",
		"{{https://a.com}}.", "{{https://a.com}}..", "{{https://a.com./b}}", "{{https://a.com.:80}}",
		"{{https://a.com}}.?",
		"{{https://"+strings.Repeat(strings.Repeat("a", 49)+".", 5)+"com}}",
		"https://"+strings.Repeat(strings.Repeat("a", 49)+".", 5)+"info",
		"https://"+strings.Repeat("ü", 3000)+".com",
		"{{https://a.com}}*", "**{{https://a.com}}**", "`{{https://a.com}}`", "{{https://a.com}}|b",
		"{{https://a.com}}\\n", "{{https://ü.com}}", "{{https://xn--tda.com}}", "https://xn--a-é.com",
		"{{https://☃.net}}", "{{https://a.com}}☃", "{{https://a.com}}→b", "{{https://a.com}}—b",
		"{{https://a.com}}🎉.", "{{https://☃}}", "{{https://ex%61mple.com}}", "https://a%20b.com",
		"{{https://a.com}}。今日", "{{https://普遍.我爱你}}", "{{https://普遍。我爱你}}。", "{{https://a。b}}",
		"http://a@b.com", "http://a:b@b.com/c.com?d.com", "http://a.com:80@b.com", "http://a.com,@b.com/",
		"{{http://a.com/@b.com}}", "{{http://a.com?@b.com}}",
		"https://{{https://h.com}}", "{{https://h.com/https://b.com}}", "https://-a.com/?b.com", "https://।b.com", "{{https://a}}☃",
		"+{{http://h}}", " +{{https://h}}", "++{{http://h}}", "a+http://h", "9+http://h", "é+{{http://h}}",
		"{{https://a☃b.net}}", "{{https://a.com}}→→", "{{https://a}}*{{b.com}}", `{{https://a}}\b.com`, strings.Repeat("a ", 2000)+"{{https://h}}",
	)
	testMarked(t, Finder{}, "{{https://a.com。b}}") // without a list, nothing tells the end of a sentence
}

// A host takes at most 12 times 253 bytes in a text, even if most of them disappear in the domain.
func TestLongHosts(t *testing.T) {
	long := "b" + strings.Repeat("\uFE0F", 1010) + ".com"
	for _, prefix := range []string{"", "https://"} {
		testMarked(t, finder, "{{"+prefix+"b"+long+"}}", prefix+"bb"+long)
	}
}

// Credentials of a browser, which reads any number of slashes and backslashes after http: and https:, and of other programs.
func TestCredentials(t *testing.T) {
	testMarked(t, finder,
		"https:/user:pw@b.com/x", "http:/user@b.com", `https:\\user:pw@b.com`, `HTTP:\user:pw@b.com/c.com`, "https:///user:pw@b.com",
		`https:\/\/user:pw@b.com\/x`, `https://\user:pw@b.com`, "http:/us(er:pw@b.com", "https:/user/x@b.com", "(https:/a@b.com)",
		"https:user:pw@b.com", "https:pw@b.com", "http:user:pw@b.com", "httpx:u:{{pw@b.com}}", "http:/a@b.com {{c@b.com}}", `"https:/a@b.com","{{c@b.com}}"`,
		"xhttps:user:{{pw@b.com}}", "https: {{a@b.com}}", "https:/b.com {{a@b.com}}",
		"http:user:p,w@b.com", "https:b.com,x@b.com/", "https:user:p@b.com/,b.com", "http://u:p@b.com/a)b.com", "http://u:p@b.com/a.https://b.com/",
		// what a URL ends at, in a password
		"https://user:p/w@b.com", "https://user:p?w@b.com", "https://user:p#w@b.com", `https://user:p\w@b.com`, "https://user:12,3/4@b.com", "https://user:99999/p)w@b.com",
		"https://us(er:p?w@b.com", "http://u\uE000:p@b.com", "http://u:\xFFp@b.com", "https://-u:p/w,b.com/@b.com", "{{http://a.com}},http://u:p@b.com",
		"{{https://h:80/w@b.com}}", "{{https://h/x:y@b.com}}", "{{https://h}}:a/b", "({{https://h:80}})/a", "https://h:80)/a@b.com",
		"{{http://h:80}},{{https://h/@x}}", "[{{http://h:80}}]({{https://h:80/@x}})", "{{http://h:80}},{{HTTP://h/}} {{a@b.com}}", "http://a:p,https//w@b.com",
	)
	// Those of other schemes.
	for _, password := range []string{"pw", "p,w", "p(w", "p;w", "p[w", "p“w", `p"w`, "p<w", "p#w", "p?w", "p/w", `p\w`, "p%w", "p@w", "p:w", "пароль", "{x}", "p\uE000w", "p\u202Ew", "p\xFFw", "b.com/", "https://b.com/",
		strings.Repeat("p", 99) + ":p"} {
		testMarked(t, finder, "redis://:"+password+"@b.com/", "a ssh://"+password+"@b.com/x {{b.com}}", "git+https://user:"+password+"@b.com", "ftp:user:"+password+"@b.com",
			"wss:"+password+":x@b.com", "x://"+strings.Repeat("u", 99)+":"+password+"@b.com", "jdbc:mysql://u:"+password+"@b.com/?u=a@b.com,https://b.com", "see:x://u:"+password+"@b.com,b.com\n{{b.com}}")
	}
	testMarked(t, finder,
		"mongodb://u:p@h1.b.com,h2.b.com/db", "mongodb://u:p@h1.b.com,u2:p@h2.b.com/", "ftp://u:p@b.com/?u=https://b.com/", "ftp://u:p@b.com/x,b.com", "ftp://b.com/x,{{b.com}}", "x://h/a@b.com",
		`"ftp://u:p@b.com/","{{a@b.com}}"`, `{"a":"jdbc:mysql://b.com/","b":"{{a@b.com}}"}`, "'ws:','{{a@b.com}}'", "x://h {{a@b.com}}", "x://h\u3000{{a@b.com}}", "x://h\u0085{{a@b.com}}",
		`{"a":"x x://h/0","b":"{{a@b.com}}","c":"{{https://b.com/}}"}`, `{"a":"use ws:","b":"{{a@b.com}}"}`, `["at http://h:99999/","{{a@b.com}}"]`,
		`"x a://,'http://u:p"w@b.com/'`, `{"a":"x x://u:p@b.com","b":"{{a@b.com}}"}`, "\"\nx://u:p\"w@b.com",
		"a.com+x://u:p@b.com", "a@b.com+x://u:p@b.com", "a@b.com://u:p@b.com", "{{a.com}}+x", "a.com://",
		"a.com.://u:p@b.com/", "a@b.com.://u:p@b.com/", "mailto:a@b.com.://u:p@b.com/", "a.com.+x://u:p@b.com/", "a.com+b.com.+x://u:p@b.com", "mailto:a@http://u:p@b.com",
		"a.com+"+strings.Repeat("a", 70)+"://u:p@b.com/", "{{a.com}}.. +x://h", "{{a.com}}.http://u:p@b.com", "{{a.com}}...{{https://h}}",
		// A "+" is of another scheme only behind a letter or digit.
		"{{a.com}}.+{{http://b.com}}", "{{a@b.com}}.+{{HTTPS://b.com}}", "{{a.com}}.+http://u:p@b.com", "{{a.com}}+-{{http://b.com}}", "{{a.com}}++{{http://b.com}}",
		"a.com+http://b.com", "a.com.+x+http://b.com", "a@b.com.+9http://b.com",
		"news:{{a@b.com}}", "ftp: {{a@b.com}}",
		"Mail:{{a@b.com}}", "Contact:{{a@b.com}},{{b@b.com}}", "{{mailto:a@b.com}}", "see {{https://b.com/}} and mail {{a@b.com}}", "{{https://b.com/@x}},{{https://b.com/@y}}",
	)
	f := finder
	f.Stop = func(r rune) bool { return r == '，' }
	testMarked(t, f, "ftp://h.com/，{{a@b.com}}", "ftp://u:p@h.com/，{{a@b.com}}", "ftp://h.com，{{a@b.com}}", "{{https://h.com}}，{{a@b.com}}",
		"redis://u:p，{{w@b.com}}/", "{{https://u}}:p，{{w@b.com}}/") // the price is that a password ends there
}

// A soft character before another link.
func TestAnotherLink(t *testing.T) {
	testMarked(t, finder,
		"{{https://h/x}},{{https://b/y}}", "{{https://h/x}},{{HTTP://b}}", "{{https://h/x}},,{{https://b/y}}", "{{https://h/?a}};{{http://b/#c}}.{{http://c}}",
		"{{https://h/x}}。{{https://b/y}}", "{{https://h}}.{{https://b.com}}", "{{https://a.com}}。{{https://b.com}}", "{{a.com}}.{{https://b.com}}",
		"{{a@a.com}}.{{https://b.com}}", "{{https://h:80}}.{{https://b}}", "{{https://h}}:{{https://b}}", "{{https://h/x}},https://",
		"{{https://h/x}},https://a@b.com", "{{https://h/(x}},{{https://b}})", "{{https://h/x?y}}?{{https://b}}",
		"{{https://h/https://b}}", "{{https://h/?u=https://b}}", "{{https://h/?https://b}}", "{{https://h?https://b,c}}", "{{https://h/x,https:/b}}",
		"{{https://h/x,xhttps://b}}", "{{https://h/x,+https://b}}", "{{https://h/x,http}}", "{{https://h/x,ftp://b}}",
	)
}

// The quotation around a link.
func TestQuotation(t *testing.T) {
	testMarked(t, finder,
		`{"a":"{{https://h/x}}","b":"{{b.com/y}}","c":["{{a@b.com}}","{{https://h}}"]}`, `{\"a\":\"{{https://h/x}}.\",\"b\":1}`,
		`'{{https://h/x}}','y'`, "“{{https://h/x}}”a", "“{{b.com/x}}”a", "„{{https://h/x}}“a", "”{{https://h/x}}”a", "«{{https://h/x}}»a", "»{{https://h/x}}«a",
		"‘{{https://h/x}}’a", "‚{{https://h/x}}‘a", "‹{{https://h/x}}›a", "〝{{https://h/x}}〟a", "＂{{https://h/x}}＂a", "`{{https://h/x}}`,`{{https://h/y}}`",
		"“{{https://h/it's'a}}”", `'{{https://h/"a"b}}'`, `a"{{https://h/}}"a"b "`, ` "{{https://h/?q=}}"a"`, `{{https://h/a"b}}`, `=" {{https://h/a"b}}`,
		`"{{https://h}}","{{a@b.com}}"`, `"https://a@h/x","{{https://b/y}}"`, `"https://-a.com/x","{{https://b/y}}"`, `"https://a@h","{{b.com}}"`,
		`{{https://h/a\b}}`, `"{{https://h/a\b}}"`,
	)
}

// Letters of Korean and Japanese after a host without a space. https://www.iana.org/domains/root/db has 한국 and みんな.
func TestEastAsian(t *testing.T) {
	f := finder
	f.Lookup = func(domain string) (suffix string, icann, listed bool) {
		tld := domain[strings.LastIndexByte(domain, '.')+1:]
		return tld, true, slices.Contains([]string{"com", "xn--3e0b707e", "xn--q9jyb4c", "xn--p1ai"}, tld)
	}
	testMarked(t, f,
		"{{b.com}}에서 봤어요", "{{https://b.com}}에서", "{{https://☃.com}}에서", "{{https://b.com}}입니다.", "{{a@b.com}}으로", "{{mailto:a@b.com}}으로", "({{b.com}}은)", "{{b.рф}}에서",
		"{{b.com/에서}}", "{{b.com:80}}에서", "{{b.com}}을b", "{{https://b.com}}은, {{https://c.com}}은", "{{b.com}}を見て", "{{b.com}}です。次は", "{{https://b.com}}です。次は",
		"{{예시.한국}}", "{{b.한국}}", "{{https://예시.한국}}", "{{b.com은.com}}", "{{한글.com}}은", "{{b.みんな}}", "{{a.com과b.com}}",
		"예시.한국에서", "b.local에서", "{{https://h에서}}", "b.comé",
	)
	testMarked(t, Finder{}, "{{https://b.com에서}}")
}

func TestPort(t *testing.T) {
	testMarked(t, finder,
		"{{https://h:80}}", "{{https://h:1/}} ", "{{https://h:65535/}}", "https://h:65536", "https://h:0",
		"https://h:99999999999999999999/a.com", "{{https://h:00080}}", "{{https://h}}:",
		"{{https://h}}: ", "{{https://h}}:a", "{{https://h}}:80a", "{{https://h:80}}.", "{{https://h:80}}:90",
		"{{https://h:443}}です", "{{https://h:80?a}}",
		"{{https://a.com}}.:0", "{{https://a.com}}.:65536",
		"{{b.com:1000/x}}", "b.com:0", "b.com:100000", "{{b.com}}:a",
	)
}

// Hosts without a scheme.
func TestBare(t *testing.T) {
	testMarked(t, finder,
		"See {{b.com}}.", "{{b.com}}", "{{B.COM}}", "{{b.com/a}}", "{{b.com?a}}", "{{b.com#a}}", "{{b.com?a@b}}", "{{b.com#a@b}}", "{{b.com}}%41", "{{b.com./a}}",
		"{{b.com}}.", "({{b.com}})", "b.com-", "{{www.b.com}}", "www.b", "com", ".com", "b.", "b.com-a", "-b.com",
		"a..b.com", "...b.com", "b..com", "a-.b.com", "a.-b.com", "b.co.uk-", "co.uk", "{{b.co.uk}}",
		"{{github.io}}", "{{a.github.io}}", "b.ck", "{{a.b.ck}}", "b.local", "b.org2", "1.2.3.4", "5.com.5",
		"/b.com", `\\b.com\c`, "%20b.com", "@b.com", ":{{b.com}}", "={{b.com}}", "a/b.com", "{{b.com/a.com}}",
		"{{_b.com}}", "b.com_", "b_c", "{{a_b.com}}", "{{b.com}}*", "~{{b.com}}", "#{{b.com}}",
		"{{普遍。我爱你}}", "{{普遍.我爱你}}", "{{ü.com}}", "{{b．com}}", "{{b｡com}}", "谢谢。我们", "{{b.com}}。谢谢", "{{b.com}}。",
		"☃{{b.com}}", "{{b.com}}☃", "{{b.com}}—a", "a—{{b.com}}", "b.\xff", "\xff{{b.com}}",
		"{{e\u0301.com}}",
		"{{l·l.com}}", "{{ད་ད.com}}", "a\u200b{{b.com}}", "xn--a-é.com", "com.example.com://x", "end.Then",
		"U.S. and e.g. this",
	)
}

func TestAddress(t *testing.T) {
	testMarked(t, finder,
		"{{a@b.com}}", "{{a.b+c@b.com}}.", "<{{a@b.com}}>", "{{o'b@b.com}}", "'{{a@b.com}}'", `"{{a@b.com}}"`,
		"*{{a@b.com}}*", "`{{a@b.com}}`", "({{a@b.com}})", "{⸠a@b.com⸡}",
		"{{mailto:a@b.com}}", "{{mailto:a@b.com}}。谢谢", "{{mailto:a@b.com}}\u00ad。谢谢", "mailto:a@-.☃b.com", "{{MAILTO:a@b}}", "xmailto:{{a@b.com}}", "mailto:a@127.0.0.1", "mailto:a@[::1]",
		"mailto:@b.com", "{{mailto:a%41@b.com}}", "a%41@b.com", "%41@b.com", "//{{a@b.com}}", "mailto:?{{a@b.com}}",
		"a@b", "a@b.local", "a@co.uk", "{{a@b.com}}/c", "{{a@b.com}}:80", "{{a@b.com}}?c", "a@@b.com", "a@b@b.com",
		"a@b.com@c.com", "@b.com", ".a@b.com", "a.@b.com", "a..b@b.com", "a @b.com",
		"why?{{a@b.com}}", "#{{a@b.com}}", "x://a@b.com", "x:/{{a@b.com}}",
		"x://"+strings.Repeat("u", 63)+":p@b.com", "x://"+strings.Repeat("u", 64)+":p@b.com", strings.Repeat("a ", 99)+"x://u:p@b.com",
		"redis://u:p@b.com", "x://:p@b.com", "x://u:p:q@b.com", "u:{{p@b.com}}", "//u:{{p@b.com}}", "x:/u:{{p@b.com}}", "x:// u:{{p@b.com}}", "{{b.com!x@b.com}}", "a@-b.com",
		"a@b-.com", "a@.b.com", "a@b..com", "{{a@b.com}}..",
		"{{δ@b.com}}", "{{δ@ü.com}}", "{{a@普遍。我爱你}}。 谢谢", "{{"+strings.Repeat("a", 64)+"@b.com}}",
		strings.Repeat("a", 65)+"@b.com", "{{mailto:a@☃.net}}", "a@☃.com", "{{a@b.com}},{{c@b.com}}",
		"{{a@b.com}}\xff{{c@b.com}}",
		"{{a@b.com}}/c.com/a@b.com", "{{a/c@b.com}}", `\b.com/a@b.com`, "/home/a@b.com", "．b.com/a@b.com", "/{{a@b.com}}",
	)
	testMarked(t, Finder{Lookup: smallList.Lookup}, "a@b.com", "mailto:a@b.com", "b.com@c", "b.com:x@c", "{{b.com}} a@b")
	testMarked(t, Finder{Emails: true}, "a@b.com", "{{mailto:a@b.com}}", "b.com", "{{https://b.com}}")
}

func TestAcceptHost(t *testing.T) {
	var asked []string
	f := finder
	f.AcceptHost = func(h url.Host) bool {
		asked = append(asked, h.String())
		return h.String() != "main.rs"
	}
	testMarked(t, f, "main.rs, {{B.rs:80/x}}, {{https://main.rs}}, {{a@main.rs}}, main.rs/b?b.com")
	if want := []string{"main.rs", "b.rs", "main.rs"}; !slices.Equal(asked, want) {
		t.Errorf("%q, want %q", asked, want)
	}
}

// TestStop has Chinese and Japanese text, where no space follows a link.
func TestStop(t *testing.T) {
	f := finder
	testMarked(t, f, "{{https://example.com/a，请看}}。", "{{b.com/a、b}}")
	f.Stop = func(r rune) bool { return strings.ContainsRune("，。、！（）", r) }
	testMarked(t, f,
		"{{https://example.com/a}}，请看。", "{{https://example.com/a}}。请看", "见{{https://b.com}}，{{https://c.com/?q=a}}，", "{{https://b.com}}！好", "{{https://h}}，b",
		"{{b.com/a}}、{{c.com}}、", "，{{b.com}}。", "{{a@b.com}}，{{c@b.com}}", "{{mailto:a@b.com}}。好", "（{{https://b.com/a}}）好", "{{https://b.com/a_(b)}}，",
		"{{https://b.com/a}}.，b", "{{https://b.com/a}}...。", "{{https://b.com/?a=b}}?，c", "{{https://b.com:80}}，81", "{{https://b.com}}:，80", "{{https://b.com/#a}}。b",
		`"{{https://b.com/a}}，b"`, "“{{https://b.com/a}}。”", `"{{https://b.com/a}}",，"{{b.com}}"`,
		"{{https://[::1]/}}，a", "https://[::，1]/", "https:，//b", "https://，{{b.com}}", "https，://h", "{{https://b.com/a}}，。、{{b.com}}",
		"普遍。我爱你", "{{普遍.我爱你}}。", "{{https://普遍}}。我爱你", "a@普遍。我爱你", "https://-a.com/，{{b.com}}", "{{http://a}}，b@c", "{{https://a.com}}。b",
		"，", "", "。。", "a，", "{{b.com/\u8bf7}}",
	)
	testMarked(t, Finder{Stop: f.Stop}, "{{https://a.com}}。b")
	// Any character can end a link, even one that would begin it.
	f.Stop = func(r rune) bool { return unicode.Is(unicode.Han, r) }
	testMarked(t, f, "请看{{b.com}}请", "请{{a@b.com}}请", "{{https://h/a}}请/b", "https://请.com", "b.请", "请", "请https请://h")
	f.Stop = func(r rune) bool { return r == '.' || r == utf8.RuneError }
	testMarked(t, f, "b.com a@b.com {{https://b}}.com/{{https://h/a}}\xff{{https://h}}")
}

func hrefs(links iter.Seq[Link]) (hrefs []string) {
	for l := range links {
		hrefs = append(hrefs, l.URL.Href())
	}
	return hrefs
}

func TestURL(t *testing.T) {
	const text = "B.com, HTTP://B.com:80/a/../b, a@B.com, MAILTO:δ@b.com, https://127.1?é"
	want := []string{"https://b.com/", "http://b.com/b", "mailto:a@B.com", "mailto:%CE%B4@b.com", "https://127.0.0.1/?%C3%A9"}
	if got := hrefs(finder.All(text)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for scheme, want := range map[string]string{"": "https://b.com/", "http": "http://b.com/", "HTTPS": "", " https": "", "https://evil.example/?": "", "ftp": "", "x": "", "mailto": "", "http:": "", ":": ""} {
		f := finder
		f.DefaultScheme = scheme
		if got := strings.Join(hrefs(f.All("b.com")), " "); got != want {
			t.Errorf("%s: %q, want %q", scheme, got, want)
		}
	}
}

func TestBreak(t *testing.T) {
	all := finder.All("b.com c.com")
	for range 2 { // an iterator can be used again
		for l := range all {
			if l.Start != 0 || l.End != len("b.com") {
				t.Errorf("%+v", l)
			}
			break
		}
	}
}

// A caller's Lookup may return anything.
// x/net's list, as the documentation of Lookup says. It returns an IP address as its own suffix, which has a dot.
func TestPublicSuffix(t *testing.T) {
	f := Finder{Emails: true, Lookup: func(domain string) (suffix string, icann, listed bool) {
		suffix, icann = publicsuffix.PublicSuffix(domain)
		return suffix, icann, icann || strings.Contains(suffix, ".")
	}}
	testMarked(t, f, "{{a.example.com}}", "{{a.github.io}}", "a.unlisted", "co.uk",
		"version 1.2.3.4", "1.2.3.4/a", "a@1.2.3.4", "a.1.2.3.4", "{{http://1.2.3.4/a}}")
}

func TestOddLookup(t *testing.T) {
	for _, suffix := range []string{"", ".", "com.b", "\xff", "b.com.b.com"} {
		for _, icann := range []bool{false, true} {
			testMarked(t, Finder{Emails: true, Lookup: func(string) (string, bool, bool) { return suffix, icann, true }}, "{{b.com}} {{a@b.com}} b")
		}
	}
}

// A text without links costs no memory, and a link only its URL.
func TestAllocs(t *testing.T) {
	for _, row := range []struct {
		text  string
		links int
		most  float64
	}{
		{strings.NewReplacer("https://", "ftp://", "@", " @ /").Replace(prose), 0, 0},
		{"e.g. file.go, a.b.c.d, 1.2.3.4, a@b, x://y, https://, @, user@host.local, /b.com", 0, 0},
		{"https://example.com/a, http://example.com:8080/?q, https://h/ and https://h/x.", 4, 0},
		{"example.com/a and b.com/", 2, 2}, // "https://" is put before each
		{"example.com and b.com", 2, 4},    // and "/" after it
		{"a@example.com, mailto:a@b.com", 2, 1},
	} {
		if n := len(hrefs(finder.All(row.text))); n != row.links {
			t.Errorf("%q: %d links, want %d", row.text, n, row.links)
		}
		if n := testing.AllocsPerRun(10, func() { search(finder, row.text) }); n > row.most {
			t.Errorf("%q: %v allocations, want at most %v", row.text, n, row.most)
		}
	}
	u := url.MustParse("https://example.com/a?q#f") // Format has nothing to change
	if n := testing.AllocsPerRun(10, func() { Format(u) }); n > 0 {
		t.Errorf("Format(%s): %v allocations", u, n)
	}
}

// prose is a text as people write it, with two links.
//
//go:embed testdata/prose.txt
var prose string

// benchmarkTexts returns texts with few links and with many.
func benchmarkTexts(b *testing.B) map[string]string {
	urls, err := os.ReadFile("../testdata/bench_urls.txt")
	if err != nil {
		b.Fatal(err)
	}
	return map[string]string{
		"prose":    strings.Repeat(prose, 100),
		"URLs":     strings.Repeat(string(urls), 5),
		"vectors":  strings.Repeat(unmark(strings.Join(detectionTests(b), "\n")), 5),
		"Japanese": strings.Repeat("昨日もう一度一覧を見ました。ほとんどのページはまだ表示されますが、三つは表示されません。詳しくは https://example.jp/案内 をご覧ください。\n", 300),
	}
}

func BenchmarkAll(b *testing.B) {
	list := wholeList(b)
	for name, text := range benchmarkTexts(b) {
		for kind, f := range map[string]Finder{"all": {Lookup: list.Lookup, Emails: true}, "schemes": {}} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					search(f, text)
				}
			})
		}
	}
}
