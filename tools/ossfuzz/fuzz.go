//go:build libfuzzer

// Command ossfuzz contains the targets that OSS-Fuzz runs. It is a C archive for libFuzzer, which build.sh builds once for
// each target. The targets hold what needs no test code; the fuzz tests of the packages, which run every night, compare more.
package main

import "C"

import (
	"net/http/httptest"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
	"github.com/weburl-go/url/redirect"
	"github.com/weburl-go/url/urlpattern"
)

// target is the name of the target. The linker sets it.
var target = "parse"

var base = url.MustParse("https://example.com/a/b?c#d")

// targets panic if a promise is broken. build.sh lists their names.
var targets = map[string]func(s string){
	"parse": func(s string) {
		u, err := base.Parse(s)
		if err != nil {
			return
		}
		if again, err := url.Parse(u.Href()); err != nil || again != u {
			panic("the href of " + s + " parses to another URL: " + u.Href())
		}
	},
	"redirect": func(s string) {
		ref, err := redirect.Target(httptest.NewRequest("GET", "https://example.com/a/b?c", nil), s)
		if err != nil {
			return
		}
		if u, err := base.Parse(ref); err != nil || !u.Origin().SameOrigin(base.Origin()) {
			panic("the target " + ref + " leads to another origin")
		}
	},
	"pattern": func(s string) {
		pattern, input, _ := strings.Cut(s, "\n")
		p, err := urlpattern.New(pattern, urlpattern.Options{BaseURL: base.Href()})
		if err != nil {
			return
		}
		u, err := base.Parse(input)
		if err != nil {
			return
		}
		if _, matched := p.Exec(u); matched != p.Test(u) {
			panic("Test and Exec do not agree on " + u.Href())
		}
	},
	"page": func(s string) {
		if len(s) > 4096 { // a longer page can take more memory than OSS-Fuzz has
			return
		}
		doc, err := page.Parse(strings.NewReader(s), base, "text/html")
		if err != nil {
			return
		}
		for link := range doc.Links() {
			if link.Err == nil && link.URL.IsZero() {
				panic("a link has neither a URL nor an error: " + link.Raw)
			}
		}
	},
}

//export LLVMFuzzerTestOneInput
func LLVMFuzzerTestOneInput(data *C.char, size C.size_t) C.int {
	targets[target](C.GoStringN(data, C.int(size)))
	return 0
}

func main() {}
