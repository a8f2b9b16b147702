package main

import (
	"hash/maphash"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
)

// sites finds the sites of hosts. The same hosts come again and again, and a lookup in the public suffix list takes longer
// than to parse a URL, so it remembers the hosts of late. Each worker has its own. It takes 1.5 MB, without pointers, once
// there was a lookup.
type sites struct {
	list  url.PublicSuffixList
	seed  maphash.Seed
	slots []siteSlots // indexed by the hash of the host
	text  []byte      // the hosts
}

const (
	siteBuckets = 1 << 13
	siteText    = 1 << 20 // bytes; when they are full, all hosts are forgotten
	longestHost = 1<<8 - 1
)

// siteSlots are as many slots as a cache line has room for.
type siteSlots [8]siteSlot

// A siteSlot has a host with the length of its site, which is its end.
type siteSlot struct {
	offset uint32 // of the host in the text
	tag    uint16 // more bits of the hash
	length uint8  // of the host; 0: empty
	site   uint8
}

// builtInSuffixes is the public suffix list that is used without -suffix-list.
var builtInSuffixes url.PublicSuffixList = publicsuffix.List

func newSites(list url.PublicSuffixList) *sites {
	if list == nil {
		list = builtInSuffixes
	}
	return &sites{list: list, seed: maphash.MakeSeed()}
}

// siteOf returns the registrable domain of u, or else the host.
func (s *sites) siteOf(u *url.URL) string {
	hostname := u.Hostname()
	if len(hostname) > longestHost || !u.IsSpecial() || hostname == "" {
		return s.lookUp(u) // the host of a URL that is not special is opaque, and its own site
	}
	if s.slots == nil {
		s.slots = make([]siteSlots, siteBuckets)
	}
	hash := maphash.String(s.seed, hostname)
	bucket := &s.slots[hash%siteBuckets]
	tag := uint16(hash >> 48)
	for i := range bucket {
		slot := &bucket[i]
		if slot.tag == tag && int(slot.length) == len(hostname) &&
			string(s.text[slot.offset:][:len(hostname)]) == hostname {
			return hostname[len(hostname)-int(slot.site):]
		}
	}
	site := s.lookUp(u)
	s.remember(bucket, tag, hostname, site)
	return site
}

// lookUp asks the public suffix list.
func (s *sites) lookUp(u *url.URL) string {
	host, _ := u.ParsedHost()
	return host.Site(s.list).String()
}

// remember adds a host to its bucket, in place of an old one if there is no empty slot.
func (s *sites) remember(bucket *siteSlots, tag uint16, hostname, site string) {
	if len(s.text)+len(hostname) > siteText {
		clear(s.slots)
		s.text = s.text[:0]
	}
	i := int(tag) % len(bucket)
	for j := range bucket {
		if bucket[j].length == 0 {
			i = j
			break
		}
	}
	bucket[i] = siteSlot{uint32(len(s.text)), tag, uint8(len(hostname)), uint8(len(site))}
	s.text = append(s.text, hostname...)
}

func (r *reading) site() (string, bool) { return r.sites.siteOf(&r.u), !r.u.IsZero() }

// subdomain returns the labels before the registrable domain.
func (r *reading) subdomain() (string, bool) {
	before := strings.TrimSuffix(r.u.Hostname(), r.sites.siteOf(&r.u))
	return strings.TrimSuffix(before, "."), !r.u.IsZero()
}

func (r *reading) publicSuffix() (string, bool) {
	host, _ := r.u.ParsedHost()
	suffix, _ := host.PublicSuffix(r.sites.list)
	return suffix, !r.u.IsZero()
}
