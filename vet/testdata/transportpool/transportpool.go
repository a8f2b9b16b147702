package transportpool

import (
	"net/http"
	"net/url"
	"time"

	"github.com/weburl-go/url/guard"
)

func wrong(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // want `a transport for each request keeps its connections open and never uses them again: make one transport, once`
	client.Get(r.FormValue("feed"))
}

func proxied(w http.ResponseWriter, r *http.Request) {
	transport, err := guard.Policy{}.NewProxyTransport(proxy) // want `a transport for each request`
	if err != nil {
		return
	}
	client := &http.Client{Transport: transport}
	client.Get(r.FormValue("feed"))
}

func sent(w http.ResponseWriter, r *http.Request) {
	transport, _ := guard.Policy{}.NewProxyTransport(proxy) // want `a transport for each request`
	transport.RoundTrip(r)
}

var proxy *url.URL

func loop(feeds []string, policy guard.Policy) {
	for _, feed := range feeds {
		client := &http.Client{Transport: policy.NewTransport()} // want `a transport for each round of the loop keeps its connections open`
		client.Timeout = time.Minute
		client.Get(feed)
	}
	for {
		transport := policy.NewTransport() // want `a transport for each round of the loop`
		transport.RoundTrip(nil)
	}
}

var transport = guard.Policy{}.NewTransport() // ok

func right(feeds []string, policies map[string]guard.Policy) map[string]*http.Client {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok
	for _, feed := range feeds {
		client.Get(feed) // ok
	}
	clients := map[string]*http.Client{}
	for name, policy := range policies {
		clients[name] = &http.Client{Transport: policy.NewTransport()} // ok: kept
	}
	for name, policy := range policies {
		c := &http.Client{Transport: policy.NewTransport()} // ok: kept
		c.Timeout = time.Minute
		clients[name] = c
	}
	for _, policy := range policies {
		go serve(policy.NewTransport()) // ok: not sure
	}
	return clients
}

func handler() http.HandlerFunc {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok: once
	return func(w http.ResponseWriter, r *http.Request) {
		client.Get(r.FormValue("feed")) // ok
	}
}

func closed(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok: closed
	defer client.CloseIdleConnections()
	client.Get(r.FormValue("feed"))
}

func kept(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: guard.Policy{}.NewTransport()} // ok: not sure
	serve(client.Transport)
}

func proxiedOnce() http.HandlerFunc {
	transport, err := guard.Policy{}.NewProxyTransport(proxy) // ok: once
	if err != nil {
		return nil
	}
	client := &http.Client{Transport: transport}
	return func(w http.ResponseWriter, r *http.Request) {
		client.Get(r.FormValue("feed")) // ok
	}
}

func proxiedKept(w http.ResponseWriter, r *http.Request) {
	transport, err := guard.Policy{}.NewProxyTransport(proxy) // ok: not sure
	if err != nil {
		return
	}
	client := &http.Client{Transport: transport}
	client.Get(r.FormValue("feed"))
	serve(transport)
}

func results(w http.ResponseWriter, r *http.Request) {
	response, err := (&http.Client{Transport: guard.Policy{}.NewTransport()}).Get(r.FormValue("feed")) // ok: not sure
	if err == nil {
		response.Body.Close()
	}
}

func serve(http.RoundTripper) {}
