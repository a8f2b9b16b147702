package beamurl_test

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/beamurl"
)

// Beam knows the functions of a pipeline by their names, so they are registered when the program starts.
func init() {
	register.Function1x0(printURL)
	register.Function1x0(printRefused)
	register.Function2x0(printCount)
}

func printURL(u url.URL)             { fmt.Println(u) }
func printRefused(r beamurl.Refused) { fmt.Printf("%s at byte %d of %q\n", r.Error, r.Offset, r.Input) }
func printCount(site string, n int)  { fmt.Println(site, n) }

func ExampleParse() {
	p, s := beam.NewPipelineWithRoot()
	lines := beam.Create(s, "HTTPS://EXAMPLE.com:443/../a b", "http://example.com:99999/")
	urls, refused := beamurl.Parse(s, lines)
	beam.ParDo0(s, printURL, urls)
	beam.ParDo0(s, printRefused, refused)
	if _, err := beam.Run(context.Background(), "prism", p); err != nil {
		fmt.Println(err)
	}
	// Unordered output:
	// https://example.com/a%20b
	// port-out-of-range at byte 19 of "http://example.com:99999/"
}

func ExampleSites() {
	p, s := beam.NewPipelineWithRoot()
	lines := beam.Create(s, "https://www.example.co.uk/", "https://example.co.uk/a", "http://127.0.0.1:8080/")
	urls, _ := beamurl.Parse(s, lines)
	beam.ParDo0(s, printCount, stats.Count(s, beamurl.Sites(s, urls)))
	if _, err := beam.Run(context.Background(), "prism", p); err != nil {
		fmt.Println(err)
	}
	// Unordered output:
	// example.co.uk 2
	// 127.0.0.1 1
}

func ExampleDistinct() {
	p, s := beam.NewPipelineWithRoot()
	lines := beam.Create(s, "https://example.com", "HTTPS://EXAMPLE.COM:443/", "https://example.com/#a")
	urls, _ := beamurl.Parse(s, lines)
	beam.ParDo0(s, printURL, beamurl.Distinct(s, urls))
	if _, err := beam.Run(context.Background(), "prism", p); err != nil {
		fmt.Println(err)
	}
	// Unordered output:
	// https://example.com/
	// https://example.com/#a
}
