//go:build !plan9

// Package guard sends HTTP requests to public addresses only. Use it on a server that requests untrusted URLs, such as those of
// webhooks, previews and feeds. Without it, an attacker can make the server send requests to internal addresses (server-side
// request forgery).
//
// Make one transport with [Policy.NewTransport], and send all requests to untrusted URLs through it:
//
//	var client = &http.Client{Transport: guard.Policy{}.NewTransport(), Timeout: 30 * time.Second}
//
// The transport checks each address that it is about to dial: after the DNS lookup, for each new connection, at each
// redirect. So it does not matter how the URL spells an address, or that a name resolves to another address the next time.
//
// [Policy.Check] finds some bad URLs before anything is sent, for early and friendly errors. It does not ask the DNS, so it is
// never enough alone.
//
// To make the URL of a request, use [url.URL.NetURL]. If you must send the exact bytes that a browser would send, use
// [url.URL.RequestURL], which rejects "/100%". To follow redirects as a browser does, use
// redirect.Transport(policy.NewTransport()) of package [github.com/weburl-go/url/redirect].
//
// # Allowing internal hosts
//
// [Policy].AllowOrigins lists the exceptions of a company's network: an internal host by name, or an address with a port.
// [Policy].AnyPort allows feeds and webhooks on ports such as 8080.
//
// # Proxies
//
// If a proxy is the only way out, use [Policy.NewProxyTransport], which checks each request before it sends it to the proxy.
// The proxy connects in place of the transport, which does not know what a name resolves to, so the proxy must check that. If
// you set Transport.Proxy instead, only the address of the proxy is checked.
//
// # Limits
//
// The transport checks only what it dials itself:
//   - If you set DialContext, DialTLSContext, Dial or DialTLS, or register another protocol, those connections are not checked.
//     QUIC has its own dialer, so HTTP/3 is not checked.
//   - On Windows and macOS, the system verifies certificates. It may send a request of its own for an issuer's certificate,
//     to any http URL that the server's certificate names (Authority Information Access). To prevent this, set
//     TLSClientConfig.RootCAs to a pool of your own, not to the pool of [crypto/x509.SystemCertPool]. Go then verifies
//     certificates itself, and requests nothing.
//   - The browsers of your readers load what you show them, such as the image of a preview. Fetch images through the
//     transport, and serve them yourself.
//
// It does not know your network:
//   - The DNS may return an address that is public but wrong, such as one of yours. Add your public addresses to
//     [Policy].Deny, and do not let a server trust requests because of the address that they come from.
//   - A pattern in AllowOrigins trusts everybody who controls its names in the DNS.
//   - The addresses of a NAT64 prefix in 2000::/3 look like any others. If your network has such a prefix, add it to
//     [Policy].NAT64.
//   - If your network uses ISATAP, its addresses lead to internal IPv4 hosts. Add their prefixes to [Policy].Deny.
//
// It does not check responses, and needs a system with dialers:
//   - It limits neither the size of a response nor its time. Set [http.Client].Timeout, and limit what you read.
//   - A server can send you another page or redirect than it sends people. Show the host of the URL that you link to. Show
//     the host of the last redirect only if you link to where it leads.
//   - Programs for js and wasip1 cannot dial through it, and it is not built for Plan 9. On these systems, package net does not
//     support [net.Dialer].ControlContext.
//
// # Which addresses are public
//
// An address is public unless it is in one of these blocks:
//
//   - the blocks of IANA's registries of special-purpose addresses, including those marked as globally reachable,
//   - multicast, and all IPv6 addresses outside 2000::/3, the only block for global unicast,
//   - blocks that clouds use internally: 168.63.129.16 of Azure, 34.118.224.0/20, 34.126.0.0/18, 199.36.153.4/30,
//     199.36.153.8/30, 2001:4860:8040::/42, 2600:2d00:0:4::/64, 2600:2d00:2:1000::/56 and 2600:2d00:2:2000::/56 of Google, and
//     161.26.0.0/16 and 166.8.0.0/14 of IBM Cloud.
//
// All other addresses in 2000::/3 are public, even if IANA has not allocated them yet, such as 3fff:1000::1. No server on the
// Internet has such an address today. But IANA allocates more of this space from time to time, and a program that is older than
// an allocation would reject the new servers. If your network uses such addresses internally, add them to [Policy].Deny.
//
// Some IPv6 addresses carry an IPv4 address, which is checked instead: IPv4-mapped addresses, addresses in the NAT64 prefix
// 64:ff9b::/96, and addresses in [Policy].NAT64. So a network that has only IPv6 can reach public servers. An address with a
// zone is never public.
//
// Other addresses that carry an IPv4 address are checked by their own block. 6to4 and Teredo are in IANA's registry, so they
// are not public. ISATAP (RFC 5214) is not recognized, because its addresses can have any prefix.
//
// The tables can change in each version. The promise of compatibility does not cover them.
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

// The reasons why a policy rejects something, for [errors.Is]. If there are several, the error is the first of them in this
// order.
//
// The messages also contain the address, its block and the registry's name for it, or the port. They are for logs. Do not show
// them to the client, because they describe your network.
//
// The messages contain no credentials, but [http.Client] wraps these errors in a [*net/url.Error] e, whose message contains the
// URL with its query. Log url.Redact(e.URL, nil), and e.Err if it is one of these errors. Other errors can quote a Location
// field.
var (
	// ErrNotPublic means that an address is not public, or that the policy denies it.
	ErrNotPublic = errors.New("guard: not a public address")
	// ErrPort means that the policy does not allow the port.
	ErrPort = errors.New("guard: port not allowed")
	// ErrScheme means that the scheme is not http or https. [Policy.Check] and the transport for a proxy return it without
	// details, because the scheme of a string such as "secret:x@h" could be a credential.
	ErrScheme = errors.New("guard: scheme is not http or https")
)

// IsPublic reports whether addr is public, whatever the port. If your program resolves names itself, ask the resolver once,
// give each address to IsPublic or to [Policy.CheckAddr], and connect to the address that passed. Do not connect to the name,
// which may resolve to another address the next time.
//
// The zero Addr is not public. IsPublic does not allocate.
//
// For a [net.IP], call [netip.AddrFromSlice], which returns the zero Addr for anything but an address. It returns most IPv4
// addresses in IPv4-mapped form. IsPublic and CheckAddr treat that form as IPv4. Before you compare the address with others, or
// with a [netip.Prefix], call Unmap.
func IsPublic(addr netip.Addr) bool {
	_, _, ok := Policy{}.judge(addr, false)
	return ok
}

// A Policy says to which addresses and ports requests may go. The zero Policy allows public addresses and the ports 80
// and 443. Do not change the slices after the first use.
//
// A prefix in IPv4-mapped form, such as ::ffff:10.0.0.0/104, is treated as IPv4, and so is an address. An invalid prefix
// contains nothing.
type Policy struct {
	// Allow lists addresses that are allowed although they are not public. If an address carries an IPv4 address, the IPv4
	// address is compared. An address with a zone is never allowed. 100.64.0.0/10 is for carriers and, for example, Tailscale.
	Allow []netip.Prefix

	// AllowOrigins lists patterns such as "https://gitlab.corp.example", "http://10.1.2.3:8080" and "http://*.test.example:*".
	// Requests to the hosts and ports that they match may go to any address that is not in Deny, whatever Ports contains.
	//
	// A pattern trusts everybody who controls its names in the DNS, because they choose the addresses. "http://*.example.com:*"
	// opens each port of your network to anybody who can add a name to example.com.
	//
	// Another name with the same address does not match. Neither does another spelling with a dot at the end, nor an address
	// with a zone.
	//
	// A transport sees only the host and the port that it is about to connect to. It knows the scheme only as the default
	// port: "https://gitlab.corp.example" allows port 443, even for http. [Policy.Check] and [Policy.NewProxyTransport]
	// compare the whole origin, so they need a pattern for each scheme. [Policy.CheckAddr] and [Policy.ControlContext] do not
	// know the host, and ignore AllowOrigins.
	AllowOrigins []url.OriginPattern

	// Deny lists addresses that are rejected although they are public, or allowed by Allow or AllowOrigins. If an address
	// carries an IPv4 address, both are compared. If Deny contains 127.0.0.1 or ::1, it also contains the unspecified
	// addresses, 0.0.0.0 and ::, because systems connect them there.
	Deny []netip.Prefix

	// NAT64 lists prefixes of NAT64 (RFC 6052), in addition to 64:ff9b::/96. Their addresses carry an IPv4 address in the
	// last 32 bits, so the length must be 96 bits. If a prefix has any other length, all its addresses are rejected, even
	// those in Allow.
	NAT64 []netip.Prefix

	// Ports lists the ports that are allowed, including for the addresses in Allow. If it is nil, these are 80 and 443. If it
	// is empty, there are none.
	Ports []uint16

	// AnyPort allows all ports, whatever Ports contains.
	AnyPort bool
}

// Check reports early whether p rejects u, without sending anything. A nil error does not mean that the request is safe,
// because only the transport knows what a domain resolves to. Send the request through [Policy.NewTransport].
//
// The error is [ErrNotPublic] or [ErrPort] with details, or [ErrScheme] without.
//
// Check looks at the address if the host is one, in every spelling, then at the port, then at the scheme. A domain passes, even
// "localhost". If AllowOrigins has the origin of u, Check rejects only addresses in Deny, and schemes. It accepts credentials,
// which [http.Client] sends. To reject them, use [url.URL.IncludesCredentials].
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

// CheckAddr returns an error unless p allows a connection to a. Use it with a resolver of your own, as [IsPublic] says, and
// connect to a itself, not to a name that resolved to it. The error is [ErrNotPublic] or [ErrPort], with details.
func (p Policy) CheckAddr(a netip.AddrPort) error {
	if err := p.checkAddr(a.Addr(), false); err != nil {
		return err
	}
	return p.checkPort(a.Port())
}

// ControlContext returns an error unless p allows a connection to address. Set it as ControlContext of a [net.Dialer], which
// calls it with each address that it is about to dial. For HTTP, use [Policy.NewTransport] instead.
//
// The error is [ErrNotPublic] or [ErrPort], with details. ControlContext rejects all networks but tcp, tcp4 and tcp6. It uses
// neither ctx nor c.
//
// If a library takes a function that dials, give it the DialContext of NewTransport, which knows AllowOrigins.
//
// Do not use multipath TCP, which connects to more addresses than the dialer asks for. Call [net.Dialer.SetMultipathTCP] with
// false, because GODEBUG can turn it on.
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
	judged, found, ok := p.judge(addr, allowed)
	switch {
	case ok:
		return nil
	case !found.Prefix.IsValid():
		return fmt.Errorf("%w: %v, %s", ErrNotPublic, addr.WithZone(""), found.Name)
	case judged.IsLoopback() && addr.Unmap().IsUnspecified():
		return fmt.Errorf("%w: %v leads to %v, which is in %v (%s)", ErrNotPublic, addr, judged, found.Prefix, found.Name)
	case judged != addr:
		return fmt.Errorf("%w: %v carries %v, which is in %v (%s)", ErrNotPublic, addr, judged, found.Prefix, found.Name)
	}
	return fmt.Errorf("%w: %v is in %v (%s)", ErrNotPublic, addr, found.Prefix, found.Name)
}

// judge reports whether p allows addr. If allowed is true, addr counts as one of those in Allow. If p does not allow it,
// judge returns the address that counts, and the block that it is in. The block has no prefix if no address counts. The
// table of blocks is in internal/ipblock.
func (p Policy) judge(addr netip.Addr, allowed bool) (judged netip.Addr, found ipblock.Block, ok bool) {
	switch {
	case !addr.IsValid():
		return addr, ipblock.Block{Name: "not an address"}, false
	case addr.Zone() != "": // before Unmap, which drops it
		return addr, ipblock.Block{Name: "which has a zone"}, false
	}
	dialed := addr.Unmap()
	judged, unreadable := p.carriedBy(dialed)
	for _, a := range [...]netip.Addr{dialed, judged} {
		if denied, prefix, ok := p.denies(a); ok {
			return denied, ipblock.Block{Prefix: prefix, Name: "denied by the policy"}, false
		}
	}
	if unreadable.IsValid() {
		return dialed, ipblock.Block{Prefix: unreadable, Name: "NAT64 of the policy, but not of 96 bits"}, false
	}
	if _, ok := containing(p.Allow, judged); ok || allowed {
		return judged, ipblock.Block{}, true
	}
	found, blocked := ipblock.Of(judged)
	return judged, found, !blocked
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
