package url_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// This file tests the guard of ExampleURL_Addr.

// The address blocks of https://www.iana.org/assignments/iana-ipv4-special-registry/ and
// https://www.iana.org/assignments/iana-ipv6-special-registry/, row by row, with their RFCs. After them, the blocks
// that other RFCs reserve.
var specialPurpose = map[string]string{
	"0.0.0.0/8": "RFC 791", "0.0.0.0/32": "RFC 1122", "10.0.0.0/8": "RFC 1918", "100.64.0.0/10": "RFC 6598", "127.0.0.0/8": "RFC 1122",
	"169.254.0.0/16": "RFC 3927", "172.16.0.0/12": "RFC 1918", "192.0.0.0/24": "RFC 6890", "192.0.0.0/29": "RFC 7335",
	"192.0.0.8/32": "RFC 7600", "192.0.0.9/32": "RFC 7723", "192.0.0.10/32": "RFC 8155", "192.0.0.170/32": "RFC 8880",
	"192.0.0.171/32": "RFC 8880", "192.0.2.0/24": "RFC 5737", "192.31.196.0/24": "RFC 7535", "192.52.193.0/24": "RFC 7450",
	"192.88.99.0/24": "RFC 7526", "192.88.99.2/32": "RFC 6751", "192.168.0.0/16": "RFC 1918", "192.175.48.0/24": "RFC 7534",
	"198.18.0.0/15": "RFC 2544", "198.51.100.0/24": "RFC 5737", "203.0.113.0/24": "RFC 5737", "240.0.0.0/4": "RFC 1112",
	"255.255.255.255/32": "RFC 8190",

	"::1/128": "RFC 4291", "::/128": "RFC 4291", "::ffff:0:0/96": "RFC 4291", "64:ff9b::/96": "RFC 6052", "64:ff9b:1::/48": "RFC 8215",
	"100::/64": "RFC 6666", "100:0:0:1::/64": "RFC 9780", "2001::/23": "RFC 2928", "2001::/32": "RFC 4380", "2001:1::1/128": "RFC 7723",
	"2001:1::2/128": "RFC 8155", "2001:1::3/128": "RFC 9665", "2001:2::/48": "RFC 5180", "2001:3::/32": "RFC 7450",
	"2001:4:112::/48": "RFC 7535", "2001:10::/28": "RFC 4843", "2001:20::/28": "RFC 7343", "2001:30::/28": "RFC 9374",
	"2001:db8::/32": "RFC 3849", "2002::/16": "RFC 3056", "2620:4f:8000::/48": "RFC 7534", "3fff::/20": "RFC 9637", "5f00::/16": "RFC 9602",
	"fc00::/7": "RFC 4193", "fe80::/10": "RFC 4291",

	"224.0.0.0/4": "RFC 5771, multicast", "ff00::/8": "RFC 4291, multicast", "::/96": "RFC 4291, IPv4-compatible",
	"fec0::/10": "RFC 3879, site-local", "::ffff:0:0:0/96": "RFC 2765, IPv4-translated", "200::/7": "RFC 4048, NSAP",
	"4000::/3": "RFC 4291, not allotted", "e000::/4": "RFC 4291, not allotted",
}

func TestGuardOfSpecialAddresses(t *testing.T) {
	for block, source := range specialPurpose {
		prefix := netip.MustParsePrefix(block)
		last := prefix.Masked().Addr().AsSlice()
		for i := prefix.Bits(); i < len(last)*8; i++ {
			last[i/8] |= 0x80 >> (i % 8)
		}
		lastAddr, _ := netip.AddrFromSlice(last)
		for _, addr := range []netip.Addr{prefix.Addr(), lastAddr} {
			if isPublic(addr) || addr.Is6() && isPublic(addr.WithZone("eth0")) {
				t.Errorf("%v of %s (%s) is public", addr, block, source)
			}
		}
	}
	for _, s := range []string{
		"64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "::7f00:1", "::ffff:7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "2002:7f00:1::",
		"2001:0:808:808:0:0:80ff:fffe", "fe80::1%eth0", "fd00:ec2::254",
	} {
		if isPublic(netip.MustParseAddr(s)) {
			t.Errorf("%s is public", s)
		}
	}
	if isPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// Addresses beside the blocks, and those of well-known servers.
func TestGuardOfPublicAddresses(t *testing.T) {
	for _, s := range []string{
		"1.1.1.1", "8.8.8.8", "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
		"169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255",
		"192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
		"2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::", "2001:db7::", "2001:db9::", "2003::", "2620:4f:7fff::",
		"2620:4f:8001::", "3ffe::", "3fff:1000::", "2000::",
	} {
		if !isPublic(netip.MustParseAddr(s)) {
			t.Errorf("%s is not public", s)
		}
	}
}

// countingServer is a server on the loopback interface that counts requests.
func countingServer(t *testing.T, handler http.HandlerFunc) (server *httptest.Server, requests *atomic.Int32) {
	requests = new(atomic.Int32)
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return server, requests
}

func portOf(server *httptest.Server) string {
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	return port
}

func TestGuardBeforeDialing(t *testing.T) {
	server, requests := countingServer(t, http.NotFound)
	if response, err := http.Get(server.URL); err != nil || requests.Swap(0) != 1 {
		t.Fatalf("without the guard: %v, %v", response, err)
	}
	for _, host := range []string{
		"240.0.0.1", "198.18.0.1", "192.0.0.8", "[64:ff9b:1::7f00:1]", "[64:ff9b::127.0.0.1]", "[::7f00:1]", "[::127.0.0.1]", "0.0.0.0", "0",
		"169.254.169.254", "0xa9fea9fe", "[fec0::1]", "[fe80::1]", "[ff02::1]", "224.0.0.1", "255.255.255.255", "[::ffff:127.0.0.1]",
		"[2002:7f00:1::]", "[2001::1]", "[::]", "[fd00:ec2::254]", "127.0.0.1.", "0177.1", "127%2e0.0.1", "\uff11\uff12\uff17.1", "017700000001",
	} {
		_, err := fetch("http://user:pass@" + host + ":" + portOf(server))
		if _, dialed := errors.AsType[*net.OpError](err); dialed || !errors.Is(err, errNotPublic) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := requests.Load(); n > 0 {
		t.Errorf("the server got %d requests", n)
	}
}

// A domain on the web can have any address.
func TestGuardWhileDialing(t *testing.T) {
	server, requests := countingServer(t, http.NotFound)
	dialer := &net.Dialer{Control: publicOnly, Resolver: &net.Resolver{PreferGo: true, Dial: rebindingDNS(t)}}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	target := "http://rebind.example:" + portOf(server)
	if response, err := client.Get(target); !errors.Is(err, errNotPublic) {
		t.Errorf("%v, %v", response, err)
	}
	if n := requests.Load(); n > 0 {
		t.Errorf("the server got %d requests", n)
	}

	dialer.Control = nil
	if response, err := client.Get(target); err != nil || requests.Load() != 1 {
		t.Errorf("without the guard: %v, %v", response, err)
	}
}

// A server on the web can redirect to any address.
func TestGuardOfRedirects(t *testing.T) {
	server, requests := countingServer(t, http.NotFound)
	outside, _ := countingServer(t, http.RedirectHandler(server.URL, http.StatusFound).ServeHTTP)
	guarded := &net.Dialer{Control: publicOnly}
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == "public.example:80" {
			return new(net.Dialer).DialContext(ctx, network, outside.Listener.Addr().String())
		}
		return guarded.DialContext(ctx, network, address)
	}}}
	if response, err := client.Get("http://public.example/"); !errors.Is(err, errNotPublic) || requests.Load() > 0 {
		t.Errorf("%v, %v", response, err)
	}
}

// rebindingDNS starts a DNS server on the loopback interface that answers every question for an IPv4 address with
// 127.0.0.1. It returns a function that connects to it.
func rebindingDNS(t *testing.T) func(ctx context.Context, network, address string) (net.Conn, error) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			n, client, err := server.ReadFrom(buffer)
			if err != nil {
				return // closed
			}
			if answer, ok := answerLoopback(buffer[:n]); ok {
				_, _ = server.WriteTo(answer, client) // the resolver asks again
			}
		}
	}()
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}
}

func answerLoopback(query []byte) (answer []byte, ok bool) {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil, false
	}
	question := m.Questions[0]
	m = dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions}
	if question.Type == dnsmessage.TypeA {
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	answer, err := m.Pack()
	return answer, err == nil
}
