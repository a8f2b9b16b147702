package hostile

import (
	"testing"
	"time"
)

// TestTooSlow checks which times count as more than linear growth.
func TestTooSlow(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		short, long time.Duration
		want        bool
	}{
		{ms, factor * ms, false},
		{ms, 2 * factor * ms, false}, // n log n, or a neighbor that uses the same core
		{ms, factor * factor * ms, true},
		{ms / 1000, 9 * ms, false}, // too short to tell
		{900 * ms, 1100 * ms, true},
	} {
		if got := tooSlow(test.short, test.long); got != test.want {
			t.Errorf("%v, then %v: too slow: %t", test.short, test.long, got)
		}
	}
}

// TestShapes checks that the inputs are about as long as they should be.
func TestShapes(t *testing.T) {
	for name, shape := range Shapes {
		for n := 1 << 12; n <= 1<<14; n *= 2 {
			if length := len(shape(n)); length < n*3/4 || length > n*5/4 {
				t.Errorf("%s: %d bytes, want about %d", name, length, n)
			}
		}
	}
}
