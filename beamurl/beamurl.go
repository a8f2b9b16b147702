// Package beamurl carries the URLs of package url through pipelines of Apache Beam, and so through Dataflow, Flink and
// Spark.
//
//	lines := textio.Read(s, "gs://bucket/urls-*.txt")
//	urls, refused := beamurl.Parse(s, lines)
//	counts := stats.Count(s, beamurl.Sites(s, urls)) // PCollection<KV<string,int>>
//
// Importing the package registers coders for [url.URL], so that a URL can be an element, a key, and a field of a
// struct. Without them Beam turns every URL into the zero URL and reports no error. Import the package even if you need
// only the coders:
//
//	import _ "github.com/weburl-go/url/beamurl"
package beamurl

import (
	"context"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/filter"
	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
)

func init() {
	register.DoFn4x0[context.Context, string, func(url.URL), func(Refused)](&parseFn{})
	register.Emitter1[url.URL]()
	register.Emitter1[Refused]()
	register.Function1x1(siteOf)
}

// Namespace is the namespace of the counters that [Parse] increments. CounterParsed and CounterRefused are their names.
// The metrics of a pipeline's result contain their sums.
const (
	Namespace      = "beamurl"
	CounterParsed  = "parsed"  // the elements that are URLs
	CounterRefused = "refused" // the elements that are not
)

var (
	parsedCounter  = beam.NewCounter(Namespace, CounterParsed)
	refusedCounter = beam.NewCounter(Namespace, CounterRefused)
)

// Refused is an element that is not a URL, with the reason. Its input may contain credentials.
type Refused struct {
	Input  string // as it was given, byte for byte
	Error  string // the standard's name of the validation error, such as "host-missing"
	Offset int    // the byte of Input at which the error is
}

// Parse parses each element of lines, a PCollection<string>, as [url.Parse] does. It returns the URLs, a
// PCollection<url.URL>, and the elements that are not URLs, a PCollection<Refused>. Each element is in exactly one of
// them. The empty string is not a URL. Spaces, tabs and "\r" at either end of an element are ignored, as in any URL.
//
// It panics if lines is not a PCollection<string>, or if the program has replaced the coder of url.URL by one that
// changes URLs.
func Parse(s beam.Scope, lines beam.PCollection) (urls, refused beam.PCollection) {
	mustEncodeURLs()
	return beam.ParDo2(s.Scope("beamurl.Parse"), &parseFn{}, lines)
}

// parseFn is the DoFn of [Parse].
type parseFn struct{}

// ProcessElement passes line to one of the two outputs, and counts it.
func (*parseFn) ProcessElement(ctx context.Context, line string, urls func(url.URL), refused func(Refused)) {
	u, err := url.Parse(line)
	if err != nil {
		refusedCounter.Inc(ctx, 1)
		refused(refusedBecause(line, err))
		return
	}
	parsedCounter.Inc(ctx, 1)
	urls(u)
}

// refusedBecause returns the record of an input for which [url.Parse] returned err.
func refusedBecause(input string, err error) Refused {
	r := Refused{Input: input}
	var e *url.Error
	var reason url.ErrorType
	if errors.As(err, &e) && errors.As(err, &reason) {
		r.Error, r.Offset = reason.Error(), e.Offset
	}
	return r
}

// Sites returns the site of each element of urls, a PCollection<url.URL>, as a PCollection<string>: the registrable
// domain, or the host if it has none, or "" if the URL has no host. It uses the public suffix list that is compiled
// into [publicsuffix.List], as the part "site" of the command weburl does. The result has an element for each URL:
// count them with stats.Count.
//
// It panics if urls is not a PCollection<url.URL>, or if the program has replaced the coder; see [Parse].
func Sites(s beam.Scope, urls beam.PCollection) beam.PCollection {
	mustEncodeURLs()
	return beam.ParDo(s.Scope("beamurl.Sites"), siteOf, urls)
}

func siteOf(u url.URL) string {
	host, _ := u.ParsedHost()
	return host.Site(publicsuffix.List).String()
}

// Distinct returns urls, a PCollection<url.URL>, with each URL once. Two URLs are the same if their hrefs are. In a
// streaming pipeline, each URL is returned once per window.
//
// It panics if urls is not a PCollection<url.URL>, or if the program has replaced the coder; see [Parse].
func Distinct(s beam.Scope, urls beam.PCollection) beam.PCollection {
	mustEncodeURLs()
	return filter.Distinct(s.Scope("beamurl.Distinct"), urls)
}
