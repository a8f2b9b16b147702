package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
)

// The levels of a note.
const (
	levelDanger = "danger" // the URL may deceive people or programs
	levelWarn   = "warn"   // a program should treat the URL with care
	levelInfo   = "info"
)

// A Note is something to know about a URL that is not an error.
type Note struct {
	Kind  string `json:"kind"`
	Level string `json:"level"`
	Text  string `json:"text"`
}

// note returns a note and true, as the functions that look for one do.
func note(kind, level, format string, args ...any) (Note, bool) {
	return Note{kind, level, fmt.Sprintf(format, args...)}, true
}

// A Safety says who a URL leads to.
type Safety struct {
	// The URL as it should be shown to people, in three pieces. The registrable domain, or else the host, is the
	// middle one. The page isolates directions itself.
	Shown [3]string `json:"shown"`

	HostKind string `json:"hostKind"`
	Suffix   string `json:"suffix"` // the public suffix; "" if there is none
	Site     string `json:"site"`   // "" if the URL has no site
	Notes    []Note `json:"notes"`
}

// A subject is a URL, and what it was made from.
type subject struct {
	u     url.URL
	host  url.Host
	typed string // the host as it was typed; "" if the input has none
	input string
	base  url.URL
	spans []Span
}

// safetyOf returns what is to know about a URL.
func safetyOf(s subject) *Safety {
	host, hasHost := s.u.ParsedHost()
	s.host, s.typed = host, textOf(s.input, s.spans, "host")
	parts := display.PartsOf(s.u, display.Options{PublicSuffixList: publicsuffix.List})
	safety := &Safety{
		Shown: [3]string{parts.Scheme + parts.Subdomain, parts.RegistrableDomain, parts.Port + parts.Path + parts.Query + parts.Fragment},
		Notes: []Note{},
	}
	for i, piece := range safety.Shown {
		safety.Shown[i] = removeIsolates.Replace(piece)
	}
	if hasHost {
		safety.HostKind = host.Kind().String()
		safety.Suffix, _ = host.PublicSuffix(publicsuffix.List)
	}
	if origin := s.u.Origin(); !origin.IsOpaque() {
		safety.Site = siteOf(origin)
	}
	safety.look(s, schemeNote, relationNote, credentialsNote,
		lookAlikeNote, otherHostNote, imitationNote, disguiseNote, addressNote, localNameNote, wildcardNote, rewrittenNote, portNote,
		orderNote, invisibleNote, ignoredNote, pathNote, controlNote, parameterNote)
	return safety
}

// safetyOfRefused has the notes about characters that hide in an input that is refused. It is nil if there are none.
func safetyOfRefused(input string) *Safety {
	safety := &Safety{}
	safety.look(subject{input: input}, orderNote, invisibleNote)
	if len(safety.Notes) == 0 {
		return nil
	}
	return safety
}

// look adds the notes that the checks find.
func (safety *Safety) look(s subject, checks ...func(subject) (Note, bool)) {
	for _, check := range checks {
		if note, ok := check(s); ok {
			safety.Notes = append(safety.Notes, note)
		}
	}
}

// siteOf returns a site as the standard serializes it:
// https://html.spec.whatwg.org/multipage/browsers.html#serialization-of-a-site
func siteOf(o url.Origin) string {
	host, _ := o.ParsedHost()
	return o.Scheme() + "://" + host.Site(publicsuffix.List).String()
}

func schemeNote(s subject) (Note, bool) {
	switch s.u.Scheme() {
	case "javascript", "vbscript":
		return note("script", levelDanger, "A browser that opens this URL runs its text as a program, in the page that has the link.")
	case "data":
		return note("data", levelWarn, "This URL carries its own content. No server stands behind it.")
	case "file":
		return note("file", levelWarn, "This URL names a file on the computer that opens it, or on a computer in its network.")
	case "blob", "filesystem":
		return note("blob", levelInfo, "This URL names data in the memory of a browser. It means nothing anywhere else.")
	case "gopher", "gophers", "dict", "telnet", "tftp", "ldap", "ldaps", "smb", "smbs", "jar", "netdoc", "phar", "php", "expect":
		return note("protocol", levelWarn, "Browsers do not follow “%s:” URLs, but some programs do. An attacker uses them to reach other "+
			"servers and files than with http:.", s.u.Scheme())
	case "search-ms", "ms-msdt", "ms-officecmd", "ms-search", "ms-cxh", "ms-cxh-full":
		return note("protocol", levelDanger, "A computer with Windows that opens this URL starts a program with it. Attackers have used such URLs.")
	}
	return Note{}, false
}

// relationNote compares the URL with the base.
func relationNote(s subject) (Note, bool) {
	if s.base.IsZero() {
		return Note{}, false
	}
	if _, err := s.base.ParseSameOrigin(s.input); err == nil {
		return note("same-origin", levelInfo, "The URL has the same origin as the base.")
	}
	own, other := s.u.Origin(), s.base.Origin()
	hasScheme := textOf(s.input, s.spans, "scheme") != ""
	switch {
	case own.IsOpaque() || other.IsOpaque():
		return note("opaque-origin", levelInfo, "The URL or the base has an opaque origin, so they never have the same.")
	case own.SameOrigin(other):
		return note("same-origin", levelInfo, "The URL has the same origin as the base, but a redirect to it should be refused.")
	case own.SameSite(other, publicsuffix.List):
		return note("same-site", levelWarn, "The URL has another origin than the base, but the same site: %s.", shorten(siteOf(own)))
	case hasScheme:
		return note("cross-site", levelWarn, "The URL leads to another site than the base: %s.", shorten(siteOf(own)))
	}
	return Note{"cross-site", levelDanger, "This reference has no scheme, but leads to another site than the base: " +
		shorten(siteOf(own)) + ". As the target of a redirect it is an open redirect."}, true
}

func credentialsNote(s subject) (Note, bool) {
	if !s.u.IncludesCredentials() {
		return Note{}, false
	}
	what := "a username and a password"
	switch "" {
	case s.u.Password():
		what = "a username"
	case s.u.Username():
		what = "a password"
	}
	note := Note{"credentials", levelWarn, fmt.Sprintf("The text before “@” is %s. The host is “%s”.", what, shorten(s.u.Hostname()))}
	text := url.PercentDecode(s.u.Username() + ":" + s.u.Password())
	switch {
	case strings.ContainsAny(dots.Replace(norm.NFKC.String(text)), "./"):
		note.Level, note.Text = levelDanger, note.Text+" The username or password looks like a host."
	case slices.ContainsFunc(strings.FieldsFunc(shorten(text), isNotInName), isLookAlike):
		note.Level, note.Text = levelDanger, note.Text+" The username or password has letters that look like others."
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
