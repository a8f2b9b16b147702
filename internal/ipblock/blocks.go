// Package ipblock is the table of IP addresses that are not public. Package guard and the playground judge by it.
package ipblock

import (
	"net/netip"
	"slices"
)

// A Block is a range of addresses that are not public.
type Block struct {
	Prefix netip.Prefix
	Name   string // the registry's
}

// NAT64 is the well-known prefix of addresses that carry an IPv4 address in their last 32 bits ("IPv4-IPv6 Translat." in
// the registry, RFC 6052). That address is judged instead: see Carried.
var NAT64 = netip.MustParsePrefix("64:ff9b::/96")

// Carried returns the IPv4 address in the last 32 bits of an IPv6 address.
func Carried(addr netip.Addr) netip.Addr {
	bytes := addr.As16()
	return netip.AddrFrom4([4]byte(bytes[12:]))
}

// All are all addresses that are not public. An address can be in several of them.
var All = slices.Concat(Registry, others)

// Registry has IANA's registries of special-purpose addresses, row by row, also where a block is marked as globally
// reachable. Two rows are missing, because the IPv4 address in them is judged instead: ::ffff:0:0/96 (IPv4-mapped
// Address) and 64:ff9b::/96. The command tools/registries compares them with the registries of today.
var Registry = []Block{
	// https://www.iana.org/assignments/iana-ipv4-special-registry/, last updated 2025-10-09.
	{netip.MustParsePrefix("0.0.0.0/8"), "This network"},
	{netip.MustParsePrefix("0.0.0.0/32"), "This host on this network"},
	{netip.MustParsePrefix("10.0.0.0/8"), "Private-Use"},
	{netip.MustParsePrefix("100.64.0.0/10"), "Shared Address Space"},
	{netip.MustParsePrefix("127.0.0.0/8"), "Loopback"},
	{netip.MustParsePrefix("169.254.0.0/16"), "Link Local"},
	{netip.MustParsePrefix("172.16.0.0/12"), "Private-Use"},
	{netip.MustParsePrefix("192.0.0.0/24"), "IETF Protocol Assignments"},
	{netip.MustParsePrefix("192.0.0.0/29"), "IPv4 Service Continuity Prefix"},
	{netip.MustParsePrefix("192.0.0.8/32"), "IPv4 dummy address"},
	{netip.MustParsePrefix("192.0.0.9/32"), "Port Control Protocol Anycast"},
	{netip.MustParsePrefix("192.0.0.10/32"), "Traversal Using Relays around NAT Anycast"},
	{netip.MustParsePrefix("192.0.0.170/32"), "NAT64/DNS64 Discovery"},
	{netip.MustParsePrefix("192.0.0.171/32"), "NAT64/DNS64 Discovery"},
	{netip.MustParsePrefix("192.0.2.0/24"), "Documentation (TEST-NET-1)"},
	{netip.MustParsePrefix("192.31.196.0/24"), "AS112-v4"},
	{netip.MustParsePrefix("192.52.193.0/24"), "AMT"},
	{netip.MustParsePrefix("192.88.99.0/24"), "Deprecated (6to4 Relay Anycast)"},
	{netip.MustParsePrefix("192.88.99.2/32"), "6a44-relay anycast address"},
	{netip.MustParsePrefix("192.168.0.0/16"), "Private-Use"},
	{netip.MustParsePrefix("192.175.48.0/24"), "Direct Delegation AS112 Service"},
	{netip.MustParsePrefix("198.18.0.0/15"), "Benchmarking"},
	{netip.MustParsePrefix("198.51.100.0/24"), "Documentation (TEST-NET-2)"},
	{netip.MustParsePrefix("203.0.113.0/24"), "Documentation (TEST-NET-3)"},
	{netip.MustParsePrefix("240.0.0.0/4"), "Reserved"},
	{netip.MustParsePrefix("255.255.255.255/32"), "Limited Broadcast"},

	// https://www.iana.org/assignments/iana-ipv6-special-registry/, last updated 2025-10-09.
	{netip.MustParsePrefix("::1/128"), "Loopback Address"},
	{netip.MustParsePrefix("::/128"), "Unspecified Address"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "IPv4-IPv6 Translat."},
	{netip.MustParsePrefix("100::/64"), "Discard-Only Address Block"},
	{netip.MustParsePrefix("100:0:0:1::/64"), "Dummy IPv6 Prefix"},
	{netip.MustParsePrefix("2001::/23"), "IETF Protocol Assignments"},
	{netip.MustParsePrefix("2001::/32"), "TEREDO"},
	{netip.MustParsePrefix("2001:1::1/128"), "Port Control Protocol Anycast"},
	{netip.MustParsePrefix("2001:1::2/128"), "Traversal Using Relays around NAT Anycast"},
	{netip.MustParsePrefix("2001:1::3/128"), "DNS-SD Service Registration Protocol Anycast"},
	{netip.MustParsePrefix("2001:2::/48"), "Benchmarking"},
	{netip.MustParsePrefix("2001:3::/32"), "AMT"},
	{netip.MustParsePrefix("2001:4:112::/48"), "AS112-v6"},
	{netip.MustParsePrefix("2001:10::/28"), "Deprecated (previously ORCHID)"},
	{netip.MustParsePrefix("2001:20::/28"), "ORCHIDv2"},
	{netip.MustParsePrefix("2001:30::/28"), "Drone Remote ID Protocol Entity Tags (DETs) Prefix"},
	{netip.MustParsePrefix("2001:db8::/32"), "Documentation"},
	{netip.MustParsePrefix("2002::/16"), "6to4"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), "Direct Delegation AS112 Service"},
	{netip.MustParsePrefix("3fff::/20"), "Documentation"},
	{netip.MustParsePrefix("5f00::/16"), "Segment Routing (SRv6) SIDs"},
	{netip.MustParsePrefix("fc00::/7"), "Unique-Local"},
	{netip.MustParsePrefix("fe80::/10"), "Link-Local Unicast"},
}

// others are the addresses that are not public and that these registries do not list.
var others = []Block{
	// https://www.iana.org/assignments/ipv4-address-space/: what is neither unicast nor in Registry.
	{netip.MustParsePrefix("224.0.0.0/4"), "Multicast"},

	// https://www.iana.org/assignments/ipv6-address-space/, last updated 2025-10-23: all but 2000::/3 (Global Unicast)
	// and what is in Registry.
	{netip.MustParsePrefix("::/8"), "Reserved by IETF"},
	{netip.MustParsePrefix("100::/8"), "Reserved by IETF"},
	{netip.MustParsePrefix("200::/7"), "Reserved by IETF"},
	{netip.MustParsePrefix("400::/6"), "Reserved by IETF"},
	{netip.MustParsePrefix("800::/5"), "Reserved by IETF"},
	{netip.MustParsePrefix("1000::/4"), "Reserved by IETF"},
	{netip.MustParsePrefix("4000::/3"), "Reserved by IETF"},
	{netip.MustParsePrefix("6000::/3"), "Reserved by IETF"},
	{netip.MustParsePrefix("8000::/3"), "Reserved by IETF"},
	{netip.MustParsePrefix("a000::/3"), "Reserved by IETF"},
	{netip.MustParsePrefix("c000::/3"), "Reserved by IETF"},
	{netip.MustParsePrefix("e000::/4"), "Reserved by IETF"},
	{netip.MustParsePrefix("f000::/5"), "Reserved by IETF"},
	{netip.MustParsePrefix("f800::/6"), "Reserved by IETF"},
	{netip.MustParsePrefix("fe00::/9"), "Reserved by IETF"},
	{netip.MustParsePrefix("fec0::/10"), "Reserved by IETF"},
	{netip.MustParsePrefix("ff00::/8"), "Multicast"},

	// What clouds use inside, and no registry lists. The names are ours. They were compared with the clouds' documentation
	// on 2026-11-22:
	//   - https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
	//   - https://cloud.google.com/kubernetes-engine/docs/concepts/alias-ips: the default range of Services
	//   - https://cloud.google.com/vpc/docs/configure-private-google-access
	//   - https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
	{netip.MustParsePrefix("168.63.129.16/32"), "Azure's services for virtual machines"},
	{netip.MustParsePrefix("34.118.224.0/20"), "services of Google's Kubernetes clusters"},
	{netip.MustParsePrefix("2600:2d00:0:4::/64"), "services of Google's Kubernetes clusters"},
	{netip.MustParsePrefix("199.36.153.4/30"), "Google's APIs inside its networks (restricted)"},
	{netip.MustParsePrefix("2600:2d00:2:1000::/56"), "Google's APIs inside its networks (restricted)"},
	{netip.MustParsePrefix("199.36.153.8/30"), "Google's APIs inside its networks (private)"},
	{netip.MustParsePrefix("2600:2d00:2:2000::/56"), "Google's APIs inside its networks (private)"},
	{netip.MustParsePrefix("34.126.0.0/18"), "Google's APIs inside its networks (direct connectivity)"},
	{netip.MustParsePrefix("2001:4860:8040::/42"), "Google's APIs inside its networks (direct connectivity)"},
	{netip.MustParsePrefix("161.26.0.0/16"), "IBM Cloud's infrastructure services"},
	{netip.MustParsePrefix("166.8.0.0/14"), "IBM Cloud's service endpoints"},
}

// Of returns the smallest block that contains addr.
func Of(addr netip.Addr) (smallest Block, ok bool) {
	for _, b := range All {
		if b.Prefix.Contains(addr) && (!ok || b.Prefix.Bits() > smallest.Prefix.Bits()) {
			smallest, ok = b, true
		}
	}
	return smallest, ok
}
