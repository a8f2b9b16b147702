package lognested

import (
	"fmt"
	"log/slog"

	"github.com/weburl-go/url"
)

type link struct {
	To   url.URL
	Rank int
}

type nested struct{ Links []link }

type private struct{ to url.URL }

type byPointer struct{ To *url.URL }

type valuer struct{ To url.URL }

func (v valuer) LogValue() slog.Value { return slog.StringValue(v.To.Redacted()) }

type stringer struct{ To url.URL }

func (s stringer) String() string { return s.To.Redacted() }

func wrong(l link, p *link, n nested, us []url.URL, byName map[string]url.URL, logger *slog.Logger) {
	slog.Info("seen", "link", l)                                     // want `slog redacts a URL, but not one inside of another value: this shows the password of To: log its Redacted\(\)`
	slog.Info("seen", slog.Any("link", p))                           // want `the password of To`
	logger.Error("seen", "links", n, "rank", 1)                      // want `the password of Links`
	logger.With("urls", us)                                          // want `the password of its elements`
	slog.Debug("seen", "x", byName, "y", struct{ U url.URL }{us[0]}) // want `the password of its elements` `the password of U`
}

func right(l link, u url.URL, up *url.URL, logger *slog.Logger, args []any) {
	slog.Info("seen", "url", u)                               // ok: slog redacts it
	slog.Info("seen", slog.Any("url", u))                     // ok
	logger.Error("seen", "url", up)                           // ok
	slog.Info("seen", "url", l.To)                            // ok
	slog.Info("seen", "url", l.To.Redacted(), "rank", l.Rank) // ok
	slog.Info("seen", "link", valuer{u})                      // ok: it has its own LogValue
	slog.Info("seen", "link", stringer{u})                    // ok: not sure
	slog.Info("seen", "link", private{u})                     // ok: not sure
	slog.Info("seen", "link", byPointer{up})                  // ok: not sure
	slog.Info("seen", "origin", u.Origin())                   // ok
	slog.Info("seen", "query", u.SearchParams())              // ok: no credentials
	slog.Info("seen", args...)                                // ok: not known
	slog.Info("seen", "error", fmt.Errorf("bad"))             // ok
	fmt.Println(l)                                            // ok: not this rule
}
