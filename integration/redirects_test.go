package integration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	neturl "net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/adaptor"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"
	"github.com/weburl-go/url"
	"github.com/weburl-go/url/guard"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/redirect"
)

// A table of all ways to redirect: what a server sends after ParseSameOrigin accepted a reference, through each function
// that sends it. The parser of this package is the browser that reads the Location field.

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
	for _, payload := range vectors.Payloads(t) {
		for _, before := range []string{"", "/.", "/./", "/a/..", "/?", "/#", "/#/..", "/#/../", "http:"} {
			refs = append(refs, before+payload)
		}
	}
	return refs
}

const loginPath = "/oauth/login"

// A login page in each framework sends users to the page that the parameter "next" names, or home. loginPages return the
// Location fields.
var loginPages = map[string]func(next string) []string{
	"net/http": servedBy(http.StripPrefix("/oauth", http.HandlerFunc(logIn))),
	"chi":      servedBy(chiPages()),
	"gin":      servedBy(ginPages()),
	"echo":     servedBy(echoPages()),
	"fiber": func(next string) (fields []string) {
		var c fasthttp.RequestCtx
		c.Request.SetRequestURI(loginPath + "?next=" + neturl.QueryEscape(next))
		c.Request.Header.SetHost(url.MustParse(browserAt).Host())
		fiberPages(&c)
		for _, field := range c.Response.Header.PeekAll("Location") {
			fields = append(fields, string(field))
		}
		return fields
	},
}

func logIn(w http.ResponseWriter, r *http.Request) {
	redirect.SameOrigin(w, r, r.FormValue("next"), "/home", http.StatusSeeOther)
}

// targetOrHome is for frameworks that do not use http.ResponseWriter.
func targetOrHome(r *http.Request, next string) string {
	to, err := redirect.Target(r, next)
	if err != nil {
		return "/home"
	}
	return to
}

func chiPages() http.Handler {
	router := chi.NewRouter()
	router.Route("/oauth", func(r chi.Router) { r.Get("/login", logIn) })
	return router
}

func ginPages() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET(loginPath, func(c *gin.Context) {
		c.Header("Location", targetOrHome(c.Request, c.Query("next")))
		c.Status(http.StatusSeeOther)
	})
	return engine
}

func echoPages() http.Handler {
	e := echo.New()
	e.GET(loginPath, func(c echo.Context) error {
		c.Response().Header().Set("Location", targetOrHome(c.Request(), c.QueryParam("next")))
		return c.NoContent(http.StatusSeeOther)
	})
	return e
}

var fiberPages = func() fasthttp.RequestHandler {
	app := fiber.New()
	app.Get(loginPath, func(c *fiber.Ctx) error {
		r, err := adaptor.ConvertRequest(c, true)
		if err != nil {
			return err
		}
		c.Set("Location", targetOrHome(r, c.Query("next")))
		return c.SendStatus(http.StatusSeeOther)
	})
	return app.Handler()
}()

func servedBy(handler http.Handler) func(next string) []string {
	return func(next string) []string {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", loginPath+"?next="+neturl.QueryEscape(next), nil)
		r.Host = url.MustParse(browserAt).Host()
		handler.ServeHTTP(w, r)
		return w.Header()["Location"]
	}
}

// TestSameOriginRedirects tries payloads, the URLs of test vectors, and 100,000 mutations of both. Neither Node's URL nor the
// parser of this package leaves the site for any. If a reference names a page of the site, Node gets that page.
func TestSameOriginRedirects(t *testing.T) {
	payloads := redirectPayloads(t)
	refs := slices.Clone(payloads)
	for _, v := range vectors.URLs(t) {
		refs = append(refs, v.Input)
	}
	refs = append(refs, mutations(refs, 100_000)...)
	var pairs [][2]string // a reference, and the Location field
	here := url.MustParse(browserAt)
	try := func(by string, ref string) {
		fields := loginPages[by](ref)
		if len(fields) != 1 || !strings.HasPrefix(fields[0], "/") || strings.HasPrefix(fields[0], "//") || strings.ContainsFunc(fields[0], func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("%s: %q gives %q", by, ref, fields)
		}
		next, err := here.Parse(fields[0])
		if err != nil || !next.Origin().SameOrigin(here.Origin()) || next.RelativeToOrigin() != fields[0] {
			t.Fatalf("%s: %q gives %q, which leads to %v, error %v", by, ref, fields[0], next, err)
		}
		pairs = append(pairs, [2]string{ref, fields[0]})
	}
	for by := range loginPages {
		for _, ref := range payloads {
			try(by, ref)
		}
	}
	for _, ref := range refs {
		try("net/http", ref)
	}
	judgeByNode(t, pairs)
}

// mutations returns n strings that are refs with other bytes in them, or two halves of refs.
func mutations(refs []string, n int) (mutated []string) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"/", `\`, "//", ".", "..", "/../", "%2e", "%2f", "%5c", "\t", "\n", "\r", "\x00", " ", "?", "#", "@", ":", "https:", "http:", "\u3002", "\uff0f", "\xff", "%0d%0a", ";"}
	for range n {
		a, b := refs[random.IntN(len(refs))], refs[random.IntN(len(refs))]
		a, b = a[:random.IntN(len(a)+1)], b[random.IntN(len(b)+1):]
		mutated = append(mutated, a+pieces[random.IntN(len(pieces))]+b)
	}
	return mutated
}

// nodeJudge reads the pairs, and prints those that leave the site, or get another page than the reference names. Older Nodes do
// not encode "^" in a path. The pairs are JSON, which has one U+FFFD for each byte that is not UTF-8.
const nodeJudge = `
const { page, pairs } = JSON.parse(require("fs").readFileSync(0));
const here = new URL(page), wrong = [];
const plain = (s) => s.replaceAll("^", "%5E").replace(/(%EF%BF%BD)+/g, "%EF%BF%BD");
let same = 0;
for (const [ref, field] of pairs) {
	const to = new URL(field, page);
	let want = null;
	try { want = new URL(ref, page + "?next"); } catch {}
	const stays = want?.origin === here.origin && !want.username && !want.password && want.protocol === here.protocol;
	const isSame = stays && /[^\0- ]/.test(ref);
	if (isSame) same++;
	const isRight = want && plain(to.pathname) === plain(want.pathname) && (plain(to.search) === plain(want.search) || want.search === "?next");
	if (to.origin !== here.origin || to.username || to.password || isSame && !isRight) wrong.push([ref, field]);
}
console.log(JSON.stringify({ same, wrong: wrong.slice(0, 10) }));`

func judgeByNode(t *testing.T, pairs [][2]string) {
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		t.Skip("no Node.js")
	}
	input, err := json.Marshal(map[string]any{"page": browserAt, "pairs": pairs})
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "-e", nodeJudge)
	node.Stdin, node.Stderr = bytes.NewReader(input), os.Stderr
	output, err := node.Output()
	var judged struct {
		Same  int
		Wrong [][2]string
	}
	if err == nil {
		err = json.Unmarshal(output, &judged)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("Node: of %d references, %d name a page of the site", len(pairs), judged.Same)
	if judged.Same < len(pairs)/10 {
		t.Errorf("only %d of %d references name a page of the site", judged.Same, len(pairs))
	}
	for _, pair := range judged.Wrong {
		t.Errorf("Node: %q gives %q, which leads elsewhere", pair[0], pair[1])
	}
}

// TestGuardedRedirects follows redirects through a transport of package guard, which judges where they lead. net/http finds
// no host in the fields.
func TestGuardedRedirects(t *testing.T) {
	internal := httptest.NewServer(http.NotFoundHandler())
	defer internal.Close()
	var field string
	public := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Location", field)
			w.WriteHeader(http.StatusFound)
		}
	}))
	defer public.Close()
	addr := netip.MustParseAddrPort(public.Listener.Addr().String())
	policy := guard.Policy{Allow: []netip.Prefix{netip.PrefixFrom(addr.Addr(), 32)}, Ports: []uint16{addr.Port()}}
	client := &http.Client{Transport: redirect.Transport(policy.NewTransport())}
	defer client.CloseIdleConnections()
	for _, test := range []struct {
		field string
		want  error
	}{
		{`/\` + addr.String() + `/a`, nil},
		{`a\b`, nil},
		{`/\` + internal.Listener.Addr().String() + `/a`, guard.ErrPort},
		{`\\169.254.169.254/latest`, guard.ErrNotPublic},
		{`http:0xa9fea9fe`, nil}, // a path
		{`https:0xa9fea9fe`, guard.ErrNotPublic},
	} {
		field = test.field
		resp, err := client.Get(public.URL)
		if err == nil {
			resp.Body.Close()
		}
		if !errors.Is(err, test.want) {
			t.Errorf("%q: error %v, want %v", test.field, err, test.want)
		}
	}
}
