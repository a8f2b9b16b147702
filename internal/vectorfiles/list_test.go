package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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

// TestLists checks the lists of this repository: each file is there once, and the tests' data files are there.
func TestLists(t *testing.T) {
	for folder, want := range map[string][]string{
		"wpt":      {"url/resources/urltestdata.json", "urlpattern/resources/urlpatterntestdata.json", "resources/testharness.js"},
		"psl":      {"public_suffix_list.dat", "test_psl.txt"},
		"link":     {"LinkTerm.txt", "LinkEmail.txt", "LinkBracket.txt", "LinkDetectionTest.txt", "LinkFormattingTest.txt"},
		"payloads": {"oauth2-proxy-openredirects.txt"},
	} {
		all, err := readList(filepath.Join("..", "..", "testdata", folder))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range all {
			names = append(names, f.name)
		}
		slices.Sort(names)
		if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
			t.Errorf("%s has a file twice: %q", folder, names)
		}
		for _, name := range want {
			if !slices.Contains(names, name) {
				t.Errorf("%s lacks %s", folder, name)
			}
		}
	}
}
