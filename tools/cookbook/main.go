// Command cookbook writes COOKBOOK.md from the examples whose comments begin with "Job:". Run it in the root of the module:
//
//	go run ./tools/cookbook
//
// Such a comment has paragraphs: "Job: " and a title, one or two sentences, "Trap: " and a sentence or two, and "Words: " with
// the words that people search, divided by ", ". A word in quotes is the text of an error.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A section has the jobs of the example files of some folders.
type section struct{ title, files string }

var sections = []section{
	{"Read and compare", "example_url_test.go"},
	{"Hosts, domains, ports", "example_host_test.go"},
	{"Queries and logs", "example_query_test.go"},
	{"Make and change", "example_build_test.go"},
	{"Between net/url and this package", "example_migrating_test.go"},
	{"Decide", "example_safety_test.go"},
	{"Redirects and OAuth", "redirect/example_test.go"},
	{"Requests for strangers", "guard/example_test.go"},
	{"Pages, mail, text", "{page,link,display,dataurl}/example_test.go"},
	{"Patterns", "urlpattern/example_test.go"},
}

const top = `# Cookbook

<!-- Made by go generate from the examples with "Job:" in their comments. Do not edit. -->

Each job has code to copy, which is a test, and what it prints. Programs end with panic where yours return the error.

`

// longer are examples that have more than 25 lines, and the words that people search.
var longer = []struct{ task, example, file, words string }{
	{"decide and forward in a proxy", "ExampleParseRequestTarget_proxy", "example_safety_test.go", ""},
	{"forward a client's bytes", "ExampleParseRequestTarget_unchanged", "example_safety_test.go", ""},
	{"let clients into one project of GitLab", "ExampleSegmentDecoder", "example_safety_test.go", ""},
	{"match hosts and ports as an ingress does", "ExampleParseOriginPattern_ingress", "example_host_test.go", ""},
	{"keep a folder for each host", "ExampleURL_Hostname_folder", "example_host_test.go", ""},
	{"log in a middleware", "ExampleRedact_middleware", "example_query_test.go", ""},
	{"resolve the links of a feed", "ExampleURL_Parse_feed", "example_build_test.go", "Atom"},
	{"send a browser's bytes", "ExampleURL_RequestURL", "example_migrating_test.go", ""},
	{"follow redirects as a browser does", "ExampleTransport", "redirect/example_test.go", "follow redirects"},
	{"call webhooks", "Example", "guard/example_test.go", "webhook"},
	{"preview a page", "ExamplePolicy_preview", "guard/example_test.go", "preview, unfurler"},
	{"allow one internal host", "ExamplePolicy_webhooks", "guard/example_test.go", ""},
	{"use an egress proxy", "ExamplePolicy_NewProxyTransport", "guard/example_test.go", ""},
	{"sign the links of a newsletter", "ExampleDocument_Rewrite", "page/example_test.go", ""},
	{"find the webmention endpoint of a page, also in its elements", "ExampleDocument_Links_webmention", "page/example_test.go", ""},
	{"sanitize a page", "ExampleDocument_Rewrite_sanitizer", "page/example_test.go", "sanitizer"},
	{"mirror a site", "ExampleDocument_RemoveBase", "page/example_test.go", "mirror, archive a page, rewrite links"},
	{"turn a comment into HTML", "ExampleFinder_All_html", "link/example_test.go", "comment to HTML"},
	{"limit a form", "ExampleParse", "form/example_test.go", ""},
	{"route requests", "ExampleList_All_router", "urlpattern/example_routes_test.go", "router"},
}

type job struct {
	title, text, trap, code, output string
	words                           []string
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
	index, errorTexts := map[string][]string{}, map[string][]string{}
	var body, contents bytes.Buffer
	for _, s := range sections {
		jobs, err := jobsIn(root, s.files)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&body, "\n## %s\n", s.title)
		for _, j := range jobs {
			write(&body, j)
			for _, word := range j.words {
				words := index
				if strings.HasPrefix(word, `"`) {
					words = errorTexts
				}
				words[word] = append(words[word], "#"+anchor(j.title))
			}
		}
	}
	for _, p := range longer {
		for word := range strings.SplitSeq(p.words, ", ") {
			if word != "" {
				index[word] = append(index[word], "#longer-programs")
			}
		}
	}
	contents.WriteString(top)
	writeIndex(&contents, "Words", index)
	writeIndex(&contents, "Errors of net/url and net", errorTexts)
	contents.Write(body.Bytes())
	contents.WriteString("\n## Longer programs\n\n")
	for _, p := range longer {
		fmt.Fprintf(&contents, "- %s: [%s](%s)\n", p.task, p.example, p.file)
	}
	return contents.Bytes(), nil
}

// jobsIn returns the jobs of the files that match a pattern, in their order. Braces in the pattern list folders.
func jobsIn(root, pattern string) (jobs []job, err error) {
	for _, name := range expand(pattern) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(root, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		examples := doc.Examples(file)
		slices.SortFunc(examples, func(a, b *doc.Example) int { return int(a.Code.Pos() - b.Code.Pos()) })
		for _, example := range examples {
			if !strings.HasPrefix(example.Doc, "Job: ") {
				continue
			}
			j, err := newJob(fset, example)
			if err != nil {
				return nil, fmt.Errorf("%s: Example%s: %w", name, example.Name, err)
			}
			jobs = append(jobs, j)
		}
	}
	return jobs, nil
}

func expand(pattern string) (names []string) {
	list, file, found := strings.Cut(strings.TrimPrefix(pattern, "{"), "}")
	if !found {
		return []string{pattern}
	}
	for folder := range strings.SplitSeq(list, ",") {
		names = append(names, folder+file)
	}
	return names
}

func newJob(fset *token.FileSet, example *doc.Example) (j job, err error) {
	paragraphs := strings.Split(strings.TrimSpace(example.Doc), "\n\n")
	if len(paragraphs) != 4 {
		return job{}, fmt.Errorf("%d paragraphs, want 4: Job, a text, Trap, Words", len(paragraphs))
	}
	words, hasWords := strings.CutPrefix(paragraphs[3], "Words: ")
	trap, hasTrap := strings.CutPrefix(paragraphs[2], "Trap: ")
	title, isLine := strings.CutPrefix(paragraphs[0], "Job: ")
	if !hasWords || !hasTrap || !isLine || strings.Contains(title, "\n") {
		return job{}, errors.New("want the paragraphs Job, a text, Trap, Words")
	}
	if example.Play == nil {
		return job{}, errors.New("it is not a whole program")
	}
	code, err := source(fset, example.Play)
	return job{title, paragraphs[1], trap, code, example.Output, strings.Split(strings.ReplaceAll(words, "\n", " "), ", ")}, err
}

var importGroup = regexp.MustCompile(`(?s)\nimport \((.*?)\n\)`)

// maxLines is the most lines that the program of a job has.
const maxLines = 25

// source returns the text of a program. If it would be too long, each import is in a line of its own.
func source(fset *token.FileSet, file *ast.File) (string, error) {
	var b bytes.Buffer
	if err := format.Node(&b, fset, file); err != nil {
		return "", err
	}
	if strings.Count(b.String(), "\n") <= maxLines {
		return b.String(), nil
	}
	text := importGroup.ReplaceAllStringFunc(b.String(), func(group string) string {
		var lines strings.Builder
		for path := range strings.Lines(importGroup.FindStringSubmatch(group)[1]) {
			if path = strings.TrimSpace(path); path != "" {
				lines.WriteString("\nimport " + path)
			}
		}
		return lines.String()
	})
	formatted, err := format.Source([]byte(text))
	return string(formatted), err
}

func write(b *bytes.Buffer, j job) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n```go\n%s```\n\n", j.title, j.text, j.code)
	fmt.Fprintf(b, "```text\n%s\n```\n\n**Trap:** %s\n", strings.TrimSpace(j.output), j.trap)
}

// writeIndex writes the words with links to their jobs: the second and later ones as numbers.
func writeIndex(b *bytes.Buffer, title string, words map[string][]string) {
	fmt.Fprintf(b, "**%s:**\n", title)
	sorted := slices.SortedFunc(maps.Keys(words), func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
	})
	for i, word := range sorted {
		fmt.Fprintf(b, "[%s](%s)", word, words[word][0])
		for n, link := range words[word][1:] {
			fmt.Fprintf(b, " [%d](%s)", n+2, link)
		}
		if i < len(sorted)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// anchor returns the anchor that GitHub gives a title.
func anchor(title string) string {
	return strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
}
