package form

import (
	"testing"

	"github.com/weburl-go/url/internal/hostile"
)

// TestGrowth checks that reading and writing a form takes time that grows linearly with its length.
func TestGrowth(t *testing.T) {
	hostile.CheckTime(t, map[string]hostile.Use{
		"parse": func(s string) { _, _ = Parse([]byte(s), Options{}) },
		"encode": func(s string) {
			if params, err := Parse([]byte(s), Options{}); err == nil {
				_, _ = Encode(params, nil)
			}
		},
	})
}
