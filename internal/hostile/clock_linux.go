package hostile

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// A clock measures the CPU time of the thread that the goroutine of a test is locked to.
type clock struct{ t *testing.T }

// lockClock locks the calling goroutine to its thread until t ends.
func lockClock(t *testing.T) clock {
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	return clock{t}
}

// time returns the CPU time that f takes.
func (c clock) time(f func()) time.Duration {
	start := c.now()
	f()
	return c.now() - start
}

// now returns the CPU time of the thread so far. The kernel updates it at a tick, and when the thread gives up its core, so now
// sleeps for a nanosecond. That takes a tenth of a millisecond, and adds about ten microseconds of CPU time. On a busy machine
// the sleep may be over before the thread gives up its core, so now sleeps until it did.
func (c clock) now() time.Duration {
	for before := c.usage().Nvcsw; ; {
		if err := syscall.Nanosleep(&syscall.Timespec{Nsec: 1}, nil); err != nil && err != syscall.EINTR {
			c.t.Fatal(err)
		}
		if usage := c.usage(); usage.Nvcsw != before {
			return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
}

// usage returns what the thread has used, with the number of times that it gave up its core.
func (c clock) usage() (usage syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &usage); err != nil {
		c.t.Fatal(err)
	}
	return usage
}
