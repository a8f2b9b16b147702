package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	commit     = "0123456789abcdef0123456789abcdef01234567"
	content    = "abc" // whose SHA-256 is an example of FIPS 180
	contentSum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
)

// newDir returns a directory with a list of two files.
func newDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, dir, list, "commit "+commit+"\n"+contentSum+"  url/a.json\n"+contentSum+"  url/resources/b.json\n")
	return dir
}

func writeFile(t *testing.T, dir, name, data string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// files returns the files below dir, and what is in them.
func files(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == list {
			return err
		}
		data, err := os.ReadFile(name)
		all = append(all, strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(dir)+"/")+" "+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// serve returns the URL of a server that answers as handle says, and the list of the paths it was asked for.
func serve(t *testing.T, handle http.HandlerFunc) (base string, asked *[]string) {
	t.Helper()
	asked = new([]string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.Path)
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

func good(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, content) }

func TestBring(t *testing.T) {
	dir := newDir(t)
	base, asked := serve(t, good)
	want := []string{"url/a.json " + content, "url/resources/b.json " + content}
	for range 2 { // the second time, all are there
		if err := bring(dir, base); err != nil {
			t.Fatal(err)
		}
		if got := files(t, dir); !slices.Equal(got, want) {
			t.Errorf("the files are %q, want %q", got, want)
		}
		if want := []string{"/" + commit + "/url/a.json", "/" + commit + "/url/resources/b.json"}; !slices.Equal(*asked, want) {
			t.Errorf("the server was asked for %q, want %q", *asked, want)
		}
	}
	// A file with another content is replaced, and the other one is left alone.
	*asked = nil
	writeFile(t, dir, "url/a.json", "old")
	if err := bring(dir, base); err != nil || !slices.Equal(files(t, dir), want) || len(*asked) != 1 {
		t.Errorf("error %v, files %q; the server was asked for %q", err, files(t, dir), *asked)
	}
}

// After an error, there is no file that is wrong, incomplete or old.
func TestBringFails(t *testing.T) {
	for _, test := range []struct {
		name   string
		handle http.HandlerFunc
		want   []string // what the error says
	}{
		{"another content", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "abd") },
			// printf abd | sha256sum
			[]string{"url/a.json", contentSum, "a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9"}},
		{"an empty file", func(http.ResponseWriter, *http.Request) {},
			[]string{"url/a.json", contentSum, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}},
		{"not found", http.NotFound, []string{"url/a.json", "/" + commit + "/url/a.json", "404 Not Found"}},
		{"interrupted", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, content)
		}, []string{"url/a.json", "/" + commit + "/url/a.json", "unexpected EOF"}},
	} {
		for _, old := range []bool{false, true} {
			dir := newDir(t)
			if old {
				writeFile(t, dir, "url/a.json", "old")
			}
			base, _ := serve(t, test.handle)
			err := bring(dir, base)
			if err == nil {
				t.Errorf("%s: no error", test.name)
				continue
			}
			for _, part := range test.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%s: the error is %q, want %q in it", test.name, err, part)
				}
			}
			if got := files(t, dir); len(got) > 0 {
				t.Errorf("%s: the files are %q, want none", test.name, got)
			}
		}
	}
}

func TestBringWithoutServer(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	dir := newDir(t)
	if err := bring(dir, server.URL); err == nil || !strings.Contains(err.Error(), "url/a.json") || len(files(t, dir)) > 0 {
		t.Errorf("error %v, files %q", err, files(t, dir))
	}
}

func TestReadListRefuses(t *testing.T) {
	for _, bad := range []string{
		contentSum + "  a.json\n", // without a commit
		"commit 0123\n",
		"commit " + commit + "\nabc  a.json\n",
		"commit " + commit + "\n" + contentSum + "\n",
		"commit " + commit + "\n" + contentSum + "  ../a.json\n",
		"commit " + commit + "\n" + contentSum + "  /a.json\n",
		"\n",
	} {
		dir := t.TempDir()
		writeFile(t, dir, list, bad)
		if got, err := readList(filepath.Join(dir, list)); err == nil || !strings.Contains(err.Error(), list+":") {
			t.Errorf("%q: %v, error %v", bad, got, err)
		}
	}
}

// TestList checks the list of this repository: each file is there once, and the tests' data files are there.
func TestList(t *testing.T) {
	all, err := readList(filepath.FromSlash("../../testdata/wpt/" + list))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range all {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	if unique := slices.Compact(slices.Clone(paths)); len(unique) != len(paths) {
		t.Errorf("a file is there twice: %q", paths)
	}
	for _, want := range []string{"url/resources/urltestdata.json", "urlpattern/resources/urlpatterntestdata.json", "resources/testharness.js"} {
		if !slices.Contains(paths, want) {
			t.Errorf("%s is missing", want)
		}
	}
}
