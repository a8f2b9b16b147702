package display

import (
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/hostile"
)

// TestGrowth checks that rendering takes time that grows linearly with the length of the URL.
func TestGrowth(t *testing.T) {
	hostile.CheckTime(t, map[string]hostile.Use{
		"render": func(s string) {
			if u, err := url.Parse(s); err == nil {
				URL(u, Options{})
			}
		},
	})
}
