package hostile

import (
	"testing"
	"time"
)

// TestTooSlow checks which times count as more than linear growth.
func TestTooSlow(t *testing.T) {
	const (
		ms     = time.Millisecond
		length = 1 << 20
	)
	for _, test := range []struct {
		short, long time.Duration
		length      int
		want        bool
	}{
		{ms, factor * ms, length, false},
		{ms, 2 * factor * ms, length, false}, // n log n, or a neighbor that uses the same core
		{ms, factor * factor * ms, length, true},
		{ms / 1000, 9 * ms, length, false}, // too short to tell
		{ms / 8, 12 * ms, 16 * length, false},
		{4800 * ms, 15900 * ms, length, false},
		{4800 * ms, 16100 * ms, length, true}, // sixteen microseconds a byte
		{480 * ms, 990 * ms, length / 16, false},
		{480 * ms, 1010 * ms, length / 16, true},
	} {
		short, long := cost{time: test.short}, cost{time: test.long, length: test.length}
		if got := tooSlow(&short, &long); got != test.want {
			t.Errorf("%v, then %v for %d bytes: too slow: %t", test.short, test.long, test.length, got)
		}
	}
}

// TestShapes checks that the inputs are about as long as they should be.
func TestShapes(t *testing.T) {
	for name, shape := range URLs {
		for n := 1 << 12; n <= 1<<14; n *= 2 {
			if length := len(shape(n)); length < n*3/4 || length > n*5/4 {
				t.Errorf("%s: %d bytes, want about %d", name, length, n)
			}
		}
	}
}
