package display

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// The advice of https://url.spec.whatwg.org/#url-rendering, with its examples.
func TestStandard(t *testing.T) {
	for _, test := range []struct {
		advice   string
		in, want string
		opts     Options
	}{
		{"render only the host", "https://example.com:8080/path?query#fragment", "example.com", Options{HostOnly: true}},
		{"omit a leading www", "https://www.example.com/", "https://example.com/", Options{OmitWWW: true}},
		{"omit no other label", "https://mail.www.example.com/", "https://mail.www.example.com/", Options{OmitWWW: true}},
		{"do not render username and password", "https://examplecorp.com@attacker.example/", "https://attacker.example/", Options{}},
		{"render without the scheme", "https://example.com/a", "example.com/a", Options{OmitScheme: true}},
		{"show the registrable domain at least", "https://not-really-examplecorp.com/", "not-really-examplecorp.com", Options{MaxWidth: 15}},
		{"elide from the lowest label", "https://examplecorp.com.evil.com/", "…com.evil.com", Options{HostOnly: true, MaxWidth: 15}},
		{"never elide the end of the host", "https://examplecorp.com.evil.com/", "…evil.com", Options{HostOnly: true, MaxWidth: 9}},
		{"render domains with domain to Unicode", "https://xn--bcher-kva.example/", "https://b\u00FCcher.example/", Options{}},
		{"or the domain if that fails", "https://xn--8i7caa/", "https://xn--8i7caa/", Options{}},
		{"also beside a label that is not valid", "https://xn--a.xn--bcher-kva.example/", "https://xn--a.xn--bcher-kva.example/", Options{}},
		{"replace percent-encoded bytes", "https://example.com/%E2%9C%93?%C3%A9#%E6%97%A5", "https://example.com/\u2713?\u00E9#\u65E5", Options{}},
		{"unless they become invisible", "https://example.com/a%20b%E2%80%8B", "https://example.com/a%20b%E2%80%8B", Options{}},
		{"do not decode U+1F512", "https://example.com/%F0%9F%94%92", "https://example.com/%F0%9F%94%92", Options{}},
		{"left to right", "https://example.com/\u05D0", "\u2066https://example.com\u2066/\u05D0\u2069\u2069", Options{}},
	} {
		test.opts.PublicSuffixList = publicsuffix.List
		if got := URL(url.MustParse(test.in), test.opts); got != test.want {
			t.Errorf("%s: %s shown as %+q, want %+q", test.advice, test.in, got, test.want)
		}
	}

	// "display its registrable domain only to remove spoofing opportunities posted by subdomains"
	got := PartsOf(url.MustParse("https://examplecorp.attacker.com/"), Options{PublicSuffixList: publicsuffix.List})
	want := Parts{Scheme: "https://", Subdomain: "examplecorp.", RegistrableDomain: "attacker.com", Path: "/"}
	if got != want {
		t.Errorf("PartsOf = %+v, want %+v", got, want)
	}
}

// spoofs are attempts to make a URL pass for another one, and what is shown. The expected values follow from the
// standard's advice and UTS39. The "xn--" labels are those of whatwg-url for the same input.
var spoofs = []struct {
	in, want, why string
	opts          Options
}{
	// Domains that look like others.
	{in: "https://\u0430\u0440\u0440\u04CF\u0435.com/", want: "https://xn--80ak6aa92e.com/",
		why: "all Cyrillic, and every letter looks like a Latin one: a whole-script confusable of apple"},
	{in: "https://payp\u0430l.com/", want: "https://xn--paypl-7ve.com/",
		why: "Latin and Cyrillic in one label are not highly restrictive"},
	{in: "https://g\u03BF\u03BFgle.com/", want: "https://xn--ggle-0nda.com/",
		why: "Latin and Greek in one label are not highly restrictive"},
	{in: "https://\u03B1\u03BD\u03B1.com/", want: "https://xn--mxaa9a.com/",
		why: "all Greek, and every letter looks like a Latin one"},
	{in: "https://\u0570\u0585\u057C\u057D.com/", want: "https://xn--ebbyd4a.com/",
		why: "all Armenian, and every letter looks like a Latin one"},
	{in: "https://\u0261oogle.com/", want: "https://xn--oogle-qmc.com/",
		why: "U+0261 is a Latin letter, but of phonetics: its Identifier_Status is Restricted"},
	{in: "https://m\u0131crosoft.com/", want: "https://xn--mcrosoft-tkb.com/",
		why: "Turkish has U+0131, but here it is all that is not ASCII, and its confusable skeleton is i"},
	{in: "https://alt\u0131n.\u0441\u043E\u0440/", want: "https://xn--altn-nza.xn--n1aeb/",
		why: "below a top-level domain that looks like ASCII, nobody expects Turkish"},
	{in: "https://\u13E2\u13AA\u13A9.com/", want: "https://xn--f9db1o.com/",
		why: "Cherokee, a script of limited use, with capitals for letters"},
	{in: "https://\u0475\u0461.com/", want: "https://xn--n2a3b.com/",
		why: "archaic Cyrillic letters that look like v and w"},
	{in: "https://\uD55C\uAD6D\u043Ar.com/", want: "https://xn--r-stb8501kln7a.com/",
		why: "Hangul goes with Latin, but not with Cyrillic"},
	{in: "https://\u09E6\u09E6\u09ED.com/", want: "https://xn--07bav.com/",
		why: "Bengali digits 0, 0 and 7 alone; the 7 looks like a 9"},
	{in: "https://\u09151\u0968.com/", want: "https://xn--1-tud4w.com/",
		why: "digits of two systems"},
	{in: "https://\uFF21\uFF50\uFF50\uFF4C\uFF45.com/", want: "https://apple.com/",
		why: "fullwidth letters are mapped; this is apple.com"},
	{in: "https://\U0001D41A\U0001D429\U0001D429\U0001D425\U0001D41E.com/", want: "https://apple.com/",
		why: "so are mathematical letters"},
	{in: "https://\u2460\u2461\u2466.0.0.1/", want: "https://127.0.0.1/",
		why: "circled digits are mapped, which makes an IPv4 address"},
	{in: "https://0x7f.1/", want: "https://127.0.0.1/",
		why: "an IPv4 address in another notation is shown as the address"},

	// What looks like a delimiter, and delimiters that look like something else.
	{in: "https://examplecorp\uFF0Ecom\uFF0Eevil.example/", want: "https://examplecorp.com.evil.example/",
		why: "fullwidth full stops are dots"},
	{in: "https://examplecorp.com\u2044login.evil.example/", want: "https://examplecorp.xn--comlogin-g03d.evil.example/",
		why: "U+2044 is a symbol that looks like a slash, not a letter"},
	{in: "https://examplecorp.com\u2215login.evil.example/", want: "https://examplecorp.xn--comlogin-0f7d.evil.example/",
		why: "so is U+2215"},
	{in: "https://examplecorp.com\u30CElogin.evil.example/", want: "https://examplecorp.xn--comlogin-634g.evil.example/",
		why: "Katakana no, which looks like a slash, goes with Latin by UTS39, but not next to it"},
	{in: "https://examplecorp.com\u4E3Flogin.evil.example/", want: "https://examplecorp.xn--comlogin-9h0m.evil.example/",
		why: "so does the ideograph U+4E3F"},
	{in: "https://examplecorp.com\u3033login.evil.example/", want: "https://examplecorp.xn--comlogin-cz3g.evil.example/",
		why: "a repeat mark that looks like a slash, and is not for identifiers"},
	{in: "https://\u65E5\u672C\u30CElogin.evil.example/", want: "https://xn--login-5t4dp736a0ec.evil.example/",
		why: "Katakana no next to a Latin letter, after ideographs"},
	{in: "https://com\u30CE\u65E5\u672C.evil.example/", want: "https://xn--com-mn4b413ycvb.evil.example/", why: "and before ideographs"},
	{in: "https://account.booking.com\u3093detail\u3093restric-access.www-account-booking.com/en/",
		want: "https://account.booking.xn--comdetailrestric-access-ge5vga.www-account-booking.com/en/",
		why:  "Hiragana n looks like a slash and a letter in an attack of August 2025"},
	{in: "https://com\u3093\u3055.evil.example/", want: "https://xn--com-s83bvm.evil.example/", why: "and before kana, because no word begins with it"},
	{in: "https://\u8AAD\u3093login.evil.example/", want: "https://xn--login-1j4d2390d.evil.example/", why: "and after ideographs"},
	{in: "https://\u3055\u3093\u3093login.evil.example/", want: "https://xn--login-f83d3pa.evil.example/", why: "a second one in a row ends no word"},
	{in: "https://example.com.\u3093.evil.example/", want: "https://example.com.xn--wbk.evil.example/", why: "and alone, between dots"},
	{in: "https://pay\u30FCpal.com/", want: "https://xn--paypal-r64e.com/",
		why: "the Katakana sound mark looks like a dash next to Latin letters"},
	{in: "https://example.com.\u30CE.evil.example/", want: "https://example.com.xn--ldk.evil.example/",
		why: "and alone, between dots"},
	{in: "https://\u4E00.com/", want: "https://xn--4gq.com/", why: "the ideograph one alone looks like a dash"},
	{in: "https://a\u00B7b.com/", want: "https://xn--ab-0ea.com/",
		why: "U+00B7 is for Catalan between two l, else it could pass for a dot"},
	{in: "https://paypal\u02BC.com/", want: "https://xn--paypal-ujd.com/",
		why: "a letter that looks like an apostrophe"},
	{in: "https://www.examplecorp.com\\@evil.example/", want: "https://www.examplecorp.com/@evil.example/",
		why: "a backslash ends the host of a special URL, so this is examplecorp.com, and the @ is in its path"},

	// What cannot be seen.
	{in: "https://exam\u00ADple.com/", want: "https://example.com/", why: "a soft hyphen is dropped"},
	{in: "https://exam\u200Bple.com/", want: "https://example.com/", why: "so is a zero-width space"},
	{in: "https://\u0915\u094D\u200D\u0937.com/", want: "https://xn--11b2ezcw70k.com/",
		why: "a zero-width joiner after a virama is valid, but a domain without it looks much the same"},
	{in: "https://\u0646\u0627\u0645\u0647\u200C\u0627\u06CC.com/", want: "https://xn--mgba3gch31f060k.com/",
		why: "so is a zero-width non-joiner between joining letters"},
	{in: "https://\u00E9\u0301.com/", want: "https://xn--9ca68h.com/", why: "a second acute accent on e"},
	{in: "https://q\u0304\u0304.com/", want: "https://xn--q-3bba.com/", why: "the same mark twice"},
	{in: "https://q\u0300\u0301\u0302\u0303\u0304.com/", want: "https://xn--q-vbbdefg.com/",
		why: "more than four combining marks"},
	{in: "https://i\u0307stanbul.com/", want: "https://xn--istanbul-o0e.com/", why: "a dot on the dot of i"},
	{in: "https://l\u0338ogin.com/", want: "https://xn--login-mod.com/", why: "a stroke through the letter"},
	{in: "https://\u0627\u0640\u0628.com/", want: "https://xn--mgbc5e.com/",
		why: "a tatweel only lengthens the line between Arabic letters"},
	{in: "https://\u1112\u1112.com/", want: "https://xn--hqda.com/", why: "parts of Hangul syllables"},

	// What passes for something the browser shows.
	{in: "https://\U0001F512examplecorp.com/", want: "https://xn--examplecorp-1k96j.com/", why: "a padlock in the domain"},
	{in: "https://pay\u00E9!.com/", want: "https://xn--pay!-dpa.com/", why: "a symbol of ASCII is not for identifiers either"},
	{in: "https://\u2615.com/", want: "https://xn--53h.com/", why: "symbols are not for identifiers"},
	{in: "https://evil.example/#%F0%9F%94%93%F0%9F%9B%A1", want: "https://evil.example/#%F0%9F%94%93%F0%9F%9B%A1",
		why: "a padlock and a shield in the fragment"},

	// Usernames and passwords.
	{in: "https://examplecorp.com:443@evil.example/", want: "https://evil.example/", why: "the password looks like a port"},
	{in: "https://examplecorp.com%2Flogin%3F@evil.example/", want: "https://evil.example/", why: "the username looks like a host and path"},
	{in: "https://examplecorp.com@@evil.example/", want: "https://evil.example/", why: "the last @ counts"},
	{in: "https://\u202Emoc.procelpmaxe@evil.example/", want: "https://evil.example/", why: "the username turns the direction"},

	// Long hosts in little room.
	{in: "https://examplecorp.com.session-0123456789abcdef0123456789abcdef.evil.example/login", opts: Options{MaxWidth: 40},
		want: "https://…evil.example", why: "the label before the domain is too wide, so nothing before it stays either"},
	{in: "https://www.examplecorp.com.evil.example/", opts: Options{OmitWWW: true, MaxWidth: 28},
		want: "https://…com.evil.example", why: "it is cut before com, not after it"},
	{in: "https://evil.example/examplecorp.com/login", opts: Options{MaxWidth: 32},
		want: "https://evil.example/examplecor…", why: "the path comes after the whole host"},
	{in: "https://examplecorp.com.evil.example/", opts: Options{MaxWidth: 5},
		want: "evil.example", why: "the registrable domain stays, even if it is too wide"},
	{in: "https://www.com/", opts: Options{OmitWWW: true},
		want: "https://www.com/", why: "www. is part of the registrable domain"},

	// Paths, queries and fragments.
	{in: "https://evil.example/%E2%80%AEmoc.procelpmaxe", want: "https://evil.example/%E2%80%AEmoc.procelpmaxe",
		why: "U+202E turns the direction of what follows"},
	{in: "https://evil.example/%E2%81%A9%E2%81%A6%E2%80%8F", want: "https://evil.example/%E2%81%A9%E2%81%A6%E2%80%8F",
		why: "an isolate could be closed, opened, and text marked as right to left"},
	{in: "https://evil.example/%C2%A0%E3%80%80%E2%80%A8%EF%BB%BF%C2%AD", want: "https://evil.example/%C2%A0%E3%80%80%E2%80%A8%EF%BB%BF%C2%AD",
		why: "spaces, a line separator, a byte order mark and a soft hyphen"},
	{in: "https://evil.example/a%F0%93%91%81%F0%93%91%82%F0%9D%85%99a%F0%96%BF%A4", want: "https://evil.example/a%F0%93%91%81%F0%93%91%82%F0%9D%85%99a%F0%96%BF%A4",
		why: "these signs are blank"},
	{in: "https://evil.example/%F3%A0%81%81%EF%B8%8F%E3%85%A4%E2%A0%80", want: "https://evil.example/%F3%A0%81%81%EF%B8%8F%E3%85%A4%E2%A0%80",
		why: "a tag, a variation selector, a filler and a blank symbol"},
	{in: "https://evil.example/%EE%80%80%F4%8F%BF%BD%EF%BF%BD", want: "https://evil.example/%EE%80%80%F4%8F%BF%BD%EF%BF%BD",
		why: "private use, which fonts may draw as anything, and the replacement character"},
	{in: "https://evil.example/%EF%BC%8F%E2%88%95%EF%BC%9F%EF%BC%83%EF%BC%85", want: "https://evil.example/%EF%BC%8F%E2%88%95%EF%BC%9F%EF%BC%83%EF%BC%85",
		why: "what looks like / ? # %"},
	{in: "https://evil.example/%2F%5C%3F%23%25%40%3A%2e?%23%26%3D", want: "https://evil.example/%2F%5C%3F%23%25%40%3A%2e?%23%26%3D",
		why: "decoded, it would parse as another URL"},
	{in: "https://evil.example/%C0%AF%ED%A0%80%FF%E6%97", want: "https://evil.example/%C0%AF%ED%A0%80%FF%E6%97",
		why: "not UTF-8; the first two bytes are an overlong /"},
	{in: "https://evil.example/%00%0A%1B%7F%C2%85", want: "https://evil.example/%00%0A%1B%7F%C2%85",
		why: "controls"},
	{in: "https://evil.example/%CC%B8%CC%81a%CC%81%CC%81", want: "https://evil.example/%CC%B8%CC%81a\u0301%CC%81",
		why: "marks on the slash and on another, but not the one on a letter"},
	{in: "https://evil.example/%C4%B1%CC%80%C4%AF%CC%87", want: "https://evil.example/\u0131%CC%80\u012F%CC%87",
		why: "a grave accent on i without a dot looks like one on i, and a dot on i with an ogonek is not seen"},
	{in: "https://evil.example/a%20%CC%81a%EF%B8%8F%E1%85%A1", want: "https://evil.example/a%20%CC%81a%EF%B8%8F%E1%85%A1",
		why: "a mark on a space that is not shown, a variation selector on a letter, half a Hangul syllable"},
	{in: "https://evil.example/a%E2%83%9D%E2%83%A0", want: "https://evil.example/a%E2%83%9D%E2%83%A0",
		why: "a circle and a prohibition sign around the letter"},
	{in: "data:text/html,examplecorp.com", opts: Options{OmitScheme: true}, want: "data:text/html,examplecorp.com",
		why: "without the scheme, the data would pass for a host and path"},
	{in: "javascript:%E2%80%AEexamplecorp.com/", opts: Options{HostOnly: true}, want: "",
		why: "there is no host"},

	// Text from right to left.
	{in: "https://\u05D0\u05D1.\u05D2\u05D3.com/", want: "\u2066https://\u2066\u05D0\u05D1\u2069.\u2066\u05D2\u05D3\u2069.com/\u2069",
		why: "without isolates the first label would come next to com, and pass for the registrable domain"},
	{in: "https://\u05D0\u05D1.com/\u05D2\u05D3/com", want: "\u2066https://\u2066\u05D0\u05D1\u2069.com\u2066/\u05D2\u05D3/com\u2069\u2069",
		why: "the path stays after the host"},
	{in: "https://evil.example/?a=\u0661\u0662#\u0627", want: "\u2066https://evil.example/\u2066?a=\u0661\u0662\u2069\u2066#\u0627\u2069\u2069",
		why: "Arabic digits turn the order of what is next to them, too"},
}

func TestSpoofs(t *testing.T) {
	for _, test := range spoofs {
		test.opts.PublicSuffixList = publicsuffix.List
		if got := URL(url.MustParse(test.in), test.opts); got != test.want {
			t.Errorf("%+q shown as %+q, want %+q: %s", test.in, got, test.want, test.why)
		}
	}
}

// TestMailSpoofs has the domains of spoofs in e-mail addresses. What is in ASCII in an https: URL is so in a mailto: URL.
func TestMailSpoofs(t *testing.T) {
	tried := 0
	for _, test := range spoofs {
		host, _, _ := strings.Cut(strings.TrimPrefix(test.in, "https://"), "/")
		want, _, _ := strings.Cut(strings.TrimPrefix(test.want, "https://"), "/")
		if !strings.Contains(want, "xn--") {
			continue
		}
		tried++
		for _, before := range []string{"mailto:info@", "mailto:info%40", "mailto:a@example.com,b@", "mailto:%D0%B0@example.com%2C%20%22b\"@"} {
			shown := strings.ReplaceAll(before, "%D0%B0", "\u0430")
			for _, after := range []string{"", ",c@example.com", "?subject=a@b", "%20", ">", ";c"} {
				in := before + url.PercentEncode(host, url.ComponentPercentEncodeSet) + after
				if got := URL(url.MustParse(in), Options{}); got != shown+want+after {
					t.Errorf("%s shown as %+q, want %+q: %s", in, got, shown+want+after, test.why)
				}
			}
		}
	}
	if tried < 36 {
		t.Errorf("only %d domains", tried)
	}
}

// TestMailDomains has paths of mailto: URLs. The "xn--" labels are those of spoofs.
func TestMailDomains(t *testing.T) {
	const apple, ascii = "\u0430\u0440\u0440\u04CF\u0435", "xn--80ak6aa92e"
	for in, want := range map[string]string{
		"":                                "",
		"info":                            "info",
		apple + ".com":                    apple + ".com", // no "@"
		apple + "@example.com":            apple + "@example.com",
		"@" + apple + ".com":              "@" + ascii + ".com",
		"a@" + apple + ".\u0440\u0444":    "a@" + apple + ".\u0440\u0444",
		"a@b\u00FCcher.example":           "a@b\u00FCcher.example",
		"a@b@c.example,\u00E9@d.example":  "a@b@c.example,\u00E9@d.example",
		"a@b.example,x:\u00E9@b.example":  "a@b.example,x:\u00E9@b.example",
		"a@b.example(x)\u00E9.com":        "a@b.example(x)%C3%A9.com",
		"a@B\u00DCCHER.example":           "a@b\u00FCcher.example",
		"a@\u0410\u041C\u0415\u0425.com":  "a@xn--80aku1b.com",              // Cyrillic capitals that look like AMEX, and so do the small letters
		"a@\u039D\u0399\u039A\u0395.com":  "a@\u03BD\u03B9\u03BA\u03B5.com", // Greek capitals that look like NIKE
		"a@\U0001D41B\uFF41.COM":          "a@ba.com",
		"a@xn--bcher-kva.example":         "a@xn--bcher-kva.example",
		"a@xn--bcher-kva.b\u00FCcher.com": "a@b\u00FCcher.b\u00FCcher.com",
		"a@b\u00FCcher." + apple + ".COM": "a@b\u00FCcher." + ascii + ".com",
		"a@WWW." + apple + ".com":         "a@www." + ascii + ".com",
		"a@" + apple + "%2Ecom":           "a@" + ascii + ".com",
		"a%40" + apple + ".com@b.example": "a%40" + ascii + ".com@b.example",
		"a@" + apple + ".com@b.example":   "a@" + ascii + ".com@b.example",
		"a%40b@\u00E9.example":            "a%40b@\u00E9.example",
		"a@\u00E9.example,\u00E9@" + apple + ".com,c@\u00E9.example": "a@\u00E9.example,\u00E9@" + ascii + ".com,c@\u00E9.example",
		"a@" + apple + ".com%2C%20b@c.example":                       "a@" + ascii + ".com%2C%20b@c.example",
		"a@" + apple + ".com;.\u0440\u0444":                          "a@" + ascii + ".com;.\u0440\u0444",
		"<a@" + apple + ".com>":                                      "<a@" + ascii + ".com>",
		"a@\u2460.0.0.1":                                             "a@%E2%91%A0.0.0.1", // an IPv4 address
		"a@\U0001F512.com":                                           "a@xn--lv8h.com",    // a padlock
		"\"a@b\"@" + apple + ".com,\u00E9@\u00E9.example":            "\"a@b\"@" + ascii + ".com,%C3%A9@\u00E9.example",
		"a%":                                         "a%",
		"a@" + apple + ".com%":                       "a@" + ascii + ".com%",
		"a@\u05D0.com,b@" + apple + ".com":           "\u2066a@\u05D0.com,b@" + ascii + ".com\u2069",
		"a@b%CC%81,%CC%81@%CC%81":                    "a@b\u0301,%CC%81@%CC%81",
		"a@\u00E9.1,\u00E9@\u00E9.example":           "a@%C3%A9.1,\u00E9@\u00E9.example",
		"<a@\u00E9.example>\u00E9":                   "<a@\u00E9.example>\u00E9",
		"a@\u00E9.example%20\u00E9,\u00E9@b.example": "a@\u00E9.example%20%C3%A9,%C3%A9@b.example",
	} {
		u := url.MustParse("MAILTO:" + in + "?cc=a@" + apple + ".com")
		if got := PartsOf(u, Options{OmitScheme: true}); got.Scheme != "mailto:" || got.Path != want || got.Query != "?cc=a@"+apple+".com" {
			t.Errorf("%+q shown as %+q, want %+q", in, got, want)
		}
		if u := url.MustParse("foo:" + in); PartsOf(u, Options{}).Path != isolate(decodeText(u.Pathname(), url.C0ControlPercentEncodeSet)) {
			t.Errorf("%+q of another scheme shown as %+q", in, PartsOf(u, Options{}))
		}
	}
	// What is not a host is not decoded. Nor is what follows a comment or the like, because a mail program may find a domain there.
	encoded := url.PercentEncode(apple, url.PathPercentEncodeSet)
	for _, domain := range []string{
		"*.1", "%FF*.com", "xn--a.*.com", "*.com%C2%A0", "%CC%81x.*.com", "%D7%901b.*.com", "*.com%EF%BC%9E",
		"%00*.com", "%20*.com", "x%7F*.com", "[*.com]", "%5B*.com%5D", "(x)*.com", "(%2C)*.com", "(,b@c,)*.com", "x (,).*.com",
		`"*.com"`, ">*.com", ",*.com", "@(*.com", "\\*.com", "%25*.com", "%*.com",
	} {
		for _, before := range []string{"a@", "a%40", "a@b.example,c@"} {
			in := "mailto:" + before + strings.Replace(domain, "*", encoded, 1)
			u := url.MustParse(in)
			if got, want := URL(u, Options{}), u.Href(); got != want {
				t.Errorf("%s shown as %+q, want %s", in, got, want)
			}
		}
	}
	if got := URL(url.MustParse("mailto:a@"+apple+".com"), Options{MaxWidth: 13}); got != "mailto:a@xn-…" {
		t.Errorf("in 13 cells: %+q", got)
	}
}

// What imitates nothing is shown as it is read.
func TestUnicode(t *testing.T) {
	for _, in := range []string{
		"https://b\u00FCcher.example/", "https://fa\u00DF.de/", "https://l\u00B7l.cat/", "https://\u00F8re-\u0142\u00F3d\u017A2.example/",
		"https://\u65E5\u672C\u8A9E.jp/", "https://t\u30B7\u30E3\u30C4.jp/", "https://\u30CE\u30FC\u30C8.jp/", "https://\u30A2\u30FB\u30A4.jp/",
		"https://\u308A\u3093\u3054.jp/", "https://\u307F\u3093\u306A2.jp/", "https://\u307F\u304B\u30932.jp/", "https://a\u8AAD\u3093\u3060.jp/",
		"https://\u7389\u5C71.\u9999\u6E2F/", "https://\uD55C\uAD6D\uC5B4.kr/", "https://\uD55C\uAD6Dkr.com/",
		"https://\u043F\u0440\u0438\u043C\u0435\u0440.com/", "https://\u03B5\u03BB\u03BB\u03B7\u03BD\u03B9\u03BA\u03AC.gr/",
		"https://\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD.com/", "https://\u0939\u093F\u0928\u094D\u0926\u0940\u0967\u0968.com/",
		"https://\u0995\u09E6\u09E7\u09E8\u09E9\u09EA\u09EB\u09EC\u09ED\u09EE\u09EF.com/",
		"https://\u0E44\u0E17\u0E22.com/", "https://\u1019\u103C\u1014\u103A\u1019\u102C.com/", "https://\u10E5\u10D0\u10E0\u10D7\u10E3\u10DA\u10D8.ge/",
		"https://\u0E0A\u0E37\u0E48\u0E2D.com/", "https://q\u0300\u0301\u0302\u0303.com/", // up to four marks
		"https://24h-caf\u00E9.com/",
		"https://\u0430\u0440\u0440\u04CF\u0435.\u0440\u0444/",      // below a Cyrillic top-level domain, nobody expects Latin letters
		"https://\u0441\u043E\u0440.\u0440\u0443\u0441/",            // that exists, although all of it looks like Latin letters
		"https://\u0441\u043E\u0440.\u0440\u0443\u0441./",           // with the dot of the root
		"https://example.com/\u30CE\u30FC\u30C8/\u1112\u1161\u11AB", // paths are not held to the rules for domains
		"https://example.com/\"<>^`{}?\"'<>#\"<>`", "https://example.com/j\u0301q\u0307", "https://example.com//a", "foo:/a",
	} {
		if got := URL(url.MustParse(in), Options{}); got != in {
			t.Errorf("%+q shown as %+q", in, got)
		}
	}
}

// TestScripts shows words of many languages, and labels that mix scripts or look like ASCII. The file has what Chromium shows,
// which TestDisplay of the playground checks, and what is shown here where that differs on purpose.
func TestScripts(t *testing.T) {
	text, err := os.ReadFile("testdata/scripts.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) != 4 || columns[0] == columns[1] {
			t.Fatalf("not a row: %q", line)
		}
		want, why := columns[1], columns[2]
		if want == "same" {
			want = columns[0]
		}
		for name := range strings.FieldsSeq(columns[3]) {
			if !strings.Contains(name, ".") {
				name += ".com"
			}
			u := url.MustParse("http://" + name)
			if read := url.DomainToUnicode(u.Hostname()); read != name {
				t.Errorf("%s: %+q is read as %+q", why, name, read)
			}
			got := "Punycode"
			shown := strings.NewReplacer(leftToRightIsolate, "", popDirectionalIsolate, "").Replace(URL(u, Options{HostOnly: true}))
			if shown == name {
				got = "Unicode"
			}
			if got != want {
				t.Errorf("%s: %+q (%[2]s) is shown as %+q, want %s", why, name, shown, want)
			}
			tried++
		}
	}
	if tried < 400 {
		t.Errorf("only %d hosts", tried)
	}
}

// TestNumberSystems also has two systems that follow each other without a gap, those of U+1D7CE and U+1D7D8.
func TestNumberSystems(t *testing.T) {
	for label, want := range map[string]bool{
		"a": true, "1a9": true, "a\u0967\u0968": true, "1\u0968": false, "\u0967\u09E8": false,
		"\U0001D7CF\U0001D7D7": true, "\U0001D7D8\U0001D7E1": true, "\U0001D7CF\U0001D7D9": false,
	} {
		if got := hasOneNumberSystem(label); got != want {
			t.Errorf("%+q: %t", label, got)
		}
	}
}

// TestTopLevelDomains checks that each top-level domain of a public suffix list is shown: none is an imitation.
func TestTopLevelDomains(t *testing.T) {
	if len(topLevelDomains) < 100 || !slices.IsSorted(topLevelDomains) {
		t.Fatalf("%d top-level domains, sorted: %t", len(topLevelDomains), slices.IsSorted(topLevelDomains))
	}
	for _, name := range topLevelDomains {
		host, err := url.ParseHost(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, listed := publicsuffix.PublicSuffix(host.String()); !listed {
			t.Errorf("%s is not in golang.org/x/net/publicsuffix", name)
		}
		if shown := shownLabels(host.String()); shown[0] != name {
			t.Errorf("%s is shown as %s", name, shown[0])
		}
	}
}

// TestLookalikes tries what looks like a delimiter. The prototypes are those of confusables.txt of Unicode 17.
func TestLookalikes(t *testing.T) {
	for delimiter, lookalikes := range map[string]string{
		"/":  "\u1735\u2041\u2044\u2215\u2571\u27CB\u29F8\u2AFB\u2AFD\u2F03\u31D3\uFF0F\U0001D23A",
		"\\": "\u2216\u244A\u2572\u27CD\u29F5\u29F9\u2F02\u31D4\uFE68\uFF3C\U0001D20F\U0001D23B",
		":":  "\u02F8\u0589\u05C3\u0703\u16EC\u1803\u205A\u2236\uA789\uFE30\uFF1A",
		".":  "\u2024\u2025\u2026\u0701\u0702\uA60E\uFF0E", "=": "\u1400\u2E40\u30A0\u2A75\uA4FF\uFF1D",
		"?": "\u2047\u2048\u2049\uFF1F", "@": "\uFF20\uFE6B", "#": "\uFF03", "&": "\uFF06", "%": "\u066A\u2030\uFF05", ";": "\u037E\uFF1B",
	} {
		for _, r := range lookalikes {
			in := "https://h.example/a" + url.PercentEncode(string(r), url.PathPercentEncodeSet)
			if got := URL(url.MustParse(in), Options{}); got != in {
				t.Errorf("U+%04X looks like %s, and is shown as %+q", r, delimiter, got)
			}
		}
	}
	tried := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if unicode.In(r, unicode.P, unicode.S, unicode.No, unicode.Nl) && strings.ContainsAny(norm.NFKC.String(string(r)), "/\\?#%@:=&.;") {
			tried++
			if isShown(r, url.PathPercentEncodeSet) {
				t.Errorf("U+%04X is shown, but stands for %s", r, norm.NFKC.String(string(r)))
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d characters stand for a delimiter", tried)
	}
	for _, r := range "\u30CE\u4E3F\u0660\u0903\u3001\u3002\u2014\u20AC\u00B7" { // some of them look like delimiters
		if got := URL(url.MustParse("https://h.example/a"+string(r)), Options{}); !strings.ContainsRune(got, r) {
			t.Errorf("U+%04X is shown as %+q", r, got)
		}
	}
}

// A label with more than 63 bytes in ASCII is too long for the DNS, and is shown in ASCII. The labels are what Python's
// codec "punycode" makes of "\u00FC" or "\u043F\u0440\u0438\u043C\u0435\u0440" in them.
func TestLongLabels(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"xn--b" + strings.Repeat("c", 54) + "-pxf", "b\u00FC" + strings.Repeat("c", 54)}, // 63 bytes
		{"xn--b" + strings.Repeat("c", 55) + "-80f", ""},                                  // 64 bytes
		{"xn--e1aaaaaaaaavbbbbbbbb4dcccccccc2dddddddddfdbdbdbdbdbdbdbdbd", strings.Repeat("\u043F\u0440\u0438\u043C\u0435\u0440", 9)},
		{"xn--e1aaaaaaaaaaxbbbbbbbbb0eccccccccc8ddddddddddfdbdbdbdbdbdbdbdbdbd", ""},
		{strings.Repeat("a", 64), ""},
	} {
		want := test.want
		if want == "" {
			want = test.in
		}
		for _, format := range []string{"https://~.example/", "https://a.~.example/", "https://b\u00FCcher.~/", "https://b\u00FCcher.~.example./"} {
			in, want := strings.ReplaceAll(format, "~", test.in), strings.ReplaceAll(format, "~", want)
			if got := URL(url.MustParse(in), Options{}); got != want {
				t.Errorf("%+q shown as %+q, want %+q", in, got, want)
			}
		}
	}
}

func TestParts(t *testing.T) {
	for _, test := range []struct {
		in   string
		opts Options
		want Parts
	}{
		{"https://u:p@www.example.co.uk:8443/a?b#c", Options{},
			Parts{"https://", "www.", "example.co.uk", ":8443", "/a", "?b", "#c", false}},
		{"https://www.example.co.uk:8443/a?b#c", Options{HostOnly: true, OmitWWW: true},
			Parts{RegistrableDomain: "example.co.uk"}},
		{"https://a.b.example.com./", Options{},
			Parts{Scheme: "https://", Subdomain: "a.b.", RegistrableDomain: "example.com.", Path: "/"}},
		{"http://github.io", Options{}, // without a registrable domain, the host
			Parts{Scheme: "http://", RegistrableDomain: "github.io", Path: "/"}},
		{"http://[::1]:80/", Options{OmitScheme: true}, Parts{RegistrableDomain: "[::1]", Path: "/"}},
		{"http://[::1]:81/", Options{HostOnly: true}, Parts{RegistrableDomain: "[::1]"}},
		{"foo://user@h%C3%A9.a.b:80?q", Options{OmitScheme: true}, // an opaque host is not a domain
			Parts{Scheme: "foo://", RegistrableDomain: "h%C3%A9.a.b", Port: ":80", Query: "?q"}},
		{"file:///C:/%C3%A9", Options{}, Parts{Scheme: "file://", Path: "/C:/\u00E9"}},
		{"file:///C:/%C3%A9", Options{OmitScheme: true}, Parts{Path: "/C:/\u00E9"}},
		{"foo:/.//x?", Options{}, Parts{Scheme: "foo:", Path: "/.//x", Query: "?"}},
		{"mailto:%C3%A9@example.com%20%22", Options{}, Parts{Scheme: "mailto:", Path: "\u00E9@example.com%20%22"}},
		{"https://www.example.com/", Options{MaxWidth: 14},
			Parts{Subdomain: "…", RegistrableDomain: "example.com", Elided: true}},
		{"https://example.com/a?b", Options{MaxWidth: 22}, // the path fits
			Parts{Scheme: "https://", RegistrableDomain: "example.com", Path: "/a", Query: "…", Elided: true}},
		{"https://www.example.com/", Options{OmitWWW: true, OmitScheme: true, MaxWidth: 12},
			Parts{RegistrableDomain: "example.com", Path: "/"}},
	} {
		test.opts.PublicSuffixList = publicsuffix.List
		if got := PartsOf(url.MustParse(test.in), test.opts); got != test.want {
			t.Errorf("%s: %+q, want %+q", test.in, got, test.want)
		}
	}
	if got := URL(url.URL{}, Options{MaxWidth: 1}); got != "" {
		t.Errorf("the zero URL is shown as %q", got)
	}
}

// ownList is a list with one suffix.
type ownList string

func (l ownList) PublicSuffix(domain string) string {
	if strings.HasSuffix(domain, "."+string(l)) {
		return string(l)
	}
	return domain[strings.LastIndexByte(domain, '.')+1:]
}

func TestPublicSuffixList(t *testing.T) {
	u := url.MustParse("https://www.alice.pages.example/a")
	for _, test := range []struct {
		opts Options
		want Parts
	}{
		{Options{OmitWWW: true}, Parts{Scheme: "https://", RegistrableDomain: "www.alice.pages.example", Path: "/a"}}, // no list
		{Options{MaxWidth: 20}, Parts{RegistrableDomain: "www.alice.pages.example", Elided: true}},
		{Options{PublicSuffixList: publicsuffix.List},
			Parts{Scheme: "https://", Subdomain: "www.alice.", RegistrableDomain: "pages.example", Path: "/a"}},
		{Options{PublicSuffixList: ownList("pages.example")},
			Parts{Scheme: "https://", Subdomain: "www.", RegistrableDomain: "alice.pages.example", Path: "/a"}},
		{Options{PublicSuffixList: ownList("pages.example"), MaxWidth: 19, OmitWWW: true},
			Parts{RegistrableDomain: "alice.pages.example", Elided: true}},
	} {
		if got := PartsOf(u, test.opts); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.opts, got, test.want)
		}
	}
}

func TestMaxWidth(t *testing.T) {
	const long = "https://examplecorp.com.evil.co.uk:8080/path/\u65E5\u672C?q#f" // 53 cells, 2 for each ideograph
	for _, test := range []struct {
		in       string
		maxWidth int
		want     string
	}{
		{long, 53, long},
		{long, 52, "https://examplecorp.com.evil.co.uk:8080/path/\u65E5\u672C?q…"},
		{long, 50, "https://examplecorp.com.evil.co.uk:8080/path/\u65E5\u672C…"},
		{long, 49, "https://examplecorp.com.evil.co.uk:8080/path/\u65E5…"}, // one cell stays free
		{long, 41, "https://examplecorp.com.evil.co.uk:8080/…"},
		{long, 40, "https://examplecorp.com.evil.co.uk:8080"}, // an ellipsis would seem to be of the host
		{long, 38, "https://…com.evil.co.uk:8080"},
		{long, 27, "https://…evil.co.uk:8080"},
		{long, 23, "…com.evil.co.uk:8080"},
		{long, 16, "…evil.co.uk:8080"},
		{long, 15, "…com.evil.co.uk"},
		{long, 11, "…evil.co.uk"},
		{long, 10, "evil.co.uk"},
		{long, 1, "evil.co.uk"},
		{"https://example.com/a%CC%81bc", 23, "https://example.com/a\u0301bc"}, // a mark takes no cell …
		{"https://example.com/a%CC%81bc", 22, "https://example.com/a\u0301…"},  // … and is not parted from its letter
		{"https://example.com/%20%20", 26, "https://example.com/%20%20"},
		{"https://example.com/%20%20", 25, "https://example.com/%20…"}, // not "%20%…" or "%20%2…"
		{"https://example.com/%20%20", 24, "https://example.com/%20…"},
		{"https://example.com/\u1112\u1161\u11AB\u1112", 22, "https://example.com/…"},
		{"https://example.com/\u1112\u1161\u11AB\u1112", 23, "https://example.com/\u1112\u1161\u11AB…"},
		{"https://example.com/\uFF21\uFF71", 23, "https://example.com/\uFF21\uFF71"}, // fullwidth 2, halfwidth 1
		{"https://example.com/\uFF21\uFF71", 22, "https://example.com/…"},
		{"https://example.com/\U0001F600x", 22, "https://example.com/…"},
		{"https://\u05D0.example.com/\u05D1\u05D2\u05D3", 24, "\u2066https://\u2066\u05D0\u2069.example.com\u2066/\u05D1…\u2069\u2069"},
		{"foo://a.b.c/path", 5, "foo://a.b.c"},       // the scheme says that a.b.c is not a domain
		{"data:text/html,hello", 12, "data:text/h…"}, // no host to keep
		{"data:text/html,hello", 1, "data:"},
		{"file:///etc/passwd", 12, "file:///etc…"},
		{"file:///etc/passwd", 3, "file://"},
		{"http://[2001:db8::1]:81/x", 5, "[2001:db8::1]"},
	} {
		if got := URL(url.MustParse(test.in), Options{MaxWidth: test.maxWidth, PublicSuffixList: publicsuffix.List}); got != test.want {
			t.Errorf("%+q in %d cells: %+q, want %+q", test.in, test.maxWidth, got, test.want)
		}
	}
}

func BenchmarkURL(b *testing.B) {
	for _, bench := range []struct{ name, in string }{
		{"ASCII", "https://www.example.com/a/b?c=d"},
		{"IDN", "https://www.b\u00FCcher.example/%C3%A9"},
		{"long label", "https://" + strings.Repeat("\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD", 200_000) + "/"}, // 1 MB of ASCII
		{"many labels", "https://" + strings.Repeat("\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD.", 75_000) + "example/"},
		{"long path", "https://example.com/" + strings.Repeat("%C3%A9", 175_000)},
	} {
		u := url.MustParse(bench.in)
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(u.Href())))
			for b.Loop() {
				URL(u, Options{})
			}
		})
	}
}
