package engine

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
)

// read reads an input without a base.
func read(t *testing.T, input string) Answer {
	t.Helper()
	return Read(Request{Input: input})
}

// TestPlaces checks the places of errors in bytes and in UTF-16 code units.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		input, name   string
		offset, index int
	}{
		{"https://h/|", "invalid-URL-unit", 10, 10},
		{"https://h/é|", "invalid-URL-unit", 12, 11},
		{"https://h/語|", "invalid-URL-unit", 13, 11},
		{"https://h/\U0001f9ab|", "invalid-URL-unit", 14, 12},
		{"http://", "host-missing", 7, 7},
		{"http://é:x", "port-invalid", 10, 9},
	} {
		a := read(t, tt.input)
		if len(a.Faults) == 0 {
			t.Errorf("%q has no errors", tt.input)
			continue
		}
		got := a.Faults[len(a.Faults)-1]
		if got.Name != tt.name || got.Offset != tt.offset || got.Index != tt.index || got.Description == "" {
			t.Errorf("%q: %+v, want %s at %d and %d", tt.input, got, tt.name, tt.offset, tt.index)
		}
	}
}

// TestMaxFaults checks that the failure is reported even after many other errors.
func TestMaxFaults(t *testing.T) {
	a := read(t, "http://"+strings.Repeat("@", 2*maxFaults)+"h:x")
	if got := a.Faults[len(a.Faults)-1]; a.Count != 2*maxFaults+1 || len(a.Faults) != maxFaults+1 || !got.Failure {
		t.Errorf("%d errors counted, %d kept, the last is %+v", a.Count, len(a.Faults), got)
	}
}

// TestBase checks that a base and an input that are not URLs are told apart.
func TestBase(t *testing.T) {
	base := "x"
	a := Read(Request{Input: "https://h/", Base: &base})
	if a.URL != nil || !a.InBase || a.Error == nil || a.Error.Name != "missing-scheme-non-relative-URL" || !a.Net.InBase {
		t.Errorf("with a base that is not a URL: %+v", a)
	}
	base = "https://h/a/"
	a = Read(Request{Input: "../b", Base: &base})
	if a.URL == nil || a.URL.Href != "https://h/b" || a.Net.URL == nil || a.Net.URL.Href != "https://h/b" || !a.Valid {
		t.Errorf("with a base: %+v", a)
	}
}

// TestNetHost checks which hosts of net/url count as the same.
func TestNetHost(t *testing.T) {
	for input, same := range map[string]bool{
		"https://EXAMPLE.com/":           true,
		"https://bücher.example/":        true,
		"http://[::0:1]/":                true,
		"http://[::ffff:1.2.3.4]/":       true,
		"x://a%20b/":                     true,
		"http://0x7f.1/":                 false,
		"http:example.com":               false,
		"http://example.com\uff0e/":      true,
		"https://example.com%2Eevil.it/": false,
	} {
		a := read(t, input)
		if a.URL == nil {
			t.Errorf("%q is refused", input)
			continue
		}
		if a.Net.URL == nil { // net/url rejects it
			same = false
		}
		if a.Net.SameHost != same {
			t.Errorf("%q: package %q, net/url %+v, same: %t", input, a.URL.Hostname, a.Net, a.Net.SameHost)
		}
	}
}

// TestNetParts checks that the parts of net/url are written as the URL class would write them.
func TestNetParts(t *testing.T) {
	for input, want := range map[string]Parts{
		"https://u:p%20@[::1]:81/a%2Fb?q#f é": {
			Href: "https://u:p%20@[::1]:81/a%2Fb?q#f%20%C3%A9", Protocol: "https:", Username: "u", Password: "p%20", Host: "[::1]:81",
			Hostname: "[::1]", Port: "81", Pathname: "/a%2Fb", Search: "?q", Hash: "#f%20%C3%A9",
		},
		"mailto:a@b": {Href: "mailto:a@b", Protocol: "mailto:", Pathname: "a@b"},
	} {
		if got := read(t, input).Net.URL; got == nil || *got != want {
			t.Errorf("%q: %+v, want %+v", input, got, want)
		}
	}
	if got := read(t, "//h/").Net; got.URL != nil || got.Error == "" {
		t.Errorf("a relative URL without a base: %+v", got)
	}
}

// TestNetPairs checks that a different order of names is not a difference, and that a dropped pair is.
func TestNetPairs(t *testing.T) {
	if got := read(t, "http://h/?b=1&a=+%20&b=2").Net; got.OtherPairs {
		t.Errorf("the same pairs differ: %+v", got)
	}
	if got := read(t, "http://h/?b=%zz&a=1").Net; !got.OtherPairs || len(got.Pairs) != 1 || got.PairsError == "" {
		t.Errorf("with a pair that is dropped: %+v", got)
	}
}

// TestCalls checks each call, and that an unknown call changes nothing.
func TestCalls(t *testing.T) {
	for _, tt := range []struct {
		call Call
		href string
	}{
		{Call{"href", "x:y"}, "x:y"},
		{Call{"href", "y"}, "http://u:p@h:81/a?b=c&b=d#e"},
		{Call{"protocol", "https"}, "https://u:p@h:81/a?b=c&b=d#e"},
		{Call{"username", ""}, "http://:p@h:81/a?b=c&b=d#e"},
		{Call{"password", ""}, "http://u@h:81/a?b=c&b=d#e"},
		{Call{"host", "i:82"}, "http://u:p@i:82/a?b=c&b=d#e"},
		{Call{"hostname", "i"}, "http://u:p@i:81/a?b=c&b=d#e"},
		{Call{"port", "80"}, "http://u:p@h/a?b=c&b=d#e"},
		{Call{"pathname", "?"}, "http://u:p@h:81/%3F?b=c&b=d#e"},
		{Call{"search", ""}, "http://u:p@h:81/a#e"},
		{Call{"hash", "f"}, "http://u:p@h:81/a?b=c&b=d#f"},
		{Call{"append", "a", "&"}, "http://u:p@h:81/a?b=c&b=d&a=%26#e"},
		{Call{"set", "b", "x"}, "http://u:p@h:81/a?b=x#e"},
		{Call{"delete", "b"}, "http://u:p@h:81/a#e"},
		{Call{"deleteValue", "b", "c"}, "http://u:p@h:81/a?b=d#e"},
		{Call{"sort"}, "http://u:p@h:81/a?b=c&b=d#e"},
		{Call{"sort", "b"}, "http://u:p@h:81/a?b=c&b=d#e"},
		{Call{"origin", "b"}, "http://u:p@h:81/a?b=c&b=d#e"},
		{Call{}, "http://u:p@h:81/a?b=c&b=d#e"},
	} {
		a := Read(Request{Input: "http://u:p@h:81/a?b=c&b=d#e", Calls: []Call{tt.call}})
		if len(a.Steps) != 1 || a.Steps[0].Href != tt.href {
			t.Errorf("%q: %+v, want %s", tt.call, a.Steps, tt.href)
		}
	}
}

// TestChanged checks which parts a call is said to change, and how net/url reads the result.
func TestChanged(t *testing.T) {
	a := Read(Request{Input: "http://h:81/a", Calls: []Call{
		{"host", "i:99999"}, {"href", "https://u@j:82/#f"}, {"hash", "f"}, {"append", "a", "b"}, {"host", "i:82"}, {"pathname", "//x"},
	}})
	want := [][]string{{"hostname"}, {"protocol", "username", "hostname", "port", "pathname", "hash"}, nil, {"search"}, {"hostname"}, {"pathname"}}
	for i, step := range a.Steps {
		if !slices.Equal(step.Changed, want[i]) {
			t.Errorf("call %d changes %q, want %q", i+1, step.Changed, want[i])
		}
	}
	if a.Net.URL.Host != "h:81" || a.NetFinal == nil || a.NetFinal.URL.Host != "i:82" || !a.NetFinal.SameHost {
		t.Errorf("net/url: %+v, and after the calls %+v", a.Net.URL, a.NetFinal)
	}
	if a := Read(Request{Input: "http://h/", Calls: []Call{{"port", "80"}}}); a.NetFinal != nil {
		t.Errorf("after a call that changes nothing: %+v", a.NetFinal)
	}
}

func TestAnswerJSON(t *testing.T) {
	if _, err := AnswerJSON(`{"input":1}`); err == nil {
		t.Error("a number is accepted as the input")
	}
	got, err := AnswerJSON(`{"input":"\ud800"}`) // an unpaired surrogate counts as U+FFFD
	if err != nil || !strings.Contains(got, `"url":null`) || !strings.Contains(got, `"faults":[{`) {
		t.Errorf("%s, %v", got, err)
	}
}

func init() {
	Lookup = func(domain string) (suffix string, icann, listed bool) {
		suffix, icann = publicsuffix.PublicSuffix(domain)
		return suffix, icann, icann || strings.Contains(suffix, ".")
	}
}
