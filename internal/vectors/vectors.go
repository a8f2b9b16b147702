// Package vectors reads test vectors of other projects, which are not part of the repository.
package vectors

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Read returns a file of the folder that an environment variable names, absolute or relative to the root of the repository.
// If the variable is empty, it takes a folder below testdata, where internal/cmd/vectorfiles puts the files. If the file is missing
// there, it skips the test, or fails it if the environment variable CI is set.
func Read(t testing.TB, variable, folder, name string) []byte {
	t.Helper()
	root := repository(t)
	dir := os.Getenv(variable)
	isNamed := dir != ""
	switch {
	case !isNamed:
		dir = filepath.Join(root, "testdata", filepath.FromSlash(folder))
	case !filepath.IsAbs(dir):
		dir = filepath.Join(root, dir)
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	switch project, _, _ := strings.Cut(folder, "/"); {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist) && !isNamed && os.Getenv("CI") == "":
		t.Skipf("%v; this brings it to the root of the repository: go run ./internal/cmd/vectorfiles testdata/%s", err, project)
	default:
		t.Fatalf("%v; this brings it to the root of the repository: go run ./internal/cmd/vectorfiles testdata/%s; or set %s", err, project, variable)
	}
	return data
}

// repository returns the root of the repository, which has the working directory in it.
func repository(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "testdata", "wpt", "files.txt")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("the working directory is not in the repository")
		}
		dir = parent
	}
}
