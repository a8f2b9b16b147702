package redirectrelative

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/weburl-go/url"
)

func wrong(w http.ResponseWriter, r *http.Request, c *gin.Context, page, target url.URL) {
	ref, ok := page.MakeRelative(target)
	if !ok {
		return
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans relative references, and sends /a/c for .//c: use the Href of the target, or set the Location field`
	c.Redirect(http.StatusSeeOther, ref)          // want `cleans relative references`
}

func right(w http.ResponseWriter, r *http.Request, page, target url.URL) {
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
