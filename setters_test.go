package url

import (
	"errors"
	"strings"
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

// TestSetterErrors checks the errors of the setters. The vectors check the URLs.
func TestSetterErrors(t *testing.T) {
	for _, test := range []struct {
		href, name, value string
		want              error // nil: nothing was ignored
		offset            int
	}{
		{"https://h/", "href", "x", ErrMissingSchemeNonRelativeURL, 0},
		{"https://h/", "protocol", "http", nil, 0},
		{"https://h/", "protocol", "HTTP:", nil, 0},
		{"https://h/", "protocol", "http:x", ErrTrailingData, 5},
		{"https://h/", "protocol", "foo", ErrSchemeChange, 0},
		{"https://u@h/", "protocol", "file", ErrSchemeChange, 0},
		{"file:///", "protocol", "http", ErrSchemeChange, 0},
		{"https://h/", "protocol", "1", ErrSchemeInvalid, 0},
		{"https://h/", "protocol", "a b", ErrSchemeInvalid, 1},
		{"https://h/", "protocol", "\ta\nb c", ErrSchemeInvalid, 4},
		{"https://h/", "protocol", "\th\nttp:\tx", ErrTrailingData, 8},
		{"https://h/", "protocol", "", ErrSchemeInvalid, 0},
		{"https://h/", "username", "a b", nil, 0},
		{"file:///", "protocol", "file", nil, 0},
		{"file:///", "protocol", "FILE:", nil, 0},
		{"file:///", "protocol", "file:x", ErrTrailingData, 5},
		{"mailto:a", "username", "", nil, 0},
		{"file:///", "password", "", nil, 0},
		{"foo:/a", "port", "", nil, 0},
		{"file:///", "username", "a", ErrCannotHaveCredentialsOrPort, 0},
		{"foo:///", "password", "a", ErrCannotHaveCredentialsOrPort, 0},
		{"https://h/", "host", "g", nil, 0},
		{"https://h/", "host", "g:81", nil, 0},
		{"https://h/", "host", "g:443", nil, 0},
		{"https://h/", "host", "g:81x", ErrTrailingData, 4},
		{"https://h/", "host", "g:x", ErrPortInvalid, 2},
		{"https://h/", "host", "g:", ErrPortInvalid, 2},
		{"https://h/", "host", "g:99999", ErrPortOutOfRange, 2},
		{"https://h/", "host", "g/x", ErrTrailingData, 1},
		{"https://h/", "host", "a@b", ErrDomainToASCII, 1},
		{"https://h/", "host", "", ErrHostMissing, 0},
		{"https://h/", "host", "\ta\tb", nil, 0},
		{"https://h/", "host", "\ta\tb c", ErrDomainToASCII, 4},
		{"foo://u@h/", "host", "", ErrHostRequired, 0},
		{"foo://h/", "host", "", nil, 0},
		{"mailto:a", "host", "b", ErrOpaquePath, 0},
		{"https://h/", "hostname", "g", nil, 0},
		{"https://h/", "hostname", "g:81", ErrHostInvalidCodePoint, 1},
		{"https://h/", "hostname", "g?", ErrTrailingData, 1},
		{"file:///", "hostname", "localhost", nil, 0},
		{"file:///", "hostname", "a:b", ErrDomainToASCII, 1},
		{"https://h/", "port", "81", nil, 0},
		{"https://h/", "port", "", nil, 0},
		{"https://h/", "port", "81a", ErrTrailingData, 2},
		{"https://h/", "port", "a", ErrPortInvalid, 0},
		{"https://h/", "port", "65536", ErrPortOutOfRange, 0},
		{"file:///", "port", "81", ErrCannotHaveCredentialsOrPort, 0},
		{"https://h/", "pathname", "a?b#c", nil, 0},
		{"mailto:a", "pathname", "b", ErrOpaquePath, 0},
		{"https://h/", "search", "a#b", nil, 0},
		{"https://h/", "hash", "##", nil, 0},
	} {
		u := MustParse(test.href)
		err := setters[test.name](&u, test.value)
		if !errors.Is(err, test.want) {
			t.Errorf("set %s of %s to %q: %v, want %v", test.name, test.href, test.value, err, test.want)
		}
		var e *Error
		if errors.As(err, &e) && (e.Offset != test.offset || e.Input != test.value || e.Op != "Set"+strings.ToUpper(test.name[:1])+test.name[1:]) {
			t.Errorf("set %s of %s to %q: %#v, want offset %d", test.name, test.href, test.value, e, test.offset)
		}
	}
	for name, set := range setters {
		for _, value := range []string{"", "x", "http", "h/80"} {
			var zero URL
			var e *Error
			err := set(&zero, value)
			if !errors.As(err, &e) || !errors.Is(err, ErrZeroURL) && name != "href" || e.Partial || !zero.IsZero() {
				t.Errorf("set %s of the zero URL to %q: %v, %v", name, value, err, zero)
			}
		}
	}
}
