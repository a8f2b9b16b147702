package link

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

func TestFormat(t *testing.T) {
	for s, want := range map[string]string{
		"https://h/%CE%B1/%CE%B2?%CE%B3=%CE%B4#%CE%B5": "https://h/α/β?γ=δ#ε",
		"https://h/a.b":                          "https://h/a.b",
		"https://%C3%BC.com/%C3%BC":              "https://xn--tda.com/ü", // the host stays
		"https://%C3%BC:%C3%A4@h:81/%C3%BC":      "https://%C3%BC:%C3%A4@h:81/ü",
		"https://h/?%CE%B1":                      "https://h?α",
		"https://h/#%CE%B1":                      "https://h#α",
		"https://h/?":                            "https://h?",
		"https://h/":                             "https://h/",
		"https://h//?a":                          "https://h//?a",
		"file:///?%CE%B1":                        "file:///?α",
		"foo://h/?%CE%B1":                        "foo://h/?α",
		"foo:/.//%CE%B1":                         "foo:/.//α",
		"mailto:%CE%B1@b.com?subject=%CE%B2":     "mailto:α@b.com?subject=β",
		"mailto:%CE%B1%E2%86%92@b.com?%E2%86%92": "mailto:α%E2%86%92@b.com?→", // U+2192 is not in Link_Email
		// Letters that could end the domain, if what is before them is on the list.
		"mailto:%E4%B8%AD@b.com%E4%B8%AD?%E4%B8%AD":   "mailto:中@b.com%E4%B8%AD?中",
		"mailto:a@b.com%E4%BE%8B%E3%81%88%E3%80%82jp": "mailto:a@b.com%E4%BE%8B%E3%81%88%E3%80%82jp",
		"mailto:a@b.com%E4%B8%AD.":                    "mailto:a@b.com%E4%B8%AD.",
		"mailto:a@b.com%C3%A9%E4%B8%AD":               "mailto:a@b.com\u00E9%E4%B8%AD",
		"mailto:a@b.c%E4%B8%AD.com":                   "mailto:a@b.c\u4E2D.com",
		"mailto:a@b.%E4%B8%AD.com%E4%B8%AD":           "mailto:a@b.\u4E2D.com%E4%B8%AD",
		"mailto:a@b%E4%B8%AD":                         "mailto:a@b%E4%B8%AD",
		// Letters that could not.
		"mailto:a@%EC%98%88%EC%8B%9C.%ED%95%9C%EA%B5%ADa%ED%95%9C":        "mailto:a@예시.한국a한",
		"mailto:a@%ED%95%9C%C3%BC%E3%81%BF.b%2E%E3%81%BF#%C3%BC%E3%81%BF": "mailto:a@한üみ.b%2E%E3%81%BF#üみ",
		"mailto:a@b%E4%B8%AD.com":                                         "mailto:a@b中.com",
		"mailto:a@%E4%B8%AD":                                              "mailto:a@中",
		"mailto:a@b.com,x%E4%B8%AD@c.com":                                 "mailto:a@b.com,x中@c.com",
		"mailto:a@b.com,%E4%B8%AD@c.com":                                  "mailto:a@b.com,中@c.com",
		"mailto:a@b.com,c@b.com%E4%B8%AD":                                 "mailto:a@b.com,c@b.com中",
		"mailto:b%E4%B8%AD":                                               "mailto:b中",
		"mailto:%E4%B8%AD@":                                               "mailto:中@",
		"mailto:/a@b%E4%B8%AD":                                            "mailto:/a@b中",
		"foo:a@b%E4%B8%AD":                                                "foo:a@b中",
		"data:text/plain,a@b%E4%B8%AD":                                    "data:text/plain,a@b中",
		"tag:a@b.com,2020:x%E4%B8%AD":                                     "tag:a@b.com,2020:x中",
		// ASCII: what the parser percent-encodes again is decoded, unless it is a delimiter.
		"https://h/%41%2F%3F%23%25%2E%3D%26%28": "https://h/%41%2F%3F%23%25%2E%3D%26%28",
		"https://h/%22a?%27a#%60a":              "https://h/\"a?'a#`a",
		"https://h/%27a?%60a#%27a":              "https://h/%27a?%60a#%27a",
		"https://h/%3Ca%3E%7Ba%7D":              "https://h/<a>{a}",
		"foo:%22%20%CE%B1":                      "foo:%22%20α",
		"https://h/%ce%b1":                      "https://h/%ce%b1", // the parser writes "%CE%B1"
		// Not UTF-8.
		"https://h/%FF%CE%B1%CE":             "https://h/%FFα%CE",
		"https://h/%ED%A0%80%C0%80%EF%BF%BD": "https://h/%ED%A0%80%C0%80\uFFFD",
		// White space, controls, format characters and what is invisible.
		"https://h/%20%09%0A%7F%C2%80%C2%A0%E3%80%80%E2%80%A8": "https://h/%20%09%0A%7F%C2%80%C2%A0%E3%80%80%E2%80%A8",
		"https://h/a%E2%80%AE%E2%80%8D%C2%AD%EF%BB%BF":         "https://h/a%E2%80%AE%E2%80%8D%C2%AD%EF%BB%BF",
		"https://h/%E3%85%A4%CD%8F%F3%A0%81%81":                "https://h/%E3%85%A4%CD%8F%F3%A0%81%81",
		// Private use, unassigned.
		"https://h/%EE%80%80%F3%A0%82%80":       "https://h/%EE%80%80%F3%A0%82%80",
		"https://h/%E2%9D%A4%EF%B8%8F%EF%B8%8E": "https://h/\u2764\uFE0F\uFE0E", // selectors of emoji and of text
		"https://h/%CE%B1https://h":             "https://h/αhttps://h",
		// Soft characters at the end.
		"https://h/a%E3%80%82":                               "https://h/a%E3%80%82",
		"https://h/a%E3%80%82%E3%80%82":                      "https://h/a%E3%80%82%E3%80%82",
		"https://h/%CE%B1%E3%80%82.":                         "https://h/α%E3%80%82.",
		"https://h/%CE%B1%E3%80%82?":                         "https://h/α%E3%80%82?",
		"https://h/a%E3%80%82b":                              "https://h/a。b",
		"https://h/a%E3%80%82?b":                             "https://h/a。?b",
		"https://h/a%E3%80%82%20":                            "https://h/a。%20",
		"https://h/a%E3%80%82%CE%B1%E3%80%82":                "https://h/a。α%E3%80%82",
		"https://h/a%E3%80%82https://h/%CE%B1%E3%80%82http:": "https://h/a%E3%80%82https://h/α。http:",
		// Brackets.
		"https://h/%EF%BC%88a%EF%BC%89":                                   "https://h/（a）",
		"https://h/%EF%BC%88a%EF%BC%89.":                                  "https://h/（a）.",
		"https://h/a%EF%BC%89":                                            "https://h/a%EF%BC%89",
		"https://h/%CE%B1%EF%BC%88/%EF%BC%89":                             "https://h/α%EF%BC%88/%EF%BC%89",
		"https://h/(%EF%BC%88)%CE%B1":                                     "https://h/(%EF%BC%88)α",
		"https://h/%EF%BC%88a":                                            "https://h/%EF%BC%88a", // it could match one behind the link
		"https://h/%EF%BC%88a%EF%BC%89/%EF%BC%89b":                        "https://h/（a）/%EF%BC%89b",
		"https://h/%EF%BC%88%E3%80%8Ca%EF%BC%89%E3%80%8D":                 "https://h/（%E3%80%8Ca）%E3%80%8D",
		"https://h/%EF%BC%88a?%EF%BC%89=%EF%BC%88&%EF%BC%88%EF%BC%89":     "https://h/%EF%BC%88a?%EF%BC%89=%EF%BC%88&（）",
		"https://h/#%EF%BC%88:~:%EF%BC%89%EF%BC%88(%EF%BC%88)a/%EF%BC%89": "https://h#%EF%BC%88:~:%EF%BC%89（(%EF%BC%88)a/）",
		"https://h/%7Ba%7D%7D?%7B%7D#%7B%3Ca%3E":                          "https://h/{a}%7D?%7B%7D#%7B<a>", // "{" stays in a query and a fragment
		"foo:%EF%BC%88%CE%B1%EF%BC%89#%EF%BC%88%CE%B1%EF%BC%89":           "foo:%EF%BC%88α%EF%BC%89#（α）",
		"https://h/" + nested(125) + "/" + nested(126): "https://h/" + url.PercentDecode(nested(125)) + "/" +
			strings.Repeat("（", 125) + "%EF%BC%88" + strings.Repeat("）", 125) + "%EF%BC%89",
		"https://h/%EF%BC%88%EF%BC%89/" + strings.Repeat("(", 126): "https://h/%EF%BC%88%EF%BC%89/" + strings.Repeat("(", 126),
		"https://h/a)%EF%BC%88%CE%B1":                              "https://h/a)%EF%BC%88α", // ")" ends the link in any case
	} {
		u := url.MustParse(s)
		got := Format(u)
		if got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
		testFormatted(t, u, got)
	}
}

// nested returns brackets in brackets.
func nested(n int) string { return strings.Repeat("%EF%BC%88", n) + strings.Repeat("%EF%BC%89", n) }

// testFormatted checks what Format promises.
func testFormatted(t *testing.T, u url.URL, formatted string) {
	t.Helper()
	if v, err := url.Parse(formatted); err != nil || v != u {
		t.Errorf("%s: %q parses to %s, %v", u, formatted, v, err)
	}
	if !utf8.ValidString(formatted) {
		t.Errorf("%s: %q", u, formatted)
	}
	for _, r := range formatted {
		isSpaceInHref := r == ' ' && u.HasOpaquePath()
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Z) && !isSpaceInHref {
			t.Errorf("%s: %q with %U", u, formatted, r)
		}
	}
	href := u.Href()
	for _, f := range []Finder{{Emails: true}, finder} {
		if isWholeLink(f, href, u) && !isWholeLink(f, formatted, u) {
			t.Errorf("%s: %q is not found", u, formatted)
		}
	}
	if strings.Count(formatted, "://") < strings.Count(href, "://") {
		t.Errorf("%s: %q", u, formatted)
	}
}

// isWholeLink reports whether f finds u in the text, which is all of the link.
func isWholeLink(f Finder, text string, u url.URL) bool {
	for l := range f.All("a " + text + " b") {
		return l.Start == len("a ") && l.End == len("a ")+len(text) && l.URL == u
	}
	return false
}
