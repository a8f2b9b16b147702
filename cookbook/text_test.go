package cookbook_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/page"
	"github.com/weburl-go/url/psl"
)

// Recipe: Find URLs in plain text
//
// A `Finder` finds links with and without a scheme, and ends them before the punctuation of the sentence, as Unicode (UTS #58)
// recommends.
//
// Pitfall: A URL with credentials, such as `ann:pw@`, is no link. So if you use a `Finder` to mask secrets, it misses those that
// matter most.
//
// Keywords: links in text, xurls, Markdown, autolink, linkify, chat message
func Example_linksInText() {
	const text = "See example.com/a_(b), https://日本.jp/案内. Or write to info@example.org!"
	finder := link.Finder{Lookup: list.Lookup, Emails: true}
	for l := range finder.All(text) {
		fmt.Println(text[l.Start:l.End], l.URL)
	}
	// Output:
	// example.com/a_(b) https://example.com/a_(b)
	// https://日本.jp/案内 https://xn--wgv71a.jp/%E6%A1%88%E5%86%85
	// info@example.org mailto:info@example.org
}

// list is a public suffix list. A program reads the one of publicsuffix.org from a file.
var list, _ = psl.Parse(strings.NewReader(`
// ===BEGIN ICANN DOMAINS===
com
org
rs
jp
// ===END ICANN DOMAINS===
`))

// Recipe: Find URLs in Chinese and Japanese text
//
// In such text, no space follows a URL. Let `Stop` end a link before the punctuation that your users write.
//
// Pitfall: Without `Stop`, `https://example.com/a，请看。` is one link up to `看`, and leads to a page that does not exist. With it,
// no host is found in which "。" stands for a dot.
//
// Keywords: Chinese, Japanese, full-width punctuation, chat message
func Example_linksInChineseText() {
	const text = "https://example.com/a，请看。或 https://example.com/b！"
	finder := link.Finder{
		Stop: func(r rune) bool { return strings.ContainsRune("，。、；：！？（）「」", r) },
	}
	for l := range finder.All(text) {
		fmt.Println(text[l.Start:l.End])
	}
	// Output:
	// https://example.com/a
	// https://example.com/b
}

// Recipe: Find the links of a mail
//
// Decode the body before you read the HTML. Most mails are quoted-printable: "=3D" is "=", and a "=" at the end of a line joins
// it with the next. In a multipart mail, mime/multipart decodes quoted-printable parts, but not those in base64.
//
// Pitfall: Without decoding, the link of `<a href=3D"https://example.com/">` is `3D"https://example.com/"`, and a scanner that
// looks for `https:` finds nothing.
//
// Keywords: links of a mail, quoted-printable, MIME, mail scanner, newsletter
func Example_mailLinks() {
	message := strings.ReplaceAll(`From: ann@example.com
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>Read <a href=3D"https://example.com/a?b=3Dc&amp;d=3D=
e">this</a>. <img src=3D"logo.png">
`, "\n", "\r\n")
	links, err := mailLinks(strings.NewReader(message))
	if err != nil {
		panic(err)
	}
	for _, u := range links {
		fmt.Println(u)
	}
	// Output: https://example.com/a?b=c&d=e
}

// mailLinks returns the links of a mail that is HTML. Relative links lead nowhere.
func mailLinks(message io.Reader) (links []url.URL, err error) {
	m, err := mail.ReadMessage(message)
	if err != nil {
		return nil, err
	}
	body := m.Body
	switch strings.ToLower(m.Header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	doc, err := page.Parse(io.LimitReader(body, 1<<20), url.URL{}, m.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	for l := range doc.Links() {
		if l.Err == nil {
			links = append(links, l.URL)
		}
	}
	return links, nil
}
