package page_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
)

func Example() {
	const body = `<base href="/docs/"><a href="b c">1</a> <img srcset="a.png, b.png 2x">`
	doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/index.html"), "text/html")
	if err != nil {
		panic(err)
	}
	for link := range doc.Links() {
		fmt.Println(link.Node.Data, link.URL)
	}
	// Output:
	// a https://example.com/docs/b%20c
	// img https://example.com/docs/a.png
	// img https://example.com/docs/b.png
}

// goquery and colly use trees of golang.org/x/net/html. Create a Document for each node in selection.Nodes. The base URL
// is found even if it is outside the selection.
func ExampleDocument_goquery() {
	root, err := html.Parse(strings.NewReader(`<base href=/docs/><nav><a href=x></a></nav><main><a href=a></a><img src=b></main>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var nodes []*html.Node // goquery.NewDocumentFromNode(doc).Find("main").Nodes
	for n := range root.Descendants() {
		if n.Data == "main" {
			nodes = append(nodes, n)
		}
	}
	for _, n := range nodes {
		doc := page.Document{Root: n, URL: url.MustParse("https://example.com/")}
		for link := range doc.Links() {
			fmt.Println(link.Node.Data, link.URL)
		}
	}
	// Output:
	// a https://example.com/docs/a
	// img https://example.com/docs/b
}

func ExampleKind_String() {
	fmt.Println(page.Submission.String())
	// Output: submission
}

// Each image in a srcset is a link. A link checker requests all links except those of kind Submission or Ping.
func ExampleDocument_Links() {
	doc, err := page.Parse(strings.NewReader(`<img src="/a.png" srcset="/a.png, /b.png 2x">`), url.MustParse("https://example.com/"), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for link := range doc.Links() {
		fmt.Println(link.Attribute, link.Raw, link.URL, link.Err, link.Kind == page.Resource)
	}
	// Output:
	// src /a.png https://example.com/a.png <nil> true
	// srcset /a.png https://example.com/a.png <nil> true
	// srcset /b.png https://example.com/b.png <nil> true
}

// The links of a newsletter lead to a server that counts clicks and redirects to the original URL. The server redirects
// only to URLs that were signed when the newsletter was written. Otherwise, anyone could use it to disguise a link.
func ExampleDocument_Rewrite() {
	key := []byte("made by crypto/rand, and kept secret")
	sign := func(href string) string {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(href))
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	click := url.MustParse("https://news.example/click")
	handler := func(w http.ResponseWriter, r *http.Request) {
		href := r.FormValue("u")
		if !hmac.Equal([]byte(r.FormValue("s")), []byte(sign(href))) {
			http.Error(w, "this link is not one of ours", http.StatusForbidden)
			return
		}
		w.Header().Set("Location", href)
		w.WriteHeader(http.StatusFound)
	}

	const letter = `<a href="/offer?a=1&amp;b=2">Offer</a><img src=logo.png srcset="logo.png, logo2.png 2x"><a href="mailto:a@b.example">Write</a>`
	doc, err := page.Parse(strings.NewReader(letter), url.MustParse("https://shop.example/letters/7"), "text/html; charset=utf-8")
	if err != nil {
		fmt.Println(err)
		return
	}
	var last url.URL
	err = doc.Rewrite(func(l page.Link) (string, bool) {
		if l.Kind != page.Navigation || l.Attribute != "href" || !l.URL.IsHTTP() {
			return l.URL.Href(), l.Err == nil // in a mail, URLs are absolute
		}
		href := l.URL.Href()
		last = click.AppendQuery("u", href).AppendQuery("s", sign(href))
		return last.Href(), true
	})
	var b strings.Builder
	fmt.Println(html.Render(&b, doc.Root), err)
	fmt.Println(strings.ReplaceAll(strings.ReplaceAll(b.String(), "&amp;s="+sign("https://shop.example/offer?a=1&b=2"), "&amp;s=…"), "><", ">\n<"))

	for _, target := range []string{last.Href(), "https://news.example/click?u=https://evil.example/&s="} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", target, nil))
		fmt.Println(w.Code, w.Header().Get("Location"))
	}
	// Output:
	// <nil> <nil>
	// <html>
	// <head>
	// </head>
	// <body>
	// <a href="https://news.example/click?u=https%3A%2F%2Fshop.example%2Foffer%3Fa%3D1%26b%3D2&amp;s=…">Offer</a>
	// <img src="https://shop.example/letters/logo.png" srcset="https://shop.example/letters/logo.png, https://shop.example/letters/logo2.png 2x"/>
	// <a href="mailto:a@b.example">Write</a>
	// </body>
	// </html>
	// 302 https://shop.example/offer?a=1&b=2
	// 403
}

// A sanitizer keeps only links to web pages and email addresses. This is only one of its tasks. A sanitizer must also
// remove all elements and attributes that are not known to be harmless, such as scripts, event attributes, style,
// srcdoc, SVG, MathML, <base>, <meta> and forms. In addition, a browser must read the result as the same tree, which
// html.Render does not guarantee for every tree.
func ExampleDocument_Rewrite_sanitizer() {
	const post = `<a href="HTTPS:\\example.com" onclick="alert(1)">1</a><a href="java&#9;script:alert(1)" ping="//evil.example">2</a>
<svg><a href="a" xlink:href="javascript:alert(1)">3</a></svg><iframe src="//evil.example"></iframe><b>4</b>`
	doc, err := page.Parse(strings.NewReader(post), url.MustParse("https://forum.example/posts/7"), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	elements := []string{"html", "head", "body", "a", "b", "i", "p", "br"}
	for _, n := range slices.Collect(doc.Root.Descendants()) {
		if n.Type != html.TextNode && (n.Type != html.ElementNode || n.Namespace != "" || !slices.Contains(elements, n.Data)) {
			n.Parent.RemoveChild(n)
			continue
		}
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key != "href" })
	}
	err = doc.Rewrite(func(l page.Link) (string, bool) {
		return l.URL.Href(), l.URL.IsHTTP() || l.URL.Scheme() == "mailto" // what was read, never Raw
	})
	fmt.Println(html.Render(os.Stdout, doc.Root), err)
	// Output:
	// <html><head></head><body><a href="https://example.com/">1</a><a>2</a>
	// <b>4</b></body></html><nil> <nil>
}

// A webmail server loads the images of an email on behalf of the user, so that the sender cannot see when or where the
// email is read. All other bytes of the email are kept. The Content Security Policy of the page should allow images only
// from the webmail server.
func ExampleRewriteHTML() {
	const mail = `<P CLASS=x>a &lt b<img  src="https://news.example/a.png"><a href = "https://news.example/?a&amp;b">Read</a><i`
	proxy := url.MustParse("https://images.example/")
	shown, err := page.RewriteHTML(mail, url.URL{}, func(l page.Link) (string, bool) {
		if l.Kind == page.Navigation && l.URL.IsHTTP() {
			return l.Raw, true
		}
		return proxy.AppendQuery("u", l.URL.Href()).Href(), l.Kind == page.Resource && l.URL.IsHTTP()
	})
	if err != nil {
		fmt.Println("show the mail as text:", err)
		return
	}
	fmt.Println(shown)
	// Output: <P CLASS=x>a &lt b<img  src="https://images.example/?u=https%3A%2F%2Fnews.example%2Fa.png"><a href = "https://news.example/?a&amp;b">Read</a><i
}

// A link checker tests whether a fragment refers to a part of the page.
func ExampleDocument_IndicatedPart() {
	const body = `<h1 id=title>A</h1><a name="über">B</a>`
	doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/"), "text/html; charset=utf-8")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ref := range []string{"#title", "#über", "#top", "#Title", "#title:~:text=A", ""} {
		u, err := doc.URL.Parse(ref)
		if err != nil {
			fmt.Println(err)
			return
		}
		fragment, _ := u.Fragment()
		n, ok := doc.IndicatedPart(fragment)
		fmt.Printf("%q %t %t\n", fragment, n != nil, ok)
	}
	// Output:
	// "title" true true
	// "%C3%BCber" true true
	// "top" false true
	// "Title" false false
	// "title:~:text=A" true true
	// "" false true
}

// A mirror keeps copies of the files of a site. Links to other files become absolute. After that, no link is relative to
// <base>, so it can be removed.
func ExampleDocument_RemoveBase() {
	const body = "<base href='//cdn.example/'><img src=a.png srcset='a.png, b.png 2x'><a href='/?q=\xE9'>1</a><meta http-equiv=refresh content='9;url=next'>"
	doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/"), "text/html; charset=windows-1251")
	if err != nil {
		fmt.Println(err)
		return
	}
	files := map[string]string{"https://cdn.example/a.png": "files/1.png"} // made by the mirror
	err = doc.Rewrite(func(l page.Link) (string, bool) {
		if file, ok := files[l.URL.WithoutFragment().Href()]; ok {
			return file, true // relative to the page, because RemoveBase follows
		}
		return l.URL.Href(), l.Err == nil
	})
	doc.RemoveBase()
	fmt.Println(html.Render(os.Stdout, doc.Root.FirstChild.LastChild), err) // in UTF-8: serve it with charset=utf-8
	// Output:
	// <body><img src="files/1.png" srcset="files/1.png, https://cdn.example/b.png 2x"/><a href="https://cdn.example/?q=%E9">1</a><meta http-equiv="refresh" content="9; url=https://cdn.example/next"/></body><nil> <nil>
}

func ExampleLink() {
	doc, err := page.Parse(strings.NewReader(`<a href="http://[" rel=next>`), url.URL{}, "")
	for link := range doc.Links() {
		fmt.Println(link.Raw, link.URL.IsZero(), errors.Is(link.Err, url.ErrIPv6Unclosed), err)
	}
	// Output: http://[ true true <nil>
}

func ExampleParse() {
	pageURL := url.MustParse("https://example.com/")
	doc, err := page.Parse(strings.NewReader("<title>\x93\xFA\x96\x7B</title>"), pageURL, "text/html; charset=Shift_JIS")
	fmt.Println(doc.Root.FirstChild.Data, doc.Encoding, doc.Flat, err)

	doc, err = page.Parse(strings.NewReader(strings.Repeat("<b>", 513)), pageURL, "")
	fmt.Println(doc.Flat, err)
	// Output:
	// html Shift JIS false <nil>
	// true <nil>
}

// The base URL comes from the first <base> with an href, wherever it is in the page. If that href does not parse, or is
// a data: or javascript: URL, the base URL is the URL of the page. Any other <base> is ignored.
func ExampleDocument_Base() {
	for _, body := range []string{
		`<base target=_top><base href="/docs/"><base href="/other/">`, `<p>text<base href=//cdn.example>`,
		`<base href="javascript:0"><base href="/docs/">`, `<base href="https://["><base href="/docs/">`,
		`<noscript><base href="/docs/"></noscript>`, `<base>`,
	} {
		doc, err := page.Parse(strings.NewReader(body), url.MustParse("https://example.com/a"), "")
		fmt.Println(doc.Base(), err)
	}
	// Output:
	// https://example.com/docs/ <nil>
	// https://cdn.example/ <nil>
	// https://example.com/a <nil>
	// https://example.com/a <nil>
	// https://example.com/a <nil>
	// https://example.com/a <nil>
}

// A URL in a srcset can contain a comma.
func ExampleParseSrcset() {
	for _, c := range page.ParseSrcset("/w_100,h_50/a.jpg 100w, /w_200,h_100/a.jpg 200w") {
		fmt.Println(c.URL, c.Width)
	}
	// Output:
	// /w_100,h_50/a.jpg 100
	// /w_200,h_100/a.jpg 200
}

// This function finds the candidate whose density is closest to 2.
func ExampleCandidate() {
	candidates := page.ParseSrcset("a.jpg, b.jpg 2x, c.jpg 3x")
	best := slices.IndexFunc(candidates, func(c page.Candidate) bool { return c.Density >= 2 })
	fmt.Println(candidates[best].URL)
	// Output: b.jpg
}

func ExampleParseRefresh() {
	refresh, ok := page.ParseRefresh("5; URL='/next'")
	fmt.Println(refresh.Seconds, refresh.Ref, ok)
	// Output: 5 /next true
}

// If a refresh contains no reference, the page reloads itself.
func ExampleRefresh() {
	refresh, ok := page.ParseRefresh("60")
	fmt.Println(refresh.HasRef, ok)
	// Output: false true
}

func ExampleParseLinkHeader() {
	for _, link := range page.ParseLinkHeader([]string{`<?page=1>; rel="first prev", <?page=3&sort=a,b>; rel=next`}) {
		fmt.Println(link.Rel, link.Target)
	}
	// Output:
	// [first prev] ?page=1
	// [next] ?page=3&sort=a,b
}

func ExampleHeaderLink() {
	for _, link := range page.ParseLinkHeader([]string{`<a>; rel=Next; title="A, B"`}) {
		fmt.Printf("%q %q %q\n", link.Target, link.Rel, link.Params)
	}
	// Output: "a" ["next"] [["title" "A, B"]]
}
