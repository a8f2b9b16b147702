//go:build !plan9

package guard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// prefixes parses prefixes that are separated by spaces.
func prefixes(s string) (list []netip.Prefix) {
	for field := range strings.FieldsSeq(s) {
		list = append(list, netip.MustParsePrefix(field))
	}
	return list
}

// checkReason checks that err is the given reason, or nil, and none of the others.
func checkReason(t *testing.T, what string, err, reason error) {
	t.Helper()
	for _, each := range []error{ErrNotPublic, ErrPort, ErrScheme} {
		if errors.Is(err, each) != (each == reason) {
			t.Errorf("%s: %v, want %v", what, err, reason)
			return
		}
	}
	if (err == nil) != (reason == nil) {
		t.Errorf("%s: %v, want %v", what, err, reason)
	}
}

func TestCheckAddr(t *testing.T) {
	for _, test := range []struct {
		allow, deny, nat64 string // prefixes
		ok, refused        string // addresses
	}{
		{ok: "8.8.8.8 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2600::", refused: "10.0.0.1 ::ffff:10.0.0.1 64:ff9b::10.0.0.1 ::1 2001:db8::8.8.8.8"},

		// Allow is compared with the address that is carried.
		{allow: "10.0.0.0/8", ok: "10.0.0.1 ::ffff:10.0.0.1 64:ff9b::10.0.0.1 8.8.8.8", refused: "127.0.0.1 64:ff9b::127.0.0.1 ::10.0.0.1 2002:a00:1::"},
		{allow: "::ffff:10.0.0.0/104", ok: "10.0.0.1 10.255.0.1 ::ffff:10.0.0.1 64:ff9b::10.0.0.1", refused: "127.0.0.1"}, // the IPv4 prefix 10.0.0.0/8
		{allow: "::ffff:0:0/96", ok: "10.0.0.1 ::ffff:127.0.0.1 64:ff9b::127.0.0.1", refused: "::1 fd00::1 ::10.0.0.1"},
		{allow: "64:ff9b::/96", ok: "64:ff9b::8.8.8.8", refused: "64:ff9b::127.0.0.1 127.0.0.1"},
		{allow: "::/0", ok: "::1 fd00::1 2001:db8::1 ff02::1", refused: "127.0.0.1 ::ffff:127.0.0.1 64:ff9b::127.0.0.1 fe80::1%eth0"},
		{allow: "fd12::1/64", ok: "fd12::2", refused: "fd12:0:0:1::2"}, // not masked
		{allow: "fe80::/10", ok: "fe80::1", refused: "fe80::1%eth0 ::ffff:10.0.0.1%eth0"},
		{allow: "2002::/16", ok: "2002:7f00:1::"},
		{allow: "::ffff:0:0/95", ok: "::fffe:0:1", refused: "10.0.0.1 ::ffff:10.0.0.1"}, // has more than IPv4-mapped addresses
		{allow: "169.254.169.254/32", ok: "169.254.169.254", refused: "169.254.169.253 169.254.169.255"},

		// Deny is compared with both, and wins.
		{deny: "8.8.8.0/24", ok: "8.8.4.4 64:ff9b::8.8.4.4", refused: "8.8.8.8 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 10.0.0.1"},
		{deny: "::ffff:8.8.8.0/120", ok: "8.8.4.4", refused: "8.8.8.8 ::ffff:8.8.8.8 64:ff9b::8.8.8.8"},
		{deny: "::ffff:0:0/96", ok: "2600::", refused: "8.8.8.8 ::ffff:8.8.8.8 64:ff9b::8.8.8.8"},
		{deny: "64:ff9b::/96", ok: "8.8.8.8 ::ffff:8.8.8.8", refused: "64:ff9b::8.8.8.8"},
		{deny: "2600::/16", ok: "2601::", refused: "2600:: 2600:0:1::"},
		{deny: "::/0", ok: "8.8.8.8 ::ffff:8.8.8.8", refused: "2600:: 64:ff9b::8.8.8.8"},
		{allow: "10.0.0.0/8", deny: "10.1.0.0/16", ok: "10.0.0.1 10.2.0.0", refused: "10.1.0.0 ::ffff:10.1.0.0 64:ff9b::10.1.0.0"},
		{allow: "10.1.0.0/16", deny: "10.0.0.0/8", refused: "10.1.0.0"},
		{allow: "10.0.0.0/8", deny: "64:ff9b::/96", ok: "10.0.0.1", refused: "64:ff9b::10.0.0.1"},

		// The unspecified addresses are in Deny if loopback is.
		{allow: "0.0.0.0/0 ::/0", ok: "0.0.0.0 :: ::ffff:0.0.0.0 64:ff9b::0.0.0.0 127.0.0.1 ::1"},
		{allow: "0.0.0.0/0 ::/0", deny: "127.0.0.0/8", ok: "10.0.0.1 0.0.0.1 ::1", refused: "0.0.0.0 :: ::ffff:0.0.0.0 64:ff9b::0.0.0.0 127.0.0.1"},
		{allow: "0.0.0.0/0 ::/0", deny: "::ffff:127.0.0.1/128", ok: "127.0.0.2 ::1", refused: "0.0.0.0 :: ::ffff:0.0.0.0"},
		{allow: "0.0.0.0/0 ::/0", deny: "::1/128", ok: "127.0.0.1 ::2", refused: "0.0.0.0 :: ::ffff:0.0.0.0 ::1"},
		{allow: "0.0.0.0/0 ::/0", deny: "0.0.0.0/32", ok: ":: 127.0.0.1 ::1", refused: "0.0.0.0 ::ffff:0.0.0.0"},
		{allow: "0.0.0.0/0 ::/0", deny: "::/128", ok: "0.0.0.0 ::ffff:0.0.0.0 127.0.0.1 ::1", refused: "::"},
		{allow: "0.0.0.0/0 ::/0", deny: "127.0.0.2/32 10.0.0.0/8", ok: "0.0.0.0 :: ::ffff:0.0.0.0 127.0.0.1 ::1"},

		// NAT64.
		{nat64: "2001:67c:2b0:db32:0:1::/96", ok: "2001:67c:2b0:db32:0:1:808:808 64:ff9b::8.8.8.8 2001:67c:2b0:db32::7f00:1", refused: "2001:67c:2b0:db32:0:1:7f00:1"},
		{nat64: "64:ff9b:1::/96", ok: "64:ff9b:1::8.8.8.8", refused: "64:ff9b:1::127.0.0.1 64:ff9b:1::1:808:808"},
		{nat64: "2600::8.8.8.8/96", ok: "2600::8.8.8.8", refused: "2600::127.0.0.1"}, // not masked
		{nat64: "2600::/64", ok: "2600:0:0:1::", refused: "2600:: 2600::8.8.8.8"},
		{nat64: "2600::/32", refused: "2600:0:808:808::"},
		{nat64: "2600::/97", ok: "2600::8000:1 2600::1:7f00:1", refused: "2600::8.8.8.8"},
		{nat64: "2600::/96 2600::/64", refused: "2600::8.8.8.8"},
		{nat64: "64:ff9b::/64", refused: "64:ff9b::8.8.8.8"},
		{nat64: "64:ff9b::/96", ok: "64:ff9b::8.8.8.8", refused: "64:ff9b::127.0.0.1"},
		{nat64: "::ffff:0:0/96", ok: "8.8.8.8 ::ffff:8.8.8.8", refused: "127.0.0.1 ::ffff:127.0.0.1"},
		{nat64: "2600::/64", allow: "2600::/32", ok: "2600:0:0:1::", refused: "2600::8.8.8.8 2600::127.0.0.1"},
		{nat64: "2600::/96", allow: "10.0.0.0/8", ok: "2600::10.0.0.1", refused: "2600::127.0.0.1"},
		{nat64: "2600::/96", allow: "2600::/96", ok: "2600::8.8.8.8", refused: "2600::10.0.0.1"},
		{nat64: "2600::/96", deny: "8.8.8.8/32", ok: "2600::8.8.4.4", refused: "2600::8.8.8.8"},
		{nat64: "2600::/96", deny: "2600::/16", ok: "64:ff9b::8.8.8.8", refused: "2600::8.8.8.8"},
	} {
		policy := Policy{Allow: prefixes(test.allow), Deny: prefixes(test.deny), NAT64: prefixes(test.nat64)}
		for addrs, reason := range map[string]error{test.ok: nil, test.refused: ErrNotPublic} {
			for s := range strings.FieldsSeq(addrs) {
				err := policy.CheckAddr(netip.AddrPortFrom(netip.MustParseAddr(s), 443))
				checkReason(t, fmt.Sprintf("%s by %v", s, policy), err, reason)
			}
		}
	}
	invalid := Policy{Allow: []netip.Prefix{{}}, Deny: []netip.Prefix{{}}, NAT64: []netip.Prefix{{}}}
	checkReason(t, "invalid prefixes", invalid.CheckAddr(netip.MustParseAddrPort("8.8.8.8:80")), nil)
	checkReason(t, "invalid prefixes", invalid.CheckAddr(netip.MustParseAddrPort("10.0.0.1:80")), ErrNotPublic)
	checkReason(t, "the zero AddrPort", invalid.CheckAddr(netip.AddrPort{}), ErrNotPublic)
}

func TestPorts(t *testing.T) {
	const every = "0 22 80 443 8080 65535"
	for _, test := range []struct {
		ports []uint16
		any   bool
		ok    string
	}{
		{nil, false, "80 443"},
		{[]uint16{}, false, ""},
		{[]uint16{8080}, false, "8080"},
		{[]uint16{0, 65535}, false, "0 65535"},
		{nil, true, every},
		{[]uint16{}, true, every},
		{[]uint16{22}, true, every},
	} {
		policy := Policy{Allow: prefixes("127.0.0.0/8"), Ports: test.ports, AnyPort: test.any}
		for _, port := range strings.Fields(every) {
			var reason error = ErrPort
			if slices.Contains(strings.Fields(test.ok), port) {
				reason = nil
			}
			for _, host := range []string{"8.8.8.8", "127.0.0.1"} { // for allowed addresses, too
				checkReason(t, host+":"+port, policy.CheckAddr(netip.MustParseAddrPort(host+":"+port)), reason)
			}
			checkReason(t, "10.0.0.1:"+port, policy.CheckAddr(netip.MustParseAddrPort("10.0.0.1:"+port)), ErrNotPublic)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		reason error
		urls   string
	}{
		{nil, "http://example.com/ https://example.com/ https://user:secret@example.com:80/ http://8.8.8.8/ https://[2600::]/ http://localhost/ http://0x8080808/"},
		{ErrNotPublic, "http://127.0.0.1/ http://127.1:22/ http://0x7f.1/ http://2130706433/ http://[::1]/ http://[::ffff:7f00:1]/ http://[64:ff9b::7f00:1]/"},
		{ErrNotPublic, "http://169.254.169.254/ ftp://127.0.0.1/ redis://127.0.0.1:6379 redis://[::1] foo://10.0.0.1 file://127.0.0.1/a"},
		{ErrPort, "http://example.com:22/ http://8.8.8.8:8080/ ftp://example.com/ redis://example.com:6379 redis://127.1:6379 https://example.com:0/"},
		{ErrScheme, "ws://example.com/ wss://8.8.8.8/ ftp://example.com:443/ redis://example.com foo:bar mailto:a@b.example file:///etc/passwd data:, blob:https://a/b"},
	} {
		for s := range strings.FieldsSeq(test.urls) {
			checkReason(t, s, Policy{}.Check(url.MustParse(s)), test.reason)
		}
	}
	checkReason(t, "the zero URL", Policy{}.Check(url.URL{}), ErrScheme)
	if err := (Policy{}).Check(url.MustParse("secret:x@h")); err != ErrScheme {
		t.Errorf("with details: %v", err)
	}
	checkReason(t, "no ports", Policy{Ports: []uint16{}}.Check(url.MustParse("https://example.com/")), ErrPort)
	allowing := Policy{AllowOrigins: patterns("http://10.1.2.3:8080", "https://*.corp.example:*", "http://[::1]:22", "ftp://h.example")}
	denying := allowing
	denying.Deny = prefixes("10.1.2.0/24")
	for _, test := range []struct {
		policy Policy
		reason error
		urls   string
	}{
		{allowing, nil, "http://10.1.2.3:8080/a http://0xa.0x10203:8080 https://a.corp.example:22/ https://A.B.corp.example http://[0:0::1]:22"},
		{allowing, nil, "http://corp.example/ http://a.corp.example/ http://8.8.8.8/ http://localhost/"}, // as without the patterns
		{allowing, ErrNotPublic, "http://10.1.2.3/ https://10.1.2.3:8080/ http://10.1.2.4:8080/ http://[::ffff:10.1.2.3]:8080/ http://[::1]/"},
		{allowing, ErrPort, "https://corp.example:22/ http://a.corp.example:22/ https://a.corp.example.:22/ http://h.example:21/"},
		{allowing, ErrScheme, "ftp://h.example/ blob:http://10.1.2.3:8080/a blob:https://a.corp.example/ wss://a.corp.example/"},
		{denying, ErrNotPublic, "http://10.1.2.3:8080/a http://0xa.0x10203:8080"},
		{denying, nil, "https://a.corp.example:22/ http://[::1]:22/"},
		{Policy{AllowOrigins: patterns("http://[fd00:64::1]"), NAT64: prefixes("fd00:64::/64")}, ErrNotPublic, "http://[fd00:64::1]/"},
		{Policy{AnyPort: true, Ports: []uint16{}}, nil, "http://example.com:22/ https://8.8.8.8:0/ http://example.com"},
		{Policy{AnyPort: true}, ErrNotPublic, "http://127.0.0.1:22/"},
		{Policy{AnyPort: true}, ErrScheme, "ftp://example.com/"},
		{Policy{AllowOrigins: make([]url.OriginPattern, 1)}, ErrScheme, "data:, foo:bar foo://h"},
	} {
		for s := range strings.FieldsSeq(test.urls) {
			checkReason(t, s, test.policy.Check(url.MustParse(s)), test.reason)
		}
	}
	checkReason(t, "allowed", Policy{Allow: prefixes("127.0.0.0/8"), Ports: []uint16{8080}}.Check(url.MustParse("http://[::ffff:127.1.1.1]:8080/")), nil)
}

// TestAddressPatterns has what a transport is about to dial, and how it is spelled then.
func TestAddressPatterns(t *testing.T) {
	origins := patterns("https://gitlab.corp.example", "ws://10.1.2.3", "http://10.1.2.3:8080", "http://[::1]:8080",
		"http://*.test.example:*", "https://dot.example.", "redis://cache.example:6379", "redis://noport.example", "http://[fe80::1]:*")
	allowed := Policy{AllowOrigins: append(origins, url.OriginPattern{})}
	for address, want := range map[string]string{
		"gitlab.corp.example:443": "gitlab.corp.example:443", "GITLAB.corp.example:0443": "gitlab.corp.example:443",
		"ｇitlab.corp.example:443": "gitlab.corp.example:443", "gitlab%2ecorp.example:443": "gitlab.corp.example:443",
		"10.1.2.3:80": "10.1.2.3:80", "10.1.2.3:8080": "10.1.2.3:8080", "0xa.0x10203:8080": "10.1.2.3:8080", "167838211:80": "10.1.2.3:80",
		"[::1]:8080": "[::1]:8080", "[0:0:0:0:0:0:0:1]:8080": "[::1]:8080", "dot.example.:443": "dot.example.:443",
		"cache.example:6379": "cache.example:6379", "a.test.example:1": "a.test.example:1", "a.b.test.example:443": "a.b.test.example:443",
		"[fe80::1]:80": "[fe80::1]:80",

		"gitlab.corp.example:80": "", "gitlab.corp.example.:443": "", "a.gitlab.corp.example:443": "", "xgitlab.corp.example:443": "",
		"10.1.2.3:443": "", "10.1.2.4:80": "", "[::ffff:10.1.2.3]:80": "", "[64:ff9b::10.1.2.3]:80": "", "[::1]:80": "", "[::1%lo]:8080": "",
		"[fe80::1%eth0]:80": "", "[fe80::1%25eth0]:80": "", "test.example:80": "", "a..test.example:80": "", "dot.example:443": "",
		"cache.example:80": "", "noport.example:6379": "", "noport.example:0": "", "[gitlab.corp.example]:443": "gitlab.corp.example:443", // as package net reads it
		"evil.example/.test.example:80": "", "evil.example#.test.example:80": "", `evil.example\.test.example:80`: "", "evil@a.test.example:80": "",
		"evil.example?.test.example:80": "", "a.test.example:http": "", "a.test.example:+80": "", "a.test.example:65616": "", "a.test.example": "",
		"a.test.example:80:80": "", ":80": "", "": "", "a.test.example:": "", "a\n.test.example:80": "", "a b.test.example:80": "",
	} {
		got, ok := allowed.allowedAddress(address)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s: %s, %t, want %s", address, got, ok, want)
		}
	}
	for address, reason := range map[string]error{
		"10.1.2.3:22": nil, "127.0.0.1:0": nil, "8.8.8.8:22": nil, "8.8.4.4:80": ErrNotPublic, "[64:ff9b::8.8.4.4]:80": ErrNotPublic,
		"[fe80::1%eth0]:80": ErrNotPublic, "[2600::1]:80": ErrNotPublic, "h:80": ErrNotPublic,
	} {
		policy := Policy{Deny: prefixes("8.8.4.0/24"), NAT64: prefixes("2600::/64"), Ports: []uint16{}}
		checkReason(t, address, policy.controlAllowed(context.Background(), "tcp", address, nil), reason)
		checkReason(t, address, policy.controlAllowed(context.Background(), "udp", address, nil), ErrNotPublic)
	}
}

// FuzzAddressPatterns compares what a transport dials with the text of the pattern.
func FuzzAddressPatterns(f *testing.F) {
	for _, pattern := range []string{"https://gitlab.corp.example", "http://*.test.example:*", "ws://10.1.2.3", "redis://Cache:*", "foo://[::1]", "http://[::1]:8080"} {
		for _, address := range []string{"gitlab.corp.example:443", "A.test.example:1", "a..test.example:80", "0xa.0x10203:80", "[0::1]:8080", "Cache:0"} {
			f.Add(pattern, address)
		}
	}
	f.Fuzz(func(t *testing.T, text, address string) {
		pattern, err := url.ParseOriginPattern(text)
		if err != nil {
			return
		}
		_, got := Policy{AllowOrigins: []url.OriginPattern{pattern}}.allowedAddress(address)
		if want := matchesText(pattern.String(), address); got != want {
			t.Errorf("%q, %q: %t, want %t", text, address, got, want)
		}
	})
}

// matchesText reports whether the pattern written as text matches the host and port in address.
func matchesText(text, address string) bool {
	name, digits, err := net.SplitHostPort(address)
	port, portErr := strconv.ParseUint(digits, 10, 16)
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	host, hostErr := url.ParseHost(name)
	if err != nil || portErr != nil || hostErr != nil {
		return false
	}
	scheme, rest, _ := strings.Cut(text, "://")
	rest, hasSubdomains := strings.CutPrefix(rest, "*.")
	rest, anyPort := strings.CutSuffix(rest, ":*")
	u := url.MustParse(scheme + "://" + rest)
	if want, ok := u.EffectivePort(); !anyPort && (!ok || want != uint16(port)) {
		return false
	}
	if !hasSubdomains {
		return host.String() == u.Hostname()
	}
	labels, ok := strings.CutSuffix(host.String(), "."+u.Hostname())
	return ok && labels != "" && !strings.HasPrefix(labels, ".") && !strings.Contains(labels, "..") && !strings.HasSuffix(labels, ".")
}

func TestControlContext(t *testing.T) {
	for _, test := range []struct {
		network, address string
		reason           error
	}{
		{"tcp", "8.8.8.8:80", nil},
		{"tcp4", "8.8.8.8:443", nil},
		{"tcp6", "[2600::]:443", nil},
		{"tcp6", "[::ffff:8.8.8.8]:443", nil},
		{"tcp4", "8.8.8.8:25", ErrPort},
		{"tcp4", "127.0.0.1:80", ErrNotPublic},
		{"tcp4", "127.0.0.1:25", ErrNotPublic},
		{"tcp6", "[::1]:80", ErrNotPublic},
		{"tcp6", "[fe80::1%eth0]:80", ErrNotPublic},
		{"tcp6", "[2600::%eth0]:80", ErrNotPublic},
		{"udp", "8.8.8.8:443", ErrNotPublic},
		{"udp4", "8.8.8.8:443", ErrNotPublic},
		{"unix", "/run/docker.sock", ErrNotPublic},
		{"ip4:1", "8.8.8.8", ErrNotPublic},
		{"", "8.8.8.8:80", ErrNotPublic},
		{"TCP", "8.8.8.8:80", ErrNotPublic},
		{"tcp", "8.8.8.8", ErrNotPublic},
		{"tcp", "example.com:80", ErrNotPublic},
		{"tcp", "8.8.8.8:http", ErrNotPublic},
		{"tcp", ":80", ErrNotPublic},
		{"tcp", "", ErrNotPublic},
	} {
		checkReason(t, test.network+" "+test.address, Policy{}.ControlContext(context.Background(), test.network, test.address, nil), test.reason)
	}
}

func TestMessages(t *testing.T) {
	policy := Policy{Deny: prefixes("::ffff:8.8.8.0/120"), NAT64: prefixes("2600::/64")}
	for s, want := range map[string]string{
		"http://u:secret@0x7f.1/":     "guard: not a public address: 127.0.0.1 is in 127.0.0.0/8 (Loopback)",
		"http://255.255.255.255/":     "guard: not a public address: 255.255.255.255 is in 255.255.255.255/32 (Limited Broadcast)",
		"http://[::ffff:10.0.0.1]/":   "guard: not a public address: ::ffff:10.0.0.1 carries 10.0.0.1, which is in 10.0.0.0/8 (Private-Use)",
		"http://0.0.0.0/":             "guard: not a public address: 0.0.0.0 is in 0.0.0.0/32 (This host on this network)",
		"http://[64:ff9b::10.0.0.1]/": "guard: not a public address: 64:ff9b::a00:1 carries 10.0.0.1, which is in 10.0.0.0/8 (Private-Use)",
		"http://[64:ff9b::8.8.8.8]/":  "guard: not a public address: 64:ff9b::808:808 carries 8.8.8.8, which is in ::ffff:8.8.8.0/120 (denied by the policy)",
		"http://[2600::1]/":           "guard: not a public address: 2600::1 is in 2600::/64 (NAT64 of the policy, but not of 96 bits)",
		"http://[4000::1]/":           "guard: not a public address: 4000::1 is in 4000::/3 (Reserved by IETF)",
		"http://u:secret@h:22/":       "guard: port not allowed: 22",
		"secret:x@h":                  "guard: scheme is not http or https",
	} {
		if err := policy.Check(url.MustParse(s)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", s, err, want)
		}
	}
	for _, address := range []string{"example.com:80", ""} {
		const want = "guard: not a public address: it is not an IP address and a port"
		if err := policy.ControlContext(context.Background(), "tcp", address, nil); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", address, err, want)
		}
	}
	for addr, want := range map[netip.Addr]string{
		netip.MustParseAddr("2600::%secret"): "guard: not a public address: 2600::, which has a zone",
		{}:                                   "guard: not a public address: invalid IP, not an address",
	} {
		if err := policy.CheckAddr(netip.AddrPortFrom(addr, 80)); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", addr, err, want)
		}
	}
}
