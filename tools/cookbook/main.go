// Command cookbook writes COOKBOOK.md from the examples in the folders cookbook and integration/cookbook. Run it in the root of
// the module:
//
//	go run ./tools/cookbook
//
// A recipe is an example whose comment consists of these paragraphs:
//
//   - "Recipe: " and a title, which is a task;
//   - one or more paragraphs that say when to use the recipe, and what to call;
//   - "Pitfall: " and a mistake, with its consequence and one input;
//   - "Keywords: " and the words that people search for, separated by ", ". A keyword in quotes is an error message.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A section has the recipes of some files, in their order. The contents list it below a group if it has one.
type section struct {
	group, title string
	files        []string
}

var sections = []section{
	{"", "Parsing and comparing URLs", []string{"cookbook/parsing_test.go"}},
	{"", "Hosts, domains and ports", []string{"cookbook/hosts_test.go"}},
	{"", "Query parameters", []string{"cookbook/queries_test.go"}},
	{"", "Building and changing URLs", []string{"cookbook/building_test.go"}},
	{"", "Configuration", []string{"cookbook/config_test.go", "integration/cookbook/config_test.go"}},
	{"", "Servers and proxies", []string{"cookbook/servers_test.go"}},
	{"", "Using net/url alongside this package", []string{"cookbook/neturl_test.go", "cookbook/dropin_test.go"}},
	{"Security", "Access decisions", []string{"cookbook/access_test.go"}},
	{"Security", "Redirects and OAuth", []string{"cookbook/redirects_test.go"}},
	{"Security", "Requests to untrusted URLs", []string{"cookbook/requests_test.go"}},
	{"Security", "Logging", []string{"cookbook/logging_test.go"}},
	{"", "Crawling", []string{"cookbook/crawling_test.go"}},
	{"", "HTML", []string{"cookbook/html_test.go"}},
	{"", "Mail and plain text", []string{"cookbook/text_test.go"}},
	{"", "URL patterns", []string{"cookbook/patterns_test.go"}},
	{"", "With your framework", []string{"integration/cookbook/frameworks_test.go", "integration/cookbook/databases_test.go"}},
}

const reference = "https://pkg.go.dev/github.com/weburl-go/url"

// longer are programs that are too long for the page, with their places on pkg.go.dev.
var longer = []program{
	{"Check a request in a proxy, then forward it", "/cookbook#example-package-Proxy", "gateway, backend, reverse proxy"},
	{"Forward exactly the bytes that a client sent", "/cookbook#example-package-Unchanged", ""},
	{"Give clients access to a single GitLab project", "/cookbook#example-package-Gitlab", ""},
	{"Match hosts and ports as an ingress does", "/cookbook#example-package-Ingress", "ingress"},
	{"Log requests in a middleware", "/cookbook#example-package-Middleware", ""},
	{"Resolve the links of a feed", "/cookbook#example-package-Feed", "Atom, RSS, feed, xml:base"},
	{"Request a URL with the bytes that a browser sends", "#example-URL.RequestURL", ""},
	{"Follow redirects as a browser does", "/redirect#example-Transport", "CheckRedirect, follow redirects, redirect loop"},
	{"Call webhooks", "/guard#example-package", "webhook"},
	{"Show a preview of a page", "/guard#example-Policy-Preview", "preview, unfurler"},
	{"Allow one internal host", "/guard#example-Policy-Webhooks", ""},
	{"Send requests through an egress proxy", "/guard#example-Policy.NewProxyTransport", "egress proxy"},
	{"Count the clicks on the links of a newsletter", "/page#example-Document.Rewrite", "click tracking"},
	{"Sanitize a page", "/page#example-Document.Rewrite-Sanitizer", "sanitizer"},
	{"Mirror a site", "/page#example-Document.RemoveBase", "mirror, archive a page, rewrite links"},
	{"Turn a comment into HTML", "/link#example-Finder.All-Html", "comment to HTML"},
	{"Limit the size of a form", "/form#example-Parse", ""},
	{"Read a form that is not in UTF-8", "/form#example-Parse-Charset", "legacy form, windows-1252 form body, _charset_"},
	{"Route requests", "/urlpattern#example-List.All-Router", "router"},
}

type program struct{ title, place, keywords string }

type recipe struct {
	title                 string
	lead                  []string
	pitfall, code, output string
	keywords              []string
}

func main() {
	text, err := cookbook(".")
	if err == nil {
		err = os.WriteFile("COOKBOOK.md", text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cookbook:", err)
		os.Exit(1)
	}
}

// cookbook returns the text of COOKBOOK.md for the module in a folder.
func cookbook(root string) ([]byte, error) {
	if err := checkFiles(root); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	toc, words := contents{}, index{}
	for _, s := range sections {
		recipes, err := recipesIn(root, s.files)
		if err != nil {
			return nil, err
		}
		toc.add(s, recipes)
		fmt.Fprintf(&body, "\n## %s\n", s.title)
		for _, r := range recipes {
			r.write(&body)
			words.add(r.keywords, link(r.title))
		}
	}
	body.WriteString("\n## Longer programs\n\nThese programs are too long for this page. Follow a link to run a program on pkg.go.dev. Its source is in a test file of the\nlinked package.\n\n")
	for _, p := range longer {
		fmt.Fprintf(&body, "- [%s](%s%s)\n", p.title, reference, p.place)
		if p.keywords != "" {
			words.add(strings.Split(p.keywords, ", "), fmt.Sprintf("[%s](%s%s)", lower(p.title), reference, p.place))
		}
	}
	return slices.Concat([]byte(top), toc.text(), body.Bytes(), words.text()), nil
}

// checkFiles returns an error if a file with recipes is in no section.
func checkFiles(root string) error {
	for _, file := range exampleFiles(root) {
		recipes, err := recipesIn(root, []string{file})
		if err != nil {
			return err
		}
		isListed := slices.ContainsFunc(sections, func(s section) bool { return slices.Contains(s.files, file) })
		if len(recipes) > 0 && !isListed {
			return fmt.Errorf("%s contains a recipe but is in no section, so add the file to sections in tools/cookbook/main.go", file)
		}
	}
	return nil
}

// exampleFiles returns the names of the files that may contain recipes.
func exampleFiles(root string) (files []string) {
	for _, folder := range []string{"cookbook", "integration/cookbook"} {
		found, _ := fs.Glob(os.DirFS(root), folder+"/*_test.go")
		files = append(files, found...)
	}
	return files
}

// recipesIn returns the recipes of files, in their order.
func recipesIn(root string, files []string) (recipes []recipe, err error) {
	for _, file := range files {
		examples, fset, err := examplesIn(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		for _, example := range examples {
			if !strings.HasPrefix(example.Doc, "Recipe: ") {
				continue
			}
			r, err := newRecipe(fset, example)
			if err != nil {
				return nil, fmt.Errorf("%s: Example%s: %w", file, example.Name, err)
			}
			recipes = append(recipes, r)
		}
	}
	return recipes, nil
}

// examplesIn returns the examples of a file in their order. Their programs have the comments in all functions: doc.Examples leaves out
// those outside of the example itself.
func examplesIn(name string) ([]*doc.Example, *token.FileSet, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	examples := doc.Examples(file)
	slices.SortFunc(examples, func(a, b *doc.Example) int { return int(a.Code.Pos() - b.Code.Pos()) })
	for _, example := range examples {
		if example.Play != nil {
			addComments(example.Play, file.Comments)
		}
	}
	return examples, fset, nil
}

// addComments adds those comments to a program that are inside of its declarations.
func addComments(program *ast.File, comments []*ast.CommentGroup) {
	for _, comment := range comments {
		isInside := func(d ast.Decl) bool {
			main, ok := d.(*ast.FuncDecl)
			return (!ok || main.Name.Name != "main") && d.Pos() < comment.Pos() && comment.End() < d.End()
		}
		if slices.ContainsFunc(program.Decls, isInside) && !slices.Contains(program.Comments, comment) {
			program.Comments = append(program.Comments, comment)
		}
	}
	slices.SortFunc(program.Comments, func(a, b *ast.CommentGroup) int { return int(a.Pos() - b.Pos()) })
}

func newRecipe(fset *token.FileSet, example *doc.Example) (r recipe, err error) {
	paragraphs := strings.Split(strings.TrimSpace(example.Doc), "\n\n")
	if len(paragraphs) < 4 {
		return recipe{}, fmt.Errorf("%d paragraphs, want at least 4: Recipe, a lead, Pitfall, Keywords", len(paragraphs))
	}
	last := len(paragraphs) - 1
	title, isLine := strings.CutPrefix(paragraphs[0], "Recipe: ")
	pitfall, hasPitfall := strings.CutPrefix(paragraphs[last-1], "Pitfall: ")
	keywords, hasKeywords := strings.CutPrefix(paragraphs[last], "Keywords: ")
	if !isLine || strings.Contains(title, "\n") || !hasPitfall || !hasKeywords {
		return recipe{}, errors.New("want the paragraphs Recipe, a lead, Pitfall, Keywords")
	}
	if example.Play == nil {
		return recipe{}, errors.New("it is not a whole program")
	}
	code, err := source(fset, example.Play)
	if strings.Contains(code, "// Recipe: ") { // doc.Examples does so
		return recipe{}, errors.New("its file has one example, so all of the file is the program: move it to another file")
	}
	return recipe{
		title: title, lead: paragraphs[1 : last-1], pitfall: pitfall, code: code,
		output: strings.TrimSpace(example.Output), keywords: strings.Split(strings.ReplaceAll(keywords, "\n", " "), ", "),
	}, err
}

func source(fset *token.FileSet, file *ast.File) (string, error) {
	var b bytes.Buffer
	err := format.Node(&b, fset, file)
	return b.String(), err
}

func (r recipe) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n", r.title, strings.Join(r.lead, "\n\n"))
	fmt.Fprintf(b, "```go\n%s```\n\nIt prints:\n\n```text\n%s\n```\n\n**Pitfall:** %s\n", r.code, r.output, r.pitfall)
}
