// Command cookbook writes COOKBOOK.md from the examples whose comments begin with "Job:". Most of them are in the folder cookbook.
// Run it in the root of the module:
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

// A section has the jobs of some files.
type section struct{ title, files string }

var sections = []section{
	{"Parsing and comparing URLs", "cookbook/parsing_test.go"},
	{"Hosts, domains and ports", "cookbook/hosts_test.go"},
	{"Query parameters", "cookbook/queries_test.go"},
	{"Building and changing URLs", "cookbook/building_test.go"},
	{"Configuration and databases", "cookbook/storage_test.go"},
	{"Servers, proxies and net/url", "cookbook/servers_test.go"},
	{"Access decisions", "cookbook/access_test.go"},
	{"Redirects and OAuth", "redirect/example_test.go"},
	{"Requests to untrusted URLs", "guard/example_test.go"},
	{"Logging", "cookbook/logging_test.go"},
	{"HTML, mail and plain text", "{cookbook/html_test.go,page/example_test.go,link/example_test.go,display/example_test.go,dataurl/example_test.go}"},
	{"URL patterns", "urlpattern/example_test.go"},
}

const top = `# Cookbook

<!-- Made by go generate from the examples with "Job:" in their comments. Do not edit. -->

Each job has code to copy, which is a test, and what it prints. Programs end with panic where yours return the error.

`

const reference = "https://pkg.go.dev/github.com/weburl-go/url"

// longer are examples that have more than 25 lines, with their places on pkg.go.dev and the words that people search.
var longer = []struct{ task, place, words string }{
	{"decide and forward in a proxy", "/cookbook#example-package-Proxy", ""},
	{"forward a client's bytes", "/cookbook#example-package-Unchanged", ""},
	{"let clients into one project of GitLab", "/cookbook#example-package-Gitlab", ""},
	{"match hosts and ports as an ingress does", "/cookbook#example-package-Ingress", ""},
	{"keep a folder for each host", "/cookbook#example-package-HostFolder", ""},
	{"log in a middleware", "/cookbook#example-package-Middleware", ""},
	{"resolve the links of a feed", "/cookbook#example-package-Feed", "Atom"},
	{"send a browser's bytes", "#example-URL.RequestURL", ""},
	{"follow redirects as a browser does", "/redirect#example-Transport", "follow redirects"},
	{"call webhooks", "/guard#example-package", "webhook"},
	{"preview a page", "/guard#example-Policy-Preview", "preview, unfurler"},
	{"allow one internal host", "/guard#example-Policy-Webhooks", ""},
	{"use an egress proxy", "/guard#example-Policy.NewProxyTransport", ""},
	{"sign the links of a newsletter", "/page#example-Document.Rewrite", ""},
	{"find the webmention endpoint of a page, also in its elements", "/page#example-Document.Links-Webmention", ""},
	{"sanitize a page", "/page#example-Document.Rewrite-Sanitizer", "sanitizer"},
	{"mirror a site", "/page#example-Document.RemoveBase", "mirror, archive a page, rewrite links"},
	{"turn a comment into HTML", "/link#example-Finder.All-Html", "comment to HTML"},
	{"limit a form", "/form#example-Parse", ""},
	{"route requests", "/urlpattern#example-List.All-Router", "router"},
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
		fmt.Fprintf(&contents, "- [%s](%s%s)\n", p.task, reference, p.place)
	}
	return contents.Bytes(), nil
}

// jobsIn returns the jobs of the files that match a pattern, in their order. Braces in the pattern list files.
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

func expand(pattern string) []string {
	return strings.Split(strings.Trim(pattern, "{}"), ",")
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
