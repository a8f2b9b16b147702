package urlpattern_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/urlpattern"
)

// This file runs the vectors of web-platform-tests' urlpattern/resources. URLPATTERN_DIR names a folder that has
// them. What a vector leaves out, urlpatterntests.js there fills in, and so does this file.

// wptRead reads a list of vectors.
func wptRead[T any](t *testing.T, name string) []T {
	t.Helper()
	return vectors.DecodeStrictly[T](t, vectors.Read(t, "URLPATTERN_DIR", name), 1)
}

var components = map[string]urlpattern.Component{
	"protocol": urlpattern.Protocol, "username": urlpattern.Username, "password": urlpattern.Password,
	"hostname": urlpattern.Hostname, "port": urlpattern.Port, "pathname": urlpattern.Pathname,
	"search": urlpattern.Search, "hash": urlpattern.Hash,
}

// wptVector is a vector of urlpatterntestdata.json.
type wptVector struct {
	Comment       string            `json:"//"`
	Pattern       []json.RawMessage `json:"pattern"`
	Inputs        []json.RawMessage `json:"inputs"`
	ExactlyEmpty  []string          `json:"exactly_empty_components"`
	ExpectedObj   json.RawMessage   `json:"expected_obj"`
	ExpectedMatch json.RawMessage   `json:"expected_match"`
}

// wptGroups are the groups of a component; nil stands for undefined.
type wptGroups = map[string]*string

type wptComponentResult struct {
	Input  string    `json:"input"`
	Groups wptGroups `json:"groups"`
}

// wptArguments are the arguments of a constructor, test or exec.
type wptArguments struct {
	isInit  bool
	s       string
	init    urlpattern.Init
	base    *string
	options urlpattern.Options
}

// arguments decodes the arguments, which may have a base and options behind the first.
func arguments(t *testing.T, raw []json.RawMessage) (a wptArguments) {
	t.Helper()
	if len(raw) == 0 {
		return wptArguments{isInit: true}
	}
	if a.isInit = raw[0][0] == '{'; a.isInit {
		a.init = initOf(t, raw[0])
	} else {
		decode(t, raw[0], &a.s)
	}
	for _, more := range raw[1:] {
		if more[0] == '"' {
			decode(t, more, &a.base)
			continue
		}
		var options struct {
			IgnoreCase bool `json:"ignoreCase"`
		}
		decode(t, more, &options)
		a.options.IgnoreCase = options.IgnoreCase
		break // options are the last argument, and JavaScript ignores what follows
	}
	return a
}

func initOf(t *testing.T, raw json.RawMessage) urlpattern.Init {
	t.Helper()
	var members map[string]json.RawMessage
	decode(t, raw, &members)
	delete(members, "ignoreCase") // which is not a member of an init: one vector shows that it is ignored
	init := urlpattern.Init{}
	for name, rawValue := range members {
		var value string
		decode(t, rawValue, &value)
		c, ok := components[name]
		if name == "baseURL" {
			c, ok = urlpattern.BaseURL, true
		}
		if !ok {
			t.Fatalf("unknown component %q", name)
		}
		init[c] = value
	}
	return init
}

func decode(t *testing.T, raw json.RawMessage, v any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}

// TestWPT runs urlpatterntestdata.json. It asserts all that urlpatterntests.js does, and that "" and undefined differ.
func TestWPT(t *testing.T) {
	vectors, passed := wptRead[wptVector](t, "urlpatterntestdata.json"), 0
	for i, v := range vectors {
		a := arguments(t, v.Pattern)
		if t.Run(strconv.Itoa(i), func(t *testing.T) { v.run(t, a) }) {
			passed++
		}
	}
	t.Logf("%d of %d vectors pass", passed, len(vectors))
}

func (v *wptVector) run(t *testing.T, a wptArguments) {
	t.Logf("%s %s", v.Pattern, v.Inputs)
	var p *urlpattern.Pattern
	var err error
	if a.base != nil {
		a.options.BaseURL = *a.base
	}
	if a.isInit {
		p, err = urlpattern.NewFromInit(a.init, a.options)
	} else {
		p, err = urlpattern.New(a.s, a.options)
	}
	if string(v.ExpectedObj) == `"error"` {
		if err == nil {
			t.Error("compiled")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	v.checkStrings(t, p, a)
	v.checkMatch(t, p)
}

// checkStrings compares the pattern strings.
func (v *wptVector) checkStrings(t *testing.T, p *urlpattern.Pattern, a wptArguments) {
	expected := map[string]string{}
	if v.ExpectedObj != nil {
		decode(t, v.ExpectedObj, &expected)
	}
	for name, c := range components {
		want, ok := expected[name]
		if !ok {
			want = v.defaultString(t, name, a)
		}
		if got := p.Component(c); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// earlierComponents are those that keep a component from being inherited.
var earlierComponents = map[string][]string{
	"hostname": {"protocol"},
	"port":     {"protocol", "hostname"},
	"pathname": {"protocol", "hostname", "port"},
	"search":   {"protocol", "hostname", "port", "pathname"},
	"hash":     {"protocol", "hostname", "port", "pathname", "search"},
}

// defaultString returns the pattern string that is expected if the vector does not say it.
func (v *wptVector) defaultString(t *testing.T, name string, a wptArguments) string {
	if slices.Contains(v.ExactlyEmpty, name) {
		return ""
	}
	if value := a.init[components[name]]; value != "" {
		return value
	}
	for _, earlier := range earlierComponents[name] {
		if _, ok := a.init[components[earlier]]; ok {
			return "*"
		}
	}
	base := a.init[urlpattern.BaseURL]
	if base == "" && a.base != nil {
		base = *a.base
	}
	if base == "" || name == "username" || name == "password" {
		return "*"
	}
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	switch name {
	case "protocol":
		return u.Scheme()
	case "hostname":
		return u.Hostname()
	case "port":
		return u.Port()
	case "pathname":
		return u.Pathname()
	case "search":
		return strings.TrimPrefix(u.Search(), "?")
	}
	return strings.TrimPrefix(u.Hash(), "#")
}

// checkMatch compares what test and exec return.
func (v *wptVector) checkMatch(t *testing.T, p *urlpattern.Pattern) {
	a := arguments(t, v.Inputs)
	if string(v.ExpectedMatch) == `"error"` {
		if !a.isInit || a.base == nil {
			t.Error("only an init with a base is an error, and that cannot be written in Go")
		}
		return
	}
	base := ""
	if a.base != nil {
		base = *a.base
	}
	tested, matched := p.TestString(a.s, base), false
	var m urlpattern.Match
	if m, matched = p.ExecString(a.s, base); a.isInit {
		tested = p.TestInit(a.init)
		m, matched = p.ExecInit(a.init)
	}
	want := v.ExpectedMatch != nil && string(v.ExpectedMatch) != "null"
	if tested != want || matched != want {
		t.Fatalf("test is %v and exec %v, want %v", tested, matched, want)
	}
	if want {
		v.checkResult(t, m)
	}
}

func (v *wptVector) checkResult(t *testing.T, m urlpattern.Match) {
	var members map[string]json.RawMessage
	decode(t, v.ExpectedMatch, &members)
	for name, c := range components {
		want := wptComponentResult{Groups: wptGroups{}}
		if raw, ok := members[name]; ok {
			decode(t, raw, &want)
		} else if !slices.Contains(v.ExactlyEmpty, name) {
			want.Groups["0"] = new(string)
		}
		if got := m.Input(c); got != want.Input {
			t.Errorf("%s: input is %q, want %q", name, got, want.Input)
		}
		checkGroups(t, name, m, c, want.Groups)
	}
}

func checkGroups(t *testing.T, name string, m urlpattern.Match, c urlpattern.Component, want wptGroups) {
	defined := map[string]string{}
	for group, value := range want {
		got, ok := m.Group(c, group)
		switch {
		case ok != (value != nil):
			t.Errorf("%s: group %q is %q, %v", name, group, got, ok)
		case ok && got != *value:
			t.Errorf("%s: group %q is %q, want %q", name, group, got, *value)
		}
		if value != nil {
			defined[group] = *value
		}
	}
	if got := maps.Collect(m.Groups(c)); !maps.Equal(got, defined) {
		t.Errorf("%s: groups are %q, want %q", name, got, defined)
	}
}

// TestWPTCompare runs urlpattern-compare-test-data.json.
func TestWPTCompare(t *testing.T) {
	type vector struct {
		Component   string
		Left, Right json.RawMessage
		Expected    int
	}
	vectors := wptRead[vector](t, "urlpattern-compare-test-data.json")
	for i, v := range vectors {
		c := components[v.Component]
		left, right := patternOf(t, v.Left), patternOf(t, v.Right)
		for _, check := range []struct {
			a, b *urlpattern.Pattern
			want int
		}{{left, right, v.Expected}, {right, left, -v.Expected}, {left, left, 0}, {right, right, 0}} {
			if got := urlpattern.Compare(c, check.a, check.b); got != check.want {
				t.Errorf("vector %d: %q and %q: %d, want %d", i, check.a.Component(c), check.b.Component(c), got, check.want)
			}
		}
	}
	t.Logf("%d vectors", len(vectors))
}

func patternOf(t *testing.T, raw json.RawMessage) *urlpattern.Pattern {
	t.Helper()
	a := arguments(t, []json.RawMessage{raw})
	p, err := urlpattern.New(a.s, a.options)
	if a.isInit {
		p, err = urlpattern.NewFromInit(a.init, a.options)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWPTGenerate runs urlpattern-generate-test-data.json.
func TestWPTGenerate(t *testing.T) {
	type vector struct {
		Pattern   json.RawMessage
		Component string
		Groups    map[string]string
		Expected  *string
	}
	vectors := wptRead[vector](t, "urlpattern-generate-test-data.json")
	for i, v := range vectors {
		c, ok := components[v.Component]
		if !ok {
			c = urlpattern.BaseURL // not a component
		}
		got, err := patternOf(t, v.Pattern).Generate(c, v.Groups)
		if (err == nil) != (v.Expected != nil) || err == nil && got != *v.Expected {
			t.Errorf("vector %d: %q, %v", i, got, err)
		}
	}
	t.Logf("%d vectors", len(vectors))
}
