package urlpattern_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// A route is a handler for a method and the URLs that match a pattern.
type route struct {
	method, pattern string
	handle          func(w http.ResponseWriter, segments []string)
}

// A router calls the first of its routes whose pattern and method match a request.
type router struct {
	routes   []route
	patterns *urlpattern.List // those of routes
}

func newRouter(routes ...route) *router {
	var patterns []*urlpattern.Pattern
	for _, r := range routes {
		patterns = append(patterns, urlpattern.Must(urlpattern.New(r.pattern, urlpattern.Options{})))
	}
	return &router{routes, urlpattern.NewList(patterns...)}
}

// ServeHTTP routes by the URL that a browser would see. A handler gets the decoded segments of the path. If these are
// ambiguous, as with "..%2f", no handler is called.
func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
	if err != nil {
		http.Error(w, "bad target", http.StatusBadRequest)
		return
	}
	segments, err := u.DecodedSegments()
	if err != nil {
		http.Error(w, "ambiguous path", http.StatusBadRequest)
		return
	}
	root, _ := u.Parse("/")
	u, _ = root.AppendSegments(segments...) // "/books/ne%77" becomes "/books/new"
	var allowed []string
	for i := range rt.patterns.All(u) {
		if rt.routes[i].method == r.Method {
			rt.routes[i].handle(w, segments)
			return
		}
		allowed = append(allowed, rt.routes[i].method)
	}
	if allowed == nil {
		http.NotFound(w, r)
		return
	}
	slices.Sort(allowed)
	w.Header().Set("Allow", strings.Join(slices.Compact(allowed), ", "))
	http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
}

// A server routes requests by method, host and path. If several patterns match, the first one is used. Write the path of
// a pattern as AppendSegments writes it. For example, "/a|b" never matches, but "/a%7Cb" does. A pattern without a port
// matches only the default port. To match all ports, write "https://example.com:*/books/new". To get parameters by name,
// call the Exec method of the pattern that matched, and pass the groups to PercentDecode.
func ExampleList_All_router() {
	handler := newRouter(
		route{"GET", "https://example.com/books/new", func(w http.ResponseWriter, _ []string) { fmt.Fprint(w, "a form") }},
		route{"GET", "https://example.com/books/:title", func(w http.ResponseWriter, s []string) { fmt.Fprintf(w, "book %q", s[1]) }},
		route{"PUT", "https://example.com/books/:title", func(w http.ResponseWriter, s []string) { fmt.Fprintf(w, "write %q", s[1]) }},
		route{"GET", "https://:tenant.example.com/*", func(w http.ResponseWriter, s []string) { fmt.Fprintf(w, "tenant %q", s) }},
	)
	for _, request := range []struct{ method, host, target string }{
		{"GET", "example.com", "/books/ne%77"},
		{"GET", "example.com", "/films/../books/Dead%20Souls?page=2"},
		{"PUT", "EXAMPLE.com:443", "/books/1984"},
		{"DELETE", "example.com", "/books/1984"},
		{"GET", "acme.example.com", "/a/b"},
		{"GET", "example.com", "/books/..%2fadmin"},
		{"GET", "example.com", "/films"},
	} {
		r := httptest.NewRequest(request.method, request.target, nil)
		r.Host = request.host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		fmt.Printf("%d %s, Allow: %q\n", w.Code, strings.TrimSpace(w.Body.String()), w.Header().Get("Allow"))
	}
	// Output:
	// 200 a form, Allow: ""
	// 200 book "Dead Souls", Allow: ""
	// 200 write "1984", Allow: ""
	// 405 method not allowed, Allow: "GET, PUT"
	// 200 tenant ["a" "b"], Allow: ""
	// 400 ambiguous path, Allow: ""
	// 404 404 page not found, Allow: ""
}

// The scope of a service worker is in the directory of its script and does not contain an encoded slash. The worker
// controls a page if the page's URL begins with the scope.
func ExampleNew_serviceWorker() {
	inDirectory := urlpattern.Must(urlpattern.New("*", urlpattern.Options{BaseURL: "https://example.com/app/worker.js"}))
	for _, scope := range []string{"/app/", "/app/mail", "/app/../mail", "/app", "https://example.org/app/", "/app/..%2fmail"} {
		u, err := url.ParseWithBase(scope, "https://example.com/")
		if err != nil {
			fmt.Println(err)
			return
		}
		_, err = u.DecodedSegments()
		fmt.Println(scope, err == nil && inDirectory.Test(u))
	}
	controlled := urlpattern.Must(urlpattern.New("/app/mail*", urlpattern.Options{BaseURL: "https://example.com/"}))
	fmt.Println(controlled.TestString("https://example.com/app/mail/17?read#top", ""), controlled.TestString("https://example.com/app/", ""))
	// Output:
	// /app/ true
	// /app/mail true
	// /app/../mail false
	// /app false
	// https://example.org/app/ false
	// /app/..%2fmail false
	// true false
}
