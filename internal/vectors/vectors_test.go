package vectors

import (
	"fmt"
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
	folder, err := filepath.Abs("../../testdata/wpt")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		ci, dir, folder, name string
		want                  string // the beginning of the message, and empty if the file is read
	}{
		{"", "", "wpt", "files.txt", ""},
		{"", "testdata/wpt", "none", "files.txt", ""},
		{"", folder, "none", "files.txt", ""},
		{"", "", "wpt/none", "files.txt", "skipped: "},
		{"true", "", "wpt/none", "files.txt", "failed: "},
		{"", "testdata/none", "wpt", "files.txt", "failed: "},
		{"", folder, "wpt", "none.txt", "failed: "},
	} {
		t.Setenv("CI", test.ci)
		t.Setenv("VECTORS_DIR", test.dir)
		r := &recorder{TB: t}
		var data []byte
		r.run(func() { data = Read(r, "VECTORS_DIR", test.folder, test.name) })
		if (len(data) > 0) != (test.want == "") || !strings.HasPrefix(r.message, test.want) {
			t.Errorf("%+v: %d bytes, %q", test, len(data), r.message)
		}
		if test.want != "" && !strings.Contains(r.message, "go run ./tools/vectorfiles testdata/"+strings.TrimSuffix(test.folder, "/none")) {
			t.Errorf("%+v: %q does not say how to get the file", test, r.message)
		}
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
}
