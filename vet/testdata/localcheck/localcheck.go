package localcheck

import (
	"net/http"
	neturl "net/url"
	"strings"

	"github.com/gin-gonic/gin"
)

func wrong(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if next == "" || !strings.HasPrefix(next, "/") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `"//evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func twoSlashes(w http.ResponseWriter, r *http.Request, next string) {
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther) // ok
}

func byte0(c *gin.Context) {
	next := c.Query("next")
	switch {
	case next == "":
		c.Redirect(http.StatusSeeOther, "/") // ok
	case next[0] == '/':
		c.Redirect(http.StatusSeeOther, next) // want `"//evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
	}
}

func header(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("next")
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	w.Header().Set("Location", next) // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func right(w http.ResponseWriter, r *http.Request, target string) {
	if strings.HasPrefix(target, "/") {
		http.Redirect(w, r, target, http.StatusSeeOther) // ok: not known where it comes from
	}
	http.Redirect(w, r, "/next", http.StatusSeeOther) // ok
	http.Redirect(w, r, "/next?a", 303)               // ok
	http.Redirect(w, r, target, http.StatusSeeOther)  // ok: no check
	if strings.HasPrefix(target, "https://") {
		http.Redirect(w, r, target, http.StatusSeeOther) // ok
	}
}

func longer(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/app/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `"/app/../\\\\evil.example/a" passes the checks before this redirect, but it becomes "/\\\\evil.example/a", which a browser reads as a URL on another host`
	}
	if strings.HasPrefix(next, "/app/") && !strings.Contains(next, "\\") {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: keeps it on the site
	}
	if strings.HasPrefix(next, "/") {
		http.Redirect(w, r, "https://app.example"+next, http.StatusSeeOther) // ok
		w.Header().Set("X-Next", next)                                       // ok: not a Location field
	}
	if !strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	}
	w.Write([]byte(next)) // ok
}

func backslash(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.HasPrefix(next, `/\`) {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `"/./\\\\evil.example/a" passes the checks before this redirect, but it becomes "/\\\\evil.example/a", which a browser reads as a URL on another host`
	}
}

func backslashByte(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && len(next) > 1 && next[1] != '/' && next[1] != '\\' {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `"/./\\\\evil.example/a" passes the checks before this redirect, but it becomes "/\\\\evil.example/a", which a browser reads as a URL on another host`
	}
}

func judged(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && isLocal(next) {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `"//evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
	}
}

func completed(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") {
		next = "/" + next
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
}

func bytes(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") || strings.ContainsAny(next, "\\\t\r\n") || strings.Contains(next, "//") {
		http.Redirect(w, r, "/", http.StatusSeeOther)         // ok
		http.Redirect(w, r, "/?next="+next, http.StatusFound) // ok
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ok
	if strings.HasPrefix(next, "/users/") {
		w.Header().Set("Location", next)                            // ok
		http.Redirect(w, r, "/a"+next, http.StatusMovedPermanently) // ok
	}
}

func isLocal(string) bool { return true }

// What net/url finds no host in.

func noHost(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func relative(w http.ResponseWriter, next string) {
	if n, err := neturl.ParseRequestURI(next); err == nil && !n.IsAbs() && n.Hostname() == "" {
		w.Header().Set("Location", next) // want `"//evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
	}
}

func otherHost(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" && n.Host != r.Host {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func hostRight(w http.ResponseWriter, r *http.Request, next, other string) error {
	n, err := neturl.Parse(next)
	if err != nil {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok
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

func hostJudged(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" || !isLocalURL(n) {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func hostBackslash(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" || len(next) > 1 && next[1] == '\\' {
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `"https:///evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func whole(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.IsAbs() || n.Host != "" {
		http.Redirect(w, r, "/", http.StatusSeeOther) // ok
		return
	}
	http.Redirect(w, r, "/app"+n.EscapedPath(), http.StatusSeeOther) // ok
	http.Redirect(w, r, "/?next="+next, http.StatusSeeOther)         // ok
}

func isLocalURL(*neturl.URL) bool { return true }

// What another function reads from the request.

func (s *site) backTo(r *http.Request) string {
	target, found := s.target(r)
	if found && target.Path != "" && (target.Host == "" || target.Host == r.Host) {
		return target.Path
	}
	return s.home
}

func (s *site) target(r *http.Request) (*neturl.URL, bool) {
	cookie, err := r.Cookie("backTo")
	if err != nil {
		return nil, false
	}
	target, err := neturl.Parse(cookie.Value)
	if err != nil {
		return nil, false
	}
	return target, true
}

func (s *site) back(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", s.backTo(r))           // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
	w.Header().Set("Location", "/app/"+s.backTo(r))   // ok
	http.Redirect(w, r, s.name(r), http.StatusFound)  // ok: it is escaped
	http.Redirect(w, r, s.found(r), http.StatusFound) // ok: a table of what is known
	http.Redirect(w, r, passed(r), http.StatusFound)  // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, inApp(r), http.StatusFound)   // want `/app/../`
	http.Redirect(w, r, mayPass(r), http.StatusFound) // ok: not known what it accepts
}

func afterLogin(w http.ResponseWriter, r *http.Request) {
	next := nextOf(r)
	if next == "" {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `passes the checks before this redirect`
}

func nextOf(r *http.Request) string {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") {
		return next
	}
	return ""
}

type site struct {
	home  string
	pages map[string]string
}

func (s *site) name(r *http.Request) string { return "/" + neturl.PathEscape(r.FormValue("name")) }

func (s *site) found(r *http.Request) string { return s.pages[r.FormValue("page")] }

func (s *site) backUncleaned(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", inApp(r))   // ok: nothing cleans it
	w.Header().Set("Location", s.name(r))  // ok
	w.Header().Set("Location", s.found(r)) // ok
	w.Header().Set("Location", mayPass(r)) // ok
}

func passed(r *http.Request) string { return r.FormValue("next") }

func inApp(r *http.Request) string {
	if next := r.FormValue("next"); strings.HasPrefix(next, "/app/") {
		return next
	}
	return "/"
}

func mayPass(r *http.Request) string {
	if next := r.FormValue("next"); isKnown(next) {
		return next
	}
	return "/"
}

var isKnown func(string) bool

func grows(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if next != "" && strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, http.StatusFound) // ok: too long to know
	}
	next = strings.ReplaceAll(next, "", next)
	next = strings.ReplaceAll(next, "", next)
	next = strings.ReplaceAll(next, "", next)
	next = strings.ReplaceAll(next, "", next)
	next = strings.ReplaceAll(next, "", next)
	http.Redirect(w, r, next, http.StatusFound) // ok: too long to know
}

// A function of which nothing is known judges only what the attack is not.

type policy struct{ allowed func(host string) bool }

func (p policy) absolute(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	n, err := neturl.Parse(next)
	if err != nil || n.Scheme != "" && !p.allowed(n.Host) {
		http.Redirect(w, r, "/", http.StatusFound) // ok
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // want `passes the checks before this redirect`
}

func (p policy) both(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" && !p.allowed(n.Host) || strings.Contains(next, `\`) || strings.HasPrefix(n.Path, "//") {
		return
	}
	if n.Scheme != "" && n.Host == "" || strings.HasPrefix(next, "///") {
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // ok: it judges all that leave the site
}

func (p policy) any(w http.ResponseWriter, r *http.Request) {
	if next := r.FormValue("next"); p.allowed(next) {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
}

func (p policy) made(w http.ResponseWriter, r *http.Request, next string) {
	if strings.HasPrefix(next, "https:") && !p.allowed(next) {
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // ok: not known where it comes from
}
