package url

import (
	"testing"

	"golang.org/x/net/publicsuffix"
)

func testSite(t *testing.T, in, suffix, domain string) {
	t.Helper()
	host, err := ParseHost(in)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := host.PublicSuffix(publicsuffix.List)
	if got != suffix || ok != (suffix != "") {
		t.Errorf("public suffix of %s = %q, %t; want %q", in, got, ok, suffix)
	}
	got, ok = host.RegistrableDomain(publicsuffix.List)
	if got != domain || ok != (domain != "") {
		t.Errorf("registrable domain of %s = %q, %t; want %q", in, got, ok, domain)
	}
	want := host
	if domain != "" {
		want = Host{domain, HostDomain}
	}
	if site := host.Site(publicsuffix.List); site != want {
		t.Errorf("site of %s = %v, want %v", in, site, want)
	}
}

// The table of https://url.spec.whatwg.org/#example-host-psl.
func TestSiteStandard(t *testing.T) {
	for _, row := range [][3]string{
		{"com", "com", ""},
		{"example.com", "com", "example.com"},
		{"www.example.com", "com", "example.com"},
		{"sub.www.example.com", "com", "example.com"},
		{"EXAMPLE.COM", "com", "example.com"},
		{"example.com.", "com.", "example.com."},
		{"github.io", "github.io", ""},
		{"whatwg.github.io", "github.io", "whatwg.github.io"},
		{"\u0625\u062E\u062A\u0628\u0627\u0631", "xn--kgbechtv", ""},
		{"example.\u0625\u062E\u062A\u0628\u0627\u0631", "xn--kgbechtv", "example.xn--kgbechtv"},
		{"sub.example.\u0625\u062E\u062A\u0628\u0627\u0631", "xn--kgbechtv", "example.xn--kgbechtv"},
		{"[2001:0db8:85a3:0000:0000:8a2e:0370:7334]", "", ""},
	} {
		testSite(t, row[0], row[1], row[2])
	}
}

// The kinds of rules, with the results that the list's own tests expect. https://publicsuffix.org/list/
func TestSiteRules(t *testing.T) {
	for _, row := range [][3]string{
		// Only the default rule, "*", matches.
		{"example", "example", ""},
		{"example.example", "example", "example.example"},
		{"a.b.example.example", "example", "example.example"},
		{"localhost", "localhost", ""},
		// One level, several, and both.
		{"biz", "biz", ""},
		{"a.b.domain.biz", "biz", "domain.biz"},
		{"uk.com", "uk.com", ""},
		{"a.b.example.uk.com", "uk.com", "example.uk.com"},
		{"test.ac", "ac", "test.ac"},
		{"co.uk", "co.uk", ""},
		{"www.example.co.uk", "co.uk", "example.co.uk"},
		{"test.k12.ak.us", "k12.ak.us", "test.k12.ak.us"},
		{"k12.ak.us", "k12.ak.us", ""},
		// A wildcard whose parent is not on the list, and exceptions from wildcards.
		{"ck", "ck", ""},
		{"test.ck", "test.ck", ""},
		{"a.b.test.ck", "test.ck", "b.test.ck"},
		{"www.ck", "ck", "www.ck"},
		{"www.www.ck", "ck", "www.ck"},
		{"c.kobe.jp", "c.kobe.jp", ""},
		{"a.b.c.kobe.jp", "c.kobe.jp", "b.c.kobe.jp"},
		{"city.kobe.jp", "kobe.jp", "city.kobe.jp"},
		{"www.city.kobe.jp.", "kobe.jp.", "city.kobe.jp."},
		// Names in other scripts.
		{"www.\u98DF\u72EE.com.cn", "com.cn", "xn--85x722f.com.cn"},
		{"www.\u98DF\u72EE.\u516C\u53F8.cn", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"},
		{"shishi.\u4E2D\u56FD", "xn--fiqs8s", "shishi.xn--fiqs8s"},
		{"\u4E2D\u56FD", "xn--fiqs8s", ""},
		// Rules of private registries count.
		{"a.b.github.io.", "github.io.", "b.github.io."},
	} {
		testSite(t, row[0], row[1], row[2])
	}
}

func TestSiteNone(t *testing.T) {
	for _, in := range []string{
		"127.0.0.1", "0x7f.1", "1.2.3.4.", "[::1]",
		".", "..", ".com", "a..com", "..com", "com..", "example.com..", "a.b..co.uk",
	} {
		testSite(t, in, "", "")
	}
	for _, host := range []Host{{}, mustHost(t, "example.com", true)} {
		if s, ok := host.PublicSuffix(publicsuffix.List); s != "" || ok {
			t.Errorf("public suffix of an %v host = %q, %t", host.Kind(), s, ok)
		}
		if s, ok := host.RegistrableDomain(publicsuffix.List); s != "" || ok {
			t.Errorf("registrable domain of an %v host = %q, %t", host.Kind(), s, ok)
		}
		if site := host.Site(publicsuffix.List); site != host {
			t.Errorf("site of an %v host = %v", host.Kind(), site)
		}
	}
}

// A suffixFunc is a list. A nil suffixFunc is a list without entries in an interface that is not nil.
type suffixFunc func(domain string) string

func (f suffixFunc) PublicSuffix(domain string) string {
	if f == nil {
		return ""
	}
	return f(domain)
}

// A result that is neither the domain nor its last labels is not a suffix.
func TestSiteList(t *testing.T) {
	for _, test := range []struct {
		list                 string // what the list answers
		host, suffix, domain string
	}{
		{"com", "www.example.com", "com", "example.com"},
		{"com", "www.example.com.", "com.", "example.com."},
		{"example.com", "www.example.com", "example.com", "www.example.com"},
		{"www.example.com", "www.example.com", "www.example.com", ""},
		{"www.example.com", "www.example.com.", "www.example.com.", ""},
		{"", "www.example.com", "", ""},
		{"om", "www.example.com", "", ""},
		{"xample.com", "www.example.com", "", ""},
		{".com", "www.example.com", "", ""},
		{"com.", "www.example.com", "", ""},
		{"com.", "www.example.com.", "", ""},
		{".", "www.example.com.", "", ""},
		{"COM", "www.example.com", "", ""},
		{"org", "www.example.com", "", ""},
		{"www.example", "www.example.com", "", ""},
		{"a.www.example.com", "www.example.com", "", ""},
		{".www.example.com", "www.example.com", "", ""},
	} {
		host := mustHost(t, test.host, false)
		list := suffixFunc(func(domain string) string {
			if domain != "www.example.com" { // without the dot at the end
				t.Errorf("the list is asked about %q", domain)
			}
			return test.list
		})
		if got, ok := host.PublicSuffix(list); got != test.suffix || ok != (test.suffix != "") {
			t.Errorf("a list that answers %q: public suffix of %s = %q, %t; want %q", test.list, host, got, ok, test.suffix)
		}
		if got, ok := host.RegistrableDomain(list); got != test.domain || ok != (test.domain != "") {
			t.Errorf("a list that answers %q: registrable domain of %s = %q, %t; want %q", test.list, host, got, ok, test.domain)
		}
		want := host
		if test.domain != "" {
			want = Host{test.domain, HostDomain}
		}
		if got := host.Site(list); got != want {
			t.Errorf("a list that answers %q: site of %s = %v, want %v", test.list, host, got, want)
		}
	}
}

// Without a list, a site is a host.
func TestSiteNilList(t *testing.T) {
	a, b := MustParse("https://a.example.com").Origin(), MustParse("https://b.example.com").Origin()
	for _, list := range []PublicSuffixList{nil, suffixFunc(nil)} {
		host, _ := a.ParsedHost()
		if s, ok := host.PublicSuffix(list); s != "" || ok {
			t.Errorf("%T: public suffix %q, %t", list, s, ok)
		}
		if s, ok := host.RegistrableDomain(list); s != "" || ok {
			t.Errorf("%T: registrable domain %q, %t", list, s, ok)
		}
		if site := host.Site(list); site != host {
			t.Errorf("%T: site %v", list, site)
		}
		if a.SameSite(b, list) || !a.SameSite(a, list) || a.SchemelesslySameSite(b, list) || !a.SchemelesslySameSite(a, list) {
			t.Errorf("%T: a host is not a site", list)
		}
	}
}

func mustHost(t *testing.T, s string, isOpaque bool) Host {
	t.Helper()
	host, err := parseHostAlone(opParseHost, s, isOpaque)
	if err != nil {
		t.Fatal(err)
	}
	return host
}

// The first rows are the example of https://html.spec.whatwg.org/multipage/browsers.html#same-site, with co.uk for
// wildlife.museum, which the list no longer has.
func TestSameSite(t *testing.T) {
	for _, test := range []struct {
		a, b                  string
		schemelessly, schemed bool
	}{
		{"https://example.com", "https://sub.example.com", true, true},
		{"https://example.com", "https://sub.other.example.com", true, true},
		{"https://example.com", "http://non-secure.example.com", true, false},
		{"https://r.co.uk", "https://sub.r.co.uk", true, true},
		{"https://r.co.uk", "https://sub.other.r.co.uk", true, true},
		{"https://r.co.uk", "https://other.co.uk", false, false},
		{"https://r.co.uk", "https://co.uk", false, false},
		{"https://co.uk", "https://co.uk", true, true},
		{"https://example.com", "https://example.com.", false, false},

		{"https://example.com:1", "https://example.com:2", true, true}, // ports do not count
		{"ws://example.com", "wss://example.com", true, false},
		{"https://127.0.0.1", "https://127.0.0.1:8080", true, true}, // without a registrable domain, the host
		{"https://127.0.0.1", "https://1.0.0.1", false, false},
		{"https://[::1]", "http://[::1]", true, false},
		{"http://localhost", "http://localhost:8080", true, true},
		{"http://a..com", "http://b..com", false, false},
		{"https://example.com", "data:,", false, false},
		{"data:,", "data:,", false, false},
		{"file:///a", "file:///a", false, false},
		{"blob:https://a.example.com/x", "https://b.example.com", true, true},
	} {
		a, b := MustParse(test.a).Origin(), MustParse(test.b).Origin()
		if a.SchemelesslySameSite(b, publicsuffix.List) != test.schemelessly || b.SchemelesslySameSite(a, publicsuffix.List) != test.schemelessly {
			t.Errorf("%s and %s schemelessly same site: want %t", test.a, test.b, test.schemelessly)
		}
		if a.SameSite(b, publicsuffix.List) != test.schemed || b.SameSite(a, publicsuffix.List) != test.schemed {
			t.Errorf("%s and %s same site: want %t", test.a, test.b, test.schemed)
		}
	}

	// An origin with a user agent's own scheme has an opaque host. That is not the domain of the same name.
	extension, err := ParseOrigin("app://example.com")
	if err != nil {
		t.Fatal(err)
	}
	web := MustParse("https://example.com").Origin()
	if !extension.SameSite(extension, publicsuffix.List) || extension.SchemelesslySameSite(web, publicsuffix.List) {
		t.Errorf("%v: same site with itself must be true, with %v false", extension, web)
	}
}
