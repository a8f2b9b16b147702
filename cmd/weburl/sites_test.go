package main

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/weburl-go/url"
)

// TestSites checks that hosts that are remembered have the sites of the package.
func TestSites(t *testing.T) {
	hosts := []string{"a.b.example.co.uk", "example.com", "co.uk", "1.2.3.4", "[::1]", "x.github.io", "github.io", "example.com.", "localhost"}
	random := rand.New(rand.NewPCG(11, 12))
	for range 60_000 {
		hosts = append(hosts, fmt.Sprintf("h%d.example%d.com", random.IntN(1000), random.IntN(50)))
	}
	s := newSites(nil)
	for i := range 200_000 {
		host := hosts[random.IntN(len(hosts))]
		if i%3 == 0 {
			host = hosts[random.IntN(20)]
		}
		scheme := []string{"http://", "foo://"}[random.IntN(2)] // the host of the second is opaque
		u := url.MustParse(scheme + host + "/")
		parsed, _ := u.ParsedHost()
		if got, want := s.siteOf(&u), parsed.Site(builtInSuffixes).String(); got != want {
			t.Fatalf("%s: %q, want %q", u, got, want)
		}
	}
}
