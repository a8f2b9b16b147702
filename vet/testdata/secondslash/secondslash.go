package secondslash

import (
	"net/http"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

func wrong(n *neturl.URL, m neturl.URL) {
	http.Get(n.String() + "/v1/users") // want `the path of an http, https or file URL that ParseNetURL or url.Parse gives is never empty, so that n with "/" as its path gives "//": use JoinPath`

	m.Path = m.Path + "/status" // want `use JoinPath`

	http.Get("https://" + n.Host + n.Path + "/v1") // want `use JoinPath`

	base := n.String()
	http.Get(base + "/v1" + "/users") // want `use JoinPath`
}

func right(n *neturl.URL, u url.URL, s, path string) {
	http.Get(s + "/v1/users")                   // ok
	http.Get(n.String() + path)                 // ok: not known
	http.Get(n.String() + "?q")                 // ok
	http.Get(n.String() + s + "/x")             // ok
	http.Get(n.Host + "/x")                     // ok
	http.Get(n.JoinPath("/v1/users").String())  // ok
	println(u.Hostname()+"/x", n.Fragment+"/x") // ok
}

func trimmed(n *neturl.URL) {
	http.Get(strings.TrimSuffix(n.String(), "/") + "/v1") // ok
	n.Path = strings.TrimRight(n.Path, "/") + "/v1"       // ok
}

func served(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/a"+r.URL.Path+"/index.html", 303) // ok: a server does not parse it
}
