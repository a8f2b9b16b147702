package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/notes"
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
	if u.IncludesCredentials() {
		// These setters fail only for URLs that cannot have credentials.
		_ = u.SetUsername("")
		_ = u.SetPassword("")
	}
	s := u.Href()
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
		for _, span := range notes.Spans(s, base) {
			if span.Name == "port" {
				return s[:strings.LastIndexByte(s[:span.From], ':')] + s[span.To:], true
			}
		}
	case url.ErrHostInvalidCodePoint:
		_, size := utf8.DecodeRuneInString(s[err.Offset:])
		return s[:err.Offset] + s[err.Offset+size:], size > 0
	case url.ErrDomainToASCII:
		if i := notes.Forbidden(s, err.Offset); i >= 0 {
			return s[:i] + s[i+1:], true
		}
	case url.ErrIPv6Unclosed:
		for _, span := range notes.Spans(s, base) {
			if span.Name == "host" {
				return s[:span.To] + "]" + s[span.To:], true
			}
		}
	}
	return "", false
}
