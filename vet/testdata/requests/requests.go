// Package requests has requests and links that nothing checks.
package requests

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	neturl "net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weburl-go/url/guard"
)

func proxy(w http.ResponseWriter, r *http.Request) {
	response, err := http.Get(r.URL.Query().Get("url")) // want `the client controls what this connects to, for example https://evil.example/a or an internal address; connect through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
	if err != nil {
		return
	}
	defer response.Body.Close()
	io.Copy(w, response.Body)
}

var fixed = []string{"https://one.example/feed", "https://two.example/feed"}

func proxyRight(w http.ResponseWriter, r *http.Request) {
	s := r.URL.Query().Get("url")
	if slices.Contains(fixed, s) {
		http.Get(s) // ok
	}
	http.Get(fixed[0])                                                                     // ok
	http.Get("https://api.example/v1?url=" + neturl.QueryEscape(r.URL.Query().Get("url"))) // ok
}

func byDomain(w http.ResponseWriter, r *http.Request) {
	name, domain, ok := strings.Cut(r.FormValue("address"), "@")
	if !ok {
		return
	}
	http.Get(fmt.Sprintf("https://%s/.well-known/lnurlp/%s", domain, name)) // want `the client controls what this connects to, for example https://evil.example/.well-known/lnurlp/a or an internal address`
}

func bySubdomain(w http.ResponseWriter, r *http.Request) {
	tenant := r.FormValue("tenant")
	if strings.ContainsAny(tenant, "./?#@:\\") {
		return
	}
	http.Get("https://" + tenant + ".api.example/v1") // ok
}

func connect(w http.ResponseWriter, r *http.Request) {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(r.FormValue("host"), r.FormValue("port")), time.Second) // want `the client controls what this connects to, for example evil.example or an internal address`
	if err == nil {
		conn.Close()
	}
}

func connectRight(w http.ResponseWriter, r *http.Request) {
	port, err := strconv.Atoi(r.FormValue("port"))
	if err != nil {
		return
	}
	net.Dial("tcp", net.JoinHostPort("db.example", strconv.Itoa(port))) // ok
}

type hook struct{ Name, Target string }

type api struct{ client *http.Client }

func (a *api) create(w http.ResponseWriter, r *http.Request) {
	var h hook
	if err := json.NewDecoder(r.Body).Decode(&h); err != nil || h.Name == "" || h.Target == "" {
		return
	}
	a.ping(h) // ok: its package makes a transport
}

func (a *api) ping(h hook) {
	request, err := http.NewRequest("POST", h.Target, nil)
	if err == nil {
		a.client.Do(request) // ok
	}
}

func all(w http.ResponseWriter, r *http.Request) {
	var links []string
	if err := json.NewDecoder(r.Body).Decode(&links); err != nil {
		return
	}
	for _, link := range links {
		http.Head(link) // want `the client controls what this connects to, for example https://evil.example/a or an internal address`
	}
}

var guarded = &http.Client{Transport: guard.Policy{}.NewTransport()}

func allRight(w http.ResponseWriter, r *http.Request) {
	var links []string
	if err := json.NewDecoder(r.Body).Decode(&links); err != nil {
		return
	}
	for _, link := range links {
		guarded.Head(link) // ok
	}
}

func reverse() http.Handler {
	return &httputil.ReverseProxy{Transport: guard.Policy{}.NewTransport(), Rewrite: func(p *httputil.ProxyRequest) {
		target, err := neturl.Parse(p.In.Header.Get("X-Target"))
		if err != nil {
			return
		}
		p.SetURL(target) // ok: its transport judges addresses
	}}
}

type tenant struct{ base *neturl.URL }

func (t tenant) get(path string) (*http.Response, error) {
	u := *t.base
	u.Path = path
	return http.Get(u.String()) // ok: not known where it comes from
}

func status(w http.ResponseWriter, r *http.Request) {
	t := tenant{&neturl.URL{Scheme: "https", Host: "status.example"}}
	t.get(r.URL.Query().Get("path")) // ok
}

// Links in pages.

func profile(w http.ResponseWriter, r *http.Request) {
	site := r.FormValue("site")
	fmt.Fprintf(w, `<p id="%d"><a href="%s">%s</a>`, 1, html.EscapeString(site), html.EscapeString(site)) // want `the client chooses this link, which can be a script such as javascript:evil; resolve it against the page's URL, check IsHTTP, and use Href`
	fmt.Fprintf(w, `<p title="%s">`, html.EscapeString(site))                                             // ok
	fmt.Fprintf(w, `<a href="/search?q=%s">`, neturl.QueryEscape(site))                                   // ok
}

func profileRight(w http.ResponseWriter, r *http.Request) {
	site := r.FormValue("site")
	if strings.HasPrefix(site, "https://") {
		fmt.Fprintf(w, `<a href="%s">`, html.EscapeString(site)) // ok
	}
	fmt.Fprintf(w, `<a href="%s">`, "/users/"+html.EscapeString(site)) // ok
}

func declared(r *http.Request) template.URL {
	return template.URL(r.FormValue("site")) // want `the client chooses this link, which can be a script`
}

func declaredRight(r *http.Request) template.URL {
	u, err := neturl.Parse(r.FormValue("site"))
	if err != nil || u.Scheme != "https" {
		return "" // ok
	}
	return template.URL(u.String()) // ok
}

// A path that is made from what a client sent.

const usersOf = "https://api.example"

func userProfile(_ http.ResponseWriter, r *http.Request) {
	http.Get(usersOf + "/users/" + r.PathValue("id") + "/profile") // want `the client can send ../../admin in this path and thereby request any path on the server; use AppendSegments from github.com/weburl-go/url`
}

func profileOf(_ http.ResponseWriter, r *http.Request) {
	user(r.FormValue("user")) // want `the client can send ../../admin in this path`
}

func user(name string) (*http.Response, error) {
	request, err := http.NewRequest("GET", fmt.Sprintf("%s/users/%s", usersOf, name), nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(request)
}

func userProfileRight(_ http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	http.Get(usersOf + "/users/" + neturl.PathEscape(id))           // ok
	http.Get(usersOf + "/users?id=" + id)                           // ok: not in the path
	http.Get(usersOf + "/users#" + id)                              // ok
	http.Get(usersOf + "/users/" + strings.ReplaceAll(id, ".", "")) // ok
	if _, err := strconv.Atoi(id); err == nil {
		http.Get(usersOf + "/users/" + id) // ok
	}
}

func profileOfUser(s *http.Client, name string) {
	s.Get(usersOf + "/users/" + name) // ok: not known where it comes from
}
