//go:build !plan9

package guard

import (
	"maps"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/ipblock"
)

// wantBlocks are the blocks of IANA's registries of special-purpose addresses, row by row, with their RFCs, and of
// multicast. Then come the addresses that clouds use inside, with where they are documented.
var wantBlocks = map[string]string{
	"0.0.0.0/8": "RFC 791", "0.0.0.0/32": "RFC 1122", "10.0.0.0/8": "RFC 1918", "100.64.0.0/10": "RFC 6598", "127.0.0.0/8": "RFC 1122",
	"169.254.0.0/16": "RFC 3927", "172.16.0.0/12": "RFC 1918", "192.0.0.0/24": "RFC 6890", "192.0.0.0/29": "RFC 7335",
	"192.0.0.8/32": "RFC 7600", "192.0.0.9/32": "RFC 7723", "192.0.0.10/32": "RFC 8155", "192.0.0.170/32": "RFC 8880",
	"192.0.0.171/32": "RFC 8880", "192.0.2.0/24": "RFC 5737", "192.31.196.0/24": "RFC 7535", "192.52.193.0/24": "RFC 7450",
	"192.88.99.0/24": "RFC 7526", "192.88.99.2/32": "RFC 6751", "192.168.0.0/16": "RFC 1918", "192.175.48.0/24": "RFC 7534",
	"198.18.0.0/15": "RFC 2544", "198.51.100.0/24": "RFC 5737", "203.0.113.0/24": "RFC 5737", "240.0.0.0/4": "RFC 1112",
	"255.255.255.255/32": "RFC 8190",

	"::1/128": "RFC 4291", "::/128": "RFC 4291", "64:ff9b:1::/48": "RFC 8215", "100::/64": "RFC 6666", "100:0:0:1::/64": "RFC 9780",
	"2001::/23": "RFC 2928", "2001::/32": "RFC 4380", "2001:1::1/128": "RFC 7723", "2001:1::2/128": "RFC 8155",
	"2001:1::3/128": "RFC 9665", "2001:2::/48": "RFC 5180", "2001:3::/32": "RFC 7450", "2001:4:112::/48": "RFC 7535",
	"2001:10::/28": "RFC 4843", "2001:20::/28": "RFC 7343", "2001:30::/28": "RFC 9374", "2001:db8::/32": "RFC 3849",
	"2002::/16": "RFC 3056", "2620:4f:8000::/48": "RFC 7534", "3fff::/20": "RFC 9637", "5f00::/16": "RFC 9602", "fc00::/7": "RFC 4193",
	"fe80::/10": "RFC 4291",

	"224.0.0.0/4": "RFC 5771", "ff00::/8": "RFC 4291",

	"168.63.129.16/32": "Azure: What is IP address 168.63.129.16?",
	"34.118.224.0/20":  "Google Kubernetes Engine: VPC-native clusters",
	"199.36.153.4/30":  "Google Cloud: Private Google Access, restricted.googleapis.com",
	"199.36.153.8/30":  "Google Cloud: Private Google Access, private.googleapis.com",
	"34.126.0.0/18":    "Google Cloud: Private Google Access, direct connectivity",
	"161.26.0.0/16":    "IBM Cloud: About networking for VPC, IaaS endpoints",
	"166.8.0.0/14":     "IBM Cloud: About networking for VPC, cloud service endpoints",

	"2600:2d00:0:4::/64":    "Google Kubernetes Engine: VPC-native clusters, dual-stack Services",
	"2600:2d00:2:1000::/56": "Google Cloud: Private Google Access, restricted.googleapis.com",
	"2600:2d00:2:2000::/56": "Google Cloud: Private Google Access, private.googleapis.com",
	"2001:4860:8040::/42":   "Google Cloud: Private Google Access, direct connectivity",
}

// publicNeighbors are the addresses just before and after the blocks, except those that are in another block.
var publicNeighbors = []string{
	"1.0.0.0", "9.255.255.255", "11.0.0.0", "34.118.223.255", "34.118.240.0", "34.125.255.255", "34.126.64.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
	"128.0.0.0", "161.25.255.255", "161.27.0.0", "166.7.255.255", "166.12.0.0", "168.63.129.15",
	"168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255",
	"192.0.1.0", "192.0.1.255", "192.0.3.0", "192.31.195.255", "192.31.197.0", "192.52.192.255", "192.52.194.0", "192.88.98.255",
	"192.88.100.0", "192.167.255.255", "192.169.0.0", "192.175.47.255", "192.175.49.0", "198.17.255.255", "198.20.0.0", "198.51.99.255",
	"198.51.101.0", "199.36.153.3", "199.36.153.12", "203.0.112.255", "203.0.114.0", "223.255.255.255",

	"2000::", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::",
	"2001:4860:803f:ffff:ffff:ffff:ffff:ffff", "2001:4860:8080::", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::",
	"2600:2d00:0:3:ffff:ffff:ffff:ffff", "2600:2d00:0:5::", "2600:2d00:2:fff:ffff:ffff:ffff:ffff", "2600:2d00:2:1100::",
	"2600:2d00:2:1fff:ffff:ffff:ffff:ffff", "2600:2d00:2:2100::", "2620:4f:7fff:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::",
	"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
}

const unassigned = "Reserved by IETF" // outside 2000::/3

// TestBlocks compares the table with wantBlocks.
func TestBlocks(t *testing.T) {
	listed := map[string]bool{}
	for _, b := range ipblock.All {
		name := b.Prefix.String()
		if listed[name] || b.Prefix != b.Prefix.Masked() || b.Name == "" {
			t.Errorf("%s (%s) is listed twice, has no name, or does not begin at its first address", name, b.Name)
		}
		listed[name] = true
		if _, ok := wantBlocks[name]; !ok && b.Name != unassigned {
			t.Errorf("%s (%s) should not be listed; or wantBlocks lacks it, with its source", name, b.Name)
		}
	}
	for name, source := range wantBlocks {
		if !listed[name] {
			t.Errorf("%s (%s) is not listed", name, source)
		}
	}
	for _, b := range ipblock.Registry {
		if source := wantBlocks[b.Prefix.String()]; !strings.HasPrefix(source, "RFC ") {
			t.Errorf("%v (%s) is in Registry, but its source is %q, not an RFC: put it into others", b.Prefix, b.Name, source)
		}
	}
}

// lastOf returns the last address of a prefix.
func lastOf(prefix netip.Prefix) netip.Addr {
	last := prefix.Masked().Addr().AsSlice()
	for i := prefix.Bits(); i < len(last)*8; i++ {
		last[i/8] |= 0x80 >> (i % 8)
	}
	addr, _ := netip.AddrFromSlice(last)
	return addr
}

func TestEndsOfBlocks(t *testing.T) {
	neighbors := map[netip.Addr]bool{}
	for _, b := range ipblock.All {
		first, last := b.Prefix.Addr(), lastOf(b.Prefix)
		for _, addr := range spellings(first, last) {
			if IsPublic(addr) {
				t.Errorf("%v of %v (%s) is public", addr, b.Prefix, b.Name)
			}
		}
		for _, addr := range []netip.Addr{first.Prev(), last.Next()} {
			if _, blocked := ipblock.Of(addr); addr.IsValid() && !blocked {
				neighbors[addr] = true
			}
		}
	}
	for _, s := range publicNeighbors {
		public := netip.MustParseAddr(s)
		for _, addr := range spellings(public) {
			if IsPublic(addr) == (addr.Zone() != "") {
				t.Errorf("%v: public is %t", addr, IsPublic(addr))
			}
		}
		if !neighbors[public] {
			t.Errorf("%v is not next to a block", public)
		}
		delete(neighbors, public)
	}
	if len(neighbors) > 0 {
		t.Errorf("next to a block, but not expected to be public: %v", slices.SortedFunc(maps.Keys(neighbors), netip.Addr.Compare))
	}
}

// spellings returns addresses in each of the forms that are judged alike, and with a zone.
func spellings(addrs ...netip.Addr) (all []netip.Addr) {
	for _, addr := range addrs {
		if addr.Is4() {
			mapped := netip.AddrFrom16(addr.As16())
			all = append(all, addr, mapped, carrying(ipblock.NAT64, addr), mapped.WithZone("eth0"))
		} else {
			all = append(all, addr, addr.WithZone("eth0"))
		}
	}
	return all
}

// carrying returns the address in a prefix of 96 bits that carries an IPv4 address.
func carrying(prefix netip.Prefix, addr netip.Addr) netip.Addr {
	bytes, inner := prefix.Masked().Addr().As16(), addr.As4()
	copy(bytes[12:], inner[:])
	return netip.AddrFrom16(bytes)
}

// TestOutsideGlobalUnicast tries an address in each part of IPv6.
func TestOutsideGlobalUnicast(t *testing.T) {
	globalUnicast := netip.MustParsePrefix("2000::/3")
	tried := 0
	for i := range 1 << 16 {
		prefix := netip.PrefixFrom(netip.AddrFrom16([16]byte{byte(i >> 8), byte(i)}), 16)
		if globalUnicast.Overlaps(prefix) {
			continue
		}
		tried++
		for _, addr := range []netip.Addr{prefix.Addr(), prefix.Addr().Next(), lastOf(prefix)} {
			if IsPublic(addr) {
				t.Errorf("%v is public", addr)
			}
		}
	}
	if tried != 7<<13 {
		t.Errorf("tried %d prefixes", tried)
	}
}

func TestIsPublic(t *testing.T) {
	for s, want := range map[string]bool{
		"1.1.1.1": true, "8.8.8.8": true, "::ffff:8.8.8.8": true, "64:ff9b::8.8.8.8": true, "2606:4700:4700::1111": true,
		"2001:4860:4860::8888": true,

		// In 2000::/3, and not given to anybody yet (https://www.iana.org/assignments/ipv6-unicast-address-assignments/).
		"2000::1": true, "2d00::1": true, "3000::1": true, "3ffe::1": true, "3fff:1000::": true, "3fff:ffff::1": true,

		// ISATAP: the IPv4 address behind 5efe is not judged.
		"2600::5efe:7f00:1": true, "2600::200:5efe:7f00:1": true, "fe80::5efe:7f00:1": false,

		"127.0.0.1": false, "::1": false, "::ffff:127.0.0.1": false, "64:ff9b::127.0.0.1": false, "64:ff9b::": false,
		"64:ff9b::a9fe:a9fe": false, "64:ff9b:1::8.8.8.8": false, "64:ff9b::1:0:0": false, "64:ff9a:ffff:ffff:ffff:ffff:808:808": false,
		"::8.8.8.8": false, "::ffff:0:8.8.8.8": false, "2002:808:808::": false, "2001:0:808:808:0:0:80ff:fffe": false, "fec0::1": false,
		"fd00:ec2::254": false, "fe80::1%eth0": false, "2606:4700:4700::1111%eth0": false, "::ffff:8.8.8.8%eth0": false,
		"64:ff9b::8.8.8.8%eth0": false,
	} {
		if got := IsPublic(netip.MustParseAddr(s)); got != want {
			t.Errorf("%s: %t, want %t", s, got, want)
		}
	}
	if IsPublic(netip.Addr{}) {
		t.Error("the zero Addr is public")
	}
}

// FuzzIsPublic compares IsPublic with wantBlocks, and with package net.
func FuzzIsPublic(f *testing.F) {
	for _, b := range ipblock.All {
		f.Add(b.Prefix.Addr().AsSlice())
	}
	for _, s := range publicNeighbors {
		f.Add(netip.MustParseAddr(s).AsSlice())
	}
	var nets []*net.IPNet
	for name := range wantBlocks {
		_, block, err := net.ParseCIDR(name)
		if err != nil {
			f.Fatal(err)
		}
		nets = append(nets, block)
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		addr, ok := netip.AddrFromSlice(bytes)
		if !ok {
			return
		}
		if got, want := IsPublic(addr), isPublicByNet(nets, addr.AsSlice()); got != want {
			t.Errorf("%v: %t, want %t", addr, got, want)
		}
	})
}

// isPublicByNet is IsPublic in the words of package net, whose addresses have no IPv4-mapped form.
func isPublicByNet(nets []*net.IPNet, ip net.IP) bool {
	if ip4 := ip.To4(); ip4 != nil {
		ip = ip4
	} else if string(ip[:12]) == "\x00\x64\xff\x9b\x00\x00\x00\x00\x00\x00\x00\x00" {
		ip = ip[12:]
	} else if ip[0]>>5 != 1 {
		return false
	}
	return !slices.ContainsFunc(nets, func(block *net.IPNet) bool { return block.Contains(ip) })
}

func TestNoAllocs(t *testing.T) {
	policy := Policy{Deny: []netip.Prefix{netip.MustParsePrefix("::ffff:8.8.4.0/120")}, NAT64: []netip.Prefix{netip.MustParsePrefix("2001:db8::/96")}}
	addr := netip.MustParseAddr("2001:db8::8.8.8.8")
	var err error
	if n := testing.AllocsPerRun(10, func() { err = policy.CheckAddr(netip.AddrPortFrom(addr, 443)) }); n > 0 || err != nil {
		t.Errorf("CheckAddr: %v allocations, %v", n, err)
	}
	isPublic := true
	if n := testing.AllocsPerRun(10, func() { isPublic = IsPublic(addr) }); n > 0 || isPublic {
		t.Errorf("IsPublic: %v allocations, %t", n, isPublic)
	}
}
