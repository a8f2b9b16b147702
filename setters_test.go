package url

import (
	"errors"
	"testing"
)

// TestPartial checks that the error of a setter tells "a part of the value was used" from "nothing changed".
func TestPartial(t *testing.T) {
	const before = "https://u@h:1/p?q#f"
	for _, test := range []struct {
		set     func(*URL, string) error
		value   string
		href    string
		partial bool
		reason  error
	}{
		{(*URL).SetHost, "g:x", "https://u@g:1/p?q#f", true, ErrPortInvalid},
		{(*URL).SetHost, "g:70000", "https://u@g:1/p?q#f", true, ErrPortOutOfRange},
		{(*URL).SetHost, "g/x", "https://u@g:1/p?q#f", true, ErrTrailingData},
		{(*URL).SetHost, "g:2/x", "https://u@g:2/p?q#f", true, ErrTrailingData},
		{(*URL).SetHost, "h/", before, true, ErrTrailingData}, // used, and the same as before
		{(*URL).SetHost, "g:2", "https://u@g:2/p?q#f", false, nil},
		{(*URL).SetHost, "a b", before, false, ErrDomainToASCII},
		{(*URL).SetHost, "", before, false, ErrHostMissing},
		{(*URL).SetHostname, "g:2", before, false, ErrHostInvalidCodePoint},
		{(*URL).SetHostname, "g?", "https://u@g:1/p?q#f", true, ErrTrailingData},
		{(*URL).SetPort, "2x", "https://u@h:2/p?q#f", true, ErrTrailingData},
		{(*URL).SetPort, "x2", before, false, ErrPortInvalid},
		{(*URL).SetPort, "70000", before, false, ErrPortOutOfRange},
		{(*URL).SetProtocol, "http:x", "http://u@h:1/p?q#f", true, ErrTrailingData},
		{(*URL).SetProtocol, "http:", "http://u@h:1/p?q#f", false, nil},
		{(*URL).SetProtocol, "foo:x", before, false, ErrSchemeChange},
		{(*URL).SetProtocol, "1", before, false, ErrSchemeInvalid},
		{(*URL).SetHref, "x", before, false, ErrMissingSchemeNonRelativeURL},
	} {
		u := MustParse(before)
		err := test.set(&u, test.value)
		if u.Href() != test.href || !errors.Is(err, test.reason) || (err == nil) != (test.reason == nil) {
			t.Errorf("%q: %s, %v; want %s, %v", test.value, u, err, test.href, test.reason)
		}
		var e *Error
		if errors.As(err, &e) && e.Partial != test.partial {
			t.Errorf("%q: %v: partial: %t, want %t", test.value, err, e.Partial, test.partial)
		}
	}
}
