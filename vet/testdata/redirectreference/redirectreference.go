package redirectreference

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/weburl-go/url"
)

var home = url.MustParse("https://app.example/")

func wrong(w http.ResponseWriter, r *http.Request) {
	ref := r.FormValue("next")
	if _, err := home.ParseSameOrigin(ref); err == nil {
		http.Redirect(w, r, ref, http.StatusSeeOther) // want `this sends another reference than the one that was checked`
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
	w.Header().Set("Location", ref) // want `this sends another reference`
}

func safe(ref string) string {
	_, err := home.ParseSameOrigin(ref)
	if err != nil {
		return "/"
	}
	return ref // want `this sends another reference`
}

func must(w http.ResponseWriter, r *http.Request, ref string) {
	if _, err := home.ParseSameOrigin(ref); err != nil {
		panic(err)
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `this sends another reference`
}

// No name is free, so there is no fix.
func taken(w http.ResponseWriter, r *http.Request, ref string) {
	if _, err := home.ParseSameOrigin(ref); err == nil {
		target := "X-Target"
		w.Header().Set(target, "")
		http.Redirect(w, r, ref, http.StatusSeeOther) // want `this sends another reference`
	}
}

func right(w http.ResponseWriter, r *http.Request, c *gin.Context, other string) {
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

func changed(w http.ResponseWriter, r *http.Request, ref string) {
	if _, err := home.ParseSameOrigin(ref); err == nil {
		ref = "/" + ref
		http.Redirect(w, r, ref, http.StatusSeeOther) // ok: not known
	}
}
