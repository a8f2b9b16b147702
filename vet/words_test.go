package vet

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

var aHostInText = regexp.MustCompile(`([a-z0-9][a-z0-9-]*)((?:\\*\.)+(?:example|com|org|net|test)\b)`)

// rename returns the text of a Go file with other names of hosts in its texts, and their number. The new names have the words in
// them that the attacker's hosts, the server's and an accepted one usually have.
func rename(t *testing.T, text string) (renamed string, hosts int) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var edits []analysis.TextEdit
	for at := range inspector.New([]*ast.File{file}).Root().Preorder((*ast.BasicLit)(nil)) {
		if _, isImport := at.Parent().Node().(*ast.ImportSpec); isImport {
			continue
		}
		for _, place := range aHostInText.FindAllStringIndex(at.Node().(*ast.BasicLit).Value, -1) {
			edits = append(edits, insert(at.Node().Pos()+token.Pos(place[0]), otherName))
		}
	}
	return edit(fset, text, edits), len(edits)
}

const otherName = "okevilapp"

// No name of a host in the code decides what is reported: with other names, there are the same reports.
func TestOtherHosts(t *testing.T) {
	setFlags(t, "migrate")
	patterns := withoutSwap(t)
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, patterns...)
	if err != nil || len(loaded) != len(patterns) {
		t.Fatalf("loaded %d of %d packages: %v", len(loaded), len(patterns), err)
	}
	var all atomic.Int64
	t.Cleanup(func() {
		if all.Load() < 100 {
			t.Errorf("only %d hosts have other names", all.Load())
		}
	})
	old := strings.NewReplacer(otherName, "", "evilv", "evil", "appw", "app")
	eachInParallel(t, loaded, func(t *testing.T, p *packages.Package) {
		plain := read(t, p.GoFiles[0])
		renamed, hosts := rename(t, plain)
		all.Add(int64(hosts))
		want, got := analyzeText(t, p, plain), analyzeText(t, p, renamed)
		for _, list := range [][]string{want, got} {
			for i := range list {
				list[i] = old.Replace(list[i])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got the reports\n%s\nwant\n%s", p.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// No text of a package has the words of what is sent to its functions.
func TestWords(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, "./failing")
	if err != nil || len(loaded) != 1 {
		t.Fatal(loaded, err)
	}
	for _, texts := range []string{
		`"https://angel.example"`, `"https://devil.example"`, `"evilv", "EVIL" + "b"`, `"app.example", "/ok/a", "ok.example"`, `"https://appw.example/okx/"`,
	} {
		pass := typeCheck(t, loaded[0], fmt.Sprintf("package failing\n\nvar _ = []string{%s}\n", texts))
		w, lower := interp.NewMachine(&code.Program{Pass: pass}).Labels, strings.ToLower(strings.ReplaceAll(texts, `" + "`, ""))
		for _, word := range []string{w.Attacker, w.Host, "/" + w.Accepted, w.Accepted + "."} {
			if strings.Contains(lower, word) {
				t.Errorf("%s has the word %q", texts, word)
			}
		}
	}
	if w := interp.NewMachine(&code.Program{Pass: &analysis.Pass{TypesInfo: loaded[0].TypesInfo}}).Labels; w.Attacker == "" || w.Host == "" || w.Accepted == "" {
		t.Errorf("%+v", w)
	}
}
