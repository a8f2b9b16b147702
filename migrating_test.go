package url

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// MIGRATING.md links to an example for each difference. A link's text is the name of an example in its file, with or
// without "Example_migrating". Each example of a difference has its link.
func TestMigratingLinks(t *testing.T) {
	guide, err := os.ReadFile("MIGRATING.md")
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]bool{}
	for _, match := range regexp.MustCompile(`\[(\w+)\]\((\w+\.go)\)`).FindAllStringSubmatch(string(guide), -1) {
		name := match[1]
		if !strings.HasPrefix(name, "Example") {
			name = "Example_migrating" + name
		}
		linked[name+" in "+match[2]] = true
	}
	files, _ := filepath.Glob("example_*_test.go")
	migrating := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`(?m)^func (Example\w+)\(\)`).FindAllStringSubmatch(string(source), -1) {
			name := match[1] + " in " + file
			if strings.HasPrefix(name, "Example_migrating") {
				migrating++
				if !linked[name] {
					t.Errorf("MIGRATING.md does not link to %s", name)
				}
			}
			delete(linked, name)
		}
	}
	for link := range linked {
		t.Errorf("MIGRATING.md links to %s, which does not exist", link)
	}
	if migrating == 0 {
		t.Error("there are no examples of differences")
	}
	for _, anchor := range regexp.MustCompile(`\]\(#([\w-]+)\)`).FindAllStringSubmatch(string(guide), -1) {
		if !slices.ContainsFunc(strings.Split(string(guide), "\n"), func(line string) bool {
			title, isTitle := strings.CutPrefix(line, "## ")
			return isTitle && strings.ReplaceAll(strings.ToLower(title), " ", "-") == anchor[1]
		}) {
			t.Errorf("MIGRATING.md has no section #%s", anchor[1])
		}
	}
}
