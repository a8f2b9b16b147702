package url

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

//go:generate go run ./tools/cookbook

var (
	documentLink = regexp.MustCompile(`\[([^]]+)\]\(([^)#\s]*)(?:#([\w-]+))?\)`)
	anchorTag    = regexp.MustCompile(`<a id="([\w-]+)">`)
	fencedCode   = regexp.MustCompile("(?s)```.*?```")
	notInAnchor  = regexp.MustCompile(`[^\w -]`)
	exampleFunc  = regexp.MustCompile(`(?m)^func (Example\w*)\(\)`)
)

// All files, sections and anchors that these documents link to exist. The text of a link to a file of examples is the name of an
// example in it. In MIGRATING.md, the name may lack "Example_migrating". A link to a job of the cookbook counts as an example.
func TestDocumentLinks(t *testing.T) {
	for document, minimum := range map[string]int{"README.md": 10, "MIGRATING.md": 60, "COOKBOOK.md": 100} {
		examples := 0
		for _, match := range documentLink.FindAllStringSubmatch(fencedCode.ReplaceAllString(readDocument(t, document), ""), -1) {
			name, file, anchor := match[1], match[2], match[3]
			if strings.Contains(file, ":") {
				continue
			}
			if file == "" {
				file = document
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", document, err)
				continue
			}
			if anchor != "" && !slices.Contains(anchorsIn(readDocument(t, file)), anchor) {
				t.Errorf("%s links to #%s in %s, which does not exist", document, anchor, file)
			}
			if file == "COOKBOOK.md" && anchor != "" {
				examples++
			}
			if strings.HasPrefix(filepath.Base(file), "example_") && name != file {
				examples++
				if !slices.Contains(examplesIn(t, file), exampleName(name)) {
					t.Errorf("%s links to %s in %s, which does not exist", document, name, file)
				}
			}
		}
		if examples < minimum {
			t.Errorf("%s links to %d examples, want at least %d", document, examples, minimum)
		}
	}
}

// MIGRATING.md links to each example of a difference.
func TestMigratingExamples(t *testing.T) {
	guide := readDocument(t, "MIGRATING.md")
	files, _ := filepath.Glob("example_*_test.go")
	examples := 0
	for _, file := range files {
		for _, name := range examplesIn(t, file) {
			if short, ok := strings.CutPrefix(name, "Example_migrating"); ok {
				examples++
				if !strings.Contains(guide, "["+short+"]("+file+")") {
					t.Errorf("MIGRATING.md does not link to %s in %s", name, file)
				}
			}
		}
	}
	if examples == 0 {
		t.Error("there are no examples of differences")
	}
}

// All exported functions and methods of the module's packages have examples, as README.md says.
func TestExamples(t *testing.T) {
	folders, examples := map[string]bool{".": true}, 0
	files, _ := filepath.Glob("*/*.go")
	for _, file := range files {
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), "go.mod")); err != nil {
			folders[filepath.Dir(file)] = true
		}
	}
	check := func(what string, funcs []*doc.Func) {
		for _, f := range funcs {
			if examples += len(f.Examples); len(f.Examples) == 0 {
				t.Errorf("%s.%s has no example: add one to a file example_…_test.go beside it", what, f.Name)
			}
		}
	}
	for folder := range folders {
		p := documentationOf(t, folder)
		check(p.Name, p.Funcs)
		for _, typ := range p.Types {
			check(p.Name, typ.Funcs)
			check(p.Name+"."+typ.Name, typ.Methods)
		}
	}
	if len(folders) < 10 || examples < 200 {
		t.Errorf("%d examples in %d packages", examples, len(folders))
	}
}

func documentationOf(t *testing.T, folder string) *doc.Package {
	t.Helper()
	fset, parsed := token.NewFileSet(), []*ast.File(nil)
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range files {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	p, err := doc.NewFromFiles(fset, parsed, folder)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// examplesIn returns the names of the examples in a file.
func examplesIn(t *testing.T, file string) (names []string) {
	t.Helper()
	for _, match := range exampleFunc.FindAllStringSubmatch(readDocument(t, file), -1) {
		names = append(names, match[1])
	}
	return names
}

// exampleName returns the name of the function that the text of a link names.
func exampleName(text string) string {
	if strings.HasPrefix(text, "Example") {
		return text
	}
	return "Example_migrating" + text
}

// anchorsIn returns the anchors of a document, and those that its titles get.
func anchorsIn(document string) (anchors []string) {
	for line := range strings.Lines(document) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			title = notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
			anchors = append(anchors, strings.ReplaceAll(title, " ", "-"))
		}
		for _, match := range anchorTag.FindAllStringSubmatch(line, -1) {
			anchors = append(anchors, match[1])
		}
	}
	return anchors
}
