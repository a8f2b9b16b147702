package main

import (
	"fmt"
	"io"
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
	newCommit  = "fedcba9876543210fedcba9876543210fedcba98"
	content    = "abc" // whose SHA-256 is an example of FIPS 180
	contentSum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	otherSum   = "a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9" // printf abd | sha256sum

	list = "repository owner/name\ncommit " + commit + "\n" + contentSum + "  url/a.json\n" + contentSum + "  url/b c.json => b.json\n"
)

// newFolder returns a folder with a list of two files.
func newFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	writeFile(t, folder, listName, list)
	return folder
}

func writeFile(t *testing.T, folder, name, data string) {
	t.Helper()
	name = filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// files returns the files below the folder, and what is in them.
func files(t *testing.T, folder string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == listName {
			return err
		}
		data, err := os.ReadFile(name)
		all = append(all, strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(folder)+"/")+" "+string(data))
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

// serveFiles returns the URL of a server with files by their paths.
func serveFiles(t *testing.T, content map[string]string) (base string) {
	t.Helper()
	base, _ = serve(t, func(w http.ResponseWriter, r *http.Request) {
		data, ok := content[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
		}
		fmt.Fprint(w, data)
	})
	return base
}

func TestBring(t *testing.T) {
	folder := newFolder(t)
	base, asked := serve(t, good)
	want := []string{"b.json " + content, "url/a.json " + content}
	for range 2 { // the second time, all are there
		if err := run([]string{"-from", base, folder}, io.Discard); err != nil {
			t.Fatal(err)
		}
		if got := files(t, folder); !slices.Equal(got, want) {
			t.Errorf("the files are %q, want %q", got, want)
		}
		in := "/owner/name/" + commit
		if want := []string{in + "/url/a.json", in + "/url/b c.json"}; !slices.Equal(*asked, want) {
			t.Errorf("the server was asked for %q, want %q", *asked, want)
		}
	}
	// A file with another content is replaced, and the other one is left alone.
	*asked = nil
	writeFile(t, folder, "url/a.json", "old")
	if err := bring(io.Discard, folder, base); err != nil || !slices.Equal(files(t, folder), want) || len(*asked) != 1 {
		t.Errorf("error %v, files %q; the server was asked for %q", err, files(t, folder), *asked)
	}
}

// After an error, there is no file that is wrong, incomplete or old. The error names every file.
func TestBringFails(t *testing.T) {
	for _, test := range []struct {
		name   string
		handle http.HandlerFunc
		want   []string // what the error says
	}{
		{"another content", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "abd") }, []string{contentSum, otherSum}},
		{"an empty file", func(http.ResponseWriter, *http.Request) {},
			[]string{contentSum, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}},
		{"not found", http.NotFound, []string{"/" + commit + "/url/a.json", "/" + commit + "/url/b%20c.json", "404 Not Found"}},
		{"interrupted", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, content)
		}, []string{"/" + commit + "/url/a.json", "unexpected EOF"}},
	} {
		for _, old := range []bool{false, true} {
			folder := newFolder(t)
			if old {
				writeFile(t, folder, "url/a.json", "old")
			}
			base, _ := serve(t, test.handle)
			err := bring(io.Discard, folder, base)
			checkError(t, test.name, err, append(test.want, "url/a.json", "url/b c.json")...)
			if got := files(t, folder); len(got) > 0 {
				t.Errorf("%s: the files are %q, want none", test.name, got)
			}
		}
	}
}

// checkError checks that an error says all of want.
func checkError(t *testing.T, what string, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	for _, part := range want {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: the error is %q, want %q in it", what, err, part)
		}
	}
}

// A server that does not answer is not asked for every file.
func TestBringWithoutServer(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	folder := newFolder(t)
	err := bring(io.Discard, folder, server.URL)
	checkError(t, "no server", err, "url/a.json")
	if len(files(t, folder)) > 0 || err != nil && strings.Contains(err.Error(), "url/b c.json") {
		t.Errorf("error %v, files %q", err, files(t, folder))
	}
}

func TestUpdate(t *testing.T) {
	folder := newFolder(t)
	in := "/owner/name/" + newCommit
	base := serveFiles(t, map[string]string{in + "/url/a.json": "abd", in + "/url/b c.json": content})
	var out strings.Builder
	if err := run([]string{"-from", base, "-update", newCommit, folder}, &out); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "url/a.json has changed\n"+folder+": 2 files, 1 of them changed\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	wantFiles(t, folder, "b.json "+content, "url/a.json abd")
	data, err := os.ReadFile(filepath.Join(folder, listName))
	want := "repository owner/name\ncommit " + newCommit + "\n" + otherSum + "  url/a.json\n" + contentSum + "  url/b c.json => b.json\n"
	if err != nil || string(data) != want {
		t.Errorf("the list is %q, error %v; want %q", data, err, want)
	}
}

func wantFiles(t *testing.T, folder string, want ...string) {
	t.Helper()
	if got := files(t, folder); !slices.Equal(got, want) {
		t.Errorf("the files are %q, want %q", got, want)
	}
}

// After an error, the list and the files are as before.
func TestUpdateFails(t *testing.T) {
	for _, test := range []struct {
		name, commit string
		content      map[string]string
		list         string
		want         []string
	}{
		{"no such commit", newCommit, nil, list, []string{newCommit, "owner/name", "url/a.json", "url/b c.json"}},
		{"a file has gone", newCommit, map[string]string{"/owner/name/" + newCommit + "/url/a.json": "abd"}, list,
			[]string{newCommit, "owner/name", "url/b c.json"}},
		{"a part of a commit", newCommit[:7], nil, list, []string{`"fedcba9"`, "40 digits"}},
		{"a branch", "main", nil, list, []string{`"main"`, "40 digits"}},
		{"two repositories", newCommit, nil, list + "repository owner/other\ncommit " + commit + "\n" + contentSum + "  c.json\n",
			[]string{"several repositories"}},
	} {
		folder := t.TempDir()
		writeFile(t, folder, listName, test.list)
		writeFile(t, folder, "url/a.json", content)
		err := run([]string{"-from", serveFiles(t, test.content), "-update", test.commit, folder}, io.Discard)
		checkError(t, test.name, err, test.want...)
		wantFiles(t, folder, "url/a.json "+content)
		if data, err := os.ReadFile(filepath.Join(folder, listName)); err != nil || string(data) != test.list {
			t.Errorf("%s: the list is %q, error %v", test.name, data, err)
		}
	}
	if err := run([]string{"-update", newCommit, "a", "b"}, io.Discard); err == nil {
		t.Error("two folders: no error")
	}
}

func TestMoved(t *testing.T) {
	for _, test := range []struct {
		content map[string]string
		want    string
	}{
		{map[string]string{"a.json": content, "b c.json": content}, ""},
		{map[string]string{"a.json": "abd", "b c.json": content}, "owner/name: url/a.json has changed since 0123456\n"},
		{map[string]string{"b c.json": "abd"}, "owner/name: url/a.json has gone\nowner/name: url/b c.json has changed since 0123456\n"},
	} {
		folder := newFolder(t)
		head := map[string]string{}
		for name, data := range test.content {
			head["/owner/name/HEAD/url/"+name] = data
		}
		var out strings.Builder
		err := run([]string{"-from", serveFiles(t, head), "-moved", folder}, &out)
		if err != nil || out.String() != test.want {
			t.Errorf("output %q, error %v; want %q", out.String(), err, test.want)
		}
		wantFiles(t, folder)
	}
	base, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	checkError(t, "a server that fails", look(io.Discard, newFolder(t), base), "url/a.json", "500")
}

func TestReadListRefuses(t *testing.T) {
	const head = "repository owner/name\ncommit " + commit + "\n"
	for _, bad := range []string{
		"",
		head,
		"repository owner\n",
		contentSum + "  a.json\n",
		"commit " + commit + "\n" + contentSum + "  a.json\n", // without a repository
		"repository owner/name\n" + contentSum + "  a.json\n", // without a commit
		"repository owner/name\ncommit 0123\n",
		head + "repository owner/other\n" + contentSum + "  a.json\n",
		head + "abc  a.json\n",
		head + contentSum + "\n",
		head + contentSum + "  ../a.json\n",
		head + contentSum + "  /a.json\n",
		head + contentSum + "  a.json => ../b.json\n",
		head + contentSum + "  a.json => \n",
		"\n",
	} {
		folder := t.TempDir()
		writeFile(t, folder, listName, bad)
		if got, err := readList(folder); err == nil || !strings.Contains(err.Error(), listName+":") {
			t.Errorf("%q: %v, error %v", bad, got, err)
		}
	}
}

// TestLists checks the lists of this repository: no file is there twice, and none is lost.
func TestLists(t *testing.T) {
	counts := map[string]int{"corpora": 2, "licenses": 1, "link": 5, "payloads": 8, "psl": 2, "wpt": 41}
	lists, err := filepath.Glob("../../testdata/*/" + listName)
	if err != nil || len(lists) != len(counts) {
		t.Errorf("lists %q, error %v; want %d", lists, err, len(counts))
	}
	for folder, want := range counts {
		all, err := readList(filepath.Join("../../testdata", folder))
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, f := range all {
			if names[f.name] {
				t.Errorf("%s has %s twice", folder, f.name)
			}
			names[f.name] = true
		}
		if len(names) != want {
			t.Errorf("%s has %d files, want %d: if this is on purpose, change the number", folder, len(names), want)
		}
	}
}
