package url

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// getters has the getters of the URL class by their names. The one of searchParams returns the serialization.
var getters = map[string]func(URL) string{
	"href":         URL.Href,
	"origin":       func(u URL) string { return u.Origin().String() },
	"protocol":     URL.Protocol,
	"username":     URL.Username,
	"password":     URL.Password,
	"host":         URL.Host,
	"hostname":     URL.Hostname,
	"port":         URL.Port,
	"pathname":     URL.Pathname,
	"search":       URL.Search,
	"searchParams": func(u URL) string { return u.SearchParams().String() },
	"hash":         URL.Hash,
}

// setters has the setters of the URL class by their names.
var setters = map[string]func(*URL, string) error{
	"href":     (*URL).SetHref,
	"protocol": (*URL).SetProtocol,
	"username": (*URL).SetUsername,
	"password": (*URL).SetPassword,
	"host":     (*URL).SetHost,
	"hostname": (*URL).SetHostname,
	"port":     (*URL).SetPort,
	"pathname": (*URL).SetPathname,
	"search":   (*URL).SetSearch,
	"hash":     (*URL).SetHash,
}

// parseHostOf is ParseOpaqueHost if isOpaque is true, and ParseHost if not.
func parseHostOf(s string, isOpaque bool) (Host, error) {
	if isOpaque {
		return ParseOpaqueHost(s)
	}
	return ParseHost(s)
}

// A checker is a vector that is checked in a subtest.
type checker interface {
	name() string       // of the subtest
	check(r *vectorLog) // compares what the package does with what the vector says
}

// A vectorLog collects what is wrong with a vector.
type vectorLog struct{ problems []string }

func (r *vectorLog) errorf(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// runVectors runs a subtest for each vector. A vector must fail if testdata/expected_failures.txt has the name of its
// subtest, and must pass if not.
func runVectors[T checker](t *testing.T, vectors []T) {
	t.Helper()
	expected := expectedFailures(t)
	names := make(map[string]int)
	ran := 0
	for _, v := range vectors {
		n := v.name()
		if names[n]++; names[n] > 1 {
			n += " (" + strconv.Itoa(names[n]) + ")"
		}
		t.Run(n, func(t *testing.T) {
			ran++
			r := new(vectorLog)
			v.check(r)
			_, isExpected := expected[t.Name()]
			delete(expected, t.Name())
			switch {
			case isExpected && len(r.problems) == 0:
				t.Error("passes, although testdata/expected_failures.txt has it")
			case isExpected:
				t.Log("expected: " + strings.Join(r.problems, "\n"))
			case len(r.problems) > 0:
				t.Error(strings.Join(r.problems, "\n"))
			}
		})
	}
	if ran < len(vectors) {
		return // -run chose some
	}
	for name := range expected {
		t.Errorf("testdata/expected_failures.txt: there is no %s", name)
	}
}

// expectedFailures returns the names of the subtests of t that must fail.
func expectedFailures(t *testing.T) map[string]bool {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "expected_failures.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	expected := make(map[string]bool)
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), t.Name()+"/") {
			expected[lines.Text()] = true
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return expected
}

// readVectors reads an array of vectors from a file. A file with fewer vectors than atLeast is not the right one.
func readVectors[T any](tb testing.TB, from *vectorSource, file string, atLeast int) []T {
	tb.Helper()
	vectors := decodeVectors[T](tb, file, from.read(tb, file))
	if len(vectors) < atLeast {
		tb.Fatalf("%s: %d vectors, want at least %d", file, len(vectors), atLeast)
	}
	from.count(tb, file, len(vectors))
	return vectors
}

// readSetterVectors reads setters_tests.json, an object of arrays of vectors.
func readSetterVectors(tb testing.TB, from *vectorSource) (vectors []setterVector) {
	tb.Helper()
	const file = "setters_tests.json"
	var arrays map[string]json.RawMessage
	decodeStrictly(tb, file, from.read(tb, file), &arrays)
	delete(arrays, "comment")
	if len(arrays) < 9 {
		tb.Fatalf("%s: %d properties", file, len(arrays))
	}
	for _, property := range slices.Sorted(maps.Keys(arrays)) {
		for _, v := range decodeVectors[setterVector](tb, file, arrays[property]) {
			v.Property = property
			vectors = append(vectors, v)
		}
	}
	from.count(tb, file, len(vectors))
	return vectors
}

// decodeVectors decodes an array of vectors. A string in place of a vector is a comment.
func decodeVectors[T any](tb testing.TB, file string, data []byte) (vectors []T) {
	tb.Helper()
	var elements []json.RawMessage
	decodeStrictly(tb, file, data, &elements)
	for _, element := range elements {
		if element[0] == '"' {
			continue
		}
		var v T
		decodeStrictly(tb, file, element, &v)
		vectors = append(vectors, v)
	}
	return vectors
}

// decodeStrictly decodes data into v. It fails the test if v has no place for a member, so that nothing that a vector
// says is ignored.
func decodeStrictly(tb testing.TB, file string, data []byte, v any) {
	tb.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		tb.Fatalf("%s: %v in %.200s", file, err, data)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		tb.Fatalf("%s: data after the end", file)
	}
}

// A vectorSource is a directory of vectors. It knows how many vectors the tests have read from each file.
type vectorSource struct {
	dir     func() (name string, asked bool) // asked: a missing file is an error
	ran     map[string]int
	skipped int // tests that found no file
}

var (
	// ours is testdata/. Its README.md says what it contains.
	ours = &vectorSource{ran: map[string]int{}, dir: func() (string, bool) { return "testdata", true }}

	// wpt is url/resources in web-platform-tests. Without the directory, tests are skipped, unless the environment
	// variable WPT_DIR or CI is set.
	wpt = &vectorSource{ran: map[string]int{}, dir: func() (string, bool) {
		if dir, asked := os.LookupEnv("WPT_DIR"); asked {
			return dir, true
		}
		return filepath.Join("testdata", "wpt", "url", "resources"), os.Getenv("CI") != ""
	}}
)

func (s *vectorSource) read(tb testing.TB, file string) []byte {
	tb.Helper()
	dir, asked := s.dir()
	data, err := os.ReadFile(filepath.Join(dir, file))
	switch {
	case err == nil:
	case asked || !errors.Is(err, fs.ErrNotExist):
		tb.Fatalf("%v; testdata/wpt/README.md says how to get the vectors of web-platform-tests", err)
	default:
		s.skipped++
		tb.Skipf("%v; this brings it: %s", err, bringWPT)
	}
	return data
}

// count notes that a test has read n vectors. Fuzz targets read vectors, too, but only as inputs.
func (s *vectorSource) count(tb testing.TB, file string, n int) {
	if _, isTest := tb.(*testing.T); isTest {
		s.ran[file] = n
	}
}

// bringWPT is the command that brings the vectors of web-platform-tests.
const bringWPT = "go generate ./testdata/wpt"

// TestMain says how many vectors were run. The go command shows that only if it is not given packages, as in "go test
// -run Vectors".
func TestMain(m *testing.M) {
	m.Run()
	if len(ours.ran)+len(wpt.ran)+wpt.skipped == 0 {
		return
	}
	line := fmt.Sprintf("ran %d vectors of web-platform-tests and %d of our own", wpt.total(), ours.total())
	if wpt.skipped > 0 {
		line += fmt.Sprintf("; skipped %d tests, for which this brings the vectors: %s", wpt.skipped, bringWPT)
	}
	fmt.Println(line)
}

func (s *vectorSource) total() (n int) {
	for _, vectors := range s.ran {
		n += vectors
	}
	return n
}
