package main

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const root = "../.."

func TestCookbook(t *testing.T) {
	want, err := cookbook(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, "COOKBOOK.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("COOKBOOK.md differs from the examples: run go generate")
	}
}

// A recipe is found by its keywords, can be read without scrolling, and says nothing that another one says.
func TestRecipes(t *testing.T) {
	sentences, titles := map[string]bool{}, map[string]bool{}
	for _, s := range sections {
		recipes, err := recipesIn(root, s.files)
		if err != nil || len(recipes) == 0 {
			t.Fatalf("%s: %d recipes, %v", s.title, len(recipes), err)
		}
		for _, r := range recipes {
			if titles[anchor(r.title)] || !unicode.IsUpper(rune(r.title[0])) || strings.HasSuffix(r.title, ".") || r.output == "" {
				t.Errorf("%s: the title is taken, or is none, or the program prints nothing", r.title)
			}
			titles[anchor(r.title)] = true
			for line := range strings.Lines(r.code) {
				if columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) - 1; columns > maxColumns {
					t.Errorf("%s: %d columns, want at most %d: %s", r.title, columns, maxColumns, line)
				}
			}
			for _, sentence := range regexp.MustCompile(`[.:]\s`).Split(strings.Join(append(r.lead, r.pitfall), " "), -1) {
				if sentence = strings.TrimRight(strings.ToLower(sentence), "."); sentences[sentence] {
					t.Errorf("%s: %q is written twice", r.title, sentence)
				}
				sentences[sentence] = true
			}
		}
	}
	if len(titles) < 80 {
		t.Errorf("%d recipes, want at least 80", len(titles))
	}
}

// maxColumns is the width of a program on the page, with four columns for a tab.
const maxColumns = 100

// Each example of the cookbook is on the page, or MIGRATING.md links to it.
func TestExamplesAreFound(t *testing.T) {
	page, err := cookbook(root)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, file := range exampleFiles(root) {
		examples, _, err := examplesIn(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range examples {
			count++
			place := "/" + path.Dir(file) + "#example-package-" + strings.ToUpper(e.Name[1:2]) + e.Name[2:]
			if !strings.HasPrefix(e.Doc, "Recipe: ") && !strings.HasPrefix(e.Name, "_migrating") && !strings.Contains(string(page), place) {
				t.Errorf("%s: nothing leads to Example%s: give it a title, or add it to longer", file, e.Name)
			}
		}
	}
	if count < 100 {
		t.Errorf("%d examples", count)
	}
}

func TestNewRecipeErrors(t *testing.T) {
	folder := t.TempDir()
	for name, comment := range map[string]string{
		"no pitfall":   "// Recipe: A\n//\n// b\n//\n// Keywords: c\n",
		"no lead":      "// Recipe: A\n//\n// Pitfall: b\n//\n// Keywords: c\n",
		"another kind": "// Recipe: A\n//\n// b\n//\n// Hint: c\n//\n// Keywords: d\n",
		"two lines":    "// Recipe: A\n// b\n//\n// c\n//\n// Pitfall: d\n//\n// Keywords: e\n",
		"no program":   "// Recipe: A\n//\n// b\n//\n// Pitfall: c\n//\n// Keywords: d\n",
		"all of it":    "func f() {}\n\n// Recipe: A\n//\n// b\n//\n// Pitfall: c\n//\n// Keywords: d\n",
	} {
		call := "undefined"
		if name == "all of it" {
			call = "f"
		}
		source := "package p_test\n\n" + comment + "func Example() {\n\t" + call + "()\n\t// Output:\n}\n"
		if err := os.WriteFile(filepath.Join(folder, "example_test.go"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := recipesIn(folder, []string{"example_test.go"}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := cookbook(folder); err == nil {
		t.Error("a folder without the files: no error")
	}
}

// A recipe in a file of no section is an error, instead of being left out of the page.
func TestCheckFiles(t *testing.T) {
	const source = "package p_test\n\n// Recipe: A\n//\n// b\n//\n// Pitfall: c\n//\n// Keywords: d\n" +
		"func Example() {\n\tf()\n\t// Output:\n}\n\nfunc f() {}\n\nfunc Example_b() {}\n"
	for _, name := range []string{"cookbook/lost_test.go", "integration/cookbook/lost_test.go"} {
		folder := t.TempDir()
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(source), 0o600)); err != nil {
			t.Fatal(err)
		}
		if err := checkFiles(folder); err == nil || !strings.Contains(err.Error(), name+" contains a recipe") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// These are words that people searched for, and that once led nowhere.
func TestKeywords(t *testing.T) {
	words := index{}
	for _, s := range sections {
		recipes, err := recipesIn(root, s.files)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range recipes {
			words.add(r.keywords, link(r.title))
		}
	}
	for _, word := range []string{
		"validator", "viper", "koanf", "gin", "pflag", "cobra", "zap", "zerolog", "OpenTelemetry", "go-cmp", "testify", "gorm", "sqlx",
		"pgx", "robots.txt", "sitemap", "lazy images", "og:image", "links of a mail", "page below a prefix", "tel link", "magnet link",
		"config error with its line", "charset of a page", "deny rule", "single-label wildcard", "fasthttp", "shift_jis", "quoted-printable",
		"clone a URL", "real domain", "order of struct fields", "star inside a host", "slash at the end", "http.NewRequest",
		"CheckRedirect", "X-Api-Key", "custom header", "gateway", "RabbitMQ", "Traefik", "environment variable", "phishing", "OIDC", "RSS",
	} {
		if len(words[word]) == 0 {
			t.Errorf("no recipe has the keyword %s", word)
		}
	}
}

// A program keeps the comments in the functions that it calls, and has no others.
func TestCommentsOfPrograms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "example_test.go")
	source := `package p_test

import "fmt"

// Recipe: A
//
// b
//
// Pitfall: c
//
// Keywords: d
func Example() {
	f() // in main
	// Output: 1
}

// f is called.
func f() {
	fmt.Println(1) // in f
}

// g is not called.
func g() {
	fmt.Println(2) // in g
}

func Example_another() {}
`
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	recipes, err := recipesIn("", []string{file})
	if err != nil || len(recipes) != 1 {
		t.Fatal(recipes, err)
	}
	for comment, want := range map[string]bool{"// in main": true, "// f is called.": true, "// in f": true, "// in g": false, "Recipe": false, "Output": false} {
		if strings.Contains(recipes[0].code, comment) != want {
			t.Errorf("the program has %q: %t, want %t:\n%s", comment, !want, want, recipes[0].code)
		}
	}
}
