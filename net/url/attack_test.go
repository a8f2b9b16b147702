package url_test

import (
	neturl "net/url"
	"testing"

	"github.com/weburl-go/url/internal/hostile"
	"github.com/weburl-go/url/net/url"
)

var hostileBase = &url.URL{Scheme: "http", Host: "h", Path: "/a/b"}

// attacks are strings from strangers.
var attacks = map[string]hostile.Use{
	"Parse(rawURL)":                  hostile.Reading(func(s string) { _, _ = url.Parse(s) }),
	"Parse(rawURL) of a host":        hostile.Reading(func(s string) { _, _ = url.Parse("http://" + s) }),
	"Parse(rawURL) of a path":        hostile.Reading(func(s string) { _, _ = url.Parse("/" + s) }),
	"Parse(rawURL) of a query":       hostile.Reading(func(s string) { _, _ = url.Parse("?" + s) }),
	"Parse(rawURL) of a fragment":    hostile.Reading(func(s string) { _, _ = url.Parse("a b#" + s) }),
	"Parse(rawURL) of a DSN":         hostile.Reading(func(s string) { _, _ = url.Parse("redis://" + s + "%") }),
	"Parse(rawURL) of a file":        hostile.Reading(func(s string) { _, _ = url.Parse("file:" + s) }),
	"ParseRef(base, ref)":            hostile.Reading(func(s string) { _, _ = url.ParseRef(hostileBase, s) }),
	"ParseRef(base)":                 hostile.Reading(func(s string) { _, _ = url.ParseRef(&url.URL{Scheme: "http", Host: "h", Path: s}, "a") }),
	"ParseRequestURI(rawURL)":        hostile.Reading(func(s string) { _, _ = url.ParseRequestURI(s) }),
	"ParseRequestURI(rawURL) of one": hostile.Reading(func(s string) { _, _ = url.ParseRequestURI("//" + s) }),
	"JoinPath(base, elem)":           hostile.Reading(func(s string) { _, _ = url.JoinPath(s, s) }),
	"JoinPath(elem)":                 hostile.Reading(func(s string) { _, _ = url.JoinPath("http://h/%zz", s) }),
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	hostile.CheckComplete(t, attacks, map[string]string{
		"ParseQuery": "net/url's own", "PathEscape": "net/url's own", "PathUnescape": "net/url's own", "QueryEscape": "net/url's own",
		"QueryUnescape": "net/url's own", "User": "net/url's own", "UserPassword": "net/url's own",
	})
}

// TestGrowth checks that time and memory grow linearly with the length of a text.
func TestGrowth(t *testing.T) {
	hostile.Check(t, hostile.URLs, attacks, func(string, string) float64 { return 320 }) // as SECURITY.md says
}

var kept *url.URL

// TestAllocs checks how many more allocations Parse makes than net/url's.
func TestAllocs(t *testing.T) {
	for _, test := range []struct {
		rawURL string
		more   float64
	}{
		{"https://example.com/", 0},
		{"https://example.com/a/b.html?c=d&e=f%20g#h", 0},
		{"https://example.com/.well-known/a..b", 0},
		{"https://example.com/#!/a(b)", 0},
		{"http://example.com", 0},
		{"http://example.com?q#f", 0},
		{"http://example.com:8080", 0},
		{"http://example.com:80/a", 0},
		{"https://example.com:443", 0},
		{"http://127.0.0.1", 0},
		{"http://127.0.0.1:8080/a", 0},
		{"http://[::1]:8080/a", 0},
		{"http://[::1]", 0},
		{"https://user:pass@example.com/a", 0},
		{"ftp://user@example.com", 0},
		{"wss://xn--bcher-kva.example/a", 0},
		{"https://example.com/caf%C3%A9", 0},
		{"https://example.com/a(b)", 0},
		{"https://example.com/a'b", 0},
		{"https://EXAMPLE.com/a", 2},
		{"HTTPS://example.com", 2},
		{"https://example.com/a/../b", 2},
		{"https://example.com/a b", 3},
		{"https://example.com/é", 3},
		{"redis://user:pass@a:1,b:2/0", 0},
		{"file:test.db?cache=shared", 0},
		{"file://host/a", 0},
		{"file:///a", 0},
		{"mailto:a@b", 0},
		{"/", 0},
		{"/a/b?c=d#e", 0},
		{"//example.com/a", 0},
		{"//example.com:443/a", 0},
		{"//example.com", 0},
		{"", 0},
		{"a/../b?c", 0},
		{"?q", 0},
		{"#f", 0},
		{"*", 0},
		{"/a/../b", 1},
		{"/a/../b?c d#e f", 2},
		{"/a b", 3},
		{"/.//a", 2},
		{"//EXAMPLE.com/a", 2},
		{"//é.example?é", 1},
		{"//u:p@H/é?é#é", 3},
		{"//u:p@h/a%2Fé?q#é", 2},
		{"//u%40:p%3a@é/a%2Fé?é#é%2f", 1},
		{"a b", 2},
		{`a\b|c?d e#f g`, 4},
		{"%2e%2e/é?é#é", 3},
		{" ?q 'a' ", 1},
	} {
		got := testing.AllocsPerRun(100, func() { kept, _ = url.Parse(test.rawURL) })
		byNetURL := testing.AllocsPerRun(100, func() { kept, _ = neturl.Parse(test.rawURL) })
		if got-byNetURL != test.more {
			t.Errorf("%q: %v allocations, %v with net/url, want %v more", test.rawURL, got, byNetURL, test.more)
		}
	}
}
