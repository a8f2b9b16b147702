package page

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
)

// TestXMLDeclaration has the encodings that Chromium and Firefox read from XML declarations.
func TestXMLDeclaration(t *testing.T) {
	const none = "windows-1252"
	for page, want := range map[string]string{
		`<?xml version="1.0" encoding="windows-1251"?>`:                    "windows-1251",
		`<?xml version="1.0" encoding='koi8-r'?>`:                          "koi8-r",
		`<?xml encoding=windows-1251?>`:                                    none,
		` <?xml encoding='windows-1251'?>`:                                 none,
		`<?XML encoding='windows-1251'?>`:                                  none,
		`<?xmlencoding='windows-1251'?>`:                                   "windows-1251",
		"<?xml\nencoding\t=\n'windows-1251'?>":                             "windows-1251",
		"<?xml\x00encoding\x00=\x00'WINDOWS-1251'?>":                       "windows-1251",
		`<?xml encoding='windows-1251'>`:                                   "windows-1251",
		`<?xml encoding=' windows-1251'?>`:                                 none,
		"<?xml encoding='\vwindows-1251'?>":                                none,
		"<?xml encoding='windows-1251\xA0'?>":                              none,
		`<?xml encoding='windows-1251' `:                                   none,
		`<?xml ?><p encoding='windows-1251'>`:                              none,
		`<?xml encoding='windows-1251>'?>`:                                 none,
		`<?xml encoding="windows-1251'?>"`:                                 none,
		`<?xml ENCODING='windows-1251'?>`:                                  none,
		`<?xml encoding='x' encoding='windows-1251'?>`:                     none,
		`<?xml encoding x encoding='windows-1251'?>`:                       none,
		`<?xml fooencoding='windows-1251'?>`:                               "windows-1251",
		`<?xml-stylesheet encoding='windows-1251'?>`:                       "windows-1251",
		`<?xml encoding='utf-16'?>`:                                        "utf-8",
		`<?xml encoding='utf-16le'?>`:                                      "utf-8",
		`<?xml encoding='utf-16be'?>`:                                      "utf-8",
		`<?xml encoding='x-user-defined'?>`:                                "x-user-defined",
		`<?xml encoding='iso-2022-kr'?>`:                                   "replacement",
		`<?xml encoding=''?>`:                                              none,
		`<?xml encoding='windows-1251'?><meta charset=koi8-r>`:             "koi8-r",
		`<?xml encoding='windows-1251'?><meta charset=utf-8>`:              "utf-8",
		`<?xml encoding='windows-1251'?><meta charset=windows-1252>`:       none,
		`<?xml encoding='windows-1251'?><meta charset=x-user-defined>`:     none,
		`<?xml encoding='windows-1251'?><meta charset=nonsense>`:           "windows-1251",
		`<?xml ` + strings.Repeat(" ", 1100) + `encoding='windows-1251'?>`: "windows-1251",
		`<!doctype html><?xml encoding='windows-1251'?>`:                   none,
		"\uFEFF<?xml encoding='windows-1251'?>":                            "utf-8",
		"<\x00?\x00x\x00m\x00l\x00>\x00":                                   "utf-16le",
		"\x00<\x00?\x00x\x00m\x00l\x00>":                                   "utf-16be",
		"<\x00p\x00>\x00":                                                  none,
	} {
		d := mustParse(t, page+"\xE9", "")
		if name, _ := htmlindex.Name(d.Encoding); name != want {
			t.Errorf("%.100q: %s, want %s", page, name, want)
		}
		d = mustParse(t, page, "text/html; charset=koi8-r")
		if name, _ := htmlindex.Name(d.Encoding); name != "koi8-r" && !strings.HasPrefix(page, "\uFEFF") {
			t.Errorf("%.100q with a charset: %s", page, name)
		}
	}
}

// TestEncodings has the query of a link in the encoding of its page.
func TestEncodings(t *testing.T) {
	long := strings.Repeat("x", 2000)
	for _, test := range []struct{ page, contentType, name, query string }{
		{"<a href='?й'>", "", "utf-8", "%D0%B9"},
		{"<a href='?'>", "", "utf-8", ""},
		{"", "", "utf-8", "-"},
		{"é", "", "utf-8", "-"},
		{"\xE9", "", "windows-1252", "-"},
		{"<a href='?\xE9'>", "", "windows-1252", "%E9"},
		{long + "<a href='?й'>", "", "utf-8", "%D0%B9"},
		{"й" + long + "<a href='?\xE9'>", "", "windows-1252", "%E9"},
		{long + "<a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<meta charset=windows-1252>" + long + "<a href='?й'>", "", "windows-1252", "%D0%B9"},
		{"<meta charset=utf-8>" + long + "<a href='?\xE9'>", "", "utf-8", "%EF%BF%BD"},
		{"<meta charset=windows-1251><a href='?\xE9'>", "", "windows-1251", "%E9"},
		{long[:1000] + "<meta charset=shift_jis><a href='?\x93\xFA'>", "", "shift_jis", "%93%FA"}, // it ends at byte 1024
		{long[:1001] + "<meta charset=shift_jis><a href='?\x93\xFA'>", "", "windows-1252", "%93%FA"},
		{"<meta charset=windows-1251><a href='?\xE9'>", "text/html;charset=koi8-r", "koi8-r", "%E9"},
		{"<meta http-equiv=content-type content='text/html;charset=shift_jis'><a href='?\x93\xFA'>", "text/html", "shift_jis", "%93%FA"},
		{long[:998] + "<meta charset=windows-1252><a href='?й'>", "", "utf-8", "%D0%B9"}, // it ends at byte 1025
		{long[:997] + "<meta charset=windows-1252><a href='?й'>", "", "windows-1252", "%D0%B9"},
		{"<meta charset=x http-equiv=content-type content='text/html;charset=koi8-r'><a href='?\xE9'>", "", "windows-1252", "%E9"}, // the charset fails
		{"<meta http-equiv=content-type content='charset; CHARSET = \"koi8-r\"x'><a href='?\xE9'>", "", "koi8-r", "%E9"},
		{"<meta http-equiv=content-type content='charset=\"koi8-r'><a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<meta content='text/html;charset=koi8-r'><a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<meta content='charset=x'><meta charset=koi8-r><a href='?\xE9'>", "", "koi8-r", "%E9"},
		{"<script><meta charset=shift_jis></script><meta charset=koi8-r><a href='?\xE9'>", "", "koi8-r", "%E9"},
		{"<noscript><meta charset=koi8-r></noscript><a href='?\xE9'>", "", "koi8-r", "%E9"}, // Chromium agrees
		{"<noscript><style><meta charset=koi8-r></style></noscript><a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<style><meta charset=koi8-r></style><noembed><meta charset=koi8-r></noembed><title><meta charset=koi8-r></title><a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<meta http-equiv=content-type content='text/html; charſet=koi8-r'><a href='?\xE9'>", "", "windows-1252", "%E9"}, // Unicode folds "ſ" to "s"
		{"<meta http-equiv=content-type content='charſet=gbk; cHarseT=koi8-r'><a href='?\xE9'>", "", "koi8-r", "%E9"},
		{"<meta http-equiv='content&#13;type' content='charset=koi8-r'><a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<!--<meta charset=shift_jis>--><META CHARSET=koi8-r><a href='?\xE9'>", "", "koi8-r", "%E9"},
		{"<meta charset=utf-16><a href='?é'>", "", "utf-8", "%C3%A9"},
		{"<meta charset=x-user-defined><a href='?\xE9'>", "", "windows-1252", "%E9"},
		{"<a href='?\xE9'>", "text/html;charset=x-user-defined", "x-user-defined", "%E9"},
		{"\xEF\xBB\xBF<a href='?é'>", "text/html;charset=koi8-r", "utf-8", "%C3%A9"},
		{"\xFF\xFE<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\xE9\x00>\x00", "text/html;charset=koi8-r", "utf-16le", "%C3%A9"},
		{"\xFE\xFF\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\xE9\x00>", "", "utf-16be", "%C3%A9"},
		{"<a href='?\xE9'>", "text/html; charset=utf-8", "utf-8", "%EF%BF%BD"},
		{"<a href='?\xE9'>", "text/html; charset=iso-8859-1", "windows-1252", "%E9"},
		{"<a href='?\x9D'>", "", "windows-1252", "%9D"}, // U+009D, and in other decoders U+FFFD
		{"<a href=?a>", "text/html; charset=iso-2022-kr", "replacement", "-"},
		{"<base href='?\xE9'><a href=#>", "text/html; charset=windows-1251", "windows-1251", "%E9"},
		{"<a href='?\x93\x22>b'>", "text/html; charset=shift_jis", "shift_jis", "%26%2365533%3B%22%3Eb"}, // an ASCII byte never is a part of what is wrong
	} {
		d := mustParse(t, test.page, test.contentType)
		if name, err := htmlindex.Name(d.Encoding); err != nil || name != test.name || d.Encoding == encoding.Nop {
			t.Errorf("%.60q, %s: %v, %v, want %s", test.page, test.contentType, name, err, test.name)
		}
		got := "-"
		for l := range d.Links() {
			got, _ = l.URL.Query()
		}
		if got != test.query {
			t.Errorf("%.60q, %s: the query is %q, want %q", test.page, test.contentType, got, test.query)
		}
	}
	for _, page := range []string{"\uFEFF<b>", "\xFF\xFE<\x00b\x00>\x00", "\xFE\xFF\x00<\x00b\x00>"} {
		if first := mustParse(t, page, "").Root.FirstChild.LastChild.FirstChild; first.Data != "b" {
			t.Errorf("%q: the body begins with %q", page, first.Data)
		}
	}
	if d, err := Parse(iotest.ErrReader(errors.ErrUnsupported), url.URL{}, ""); d != nil || err != errors.ErrUnsupported {
		t.Errorf("%v, %v", d, err)
	}
}

// TestContentTypeVectors has the encodings of mime-types.json of web-platform-tests: of those that browsers load as a page.
func TestContentTypeVectors(t *testing.T) {
	tried := 0
	for _, v := range vectors.Decode[struct {
		Input     string
		Navigable bool
		Encoding  *string
	}](t, vectors.Read(t, "FETCH_DIR", "mime-types.json"), 74) {
		if !v.Navigable {
			continue
		}
		tried++
		field, err := charmap.ISO8859_1.NewEncoder().String(v.Input)
		if err != nil {
			t.Fatal(err)
		}
		want := "windows-1252"
		if v.Encoding != nil {
			want = strings.ToLower(*v.Encoding)
		}
		if name, _ := htmlindex.Name(encodingOf(t, field)); name != want {
			t.Errorf("%s: %s, want %s", v.Input, name, want)
		}
	}
	if tried < 40 {
		t.Errorf("only %d vectors have an encoding", tried)
	}
}

// encodingOf returns the encoding of a page that is not UTF-8.
func encodingOf(t *testing.T, contentType string) encoding.Encoding {
	return mustParse(t, "\xE9", contentType).Encoding
}

// TestContentType has fields that package mime reads otherwise than a browser, or not at all. The expected values follow from
// https://mimesniff.spec.whatwg.org/#parse-a-mime-type, https://fetch.spec.whatwg.org/#concept-header-extract-mime-type and
// https://encoding.spec.whatwg.org/#concept-encoding-get.
func TestContentType(t *testing.T) {
	const none = "windows-1252"
	for field, want := range map[string]string{
		"text/html; charset=windows-1251; foo":              "windows-1251",
		"text/html;; charset=windows-1251":                  "windows-1251",
		`text/html; charset="windows-1251`:                  "windows-1251",
		`text/html; charset="windows\-1251"x; a`:            "windows-1251",
		"text/html; charset=windows-1251; charset=utf-8":    "windows-1251",
		"text/html; charset=none; charset=windows-1251":     none,
		`text/html; charset=""; charset=windows-1251`:       none,
		"text/html; charset=; charset=windows-1251":         "windows-1251",
		"text/html; charset= windows-1251":                  "windows-1251",
		"text/html; a=\xFF; b=\"\xE9\"; charset=koi8-r":     "koi8-r",
		"text/html; charset=\"\tkoi8-r \"":                  "koi8-r",
		"text/html; charset=\"\xA0koi8-r\"; charset=koi8-r": none,
		"text/html; charset=\"\u00A0koi8-r\"":               none,
		"text/html; charset=\u212Aoi8-r":                    none, // the Kelvin sign, a "k" in lower case
		"text/html; charset =koi8-r":                        none,
		"text/html; charset='koi8-r'":                       none,
		"text/html; charset*=utf-8''koi8-r":                 none, // of RFC 2231, which the standard does not have
		"text/html; charset*0=koi8-; charset*1=r":           none,
		"text; charset=koi8-r":                              none, // not a media type
		"; charset=koi8-r":                                  none,
		"text/ html; charset=koi8-r":                        none,
		"*/*; charset=koi8-r":                               none,
		// Several fields, joined.
		"text/html; charset=koi8-r, text/html":                             "koi8-r",
		"text/html; charset=koi8-r, TEXT/HTML; a=b":                        "koi8-r",
		"text/html; charset=koi8-r,":                                       "koi8-r",
		"text/html; charset=koi8-r, */*; charset=gbk, text":                "koi8-r",
		"text/html; charset=koi8-r, text/html; charset=gbk":                "gbk",
		"text/html; charset=koi8-r, text/html; charset=gbk, text/html":     "koi8-r", // the charset of the first one stays
		"text/html; charset=koi8-r, text/html; charset=none":               none,
		"text/html, text/html; charset=gbk, text/html":                     none,
		"text/html; charset=koi8-r, text/plain":                            none,
		"text/html; charset=koi8-r, text/plain, text/html":                 none,
		`text/html; charset=koi8-r; a=", text/plain`:                       "koi8-r",
		`text/html; charset=koi8-r; a="\", text/plain", text/html`:         "koi8-r",
		`text/html; charset=koi8-r; ", text/plain", text/html; charset=""`: none,
	} {
		if name, _ := htmlindex.Name(encodingOf(t, field)); name != want {
			t.Errorf("%q: %s, want %s", field, name, want)
		}
	}
}
