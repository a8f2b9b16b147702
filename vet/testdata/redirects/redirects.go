package redirects

import (
	"errors"
	"fmt"
	"net/http"
	neturl "net/url"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/valyala/fasthttp"
	"github.com/weburl-go/url"
)

var home = url.MustParse("https://app.example/")

func wrongRedirectReference(w http.ResponseWriter, r *http.Request) {
	ref := r.FormValue("next")
	if _, err := home.ParseSameOrigin(ref); err == nil {
		http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host`
		return
	}
	if _, err := home.ParseSameOrigin(r.FormValue("then")); err != nil {
		return
	}
	http.Redirect(w, r, r.FormValue("then"), http.StatusSeeOther) // want `use redirect.SameOrigin or redirect.Target`
}

func named(w http.ResponseWriter, ref string) {
	u, err := home.ParseSameOrigin(ref)
	if err != nil {
		return
	}
	println(u.Href())
	w.Header().Set("Location", ref) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host`
}

func safe(ref string) string {
	_, err := home.ParseSameOrigin(ref)
	if err != nil {
		return "/"
	}
	return ref // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host`
}

func must(w http.ResponseWriter, r *http.Request, ref string) {
	if _, err := home.ParseSameOrigin(ref); err != nil {
		panic(err)
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host`
}

func orHome(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if _, err := home.ParseSameOrigin(next); err != nil {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host`
}

func orHomeLocation(w http.ResponseWriter, next string) {
	_, err := home.ParseSameOrigin(next)
	if err != nil {
		println(err.Error())
		next = "/"
	}
	w.Header().Set("Location", next) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example`
}

func rightOrHome(w http.ResponseWriter, r *http.Request, other, page string) {
	if _, err := home.ParseSameOrigin(page); err != nil {
		other = "/"
	}
	http.Redirect(w, r, page, http.StatusSeeOther) // ok: not sure
	u, err := home.ParseSameOrigin(other)
	if err != nil {
		other = "/"
	} else {
		other = u.Href()
	}
	http.Redirect(w, r, other, http.StatusSeeOther) // ok: the URL
	if _, err := home.ParseSameOrigin(r.FormValue("next")); err == nil {
		other = "/"
	}
	http.Redirect(w, r, other, http.StatusSeeOther) // ok
}

// No name is free, so there is no fix.
func taken(w http.ResponseWriter, r *http.Request, ref string) {
	if _, err := home.ParseSameOrigin(ref); err == nil {
		target := "X-Target"
		w.Header().Set(target, "")
		http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host`
	}
}

func rightRedirectReference(w http.ResponseWriter, r *http.Request, c *gin.Context, other string) {
	ref := r.FormValue("next")
	u, err := home.ParseSameOrigin(ref)
	if err != nil {
		http.Redirect(w, r, other, http.StatusSeeOther) // ok
		c.Redirect(http.StatusSeeOther, "/")            // ok
		http.Redirect(w, r, ref, http.StatusSeeOther)   // ok: not where it was accepted
		return
	}
	http.Redirect(w, r, u.Href(), http.StatusSeeOther)             // ok
	http.Redirect(w, r, u.RelativeToOrigin(), http.StatusSeeOther) // ok
	w.Header().Set("Location", u.RelativeToOrigin())               // ok
	w.Header().Set("X-Next", ref)                                  // ok: not a Location field
	http.Redirect(w, r, other, http.StatusSeeOther)                // ok
}

func parsed(ref string) (string, error) {
	u, err := home.ParseSameOrigin(ref)
	if err != nil {
		return ref, err // ok: with the error
	}
	return u.RelativeToOrigin(), nil // ok
}

// The URL is used, so the reference may be returned for another purpose.
func both(ref string) (url.URL, string) {
	u, err := home.ParseSameOrigin(ref)
	if err != nil {
		return home, "" // ok
	}
	return u, ref // ok
}

func changedRedirectReference(w http.ResponseWriter, r *http.Request, ref string) {
	if _, err := home.ParseSameOrigin(ref); err == nil {
		ref = "/" + ref
		http.Redirect(w, r, ref, http.StatusSeeOther) // ok: not known
	}
}

func wrongRedirectPathname(w http.ResponseWriter, r *http.Request, c *gin.Context, u url.URL) {
	http.Redirect(w, r, u.Pathname()+u.Search(), http.StatusSeeOther) // want `the path of /.//evil.example is //evil.example, which names another host; use redirect.SameOrigin or redirect.Target`
	w.Header().Set("Location", u.Pathname()+u.Search()+u.Hash())      // want `names another host`
	c.Redirect(http.StatusSeeOther, u.Pathname())                     // want `names another host`

	next := u.Pathname()
	next = fmt.Sprintf("%s?from=login", next)
	http.Redirect(w, r, next, http.StatusSeeOther) // want `names another host`
}

func rightRedirectPathname(w http.ResponseWriter, r *http.Request, c *gin.Context, u url.URL, n *neturl.URL) {
	http.Redirect(w, r, u.Href(), http.StatusSeeOther)                           // ok
	http.Redirect(w, r, u.RelativeToOrigin(), http.StatusSeeOther)               // ok
	http.Redirect(w, r, u.Origin().String()+u.Pathname(), http.StatusSeeOther)   // ok
	http.Redirect(w, r, "https://app.example"+u.Pathname(), http.StatusSeeOther) // ok
	http.Redirect(w, r, "/login"+u.Pathname(), http.StatusSeeOther)              // ok
	http.Redirect(w, r, fmt.Sprintf("/login%s", u.Pathname()), 303)              // ok
	http.Redirect(w, r, "/?next="+neturl.QueryEscape(u.Pathname()), 303)         // ok
	http.Redirect(w, r, n.EscapedPath(), http.StatusSeeOther)                    // ok: not this rule
	c.Redirect(http.StatusSeeOther, u.Search())                                  // ok
	w.Header().Set("X-Path", u.Pathname())                                       // ok
	fmt.Fprintln(w, u.Pathname()+u.Search())                                     // ok
}

func wrongRedirectRelative(w http.ResponseWriter, r *http.Request, c *gin.Context, page, target url.URL) {
	ref, ok := page.MakeRelative(target)
	if !ok {
		return
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans relative references and sends /a/c for .//c; use redirect.SameOrigin with the target's Href, or set the Location header yourself`
	c.Redirect(http.StatusSeeOther, ref)          // want `cleans relative references`
}

func rightRedirectRelative(w http.ResponseWriter, r *http.Request, page, target url.URL) {
	ref, ok := page.MakeRelative(target)
	if !ok {
		http.Redirect(w, r, target.Href(), http.StatusSeeOther) // ok
		return
	}
	w.Header().Set("Location", ref)                         // ok: sent as it is
	w.Write([]byte(ref))                                    // ok
	http.Redirect(w, r, "/go?to="+ref, http.StatusSeeOther) // ok: not this rule
	http.Redirect(w, r, page.Href(), http.StatusSeeOther)   // ok
	ref = "/"
	http.Redirect(w, r, ref, http.StatusSeeOther) // ok: assigned twice
}

func fasthttpWrong(ctx *fasthttp.RequestCtx, u url.URL) {
	ctx.Redirect(u.RelativeToOrigin(), 303) // want `fasthttp's Redirect, before v1.74.0, finds a host in any reference that contains //, even in /evil.example\?a=//; set the status yourself, and set the Location header to the result of redirect.Target`

	next := u.RelativeToOrigin()
	ctx.RedirectBytes([]byte(next), 303) // want `fasthttp's Redirect`
}

func fasthttpRight(ctx *fasthttp.RequestCtx, w http.ResponseWriter, r *http.Request, u url.URL, s string) {
	ctx.Redirect(u.Href(), 303)                                    // ok: not this rule
	ctx.Redirect("/login", 303)                                    // ok
	ctx.Redirect(s, 303)                                           // ok
	ctx.RedirectBytes([]byte(u.Href()), 303)                       // ok
	ctx.Response.Header.Set("Location", u.RelativeToOrigin())      // ok
	http.Redirect(w, r, u.RelativeToOrigin(), http.StatusSeeOther) // ok
}

func requested(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	if addr, ok := u.Addr(); ok && addr.IsPrivate() {
		return errors.New("private")
	}
	_, err = http.Get(rawURL) // want `net/http parses this string with net/url, which may find a different host than the one that was checked; call u.NetURL\(\), and use the String\(\) of its result`
	return err
}

func requestMade(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil || !allowed(u) {
		return err
	}
	request, err := http.NewRequest("GET", rawURL, nil) // want `call u.NetURL\(\), and use the String\(\) of its result`
	println(request)
	return err
}

func sent(w http.ResponseWriter, r *http.Request, rawURL, ref string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	http.Get(rawURL) // ok: nothing was checked
	if !u.IsSpecial() {
		return nil
	}
	http.Get(rawURL) // ok: the host was not checked
	if u.Hostname() == "localhost" {
		return nil
	}
	http.Get(u.Href())                                 // ok
	http.Get(ref)                                      // ok
	http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok
	http.Redirect(w, r, rawURL, http.StatusSeeOther)   // ok: a browser reads it in the same way
	return err
}

func changedCheckedString(rawURL string) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() != "example.com" {
		return
	}
	rawURL = rawURL + "/status"
	http.Get(rawURL) // ok: assigned again
}

func allowed(url.URL) bool { return true }

type job struct{ URL, Name string }

func (j *job) fetch() {
	u, err := url.Parse(j.URL)
	if err != nil || u.Hostname() == "internal.example" {
		return
	}
	http.Get(j.URL)    // want `call u.NetURL\(\), and use the String\(\) of its result`
	http.Get(j.Name)   // ok
	http.Get(u.Href()) // ok
}

func each(list []string, j *job) {
	for _, s := range list {
		if u, err := url.Parse(s); err == nil && u.Hostname() != "internal.example" {
			http.Get(s) // want `call u.NetURL\(\), and use the String\(\) of its result`
		}
		http.Get(s) // ok: nothing was checked
	}
	if u, err := url.Parse(j.URL); err == nil && u.Hostname() != "internal.example" {
		j.URL = u.Href()
		http.Get(j.URL) // ok: it was assigned
	}
}

func unrelated(s, name string) (*http.Response, error) {
	name = strings.TrimSpace(name)
	name = strings.ToLower(name)
	u, err := url.Parse(s)
	if err != nil || name == "" {
		return nil, err
	}
	_ = u
	return http.Get(s) // ok: name does not come from u
}

type images struct {
	hosts  map[string]bool
	client *http.Client
}

func (p *images) check(u *url.URL) error {
	if !p.hosts[u.Hostname()] {
		return errors.New("not allowed")
	}
	return nil
}

func (p *images) image(w http.ResponseWriter, r *http.Request) {
	s := r.FormValue("image")
	if s == "" {
		s = r.Header.Get("X-Image")
	}
	u, err := url.Parse(s)
	if err != nil {
		return
	}
	if err := p.check(&u); err != nil {
		return
	}
	request, err := http.NewRequest("GET", s, nil) // want `call u.NetURL\(\), and use the String\(\) of its result`
	if err != nil {
		return
	}
	p.client.Do(request)
	if n, err := u.NetURL(); err == nil {
		p.client.Get(n.String()) // ok
	}
}

func (p *images) smaller(s, size string) {
	if size != "" {
		s = strings.TrimSuffix(s, "/original")
	}
	u, err := url.Parse(s)
	if err != nil || p.check(&u) != nil {
		return
	}
	s = s + "?size=" + size
	p.client.Get(s) // ok: assigned again
}

func (p *images) again(s string) {
	u, err := url.Parse(s)
	if err != nil || p.check(&u) != nil {
		return
	}
	n, err := neturl.Parse(s)
	if err != nil {
		return
	}
	p.client.Get(n.String()) // want `call u.NetURL\(\), and use the String\(\) of its result`
	if n.Hostname() == u.Hostname() {
		p.client.Get(n.String()) // ok: its host was checked
	}
}

func (p *images) byNetURL(s string) {
	n, err := url.ParseNetURL(s)
	if err != nil || n.Scheme != "https" {
		return
	}
	p.client.Get(s) // ok: the host was not checked
	switch n.Hostname() {
	case "images.example":
		p.client.Get(s)          // want `which may find a different host than the one that was checked; use n.String\(\)`
		p.client.Get(n.String()) // ok
	}
}

func (p *images) valid(s string) bool {
	u, err := url.Parse(s)
	return err == nil && p.hosts[u.Hostname()]
}

func isURL(s string) bool {
	_, err := url.Parse(s)
	return err == nil
}

func (p *images) validated(s, other string) {
	if !isURL(s) || !p.valid(other) {
		return
	}
	p.client.Get(s)     // ok: the host was not checked
	p.client.Get(other) // want `have valid return the URL that it parsed, and use that URL`
}

func cleaned(w http.ResponseWriter, r *http.Request, page url.URL, ref string) {
	u, err := page.Parse(ref)
	if err != nil || !u.Origin().SameOrigin(page.Origin()) {
		return
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans references, so it sends /./\\evil.example as /\\evil.example, which a browser reads as a URL on another host; use u.Href\(\)`
}

func sameHost(w http.ResponseWriter, page url.URL, ref string) {
	if u, err := page.Parse(ref); err == nil && u.Host() == page.Host() {
		w.Header().Set("Location", ref) // want `use u.Href\(\)`
	}
}

func rightCheckedReference(w http.ResponseWriter, r *http.Request, page url.URL, ref, other string) {
	u, err := page.Parse(ref)
	if err != nil {
		http.Redirect(w, r, ref, http.StatusSeeOther) // ok: not this rule
		return
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // ok: nothing was checked
	if u.Scheme() == "https" {
		http.Redirect(w, r, ref, http.StatusSeeOther) // ok: the host was not checked
	}
	if u.Hostname() != page.Hostname() {
		http.Redirect(w, r, ref, http.StatusSeeOther) // ok: it leaves the site on purpose
		return
	}
	http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok
	http.Redirect(w, r, other, http.StatusSeeOther)    // ok
	w.Header().Set("X-Next", ref)                      // ok: not a Location field
}
