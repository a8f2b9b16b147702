// Package link finds URLs and e-mail addresses in plain text: in chat, mail, comments and commit messages. It implements
// UTS #58, Unicode Link Detection and Formatting (https://www.unicode.org/reports/tr58/), of Unicode 17.
//
//	finder := link.Finder{Lookup: list.Lookup, Emails: true} // list is a *psl.List
//	for l := range finder.All(text) {
//		fmt.Println(text[l.Start:l.End], l.URL)
//	}
//
// # What is a link
//
// There are three kinds. All schemes can be in upper case.
//
//   - A URL that begins with "http://" or "https://" and a host: a domain, even of a single label, or an IP address. A
//     letter or a digit before the scheme makes it another scheme, and so does a "+" after one of these.
//   - A domain without a scheme, if its suffix is on a list ([Finder.Lookup]). A port, path, query or fragment may follow.
//     "www." has no special meaning: "www.example" is not a link if "example" is not on the list.
//   - An e-mail address, if [Finder.Emails] is set. Its domain has to be on the list, unless "mailto:" is before it. The link
//     ends with the domain.
//
// A domain consists of letters, digits, marks, "-" and "_", and with a scheme also of symbols and percent-encoded bytes. It has
// at most 253 bytes in ASCII. No label is empty, or begins or ends with "-". One dot after the last label belongs to the link
// if more of the link follows, as in "http://example.com./a".
//
// Korean, Japanese or Chinese letters that follow the last label without a space do not belong to the host if it is on the list
// without them, and not with them: "example.com에서" has the link "example.com". They belong to it if the label begins with such a
// letter, because one word cannot be told from two: "예시.한국에서" is not a link, although "예시.한국" is. In a path they always
// belong to the link, as UTS #58 says. So do such letters before a host: "보기example.com" is a domain.
//
// If what looks like a URL has credentials, no part of it is a link: "http://example.com@evil.example/". As in a browser, any
// number of slashes and backslashes after "http:" or "https:" begins such a URL: "https:/user:password@example.com". What
// [url.Parse] refuses is not a link either.
//
// # Where a link ends
//
// Link_Term, a property of Unicode, decides where the path, query and fragment end:
//
//   - White space, controls and unassigned characters end a link.
//   - Punctuation is in the link only if more of the link follows. A link does not end in "." or "?", and "example.com." at the
//     end of a sentence is the link "example.com". An ideographic full stop ("。") after a domain ends it, too, if the domain
//     would not be on the list with what follows.
//   - A closing bracket is in the link if its opening bracket is, too: in "(see https://example.com/a_(b))", the last one is
//     not. The two have to be in the same segment of the path, the same name or value of the query, the fragment, or its
//     directive (":~:").
//   - A quotation mark ends a link if the same mark, or one that it is paired with, stands directly before the link, as in
//     {"a":"https://example.com/","b":1}. So does a "\" before it. The marks are "'", '"', "`" and those of Unicode: “„‟”, ‘‚‛’,
//     «», ‹›, 〝〞〟, ＂ and ＇.
//   - Punctuation that could end a link ends it directly before "http://" or "https://":
//     "https://a.example/x,https://b.example/y" has two links. A "?" that begins a query does not.
//   - The characters of [Finder.Stop] end a link.
//
// # What to do about main.rs
//
// README.md, main.rs and run.sh end in public suffixes, so the list is not enough to tell a file from a host. Neither is "end.So"
// of a sentence without a space. [Finder.AcceptHost] has the last word on hosts without a scheme. It can refuse the suffixes
// that your users mean as names of files, or accept only hosts that you know. Without [Finder.Lookup], only links with a scheme
// are found.
//
// # Markdown and HTML
//
// The text is plain text. Parse Markdown or HTML first, and join the text of neighboring text nodes before you call All: a parser
// may split text, as goldmark does at "_", and a link would end there. Leave out code, and what is a link already. All does not
// decode "&amp;" either.
//
// # Differences from UTS #58
//
// On LinkDetectionTest.txt, it agrees in all 345 lines. Where that standard leaves it open or people write otherwise, the
// package does this:
//
//   - Quotation marks around a link, and a second link after punctuation, end it; see above. No line of that file is against it.
//   - A host with a scheme need not be on the list: "http://localhost:8080/".
//   - A link does not end in "?". A host is not a link if a port follows that is 0 or above 65535.
//   - The local part of an address has at most 64 bytes, and neither "?" nor "#". Punctuation before it does not belong to the
//     link, such as a quotation mark: 'a@example.com'. What has a "/" and follows a "/", a "\" or a dot is a path, not a local
//     part.
//
// # Security
//
// [Link.URL] is what url.Parse reads from the text of the link, so a link opens what it says. Open that URL, and do not make
// another one from the text. The text needs escaping for HTML like any other text; see the example.
//
// Not all URLs are links, so do not use this package to mask secrets in a text: "https://user:password@example.com/" and
// "redis://:password@example.com/" are not links, and would stay.
//
// The text of a link can look like another one: UTS #58 lets it contain U+202E, which reverses what follows, and the host can
// have letters that look like others. The host can also be in an internal network. Packages display and guard are for that.
// Text outside links can have U+202E, too: remove [unicode.Bidi_Control] from it before All, as the example does.
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

// A Finder finds links. Its fields say what else is a link: the zero Finder finds only URLs with the scheme http or https.
type Finder struct {
	// Lookup returns the public suffix of a domain, and where that comes from. listed reports whether it is on a list, and
	// icann whether its rule is in the ICANN section of that list. It decides which hosts are links without a scheme, and
	// which e-mail addresses without "mailto:". A host is a link if its suffix is listed, and if the host itself is not
	// a suffix of the ICANN section, such as "co.uk". If Lookup is nil, no such host or address is found.
	//
	// The method Lookup of a [github.com/weburl-go/url/psl.List] is suitable. So is PublicSuffix of
	// golang.org/x/net/publicsuffix, if listed is whether icann is true or the suffix has a dot: see the example of All. The
	// domain is in ASCII and in lower case, and does not end in a dot.
	Lookup func(domain string) (suffix string, icann, listed bool)

	// AcceptHost has the last word on hosts without a scheme whose suffix is listed. It is not asked about e-mail
	// addresses, so "ann@main.rs" is a link. If it is nil, all are links.
	AcceptHost func(h url.Host) bool

	// DefaultScheme is the scheme of links without one: "https" or "http". "" means "https". With another scheme, no hosts
	// without a scheme are found.
	DefaultScheme string

	// Emails is whether e-mail addresses are links, too.
	Emails bool

	// Stop reports whether a link ends before r, even where UTS #58 would go on, as if the text ended there. No link contains
	// such a character. If Stop is nil, there are none.
	//
	// It is for Chinese and Japanese text, where no space follows a link. By UTS #58, "https://example.com/a，请看。" is one link
	// up to "看". If Stop returns true for "，" and "。", the link is "https://example.com/a". Then no host is found in which "。"
	// stands for a dot.
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
