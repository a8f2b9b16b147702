package url

import (
	"regexp"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/circles"
)

// TestLayers checks that a file uses only what stands in the files above it in the table of CONTRIBUTING.md, so that the
// package can be read in this order.
func TestLayers(t *testing.T) {
	all := circles.Uses(t, ".") // first, because it skips the test where there are no files
	_, table, _ := strings.Cut(readDocument(t, "CONTRIBUTING.md"), "\n| files | what they contain |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rank := map[string]int{}
	for _, row := range strings.Split(table, "\n") {
		for _, name := range regexp.MustCompile("`(\\w+\\.go)`").FindAllStringSubmatch(strings.SplitN(row, "|", 3)[1], -1) {
			rank[name[1]] = len(rank) + 1
		}
	}
	for from, uses := range all {
		if rank[from] == 0 {
			t.Errorf("CONTRIBUTING.md does not say where %s is", from)
		}
		for to, names := range uses {
			if rank[from] < rank[to] {
				t.Errorf("%s uses %s of %s, which is below it", from, strings.Join(names, ", "), to)
			}
		}
	}
}
