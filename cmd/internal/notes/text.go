package notes

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/idna"
	"github.com/weburl-go/url/internal/infra"
)

// The notes of this file are about what is anywhere in the input, and about the path and the query.

// orderNote tells of characters that change the order of the text around them, so that "gpj.exe" can look like "exe.jpg".
func orderNote(s Subject) (Note, bool) {
	return hiddenNote(s, "order", "It changes the order in which people see the text around it.", func(_, r, _ rune) bool {
		return unicode.Is(unicode.Bidi_Control, r)
	})
}

// invisibleNote tells of characters that people do not see, except where a language or an emoji needs them.
func invisibleNote(s Subject) (Note, bool) {
	return hiddenNote(s, "invisible", "People do not see it.", func(before, r, after rune) bool {
		return r >= utf8.RuneSelf && infra.IsInvisible(r) && !unicode.Is(unicode.Bidi_Control, r) && !isNeeded(before, r, after)
	})
}

// hiddenNote tells of the first character, literal or percent-encoded, for which isHidden reports true. isHidden gets its
// neighbors, too.
func hiddenNote(s Subject, kind, why string, isHidden func(before, r, after rune) bool) (Note, bool) {
	var before, first character
	count := 0
	for r := characterAt(s.Input, 0); r.size > 0; {
		after := characterAt(s.Input, r.at+r.size)
		if isHidden(before.r, r.r, after.r) {
			if count++; count == 1 {
				first = r
			}
		}
		before, r = r, after
	}
	if count == 0 {
		return Note{}, false
	}
	text := fmt.Sprintf("U+%04X is at byte %d", first.r, first.at)
	if first.isEncoded {
		text += ", percent-encoded"
	}
	switch {
	case count == 2:
		text += ", and there is one more such character"
	case count > 2:
		text += fmt.Sprintf(", and there are %d more such characters", count-1)
	}
	return Note{kind, Danger, text + ". " + why}, true
}

// A character of a text: a code point, its place and its size in bytes, and whether it is percent-encoded.
type character struct {
	r         rune
	at, size  int
	isEncoded bool
}

// characterAt returns the character at a place of s. A code point beyond ASCII whose UTF-8 is percent-encoded is one. At the end
// of s, it is the zero character.
func characterAt(s string, at int) character {
	if at == len(s) {
		return character{}
	}
	if r, size := infra.PercentEncodedRune(s[at:]); r >= utf8.RuneSelf && size > len("%41") {
		return character{r, at, size, true}
	}
	r, size := utf8.DecodeRuneInString(s[at:])
	return character{r, at, size, false}
}

// isNeeded reports whether an invisible character is where it belongs: a selector after what it selects the look of, and
// a joiner between emoji or letters that join.
func isNeeded(before, r, after rune) bool {
	const nonJoiner, joiner, emojiSelector = 0x200C, 0x200D, 0xFE0F
	isEmoji := before == emojiSelector || unicode.In(before, unicode.So, unicode.Sk)
	switch {
	case unicode.Is(unicode.Variation_Selector, r):
		return unicode.In(before, unicode.S, unicode.P, unicode.N, unicode.Han)
	case r == joiner && isEmoji:
		return unicode.Is(unicode.S, after)
	case r == joiner || r == nonJoiner:
		return unicode.In(before, joining...) && unicode.In(after, joining...)
	}
	return false
}

// joining are the scripts that need joiners.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// ignoredNote tells of tabs and line breaks that the parser removes.
func ignoredNote(s Subject) (Note, bool) {
	if !strings.ContainsAny(strings.TrimFunc(s.Input, infra.IsC0ControlOrSpace), "\t\n\r") {
		return Note{}, false
	}
	return note("ignored", Warn, "Browsers remove the tabs and line breaks within a URL. Filters that compare text may not.")
}

// pathNote tells of paths in which other programs may see other segments. URL.DecodedSegments decides.
func pathNote(s Subject) (Note, bool) {
	_, err := s.URL.DecodedSegments()
	e, ok := errors.AsType[*url.Error](err)
	if !ok || !errors.Is(err, url.ErrAmbiguousPath) {
		return Note{}, false
	}
	start := strings.LastIndexByte(e.Input[:e.Offset], '/') + 1
	segment, _, _ := strings.Cut(e.Input[start:], "/")
	_, reason, _ := strings.Cut(e.Err.Error(), ": ")
	level := Warn
	switch {
	case isTraversal(segment):
		level = Danger
	case segment == "" && start == 1:
		return note("path", Warn, "The path begins with two slashes. A program that redirects to it sends browsers to another host.")
	case segment == "" || isOneName(segment):
		level = Info
	}
	return note("path", level, "Other programs may see other segments in the path: at its byte %d, %s.", e.Offset, reason)
}

// dotsNote tells of segments that are typed as "%2e%2e", which go up as ".." does.
func dotsNote(s Subject) (Note, bool) {
	segments := strings.FieldsFunc(TextOf(s.Input, s.spans, "path"), func(r rune) bool { return r == '/' || r == '\\' && s.URL.IsSpecial() })
	i := slices.IndexFunc(segments, func(segment string) bool { return segment != ".." && encodedDots.Replace(segment) == ".." })
	if i < 0 || s.URL.HasOpaquePath() {
		return Note{}, false
	}
	return note("dots", Warn, "“%s” goes up one segment, as “..” does, so the path is “%s”. Filters that compare text do not see it.",
		segments[i], shorten(s.URL.Pathname()))
}

var encodedDots = strings.NewReplacer("%2e", ".", "%2E", ".")

// isOneName reports whether a segment is a name that has slashes, as in "/npm/@scope%2Fname", and nothing else is odd about it.
func isOneName(segment string) bool {
	u, err := url.Parse("http://h/" + segment)
	if err != nil {
		return false
	}
	_, err = url.SegmentDecoder{AllowEncodedSlash: true}.Decode(u)
	return err == nil
}

// isTraversal reports whether a segment may lead to another directory or end a name, however often it is decoded.
func isTraversal(segment string) bool {
	for range maxDecodings {
		if strings.Contains(segment, "..") || strings.ContainsFunc(segment, unicode.IsControl) {
			return true
		}
		segment = url.PercentDecode(segment)
	}
	return false
}

const maxDecodings = 4 // of a text that is percent-encoded several times

// encodingNote tells of invalid UTF-8. The parser takes a scalar value string: https://url.spec.whatwg.org/#url-parsing.
func encodingNote(s Subject) (Note, bool) {
	if utf8.ValidString(s.Input) {
		return Note{}, false
	}
	return note("encoding", Warn, "The input is not valid UTF-8. Invalid bytes are read as U+FFFD (\uFFFD), so different inputs can "+
		"yield the same URL.")
}

// controlNote tells of percent-encoded controls outside the path. Text in a query or fragment may have tabs and line feeds,
// and so may opaque paths.
func controlNote(s Subject) (Note, bool) {
	search, hash, opaque := s.URL.Search(), s.URL.Hash(), ""
	if s.URL.HasOpaquePath() {
		opaque = s.URL.Pathname()
	}
	for _, part := range []struct{ text, allowed string }{
		{s.URL.Username() + ":" + s.URL.Password(), ""}, {s.URL.Hostname(), ""}, {search, "\t\n"}, {hash, "\t\n"},
		{opaque, "\t\r\n"},
	} {
		if s.URL.Scheme() == "mailto" {
			part.allowed = "\t\r\n"
		}
		decoded := url.PercentDecode(part.text)
		i := strings.IndexFunc(decoded, func(r rune) bool { return (r < ' ' || r == 0x7F) && !strings.ContainsRune(part.allowed, r) })
		if i >= 0 {
			return note("control", Danger, "“%s” stands for a control character. A program that decodes it and puts it into a header, "+
				"a log or a command lets an attacker add lines, or cuts the text there.", Escape(decoded[i:i+1]))
		}
	}
	return Note{}, false
}

// parameterNote tells of a parameter that is a URL of another site. A redirect to it is an open redirect.
func parameterNote(s Subject) (Note, bool) {
	if s.URL.HasOpaquePath() {
		return Note{}, false
	}
	var found Note
	for name, value := range s.URL.QueryPairs() {
		if value == "" {
			value = name // "?https://h/" is one
		}
		for range maxDecodings {
			note, ok := s.targetNote(name, value)
			if ok && note.Level != Info {
				return note, true
			}
			if ok {
				found = note
				break
			}
			value = url.PercentDecode(value)
		}
	}
	return found, found != Note{}
}

// targetNote judges the value of a parameter as the target of a redirect.
func (s Subject) targetNote(name, value string) (Note, bool) {
	value = infra.WithoutTabsAndNewlines(strings.TrimFunc(value, infra.IsC0ControlOrSpace))
	if !isTarget(value) {
		return Note{}, false
	}
	target, err := s.URL.Parse(value)
	switch {
	case err != nil || target.Origin().SameSite(s.URL.Origin(), s.Lookup):
		return Note{}, false
	case target.Host() == "" || !target.IsSpecial():
		return note("parameter", Danger, "The parameter “%s” is a “%s:” URL. A program that goes there may run it, or show it as its own.",
			shorten(name), target.Scheme())
	case name == "redirect_uri" && s.isLogin():
		return note("parameter", Info, "After a login, people are sent to %s, with a code that lets it act for them.", shorten(target.Host()))
	}
	return note("parameter", Warn, "The parameter “%s” is a URL of %s. If this site redirects to it, that is an open redirect.",
		shorten(name), shorten(target.Host()))
}

// isLogin reports whether the URL is that of an OAuth login: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1.
func (s Subject) isLogin() bool {
	_, hasClient := s.URL.QueryValue("client_id")
	_, hasType := s.URL.QueryValue("response_type")
	return hasClient && hasType
}

// isTarget reports whether a text is probably a URL that leads somewhere, and not a path of the site or some words.
func isTarget(s string) bool {
	scheme, end := schemeOf(s)
	rest := s[end:]
	beginsWithSlash := strings.IndexAny(rest, `/\`) == 0
	switch {
	case end == 0:
		return beginsWithSlash && strings.IndexAny(rest[1:], `/\`) == 0
	case infra.IsSpecialScheme(scheme):
		return beginsWithSlash
	case scheme == "javascript" || scheme == "vbscript":
		return strings.ContainsAny(rest, "(=`")
	}
	return scheme == "data" && strings.Contains(rest, ",")
}

// Describe explains an error of s. It names the character if the error is about one.
func Describe(s string, e url.ValidationError) string {
	r, size := utf8.DecodeRuneInString(s[e.Offset:])
	if size == 0 {
		return e.Type.Description()
	}
	switch e.Type {
	case url.ErrInvalidURLUnit:
		return describeUnit(s, e.Offset, r)
	case url.ErrHostInvalidCodePoint:
		return fmt.Sprintf("%s cannot be part of a host.", nameOf(r))
	case url.ErrDomainToASCII:
		if ForbiddenAt(s, e.Offset) {
			return fmt.Sprintf("%s cannot be part of a host.", nameOf(r))
		}
		if e.Detail != "" {
			return strings.ToUpper(e.Detail[:1]) + e.Detail[1:] + "."
		}
	case url.ErrPortInvalid:
		return fmt.Sprintf("%s is not a digit. A port has only digits.", nameOf(r))
	case url.ErrIPv6InvalidCodePoint:
		return fmt.Sprintf("%s does not belong here. An IPv6 address has hexadecimal digits and colons.", nameOf(r))
	}
	return e.Type.Description()
}

// ForbiddenAt reports whether a forbidden domain code point is at an offset of s. "%" is not one here.
// https://url.spec.whatwg.org/#forbidden-domain-code-point
func ForbiddenAt(s string, offset int) bool {
	return offset < len(s) && (idna.IsForbiddenHost(s[offset]) || s[offset] < ' ' || s[offset] == '\x7f')
}

func describeUnit(s string, offset int, r rune) string {
	switch {
	case r <= ' ' && (strings.TrimFunc(s[:offset], infra.IsC0ControlOrSpace) == "" || strings.TrimFunc(s[offset:], infra.IsC0ControlOrSpace) == ""):
		return "Spaces and control characters around a URL are removed."
	case r == '\t' || r == '\n' || r == '\r':
		return fmt.Sprintf("%s is not allowed in a URL, so it is removed.", nameOf(r))
	case r == '%':
		return "“%” needs two hexadecimal digits after it. Write a percent sign as “%25”."
	}
	return fmt.Sprintf("%s must be written as “%s” here.", nameOf(r), Escape(string(r)))
}

// nameOf returns a character and its code point, or the name of a character that is not visible.
func nameOf(r rune) string {
	switch r {
	case ' ':
		return "A space"
	case '\t':
		return "A tab"
	case '\n', '\r':
		return "A line break"
	}
	if unicode.IsGraphic(r) && !unicode.Is(unicode.Mn, r) && !unicode.IsSpace(r) {
		return fmt.Sprintf("“\u2068%c\u2069” (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// Escape percent-encodes all bytes of s.
func Escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
