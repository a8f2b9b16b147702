package redirectrelative

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/valyala/fasthttp"
	"github.com/weburl-go/url"
)

func wrong(w http.ResponseWriter, r *http.Request, c *gin.Context, page, target url.URL) {
	ref, ok := page.MakeRelative(target)
	if !ok {
		return
	}
	http.Redirect(w, r, ref, http.StatusSeeOther) // want `http.Redirect cleans relative references, and sends /a/c for .//c: use redirect.SameOrigin with the Href of the target, or set the Location field`
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

func fasthttpWrong(ctx *fasthttp.RequestCtx, u url.URL) {
	ctx.Redirect(u.RelativeToOrigin(), 303) // want `fasthttp's Redirect reads a host after any // of a reference, such as in /evil.example\?a=//: set the Location field to what redirect.Target returns, and the status`

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
