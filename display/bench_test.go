package display

import (
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

func BenchmarkURL(b *testing.B) {
	for _, bench := range []struct{ name, in string }{
		{"ASCII", "https://www.example.com/a/b?c=d"},
		{"IDN", "https://www.b\u00FCcher.example/%C3%A9"},
		{"long label", "https://" + strings.Repeat("\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD", 200_000) + "/"}, // 1 MB of ASCII
		{"many labels", "https://" + strings.Repeat("\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD.", 75_000) + "example/"},
		{"long path", "https://example.com/" + strings.Repeat("%C3%A9", 175_000)},
	} {
		u := url.MustParse(bench.in)
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(u.Href())))
			for b.Loop() {
				URL(u, Options{})
			}
		})
	}
}
