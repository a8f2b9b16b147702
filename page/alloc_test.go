package page

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// listing is the page of the benchmarks, whose README gives these figures: 2,002 links and 1,000 images in 218 KB.
var listing = func() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html><head><meta charset=utf-8><title>Products</title><link rel=stylesheet href=/style.css></head><body><nav><a href="/">Home</a></nav><ul>`)
	for i := range 1000 {
		fmt.Fprintf(&b, `<li class="product"><a href="/shop/item-%d?ref=list&amp;page=2#top"><img src="/img/%d.jpg" alt="Product %d" loading="lazy"></a>
			<h3><a href="../item-%d">Product number %d</a></h3><p class="price">%d.99</p></li>`, i, i, i, i, i, i)
	}
	return b.String() + "</ul></body></html>"
}()

// TestAllocs limits what the benchmarks' operations allocate.
func TestAllocs(t *testing.T) {
	listingURL := url.MustParse("https://shop.example.com/list/all?page=2")
	d := parsedAt(listing, listingURL)
	found := 0
	for range d.Links() {
		found++
	}
	if found != 3002 {
		t.Fatalf("%d links", found)
	}
	field := []string{`<https://api.example.com/items?page=3>; rel="next", <https://api.example.com/items?page=9>; rel="last"`}
	for _, row := range []struct {
		name        string
		bytes, most float64
		run         func()
	}{
		{"Document.Links", 200_000, 3_200, func() { follow(d) }},
		{"Document.Base", 1_000, 10, func() { d.Base() }},
		{"Parse", 3_400_000, 67_000, func() { parsedAt(listing, listingURL) }}, // 2.6 MB without the race detector
		{"ParseLinkHeader", 300, 4, func() { ParseLinkHeader(field) }},
	} {
		if got := testing.AllocsPerRun(5, row.run); got > row.most {
			t.Errorf("%s: %v allocations, want at most %v", row.name, got, row.most)
		}
		if got := bytesPerRun(row.run); got > row.bytes || got == 0 && row.name == "Document.Links" {
			t.Errorf("%s: %v bytes, want at most %v", row.name, got, row.bytes)
		}
	}
}

// bytesPerRun returns how many bytes run allocates. Of several runs, the least count: in some, the runtime allocates, too.
func bytesPerRun(run func()) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	least := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return float64(least)
}
