package url

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/race"
)

//go:generate go run ./tools/cookbook

var (
	documentLink = regexp.MustCompile(`\[[^]]+\]\(([^)#\s]*)(?:#([\w.-]+))?\)`)
	anchorTag    = regexp.MustCompile(`<a id="([\w-]+)">`)
	fencedCode   = regexp.MustCompile("(?s)```.*?```")
	notInAnchor  = regexp.MustCompile(`[^\w -]`)
)

// reference is the address of the package's documentation.
const reference = "https://pkg.go.dev/github.com/weburl-go/url"

// All files, sections and anchors that the documents link to exist, and so do the examples on pkg.go.dev. A link to a recipe of the
// cookbook counts as an example.
func TestDocumentLinks(t *testing.T) {
	race.SkipSlow(t)
	published, anchors := map[string][]string{}, map[string][]string{}
	for document, minimum := range map[string]int{
		"README.md": 10, "MIGRATING.md": 60, "COOKBOOK.md": 100, "SECURITY.md": 1,
		"CHANGELOG.md": 0, "CODE_OF_CONDUCT.md": 0, "CONTRIBUTING.md": 0, "MAINTAINING.md": 0,
	} {
		examples := 0
		for _, match := range documentLink.FindAllStringSubmatch(fencedCode.ReplaceAllString(readDocument(t, document), ""), -1) {
			file, anchor := match[1], match[2]
			if folder, ok := strings.CutPrefix(file, reference); ok && strings.HasPrefix(anchor, "example-") {
				folder = "." + folder
				if published[folder] == nil {
					published[folder] = exampleAnchors(documentationOf(t, folder))
				}
				if examples++; !slices.Contains(published[folder], anchor) {
					t.Errorf("%s links to #%s of package %s, which does not exist", document, anchor, folder)
				}
			}
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
			if anchor != "" && anchors[file] == nil {
				anchors[file] = anchorsIn(readDocument(t, file))
			}
			if anchor != "" && !slices.Contains(anchors[file], anchor) {
				t.Errorf("%s links to #%s in %s, which does not exist", document, anchor, file)
			}
			if file == "COOKBOOK.md" && anchor != "" {
				examples++
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
	examples := 0
	for _, anchor := range exampleAnchors(documentationOf(t, "cookbook")) {
		if strings.HasPrefix(anchor, "example-package-Migrating") {
			if examples++; !strings.Contains(guide, reference+"/cookbook#"+anchor+")") {
				t.Errorf("MIGRATING.md does not link to #%s", anchor)
			}
		}
	}
	if examples == 0 {
		t.Error("there are no examples of differences")
	}
}

// All exported functions and methods of the module's packages have examples, as README.md says.
func TestExamples(t *testing.T) {
	folders, examples := packageFolders(t), 0
	check := func(what string, funcs []*doc.Func) {
		for _, f := range funcs {
			if examples += len(f.Examples); len(f.Examples) == 0 {
				t.Errorf("%s.%s has no example: add one to a file example_…_test.go beside it", what, f.Name)
			}
		}
	}
	for _, folder := range folders {
		p := documentationOf(t, folder)
		check(p.Name, p.Funcs)
		for _, typ := range p.Types {
			check(p.Name, typ.Funcs)
			check(p.Name+"."+typ.Name, typ.Methods)
		}
	}
	if len(folders) < 12 || !slices.Contains(folders, filepath.Join("net", "url")) || examples < 200 {
		t.Errorf("%d examples in %q", examples, folders)
	}
}

// packageFolders returns the folders of the module's packages that other modules can import.
func packageFolders(t *testing.T) (folders []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		_, notModule := os.Stat(filepath.Join(path, "go.mod"))
		if name := entry.Name(); path != "." && (notModule == nil || name[0] == '.' || slices.Contains([]string{"cmd", "internal", "testdata", "tools"}, name)) {
			return filepath.SkipDir
		}
		if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) > 0 {
			folders = append(folders, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// The root has one example for each function and method, and some for types: a page of pkg.go.dev that can be read. Recipes and
// comparisons are in cookbook.
func TestExamplesOfRoot(t *testing.T) {
	anchors := exampleAnchors(documentationOf(t, "."))
	for _, anchor := range anchors {
		if strings.HasPrefix(anchor, "example-package") || strings.Count(anchor, "-") > 1 {
			t.Errorf("#%s belongs in cookbook", anchor)
		}
	}
	if len(anchors) < 100 || len(anchors) > 200 {
		t.Errorf("%d examples, want 100 to 200", len(anchors))
	}
}

// pkg.go.dev makes a link of every URL in a comment that is not indented. These lead somewhere: URLs that only illustrate something
// are indented, have no scheme, or have the host example.com. A name in brackets is a link if there is such a name. The recipes that
// comments mention are in the cookbook.
func TestLinksInComments(t *testing.T) {
	cookbook, links, recipes := readDocument(t, "COOKBOOK.md"), 0, 0
	for _, folder := range packageFolders(t) {
		p := documentationOf(t, folder)
		for name, about := range comments(p) {
			for _, match := range namedRecipe.FindAllStringSubmatch(strings.Join(strings.Fields(about), " "), -1) {
				if recipes++; !strings.Contains(cookbook, "\n### "+match[1]+"\n") {
					t.Errorf("%s: %s: there is no recipe %q", folder, name, match[1])
				}
			}
			for _, text := range textsOf(p.Parser().Parse(about).Content) {
				switch text := text.(type) {
				case comment.Plain:
					if missing := missingName.FindString(string(text)); missing != "" {
						t.Errorf("%s: %s: there is no %s", folder, name, missing)
					}
				case *comment.Link:
					links++
					if u, err := Parse(text.URL); err != nil || u.IncludesCredentials() || !slices.Contains(linkedHosts, u.Host()) {
						t.Errorf("%s: %s: %s becomes a link", folder, name, text.URL)
					}
				}
			}
		}
	}
	if links < 120 || recipes < 4 {
		t.Errorf("%d links and %d recipes, want at least 120 and 4", links, recipes)
	}
}

var namedRecipe = regexp.MustCompile(`recipe "([^"]+)" in COOKBOOK\.md`)

// missingName finds what would be a link to a name if the package had it.
var missingName = regexp.MustCompile(`\B\[\*?(\w+\.)?[A-Z]\w*(\.[A-Z]\w*)?\]`)

var linkedHosts = []string{
	"url.spec.whatwg.org", "html.spec.whatwg.org", "fetch.spec.whatwg.org", "infra.spec.whatwg.org", "encoding.spec.whatwg.org",
	"mimesniff.spec.whatwg.org", "urlpattern.spec.whatwg.org", "www.rfc-editor.org", "www.w3.org", "www.unicode.org", "publicsuffix.org",
	"github.com", "pkg.go.dev", "example.com",
}

// comments returns the comments of the names that a package exports, and the package's own.
func comments(p *doc.Package) map[string]string {
	list := map[string]string{"the package": p.Doc}
	funcs := func(prefix string, funcs []*doc.Func) {
		for _, f := range funcs {
			list[prefix+f.Name] = f.Doc
		}
	}
	values := func(values ...[]*doc.Value) {
		for _, v := range slices.Concat(values...) {
			list[v.Names[0]] = v.Doc
		}
	}
	funcs("", p.Funcs)
	values(p.Consts, p.Vars)
	for _, typ := range p.Types {
		list[typ.Name] = typ.Doc
		funcs("", typ.Funcs)
		funcs(typ.Name+".", typ.Methods)
		values(typ.Consts, typ.Vars)
	}
	return list
}

// textsOf returns the texts of the paragraphs and lists of a comment.
func textsOf(blocks []comment.Block) (texts []comment.Text) {
	for _, block := range blocks {
		switch block := block.(type) {
		case *comment.Paragraph:
			texts = append(texts, block.Text...)
		case *comment.List:
			for _, item := range block.Items {
				texts = append(texts, textsOf(item.Content)...)
			}
		}
	}
	return texts
}

var documented = map[string]*doc.Package{} // by folder

func documentationOf(t *testing.T, folder string) *doc.Package {
	t.Helper()
	if p := documented[folder]; p != nil {
		return p
	}
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
	documented[folder] = p
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

// exampleAnchors returns the anchors that pkg.go.dev gives the examples of a package.
func exampleAnchors(p *doc.Package) (anchors []string) {
	add := func(name string, examples []*doc.Example) {
		for _, e := range examples {
			anchor := "example-" + name
			if e.Suffix != "" {
				anchor += "-" + strings.ToUpper(e.Suffix[:1]) + e.Suffix[1:]
			}
			anchors = append(anchors, anchor)
		}
	}
	funcs := func(prefix string, list []*doc.Func) {
		for _, f := range list {
			add(prefix+f.Name, f.Examples)
		}
	}
	add("package", p.Examples)
	funcs("", p.Funcs)
	for _, typ := range p.Types {
		add(typ.Name, typ.Examples)
		funcs("", typ.Funcs)
		funcs(typ.Name+".", typ.Methods)
	}
	return anchors
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
