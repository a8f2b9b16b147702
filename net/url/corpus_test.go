package url_test

import (
	"flag"
	neturl "net/url"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/net/url"
)

// TestCorpus compares the results for real URLs with those of net/url. CORPORA_DIR is the folder with the files, which
// testdata/corpora lists. The test is skipped without it, because they are large.
func TestCorpus(t *testing.T) {
	dir, ok := os.LookupEnv("CORPORA_DIR")
	if !ok {
		t.Skip("CORPORA_DIR names no folder with corpora of URLs")
	}
	for _, test := range []struct {
		name    string
		urls    int
		atLeast float64 // how many are equal, in percent
	}{
		// The others have backslashes, dot segments, capital letters in the host, bytes to encode, or a host that begins with a
		// quotation mark.
		{"web.txt", 48_000, 99.3},
		{"phishing.txt", 11_000, 99.7},
	} {
		urls, equal := vectors.Lines(t, filepath.Join(dir, test.name)), 0
		for _, rawURL := range urls {
			u, err := url.Parse(rawURL)
			n, netErr := neturl.Parse(rawURL)
			if (err == nil) == (netErr == nil) && reflect.DeepEqual(u, n) {
				equal++
			}
			for _, property := range properties {
				if wrong := property.of(rawURL); wrong != "" {
					t.Errorf("%s of %q: %s", property.name, rawURL, wrong)
				}
			}
		}
		t.Logf("%s: %d of %d URLs are equal", test.name, equal, len(urls))
		if len(urls) < test.urls || float64(equal) < test.atLeast/100*float64(len(urls)) {
			t.Errorf("%s: %d of %d URLs are equal, want %v %% of %d", test.name, equal, len(urls), test.atLeast, test.urls)
		}
	}
}

var corpusFile = flag.String("corpus", "../../testdata/bench_urls.txt", "measure with the URLs in this `file`, one a line")

// BenchmarkParse measures Parse and net/url's Parse in turns, and reports how the best rounds compare:
//
//	go test ./net/url -run '^$' -bench . -corpus FILE
func BenchmarkParse(b *testing.B) {
	urls := vectors.Lines(b, *corpusFile)
	parsers := []func(string) (*url.URL, error){url.Parse, neturl.Parse}
	best := []time.Duration{time.Hour, time.Hour}
	for b.Loop() {
		for i, parse := range parsers {
			start := time.Now()
			for _, s := range urls {
				kept, _ = parse(s)
			}
			best[i] = min(best[i], time.Since(start))
		}
	}
	b.ReportMetric(float64(best[0])/float64(len(urls)), "ns/url")
	b.ReportMetric(float64(best[0])/float64(best[1]), "×net/url")
}
