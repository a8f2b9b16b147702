package integration

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// A crawler visits what a browser would visit: it reads links against <base> and in the encoding of their page, and it
// sends their bytes as they are. It asks the transport, because http.Client reads Location fields with net/url, which
// refuses some of them, even if CheckRedirect returns http.ErrUseLastResponse.

var crawlerTransport = &http.Transport{} // for pages of strangers: guard.Policy{}.NewTransport()

// crawl visits start, and all pages of the same origin that it leads to. It calls visit with the URL of each.
func crawl(start url.URL, visit func(page url.URL, err error)) {
	queue, seen := []url.URL{start}, map[url.URL]bool{start: true}
	for ; len(queue) > 0; queue = queue[1:] {
		page, links, err := getPage(queue[0])
		visit(page, err)
		for _, link := range links {
			link = link.WithoutFragment()
			if link.Origin().SameOrigin(start.Origin()) && !seen[link] {
				seen[link] = true
				queue = append(queue, link)
			}
		}
	}
}

// getPage follows redirects, and returns the URL of the page that they end at, and its links.
func getPage(u url.URL) (page url.URL, links []url.URL, err error) {
	for range 10 {
		n, err := u.RequestURL()
		if err != nil {
			return u, nil, err
		}
		response, err := crawlerTransport.RoundTrip(&http.Request{URL: n, Header: http.Header{}})
		if err != nil {
			return u, nil, err
		}
		body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
		response.Body.Close()
		location := response.Header.Get("Location")
		if err != nil || location == "" || response.StatusCode/100 != 3 {
			links, htmlErr := findLinks(u, body, response.Header.Get("Content-Type"))
			return u, links, errors.Join(err, htmlErr)
		}
		if u, err = (url.Parser{Base: u, EncodeLonePercent: true}).Parse(location); err != nil {
			return u, nil, err
		}
	}
	return u, nil, fmt.Errorf("%v: too many redirects", u)
}

// findLinks returns the URLs of all <a href> of a page.
func findLinks(page url.URL, body []byte, contentType string) (links []url.URL, err error) {
	enc, _, _ := charset.DetermineEncoding(body, contentType)
	document, err := html.Parse(enc.NewDecoder().Reader(bytes.NewReader(body)))
	if err != nil {
		return nil, err
	}
	parser := url.Parser{Base: page, QueryEncoding: enc, EncodeLonePercent: true}
	for href := range hrefs(document, "base") {
		// https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url
		if base, err := parser.Parse(href); err == nil && base.Scheme() != "data" && base.Scheme() != "javascript" {
			parser.Base = base
		}
		break // only the first counts
	}
	for href := range hrefs(document, "a") {
		if link, err := parser.Parse(href); err == nil {
			links = append(links, link)
		}
	}
	return links, nil
}

// hrefs yields the attribute href of all elements with that tag.
func hrefs(document *html.Node, tag string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for node := range document.Descendants() {
			i := slices.IndexFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "href" })
			if node.Type == html.ElementNode && node.Data == tag && i >= 0 && !yield(node.Attr[i].Val) {
				return
			}
		}
	}
}

func TestCrawler(t *testing.T) {
	pages := map[string]string{
		"/":                `<base href="dir/"><base href="/wrong/"><a href="a|b?100%">1</a> <a href=" \x\..\old#top ">2</a> <a href="mailto:a@b">3</a>`,
		"/dir/a|b?100%":    `<a href="/">again</a> <a href="http:latin?q=` + "\xfc" + `">4</a> <a href="//other.example/">5</a> <a href="http://[">6</a>`,
		"/dir/latin?q=%FC": `<base href="javascript:x"><a href="latin?q=%FC#again">7</a> <a href="last">8</a>`,
		"/new|":            `<a href="?q">9</a>`,
		"/dir/last":        ``,
		"/new|?q":          ``,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.RequestURI]
		switch {
		case r.RequestURI == "/old":
			w.Header().Set("Location", "1:\\100%") // not a URL to net/url: a colon, and a lone "%"
			w.WriteHeader(http.StatusFound)
		case r.RequestURI == "/1:/100%25":
			w.Header().Set("Location", "\\n\tew|")
			w.WriteHeader(http.StatusFound)
		case !ok:
			t.Errorf("the crawler visited %q", r.RequestURI)
		default:
			w.Header().Set("Content-Type", "text/html; charset=windows-1252")
			io.WriteString(w, body)
		}
	}))
	defer server.Close()

	var visited []string
	crawl(url.MustParse(server.URL), func(page url.URL, err error) {
		if err != nil {
			t.Errorf("%v: %v", page, err)
		}
		visited = append(visited, strings.TrimPrefix(page.Href(), server.URL))
	})
	want := []string{"/", "/dir/a|b?100%", "/new|", "/dir/latin?q=%FC", "/new|?q", "/dir/last"}
	if !slices.Equal(visited, want) {
		t.Errorf("visited %q, want %q", visited, want)
	}
}
