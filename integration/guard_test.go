package integration

import (
	"context"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"testing"

	"code.dny.dev/ssrf"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
)

// The blocks that differ from those of code.dny.dev/ssrf, and why. Elsewhere the two packages must agree.
var (
	carriers = []netip.Prefix{ // ssrf refuses all of both; guard judges the IPv4 address, so that IPv6-only networks work
		netip.MustParsePrefix("::ffff:0:0/96"),
		netip.MustParsePrefix("64:ff9b::/96"),
	}
	clouds = []netip.Prefix{ // in no registry: ssrf allows them
		netip.MustParsePrefix("168.63.129.16/32"),
		netip.MustParsePrefix("34.118.224.0/20"),
		netip.MustParsePrefix("199.36.153.4/30"),
		netip.MustParsePrefix("199.36.153.8/30"),
		netip.MustParsePrefix("2600:2d00:0:4::/64"),
		netip.MustParsePrefix("2600:2d00:2:1000::/56"),
		netip.MustParsePrefix("2600:2d00:2:2000::/56"),
		netip.MustParsePrefix("34.126.0.0/18"),
		netip.MustParsePrefix("2001:4860:8040::/42"),
		netip.MustParsePrefix("161.26.0.0/16"),
		netip.MustParsePrefix("166.8.0.0/14"),
	}
)

// explained returns what guard should answer, given the answer of ssrf. A difference has a reason.
func explained(addr netip.Addr, isSafe func(netip.Addr) bool) (want bool, reason string) {
	inner := addr
	for _, prefix := range carriers {
		if prefix.Contains(addr) {
			bytes := addr.As16()
			inner, reason = netip.AddrFrom4([4]byte(bytes[12:])), "carries an IPv4 address"
		}
	}
	for _, prefix := range clouds {
		if prefix.Contains(inner) {
			return false, "is of a cloud"
		}
	}
	if !addr.IsValid() {
		return false, "is the zero Addr"
	}
	return isSafe(inner), reason
}

// TestGuardBesideSSRF compares guard.IsPublic with another package that has IANA's registries.
func TestGuardBesideSSRF(t *testing.T) {
	guardian := ssrf.New()
	isSafe := func(addr netip.Addr) bool { return guardian.SafeAddr(addr) == nil }
	differences := map[string]int{}
	compare := func(addr netip.Addr) {
		got, theirs := guard.IsPublic(addr), isSafe(addr)
		want, reason := explained(addr, isSafe)
		if got != want {
			t.Errorf("%v %s: %t, want %t", addr, reason, got, want)
		}
		if got != theirs {
			differences[reason]++
		}
	}

	compare(netip.Addr{}) // ssrf allows it
	edges := append(append([]netip.Prefix{ssrf.IPv6GlobalUnicast}, ssrf.IPv4DeniedPrefixes...), ssrf.IPv6DeniedPrefixes...)
	for _, prefix := range append(append(edges, carriers...), clouds...) {
		first, last := prefix.Addr(), lastAddr(prefix)
		for _, addr := range []netip.Addr{first.Prev(), first, last, last.Next()} {
			compare(addr)
			if addr.Is4() {
				bytes := addr.As16()
				compare(netip.AddrFrom16(bytes))
				bytes = [16]byte{0, 0x64, 0xff, 0x9b, 12: bytes[12], bytes[13], bytes[14], bytes[15]}
				compare(netip.AddrFrom16(bytes))
			} else if addr.IsValid() {
				compare(addr.WithZone("eth0")) // no difference: both refuse zones
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		var bytes [16]byte
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		compare(netip.AddrFrom4([4]byte(bytes[:4])))
		compare(netip.AddrFrom16(bytes))
		bytes[0] = 0x20 | bytes[0]&0x1f // global unicast
		compare(netip.AddrFrom16(bytes))
		compare(netip.AddrFrom16([16]byte{0x20, 0x01, bytes[2] & 0x0f, bytes[3], 15: 1})) // where most blocks are
	}
	for _, reason := range []string{"carries an IPv4 address", "is of a cloud", "is the zero Addr"} {
		if differences[reason] == 0 {
			t.Errorf("there is no difference because an address %s", reason)
		}
		delete(differences, reason)
	}
	if len(differences) > 0 {
		t.Errorf("without a reason: %v", differences)
	}
}

// TestGuardBesideSSRFControl has what differs beside addresses.
func TestGuardBesideSSRFControl(t *testing.T) {
	guardian := ssrf.New()
	for _, test := range []struct {
		network, address string
		ours, theirs     bool
		reason           string
	}{
		{"tcp4", "8.8.8.8:443", true, true, ""},
		{"tcp6", "[2600::]:80", true, true, ""},
		{"tcp4", "8.8.8.8:22", false, false, ""},
		{"udp4", "8.8.8.8:443", false, false, ""},
		{"unix", "/run/docker.sock", false, false, ""},
		{"tcp4", "example.com:443", false, false, ""},
		{"tcp", "8.8.8.8:443", true, false, "a dialer never has this network, but a caller may"},
	} {
		ours := guard.Policy{}.ControlContext(context.Background(), test.network, test.address, nil) == nil
		theirs := guardian.Safe(test.network, test.address, nil) == nil
		if ours != test.ours || theirs != test.theirs || (ours == theirs) != (test.reason == "") {
			t.Errorf("%s %s: %t, and %t of ssrf (%s)", test.network, test.address, ours, theirs, test.reason)
		}
	}
}

// TestGuardBesideSurfguard has the differences from github.com/basecamp/surfguard/go as of its commit b4fa9ab, by the kind of
// address. theirs is what its zero Policy answers.
func TestGuardBesideSurfguard(t *testing.T) {
	for _, test := range []struct {
		addrs        string
		ours, theirs bool
		reason       string
	}{
		{"8.8.8.8 2600:: 64:ff9b::8.8.8.8", true, true, ""},
		{"127.0.0.1 10.0.0.1 168.63.129.16 64:ff9b::10.0.0.1 64:ff9b:1::8.8.8.8 2002:808:808:: ::8.8.8.8 fe80::1%eth0 2600::%eth0", false, false, ""},
		{"192.31.196.1 192.52.193.1 192.175.48.1 2001:3::1 2001:4:112::1 2620:4f:8000::1", false, true,
			"special, and marked as globally reachable: its IANASpecialUse refuses these"},
		{"34.118.224.1 199.36.153.4 199.36.153.8 161.26.0.1 166.8.0.1 2600:2d00:0:4::1 2600:2d00:2:1000::1 2600:2d00:2:2000::1", false, true,
			"of a cloud, and in no registry"},
		{"2000::1 2d00::1 3ffe::1 3fff:1000::1", true, false, "not allocated: an older program would refuse what IANA allocates next"},
		{"::ffff:8.8.8.8", true, false, "IPv4-mapped: its ControlContext accepts this form"},
		{"::ffff:0:8.8.8.8", false, true, "IPv4-translated (RFC 7915): outside 2000::/3, and no host has such an address on the Internet"},
	} {
		for s := range strings.FieldsSeq(test.addrs) {
			if got := guard.IsPublic(netip.MustParseAddr(s)); got != test.ours || (test.ours == test.theirs) != (test.reason == "") {
				t.Errorf("%s: %t, and %t of surfguard (%s)", s, got, test.theirs, test.reason)
			}
		}
	}
}

// TestGuardForGRPC gives the guard to gRPC, which has a dialer of its own: by DialContext, which knows AllowOrigins, and by
// ControlContext, which does not.
func TestGuardForGRPC(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(server, health.NewServer())
	go func() { _ = server.Serve(listener) }() // until Stop
	defer server.Stop()
	pattern, err := url.ParseOriginPattern("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	named := guard.Policy{AllowOrigins: []url.OriginPattern{pattern}}
	opened := guard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AnyPort: true}
	control := func(p guard.Policy) func(ctx context.Context, address string) (net.Conn, error) {
		return func(ctx context.Context, address string) (net.Conn, error) {
			return (&net.Dialer{ControlContext: p.ControlContext}).DialContext(ctx, "tcp", address)
		}
	}
	transport := func(p guard.Policy) func(ctx context.Context, address string) (net.Conn, error) {
		dial := p.NewTransport().DialContext
		return func(ctx context.Context, address string) (net.Conn, error) { return dial(ctx, "tcp", address) }
	}
	for _, test := range []struct {
		name    string
		dial    func(ctx context.Context, address string) (net.Conn, error)
		reached bool
	}{
		{"DialContext with a pattern", transport(named), true},
		{"ControlContext with a pattern", control(named), false},
		{"ControlContext with a prefix", control(opened), true},
		{"DialContext of the zero Policy", transport(guard.Policy{}), false},
		{"ControlContext of AnyPort", control(guard.Policy{AnyPort: true}), false},
	} {
		client, err := grpc.NewClient("passthrough:///"+listener.Addr().String(), grpc.WithContextDialer(test.dial),
			grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		_, err = grpc_health_v1.NewHealthClient(client).Check(t.Context(), new(grpc_health_v1.HealthCheckRequest))
		if test.reached != (err == nil) || err != nil && !strings.Contains(err.Error(), guard.ErrNotPublic.Error()) {
			t.Errorf("%s: %v", test.name, err)
		}
		client.Close()
	}
}

// lastAddr returns the last address of a prefix.
func lastAddr(prefix netip.Prefix) netip.Addr {
	bytes := prefix.Masked().Addr().AsSlice()
	for i := prefix.Bits(); i < len(bytes)*8; i++ {
		bytes[i/8] |= 0x80 >> (i % 8)
	}
	addr, _ := netip.AddrFromSlice(bytes)
	return addr
}
