package main

import (
	"strconv"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/weburl-go/url"
	"golang.org/x/text/encoding/charmap"
)

// These are rows of MIGRATING.md for nlnwa/whatwg-url: both packages return the same.
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
		{"EncodeLonePercent", "https://example.com/100%", whatwg.WithPercentEncodeSinglePercentSign(), url.Parser{EncodeLonePercent: true}},
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
}

func checkSame(t *testing.T, name, here, theirs string) {
	t.Helper()
	if here != theirs {
		t.Errorf("%s: here %q, theirs %q", name, here, theirs)
	}
}
