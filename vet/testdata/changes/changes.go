package changes

import (
	neturl "net/url"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

type page struct{ link url.URL }

type site struct{ url.URL }

func wrongDiscardedResult(u url.URL, p *url.URL, q page, s site, edit func(name, value string) (string, bool)) {
	u.AppendQuery("a", "b")                       // want `AppendQuery returns a new URL and does not change u; assign the result`
	p.WithQueryValue("a", "b")                    // want `WithQueryValue returns a new URL`
	q.link.EditQuery(edit)                        // want `does not change q.link`
	u.SortQuery()                                 // want `SortQuery returns a new URL`
	u.WithoutFragment()                           // want `WithoutFragment returns a new URL`
	u.JoinPath("a")                               // want `JoinPath returns a new URL and an error, and does not change u; use both results`
	u.AppendSegments("a", "b")                    // want `AppendSegments returns a new URL and an error`
	u.Parse("../a")                               // want `Parse returns a new URL and an error`
	s.AppendQuery("a", "b")                       // want `AppendQuery returns a new URL and does not change s`
	u.AppendQuery("a", "b").AppendQuery("c", "d") // want `does not change u.AppendQuery\("a", "b"\)`
}

func rightDiscardedResult(u url.URL, p *url.URL, s site, n *neturl.URL, edit func(name, value string) (string, bool)) (url.URL, error) {
	u = u.AppendQuery("a", "b")       // ok
	*p = p.WithQueryValue("a", "b")   // ok
	v := u.EditQuery(edit)            // ok
	_ = u.WithoutFragment()           // ok: on purpose
	_, err := u.JoinPath("a")         // ok
	url.URL.JoinPath(u, "a")          // ok: not sure
	use(u.AppendQuery("a", "b"), v)   // ok
	u.SetHash("a")                    // ok
	s.SetHash("a")                    // ok
	s.URL = s.AppendQuery("a", "b")   // ok
	u.SearchParams().Delete("a")      // ok
	u.SearchParams().Sort()           // ok
	n.Parse("../a")                   // ok: not this package's
	n.JoinPath("a")                   // ok: not this package's
	url.Parse("https://example.com/") // ok: nothing is expected to change
	url.CanParse("a")                 // ok
	u.CanParse("a")                   // ok
	u.Hostname()                      // ok
	if err == nil {
		return u.AppendSegments("a") // ok
	}
	return u.WithoutFragment(), err // ok
}

func use(...url.URL) {}

func wrongZeroURL(host string) error {
	u := &url.URL{}
	u.SetProtocol("https") // want `SetProtocol has no effect on the zero URL, which represents the absence of a URL; use url.Build, or parse a URL first`

	var v url.URL
	if err := v.SetHost(host); err != nil { // want `SetHost has no effect on the zero URL, which represents the absence of a URL`
		return err
	}

	w := new(url.URL)
	if w.SetPathname("/a") != nil { // want `SetPathname has no effect on the zero URL, which represents the absence of a URL`
		return nil
	}

	x := url.URL{}
	err := x.SetHash("a") // want `SetHash has no effect on the zero URL, which represents the absence of a URL`
	return err
}

func rightZeroURL(host string, text []byte) {
	u := url.MustParse("https://example.com/")
	u.SetHash("a") // ok

	var v url.URL
	v.SetHref("https://example.com/") // ok: SetHref sets it
	v.SetHash("a")                    // ok

	var w url.URL
	w.UnmarshalText(text)
	w.SetHash("a") // ok

	var x url.URL
	read(&x)
	x.SetHash("a") // ok

	var y url.URL
	if host != "" {
		y = u
	}
	y.SetHash("a") // ok: not sure

	z := new(u)
	z.SetHash("a") // ok: a copy of u

	var last url.URL
	for range 2 {
		last.SetHash("a") // ok: not sure
		last = u
	}

	var late url.URL
	set := func() { late.SetHash("a") } // ok: not sure
	late = u
	set()

	var asked url.URL
	println(asked.SetHost(host) != nil) // ok: the error is what it is for
}

func given(u *url.URL) (v url.URL) {
	u.SetHash("a") // ok
	v = *u
	v.SetHash("b") // ok
	return v
}

func read(*url.URL) {}

type server struct{ base url.URL }

func (s *server) wrongPartialSetter(host string) {
	s.base.SetHost(host) // want `if this value is invalid, s.base keeps its old value or is only partly updated; set it on a copy, and use the copy only if the error is nil`
}

func wrongPartialSetter(u url.URL, p *url.URL, rawURL, port string) string {
	p.SetHref(rawURL)         // want `if this value is invalid, p keeps its old value or is only partly updated`
	u.SetPort(port)           // want `if this value is invalid, u keeps its old value or is only partly updated`
	u.SetProtocol(rawURL)     // want `if this value is invalid, u keeps its old value or is only partly updated`
	u.SetHostname("a" + port) // want `if this value is invalid, u keeps its old value or is only partly updated`
	return u.Href()
}

func rightPartialSetter(u, other url.URL, p *url.URL, host string, port int) (url.URL, error) {
	v := u
	if err := v.SetHost(host); err != nil { // ok
		return u, err
	}
	if v.SetHostname(host) == nil { // ok
		u = v
	}
	_ = u.SetHost(host)            // ok: on purpose
	u.SetProtocol("https")         // ok: a constant
	u.SetHost("example.com:8080")  // ok: a constant
	u.SetPort("")                  // ok
	u.SetHost(other.Host())        // ok: the host of a URL
	u.SetHost(other.DialAddress()) // ok
	u.SetPort(strconv.Itoa(port))  // ok: a number
	u.SetHash(host)                // ok: it takes any value
	u.SetSearch(host)              // ok
	p.SetPathname(host)            // ok
	p.SetUsername(host)            // ok
	err := u.SetPort(host)         // ok
	return u, err
}

type link struct {
	to   url.URL
	rank int
}

type embedded struct {
	*url.URL
	title string
}

type (
	embeddedLink struct{ *link }
	byValue      struct{ site }
)

func wrongLostCopy(us []url.URL, links []link, byName map[string]url.URL) error {
	for _, u := range us {
		u.SetHash("") // want `u is a copy of the element, so this change is lost; change the element itself`
	}
	for i, u := range us {
		if i > 0 && u.Scheme() == "http" {
			u.SetProtocol("https") // want `u is a copy of the element, so this change is lost`
		}
	}
	for _, l := range links {
		if err := l.to.SetPort("8080"); err != nil { // want `l is a copy of the element, so this change is lost`
			return err
		}
	}
	for _, u := range byName {
		u.SetSearch("") // want `u is a copy of the element, so this change is lost`
	}
	return nil
}

func wrongLostEmbedded(sites []site, values []byValue) {
	for _, s := range sites {
		s.SetHash("") // want `s is a copy of the element, so this change is lost`
	}
	for _, v := range values {
		v.site.SetHash("") // want `v is a copy of the element, so this change is lost`
	}
}

func rightLostEmbedded(pages []embedded, links []embeddedLink) {
	for _, p := range pages {
		p.SetHash("") // ok: through a pointer
	}
	for _, p := range pages {
		p.URL.SetHash("") // ok: through a pointer
	}
	for _, l := range links {
		l.to.SetHash("") // ok: through a pointer
	}
}

func rightLostCopy(us []url.URL, ps []*url.URL, links []link, pointers []*link) (out []url.URL) {
	for i := range us {
		us[i].SetHash("") // ok
	}
	for _, p := range ps {
		p.SetHash("") // ok: a pointer
	}
	for _, l := range pointers {
		l.to.SetHash("") // ok: a pointer
	}
	for _, u := range us {
		u.SetHash("") // ok: it is used after
		out = append(out, u)
	}
	for _, u := range us {
		if u.SetProtocol("https") == nil { // ok: it is used after
			println(u.Href())
		}
	}
	for i, u := range us {
		u.SetHash("") // ok: it is used after
		us[i] = u
	}
	for _, l := range links {
		l.to.SetHash("") // ok: it is used after
		send(l)
	}
	for _, u := range us {
		println(u.SetHash("") == nil) // ok: the error is what it is for
	}
	for _, u := range us {
		v := &u
		u.SetHash("") // ok: not sure
		println(v)
	}
	for _, u := range us {
		defer func() { u.SetHash("") }() // ok: not sure
	}
	for _, u := range us {
		u = u.WithoutFragment() // ok: not this rule
		u.SetSearch("")         // ok: used after
		out = append(out, u)
	}
	return out
}

func send(link) {}

func wrongDeleteInLoop(u url.URL, p *url.URLSearchParams) {
	for name := range p.All() {
		if strings.HasPrefix(name, "utm_") {
			p.Delete(name) // want `the loop skips the pair after each one that it deletes; range over p.Clone\(\).All\(\), or use EditQuery`
		}
	}
	for name, value := range u.SearchParams().All() {
		u.SearchParams().DeleteValue(name, value) // want `range over u.SearchParams\(\).Clone\(\).All\(\)`
	}
	q := u.SearchParams()
	for name := range q.All() {
		u.SearchParams().Delete(name) // want `range over q.Clone\(\).All\(\)`
	}
}

func rightDeleteInLoop(u url.URL, p, q *url.URLSearchParams, names []string, m map[string]bool) {
	for name := range p.Clone().All() {
		p.Delete(name) // ok
	}
	for name := range p.All() {
		q.Delete(name) // ok: another list
	}
	for name := range u.QueryPairs() {
		u.SearchParams().Delete(name) // ok: not the live list
	}
	for name := range p.All() {
		if name == "token" {
			p.Delete(name) // ok: the loop ends
			break
		}
	}
	for name := range p.All() {
		if name == "token" {
			p.Delete(name) // ok: the loop ends
			return
		}
	}
	for _, name := range names {
		p.Delete(name) // ok
	}
	for name := range p.All() {
		names = append(names, name) // ok
	}
	for name := range p.All() {
		delete(m, name) // ok
	}
	for name, value := range p.All() {
		q.Append(name, value) // ok
	}
}
