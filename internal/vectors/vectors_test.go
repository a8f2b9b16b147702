package vectors

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A recorder is a test that notes how it ends.
type recorder struct {
	testing.TB
	message string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) {
	r.message = "skipped: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.message = "failed: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// run runs a test to its end.
func (r *recorder) run(test func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		test()
	}()
	<-done
}

func TestRead(t *testing.T) {
	folder, err := filepath.Abs("../../testdata/psl")
	if err != nil {
		t.Fatal(err)
	}
	const unset = "unset"
	for _, test := range []struct {
		ci, dir, name string
		want          string // the beginning of the message, and empty if the file is read
	}{
		{"", unset, "files.txt", ""},
		{"true", unset, "files.txt", ""},
		{"", "testdata/psl", "files.txt", ""},
		{"", folder, "files.txt", ""},
		{"", unset, "none.txt", "skipped: "},
		{"true", unset, "none.txt", "failed: "},
		{"", "", "files.txt", "failed: "},
		{"", "testdata/none", "files.txt", "failed: "},
		{"", folder, "none.txt", "failed: "},
	} {
		t.Setenv("CI", test.ci)
		t.Setenv("PSL_DIR", test.dir)
		if test.dir == unset {
			os.Unsetenv("PSL_DIR") // until the test ends
		}
		r := &recorder{TB: t}
		var data []byte
		r.run(func() { data = Read(r, "PSL_DIR", "none.dat", test.name) })
		if (len(data) > 0) != (test.want == "") || !strings.HasPrefix(r.message, test.want) {
			t.Errorf("%+v: %d bytes, %q", test, len(data), r.message)
		}
		if test.want != "" && !strings.HasSuffix(r.message, ": "+Bring+"psl") {
			t.Errorf("%+v: %q does not say how to get the file", test, r.message)
		}
	}
}

// TestFolders is for who wants to know early whether all vectors are there.
func TestFolders(t *testing.T) {
	files := map[string][]string{
		"FETCH_DIR":      {"data-urls.json"},
		"HTML_DIR":       {"srcset.json", "embedded-content/the-img-element/srcset/parse-a-srcset-attribute.html"},
		"LINK_DIR":       {"LinkDetectionTest.txt"},
		"PAYLOADS_DIR":   {"oauth2-proxy-openredirects.txt"},
		"PSL_DIR":        {"test_psl.txt"},
		"URLPATTERN_DIR": {"urlpatterntestdata.json"},
		"WPT_DIR":        {"urltestdata.json"},
	}
	for variable := range folders {
		t.Run(variable, func(t *testing.T) { Read(t, variable, files[variable]...) })
	}
}

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		data    string
		atLeast int
		want    string // the beginning of the message
	}{
		{`["a comment", {"input": "a", "base": null}, {"input": "b", "base": "c"}]`, 2, ""},
		{`["a comment", {"input": "a"}]`, 2, "failed: 1 vectors"},
		{`[{"input": "a"}] []`, 0, "failed: "},
		{`[{"input": 1}]`, 0, "failed: "},
		{`{"input": "a"}`, 0, "failed: "},
	} {
		r := &recorder{TB: t}
		var list []URL
		r.run(func() { list = Decode[URL](r, []byte(test.data), test.atLeast) })
		if !strings.HasPrefix(r.message, test.want) || (r.message == "") != (test.want == "") {
			t.Errorf("%+v: %q", test, r.message)
		}
		if test.want == "" && (len(list) != 2 || list[0] != URL{"a", ""} || list[1] != URL{"b", "c"}) {
			t.Errorf("%+v: %+v", test, list)
		}
	}
	data := []byte(`[{"input": "a", "other": "b"}]`)
	r := &recorder{TB: t}
	if r.run(func() { DecodeStrictly[URL](r, data, 1) }); !strings.HasPrefix(r.message, "failed: ") {
		t.Errorf("DecodeStrictly ignores a member: %q", r.message)
	}
	if list := Decode[URL](t, data, 1); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}
