package gojaurl_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"
	nodeurl "github.com/dop251/goja_nodejs/url"

	"github.com/weburl-go/url/gojaurl"
)

// repeated is how often a step of a benchmark runs its expression.
const repeated = 200

// BenchmarkTurns compares this package with goja_nodejs. A step runs an expression with one, and then with the other, so
// that both meet the same load. It reports the shortest time of each for one expression. The times include goja's own.
func BenchmarkTurns(b *testing.B) {
	for _, row := range []struct{ name, setup, expression string }{
		{"new_URL", ``, `new URL("https://user:pass@sub.example.com:8080/p/a/t/h?query=string#hash")`},
		{"new_URL_with_base", ``, `new URL("../b?c", "https://example.com/a/b/")`},
		{"href", `const u = new URL("https://example.com/a?b=1&c=2")`, `u.href`},
		{"pathname_set", `const u = new URL("https://example.com/a?b=1&c=2")`, `u.pathname = "/x y"`},
		{"searchParams.get", `const u = new URL("https://example.com/a?b=1&c=2")`, `u.searchParams.get("c")`},
		{"searchParams.set", `const u = new URL("https://example.com/a?b=1&c=2")`, `u.searchParams.set("c", "x")`},
		{"searchParams.of", `const u = new URL("https://example.com/a?b=1&c=2")`, `for (const pair of u.searchParams) pair`},
		{"new_URLSearchParams", ``, `new URLSearchParams({ a: 1, b: "x y" })`},
	} {
		b.Run(row.name, func(b *testing.B) {
			script := fmt.Sprintf("%s; () => { for (let i = 0; i < %d; i++) { %s } }", row.setup, repeated, row.expression)
			turns(b, repeated, call(b, newVM(b), script), call(b, newNodejs(b).(gojaEngine).Runtime, script))
		})
	}
	b.Run("Enable", func(b *testing.B) {
		var vm *goja.Runtime
		turns(b, 1, step{
			prepare: func() { vm = goja.New() },
			run:     func() error { return gojaurl.Enable(vm) },
		}, step{
			prepare: func() { vm = goja.New(); new(require.Registry).Enable(vm) },
			run:     func() error { nodeurl.Enable(vm); return nil },
		})
	})
}

// A step is what a benchmark measures, after what it does not.
type step struct {
	prepare func()
	run     func() error
}

// call returns a step that calls the function that is the value of a script.
func call(b *testing.B, vm *goja.Runtime, script string) step {
	v, err := vm.RunString(script)
	if err != nil {
		b.Fatal(err)
	}
	f, ok := goja.AssertFunction(v)
	if !ok {
		b.Fatal("not a function")
	}
	return step{prepare: func() {}, run: func() error { _, err := f(goja.Undefined()); return err }}
}

// turns runs the steps in turns. A step does what it measures so many times.
func turns(b *testing.B, times int, ours, theirs step) {
	least := [2]time.Duration{1<<63 - 1, 1<<63 - 1}
	for b.Loop() {
		for i, s := range []step{ours, theirs} {
			s.prepare()
			start := time.Now()
			if err := s.run(); err != nil {
				b.Fatal(err)
			}
			least[i] = min(least[i], time.Since(start))
		}
	}
	b.ReportMetric(0, "ns/op") // of both together, with what is not measured
	b.ReportMetric(float64(least[0].Nanoseconds())/float64(times)/1e3, "µs(gojaurl)")
	b.ReportMetric(float64(least[1].Nanoseconds())/float64(times)/1e3, "µs(goja_nodejs)")
}
