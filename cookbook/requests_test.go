//go:build !plan9

package cookbook_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"strings"
	"time"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
	"github.com/weburl-go/url/redirect"
	"golang.org/x/net/http/httpproxy"
	"golang.org/x/net/publicsuffix"
)

// Recipe: Fetch a URL that a user supplied, without SSRF
//
// The `guard` package's transport checks every address it connects to, both after the DNS lookup and after each redirect. A
// program that fetches feeds or images, or calls webhooks, needs no other check of the address. To allow internal networks or
// hosts, set `Policy.Allow` or `Policy.AllowOrigins`. With `redirect.Transport`, the client follows redirects as a browser
// does. If a request contains a secret, see ["Send an API key in a header"](#send-an-api-key-in-a-header).
//
// `client.Get` parses its argument with `net/url`. To fetch a URL that only browsers accept, such as
// `https:\\example.com\feed`, parse it with `url.Parse` and send a request for the result of `NetURL`.
//
// Pitfall: If you look up a name and check its address before the request, the name may resolve to a different address by the
// time you send the request (DNS rebinding). This is how `feeds.evil.example` can get your program to connect to 127.0.0.1.
//
// Keywords: SSRF, webhook, DNS rebinding, feed, RSS, image proxy, fetch untrusted URL
func Example_fetch() {
	policy := guard.Policy{AnyPort: true}
	transport := redirect.Transport(policy.NewTransport())
	client := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	for _, s := range []string{
		"http://localhost:8080/atom.xml", // this machine
		"http://[::ffff:7f00:1]:8080/",   // 127.0.0.1
		"http://169.254.169.254/",        // a cloud metadata service
	} {
		_, err := client.Get(s)
		fmt.Println(s, "is public:", !errors.Is(err, guard.ErrNotPublic))
	}
	// Output:
	// http://localhost:8080/atom.xml is public: false
	// http://[::ffff:7f00:1]:8080/ is public: false
	// http://169.254.169.254/ is public: false
}

// Recipe: Check the URL of a webhook when a user enters it
//
// `Policy.Check` checks the scheme, the port, and the host if it is an IP address. Then reject names, such as `db.internal`,
// that aren't under a known public suffix. Store the `Href`. If the error wraps `ErrNotPublic`, show the user only
// `ErrNotPublic`, and log the error, because it reveals details of your network, such as the addresses in `Policy.Deny`.
//
// `Check` rejects special-purpose addresses and those that cloud providers use internally, such as `169.254.169.254` and
// `168.63.129.16`. It accepts IPv4-mapped and NAT64 addresses that embed a public IPv4 address, such as `[::ffff:8.8.8.8]` and
// `[64:ff9b::808:808]`.
//
// Pitfall: This check only lets you show users an error message early. Call the webhook through the transport of the `guard`
// package, because a public name such as `hooks.evil.example` can resolve to an internal address.
//
// Keywords: webhook, validate a webhook, callback URL, internal name, localhost
func Example_webhookURL() {
	for _, s := range []string{
		"HTTPS:hooks.example.com/a",
		"https://127.1/",         // an internal address
		"https://localhost./",    // an internal name
		"https://db.internal/",   // not under a known public suffix
		"https://app/",           // a public suffix itself
		"https://co.uk/",         // another one
		"https://herokuapp.com/", // a private suffix, but under "com"
		"https://u@example.com/", // a user name
		"javascript:alert(1)",    // not a web URL
	} {
		u, err := checkWebhook(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://hooks.example.com/a
	// guard: not a public address
	// "localhost." is not a public name
	// "db.internal" is not a public name
	// "app" is not a public name
	// "co.uk" is not a public name
	// https://herokuapp.com/
	// a webhook must not have a user name or a password
	// guard: scheme is not http or https
}

func checkWebhook(rawURL string) (url.URL, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return url.URL{}, err
	}
	if err := (guard.Policy{AnyPort: true}).Check(u); errors.Is(err, guard.ErrNotPublic) {
		return url.URL{}, guard.ErrNotPublic // log.Print(err)
	} else if err != nil {
		return url.URL{}, err
	}
	if u.IncludesCredentials() {
		return url.URL{}, errors.New("a webhook must not have a user name or a password")
	}
	if _, isAddress := u.Addr(); !isAddress && !hasPublicName(u) {
		return url.URL{}, fmt.Errorf("%q is not a public name", u.Hostname())
	}
	return u, nil
}

// hasPublicName reports whether the host of u is a domain under a listed public suffix, or is
// itself a private suffix, such as github.io.
func hasPublicName(u url.URL) bool {
	host, _ := u.ParsedHost()
	if _, ok := host.PublicSuffix(publicsuffix.List); !ok {
		return false
	}
	name := strings.TrimSuffix(host.String(), ".")
	suffix, icann := publicsuffix.PublicSuffix(name)
	if icann {
		return name != suffix
	}
	return strings.Contains(suffix, ".") // otherwise, no rule on the list matches
}

// Recipe: Use HTTP_PROXY with guard
//
// Create one transport for direct connections and one for each proxy. For each request, `ProxyFunc` decides whether to use a
// proxy, based on `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. The `guard` package has no transport for SOCKS proxies.
//
// Pitfall: Don't set the `Proxy` field of the transport that `NewTransport` returns. If you do, only the proxy's own address is
// checked. A request for `http://169.254.169.254/` then reaches the metadata service on the proxy's network.
//
// Keywords: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, egress proxy, ProxyFromEnvironment, SSRF, SOCKS
func Example_guardProxy() {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("proxy:", r.RequestURI)
	}))
	defer proxy.Close()
	// In your program, use httpproxy.FromEnvironment().
	env := &httpproxy.Config{HTTPProxy: proxy.URL, NoProxy: ".internal"}
	transport, err := newEgress(env, guard.Policy{})
	if err != nil {
		panic(err)
	}
	client := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	for _, s := range []string{
		"http://example.com/a",
		"http://169.254.169.254/",
		"http://localhost/", // without a proxy
	} {
		response, err := client.Get(s)
		if err != nil {
			fmt.Println(s, "is public:", !errors.Is(err, guard.ErrNotPublic))
			continue
		}
		response.Body.Close()
	}
	// Output:
	// proxy: http://example.com/a
	// http://169.254.169.254/ is public: false
	// http://localhost/ is public: false
}

type egress struct {
	proxyFor func(*neturl.URL) (*neturl.URL, error)
	direct   http.RoundTripper
	proxies  map[string]http.RoundTripper // by scheme
}

func newEgress(env *httpproxy.Config, policy guard.Policy) (egress, error) {
	e := egress{env.ProxyFunc(), policy.NewTransport(), map[string]http.RoundTripper{}}
	all := *env
	all.NoProxy = ""
	for _, scheme := range []string{"http", "https"} {
		proxy, err := all.ProxyFunc()(&neturl.URL{Scheme: scheme, Host: "example.com"})
		if err != nil {
			return egress{}, err
		}
		if proxy == nil {
			continue
		}
		if e.proxies[scheme], err = policy.NewProxyTransport(proxy); err != nil {
			return egress{}, err
		}
	}
	return e, nil
}

func (e egress) RoundTrip(r *http.Request) (*http.Response, error) {
	proxy, err := e.proxyFor(r.URL)
	if err != nil {
		return nil, err
	}
	if proxy == nil {
		return e.direct.RoundTrip(r)
	}
	return e.proxies[r.URL.Scheme].RoundTrip(r)
}

// Recipe: Find out whether an IP address is private
//
// `IsPublic` covers the special-purpose blocks in the IANA registries, IPv4-mapped addresses, and the addresses that cloud
// providers use internally.
//
// Pitfall: Don't rely on checking a host's address before you make a request, because `evil.example` may have a different
// address by the time the client connects. Use the `guard` package's transport, which checks the address it actually connects
// to.
//
// Keywords: address private or public, private IP, IPv4 in odd spellings, is private, loopback
func Example_privateAddress() {
	for _, s := range []string{
		"8.8.8.8",
		"::ffff:8.8.8.8", // 8.8.8.8
		"192.168.0.1",    // a private network
		"168.63.129.16",  // internal in Azure
		"fe80::1%eth0",   // only for the local link
	} {
		fmt.Println(s, guard.IsPublic(netip.MustParseAddr(s)))
	}
	addr, ok := url.MustParse("http://0x7f.1/").Addr() // the address in a URL
	fmt.Println(addr, ok && guard.IsPublic(addr))
	// Output:
	// 8.8.8.8 true
	// ::ffff:8.8.8.8 true
	// 192.168.0.1 false
	// 168.63.129.16 false
	// fe80::1%eth0 false
	// 127.0.0.1 false
}
