package unchecked

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	neturl "net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/weburl-go/url"
)

// What nothing checks.

func unchecked(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil || r.Method != http.MethodPost {
		return
	}
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func withDefault(w http.ResponseWriter, r *http.Request) {
	if _, err := r.Cookie("session"); err != nil {
		return
	}
	next := r.FormValue("next")
	if next == "" {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func inQuery(w http.ResponseWriter, r *http.Request) {
	query, home := r.URL.Query(), "/"
	if next := query.Get(nextName); next != "" {
		http.Redirect(w, r, next, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	}
	if query.Has("back") {
		w.Header().Set("Location", query.Get("back")) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	}
	http.Redirect(w, r, home, http.StatusFound) // ok
}

func ofGin(c *gin.Context) {
	var next = "/"
	switch c.Query("action") {
	case "logout":
		next = c.Query("next")
	}
	c.Redirect(http.StatusFound, next) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func ofGinIfThere(c *gin.Context) {
	if next, ok := c.GetQuery("next"); ok {
		c.Redirect(http.StatusFound, next) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	}
	next, _ := c.GetQuery("next")
	c.Redirect(http.StatusFound, "/a?next="+neturl.QueryEscape(next)) // ok
	c.Redirect(http.StatusFound, "/")                                 // ok
}

// The results of one function are the arguments of another, which takes any number.
func passedOn(w http.ResponseWriter, r *http.Request, join func(...string) string) {
	next := r.FormValue("next")
	log.Println(errors.Join(failures(next)), join(twice(next)), all(twice(next)))
	http.Redirect(w, r, "/", http.StatusFound)                                               // ok
	http.Redirect(w, r, first(twice(next)), http.StatusFound)                                // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, "/a?next="+neturl.QueryEscape(first(twice(next))), http.StatusFound) // ok
}

func failures(s string) (error, error) { return errors.New(s), nil }
func twice(s string) (string, string)  { return s, s }
func all(...string) string             { return "" }
func first(s string, _ string) string  { return s }

func returned() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.PostFormValue("to") != "" {
			http.Redirect(w, r, r.PostFormValue("to"), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
		}
		http.Redirect(w, r, r.Form.Get("from"), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	}
}

func otherSources(w http.ResponseWriter, r *http.Request, key string) {
	cookie, _ := r.Cookie("next")
	http.Redirect(w, r, r.Referer(), http.StatusFound)              // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host; use redirect.SameOrigin or redirect.Target`
	http.Redirect(w, r, r.Header.Get("X-Next"), http.StatusFound)   // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, cookie.Value, http.StatusFound)             // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, r.PathValue("next"), http.StatusFound)      // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, "/a/"+r.FormValue("id"), http.StatusFound)  // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
	http.Redirect(w, r, r.FormValue(key), http.StatusFound)         // ok: another function can have checked it
	http.Redirect(w, r, neturl.Values{}.Get("a"), http.StatusFound) // ok: not of the request
}

func signed(w http.ResponseWriter, r *http.Request) {
	var atVerified string
	if r.Method == http.MethodPut && verify(r) == nil {
		http.Redirect(w, r, r.FormValue("next"), http.StatusFound) // ok
		atVerified = r.FormValue("then")
		defer func() { http.Redirect(w, r, r.FormValue("last"), http.StatusFound) }() // ok
	}
	http.Redirect(w, r, atVerified, http.StatusFound) // ok
	switch verify(r) {
	case nil:
		http.Redirect(w, r, r.FormValue("a"), http.StatusFound)                                // ok
		defer func() { http.Redirect(w, r, r.FormValue("b"), http.StatusTemporaryRedirect) }() // ok
	}
	if r.FormValue("signature") != signature {
		return
	}
	http.Redirect(w, r, r.FormValue("c"), http.StatusFound) // ok
}

func withToken(w http.ResponseWriter, r *http.Request) {
	then := r.FormValue("then")
	token, err := tokenOf(r)
	if err != nil {
		return
	}
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound) // ok
	http.Redirect(w, r, then, http.StatusFound)                // ok
	_ = token
}

func ofSession(w http.ResponseWriter, r *http.Request, sessions map[string]bool) {
	if !sessions[r.FormValue("session")] {
		return
	}
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound) // ok
}

func usedElsewhere(w http.ResponseWriter, r *http.Request, home string) {
	a, b, c, d, e := r.FormValue("a"), r.FormValue("b"), r.FormValue("c"), r.FormValue("d"), r.FormValue("e")
	if a == home {
		http.Redirect(w, r, a, http.StatusFound) // ok
	}
	mustBeLocal(&b)
	http.Redirect(w, r, b, http.StatusFound) // ok
	func() { c = "/" }()
	http.Redirect(w, r, c, http.StatusFound) // ok
	switch d {
	case "/a", "/b":
		http.Redirect(w, r, d, http.StatusFound) // ok
	}
	mustBeIn(r.Form["e"])
	http.Redirect(w, r, e, http.StatusFound) // ok
	f := r.FormValue("f")
	defer func() { http.Redirect(w, r, f, http.StatusFound) }() // ok
	mustBeIn([]string{f, r.FormValue("g")})
	http.Redirect(w, r, r.FormValue("g"), http.StatusFound) // ok
}

// From a request to a redirect, with no check between.

func parsed(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound)      // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, "/u"+u.Path, http.StatusFound)     // ok
	http.Redirect(w, r, "/?"+u.RawQuery, http.StatusFound) // ok
}

func parsedByUs(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.URL.Query().Get("next"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, u.Href(), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func withCodeOurs(w http.ResponseWriter, r *http.Request, code string) {
	u, err := url.Parse(r.FormValue("redirect_uri"))
	if err != nil {
		return
	}
	http.Redirect(w, r, u.AppendQuery("code", code).Href(), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a\? leads to another host; use redirect.SameOrigin or redirect.Target`
}

func withCodeForOne(w http.ResponseWriter, r *http.Request, code string) {
	u, err := url.Parse(r.FormValue("redirect_uri"))
	if err != nil {
		return
	}
	if v, ok := u.QueryValue("for"); ok && v == code {
		http.Redirect(w, r, u.AppendQuery("code", code).Href(), http.StatusFound) // ok: compared
	}
}

func withCodeJudged(w http.ResponseWriter, r *http.Request, code string) {
	u, err := url.Parse(r.FormValue("redirect_uri"))
	if err != nil || u.Hostname() != "app.example" || !u.IsHTTP() {
		return
	}
	u = u.WithQueryValue("code", code)
	http.Redirect(w, r, u.Href(), http.StatusFound) // ok
}

func withCode(w http.ResponseWriter, r *http.Request, code string) {
	next := r.FormValue("redirect_uri")
	http.Redirect(w, r, next+"?code="+code, http.StatusFound)          // want `the client chooses the target of this redirect, and a target such as https://evil.example/a\?code= leads to another host`
	http.Redirect(w, r, "/in?next="+next+code, http.StatusFound)       // ok
	http.Redirect(w, r, "https://app.example/"+next, http.StatusFound) // ok
}

func withQuery(w http.ResponseWriter, r *http.Request, code string) {
	u, err := neturl.Parse(r.FormValue("redirect_uri"))
	if err != nil {
		return
	}
	q := u.Query()
	q.Set("code", code)
	u.RawQuery = q.Encode()
	http.Redirect(w, r, u.String(), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a\? leads to another host`
}

func appendedInBranches(w http.ResponseWriter, r *http.Request, code string) {
	uri, params := strings.TrimSpace(r.FormValue("redirect_uri")), "code="+code
	if uri == "" {
		uri = "/"
	}
	if strings.Contains(uri, "?") {
		uri = uri + "&" + params
	} else {
		uri = uri + "?" + params
	}
	http.Redirect(w, r, uri, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a\?code= leads to another host`
}

func appendedIfSigned(w http.ResponseWriter, r *http.Request, code, signature string) {
	uri, params := r.FormValue("redirect_uri"), "code="+code
	if isSigned := strings.TrimSuffix(signature, uri+params) != signature; !isSigned {
		return
	}
	http.Redirect(w, r, uri+"?"+params, http.StatusFound) // ok: signed
}

func rewrittenIfTrimmed(w http.ResponseWriter, r *http.Request, secret string) {
	uri, rest := r.FormValue("redirect_uri"), strings.TrimPrefix(r.FormValue("signature"), secret)
	if rest != "" {
		return
	}
	http.Redirect(w, r, uri, http.StatusFound) // ok: signed
}

func appendedIfSame(w http.ResponseWriter, r *http.Request, base, code string) {
	uri := r.FormValue("redirect_uri")
	if uri != base+"/cb" {
		uri = base
	}
	http.Redirect(w, r, uri+"?code="+code, http.StatusFound) // ok: compared
}

func separated(w http.ResponseWriter, r *http.Request, state string) {
	uri := r.URL.Query().Get("redirect_uri")
	separator := "?"
	if strings.Contains(uri, "?") {
		separator = "&"
	}
	uri += separator + "state=" + neturl.QueryEscape(state)
	log.Printf("redirect to %s", uri)
	http.Redirect(w, r, uri, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a\?state= leads to another host`
}

func formatted(w http.ResponseWriter, r *http.Request, code string) {
	to := fmt.Sprintf("%s?code=%s", strings.TrimSpace(r.FormValue("to")), code)
	http.Redirect(w, r, to, http.StatusFound)                                      // want `the client chooses the target of this redirect, and a target such as https://evil.example/a\?code= leads to another host`
	http.Redirect(w, r, fmt.Sprintf("/a/%s", r.FormValue("to")), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
}

func slash(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/"+r.PathValue("path"), http.StatusFound)                    // want `the client chooses the target of this redirect, and a target such as //evil.example/a leads to another host`
	http.Redirect(w, r, "/"+neturl.PathEscape(r.PathValue("path")), http.StatusFound) // ok
	http.Redirect(w, r, "/docs/"+r.PathValue("path"), http.StatusFound)               // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
}

func cut(w http.ResponseWriter, r *http.Request) {
	back, _, _ := strings.Cut(r.Header.Get("Referer"), "#")
	http.Redirect(w, r, back, http.StatusSeeOther) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func cookieValue(w http.ResponseWriter, r *http.Request) {
	back := "/"
	if cookie, err := r.Cookie("back"); err == nil && cookie.Value != "" {
		back = cookie.Value
		http.SetCookie(w, &http.Cookie{Name: "back", MaxAge: -1})
	}
	http.Redirect(w, r, back, http.StatusSeeOther) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func unescaped(w http.ResponseWriter, r *http.Request) {
	to, err := neturl.QueryUnescape(r.URL.Query().Get("u"))
	if err != nil {
		to = "/"
	}
	w.Header().Set("Location", to) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	w.WriteHeader(http.StatusFound)
}

func element(w http.ResponseWriter, r *http.Request) {
	if list := r.URL.Query()["next"]; len(list) > 0 {
		http.Redirect(w, r, list[0], http.StatusFound)          // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
		http.Redirect(w, r, "/next/"+list[0], http.StatusFound) // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
	}
}

func pieces(w http.ResponseWriter, r *http.Request) {
	state := strings.SplitN(r.FormValue("state"), "|", 2)
	target := state[0]
	http.Redirect(w, r, target, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func rest(w http.ResponseWriter, r *http.Request) {
	to := "x" + r.FormValue("to")
	to = to[1:]
	http.Redirect(w, r, to, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func replaced(w http.ResponseWriter, r *http.Request) {
	next := strings.ReplaceAll(r.FormValue("next"), " ", "%20")
	next = strings.TrimSuffix(next, "/")
	http.Redirect(w, r, next, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func chosen(w http.ResponseWriter, r *http.Request) {
	var to string
	switch r.FormValue("action") {
	case "cancel":
		to = r.FormValue("cancel")
	case "":
		to = "/"
	default:
		to = r.FormValue("done")
	}
	http.Redirect(w, r, to, http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func resolved(w http.ResponseWriter, r *http.Request, base *neturl.URL) {
	u, err := base.Parse(r.PostFormValue("to"))
	if err != nil {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
}

func copied(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil {
		return
	}
	to := *u
	u.Scheme, u.Host = "", ""
	http.Redirect(w, r, to.String(), http.StatusFound)     // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	http.Redirect(w, r, "/u"+u.String(), http.StatusFound) // ok
}

func ofGinPath(c *gin.Context) {
	to := c.Param("to")
	c.Redirect(http.StatusFound, to)           // want `the client chooses the target of this redirect, and a target such as https://evil.example/a leads to another host`
	c.Redirect(http.StatusFound, "/users/"+to) // ok
}

func oldPath(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, strings.TrimPrefix(r.URL.Path, "/old"), http.StatusMovedPermanently) // want `a request for /old/\\evil.example is redirected to /\\evil.example, which a browser reads as a URL on another host`
	http.Redirect(w, r, strings.Replace(r.URL.Path, "/old/", "/new/", 1), http.StatusFound)  // ok
}

func oldPaths(mux *http.ServeMux) {
	mux.HandleFunc("GET /old/", oldPath)
	mux.HandleFunc("/exact", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.TrimPrefix(r.URL.Path, "/exact")+"/", http.StatusFound) // ok: there is nothing after it
	})
	mux.HandleFunc("/v1/{rest...}", func(w http.ResponseWriter, r *http.Request) {
		if rest, ok := strings.CutPrefix(r.URL.Path, "/v1"); ok {
			http.Redirect(w, r, rest, http.StatusMovedPermanently) // want `a request for /v1/.evil.example is redirected`
		}
		http.Redirect(w, r, "/v2"+r.URL.Path[len("/v1"):], http.StatusFound) // ok
	})
}

// The same, and innocent.

func overwritten(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	log.Print(next)
	next = "/home"
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func inTable(w http.ResponseWriter, r *http.Request, pages map[string]string) {
	next := r.FormValue("next")
	to, ok := pages[next]
	if !ok {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusFound) // ok
}

func inSet(w http.ResponseWriter, r *http.Request, allowed map[string]bool) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil || !allowed[u.Host] {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
}

func ofHost(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil {
		return
	}
	if host := u.Hostname(); host != "app.example" {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
}

func withoutHost(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil {
		return
	}
	u.Scheme, u.Opaque, u.Host = "https", "", r.Host
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
}

func aliased(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil {
		return
	}
	v := *u
	to := v
	to.Host, to.Opaque = "app.example", ""
	http.Redirect(w, r, to.String(), http.StatusFound) // ok
}

func mustBe(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	assertLocal(next)
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func converted(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.FormValue("page"))
	if err != nil {
		n = 1
	}
	http.Redirect(w, r, "/"+strconv.Itoa(n), http.StatusFound) // ok
}

func matchedBy(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !aName.MatchString(next) {
		return
	}
	http.Redirect(w, r, "/"+next, http.StatusFound) // ok
}

func made(w http.ResponseWriter, r *http.Request) {
	next := local(r.FormValue("next"))
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func captured(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	check := func() {
		if !aName.MatchString(next) {
			next = "/"
		}
	}
	check()
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func shadowed(w http.ResponseWriter, r *http.Request) {
	next := "/"
	if r.Method == http.MethodPost {
		next := r.FormValue("next")
		log.Print(next)
	}
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func looped(w http.ResponseWriter, r *http.Request, known []string) {
	next := r.FormValue("next")
	for _, page := range known {
		if page == next {
			http.Redirect(w, r, next, http.StatusFound) // ok
			return
		}
	}
	http.Redirect(w, r, "/", http.StatusFound) // ok
}

func chosenBy(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	switch strings.TrimSuffix(next, "/") {
	case "/a", "/b":
	default:
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func bySlash(w http.ResponseWriter, r *http.Request) {
	next := "/" + strings.TrimLeft(r.FormValue("next"), `./\`+"\t\r\n ")
	http.Redirect(w, r, next, http.StatusFound)                                              // ok
	http.Redirect(w, r, path.Join("/a", r.FormValue("next")), http.StatusFound)              // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
	http.Redirect(w, r, "/?next="+neturl.QueryEscape(r.FormValue("next")), http.StatusFound) // ok
}

func ofSameOrigin(w http.ResponseWriter, r *http.Request, home url.URL) {
	u, err := home.ParseSameOrigin(r.FormValue("next"))
	if err != nil {
		u = home
	}
	http.Redirect(w, r, u.Href(), http.StatusFound) // ok
}

func flagged(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	isLocal := strings.HasPrefix(next, "https://app.example/")
	if isLocal {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
}

func elementSet(w http.ResponseWriter, r *http.Request) {
	if !aName.MatchString(r.Form.Get("next")) {
		r.Form["next"] = []string{"/"}
	}
	http.Redirect(w, r, r.Form.Get("next"), http.StatusFound) // ok
	list := r.Form["then"]
	list[0] = "/then"
	http.Redirect(w, r, list[0], http.StatusFound) // ok
}

func checkedCookie(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie("back")
	if err != nil || !isSigned(cookie) {
		return
	}
	http.Redirect(w, r, cookie.Value, http.StatusFound) // ok
}

func corrected(w http.ResponseWriter, r *http.Request, home string) {
	next := r.FormValue("next")
	if err := verify(r); err != nil {
		next = home
	}
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func verifiedFirst(w http.ResponseWriter, r *http.Request) {
	err := verify(r)
	if err != nil {
		return
	}
	u, err := neturl.Parse(r.FormValue("next"))
	if err == nil {
		http.Redirect(w, r, u.String(), http.StatusFound) // ok
	}
}

var assertLocal func(string)

func local(string) string { return "/" }
func isSigned(any) bool   { return false }

var aName = regexp.MustCompile(`^[a-z]+$`)

const nextName = "next"

var signature string

var verify func(*http.Request) error

var tokenOf func(*http.Request) (string, error)

func mustBeLocal(*string) {}
func mustBeIn([]string)   {}

func rooted(w http.ResponseWriter, r *http.Request, home *neturl.URL) {
	id := neturl.PathEscape(r.FormValue("id"))
	http.Redirect(w, r, "/a/"+id, http.StatusFound)                                             // ok
	http.Redirect(w, r, "/a/"+id+"/edit", http.StatusFound)                                     // ok
	http.Redirect(w, r, "/"+id, http.StatusFound)                                               // ok
	http.Redirect(w, r, fmt.Sprintf("/a/%q", r.FormValue("id")), http.StatusFound)              // ok
	http.Redirect(w, r, fmt.Sprintf("/a/%s", id), http.StatusFound)                             // ok
	http.Redirect(w, r, path.Join("/a", id), http.StatusFound)                                  // ok
	http.Redirect(w, r, home.JoinPath(r.FormValue("id")).String(), http.StatusFound)            // ok
	http.Redirect(w, r, "/a/"+strings.ReplaceAll(r.FormValue("id"), "/", ""), http.StatusFound) // ok
	http.Redirect(w, r, "/a#"+r.FormValue("id"), http.StatusFound)                              // ok
	http.Redirect(w, r, "/a?id="+id, http.StatusFound)                                          // ok
	http.Redirect(w, r, "https://app.example/a/"+r.FormValue("id"), http.StatusFound)           // ok
	http.Redirect(w, r, strings.Map(onlyLetters, r.FormValue("id")), http.StatusFound)          // ok
	http.Redirect(w, r, (&neturl.URL{Path: "/a/" + r.FormValue("id")}).String(), 302)           // ok
	w.Header().Set("Location", "/a/"+r.FormValue("id"))                                         // ok: a browser stays on the site
	w.Header().Set("Location", "/a/"+strings.ToLower(r.FormValue("id")))                        // ok
	for _, name := range []string{"a", "b"} {
		if r.FormValue("name") == name {
			http.Redirect(w, r, "/"+name, http.StatusFound) // ok
		}
		if strings.EqualFold(r.FormValue("name"), name) {
			http.Redirect(w, r, "/"+r.FormValue("name"), http.StatusFound) // ok
		}
	}
	switch next := r.FormValue("next"); {
	case strings.HasPrefix(next, "/a/") && !strings.Contains(next, ".."):
		http.Redirect(w, r, next, http.StatusFound) // ok
	case aName.MatchString(next):
		http.Redirect(w, r, "/"+next, http.StatusFound) // ok
	}
}

func onlyLetters(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r
	}
	return -1
}

func ownHost(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	isPath := strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.ContainsAny(next, "\\\t")
	if isPath || strings.HasPrefix(next, "https://"+r.Host) {
		http.Redirect(w, r, next, http.StatusFound) // want `"https://appw.example.evil.example/a" passes the checks before this redirect`
	}
	if isPath || strings.HasPrefix(next, "https://"+r.Host+"/") {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
	u, err := neturl.Parse(next)
	if err != nil || u.Host != "" && u.Host != r.Host {
		return
	}
	w.Header().Set("Location", u.Path)             // want `passes the checks before this redirect`
	w.Header().Set("Location", path.Clean(u.Path)) // want `passes the checks before this redirect`
}

type state struct{ next string }

func stateOf(r *http.Request) state {
	u, err := neturl.Parse(r.FormValue("state"))
	if err != nil {
		return state{"/"}
	}
	return state{u.RequestURI()}
}

func cutsHost(w http.ResponseWriter, r *http.Request) {
	s := stateOf(r)
	http.Redirect(w, r, s.next, http.StatusFound) // want `passes the checks before this redirect`
}

func keepsHost(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	isPath := strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.ContainsAny(next, "\\\t")
	if isPath || next == "https://"+r.Host {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
	if isPath || strings.HasPrefix(next, "http://"+r.Host+"/") || strings.HasPrefix(next, "https://"+r.Host+"?") {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
	u, err := neturl.Parse(next)
	if err != nil || u.Host != "" && u.Host != r.Host {
		return
	}
	http.Redirect(w, r, "/login?next="+neturl.QueryEscape(u.Path), http.StatusFound) // ok
	w.Header().Set("Location", "/"+strings.TrimLeft(u.Path, `/\`))                   // ok
	w.Header().Set("Location", "https://"+r.Host+"/"+u.EscapedPath())                // ok
	if !strings.HasPrefix(u.Path, "//") && !strings.Contains(u.Path, `\`) {
		w.Header().Set("Location", u.EscapedPath()) // ok
	}
}

// Who sets up the program may list the hosts of redirects, or leave that to the clients.
type handler struct{ allowed map[string]bool }

func (h *handler) allows(u *neturl.URL) bool {
	if len(h.allowed) > 0 && u.Hostname() != "" {
		return h.allowed[u.Hostname()]
	}
	return u.IsAbs() || strings.HasPrefix(u.Path, "/")
}

func (h *handler) redirects(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("url"))
	if err != nil || !h.allows(u) {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
	if r.Header.Get("Accept") != "" && u.IsAbs() {
		w.Header().Set("Location", u.String()) // ok
	}
}
