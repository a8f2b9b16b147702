// Package vectors reads test vectors: those of other projects, which are not part of the repository, and this module's own.
package vectors

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Read returns a file of the folder that an environment variable names, absolute or relative to the root of the repository.
// If the variable is empty, it takes a folder below testdata, where tools/vectorfiles puts the files. If the file is missing
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
		t.Skipf("%v; this brings it to the root of the repository: go run ./tools/vectorfiles testdata/%s", err, project)
	default:
		t.Fatalf("%v; this brings it to the root of the repository: go run ./tools/vectorfiles testdata/%s; or set %s", err, project, variable)
	}
	return data
}

// Own returns a file of the folder testdata of this module.
func Own(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository(t), "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Decode decodes a JSON array of at least so many vectors. A string in place of a vector is a comment.
func Decode[T any](t testing.TB, data []byte, atLeast int) (list []T) {
	t.Helper()
	var elements []json.RawMessage
	err := json.Unmarshal(data, &elements)
	for _, element := range elements {
		var v T
		if element[0] != '"' && err == nil {
			err = json.Unmarshal(element, &v)
			list = append(list, v)
		}
	}
	if err != nil || len(list) < atLeast {
		t.Fatalf("%d vectors, want at least %d; %v", len(list), atLeast, err)
	}
	return list
}

// A URL is the input of a vector of urltestdata.json, and its base URL, which is "" if there is none.
type URL struct{ Input, Base string }

// URLs returns the URLs of this module's urltestdata.json and, if WPT_DIR is set, those of web-platform-tests.
func URLs(t testing.TB) []URL {
	t.Helper()
	const name = "urltestdata.json"
	list := Decode[URL](t, Own(t, name), 4000)
	if os.Getenv("WPT_DIR") != "" {
		list = append(list, Decode[URL](t, Read(t, "WPT_DIR", "wpt/url/resources", name), 800)...)
	}
	return list
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
