package discardedresult

import (
	neturl "net/url"

	"github.com/weburl-go/url"
)

type page struct{ link url.URL }

type site struct{ url.URL }

func wrong(u url.URL, p *url.URL, q page, s site, edit func(name, value string) (string, bool)) {
	u.AppendQuery("a", "b")                       // want `AppendQuery returns a new URL, and does not change u: assign what it returns`
	p.WithQueryValue("a", "b")                    // want `WithQueryValue returns a new URL`
	q.link.EditQuery(edit)                        // want `does not change q.link`
	u.SortQuery()                                 // want `SortQuery returns a new URL`
	u.WithoutFragment()                           // want `WithoutFragment returns a new URL`
	u.JoinPath("a")                               // want `JoinPath returns a new URL and an error, and does not change u: use both`
	u.AppendSegments("a", "b")                    // want `AppendSegments returns a new URL and an error`
	u.Parse("../a")                               // want `Parse returns a new URL and an error`
	s.AppendQuery("a", "b")                       // want `AppendQuery returns a new URL, and does not change s`
	u.AppendQuery("a", "b").AppendQuery("c", "d") // want `does not change u.AppendQuery\("a", "b"\)`
}

func right(u url.URL, p *url.URL, s site, n *neturl.URL, edit func(name, value string) (string, bool)) (url.URL, error) {
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
