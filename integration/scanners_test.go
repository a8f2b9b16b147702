package integration

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/securego/gosec/v2/analyzers"
	"github.com/securego/gosec/v2/taint"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"gopkg.in/yaml.v3"
)

// Other analyzers follow what a client sent, and do not know what this package refuses. MIGRATING.md says which lines to
// annotate.

// scanned are examples with what gosec reports in them, or "" where it must be silent. Each other report fails.
var scanned = map[string]string{
	"ExampleSameOrigin":     "", // the first choice: no report
	"Example_redirectSlash": "",
	"ExampleTarget":         "",
	"ExampleMatchURI":       "",
	"Example_fetch":         "",

	"ExampleURL_ParseSameOrigin":    "G710", // http.Redirect to what was judged
	"ExampleURL_RelativeToOrigin":   "G710",
	"Example_migratingMakeRelative": "G710", // as the next, shows what goes wrong
	"Example_migratingReference":    "G710",
	"preview":                       "G704", // a request by the guard's client
	"newRequest":                    "G704", // makes a request that nobody sends
}

// gosec takes the request of a handler for a client's where it sees nobody call the handler. The examples call theirs, so what
// they make of texts is the client's here.
var fromClients = []taint.Source{
	{Package: "net/http/httptest", Name: "NewRequest", IsFunc: true},
	{Package: "github.com/weburl-go/url", Name: "Parse", IsFunc: true},
	{Package: "github.com/weburl-go/url", Name: "MustParse", IsFunc: true},
}

func TestGosec(t *testing.T) {
	loaded := load(t, true, "..", "../cookbook", "../dataurl", "../display", "../form", "../guard", "../link", "../page", "../redirect",
		"../urlpattern")
	loaded = slices.DeleteFunc(loaded, func(p *packages.Package) bool { return !strings.HasSuffix(p.Name, "_test") })
	program, examples := ssautil.Packages(loaded, 0)
	program.Build()
	functions := slices.Collect(maps.Keys(ssautil.AllFunctions(program)))
	functions = slices.DeleteFunc(functions, func(f *ssa.Function) bool { return !slices.Contains(examples, f.Pkg) })

	got := map[string]string{}
	for _, f := range functions {
		if _, ok := scanned[f.Name()]; ok {
			got[f.Name()] = ""
		}
	}
	for rule, config := range map[string]taint.Config{"G704": analyzers.SSRF(), "G710": analyzers.OpenRedirect()} {
		config.Sources = append(config.Sources, fromClients...)
		for _, result := range taint.New(&config).Analyze(program, functions) {
			got[enclosing(t, loaded, result.SinkPos)] += rule
		}
	}
	if !maps.Equal(got, scanned) {
		t.Errorf("gosec reports %q, want %q", got, scanned)
	}
}

// load returns packages without errors, with the code of their tests if tests is true.
func load(t *testing.T, tests bool, patterns ...string) []*packages.Package {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Tests: tests}, patterns...)
	if err != nil || len(loaded) < len(patterns) {
		t.Fatalf("loaded %d packages: %v", len(loaded), err)
	}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			t.Fatalf("%s: %v", p.ID, p.Errors)
		}
	}
	return loaded
}

// enclosing returns the name of the function that has pos in it.
func enclosing(t *testing.T, loaded []*packages.Package, pos token.Pos) string {
	for _, p := range loaded {
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Pos() <= pos && pos < f.End() {
					return f.Name.Name
				}
			}
		}
	}
	t.Errorf("no function has a report at %d", pos)
	return ""
}

// columns are those of the predicates of CodeQL that vet/codeql.model.yml extends, after package, type, subtypes and name.
// See https://codeql.github.com/docs/codeql-language-guides/customizing-library-models-for-go/.
var columns = map[string][]*regexp.Regexp{
	"summaryModel":      {empty, empty, input, output, kindOf("taint"), manual},
	"barrierModel":      {empty, empty, output, kindOf("url-redirection"), manual},
	"barrierGuardModel": {empty, empty, input, kindOf("true"), kindOf("request-forgery"), manual},
}

var (
	empty  = kindOf("")
	manual = kindOf("manual")
	input  = regexp.MustCompile(`^Argument\[(receiver|\d+)(?:\.\.(\d+))?\]$`)
	output = regexp.MustCompile(`^ReturnValue(?:\[(\d+)\])?$`)
)

func kindOf(text string) *regexp.Regexp { return regexp.MustCompile("^" + text + "$") }

// CodeQL is not run here: each row of its models has the columns that its documentation says, and names a function, an argument
// and a result that exist.
func TestCodeQLModels(t *testing.T) {
	var models struct {
		Extensions []struct {
			AddsTo struct{ Pack, Extensible string } `yaml:"addsTo"`
			Data   [][]any
		}
	}
	text, err := os.ReadFile("../vet/codeql.model.yml")
	if err == nil {
		err = yaml.Unmarshal(text, &models)
	}
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*types.Package{}
	for _, p := range load(t, false, "..", "../guard", "../redirect") {
		known[p.PkgPath] = p.Types
	}
	rows := map[string]int{}
	for _, extension := range models.Extensions {
		if extension.AddsTo.Pack != "codeql/go-all" {
			t.Errorf("a model of %s", extension.AddsTo.Pack)
		}
		for _, row := range extension.Data {
			rows[extension.AddsTo.Extensible]++
			checkModel(t, known, columns[extension.AddsTo.Extensible], row)
		}
	}
	if !slices.Equal(slices.Sorted(maps.Keys(rows)), slices.Sorted(maps.Keys(columns))) {
		t.Errorf("models of %v", rows)
	}
}

func checkModel(t *testing.T, known map[string]*types.Package, want []*regexp.Regexp, row []any) {
	t.Helper()
	if len(row) != 4+len(want) {
		t.Fatalf("%v has %d columns, want %d", row, len(row), 4+len(want))
	}
	path, _ := row[0].(string)
	receiver, _ := row[1].(string)
	name, _ := row[3].(string)
	signature := signatureOf(known[path], receiver, name)
	if subtypes, ok := row[2].(bool); !ok || signature == nil || subtypes != (receiver != "") {
		t.Fatalf("%v: there is no such function", row)
	}
	for i, pattern := range want {
		text, _ := row[4+i].(string)
		match := pattern.FindStringSubmatch(text)
		if match == nil {
			t.Errorf("%v: %q does not match %s", row, text, pattern)
			continue
		}
		switch pattern {
		case input:
			for _, n := range match[1:] {
				if i, err := strconv.Atoi(n); err == nil && i >= signature.Params().Len() || n == "receiver" && receiver == "" {
					t.Errorf("%v: there is no argument %s", row, n)
				}
			}
		case output:
			if i, err := strconv.Atoi(match[1]); (err == nil) != (signature.Results().Len() > 1) || i >= signature.Results().Len() {
				t.Errorf("%v: not the result of %v", row, signature)
			}
		}
	}
}

// signatureOf returns the signature of a function, or of a method of a type if receiver is not empty. It returns nil for none.
func signatureOf(p *types.Package, receiver, name string) *types.Signature {
	if p == nil {
		return nil
	}
	found := p.Scope().Lookup(name)
	if receiver != "" {
		named := p.Scope().Lookup(receiver)
		if named == nil {
			return nil
		}
		found, _, _ = types.LookupFieldOrMethod(named.Type(), true, p, name)
	}
	if f, ok := found.(*types.Func); ok {
		return f.Signature()
	}
	return nil
}
