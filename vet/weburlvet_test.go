package vet

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"
)

// Testdata has a folder for each file that has rules, or for a rule with many cases. The folder "migrate" has the cases of the rules
// that need the flag of its name, and code for net/url that rules for this package's code report, too, with -migrate.
const migrateFolder, swapFolder = "./migrate", "./swap"

func folders(t *testing.T) (list []string) {
	files, err := filepath.Glob("testdata/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("testdata has no cases:", err)
	}
	for _, file := range files {
		list = append(list, "./"+filepath.Base(filepath.Dir(file)))
	}
	return list
}

// withoutSwap returns the folders without that whose fixes import a package that its code does not.
func withoutSwap(t *testing.T) []string {
	return slices.DeleteFunc(folders(t), func(folder string) bool { return folder == swapFolder })
}

// In testdata, "want" is a report of its line, and "ok" a line that looks alike and must not be reported. No other line is. Each
// rule has a report.
func TestRules(t *testing.T) {
	always := slices.DeleteFunc(folders(t), func(folder string) bool { return folder == migrateFolder || folder == swapFolder })
	results := analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), Analyzer, always...)

	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, migrateFolder, swapFolder)
	if err != nil || len(loaded) != 2 {
		t.Fatal(loaded, err)
	}
	for _, p := range loaded {
		for _, report := range analyzeText(t, p, read(t, p.GoFiles[0])) {
			t.Errorf("without a flag: %s", report)
		}
	}
	setFlags(t, "migrate", "dropin")
	results = append(results, analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), Analyzer, migrateFolder, swapFolder)...)

	reported := map[string]bool{}
	for _, result := range results {
		for _, d := range result.Diagnostics {
			reported[d.Category] = true
		}
	}
	for _, r := range rules {
		if !reported[r.name] {
			t.Errorf("no line of testdata is reported by %s", r.name)
		}
	}
}

func setFlags(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := Analyzer.Flags.Set(name, "true"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { Analyzer.Flags.Set(name, "false") })
	}
}

// A rule that reports too much is worse than one that reports too little.
func TestCasesOfRules(t *testing.T) {
	for _, folder := range folders(t) {
		var wrong, right int
		for _, line := range strings.Split(read(t, filepath.Join("testdata", folder, filepath.Base(folder)+".go")), "\n") {
			switch {
			case strings.Contains(line, "// want `"):
				wrong++
			case strings.Contains(line, "// ok"):
				right++
			}
		}
		if wrong == 0 || right < 2*wrong {
			t.Errorf("%s has %d lines that are reported, and %d that are not", folder, wrong, right)
		}
	}
}

// Each file of testdata is replaced by its golden file, and then compiled.
func TestFixesCompile(t *testing.T) {
	golden, err := filepath.Glob("testdata/*/*.golden")
	if err != nil || len(golden) == 0 {
		t.Fatal("there are no golden files:", err)
	}
	overlay, patterns := map[string][]byte{}, []string{}
	for _, file := range golden {
		path, err := filepath.Abs(strings.TrimSuffix(file, ".golden"))
		if err != nil {
			t.Fatal(err)
		}
		overlay[path] = []byte(read(t, file))
		patterns = append(patterns, "./"+filepath.Base(filepath.Dir(file)))
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata", Overlay: overlay}, patterns...)
	if err != nil || len(loaded) != len(golden) {
		t.Fatalf("loaded %d of %d packages: %v", len(loaded), len(golden), err)
	}
	for _, p := range loaded {
		for _, err := range p.Errors {
			t.Error(err)
		}
	}
}

// Each message links to a paragraph of MIGRATING.md. The package's documentation names each rule.
func TestAnchors(t *testing.T) {
	_, guide, found := strings.Cut(read(t, "../MIGRATING.md"), "\n## Code that compiles but does the wrong thing\n")
	if !found {
		t.Error("MIGRATING.md lacks the section that the analyzer links to")
	}
	guide, _, _ = strings.Cut(guide, "\n## ")
	documentation, _, _ := strings.Cut(read(t, "weburlvet.go"), "\npackage ")
	for _, r := range rules {
		if strings.Count(guide, `<a id="`+r.anchor()+`"></a>`) != 1 {
			t.Errorf("MIGRATING.md does not explain #%s once", r.anchor())
		}
		if !regexp.MustCompile(`(?m)^//   - (|[^:]*, )` + r.name + `[:,]`).MatchString(documentation) {
			t.Errorf("the documentation lacks %s", r.name)
		}
	}
}

// Messages link to the guide of a release if the program was built from one, and the help to its list of rules.
func TestGuide(t *testing.T) {
	const path = "github.com/weburl-go/url/vet"
	for _, test := range []struct {
		info *debug.BuildInfo
		tag  string
	}{
		{&debug.BuildInfo{Main: debug.Module{Path: path, Version: "v1.2.3"}}, "vet/v1.2.3"},
		{&debug.BuildInfo{Main: debug.Module{Path: path, Version: "v1.0.0-rc.1"}}, "vet/v1.0.0-rc.1"},
		{&debug.BuildInfo{Deps: []*debug.Module{{Path: path, Version: "v1.2.3"}}}, "vet/v1.2.3"},
		{&debug.BuildInfo{Main: debug.Module{Path: path, Version: "(devel)"}}, "main"},
		{&debug.BuildInfo{Main: debug.Module{Path: path, Version: "v1.2.3+dirty"}}, "main"},
		{&debug.BuildInfo{Main: debug.Module{Path: path, Version: "v0.0.0-20260102030405-0123456789ab"}}, "main"},
		{&debug.BuildInfo{Main: debug.Module{Path: path, Version: "v1.0.0-rc.1.0.20260102030405-0123456789ab"}}, "main"},
		{&debug.BuildInfo{Main: debug.Module{Path: "example.com/other", Version: "v1.2.3"}}, "main"},
		{nil, "main"},
	} {
		guide, list := pagesOf(test.info, test.info != nil)
		_, version, isRelease := strings.Cut(test.tag, "/")
		if isRelease {
			version = "@" + version
		}
		if guide != "https://github.com/weburl-go/url/blob/"+test.tag+"/MIGRATING.md" || list != "https://pkg.go.dev/"+path+version+"#hdr-Rules" {
			t.Errorf("%v: %s and %s", test.info, guide, list)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var seed = flag.Uint64("seed", 1, "the first of two seeds of TestParentheses")

// Parentheses around expressions change no report, and the fixes compile. The seed 0 puts them around all expressions,
// another one around some.
func TestParentheses(t *testing.T) {
	setFlags(t, "migrate")
	patterns := withoutSwap(t)
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, patterns...)
	if err != nil || len(loaded) != len(patterns) {
		t.Fatalf("loaded %d of %d packages: %v", len(loaded), len(patterns), err)
	}
	eachInParallel(t, loaded, func(t *testing.T, p *packages.Package) {
		plain := read(t, p.GoFiles[0])
		want := analyzeText(t, p, plain)
		for _, seed := range []uint64{0, *seed, *seed + 1} {
			text, places := parenthesize(t, plain, seed)
			if places == 0 || len(want) == 0 {
				t.Errorf("%s: %d places for parentheses, and the reports %q", p.Name, places, want)
			} else if got := analyzeText(t, p, text); !slices.Equal(got, want) {
				t.Errorf("%s, seed %d: got the reports\n%s\nwant\n%s", p.Name, seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	})
}

// eachInParallel tests each package, which is a folder of testdata with one file, in a subtest of its own.
func eachInParallel(t *testing.T, loaded []*packages.Package, test func(*testing.T, *packages.Package)) {
	for _, p := range loaded {
		if len(p.GoFiles) != 1 {
			t.Fatalf("each rule has a folder of testdata with a file of its cases: %v", p.Errors)
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			test(t, p)
		})
	}
}

// parenthesize returns the text of a file with parentheses around its expressions, and around how many.
func parenthesize(t *testing.T, text string, seed uint64) (result string, places int) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	share := (1 + random.Float64()) / 2
	var edits []analysis.TextEdit
	for at := range inspector.New([]*ast.File{file}).Root().Preorder() {
		if e, ok := at.Node().(ast.Expr); ok && mayHaveParentheses(file, at) && (seed == 0 || random.Float64() < share) {
			edits = append(edits, insert(e.Pos(), "("), insert(e.End(), ")"))
		}
	}
	return edit(fset, text, edits), len(edits) / 2
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// mayHaveParentheses reports whether Go's grammar allows parentheses around an expression.
func mayHaveParentheses(file *ast.File, at inspector.Cursor) bool {
	parent := at.Parent().Node()
	switch e := at.Node().(type) {
	case *ast.KeyValueExpr, *ast.Ellipsis:
		return false
	case *ast.TypeAssertExpr:
		if e.Type == nil { // x.(type)
			return false
		}
	case *ast.CompositeLit:
		if e.Type == nil {
			return false
		}
	}
	switch kind, _ := at.ParentEdge(); kind {
	case edge.File_Name, edge.ImportSpec_Name, edge.ImportSpec_Path, edge.FuncDecl_Name, edge.FuncDecl_Type, edge.FuncLit_Type,
		edge.Field_Names, edge.Field_Tag, edge.ValueSpec_Names, edge.TypeSpec_Name, edge.LabeledStmt_Label, edge.BranchStmt_Label,
		edge.SelectorExpr_Sel, edge.CompositeLit_Type, edge.DeferStmt_Call, edge.GoStmt_Call:
		return false
	case edge.Field_Type: // not that of an embedded field or a method
		_, method := at.Node().(*ast.FuncType)
		return len(parent.(*ast.Field).Names) > 0 && !method
	case edge.StarExpr_X: // not that of an embedded field
		field, ok := at.Parent().Parent().Node().(*ast.Field)
		return !ok || len(field.Names) > 0
	case edge.CallExpr_Fun: // not that of a generic function
		s, ok := at.Node().(*ast.SelectorExpr)
		return !ok || !slices.Contains([]string{"slices", "maps", "sync"}, types.ExprString(s.X))
	case edge.AssignStmt_Lhs:
		return parent.(*ast.AssignStmt).Tok != token.DEFINE
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		return parent.(*ast.RangeStmt).Tok != token.DEFINE
	case edge.KeyValueExpr_Key: // the name of a field
		_, name := at.Node().(*ast.Ident)
		return !name
	case edge.SelectorExpr_X: // the name of a package
		id, name := at.Node().(*ast.Ident)
		return !name || !slices.Contains(file.Unresolved, id)
	}
	return true
}

// edit returns text with edits, which must not overlap. Of two insertions at one place, that of ")" comes first.
func edit(fset *token.FileSet, text string, edits []analysis.TextEdit) string {
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		if a.Pos == b.Pos {
			return strings.Compare(string(b.NewText), string(a.NewText))
		}
		return int(a.Pos - b.Pos)
	})
	for _, e := range slices.Backward(edits) {
		text = text[:fset.Position(e.Pos).Offset] + string(e.NewText) + text[fset.Position(e.End).Offset:]
	}
	return text
}

// analyzeText returns the lines and the messages, without parentheses, of the reports about a text in place of the file of p.
func analyzeText(t *testing.T, p *packages.Package, text string) (reports []string) {
	pass := typeCheck(t, p, text)
	pass.Report = func(d analysis.Diagnostic) {
		message := strings.NewReplacer("(", "", ")", "").Replace(d.Message)
		reports = append(reports, fmt.Sprintf("%d: %s: %s", pass.Fset.Position(d.Pos).Line, d.Category, message))
		for _, f := range d.SuggestedFixes {
			typeCheck(t, p, edit(pass.Fset, text, slices.Clone(f.TextEdits)))
		}
	}
	if _, err := run(pass); err != nil {
		t.Fatal(err)
	}
	return reports
}

// typeCheck returns a pass over a text in place of the file of p.
func typeCheck(t *testing.T, p *packages.Package, text string) *analysis.Pass {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, p.GoFiles[0], text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{},
	}
	config := types.Config{Importer: importer(p.Types.Imports()), Sizes: p.TypesSizes}
	pkg, err := config.Check(p.PkgPath, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &analysis.Pass{
		Analyzer: Analyzer, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: p.TypesSizes,
		ResultOf: map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New([]*ast.File{file})},
	}
}

type importer []*types.Package

func (list importer) Import(path string) (*types.Package, error) {
	for _, p := range list {
		if p.Path() == path {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s is not imported", path)
}

// The runs of a function are limited together, so a function with many inputs and conditions takes about a second.
func TestLimitOfRuns(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, "./failing")
	if err != nil || len(loaded) != 1 {
		t.Fatal(err)
	}
	text := "package failing\n\nimport (\n\"net/http\"\n\"net/url\"\n)\nfunc _(w http.ResponseWriter, r *http.Request) {\n"
	for i := range 60 {
		text += fmt.Sprintf("if u, err := url.Parse(r.FormValue(\"u%d\")); err == nil && u.Host == \"a.example\" {\n"+
			"http.Redirect(w, r, u.String(), 302)\n}\n", i)
	}
	pass := typeCheck(t, loaded[0], text+"}\n")
	pass.Report = func(d analysis.Diagnostic) { t.Error(d.Message) }
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := run(pass); err != nil {
		t.Fatal(err)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<29 {
		t.Errorf("allocates %d bytes", after.TotalAlloc-before.TotalAlloc)
	}
}

// A program in the interpreter makes few bytes, whatever it does to its values.
func FuzzLimits(f *testing.F) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, "./failing")
	if err != nil || len(loaded) != 1 {
		f.Fatal(err)
	}
	const begin, end = "package failing\n\nimport (\n\"fmt\"\n\"net/http\"\n\"net/url\"\n\"strings\"\n)\n" +
		"func _(w http.ResponseWriter, r *http.Request, a, b string) {\nvar l []string\nvar s strings.Builder\n_ = fmt.Sprint(url.QueryEscape(a), l, &s)\n",
		"http.Redirect(w, r, a, 302)\n}\n"
	statements := []string{"a = strings.ReplaceAll(a, %q, b)", "b = strings.ReplaceAll(a, %q, a)", "a += b", "b = a + b + %q", "a = b",
		"a = fmt.Sprintf(\"%%1000000000d%%900d%%s\", 1, 2, %q)", "b = fmt.Sprintf(\"%%*d%%s%%[2]s\", 1 << 20, a)", "a = strings.Join(l, b)", "l = strings.Split(a, %q)",
		"l = []string{a, b, a, a, b}", "l = append(l, a, b, strings.Join(l, a))", "a = url.QueryEscape(url.QueryEscape(a))", "s.WriteString(a)", "s.Grow(1 << 28)", "b = s.String()",
		"a = fmt.Sprint(l, b, []byte(a))", "b = strings.ToUpper(b)", "for range 300 {", "for _, b = range l {", "for range a {", "}"}
	for seed := range uint64(30) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 2))
		text, depth := begin, 0
		for range 30 {
			s := statements[random.IntN(len(statements))]
			switch {
			case s == "}" && depth == 0:
				continue
			case s == "}":
				depth--
			case strings.HasSuffix(s, "{"):
				depth++
			}
			if strings.Contains(s, "%") {
				s = fmt.Sprintf(s, []string{"", "a", "/"}[random.IntN(3)])
				s, _, _ = strings.Cut(s, "%!(EXTRA")
			}
			text += s + "\n"
		}
		pass := typeCheck(t, loaded[0], text+strings.Repeat("}\n", depth)+end)
		pass.Report = func(analysis.Diagnostic) {}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := run(pass); err != nil {
			t.Fatal(err)
		}
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<30 { // in hundreds of runs
			t.Errorf("allocates %d bytes:\n%s", after.TotalAlloc-before.TotalAlloc, text)
		}
	})
}
