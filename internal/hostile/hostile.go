// Package hostile lets tests measure what hostile input costs. It counts CPU time of one thread and bytes
// allocated, neither of which depends on the load of the machine.
//
// A test that measures runs only with the flag -hostile, which this package defines. The flag -bytes sets the length
// of the input. Write the package before the flags if it is in another folder:
//
//	go test ./form -run Growth -hostile -bytes 1048576 -v
package hostile

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	asked = flag.Bool("hostile", false, "also run the tests that measure time and memory")
	long  = flag.Int("bytes", 1<<16, "the length of hostile input, for -hostile")
)

// Only skips t unless the flag -hostile is set.
func Only(t *testing.T) {
	t.Helper()
	if !*asked {
		t.Skip("measures time or memory; runs with -hostile")
	}
}

// Short returns the length of the strings for a test that does everything with each shape. They are longer with the flag
// -hostile, and shorter with -short.
func Short() int {
	switch {
	case *asked:
		return 1 << 10
	case testing.Short():
		return 1 << 6
	}
	return 1 << 8
}

// A Use is something to do with a string of one of the [Shapes]. It prepares, which is not measured, and returns the
// function to measure and the length of the text that this function reads. It returns nil if there is nothing to do
// with s.
type Use = func(s string) (length int, do func())

// Reading returns the use that only calls f.
func Reading(f func(s string)) Use {
	return func(s string) (int, func()) { return len(s), func() { f(s) } }
}

// OnURL returns the use that calls do with the URL that of makes of a string, if it makes one. U is url.URL: this package does
// not import package url, because the tests of package url import this one.
func OnURL[U interface {
	IsZero() bool
	Href() string
}](of func(s string) U, do func(u U)) Use {
	return func(s string) (int, func()) {
		u := of(s)
		if u.IsZero() {
			return 0, nil
		}
		return len(u.Href()), func() { do(u) }
	}
}

// Remembering returns a function that calls prepare only once for a string that is asked for several times in a row.
func Remembering[T any](prepare func(s string) T) func(s string) T {
	prepared := map[string]T{}
	return func(s string) T {
		v, ok := prepared[s]
		if !ok {
			if len(prepared) == 2 { // a short string and a long one
				clear(prepared)
			}
			v = prepare(s)
			prepared[s] = v
		}
		return v
	}
}

const (
	factor = 16 // how many times as long the longer of two strings is whose times are compared

	// Linear time or memory for the longer string is factor times that for the shorter one, quadratic is factor squared
	// times that. The limit is the geometric mean.
	mostTimes = 4 * factor
	// A shorter time does not count as growth: it is that of a few page faults, or a two-hundredth of mostTime, in which a text
	// that no cache holds is copied.
	leastTime = 10 * time.Millisecond
	// A time above sixteen microseconds a byte is too long, whatever its growth. That is twice what SECURITY.md says of pages on
	// our machine, and thirty-two times what it says of most uses: others are slower, and a neighbor on the same core adds to a time.
	mostTime = 16 * time.Second >> 20 // a byte

	leastBytes = 1 << 16 // less is never too much
	// Less does not count as growth of memory: factor to one, the shorter string may do with what is on the stack.
	leastGrowth = 1 << 19
)

// A cost is what a use takes for a string of a shape.
type cost struct {
	name, shape string
	length      int // what the use reads
	time        time.Duration
	bytes       uint64
}

// times returns how many times the length of the text is allocated.
func (c *cost) times() float64 { return float64(c.bytes) / float64(c.length) }

// Check fails t for each use that takes more than linear time or memory for one of the shapes, or more than sixteen
// microseconds a byte. It also fails t if more than most times the length of the text is allocated in all.
func Check(t *testing.T, shapes Shapes, uses map[string]Use, most func(name, shape string) float64) {
	Only(t)
	clock := lockClock(t)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // its work would count as that of the use that it interrupts
	var costs []cost
	for _, shape := range slices.Sorted(maps.Keys(shapes)) {
		shortString, longString := shapes[shape](*long/factor), shapes[shape](*long)
		for _, name := range slices.Sorted(maps.Keys(uses)) {
			short := cost{name: name, shape: shape, time: time.Hour, bytes: math.MaxUint64}
			long := short
			// Other programs only add to a time, and an empty sync.Pool only adds to the memory, so the least of some tries
			// counts. A disturbance may last, so there is a pause before the last two.
			for try := 0; try < 5 && (tooSlow(&short, &long) || tooLarge(&short, &long)); try++ {
				time.Sleep(max(0, time.Duration(try-2)) * time.Second)
				short.measure(clock, uses[name], shortString)
				long.measure(clock, uses[name], longString)
			}
			if long.length == 0 {
				continue
			}
			costs = append(costs, long)
			if tooSlow(&short, &long) {
				t.Errorf("%s, %s: %v for %d bytes, %v for %d bytes", name, shape, short.time, short.length, long.time, long.length)
			}
			if tooLarge(&short, &long) {
				t.Errorf("%s, %s: allocates %d bytes for %d bytes, %d for %d", name, shape, short.bytes, short.length, long.bytes, long.length)
			}
			if limit := most(name, shape); long.times() > limit && long.bytes > leastBytes {
				t.Errorf("%s, %s: allocates %.1f times its %d bytes, want at most %v", name, shape, long.times(), long.length, limit)
			}
		}
	}
	t.Log("the slowest:" + worst(costs, 15, func(a, b cost) int { return cmp.Compare(b.time, a.time) }))
	t.Log("the largest:" + worst(costs, 25, func(a, b cost) int { return cmp.Compare(b.times(), a.times()) }))
}

const mostGarbage = 256 << 20

// measure sets the time and the memory to those of the use if they are less.
func (c *cost) measure(clock clock, use Use, s string) {
	length, do := use(s)
	if do == nil {
		c.time, c.bytes = 0, 0
		return
	}
	before := allocated()
	took := clock.time(do)
	after := allocated()
	c.length, c.time, c.bytes = max(length, len(s)), min(c.time, took), min(c.bytes, after.total-before.total)
	if after.live > mostGarbage {
		runtime.GC()
	}
}

// tooSlow reports whether the times for the shorter and the longer string show more than linear growth.
func tooSlow(short, long *cost) bool {
	most := time.Duration(long.length) * mostTime
	return long.time > max(leastTime, most/200) && (long.time > most || long.time > mostTimes*short.time)
}

// tooLarge reports whether the memory for the shorter and the longer string shows more than linear growth.
func tooLarge(short, long *cost) bool {
	return long.bytes > leastGrowth && long.bytes/mostTimes > short.bytes
}

// worst lists the first n costs, one for each use.
func worst(costs []cost, n int, order func(a, b cost) int) string {
	var list strings.Builder
	listed := map[string]bool{}
	for _, c := range slices.SortedFunc(slices.Values(costs), order) {
		if !listed[c.name] && len(listed) < n {
			listed[c.name] = true
			fmt.Fprintf(&list, "\n%7.1f ms %6.1f times the memory  %s, %s (%d bytes)", float64(c.time)/1e6, c.times(), c.name, c.shape, c.length)
		}
	}
	return list.String()
}

// Allocated returns how many bytes f allocates.
func Allocated(f func()) uint64 {
	before := allocated()
	f()
	return allocated().total - before.total
}

type memory struct{ total, live uint64 }

// allocated returns how many bytes have been allocated so far, and how many of them have not been collected.
func allocated() memory {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return memory{stats.TotalAlloc, stats.HeapAlloc}
}
