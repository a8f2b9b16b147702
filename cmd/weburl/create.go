package main

import (
	"slices"

	"github.com/weburl-go/url"
)

// newURL returns the URL from which -new starts, and the changes that are left to make: with the scheme that -set gives
// and, if -set gives a host, with some host. The standard has no URL without a scheme, and its setters cannot put a host
// or an opaque path where there was none.
func newURL(edits []edit, settings map[string]string) (url.URL, []edit, error) {
	scheme := settings["scheme"]
	if scheme == "" {
		scheme = settings["protocol"]
	}
	isSet := func(names ...string) func(e edit) bool {
		return func(e edit) bool { return e.each == nil && slices.Contains(names, e.part) }
	}
	edits = slices.DeleteFunc(slices.Clone(edits), isSet("scheme", "protocol"))
	if slices.ContainsFunc(edits, func(e edit) bool { return e.part == "host" || e.part == "hostname" }) {
		u, err := url.Build(url.Components{Scheme: scheme, Host: "host"})
		return u, edits, err
	}
	u, err := url.Build(url.Components{Scheme: scheme, Segments: []string{""}})
	if err != nil || u.IsSpecial() {
		return u, edits, err
	}
	path := settings["pathname"]
	if path == "" || path[0] == '/' {
		return u, edits, nil
	}
	edits = slices.DeleteFunc(edits, isSet("pathname"))
	u, err = url.Parse(u.Protocol() + url.PercentEncode(path, url.PathPercentEncodeSet))
	return u, edits, err
}
