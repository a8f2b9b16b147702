package circles

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// most says how many files the largest circle of a package may have, for the folders where that is not four.
var most = map[string]int{
	"cmd/weburl":    0,
	"internal/spec": 9, // its files are in the standard's order, in which the states, the hosts and the records use each other
}

// tested has the packages whose own tests allow less.
var tested = []string{".", "urlpattern", "urlpattern/internal/ecma"}

// TestPackages holds that no package of the module has a circle of more files than most allows.
func TestPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the go command for each package")
	}
	t.Parallel()
	files := filesByFolder(t, "../..")
	for folder, n := range files {
		limit, ok := most[folder]
		if !ok {
			limit = 4
		}
		if n > limit && !slices.Contains(tested, folder) {
			AtMost(t, filepath.Join("../..", folder), limit)
		}
	}
	for folder := range most {
		if files[folder] == 0 {
			t.Errorf("%s has no files", folder)
		}
	}
	if len(files) < 30 {
		t.Errorf("only %d packages", len(files))
	}
}

// filesByFolder returns how many Go files, without tests, the folders of a module have.
func filesByFolder(t *testing.T, root string) map[string]int {
	files := make(map[string]int)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			name := entry.Name()
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && (err == nil || name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".")) {
				return filepath.SkipDir
			}
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			folder, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			files[filepath.ToSlash(folder)]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
