package cookbook_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/link"
	"github.com/weburl-go/url/page"
	"github.com/weburl-go/url/psl"
)

// Recipe: Find URLs in plain text
//
// A `Finder` finds links with or without a scheme. It excludes the punctuation at the end of a sentence, as Unicode (UTS #58)
// recommends. To turn the text into HTML, see ["Turn a comment into
// HTML"](https://pkg.go.dev/github.com/weburl-go/url/link#example-Finder.All-Html).
//
// Pitfall: A `Finder` does not find URLs with credentials, such as `https://ann:pw@example.com/`. If you use it to mask secrets,
// it misses the most important ones.
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

// list is a small public suffix list. In a real program, read the full list from a
// file that you download from publicsuffix.org.
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
// In Chinese and Japanese text, no space follows a URL. Set `Stop` to the punctuation marks at which links end.
//
// Pitfall: Without `Stop`, the link in `https://example.com/a，请看。` ends after `看` and points to a page that does not exist.
// With "。" in `Stop`, the link in `https://example。com/` ends after `example`, although browsers treat "。" as a dot.
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

// Recipe: Find the links in an email
//
// Decode the body before you parse the HTML. Most HTML email is quoted-printable, which encodes "=" as "=3D" and ends a line
// with "=" if it continues on the next one. In a multipart email, `mime/multipart` decodes quoted-printable parts, but not
// base64 parts.
//
// Pitfall: Without decoding, `href=3D"https://example.com/"` contains the link `3D"https://example.com/"`, so a scanner that
// expects `https:` at the beginning finds nothing. An error does not mean that there are no links. For example, mail programs
// ignore a `!` in base64, but this program returns an error.
//
// Keywords: links of a mail, email links, phishing, quoted-printable, MIME, mail scanner, newsletter
func Example_mailLinks() {
	message := strings.ReplaceAll(`From: ann@example.com
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: Quoted-Printable (a comment)

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
	_, err = mailLinks(strings.NewReader("Content-Transfer-Encoding: x-uuencode\r\n\r\n"))
	fmt.Println(err)
	// Output:
	// https://example.com/a?b=c&d=e
	// unknown transfer encoding "x-uuencode"
}

var comment = regexp.MustCompile(`\([^()]*\)`)

// mailLinks returns the links of an HTML email. It skips relative links, because an email has no
// base URL.
func mailLinks(message io.Reader) (links []url.URL, err error) {
	m, err := mail.ReadMessage(message)
	if err != nil {
		return nil, err
	}
	body := m.Body
	encoding := comment.ReplaceAllString(m.Header.Get("Content-Transfer-Encoding"), "")
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "", "7bit", "8bit", "binary":
	default:
		return nil, fmt.Errorf("unknown transfer encoding %q", encoding)
	}
	doc, err := page.Parse(io.LimitReader(body, 100<<10), url.URL{}, m.Header.Get("Content-Type"))
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
