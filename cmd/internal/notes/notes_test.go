package notes

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
)

// dangerous has URLs that deceive people or programs, by the kind and level of the note that they must have.
var dangerous = map[string][]string{
	"order danger": {
		"https://e.com/\u202egpj.exe", "https://e.com/%E2%80%AEgpj.exe", "https://e.com/?f=\u202egpj.exe", "https://e.com/#\u202egpj.exe",
		"https://e.com/a\u2066b\u2069", "https://e.com/\u200f", "https://e.com/\u200e", "https://e.com/\u061c", "https://\u202emoc@e.com/",
		"https://e.com/%e2%80%ab", "data:text/plain,\u202e", "mailto:a@e.com?subject=%E2%80%AE",
	},
	"invisible danger": {
		"https://exa\u00admple.com/", "https://exam\u200bple.com/", "https://e.com/a\u200bb", "https://e.com/%E2%80%8B", "https://e.com/\ufeff",
		"https://e.com/\u2060", "https://e.com/\U000e0041\U000e0042", "https://e.com/%F3%A0%81%81", "https://e.com/?q=%F3%A0%81%81",
		"https://e.com/\u3164", "https://e.com/\u2800", "https://e.com/a\u200db", "https://e.com/\ufe00\ufe01\ufe02", "https://e.com/#\u2063",
		"https://e.com/\u2028", "https://e.com/\u0085", "https://e.com/a\ufe0f", "https://u\u200b@e.com/",
	},
	"other-host danger": {
		`https://good.com\@evil.com/`, `https://good.com\@evil.com`, `https://good.com\.evil.com/`, `https://good.com:443\@evil.com/`,
		`http://good.com\\@evil.com/`, `https://u:p@good.com\@evil.com`,
	},
	"other-host warn": {`https:\\evil.com`, "https:evil.com", "https:/evil.com", "https:///evil.com", `https:/\evil.com`, "http:////evil.com"},
	"path danger": {
		"https://e.com/public/..%2fadmin", "https://e.com/public/..%2Fadmin", "https://e.com/..%5cadmin", "https://e.com/..%252fadmin",
		"https://e.com/%00", "https://e.com/a.php%00.jpg", "https://e.com/%0d%0aSet-Cookie:a=b", "https://e.com/%0ax", "https://e.com/a/%252e%252e/b",
		"https://e.com/..;/admin", "https://e.com/%2e%2e;a/b", "https://e.com/%7f", "x://e/..%2f",
	},
	"path warn": {
		"https://e.com/a%5cb", "https://e.com/100%", "https://e.com/%2541", "https://e.com/%c0%ae", "https://e.com/%E9",
		"https://e.com//evil.com", "https://e.com/.//evil.com", "https://e.com/a%2f.%2fb", "https://e.com/a%2f;b",
	},
	"control danger": {
		"https://e.com/?a=%00", "https://e.com/?a=%0d%0aSet-Cookie:a=b", "https://e.com/?a=%0D", "https://e.com/#%00", "https://%00@e.com/",
		"https://u:%0a@e.com/", "x://%7f/", "data:,%00", "https://e.com/?a=%1b[2J", "x:a%00",
	},
	"address warn": {
		"http://[::127.0.0.1]/", "http://[64:ff9b:1::7f00:1]/", "http://[2001:0:7f00:1::]/", "http://[fec0::1]/", "http://[::ffff:10.0.0.1]/",
		"http://[64:ff9b::a9fe:a9fe]/", "http://[2002:7f00:1::]/", "http://[::]/", "http://0/", "http://0x7f000001/", "http://127.1/", "http://0177.1/",
		"http://168.63.129.16/", "http://192.88.99.1/", "http://[100::1]/", "http://[5f00::1]/", "http://[2001:db8::1]/", "http://[ff02::1]/",
		"http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/", "http://255.255.255.255/", "http://[3fff::1]/", "http://[4000::1]/",
		"http://198.18.0.1/", "http://100.64.0.1/", "ftp://10.0.0.1/", "x://127.0.0.1/",
	},
	"disguise danger": {"http://0x7f.1/", "http://2130706433/", "http://0300.0250.1/", "http://127.1/", "http://①②⑦.0.0.1/", "http://8.8.8.8./"},
	"imitation danger": {
		"https://paypal.com.evil.example/", "https://www.paypal.com.evil.example/", "https://paypal.com-login.evil.example/",
		"https://paypal.com-login.example/", "https://apple.co.uk.evil.example/", "https://login.bank.com.br.evil.example/",
		"https://www.amazon.de.evil.example/", "https://paypal.com.github.io/", "https://accounts.google.com.evil.co.uk/", "https://irs.gov.evil.example/",
		"https://wikipedia.org.evil.example/", "ftp://PayPal.COM.evil.example/",
	},
	"look-alike danger": {"https://аррӏе.com/", "https://payp\u0430l.com/", "https://xn--80ak6aa92e.com/", "https://m\u0131crosoft.com/",
		// What package display shows in Punycode, by https://www.unicode.org/reports/tr39/: marks and signs of other scripts, and
		// shapes beside ASCII.
		"https://go\u064Egle.com/", "https://a\u3099b.com/", "https://\u0438\u0342\u0446.com/", "https://\u05E9\u0307.com/", "https://pay\u30FBpal.com/",
		"https://\u0441\u0431\u0435\u0440\u30FC\u0440\u0444.com/", "https://\u5DE5nc.com/", "https://v\u5DE5sa\u5DE5.com/", "https://\u30B7\u00FC.com/",
		"https://\u0441\u043E\u0440.ru/", "https://alt\u0131n.de/", "https://xn--bank-ldg.com/"},
	"credentials danger": {
		"https://good.example@evil.example/", "https://good.com:443@evil.example/", "https://good.com%2F@evil.example/", "https://g\u043e\u043egle@evil.example/",
		"https://аррӏе@evil.example/", "https://good\u3002com@evil.example/", "https://good\uff0ecom@evil.example/", "https://x:www.good.com@evil.example/",
		"https://good.com&x=@evil.example/", "https://\uff50\uff41ypal@evil.example/", "https://u:g%D0%BEogle@evil.example/", "ftp://payp\u0430l@evil.example/",
	},
	"wildcard warn": {
		"http://127.1.nip.io/", "http://127.0.0.1.nip.io/", "http://10-0-0-1.sslip.io/", "http://localtest.me/", "http://a.lvh.me:8080/", "http://A.NIP.IO./",
	},
	"local-name warn": {
		"http://printer.local/", "http://metadata.google.internal/", "http://kubernetes.default.svc/",
		"http://router.lan/", "http://nas.home.arpa/", "http://db.corp/", "http://a.intranet/",
	},
	"port warn": {
		"http://e.com:22/", "http://e.com:25/", "https://e.com:6667/", "http://e.com:6000/", "ws://e.com:110/", "http://e.com:10080/", "http://e.com:0/",
	},
	"protocol warn":   {"gopher://e.com:6379/_x", "dict://e.com:11211/stat", "ldap://e.com/", "jar:http://e.com/x!/", "netdoc:///etc/passwd", "phar://a/b", "tftp://e.com/x"},
	"protocol danger": {"search-ms:query=x", "ms-msdt:/id x"},
	"script danger":   {"javascript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "JaVaScRiPt://e.com/%0aalert(1)", "vbscript:x"},
	"data warn":       {"data:text/html,<script>alert(1)</script>", "data:,x"},
	"file warn":       {"file:///etc/passwd", "file://server/share", "file:c:/x"},
	"parameter warn": {
		"https://e.com/?next=https://evil.com/", "https://e.com/?next=https%3A%2F%2Fevil.com", "https://e.com/?u=//evil.com", `https://e.com/?u=/\evil.com`,
		`https://e.com/?u=\\evil.com`, "https://e.com/?u=https%253A%252F%252Fevil.com", "https://e.com/?a=b&c=http://127.0.0.1/", "https://e.com/?https://evil.com/",
		"https://e.com/?u=ht%09tps://evil.com", "https://e.com/?u=%20https://evil.com", "https://e.com/?u=ftp://evil.com/x", `https://e.com/?u=https:\\evil.com`,
	},
	"parameter danger":    {"https://e.com/?u=javascript:alert(1)", "https://e.com/?u=java%0ascript:alert(1)", "https://e.com/?u=data:text/html,x", "https://e.com/?f=file:///etc/passwd", "https://e.com/?u=javascript://x.com/%250aalert(1)"},
	"ignored warn":        {"https://e.c\nom/", "ht\ttps://e.com/", "https://e.com/a\r\nb"},
	"local-name info":     {"http://localhost/", "http://a.localhost/", "http://localhost:8080/"},
	"encoding warn":       {"https://e.com/\xe4", "https://e.com/?q=\xff", "https://e.com/#\xc3"},
	"dots warn":           {"https://e.com/a/%2e%2e/b", "https://e.com/a/.%2E/b", `https://e.com/a\%2e.\b`, "x://e/%2e%2E"},
	"imitation warn":      {"http://localhost.evil.example/", "http://127.0.0.1.evil.example/", "http://localhost.a.evil.co.uk./"},
	"file-name warn":      {"https://setup.zip/", "https://a.VIDEO.mov/"},
	"capital warn":        {"https://paypaI.com/", "https://GoogIe.com/", "https://a.smaIl.example/"},
	"path info":           {"https://e.com/a%2fb", "https://e.com/npm/@a%2Fb"},
	"parameter info":      {"https://e.com/login?response_type=code&client_id=1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=/x"},
	"decoy danger":        {"https://evil.com#@paypal.com", "https://evil.com?@paypal.com", "https://evil.com/?@paypal.com/login"},
	"phone info":          {"tel:+15551234"},
	"app warn":            {"intent://e.com/#Intent;scheme=http;end"},
	"host-as-scheme warn": {"localhost:8080/x", "example.com:443/a"},
	"rewritten warn":      {"https://example%2Ecom/", "https://\uff21pple.com/", "https://example\u3002com/"},
}

// plain are URLs that need no note.
var plain = append(strings.Fields(`
	https://example.com https://example.com/ http://www.example.com/ https://www.EXAMPLE.co.uk:8443/a?b https://example.com:8080/ https://example.com.
	https://a.b.c.d.example.com/ https://example.com/a/b/c.html https://example.com/index.php?id=1 https://example.com/#top https://example.com/?q=a+b
	https://example.com/?q=a%20b&lang=en https://example.com/a%20b https://example.com/%C3%A9t%C3%A9 https://example.com/été https://example.com/日本
	https://example.com/~user/ https://example.com/@user https://example.com/@user@server.example https://example.com/a;b=c https://example.com/a,b
	https://example.com/a:b https://example.com/a=b&c https://example.com/a/../b https://example.com/a/./b https://example.com/... https://example.com/a..b
	https://example.com/%25 https://example.com/50%25 https://example.com/?p=50%25 https://example.com/?a=1&a=2&b= https://example.com/?a[]=1&a[]=2
	https://example.com/?text=line%0Aline https://example.com/?t=a%09b https://example.com/?email=a@b.example https://example.com/?time=12:30
	https://example.com/?q=site:example.org https://example.com/?q=c:%5Cd https://example.com/?q=a/b https://example.com/?next=/account
	https://OpenAI.com/ https://IBM.com/ https://Indeed.com/ https://YouTube.com/ https://docs.rs/ https://example.com/setup.zip https://local.example.com/
	https://localhost-tools.example.com/ https://a.localhost.example.com/ https://10.example.com/ https://example.com/a/%2e/b mailto:a@b.example?%2e%2e
	https://example.com/?next=account https://example.com/?next=https://www.example.com/a https://example.com/?q=http https://example.com/?q=https:
	https://example.com/?q=data:+science https://example.com/?q=javascript:+the+good+parts https://example.com/#/route/1 https://example.com/#:~:text=a https://example.com/#a=b&c=d https://example.com/?#
	https://bücher.example/ https://xn--bcher-kva.example/ https://日本.example/ https://日本語.jp/ https://пример.рф/ https://ελληνικά.gr/ https://한국.kr/
	https://नमस्ते.com/ https://mañana.com/ https://fußball.de/ https://דוגמה.example/ https://مثال.example/ https://straße.example/ https://ไทย.com/
	https://example.com/שלום https://example.com/مرحبا https://example.com/?q=ひらがな https://example.com/?q=東京%E3%80%80天気 https://example.com/café https://example.com/ナ・ニ`+
	" https://example.com/👍🏽 "+
	" https://example.com/€ https://example.com/“a” https://example.com/a—b "+`
	http://8.8.8.8/ http://8.8.8.8:8080/dns https://1.1.1.1/ http://[2606:4700:4700::1111]/ http://[2001:4860:4860::8888]:8080/ http://93.184.215.14/
	https://api.dev.example.com/ https://us.example.com/ https://www.de.example.com/ https://cdn.app.example.com/ https://io.example.com/ https://com.example/
	https://www.com/ https://google.com.br/ https://www.bbc.co.uk/ https://a.github.io/ https://user.github.io/repo/ https://en.wikipedia.org/wiki/URL
	https://s3.eu-west-1.amazonaws.com/bucket/key https://example.museum/ https://www.gov.uk/ https://net-a-porter.com/ https://www.net-a-porter.com/ https://t.co/x
	https://example.com:443/ https://example.com:8443/ http://example.com:3000/ http://example.com:8000/ https://example.com:9090/ ftp://example.com/ ftp://example.com:2121/a
	ws://example.com/socket wss://example.com/socket?a=b mailto:a@b.example mailto:a@b.example?subject=hi&body=a%0D%0Ab urn:isbn:0451450523
	news:comp.lang.go magnet:?xt=urn:btih:abc about:blank sms:+1555?body=hi geo:1,2 ssh://example.com/a git://example.com/a.git postgres://db.example:5432/x
	HTTPS://EXAMPLE.com/ https://example.com/A%2Db https://example.com/%41 https://example.com/a%3Fb https://example.com/a%23b https://example.com/.well-known/x
	https://example.com/wiki/A_(b) https://example.com/a+b https://example.com/v1.2.3 https://example.com/C: https://example.com/*.js https://example.com/a|b
	https://example.com/$a/!b https://example.com/'a' https://example.com/?q='a' https://example.com/?q={"a":1} https://example.com/?q=<b> https://example.com/?q=%3Cb%3E
	https://example.com/?redirect=https%3A%2F%2Fexample.com%2Fa https://example.com/?callback=https://app.example.com/oauth https://example.com/?ids=1,2,3
	https://example.test/ https://a.invalid/ https://example.onion/ https://sub_domain.example.com/ https://a--b.example.com/ https://123.example.com/ https://example.com/a%26b
	https://shop.example/products/42?ref=mail https://example.com/?sort=-date https://example.com/a/b/ https://example.com/?utm_source=x&utm_medium=y https://example.com/%E6%97%A5
	https://example.com/search?q=url+parser&hl=en&start=10 https://example.com/a.tar.gz https://example.com/2026/11/22/title-of-a-post https://example.com/a/b?c/d?e
	https://example.com/?q=10:30 https://example.com/?q=a@b https://example.com/issues/1#issuecomment-2 https://example.com/?a=%2B
	https://example.com/?q=%E6%97%A5%E6%9C%AC https://example.com/?d=2026-11-22T10:00:00%2B01:00 https://example.com/?json=%7B%22a%22%3A1%7D https://example.com/?a=b#c?d
	https://example.com/path;v=1/x https://example.com/a%2Cb https://example.com/%28a%29 https://example.com/map/@52.5,13.4,12z https://example.com/npm/@scope/name@1.2.3
	https://static.example.com/a.js?v=3 https://mail.example.org/u/0/#inbox https://docs.example.net/en/latest/ https://xn--fiq228c.com/ https://中文.com/ https://россия.рф/
	https://example.co.jp/ https://example.com.au/ https://www.example.com.au/ https://example.org.uk/ https://shop.example.co.nz/ https://example.gov.uk/ https://example.edu/
	https://example.dev/ https://example.app/ https://example.io/ https://example.ai/ https://foo.web.app/ https://foo.pages.dev/ https://foo.blogspot.com/ https://foo.vercel.app/
	https://com.com/ https://org.org/ https://net.net/ https://community.example.com/ https://company.example.com/ https://network.example.com/ https://orgs.example.com/
`),
	// What package display shows in Unicode.
	"https://\u0131\u015F\u0131k.com/", "https://alt\u0131n.com.tr/", "https://\u0257aki.com/", "https://\u0256evi.com/", "https://\u03C3\u03C5\u03BD.com/",
	"https://\u043C\u044B\u0301.com/", "https://\u0643\u064E\u062A\u064E\u0628\u064E.com/", "https://\u30B9\u30FC\u30D1\u30FC.com/", "https://\u30E4\u30DE\u30FB\u30AB\u30EF.com/",
	"https://\u4E2D\u30FB\u56FD.com/", "https://\u5DE5\u5546a.com/",
	// Emoji and words that need joiners and selectors.
	"https://example.com/\u2764\ufe0f", "https://example.com/\U0001f3f3\ufe0f\u200d\U0001f308", "https://example.com/1\ufe0f\u20e3",
	"https://example.com/\u845b\U000e0100", "https://example.com/\U0001f469\U0001f3fd\u200d\U0001f680", "https://example.com/\u0645\u06cc\u200c\u062e\u0648",
	"https://example.com/\u0915\u094d\u200d\u0937", "https://example.com/%E2%9D%A4%EF%B8%8F",
)

// read returns the notes of an input, which parses.
func read(t *testing.T, input string) []Note {
	t.Helper()
	u, err := url.Parse(strings.ToValidUTF8(input, "\ufffd"))
	if err != nil {
		t.Errorf("%+q is refused: %v", input, err)
		return nil
	}
	return Of(Subject{URL: u, Input: input, Lookup: lookup})
}

func lookup(domain string) (suffix string, icann, listed bool) {
	suffix, icann = publicsuffix.PublicSuffix(domain)
	return suffix, icann, icann || strings.Contains(suffix, ".")
}

// notesOf returns the kinds and levels of the notes of an input, and their texts.
func notesOf(t *testing.T, input string) (notes, texts []string) {
	t.Helper()
	for _, note := range read(t, input) {
		notes, texts = append(notes, note.Kind+" "+note.Level), append(texts, note.Text)
	}
	return notes, texts
}

// TestDangerous checks that each dangerous URL has its note, and that no plain URL has one.
func TestDangerous(t *testing.T) {
	count := 0
	for want, inputs := range dangerous {
		for _, input := range inputs {
			count++
			if notes, texts := notesOf(t, input); !slices.Contains(notes, want) {
				t.Errorf("%+q: notes %q, %q; want %q", input, notes, texts, want)
			}
		}
	}
	for _, input := range plain {
		if notes, texts := notesOf(t, input); len(notes) > 0 {
			t.Errorf("%+q is plain, but has notes: %q, %q", input, notes, texts)
		}
	}
	if len(plain) < 200 || count < 200 {
		t.Errorf("%d dangerous URLs and %d plain ones", count, len(plain))
	}
}

// TestChecks checks that each check has a dangerous URL for which it returns a note.
func TestChecks(t *testing.T) {
	found := make([]bool, len(checks))
	base := url.MustParse("https://shop.example/")
	for _, inputs := range dangerous {
		for _, input := range inputs {
			u, _ := url.Parse(input)
			s := Subject{URL: u, Input: input, Base: base, Lookup: lookup}.read()
			for i, check := range checks {
				_, ok := check(s)
				found[i] = found[i] || ok
			}
		}
	}
	for i, ok := range found {
		if !ok {
			t.Errorf("%s never returns a note: add URLs to dangerous", runtime.FuncForPC(reflect.ValueOf(checks[i]).Pointer()).Name())
		}
	}
}

// TestHiddenInRefused checks that hidden characters have their notes in an input that is refused, too.
func TestHiddenInRefused(t *testing.T) {
	for input, want := range map[string]string{
		"\u202ehttps://e.com/":           "U+202E is at byte 0.",
		"https://e\u202e.com/":           "U+202E is at byte 9.",
		"https://e.com:8\u20660/":        "U+2066 is at byte 15.",
		"https://e\u200d.com/":           "U+200D is at byte 9.",
		"https://%E2%80%AEmoc.e:x/":      "U+202E is at byte 8, percent-encoded.",
		"e.com/\U000e0041\U000e0042":     "U+E0041 is at byte 6, and there is one more such character.",
		"https://e.com:99999/\u200bpath": "U+200B is at byte 20.",
	} {
		list := OfRefused(input)
		if url.CanParse(input) || len(list) != 1 {
			t.Errorf("%+q: notes %+v; want a refusal with one note", input, list)
			continue
		}
		if note := list[0]; note.Level != Danger || !strings.HasPrefix(note.Text, want) {
			t.Errorf("%+q has the note %+v, want danger: %s", input, note, want)
		}
	}
	for _, input := range []string{"", "https://", "/a", "https://e com/", "http://[::1"} {
		if list := OfRefused(input); url.CanParse(input) || len(list) > 0 {
			t.Errorf("%q: notes %+v; want a refusal without notes", input, list)
		}
	}
}

// TestHostAsScheme checks what is read as a scheme although a host was meant, and what to write.
func TestHostAsScheme(t *testing.T) {
	for input, want := range map[string]string{
		"localhost:8080/x": "http://localhost:8080/x", "localhost:80": "http://localhost/", "example.com:443/a": "https://example.com/a", "Example.com:8080": "https://example.com:8080/",
		"db:5432/x": "https://db:5432/x", "tel:911": "", "sms:911?body=/x": "", "mailto:a@b": "", "com.example.app:/cb": "", "localhost:x": "", "https:443": "", "": "", "a:": "",
		"example.com:99999/a": "",
	} {
		u, err := url.Parse(input)
		meant, ok := HostAsScheme(input)
		if want == "" && ok && (err != nil || !u.IsSpecial()) || want != "" && (!ok || meant.Href() != want) {
			t.Errorf("%q: %q, %t, want %q", input, meant.Href(), ok, want)
		}
	}
}

// FuzzNotes checks that notes never panic, say something, and stay short.
func FuzzNotes(f *testing.F) {
	for _, inputs := range dangerous {
		f.Add(inputs[0], "https://shop.example/")
	}
	f.Fuzz(func(t *testing.T, input, baseURL string) {
		base, _ := url.Parse(baseURL)
		u, err := url.Parser{Base: base}.Parse(input)
		list := OfRefused(input)
		if err == nil {
			list = Of(Subject{URL: u, Input: input, Base: base, Lookup: lookup})
		}
		for _, note := range list {
			if note.Kind == "" || note.Text == "" || len(note.Text) > 2000 {
				t.Errorf("%q: %+v", input, note)
			}
		}
		for _, e := range (url.Parser{Base: base}).Validate(input) {
			if Describe(input, e) == "" {
				t.Errorf("%q: nothing is said about %v", input, e)
			}
		}
	})
}
