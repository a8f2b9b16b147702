package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/encoding/charmap"
	"mvdan.cc/xurls/v2"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/psl"
)

// MIGRATING.md says what to write in place of nlnwa/whatwg-url: both packages return the same.
func TestMigratingFromNlnwa(t *testing.T) {
	const base, ref = "https://example.com/a/b", "//[::1]/c|?100%ü=#d"
	theirs, err := whatwg.ParseRef(base, ref)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.ParseWithBase(ref, base)
	if err != nil {
		t.Fatal(err)
	}
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	port, _ := u.EffectivePort()
	addr, _ := u.Addr()
	params := ""
	theirs.SearchParams().Iterate(func(pair *whatwg.NameValuePair) { params += pair.Name + "=" + pair.Value })
	for name, value := range u.SearchParams().All() {
		checkSame(t, "All", name+"="+value, params)
	}
	checkSame(t, "Href", u.Href(), theirs.Href(false))
	checkSame(t, "WithoutFragment", u.WithoutFragment().Href(), theirs.Href(true))
	checkSame(t, "Query", query, theirs.Query())
	checkSame(t, "Fragment", fragment, theirs.Fragment())
	checkSame(t, "EffectivePort", strconv.Itoa(int(port)), strconv.Itoa(theirs.DecodedPort()))
	checkSame(t, "Addr", strconv.FormatBool(addr.Is6()), strconv.FormatBool(theirs.IsIPv6()))
	checkSame(t, "HasOpaquePath", strconv.FormatBool(u.HasOpaquePath()), strconv.FormatBool(theirs.OpaquePath()))
}

func TestMigratingOptionsFromNlnwa(t *testing.T) {
	for _, test := range []struct {
		name, rawURL string
		option       whatwg.ParserOption
		parser       url.Parser
	}{
		{"QueryEncoding", "https://example.com/?ü", whatwg.WithEncodingOverride(charmap.Windows1252), url.Parser{QueryEncoding: charmap.Windows1252}},
	} {
		theirs, err := whatwg.NewParser(test.option).Parse(test.rawURL)
		if err != nil {
			t.Fatal(err)
		}
		u, err := test.parser.Parse(test.rawURL)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, test.name, u.Href(), theirs.Href(false))
	}
	const rawURL = "https://example.com/100%"
	theirs, err := whatwg.NewParser(whatwg.WithPercentEncodeSinglePercentSign()).Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "EncodeLonePercent", url.MustParse(rawURL).EncodeLonePercent().Href(), theirs.Href(false))
}

// A basic URL parser with a state override is a setter here. It has failed if no part of the value was used.
func TestMigratingStateOverrideFromNlnwa(t *testing.T) {
	for _, test := range []struct {
		value    string
		override whatwg.State
		set      func(u *url.URL, v string) error
	}{
		{"EXAMPLE.com", whatwg.StateHostname, (*url.URL).SetHostname},
		{"example.com/a", whatwg.StateHostname, (*url.URL).SetHostname},
		{"a b", whatwg.StateHostname, (*url.URL).SetHostname},
		{"0x7f.1", whatwg.StateHostname, (*url.URL).SetHostname},
		{"8080", whatwg.StatePort, (*url.URL).SetPort},
		{"8080a", whatwg.StatePort, (*url.URL).SetPort},
		{"99999", whatwg.StatePort, (*url.URL).SetPort},
	} {
		parser := whatwg.NewParser()
		theirs, err := parser.Parse("https://dummy.test/")
		if err != nil {
			t.Fatal(err)
		}
		_, theirErr := parser.BasicParser(test.value, nil, theirs, test.override)
		u := url.MustParse("https://dummy.test/")
		setErr, _ := errors.AsType[*url.Error](test.set(&u, test.value))
		failed := setErr != nil && !setErr.Partial
		checkSame(t, test.value+" fails", strconv.FormatBool(failed), strconv.FormatBool(theirErr != nil))
		if !failed {
			checkSame(t, test.value, u.Hostname()+" "+u.Port()+" "+u.Pathname(), theirs.Hostname()+" "+theirs.Port()+" "+theirs.Pathname())
		}
	}
}

// MIGRATING.md says what to write in place of xurls.
func TestMigratingFromXurls(t *testing.T) {
	list, err := psl.Parse(strings.NewReader("// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS==="))
	if err != nil {
		t.Fatal(err)
	}
	strict, relaxed := xurls.Strict(), xurls.Relaxed()
	ofStrict, ofRelaxed := link.Finder{}, link.Finder{Lookup: list.Lookup, Emails: true}
	for _, test := range []struct {
		text               string
		strict, ofStrict   []string
		relaxed, ofRelaxed []string
	}{
		{"(see https://h.com/a_(b)).", one("https://h.com/a_(b)"), one("https://h.com/a_(b)"), one("https://h.com/a_(b)"), one("https://h.com/a_(b)")},
		{"h.com/a", nil, nil, one("h.com/a"), one("h.com/a")},
		{"a@h.com", nil, nil, one("a@h.com"), one("a@h.com")},
		{"https://h.com/a|b", one("https://h.com/a"), one("https://h.com/a|b"), one("https://h.com/a"), one("https://h.com/a|b")},
		{"https://h.com/a”", one("https://h.com/a”"), one("https://h.com/a"), one("https://h.com/a”"), one("https://h.com/a")},
		{"10.0.0.1", nil, nil, one("10.0.0.1"), nil},
		{"ftp://h.com/", one("ftp://h.com/"), nil, one("ftp://h.com/"), nil},
		{"mailto:a@h.com", one("mailto:a@h.com"), nil, one("mailto:a@h.com"), one("mailto:a@h.com")},
		{"https://user:password@h.com/", one("https://user:password@h.com/"), nil, one("https://user:password@h.com/"), nil},
	} {
		for _, row := range []struct {
			name      string
			got, want []string
		}{
			{"Strict", strict.FindAllString(test.text, -1), test.strict},
			{"Finder for Strict", texts(ofStrict, test.text), test.ofStrict},
			{"Relaxed", relaxed.FindAllString(test.text, -1), test.relaxed},
			{"Finder for Relaxed", texts(ofRelaxed, test.text), test.ofRelaxed},
		} {
			if !slices.Equal(row.got, row.want) {
				t.Errorf("%s: %q: got %q, want %q", row.name, test.text, row.got, row.want)
			}
		}
	}
}

func one(link string) []string { return []string{link} }

func texts(f link.Finder, text string) (list []string) {
	for l := range f.All(text) {
		list = append(list, text[l.Start:l.End])
	}
	return list
}

func checkSame(t *testing.T, name, here, theirs string) {
	t.Helper()
	if here != theirs {
		t.Errorf("%s: here %q, theirs %q", name, here, theirs)
	}
}
