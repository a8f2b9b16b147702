package fasthttpredirect

import (
	"net/http"

	"github.com/valyala/fasthttp"
	"github.com/weburl-go/url"
)

func wrong(ctx *fasthttp.RequestCtx, u url.URL) {
	ctx.Redirect(u.RelativeToOrigin(), 303) // want `fasthttp's Redirect reads a host after any // of a reference, such as in /evil.example\?a=//: set the Location field and the status`

	next := u.RelativeToOrigin()
	ctx.RedirectBytes([]byte(next), 303) // want `fasthttp's Redirect`
}

func right(ctx *fasthttp.RequestCtx, w http.ResponseWriter, r *http.Request, u url.URL, s string) {
	ctx.Redirect(u.Href(), 303)                                    // ok: not this rule
	ctx.Redirect("/login", 303)                                    // ok
	ctx.Redirect(s, 303)                                           // ok
	ctx.RedirectBytes([]byte(u.Href()), 303)                       // ok
	ctx.Response.Header.Set("Location", u.RelativeToOrigin())      // ok
	http.Redirect(w, r, u.RelativeToOrigin(), http.StatusSeeOther) // ok
}
