// Package vectors reads test vectors: those of other projects, which are not part of the repository, and this module's own. It
// also has what the tests of several modules share.
package vectors

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Bring is the command that brings the vectors of a folder below testdata, whose name follows, to the root of the repository.
const Bring = "go run ./tools/vectorfiles testdata/"

// folders has the environment variables that name folders of vectors, absolute or relative to the root of the repository, and the
// folder below testdata that is taken where the variable is not set. Bring fills it.
var folders = map[string]string{
	"FETCH_DIR":      "payloads", // of data: URLs and media types
	"HTML_DIR":       "wpt/html/semantics",
	"LINK_DIR":       "link",
	"PAYLOADS_DIR":   "payloads", // of open redirects
	"PSL_DIR":        "psl",
	"URLPATTERN_DIR": "wpt/urlpattern/resources",
	"WPT_DIR":        "wpt/url/resources",
}

// Read returns the first of the named files that the folder of an environment variable has. If it has none, the test fails if
// the variable is set, even to "", or if CI is. Otherwise the test is skipped.
func Read(t testing.TB, variable string, names ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(t, variable, names...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Path returns the path of the file that Read reads.
func Path(t testing.TB, variable string, names ...string) string {
	t.Helper()
	path, err := find(t, variable, names...)
	if err == nil {
		return path
	}
	_, isNamed := os.LookupEnv(variable)
	project, _, _ := strings.Cut(folders[variable], "/")
	if !isNamed && os.Getenv("CI") == "" {
		t.Skipf("%v; this brings it to the root of the repository: %s%s", err, Bring, project)
	}
	t.Fatalf("%v; this brings it to the root of the repository, if %s is not set: %s%s", err, variable, Bring, project)
	return ""
}

func find(t testing.TB, variable string, names ...string) (path string, err error) {
	t.Helper()
	dir, isNamed := os.LookupEnv(variable)
	if !isNamed {
		dir = filepath.Join("testdata", filepath.FromSlash(folders[variable]))
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(repository(t), dir)
	}
	for _, name := range names {
		path = filepath.Join(dir, filepath.FromSlash(name))
		if _, err = os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", err
}

// Payloads returns the lines of published payloads of open redirects.
func Payloads(t testing.TB) (payloads []string) {
	t.Helper()
	for _, name := range []string{
		"oauth2-proxy-openredirects.txt",
		"PayloadsAllTheThings-Open-Redirect-payloads.txt",
		"PayloadsAllTheThings-open_redirect_wordlist.txt",
		"PayloadsAllTheThings-openredirects.txt",
	} {
		for line := range strings.Lines(string(Read(t, "PAYLOADS_DIR", name))) {
			payloads = append(payloads, strings.TrimRight(line, "\r\n"))
		}
	}
	return payloads
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
func Decode[T any](t testing.TB, data []byte, atLeast int) []T {
	t.Helper()
	return decode[T](t, data, atLeast, func(*json.Decoder) {})
}

// DecodeStrictly does the same, and fails the test if T has no place for a member, so that nothing that a vector says is ignored.
func DecodeStrictly[T any](t testing.TB, data []byte, atLeast int) []T {
	t.Helper()
	return decode[T](t, data, atLeast, (*json.Decoder).DisallowUnknownFields)
}

func decode[T any](t testing.TB, data []byte, atLeast int, configure func(*json.Decoder)) (list []T) {
	t.Helper()
	var elements []json.RawMessage
	err := json.Unmarshal(data, &elements)
	for _, element := range elements {
		if element[0] == '"' {
			continue
		}
		var v T
		decoder := json.NewDecoder(bytes.NewReader(element))
		configure(decoder)
		if err = decoder.Decode(&v); err != nil {
			t.Fatalf("%v in %.200s", err, element)
		}
		list = append(list, v)
	}
	if err != nil || len(list) < atLeast {
		t.Fatalf("%d vectors, want at least %d; %v", len(list), atLeast, err)
	}
	return list
}

// Lines returns the lines of a file that are not empty, without its byte order mark.
func Lines(t testing.TB, name string) (lines []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\uFEFF")) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// A URL is the input of a vector of urltestdata.json, and its base URL, which is "" if there is none.
type URL struct{ Input, Base string }

// URLs returns the URLs of this module's urltestdata.json and those of web-platform-tests. Without the latter, it skips nothing.
func URLs(t testing.TB) []URL {
	t.Helper()
	const name = "urltestdata.json"
	list := Decode[URL](t, Own(t, name), 4000)
	_, isNamed := os.LookupEnv("WPT_DIR")
	if _, err := find(t, "WPT_DIR", name); err == nil || isNamed {
		list = append(list, Decode[URL](t, Read(t, "WPT_DIR", name), 800)...)
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

// Patterns are typical URL patterns, each with a URL that matches and one that does not.
var Patterns = []struct{ Name, Pattern, Match, Miss string }{
	{"fixed", "https://example.com/about", "https://example.com/about", "https://example.com/blog"},
	{"name", "https://example.com/books/:id", "https://example.com/books/978-0-13", "https://example.com/films/978-0-13"},
	{"names", "https://example.com/:lang/books/:id", "https://example.com/en/books/978-0-13", "https://example.com/en/films/978-0-13"},
	{"wildcard", "https://example.com/static/*", "https://example.com/static/js/app.js", "https://example.com/api/js/app.js"},
	{"suffix", "https://example.com/*.js", "https://example.com/static/js/app.js", "https://example.com/static/js/app.css"},
	{"subdomain", "https://*.example.com/*", "https://www.example.com/a/b", "https://www.example.org/a/b"},
	{"optional", "https://example.com/books/:id?", "https://example.com/books", "https://example.com/films"},
	{"repeated", "https://example.com/files/:path+", "https://example.com/files/a/b/c.txt", "https://example.com/files//c.txt"},
	{"protocol", "http{s}?://example.com/*", "https://example.com/a/b", "ftp://example.com/a/b"},
	{"number", `https://example.com/items/:id(\d+)`, "https://example.com/items/12345", "https://example.com/items/12a45"},
	{"choice", "https://example.com/*.:type(png|jpg|gif)", "https://example.com/img/a.gif", "https://example.com/img/a.svg"},
	{"program", "https://example.com/*/thumb/*.jpg", "https://example.com/a/b/thumb/c.jpg", "https://example.com/a/b/large/c.jpg"}, // two wildcards: not matched directly
	{"search", "https://example.com/search?q=*", "https://example.com/search?q=hello", "https://example.com/search?x=hello"},
}
