package emptyhost

import (
	"net/http"
	neturl "net/url"
)

func noHost(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `net/url finds no host in /\\evil.example, but a browser does: use page.ParseSameOrigin`
}

func relative(w http.ResponseWriter, next string) {
	if n, err := neturl.ParseRequestURI(next); err == nil && !n.IsAbs() && n.Hostname() == "" {
		w.Header().Set("Location", next) // want `net/url finds no host`
	}
}

func otherHost(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" && n.Host != r.Host {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `net/url finds no host`
}

func right(w http.ResponseWriter, r *http.Request, next, other string) error {
	n, err := neturl.Parse(next)
	if err != nil {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not this rule
		return err
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ok: nothing was checked
	if n.Host == "app.example" {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: a host that is known
	}
	if n.Host == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)   // ok
		http.Redirect(w, r, other, http.StatusSeeOther) // ok
		return nil
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ok: it has a host
	_, err = http.Get(next)                        // ok: net/http finds the same host as net/url
	return err
}

func judged(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" || !isLocal(n) {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ok: not sure
}

func backslash(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" || len(next) > 1 && next[1] == '\\' {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ok: not sure
}

func isLocal(*neturl.URL) bool { return true }
