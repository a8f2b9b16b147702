// Package notes finds what a reader of a URL may miss, even if the URL has no errors, such as where it leads and what it hides.
// cmd/weburl and the playground show its notes.
package notes

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
)

// The levels of a note.
const (
	Danger = "danger" // the URL may deceive people or programs
	Warn   = "warn"   // a program should treat the URL with care
	Info   = "info"
)

// A Note tells something about a URL that is not an error.
type Note struct {
	Kind  string `json:"kind"`
	Level string `json:"level"`
	Text  string `json:"text"`
}

// note returns a note and true, which is what a check that finds something returns.
func note(kind, level, format string, args ...any) (Note, bool) {
	return Note{kind, level, fmt.Sprintf(format, args...)}, true
}

// A Lookup looks up a domain in a public suffix list, as psl.List does.
type Lookup func(domain string) (suffix string, icann, listed bool)

// PublicSuffix implements url.PublicSuffixList.
func (l Lookup) PublicSuffix(domain string) string {
	suffix, _, _ := l(domain)
	return suffix
}

// A Subject is a URL, and the input and base URL from which it was read.
type Subject struct {
	URL    url.URL
	Input  string
	Base   url.URL
	Lookup Lookup

	host  url.Host
	spans []Span
	typed string // the host as it was typed; "" if the input has none
}

// Of returns the notes about a URL.
func Of(s Subject) []Note { return look(s.read(), checks...) }

// read returns s with what the checks ask for.
func (s Subject) read() Subject {
	s.host, _ = s.URL.ParsedHost()
	s.spans = Spans(s.Input, s.Base)
	s.typed = TextOf(s.Input, s.spans, "host")
	return s
}

// checks look for a note each.
var checks = []func(Subject) (Note, bool){schemeNote, hostAsSchemeNote, relationNote, credentialsNote, decoyNote,
	lookAlikeNote, otherHostNote, imitationNote, disguiseNote, addressNote, localNameNote, wildcardNote, rewrittenNote, capitalNote,
	fileNameNote, portNote, orderNote, invisibleNote, ignoredNote, dotsNote, pathNote, controlNote, encodingNote, parameterNote}

// OfRefused returns the notes about characters that hide in an input that is refused, and about its encoding.
func OfRefused(input string) []Note {
	return look(Subject{Input: input}, orderNote, invisibleNote, encodingNote)
}

func look(s Subject, checks ...func(Subject) (Note, bool)) []Note {
	notes := []Note{}
	for _, check := range checks {
		if note, ok := check(s); ok {
			notes = append(notes, note)
		}
	}
	return notes
}

// SiteOf returns a site as the standard serializes it:
// https://html.spec.whatwg.org/multipage/browsers.html#serialization-of-a-site
func SiteOf(o url.Origin, list url.PublicSuffixList) string {
	host, _ := o.ParsedHost()
	return o.Scheme() + "://" + host.Site(list).String()
}

func schemeNote(s Subject) (Note, bool) {
	switch s.URL.Scheme() {
	case "javascript", "vbscript":
		return note("script", Danger, "A browser that opens this URL runs its text as a program, in the page that has the link.")
	case "data":
		return note("data", Warn, "This URL contains its own content, so no server is involved.")
	case "file":
		return note("file", Warn, "This URL points to a file on the computer that opens it, or on another computer in its network.")
	case "blob", "filesystem":
		return note("blob", Info, "This URL points to data in the memory of a browser, so it does not work anywhere else.")
	case "tel":
		return note("phone", Info, "A phone that opens this URL offers to call the number.")
	case "intent":
		return note("app", Warn, "An Android phone that opens this URL starts an app, or goes to the page in browser_fallback_url.")
	case "gopher", "gophers", "dict", "telnet", "tftp", "ldap", "ldaps", "smb", "smbs", "jar", "netdoc", "phar", "php", "expect":
		return note("protocol", Warn, "Browsers do not follow “%s:” URLs, but some programs do. Attackers use them to reach "+
			"servers and files that they cannot reach with http:.", s.URL.Scheme())
	case "search-ms", "ms-msdt", "ms-officecmd", "ms-search", "ms-cxh", "ms-cxh-full":
		return note("protocol", Danger, "A Windows computer that opens this URL passes it to a program. Attackers have used such URLs.")
	}
	return Note{}, false
}

// relationNote compares the URL with the base.
func relationNote(s Subject) (Note, bool) {
	if s.Base.IsZero() {
		return Note{}, false
	}
	if _, err := s.Base.ParseSameOrigin(s.Input); err == nil {
		return note("same-origin", Info, "The URL has the same origin as the base URL.")
	}
	own, other := s.URL.Origin(), s.Base.Origin()
	hasScheme := TextOf(s.Input, s.spans, "scheme") != ""
	switch {
	case own.IsOpaque() || other.IsOpaque():
		return note("opaque-origin", Info, "The URL or the base URL has an opaque origin, so the two never have the same origin.")
	case own.SameOrigin(other):
		return note("same-origin", Info, "The URL has the same origin as the base URL, but a server should not redirect to it.")
	case own.SameSite(other, s.Lookup):
		return note("same-site", Warn, "The URL and the base URL have different origins, but both belong to the site %s.", shorten(SiteOf(own, s.Lookup)))
	case hasScheme:
		return note("cross-site", Warn, "The URL leads to %s, which is not the site of the base URL.", shorten(SiteOf(own, s.Lookup)))
	}
	return Note{"cross-site", Danger, "This reference has no scheme, but leads to " +
		shorten(SiteOf(own, s.Lookup)) + ", which is not the site of the base URL. A redirect to it is an open redirect."}, true
}

func credentialsNote(s Subject) (Note, bool) {
	if !s.URL.IncludesCredentials() {
		return Note{}, false
	}
	what := "a username and a password"
	switch "" {
	case s.URL.Password():
		what = "a username"
	case s.URL.Username():
		what = "a password"
	}
	note := Note{"credentials", Warn, fmt.Sprintf("The text before “@” is %s. The host is “%s”.", what, shorten(s.URL.Hostname()))}
	text := url.PercentDecode(s.URL.Username() + ":" + s.URL.Password())
	switch {
	case strings.ContainsAny(dots.Replace(norm.NFKC.String(text)), "./"):
		note.Level, note.Text = Danger, note.Text+" The username or password looks like a host."
	case slices.ContainsFunc(strings.FieldsFunc(shorten(text), isNotInName), isLookAlike):
		note.Level, note.Text = Danger, note.Text+" The username or password has letters that look like others."
	}
	return note, true
}

// dots replaces what a host has for dots: https://www.unicode.org/reports/tr46/#Notation.
var dots = strings.NewReplacer("\u3002", ".", "\uff61", ".")

func isBeyondASCII(r rune) bool { return r >= utf8.RuneSelf }

func isNotInName(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && r != '-' }

// isLookAlike reports whether package display would not decode a label.
func isLookAlike(label string) bool {
	if !strings.ContainsFunc(label, isBeyondASCII) || len(label) > maxLabel {
		return false
	}
	if !strings.ContainsFunc(norm.NFKC.String(label), isBeyondASCII) {
		return true // only the shapes of the letters are not ASCII's
	}
	u, err := url.Build(url.Components{Scheme: "https", Host: label + ".com"})
	return err == nil && strings.Contains(display.URL(u, display.Options{HostOnly: true}), "xn--")
}

const maxLabel = 250 // bytes of UTF-8; a longer one is too long for the DNS

// shorten cuts a long text for a note.
func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
