package url

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// readVectors reads a file of testdata that is an array of vectors with comments, which are strings, among
// them. A file with fewer vectors than atLeast is not the one that is meant.
func readVectors[T any](t *testing.T, name string, atLeast int) []T {
	t.Helper()
	var elements []json.RawMessage
	readVectorFile(t, name, &elements)
	var vectors []T
	for i, e := range elements {
		if e[0] == '"' {
			continue
		}
		var v T
		decodeVector(t, name, i, e, &v)
		vectors = append(vectors, v)
	}
	if len(vectors) < atLeast {
		t.Fatalf("%s: %d vectors, want at least %d", name, len(vectors), atLeast)
	}
	return vectors
}

func readVectorFile(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// decodeVector decodes element i of a file and refuses members that no test would look at.
func decodeVector(t *testing.T, name string, i int, data []byte, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%s: element %d: %v", name, i, err)
	}
}

// vectorGetters are the URL class's getters by the names that vectors give them.
var vectorGetters = map[string]func(URL) string{
	"href":     URL.Href,
	"origin":   func(u URL) string { return u.Origin().String() },
	"protocol": URL.Protocol,
	"username": URL.Username,
	"password": URL.Password,
	"host":     URL.Host,
	"hostname": URL.Hostname,
	"port":     URL.Port,
	"pathname": URL.Pathname,
	"search":   URL.Search,
	"hash":     URL.Hash,
}

// vectorSetters are the URL class's setters. Their errors say what was ignored; vectors say what is left.
var vectorSetters = map[string]func(*URL, string) error{
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

// checkVectorGetters compares what u's getters return with what a vector expects of them.
func checkVectorGetters(t *testing.T, what string, u URL, expected map[string]string) {
	t.Helper()
	for name, want := range expected {
		get := vectorGetters[name]
		if get == nil {
			t.Fatalf("%s: no getter is named %q", what, name)
		}
		if got := get(u); got != want {
			t.Errorf("%s: %s is %q, want %q", what, name, got, want)
		}
	}
}

// checkVectorReparse parses u's href, which has to give u.
func checkVectorReparse(t *testing.T, what string, u URL) {
	t.Helper()
	again, err := Parse(u.Href())
	if err != nil {
		t.Errorf("%s: the href %q does not parse: %v", what, u.Href(), err)
	} else if again != u {
		t.Errorf("%s: the href %q parses as %+v, want %+v", what, u.Href(), again, u)
	}
}

func TestVectorsURLs(t *testing.T) {
	for _, v := range readVectors[map[string]any](t, "urltestdata.json", 4000) {
		input := v["input"].(string)
		base, hasBase := v["base"].(string)
		what := describeVector(input, base, hasBase)
		u, err := parseVector(input, base, hasBase)
		if failure := v["failure"] == true; failure != (err != nil) {
			t.Errorf("%s: error is %v, want failure %v", what, err, failure)
			continue
		}
		if got := canParseVector(input, base, hasBase); got != (err == nil) {
			t.Errorf("%s: CanParse is %v, Parse's error is %v", what, got, err)
		}
		if err != nil {
			continue
		}
		expected := map[string]string{}
		for name := range vectorGetters {
			expected[name] = v[name].(string)
		}
		checkVectorGetters(t, what, u, expected)
		checkVectorReparse(t, what, u)
	}
}

func parseVector(input, base string, hasBase bool) (URL, error) {
	if hasBase {
		return ParseWithBase(input, base)
	}
	return Parse(input)
}

func canParseVector(input, base string, hasBase bool) bool {
	if hasBase {
		b, err := Parse(base)
		return err == nil && b.CanParse(input)
	}
	return CanParse(input)
}

func describeVector(input, base string, hasBase bool) string {
	what := quoteVector(input)
	if hasBase {
		what += " against " + quoteVector(base)
	}
	return what
}

// quoteVector writes s as the vectors' files do, to search for.
func quoteVector(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

func TestVectorsSetters(t *testing.T) {
	type vector struct {
		Href     string            `json:"href"`
		NewValue string            `json:"new_value"`
		Expected map[string]string `json:"expected"`
	}
	var file map[string]json.RawMessage
	readVectorFile(t, "setters_tests.json", &file)
	delete(file, "comment")
	if len(file) != len(vectorSetters) {
		t.Errorf("%d attributes, want %d", len(file), len(vectorSetters))
	}
	count := 0
	for attribute, list := range file {
		set := vectorSetters[attribute]
		if set == nil {
			t.Fatalf("no setter is named %q", attribute)
		}
		t.Run(attribute, func(t *testing.T) {
			var vectors []vector
			decodeVector(t, "setters_tests.json", 0, list, &vectors)
			count += len(vectors)
			for _, v := range vectors {
				what := quoteVector(v.Href) + " with " + attribute + " = " + quoteVector(v.NewValue)
				u, err := Parse(v.Href)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				set(&u, v.NewValue)
				checkVectorGetters(t, what, u, v.Expected)
				checkVectorReparse(t, what, u)
			}
		})
	}
	if count < 1500 {
		t.Errorf("%d vectors, want at least 1500", count)
	}
}

func TestVectorsSequences(t *testing.T) {
	type vector struct {
		Href  string      `json:"href"`
		Steps [][3]string `json:"steps"` // attribute, value, href afterwards
	}
	for _, v := range readVectors[vector](t, "sequences.json", 300) {
		u, err := Parse(v.Href)
		if err != nil {
			t.Errorf("%q: %v", v.Href, err)
			continue
		}
		for i, step := range v.Steps {
			vectorSetters[step[0]](&u, step[1])
			if got := u.Href(); got != step[2] {
				t.Errorf("%s, step %d, %s = %s: href is %q, want %q", quoteVector(v.Href), i, step[0], quoteVector(step[1]), got, step[2])
				break
			}
			checkVectorReparse(t, quoteVector(v.Href), u)
		}
	}
}

func TestVectorsHosts(t *testing.T) {
	type vector struct {
		Input   string `json:"input"`
		Opaque  bool   `json:"opaque"`
		Failure bool   `json:"failure"`
		Host    string `json:"host"`
		Kind    string `json:"kind"`
	}
	kinds := map[string]HostKind{"domain": HostDomain, "IPv4": HostIPv4, "IPv6": HostIPv6, "opaque": HostOpaque, "empty": HostEmpty}
	for _, v := range readVectors[vector](t, "hosts.json", 800) {
		what := "host " + quoteVector(v.Input)
		if v.Opaque {
			what = "opaque " + what
		}
		h, err := parseHostAlone(v.Input, v.Opaque)
		if v.Failure != (err != nil) {
			t.Errorf("%s: error is %v, want failure %v", what, err, v.Failure)
			continue
		}
		if err != nil {
			continue
		}
		if h.String() != v.Host || h.Kind() != kinds[v.Kind] {
			t.Errorf("%s: is %q of kind %v, want %q of kind %s", what, h, h.Kind(), v.Host, v.Kind)
		}
		if again, err := parseHostAlone(v.Host, v.Opaque); err != nil || again != h {
			t.Errorf("%s: its serialization %q parses as %v, %v", what, v.Host, again, err)
		}
	}
}

// paramsOp is one operation of searchparams.json: a method or setter, its arguments and its result.
type paramsOp struct {
	method string
	args   []string
	result any
}

func (op *paramsOp) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&op.method, &op.args, &op.result})
}

func TestVectorsSearchParams(t *testing.T) {
	type vector struct {
		Init  *string     `json:"init"`
		URL   *string     `json:"url"`
		Ops   []paramsOp  `json:"ops"`
		Pairs [][2]string `json:"pairs"`
	}
	for _, v := range readVectors[vector](t, "searchparams.json", 300) {
		var u URL
		var p *URLSearchParams
		what := ""
		if v.URL != nil {
			what = "URL " + quoteVector(*v.URL)
			var err error
			if u, err = Parse(*v.URL); err != nil {
				t.Errorf("%s: %v", what, err)
				continue
			}
			p = u.SearchParams()
		} else {
			what = "params " + quoteVector(*v.Init)
			p = NewURLSearchParams(*v.Init)
		}
		for i, op := range v.Ops {
			if got := op.run(t, &u, p); !reflect.DeepEqual(got, op.result) {
				t.Errorf("%s, operation %d, %s%q: %#v, want %#v", what, i, op.method, op.args, got, op.result)
			}
		}
		var pairs [][2]string
		for name, value := range p.All() {
			pairs = append(pairs, [2]string{name, value})
		}
		if !slices.Equal(pairs, v.Pairs) {
			t.Errorf("%s: at the end %q, want %q", what, pairs, v.Pairs)
		}
	}
}

// run does the operation on p, or on the URL u that p belongs to, and returns its result as JSON has it.
func (op paramsOp) run(t *testing.T, u *URL, p *URLSearchParams) any {
	t.Helper()
	if name, ok := strings.CutSuffix(op.method, "="); ok {
		vectorSetters[name](u, op.args[0])
		return u.Href()
	}
	switch op.method {
	case "get":
		if value, ok := p.Lookup(op.args[0]); ok {
			return value
		}
		return nil
	case "getAll":
		all := []any{}
		for _, value := range p.GetAll(op.args[0]) {
			all = append(all, value)
		}
		return all
	case "has":
		if len(op.args) == 2 {
			return p.HasValue(op.args[0], op.args[1])
		}
		return p.Has(op.args[0])
	case "size":
		return float64(p.Size())
	case "toString":
		return p.String()
	}
	op.change(t, p)
	if !u.IsZero() {
		return u.Href()
	}
	return p.String()
}

// change does an operation that changes p.
func (op paramsOp) change(t *testing.T, p *URLSearchParams) {
	t.Helper()
	switch {
	case op.method == "append":
		p.Append(op.args[0], op.args[1])
	case op.method == "set":
		p.Set(op.args[0], op.args[1])
	case op.method == "delete" && len(op.args) == 2:
		p.DeleteValue(op.args[0], op.args[1])
	case op.method == "delete":
		p.Delete(op.args[0])
	case op.method == "sort":
		p.Sort()
	default:
		t.Fatalf("no method is named %q", op.method)
	}
}

func TestVectorsEncodings(t *testing.T) {
	type vector struct {
		Encoding string  `json:"encoding"`
		Input    string  `json:"input"`
		Query    string  `json:"query"`
		Form     *string `json:"form"`
	}
	count := map[string]int{}
	for _, v := range readVectors[vector](t, "encodings.json", 400) {
		what := v.Encoding + " of " + quoteVector(v.Input)
		count[v.Encoding]++
		enc, err := htmlindex.Get(v.Encoding)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		p := Parser{QueryEncoding: enc}
		u, err := p.Parse("https://h/?" + v.Input + "#")
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if got, _ := u.Query(); got != v.Query {
			t.Errorf("%s: query is %q, want %q", what, got, v.Query)
		}
		if v.Form == nil {
			continue
		}
		got, err := PercentEncodeAfterEncoding(enc, v.Input, FormURLEncodedPercentEncodeSet, true)
		if err != nil || got != *v.Form {
			t.Errorf("%s: form is %q, %v, want %q", what, got, err, *v.Form)
		}
		got, err = PercentEncodeAfterEncoding(enc, v.Input, SpecialQueryPercentEncodeSet, false)
		if err != nil || got != v.Query {
			t.Errorf("%s: encoded for a query is %q, %v, want %q", what, got, err, v.Query)
		}
	}
	if len(count) != 40 {
		t.Errorf("%d encodings, want all 40 of the Encoding Standard", len(count))
	}
	for name, n := range count {
		if n < 10 {
			t.Errorf("%d vectors for %s, want at least 10", n, name)
		}
	}
}

func TestVectorsValidation(t *testing.T) {
	type vector struct {
		Input   string   `json:"input"`
		Base    *string  `json:"base"`
		Errors  []string `json:"errors"`
		Valid   bool     `json:"valid"`
		Failure bool     `json:"failure"`
	}
	count := map[string]int{}
	for _, v := range readVectors[vector](t, "validation.json", 1500) {
		what := quoteVector(v.Input)
		var base URL
		if v.Base != nil {
			what += " against " + quoteVector(*v.Base)
			base = MustParse(*v.Base)
		}
		reported := Parser{Base: base}.Validate(v.Input)
		if names := reportedNames(reported); !slices.Equal(names, v.Errors) {
			t.Errorf("%s: reports %q, want %q", what, names, v.Errors)
		}
		if got := len((Parser{Base: base}).Validate(v.Input)) == 0; got != v.Valid {
			t.Errorf("%s: valid: %v, want %v", what, got, v.Valid)
		}
		checkVectorReports(t, what, v.Input, reported, v.Failure)
		checkVectorHook(t, what, v.Input, base, reported, v.Failure)
		for _, name := range slices.Compact(slices.Sorted(slices.Values(v.Errors))) {
			count[name]++
		}
	}
	for e := ErrDomainToASCII; e <= ErrIPv4NonASCIIInput; e++ {
		if count[e.Error()] < 5 {
			t.Errorf("%d vectors report %v, want at least 5", count[e.Error()], e)
		}
	}
}

func reportedNames(reported []ValidationError) []string {
	names := make([]string, len(reported))
	for i, e := range reported {
		names[i] = e.Type.Error()
	}
	return names
}

// checkVectorReports: a place is in the input, and what ends the parse is reported last and only then.
func checkVectorReports(t *testing.T, what, input string, reported []ValidationError, failure bool) {
	t.Helper()
	for i, e := range reported {
		if e.Offset < 0 || e.Offset > len(input) {
			t.Errorf("%s: %v at byte %d of %d", what, e.Type, e.Offset, len(input))
		}
		if want := failure && i == len(reported)-1; e.Failure != want {
			t.Errorf("%s: error %d, %v, has Failure %v, want %v", what, i, e.Type, e.Failure, want)
		}
	}
	if failure && len(reported) == 0 {
		t.Errorf("%s: fails and reports nothing", what)
	}
}

// checkVectorHook: a Parser's hook is called with what Validate returns, and changes nothing of the result.
func checkVectorHook(t *testing.T, what, input string, base URL, reported []ValidationError, failure bool) {
	t.Helper()
	var hooked []ValidationError
	p := Parser{Base: base, OnValidationError: func(e ValidationError) { hooked = append(hooked, e) }}
	u, err := p.Parse(input)
	if !slices.Equal(hooked, reported) {
		t.Errorf("%s: the hook is called with %v, Validate returns %v", what, hooked, reported)
	}
	if failure != (err != nil) {
		t.Errorf("%s: with a hook the error is %v, want failure %v", what, err, failure)
	}
	if plain, plainErr := (Parser{Base: base}).Parse(input); plainErr == nil && err == nil && plain != u {
		t.Errorf("%s: with a hook %q, without %q", what, u, plain)
	}
}
