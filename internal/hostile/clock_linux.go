package hostile

import (
	"runtime"
	"syscall"
	"testing"
	"time"
	"unsafe"
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

// now reads CLOCK_THREAD_CPUTIME_ID. getrusage with RUSAGE_THREAD tells the same, but on many kernels only
// to the last tick, which is some milliseconds ago.
func (c clock) now() time.Duration {
	const threadCPUTime = 3
	var now syscall.Timespec
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadCPUTime, uintptr(unsafe.Pointer(&now)), 0); errno != 0 {
		c.t.Fatal(errno)
	}
	return time.Duration(now.Nano())
}
