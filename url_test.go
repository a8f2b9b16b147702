package url

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// TestRecord checks the getters that the URL class does not have.
func TestRecord(t *testing.T) {
	for _, test := range []struct {
		href                  string
		scheme                string
		query, fragment       string // "" is null, "?" and "#" are empty
		port                  string // "" is null
		effective             string // "" is none
		special, opaque, cred bool
		segments              string
	}{
		{"https://h/", "https", "", "", "", "443", true, false, false, "/"},
		{"https://h:1/a//b/?#", "https", "?", "#", "1", "1", true, false, false, "/a//b/"},
		{"http://u@h/?q#f", "http", "?q", "#f", "", "80", true, false, true, "/"},
		{"file:///C:/x", "file", "", "", "", "", true, false, false, "/C:/x"},
		{"foo://h:0", "foo", "", "", "0", "0", false, false, false, ""},
		{"foo:/.//a", "foo", "", "", "", "", false, false, false, "//a"},
		{"mailto:a@b?c", "mailto", "?c", "", "", "", false, true, false, ""},
		{"foo:", "foo", "", "", "", "", false, true, false, ""},
	} {
		u := MustParse(test.href)
		query, hasQuery := u.Query()
		fragment, hasFragment := u.Fragment()
		segments := ""
		for segment := range u.PathSegments() {
			segments += "/" + segment
		}
		mark := func(delimiter, s string, ok bool) string {
			if !ok {
				return ""
			}
			return delimiter + s
		}
		number := func(port uint16, ok bool) string { return mark("", strconv.Itoa(int(port)), ok) }
		if u.Scheme() != test.scheme || mark("?", query, hasQuery) != test.query || mark("#", fragment, hasFragment) != test.fragment ||
			number(u.PortNumber()) != test.port || number(u.EffectivePort()) != test.effective || u.IsSpecial() != test.special ||
			u.HasOpaquePath() != test.opaque || u.IncludesCredentials() != test.cred || u.IsZero() {
			t.Errorf("%s: %+v", test.href, u)
		}
		if segments != test.segments {
			t.Errorf("%s: segments %q, want %q", test.href, segments, test.segments)
		}
	}
}

// TestPathSegments leaves the loop in the middle of a path.
func TestPathSegments(t *testing.T) {
	var got []string
	for segment := range MustParse("https://h//a/%2F/b/").PathSegments() {
		if segment == "b" {
			break
		}
		got = append(got, segment)
	}
	if want := []string{"", "a", "%2F"}; !slices.Equal(got, want) {
		t.Errorf("the segments before b are %q, want %q", got, want)
	}
}

// TestSize checks the size of a URL value.
func TestSize(t *testing.T) {
	if size := reflect.TypeFor[URL]().Size(); strconv.IntSize == 64 && size != 48 {
		t.Errorf("a URL takes %d bytes", size)
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b              string
		equal, exFragment bool
	}{
		{"http://h", "HTTP://h:80/", true, true},
		{"http://h/#a", "http://h/#b", false, true},
		{"http://h/#", "http://h/", false, true},
		{"http://h/?", "http://h/", false, false},
	} {
		a, b := MustParse(test.a), MustParse(test.b)
		equal, exFragment := a == b, a.WithoutFragment() == b.WithoutFragment()
		if equal != test.equal || exFragment != test.exFragment {
			t.Errorf("%s and %s: equal: %t, without fragments: %t", test.a, test.b, equal, exFragment)
		}
	}
}

func TestCompare(t *testing.T) {
	urls := []URL{{}, MustParse("a:"), MustParse("http://h/"), MustParse("http://h/a"), MustParse("http://h/b")}
	for i, u := range urls {
		for j, v := range urls {
			if got := u.Compare(v); got != cmp.Compare(i, j) {
				t.Errorf("%q and %q: %d", u, v, got)
			}
		}
	}
}

func TestWithoutCredentials(t *testing.T) {
	for in, want := range map[string]string{
		"https://u:p@h:8443/a?b#c": "https://h:8443/a?b#c", "https://u@h/": "https://h/", "https://:p@h/": "https://h/",
		"foo://u:p@h/a": "foo://h/a", "https://h/@": "https://h/@", "mailto:a@b": "mailto:a@b", "foo:/.//a": "foo:/.//a", "file:///a": "file:///a",
	} {
		if u := MustParse(in).WithoutCredentials(); u != MustParse(want) {
			t.Errorf("%s: %s, want %s", in, u, want)
		}
	}
	if u := (URL{}).WithoutCredentials(); !u.IsZero() {
		t.Errorf("the zero URL becomes %s", u)
	}
}

// TestValues checks that a copy of a value shares nothing with it that can change: strings and numbers cannot.
func TestValues(t *testing.T) {
	for _, value := range []any{URL{}, Host{}, Origin{}, OriginPattern{}, HostPattern{}} {
		checkImmutable(t, reflect.TypeOf(value))
	}
}

func checkImmutable(t *testing.T, of reflect.Type) {
	t.Helper()
	if of.NumField() == 0 {
		t.Errorf("%v has no fields", of)
	}
	for i := range of.NumField() {
		switch field := of.Field(i); field.Type.Kind() {
		case reflect.Struct:
			checkImmutable(t, field.Type)
		case reflect.Bool, reflect.Int, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.String:
		default:
			t.Errorf("%v.%s is a %v", of, field.Name, field.Type)
		}
	}
}

// TestZeroURLErrors has a row for each method of URL with an error result: what it returns for the zero URL. A method that
// needs a URL returns ErrZeroURL, and leaves the zero URL as it is.
func TestZeroURLErrors(t *testing.T) {
	second := func(_ any, err error) error { return err }
	rows := map[string]struct {
		call func(u *URL) error
		want error
	}{
		"AppendSegments":  {func(u *URL) error { return second(u.AppendSegments("..")) }, ErrZeroURL},
		"DecodedSegments": {func(u *URL) error { return second(u.DecodedSegments()) }, ErrZeroURL},
		"FilePath":        {func(u *URL) error { return second(u.FilePath(UnixPath)) }, ErrZeroURL},
		"JoinPath":        {func(u *URL) error { return second(u.JoinPath("%")) }, ErrZeroURL},
		"NetURL":          {func(u *URL) error { return second(u.NetURL()) }, ErrZeroURL},
		"ParseSameOrigin": {func(u *URL) error { return second(u.ParseSameOrigin("http://h/")) }, ErrZeroURL},
		"RequestURL":      {func(u *URL) error { return second(u.RequestURL()) }, ErrZeroURL},
		"SetHash":         {func(u *URL) error { return u.SetHash("") }, ErrZeroURL},
		"SetHost":         {func(u *URL) error { return u.SetHost("h:x") }, ErrZeroURL},
		"SetHostname":     {func(u *URL) error { return u.SetHostname("") }, ErrZeroURL},
		"SetPassword":     {func(u *URL) error { return u.SetPassword("") }, ErrZeroURL},
		"SetPathname":     {func(u *URL) error { return u.SetPathname("/") }, ErrZeroURL},
		"SetPort":         {func(u *URL) error { return u.SetPort("") }, ErrZeroURL},
		"SetProtocol":     {func(u *URL) error { return u.SetProtocol("1") }, ErrZeroURL},
		"SetSearch":       {func(u *URL) error { return u.SetSearch("") }, ErrZeroURL},
		"SetUsername":     {func(u *URL) error { return u.SetUsername("") }, ErrZeroURL},

		// The zero URL is no base, and is not needed for what follows.
		"Parse":           {func(u *URL) error { return second(u.Parse("a")) }, ErrMissingSchemeNonRelativeURL},
		"SetHref":         {func(u *URL) error { return u.SetHref("a") }, ErrMissingSchemeNonRelativeURL},
		"Scan":            {func(u *URL) error { return u.Scan("a") }, ErrMissingSchemeNonRelativeURL},
		"UnmarshalText":   {func(u *URL) error { return u.UnmarshalText([]byte("a")) }, ErrMissingSchemeNonRelativeURL},
		"UnmarshalBinary": {func(u *URL) error { return u.UnmarshalBinary([]byte("a")) }, ErrMissingSchemeNonRelativeURL},
		"AppendBinary":    {func(u *URL) error { return second(u.AppendBinary(nil)) }, nil},
		"AppendText":      {func(u *URL) error { return second(u.AppendText(nil)) }, nil},
		"MarshalBinary":   {func(u *URL) error { return second(u.MarshalBinary()) }, nil},
		"MarshalText":     {func(u *URL) error { return second(u.MarshalText()) }, nil},
		"Value":           {func(u *URL) error { return second(u.Value()) }, nil},
	}
	for name, row := range rows {
		var u URL
		if err := row.call(&u); !errors.Is(err, row.want) || !u.IsZero() {
			t.Errorf("%s: %v, %v; want %v", name, err, u, row.want)
		}
	}
	methods := 0
	for method := range reflect.TypeFor[*URL]().Methods() {
		for result := range method.Type.Outs() {
			if result != reflect.TypeFor[error]() {
				continue
			}
			if methods++; rows[method.Name].call == nil {
				t.Errorf("%s has no row", method.Name)
			}
		}
	}
	if methods != len(rows) {
		t.Errorf("%d methods have an error result, but there are %d rows", methods, len(rows))
	}
	if err := new(URL).SearchParams().UnmarshalText([]byte("a")); !errors.Is(err, ErrZeroURL) {
		t.Errorf("the live list: %v; want %v", err, ErrZeroURL)
	}
}
