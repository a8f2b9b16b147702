package engine

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/notes"
)

// A Relation compares the URL with another one.
type Relation struct {
	Href     string `json:"href,omitempty"` // of the other URL
	Error    *Fault `json:"error,omitempty"`
	Origin   string `json:"origin"`
	Site     string `json:"site"`
	OwnSite  string `json:"ownSite"`
	Relative string `json:"relative,omitempty"` // a reference from the URL to the other one; "" if there is none

	Equal            bool `json:"equal"`
	EqualNoFragments bool `json:"equalNoFragments"`
	SameOrigin       bool `json:"sameOrigin"`
	SameSite         bool `json:"sameSite"`
	Schemelessly     bool `json:"schemelessly"` // same site without the condition on the schemes
}

// relate compares u with another URL, which is parsed relative to u.
func relate(u url.URL, other string) *Relation {
	v, err := u.Parse(other)
	if err != nil {
		return &Relation{Error: faultOf(err)}
	}
	o, p := u.Origin(), v.Origin()
	r := &Relation{
		Href: v.Href(), Origin: p.String(),
		Equal: u == v, EqualNoFragments: u.WithoutFragment() == v.WithoutFragment(),
		SameOrigin: o.SameOrigin(p), SameSite: o.SameSite(p, Lookup), Schemelessly: o.SchemelesslySameSite(p, Lookup),
	}
	if !o.IsOpaque() {
		r.OwnSite = notes.SiteOf(o, Lookup)
	}
	if !p.IsOpaque() {
		r.Site = notes.SiteOf(p, Lookup)
	}
	r.Relative, _ = u.MakeRelative(v)
	return r
}

// An Encoded is a URL whose query is in another encoding than UTF-8.
type Encoded struct {
	Href  string `json:"href,omitempty"`
	Error string `json:"error,omitempty"`
}

// encode parses an input with a query in the encoding that has a name in the Encoding Standard.
func encode(input string, base url.URL, name string) *Encoded {
	enc, ok := encodings[name]
	if !ok {
		return &Encoded{Error: "There is no encoding with this name."}
	}
	u, err := url.Parser{Base: base, QueryEncoding: enc}.Parse(input)
	if err != nil {
		return &Encoded{Error: err.Error()}
	}
	return &Encoded{Href: u.Href()}
}

// encodings are the encodings that a page can have, by the names of https://encoding.spec.whatwg.org/#names-and-labels in
// lower case. htmlindex of golang.org/x/text has them, too, and tables of languages: 60 KB that nobody needs here.
var encodings = map[string]encoding.Encoding{
	"utf-8": nil, "ibm866": charmap.CodePage866,
	"iso-8859-2": charmap.ISO8859_2, "iso-8859-3": charmap.ISO8859_3, "iso-8859-4": charmap.ISO8859_4, "iso-8859-5": charmap.ISO8859_5,
	"iso-8859-6": charmap.ISO8859_6, "iso-8859-7": charmap.ISO8859_7, "iso-8859-8": charmap.ISO8859_8, "iso-8859-8-i": charmap.ISO8859_8I,
	"iso-8859-10": charmap.ISO8859_10, "iso-8859-13": charmap.ISO8859_13, "iso-8859-14": charmap.ISO8859_14,
	"iso-8859-15": charmap.ISO8859_15, "iso-8859-16": charmap.ISO8859_16, "koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U,
	"macintosh": charmap.Macintosh, "x-mac-cyrillic": charmap.MacintoshCyrillic, "windows-874": charmap.Windows874,
	"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
	"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255,
	"windows-1256": charmap.Windows1256, "windows-1257": charmap.Windows1257, "windows-1258": charmap.Windows1258,
	"gbk": simplifiedchinese.GBK, "gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5,
	"euc-jp": japanese.EUCJP, "iso-2022-jp": japanese.ISO2022JP, "shift_jis": japanese.ShiftJIS, "euc-kr": korean.EUCKR,
}
