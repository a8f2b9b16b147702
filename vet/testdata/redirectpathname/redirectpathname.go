package redirectpathname

import (
	"fmt"
	"net/http"
	neturl "net/url"

	"github.com/gin-gonic/gin"
	"github.com/weburl-go/url"
)

func wrong(w http.ResponseWriter, r *http.Request, c *gin.Context, u url.URL) {
	http.Redirect(w, r, u.Pathname()+u.Search(), http.StatusSeeOther) // want `the path of /.//evil.example is //evil.example, which names another host: use redirect.SameOrigin or redirect.Target`
	w.Header().Set("Location", u.Pathname()+u.Search()+u.Hash())      // want `names another host`
	c.Redirect(http.StatusSeeOther, u.Pathname())                     // want `names another host`

	next := u.Pathname()
	next = fmt.Sprintf("%s?from=login", next)
	http.Redirect(w, r, next, http.StatusSeeOther) // want `names another host`
}

func right(w http.ResponseWriter, r *http.Request, c *gin.Context, u url.URL, n *neturl.URL) {
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
