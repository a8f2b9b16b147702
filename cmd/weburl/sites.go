package main

import (
	"hash/maphash"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
)

// sites finds the sites of hosts. Neighboring lines often have the same few hosts, and a lookup in the public suffix list
// takes longer than to parse a URL, so it remembers the hosts of late. Each worker has its own.
type sites struct {
	list   url.PublicSuffixList
	seed   maphash.Seed
	recent [recentHosts]recentHost
}

// recentHosts is the number of hosts that a worker remembers.
const recentHosts = 1 << 11

type recentHost struct{ hostname, site string }

// builtInSuffixes is the public suffix list that is used without -suffix-list.
var builtInSuffixes url.PublicSuffixList = publicsuffix.List

func newSites(list url.PublicSuffixList) *sites {
	if list == nil {
		list = builtInSuffixes
	}
	return &sites{list: list, seed: maphash.MakeSeed()}
}

// siteOf returns the registrable domain of u, or else the host.
func (s *sites) siteOf(u url.URL) string {
	hostname := u.Hostname()
	recent := &s.recent[maphash.String(s.seed, hostname)%recentHosts]
	if recent.hostname != hostname {
		host, _ := u.ParsedHost()
		*recent = recentHost{strings.Clone(hostname), strings.Clone(host.Site(s.list).String())}
	}
	return recent.site
}

func (r *reading) site() (string, bool) { return r.sites.siteOf(r.u), !r.u.IsZero() }

// subdomain returns the labels before the registrable domain.
func (r *reading) subdomain() (string, bool) {
	before := strings.TrimSuffix(r.u.Hostname(), r.sites.siteOf(r.u))
	return strings.TrimSuffix(before, "."), !r.u.IsZero()
}

func (r *reading) publicSuffix() (string, bool) {
	host, _ := r.u.ParsedHost()
	suffix, _ := host.PublicSuffix(r.sites.list)
	return suffix, !r.u.IsZero()
}
