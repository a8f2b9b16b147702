package psl

import (
	"errors"
	"io"
	"net/http/cookiejar"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weburl-go/url"
)

var (
	_ url.PublicSuffixList       = (*List)(nil)
	_ cookiejar.PublicSuffixList = (*List)(nil)
)

func mustParse(t testing.TB, text string) *List {
	t.Helper()
	list, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func testLookup(t *testing.T, list *List, domain, suffix string, icann, listed bool) {
	t.Helper()
	gotSuffix, gotICANN, gotListed := list.Lookup(domain)
	if gotSuffix != suffix || gotICANN != icann || gotListed != listed {
		t.Errorf("Lookup(%q) = %q, %t, %t; want %q, %t, %t",
			domain, gotSuffix, gotICANN, gotListed, suffix, icann, listed)
	}
	if got := list.PublicSuffix(domain); got != suffix {
		t.Errorf("PublicSuffix(%q) = %q, want %q", domain, got, suffix)
	}
}

const smallList = `// ===BEGIN ICANN DOMAINS===
com
*.ck
!www.ck
jp
*.kobe.jp
!city.kobe.jp
公司.cn
XN--FIQS8S
// ===END ICANN DOMAINS===
own.example
// ===BEGIN PRIVATE DOMAINS===
github.io
a.b.c.d
*.compute.com
x.compute.com
// ===END PRIVATE DOMAINS===
`

func TestLookup(t *testing.T) {
	list := mustParse(t, smallList)
	for _, row := range []struct {
		domain, suffix string
		icann, listed  bool
	}{
		{"com", "com", true, true},
		{"www.example.com", "com", true, true},
		// No rule but the default one.
		{"localhost", "localhost", false, false},
		{"a.example", "example", false, false},
		// A domain above a rule is not a rule.
		{"io", "io", false, false},
		{"a.io", "io", false, false},
		{"b.c.d", "d", false, false},
		{"x.b.c.d", "d", false, false},
		{"x.a.b.c.d", "a.b.c.d", false, true},
		{"a.github.io", "github.io", false, true},
		{"agithub.io", "io", false, false},
		{"a.own.example", "own.example", false, true}, // outside both sections
		// A wildcard stands for one label, and needs one.
		{"ck", "ck", false, false},
		{"a.ck", "a.ck", true, true},
		{"b.a.ck", "a.ck", true, true},
		{"compute.com", "com", true, true},
		{"a.compute.com", "a.compute.com", false, true},
		{"b.a.compute.com", "a.compute.com", false, true},
		{"b.x.compute.com", "x.compute.com", false, true},
		{"kobe.jp", "jp", true, true},
		{"b.c.kobe.jp", "c.kobe.jp", true, true},
		// An exception prevails.
		{"www.ck", "ck", true, true},
		{"a.www.ck", "ck", true, true},
		{"a.city.kobe.jp", "kobe.jp", true, true},
		{"xcity.kobe.jp", "xcity.kobe.jp", true, true},
		// Punycode.
		{"a.xn--55qx5d.cn", "xn--55qx5d.cn", true, true},
		{"a.xn--fiqs8s", "xn--fiqs8s", true, true},
	} {
		testLookup(t, list, row.domain, row.suffix, row.icann, row.listed)
	}
}

// TestLookupDot looks up domains with a dot at the end, which the suffix keeps. By the algorithm of the list, "com." is the public
// suffix of "example.com.": https://github.com/publicsuffix/list/wiki/Format#note-3.
func TestLookupDot(t *testing.T) {
	list := mustParse(t, smallList)
	for domain, want := range map[string]string{
		"example.com.": "com.", "com.": "com.", "a.io.": "io.", "localhost.": "localhost.", "a.github.io.": "github.io.", "github.io.": "github.io.",
		"a.ck.": "a.ck.", "b.a.ck.": "a.ck.", "ck.": "ck.", "www.ck.": "ck.", "a.www.ck.": "ck.", "a.city.kobe.jp.": "kobe.jp.", "a.xn--fiqs8s.": "xn--fiqs8s.",
	} {
		suffix, icann, listed := list.Lookup(domain)
		_, wantICANN, wantListed := list.Lookup(strings.TrimSuffix(domain, "."))
		if suffix != want || icann != wantICANN || listed != wantListed || list.PublicSuffix(domain) != want {
			t.Errorf("Lookup(%q) = %q, %t, %t, want %q, %t, %t", domain, suffix, icann, listed, want, wantICANN, wantListed)
		}
	}
	for domain, want := range map[string]string{"a.github.io.": "io.", "www.example.com.": "com.", "b.a.ck.": "a.ck.", "localhost.": "localhost."} {
		if got := list.ICANNSuffix(domain); got != want {
			t.Errorf("ICANNSuffix(%q) = %q, want %q", domain, got, want)
		}
	}
	for host, want := range map[string]string{"www.example.com.": "example.com.", "a.github.io.": "a.github.io.", "com.": "com.", "1.2.3.4.": "1.2.3.4"} {
		h, err := url.ParseHost(host)
		if got := h.Site(list).String(); err != nil || got != want {
			t.Errorf("the site of %s is %s, %v, want %s", host, got, err, want)
		}
	}
}

func TestICANNSuffix(t *testing.T) {
	list := mustParse(t, smallList)
	for domain, want := range map[string]string{
		"www.example.com":         "com",
		"a.github.io":             "io",
		"b.a.compute.com":         "com",
		"x.compute.com":           "com",
		"x.a.b.c.d":               "d",
		"a.own.example":           "example", // outside both sections
		"b.a.ck":                  "a.ck",
		"a.www.ck":                "ck",
		"b.c.kobe.jp":             "c.kobe.jp",
		"a.city.kobe.jp":          "kobe.jp",
		"com":                     "com",
		"localhost":               "localhost",
		"":                        "",
		"a..com":                  "",
		"127.0.0.1":               "",
		"www.xn--85x722f.example": "example",
	} {
		if got := list.ICANNSuffix(domain); got != want {
			t.Errorf("ICANNSuffix(%q) = %q, want %q", domain, got, want)
		}
	}
	for rules, want := range map[string]string{
		"a.b\n%s!a.b": "a.b", // an exception in the other section does not count
		"!a.b\n%sa.b": "b",
		"*.b\n%s*.c":  "a.b",
		"*.c\n%s*.b":  "b",
		"*.c\n%s*":    "b",
	} {
		text := "// ===BEGIN ICANN DOMAINS===\n" + strings.Replace(rules, "%s", "// ===END ICANN DOMAINS===\n", 1)
		if got := mustParse(t, text).ICANNSuffix("x.a.b"); got != want {
			t.Errorf("%q: %q, want %q", rules, got, want)
		}
	}
	if got := (*List)(nil).ICANNSuffix("a.com"); got != "" {
		t.Errorf("a nil list: %q", got)
	}
}

// What is not a domain in ASCII and lower case.
func TestLookupOther(t *testing.T) {
	list := mustParse(t, smallList)
	for _, s := range []string{
		"", ".", "..", ".com", "com..", "a..com", "a..com.", "a..ck", "..ck", ".a.ck", ".a.ck.", "a.ck..", ".www.ck", "www.ck..", ".com.",
		"127.0.0.1.", "1.com.1.", "0.", "::1.",
		"127.0.0.1", "1.com.1", "0", "1.9", "::1", "[::1]", "[2001:db8::a]", "::ffff:1.2.3.4", "a.com:80",
	} {
		testLookup(t, list, s, "", false, false)
	}
	for domain, suffix := range map[string]string{
		"example.COM": "COM", "a.公司.cn": "cn", "\x00": "\x00", "a.\xff": "\xff", "*.ck": "*.ck", "a com": "a com", "1a": "1a",
	} {
		if got := list.PublicSuffix(domain); got != suffix {
			t.Errorf("PublicSuffix(%q) = %q, want %q", domain, got, suffix)
		}
	}
}

// A list where two rules match the same labels, or one is there twice.
func TestLookupSameName(t *testing.T) {
	const both = "// ===BEGIN ICANN DOMAINS===\n%i\n// ===END ICANN DOMAINS===\n// ===BEGIN PRIVATE DOMAINS===\n%p\n" +
		"// ===END PRIVATE DOMAINS===\n"
	for _, row := range []struct {
		inICANN, private, domain, suffix string
		icann                            bool
	}{
		{"a.b", "a.b", "x.a.b", "a.b", true},
		{"*.b", "a.b", "x.a.b", "a.b", false},
		{"a.b", "*.b", "x.a.b", "a.b", true},
		{"*.b", "*.b", "x.a.b", "a.b", true},
		{"!a.b", "a.b", "x.a.b", "b", true},
		{"a.b", "!a.b", "x.a.b", "b", false},
		{"x.a.b", "!a.b", "x.a.b", "b", false},
		{"!x.a.b", "!a.b", "x.a.b", "b", false},
		{"!x.a.b", "a.b", "x.a.b", "a.b", true},
		{"公司.cn", "xn--55qx5d.cn", "x.xn--55qx5d.cn", "xn--55qx5d.cn", true},
	} {
		list := mustParse(t, strings.NewReplacer("%i", row.inICANN, "%p", row.private).Replace(both))
		testLookup(t, list, row.domain, row.suffix, row.icann, true)
	}
	if s := mustParse(t, "a.b\nA.b\n*.b\n!a.b\n*.b x\n").String(); s != "public suffix list with 3 rules" {
		t.Error(s)
	}
}

func TestLookupAnyLabel(t *testing.T) {
	list := mustParse(t, "*\na.b\n!c.d\n")
	testLookup(t, list, "x.y", "y", false, true)
	testLookup(t, list, "x.a.b", "a.b", false, true)
	testLookup(t, list, "x.c.d", "d", false, true)
	if s := list.String(); s != "public suffix list with 3 rules" {
		t.Error(s)
	}
}

func TestLookupNone(t *testing.T) {
	var none *List
	testLookup(t, none, "example.com", "", false, false)
	testLookup(t, none, "", "", false, false)
	testLookup(t, new(List), "example.com", "com", false, false)
	if s := none.String(); s != "no public suffix list" {
		t.Error(s)
	}
	host, _ := url.MustParse("https://www.example.com").Origin().ParsedHost()
	if domain, ok := host.RegistrableDomain(none); ok {
		t.Errorf("registrable domain of a nil list: %q", domain)
	}
}

func TestLookupNoAllocs(t *testing.T) {
	list := mustParse(t, smallList)
	for _, domain := range []string{"", "www.example.com", "a.b.city.kobe.jp", "x.a.b.c.d", "a.example", "::1"} {
		if n := testing.AllocsPerRun(10, func() { list.Lookup(domain) }); n != 0 {
			t.Errorf("Lookup(%q): %v allocations", domain, n)
		}
	}
}

// Texts with the rule "com" alone.
func TestParseLines(t *testing.T) {
	long := strings.Repeat("x ", 1<<20)
	for _, text := range []string{
		"com", "com\n", "com\r\n", "\ncom\n\n", "\r\n\r\ncom\r\n \t\r\n", "com\r", "COM",
		"\uFEFFcom", "\uFEFF\ncom", "\uFEFF// comment\r\ncom",
		"com // comment", "com\tnet", "com\vnet", "com\fnet", "com\rnet", "com " + long,
		" com", "\t com", "  // net\ncom", "//net\ncom", "// \xff\x00\ncom", "//" + long + "\ncom", "com\ncom\n",
		"com\n// in PRIVATE DOMAINS===",
		"com\n//\n// ===END\n// !a.b",
	} {
		list, err := Parse(strings.NewReader(text))
		if err != nil {
			t.Errorf("%.40q: %v", text, err)
			continue
		}
		if _, _, listed := list.Lookup("com"); !listed || list.String() != "public suffix list with 1 rules" {
			t.Errorf("%.40q: %v", text, list)
		}
	}
	for _, text := range []string{"", "\uFEFF", "\n", " ", "\r\n", "// com", "//com"} {
		if list := mustParse(t, text); len(list.names) != 0 {
			t.Errorf("%q: %v", text, list)
		}
	}
}

func TestParseSections(t *testing.T) {
	list := mustParse(t, strings.Join([]string{
		"a", "// ===BEGIN ICANN DOMAINS=== ", "b", "// ===END ICANN DOMAINS===", "c", "//===BEGIN ICANN DOMAINS===\r", "d",
		"// ===END ICANN DOMAINS===", "// ===BEGIN PRIVATE DOMAINS===", "e", "// ===BEGIN OTHER DOMAINS===",
		"\t// ===END PRIVATE DOMAINS===", "\t// ===BEGIN ICANN DOMAINS===", "f", "// x ===END ICANN DOMAINS===", "g",
		"// ===END  ICANN DOMAINS===", "// ===END ICANN DOMAINS", "h", "// ===END ICANN DOMAINS===",
	}, "\n"))
	for _, name := range "abcdefgh" {
		testLookup(t, list, string(name), string(name), strings.ContainsRune("bdfgh", name), true)
	}
}

// TestParseSectionErrors has lists whose sections the linter of https://github.com/publicsuffix/list refuses, too.
func TestParseSectionErrors(t *testing.T) {
	mark := strings.NewReplacer("B", "// ===BEGIN ", "E", "// ===END ", "I", "ICANN DOMAINS===\n", "P", "PRIVATE DOMAINS===\n", "r", "com\n")
	for _, row := range []struct {
		marks string
		line  int
		err   error
	}{
		{"BI", 1, errNoEnd}, {"BP", 1, errNoEnd}, {"rBIrr", 2, errNoEnd}, {"BIrEIrBPr", 5, errNoEnd}, {"BIEIBI", 3, errNoEnd},
		{"EI", 1, errNoBegin}, {"rEP", 2, errNoBegin}, {"BIEIEI", 3, errNoBegin}, {"BIrEP", 3, errNoBegin}, {"BPrEI", 3, errNoBegin},
		{"BIrBP", 3, errNested}, {"BIrBI", 3, errNested}, {"BPBIEIEP", 2, errNested}, {"BIBPEPEI", 2, errNested},
	} {
		list, err := Parse(strings.NewReader(mark.Replace(row.marks)))
		var parseError *Error
		if list != nil || !errors.As(err, &parseError) || parseError.Line != row.line || parseError.Rule != "" || parseError.Err != row.err {
			t.Errorf("%s: %v, %v; want %v in line %d", row.marks, list, err, row.err, row.line)
		}
	}
	for _, marks := range []string{"", "r", "BIEI", "BPEP", "BIrEIBPrEP", "BPrEPBIrEI", "BIrEIrBIrEIr"} {
		mustParse(t, mark.Replace(marks))
	}
}

// TestParseHalf cuts a list short at each byte. Inside a section, that is an error, and outside, it is one only in a line.
func TestParseHalf(t *testing.T) {
	const text = "com\n// ===BEGIN ICANN DOMAINS===\nco.uk\n// ===END ICANN DOMAINS===\n// ===BEGIN PRIVATE DOMAINS===\na.b\n// ===END PRIVATE DOMAINS===\n"
	refused := 0
	for i := range len(text) {
		half := text[:i]
		marks := strings.Count(half, "DOMAINS===")
		inside, wholeLine := marks%2 == 1, strings.HasSuffix(half, "\n")
		_, err := Parse(strings.NewReader(half))
		if err == nil && inside || wholeLine && errors.Is(err, io.ErrUnexpectedEOF) != inside || wholeLine && !inside && err != nil {
			t.Errorf("%q: %v", half, err)
		}
		if err != nil {
			refused++
		}
	}
	if refused < len(text)/3 {
		t.Errorf("%d of %d lists are refused", refused, len(text))
	}
}

func TestParseErrors(t *testing.T) {
	for _, row := range []struct {
		rule string
		err  error
	}{
		{".com", errEmptyLabel}, {"com.", errEmptyLabel}, {"a..com", errEmptyLabel}, {".", errEmptyLabel},
		{"*.", errEmptyLabel}, {"!", errEmptyLabel}, {"*..com", errEmptyLabel}, {"*.com.", errEmptyLabel},
		{"!.com", errEmptyLabel}, {"a\u3002\u3002com", errEmptyLabel},
		{"*com", errWildcard}, {"a*.com", errWildcard}, {"a.*.com", errWildcard}, {"*.*.com", errWildcard},
		{"com.*", errWildcard}, {"**", errWildcard}, {"*.*", errWildcard}, {"!*.com", errWildcard},
		{"\uFF0A.com", errWildcard}, {"a.\uFF0A.com", errWildcard},
		{"!com", errException}, {"!!www.ck", errException}, {"www!.ck", errException}, {"*.!ck", errException},
		{"\uFF01www.ck", errException},
		{"127.0.0.1", errNumber}, {"a.1", errNumber}, {"*.1", errNumber}, {"!a.0x1f", errNumber}, {"com.1234", errNumber},
		{"a\xff.com", errNotUTF8}, {"\xff\xfec\x00o\x00m\x00", errNotUTF8}, {"*.\x80", errNotUTF8},
		{"a\x00.com", url.ErrDomainToASCII}, {"a%2Eb", url.ErrDomainToASCII}, {"http://a.com", url.ErrDomainToASCII},
		{"a@b", url.ErrDomainToASCII}, {"[::1]", url.ErrDomainToASCII}, {"<!DOCTYPE", url.ErrDomainToASCII},
		{"com/", url.ErrDomainToASCII}, {"com:80", url.ErrDomainToASCII}, {"a\u00A0b", url.ErrDomainToASCII},
		{"\u3000com", url.ErrDomainToASCII}, {"/ com", url.ErrDomainToASCII}, {"\u00AD", url.ErrDomainToASCII},
		{strings.Repeat("a.", 126) + "ab", errTooLong}, {"*." + strings.Repeat("\u00fc.", 32) + "co.uk", errTooLong},
		{"xn--a.公司", url.ErrDomainToASCII}, {"a\u007F", url.ErrDomainToASCII},
	} {
		list, err := Parse(strings.NewReader("// 1\n\r\ncom\r\n" + row.rule + "\nnet\na..b\n"))
		var parseError *Error
		if list != nil || !errors.As(err, &parseError) || parseError.Line != 4 || !errors.Is(err, row.err) {
			t.Errorf("%q: %v, %v; want %v in line 4", row.rule, list, err, row.err)
			continue
		}
		if rule, _, _ := strings.Cut(row.rule, " "); parseError.Rule != rule {
			t.Errorf("%q: the error has the rule %q", row.rule, parseError.Rule)
		}
	}
}

// The longest rule has a domain as long as the DNS allows.
func TestParseLongRule(t *testing.T) {
	domain := strings.Repeat("a.", 126) + "a"
	list := mustParse(t, "*."+domain)
	testLookup(t, list, "x.b."+domain, "b."+domain, false, true)
}

func TestErrorMessage(t *testing.T) {
	_, err := Parse(strings.NewReader("com\n\na..com x"))
	if want := `psl: line 3: rule "a..com": a label is empty`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = Parse(strings.NewReader("com\n// ===BEGIN ICANN DOMAINS===\n"))
	if want := "psl: line 2: the section that begins here does not end: unexpected EOF"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = Parse(strings.NewReader("\x00" + strings.Repeat("x", 1<<20)))
	if err == nil || len(err.Error()) > 400 {
		t.Errorf("%.1000v", err)
	}
}

func TestParseReaderError(t *testing.T) {
	list, err := Parse(io.MultiReader(strings.NewReader("com\n"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if list != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v, %v", list, err)
	}
	if list, err = Parse(iotest.OneByteReader(strings.NewReader(smallList))); err != nil {
		t.Error(err)
	}
	testLookup(t, list, "a.xn--55qx5d.cn", "xn--55qx5d.cn", true, true)
}

func TestVersion(t *testing.T) {
	list := mustParse(t, "// VERSION: 2024-10-31_18-14-42_UTC\r\n// VERSION: 2\ncom\n")
	if s, want := list.String(), `public suffix list with 1 rules, version "2024-10-31_18-14-42_UTC"`; s != want {
		t.Errorf("%s, want %s", s, want)
	}
}

// BenchmarkParse reads the list in PSL_DIR. It reports how many bytes of the heap the list keeps, too.
func BenchmarkParse(b *testing.B) {
	text := pslFile(b, listFile)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var list *List
	for b.Loop() {
		list = mustParse(b, text)
	}
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	with := heap()
	runtime.KeepAlive(list)
	b.ReportMetric(float64(with)-float64(heap()), "B-kept")
}

func BenchmarkLookup(b *testing.B) {
	list := mustParse(b, pslFile(b, listFile))
	for name, domain := range map[string]string{
		"com":       "www.example.com",
		"co.uk":     "www.example.co.uk",
		"private":   "x.s3.dualstack.eu-central-1.amazonaws.com",
		"wildcard":  "a.b.compute.amazonaws.com",
		"exception": "www.city.kobe.jp",
		"punycode":  "www.xn--85x722f.xn--55qx5d.cn",
		"unlisted":  "printer.local",
		"labels":    strings.Repeat("a.", 120) + "com",
		"long":      strings.Repeat(strings.Repeat("a", 62)+".", 3) + "com",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				list.Lookup(domain)
			}
		})
	}
}

// BenchmarkLookupMany looks up many domains in turn, so that the list is not in the cache of the first level.
func BenchmarkLookupMany(b *testing.B) {
	list := mustParse(b, pslFile(b, listFile))
	var domains []string
	randomDomains(netReferenceList(b), 1<<14, func(domain string) { domains = append(domains, domain) })
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		list.Lookup(domains[i%len(domains)])
		i++
	}
}
