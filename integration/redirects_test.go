package integration

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"
	"github.com/weburl-go/url"
)

// A table of all ways to redirect: what a server sends after ParseSameOrigin accepted a reference, through each function
// that sends it. The parser of this package is the browser that reads the Location field.
//
// The references are published payloads of open redirects, one per line, in the files that
// internal/cmd/vectorfiles brings. PAYLOADS_DIR is the folder with them. Without it, this test looks for ../testdata/payloads and
// ../../shared/payloads. If there are none, it is skipped, or fails if the environment variable CI is set.

const browserAt = "https://www.whitelisteddomain.tld/oauth/login" // the payloads name this host

// redirectors send a redirect, and return the Location field.
var redirectors = map[string]func(to string) string{
	"net/http": func(to string) string {
		w, r := newExchange()
		http.Redirect(w, r, to, http.StatusSeeOther)
		return w.Header().Get("Location")
	},
	"gin": func(to string) string {
		w, r := newExchange()
		c, _ := gin.CreateTestContext(w)
		c.Request = r
		c.Redirect(http.StatusSeeOther, to)
		return w.Header().Get("Location")
	},
	"echo": func(to string) string {
		w, r := newExchange()
		_ = echoServer.NewContext(r, w).Redirect(http.StatusSeeOther, to)
		return w.Header().Get("Location")
	},
	"fiber": func(to string) string {
		c := fiberApp.AcquireCtx(&fasthttp.RequestCtx{})
		defer fiberApp.ReleaseCtx(c)
		_ = c.Redirect(to, http.StatusSeeOther)
		return c.GetRespHeader("Location")
	},
	"fasthttp": func(to string) string {
		var c fasthttp.RequestCtx
		c.Request.SetRequestURI(browserAt)
		c.Redirect(to, http.StatusSeeOther)
		return string(c.Response.Header.Peek("Location"))
	},
}

var (
	echoServer = echo.New()
	fiberApp   = fiber.New()
)

func newExchange() (*httptest.ResponseRecorder, *http.Request) {
	return httptest.NewRecorder(), httptest.NewRequest("GET", browserAt, nil)
}

// What a server sends: the reference that it got, or something of the URL that ParseSameOrigin returned for it.
var sent = map[string]func(page, u url.URL, ref string) string{
	"ref":              func(_, _ url.URL, ref string) string { return ref },
	"Href":             func(_, u url.URL, _ string) string { return u.Href() },
	"RelativeToOrigin": func(_, u url.URL, _ string) string { return u.RelativeToOrigin() },
	"Pathname+Search":  func(_, u url.URL, _ string) string { return u.Pathname() + u.Search() },
	"MakeRelative": func(page, u url.URL, _ string) string {
		ref, _ := page.MakeRelative(u)
		return ref
	},
}

// redirectTable says what the worst of all redirects does. It is right if the browser gets the page of the URL that
// ParseSameOrigin returned, merges slashes if that is all that changes, is wrong if the browser gets another page of the
// same origin, and leaves if the browser goes to another origin.
//
// net/http and gin clean what does not begin with a scheme. echo and fiber send what they are given. fasthttp resolves it,
// and takes "//" anywhere in it for the beginning of a host. A server behind proxies parses against another origin.
const redirectTable = `
sent              by        knows its origin  behind proxies
ref               echo      right             leaves
ref               fasthttp  leaves            leaves
ref               fiber     right             leaves
ref               gin       leaves            leaves
ref               net/http  leaves            leaves
Href              echo      right             -
Href              fasthttp  wrong             -
Href              fiber     right             -
Href              gin       right             -
Href              net/http  right             -
RelativeToOrigin  echo      right             right
RelativeToOrigin  fasthttp  leaves            leaves
RelativeToOrigin  fiber     right             right
RelativeToOrigin  gin       merges slashes    merges slashes
RelativeToOrigin  net/http  merges slashes    merges slashes
Pathname+Search   echo      leaves            leaves
Pathname+Search   fasthttp  leaves            leaves
Pathname+Search   fiber     leaves            leaves
Pathname+Search   gin       leaves            leaves
Pathname+Search   net/http  leaves            leaves
MakeRelative      echo      right             right
MakeRelative      fasthttp  leaves            leaves
MakeRelative      fiber     right             right
MakeRelative      gin       leaves            leaves
MakeRelative      net/http  leaves            leaves
`

func TestRedirects(t *testing.T) {
	refs := redirectPayloads(t)
	gin.SetMode(gin.ReleaseMode)
	here, elsewhere := url.MustParse(browserAt), url.MustParse("http://localhost/oauth/login")
	got := "\nsent              by        knows its origin  behind proxies\n"
	for _, what := range []string{"ref", "Href", "RelativeToOrigin", "Pathname+Search", "MakeRelative"} {
		for _, by := range slices.Sorted(maps.Keys(redirectors)) {
			knowing, behindProxies := redirectAll(t, here, refs, what, by), "-"
			if what != "Href" { // which has the wrong host then
				behindProxies = redirectAll(t, elsewhere, refs, what, by)
			}
			got += fmt.Sprintf("%-16s  %-8s  %-16s  %s\n", what, by, knowing, behindProxies)
		}
	}
	if got != redirectTable {
		t.Errorf("got %s\nwant %s", got, redirectTable)
	}
}

// redirectAll redirects to all refs that page.ParseSameOrigin accepts. It returns the worst that happens.
func redirectAll(t *testing.T, page url.URL, refs []string, what, by string) string {
	outcomes := []string{"right", "merges slashes", "wrong", "leaves"}
	counts := make([]int, len(outcomes))
	here, worst := url.MustParse(browserAt), 0
	for _, ref := range refs {
		u, err := page.ParseSameOrigin(ref)
		if err != nil {
			continue
		}
		next, err := here.Parse(redirectors[by](sent[what](page, u, ref)))
		want := u
		if err := errors.Join(want.SetProtocol("https"), want.SetHost(here.Host())); err != nil {
			t.Fatal(err)
		}
		outcome := 0
		switch {
		case err == nil && !next.Origin().SameOrigin(here.Origin()):
			outcome = 3
		case err != nil || mergeSlashes(next) != mergeSlashes(want):
			outcome = 2
		case next.WithoutFragment() != want.WithoutFragment():
			outcome = 1
		}
		counts[outcome]++
		worst = max(worst, outcome)
	}
	t.Logf("%s by %s, parsed against %v: %v %v", what, by, page, outcomes, counts)
	if counts[0] < len(refs)/10 {
		t.Errorf("%s by %s: only %d of %d references are accepted and lead to their page", what, by, counts[0], len(refs))
	}
	return outcomes[worst]
}

var slashes = regexp.MustCompile(`//+`)

// mergeSlashes returns the path of u with merged slashes, and the query.
func mergeSlashes(u url.URL) string { return slashes.ReplaceAllString(u.Pathname(), "/") + u.Search() }

// redirectPayloads returns the payloads, and each behind beginnings that servers and frameworks take away.
func redirectPayloads(t *testing.T) (refs []string) {
	files := payloadFiles(t)
	switch {
	case len(files) == 0 && os.Getenv("CI") == "":
		t.Skip("no payloads: see redirects_test.go")
	case len(files) == 0:
		t.Fatal("no payloads: see redirects_test.go")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			payload := strings.TrimRight(line, "\r\n")
			for _, before := range []string{"", "/.", "/./", "/a/..", "/?", "/#", "/#/..", "/#/../", "http:"} {
				refs = append(refs, before+payload)
			}
		}
	}
	return refs
}

func payloadFiles(t *testing.T) (files []string) {
	folders := []string{filepath.Join("..", "testdata", "payloads"), filepath.Join("..", "..", "shared", "payloads")}
	if folder := os.Getenv("PAYLOADS_DIR"); folder != "" {
		folders = []string{folder}
	}
	for _, folder := range folders {
		for _, pattern := range []string{"oauth2-proxy-*.txt", "PayloadsAllTheThings-*.txt"} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		if len(files) > 0 {
			return files
		}
	}
	return nil
}
