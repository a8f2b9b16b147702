package url

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// This file runs the vectors of web-platform-tests' url/resources against the exported API: a subtest for
// every vector. Where the files come from, testdata/wpt/README.md says.

// TestWPTURLTestData parses what urltestdata.json has, and compares all that a vector says of the result.
func TestWPTURLTestData(t *testing.T) {
	vectors := wptVectors[wptURL](t, "urltestdata.json")
	wptRun(t, vectors, wptURL.name, wptURL.check)
}

// TestWPTURLTestDataJavaScriptOnly does the same for vectors with surrogates, which are U+FFFD in a string
// of scalar values: encoding/json decodes them to that, as JavaScript's USVString does.
func TestWPTURLTestDataJavaScriptOnly(t *testing.T) {
	vectors := wptVectors[wptURL](t, "urltestdata-javascript-only.json")
	wptRun(t, vectors, wptURL.name, wptURL.check)
}

// TestWPTSetters compares every property that a vector asserts after its setter.
func TestWPTSetters(t *testing.T) {
	vectors := wptSetters(t)
	wptRun(t, vectors, wptSetter.name, wptSetter.check)
}

// TestWPTIdnaTestV2 has Unicode's own tests of UTS46, as far as the standard agrees with them.
func TestWPTIdnaTestV2(t *testing.T) {
	vectors := wptVectors[wptDomain](t, "IdnaTestV2.json")
	wptRun(t, vectors, wptDomain.name, wptDomain.check)
}

// TestWPTIdnaTestV2Removed has vectors that later versions of Unicode's tests dropped.
func TestWPTIdnaTestV2Removed(t *testing.T) {
	vectors := wptVectors[wptDomain](t, "IdnaTestV2-removed.json")
	wptRun(t, vectors, wptDomain.name, wptDomain.check)
}

// TestWPTToASCII has vectors for domains that those of Unicode leave out.
func TestWPTToASCII(t *testing.T) {
	vectors := wptVectors[wptDomain](t, "toascii.json")
	wptRun(t, vectors, wptDomain.name, wptDomain.check)
}

// TestWPTPercentEncoding percent-encodes queries after encoding them.
func TestWPTPercentEncoding(t *testing.T) {
	var vectors []wptEncoded
	for i, v := range wptVectors[wptPercentEncoding](t, "percent-encoding.json") {
		if len(v.Output) == 0 {
			t.Errorf("vector %d asserts nothing", i)
		}
		for _, label := range slices.Sorted(maps.Keys(v.Output)) {
			vectors = append(vectors, wptEncoded{v.Input, label, v.Output[label]})
		}
	}
	wptRun(t, vectors, wptEncoded.name, wptEncoded.check)
}

// wptURL is a vector of urltestdata.json. A field that a vector need not have is nil without it.
type wptURL struct {
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

func (v wptURL) name() string {
	if v.Input == nil {
		return "vector without input"
	}
	name := wptName(*v.Input)
	if v.Base != nil {
		name += " against " + wptName(*v.Base)
	}
	return name
}

// properties returns what the vector says of the properties of a URL, by their names.
func (v wptURL) properties() map[string]*string {
	return map[string]*string{
		"href": v.Href, "origin": v.Origin, "protocol": v.Protocol, "username": v.Username, "password": v.Password,
		"host": v.Host, "hostname": v.Hostname, "port": v.Port, "pathname": v.Pathname,
		"search": v.Search, "searchParams": v.SearchParams, "hash": v.Hash,
	}
}

// complete reports whether the vector has the fields that the format requires: with failure none but the
// input and base, else all but two.
func (v wptURL) complete() bool {
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

func (v wptURL) check(r *wptReport) {
	if !v.complete() {
		r.errorf("fields are missing, or there are some that contradict each other")
		return
	}
	v.checkCanParse(r)
	u, err := v.parse()
	if v.Failure {
		if err == nil {
			r.errorf("parsed: %q", u.Href())
		}
		v.checkFailure(r)
		return
	}
	if err != nil {
		r.errorf("%v", err)
		return
	}
	wptCompare(r, "", u, v.properties())
	v.checkParser(r)
}

// parse is new URL(input, base).
func (v wptURL) parse() (URL, error) {
	if v.Base == nil {
		return Parse(*v.Input)
	}
	return ParseWithBase(*v.Input, *v.Base)
}

// checkCanParse compares CanParse, which must agree with the parser.
func (v wptURL) checkCanParse(r *wptReport) {
	what, got := "CanParse", CanParse(*v.Input)
	if v.Base != nil {
		what, got = "CanParse with a base", canParseVector(*v.Input, *v.Base, true)
	}
	if got == v.Failure {
		r.errorf("%s = %t, want %t", what, got, !v.Failure)
	}
}

// checkParser does the same parse by the methods that take the base as a URL.
func (v wptURL) checkParser(r *wptReport) {
	var base URL
	if v.Base != nil {
		var err error
		if base, err = Parse(*v.Base); err != nil {
			r.errorf("base: %v", err)
			return
		}
		if u, err := base.Parse(*v.Input); err != nil {
			r.errorf("URL.Parse: %v", err)
		} else {
			wptCompare(r, "URL.Parse: ", u, v.properties())
		}
	}
	if u, err := (Parser{Base: base}).Parse(*v.Input); err != nil {
		r.errorf("Parser.Parse: %v", err)
	} else {
		wptCompare(r, "Parser.Parse: ", u, v.properties())
	}
}

// checkFailure checks what else follows from the failure of a vector: its input cannot be a base either,
// nor set a URL's href; and relativeTo says whether there are bases for which it parses.
func (v wptURL) checkFailure(r *wptReport) {
	if v.Base != nil {
		return
	}
	if u, err := ParseWithBase("about:blank", *v.Input); err == nil {
		r.errorf("as base: parsed: %q", u.Href())
	}
	u := MustParse("https://doc.invalid/?a#b")
	if err := u.SetHref(*v.Input); err == nil || u.Href() != "https://doc.invalid/?a#b" {
		r.errorf("SetHref = %v, and the URL is %q", err, u.Href())
	}
	opaque := canParseVector(*v.Input, "about:blank", true)
	list := canParseVector(*v.Input, "http://doc.invalid/", true) || canParseVector(*v.Input, "https://doc.invalid/", true)
	wantOpaque := v.RelativeTo == "any-base"
	wantList := wantOpaque || v.RelativeTo == "non-opaque-path-base"
	if opaque != wantOpaque || list != wantList {
		r.errorf("parses for a base with an opaque path: %t, want %t; without: %t, want %t", opaque, wantOpaque, list, wantList)
	}
	if v.RelativeTo != "" && !wantList {
		r.errorf("unknown relativeTo %q", v.RelativeTo)
	}
}

// wptSetter is a vector of setters_tests.json.
type wptSetter struct {
	Comment  string             `json:"comment"`
	Href     *string            `json:"href"`
	NewValue *string            `json:"new_value"`
	Expected map[string]*string `json:"expected"`
	Property string             `json:"-"` // the key in the file
}

// wptSetters loads setters_tests.json, an object of lists of vectors.
func wptSetters(t *testing.T) (vectors []wptSetter) {
	t.Helper()
	var lists map[string]json.RawMessage
	wptDecode(t, "setters_tests.json", wptFile(t, "setters_tests.json"), &lists)
	delete(lists, "comment")
	for _, property := range slices.Sorted(maps.Keys(lists)) {
		for _, v := range wptList[wptSetter](t, property, lists[property]) {
			v.Property = property
			vectors = append(vectors, v)
		}
	}
	return vectors
}

func (v wptSetter) name() string {
	if v.Href == nil || v.NewValue == nil {
		return "vector without href or new_value"
	}
	return v.Property + " of " + wptName(*v.Href) + " to " + wptName(*v.NewValue)
}

// wptSet holds the setters of URL by the names of its properties.
var wptSet = map[string]func(*URL, string) error{
	"href":     (*URL).SetHref,
	"protocol": (*URL).SetProtocol,
	"username": (*URL).SetUsername,
	"password": (*URL).SetPassword,
	"host":     (*URL).SetHost,
	"hostname": (*URL).SetHostname,
	"port":     (*URL).SetPort,
	"pathname": (*URL).SetPathname,
	"search":   (*URL).SetSearch,
	"hash":     (*URL).SetHash,
}

// complete reports whether the vector has the fields that the format requires.
func (v wptSetter) complete() bool {
	return wptSet[v.Property] != nil && v.Href != nil && v.NewValue != nil && len(v.Expected) > 0
}

// check does not look at the error of the setter: it says what of the value was ignored, of which the
// vectors say nothing.
func (v wptSetter) check(r *wptReport) {
	if !v.complete() {
		r.errorf("unknown property %q, or fields are missing", v.Property)
		return
	}
	u, err := Parse(*v.Href)
	if err != nil {
		r.errorf("%v", err)
		return
	}
	wptSet[v.Property](&u, *v.NewValue)
	wptCompare(r, "", u, v.Expected)
}

// wptDomain is a vector of toascii.json and the like.
type wptDomain struct {
	Comment string          `json:"comment"`
	Input   *string         `json:"input"`
	Output  json.RawMessage `json:"output"` // null or a string
	// What UTS46's ToASCII alone would not give. What the standard gives is the same here for all.
	URLStandardOnly bool `json:"urlStandardOnly"`
}

func (v wptDomain) name() string {
	if v.Input == nil {
		return "vector without input"
	}
	return wptName(*v.Input)
}

// check gives the domain to the host parser alone, in a URL, and by both setters.
func (v wptDomain) check(r *wptReport) {
	var output *string
	if v.Input == nil || len(v.Output) == 0 || json.Unmarshal(v.Output, &output) != nil {
		r.errorf("fields are missing, or the output is no string")
		return
	}
	rawURL := "https://" + *v.Input + "/x"
	if *v.Input == "" {
		// The vector says what ToASCII alone gives, but a domain is not empty, and a third slash would be
		// ignored.
		rawURL, output = "https://", nil
	}
	host, err := ParseHost(*v.Input)
	wptOutcome(r, "ParseHost", host.String(), err, output)

	hostname := ""
	u, err := Parse(rawURL)
	if err == nil {
		hostname = u.Hostname()
		wptCompare(r, "", u, map[string]*string{"host": output, "hostname": output, "pathname": new("/x")})
		if output != nil {
			wptCompare(r, "", u, map[string]*string{"href": new("https://" + *output + "/x")})
		}
	}
	wptOutcome(r, "Parse", hostname, err, output)

	want := new("x")
	if output != nil {
		want = output
	}
	for _, property := range []string{"host", "hostname"} {
		u := MustParse("https://x/x")
		err := wptSet[property](&u, *v.Input)
		wptOutcome(r, "set "+property, u.Hostname(), err, output)
		wptCompare(r, "set "+property+": ", u, map[string]*string{"host": want, "href": new("https://" + *want + "/x")})
	}
}

// wptOutcome compares a domain that was parsed, or its error, with what is wanted, nil being failure.
func wptOutcome(r *wptReport, what, got string, err error, want *string) {
	switch {
	case want == nil && err == nil:
		r.errorf("%s = %q, want an error", what, got)
	case want != nil && err != nil:
		r.errorf("%s: %v, want %q", what, err, *want)
	case want != nil && got != *want:
		r.errorf("%s = %q, want %q", what, got, *want)
	}
}

// wptPercentEncoding is a vector of percent-encoding.json.
type wptPercentEncoding struct {
	Input  *string            `json:"input"`
	Output map[string]*string `json:"output"` // by label of the encoding
}

// wptEncoded is one of the outputs of a wptPercentEncoding.
type wptEncoded struct {
	input  *string
	label  string
	output *string
}

func (v wptEncoded) name() string {
	if v.input == nil {
		return "vector without input"
	}
	return wptName(*v.input) + " in " + v.label
}

func (v wptEncoded) check(r *wptReport) {
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
	wptCompare(r, "", u, map[string]*string{"search": new("?" + *v.output)})
}

// wptGet holds the getters of URL by the names of its properties.
var wptGet = map[string]func(URL) string{
	"href":         func(u URL) string { return u.Href() },
	"origin":       func(u URL) string { return u.Origin().String() },
	"protocol":     func(u URL) string { return u.Protocol() },
	"username":     func(u URL) string { return u.Username() },
	"password":     func(u URL) string { return u.Password() },
	"host":         func(u URL) string { return u.Host() },
	"hostname":     func(u URL) string { return u.Hostname() },
	"port":         func(u URL) string { return u.Port() },
	"pathname":     func(u URL) string { return u.Pathname() },
	"search":       func(u URL) string { return u.Search() },
	"searchParams": func(u URL) string { return u.SearchParams().String() },
	"hash":         func(u URL) string { return u.Hash() },
}

// wptCompare compares the properties of u with those that are wanted; one that is nil may be anything.
func wptCompare(r *wptReport, what string, u URL, want map[string]*string) {
	for _, property := range slices.Sorted(maps.Keys(want)) {
		get := wptGet[property]
		if get == nil {
			r.errorf("unknown property %q", property)
		} else if want[property] != nil && get(u) != *want[property] {
			r.errorf("%s%s = %q, want %q", what, property, get(u), *want[property])
		}
	}
}

// wptReport collects what is wrong with a vector.
type wptReport struct{ problems []string }

func (r *wptReport) errorf(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// wptRun runs a subtest for each vector. A vector that testdata/expected_failures.txt lists by the name of
// its subtest must fail; all others must not.
func wptRun[T any](t *testing.T, vectors []T, name func(T) string, check func(T, *wptReport)) {
	t.Helper()
	if len(vectors) == 0 {
		t.Fatal("no vectors")
	}
	expected := wptExpectedFailures(t)
	names := make(map[string]int)
	ran := 0
	for _, v := range vectors {
		n := name(v)
		if names[n]++; names[n] > 1 {
			n += " (" + strconv.Itoa(names[n]) + ")"
		}
		t.Run(n, func(t *testing.T) {
			ran++
			r := new(wptReport)
			check(v, r)
			_, isExpected := expected[t.Name()]
			delete(expected, t.Name())
			switch {
			case isExpected && len(r.problems) == 0:
				t.Error("passes, although testdata/expected_failures.txt has it")
			case isExpected:
				t.Log("expected: " + strings.Join(r.problems, "\n"))
			case len(r.problems) > 0:
				t.Error(strings.Join(r.problems, "\n"))
			}
		})
	}
	if ran < len(vectors) {
		return // -run chose some
	}
	for name := range expected {
		t.Errorf("testdata/expected_failures.txt: there is no %s", name)
	}
}

// wptExpectedFailures returns the names of those subtests of t that are to fail.
func wptExpectedFailures(t *testing.T) map[string]bool {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "expected_failures.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	expected := make(map[string]bool)
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), t.Name()+"/") {
			expected[lines.Text()] = true
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return expected
}

// wptName returns s as part of the name of a subtest: quoted where it has to be, and not too long.
func wptName(s string) string {
	const most = 60
	quoted := strconv.QuoteToASCII(s)
	if len(quoted) > most {
		quoted = quoted[:most] + "…"
	}
	return quoted
}

// wptVectors loads a file that is a list of vectors.
func wptVectors[T any](t *testing.T, name string) []T {
	t.Helper()
	return wptList[T](t, name, wptFile(t, name))
}

// wptList decodes a list of vectors, between which there may be comments: strings.
func wptList[T any](t *testing.T, name string, data []byte) (vectors []T) {
	t.Helper()
	var list []json.RawMessage
	wptDecode(t, name, data, &list)
	for _, element := range list {
		if element[0] == '"' {
			continue
		}
		var v T
		wptDecode(t, name, element, &v)
		vectors = append(vectors, v)
	}
	return vectors
}

// wptDecode decodes data into v. It fails the test for what v has no place for, so that nothing that a
// vector asserts is ignored.
func wptDecode(t *testing.T, name string, data []byte, v any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		t.Fatalf("%s: %v in %.200s", name, err, data)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		t.Fatalf("%s: data after the end", name)
	}
}

// wptFile reads one of the files of web-platform-tests' url/resources.
func wptFile(t *testing.T, name string) []byte {
	t.Helper()
	dir, asked := os.LookupEnv("WPT_DIR")
	if !asked {
		dir = filepath.Join("testdata", "wpt")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	switch {
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist) || asked || os.Getenv("CI") != "":
		t.Fatalf("%v; testdata/wpt/README.md says how to get the vectors", err)
	default:
		t.Skipf("%v; testdata/wpt/README.md says how to get the vectors", err)
	}
	return data
}
