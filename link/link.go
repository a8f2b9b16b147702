// Package link finds URLs and e-mail addresses in plain text, such as chat messages, mail, comments and commit messages. It
// implements UTS #58, Unicode Link Detection and Formatting (https://www.unicode.org/reports/tr58/), of Unicode 17.
//
//	finder := link.Finder{Lookup: list.Lookup, Emails: true} // list is a *psl.List
//	for l := range finder.All(text) {
//		fmt.Println(text[l.Start:l.End], l.URL)
//	}
//
// # What is a link
//
// There are three kinds of links. All schemes can be in upper case.
//
//   - A URL that begins with "http://" or "https://" and a host, which is a domain, even of a single label, or an IP address.
//     If a letter or a digit stands before the scheme, or a "+" after one of these, it is another scheme and not a link.
//   - A domain without a scheme, if its suffix is on a list ([Finder.Lookup]). A port, path, query or fragment may follow.
//     "www." has no special meaning: "www.example" is not a link if "example" is not on the list.
//   - An e-mail address, if [Finder.Emails] is set. Its domain must be on the list, unless "mailto:" stands before it. The link
//     ends with the domain.
//
// If a string looks like a URL with credentials, such as "https:/user:password@example.com", no part of it is a link. As in a
// browser, any number of slashes and backslashes after "http:" or "https:" begins such a URL. A string that [url.Parse] rejects is not a link either.
//
// # Domains
//
// A domain consists of letters, digits, marks, "-" and "_". With a scheme, it may also contain symbols and percent-encoded
// bytes. It has at most 253 bytes in ASCII. No label is empty, or begins or ends with "-". One dot after the last label
// belongs to the link if more of the link follows, as in "example.com./a".
//
// Korean, Japanese or Chinese letters may follow the last label without a space. They do not belong to the host if it is on
// the list without them, but not with them: in "example.com에서", the link is "example.com". They belong to the host if the
// label begins with such a letter, because one word cannot be told from two: "예시.한국에서" is not a link, although "예시.한국" is. In
// a path they always belong to the link, as UTS #58 says. So do such letters before a host: "보기example.com" is a domain.
//
// # Where a link ends
//
// Link_Term, a property of Unicode, decides where the path, query and fragment end:
//
//   - White space, controls and unassigned characters end a link, and so do the characters of [Finder.Stop].
//   - Punctuation is in the link only if more of the link follows. A link does not end in "." or "?", and "example.com." at
//     the end of a sentence is the link "example.com". An ideographic full stop ("。") after a domain also ends the link if
//     the domain would not be on the list with the text that follows.
//   - A closing bracket is in the link only if its opening bracket is. In "(see example.com/a_(b))", the last bracket
//     is not. The two must be in the same segment of the path, the same name or value of the query, the fragment, or its
//     directive (":~:").
//   - A quotation mark ends a link if the same mark, or a mark that it is paired with, stands directly before the link, as in
//     {"a":"https://example.com/","b":1}. So does a "\" before it. The marks are "'", '"', "`" and those of Unicode: “„‟”,
//     ‘‚‛’, «», ‹›, 〝〞〟, ＂ and ＇.
//   - Punctuation that could end a link ends it directly before "http://" or "https://":
//     "example.com/x,https://example.com/y" contains two links. A "?" that begins a query does not end a link.
//
// # File names such as main.rs
//
// README.md, main.rs and run.sh end in public suffixes, so the list cannot tell a file from a host. Nor can it tell "end.So",
// in a sentence without a space, from a host. [Finder.AcceptHost] has the last word on hosts without a scheme. Use it to
// reject the suffixes that your users mean as file names, or to accept only hosts that you know. Without [Finder.Lookup],
// only links with a scheme are found.
//
// # Markdown and HTML
//
// The text must be plain text. Parse Markdown or HTML first, and join the text of neighboring text nodes before you call All.
// A parser may split text, as goldmark does at "_", and a link would end there. Leave out code, and text that is a link
// already. All does not decode "&amp;".
//
// # Differences from UTS #58
//
// The package agrees with all 345 lines of LinkDetectionTest.txt. If the standard leaves a question open, or people write
// otherwise, the package does this:
//
//   - Quotation marks around a link, and a second link after punctuation, end it, as described above. No line of that file
//     contradicts this.
//   - After "http://" or "https://", a host need not be on the list, such as "localhost:8080".
//   - A link does not end in "?". A host is not a link if a port follows that is 0 or above 65535.
//   - The local part of an address has at most 64 bytes, and contains neither "?" nor "#". Punctuation before it does not
//     belong to the link, such as a quotation mark: 'a@example.com'. A string that contains a "/" and follows a "/", a "\" or
//     a dot is a path, not a local part.
//
// # Security
//
// [Link.URL] is what url.Parse reads from the text of the link, so a link opens what it says. Open that URL, and do not make
// another one from the text. Escape the text for HTML like any other text, as in the example.
//
//   - Do not use this package to mask secrets in a text, because not all URLs are links. URLs with a
//     password, such as "redis://:password@example.com/", are not links, and would stay.
//   - The text of a link can look like another link. UTS #58 lets it contain U+202E, which reverses the text after it, and
//     the host can contain letters that look like others. Use package display to show a URL.
//   - The host can be in an internal network. Use package guard to request a URL.
//   - Text outside links can contain U+202E as well. Remove [unicode.Bidi_Control] from the text before you call All, as in the
//     example.
//
// All takes linear time. It allocates memory for links, and for domains that may be links and are not in lower-case ASCII.
package link

import (
	"iter"

	"github.com/weburl-go/url"
)

// A Link is a URL or an e-mail address in a text.
type Link struct {
	// Start and End are offsets in bytes: the link is text[Start:End].
	Start, End int

	// URL is where the link leads, with the scheme http, https or mailto. It may share the memory of the text.
	URL url.URL
}

// A Finder finds links. The zero Finder finds only URLs with the scheme http or https. Set its fields to find more.
type Finder struct {
	// Lookup returns the public suffix of a domain, and where that comes from. listed reports whether it is on a list, and
	// icann whether its rule is in the ICANN section of that list. The domain is in ASCII and in lower case, and does not end
	// in a dot.
	//
	// It decides which hosts without a scheme are links, and which e-mail addresses without "mailto:". A host is a link if its
	// suffix is listed, and if the host itself is not a suffix of the ICANN section, such as "co.uk". If Lookup is nil, no such
	// host or address is found.
	//
	// The method Lookup of a [github.com/weburl-go/url/psl.List] is suitable. So is PublicSuffix of
	// golang.org/x/net/publicsuffix, if listed is true when icann is true or the suffix contains a dot: see the example of All.
	Lookup func(domain string) (suffix string, icann, listed bool)

	// AcceptHost has the last word on hosts without a scheme whose suffix is listed. It is not asked about e-mail
	// addresses, so "ann@main.rs" is a link. If it is nil, all are links.
	AcceptHost func(h url.Host) bool

	// DefaultScheme is the scheme of links without one: "https" or "http". "" means "https". With another scheme, no hosts
	// without a scheme are found.
	DefaultScheme string

	// Emails makes e-mail addresses links as well.
	Emails bool

	// Stop reports whether a link ends before r, even if UTS #58 would go on. Use it for Chinese and Japanese text, in which no
	// space follows a link. If Stop is nil, it is as if it always returned false.
	//
	// By UTS #58, "https://example.com/a，请看。" is one link up to "看". If Stop returns true for "，" and "。", the link is
	// "https://example.com/a", as if the text ended there. No link contains such a character. If "。" is one, hosts in which it
	// stands for a dot are not found.
	Stop func(r rune) bool
}

// All returns the links in text, in order. They do not overlap. [Link.URL] is what [url.Parse] reads from a link's text. If the
// text has no scheme, All first puts [Finder.DefaultScheme] and "://" before it, or "mailto:" before an address.
//
// The offsets are at boundaries of UTF-8 characters. A byte that is not UTF-8 ends a link.
func (f Finder) All(text string) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		s := newScanner(f, text)
		for {
			l, ok := s.next()
			if !ok || !yield(l) {
				return
			}
		}
	}
}
