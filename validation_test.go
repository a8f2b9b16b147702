package url

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestValidationErrorOffsets has at least three inputs for each of the standard's validation errors, with "‸" at each
// place where the error must be reported, and nowhere else. "!" before the input says that the error ends the parse.
func TestValidationErrorOffsets(t *testing.T) {
	tests := []struct {
		want   ErrorType
		base   string
		inputs []string
	}{
		{ErrDomainToASCII, "", []string{
			"!https://exa‸%23mple.org", "!https://ex‸ ample.org/", "!http://a‸<b", "https://‸xn--a/", "ws://a.‸.b/",
			" https://a‸_b.example/", "https://user@‸-a.example:80/", "!https://‸\u00ad\u200b/", "!\thttp://ab‸%zz\t",
			"!https://b\u00fccher.exa‸ mple/", "!https://u@m\t\u00fcnchen.de‸|x/", "!https://ex%41mple.b‸ c/",
		}},
		{ErrDomainPercentEncoded, "", []string{
			"https://exam‸%70le.org", "https://‸%41%42/", "ftp://u@a‸%2eb/", "https://\u00e9‸%41/", "https://a‸%00/",
		}},
		{ErrHostInvalidCodePoint, "", []string{"!foo://exa‸[mple.org", "!foo://a‸ b", "!foo://u@‸<", "!a://\u00e9‸^/"}},
		{ErrIPv4EmptyPart, "", []string{"https://127.0.0.1‸./", "http://1‸.", "ws://0x7f‸.:80/", "http://u:p@1.2‸."}},
		{ErrIPv4TooFewParts, "", []string{"https://‸1.2.3/", "http://‸0", "http://u@‸0x7f.1:80", "file://‸1/"}},
		{ErrIPv4TooManyParts, "", []string{"!https://1.2.3.4.‸5/", "!http://a.b.c.d.‸e.9", "!http://....‸1"}},
		{ErrIPv4NonNumericPart, "", []string{"!https://‸test.42", "!http://1.‸.2", "!http://1.2.‸08.9", "!http://0x1.‸0xg.1/"}},
		{ErrIPv4NonDecimalPart, "", []string{
			"https://127.0.‸0x0.1", "http://‸01.2.3.4", "http://1.2.3.‸0x", "http://‸010.‸0X10.1.2", "http://1.2.3.‸00/",
		}},
		{ErrIPv4OutOfRangePart, "", []string{
			"!https://255.255.‸4000.1", "http://1.2.‸256", "http://‸256", "!http://1.2.3.‸256", "!http://‸256.1.2.300/",
			"!http://‸4294967296",
		}},
		{ErrIPv6Unclosed, "", []string{"!https://[::1‸", "!http://[‸/a]", "!foo://[1]a‸:80/"}},
		{ErrIPv6InvalidCompression, "", []string{"!https://[‸:1]", "!foo://[‸:]/", "!ws://u@[‸:1::]"}},
		{ErrIPv6TooManyPieces, "", []string{
			"!https://[1:2:3:4:5:6:7:8:‸9]", "!http://[1:2:3:4:5:6:7:8:‸:]", "!a://[::1:2:3:4:5:6:7:‸8]",
		}},
		{ErrIPv6MultipleCompression, "", []string{"!https://[1::1:‸:1]", "!http://[::1:‸:]", "!a://[::‸:]"}},
		{ErrIPv6InvalidCodePoint, "", []string{
			"!https://[1:2:3‸!:4]", "!https://[1:2:3:‸]", "!http://[‸g::]", "!http://[::1234‸5]", "!http://[::1‸%25en0]",
			"!http://[‸\u00e9]",
		}},
		{ErrIPv6TooFewPieces, "", []string{"!https://[1:2:3‸]", "!http://[‸]", "!a://[1:2:3:4:5:6:7‸]/"}},
		{ErrIPv6PieceLeadingZero, "", []string{"https://[::‸01]", "http://[‸00::‸0001:1]", "a://[1:2:3:4:5:6:7:‸08]"}},
		{ErrIPv4InIPv6TooManyPieces, "", []string{
			"!https://[1:1:1:1:1:1:1:‸127.0.0.1]", "!http://[::1:1:1:1:1:1:‸1.2.3.4]", "!a://[1:2:3:4:5:6:7:‸1.]",
		}},
		{ErrIPv4InIPv6InvalidCodePoint, "", []string{
			"!https://[ffff::‸.0.0.1]", "!https://[ffff::127.0.‸xyz.1]", "!https://[ffff::127.0‸xyz]",
			"!https://[ffff::127.0‸0.0.1]", "!https://[ffff::127.0.0.1‸.2]", "!http://[::1.‸]",
		}},
		{ErrIPv4InIPv6OutOfRangePart, "", []string{
			"!https://[ffff::127.0.0.‸4000]", "!http://[::‸256.1.1.1]", "!a://[::1.‸999.1.1]",
		}},
		{ErrIPv4InIPv6TooFewParts, "", []string{"!https://[ffff::127.0.0‸]", "!http://[::1.2‸]", "!a://[::1.2.3‸]:1/"}},
		{ErrInvalidURLUnit, "", []string{
			"https://example.org/‸>", "‸ https://example.org ", "ht‸\ntps://example.org", "https://example.org/‸%s",
			"https://h/‸\"\u00e9‸%4‸|?‸^‸%#‸`‸#", "https://h/a‸ ", "a:‸ b‸\\", "a://‸`b‸%`%/", "a://‸%a%/", "https://h/a\u00e9‸\tb\n‸[",
			"https://h/‸\u0085‸\ufdd0\ufffd", "‸\x00\x1fhttps://h/", "https://h?\xff‸\\",
		}},
		{ErrSpecialSchemeMissingFollowingSolidus, "", []string{
			"file:‸c:/my-secret-folder", "https:‸example.org", "http://‸/‸/h", "file:‸/x", "file:‸", "http:‸h", "wss://‸\\h",
		}},
		{ErrSpecialSchemeMissingFollowingSolidus, "https://example.org/", []string{"https:‸foo.html", "https:‸/x", "https:‸"}},
		{ErrMissingSchemeNonRelativeURL, "", []string{"!‸💩", "!‸", "! ‸/x", "!‸1:x"}},
		{ErrMissingSchemeNonRelativeURL, "mailto:user@example.org", []string{"!‸💩", "!‸x#y", "!‸"}},
		{ErrInvalidReverseSolidus, "", []string{
			`https://example.org‸\path‸\to‸\file`, `file:‸\‸\h‸\x`, `http://h‸\`, `file:‸\C:‸\..`,
		}},
		{ErrInvalidReverseSolidus, "https://h/a", []string{`‸\x`, `‸\‸\h`, `a/..‸\x?\`}},
		{ErrInvalidCredentials, "", []string{
			"https://user‸@example.org", "ssh://user‸@example.org", "http://a‸@b‸@c/@", "http://‸@", "http://‸@h",
		}},
		{ErrHostMissing, "", []string{
			"!https://‸#fragment", "!https://‸:443", "!https://user:pass@‸", "!https:‸", "!http://u@‸/h", "!ht\ntp:‸",
		}},
		{ErrPortOutOfRange, "", []string{"!https://example.org:‸70000", "!foo://h:‸65536/", "!http://h:‸00099999999999999999?"}},
		{ErrPortInvalid, "", []string{"!https://example.org:7‸z", "!http://h:‸-1", "!foo://h:80‸\\"}},
		{ErrFileInvalidWindowsDriveLetter, "file:///c:/", []string{"‸c|/path/to/file", "file:‸C|", "‸d|?q"}},
		{ErrFileInvalidWindowsDriveLetterHost, "", []string{"file://‸c:", "file://‸C|/x", "file:\\\\‸d:\\"}},
		{ErrIPv4NonASCIIInput, "", []string{
			"https://‸\uff11.2.3.4/", "http://u@‸1\u3002\u0032", "http://‸\u2460\u2461\u2462.1.1.1/", "http://‸%E2%91%A0",
		}},
	}
	seen := map[ErrorType]int{}
	for _, test := range tests {
		var base URL
		if test.base != "" {
			base = MustParse(test.base)
		}
		for _, marked := range test.inputs {
			marked, fails := strings.CutPrefix(marked, "!")
			input, offsets := unmark(marked)
			got, failed := []int{}, false
			for _, e := range (Parser{Base: base}).Validate(input) {
				if e.Type == test.want {
					got, failed = append(got, e.Offset), failed || e.Failure
				}
			}
			if !slices.Equal(got, offsets) {
				t.Errorf("%s of %q with base %q: at %d, want %d: %v", test.want, input, test.base, got, offsets, Parser{Base: base}.Validate(input))
			}
			if _, err := base.Parse(input); failed != fails || fails != errors.Is(err, test.want) {
				t.Errorf("%s of %q: ends the parse: %t, want %t (%v)", test.want, input, failed, fails, err)
			}
			seen[test.want]++
		}
	}
	for _, e := range standardErrors() {
		if seen[e] < 3 {
			t.Errorf("%d inputs for %s: the table needs 3", seen[e], e)
		}
	}
}

// unmark returns a string without its marks, and their offsets.
func unmark(marked string) (s string, offsets []int) {
	offsets = []int{}
	for {
		before, after, ok := strings.Cut(marked, "‸")
		s += before
		if !ok {
			return s, offsets
		}
		offsets, marked = append(offsets, len(s)), after
	}
}

// TestDomainLength checks the DNS's limit, 253 bytes, from both sides.
func TestDomainLength(t *testing.T) {
	label := strings.Repeat("a", 63)
	for last, want := range map[int]bool{60: true, 61: true, 62: false} {
		domain := label + "." + label + "." + label + "." + strings.Repeat("b", last)
		if got := len(Validate("https://"+domain+"/")) == 0; got != want {
			t.Errorf("a domain of %d bytes is valid: %t, want %t", len(domain), got, want)
		}
	}
}

func TestValidationErrorIsError(t *testing.T) {
	var err error = Validate("http://")[0]
	if err.Error() != "url: host-missing at byte 7" || !errors.Is(err, ErrHostMissing) || errors.Is(err, ErrPortInvalid) {
		t.Error(err)
	}
	var e ValidationError
	if !errors.As(err, &e) || !e.Failure || e.Offset != 7 {
		t.Errorf("%+v", e)
	}
}
