package psl

import (
	"runtime"
	"strings"
	"testing"
)

// BenchmarkParse reads the list in PSL_DIR. It reports how many bytes of the heap the list keeps, too.
func BenchmarkParse(b *testing.B) {
	text := pslFile(b, listFile)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var list *List
	for b.Loop() {
		list = mustParse(b, text)
	}
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	with := heap()
	runtime.KeepAlive(list)
	list = nil
	b.ReportMetric(float64(with)-float64(heap()), "B-kept")
}

func BenchmarkLookup(b *testing.B) {
	list := mustParse(b, pslFile(b, listFile))
	for name, domain := range map[string]string{
		"com":       "www.example.com",
		"co.uk":     "www.example.co.uk",
		"private":   "x.s3.dualstack.eu-central-1.amazonaws.com",
		"wildcard":  "a.b.compute.amazonaws.com",
		"exception": "www.city.kobe.jp",
		"punycode":  "www.xn--85x722f.xn--55qx5d.cn",
		"unlisted":  "printer.local",
		"labels":    strings.Repeat("a.", 120) + "com",
		"long":      strings.Repeat(strings.Repeat("a", 62)+".", 3) + "com",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				list.Lookup(domain)
			}
		})
	}
}

// BenchmarkLookupMany looks up many domains in turn, so that the list is not in the cache of the first level.
func BenchmarkLookupMany(b *testing.B) {
	list := mustParse(b, pslFile(b, listFile))
	var domains []string
	randomDomains(netReferenceList(b), 1<<14, func(domain string) { domains = append(domains, domain) })
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		list.Lookup(domains[i%len(domains)])
		i++
	}
}
