package integration

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"golang.org/x/net/publicsuffix"
)

// A log analyzer counts the requests of a forward proxy by site and by port. Its report shows no passwords.

type logReport struct {
	sites    map[string]int
	ports    map[uint16]int
	warnings []string
}

// analyze reads lines that begin with a method and a URL.
func analyze(log io.Reader) (logReport, error) {
	report := logReport{map[string]int{}, map[uint16]int{}, nil}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		_, rest, _ := strings.Cut(lines.Text(), " ")
		rawURL, _, _ := strings.Cut(rest, " ")
		u, err := url.Parse(rawURL)
		if err != nil {
			report.warnings = append(report.warnings, err.Error())
			continue
		}
		if u.IncludesCredentials() {
			report.warnings = append(report.warnings, "credentials in "+u.Redacted())
		}
		if host, ok := u.ParsedHost(); ok {
			report.sites[host.Site(publicsuffix.List).Unicode()]++
		}
		if port, ok := u.EffectivePort(); ok {
			report.ports[port]++
		}
	}
	return report, lines.Err()
}

func TestLogAnalyzer(t *testing.T) {
	report, err := analyze(strings.NewReader(`GET https://www.example.co.uk/ 200
GET HTTPS://EXAMPLE.co.uk:443/a 200
GET http://static.example.co.uk:8080/a 200
GET http://a.github.io/ 200
GET http://b.github.io/ 200
GET http://0x7f.1/ 403
GET http://www.xn--bcher-kva.de/ 200
GET http://[::1]:80/ 403
GET ftp://user:secret@example.org/a 200
GET http://user:secret@exa^mple.org/ 400
GET /a 400
`))
	if err != nil {
		t.Fatal(err)
	}
	sites := map[string]int{"example.co.uk": 3, "a.github.io": 1, "b.github.io": 1, "127.0.0.1": 1, "bücher.de": 1, "[::1]": 1, "example.org": 1}
	if !maps.Equal(report.sites, sites) {
		t.Errorf("sites %v, want %v", report.sites, sites)
	}
	if ports := map[uint16]int{443: 2, 8080: 1, 80: 5, 21: 1}; !maps.Equal(report.ports, ports) {
		t.Errorf("ports %v, want %v", report.ports, ports)
	}
	warnings := []string{
		"credentials in ftp://user:xxxxx@example.org/a",
		`url: parse "http://xxxxx@exa^mple.org/": domain-to-ASCII at byte 16`,
		`url: parse "/a": missing-scheme-non-relative-URL at byte 0`,
	}
	if !slices.Equal(report.warnings, warnings) {
		t.Errorf("warnings %q, want %q", report.warnings, warnings)
	}
}
