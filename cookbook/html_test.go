package cookbook_test

import (
	"errors"
	"fmt"
	"html/template"
	"os"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/dataurl"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/page"
	"golang.org/x/net/html"
)

// Recipe: Show a link that a user supplied
//
// Resolve the link, check its scheme, and write the `Href` into the page with `html/template`, which escapes it.
//
// Pitfall: Don't check the string itself. Browsers ignore the tab in `java\tscript:alert(1)` and run the script.
//
// Keywords: sanitize a link, javascript: link, XSS, feed, user profile link
func Example_userLink() {
	base := url.MustParse("https://forum.example/t/1")
	for _, link := range []string{
		"/t/2",
		"HTTPS://Example.com",
		"https:evil",            // relative, because it has no host
		"java\tscript:alert(1)", // a script
		" javascript:alert(1)",  // a script
		"data:text/html,x",      // a document of its own
	} {
		u, err := base.Parse(link)
		if err != nil || !u.IsHTTP() {
			fmt.Printf("%q is not a web link\n", link)
			continue
		}
		fmt.Println(u.Href())
	}
	// Output:
	// https://forum.example/t/2
	// https://example.com/
	// https://forum.example/t/evil
	// "java\tscript:alert(1)" is not a web link
	// " javascript:alert(1)" is not a web link
	// "data:text/html,x" is not a web link
}

// Recipe: Show a URL in HTML
//
// Use the `Href` for the attribute, and the result of `display.URL` for the visible text. `display.URL` decodes harmless
// escapes, and shows a host in punycode if it could be mistaken for another one.
//
// Pitfall: `display.URL` decodes `%3Cb%3E`, but does not escape the angle brackets for HTML. Use `html/template`, which escapes
// both the attribute and the text.
//
// Keywords: html/template, look-alike host, show a URL, homograph
func Example_showURL() {
	link := template.Must(template.New("").Parse(
		`<a href="{{.Href}}"><bdi dir="ltr">{{.Shown}}</bdi></a>` + "\n"))
	for _, s := range []string{
		"https://example.com/%3Cb%3E?a&b",
		"https://p\u0430ypal.com/", // with a Cyrillic letter
	} {
		u := url.MustParse(s)
		err := link.Execute(os.Stdout, map[string]string{
			"Href":  u.Href(),
			"Shown": display.URL(u, display.Options{}),
		})
		if err != nil {
			panic(err)
		}
	}
	// Output:
	// <a href="https://example.com/%3Cb%3E?a&amp;b"><bdi dir="ltr">https://example.com/&lt;b&gt;?a&amp;b</bdi></a>
	// <a href="https://xn--pypal-4ve.com/"><bdi dir="ltr">https://xn--pypal-4ve.com/</bdi></a>
}

// Recipe: Write a tel: link without #ZgotmplZ
//
// `html/template` writes `#ZgotmplZ` instead of a URL with an unknown scheme. Check the scheme yourself, then convert the `Href`
// to `template.URL`.
//
// Pitfall: `template.URL` turns off the check. If you convert a URL without checking its scheme, `javascript:alert(1)` runs in
// your page.
//
// Keywords: #ZgotmplZ, tel link, html/template, custom scheme
func Example_telLink() {
	link := template.Must(template.New("").Parse(`<a href="{{.}}">call</a>` + "\n"))
	u, err := url.Parse("tel:+49-30-1")
	if err != nil {
		panic(err)
	}
	if u.Scheme() != "tel" {
		panic("not a telephone number")
	}
	if err := link.Execute(os.Stdout, template.URL(u.Href())); err != nil {
		panic(err)
	}
	// Output: <a href="tel:&#43;49-30-1">call</a>
}

// Recipe: Accept images as data: URLs
//
// Limit the length of the string first, then allow only certain image types, and limit the length of the image.
//
// Pitfall: Don't allow every type that begins with `image/`, because an `image/svg+xml` image can contain scripts.
//
// Keywords: data URL, data: image, upload, base64 image
func Example_dataImage() {
	for _, s := range []string{
		"data:image/png;base64,iVBORw0KGgo=",
		"data:image/svg+xml,<svg onload='alert(1)'/>",    // can contain scripts
		"data:image/png;base64,iVBOR",                    // not base64
		"data:image/png," + strings.Repeat("a", 3<<20+1), // too long
	} {
		image, ok := imageData(s)
		fmt.Printf("%q %t\n", image, ok)
	}
	// Output:
	// "\x89PNG\r\n\x1a\n" true
	// "" false
	// "" false
	// "" false
}

// imageData returns the bytes of an image of at most 3 MiB.
func imageData(s string) (image []byte, ok bool) {
	if len(s) > 4<<20 { // base64 encodes three bytes as four
		return nil, false
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, false
	}
	data, err := dataurl.Parse(u)
	if err != nil {
		return nil, false
	}
	switch data.Essence() {
	case "image/png", "image/jpeg", "image/webp":
		if len(data.Body) <= 3<<20 {
			return data.Body, true
		}
	}
	return nil, false
}

// Recipe: Make the links of a newsletter absolute
//
// `Rewrite` replaces every URL in a page with the result of a function. This program makes all URLs absolute and adds a
// parameter to links within the site.
//
// Pitfall: Rewriting is not sanitizing, so script elements stay in the page. `html.Render` re-serializes the page, putting
// quotation marks around all attribute values. To change only the links, use `RewriteHTML`, as in
// ["Change links in HTML and keep all other bytes"](#change-links-in-html-and-keep-all-other-bytes).
//
// Keywords: absolute URL, newsletter, utm_, goquery, bookmarks
func Example_newsletter() {
	const letter = `<a href="/offer?a=1">Offer</a>
<img src=logo.png>
<a href="https://other.example/">Other</a>`
	base := url.MustParse("https://shop.example/letters/7")
	doc, err := page.Parse(strings.NewReader(letter), base, "text/html; charset=utf-8")
	if err != nil {
		panic(err)
	}
	err = doc.Rewrite(func(l page.Link) (string, bool) {
		if l.Err != nil {
			return "", false // remove the attribute
		}
		if l.URL.IsHTTP() && l.Kind == page.Navigation && l.URL.Origin().SameOrigin(base.Origin()) {
			l.URL = l.URL.AppendQuery("utm_source", "letter 7")
		}
		return l.URL.Href(), true
	})
	if err != nil {
		panic(err)
	}
	if err := html.Render(os.Stdout, doc.Root); err != nil {
		panic(err)
	}
	// Output:
	// <html><head></head><body><a href="https://shop.example/offer?a=1&amp;utm_source=letter%207">Offer</a>
	// <img src="https://shop.example/letters/logo.png"/>
	// <a href="https://other.example/">Other</a></body></html>
}

// Recipe: Change links in HTML and keep all other bytes
//
// `RewriteHTML` changes the links in an HTML fragment, such as the body of an email, a feed entry or a comment. This program
// sends all images through a proxy, keeps links to web pages, and removes every other link.
//
// Pitfall: Rewriting is not sanitizing. Browsers still load `https://evil.example/` for
// `<p style="background:url(https://evil.example/)">`. Before you rewrite HTML from users, use a sanitizer that closes all
// elements and removes scripts, CSS, templates, SVG, MathML, base, frameset and noscript tags, and background, form, id, name
// and srcdoc attributes. If a fragment ends in the middle of an img tag, whatever you write after it completes the tag, and
// browsers load the image.
//
// Keywords: click tracking, image proxy, rewrite links, HTML mail, html fragment, RewriteHTML, keep bytes
func Example_rewriteHTML() {
	const body = `<P CLASS=x>a &lt b<img  src=/a.png><a href=/c>d</a> <A HREF=javascript:e>f</A>
<meta http-equiv=refresh content="0;url=/g">`
	shown, err := withoutTracking(body, url.MustParse("https://blog.example/7"))
	if err != nil {
		panic(err) // or show the text without its tags
	}
	fmt.Println(shown)
	// Output:
	// <P CLASS=x>a &lt b<img  src="https://img.example/?u=https%3A%2F%2Fblog.example%2Fa.png"><a href="https://blog.example/c">d</a> <A >f</A>
	// <meta http-equiv=refresh >
}

// withoutTracking changes the links of a sanitized fragment. The only resources that are left are
// images from the proxy.
func withoutTracking(fragment string, base url.URL) (string, error) {
	proxy := url.MustParse("https://img.example/")
	return page.RewriteHTML(fragment, base, func(l page.Link) (ref string, keep bool) {
		switch {
		case !l.URL.IsHTTP():
			return "", false
		case l.Kind == page.Resource && l.Node.Data == "img":
			return proxy.AppendQuery("u", l.URL.Href()).Href(), true
		case l.Kind == page.Navigation && l.Attribute == "href": // not a refresh
			return l.URL.Href(), true
		}
		return "", false
	})
}

// Recipe: Serve a page below a prefix and read its links back
//
// A proxy that serves pages from other sites has to rewrite all links so that they point to the proxy. Put the page's URL in
// the path, but pass its query on as the query of the proxy's URL. Use the `guard` package to fetch the page, because its URL
// comes from the client.
//
// Pitfall: Don't put the whole URL into a parameter, as in `https://proxy.example/?u=…`. A GET form replaces the query, so the
// `u` parameter is lost. Scripts can still create URLs that you haven't rewritten, so serve the pages with a Content Security
// Policy, from an origin that has no cookies.
//
// Keywords: web proxy, page below a prefix, rewrite links, GET form, archive viewer
func Example_webProxy() {
	const body = `<a href="../b?c#d">1</a> <form action="/search"><input name=q></form>`
	requested := url.MustParse("https://site.example/a/?x")
	doc, err := page.Parse(strings.NewReader(body), requested, "text/html; charset=utf-8")
	if err != nil {
		panic(err)
	}
	err = doc.Rewrite(func(l page.Link) (string, bool) {
		u, err := toProxy(l.URL)
		return u.Href(), l.Err == nil && err == nil
	})
	if err != nil {
		panic(err)
	}
	for l := range doc.Links() {
		fmt.Println(l.URL)
	}
	// The browser requests this URL when the form is submitted.
	submitted := url.MustParse("https://proxy.example/p/https%3A%2F%2Fsite.example%2Fsearch?q=tea")
	target, err := fromProxy(submitted)
	if err != nil {
		panic(err)
	}
	fmt.Println(target)
	// Output:
	// https://proxy.example/p/https%3A%2F%2Fsite.example%2Fb?c#d
	// https://proxy.example/p/https%3A%2F%2Fsite.example%2Fsearch
	// https://site.example/search?q=tea
}

var proxy = url.MustParse("https://proxy.example/p/")

// toProxy returns the URL on the proxy that serves u. The query and the fragment stay the same.
func toProxy(u url.URL) (url.URL, error) {
	if !u.IsHTTP() {
		return url.URL{}, fmt.Errorf("the scheme is %s, not http or https", u.Scheme())
	}
	page := u.Origin().String() + u.Pathname()
	u = u.WithoutCredentials()
	if err := u.SetProtocol(proxy.Protocol()); err != nil {
		return url.URL{}, err
	}
	if err := u.SetHost(proxy.DialAddress()); err != nil {
		return url.URL{}, err
	}
	err := u.SetPathname(proxy.Pathname() + url.PercentEncode(page, url.ComponentPercentEncodeSet))
	return u, err
}

// fromProxy returns the URL of the page that a request to the proxy should serve.
func fromProxy(requested url.URL) (url.URL, error) {
	page := strings.TrimPrefix(requested.Pathname(), proxy.Pathname())
	if len(requested.Href()) > 8<<10 { // each link to "#a" in the page becomes this long
		return url.URL{}, errors.New("the URL is too long")
	}
	u, err := url.Parse(url.PercentDecode(page))
	if err != nil {
		return url.URL{}, err
	}
	if !u.IsHTTP() {
		return url.URL{}, fmt.Errorf("the scheme is %s, not http or https", u.Scheme())
	}
	if query, ok := requested.Query(); ok {
		err = u.SetSearch("?" + query)
	}
	return u, err
}
