package form

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
)

// attacks read and write hostile forms.
var attacks = func() map[string]hostile.Use {
	attacks := map[string]hostile.Use{
		"Parse(body)":                  parsing(Options{}),
		"Parse(body), limited":         parsing(Options{MaxPairs: 1 << 10}),
		"Parse(body) with isindex":     parsing(Options{IsIndex: true}),
		"Parse(body) with a _charset_": parsing(Options{CharsetEncoding: htmlindex.Get}),
		"Encode(p)":                    writing(nil),
	}
	for name, enc := range encodings {
		attacks["Parse(body) in "+name] = parsing(Options{Encoding: enc})
		attacks["Encode(p) in "+name] = writing(enc)
	}
	return attacks
}()

var encodings = map[string]encoding.Encoding{
	"windows-1252": charmap.Windows1252, "iso-2022-jp": japanese.ISO2022JP, "shift_jis": japanese.ShiftJIS, "euc-jp": japanese.EUCJP,
	"euc-kr": korean.EUCKR, "gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5,
	"utf-16": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "x-user-defined": charmap.XUserDefined,
}

func parsing(o Options) hostile.Use {
	return func(s string) (int, func()) {
		body := []byte(s)
		return len(s), func() { _, _ = Parse(body, o) }
	}
}

var listOf = hostile.Remembering(url.NewURLSearchParams)

func writing(enc encoding.Encoding) hostile.Use {
	return func(s string) (int, func()) {
		p := listOf(s)
		return len(s), func() { _, _ = Encode(p, enc) }
	}
}

// forms are forms that are hard to read or write, beside URLs.
var forms = hostile.Shapes{
	"escapes":               hostile.Repeated("a=", "%a4%a2", ""),
	"escape sequences":      hostile.Repeated("a=", "%1b$B%1b(B", ""),
	"half escapes":          hostile.Repeated("a=", "%1b$", ""),
	"lead bytes":            hostile.Repeated("a=", "%81", ""),
	"four bytes":            hostile.Repeated("a=", "%81%30%81%30", ""),
	"many short values":     hostile.Repeated("", "%a4=%a2&", ""),
	"characters":            hostile.Repeated("a=", "\u3042", ""),
	"characters, changing":  hostile.Repeated("a=", "\u3042a", ""),
	"without a code":        hostile.Repeated("a=", "\U0001f600", ""),
	"short values":          hostile.Repeated("", "\u3042&", ""),
	"short values, no code": hostile.Repeated("", "\u20ac\U0001f600&", ""),
	"control characters":    hostile.Repeated("", "%00%7f&", ""),
	"charsets":              hostile.Repeated("", "_charset_=x&", ""),
	"a charset":             hostile.Repeated("_charset_=", "x", ""),
	"a charset at last":     hostile.Repeated("", "%a4&", "_charset_=shift_jis"),
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) {
	hostile.CheckComplete(t, attacks, map[string]string{
		"Options": "code of the caller, and flags", "Encoding": "code of the caller; the encodings are attacked by the text that they encode",
	})
}

// TestGrowth checks that reading and writing a form takes time and memory that grow linearly with its length. Only
// this test states how much memory.
func TestGrowth(t *testing.T) {
	most := func(name, shape string) float64 {
		if strings.HasPrefix(name, "Encode(") {
			return 144
		}
		return 48
	}
	hostile.Check(t, forms, attacks, most)
	hostile.Check(t, hostile.URLs, attacks, most)
}
