package url

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/weburl-go/url/internal/vectors"
)

func TestVectorsURLs(t *testing.T) {
	runVectors(t, readVectors[urlVector](t, ours, "urltestdata.json", 4000))
}

func TestVectorsSetters(t *testing.T) {
	runVectors(t, readSetterVectors(t, ours))
}

// quoteVector quotes s as the files of vectors do, so that a search finds it there.
func quoteVector(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

func TestVectorsSequences(t *testing.T) {
	type vector struct {
		Href  string      `json:"href"`
		Steps [][3]string `json:"steps"` // attribute, value, href afterwards
	}
	for _, v := range readVectors[vector](t, ours, "sequences.json", 300) {
		u, err := Parse(v.Href)
		if err != nil {
			t.Errorf("%q: %v", v.Href, err)
			continue
		}
		for i, step := range v.Steps {
			setters[step[0]](&u, step[1])
			if got := u.Href(); got != step[2] {
				t.Errorf("%s, step %d, %s = %s: href is %q, want %q", quoteVector(v.Href), i, step[0], quoteVector(step[1]), got, step[2])
				break
			}
			if err := brokenInvariant(u); err != nil {
				t.Errorf("%s, step %d: %v", quoteVector(v.Href), i, err)
			}
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
	for _, v := range readVectors[vector](t, ours, "hosts.json", 800) {
		what := "host " + quoteVector(v.Input)
		if v.Opaque {
			what = "opaque " + what
		}
		h, err := parseHostOf(v.Input, v.Opaque)
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
		if again, err := parseHostOf(v.Host, v.Opaque); err != nil || again != h {
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
	for _, v := range readVectors[vector](t, ours, "searchparams.json", 300) {
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
		setters[name](u, op.args[0])
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
	for _, v := range readVectors[vector](t, ours, "encodings.json", 400) {
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
	for _, v := range readVectors[vector](t, ours, "validation.json", 1500) {
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
	for _, e := range standardErrors() {
		if count[e.Error()] < 5 {
			t.Errorf("%d vectors of validation.json report %v, want at least 5: testdata/README.md says how to make them", count[e.Error()], e)
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

// checkVectorReports checks that the offsets are in the input, and that the last error, and no other, is the failure.
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

// checkVectorHook checks that a Parser's hook is called with what Validate returns, and does not change the result.
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

// getters has the getters of the URL class by their names. The one of searchParams returns the serialization.
var getters = map[string]func(URL) string{
	"href":         URL.Href,
	"origin":       func(u URL) string { return u.Origin().String() },
	"protocol":     URL.Protocol,
	"username":     URL.Username,
	"password":     URL.Password,
	"host":         URL.Host,
	"hostname":     URL.Hostname,
	"port":         URL.Port,
	"pathname":     URL.Pathname,
	"search":       URL.Search,
	"searchParams": func(u URL) string { return u.SearchParams().String() },
	"hash":         URL.Hash,
}

// setters has the setters of the URL class by their names.
var setters = map[string]func(*URL, string) error{
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

// parseHostOf is ParseOpaqueHost if isOpaque is true, and ParseHost if not.
func parseHostOf(s string, isOpaque bool) (Host, error) {
	if isOpaque {
		return ParseOpaqueHost(s)
	}
	return ParseHost(s)
}

// A checker is a vector.
type checker interface {
	name() string       // in messages
	check(r *vectorLog) // compares what the package does with what the vector says
}

// A vectorLog collects what is wrong with a vector.
type vectorLog struct{ problems []string }

func (r *vectorLog) errorf(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// runVectors checks each vector. They are no subtests, because thousands of them would hide the other tests.
func runVectors[T checker](t *testing.T, vectors []T) {
	t.Helper()
	for _, v := range vectors {
		r := new(vectorLog)
		if v.check(r); len(r.problems) > 0 {
			t.Errorf("%s:\n\t%s", v.name(), strings.Join(r.problems, "\n\t"))
		}
	}
}

// readVectors reads an array of vectors from a file. A file with fewer vectors than atLeast is not the right one.
func readVectors[T any](tb testing.TB, from *vectorSource, file string, atLeast int) []T {
	tb.Helper()
	list := vectors.DecodeStrictly[T](tb, from.read(tb, file), atLeast)
	from.count(tb, file, len(list))
	return list
}

// readSetterVectors reads setters_tests.json, an object of arrays of vectors.
func readSetterVectors(tb testing.TB, from *vectorSource) (list []setterVector) {
	tb.Helper()
	const file = "setters_tests.json"
	var arrays map[string]json.RawMessage
	if err := json.Unmarshal(from.read(tb, file), &arrays); err != nil {
		tb.Fatalf("%s: %v", file, err)
	}
	delete(arrays, "comment")
	if len(arrays) < 9 {
		tb.Fatalf("%s: %d properties", file, len(arrays))
	}
	for _, property := range slices.Sorted(maps.Keys(arrays)) {
		for _, v := range vectors.DecodeStrictly[setterVector](tb, arrays[property], 1) {
			v.Property = property
			list = append(list, v)
		}
	}
	from.count(tb, file, len(list))
	return list
}

// A vectorSource is a folder of vectors. It knows how many vectors the tests have read from each file.
type vectorSource struct {
	file    func(tb testing.TB, name string) []byte
	ran     map[string]int
	skipped int // tests that found no file
}

var (
	// ours is testdata/. Its README.md says what it contains.
	ours = &vectorSource{ran: map[string]int{}, file: vectors.Own}

	// wpt is url/resources in web-platform-tests.
	wpt = &vectorSource{ran: map[string]int{}, file: func(tb testing.TB, name string) []byte {
		tb.Helper()
		return vectors.Read(tb, "WPT_DIR", name)
	}}
)

func (s *vectorSource) read(tb testing.TB, file string) []byte {
	tb.Helper()
	defer func() {
		if tb.Skipped() {
			s.skipped++
		}
	}()
	return s.file(tb, file)
}

// count notes that a test has read n vectors. Fuzz targets read vectors, too, but only as inputs.
func (s *vectorSource) count(tb testing.TB, file string, n int) {
	if _, isTest := tb.(*testing.T); isTest {
		s.ran[file] = n
	}
}

// TestMain says how many vectors were run. The go command shows that only if it is not given packages, as in "go test
// -run Vectors". It fails if README.md has another number.
func TestMain(m *testing.M) {
	code := m.Run()
	if len(ours.ran)+len(wpt.ran)+wpt.skipped == 0 {
		os.Exit(code)
	}
	line := fmt.Sprintf("ran %d vectors of web-platform-tests and %d of our own", wpt.total(), ours.total())
	if wpt.skipped > 0 {
		line += fmt.Sprintf("; skipped %d tests, for which this brings the vectors: %swpt", wpt.skipped, vectors.Bring)
	}
	fmt.Println(line)
	if err := compareWithReadme(); err != nil && code == 0 {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

// compareWithReadme compares the numbers of README.md with those of the vectors whose tests have run in full.
func compareWithReadme() error {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	want := map[string]int{}
	if n := wpt.ran["urltestdata.json"]; n > 0 {
		want["| correct URLs of web-platform-tests | %[1]d of %[1]d |"] = n
	}
	if n, removed, unicode := wpt.ran["toascii.json"], wpt.ran["IdnaTestV2-removed.json"], wpt.ran["IdnaTestV2.json"]; n*removed*unicode > 0 {
		want["| correct domains of web-platform-tests | %[1]d of %[1]d |"] = n + removed + unicode - 1 // "" is for ToASCII alone
	}
	if files, _ := filepath.Glob("testdata/*.json"); len(ours.ran) == len(files) {
		want["[%d of our own]"] = ours.total()
	}
	english := message.NewPrinter(language.English)
	for format, n := range want {
		if text := english.Sprintf(format, n); !strings.Contains(string(readme), text) {
			return fmt.Errorf("README.md lacks %q", text)
		}
	}
	return nil
}

func (s *vectorSource) total() (n int) {
	for _, vectors := range s.ran {
		n += vectors
	}
	return n
}
