package url

import (
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
		host := string(PercentDecode(strings.Trim(*v.Hostname, "[]")))
		if n.Hostname() != host || n.Port() != *v.Port {
			t.Errorf("%q: host %q, port %q", *v.Href, n.Hostname(), n.Port())
		}
	}
	t.Logf("%d of %d URLs refused", refused, urls)
	if urls < 600 || refused*100 > 6*urls {
		t.Errorf("%d of %d URLs refused; at most 6 %% of 600 or more are wanted", refused, urls)
	}
}
