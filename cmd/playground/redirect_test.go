package main

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

var updateLocations = flag.Bool("update", false, "write where redirects lead the browser into the file of TestLocations")

// TestLocations checks where Location fields lead the browser, over HTTP/1.1 and HTTP/2. The package redirect has these
// results in its testdata, and follows the same fields.
func TestLocations(t *testing.T) {
	const file = "../../redirect/testdata/locations.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := startRedirector(t)
	var out strings.Builder
	count := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			out.WriteString(line)
			continue
		}
		quoted, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		fmt.Fprintf(&out, "%s\t%s\t%s\n", quoted, r.follow(quoted, "http"), r.follow(quoted, "https"))
		count++
	}
	if count < 60 {
		t.Errorf("only %d fields", count)
	}
	got, want := strings.Split(out.String(), "\n"), strings.Split(string(text), "\n")
	for i := range got {
		if got[i] != want[i] && !*updateLocations {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
	if *updateLocations {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A redirector is a server for all hosts, with and without TLS. It redirects requests for /dir/start?n, and notes the request
// that comes then.
type redirector struct {
	page *page

	mu      sync.Mutex
	fields  []string
	arrived string
	sent    string // where the browser has followed the redirect to
}

func startRedirector(t *testing.T) *redirector {
	t.Helper()
	r := new(redirector)
	plain, secure := httptest.NewServer(r), httptest.NewUnstartedServer(r)
	secure.EnableHTTP2 = true
	secure.StartTLS()
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	rules := strings.NewReplacer("SECURE", secure.Listener.Addr().String(), "PLAIN", plain.Listener.Addr().String()).Replace(
		"MAP *.com ~NOTFOUND, MAP *:443 SECURE, MAP *:8443 SECURE, MAP * PLAIN")
	browser, err := startBrowser(chromedp.Flag("host-resolver-rules", rules), chromedp.Flag("ignore-certificate-errors", true))
	needBrowser(t, err)
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	if err := chromedp.Listen(ctx, r.observe); err != nil {
		t.Fatal(err)
	}
	r.page = &page{t: t, ctx: ctx}
	r.page.do(chromedp.Navigate("http://page.test/"))
	return r
}

func (r *redirector) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	scheme := "http"
	if req.TLS != nil {
		scheme = "https"
	}
	switch {
	case req.Host == "page.test":
		w.Header().Set("Content-Type", "text/html")
	case strings.HasPrefix(req.RequestURI, "/dir/start?n=") && req.Host == "start.test":
		w.Header()["Location"] = r.fields
		w.WriteHeader(http.StatusFound)
	default:
		if wantMajor := len(scheme) - len("http") + 1; req.ProtoMajor != wantMajor {
			r.arrived = req.Proto + " "
		}
		r.arrived += scheme + "://" + req.Host + req.RequestURI
	}
}

// observe notes requests that net/http refuses before it calls the handler, for a path such as "/100%".
func (r *redirector) observe(event any) {
	if e, ok := event.(*network.EventRequestWillBeSent); ok && e.RedirectResponse != nil && strings.HasPrefix(e.Request.URL, "http") {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.sent = e.Request.URL
	}
}

// follow returns the URL that the browser requests after a response with these fields: "a" or "a" + "b". Without a request it
// returns "-".
func (r *redirector) follow(quoted, scheme string) string {
	r.mu.Lock()
	r.arrived, r.sent, r.fields = "", "", nil
	for field := range strings.SplitSeq(quoted, " + ") {
		field, err := strconv.Unquote(field)
		if err != nil {
			r.page.t.Fatalf("%s: %v", quoted, err)
		}
		r.fields = append(r.fields, field)
	}
	r.mu.Unlock()
	eval[string](r.page, `fetch("`+scheme+`://start.test/dir/start?n=`+strconv.Itoa(len(quoted))+`", { mode: "no-cors", cache: "no-store" }).then(() => "", () => "")`)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.arrived != "":
		return r.arrived
	case r.sent != "":
		return r.sent
	}
	return "-"
}
