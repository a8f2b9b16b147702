package display

import (
	"math"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
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

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	hostile.CheckComplete(t, attacks, map[string]string{"Options": "numbers, flags and a list"})
}

// TestGrowth checks that rendering takes time and memory that grow linearly with the length of the URL. Only this test
// states how much memory.
func TestGrowth(t *testing.T) {
	hostile.Check(t, hostile.URLs, attacks, func(name, shape string) float64 { return 48 })
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
