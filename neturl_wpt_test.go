package url

import (
	neturl "net/url"
	"strings"
	"testing"
)

// TestNetURLOfVectors converts the URLs that the vectors of web-platform-tests parse to. It compares the host with the
// vector's, and logs the URLs that are refused. These must be few.
func TestNetURLOfVectors(t *testing.T) {
	urls, refused := 0, 0
	for _, v := range readVectors[urlVector](t, wpt, "urltestdata.json", 800) {
		if v.Failure {
			continue
		}
		u, err := v.parse()
		if err != nil {
			t.Errorf("%q: %v", *v.Input, err)
			continue
		}
		urls++
		n, err := u.NetURL()
		if err != nil {
			refused++
			t.Logf("refused: %v", err)
			continue
		}
		checkNetURL(t, u, n)
		host := PercentDecode(strings.Trim(*v.Hostname, "[]"))
		if n.Hostname() != host || n.Port() != *v.Port {
			t.Errorf("%q: host %q, port %q", *v.Href, n.Hostname(), n.Port())
		}
	}
	t.Logf("%d of %d URLs refused", refused, urls)
	if urls < 600 || refused*100 > 6*urls {
		t.Errorf("%d of %d URLs refused; at most 6 %% of 600 or more are wanted", refused, urls)
	}
}

// TestReparsedHost backs a row of MIGRATING.md: where net/url reads the href of a special URL at all, it finds the same host.
func TestReparsedHost(t *testing.T) {
	parsed := 0
	for _, v := range readVectors[urlVector](t, ours, "urltestdata.json", 4000) {
		if v.Failure {
			continue
		}
		u, err := v.parse()
		if err != nil || !u.IsSpecial() {
			continue
		}
		n, err := neturl.Parse(u.Href())
		if err != nil {
			continue
		}
		if parsed++; n.Scheme+":" != *v.Protocol || n.Host != *v.Host {
			t.Errorf("%q: net/url has the scheme %q and the host %q", u, n.Scheme, n.Host)
		}
	}
	if parsed < 1000 {
		t.Errorf("net/url read %d URLs", parsed)
	}
}
