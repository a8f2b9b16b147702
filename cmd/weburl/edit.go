package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/urlclass"
)

// An edit is a change that a flag makes to each URL.
type edit struct {
	flag  string // as it was given, up to the part, for messages
	part  string // the part that -set and -iterate set
	value string // what they set it to first
	apply func(u *url.URL) error
	each  []func(u *url.URL) error // used instead of apply: one change for each value of -iterate

	old    func(r *reading) (value string, ok bool)
	wanted func(old string, ok bool) bool // if it is not nil, the edit is made only if it returns true for the old value
}

// An editError says that the change of a flag failed.
type editError struct {
	flag string
	err  error
}

func (e *editError) Error() string { return e.flag + ": " + reason(e.err) }
func (e *editError) Unwrap() error { return e.err }

// setterNamed returns the function that sets the part of that name. As in the URL class, the function percent-encodes the
// characters that the part cannot contain.
func setterNamed(name string) (set func(u *url.URL, value string) error, ok bool) {
	switch name {
	case "scheme":
		name = "protocol"
	case "query":
		return func(u *url.URL, value string) error { return u.SetSearch(delimited("?", value)) }, true
	case "fragment":
		return func(u *url.URL, value string) error { return u.SetHash(delimited("#", value)) }, true
	}
	set, ok = urlclass.Setters[name]
	return set, ok
}

// settable lists the names of the parts that can be set, in the order of the help.
var settable = []string{"href", "scheme", "protocol", "username", "password", "host", "hostname", "port", "pathname",
	"query", "search", "fragment", "hash", "path", "user"}

// delimited puts a delimiter before a value. A setter removes one delimiter, so this keeps a delimiter that is part of the
// value.
func delimited(delimiter, value string) string {
	if value == "" {
		return ""
	}
	return delimiter + value
}

// parseSet reads the value of -set: PART=VALUE, or PART?=VALUE for URLs that lack the part.
func parseSet(value string) (edit, error) {
	name, value, err := assignment(value, "PART=VALUE")
	if err != nil {
		return edit{}, err
	}
	if missing, ok := strings.CutSuffix(name, "?"); ok {
		isPair := strings.HasPrefix(name, "query:") // which may have an empty value
		return settingIf(missing, value, func(old string, ok bool) bool { return old == "" && !(ok && isPair) })
	}
	name, apply, err := setterOf(name, value)
	return edit{part: name, value: value, apply: apply}, err
}

// settingIf returns an edit that sets a part only if wanted returns true for the old value.
func settingIf(name, value string, wanted func(old string, ok bool) bool) (edit, error) {
	full, apply, err := setterOf(name, value)
	if err != nil {
		return edit{}, err
	}
	p, err := partNamed(name)
	return edit{part: full, value: value, apply: apply, old: p.of, wanted: wanted}, err
}

func parseIterate(value string) (edit, error) {
	name, values, err := assignment(value, "PART=VALUE,…")
	if err != nil {
		return edit{}, err
	}
	var e edit
	e.value, _, _ = strings.Cut(values, ",")
	for value := range strings.SplitSeq(values, ",") {
		full, apply, err := setterOf(name, value)
		if err != nil {
			return edit{}, err
		}
		e.part, e.each = full, append(e.each, apply)
	}
	return e, nil
}

// returning turns a method that returns the changed URL into the function of an edit.
func returning(change func(u url.URL) url.URL) func(u *url.URL) error {
	return func(u *url.URL) error { *u = change(*u); return nil }
}

// setterOf returns the full name of a part, and a function that sets it to value.
func setterOf(name, value string) (string, func(u *url.URL) error, error) {
	if query, ok := strings.CutPrefix(name, "query:"); ok {
		return name, returning(func(u url.URL) url.URL { return u.WithQueryValue(query, value) }), nil
	}
	if full, ok := aliases[name]; ok {
		name = full
	}
	set, ok := setterNamed(name)
	if !ok {
		return "", nil, unknown("part to set", name, append([]string{"query:NAME"}, settable...))
	}
	return name, func(u *url.URL) error { return set(u, value) }, nil
}

// assignment splits the value of a flag at its first "=".
func assignment(text, form string) (name, value string, err error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return "", "", fmt.Errorf("%q is not of the form %s", text, form)
	}
	return name, value, nil
}

// appendForm describes the values that -append accepts.
const appendForm = "path=SEGMENT, query=NAME=VALUE, query:NAME or fragment=TEXT"

func parseAppend(value string) (edit, error) {
	if pair, ok := strings.CutPrefix(value, "query:"); ok {
		return edit{apply: func(u *url.URL) error { return appendPair(u, pair) }}, nil
	}
	name, text, ok := strings.Cut(value, "=")
	switch {
	case !ok:
	case name == "path" || name == "pathname":
		return edit{apply: func(u *url.URL) (err error) { *u, err = u.AppendSegments(text); return err }}, nil
	case name == "query" || name == "search":
		name, value, _ := strings.Cut(text, "=")
		return edit{apply: returning(func(u url.URL) url.URL { return u.AppendQuery(name, value) })}, nil
	case name == "fragment" || name == "hash":
		return edit{apply: func(u *url.URL) error {
			fragment, _ := u.Fragment()
			return u.SetHash(delimited("#", fragment+text))
		}}, nil
	}
	return edit{}, fmt.Errorf("%q is not of the form %s", name, appendForm)
}

// appendPair appends a pair to the query of u. The pair is a name with or without "=" and a value.
func appendPair(u *url.URL, pair string) error {
	name, value, ok := strings.Cut(pair, "=")
	if ok {
		*u = u.AppendQuery(name, value)
		return nil
	}
	query, _ := u.Query()
	if query != "" && !strings.HasSuffix(query, "&") {
		query += "&"
	}
	return u.SetSearch("?" + query + url.PercentEncode(name, url.FormURLEncodedPercentEncodeSet))
}

// deleting returns the function that reads the value query:GLOB,… of -delete or -delete-except. The edit removes the pairs
// whose names match if matching is true, and the other pairs if it is false.
func deleting(matching bool) func(value string) (edit, error) {
	return func(value string) (edit, error) {
		list, ok := strings.CutPrefix(value, "query:")
		if !ok {
			return edit{}, fmt.Errorf("%q is not of the form query:GLOB", value)
		}
		match := anyGlob(list)
		return edit{apply: returning(func(u url.URL) url.URL {
			return u.EditQuery(func(name, value string) (string, bool) { return value, match(name) != matching })
		})}, nil
	}
}

func parseReplace(value string) (edit, error) {
	name, value, err := assignment(value, "PART=VALUE")
	if err != nil {
		return edit{}, err
	}
	query, ok := strings.CutPrefix(name, "query:")
	if !ok {
		return settingIf(name, value, func(old string, ok bool) bool { return old != "" })
	}
	return edit{apply: returning(func(u url.URL) url.URL {
		return u.EditQuery(func(name, old string) (string, bool) {
			if name == query {
				return value, true
			}
			return old, true
		})
	})}, nil
}

func removeCredentials(u *url.URL) error {
	*u = u.WithoutCredentials()
	return nil
}

func removePort(u *url.URL) error {
	if u.Port() == "" {
		return nil
	}
	return u.SetPort("")
}

// applyEdits makes the changes in order, and calls use with the result. With -iterate, it calls use once for each
// combination of values. If a change fails, it calls use with the error.
func applyEdits(edits []edit, u *url.URL, use func(err error)) {
	for i, e := range edits {
		if e.each == nil {
			if e.wanted != nil && !e.wanted(e.old(&reading{u: *u})) {
				continue
			}
			if err := e.apply(u); err != nil {
				use(&editError{e.flag, err})
				return
			}
			continue
		}
		before := *u
		for _, apply := range e.each {
			*u = before
			if err := apply(u); err != nil {
				use(&editError{e.flag, err})
				continue
			}
			applyEdits(edits[i+1:], u, use)
		}
		return
	}
	use(nil)
}

// newURL returns the URL from which -new starts, and the changes that remain to be made. The URL has the scheme that -set
// gives and, if -set gives a host, some host. The standard has no URL without a scheme, and its setters can add neither a
// host nor an opaque path.
func newURL(edits []edit) (url.URL, []edit, error) {
	given := func(names ...string) (value string) {
		for _, e := range edits {
			if slices.Contains(names, e.part) && (e.wanted == nil || e.wanted(value, value != "")) {
				value = e.value
			}
		}
		return value
	}
	without := func(edits []edit, names ...string) []edit {
		return slices.DeleteFunc(slices.Clone(edits), func(e edit) bool { return e.each == nil && slices.Contains(names, e.part) })
	}
	scheme, path := strings.TrimSuffix(given("scheme", "protocol"), ":"), given("pathname")
	edits = without(edits, "scheme", "protocol")
	if ignoreStart(edits) {
		u, err := url.Build(url.Components{Scheme: scheme, Host: unsetHost})
		return u, edits, err
	}
	u, err := url.Build(url.Components{Scheme: scheme, Segments: []string{""}})
	if err != nil || u.IsSpecial() || path == "" || path[0] == '/' {
		return u, edits, err
	}
	u, err = url.Parse(u.Protocol() + url.PercentEncode(path, url.PathPercentEncodeSet))
	return u, without(edits, "pathname"), err
}

// unsetHost is the host from which -new starts.
const unsetHost = "unset.invalid"

// ignoreStart makes conditional changes treat the initial host and path of -new as missing until -set or -iterate sets
// them, even to the same value. It reports whether -set or -iterate sets a host.
func ignoreStart(edits []edit) (hasHost bool) {
	hasPath := false
	for i, e := range edits {
		has := &hasPath
		switch e.part {
		case "host", "hostname":
			has = &hasHost
		case "pathname":
		default:
			continue
		}
		if e.wanted != nil && !*has {
			edits[i].wanted = func(old string, ok bool) bool {
				if old == "/" || strings.HasPrefix(old, unsetHost) {
					old = ""
				}
				return e.wanted(old, ok)
			}
		}
		*has = *has || e.wanted == nil || e.wanted("", false)
	}
	return hasHost
}
