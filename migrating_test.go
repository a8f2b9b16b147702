package url

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// MIGRATING.md names an example for each difference, and no example is without its place there.
func TestMigratingLinks(t *testing.T) {
	guide, err := os.ReadFile("MIGRATING.md")
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]bool{}
	for _, match := range regexp.MustCompile(`\[(\w+)\]\((migrating_\w+\.go)\)`).FindAllStringSubmatch(string(guide), -1) {
		linked[match[2]+" "+match[1]] = true
	}
	for _, file := range []string{"migrating_example_test.go", "migrating_query_example_test.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`(?m)^func Example_migrating(\w+)\(\)`).FindAllStringSubmatch(string(source), -1) {
			if !linked[file+" "+match[1]] {
				t.Errorf("MIGRATING.md does not link to %s in %s", match[1], file)
			}
			delete(linked, file+" "+match[1])
		}
	}
	for link := range linked {
		t.Errorf("MIGRATING.md links to %s, which does not exist", link)
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
