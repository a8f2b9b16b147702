//go:build !plan9

package guard

import (
	"context"
	"net/http"
	"net/netip"
	neturl "net/url"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
)

// attacks check hostile URLs, and addresses with hostile zones.
var attacks = map[string]hostile.Use{
	"IsPublic(addr)":                                hostile.Reading(func(s string) { IsPublic(zoned(s)) }),
	"Policy.Check(u)":                               checking(Policy{}),
	"Policy.Check(u), and patterns":                 checking(allowing),
	"Policy.NewTransport(p), to dial":               hostile.Reading(func(s string) { allowing.allowedAddress(s + ":80") }),
	"Policy.NewProxyTransport(proxy)":               hostile.Reading(func(s string) { _, _ = Policy{}.NewProxyTransport(&neturl.URL{Scheme: "http", Host: s}) }),
	"Policy.NewProxyTransport(proxy), for URL.Host": sending(func(s string) http.Request { return http.Request{URL: &neturl.URL{Host: s}} }),
	"Policy.NewProxyTransport(proxy), for Host":     sending(func(s string) http.Request { return http.Request{URL: &neturl.URL{Host: "h"}, Host: s} }),
	"Policy.NewProxyTransport(proxy), for Path":     sending(func(s string) http.Request { return http.Request{URL: &neturl.URL{Host: "h", Path: "/" + s}} }),
	"Policy.NewProxyTransport(proxy), for Opaque":   sending(func(s string) http.Request { return http.Request{URL: &neturl.URL{Host: "h", Opaque: "//" + s}} }),
	"Policy.CheckAddr(a)":                           hostile.Reading(func(s string) { _ = Policy{}.CheckAddr(netip.AddrPortFrom(zoned(s), 80)) }),
	"Policy.ControlContext(network)":                hostile.Reading(func(s string) { _ = Policy{}.ControlContext(context.Background(), s, "127.0.0.1:80", nil) }),
	"Policy.ControlContext(address)":                hostile.Reading(func(s string) { _ = Policy{}.ControlContext(context.Background(), "tcp", s, nil) }),
	"Policy.ControlContext(address) with a zone": hostile.Reading(func(s string) {
		_ = Policy{}.ControlContext(context.Background(), "tcp", "[fe80::1%"+s+"]:80", nil)
	}),
}

// textless needs no attack.
var textless = map[string]string{
	"Policy":  "it is from the program",
	"Context": "it is not used",
	"RawConn": "it is not used",
}

func zoned(s string) netip.Addr { return netip.IPv6Unspecified().WithZone(s) }

// parsed returns the URL in s, or else one that has s in its path.
var parsed = hostile.Remembering(func(s string) url.URL {
	u, err := url.Parse(s)
	if err != nil {
		u, _ = url.Parse("foo://127.0.0.1/" + s)
	}
	return u
})

func checking(p Policy) hostile.Use {
	return func(s string) (int, func()) {
		u := parsed(s)
		return len(s), func() { _ = p.Check(u) }
	}
}

var allowing = Policy{AllowOrigins: patterns("https://gitlab.corp.example", "http://*.test.example:*")}

// sending judges what of makes of a text, as the transport for a proxy does.
func sending(of func(s string) http.Request) hostile.Use {
	transport := newProxyTransport(allowing, &neturl.URL{Scheme: "http", Host: "proxy.example:3128"})
	return hostile.Reading(func(s string) {
		r := of(s)
		r.URL.Scheme = "http"
		_, _ = transport.checked(&r)
	})
}

func TestAttacks(t *testing.T) { hostile.CheckComplete(t, attacks, textless) }

// TestGrowth checks that time and memory grow linearly with the length of a text. Only this test states how much
// memory.
func TestGrowth(t *testing.T) {
	hostile.Check(t, hostile.URLs, attacks, func(name, shape string) float64 { return 56 })
}

func TestZeroValues(t *testing.T) { hostile.CallZeros(t, new(Policy)) }

// sent returns the error of a transport for a proxy.
func sent(n *neturl.URL, host string) error {
	_, err := newProxyTransport(Policy{}, &neturl.URL{Scheme: "http", Host: "secret.example"}).RoundTrip(&http.Request{URL: n, Host: host})
	return err
}

// TestNoText checks that no error shows a hostile text, so that errors are short and contain no secret.
func TestNoText(t *testing.T) {
	const secret = "secret"
	for _, err := range []error{
		Policy{}.CheckAddr(netip.AddrPortFrom(zoned(secret), 80)),
		Policy{}.ControlContext(context.Background(), secret, "8.8.8.8:80", nil),
		Policy{}.ControlContext(context.Background(), "tcp", secret, nil),
		Policy{}.ControlContext(context.Background(), "tcp", "[fe80::1%"+secret+"]:80", nil),
		Policy{}.Check(url.MustParse("secret://secret:secret@secret/secret?secret#secret")),
		Policy{}.Check(url.MustParse("http://secret:secret@127.0.0.1/secret?secret#secret")),
		Policy{}.Check(url.MustParse("http://secret:secret@secret:22/secret?secret#secret")),
		sent(&neturl.URL{Scheme: "http", User: neturl.User(secret), Host: "127.0.0.1", Path: "/secret"}, ""),
		sent(&neturl.URL{Scheme: "http", Host: "secret:secret@h"}, ""),
		sent(&neturl.URL{Scheme: "http", Host: "h", Opaque: secret}, ""),
		sent(&neturl.URL{Scheme: "http", Host: "h", Opaque: "//secret@secret/"}, ""),
		sent(&neturl.URL{Scheme: "http", Host: "h"}, "secret:secret@h"),
		sent(&neturl.URL{Scheme: "http", Host: "h"}, "secret.localhost"),
		sent(&neturl.URL{Scheme: secret, Host: "h"}, ""),
	} {
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%v", err)
		}
	}
}
