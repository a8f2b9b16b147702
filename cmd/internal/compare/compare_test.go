package compare

import (
	"errors"
	neturl "net/url"
	"testing"
)

func TestNetParse(t *testing.T) {
	base := &neturl.URL{Scheme: "https", Host: "example.org", Path: "/a/b"}
	for _, test := range []struct {
		base *neturl.URL
		s    string
		want string
		err  error
	}{
		{nil, "https://example.com/x", "https://example.com/x", nil},
		{nil, "mailto:me@example.com", "mailto:me@example.com", nil},
		{nil, "//example.com/x", "", ErrNotAbsolute},
		{nil, "", "", ErrNotAbsolute},
		{base, "c", "https://example.org/a/c", nil},
	} {
		n, err := NetParse(test.base, test.s)
		if !errors.Is(err, test.err) || err == nil && n.String() != test.want {
			t.Errorf("%q: %v, %v, want %s, %v", test.s, n, err, test.want, test.err)
		}
	}
	if n, err := NetParse(nil, "http://[::1"); err == nil {
		t.Errorf("a host without its closing bracket is parsed as %v", n)
	}
}

func TestNetReason(t *testing.T) {
	reason := errors.New("a reason")
	for _, err := range []error{reason, &neturl.Error{Op: "parse", URL: "a URL", Err: reason}} {
		if got := NetReason(err); got != "a reason" {
			t.Errorf("%v: %q", err, got)
		}
	}
}

func TestSameHost(t *testing.T) {
	for _, test := range []struct {
		host, netHost string
		want          bool
	}{
		{"example.com", "example.com", true},
		{"example.com", "EXAMPLE.com", true},
		{"example.com", "example.org", false},
		{"xn--bcher-kva.example", "bücher.example", true},
		{"xn--bcher-kva.example", "BÜCHER.example", true},
		{"[2001:db8::1]", "2001:db8::1", true},
		{"[2001:db8::1]", "[2001:DB8:0::1]", true},
		{"[2001:db8::1]", "2001:db8::2", false},
		{"127.0.0.1", "0x7f.1", false}, // net/http looks this up as a domain
		{"127.0.0.1", "127.0.0.1", true},
		{"1.2.3.4", "[::ffff:1.2.3.4]", false},
		{"a%20b", "a b", true},
		{"", "", true},
		{"", "example.com", false},
	} {
		if got := SameHost(test.host, test.netHost); got != test.want {
			t.Errorf("%q and %q: %t, want %t", test.host, test.netHost, got, test.want)
		}
	}
}
