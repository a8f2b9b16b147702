package integration

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
)

// A crawler visits what a browser would visit: package page reads links against <base> and in the encoding of their page, and
// the crawler sends their bytes as they are. It asks the transport, because http.Client reads Location fields with net/url, which
// refuses some of them, even if CheckRedirect returns http.ErrUseLastResponse.

var crawlerTransport = &http.Transport{} // for pages of strangers: guard.Policy{}.NewTransport()

// crawl visits start, and all pages of the same origin that it leads to. It calls visit with the URL of each.
func crawl(start url.URL, visit func(u url.URL, err error)) {
	queue, seen := []url.URL{start}, map[url.URL]bool{start: true}
	for ; len(queue) > 0; queue = queue[1:] {
		u, links, err := getPage(queue[0])
		visit(u, err)
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
func getPage(u url.URL) (at url.URL, links []url.URL, err error) {
	for range 10 {
		n, err := u.RequestURL()
		if err != nil {
			return u, nil, err
		}
		response, err := crawlerTransport.RoundTrip(&http.Request{URL: n, Header: http.Header{}})
		if err != nil {
			return u, nil, err
		}
		defer response.Body.Close()
		location := response.Header.Get("Location")
		if location == "" || response.StatusCode/100 != 3 {
			links, err = findLinks(u, io.LimitReader(response.Body, 1<<20), response.Header.Get("Content-Type"))
			return u, links, err
		}
		if u, err = u.Parse(location); err != nil {
			return u, nil, err
		}
		u = u.EncodeLonePercent()
	}
	return u, nil, fmt.Errorf("%v: too many redirects", u)
}

// findLinks returns the URLs of all <a href> of a page.
func findLinks(u url.URL, body io.Reader, contentType string) (links []url.URL, err error) {
	document, err := page.Parse(body, u, contentType)
	if err != nil {
		return nil, err
	}
	for link := range document.Links() {
		if link.Node.Data == "a" && link.Attribute == "href" && link.Err == nil {
			links = append(links, link.URL)
		}
	}
	return links, nil
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
	crawl(url.MustParse(server.URL), func(u url.URL, err error) {
		if err != nil {
			t.Errorf("%v: %v", u, err)
		}
		visited = append(visited, strings.TrimPrefix(u.Href(), server.URL))
	})
	want := []string{"/", "/dir/a|b?100%", "/new|", "/dir/latin?q=%FC", "/new|?q", "/dir/last"}
	if !slices.Equal(visited, want) {
		t.Errorf("visited %q, want %q", visited, want)
	}
}
