package checkedreference

import (
	"net/http"

	"github.com/weburl-go/url"
)

func cleaned(w http.ResponseWriter, r *http.Request, page url.URL, ref string) {
	u, err := page.Parse(ref)
	if err != nil || !u.Origin().SameOrigin(page.Origin()) {
		return
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans references: /./\\evil.example is sent as /\\evil.example, which leaves the site: use u.Href\(\)`
}

func sameHost(w http.ResponseWriter, page url.URL, ref string) {
	if u, err := page.Parse(ref); err == nil && u.Host() == page.Host() {
		w.Header().Set("Location", ref) // want `use u.Href\(\)`
	}
}

func right(w http.ResponseWriter, r *http.Request, page url.URL, ref, other string) {
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
