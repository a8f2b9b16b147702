package url

import "testing"

// TestUnnormalizedDriveLetter has a record that only the protocol setter makes: a file: URL whose first segment is a
// Windows drive letter with a "|". Only a normalized one stays in front of "/y".
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
