package url

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
	"testing"
)

// Each of these has a binary form beside the text that others read.
type binaryValues struct {
	Host, Opaque, Empty    Host
	HostPattern, NoHost    HostPattern
	OriginPattern, NoOrign OriginPattern
	Params, NoParams       *URLSearchParams
	URL                    URL
	Origin                 Origin
}

// TestBinaryForms checks that encoding/gob keeps all values, among them the zero values and the kinds of hosts.
func TestBinaryForms(t *testing.T) {
	opaque, _ := ParseOpaqueHost("127.0.0.1")
	want := binaryValues{
		Host: hostOf("127.0.0.1", false), Opaque: opaque,
		HostPattern: MustParseHostPattern("*.example.com"), OriginPattern: MustParseOriginPattern("https://*.example.com:*"),
		Params: NewURLSearchParams("a=b c&=&é"), NoParams: new(URLSearchParams),
		URL: MustParse("https://h/?a"), Origin: MustParse("https://h/").Origin(),
	}
	var buf bytes.Buffer
	var got binaryValues
	err := gob.NewEncoder(&buf).Encode(want)
	if err := errors.Join(err, gob.NewDecoder(&buf).Decode(&got)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// A binaryForm is a value that can be read from bytes, and its text.
type binaryForm interface {
	encoding.BinaryUnmarshaler
	encoding.BinaryAppender
	encoding.BinaryMarshaler
	fmt.Stringer
}

// binaryForms are values that are not zero.
func binaryForms() map[string]binaryForm {
	host, hosts, origins := hostOf("h", false), MustParseHostPattern("h"), MustParseOriginPattern("https://h")
	return map[string]binaryForm{"Host": &host, "HostPattern": &hosts, "OriginPattern": &origins, "URLSearchParams": NewURLSearchParams("h")}
}

// TestUnmarshalBinaryRefuses checks that UnmarshalBinary takes only what MarshalBinary writes, and that a value stays as it was
// after an error.
func TestUnmarshalBinaryRefuses(t *testing.T) {
	for name, refused := range map[string][]string{
		"Host": {"\x01", "\x01\x01", "\x01\x00", "\x01\x00h", "\x01\x01H", "\x01\x01h\t", "\x01\x01127.0.0.1", "\x01\x02h", "\x01\x021.2", "\x01\x03::1", "\x01\x03[::0]",
			"\x01\x04[::1]", "\x01\x04a b", "\x01\x05h", "\x01\xffh", "\x00\x01h", "\x02\x01h", "h", "\x01\x01a*b\x00"},
		"HostPattern":     {"\x01", "\x01*", "\x01*.", "\x01*.H", "\x01*.1", "\x01h:1", "\x02h", "h", "\x01xn--a b"},
		"OriginPattern":   {"\x01", "\x01*", "\x01https://H", "\x01https://h/", "\x01https://h:443", "\x01h", "\x02https://h", "https://h"},
		"URLSearchParams": {"\x01", "\x01a", "\x01?a=b", "\x01a=b&", "\x01a=%41", "\x01a=b c", "\x01a=b%20c", "\x01é=", "\x01\xff=", "\x02a=b", "a=b"},
	} {
		for _, data := range refused {
			value := binaryForms()[name]
			before := value.String()
			err := value.UnmarshalBinary([]byte(data))
			if e := (*Error)(nil); !errors.As(err, &e) || !errors.Is(err, ErrNotRepresentable) || e.Op != name+".UnmarshalBinary" || value.String() != before {
				t.Errorf("%s %q: %v, and the value is %q", name, data, err, value)
			}
		}
	}
	for name, value := range binaryForms() {
		if err := value.UnmarshalBinary(nil); err != nil || value.String() != "" {
			t.Errorf("%s of no bytes: %q, %v", name, value, err)
		}
		if data, err := value.AppendBinary([]byte("a")); err != nil || string(data) != "a" {
			t.Errorf("the zero %s: %q, %v", name, data, err)
		}
	}
}

// A live list takes a binary form as it takes a text.
func TestUnmarshalBinaryLive(t *testing.T) {
	u := MustParse("https://h/?x")
	if err := u.SearchParams().UnmarshalBinary([]byte("\x01a=b+c")); err != nil || u.Href() != "https://h/?a=b+c" {
		t.Errorf("%s, %v", u, err)
	}
	if err := new(URL).SearchParams().UnmarshalBinary([]byte("\x01a=b")); !errors.Is(err, ErrZeroURL) {
		t.Errorf("the zero URL: %v", err)
	}
}

// FuzzBinary checks that what is read from bytes is written as these bytes, and that what can be parsed comes back.
func FuzzBinary(f *testing.F) {
	for _, s := range []string{"", "h", "*.h", "https://h", "https://*.h:*", "\x01h", "\x02127.0.0.1", "\x03[::1]", "\x04a%", "a=b+c", "?=&", "\xff", "xn--bcher-kva.example", "foo://[::1]:*"} {
		f.Add([]byte(s))
		f.Add([]byte("\x01" + s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, value := range binaryForms() {
			if value.UnmarshalBinary(data) != nil {
				continue
			}
			if again, err := value.MarshalBinary(); err != nil || string(again) != string(data) {
				t.Fatalf("%s: %q is written as %q, %v", name, data, again, err)
			}
		}
		comesBack := func(value, zero binaryForm) {
			written, _ := value.MarshalBinary()
			if err := zero.UnmarshalBinary(written); err != nil || !reflect.DeepEqual(value, zero) {
				t.Fatalf("%q comes back as %q, %v", value, zero, err)
			}
		}
		s := string(data)
		for _, isOpaque := range []bool{false, true} {
			if host, err := parseHostOf(s, isOpaque); err == nil {
				comesBack(&host, new(Host))
			}
		}
		if u, err := Parse(s); err == nil {
			host, _ := u.ParsedHost()
			comesBack(&host, new(Host))
		}
		if p, err := ParseHostPattern(s); err == nil {
			comesBack(&p, new(HostPattern))
		}
		if p, err := ParseOriginPattern(s); err == nil {
			comesBack(&p, new(OriginPattern))
		}
		if p := NewURLSearchParams(s); p.Size() > 0 {
			comesBack(p, new(URLSearchParams))
		}
	})
}
