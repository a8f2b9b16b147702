package url

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unsafe"
)

// TestErrorTypeText checks that each type comes back from its name, and that other names are refused.
func TestErrorTypeText(t *testing.T) {
	for i, known := range errorTypes {
		if known.name == "" {
			continue
		}
		text, err := json.Marshal(map[string]ErrorType{"type": ErrorType(i)})
		if want := `{"type":"` + known.name + `"}`; err != nil || string(text) != want {
			t.Errorf("%s, %v; want %s", text, err, want)
		}
		var back map[string]ErrorType
		if err := json.Unmarshal(text, &back); err != nil || back["type"] != ErrorType(i) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	for _, name := range []string{"", "HOST-MISSING", "error-0", "host-missing "} {
		e := ErrHostMissing
		if err := e.UnmarshalText([]byte(name)); err == nil || e != ErrHostMissing {
			t.Errorf("%q: %v, %v", name, err, e)
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

// TestFailureIsZero checks that every function returns the zero URL beside an error, however far it came.
func TestFailureIsZero(t *testing.T) {
	base := MustParse("https://h/a")
	for _, bad := range []string{"https://[::g]", "http://h:x/a", "https://u@", "http://1.2.3.256/", "//h:x", "https://", "//a b", "foo://a b/"} {
		for name, parse := range map[string]func(string) (URL, error){
			"Parse":         Parse,
			"URL.Parse":     base.Parse,
			"Parser":        Parser{Base: base}.Parse,
			"Parser's hook": Parser{Base: base, OnValidationError: func(ValidationError) {}}.Parse,
			"ParseWithBase": func(s string) (URL, error) { return ParseWithBase(s, base.Href()) },
			"as the base":   func(s string) (URL, error) { return ParseWithBase("x", s) },
		} {
			if u, err := parse(bad); err == nil || u != (URL{}) {
				t.Errorf("%s of %q: %+v, %v", name, bad, u, err)
			}
		}
	}
}

// TestPaddingIsNotKept checks that a URL shares the memory of the string that it was parsed from, but not if it
// is a small part of it.
func TestPaddingIsNotKept(t *testing.T) {
	for spaces, want := range map[int]bool{0: true, 1: true, 9: true, 100: false, 1 << 20: false} {
		raw := strings.Repeat(" ", spaces) + "https://h/" + strings.Repeat("\n", spaces)
		u, err := Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		start, at := uintptr(unsafe.Pointer(unsafe.StringData(raw))), uintptr(unsafe.Pointer(unsafe.StringData(u.Href())))
		if got := at-start < uintptr(len(raw)); got != (want && len(raw) <= 2*len(u.Href())) {
			t.Errorf("with %d spaces around it, the memory is shared: %t", spaces, got)
		}
	}
}
