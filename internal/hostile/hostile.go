// Package hostile lets tests measure what hostile input costs. It counts CPU time of one thread and bytes
// allocated, neither of which depends on the load of the machine.
//
// A test that measures runs only with the flag -hostile, which this package defines. A package in another folder
// stands before the flag:
//
//	go test ./form -run 'Growth|Memory' -hostile
package hostile

import (
	"flag"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"
)

var asked = flag.Bool("hostile", false, "also run the tests that measure time and memory")

// Only skips t unless the flag -hostile is set.
func Only(t *testing.T) {
	t.Helper()
	if !*asked {
		t.Skip("measures time or memory; runs with -hostile")
	}
}

// A Use is something to do with a string of one of the [Shapes].
type Use = func(s string)

const (
	shortTimed = 1 << 14 // bytes of the shorter of the two strings whose times are compared
	factor     = 16      // how many times as long the longer one is

	// Linear time for the longer string is factor times that for the shorter one, quadratic time is factor squared
	// times that. The limit is the geometric mean.
	mostTimes = 4 * factor
	// A shorter time does not count as growth: it is that of a few page faults.
	leastTime = 10 * time.Millisecond
	// Something is wrong with a longer time, whatever it grows from: four microseconds a byte.
	mostTime = time.Second
)

// CheckTime fails t for each use that takes more than linear time for one of the shapes.
func CheckTime(t *testing.T, uses map[string]Use) {
	Only(t)
	clock := lockClock(t)
	slowest, slowestOf := time.Duration(0), ""
	forEach(uses, func(name, shape string, do Use) {
		short, long := Shapes[shape](shortTimed), Shapes[shape](factor*shortTimed)
		// Caches that others use only add to a time, so the shortest of three counts.
		shortTime, longTime := mostTime, 2*mostTime
		for try := 0; try < 3 && tooSlow(shortTime, longTime); try++ {
			shortTime = min(shortTime, clock.time(func() { do(short) }))
			longTime = min(longTime, clock.time(func() { do(long) }))
		}
		if longTime > slowest {
			slowest, slowestOf = longTime, name+" of "+shape
		}
		if tooSlow(shortTime, longTime) {
			t.Errorf("%s of %s: %v for %d bytes, %v for %d bytes", name, shape, shortTime, len(short), longTime, len(long))
		}
	})
	t.Logf("the slowest is %s: %v", slowestOf, slowest)
}

// tooSlow reports whether the times for the shorter and the longer string show more than linear growth.
func tooSlow(short, long time.Duration) bool {
	return long > mostTime || long > leastTime && long > mostTimes*short
}

// CheckMemory fails t for each use that allocates more than most times the length of a string, or more than
// three times as much for a string of twice the length. It tries three lengths.
func CheckMemory(t *testing.T, uses map[string]Use, most func(shape string) float64) {
	Only(t)
	forEach(uses, func(name, shape string, do Use) {
		before := uint64(0)
		for n := 1 << 16; n <= 1<<18; n *= 2 {
			s := Shapes[shape](n)
			bytes := Allocated(func() { do(s) })
			if times := float64(bytes) / float64(len(s)); times > most(shape) {
				t.Errorf("%s of %s: allocates %.1f times its %d bytes, want at most %v", name, shape, times, len(s), most(shape))
			}
			if before > 0 && bytes > 3*before+1<<16 {
				t.Errorf("%s of %s: allocates %d bytes for %d bytes, %d for half of them", name, shape, bytes, len(s), before)
			}
			before = bytes
		}
	})
}

// forEach calls f for each use of each shape, while the garbage collector runs only in between: its work
// would count as that of the use that it interrupts.
func forEach(uses map[string]Use, f func(name, shape string, do Use)) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const mostGarbage = 256 << 20
	before := allocated()
	for _, name := range slices.Sorted(maps.Keys(uses)) {
		for _, shape := range slices.Sorted(maps.Keys(Shapes)) {
			f(name, shape, uses[name])
			if now := allocated(); now-before > mostGarbage {
				runtime.GC()
				before = now
			}
		}
	}
}

// Allocated returns how many bytes f allocates.
func Allocated(f func()) uint64 {
	before := allocated()
	f()
	return allocated() - before
}

// allocated returns how many bytes have been allocated so far.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}
