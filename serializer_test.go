package url

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"testing"
)

var (
	_ encoding.TextMarshaler     = URL{}
	_ encoding.TextAppender      = URL{}
	_ encoding.TextUnmarshaler   = (*URL)(nil)
	_ encoding.BinaryMarshaler   = URL{}
	_ encoding.BinaryAppender    = URL{}
	_ encoding.BinaryUnmarshaler = (*URL)(nil)
	_ driver.Valuer              = URL{}
	_ sql.Scanner                = (*URL)(nil)
	_ slog.LogValuer             = URL{}
)

func TestFormat(t *testing.T) {
	const href = "http://u:p@h/%20?100%d#f"
	u := MustParse(href)
	for format, want := range map[string]string{
		"%v": href, "%+v": href, "%s": href, "%q": `"` + href + `"`, "%30s": "      " + href, "%.4s": "http",
	} {
		if got := fmt.Sprintf(format, u); got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
		if got := fmt.Sprintf(format, &u); got != want {
			t.Errorf("%s of the pointer: got %q, want %q", format, got, want)
		}
	}
	if got := fmt.Sprint((*URL)(nil), URL{}); got != "<nil> " {
		t.Errorf("nil and zero: %q", got)
	}
}

func TestRedacted(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/":             "http://h/",
		"http://u@h/":           "http://u@h/",
		"http://u:p@h:1/a?b#c":  "http://u:xxxxx@h:1/a?b#c",
		"http://:p@h/":          "http://:xxxxx@h/",
		"http://u:p%40p:p@h/@":  "http://u:xxxxx@h/@",
		"http://u:xxxxx@h/":     "http://u:xxxxx@h/",
		"foo://u:p@h":           "foo://u:xxxxx@h",
		"mailto:u:p@h":          "mailto:u:p@h",
		"http://u:@h/":          "http://u@h/",
		"foo:/.//u:p@h/":        "foo:/.//u:p@h/",
		"http://h/u:p@h?u:p@h#": "http://h/u:p@h?u:p@h#",
	} {
		if got := MustParse(in).Redacted(); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if got := (URL{}).Redacted(); got != "" {
		t.Errorf("the zero URL: %q", got)
	}
}

func TestLogValue(t *testing.T) {
	var out strings.Builder
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key != "url" {
			return slog.Attr{}
		}
		return a
	}}
	u := MustParse("http://u:secret@h/p;a=secret?access_token=secret#id_token=secret")
	slog.New(slog.NewTextHandler(&out, options)).Info("m", "url", u)
	slog.New(slog.NewTextHandler(&out, options)).Info("m", "url", u)
	slog.New(slog.NewJSONHandler(&out, options)).Info("m", "url", u)
	slog.New(slog.NewJSONHandler(&out, options)).Info("m", slog.Any("url", u))
	const shown = "http://xxxxx@h/p;a=xxxxx?access_token=xxxxx#xxxxx"
	const text, json = `url="` + shown + `"` + "\n", `{"url":"` + shown + `"}` + "\n"
	if want := text + text + json + json; out.String() != want {
		t.Errorf("got %s, want %s", &out, want)
	}
}

func TestText(t *testing.T) {
	for _, href := range []string{"", "http://u:p@h/?a#b", "mailto:a@b", "http://h/#"} {
		var u URL
		if href != "" {
			u = MustParse(href)
		}
		text, err1 := u.MarshalText()
		binary, err2 := u.MarshalBinary()
		appended, err3 := u.AppendText([]byte("a "))
		appended, err4 := u.AppendBinary(appended)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			t.Errorf("%q: %v", href, err)
		}
		if string(text) != href || string(binary) != href || string(appended) != "a "+href+href {
			t.Errorf("%q: got %q, %q, %q", href, text, binary, appended)
		}
		for name, unmarshal := range map[string]func(*URL, []byte) error{
			"UnmarshalText": (*URL).UnmarshalText, "UnmarshalBinary": (*URL).UnmarshalBinary,
		} {
			v, in := MustParse("http://before/"), []byte(href)
			if err := unmarshal(&v, in); err != nil || v != u {
				t.Errorf("%s(%q): got %v, error %v", name, href, v, err)
			}
			clear(in)
			if v.Href() != href {
				t.Errorf("%s(%q): the URL has the memory of the text", name, href)
			}
		}
	}
}

// relativeOrBad are texts that do not parse without a base, with the reason.
var relativeOrBad = map[string]ErrorType{
	"/a": ErrMissingSchemeNonRelativeURL, "example.com": ErrMissingSchemeNonRelativeURL, " ": ErrMissingSchemeNonRelativeURL,
	"http://": ErrHostMissing, "http://h:99999/": ErrPortOutOfRange, "http://[::1/": ErrIPv6Unclosed,
}

// checkBad checks that unmarshaling text into u failed for the right reason, and did not change u.
func checkBad(t *testing.T, text string, u *URL, err error) {
	t.Helper()
	var e *Error
	if !errors.Is(err, relativeOrBad[text]) || !errors.As(err, &e) || !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) {
		t.Errorf("%q: error %v", text, err)
	}
	if u.Href() != "http://before/" {
		t.Errorf("%q: the URL became %q", text, u)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	for text := range relativeOrBad {
		u := MustParse("http://before/")
		checkBad(t, text, &u, u.UnmarshalText([]byte(text)))
		checkBad(t, text, &u, u.UnmarshalBinary([]byte(text)))
		checkBad(t, text, &u, u.Scan(text))
		checkBad(t, text, &u, u.Scan([]byte(text)))

		quoted, _ := json.Marshal(text)
		config := struct{ U *URL }{&u}
		checkBad(t, text, &u, json.Unmarshal([]byte(`{"U":`+string(quoted)+`}`), &config))
		checkBad(t, text, &u, xml.Unmarshal([]byte("<config><U>"+text+"</U></config>"), &config))
	}
}

// urls has a URL in each place where a codec may meet one.
type urls struct {
	XMLName xml.Name    `json:"-" xml:"urls"`
	Value   URL         `xml:"value"`
	Pointer *URL        `xml:"pointer"`
	Nil     *URL        `xml:"nil"`
	Slice   []URL       `xml:"slice"`
	Attr    URL         `json:"-" xml:"attr,attr"`
	Key     map[URL]int `xml:"-"`
	Zero    URL         `json:",omitzero" xml:"-"`
}

func someURLs() urls {
	u, v := MustParse("http://u:p@h/?a=b&c"), MustParse("mailto:a@b")
	return urls{xml.Name{Local: "urls"}, u, &v, nil, []URL{v, u, {}}, u, map[URL]int{u: 1, v: 2}, URL{}}
}

func TestJSON(t *testing.T) {
	in := someURLs()
	text, err := json.Marshal(in)
	const want = `{"Value":"http://u:p@h/?a=b\u0026c","Pointer":"mailto:a@b","Nil":null,` +
		`"Slice":["mailto:a@b","http://u:p@h/?a=b\u0026c",""],"Key":{"http://u:p@h/?a=b\u0026c":1,"mailto:a@b":2}}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, error %v", text, err)
	}
	out := urls{XMLName: in.XMLName, Attr: in.Attr}
	if err := json.Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, error %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"Key":{"http://h":1,"h":2}}`), &out); !errors.Is(err, ErrMissingSchemeNonRelativeURL) {
		t.Errorf("a bad key: error %v", err)
	}
}

func TestXML(t *testing.T) {
	in := someURLs()
	in.Key = nil
	text, err := xml.Marshal(in)
	const want = `<urls attr="http://u:p@h/?a=b&amp;c"><value>http://u:p@h/?a=b&amp;c</value><pointer>mailto:a@b</pointer>` +
		`<slice>mailto:a@b</slice><slice>http://u:p@h/?a=b&amp;c</slice><slice></slice></urls>`
	if err != nil || string(text) != want {
		t.Errorf("got %s, error %v", text, err)
	}
	var out urls
	if err := xml.Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, error %v", out, err)
	}
	if err := xml.Unmarshal([]byte(`<urls attr="/a"/>`), &out); !errors.Is(err, ErrMissingSchemeNonRelativeURL) {
		t.Errorf("a bad attribute: error %v", err)
	}
}

func TestGob(t *testing.T) {
	in, out := someURLs(), urls{}
	var stream bytes.Buffer
	err := errors.Join(gob.NewEncoder(&stream).Encode(in), gob.NewDecoder(&stream).Decode(&out))
	if err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, error %v", out, err)
	}
}

func TestFlag(t *testing.T) {
	var u URL
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&u, "url", MustParse("http://before/"), "")
	if u.Href() != "http://before/" {
		t.Errorf("the default is %q", u)
	}
	for text := range relativeOrBad {
		if err := flags.Parse([]string{"-url=" + text}); err == nil || u.Href() != "http://before/" {
			t.Errorf("%q: the URL became %q, error %v", text, u, err)
		}
	}
	if err := flags.Parse([]string{"-url", `HTTPS:\\H`}); err != nil || u.Href() != "https://h/" {
		t.Errorf("got %q, error %v", u, err)
	}
}

func TestScan(t *testing.T) {
	bytes := []byte("HTTP://H")
	for _, test := range []struct {
		src  any
		want string
	}{
		{"http://h/a", "http://h/a"}, {bytes, "http://h/"}, {nil, ""}, {"", ""}, {[]byte{}, ""}, {[]byte(nil), ""},
	} {
		u := MustParse("http://before/")
		if err := u.Scan(test.src); err != nil || u.Href() != test.want {
			t.Errorf("%q: got %q, error %v", test.src, u, err)
		}
	}
	bytes = []byte("http://h/")
	var u URL
	err := u.Scan(bytes)
	if bytes[0] = 'X'; err != nil || u.Href() != "http://h/" {
		t.Errorf("the URL has the driver's memory: %q, error %v", u, err)
	}
	if err := u.Scan(1); err == nil || u.Href() != "http://h/" || !strings.Contains(err.Error(), "int") {
		t.Errorf("an int: %q, error %v", u, err)
	}
}

func TestValue(t *testing.T) {
	if v, err := MustParse("http://u:p@h").Value(); err != nil || v != "http://u:p@h/" {
		t.Errorf("got %v, error %v", v, err)
	}
	if v, err := (URL{}).Value(); err != nil || v != nil {
		t.Errorf("the zero URL: got %v, error %v", v, err)
	}
}
