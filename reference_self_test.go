package url

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// This file holds the reference itself to what others say: web-platform-tests, the standard's examples,
// and its claim that a string is valid exactly when parsing it reports nothing.

// TestReferenceWPT compares the reference with all URL and setter vectors of web-platform-tests.
func TestReferenceWPT(t *testing.T) {
	for _, file := range []string{"urltestdata.json", "urltestdata-javascript-only.json"} {
		for _, v := range readVectors[urlVector](t, wpt, file, 1) {
			if !v.complete() {
				t.Errorf("%s: fields are missing", v.name())
				continue
			}
			o := refNewURL(*v.Input, v.Base)
			if (o == nil) != v.Failure {
				t.Errorf("%s: failure = %t, want %t", v.name(), o == nil, v.Failure)
			} else if o != nil {
				refCompare(t, v.name(), o, v.properties())
			}
			refCheckErrors(t, *v.Input, v.Base)
		}
	}
	for _, v := range readSetterVectors(t, wpt) {
		if !v.complete() {
			t.Errorf("%s: fields are missing", v.name())
			continue
		}
		o := refNewURL(*v.Href, nil)
		if o == nil {
			t.Errorf("%s: the URL does not parse", v.name())
			continue
		}
		refSetters[v.Property](o, *v.NewValue)
		refCompare(t, v.name(), o, v.Expected)
	}
}

// refCompare compares the properties of o with those that are wanted; one that is nil may be anything.
func refCompare(t *testing.T, name string, o *refURLObject, want map[string]*string) {
	t.Helper()
	for _, property := range slices.Sorted(maps.Keys(want)) {
		if want[property] == nil {
			continue
		}
		if got := refGetters[property](o); got != *want[property] {
			t.Errorf("%s: %s = %q, want %q", name, property, got, *want[property])
		}
	}
}

// refCheckErrors checks that the parse of input for base reports a failure exactly if it fails, as the last
// error, and that each error has a place in input.
func refCheckErrors(t *testing.T, input string, base *string) {
	t.Helper()
	var parsedBase *refURL
	if base != nil {
		if parsedBase, _ = refParse(*base, nil, nil); parsedBase == nil {
			return
		}
	}
	u, errs := refParse(input, parsedBase, nil)
	_, at := refDecode(input)
	for i, e := range errs {
		if e.index >= len(at) || at[e.index] != e.refPosition {
			t.Errorf("parse %q: %v is at code point %d, byte %d", input, e.Type, e.index, e.offset)
		}
		if e.Failure != (u == nil && i == len(errs)-1) {
			t.Errorf("parse %q: error %d of %d, %v, is a failure: %t", input, i+1, len(errs), e.Type, e.Failure)
		}
	}
	if u == nil && len(errs) == 0 {
		t.Errorf("parse %q: a failure without a validation error", input)
	}
}

// TestReferenceValidity checks on the inputs of web-platform-tests that what the standard says of writing
// URLs and what it says of parsing them agree.
func TestReferenceValidity(t *testing.T) {
	bases := []string{
		"https://example.org/a/b?q#f", "http://user:pass@[::1]:81/", "wss://h", "file:///C:/a", "file://h/a",
		"foo://h/a/b", "foo:/a", "foo:/.//a", "mailto:a@b?c",
	}
	vectors := readVectors[urlVector](t, wpt, "urltestdata.json", 800)
	check := func(input string, base *refURL) {
		_, errs := refParse(input, base, nil)
		if got := refIsValid(input, base); got != (len(errs) == 0) {
			href := ""
			if base != nil {
				href = base.serialize(false)
			}
			t.Errorf("%q for the base %q: valid = %t, but the errors are %v", input, href, got, errs)
		}
	}
	for _, v := range vectors {
		check(*v.Input, nil)
		for _, href := range bases {
			base, _ := refParse(href, nil, nil)
			check(*v.Input, base)
		}
		if v.Base != nil {
			base, _ := refParse(*v.Base, nil, nil)
			check(*v.Input, base)
		}
	}
}

// TestReferenceURLExamples has the examples of https://url.spec.whatwg.org/#example-url-parsing.
func TestReferenceURLExamples(t *testing.T) {
	for _, test := range []struct {
		input, base string
		valid       bool
		output      string // "" is failure
	}{
		{"https:example.org", "", false, "https://example.org/"},
		{"https://////example.com///", "", false, "https://example.com///"},
		{"https://example.com/././foo", "", true, "https://example.com/foo"},
		{"hello:world", "https://example.com/", true, "hello:world"},
		{"https:example.org", "https://example.com/", false, "https://example.com/example.org"},
		{`\example\..\demo/.\`, "https://example.com/", false, "https://example.com/demo/"},
		{"example", "https://example.com/demo", true, "https://example.com/example"},
		{"file:///C|/demo", "", false, "file:///C:/demo"},
		{"..", "file:///C:/demo", true, "file:///C:/"},
		{"file://localhost/", "", true, "file:///"},
		{"file://loc%61lhost/", "", false, "file:///"},
		{"https://user:password@example.org/", "", false, "https://user:password@example.org/"},
		{"https://example.org/foo bar", "", false, "https://example.org/foo%20bar"},
		{"https://EXAMPLE.com/../x", "", true, "https://example.com/x"},
		{"https://ex ample.org/", "", false, ""},
		{"example", "", false, ""},
		{"https://example.com:demo", "", false, ""},
		{"http://[www.example.com]/", "", false, ""},
		{"https://example.org//", "", true, "https://example.org//"},
		{"https://example.com/[]?[]#[]", "", false, "https://example.com/[]?[]#[]"},
		{"https://example/%?%#%", "", false, "https://example/%?%#%"},
		{"https://example/%25?%25#%25", "", true, "https://example/%25?%25#%25"},
	} {
		var base *refURL
		if test.base != "" {
			base, _ = refParse(test.base, nil, nil)
		}
		if got := refIsValid(test.input, base); got != test.valid {
			t.Errorf("%q for the base %q: valid = %t, want %t", test.input, test.base, got, test.valid)
		}
		output := ""
		if u, _ := refParse(test.input, base, nil); u != nil {
			output = u.serialize(false)
		}
		if output != test.output {
			t.Errorf("parse %q with base %q = %q, want %q", test.input, test.base, output, test.output)
		}
		checkURLExample(t, test.input, test.base, test.valid, test.output)
	}
}

// checkURLExample checks an example, which the reference has just passed, with the package's parser.
func checkURLExample(t *testing.T, input, base string, valid bool, output string) {
	t.Helper()
	var baseURL URL
	if base != "" {
		baseURL = MustParse(base)
	}
	if got := len((Parser{Base: baseURL}).Validate(input)) == 0; got != valid {
		t.Errorf("%q with base %q is valid: %t", input, base, got)
	}
	u, err := baseURL.Parse(input)
	if (err == nil) != (output != "") || err == nil && u.Href() != output {
		t.Errorf("parse %q with base %q: %v, %v, want %q", input, base, u, err, output)
	}
}

// TestReferenceHostExamples has the examples of https://url.spec.whatwg.org/#example-host-parsing.
func TestReferenceHostExamples(t *testing.T) {
	for _, test := range []struct {
		input      string
		kind       refHostKind
		output     string // "" is failure
		opaqueKind refHostKind
		opaque     string
	}{
		{"EXAMPLE.COM", refDomain, "example.com", refOpaqueHost, "EXAMPLE.COM"},
		{"example%2Ecom", refDomain, "example.com", refOpaqueHost, "example%2Ecom"},
		{"faß.example", refDomain, "xn--fa-hia.example", refOpaqueHost, "fa%C3%9F.example"},
		{"0", refIPv4, "0.0.0.0", refOpaqueHost, "0"},
		{"%30", refIPv4, "0.0.0.0", refOpaqueHost, "%30"},
		{"0x", refIPv4, "0.0.0.0", refOpaqueHost, "0x"},
		{"0xffffffff", refIPv4, "255.255.255.255", refOpaqueHost, "0xffffffff"},
		{"[0:0::1]", refIPv6, "[::1]", refIPv6, "[::1]"},
		{"[0:0::1%5D", 0, "", 0, ""},
		{"[0:0::%31]", 0, "", 0, ""},
		{"09", 0, "", refOpaqueHost, "09"},
		{"example.255", 0, "", refOpaqueHost, "example.255"},
		{"example^example", 0, "", 0, ""},
	} {
		for _, isOpaque := range []bool{false, true} {
			kind, want := test.kind, test.output
			if isOpaque {
				kind, want = test.opaqueKind, test.opaque
			}
			switch host, _ := refParseHost(test.input, isOpaque); {
			case host == nil && want != "":
				t.Errorf("host %q (opaque: %t) fails, want %q", test.input, isOpaque, want)
			case host != nil && (host.serialize() != want || host.kind != kind):
				t.Errorf("host %q (opaque: %t) = %q of kind %d, want %q of kind %d", test.input, isOpaque,
					host.serialize(), host.kind, want, kind)
			}
			if host, err := parseHostOf(test.input, isOpaque); host.String() != want || (err == nil) != (want != "") ||
				err == nil && int(host.Kind()) != hostKinds[kind] {
				t.Errorf("ParseHost(%q, %t) = %q of kind %v, %v, want %q", test.input, isOpaque, host, host.Kind(), err, want)
			}
		}
	}
}

// TestReferenceErrors has the examples of https://url.spec.whatwg.org/#validation-error. That for
// file-invalid-Windows-drive-letter is another, as "/c:/path" does not report it. The last rows show the
// conventions of where an error is. The standard does not say that IPv4-out-of-range-part is a failure in
// all but the last part, but the IPv4 parser does.
func TestReferenceErrors(t *testing.T) {
	for _, test := range []struct {
		input, base string
		want        ErrorType
		offset      int
		failure     bool
	}{
		{"https://exa%23mple.org", "", ErrDomainToASCII, 8, true},
		{"https://exam%70le.org", "", ErrDomainPercentEncoded, 12, false},
		{"foo://exa[mple.org", "", ErrHostInvalidCodePoint, 9, true},
		{"https://127.0.0.1./", "", ErrIPv4EmptyPart, 17, false},
		{"https://1.2.3/", "", ErrIPv4TooFewParts, 8, false},
		{"https://1.2.3.4.5/", "", ErrIPv4TooManyParts, 16, true},
		{"https://test.42", "", ErrIPv4NonNumericPart, 8, true},
		{"https://127.0.0x0.1", "", ErrIPv4NonDecimalPart, 14, false},
		{"https://255.255.4000.1", "", ErrIPv4OutOfRangePart, 16, true},
		{"https://[::1", "", ErrIPv6Unclosed, 12, true},
		{"https://[:1]", "", ErrIPv6InvalidCompression, 9, true},
		{"https://[1:2:3:4:5:6:7:8:9]", "", ErrIPv6TooManyPieces, 25, true},
		{"https://[1::1::1]", "", ErrIPv6MultipleCompression, 14, true},
		{"https://[1:2:3!:4]", "", ErrIPv6InvalidCodePoint, 14, true},
		{"https://[1:2:3:]", "", ErrIPv6InvalidCodePoint, 15, true},
		{"https://[1:2:3]", "", ErrIPv6TooFewPieces, 14, true},
		{"https://[::01]", "", ErrIPv6PieceLeadingZero, 11, false},
		{"https://[1:1:1:1:1:1:1:127.0.0.1]", "", ErrIPv4InIPv6TooManyPieces, 23, true},
		{"https://[ffff::.0.0.1]", "", ErrIPv4InIPv6InvalidCodePoint, 15, true},
		{"https://[ffff::127.0.xyz.1]", "", ErrIPv4InIPv6InvalidCodePoint, 21, true},
		{"https://[ffff::127.0xyz]", "", ErrIPv4InIPv6InvalidCodePoint, 20, true},
		{"https://[ffff::127.00.0.1]", "", ErrIPv4InIPv6InvalidCodePoint, 20, true},
		{"https://[ffff::127.0.0.1.2]", "", ErrIPv4InIPv6InvalidCodePoint, 24, true},
		{"https://[ffff::127.0.0.4000]", "", ErrIPv4InIPv6OutOfRangePart, 23, true},
		{"https://[ffff::127.0.0]", "", ErrIPv4InIPv6TooFewParts, 22, true},
		{"https://example.org/>", "", ErrInvalidURLUnit, 20, false},
		{" https://example.org ", "", ErrInvalidURLUnit, 0, false},
		{"ht\ntps://example.org", "", ErrInvalidURLUnit, 2, false},
		{"https://example.org/%s", "", ErrInvalidURLUnit, 20, false},
		{"file:c:/my-secret-folder", "", ErrSpecialSchemeMissingFollowingSolidus, 5, false},
		{"https:example.org", "", ErrSpecialSchemeMissingFollowingSolidus, 6, false},
		{"https:foo.html", "https://example.org/", ErrSpecialSchemeMissingFollowingSolidus, 6, false},
		{"💩", "", ErrMissingSchemeNonRelativeURL, 0, true},
		{"💩", "mailto:user@example.org", ErrMissingSchemeNonRelativeURL, 0, true},
		{`https://example.org\path\to\file`, "", ErrInvalidReverseSolidus, 19, false},
		{"https://user@example.org", "", ErrInvalidCredentials, 12, false},
		{"ssh://user@example.org", "", ErrInvalidCredentials, 10, false},
		{"https://#fragment", "", ErrHostMissing, 8, true},
		{"https://:443", "", ErrHostMissing, 8, true},
		{"https://user:pass@", "", ErrHostMissing, 18, true},
		{"https://example.org:70000", "", ErrPortOutOfRange, 20, true},
		{"https://example.org:7z", "", ErrPortInvalid, 21, true},
		{"c|/path/to/file", "file:///c:/", ErrFileInvalidWindowsDriveLetter, 0, false},
		{"file://c:", "", ErrFileInvalidWindowsDriveLetterHost, 7, false},
		{"https://１.2.3.4/", "", ErrIPv4NonASCIIInput, 8, false},

		{"https://example.org \t", "", ErrInvalidURLUnit, 19, false},
		{"https://\t ", "", ErrHostMissing, 8, true},
		{"\x00https://[\n:1]", "", ErrIPv6InvalidCompression, 11, true},
		{"https://%31.2.3.4.5/", "", ErrIPv4TooManyParts, 8, true},
		{"https://１.2.3.4.5/", "", ErrIPv4TooManyParts, 8, true},
		{"https://A.1.256/", "", ErrIPv4NonNumericPart, 8, true},
		{"https://1.0x1.256.257/", "", ErrIPv4OutOfRangePart, 14, true},
		{"https://1.0x1.255.257/", "", ErrIPv4OutOfRangePart, 18, true},
		{"https://é.example/\xFF\xE2\x82\\", "", ErrInvalidReverseSolidus, 22, false},
		{"foo://a<b", "", ErrHostInvalidCodePoint, 7, true},
		{`foo://a"b`, "", ErrInvalidURLUnit, 7, false},
		{"foo://%41%4", "", ErrInvalidURLUnit, 9, false},
	} {
		var base *string
		if test.base != "" {
			base = &test.base
		}
		refCheckErrors(t, test.input, base)
		_, errs := refParse(test.input, refAPIURLParser(test.base, nil), nil)
		i := slices.IndexFunc(errs, func(e refValidationError) bool { return e.Type == test.want })
		if i < 0 {
			t.Errorf("%q: the errors are %v, want %v", test.input, errs, test.want)
		} else if !slices.Contains(validate(test.input, test.base), ValidationError{test.want, test.offset, test.failure}) {
			if test.want != ErrDomainToASCII {
				t.Errorf("Validate(%q, %q) = %v, want %v at %d", test.input, test.base, validate(test.input, test.base), test.want, test.offset)
			}
		} else if errs[i].offset != test.offset || errs[i].Failure != test.failure {
			t.Errorf("%q: %v at byte %d (failure: %t), want byte %d (failure: %t)", test.input, test.want,
				errs[i].offset, errs[i].Failure, test.offset, test.failure)
		}
	}
}

// validate validates input against base, or without one if that is empty.
func validate(input, base string) []ValidationError {
	u, _ := Parse(base)
	return Parser{Base: u}.Validate(input)
}

// TestReferenceDecode compares the UTF-8 decoder with tables 3-8 to 3-11 of the Unicode Standard 15, which
// say what maximal subparts are, and with the decoder of golang.org/x/text.
func TestReferenceDecode(t *testing.T) {
	const r = "\uFFFD"
	for input, want := range map[string]string{
		"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41": r + r + r + r + r + r + r + r + "A",
		"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41": r + r + r + r + r + r + r + r + "A",
		"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42": r + r + r + r + r + "A" + r + r + "B",
		"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41": r + r + r + r + "A",
		"\uFEFFa":                              "\uFEFFa",
	} {
		if got := refScalarValueString(input); got != want {
			t.Errorf("decode %q = %q, want %q", input, got, want)
		}
	}
	alphabet := []string{"a", "\x80", "\xBF", "\xC1", "\xC2", "\xE0", "\xA0", "\x9F", "\xED", "\xEF", "\xF0", "\x90", "\x8F", "\xF4", "\xF5"}
	var try func(prefix string, n int)
	try = func(prefix string, n int) {
		want, err := unicode.UTF8.NewDecoder().String(prefix)
		if err != nil {
			t.Fatal(err)
		}
		if got := refScalarValueString(prefix); got != want {
			t.Errorf("decode %q = %q, want %q", prefix, got, want)
		}
		if n == 0 {
			return
		}
		for _, s := range alphabet {
			try(prefix+s, n-1)
		}
	}
	try("", 4)
}

// TestReferenceIPv4Overflow checks that no number is too long for the IPv4 and port parsers.
func TestReferenceIPv4Overflow(t *testing.T) {
	for _, input := range []string{
		"https://4294967296/", "https://18446744073709551616/", "https://0x" + strings.Repeat("f", 1000) + "/",
		"https://1.2.3." + strings.Repeat("9", 1000) + "/", "https://h:18446744073709551616/", "https://h:65536/",
	} {
		if u, _ := refParse(input, nil, nil); u != nil {
			t.Errorf("%q = %q, want failure", input, u.serialize(false))
		}
	}
	zeros := strings.Repeat("0", 1000)
	if u, _ := refParse("https://"+zeros+"377.1:"+zeros+"1/", nil, nil); u == nil || u.serialize(false) != "https://255.0.0.1:1/" {
		t.Errorf("leading zeros of a number changed it: %v", u)
	}
}

// TestReferencePercentEncode has the examples of
// https://url.spec.whatwg.org/#example-percent-encode-operations.
func TestReferencePercentEncode(t *testing.T) {
	if got := string(refPercentDecode([]byte("%25%s%1G"))); got != "%%s%1G" {
		t.Errorf("percent-decode = %q", got)
	}
	if got := string(refPercentDecode([]byte("‽%25%2E"))); got != "\xE2\x80\xBD%." {
		t.Errorf("percent-decode = %q", got)
	}
	for _, test := range []struct {
		label string
		set   refPercentEncodeSet
		input string
		want  string
	}{
		{"shift_jis", refSpecialQueryPercentEncodeSet, " ", "%20"},
		{"shift_jis", refSpecialQueryPercentEncodeSet, "≡", "%81%DF"},
		{"shift_jis", refSpecialQueryPercentEncodeSet, "‽", "%26%238253%3B"},
		{"iso-2022-jp", refSpecialQueryPercentEncodeSet, "¥", `%1B(J\%1B(B`},
		{"shift_jis", refFormURLEncodedPercentEncodeSet, "1+1 ≡ 2%20‽", "1%2B1+%81%DF+2%2520%26%238253%3B"},
		{"utf-8", refUserinfoPercentEncodeSet, "≡", "%E2%89%A1"},
		{"utf-8", refUserinfoPercentEncodeSet, "‽", "%E2%80%BD"},
		{"utf-8", refUserinfoPercentEncodeSet, "Say what‽", "Say%20what%E2%80%BD"},
	} {
		enc, err := htmlindex.Get(test.label)
		if err != nil {
			t.Fatal(err)
		}
		if got := refPercentEncodeAfterEncoding(refOutputEncoding(enc), test.input, test.set); got != test.want {
			t.Errorf("percent-encode %q in %s = %q, want %q", test.input, test.label, got, test.want)
		}
	}
}

// TestReferencePercentEncodeSets compares the sets with those of the package, which are written in another
// way.
func TestReferencePercentEncodeSets(t *testing.T) {
	for set, ref := range map[PercentEncodeSet]refPercentEncodeSet{
		C0ControlPercentEncodeSet:      refC0ControlPercentEncodeSet,
		FragmentPercentEncodeSet:       refFragmentPercentEncodeSet,
		QueryPercentEncodeSet:          refQueryPercentEncodeSet,
		SpecialQueryPercentEncodeSet:   refSpecialQueryPercentEncodeSet,
		PathPercentEncodeSet:           refPathPercentEncodeSet,
		UserinfoPercentEncodeSet:       refUserinfoPercentEncodeSet,
		ComponentPercentEncodeSet:      refComponentPercentEncodeSet,
		FormURLEncodedPercentEncodeSet: refFormURLEncodedPercentEncodeSet,
	} {
		for c := range rune(0x180) {
			if set.Contains(c) != ref.contains(c) {
				t.Errorf("set %b contains %U: %t, in the reference %t", set, c, set.Contains(c), ref.contains(c))
			}
		}
	}
}

// TestReferenceQueryEncoding has the example of https://url.spec.whatwg.org/#query-encoding-example, and
// the URLs whose query is in UTF-8 nevertheless.
func TestReferenceQueryEncoding(t *testing.T) {
	for _, test := range []struct{ label, scheme, want string }{
		{"windows-1252", "https", "sm%F6rg%E5sbord"},
		{"windows-1252", "file", "sm%F6rg%E5sbord"},
		{"utf-8", "https", "sm%C3%B6rg%C3%A5sbord"},
		{"utf-16le", "https", "sm%C3%B6rg%C3%A5sbord"},
		{"windows-1252", "ws", "sm%C3%B6rg%C3%A5sbord"},
		{"windows-1252", "wss", "sm%C3%B6rg%C3%A5sbord"},
		{"windows-1252", "foo", "sm%C3%B6rg%C3%A5sbord"},
	} {
		enc, err := htmlindex.Get(test.label)
		if err != nil {
			t.Fatal(err)
		}
		u, _ := refParse(test.scheme+"://h/?smörgåsbord#smörgåsbord", nil, enc)
		if *u.query != test.want || *u.fragment != "sm%C3%B6rg%C3%A5sbord" {
			t.Errorf("in %s: %q, want the query %q", test.label, u.serialize(false), test.want)
		}
	}
}

// TestReferenceSearchParams has the examples of https://url.spec.whatwg.org/#interface-urlsearchparams.
func TestReferenceSearchParams(t *testing.T) {
	o := refNewURL("https://example.com/?a=b ~#f", nil)
	if got, want := o.href(), "https://example.com/?a=b%20~#f"; got != want {
		t.Errorf("href = %q, want %q", got, want)
	}
	before := *o.url
	o.setSearchParams(o.list) // as sort does
	if got, want := o.href(), "https://example.com/?a=b+%7E#f"; got != want {
		t.Errorf("href = %q, want %q", got, want)
	}
	if before.equals(o.url, true) {
		t.Errorf("%q equals %q", before.serialize(false), o.href())
	}
	o.setSearchParams(nil)
	other := refNewURL("https://example.com/", nil)
	if o.url.equals(other.url, false) || !o.url.equals(other.url, true) {
		t.Errorf("equality of %q and %q does not depend on the fragment", o.href(), other.href())
	}
}
