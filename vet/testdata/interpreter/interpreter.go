// Package interpreter has checks whose results depend on what the interpreter knows of Go: closures, integers, deferred functions,
// and what else assigns the variables and fields of a package.
package interpreter

import (
	"errors"
	"flag"
	"net"
	"net/http"
	"net/netip"
	neturl "net/url"
	"os"
	"strings"
	"syscall"
)

// Each call of a function has its own variables, and so has each round of a loop.

func lacks(sub string) func(string) bool {
	return func(s string) bool { return !strings.Contains(s, sub) }
}

func closures(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	noSlashes, noBackslash, noTab := lacks("//"), lacks(`\`), lacks("\t")
	if !strings.HasPrefix(next, "/") || !noSlashes(next) || !noBackslash(next) || !noTab(next) {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func twoClosures(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	noTab, noSlashes := lacks("\t"), lacks("//")
	if !strings.HasPrefix(next, "/") || !noTab(next) || !noSlashes(next) {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // want `passes the checks before this redirect`
}

func finders() (list []func(string) bool) {
	for _, bad := range []string{"//", `\`, "\t"} {
		list = append(list, func(s string) bool { return strings.Contains(s, bad) })
	}
	return list
}

func captured(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	for _, finds := range finders() {
		if finds(next) {
			next = "/"
		}
	}
	if !strings.HasPrefix(next, "/") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func counted(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	bad, found := []string{"//", `\`, "\t"}, false
	var checks []func()
	for i := 0; i < len(bad); i++ {
		checks = append(checks, func() { found = found || strings.Contains(next, bad[i]) })
	}
	for _, check := range checks {
		check()
	}
	if found || !strings.HasPrefix(next, "/") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // ok
}

func recursive(w http.ResponseWriter, r *http.Request) {
	var trim func(string) string
	trim = func(s string) string {
		if rest, found := strings.CutPrefix(s, "/"); found {
			return trim(rest)
		}
		return s
	}
	next := strings.ReplaceAll(strings.ReplaceAll(r.FormValue("next"), `\`, ""), "\t", "")
	http.Redirect(w, r, "/"+trim(next), http.StatusFound) // ok
}

type reference struct{ text string }

func emptied(ref reference) bool {
	text := ref.text
	ref.text = "/"
	return strings.HasPrefix(text, "//")
}

func byValue(w http.ResponseWriter, r *http.Request) {
	ref := reference{r.FormValue("next")}
	if !strings.HasPrefix(ref.text, "/") || emptied(ref) {
		return
	}
	http.Redirect(w, r, ref.text, http.StatusFound) // want `passes the checks before this redirect`
}

// Integers wrap.

func isPath(s, more string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c-'a' < 26 || c|32-'a' < 26 || c-'0' < 10 || strings.IndexByte(more, c) >= 0 {
			continue
		}
		return false
	}
	return strings.HasPrefix(s, "/")
}

func letters(w http.ResponseWriter, r *http.Request) {
	if next := r.FormValue("next"); isPath(next, "/") {
		http.Redirect(w, r, next, http.StatusFound) // ok: no host is without a dot
	}
}

func dots(w http.ResponseWriter, r *http.Request) {
	if next := r.FormValue("next"); isPath(next, "/.") {
		http.Redirect(w, r, next, http.StatusFound) // want `passes the checks before this redirect`
	}
}

func sum(s string) (n uint8) {
	for i := 0; i < len(s); i++ {
		n += s[i]
	}
	return n
}

func sums(w http.ResponseWriter, r *http.Request) {
	if next := r.FormValue("next"); strings.HasPrefix(next, "/") && sum(next) >= 256-1 && int8(len(next)) > 0 {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
}

// A deferred function can change a result.

func target(next string) (to string) {
	defer func() {
		if strings.Contains(to, "//") || strings.ContainsAny(to, "\\\t\r\n") {
			to = "/"
		}
	}()
	if !strings.HasPrefix(next, "/") {
		return "/"
	}
	return next
}

func deferred(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, target(r.FormValue("next")), http.StatusFound) // ok
}

func targetOrRoot(next string) (to string, err error) {
	defer func() {
		if e := recover(); e != nil || to == "" {
			to = "/"
		}
	}()
	if !strings.HasPrefix(next, "/") {
		return "", errors.New("relative")
	}
	return next, nil
}

func defaults(w http.ResponseWriter, r *http.Request) {
	to, _ := targetOrRoot(r.FormValue("next"))
	http.Redirect(w, r, to, http.StatusFound) // want `passes the checks before this redirect`
}

func clean(to *string) { *to = "/" + strings.TrimLeft(*to, `/\`) }

func targetByAddress(next string) (to string) {
	defer clean(&to)
	if !strings.HasPrefix(next, "/") {
		return "/"
	}
	return next
}

func byAddress(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, targetByAddress(r.FormValue("next")), http.StatusFound) // ok: not known what it changes
}

// A variable of the package has its first value only if no function changes it.

type config struct{ base, flagged, set, read, kept string }

var (
	conf    = &config{}
	flags   = config{kept: ""}
	loaded  = &reference{}
	strange = &struct{ text string }{}
	ours    = &page{}
)

type page struct{ base string }

// Public is set by other packages.
var Public = ""

func load(data string) {
	conf.base = os.Getenv("BASE")
	flag.StringVar(&flags.flagged, "base", "https://app.example", "")
	conf.setBase(data)
	for _, c := range []*config{conf, &flags} {
		*(&c.read) = data
	}
	unknown(loaded)
	strange.text = data
}

func (c *config) setBase(base string) { c.set = base }

var unknown = func(v any) { flag.Var(v.(flag.Value), "", "") }

func based(w http.ResponseWriter, r *http.Request) {
	p := "/" + r.FormValue("p")
	http.Redirect(w, r, conf.base+p, http.StatusFound)     // ok
	http.Redirect(w, r, flags.flagged+p, http.StatusFound) // ok
	http.Redirect(w, r, conf.set+p, http.StatusFound)      // ok
	http.Redirect(w, r, conf.read+p, http.StatusFound)     // ok
	http.Redirect(w, r, strange.text+p, http.StatusFound)  // ok
	http.Redirect(w, r, Public+p, http.StatusFound)        // ok
	http.Redirect(w, r, ours.base+p, http.StatusFound)     // want `the client chooses the target of this redirect`
}

type app struct{ base, fixed string }

func newApp() *app {
	a := &app{base: ""}
	a.fixed = "/a"
	return a
}

func (a *app) load() error {
	a.base = os.Getenv("BASE")
	return nil
}

func (a *app) based(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, a.base+"/"+r.FormValue("p"), http.StatusFound) // ok
	next := r.FormValue("next")
	if strings.HasPrefix(next, a.fixed) {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
}

func inHandler(base string) http.HandlerFunc {
	c := config{kept: "a"}
	c.base = base
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, c.base+"/"+r.FormValue("p"), http.StatusFound) // ok
	}
}

// A function that makes a server can put a slash at the end of a base URL, or a dot before a domain.

type server struct{ base, other, joined, suffix, bare string }

func newServer(base, other, domain string) *server {
	if !strings.HasSuffix(other, "/") {
		other += "/"
	}
	if !strings.HasPrefix(domain, ".") {
		domain = "." + domain
	}
	return &server{base: strings.TrimRight(base, "/") + "/", other: other, joined: withSlash(base), suffix: domain, bare: base}
}

func withSlash(s string) string {
	s = strings.TrimRight(s, "/") + "/"
	return s
}

func (s *server) back(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, s.base) || strings.HasPrefix(next, s.other) || strings.HasPrefix(next, s.joined) {
		http.Redirect(w, r, next, http.StatusFound) // ok
	}
}

func (s *server) toHost(w http.ResponseWriter, r *http.Request) {
	u, err := neturl.Parse(r.FormValue("next"))
	if err != nil || u.Scheme != "https" || !strings.HasSuffix(u.Hostname(), s.suffix) {
		return
	}
	http.Redirect(w, r, u.String(), http.StatusFound) // ok
}

func (s *server) toBare(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, s.bare) {
		http.Redirect(w, r, next, http.StatusFound) // want `if the preceding checks are meant to allow`
	}
}

func (s *server) cors(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if strings.HasPrefix(origin, "https://") && strings.HasSuffix(origin, s.suffix) {
		w.Header().Set("Access-Control-Allow-Origin", origin) // ok
		w.Header().Set("Access-Control-Allow-Credentials", "true")
	}
}

func backTo(base string) http.HandlerFunc {
	base = strings.TrimRight(base, "/") + "/"
	return func(w http.ResponseWriter, r *http.Request) {
		next := r.FormValue("next")
		if strings.HasPrefix(next, base) {
			http.Redirect(w, r, next, http.StatusFound) // ok
		}
	}
}

// No page makes a browser send the fields that proxies set.

func baseURL(r *http.Request, field string) string { return r.Header.Get(field) + "://" + r.Host }

func forwarded(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.Header.Get("X-Forwarded-Proto")+"://"+r.Host+"/login", http.StatusFound) // ok
	http.Redirect(w, r, r.Header.Get("Referer")+"://"+r.Host+"/login", http.StatusFound)           // want `the client chooses the target of this redirect`
	response, err := http.Get("http://" + r.Header.Get("x-forwarded-host") + "/")                  // want `the client controls what this connects to`
	if err == nil {
		response.Body.Close()
	}
}

// A dialer for IPv4 connects to no address of IPv6.

var blocked = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16")}

func isRefused(address string) bool {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return true
	}
	for _, p := range blocked {
		if p.Contains(ap.Addr().Unmap()) {
			return true
		}
	}
	return false
}

func control4(network, address string, _ syscall.RawConn) error {
	if network != "tcp4" || isRefused(address) {
		return errors.New("refused")
	}
	return nil // ok
}

func control(network, address string, _ syscall.RawConn) error { // want `::1 passes the checks here`
	if isRefused(address) {
		return errors.New("refused")
	}
	return nil
}

var dialers = []net.Dialer{{Control: control4}, {Control: control}}
