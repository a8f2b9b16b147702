package url

import (
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"testing"
)

func TestDomainToUnicode(t *testing.T) {
	tests := map[string]string{
		"xn--bcher-kva.example": "bücher.example",
		"xn--8i7caa":            "xn--8i7caa", // the example of https://url.spec.whatwg.org/#concept-domain-to-unicode
		"EXAMPLE.com":           "example.com",
		"\xFF":                  "", // not a domain: the static method of 2014 returned ""
		"[::1]":                 "",
		"":                      "",
	}
	for domain, want := range tests {
		if got := DomainToUnicode(domain); got != want {
			t.Errorf("DomainToUnicode(%+q) = %+q, want %+q", domain, got, want)
		}
	}
}

// TestAddr has every notation of addresses that the standard accepts.
func TestAddr(t *testing.T) {
	for rawURL, want := range map[string]string{
		"http://127.0.0.1/": "127.0.0.1", "http://127.1/": "127.0.0.1", "http://0x7f.1/": "127.0.0.1", "http://2130706433/": "127.0.0.1",
		"http://017700000001/": "127.0.0.1", "http://127.0.0.1./": "127.0.0.1", "http://%31%32%37.1/": "127.0.0.1",
		"http://\uff11\uff12\uff17.1/": "127.0.0.1", "http://127\u30020\u30020\u30021/": "127.0.0.1", "http://0/": "0.0.0.0",
		"http://[::1]/": "::1", "http://[0:0::0:1]/": "::1", "http://[::FFFF:127.0.0.1]/": "::ffff:127.0.0.1",
		"foo://[::1]/": "::1", "foo://127.0.0.1/": "127.0.0.1", "redis://127.0.0.1:6379": "127.0.0.1", "foo://127.1/": "",
		"foo://0127.0.0.1/": "", "foo://127.0.0.1./": "", "foo://127.0.0.1%25eth0/": "", "foo://%31.0.0.1/": "", "http://a.127.0.0.1.b/": "", "mailto:127.0.0.1": "", "file:///": "",
	} {
		addr, ok := MustParse(rawURL).Addr()
		if ok != (want != "") || ok && addr != netip.MustParseAddr(want) {
			t.Errorf("%s: %v, %t, want %s", rawURL, addr, ok, want)
		}
	}
}

// TestIPv4Serializer writes each byte at each place.
func TestIPv4Serializer(t *testing.T) {
	for i := range uint32(256) {
		n := i<<24 | (255-i)<<16 | i<<8 | i
		want := netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, n))).String()
		if got := MustParse(fmt.Sprintf("http://%d/", n)).Hostname(); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestHostKindString(t *testing.T) {
	for kind, want := range map[HostKind]string{
		HostEmpty: "empty", HostDomain: "domain", HostIPv4: "IPv4", HostIPv6: "IPv6", HostOpaque: "opaque", HostOpaque + 1: "unknown",
	} {
		if got := kind.String(); got != want {
			t.Errorf("HostKind(%d): %q, want %q", kind, got, want)
		}
	}
}

func TestHostText(t *testing.T) {
	host, _ := MustParse("http://[::1]:80/").ParsedHost()
	if data, err := json.Marshal([]Host{host, {}}); err != nil || string(data) != `["[::1]",""]` {
		t.Errorf("%s, error %v", data, err)
	}
	if data, _ := host.AppendText([]byte("a ")); string(data) != "a [::1]" {
		t.Errorf("appended: %q", data)
	}
}

func TestHostValue(t *testing.T) {
	for s, want := range map[string]string{
		"http://[::1]:80/": "[::1]", "http://0x7f.1/": "127.0.0.1", "http://H/": "h", "foo://H/": "H", "file:///a": "", "foo:a": "",
	} {
		host, _ := MustParse(s).ParsedHost()
		if value, err := host.Value(); !driver.IsValue(value) || err != nil || value != want {
			t.Errorf("%s: the value is %#v, error %v, want %q", s, value, err, want)
		}
	}
}

// TestAddressErrors has cases that the offsets of TestValidationErrorOffsets leave open, such as a part that is too
// large at the beginning of the string.
func TestAddressErrors(t *testing.T) {
	if errs := Validate("http://[10:100:1000::]/"); len(errs) > 0 {
		t.Errorf("zeros that do not lead: %v", errs)
	}
	var e *Error
	if _, err := ParseHost("256.256.0.1"); !errors.As(err, &e) || e.Err != ErrIPv4OutOfRangePart || e.Offset != 0 {
		t.Errorf("the first of two parts: %v", err)
	}
	if _, err := ParseHost("[1:2:3:4:5:6:7:.1.2.3]"); !errors.As(err, &e) || e.Err != ErrIPv4InIPv6InvalidCodePoint || e.Offset != len("[1:2:3:4:5:6:7:") {
		t.Errorf("no digits, and no place for them: %v", err)
	}
	if host, err := ParseHost(""); !errors.As(err, &e) || e.Err != ErrHostMissing || e.Offset != 0 {
		t.Errorf("no host: %v, %v", host, err)
	}
	if endsInANumber("") || endsInANumber(".") {
		t.Error("nothing ends in a number")
	}
}
