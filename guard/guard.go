//go:build !plan9

// Package guard sends HTTP requests to public addresses only. It is for servers that request URLs that strangers give
// them: webhooks, previews, feeds. Without a guard, a stranger can make them send requests to internal addresses
// (server-side request forgery).
//
// Make one transport with [Policy.NewTransport], and send all requests for strangers through it:
//
//	var client = &http.Client{Transport: guard.Policy{}.NewTransport(), Timeout: 30 * time.Second}
//
// The transport judges each address that it is about to dial: after the DNS has answered, for each new connection, at
// each redirect. So it does not matter how an address is spelled, or that a name resolves to another address the next
// time. [Policy.Check] finds some bad URLs before anything is sent, for early and friendly errors. It is never enough
// alone, because it does not ask the DNS.
//
// Make the URL of a request with [url.URL.NetURL] or, where a browser's bytes count, with [url.URL.RequestURL], which refuses
// "/100%". To follow redirects as a browser does, use redirect.Transport(policy.NewTransport()), of package
// [github.com/weburl-go/url/redirect].
//
// # What it cannot do
//
//   - A proxy connects in place of the transport. [Policy.NewProxyTransport] does not know what a name resolves to: the
//     proxy has to judge that. If you set Transport.Proxy instead, only the address of the proxy is judged.
//   - A pattern in AllowOrigins trusts everybody who controls its names in the DNS.
//   - It judges only what it dials. If you set DialContext, DialTLSContext, Dial or DialTLS, or register another
//     protocol, that part is not judged. QUIC has its own dialer: HTTP/3 is not judged.
//   - The DNS may answer with an address that is public and yet wrong, such as one of yours. Add your public addresses
//     to [Policy].Deny, and do not let a server trust requests because of the address that they come from.
//   - The addresses of a NAT64 prefix in 2000::/3 look like any others. If your network has such a prefix, add it to
//     [Policy].NAT64.
//   - If your network uses ISATAP, its addresses lead to IPv4 hosts inside. Add their prefixes to [Policy].Deny.
//   - On Windows and macOS, the system verifies certificates. It may fetch what a server's certificate names, by a request
//     of its own that is not judged: an issuer's certificate from any http URL (Authority Information Access). To prevent
//     this, set TLSClientConfig.RootCAs to a pool of your own, not to that of [crypto/x509.SystemCertPool]. Go then
//     verifies certificates itself, and fetches nothing.
//   - A server can answer these requests with another page or redirect than those of people. Show the host of the URL that
//     you link to: that of the last redirect only if you link to where it leads.
//   - It does not judge what the browsers of your readers load, such as the image of a preview. Fetch images through the
//     transport, and serve them yourself.
//   - It limits neither the size of a response nor its time. Set [http.Client].Timeout, and limit what you read.
//   - Programs for js and wasip1 cannot dial through it. It is not built for Plan 9. The packages net of these systems
//     do not support [net.Dialer].ControlContext.
//
// # Where requests may also go
//
// [Policy].AllowOrigins has the exceptions of a company's network: one internal host by name, or one address with one
// port. If the only way out is a proxy, use [Policy.NewProxyTransport], which judges each request before it is sent to the
// proxy. [Policy].AnyPort is for feeds and webhooks on ports such as 8080.
//
// # Which addresses are public
//
// An address is public unless it is in one of these blocks:
//
//   - the blocks of IANA's registries of special-purpose addresses, also those that are marked as globally reachable,
//   - multicast, and all IPv6 addresses outside 2000::/3, the only block for global unicast,
//   - what clouds use inside: 168.63.129.16 of Azure, 34.118.224.0/20, 34.126.0.0/18, 199.36.153.4/30, 199.36.153.8/30,
//     2001:4860:8040::/42, 2600:2d00:0:4::/64, 2600:2d00:2:1000::/56 and 2600:2d00:2:2000::/56 of Google, and
//     161.26.0.0/16 and 166.8.0.0/14 of IBM Cloud.
//
// The rest of 2000::/3 is public, also what IANA has not allocated yet, such as 3fff:1000::1. No server on the Internet has
// such an address today. But IANA allocates more of this space from time to time, and a program that is older than an
// allocation would refuse the new servers. If your network uses such addresses inside, add them to [Policy].Deny.
//
// Some IPv6 addresses carry an IPv4 address, which is judged instead: IPv4-mapped addresses, those in the NAT64 prefix
// 64:ff9b::/96, and those in [Policy].NAT64. So public servers can be reached from a network that has only IPv6. An
// address with a zone is never public.
//
// Other addresses that carry an IPv4 address are judged by their own block. 6to4 and Teredo are in IANA's registry, so they
// are not public. ISATAP (RFC 5214) is not recognized, because its addresses can have any prefix.
//
// The tables can change in each version. They are not part of the promise of compatibility.
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

// The reasons why a policy refuses something. If there are several, the error is the first of them in this order. Use
// [errors.Is]: the messages also have the address, its block and the registry's name for it, or the port. They are for
// logs. Do not show them to the stranger, because they tell what is in your network. They contain no credentials, but
// [http.Client] wraps them in a [*net/url.Error] e, whose message has the URL with its query. Log
// url.Redact(e.URL, nil), and e.Err if it is one of these: another one can quote a Location field.
var (
	// ErrNotPublic means that an address is not public, or that the policy denies it.
	ErrNotPublic = errors.New("guard: not a public address")
	// ErrPort means that the policy does not allow the port.
	ErrPort = errors.New("guard: port not allowed")
	// ErrScheme means that the scheme is not http or https. [Policy.Check] and the transport for a proxy return it as it
	// is: the scheme of a string such as "secret:x@h" could be a credential.
	ErrScheme = errors.New("guard: scheme is not http or https")
)

// IsPublic reports whether addr is public, whatever the port. The zero Addr is not public. IsPublic does not allocate.
//
// It is for programs that resolve names themselves. Such a program asks its resolver once, gives each address to IsPublic or to
// [Policy.CheckAddr], and connects to the address that passed. It must not connect to the name, which may resolve to
// another address the next time.
//
// For a [net.IP], call [netip.AddrFromSlice], which gives the zero Addr for what is not an address. It returns most IPv4
// addresses in IPv4-mapped form. IsPublic and CheckAddr judge that form as IPv4. If you compare the address with others, or with
// a [netip.Prefix], call Unmap first.
func IsPublic(addr netip.Addr) bool {
	_, _, ok := Policy{}.judge(addr, false)
	return ok
}

// A Policy says to which addresses and ports requests may go. The zero Policy allows public addresses and the ports 80
// and 443. Do not change the slices after the first use.
//
// A prefix in IPv4-mapped form, such as ::ffff:10.0.0.0/104, counts as IPv4, and so does an address. An invalid prefix
// contains nothing.
type Policy struct {
	// Allow has addresses that are allowed although they are not public. If an address carries an IPv4 address, the
	// IPv4 address is compared. An address with a zone is never allowed. 100.64.0.0/10 is for carriers and, for example,
	// Tailscale.
	Allow []netip.Prefix

	// AllowOrigins has patterns such as "https://gitlab.corp.example", "http://10.1.2.3:8080" and
	// "http://*.test.example:*". Requests to the hosts and ports that they match may go to any address that is not in
	// Deny, whatever Ports has. Another name with the same address does not match, nor does another spelling with a dot
	// at the end, nor an address with a zone.
	//
	// A pattern trusts everybody who controls its names in the DNS: they choose the addresses. "http://*.example.com:*"
	// opens each port of your network to whoever can add a name to example.com.
	//
	// A transport sees only the host and the port that it is about to connect to. So of the scheme only the default port
	// counts there: "https://gitlab.corp.example" allows port 443, also for http. [Policy.Check] and
	// [Policy.NewProxyTransport] compare the whole origin, so they need a pattern for each scheme. [Policy.CheckAddr] and
	// [Policy.ControlContext] do not know the host, and ignore AllowOrigins.
	AllowOrigins []url.OriginPattern

	// Deny has addresses that are refused although they are public, or allowed by Allow or AllowOrigins. If an address
	// carries an IPv4 address, both are compared. The unspecified addresses, 0.0.0.0 and ::, are also in Deny if 127.0.0.1
	// or ::1 is: systems connect them there.
	Deny []netip.Prefix

	// NAT64 has prefixes of NAT64 (RFC 6052), beside 64:ff9b::/96. Their addresses carry an IPv4 address in the last 32
	// bits, so the length must be 96 bits. The addresses of any other prefix are refused, even if they are allowed.
	NAT64 []netip.Prefix

	// Ports has the ports that are allowed, also for the addresses in Allow. If it is nil, these are 80 and 443. If it
	// is empty, there are none.
	Ports []uint16

	// AnyPort allows all ports, whatever Ports has.
	AnyPort bool
}

// Check looks for reasons to refuse u before anything is sent: a nil error is not enough, so send the request through
// [Policy.NewTransport]. Check looks at the address if the host is one, in every spelling, then at the port, then at the
// scheme. A domain passes, even "localhost", because only the transport knows what it resolves to. If AllowOrigins has
// the origin of u, Check refuses only addresses in Deny, and schemes. It accepts credentials, which [http.Client] sends:
// to refuse them, use [url.URL.IncludesCredentials].
//
// The error is [ErrNotPublic] or [ErrPort] with details, or [ErrScheme] itself.
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

// CheckAddr returns an error unless p allows a connection to a: connect to a itself, not to a name that resolved to it.
// [IsPublic] says how to use it with a resolver of your own. The error is [ErrNotPublic] or [ErrPort], with details.
func (p Policy) CheckAddr(a netip.AddrPort) error {
	if err := p.checkAddr(a.Addr(), false); err != nil {
		return err
	}
	return p.checkPort(a.Port())
}

// ControlContext returns an error unless p allows a connection to address: set it as ControlContext of a [net.Dialer],
// which calls it with each address that it is about to dial. [Policy.NewTransport] does this for HTTP. It refuses all
// networks but tcp, tcp4 and tcp6. The error is [ErrNotPublic] or [ErrPort], with details. It uses neither ctx nor c.
//
// If a library takes a function that dials, give it the DialContext of [Policy.NewTransport], which knows AllowOrigins.
// A dialer of your own must not use multipath TCP, which connects to more addresses than the dialer asks for. Call
// [net.Dialer.SetMultipathTCP] with false, because GODEBUG can turn it on.
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

// checkAddr returns an error unless p allows addr. If allowed is true, addr counts as one of those in Allow.
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
