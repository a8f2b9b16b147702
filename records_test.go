package url

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/spec"
)

// TestUnnormalizedDriveLetter has a record that only the protocol setter makes: a file: URL whose first segment is a
// Windows drive letter with "|". References that begin with a slash replace it. They keep only a drive letter with ":".
// https://url.spec.whatwg.org/#file-slash-state
func TestUnnormalizedDriveLetter(t *testing.T) {
	u := MustParse("http://h/C|/x")
	if err := u.SetProtocol("file"); err != nil || u.Href() != "file://h/C|/x" {
		t.Fatalf("SetProtocol: %s, %v", u, err)
	}
	for _, test := range []struct{ ref, href string }{
		{"/y", "file://h/y"},
		{`\y`, "file://h/y"},
		{"/D|/y", "file://h/D:/y"},
		{"y", "file://h/C|/y"},
		{"../y", "file://h/y"},
		{"?q", "file://h/C|/x?q"},
	} {
		if got, err := u.Parse(test.ref); err != nil || got.Href() != test.href {
			t.Errorf("%q relative to %s: %s, %v, want %s", test.ref, u, got, err, test.href)
		}
	}
	for _, test := range []struct {
		extend func(...string) (URL, error)
		text   []string
		href   string
	}{
		{u.AppendSegments, []string{"a"}, "file://h/C|/x/a"},
		{u.AppendSegments, nil, "file://h/C|/x"},
		{u.JoinPath, []string{"a"}, "file://h/C|/x/a"},
		{u.JoinPath, []string{"..", "a/"}, "file://h/C|/a/"},
		{u.JoinPath, []string{"../..", "a"}, "file://h/a"},
	} {
		if got, err := test.extend(test.text...); err != nil || got.Href() != test.href {
			t.Errorf("%q after the path of %s: %s, %v, want %s", test.text, u, got, err, test.href)
		}
	}
}

// No parse gives these URLs: their hrefs parse to others. Only the protocol setter makes such records, and only two
// kinds of them: file: URLs with the host localhost, which the parser makes empty, and file: URLs whose first segment
// is a Windows drive letter with "|", for which the parser writes ":". The setters keep what they do not set.
var unparsableRecords = []struct {
	href  string
	calls [][2]string
	want  string
}{
	{"http://localhost/", file, "file://localhost/"},
	{"ws://LOCALHOST:80/a/b?q#f", file, "file://localhost/a/b?q#f"},
	{"https://localhost/C:/a", file, "file://localhost/C:/a"},
	{"ftp://localhost/C|", file, "file://localhost/C|"},
	{"ftp://localhost/c|/", file, "file://localhost/c|/"},
	{"http://h/C|", file, "file://h/C|"},
	{"http://h/C|/", file, "file://h/C|/"},
	{"http://h/C|/D|/x?q", file, "file://h/C|/D|/x?q"},
	{"http://h/C|//", file, "file://h/C|//"},
	{"wss://1.2.3.4/c|/x#f", file, "file://1.2.3.4/c|/x#f"},
	{"http://[::1]/z|?", file, "file://[::1]/z|?"},
	{"http://h/C|/x", [][2]string{{"protocol", "file"}, {"host", ""}}, "file:///C|/x"},
	{"http://h/C|", [][2]string{{"protocol", "file"}, {"hostname", "localhost"}, {"search", "a=b"}}, "file:///C|?a=b"},
	{"http://localhost/x", [][2]string{{"protocol", "file"}, {"pathname", "c|"}, {"hash", "f"}}, "file://localhost/c:#f"},
}

var file = [][2]string{{"protocol", "file"}}

// eachRecord calls f with each of unparsableRecords, in the package and in the transcription of the standard.
func eachRecord(t *testing.T, f func(u URL, record *spec.Object)) {
	t.Helper()
	for _, r := range unparsableRecords {
		u, record := MustParse(r.href), spec.NewURL(r.href, nil)
		for _, call := range r.calls {
			if err := setters[call[0]](&u, call[1]); err != nil {
				t.Fatalf("set %s of %s to %q: %v", call[0], r.href, call[1], err)
			}
			spec.Setters[call[0]](record, call[1])
		}
		if u.Href() != r.want {
			t.Errorf("%q of %s: %s, want %s", r.calls, r.href, u, r.want)
		}
		if again, err := Parse(u.Href()); err != nil || again == u {
			t.Errorf("a parse gives %+v: %v", u, err)
		}
		checkURL(t, u, record.URL)
		f(u, record)
	}
}

// TestUnparsableRecordsAsTranscribed resolves references against the records, and calls each setter on them.
func TestUnparsableRecordsAsTranscribed(t *testing.T) {
	refs := []string{
		"", "/", "/y", `\y`, "y", "./y", "..", "../..", "../../../y", "?", "?r", "#", "#g", "//", "//localhost/y", "//g/y", "///y",
		"C|", "C|/y", "/C|/y", "D|", "/D|", "/D|/..", "/D:/y", "./C|", "file:", "file:y", "file:/y", "file:C|/y", "file:?r", "http:y", "c|x", "%2e%2e/y",
	}
	values := slices.Concat(refs, []string{"localhost", "LOCALHOST", "h", "h:80", "", "http", "https:", "foo", "C:", "a b", "1", "[::2]"})
	eachRecord(t, func(u URL, record *spec.Object) {
		for _, ref := range refs {
			checkReference(t, u, record.URL, ref)
		}
		withPair, object := u, spec.NewObject(clone(record.URL))
		withPair.SearchParams().Append("k", "v")
		object.SetSearchParams(append(object.List, spec.Tuple{Name: "k", Value: "v"}))
		checkURL(t, withPair, object.URL)
		for name, set := range setters {
			for _, value := range values {
				changed, object := u, spec.NewObject(clone(record.URL))
				_ = set(&changed, value) // the transcription says what it changes
				spec.Setters[name](object, value)
				checkURL(t, changed, object.URL)
				checkReference(t, changed, object.URL, "/y")
			}
		}
		for _, target := range []URL{u, MustParse("file:///C:/x"), MustParse("file://h/y")} {
			for _, base := range []URL{u, target} {
				if ref, ok := base.MakeRelative(target); ok {
					if v, err := base.Parse(ref); err != nil || v != target {
						t.Errorf("%q leads from %s to %s, %v, want %s", ref, base, v, err, target)
					}
				}
			}
		}
	})
}

// clone returns a copy of u that setters may change.
func clone(u *spec.URL) *spec.URL {
	v := *u
	v.Path = slices.Clone(u.Path)
	return &v
}

// TestUnparsableRecordsThroughMethods calls every exported method on the records. None panics, none but the pointer
// methods changes the URL, and each URL that a method returns is a record in order, with the same scheme and host. What
// does not parse keeps the path, too.
func TestUnparsableRecordsThroughMethods(t *testing.T) {
	methods := 0
	eachRecord(t, func(u URL, _ *spec.Object) {
		typ := reflect.TypeFor[*URL]()
		for i := range typ.NumMethod() {
			methods++
			name, receiver := typ.Method(i).Name, u
			_, onValue := reflect.TypeFor[URL]().MethodByName(name)
			method := reflect.ValueOf(&receiver).Method(i)
			for _, result := range method.Call(methodArguments(t, name, method.Type(), u)) {
				v, isURL := result.Interface().(URL)
				if !isURL || v.IsZero() {
					continue
				}
				if err := brokenInvariant(v); err != nil {
					t.Errorf("%s of %s: %v", name, u, err)
				}
				kept := u.href[:u.pathStart]
				if !strings.HasPrefix(name, "Parse") {
					kept += strings.TrimSuffix(u.Pathname(), "/")
				}
				if !strings.HasPrefix(v.Href(), kept) {
					t.Errorf("%s of %s changed more than it should: %s", name, u, v)
				}
			}
			if onValue && receiver != u {
				t.Errorf("%s changed %s to %s", name, u, receiver)
			}
			if err := brokenInvariant(receiver); err != nil {
				t.Errorf("after %s of %s: %v", name, u, err)
			}
		}
	})
	if methods < 50*len(unparsableRecords) {
		t.Errorf("%d calls", methods)
	}
}

// methodArguments returns arguments for a method of u.
func methodArguments(t *testing.T, name string, method reflect.Type, u URL) (arguments []reflect.Value) {
	t.Helper()
	for i := range method.NumIn() {
		var argument any
		switch in := method.In(i); {
		case method.IsVariadic() && in == reflect.TypeFor[[]string]():
			arguments = append(arguments, reflect.ValueOf("a"), reflect.ValueOf("b c"))
			continue
		case in.Kind() == reflect.String:
			argument = "y"
		case in == reflect.TypeFor[any]():
			argument = "file://h/y"
		case in == reflect.TypeFor[[]byte]():
			argument = []byte("file://h/y")
		case in == reflect.TypeFor[URL]():
			argument = u
		case in == reflect.TypeFor[PathStyle]():
			argument = WindowsPath
		case in == reflect.TypeFor[func(name, value string) (string, bool)]():
			argument = func(name, value string) (string, bool) { return value + "1", true }
		case in == reflect.TypeFor[func(u URL) (Origin, bool)]():
			argument = func(URL) (Origin, bool) { return Origin{}, true }
		default:
			t.Fatalf("%s: no argument of type %v", name, in)
		}
		arguments = append(arguments, reflect.ValueOf(argument))
	}
	return arguments
}
