// Package checks has checks that ask a configuration, a method, a map or a closure, and what clients send in other ways.
package checks

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"
)

type settings struct {
	base    string
	origins []string
	hosts   map[string]bool
	shops   map[string]*shop
}

type shop struct{ returns []string }

type server struct {
	settings
	key string
}

func newServer(key string) *server {
	return &server{key: key, settings: settings{
		base:    "https://shop.example",
		origins: []string{"https://shop.example/back", "https://login.shop.example"},
		hosts:   map[string]bool{"shop.example": true},
		shops:   map[string]*shop{"a": {returns: []string{"https://a.example/done"}}},
	}}
}

func (s *server) begins(to string) bool { return strings.HasPrefix(to, s.base) }

func (s *server) below(to string) bool { return strings.HasPrefix(to, s.base+"/") }

func (s *server) matches(to string) bool {
	return slices.ContainsFunc(s.origins, func(origin string) bool {
		ok, _ := regexp.MatchString("^"+origin, to)
		return ok
	})
}

func (s *server) lists(to string) bool { return slices.Contains(s.origins, to) }

func (s *server) knows(u *neturl.URL) bool {
	_, ok := s.hosts[u.Hostname()]
	return ok && u.Scheme == "https"
}

func (s *server) wrong(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	if s.begins(to) {
		http.Redirect(w, r, to, http.StatusFound) // want `https://shop.example.evil.example/a passes the preceding checks`
	}
	if s.matches(to) {
		http.Redirect(w, r, to, http.StatusFound) // want `passes the preceding checks`
	}
	for _, known := range s.shops[r.FormValue("shop")].returns {
		if strings.Contains(to, known) {
			http.Redirect(w, r, to, http.StatusFound) // want `https://evil.example/.https://a.example/done passes the preceding checks`
		}
	}
}

func (s *server) right(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	if s.below(to) {
		http.Redirect(w, r, to, http.StatusFound) // ok
	}
	if s.lists(to) {
		http.Redirect(w, r, to, http.StatusFound) // ok
	}
	if u, err := neturl.Parse(to); err == nil && s.knows(u) {
		http.Redirect(w, r, u.String(), http.StatusFound) // ok
	}
	for _, known := range s.shops[r.FormValue("shop")].returns {
		if to == known {
			http.Redirect(w, r, to, http.StatusFound) // ok
		}
	}
}

// A site has a configuration that the package does not know, so that a check with it is not judged.
type site struct {
	domain, secret string
	allowed        []string
}

func (s *site) right(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("to"))
	if err != nil || u.Scheme != "https" {
		return
	}
	if u.Host == s.domain || strings.HasSuffix(u.Host, "."+s.domain) {
		http.Redirect(w, r, u.String(), http.StatusFound) // ok
	}
	if slices.Contains(s.allowed, u.Host) {
		http.Redirect(w, r, u.String(), http.StatusFound) // ok
	}
	if r.FormValue("key") == s.secret {
		http.Redirect(w, r, r.FormValue("from"), http.StatusFound) // ok: it may be signed
	}
}

type order struct{ Next, ID string }

func wrongSources(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || o.ID == "" {
		return
	}
	send(w, r, o.Next) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	text, err := base64.StdEncoding.DecodeString(r.FormValue("b"))
	if err != nil {
		return
	}
	send(w, r, string(text))   // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	send(w, r, r.URL.RawQuery) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	send(w, r, "/a/"+o.ID+"/") // want `such as /.evil.example/a/`
	_, after, found := strings.Cut(r.FormValue("state"), ":")
	if found && after != "" {
		send(w, r, after) // want `the client chooses the target of this redirect, and a target such as //evil.example/a leads to another host`
	}
}

func send(w http.ResponseWriter, r *http.Request, to string) {
	http.Redirect(w, r, to, http.StatusFound)
}

func rightSources(w http.ResponseWriter, r *http.Request) {
	var o order
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &o) != nil {
		return
	}
	send(w, r, "/a?id="+neturl.QueryEscape(o.ID)) // ok
	if !isSigned(body) {
		return
	}
	send(w, r, o.Next) // ok: it may be signed
	o.Next = "/b"
	send(w, r, o.Next)     // ok
	send(w, r, fixed("a")) // ok
}

func fixed(name string) string { return map[string]string{"a": "/a", "b": "/b"}[name] }

var isSigned func([]byte) bool

func checksOrigin(r *http.Request) bool { // want `http://localhost.evil.example passes this check of the Origin header; parse the header and compare its Origin`
	origin := r.Header.Get("Origin")
	return origin == "" || strings.HasPrefix(origin, "http://localhost")
}

func comparesOrigin(r *http.Request) bool { // ok
	u, err := neturl.Parse(r.Header.Get("Origin"))
	return err == nil && u.Hostname() == "localhost"
}

func prefersOrigin(r *http.Request) string { // ok: not a check
	if strings.HasPrefix(r.Header.Get("Origin"), "http://localhost") {
		return "local"
	}
	return "other"
}

func shares(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin")) // want `any site, such as https://evil.example/a, can read this response on the user's behalf; compare the Origin header with a list of allowed origins`
	w.Header().Set("Access-Control-Allow-Credentials", "true")
}

func sharesNothing(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin")) // ok: without cookies
}

func sharesSome(w http.ResponseWriter, r *http.Request) {
	if origin := r.Header.Get("Origin"); origin == "https://shop.example" {
		w.Header().Set("Access-Control-Allow-Origin", origin) // ok
		w.Header().Set("Access-Control-Allow-Credentials", "true")
	}
}

var errRefused = errors.New("refused")

type hooks struct{ denied []string }

var deny = hooks{denied: []string{"localhost", "127.0.0.1"}}

func (h hooks) refuses(host string) bool {
	for _, name := range h.denied {
		if strings.EqualFold(host, name) {
			return true
		}
	}
	return false
}

func deliver(to string) error {
	u, err := neturl.Parse(to)
	if err != nil || deny.refuses(u.Hostname()) {
		return errRefused
	}
	_, err = http.Get(to) // want `127.1.2.3 passes the checks here`
	return err
}

func listed(to string) error {
	u, err := neturl.Parse(to)
	if err != nil || u.Hostname() != "api.example" {
		return errRefused
	}
	_, err = http.Get(to) // ok: one host
	return err
}

func (s *server) words(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	if s.lists(to) && s.below(to) {
		http.Redirect(w, r, to, http.StatusFound) // ok
	}
	if s.hosts[to] {
		http.Redirect(w, r, "https://"+to+"/", http.StatusFound) // ok
	}
	http.Redirect(w, r, s.base+"/a/"+to, http.StatusFound) // ok: behind the host
	http.Redirect(w, r, s.origins[0], http.StatusFound)    // ok
	send(w, r, s.base+"?to="+neturl.QueryEscape(to))       // ok
	send(w, r, s.settings.base)                            // ok
	send(w, r, "/#"+to)                                    // ok
	send(w, r, fixed(to))                                  // ok
	parts := strings.FieldsFunc(to, func(r rune) bool { return r < 'a' || r > 'z' })
	send(w, r, "/"+strings.Join(parts, "/")) // ok
}

type node struct {
	up   *node
	name string
}

func newNode(name string) *node {
	n := &node{name: name}
	n.up = n
	return n
}

func (n *node) back(w http.ResponseWriter, r *http.Request) {
	send(w, r, "/"+n.up.up.name) // ok
}

func isListed(list []string, origin string) bool { // ok: what is not https is refused whatever the list has
	host, ok := strings.CutPrefix(origin, "https://")
	if !ok {
		return false
	}
	for _, name := range list {
		if host == name || strings.HasSuffix(host, "."+name) {
			return true
		}
	}
	return false
}

// The end of a host that a function looks for itself.
func cutHost(link string) bool {
	host := strings.Split(strings.TrimPrefix(link, "https://"), "/")[0]
	return host == "shop.example" || strings.HasSuffix(host, ".shop.example")
}

func cut(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	if !cutHost(to) {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusFound) // want `https://evil.example\?.shop.example passes the preceding checks`
	if origin := r.Header.Get("Origin"); cutHost(origin) {
		w.Header().Set("Access-Control-Allow-Origin", origin) // ok: no browser sends an origin with a question mark
	}
}

func cutRight(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	host := strings.FieldsFunc(strings.TrimPrefix(to, "https://"), func(r rune) bool { return strings.ContainsRune(`/?#\`, r) })
	if !strings.HasPrefix(to, "https://") || len(host) == 0 || host[0] != "shop.example" {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusFound) // ok
}

// The page that a request comes from.
func refersHere(w http.ResponseWriter, r *http.Request) { // want `https://app.example.evil.example passes this check of the Referer header; parse the header and compare its Origin`
	if !strings.HasPrefix(r.Referer(), "https://"+r.Host) {
		http.Error(w, "from another site", http.StatusForbidden)
	}
}

func refersHereRight(w http.ResponseWriter, r *http.Request) { // ok
	if !strings.HasPrefix(r.Header.Get("Referer"), "https://"+r.Host+"/") {
		http.Error(w, "from another site", http.StatusForbidden)
	}
}

func fromSearch(r *http.Request) bool { // ok: it only counts
	return strings.Contains(r.Referer(), "search.example")
}
