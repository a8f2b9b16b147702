package beamurl_test

import (
	"context"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	//lint:ignore SA1019 the direct runner is deprecated, but it is there
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/filter"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/beamurl"
)

func TestMain(m *testing.M) {
	log.LogLevel = "error"
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// A bare is a URL for which no coder is registered.
type bare url.URL

// A visit has URLs in all places in which Beam's rows can have them.
type visit struct {
	Page     url.URL
	Referrer *url.URL
	Links    []url.URL
	ByName   map[string]url.URL
}

func init() {
	register.Function1x1(parseBare)
	register.Function1x1(bareHref)
	register.Function1x1(toVisit)
	register.Function1x1(visitHrefs)
	register.Function1x1(href)
	register.Function1x1(zeroURL)
	register.Function1x1(pointerTo)
	register.Function1x1(pointerHref)
	register.Function2x1(withCount)
	register.DoFn1x0[string](&collectString{})
	register.DoFn1x0[beamurl.Refused](&collectRefused{})
	beam.RegisterType(reflect.TypeFor[visit]())
	beam.RegisterType(reflect.TypeFor[bare]())
}

func parseBare(s string) bare   { return bare(url.MustParse(s)) }
func bareHref(b bare) string    { return url.URL(b).Href() }
func href(u url.URL) string     { return u.Href() }
func zeroURL(_ string) url.URL  { return url.URL{} }
func visitHrefs(v visit) string { return strings.Join(v.hrefs(), " ") }

// pointerTo returns nil for the zero URL.
func pointerTo(u url.URL) *url.URL {
	if u.IsZero() {
		return nil
	}
	return &u
}

func pointerHref(p *url.URL) string {
	if p == nil {
		return "nil"
	}
	return p.Href()
}

func withCount(u url.URL, n int) string { return strings.Repeat("+", n) + u.Href() }

func toVisit(u url.URL) visit {
	return visit{u, &u, []url.URL{u, {}, u}, map[string]url.URL{"again": u}}
}

func (v visit) hrefs() []string {
	out := []string{v.Page.Href(), v.Referrer.Href()}
	for _, u := range v.Links {
		out = append(out, u.Href())
	}
	return append(out, v.ByName["again"].Href())
}

// collected holds what the pipeline of a test emitted. All runners of these tests run the steps in this process.
var collected struct {
	sync.Mutex
	strings []string
	refused []beamurl.Refused
}

type collectString struct{}

func (*collectString) ProcessElement(s string) {
	collected.Lock()
	defer collected.Unlock()
	collected.strings = append(collected.strings, s)
}

type collectRefused struct{}

func (*collectRefused) ProcessElement(r beamurl.Refused) {
	collected.Lock()
	defer collected.Unlock()
	collected.refused = append(collected.refused, r)
}

// runners has the runners that run in the process of the test.
var runners = []string{"direct", "prism"}

// onRunners runs a pipeline on each runner, and calls check with its result. The strings and the refused inputs that
// the pipeline collected are in collected, the strings in order.
func onRunners(t *testing.T, build func(s beam.Scope), check func(t *testing.T, result beam.PipelineResult)) {
	for _, runner := range runners {
		t.Run(runner, func(t *testing.T) {
			collected.strings, collected.refused = nil, nil
			p, s := beam.NewPipelineWithRoot()
			build(s)
			result, err := beam.Run(context.Background(), runner, p)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(collected.strings)
			check(t, result)
		})
	}
}

// expectStrings returns a check that the pipeline collected these strings.
func expectStrings(want ...string) func(*testing.T, beam.PipelineResult) {
	return func(t *testing.T, _ beam.PipelineResult) {
		if !slices.Equal(collected.strings, want) {
			t.Errorf("got %q, want %q", collected.strings, want)
		}
	}
}

// spellings has three URLs in six spellings.
var spellings = []string{
	"https://a.example/", "HTTPS://A.example:443", "https://b.example/?q#f", "https://a.example/x/../", "x:", "https:b.example?q#f",
}

// TestWithoutCoder shows what the coder is for. Without one, Beam takes all URLs for one, and reports no error. On the
// direct runner the first of them is left, and on Prism the zero URL.
func TestWithoutCoder(t *testing.T) {
	onRunners(t, func(s beam.Scope) {
		urls := beam.ParDo(s, parseBare, beam.CreateList(s, spellings))
		beam.ParDo0(s, &collectString{}, beam.ParDo(s, bareHref, filter.Distinct(s, urls)))
	}, func(t *testing.T, result beam.PipelineResult) {
		if len(collected.strings) == 1 && strings.HasSuffix(t.Name(), "/direct") {
			return
		}
		expectStrings("")(t, result)
	})
}

func TestDistinct(t *testing.T) {
	onRunners(t, func(s beam.Scope) {
		urls, _ := beamurl.Parse(s, beam.CreateList(s, spellings))
		beam.ParDo0(s, &collectString{}, beam.ParDo(s, href, beamurl.Distinct(s, urls)))
	}, expectStrings("https://a.example/", "https://b.example/?q#f", "x:"))
}

// TestKeys counts URLs that are keys, among them the zero URL.
func TestKeys(t *testing.T) {
	onRunners(t, func(s beam.Scope) {
		lines := beam.CreateList(s, spellings)
		urls, _ := beamurl.Parse(s, lines)
		all := beam.Flatten(s, urls, beam.ParDo(s, zeroURL, lines))
		beam.ParDo0(s, &collectString{}, beam.ParDo(s, withCount, stats.Count(s, all)))
	}, expectStrings("++++++", "+++https://a.example/", "++https://b.example/?q#f", "+x:"))
}

// TestPointers has pointers to URLs as elements and as keys, among them nil.
func TestPointers(t *testing.T) {
	onRunners(t, func(s beam.Scope) {
		lines := beam.CreateList(s, spellings)
		urls, _ := beamurl.Parse(s, lines)
		all := beam.Flatten(s, urls, beam.ParDo(s, zeroURL, lines))
		pointers := filter.Distinct(s, beam.ParDo(s, pointerTo, all))
		beam.ParDo0(s, &collectString{}, beam.ParDo(s, pointerHref, pointers))
	}, expectStrings("https://a.example/", "https://b.example/?q#f", "nil", "x:"))
}

// TestFields carries URLs in the fields of a struct, which is a key.
func TestFields(t *testing.T) {
	onRunners(t, func(s beam.Scope) {
		urls, _ := beamurl.Parse(s, beam.CreateList(s, spellings))
		visits := filter.Distinct(s, beam.ParDo(s, toVisit, beamurl.Distinct(s, urls)))
		beam.ParDo0(s, &collectString{}, beam.ParDo(s, visitHrefs, visits))
	}, expectStrings(
		"https://a.example/ https://a.example/ https://a.example/  https://a.example/ https://a.example/",
		"https://b.example/?q#f https://b.example/?q#f https://b.example/?q#f  https://b.example/?q#f https://b.example/?q#f",
		"x: x: x:  x: x:"))
}

func TestSites(t *testing.T) {
	lines := []string{
		"https://a.b.example.co.uk/", "http://example.co.uk:81", "https://weburl-go.github.io/url", "http://co.uk",
		"http://[::1]/", "http://127.1/", "mailto:user@example.com", "http://Bücher.example./",
	}
	onRunners(t, func(s beam.Scope) {
		urls, _ := beamurl.Parse(s, beam.CreateList(s, lines))
		beam.ParDo0(s, &collectString{}, beamurl.Sites(s, urls))
	}, expectStrings("", "127.0.0.1", "[::1]", "co.uk", "example.co.uk", "example.co.uk", "weburl-go.github.io", "xn--bcher-kva.example."))
}

// TestParse has refused inputs with the errors that the standard names, and bytes that are not UTF-8.
func TestParse(t *testing.T) {
	want := []beamurl.Refused{
		{"", "missing-scheme-non-relative-URL", 0},
		{"http://", "host-missing", 7},
		{"http://a.b c/", "domain-to-ASCII", 10},
		{"x://a b/", "host-invalid-code-point", 5},
		{"http://u:p@h:99999/", "port-out-of-range", 13},
		{"x://h\x00/\xFF\r", "host-invalid-code-point", 5},
		{"\uFEFFhttp://h/", "missing-scheme-non-relative-URL", 0},
		{"\xFF\xFE", "missing-scheme-non-relative-URL", 0},
	}
	lines := []string{" http://h/\xFF\r", "http://h/%FF\t"}
	for _, r := range want {
		lines = append(lines, r.Input)
	}
	onRunners(t, func(s beam.Scope) {
		urls, refused := beamurl.Parse(s, beam.CreateList(s, lines))
		beam.ParDo0(s, &collectString{}, beam.ParDo(s, href, urls))
		beam.ParDo0(s, &collectRefused{}, refused)
	}, func(t *testing.T, result beam.PipelineResult) {
		expectStrings("http://h/%EF%BF%BD", "http://h/%FF")(t, result)
		byInput := func(a, b beamurl.Refused) int { return strings.Compare(a.Input, b.Input) }
		slices.SortFunc(want, byInput)
		slices.SortFunc(collected.refused, byInput)
		if !slices.Equal(collected.refused, want) {
			t.Errorf("refused: got %+v, want %+v", collected.refused, want)
		}
		if parsed, refused := counters(result); parsed != 2 || int(refused) != len(want) {
			t.Errorf("counters: %d parsed and %d refused, want 2 and %d", parsed, refused, len(want))
		}
	})
}

// counters returns the sums of the counters of Parse.
func counters(result beam.PipelineResult) (parsed, refused int64) {
	inNamespace := func(m beam.MetricResult) bool { return m.Namespace() == beamurl.Namespace }
	for _, c := range result.Metrics().Query(inNamespace).Counters() {
		switch c.Name() {
		case beamurl.CounterParsed:
			parsed += c.Result()
		case beamurl.CounterRefused:
			refused += c.Result()
		}
	}
	return parsed, refused
}

// TestNames checks that each transform is one step with a name in the graph that a runner shows.
func TestNames(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	urls, _ := beamurl.Parse(s, beam.CreateList(s, spellings))
	beamurl.Sites(s, beamurl.Distinct(s, urls))
	edges, _, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"root/beamurl.Parse", "root/beamurl.Sites", "root/beamurl.Distinct/filter.Distinct"} {
		if !slices.ContainsFunc(edges, func(e *graph.MultiEdge) bool { return e.Scope().String() == want }) {
			t.Errorf("no step is in %s", want)
		}
	}
}
