package display

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/internal/infra"
)

var parsed = hostile.Remembering(func(s string) url.URL { u, _ := url.Parse(s); return u })

// attacks render hostile URLs.
var attacks = map[string]hostile.Use{
	"URL(u)":                        hostile.OnURL(parsed, func(u url.URL) { URL(u, Options{}) }),
	"URL(u), the host only":         hostile.OnURL(parsed, func(u url.URL) { URL(u, Options{HostOnly: true}) }),
	"URL(u), without www":           hostile.OnURL(parsed, func(u url.URL) { URL(u, Options{OmitScheme: true, OmitWWW: true, PublicSuffixList: publicsuffix.List}) }),
	"PartsOf(u) in a narrow column": hostile.OnURL(parsed, func(u url.URL) { PartsOf(u, Options{MaxWidth: 20, PublicSuffixList: publicsuffix.List}) }),
	"PartsOf(u) in a wide column":   hostile.OnURL(parsed, func(u url.URL) { PartsOf(u, Options{MaxWidth: len(u.Href()) / 3, PublicSuffixList: publicsuffix.List}) }),
	"PartsOf(u) in the widest one":  hostile.OnURL(parsed, func(u url.URL) { PartsOf(u, Options{MaxWidth: math.MaxInt}) }),
	"PartsOf(u) without a scheme": hostile.OnURL(parsed, func(u url.URL) {
		PartsOf(u, Options{MaxWidth: 1, OmitScheme: true, PublicSuffixList: publicsuffix.List})
	}),
	"Parts.String(p)": onParts(func(p Parts) { _ = p.String() }),
}

func onParts(do func(p Parts)) hostile.Use {
	return func(s string) (int, func()) {
		u := parsed(s)
		if u.IsZero() {
			return 0, nil
		}
		p := PartsOf(u, Options{})
		return len(u.Href()), func() { do(p) }
	}
}

// addresses are mailto: URLs that are hard to show.
var addresses = hostile.Shapes{
	"commas":               hostile.Repeated("mailto:", ",", ""),
	"at signs":             hostile.Repeated("mailto:", "@", ""),
	"at signs, encoded":    hostile.Repeated("mailto:", "%40", ""),
	"short domains":        hostile.Repeated("mailto:", "@%D0%B0", ""),
	"short domains, wrong": hostile.Repeated("mailto:", "@%D0%B0.1", ""),
	"domains":              hostile.Repeated("mailto:", "a@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com,", ""),
	"labels":               hostile.Repeated("mailto:a@", "%D0%B0.", "com"),
	"a long label":         hostile.Repeated("mailto:a@", "%D0%B0", ".com"),
	"marks":                hostile.Repeated("mailto:a@", "%CC%81", ""),
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	hostile.CheckComplete(t, attacks, map[string]string{"Options": "numbers, flags and a list"})
}

// TestGrowth checks that rendering takes time and memory that grow linearly with the length of the URL. Only this test
// states how much memory.
func TestGrowth(t *testing.T) {
	most := func(name, shape string) float64 { return 48 }
	hostile.Check(t, addresses, attacks, most)
	hostile.Check(t, hostile.URLs, attacks, most)
}

// TestZeroValues renders the zero URL with odd options. Nothing may panic.
func TestZeroValues(t *testing.T) {
	hostile.CallZeros(t, new(Parts), new(Options))
	for _, o := range []Options{{}, {HostOnly: true}, {OmitScheme: true, OmitWWW: true, MaxWidth: 1}, {MaxWidth: -1}} {
		if s := URL(url.URL{}, o); s != "" {
			t.Errorf("%+v: %q", o, s)
		}
	}
}

// FuzzDisplay checks what holds for every URL that is shown: it is the same URL, contains the domain, fits, and all of
// it is visible.
func FuzzDisplay(f *testing.F) {
	for i, test := range spoofs {
		f.Add(test.in, uint8(i))
	}
	f.Add("https://u:p@xn--bcher-kva.example.co.uk:8080/%c3%a9%41%20/%7B?%27#%60", uint8(20))
	f.Add("foo://h%C3%A9st/%27?%27", uint8(20))
	f.Add("data:a b#%CC%81", uint8(3))
	f.Add("mailto:%C3%A9@\u0430\u0440\u0440\u04CF\u0435.com%2C%20a%40b\u00FCcher.example,?cc=a@b", uint8(20))
	f.Fuzz(func(t *testing.T, s string, maxWidth uint8) {
		u, err := url.Parse(s)
		if err != nil {
			return
		}
		testReparses(t, u)
		for opts := range 8 {
			testFits(t, u, Options{HostOnly: opts&1 > 0, OmitScheme: opts&2 > 0, OmitWWW: opts&4 > 0, MaxWidth: int(maxWidth),
				PublicSuffixList: publicsuffix.List})
		}
	})
}

// testReparses checks that what is shown parses to the same URL, or does not parse because of isolates.
func testReparses(t *testing.T, u url.URL) {
	shown := URL(u, Options{})
	testVisible(t, shown)
	got, err := url.Parse(shown)
	if strings.Contains(shown, leftToRightIsolate) {
		if err == nil {
			t.Errorf("%s is shown as %+q, which parses as %s", u.Href(), shown, got.Href())
		}
		return
	}
	if err != nil {
		t.Fatalf("%s is shown as %+q: %v", u.Href(), shown, err)
	}
	want := u
	if want.IncludesCredentials() {
		want.SetUsername("")
		want.SetPassword("")
	}
	if got.Hostname() != u.Hostname() || comparable(got) != comparable(want) {
		t.Errorf("%s is shown as %+q, which parses as %s", u.Href(), shown, got.Href())
	}
}

// mailDomain finds what can be the domain of an e-mail address.
var mailDomain = regexp.MustCompile(`(@|%40)(%[89A-F][0-9A-F]|%2[145-7A-BDE]|%3[0-9D]|%4[1-9A-F]|%5[0-9AF]|%[67][0-9A-E]|[-\w.!$&'*+={}~` + "`" + `])+`)

// comparable returns the URL with percent-encoded bytes in upper case, and with the domains of e-mail addresses in ASCII.
func comparable(u url.URL) string {
	href := upperHex(u.Href())
	if u.Scheme() != "mailto" {
		return href
	}
	path, rest, _ := strings.Cut(href, "?")
	return mailDomain.ReplaceAllStringFunc(path, func(s string) string {
		at := strings.TrimPrefix(strings.TrimPrefix(s, "@"), "%40")
		if host, err := url.ParseHost(at); err == nil {
			return "@" + host.String()
		}
		return s
	}) + "?" + rest
}

// upperHex returns s with percent-encoded bytes in upper case.
func upperHex(s string) string {
	b := []byte(s)
	for i := range b {
		if _, ok := infra.PercentEncodedByte(s[i:]); ok {
			copy(b[i:], strings.ToUpper(s[i:i+3]))
		}
	}
	return string(b)
}

// testFits checks that what is shown is narrow enough and contains the domain.
func testFits(t *testing.T, u url.URL, opts Options) {
	parts := PartsOf(u, opts)
	shown := parts.String()
	testVisible(t, shown)
	host, _ := u.ParsedHost()
	least, ok := host.RegistrableDomain(publicsuffix.List)
	if !ok {
		least = host.String()
	}
	domain := strings.NewReplacer(leftToRightIsolate, "", popDirectionalIsolate, "").Replace(parts.RegistrableDomain)
	if host.Kind() == url.HostDomain {
		if ascii, err := url.DomainToASCII(domain); err != nil || ascii != least {
			t.Errorf("%s is shown as %+q: the domain is %s (%v), want %s", u.Href(), shown, ascii, err, least)
		}
	} else if domain != least {
		t.Errorf("%s is shown as %+q: the host is %s", u.Href(), shown, domain)
	}
	most := max(opts.MaxWidth, cells.In(domain))
	if !u.IsSpecial() || domain == "" {
		most = max(opts.MaxWidth, cells.In(domain)+len("//")+len(u.Protocol()))
	}
	if got := cells.In(shown); opts.MaxWidth > 0 && got > most {
		t.Errorf("%s with %+v is shown as %+q, which takes %d cells", u.Href(), opts, shown, got)
	}
}

// testVisible checks that nothing in s is invisible except isolates, and that these are paired.
func testVisible(t *testing.T, s string) {
	depth := 0
	for _, r := range s {
		switch {
		case string(r) == leftToRightIsolate:
			depth++
		case string(r) == popDirectionalIsolate:
			depth--
		case !unicode.IsPrint(r), r == utf8.RuneError:
			t.Errorf("%+q has %U", s, r)
		}
	}
	if depth != 0 || strings.Count(s, leftToRightIsolate) != strings.Count(s, popDirectionalIsolate) {
		t.Errorf("%+q has unpaired isolates", s)
	}
}
