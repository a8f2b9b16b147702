package serverurl

import (
	"net/http"
	neturl "net/url"

	"github.com/weburl-go/url"
)

func wrong(w http.ResponseWriter, r *http.Request) {
	url.FromNetURL(r.URL) // want `in a server, r.URL has no host, so this is always an error: use url.ParseRequestTarget with r.Method, the scheme, r.Host and r.RequestURI`
}

type server struct{}

func (server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target := r.URL
	u, err := url.FromNetURL(target) // want `this is always an error`
	println(u.Href(), err)
}

var handler = http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
	if u, err := url.FromNetURL(request.URL); err == nil { // want `request.URL has no host`
		println(u.Href())
	}
})

func right(w http.ResponseWriter, r *http.Request, n *neturl.URL, other *http.Response) {
	url.FromNetURL(n)                                               // ok
	url.FromNetURL(other.Request.URL)                               // ok: a client's
	url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI) // ok
	url.FromNetURL(&neturl.URL{Scheme: "https", Host: r.Host})      // ok
	request, _ := http.NewRequest("GET", "https://example.com/", nil)
	url.FromNetURL(request.URL) // ok: a client's
}

func roundTrip(r *http.Request) {
	url.FromNetURL(r.URL) // ok: no response to write, so it may be a client
}

func proxy(w http.ResponseWriter, r *http.Request) {
	if r.URL.IsAbs() {
		url.FromNetURL(r.URL) // ok: asked
	}
}

func completed(w http.ResponseWriter, r *http.Request) {
	r.URL.Scheme, r.URL.Host = "https", r.Host
	url.FromNetURL(r.URL) // ok: completed
}

func replaced(w http.ResponseWriter, r *http.Request, n *neturl.URL) {
	r.URL = n
	url.FromNetURL(r.URL) // ok: replaced
}
