package url_test

import (
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
