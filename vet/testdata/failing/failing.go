package failing

import (
	"fmt"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	neturl "net/url"
	"os"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/guard"
	"github.com/weburl-go/url/redirect"
)

func split(n *neturl.URL, r *http.Request) string {
	host, _, _ := net.SplitHostPort(n.Host)      // want `without a port, this returns an error and an empty host; use n.Hostname\(\)`
	served, port, _ := net.SplitHostPort(r.Host) // want `without a port, this returns an error and an empty host`
	return host + served + port
}

func splitShadowed(r *http.Request) string {
	len := func() int { return 0 }
	host, _, _ := net.SplitHostPort(r.Host) // want `without a port, this returns an error and an empty host`
	if len() == 0 {
		return ""
	}
	return host
}

func splitPort(n *neturl.URL) {
	if n.Port() != "" {
		host, _, _ := net.SplitHostPort(n.Host) // ok
		n.Host = net.JoinHostPort(host, "8443")
	}
}

func splitLength(n *neturl.URL) string {
	if len(n.Port()) > 0 {
		host, _, _ := net.SplitHostPort(n.Host) // ok
		return host
	}
	return n.Host
}

func hasPort(s string) bool { return strings.LastIndex(s, ":") > strings.LastIndex(s, "]") }

func splitAsked(r *http.Request) string {
	host := r.Host
	if hasPort(host) {
		host, _, _ = net.SplitHostPort(host) // ok
	}
	return host
}

func splitAfterColon(n *neturl.URL) string {
	host := n.Host
	if strings.LastIndex(host, ":") > strings.LastIndex(host, "]") {
		host, _, _ = net.SplitHostPort(host) // ok
	}
	return host
}

func splitReturn(r *http.Request) string {
	if i := strings.LastIndexByte(r.Host, ':'); i < 0 || strings.HasSuffix(r.Host, "]") {
		return r.Host
	}
	host, _, _ := net.SplitHostPort(r.Host) // ok
	return host
}

func splitPrefix(r *http.Request) string {
	if strings.HasPrefix(r.Host, "www.") {
		host, _, _ := net.SplitHostPort(r.Host) // want `without a port, this returns an error and an empty host`
		return host
	}
	return r.Host
}

func splitOther(n *neturl.URL, r *http.Request) string {
	if strings.LastIndex(n.Path, ":") > strings.LastIndex(n.Host, "]") && len(n.Path) > 0 && hasPort(r.Host) {
		host, _, _ := net.SplitHostPort(n.Host) // want `without a port, this returns an error and an empty host`
		return host
	}
	return n.Host
}

func splitRight(n *neturl.URL, r *http.Request, address string) (string, error) {
	host, _, err := net.SplitHostPort(n.Host) // ok
	if err != nil {
		host = n.Host
	}
	served, _, _ := net.SplitHostPort(r.Host) // ok
	if served == "" {
		served = r.Host
	}
	peer, _, _ := net.SplitHostPort(address)        // ok
	remote, _, _ := net.SplitHostPort(r.RemoteAddr) // ok: it always has a port
	_, port, _ := net.SplitHostPort(n.Host)         // ok
	named, _, _ := net.SplitHostPort(r.Host)        // ok
	if len(named) == 0 {
		named = r.Host
	}
	return host + served + peer + remote + port + named, nil
}

func segments(u url.URL) ([]string, error) {
	list, _ := u.DecodedSegments() // want `for /%2e%2e/a, this returns an error and no segments, as if u had the path /; check the error`
	_ = list
	list, err := u.DecodedSegments() // ok
	if err != nil {
		return nil, err
	}
	if _, err := u.DecodedSegments(); err != nil { // ok
		return nil, err
	}
	_, _ = u.DecodedSegments() // ok: nothing is used
	decoder := url.SegmentDecoder{AllowEncodedSlash: true}
	list, _ = decoder.Decode(u)                  // want `for /%2e%2e/a, this returns an error and no segments, as if u had the path /; check the error`
	if _, err := decoder.Decode(u); err != nil { // ok
		return nil, err
	}
	return list, nil
}

type record struct {
	Home  url.URL  `json:"home,omitempty" db:"home"` // want `omitempty never omits a struct, so the zero URL is written as ""; use omitzero`
	Feed  url.URL  `json:"feed"`                     // ok
	Image url.URL  `json:"image,omitzero"`           // ok
	Next  *url.URL `json:"next,omitempty"`           // ok: a pointer
	Name  string   `json:"name,omitempty"`           // ok
	Self  url.URL  `db:"self,omitempty"`             // ok

	Link   url.URL `yaml:"link,omitempty" json:"link,omitempty"`          // want `use omitzero`
	Place  url.URL `geojson:",omitempty" json:",string,omitempty"`        // want `use omitzero`
	Quoted url.URL "xml:\"q,omitempty\" json:\"q,omitempty\""             // want `use omitzero`
	Both   url.URL `yaml:"both,omitempty" json:"both,omitempty,omitzero"` // ok
	Yaml   url.URL `yaml:"a,omitempty" json:"a"`                          // ok
	Dash   url.URL `bson:"b,omitempty" json:"-"`                          // ok
}

func label(r *http.Request, region string) (url.URL, error) {
	tenant := r.FormValue("tenant")
	if r.FormValue("old") != "" {
		return url.Build(url.Components{Scheme: "https", Host: tenant + ".api.example"}) // want `tenant comes from the client and may consist of several labels, such as a.b`
	}
	other := r.FormValue("other")
	if strings.Contains(other, ".") {
		return url.Build(url.Components{Scheme: "https", Host: other + ".api.example"}) // ok: judged
	}
	_, err := url.Build(url.Components{Scheme: "https", Host: region + ".api.example"}) // ok: not known where it comes from
	if err != nil {
		return url.Build(url.Components{Scheme: "https", Host: "api.example"}) // ok
	}
	return url.Build(url.Components{Scheme: "https", Host: r.FormValue("host")}) // ok: all of it
}

func show(w http.ResponseWriter, u url.URL, o display.Options) {
	fmt.Fprintf(w, "<b>%s</b>", display.URL(u, o)) // want `this is not escaped for HTML`
	parts := display.PartsOf(u, o)
	io.WriteString(w, "<b>"+parts.String()+"</b>")                    // want `not escaped for HTML`
	fmt.Fprintf(w, "<b>%s</b>", html.EscapeString(display.URL(u, o))) // ok
	fmt.Fprintf(w, "%s\n", display.URL(u, o))                         // ok: perhaps plain text
	fmt.Fprintf(os.Stdout, "<%s>", display.URL(u, o))                 // ok
	fmt.Fprintf(w, "<b>%s</b>", u.Origin())                           // ok
	fmt.Println(parts.String())                                       // ok
}

func disarmed(dial func(network, address string) (net.Conn, error)) *http.Client {
	transport := guard.Policy{}.NewTransport()
	transport.Proxy = http.ProxyFromEnvironment // want `with Proxy set, connections can bypass the policy, which then does not check their addresses; leave Proxy as NewTransport sets it`
	transport.Dial = dial                       // want `net/http ignores Dial while DialContext is set, and without DialContext, connections bypass the policy; leave both as NewTransport sets them`
	return &http.Client{Transport: transport}
}

func armed(dial func(network, address string) (net.Conn, error)) *http.Client {
	transport := guard.Policy{}.NewTransport()
	transport.MaxIdleConns = 10 // ok
	transport.Proxy = nil       // ok
	other := &http.Transport{}
	other.Proxy = http.ProxyFromEnvironment // ok
	other.Dial = dial                       // ok
	return &http.Client{Transport: transport}
}

var client = &http.Client{Transport: guard.Policy{}.NewTransport()} // ok

func checked(s string, policy guard.Policy) error {
	u, err := url.Parse(s)
	if err != nil {
		return err
	}
	if err := policy.Check(u); err != nil {
		return err
	}
	_, err = http.Get(u.Href())                // want `Check does not look up host names, and this client connects to any address; use a client whose transport comes from the policy's NewTransport`
	_, err = client.Get(u.Href())              // ok
	_, err = http.Get("https://app.example/a") // ok
	return err
}

func unchecked(u, v url.URL, policy guard.Policy) error {
	if err := policy.Check(v); err != nil {
		return err
	}
	_, err := http.Get(u.Href()) // ok: another URL
	return err
}

func beside(s string, u url.URL, policy guard.Policy) error {
	own := &http.Client{Transport: redirect.Transport(policy.NewTransport())}
	other := &http.Client{Timeout: 1}
	_, err := own.Get(s)
	if err != nil {
		_, err = http.Get(s) // want `elsewhere, this function sends a request for s with a client that has a guard policy, but the client here connects to any address; use the guarded client for both requests`
	}
	if _, err := client.Head(u.Href()); err == nil {
		_, err = other.Get(u.Href()) // want `elsewhere, this function sends a request for u.Href\(\) with a client that has a guard policy, but the client here connects to any address`
	}
	request, err := http.NewRequest("GET", s, nil) // ok
	if err != nil {
		return err
	}
	_, err = own.Do(request)                // ok
	_, err = http.DefaultClient.Do(request) // want `elsewhere, this function sends a request for request with a client that has a guard policy, but the client here connects to any address`
	return err
}

func besideRight(s, known string, u url.URL, trusted bool, policy guard.Policy) error {
	own := &http.Client{Transport: policy.NewTransport()}
	if trusted {
		_, err := http.Get(s) // ok: it is known not to need a policy
		return err
	}
	_, err := own.Get(s)                              // ok
	_, err = http.Get(known)                          // ok: another URL
	_, err = http.Get("https://app.example/status")   // ok
	_, err = http.Get(u.Href())                       // ok: not requested with a policy
	_, err = own.Get("https://app.example/status")    // ok
	_, err = http.DefaultClient.Get("https://a.test") // ok
	later := &http.Client{}
	later.Transport = policy.NewTransport()
	_, err = later.Get(s) // ok
	return err
}

// What slog shows of a URL inside of another value.

type link struct {
	To   url.URL
	Rank int
}

type nested struct{ Links []link }

type only struct{ To url.URL }

type private struct{ to url.URL }

type byPointer struct{ To *url.URL }

type farther struct{ Link *link }

type embedding struct{ *url.URL }

type valuer struct{ To url.URL }

func (v valuer) LogValue() slog.Value { return slog.StringValue(url.Redact(v.To.Href(), nil)) }

type stringer struct{ To url.URL }

func (s stringer) String() string { return url.Redact(s.To.Href(), nil) }

func loggedPointers(b byPointer, up *url.URL, byName map[string]*url.URL) {
	slog.Info("seen", "link", b)            // want `password and query of To`
	slog.Info("seen", "links", byName)      // want `password and query of its elements`
	slog.Info("seen", "url", up, "rank", 1) // ok
}

func logged(l link, p *link, o only, n nested, us []url.URL, byName map[string]url.URL, logger *slog.Logger) {
	slog.Info("seen", "link", l)                                     // want `slog redacts a URL but not one nested inside another value, so this logs the password and query of To; log url.Redact\(u.Href\(\), nil\) for each URL u`
	slog.Info("seen", slog.Any("link", p))                           // want `password and query of To`
	logger.Error("seen", "links", n, "rank", 1)                      // want `password and query of Links`
	logger.With("urls", us)                                          // want `password and query of its elements`
	slog.Info("seen", "only", o)                                     // want `password and query of To`
	slog.Info("seen", "only", only{l.To})                            // want `password and query of To`
	slog.Debug("seen", "x", byName, "y", struct{ U url.URL }{us[0]}) // want `password and query of its elements` `password and query of U`
}

func loggedRight(l link, u url.URL, up *url.URL, logger *slog.Logger, args []any) {
	slog.Info("seen", "url", u)                                            // ok: slog redacts it
	slog.Info("seen", slog.Any("url", u))                                  // ok
	logger.Error("seen", "url", up)                                        // ok
	slog.Info("seen", "url", l.To)                                         // ok
	slog.Info("seen", "url", url.Redact(l.To.Href(), nil), "rank", l.Rank) // ok
	slog.Info("seen", "link", valuer{u})                                   // ok: it has its own LogValue
	slog.Info("seen", "link", stringer{u})                                 // ok: not sure
	slog.Info("seen", "link", private{u})                                  // ok: not sure
	slog.Info("seen", "link", farther{&l})                                 // ok: not sure
	slog.Info("seen", "link", embedding{up})                               // ok: it has the LogValue of URL
	slog.Info("seen", "origin", u.Origin())                                // ok
	slog.Info("seen", "query", u.SearchParams())                           // ok: no credentials
	slog.Info("seen", args...)                                             // ok: not known
	slog.Info("seen", "error", fmt.Errorf("bad"))                          // ok
	fmt.Println(l)                                                         // ok: not this rule
}
