// Package settings has checks that compare what a client sent with what the program is configured with.
package settings

import (
	"errors"
	"html/template"
	"net/http"
	neturl "net/url"
	"os"
	"path"
	"strings"
)

// OAuth clients, and where their codes go.

var registered = map[string][]string{
	"one": {"https://one.example/back"},
	"two": {"https://two.example"},
}

func authorize(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("redirect_uri")
	for _, allowed := range registered[r.FormValue("client_id")] {
		if strings.HasPrefix(to, allowed) {
			http.Redirect(w, r, to, http.StatusFound) // want `passes the preceding checks`
			return
		}
	}
}

func authorizeRight(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("redirect_uri")
	for _, allowed := range registered[r.FormValue("client_id")] {
		if to == allowed {
			http.Redirect(w, r, to, http.StatusFound) // ok
			return
		}
	}
}

type store struct{ clients map[string]client }

type client struct {
	Redirects []string
	Home      string
}

func (s *store) authorize(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("redirect_uri")
	for _, allowed := range s.clients[r.FormValue("client_id")].Redirects {
		if strings.HasPrefix(to, allowed) {
			http.Redirect(w, r, to, http.StatusFound) // want `if the preceding checks are meant to allow https://app.example, then they also allow https://app.example.evil.example/a; parse both URLs and compare their Origins`
			return
		}
	}
}

func (s *store) authorizeRight(w http.ResponseWriter, r *http.Request) {
	to, err := neturl.Parse(r.FormValue("redirect_uri"))
	if err != nil {
		return
	}
	for _, text := range s.clients[r.FormValue("client_id")].Redirects {
		allowed, err := neturl.Parse(text)
		if err == nil && to.Scheme == allowed.Scheme && to.Host == allowed.Host {
			http.Redirect(w, r, to.String(), http.StatusFound) // ok
			return
		}
	}
}

type config struct {
	External string
	Domain   string
	Debug    string
}

func (c *config) back(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("return")
	if !strings.HasPrefix(to, c.External) {
		return
	}
	http.Redirect(w, r, to, http.StatusFound) // want `if the preceding checks are meant to allow https://app.example, then they also allow https://app.example.evil.example/a`
}

func (c *config) backToSlash(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("return")
	if !strings.HasPrefix(to, strings.TrimSuffix(c.External, "/")+"/") {
		return
	}
	http.Redirect(w, r, to, http.StatusFound) // ok
}

func (c *config) backParsed(w http.ResponseWriter, r *http.Request) {
	own, err := neturl.Parse(c.External)
	if err != nil {
		return
	}
	to, err := neturl.Parse(r.URL.Query().Get("return"))
	if err != nil || to.Scheme != own.Scheme || to.Host != own.Host {
		return
	}
	http.Redirect(w, r, to.String(), http.StatusFound) // ok
}

func (c *config) backToDomain(w http.ResponseWriter, r *http.Request) {
	to, err := neturl.Parse(r.URL.Query().Get("return"))
	if err != nil || to.Scheme != "https" || !strings.HasSuffix(to.Hostname(), c.Domain) {
		return
	}
	http.Redirect(w, r, to.String(), http.StatusFound) // want `if the preceding checks are meant to allow app.example, then they also allow https://evilapp.example/a`
}

func (c *config) backToSubdomain(w http.ResponseWriter, r *http.Request) {
	to, err := neturl.Parse(r.URL.Query().Get("return"))
	if err != nil || to.Scheme != "https" || to.Hostname() != c.Domain && !strings.HasSuffix(to.Hostname(), "."+c.Domain) {
		return
	}
	http.Redirect(w, r, to.String(), http.StatusFound) // ok
}

func fromEnvironment(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("return")
	if strings.HasPrefix(to, os.Getenv("PUBLIC_URL")) {
		http.Redirect(w, r, to, http.StatusFound) // want `if the preceding checks are meant to allow https://app.example, then they also allow https://app.example.evil.example/a`
	}
}

func fromEnvironmentRight(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("return")
	if strings.HasPrefix(to, os.Getenv("PUBLIC_URL")+"/") {
		http.Redirect(w, r, to, http.StatusFound) // ok
	}
	if to == os.Getenv("PUBLIC_URL") {
		http.Redirect(w, r, to, http.StatusFound) // ok
	}
	if os.Getenv("DEBUG") != "" {
		http.Redirect(w, r, "/debug", http.StatusFound) // ok
	}
}

func (c *config) otherText(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.Method, c.Debug) {
		http.Redirect(w, r, c.External, http.StatusFound) // ok
	}
}

// Patterns with a "*".

func matches(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("redirect_uri")
	if ok, err := path.Match("https://*.shop.example/callback", to); err == nil && ok {
		http.Redirect(w, r, to, http.StatusFound) // want `https://evil.example\?.shop.example/callback passes the preceding checks`
	}
}

func matchesHost(w http.ResponseWriter, r *http.Request) {
	to, err := neturl.Parse(r.FormValue("redirect_uri"))
	if err != nil || to.Scheme != "https" || to.User != nil {
		return
	}
	if ok, err := path.Match("*.shop.example", to.Host); err == nil && ok {
		http.Redirect(w, r, to.String(), http.StatusFound) // ok
	}
}

// Hosts that are both empty.

func link(page, s string) template.URL {
	base, err := neturl.Parse(page)
	if err != nil {
		return ""
	}
	u, err := neturl.Parse(s)
	if err != nil || u.Host != base.Host {
		return ""
	}
	return template.URL(u.String()) // want `javascript:alert\(1\) has no host, so it passes the preceding checks if the other URL has no host either, such as mailto:a@app.example`
}

func linkRight(page, s string) template.URL {
	base, err := neturl.Parse(page)
	if err != nil {
		return ""
	}
	u, err := neturl.Parse(s)
	if err != nil || u.Host == "" || u.Host != base.Host {
		return ""
	}
	return template.URL(u.String()) // ok: javascript://host is for another rule
}

func linkScheme(page, s string) template.URL {
	base, err := neturl.Parse(page)
	if err != nil {
		return ""
	}
	u, err := neturl.Parse(s)
	if err != nil || u.Scheme != base.Scheme || u.Host != base.Host {
		return ""
	}
	return template.URL(u.String()) // ok
}

func linkOf(home, s string) template.URL {
	if !strings.HasPrefix(home, "https://") || !strings.HasPrefix(s, "https://") {
		return ""
	}
	return template.URL(s) // ok
}

// A list that a loop fills.

type mux struct{ prefixes []string }

func newMux() *mux {
	m := &mux{}
	for _, name := range []string{"old", "older"} {
		m.prefixes = append(m.prefixes, "/"+name+"/")
	}
	return m
}

func (m *mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, prefix := range m.prefixes {
		if rest, ok := strings.CutPrefix(r.URL.Path, prefix); ok {
			http.Redirect(w, r, "/"+rest, http.StatusMovedPermanently) // want `a request for /old/\\evil.example is redirected to /\\evil.example`
			return
		}
	}
	http.Redirect(w, r, "/new/", http.StatusFound) // ok
}

type other struct{ prefixes []string }

func newOther() *other {
	o := &other{}
	for _, name := range []string{"old", "older"} {
		o.prefixes = append(o.prefixes, "/"+name+"/")
	}
	return o
}

func (o *other) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, prefix := range o.prefixes {
		if rest, ok := strings.CutPrefix(r.URL.Path, prefix); ok {
			http.Redirect(w, r, "/new/"+rest, http.StatusMovedPermanently) // ok
			return
		}
	}
	http.NotFound(w, r) // ok
}

func refused() error { return errors.New("no") } // ok
