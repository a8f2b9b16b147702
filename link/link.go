// Package link finds URLs and email addresses in plain text, such as chat messages, comments and commit messages. It
// implements the Unicode 17 version of UTS #58, Unicode Link Detection and Formatting
// (https://www.unicode.org/reports/tr58/). Convert Markdown and HTML to plain text first.
//
//	finder := link.Finder{Lookup: list.Lookup, Emails: true} // list is a *psl.List
//	for l := range finder.All(text) {
//		fmt.Println(text[l.Start:l.End], l.URL)
//	}
//
// # What is a link
//
// The package finds three kinds of links. Schemes may be written in upper or lower case.
//
//   - A URL that begins with "http://" or "https://" and a host, which is an IP address or a domain. The domain may
//     consist of a single label. The text is not a link if an ASCII letter or digit comes directly before the scheme,
//     with or without a "+" in between, because it then has another scheme, such as git+https.
//   - A domain without a scheme, if its public suffix is on a list; see [Finder.Lookup]. A port, path, query or fragment
//     may follow. The prefix "www." has no special meaning, so "www.example" is not a link unless "example" is on the
//     list.
//   - An email address, if [Finder.Emails] is set. The public suffix of its domain must be on the list, unless
//     "mailto:" comes before the address. The link ends with the domain.
//
// If the text looks like a URL with credentials, such as "redis://:password@example.com/", no part of it is a link.
// Text looks like one if it begins with a scheme and "://", is not itself a link, and contains an "@" before the next
// white space, control character, closing quotation mark or character for which [Finder.Stop] returns true. After
// "http:", "https:", "ftp:", "ws:" and "wss:", there may be any number of slashes and backslashes, or none, as in a
// browser. All does not recognize credentials without a scheme, as in "user:password@example.com", or in the path, query
// or fragment of another URL.
//
// A string that [url.Parse] rejects is never a link.
//
// # Domains
//
// A domain consists of letters, digits, marks, "-" and "_". After a scheme, a domain may also contain symbols and
// percent-encoded bytes. Its ASCII form is at most 253 bytes long. No label is empty, and none begins or ends with "-".
// A dot after the last label is part of the link if the link continues after it, as in "example.com./a".
//
// In Korean, Japanese and Chinese, letters may follow a domain directly, without a space. In "example.com에서", the link
// is "example.com", because the list contains "com" but not "com에서". This does not work if the last label itself begins
// with such a letter, because the package does not know where a word ends. For example, "예시.한국에서" is not a link,
// although "예시.한국" is. As UTS #58 requires, such letters are always part of the link if they are in a path or before a
// domain. For example, "보기example.com" is a domain.
//
// # Where a link ends
//
// The Unicode property Link_Term determines where a path, query or fragment ends:
//
//   - White space, control characters and unassigned characters end a link, and so do the characters for which
//     [Finder.Stop] returns true.
//   - Punctuation is part of a link only if the link continues after it. A link does not end in "." or "?", so if a
//     sentence ends in "example.com.", the link is "example.com". After a domain, an ideographic full stop ("。") ends
//     the link if the list contains the suffix only without the text that follows.
//   - A closing bracket is part of a link only if its opening bracket is. For example, the last bracket in "(see
//     example.com/a_(b))" is not part of the link. Both brackets must be in the same path segment, in the same query
//     name or value, in the fragment, or in its directive (":~:").
//   - If a quotation mark comes directly before a link, the same mark or its counterpart ends the link, as in
//     {"a":"https://example.com/","b":1}. A backslash before the closing mark also ends the link. The quotation marks
//     are "'", '"', "`" and these Unicode characters: “„‟”, ‘‚‛’, «», ‹›, 〝〞〟, ＂ and ＇.
//   - Punctuation that can end a link always does so directly before "http://" or "https://", so
//     "example.com/x,https://example.com/y" contains two links. The only exception is a "?" that begins a query.
//
// # File names such as main.rs
//
// The names README.md, main.rs and run.sh end in public suffixes, so a list alone cannot distinguish a file from a
// host. Nor can it tell that "end.So" is not a host but the result of a missing space between two sentences. Set
// [Finder.AcceptHost] to reject suffixes that your users use as file extensions, or to accept only hosts that you know.
// If [Finder.Lookup] is nil, only links with a scheme are found.
//
// # Markdown and HTML
//
// To find links in a Markdown or HTML document, parse it and pass its text to [Finder.All]. Skip code and any text that
// is already a link. First join the text of adjacent text nodes, because some parsers split text into several nodes,
// which would cut a link short. For example, goldmark splits text at "_". All does not decode character references such
// as "&amp;".
//
// # Differences from UTS #58
//
// The package passes all 345 tests in LinkDetectionTest.txt. Where UTS #58 leaves the behavior open, or differs from
// what people usually write, the package does the following:
//
//   - As described above, a link ends at its closing quotation mark, and before a second link that follows punctuation.
//     No line of LinkDetectionTest.txt contradicts this.
//   - After "http://" or "https://", a host need not be on the list, so "localhost:8080" is accepted there.
//   - A link does not end in "?". A host is not a link if the port after it is 0 or greater than 65535. If an ASCII
//     letter, "-" or "_" follows the digits of a port, the link ends before the ":".
//   - The local part of an email address has at most 64 bytes, and contains neither "?" nor "#". Punctuation before an
//     address, such as a quotation mark, is not part of the link. If a local part contains a "/" and follows a "/", a
//     "\" or a dot, the text is a path, not an address.
//
// # Security
//
// [Link.URL] is the result of calling [url.Parse] on the text of the link. Open this URL rather than building one from
// the text. Escape the text for HTML as you would any other text. The "Html" example of [Finder.All] shows how.
//
//   - Do not use this package to find and hide secrets, because not every URL is a link. For example, URLs with a
//     password, such as "redis://:password@example.com/", are not links.
//   - The text of a link can look like a different link. Its host can contain letters that look like others, and UTS
//     #58 allows U+202E, which reverses the text after it. To show a URL, use package
//     [github.com/weburl-go/url/display].
//   - The text around links can also contain U+202E. Remove the characters in [unicode.Bidi_Control] before you call
//     All, as in the example.
//   - The host can be on an internal network. To request a URL, use package [github.com/weburl-go/url/guard].
//
// All takes time linear in the length of the text. It allocates memory only for links and for possible domains that are
// not in lower-case ASCII.
package link

import (
	"iter"

	"github.com/weburl-go/url"
)

// A Link is a URL or an email address found in text.
type Link struct {
	// Start and End are byte offsets in the text. The link is text[Start:End].
	Start, End int

	// URL is the URL that the link leads to. Its scheme is http, https or mailto. It may share memory with the text.
	URL url.URL
}

// A Finder finds links in text. The zero Finder finds only URLs that begin with "http://" or "https://". Set Lookup to
// find hosts without a scheme, and Emails to find email addresses.
type Finder struct {
	// Lookup returns the public suffix of a domain. It also reports whether the suffix is on a list, and whether its
	// rule is in the ICANN section of that list. The domain is in lower-case ASCII, and does not end in a dot.
	//
	// A host without a scheme is a link if its suffix is listed. The domain of an email address without "mailto:" must
	// also have a listed suffix. In both cases, a domain that is itself a suffix from the ICANN section, such as
	// "co.uk", is not accepted. If Lookup is nil, such hosts and addresses are not found.
	//
	// The Lookup method of [github.com/weburl-go/url/psl.List] has this signature. You can also use PublicSuffix from
	// golang.org/x/net/publicsuffix, with listed set to true if icann is true or the suffix contains a dot, as in the
	// example.
	Lookup func(domain string) (suffix string, icann, listed bool)

	// AcceptHost reports whether a host without a scheme is a link. It is called only for hosts with a listed suffix,
	// and not for email addresses, so "ann@main.rs" is always a link. If AcceptHost is nil, all such hosts are links.
	AcceptHost func(h url.Host) bool

	// DefaultScheme is the scheme that All adds to a host without a scheme. It must be "https", "http" or "", which
	// means "https". With any other value, All does not find hosts without a scheme.
	DefaultScheme string

	// Emails specifies whether to find email addresses.
	Emails bool

	// Stop reports whether a link ends before the character r, even if it would continue according to UTS #58. Set it
	// for Chinese and Japanese text, where a link is not followed by a space. If Stop is nil, no character ends a link
	// in this way.
	//
	// For example, UTS #58 reads "https://example.com/a，请看。" as a link that ends in "看". If Stop returns true for "，" and
	// "。", the link is "https://example.com/a". No link contains a character for which Stop returns true, so the link in
	// "https://example。com" is then "https://example".
	//
	// Such a character also ends text that looks like a URL with credentials. For example, if Emails is set and Stop
	// returns true for "，", the link in "ftp://example.com，ann@example.org" is "ann@example.org". If a password
	// contains such a character, the rest of the password can become a link.
	Stop func(r rune) bool
}

// All returns the links in text, in order. They do not overlap. The URL of a link is the result of calling [url.Parse]
// on the text of the link. If that text has no scheme, All first prepends [Finder.DefaultScheme] and "://" to a host,
// or "mailto:" to an email address.
//
// The offsets of a link always fall on UTF-8 character boundaries. A byte that is not valid UTF-8 ends a link.
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
