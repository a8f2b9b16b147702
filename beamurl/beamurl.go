// Package beamurl lets Apache Beam pipelines in Go carry URLs of package url, including pipelines on Dataflow, Flink and
// Spark. Import it in every program whose pipeline contains a [url.URL], because Beam otherwise turns every URL into the
// zero URL, and reports no error.
//
//	lines := textio.Read(s, "gs://bucket/urls-*.txt")
//	urls, refused := beamurl.Parse(s, lines)
//	counts := stats.Count(s, beamurl.Sites(s, urls)) // PCollection<KV<string,int>>
//
// Importing the package registers coders for url.URL and *url.URL, so that a URL can be an element, a key, or a field of
// a struct. If you need only the coders, import it like this:
//
//	import _ "github.com/weburl-go/url/beamurl"
package beamurl

import (
	"context"
	"errors"
	"fmt"

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

// These are the names of the counters that [Parse] increments, and their namespace. The metrics of the pipeline's result
// contain the sums of the counters.
const (
	Namespace      = "beamurl"
	CounterParsed  = "parsed"  // counts the elements that are URLs
	CounterRefused = "refused" // counts the elements that are not URLs
)

var (
	parsedCounter  = beam.NewCounter(Namespace, CounterParsed)
	refusedCounter = beam.NewCounter(Namespace, CounterRefused)
)

// A Refused contains an element that is not a URL, and the reason. Its Input may contain credentials.
type Refused struct {
	Input  string // the element, byte for byte
	Error  string // the name of the validation error in the standard, such as "host-missing"
	Offset int    // the offset of the error in Input, in bytes
}

// Parse parses each element of lines, a PCollection<string>, as [url.Parse] does. It returns the URLs as a
// PCollection<url.URL>, and the elements that are not URLs as a PCollection<Refused>. Each element of lines is in
// exactly one of the two.
//
// The empty string is not a URL. As in any URL, spaces, tabs and "\r" at either end of an element are ignored.
//
// Parse panics if lines is not a PCollection<string>, or if the program has replaced the coder of url.URL with one that
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

// Sites returns a PCollection<string> with the site of each element of urls, a PCollection<url.URL>. The site of a URL
// is its registrable domain, or its host if it has no registrable domain, or "" if it has no host.
//
// To count the URLs of each site, pass the result to stats.Count.
//
// Sites uses the public suffix list that is compiled into publicsuffix.List, as the command weburl does for the part
// "site". It panics if urls is not a PCollection<url.URL>, or if the program has replaced the coder, as described at
// [Parse].
func Sites(s beam.Scope, urls beam.PCollection) beam.PCollection {
	mustEncodeURLs()
	return beam.ParDo(s.Scope("beamurl.Sites"), siteOf, urls)
}

func siteOf(u url.URL) string {
	host, _ := u.ParsedHost()
	return host.Site(publicsuffix.List).String()
}

// Distinct returns the elements of urls, a PCollection<url.URL>, without duplicates. Two URLs are duplicates if they
// have the same href. In a streaming pipeline, each URL is returned once for each window.
//
// Distinct panics if urls is not a PCollection<url.URL>, or if the program has replaced the coder, as described at
// [Parse].
func Distinct(s beam.Scope, urls beam.PCollection) beam.PCollection {
	mustEncodeURLs()
	if t := urls.Type(); t.Type() != urlType {
		panic(fmt.Sprintf("beamurl: Distinct needs a PCollection<url.URL>, but got a PCollection<%v>", t))
	}
	return filter.Distinct(s.Scope("beamurl.Distinct"), urls)
}
