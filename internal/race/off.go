//go:build !race

// Package race lets tests leave out what takes long with the race detector and has nothing for it to find.
package race

import "testing"

// SkipSlow skips t, which runs one goroutine and takes long, if the race detector is on.
func SkipSlow(t *testing.T) {}
