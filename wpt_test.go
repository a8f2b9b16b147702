package url

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// This file runs the vectors of web-platform-tests' url/resources against the exported API: a subtest for each vector.
// testdata/README.md says where the files come from.

// TestWPTURLTestData parses the inputs of urltestdata.json, and compares all that a vector says of the result.
func TestWPTURLTestData(t *testing.T) {
	runVectors(t, readVectors[wptURLVector](t, wpt, "urltestdata.json", 800))
}

// TestWPTURLTestDataJavaScriptOnly does the same for vectors with surrogates. These are U+FFFD in a string of scalar
// values: encoding/json decodes them to that, as JavaScript's USVString does.
func TestWPTURLTestDataJavaScriptOnly(t *testing.T) {
	runVectors(t, readVectors[wptURLVector](t, wpt, "urltestdata-javascript-only.json", 1))
}

// TestWPTSetters compares every property that a vector asserts after its setter.
func TestWPTSetters(t *testing.T) {
	runVectors(t, readSetterVectors(t, wpt))
}

// TestWPTDomains has the tests of UTS46 by Unicode with which the standard agrees, those that later versions of Unicode
// dropped, and vectors for domains that Unicode does not test.
func TestWPTDomains(t *testing.T) {
	for _, file := range []string{"IdnaTestV2.json", "IdnaTestV2-removed.json", "toascii.json"} {
		t.Run(file, func(t *testing.T) {
			runVectors(t, readVectors[domainVector](t, wpt, file, 1))
		})
	}
}

// TestWPTPercentEncoding percent-encodes queries after encoding them.
func TestWPTPercentEncoding(t *testing.T) {
	var vectors []encodedVector
	for i, v := range readVectors[encodingsVector](t, wpt, "percent-encoding.json", 1) {
		if len(v.Output) == 0 {
			t.Errorf("vector %d asserts nothing", i)
		}
		for _, label := range slices.Sorted(maps.Keys(v.Output)) {
			vectors = append(vectors, encodedVector{v.Input, label, v.Output[label]})
		}
	}
	runVectors(t, vectors)
}

// urlVector is a vector of urltestdata.json. A field that a vector does not have is nil.
type urlVector struct {
	Comment      string  `json:"comment"`
	Input        *string `json:"input"`
	Base         *string `json:"base"`
	Failure      bool    `json:"failure"`
	RelativeTo   string  `json:"relativeTo"`
	Href         *string `json:"href"`
	Origin       *string `json:"origin"`
	Protocol     *string `json:"protocol"`
	Username     *string `json:"username"`
	Password     *string `json:"password"`
	Host         *string `json:"host"`
	Hostname     *string `json:"hostname"`
	Port         *string `json:"port"`
	Pathname     *string `json:"pathname"`
	Search       *string `json:"search"`
	SearchParams *string `json:"searchParams"`
	Hash         *string `json:"hash"`
}

func (v urlVector) name() string {
	if v.Input == nil {
		return "vector without input"
	}
	name := shortQuote(*v.Input)
	if v.Base != nil {
		name += " against " + shortQuote(*v.Base)
	}
	return name
}

// properties returns the expected properties of the URL, by their names.
func (v urlVector) properties() map[string]*string {
	return map[string]*string{
		"href": v.Href, "origin": v.Origin, "protocol": v.Protocol, "username": v.Username, "password": v.Password,
		"host": v.Host, "hostname": v.Hostname, "port": v.Port, "pathname": v.Pathname,
		"search": v.Search, "searchParams": v.SearchParams, "hash": v.Hash,
	}
}

// complete reports whether the vector has the fields that the format requires: the input and, unless parsing fails, all
// properties except origin and searchParams.
func (v urlVector) complete() bool {
	if v.Input == nil {
		return false
	}
	for name, want := range v.properties() {
		optional := name == "origin" || name == "searchParams"
		if (want == nil) != v.Failure && !(want == nil && optional) {
			return false
		}
	}
	return v.RelativeTo == "" || v.Failure && v.Base == nil
}

func (v urlVector) check(r *vectorLog) {
	if !v.complete() {
		r.errorf("fields are missing, or contradict each other")
		return
	}
	if got := v.canParse(); got == v.Failure {
		r.errorf("CanParse = %t, want %t", got, !v.Failure)
	}
	u, err := v.parsed()
	switch {
	case v.Failure && err == nil:
		r.errorf("parsed: %q", u.Href())
	case v.Failure && v.Base == nil:
		v.checkFailure(r)
	case !v.Failure && err != nil:
		r.errorf("%v", err)
	case !v.Failure:
		r.compare("", u, v.properties())
		r.checkInvariants(u)
		v.checkParser(r)
	}
}

// parsed is new URL(input, base).
func (v urlVector) parsed() (URL, error) {
	if v.Base == nil {
		return Parse(*v.Input)
	}
	return ParseWithBase(*v.Input, *v.Base)
}

// canParse is URL.canParse(input, base).
func (v urlVector) canParse() bool {
	if v.Base == nil {
		return CanParse(*v.Input)
	}
	base, err := Parse(*v.Base)
	return err == nil && base.CanParse(*v.Input)
}

// checkParser does the same parse by the methods that take the base as a URL.
func (v urlVector) checkParser(r *vectorLog) {
	var base URL
	if v.Base != nil {
		base = MustParse(*v.Base)
	}
	for what, parse := range map[string]func(string) (URL, error){"URL.Parse": base.Parse, "Parser.Parse": Parser{Base: base}.Parse} {
		if u, err := parse(*v.Input); err != nil {
			r.errorf("%s: %v", what, err)
		} else {
			r.compare(what+": ", u, v.properties())
		}
	}
}

// checkFailure checks that an input that does not parse cannot be a base, or the value of the href setter.
func (v urlVector) checkFailure(r *vectorLog) {
	if u, err := ParseWithBase("about:blank", *v.Input); err == nil {
		r.errorf("as base: parsed: %q", u.Href())
	}
	u := MustParse("https://doc.invalid/?a#b")
	if err := u.SetHref(*v.Input); err == nil || u.Href() != "https://doc.invalid/?a#b" {
		r.errorf("SetHref = %v, and the URL is %q", err, u.Href())
	}
}

// wptURLVector is a vector that may have relativeTo: it says with which bases an input parses that fails without one.
type wptURLVector struct{ urlVector }

func (v wptURLVector) check(r *vectorLog) {
	v.urlVector.check(r)
	if !v.Failure || v.Base != nil || v.Input == nil {
		return
	}
	parses := func(base string) bool { return urlVector{Input: v.Input, Base: &base}.canParse() }
	opaque, list := parses("about:blank"), parses("http://doc.invalid/") || parses("https://doc.invalid/")
	wantOpaque := v.RelativeTo == "any-base"
	wantList := wantOpaque || v.RelativeTo == "non-opaque-path-base"
	if opaque != wantOpaque || list != wantList {
		r.errorf("parses for a base with an opaque path: %t, want %t; without: %t, want %t", opaque, wantOpaque, list, wantList)
	}
	if v.RelativeTo != "" && !wantList {
		r.errorf("unknown relativeTo %q", v.RelativeTo)
	}
}

// setterVector is a vector of setters_tests.json.
type setterVector struct {
	Comment  string             `json:"comment"`
	Href     *string            `json:"href"`
	NewValue *string            `json:"new_value"`
	Expected map[string]*string `json:"expected"`
	Property string             `json:"-"` // the key in the file
}

func (v setterVector) name() string {
	if v.Href == nil || v.NewValue == nil {
		return "vector without href or new_value"
	}
	return v.Property + " of " + shortQuote(*v.Href) + " to " + shortQuote(*v.NewValue)
}

// complete reports whether the vector has the fields that the format requires.
func (v setterVector) complete() bool {
	return setters[v.Property] != nil && v.Href != nil && v.NewValue != nil && len(v.Expected) > 0
}

// check ignores the error of the setter. The vectors do not say which part of a value is ignored.
func (v setterVector) check(r *vectorLog) {
	if !v.complete() {
		r.errorf("unknown property %q, or fields are missing", v.Property)
		return
	}
	u, err := Parse(*v.Href)
	if err != nil {
		r.errorf("%v", err)
		return
	}
	setters[v.Property](&u, *v.NewValue)
	r.compare("", u, v.Expected)
	r.checkInvariants(u)
}

// domainVector is a vector of toascii.json and the like.
type domainVector struct {
	Comment string          `json:"comment"`
	Input   *string         `json:"input"`
	Output  json.RawMessage `json:"output"` // null or a string
	// True if the output is that of the standard, but not that of UTS46's ToASCII.
	URLStandardOnly bool `json:"urlStandardOnly"`
}

func (v domainVector) name() string {
	if v.Input == nil {
		return "vector without input"
	}
	return shortQuote(*v.Input)
}

// check gives the domain to the host parser, to the URL parser, and to both setters.
func (v domainVector) check(r *vectorLog) {
	var output *string
	if v.Input == nil || len(v.Output) == 0 || json.Unmarshal(v.Output, &output) != nil {
		r.errorf("fields are missing, or the output is not a string")
		return
	}
	rawURL := "https://" + *v.Input + "/x"
	if *v.Input == "" {
		// The vector has the result of ToASCII. But a domain is not empty, and a third slash would be ignored.
		rawURL, output = "https://", nil
	}
	host, err := ParseHost(*v.Input)
	r.compareHost("ParseHost", host.String(), err, output)

	hostname := ""
	u, err := Parse(rawURL)
	if err == nil {
		hostname = u.Hostname()
		r.compare("", u, map[string]*string{"host": output, "hostname": output, "pathname": new("/x")})
		if output != nil {
			r.compare("", u, map[string]*string{"href": new("https://" + *output + "/x")})
		}
	}
	r.compareHost("Parse", hostname, err, output)

	want := new("x")
	if output != nil {
		want = output
	}
	for _, property := range []string{"host", "hostname"} {
		u := MustParse("https://x/x")
		err := setters[property](&u, *v.Input)
		r.compareHost("set "+property, u.Hostname(), err, output)
		r.compare("set "+property+": ", u, map[string]*string{"host": want, "href": new("https://" + *want + "/x")})
	}
}

// encodingsVector is a vector of percent-encoding.json.
type encodingsVector struct {
	Input  *string            `json:"input"`
	Output map[string]*string `json:"output"` // by label of the encoding
}

// encodedVector is one of the outputs of an encodingsVector.
type encodedVector struct {
	input  *string
	label  string
	output *string
}

func (v encodedVector) name() string {
	if v.input == nil {
		return "vector without input"
	}
	return shortQuote(*v.input) + " in " + v.label
}

func (v encodedVector) check(r *vectorLog) {
	if v.input == nil || v.output == nil {
		r.errorf("fields are missing")
		return
	}
	enc, err := htmlindex.Get(v.label)
	if err != nil {
		r.errorf("encoding %q: %v", v.label, err)
		return
	}
	p := Parser{QueryEncoding: enc}
	u, err := p.Parse("https://doc.invalid/?" + *v.input)
	if err != nil {
		r.errorf("%v", err)
		return
	}
	r.compare("", u, map[string]*string{"search": new("?" + *v.output)})
}

// compare compares the properties of u with want. A property that is nil may have any value.
func (r *vectorLog) compare(what string, u URL, want map[string]*string) {
	for _, property := range slices.Sorted(maps.Keys(want)) {
		get := getters[property]
		if get == nil {
			r.errorf("unknown property %q", property)
		} else if want[property] != nil && get(u) != *want[property] {
			r.errorf("%s%s = %q, want %q", what, property, get(u), *want[property])
		}
	}
}

// compareHost compares a parsed host, or its error, with want. If want is nil, an error is expected.
func (r *vectorLog) compareHost(what, got string, err error, want *string) {
	switch {
	case want == nil && err == nil:
		r.errorf("%s = %q, want an error", what, got)
	case want != nil && err != nil:
		r.errorf("%s: %v, want %q", what, err, *want)
	case want != nil && got != *want:
		r.errorf("%s = %q, want %q", what, got, *want)
	}
}

// checkInvariants checks what is true of every URL except the zero URL.
func (r *vectorLog) checkInvariants(u URL) {
	if err := brokenInvariant(u); err != nil {
		r.errorf("%v", err)
	}
}

// shortQuote quotes s for the name of a subtest, and cuts it if it is long.
func shortQuote(s string) string {
	const most = 60
	quoted := strconv.QuoteToASCII(s)
	if len(quoted) > most {
		quoted = quoted[:most] + "…"
	}
	return quoted
}
