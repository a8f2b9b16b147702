package attacks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"
	"os"
	"path"
	"regexp"
	"strings"
	"syscall"

	"example.com/testdata/attacks/helper"
	"github.com/chromedp/chromedp"
	"github.com/gin-gonic/gin"
	"github.com/weburl-go/url"
)

// Checks in a function of their own, in this and in another package.

func relativePath(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !helper.IsRelativePath(next) {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `"/\\\\evil.example/a" passes the checks before this redirect, but a browser reads it as a URL on another host`
}

func sanitized(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", helper.Sanitize(r.FormValue("next"), "/")) // want `passes the checks before this redirect`
	w.WriteHeader(http.StatusSeeOther)
}

func isSafe(r *http.Request, ref string) bool {
	n, err := neturl.Parse(ref)
	if err != nil {
		return false
	}
	return n.Host == "" || n.Host == r.Host
}

func login(w http.ResponseWriter, r *http.Request, next string) {
	if next == "" {
		next = "/"
	}
	if !isSafe(r, next) {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `passes the checks before this redirect`
}

func answer(w http.ResponseWriter, r *http.Request, to string) {
	http.Redirect(w, r, to, http.StatusSeeOther) // ok: no check
}

func through(w http.ResponseWriter, r *http.Request) {
	switch next := r.URL.Query().Get("next"); {
	case strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//"):
		answer(w, r, next) // want `passes the checks before this redirect`
	default:
		answer(w, r, "/") // ok
	}
}

// What net/url writes is sent, and not what came.
func written(c *gin.Context, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Host != "" {
		c.Redirect(http.StatusSeeOther, "/") // ok
		return
	}
	c.Redirect(http.StatusSeeOther, n.String()) // want `"https:///evil.example/a" passes the checks`
}

func forced(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil {
		return
	}
	n.Scheme, n.Host = "https", "app.example"
	http.Redirect(w, r, n.String(), http.StatusSeeOther) // want `evil.example/a" passes the checks`
}

func localRight(w http.ResponseWriter, r *http.Request, next string, allowed map[string]bool) {
	if helper.IsLocal(next) {
		w.Header().Set("Location", next) // ok
	}
	if helper.Known(next) {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok
	}
	if allowed[next] {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok
	}
	if pattern.MatchString(next) {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not known
	}
	if strings.HasPrefix(next, "/app/") {
		http.Redirect(w, r, "/app/"+path.Base(next), http.StatusSeeOther) // ok
	}
	http.Redirect(w, r, "/?next="+next, http.StatusSeeOther)              // ok
	http.Redirect(w, r, "https://app.example"+next, http.StatusSeeOther)  // ok: not known what it begins with
	http.Redirect(w, r, fmt.Sprintf("/%d/%s", 1, next), 303)              // ok
	http.Redirect(w, r, "/"+strings.TrimLeft(next, `/\`), 303)            // ok
	http.Redirect(w, r, "https://"+r.Host+"/"+neturl.PathEscape(next), 1) // ok
}

var pattern = regexp.MustCompile(`^/[a-z]*$`)

func opaqueRight(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Opaque != "" {
		return
	}
	n.Scheme, n.Host = "https", "app.example"
	http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
}

func escapedRight(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.IsAbs() || n.Host != "" {
		return
	}
	http.Redirect(w, r, n.String(), http.StatusSeeOther)             // ok: it encodes the backslash, and http.Redirect merges slashes
	http.Redirect(w, r, "/a"+n.EscapedPath(), http.StatusSeeOther)   // ok
	http.Redirect(w, r, "/a/"+r.FormValue("b"), http.StatusSeeOther) // want `the client chooses the target of this redirect, and a target such as /\\evil.example/a leads to another host`
}

type server struct{ root fs.FS }

func (s *server) judge(string) bool { return len(os.Args) > 1 }

func (s *server) judged(w http.ResponseWriter, r *http.Request, next string) {
	if s.judge(next) && strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `passes the checks before this redirect`
	}
}

func notKnown(w http.ResponseWriter, r *http.Request, next string) {
	if isAllowed(next) && strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not known what it accepts
	}
}

func pathOf(w http.ResponseWriter, r *http.Request, made string) {
	u := neturl.URL{Path: made, RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, u.String(), http.StatusMovedPermanently) // ok: a path that the caller made
}

var isAllowed func(string) bool

// The path of the request itself.

func slashes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := r.URL.Path
		if len(p) > 1 && strings.HasSuffix(p, "/") {
			p = "/" + strings.Trim(p, "/")
			if r.URL.RawQuery != "" {
				p = fmt.Sprintf("%s?%s", p, r.URL.RawQuery)
			}
			http.Redirect(w, r, p, http.StatusMovedPermanently) // want `a request for /\\evil.example/ is redirected to /\\evil.example, which a browser reads as a URL on another host; use redirect.SameOrigin or redirect.Target`
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	info, err := fs.Stat(s.root, r.URL.Path)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if info.IsDir() && r.URL.Path[len(r.URL.Path)-1] != '/' {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently) // want `a request for /\\evil.example is redirected`
		return
	}
	u := *r.URL
	u.Path = strings.TrimSuffix(u.Path, "/")
	http.Redirect(w, r, u.String(), http.StatusMovedPermanently) // want `a request for //evil.example`
}

func builder(c *gin.Context) {
	var b strings.Builder
	b.WriteString(path.Clean(strings.ToLower(c.Request.URL.Path)))
	b.WriteString("?lower")
	c.Redirect(http.StatusMovedPermanently, b.String()) // want `a request for /\\evil.example is redirected`
}

func escaped(w http.ResponseWriter, r *http.Request) {
	u := *r.URL
	u.Path += "/"
	http.Redirect(w, r, u.String(), http.StatusMovedPermanently)                             // ok: for what a ServeMux lets through
	http.Redirect(w, r, r.URL.RequestURI(), http.StatusMovedPermanently)                     // ok: the same
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently)           // ok
	http.Redirect(w, r, fmt.Sprintf("//%s%s", r.Host, r.URL.Path), 301)                      // ok
	http.Redirect(w, r, "/v2"+r.URL.Path, http.StatusMovedPermanently)                       // ok
	http.Redirect(w, r, "/"+path.Base(r.URL.Path), http.StatusMovedPermanently)              // want `a request for`
	http.Redirect(w, r, "/login?next="+neturl.QueryEscape(r.URL.Path), http.StatusSeeOther)  // ok
	http.Redirect(w, r, strings.Replace(r.URL.Path, "/", "/app/", 1), http.StatusSeeOther)   // ok
	http.Redirect(w, r, "/"+strings.TrimLeft(r.URL.Path, `/\`), http.StatusMovedPermanently) // ok
}

func prefixed(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/docs" {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently) // ok
	}
	if strings.HasPrefix(r.URL.Path, "/docs/") {
		http.Redirect(w, r, r.URL.Path+"index", http.StatusMovedPermanently) // ok
	}
}

func fixed(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently) // ok: it is registered for one path
}

func register(mux *http.ServeMux) {
	mux.HandleFunc("/admin", fixed)
	mux.HandleFunc("/user", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently) // ok
	})
}

// Text of a URL that is compared with a domain.

func prefix(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "https://app.example") {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `https://app.example.evil.example/a passes the preceding checks but names another host; parse the URL and compare its Origin`
	}
	if strings.HasPrefix(next, "https://app.example/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok
	}
}

func cors(w http.ResponseWriter, r *http.Request) {
	if origin := r.Header.Get("Origin"); strings.HasSuffix(origin, "app.example") {
		w.Header().Set("Access-Control-Allow-Origin", origin) // want `passes the preceding checks`
	} else if strings.HasSuffix(origin, ".app.example") || origin == "https://app.example" {
		w.Header().Set("Access-Control-Allow-Origin", origin) // ok
	}
	if origin := r.Header.Get("Origin"); origin == "https://app.example" {
		w.Header().Set("Access-Control-Allow-Origin", origin) // ok
	}
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin")) // ok: no check
}

func fetch(s string) (*http.Response, error) {
	if strings.HasPrefix(s, "http://") {
		return http.Get(s) // ok
	}
	if n, err := neturl.Parse(s); err == nil && n.Host == "api.example.com" {
		return http.Get(n.String()) // ok
	}
	return nil, nil
}

func fetchPrefix(s string) (*http.Response, error) {
	if !strings.HasPrefix(s, "https://api.example.com") {
		return nil, fmt.Errorf("%s is refused", s)
	}
	return http.Get(s) // want `https://api.example.com.evil.example/a passes`
}

func fetchDomain(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil || n.Hostname() != "api.app.example" && !strings.HasSuffix(n.Hostname(), ".app.example") {
		return nil, fmt.Errorf("%s is refused", s)
	}
	return http.Get(s) // ok: evilapi.app.example is in the domain
}

var denied = regexp.MustCompile(`^https?://(127\.|10\.|localhost)`)

func hook(in *attribute) (*http.Response, error) {
	if denied.MatchString(in.Value) {
		return nil, fmt.Errorf("%s is refused", in.Value)
	}
	return http.Get(in.Value) // want `HTTP://127.0.0.1/evil passes the preceding checks, although http://127.0.0.1/evil does not; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
}

func hookRight(in *attribute) (*http.Response, error) {
	n, err := neturl.Parse(in.Value)
	if err != nil || n.Hostname() == "127.0.0.1" {
		return nil, fmt.Errorf("%s is refused", in.Value)
	}
	if in.Key == "" {
		return http.Get(in.Key) // ok
	}
	return http.Get(in.Value) // ok: not this rule
}

// Links that are shown in a page.

func link(s string) template.URL {
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(s)), "javascript:") {
		return "#"
	}
	return template.URL(s) // want `"java\\tscript:alert\(1\)" passes the preceding checks, but a browser runs it as a script`
}

func video(s string) template.URL {
	if n, err := neturl.Parse(s); err == nil && n.Host == "www.video.example" {
		return template.URL(n.String()) // want `"javascript://www.video.example/%0aalert\(1\)" passes`
	}
	return ""
}

func linkRight(s string) template.URL {
	n, err := neturl.Parse(s)
	if err == nil && n.Scheme == "https" && n.Host == "www.video.example" {
		return template.URL(n.String()) // ok
	}
	if err == nil && (n.Scheme == "" || n.Scheme == "http") && n.Host == "www.video.example" {
		return template.URL("/video" + n.Path) // ok
	}
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return template.URL(s) // ok
	}
	return template.URL("/" + s) // ok
}

var script, data = []byte("javascript:"), []byte("data:")

func hasPrefix(s, prefix []byte) bool {
	return len(s) >= len(prefix) && bytes.Equal(bytes.ToLower(s[:len(prefix)]), prefix)
}

func isDangerous(s []byte) bool { // want `the function isDangerous does not recognize " javascript:alert\(1\)" as a script, but a browser runs it as one`
	return hasPrefix(s, script) || hasPrefix(s, data)
}

type attribute struct{ Key, Value string }

func sanitize(list []attribute) (kept []attribute) {
	for _, a := range list {
		if strings.HasPrefix(a.Key, "on") {
			continue
		}
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Value)), "javascript:") { // want `java\\tscript: and \\x01javascript: do not have this prefix, but a browser runs them as scripts`
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

func crawl(list []attribute) (kept []attribute) {
	for _, a := range list {
		if strings.HasPrefix(strings.ToLower(a.Value), "javascript:") { // ok: it removes no handlers, so that it may only follow links
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

func sanitizeRight(list []attribute) (kept []attribute) {
	for _, a := range list {
		if strings.HasPrefix(a.Key, "on") {
			continue
		}
		text := strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1
			}
			return r
		}, a.Value)
		if !strings.HasPrefix(strings.ToLower(text), "javascript:") { // ok
			kept = append(kept, a)
		}
	}
	return kept
}

func isSafeLink(s string) bool { // ok
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

func isSafeScheme(s string) bool { // ok
	n, err := neturl.Parse(s)
	return err == nil && (n.Scheme == "http" || n.Scheme == "https")
}

func follow(links []string) (list []string) {
	for _, s := range links {
		if strings.HasPrefix(s, "javascript:") || strings.HasPrefix(s, "mailto:") { // ok: a crawler
			continue
		}
		list = append(list, s)
	}
	return list
}

// Checks that public advisories describe.

var noFiles = regexp.MustCompile(`^file:`)

var ErrFiltered = errors.New("filtered")

func filter(denied *regexp.Regexp, s string) error {
	if denied.MatchString(s) {
		return fmt.Errorf("%s: %w", s, ErrFiltered)
	}
	return nil
}

func convert(ctx context.Context, s string) error {
	if err := filter(noFiles, s); err != nil {
		return err
	}
	return chromedp.Run(ctx, chromedp.Navigate(s)) // want `"FILE:///etc/a" passes the preceding checks, but a browser opens it as a file; parse it, check IsHTTP, and use Href`
}

func convertLower(ctx context.Context, s string) error {
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(s)), "file:") {
		return ErrFiltered
	}
	return chromedp.Run(ctx, chromedp.Navigate(s)) // want `"fi\\tle:///etc/a" passes`
}

func convertRight(ctx context.Context, s string) error {
	n, err := neturl.Parse(s)
	if err != nil {
		return err
	}
	if n.Scheme == "http" || n.Scheme == "https" {
		return chromedp.Run(ctx, chromedp.Navigate(s)) // ok
	}
	if strings.HasPrefix(s, "file:") {
		return chromedp.Run(ctx, chromedp.Navigate("about:blank")) // ok
	}
	return chromedp.Run(ctx, chromedp.Navigate("https://app.example/?u="+neturl.QueryEscape(s))) // ok
}

func convertAny(ctx context.Context, s string) error {
	if strings.HasPrefix(s, "file:") {
		return chromedp.Run(ctx, chromedp.Navigate(s)) // ok: files are meant
	}
	return chromedp.Run(ctx, chromedp.Navigate("https://"+s)) // ok
}

func destination(s string) template.URL {
	if strings.ContainsAny(s, " \t\r\n\x01") || strings.HasPrefix(strings.ToLower(s), "javascript:") {
		return "" // ok
	}
	return template.URL(html.UnescapeString(s)) // want `"javascript&colon;alert\(1\)" passes the preceding checks, but it becomes a script once its character references are decoded`
}

func destinationRight(s string) template.URL {
	s = html.UnescapeString(s)
	if strings.ContainsAny(s, " \t\r\n\x01") || strings.HasPrefix(strings.ToLower(s), "javascript:") {
		return "" // ok
	}
	return template.URL(s) // ok
}

func frame(s string) template.URL {
	if strings.HasPrefix(s, "data:") {
		return ""
	}
	return template.URL(s) // want `"DATA:text/html,a" passes the preceding checks, but a browser opens it as a data: URL`
}

func picture(s string) template.URL {
	if strings.HasPrefix(s, "data:image/png") {
		return template.URL(s) // ok
	}
	if strings.HasPrefix(s, "https://") {
		return template.URL(s) // ok
	}
	return template.URL("/proxy?u=" + neturl.QueryEscape(s)) // ok
}

func sameSite(s string) bool { return len(s) >= 2 && s[0] == '/' && s[1] != '/' && s[1] != '\\' }

func afterLogin(w http.ResponseWriter, r *http.Request) {
	to := "/"
	if c, err := r.Cookie("redirect_to"); err == nil {
		to = c.Value
	}
	if !sameSite(to) {
		to = "/home"
	}
	http.Redirect(w, r, to, http.StatusFound) // want `evil.example/a" passes the checks before this redirect`
}

type validator struct{ host string }

func (v *validator) validate(s string) (string, bool) {
	n, err := neturl.Parse(s)
	if err != nil {
		return "", false
	}
	if n.Host != "" {
		return s, n.Scheme == "https" && n.Host == v.host
	}
	if len(s) == 0 || s[0] != '/' || len(s) > 1 && (s[1] == '/' || s[1] == '\\') {
		return "", false
	}
	return n.Path, true
}

func (v *validator) send(w http.ResponseWriter, r *http.Request, s string) {
	if to, ok := v.validate(s); ok {
		http.Redirect(w, r, to, http.StatusSeeOther) // want `evil.example/a" passes the checks before this redirect`
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther) // ok
}

func notAbsolute(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("redirect_url")
	if n, err := neturl.Parse(to); err == nil && !n.IsAbs() {
		http.Redirect(w, r, to, http.StatusSeeOther) // want `"//evil.example/a" passes the checks before this redirect`
	}
}

func pathOnly(w http.ResponseWriter, r *http.Request) {
	to := "/"
	if n, err := neturl.Parse(r.FormValue("next")); err == nil {
		to = n.Path
	}
	w.Header().Set("Location", to) // want `evil.example/a" passes the checks before this redirect`
}

func advisoriesRight(w http.ResponseWriter, r *http.Request, next string) {
	n, err := neturl.Parse(next)
	if err != nil || n.Scheme != "" || n.Host != "" || strings.ContainsAny(next, "\\\t\r\n") || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		http.Redirect(w, r, "/home", http.StatusFound) // ok
		return
	}
	http.Redirect(w, r, n.EscapedPath(), http.StatusFound)  // ok
	w.Header().Set("Location", n.EscapedPath())             // ok
	http.Redirect(w, r, "/in"+n.Path, http.StatusSeeOther)  // ok
	http.Redirect(w, r, "/#"+next, http.StatusSeeOther)     // ok
	http.Redirect(w, r, "/login", http.StatusFound)         // ok
	w.Header().Set("Location", "https://app.example"+next)  // ok
	w.Header().Set("Content-Location", r.FormValue("next")) // ok
}

// A host by what it begins with.

func repository(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(n.Hostname(), "gitlab.") {
		return nil, ErrFiltered
	}
	return http.Get(s) // want `gitlab.evil.example also begins with the prefix that was checked; compare the whole host or its last labels`
}

func begins(w http.ResponseWriter, r *http.Request, base url.URL, ref string) {
	u, err := base.Parse(ref)
	if err != nil || !u.IsHTTP() {
		return
	}
	host := strings.ToLower(u.Hostname())
	switch {
	case strings.HasPrefix(host, "app.example"):
		http.Redirect(w, r, u.Href(), http.StatusSeeOther) // want `app.example.evil.example also begins with the prefix that was checked`
	case strings.HasPrefix(host, "www."):
		http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok: not a check
	}
}

func beginsRight(w http.ResponseWriter, r *http.Request, u url.URL, n *neturl.URL) {
	if strings.HasPrefix(n.Host, "api.") && strings.HasSuffix(n.Host, ".app.example") {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
	}
	if strings.HasPrefix(u.Hostname(), "10.") {
		http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok: an address
	}
	if !strings.HasPrefix(n.Host, "gitlab.") {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
	}
	if strings.HasPrefix(n.Host, "localhost:") {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
	}
	if strings.HasPrefix(n.Path, "gitlab.") {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
	}
}

// A host by a regular expression.

var (
	noStart = regexp.MustCompile(`(.*\.)?app\.example$`)
	noEnd   = regexp.MustCompile(`^([a-z]+\.)?app\.example`)
	bareDot = regexp.MustCompile(`^api.app.example$`)
	whole   = regexp.MustCompile(`^(.*\.)?app\.example$`)
	labels  = regexp.MustCompile(`(^|\.)app\.example$`)
	any     = regexp.MustCompile(`^[a-z.]+$`)
)

func expressions(w http.ResponseWriter, r *http.Request, n *neturl.URL) {
	switch {
	case noStart.MatchString(n.Host):
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // want `evilapp.example also matches the regular expression in the preceding check`
	case noEnd.MatchString(n.Hostname()):
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // want `app.example.evil.example also matches the regular expression in the preceding check`
	case bareDot.MatchString(n.Host):
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // want `apixapp.example also matches the regular expression in the preceding check`
	}
}

func expressionsRight(w http.ResponseWriter, r *http.Request, n *neturl.URL) {
	if whole.MatchString(n.Host) {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
	}
	if labels.MatchString(n.Host) {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok
	}
	if any.MatchString(n.Host) {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok: not one domain
	}
	if !noEnd.MatchString(n.Host) {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok: it is refused
	}
	if noEnd.MatchString(n.Path) {
		http.Redirect(w, r, n.String(), http.StatusSeeOther) // ok: not a host
	}
	if noEnd.MatchString(n.Host) && strings.HasSuffix(n.Host, ".example") {
		http.Redirect(w, r, "/"+n.Host, http.StatusSeeOther) // ok: on the site
	}
}

// A host without its scheme.

func embed(s string) template.URL {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() != "www.video.example" {
		return ""
	}
	return template.URL(u.Href()) // want `javascript://host/%0aalert\(1\) also has a host, but a browser runs it as a script`
}

func leave(w http.ResponseWriter, r *http.Request, self url.URL, allowed map[string]bool) {
	u, err := self.Parse(r.FormValue("next"))
	if err != nil {
		return
	}
	if allowed[u.Host()] {
		http.Redirect(w, r, u.Href(), http.StatusSeeOther) // want `a URL with another scheme can have the same host, and a browser may open it in an app`
	}
	if u.Host() != "" {
		http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok: any host
	}
	if u.Host() == self.Host() {
		http.Get(u.Href()) // ok: net/http requests nothing but http and https
	}
}

func matched(w http.ResponseWriter, r *http.Request, pattern url.HostPattern, s string) template.URL {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	if host, ok := u.ParsedHost(); ok && pattern.Match(host) {
		http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok: no pattern matches the host of another scheme
		return template.URL(u.Href())                      // ok: the same
	}
	return "" // ok
}

func schemeRight(w http.ResponseWriter, r *http.Request, u url.URL, s string) template.URL {
	if u.Hostname() == "www.video.example" {
		return template.URL(u.Href()) // ok: not known what was asked before
	}
	v, err := url.Parse(s)
	if err != nil || v.Scheme() != "https" || v.Hostname() != "www.video.example" {
		return "" // ok
	}
	http.Redirect(w, r, v.Href(), http.StatusSeeOther) // ok
	return template.URL(v.Href())                      // ok
}

func schemeJudged(s string, judge func(url.URL) bool) template.URL {
	u, err := url.Parse(s)
	if err != nil || !judge(u) || u.Hostname() != "www.video.example" {
		return "" // ok
	}
	return template.URL(u.Href()) // ok
}

// Checks of addresses before a request or a connection.

var inner []*net.IPNet

func init() {
	for _, text := range []string{"10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10"} {
		_, block, err := net.ParseCIDR(text)
		if err != nil {
			panic(err)
		}
		inner = append(inner, block)
	}
}

func isInner(ip net.IP) bool {
	for _, block := range inner {
		if block.Contains(ip) {
			return true
		}
	}
	return false
}

func preview(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	found, err := net.LookupIP(n.Hostname())
	if err != nil {
		return nil, err
	}
	for _, ip := range found {
		if isInner(ip) {
			return nil, ErrFiltered
		}
	}
	return http.Get(n.String()) // want `0.0.0.0 passes the checks here but is not a public host; send the request through a transport from github.com/weburl-go/url/guard, which checks every address it dials`
}

func judge(addr netip.Addr) error {
	addr = addr.Unmap()
	if addr.IsPrivate() || addr.IsLoopback() || addr.IsLinkLocalUnicast() || addr.IsUnspecified() || addr.IsMulticast() {
		return fmt.Errorf("%s: %w", addr, ErrFiltered)
	}
	return nil
}

func control(_, address string, _ syscall.RawConn) error { // want `100.64.0.1 passes`
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	return judge(to.Addr())
}

var shared = func() (list []netip.Prefix) {
	for _, text := range []string{"0.0.0.0/8", "100.64.0.0/10", "198.18.0.0/15", "240.0.0.0/4"} {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}()

func dialer() *net.Dialer {
	return &net.Dialer{Control: func(network, address string, _ syscall.RawConn) error { // want `64:ff9b::a9fe:a9fe passes`
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return err
		}
		addr, err := netip.ParseAddr(host)
		if err != nil || judge(addr) != nil {
			return ErrFiltered
		}
		for _, prefix := range shared {
			if prefix.Contains(addr.Unmap()) {
				return ErrFiltered
			}
		}
		return nil
	}}
}

type resolver interface {
	LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error)
}

func dialChecked(r resolver) func(context.Context, string, string) (net.Conn, error) {
	plain := &net.Dialer{}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		found, err := r.LookupIPAddr(ctx, host)
		if err != nil || len(found) == 0 {
			return nil, ErrFiltered
		}
		for _, a := range found {
			if ip4 := a.IP.To4(); ip4 != nil && (ip4[0] == 10 || ip4[0] == 127 || ip4[0] == 172 && ip4[1]&0xf0 == 16 || ip4[0] == 192 && ip4[1] == 168) {
				return nil, ErrFiltered
			}
		}
		return plain.DialContext(ctx, network, net.JoinHostPort(found[0].IP.String(), port)) // want `169.254.169.254 passes`
	}
}

func isReserved(addr netip.Addr) bool {
	switch {
	case judge(addr) != nil, netip.MustParsePrefix("2002::/16").Contains(addr), netip.MustParsePrefix("64:ff9b::/96").Contains(addr):
		return true
	case netip.MustParsePrefix("::ffff:0:0:0/96").Contains(addr):
		return true
	}
	for _, prefix := range shared {
		if prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

func card(w http.ResponseWriter, r *http.Request) {
	n, err := neturl.Parse(r.FormValue("u"))
	if err != nil {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	ip := net.ParseIP(n.Hostname())
	if ip == nil || ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	http.Get(n.String()) // want `100.64.0.1 passes`
}

var internet, notInternet = netip.MustParsePrefix("2000::/3"), []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("127.0.0.0/8"),
	netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("168.63.129.16/32"), netip.MustParsePrefix("2002::/16"),
}

func isInternet(addr netip.Addr) bool {
	addr = addr.Unmap()
	for _, prefix := range notInternet {
		if prefix.Contains(addr) {
			return false
		}
	}
	return addr.Is4() || internet.Contains(addr)
}

func controlRight(_, address string, _ syscall.RawConn) error { // ok: no other address passes
	to, err := netip.ParseAddrPort(address)
	if err != nil || !isInternet(to.Addr()) {
		return ErrFiltered
	}
	return nil
}

func previewAgain(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(context.Background(), "ip", n.Hostname())
	if err != nil {
		return nil, err
	}
	for _, addr := range found {
		if !isInternet(addr) {
			return nil, ErrFiltered
		}
	}
	return http.Get(s) // want `the checks here catch neither redirects nor a host name that resolves to a different address when the client connects`
}

func proxied(client *http.Client, s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil || isInner(net.ParseIP(n.Hostname())) {
		return nil, ErrFiltered
	}
	return client.Get(s) // ok: its transport may judge addresses
}

func dialedLater(client *http.Client, s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	found, err := net.LookupIP(n.Hostname())
	joined := func(list ...string) string { return strings.Join(list, "") }
	if err != nil || isInner(found[0]) || joined("a", "b") == "" {
		return nil, ErrFiltered
	}
	return client.Get(s) // ok: a dialer of the package may judge addresses again
}

func country(address string) (*http.Response, error) {
	ip := net.ParseIP(address)
	if ip == nil || ip.IsPrivate() || ip.IsLoopback() {
		return nil, ErrFiltered
	}
	http.Get("https://api.example/?ip=" + address)       // ok: it is not the host
	return http.Get("https://api.example/v1/" + address) // ok
}

func skipsInner(s string) error {
	n, err := neturl.Parse(s)
	if err != nil || os.Getenv("OFFLINE") != "" {
		return ErrFiltered
	}
	if isInner(net.ParseIP(n.Hostname())) {
		return nil
	}
	_, err = http.Get(s) // ok: not an error
	return err
}

type settings struct{ all bool }

func (s settings) load(address string) ([]byte, error) {
	n, err := neturl.Parse(address)
	if err != nil {
		return nil, err
	}
	if isInner(net.ParseIP(n.Hostname())) && !s.all {
		return nil, ErrFiltered
	}
	response, err := http.Get(address) // want `0.0.0.0 passes`
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	defer response.Body.Close()
	return nil, nil
}

func sender(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || !isInner(net.ParseIP(host)) {
		return host // ok: a proxy that is trusted
	}
	return r.Header.Get("X-Forwarded-For")
}

func ownAddress(name string) (net.IP, error) { // ok: it is about this machine
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	found, err := net.LookupIP(name)
	if err != nil || len(list) == 0 || isInner(found[0]) {
		return nil, ErrFiltered
	}
	return found[0], nil
}

func banner(address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || ip.IsLoopback() {
		return nil, ErrFiltered
	}
	return net.Dial("tcp", address) // ok: not about public addresses
}

func nearby(address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil || !isInner(net.ParseIP(host)) {
		return nil, ErrFiltered
	}
	return net.Dial("tcp", address) // ok: public addresses are refused
}

func secured(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(n.Hostname()); ip.IsPrivate() || ip.IsLoopback() {
		return http.Get("http://" + n.Host + n.Path) // ok: it is requested, too
	}
	return http.Get("https://" + n.Host + n.Path) // ok
}

var refusedBlocks = []net.IPNet{{IP: net.IPv4(10, 0, 0, 0), Mask: net.CIDRMask(8, 32)}, {IP: net.IPv4(127, 0, 0, 0), Mask: net.IPv4Mask(255, 0, 0, 0)}}

func AllowNone(blocks ...net.IPNet) { refusedBlocks = append(refusedBlocks, blocks...) }

func dialConfigured(address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	for _, block := range refusedBlocks {
		if block.Contains(net.ParseIP(host)) {
			return nil, ErrFiltered
		}
	}
	return net.Dial("tcp", address) // ok: not known what is refused
}

func dialJudged(address string, judge func(net.IP) bool) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || isInner(ip) || judge(ip) {
		return nil, ErrFiltered
	}
	return net.Dial("tcp", address) // ok: not known what else is refused
}

var constantBlocks = []net.IPNet{{IP: net.IPv4(10, 0, 0, 0), Mask: net.CIDRMask(8, 32)}, {IP: net.IPv4(127, 0, 0, 0), Mask: net.IPv4Mask(255, 0, 0, 0)}}

func dialConstant(address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	for _, block := range constantBlocks {
		if block.Contains(net.ParseIP(host)) {
			return nil, ErrFiltered
		}
	}
	return net.Dial("tcp", address) // want `192.168.1.1 passes`
}

// A list of hosts that are refused.

func refusesLocal(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if host := n.Hostname(); host == "localhost" || host == "127.0.0.1" || host == "::1" {
		return nil, ErrFiltered
	}
	return http.Get(s) // want `127.1.2.3 passes`
}

func refusesText(n *neturl.URL) (net.Conn, error) {
	if strings.Contains(n.Host, "localhost") || strings.HasPrefix(n.Host, "127.") {
		return nil, ErrFiltered
	}
	return net.Dial("tcp", n.Host) // want `::1 passes`
}

func skipsLocal(s string) (*http.Response, error) {
	if strings.Contains(s, "localhost") {
		return nil, nil
	}
	return http.Get(s) // ok: not an error
}

func choosesLocal(s string) (*http.Response, error) {
	n, err := neturl.Parse(s)
	if err != nil {
		return nil, err
	}
	if n.Hostname() == "localhost" {
		return http.Get("http://" + n.Host) // ok
	}
	return http.Get("https://" + n.Host) // ok
}

func refusesLocalBy(client *http.Client, s string) (*http.Response, error) {
	if strings.Contains(s, "localhost") {
		return nil, ErrFiltered
	}
	return client.Get(s) // ok: its transport may judge addresses
}

func printsLocal(s string) (string, error) {
	if strings.Contains(s, "localhost") {
		return "", ErrFiltered
	}
	return s, nil // ok: nothing is requested
}
