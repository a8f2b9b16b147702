// Package display renders URLs for user interfaces, such as link previews and warnings, without passwords or deceptive
// characters. Never use the result as a URL, because it may parse as a different URL, or not at all.
//
//	shown := display.URL(u, display.Options{})
//
// The result is not escaped for HTML. Write it with html/template, inside <bdi dir="ltr">…</bdi>.
//
// The package implements section 4.8 of the URL Standard, URL rendering: https://url.spec.whatwg.org/#url-rendering.
//
// # What is decoded
//
// [URL] never shows a username or a password. It does not decode the following percent-encoded characters:
//
//   - characters that would be invisible, or would change the order of the text;
//   - characters that could be mistaken for something that the program itself shows, such as a padlock;
//   - symbols and punctuation that look like delimiters, such as "⁄" and "：".
//
// Letters, combining marks and digits, such as "ノ" and "٠", are decoded even if they look like delimiters, because many
// languages need them.
//
// # Domains
//
// A label of a domain is shown in its "xn--" form in these cases, among others:
//
//   - It mixes scripts.
//   - All its letters look like ASCII letters. Some of them may have a stroke or a hook, as in "ұаһоо", which is in Cyrillic.
//   - It looks like a number, such as "12з45".
//   - It contains a character that looks like ASCII or a delimiter next to an ASCII letter or digit, such as "ノ" in
//     "comノlogin" and "ん" in "comんlogin".
//   - It contains a Hiragana letter that looks like a Katakana letter in a Katakana word, such as the "へ" in "カへカ", or
//     a Katakana letter in a Hiragana word.
//   - It contains a combining mark that is not visible, or that hides whether an "i" has a dot.
//
// However, labels whose letters look like ASCII letters are decoded under top-level domains where such words are
// common: Cyrillic words under "рф", Greek words under "gr", and Turkish words with "ı" under "tr".
//
// Only two mixtures are decoded: ASCII letters with Han, Hiragana and Katakana, and ASCII letters with Han and Hangul.
// This is the "Highly Restrictive" level of UTS #39 (https://www.unicode.org/reports/tr39/), except that Bopomofo may
// not be mixed.
//
// If the path of a mailto: URL contains an email address whose domain is not in ASCII, the domain is shown as in an
// http: URL, or percent-encoded if it is not a valid domain. Other text after an "@" may remain percent-encoded,
// because a mail program may take it for the domain. Addresses in the query, as in "?cc=", are shown like any other
// text.
//
// # Limits
//
// The package makes deception harder, but cannot prevent it, because it does not know which domain an attacker is
// imitating. For example, it shows "examp1e.com", "exarnple.com" and even "ẹxample.com" unchanged. It also shows
// "exampłe.com", because Polish names contain "ł". When users must decide whom to trust, show only the host
// ([Options].HostOnly), or emphasize the registrable domain ([PartsOf]).
//
// On the other hand, some ordinary words contain only letters that look like ASCII letters. For example, the Russian
// word "паста" is shown in its "xn--" form under "com".
//
// Do not store or compare results, because later versions may decode fewer characters.
package display

import (
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/cells"
	"github.com/weburl-go/url/internal/infra"
)

// Options specifies which parts of a URL are shown. The zero Options shows all parts except the username and password,
// which are never shown.
type Options struct {
	// HostOnly shows only the host, which is the safest choice when users must decide whether to trust a URL. If the
	// host of the URL is null, nothing is shown.
	HostOnly bool

	// OmitScheme omits a special scheme, such as "https://". Any other scheme is always shown, because it determines how to
	// read the rest of the URL, as in "data:" and "javascript:".
	OmitScheme bool

	// OmitWWW omits "www." at the beginning of a host, unless it is part of the registrable domain. It has no effect
	// without a PublicSuffixList.
	OmitWWW bool

	// MaxWidth, if positive, limits the width of the result, in cells of a terminal or fixed-width font. Wide
	// characters take two cells, and combining marks take none. Characters that are wide only in East Asian fonts take
	// one cell.
	//
	// To make the result fit, URL omits parts in this order: the end of the path, query and fragment; labels of the
	// host, starting from the left; a special scheme; and the port. If there is room, it writes an ellipsis ("…") in
	// place of omitted labels, and after a path, query or fragment that it cuts.
	//
	// The registrable domain, or the host if it has none, is never omitted. Neither is the scheme if it is not special
	// or the host is empty, as in "file:///a". The result is therefore wider than MaxWidth if these parts alone are.
	MaxWidth int

	// PublicSuffixList determines which part of a domain is the registrable domain. If it is nil, the whole host is treated
	// as the registrable domain, so MaxWidth omits no labels, and OmitWWW has no effect.
	PublicSuffixList url.PublicSuffixList
}

// Parts contains the parts of a rendered URL, for user interfaces that emphasize the registrable domain. A part is "" if
// it is omitted, or if the URL does not contain it. A mailto: URL has no host, so its addresses are in Path.
//
// Use the parts for display only. Do not compare or parse them, and do not use them as keys, because different URLs can
// have the same parts, and a part with right-to-left text contains U+2066 and U+2069. To compare URLs, use methods such
// as [url.URL.ParsedHost] and [url.Host.RegistrableDomain]. The parts are not escaped for HTML.
type Parts struct {
	Scheme            string // "https://", "mailto:"
	Subdomain         string // "login.", or "…com." if labels are omitted
	RegistrableDomain string // "example.com"; the whole host if it has no registrable domain, or if there is no list
	Port              string // ":8080"
	Path              string // "/a/b", or "/a…"
	Query             string // "?a=b"
	Fragment          string // "#c"
	Elided            bool   // whether something was omitted because of Options.MaxWidth
}

// Text between these two is laid out from left to right, and the text around it treats it as one character.
// https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
const (
	leftToRightIsolate    = "\u2066"
	popDirectionalIsolate = "\u2069"
)

const ellipsis = "…"

// URL renders u for display to users. The result is not escaped for HTML, and is not meant to be parsed. For the zero
// URL, the result is "".
//
//	display.URL(url.MustParse("https://ann:pw@xn--bcher-kva.example/%C3%A9"), display.Options{}) // https://bücher.example/é
//
// # What changes
//
//   - The username and password are omitted, because they can be mistaken for the host.
//   - A domain is shown in Unicode, but a label is shown in ASCII if it could be mistaken for another label, or if its
//     ASCII form is longer than 63 bytes, which is too long for the DNS.
//   - A percent-encoded character is decoded, unless the result would be invisible or would parse as a different URL.
//     Symbols and punctuation that look like delimiters are not decoded, nor are characters that could be mistaken for
//     something that the program itself shows.
//   - If a label, the path, the query or the fragment contains right-to-left text, that part is enclosed in U+2066 and
//     U+2069, so that the parts are shown in the same order as in the URL. The whole result is then also enclosed in
//     them.
//
// # Parsing the result
//
// A result that is enclosed in U+2066 and U+2069 does not parse. If o is the zero Options, any other result parses to a
// URL that differs from u only as follows:
//
//   - The credentials are missing.
//   - Hexadecimal digits in percent-encoded bytes may differ in case.
//   - Domains in a mailto: URL may be spelled differently, but are the same domains.
//
// Do not split or truncate the result, for example at an "@", because a piece could then contain U+2066 without its
// U+2069. Use Options.MaxWidth or [PartsOf] instead.
//
// It implements https://url.spec.whatwg.org/#url-rendering.
func URL(u url.URL, o Options) string { return PartsOf(u, o).String() }

// PartsOf renders u in the same way as [URL], but returns the parts separately.
func PartsOf(u url.URL, o Options) Parts {
	r := render(u, o)
	if o.MaxWidth > 0 {
		r.fit(o.MaxWidth)
	}
	return r.parts()
}

// String returns the parts as one string, as [URL] does. If a part contains right-to-left text, the string is enclosed
// in U+2066 and U+2069, so that the parts are shown from left to right in any surrounding text.
func (p Parts) String() string {
	s := p.Scheme + p.Subdomain + p.RegistrableDomain + p.Port + p.Path + p.Query + p.Fragment
	if strings.Contains(s, leftToRightIsolate) {
		return leftToRightIsolate + s + popDirectionalIsolate
	}
	return s
}

// rendering is what is to be shown of a URL, before directions are isolated.
type rendering struct {
	scheme      string
	schemeStays bool     // because it tells how to read the rest, or because there is no host
	mark        string   // the ellipsis, if labels were omitted
	labels      []string // of the host; one label, if the host is not a domain
	domain      int      // labels[domain:] is the registrable domain, or else the host
	port        string
	tail        [3]string // path, query and fragment
	elided      bool
}

// render selects what is to be shown, and decodes it.
func render(u url.URL, o Options) (r rendering) {
	host, hasHost := u.ParsedHost()
	if hasHost {
		r.labels, r.domain = hostLabels(host, o)
	}
	if o.HostOnly {
		return r
	}
	r.schemeStays = !u.IsSpecial() || host.Kind() == url.HostEmpty
	if !u.IsSpecial() || !o.OmitScheme {
		r.scheme = u.Protocol()
		if hasHost {
			r.scheme += "//"
		}
	}
	if port := u.Port(); port != "" {
		r.port = ":" + port
	}
	r.tail = tailOf(u, hasHost)
	return r
}

// tailOf returns the path, query and fragment as they are shown.
func tailOf(u url.URL, hasHost bool) (tail [3]string) {
	path := u.Pathname()
	if !hasHost && strings.HasPrefix(path, "//") {
		path = "/." + path // as in https://url.spec.whatwg.org/#url-serializing, so that it does not look like a host
	}
	decodePath := decodeText
	if u.Scheme() == "mailto" {
		decodePath = decodeAddresses
	}
	tail[0] = decodePath(path, url.PercentEncodeSet(infra.SetOfPath(u.HasOpaquePath())))
	if query, ok := u.Query(); ok {
		tail[1] = "?" + decodeText(query, url.PercentEncodeSet(infra.SetOfQuery(u.IsSpecial())))
	}
	if fragment, ok := u.Fragment(); ok {
		tail[2] = "#" + decodeText(fragment, url.FragmentPercentEncodeSet)
	}
	return tail
}

// hostLabels returns the labels of a host as they are shown. The registrable domain, or else the host, is
// labels[domain:]. A host that is not a domain is one label.
func hostLabels(host url.Host, o Options) (labels []string, domain int) {
	if host.Kind() != url.HostDomain {
		return []string{host.String()}, 0
	}
	labels = shownLabels(host.String())
	registrable, ok := host.RegistrableDomain(o.PublicSuffixList)
	if !ok {
		return labels, 0
	}
	domain = len(labels) - 1 - strings.Count(registrable, ".")
	if o.OmitWWW && domain > 0 && labels[0] == "www" {
		return labels[1:], domain - 1
	}
	return labels, domain
}

// fit omits parts, in the order that Options.MaxWidth gives, until the rest takes at most maxWidth cells or has to stay.
func (r *rendering) fit(maxWidth int) {
	room := maxWidth - r.headWidth()
	if room >= r.tailWidth() {
		return
	}
	r.elided = true
	if room > cells.In(ellipsis) { // a delimiter fits before the ellipsis, which would otherwise seem to be of the host
		r.cutTail(room - cells.In(ellipsis))
		return
	}
	r.tail = [len(r.tail)]string{}
	if r.elideLabels(maxWidth) {
		return
	}
	if !r.schemeStays {
		r.scheme = ""
		if r.elideLabels(maxWidth) {
			return
		}
	}
	r.port = ""
	if !r.elideLabels(maxWidth) {
		r.labels, r.domain = r.labels[r.domain:], 0 // without the ellipsis: there is no room for it
	}
}

// cutTail cuts the path, query and fragment to at most maxWidth cells, and appends an ellipsis.
func (r *rendering) cutTail(maxWidth int) {
	cut := false
	for i, part := range r.tail {
		switch width := cells.In(part); {
		case cut:
			r.tail[i] = ""
		case width > maxWidth:
			r.tail[i], cut = cutCells(part, maxWidth)+ellipsis, true
		default:
			maxWidth -= width
		}
	}
}

// elideLabels omits labels from the left until the scheme, host and port take at most maxWidth cells, and
// reports whether they do. It does not omit labels of the registrable domain.
func (r *rendering) elideLabels(maxWidth int) bool {
	width, mark := r.headWidth(), ""
	for from := 0; ; from++ {
		if width+cells.In(mark) <= maxWidth {
			r.mark, r.labels, r.domain = mark, r.labels[from:], r.domain-from
			return true
		}
		if from == r.domain {
			return false
		}
		width -= cells.In(r.labels[from]) + len(".")
		mark = ellipsis
	}
}

// headWidth returns the width of the scheme, host and port in cells.
func (r *rendering) headWidth() int {
	width := cells.In(r.scheme) + cells.In(r.port) + max(len(r.labels)-1, 0)*len(".")
	for _, label := range r.labels {
		width += cells.In(label)
	}
	return width
}

func (r *rendering) tailWidth() int {
	return cells.In(r.tail[0]) + cells.In(r.tail[1]) + cells.In(r.tail[2])
}

// parts returns what is shown, with directions isolated.
func (r *rendering) parts() Parts {
	labels := make([]string, len(r.labels))
	for i, label := range r.labels {
		labels[i] = isolate(label)
	}
	subdomain := r.mark
	if r.domain > 0 {
		subdomain += strings.Join(labels[:r.domain], ".") + "."
	}
	return Parts{
		Scheme:            r.scheme,
		Subdomain:         subdomain,
		RegistrableDomain: strings.Join(labels[r.domain:], "."),
		Port:              r.port,
		Path:              isolate(r.tail[0]),
		Query:             isolate(r.tail[1]),
		Fragment:          isolate(r.tail[2]),
		Elided:            r.elided,
	}
}
