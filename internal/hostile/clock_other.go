//go:build !linux

package hostile

import (
	"testing"
	"time"
)

// A clock would measure the CPU time of one thread.
type clock struct{}

// lockClock skips t.
func lockClock(t *testing.T) clock {
	t.Skip("the CPU time of one thread is measured on Linux only")
	return clock{}
}

func (clock) time(func()) time.Duration { return 0 }
