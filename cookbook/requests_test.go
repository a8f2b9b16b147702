//go:build !plan9

package cookbook_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
	"golang.org/x/net/publicsuffix"
)

// Recipe: Fetch a URL that a stranger gave
//
// The transport judges each address that it dials, after DNS and after each redirect. A webhook, a feed or an image proxy needs
// no more. Policy.Allow lets networks pass, and AllowOrigins hosts.
//
// Pitfall: A check before the request can see another address than the request (DNS rebinding).
//
// Keywords: SSRF, webhook, DNS rebinding, feed, image proxy
func Example_fetch() {
	policy := guard.Policy{AnyPort: true}
	client := &http.Client{Transport: policy.NewTransport(), Timeout: 10 * time.Second}
	for _, rawURL := range []string{"http://feeds.example:8080/atom.xml", "http://[::1]:8080/"} {
		fmt.Println(policy.Check(url.MustParse(rawURL)))
	}
	_, err := client.Get("http://localhost:8080/atom.xml")
	fmt.Println(errors.Is(err, guard.ErrNotPublic))
	// Output:
	// <nil>
	// guard: not a public address: ::1 is in ::1/128 (Loopback Address)
	// true
}

// Recipe: Check the URL of a webhook when it is entered
//
// Policy.Check judges addresses, ports and schemes in the text. A name below no known public suffix, such as `db.internal`, is for
// inside. Store the Href.
//
// Pitfall: This is for an early, friendly error. Each call needs the transport: a public name can lead inside.
//
// Keywords: webhook, validate a webhook, callback URL, internal name, localhost
func Example_webhookURL() {
	check := func(rawURL string) error {
		u, err := url.Parse(rawURL)
		if err != nil {
			return err
		}
		_, isAddress := u.Addr()
		suffix, managed := publicsuffix.PublicSuffix(strings.TrimSuffix(u.Hostname(), "."))
		if u.IncludesCredentials() || !isAddress && !managed && !strings.Contains(suffix, ".") {
			return fmt.Errorf("%q is for inside, or there are credentials", u.Hostname())
		}
		return guard.Policy{AnyPort: true}.Check(u)
	}
	for _, rawURL := range []string{"HTTPS:hooks.example.com/a", "https://127.1/", "https://localhost./", "https://db.internal/", "https://u:p@example.com/"} {
		fmt.Println(check(rawURL))
	}
	// Output:
	// <nil>
	// guard: not a public address: 127.0.0.1 is in 127.0.0.0/8 (Loopback)
	// "localhost." is for inside, or there are credentials
	// "db.internal" is for inside, or there are credentials
	// "example.com" is for inside, or there are credentials
}

// Recipe: Tell whether an address is private
//
// IsPublic knows the registries' blocks, IPv4-mapped forms and clouds' addresses.
//
// Pitfall: A check before a request is not enough: the guard's transport sees the address that is dialed.
//
// Keywords: address private or public, IPv4 in odd spellings, private IP
func Example_privateAddress() {
	for _, s := range []string{"8.8.8.8", "::ffff:8.8.8.8", "192.168.0.1", "168.63.129.16", "fe80::1%eth0"} {
		fmt.Println(s, guard.IsPublic(netip.MustParseAddr(s)))
	}
	// Output:
	// 8.8.8.8 true
	// ::ffff:8.8.8.8 true
	// 192.168.0.1 false
	// 168.63.129.16 false
	// fe80::1%eth0 false
}
