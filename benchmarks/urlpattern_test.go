package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	peer "github.com/dunglas/go-urlpattern"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/julienschmidt/httprouter"
	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
	"github.com/weburl-go/url/urlpattern"
)

// BenchmarkURLPattern measures package urlpattern beside go-urlpattern, which matches strings alone:
//
//	go test -run '^$' -bench URLPattern -benchmem
func BenchmarkURLPattern(b *testing.B) {
	for _, c := range vectors.Patterns {
		p := urlpattern.Must(urlpattern.New(c.Pattern, urlpattern.Options{}))
		theirs, err := peer.New(c.Pattern, "", nil)
		if err != nil {
			b.Fatal(err)
		}
		u, miss := url.MustParse(c.Match), url.MustParse(c.Miss)
		for _, row := range []struct {
			name string
			do   func() bool
			want bool
		}{
			{"test", func() bool { return p.Test(u) }, true},
			{"miss", func() bool { return p.Test(miss) }, false},
			{"exec", func() bool { _, ok := p.Exec(u); return ok }, true},
			{"string", func() bool { return p.TestString(c.Match, "") }, true},
			{"string go-urlpattern", func() bool { return theirs.Test(c.Match, "") }, true},
			{"new", func() bool { _, err := urlpattern.New(c.Pattern, urlpattern.Options{}); return err == nil }, true},
			{"new go-urlpattern", func() bool { _, err := peer.New(c.Pattern, "", nil); return err == nil }, true},
		} {
			b.Run(c.Name+"/"+row.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if row.do() != row.want {
						b.Fatal("wrong result")
					}
				}
			})
		}
	}
}

// apiRoutes are routes of GitHub's REST API, from its documentation: a prefix and what follows it. A router that knows
// segments alone finds no conflict among them.
var apiRoutes = [][]string{
	{"", "/emojis", "/events", "/feeds", "/meta", "/octocat", "/rate_limit", "/versions", "/zen", "/licenses", "/licenses/:license", "/markdown",
		"/markdown/raw", "/gitignore/templates", "/gitignore/templates/:name", "/codes_of_conduct", "/codes_of_conduct/:key", "/advisories", "/advisories/:ghsa"},
	{"/app", "", "/hook/config", "/hook/deliveries", "/hook/deliveries/:id", "/hook/deliveries/:id/attempts", "/installations", "/installations/:id",
		"/installations/:id/access_tokens", "/installations/:id/suspended", "/installation-requests"},
	{"/gists", "", "/:gist", "/:gist/comments", "/:gist/comments/:id", "/:gist/commits", "/:gist/forks", "/:gist/star"},
	{"/search", "/code", "/commits", "/issues", "/labels", "/repositories", "/topics", "/users"},
	{"/user", "", "/blocks", "/blocks/:name", "/emails", "/email/visibility", "/followers", "/following", "/following/:name", "/gpg_keys", "/gpg_keys/:id",
		"/installations", "/installations/:id/repositories", "/issues", "/keys", "/keys/:id", "/memberships/orgs", "/memberships/orgs/:org", "/migrations",
		"/migrations/:id", "/migrations/:id/archive", "/orgs", "/packages", "/packages/:type/:package", "/public_emails", "/repos", "/social_accounts",
		"/starred", "/starred/:owner/:repo", "/subscriptions", "/teams"},
	{"/users", "", "/:user", "/:user/events", "/:user/events/orgs/:org", "/:user/followers", "/:user/following", "/:user/following/:target", "/:user/gists",
		"/:user/gpg_keys", "/:user/hovercard", "/:user/installation", "/:user/keys", "/:user/orgs", "/:user/packages", "/:user/packages/:type/:package",
		"/:user/received_events", "/:user/repos", "/:user/ssh_signing_keys", "/:user/starred", "/:user/subscriptions"},
	{"/orgs/:org", "", "/actions/cache/usage", "/actions/permissions", "/actions/runners", "/actions/runners/:id", "/actions/secrets", "/actions/secrets/:name",
		"/actions/variables", "/actions/variables/:name", "/blocks", "/blocks/:user", "/events", "/failed_invitations", "/hooks", "/hooks/:hook",
		"/hooks/:hook/config", "/hooks/:hook/deliveries", "/hooks/:hook/pings", "/installation", "/installations", "/invitations", "/invitations/:id", "/issues",
		"/members", "/members/:user", "/memberships/:user", "/migrations", "/migrations/:id", "/outside_collaborators", "/outside_collaborators/:user",
		"/packages", "/packages/:type/:package", "/public_members", "/public_members/:user", "/repos", "/rulesets", "/rulesets/:id", "/security-managers",
		"/teams", "/teams/:team", "/teams/:team/discussions", "/teams/:team/discussions/:number", "/teams/:team/discussions/:number/comments",
		"/teams/:team/discussions/:number/comments/:comment", "/teams/:team/members", "/teams/:team/memberships/:user", "/teams/:team/repos",
		"/teams/:team/repos/:owner/:repo"},
	{"/repos/:owner/:repo", "", "/actions/artifacts", "/actions/artifacts/:id", "/actions/caches", "/actions/jobs/:id", "/actions/jobs/:id/logs",
		"/actions/runs", "/actions/runs/:run", "/actions/runs/:run/artifacts", "/actions/runs/:run/cancel", "/actions/runs/:run/jobs", "/actions/runs/:run/logs",
		"/actions/secrets", "/actions/secrets/:name", "/actions/workflows", "/actions/workflows/:id", "/actions/workflows/:id/runs", "/activity", "/assignees",
		"/assignees/:user", "/autolinks", "/autolinks/:id", "/branches", "/branches/:branch", "/branches/:branch/protection",
		"/branches/:branch/protection/enforce_admins", "/branches/:branch/rename", "/check-runs/:id", "/check-runs/:id/annotations", "/check-suites/:id",
		"/collaborators", "/collaborators/:user", "/collaborators/:user/permission", "/comments", "/comments/:id", "/comments/:id/reactions", "/commits",
		"/commits/:ref", "/commits/:ref/check-runs", "/commits/:ref/comments", "/commits/:ref/pulls", "/commits/:ref/status", "/community/profile",
		"/compare/:basehead", "/contents/:path", "/contributors", "/deployments", "/deployments/:id", "/deployments/:id/statuses", "/environments",
		"/environments/:name", "/events", "/forks", "/git/blobs/:sha", "/git/commits/:sha", "/git/ref/:ref", "/git/tags/:sha", "/git/trees/:sha", "/hooks",
		"/hooks/:hook", "/hooks/:hook/tests", "/invitations", "/invitations/:id", "/issues", "/issues/:number", "/issues/:number/assignees",
		"/issues/:number/comments", "/issues/:number/events", "/issues/:number/labels", "/issues/:number/labels/:name", "/issues/:number/lock",
		"/issues/:number/reactions", "/issues/:number/timeline", "/keys", "/keys/:id", "/labels", "/labels/:name", "/languages", "/license", "/milestones",
		"/milestones/:number", "/milestones/:number/labels", "/notifications", "/pages", "/pages/builds", "/pulls", "/pulls/:number", "/pulls/:number/comments",
		"/pulls/:number/commits", "/pulls/:number/files", "/pulls/:number/merge", "/pulls/:number/reviews", "/pulls/:number/reviews/:review", "/readme",
		"/releases", "/releases/:id", "/releases/:id/assets", "/rulesets", "/rulesets/:id", "/stargazers", "/stats/contributors", "/subscribers",
		"/subscription", "/tags", "/teams", "/topics", "/traffic/clones", "/traffic/views", "/zipball/:ref"},
}

// routeShapes makes sets of n routes.
var routeShapes = []struct {
	name   string
	routes func(n int) []string
}{
	{"API", func(n int) (routes []string) {
		for version := 0; len(routes) < n; version++ {
			prefix := ""
			if version > 0 {
				prefix = "/v" + strconv.Itoa(version)
			}
			for _, group := range apiRoutes {
				for _, path := range group[1:] {
					routes = append(routes, prefix+group[0]+path)
				}
			}
		}
		return routes[:n]
	}},
	{"text first", numbered("/page%d/:id")},
	{"text last", numbered("/:user/page%d")},
	{"text between", numbered("/:user/page%d/:id")},
	{"text behind two names", numbered("/repos/:owner/:repo/page%d")},
	{"text behind three names", numbered("/:a/:b/:c/page%d")},
	{"text alone", numbered("/pages/page%d")},
}

func numbered(format string) func(n int) []string {
	return func(n int) (routes []string) {
		for i := range n {
			routes = append(routes, fmt.Sprintf(format, i))
		}
		return routes
	}
}

// handled is what the router called last. Routers here are used by one goroutine.
var handled int

// A router finds the route of a request, with what the names stand for.
type router struct {
	name string
	find func(r *http.Request, u url.URL)
}

// routersFor returns routers with these routes. The first is the one that others are compared with.
func routersFor(routes []string) []router {
	var (
		names   = regexp.MustCompile(`:(\w+)`)
		mux     = http.NewServeMux()
		chi     = chi.NewMux()
		fast    = httprouter.New()
		engine  = gin.New()
		list    []*urlpattern.Pattern
		handler = func(i int) http.HandlerFunc { return func(http.ResponseWriter, *http.Request) { handled = i } }
	)
	for i, route := range routes {
		braces := names.ReplaceAllString(route, "{$1}")
		mux.Handle("GET "+braces, handler(i))
		chi.Get(braces, handler(i))
		fast.GET(route, func(http.ResponseWriter, *http.Request, httprouter.Params) { handled = i })
		engine.GET(route, func(*gin.Context) { handled = i })
		list = append(list, urlpattern.Must(urlpattern.New("https://api.example"+route, urlpattern.Options{})))
	}
	l := urlpattern.NewList(list...)
	w := httptest.NewRecorder()
	return []router{
		{"ServeMux", func(r *http.Request, _ url.URL) { mux.ServeHTTP(w, r) }},
		{"chi", func(r *http.Request, _ url.URL) { chi.ServeHTTP(w, r) }},
		{"httprouter", func(r *http.Request, _ url.URL) { fast.ServeHTTP(w, r) }},
		{"gin", func(r *http.Request, _ url.URL) { engine.ServeHTTP(w, r) }},
		{"List.First", func(_ *http.Request, u url.URL) { handled, _ = l.First(u) }},
		{"List.Exec", func(_ *http.Request, u url.URL) { handled, _, _ = l.Exec(u) }},
	}
}

// BenchmarkRouters finds routes of sets of 200 and of 1,000, with the routers in turns. For each router it reports the
// median of its times in 301 rounds, as a multiple of that of ServeMux in the same round:
//
//	go test -run '^$' -bench Routers -benchtime 1x
func BenchmarkRouters(b *testing.B) {
	gin.SetMode(gin.ReleaseMode)
	for _, shape := range routeShapes {
		for _, n := range []int{200, 1000} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				for b.Loop() {
					measureRouters(b, shape.routes(n))
				}
			})
		}
	}
}

// routerRounds is how often each router finds all routes. A round is so short that most have a core for themselves.
const routerRounds = 301

func measureRouters(b *testing.B, routes []string) {
	routers := routersFor(routes)
	var requests []*http.Request
	var urls []url.URL
	for _, route := range routes {
		target := "https://api.example" + strings.ReplaceAll(route, ":", "the-")
		requests = append(requests, httptest.NewRequest("GET", target, nil))
		urls = append(urls, url.MustParse(target))
	}
	ratios := make([][]float64, len(routers))
	for range routerRounds {
		var first time.Duration
		for i, router := range routers {
			start := time.Now()
			for j, r := range requests {
				if router.find(r, urls[j]); handled != j {
					b.Fatalf("%s finds route %d for %s", router.name, handled, routes[j])
				}
			}
			took := time.Since(start)
			if i == 0 {
				first = took
				ratios[0] = append(ratios[0], float64(took.Nanoseconds())/float64(len(routes)))
				continue
			}
			ratios[i] = append(ratios[i], float64(took)/float64(first))
		}
	}
	for i, router := range routers {
		slices.Sort(ratios[i])
		unit := router.name + "/ServeMux"
		if i == 0 {
			unit = "ns-ServeMux"
		}
		b.ReportMetric(ratios[i][len(ratios[i])/2], unit)
	}
	b.ReportMetric(0, "ns/op")
}
