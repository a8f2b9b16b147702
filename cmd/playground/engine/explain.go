package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A Fix is a valid URL string to put in the place of the input or the base.
type Fix struct {
	Text    string `json:"text"`
	IsGuess bool   `json:"isGuess"` // whether the string was refused, so that the URL that was meant is not known
}

// maxFixed limits the length of an input that is corrected.
const maxFixed = 16 << 10

// correct returns a valid URL string for s, which the package read as u, or refused with err. It returns nil if s is
// valid already, or if the package knows no correction.
func correct(s string, base, u url.URL, err *Fault) *Fix {
	if len(s) > maxFixed {
		return nil
	}
	if u, ok := refanged(s); ok {
		return &Fix{Text: u.Href(), IsGuess: true}
	}
	if err != nil {
		if u = guess(s, base, err); u.IsZero() {
			return nil
		}
	}
	fixed := validate(u)
	if fixed == "" || fixed == s {
		return nil
	}
	return &Fix{Text: fixed, IsGuess: err != nil}
}

// refanged returns the URL for which people write "hxxps://evil[.]example", so that nobody follows it by mistake.
func refanged(s string) (url.URL, bool) {
	scheme, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), "://")
	end := strings.IndexAny(rest+"/", "/?#")
	host := brackets.Replace(rest[:end])
	if !isRefanged(s) && host == rest[:end] {
		return url.URL{}, false
	}
	after := strings.TrimSpace(s)[len(scheme)+len("://")+end:] // in its case
	u, err := url.Parse(strings.Replace(scheme, "hxx", "htt", 1) + "://" + host + after)
	return u, err == nil && u.IsHTTP() && validate(u) == u.Href()
}

// isRefanged reports whether s begins with "hxxp", which is the scheme of a valid URL.
func isRefanged(s string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(s)), "hxxp") && strings.Contains(s, "://")
}

var brackets = strings.NewReplacer("[.]", ".", "(.)", ".", "[dot]", ".")

// validate returns a valid URL string for u without its credentials, or "" if it knows none.
func validate(u url.URL) string {
	s := u.WithoutCredentials().Href()
	var b strings.Builder
	done := 0
	for _, e := range url.Validate(s) {
		if e.Type != url.ErrInvalidURLUnit || e.Offset < done {
			return ""
		}
		_, size := utf8.DecodeRuneInString(s[e.Offset:])
		b.WriteString(s[done:e.Offset])
		b.WriteString(notes.Escape(s[e.Offset : e.Offset+size]))
		done = e.Offset + size
	}
	b.WriteString(s[done:])
	if fixed := b.String(); len(url.Validate(fixed)) == 0 {
		return fixed
	}
	return ""
}

// maxGuesses limits the changes that make a refused string parse.
const maxGuesses = 8

// guess returns the URL that was probably meant by a string that the package refused, or the zero URL.
func guess(s string, base url.URL, err *Fault) url.URL {
	for range maxGuesses {
		if err.Name == url.ErrMissingSchemeNonRelativeURL.Error() {
			u, _ := url.Parser{DefaultScheme: "https"}.Parse(s)
			return u
		}
		changed, ok := change(s, base, err)
		if !ok {
			return url.URL{}
		}
		u, parseErr := url.Parser{Base: base}.Parse(changed)
		if parseErr == nil {
			return u
		}
		s, err = changed, faultOf(parseErr)
	}
	return url.URL{}
}

// change returns s without the error that the package refused it for, if there is a way.
func change(s string, base url.URL, err *Fault) (changed string, ok bool) {
	var t url.ErrorType
	if t.UnmarshalText([]byte(err.Name)) != nil {
		return "", false
	}
	switch t {
	case url.ErrPortInvalid, url.ErrPortOutOfRange:
		if port := notes.SpanOf(notes.Spans(s, base), "port"); port.To > 0 {
			return s[:strings.LastIndexByte(s[:port.From], ':')] + s[port.To:], true
		}
	case url.ErrHostInvalidCodePoint:
		_, size := utf8.DecodeRuneInString(s[err.Offset:])
		return s[:err.Offset] + s[err.Offset+size:], size > 0
	case url.ErrDomainToASCII:
		if notes.ForbiddenAt(s, err.Offset) {
			return s[:err.Offset] + s[err.Offset+1:], true
		}
	case url.ErrIPv6Unclosed:
		if host := notes.SpanOf(notes.Spans(s, base), "host"); host.To > 0 {
			return s[:host.To] + "]" + s[host.To:], true
		}
	}
	return "", false
}

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
