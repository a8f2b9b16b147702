package url

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	documentLink = regexp.MustCompile(`\[([^]]+)\]\(([^)#\s]*)(?:#([\w-]+))?\)`)
	anchorTag    = regexp.MustCompile(`<a id="([\w-]+)">`)
	notInAnchor  = regexp.MustCompile(`[^\w -]`)
	exampleFunc  = regexp.MustCompile(`(?m)^func (Example\w*)\(\)`)
)

// All files, sections and anchors that README.md and MIGRATING.md link to exist. The text of a link to a file of
// examples is the name of an example in it. In MIGRATING.md, the name may lack "Example_migrating".
func TestDocumentLinks(t *testing.T) {
	for document, minimum := range map[string]int{"README.md": 25, "MIGRATING.md": 60} {
		examples := 0
		for _, match := range documentLink.FindAllStringSubmatch(readDocument(t, document), -1) {
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
