//go:build !plan9

// Package guard sends HTTP requests to public addresses only. Use it in a server that fetches untrusted URLs, such as
// those from webhooks, link previews and feeds. Without such a check, an attacker can make the server request internal
// addresses, which is known as server-side request forgery (SSRF).
//
// Create one transport with [Policy.NewTransport], and send all requests for untrusted URLs through it:
//
//	var client = &http.Client{Transport: guard.Policy{}.NewTransport(), Timeout: 30 * time.Second}
//
// The transport checks each IP address immediately before connecting to it, including after a redirect. A URL therefore
// cannot evade the check by spelling an address in an unusual way or by using a name that resolves to a different
// address each time.
//
// [Policy.Check] rejects some URLs before a request is sent, so that your program can report a clear error early. Check
// does not look up names in the DNS, so it cannot replace the transport.
//
// To get the URL for an [http.Request], call [url.URL.NetURL]. If you must send the exact bytes that a browser would
// send, call [url.URL.RequestURL] instead; it returns an error for some paths, such as "/100%". To follow redirects as a
// browser does, wrap the transport with the Transport function from package [github.com/weburl-go/url/redirect].
//
// # Allowing internal hosts
//
// The zero [Policy] allows only public addresses, and only ports 80 and 443. To allow an internal host, add its origin
// to [Policy].AllowOrigins. To allow other ports, which some feeds and webhooks use, set [Policy].Ports or
// [Policy].AnyPort.
//
// # Proxies
//
// If your network requires an HTTP proxy, use [Policy.NewProxyTransport], which checks each request before sending it to
// the proxy. The transport does not know which address the proxy will connect to, so the proxy must reject names that
// resolve to internal addresses. Do not set the Proxy field of an ordinary transport, because then only the proxy's own
// address is checked.
//
// # Limits
//
// The transport checks only the connections that it makes itself:
//
//   - Connections are not checked if they are made by a protocol that you register, or by a function that you set as
//     DialContext, DialTLSContext, Dial or DialTLS, unless that function dials with a [net.Dialer] whose ControlContext
//     field is [Policy.ControlContext]. HTTP/3 connections are not checked, because QUIC libraries do not dial through
//     the transport.
//   - On Windows and macOS, the operating system verifies certificates. It may download an issuer's certificate from any
//     http URL that the server's certificate contains (Authority Information Access). To prevent this, set
//     TLSClientConfig.RootCAs to your own certificate pool, not to the result of [crypto/x509.SystemCertPool]. Go then
//     verifies certificates itself, without downloading any.
//   - If your page embeds an image from an untrusted URL, such as the image of a link preview, the user's browser loads
//     it. Fetch such images through the transport, and serve them from your own server.
//
// The transport knows nothing about your network:
//
//   - A name can resolve to one of your own public addresses. Add those addresses to [Policy].Deny, and do not let a
//     server trust a request merely because it comes from a certain address.
//   - A pattern in AllowOrigins trusts everyone who controls the DNS records of the names that it matches.
//   - The addresses of a NAT64 prefix in 2000::/3 look like ordinary public addresses. If your network has such a
//     prefix, add it to [Policy].NAT64.
//   - ISATAP addresses can reach internal IPv4 hosts. If your network uses ISATAP, add the prefixes of its addresses to
//     [Policy].Deny.
//
// The transport has these other limitations:
//
//   - The transport limits neither the size nor the duration of a response. Set [http.Client].Timeout, and limit the
//     number of bytes that you read.
//   - A server can send your program a different page or redirect than it sends to people. If you show a link preview,
//     show the host of the URL that the link leads to. Show the host at which the redirects ended only if your link
//     leads there directly.
//   - Programs compiled for js or wasip1 cannot connect through the transport, and the package cannot be built for Plan
//     9, because package net does not support [net.Dialer].ControlContext on these systems.
//
// # Which addresses are public
//
// An address is public unless it is in one of these blocks:
//
//   - all blocks in IANA's registries of special-purpose addresses, including those that are marked as globally
//     reachable;
//   - multicast, and all IPv6 addresses outside 2000::/3, which is the only block for global unicast;
//   - blocks that cloud providers use internally: Azure's 168.63.129.16; Google's 34.118.224.0/20, 34.126.0.0/18,
//     199.36.153.4/30, 199.36.153.8/30, 2001:4860:8040::/42, 2600:2d00:0:4::/64, 2600:2d00:2:1000::/56 and
//     2600:2d00:2:2000::/56; and IBM Cloud's 161.26.0.0/16 and 166.8.0.0/14.
//
// All other addresses in 2000::/3 are public, even those that IANA has not allocated yet, such as 3fff:1000::1. No
// server on the Internet has an unallocated address today, but IANA allocates more of 2000::/3 from time to time, and a
// program with older tables should not reject the new servers. If your network uses unallocated addresses internally,
// add them to [Policy].Deny.
//
// Whether an IPv6 address that embeds an IPv4 address is public depends on the embedded address. This applies to
// IPv4-mapped addresses, to addresses in the NAT64 prefix 64:ff9b::/96, and to addresses in [Policy].NAT64. Clients on
// an IPv6-only network can therefore reach public IPv4 servers. An address with a zone is never public.
//
// 6to4, Teredo and ISATAP addresses also contain an IPv4 address, but it is not checked. 6to4 and Teredo addresses are
// never public, because their blocks are in IANA's registry. ISATAP addresses (RFC 5214) are treated like any other IPv6
// address, because they cannot be recognized by a prefix.
//
// The address tables may change in any version. The compatibility promise does not cover them.
package guard

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"syscall"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/ipblock"
)

// These errors say why a policy rejects a request. Use [errors.Is] to tell them apart. If several reasons apply to a
// host, the error is the first one in the order listed here.
//
// The error message also contains the port, or the address with its block and the block's name in IANA's registry.
// Write the message to a log, but do not show it to clients, because it reveals details of your network.
//
// The messages do not contain credentials, but [http.Client] wraps these errors in a [*net/url.Error], whose message
// contains the URL with its query. For such an error e, log url.Redact(e.URL, nil). Log e.Err only if it is one of this
// package's errors, because other errors can quote a Location header.
var (
	// ErrNotPublic means that an address is not public, or that the policy denies it.
	ErrNotPublic = errors.New("guard: not a public address")
	// ErrPort means that the policy does not allow the port.
	ErrPort = errors.New("guard: port not allowed")
	// ErrScheme means that the scheme is not http or https. [Policy.Check] and the transport of [Policy.NewProxyTransport]
	// return this error without the scheme, which could be a credential, as in "secret:x@h".
	ErrScheme = errors.New("guard: scheme is not http or https")
)

// IsPublic reports whether addr is a public address. Use it if your program resolves names itself: look up a name once,
// check each of its addresses, and connect to an address that passed. Do not connect to the name, which may resolve to a
// different address the next time.
//
// The zero [netip.Addr] is not public. IsPublic does not allocate.
//
// To check a [net.IP], convert it with [netip.AddrFromSlice], which returns the zero Addr if the net.IP is not an
// address. Most IPv4 addresses are IPv4-mapped after the conversion. IsPublic and [Policy.CheckAddr] treat a mapped
// address as IPv4, but you must call [netip.Addr.Unmap] before comparing it with another address or a [netip.Prefix].
func IsPublic(addr netip.Addr) bool {
	_, _, ok := Policy{}.evaluate(addr, false)
	return ok
}

// A Policy specifies the addresses and ports to which requests may be sent. The zero Policy allows public addresses on
// ports 80 and 443. Do not modify a Policy's slices after its first use.
//
// Addresses and prefixes in IPv4-mapped form, such as ::ffff:10.0.0.0/104, are treated as IPv4. An invalid prefix
// contains no addresses.
type Policy struct {
	// Allow lists addresses that are allowed even though they are not public. An example is 100.64.0.0/10, which
	// carriers and Tailscale use. An address with a zone is never allowed.
	//
	// If an address embeds an IPv4 address, only the IPv4 address is compared. For example, 10.0.0.0/8 also allows
	// 64:ff9b::a00:1, which is the NAT64 form of 10.0.0.1, but 64:ff9b::/96 allows nothing.
	Allow []netip.Prefix

	// AllowOrigins lists patterns such as "https://gitlab.corp.example", "http://10.1.2.3:8080" and
	// "http://*.test.example:*". If a pattern matches the host and port of a request, the request may go to any address
	// that has no zone and that neither Deny nor NAT64 rejects, even if Ports does not contain the port.
	//
	// A pattern trusts everyone who controls the DNS records of the names that it matches, because they choose the
	// addresses. If you allow "http://*.example.com:*", anyone who can add a name to example.com can reach every port in
	// your network.
	//
	// A pattern does not match another name for the same address, the same name with a trailing dot, or an address with
	// a zone.
	//
	// The transport of [Policy.NewTransport] knows the host and port that it is about to connect to, but not the scheme. It
	// uses the scheme of a pattern only to find the default port, so "https://gitlab.corp.example" allows port 443 even for
	// http. [Policy.Check] and [Policy.NewProxyTransport] compare the whole origin, so they need a pattern for each scheme.
	// [Policy.CheckAddr] and [Policy.ControlContext] ignore AllowOrigins, because they do not know the host.
	AllowOrigins []url.OriginPattern

	// Deny lists addresses that are rejected even if they are public or allowed by Allow or AllowOrigins. An address
	// that embeds an IPv4 address is rejected if Deny contains either of the two.
	//
	// If Deny contains 127.0.0.1 or ::1, the unspecified addresses 0.0.0.0 and :: are also rejected, because operating
	// systems treat them as the local machine.
	Deny []netip.Prefix

	// NAT64 lists the NAT64 prefixes of your network (RFC 6052), in addition to 64:ff9b::/96. The length of a prefix
	// must be 96 bits, so that the last 32 bits of an address are the IPv4 address that it embeds.
	//
	// If a prefix has any other length, all its addresses are rejected, even those that Allow or AllowOrigins allows.
	NAT64 []netip.Prefix

	// Ports lists the allowed ports. It also applies to the addresses in Allow. If Ports is nil, ports 80 and 443 are
	// allowed. If Ports is empty but not nil, no ports are allowed.
	Ports []uint16

	// AnyPort allows all ports, even those that are not in Ports.
	AnyPort bool
}

// Check returns an error if p would reject a request for u. It does not send anything. A nil error does not mean that
// the request is safe, because only the transport knows which address a name resolves to. After the check, send the
// request through a transport returned by [Policy.NewTransport].
//
// The error wraps [ErrNotPublic] or [ErrPort] and adds details, or is [ErrScheme] itself.
//
// Check first examines the host (if it is an IP address in any spelling), then the port, and finally the scheme. It
// accepts every domain, even "localhost". If a pattern in AllowOrigins matches the origin of u, Check rejects u only if
// Deny or NAT64 rejects its address or if its scheme is neither http nor https.
//
// Check accepts a URL with credentials, which [http.Client] sends to the server. To reject such URLs, call
// [url.URL.IncludesCredentials].
func (p Policy) Check(u url.URL) error {
	allowed := p.allows(u.Origin())
	if addr, ok := u.Addr(); ok {
		if err := p.checkAddr(addr, allowed); err != nil {
			return err
		}
	}
	if port, ok := u.EffectivePort(); ok && !allowed {
		if err := p.checkPort(port); err != nil {
			return err
		}
	}
	if !u.IsHTTP() {
		return ErrScheme
	}
	return nil
}

// CheckAddr returns an error unless p allows a connection to the address and port in a. Use it if your program resolves
// names itself, as described in [IsPublic]. After the check, connect to this address, not to the name that resolved to
// it.
//
// The error wraps [ErrNotPublic] or [ErrPort] and adds details.
func (p Policy) CheckAddr(a netip.AddrPort) error {
	if err := p.checkAddr(a.Addr(), false); err != nil {
		return err
	}
	return p.checkPort(a.Port())
}

// ControlContext returns an error unless p allows a connection to address. Set it as the ControlContext field of a
// [net.Dialer], which calls it with each address before connecting. For HTTP requests, use [Policy.NewTransport]
// instead.
//
// The error wraps [ErrNotPublic] or [ErrPort] and adds details. ControlContext rejects all networks except tcp, tcp4
// and tcp6. It does not use ctx or c.
//
// If a library accepts a dial function, pass it the DialContext function of a transport returned by NewTransport; that
// function takes AllowOrigins into account.
//
// Call SetMultipathTCP(false) on the [net.Dialer], because a GODEBUG setting can turn multipath TCP on. With multipath
// TCP, the operating system connects to addresses that ControlContext has not checked.
func (p Policy) ControlContext(ctx context.Context, network, address string, c syscall.RawConn) error {
	a, err := parseDialed(network, address)
	if err != nil {
		return err
	}
	return p.CheckAddr(a)
}

// controlAllowed is ControlContext for a host and port in AllowOrigins.
func (p Policy) controlAllowed(_ context.Context, network, address string, _ syscall.RawConn) error {
	a, err := parseDialed(network, address)
	if err != nil {
		return err
	}
	return p.checkAddr(a.Addr(), true)
}

// parseDialed parses what a net.Dialer is about to dial.
func parseDialed(network, address string) (netip.AddrPort, error) {
	if network != "tcp" && network != "tcp4" && network != "tcp6" {
		return netip.AddrPort{}, fmt.Errorf("%w: the network is not TCP", ErrNotPublic)
	}
	a, err := netip.ParseAddrPort(address)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("%w: it is not an IP address and a port", ErrNotPublic)
	}
	return a, nil
}

// allows reports whether a pattern of AllowOrigins matches o.
func (p Policy) allows(o url.Origin) bool {
	return slices.ContainsFunc(p.AllowOrigins, func(pattern url.OriginPattern) bool { return pattern.Match(o) })
}

func (p Policy) checkPort(port uint16) error {
	if p.AnyPort || slices.Contains(p.Ports, port) || p.Ports == nil && (port == 80 || port == 443) {
		return nil
	}
	return fmt.Errorf("%w: %d", ErrPort, port)
}

// checkAddr returns an error unless p allows addr. If allowed is true, addr is treated as one of the addresses in Allow.
func (p Policy) checkAddr(addr netip.Addr, allowed bool) error {
	decisive, found, ok := p.evaluate(addr, allowed)
	if ok {
		return nil
	}
	carried, _ := p.carriedBy(addr.Unmap())
	switch {
	case !found.Prefix.IsValid():
		return fmt.Errorf("%w: %v, %s", ErrNotPublic, addr.WithZone(""), found.Name)
	case decisive.IsLoopback() && carried.IsUnspecified():
		return fmt.Errorf("%w: %v leads to %v, which is in %v (%s)", ErrNotPublic, addr, decisive, found.Prefix, found.Name)
	case decisive != addr:
		return fmt.Errorf("%w: %v carries %v, which is in %v (%s)", ErrNotPublic, addr, decisive, found.Prefix, found.Name)
	}
	return fmt.Errorf("%w: %v is in %v (%s)", ErrNotPublic, addr, found.Prefix, found.Name)
}

// evaluate reports whether p allows addr. If allowed is true, addr is treated as one of the addresses in Allow. If p does
// not allow it, evaluate returns the address that decides, which can be one that addr carries, and the block that contains
// that address. The block has no prefix if addr is invalid or has a zone. The table of blocks is in internal/ipblock.
func (p Policy) evaluate(addr netip.Addr, allowed bool) (decisive netip.Addr, found ipblock.Block, ok bool) {
	switch {
	case !addr.IsValid():
		return addr, ipblock.Block{Name: "not an address"}, false
	case addr.Zone() != "": // before Unmap, which drops it
		return addr, ipblock.Block{Name: "which has a zone"}, false
	}
	dialed := addr.Unmap()
	decisive, unreadable := p.carriedBy(dialed)
	for _, a := range [...]netip.Addr{dialed, decisive} {
		if denied, prefix, ok := p.denies(a); ok {
			return denied, ipblock.Block{Prefix: prefix, Name: "denied by the policy"}, false
		}
	}
	if unreadable.IsValid() {
		return dialed, ipblock.Block{Prefix: unreadable, Name: "NAT64 of the policy, but not of 96 bits"}, false
	}
	if _, ok := containing(p.Allow, decisive); ok || allowed {
		return decisive, ipblock.Block{}, true
	}
	found, blocked := ipblock.Of(decisive)
	return decisive, found, !blocked
}

// loopbacks are where systems connect 0.0.0.0 and ::. Windows connects :: to 127.0.0.1, and Linux to ::1.
var loopbacks = [...]netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// denies returns the first prefix in Deny that contains addr, which is denied then, or a loopback address that stands for it.
func (p Policy) denies(addr netip.Addr) (denied netip.Addr, prefix netip.Prefix, ok bool) {
	if prefix, ok = containing(p.Deny, addr); ok || !addr.IsUnspecified() {
		return addr, prefix, ok
	}
	for _, loopback := range loopbacks {
		if prefix, ok = containing(p.Deny, loopback); ok {
			return loopback, prefix, true
		}
	}
	return addr, prefix, false
}

// carriedBy returns the IPv4 address that addr carries, or else addr. If it is in a NAT64 prefix of the policy whose
// length is not 96, carriedBy returns that prefix, because nobody has said where the IPv4 address is.
func (p Policy) carriedBy(addr netip.Addr) (carried netip.Addr, unreadable netip.Prefix) {
	carries := ipblock.NAT64.Contains(addr)
	for _, prefix := range p.NAT64 {
		if contains(prefix, addr) {
			if prefix.Bits() != 96 {
				return addr, prefix
			}
			carries = true
		}
	}
	if !carries {
		return addr, netip.Prefix{}
	}
	return ipblock.Carried(addr), netip.Prefix{}
}

// containing returns the first of the prefixes that contains addr.
func containing(prefixes []netip.Prefix, addr netip.Addr) (prefix netip.Prefix, ok bool) {
	for _, prefix := range prefixes {
		if contains(prefix, addr) {
			return prefix, true
		}
	}
	return netip.Prefix{}, false
}

// contains reports whether prefix contains addr, which is unmapped. A prefix in IPv4-mapped form counts as IPv4.
func contains(prefix netip.Prefix, addr netip.Addr) bool {
	if a := prefix.Addr(); a.Is4In6() && prefix.Bits() >= 96 {
		prefix = netip.PrefixFrom(a.Unmap(), prefix.Bits()-96)
	}
	return prefix.Contains(addr)
}
