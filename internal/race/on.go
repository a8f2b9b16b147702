//go:build race

package race

import "testing"

// SkipSlow skips t.
func SkipSlow(t *testing.T) {
	t.Helper()
	t.Skip("runs one goroutine, and takes long with the race detector")
}
