package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/notes"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/internal/infra"
)

// A Safety says who a URL leads to.
type Safety struct {
	// The URL as it should be shown to people, in three pieces. The registrable domain, or else the host, is the
	// middle one. The page isolates directions itself.
	Shown [3]string `json:"shown"`

	HostKind string       `json:"hostKind"`
	Suffix   string       `json:"suffix"` // the public suffix; "" if there is none
	Site     string       `json:"site"`   // "" if the URL has no site
	Notes    []notes.Note `json:"notes"`
}

// Lookup looks a domain up in the public suffix list. It is set before the first request.
var Lookup notes.Lookup

func safetyOf(u url.URL, input string, base url.URL) *Safety {
	host, hasHost := u.ParsedHost()
	parts := display.PartsOf(u, display.Options{PublicSuffixList: Lookup})
	safety := &Safety{
		Shown: [3]string{parts.Scheme + parts.Subdomain, parts.RegistrableDomain, parts.Port + parts.Path + parts.Query + parts.Fragment},
		Notes: notes.Of(notes.Subject{URL: u, Input: input, Base: base, Lookup: Lookup}),
	}
	for i, piece := range safety.Shown {
		safety.Shown[i] = notes.RemoveIsolates.Replace(piece)
	}
	if hasHost {
		safety.HostKind = host.Kind().String()
		safety.Suffix, _ = host.PublicSuffix(Lookup)
	}
	if origin := u.Origin(); !origin.IsOpaque() {
		safety.Site = notes.SiteOf(origin, Lookup)
	}
	return safety
}

// markDomain notes where the registrable domain of u begins in the host as it was typed.
func markDomain(spans []notes.Span, input string, u url.URL) {
	host, _ := u.ParsedHost()
	domain, ok := host.RegistrableDomain(Lookup)
	for i := range spans {
		span := &spans[i]
		if span.Name != "host" || !ok {
			continue
		}
		starts := []int{span.From} // of the labels: https://www.unicode.org/reports/tr46/#Notation
		decoded, ends := decodeHost(input[span.From:span.To])
		for at, r := range decoded {
			if strings.ContainsRune(".\u3002\uff0e\uff61", r) {
				starts = append(starts, span.From+ends[at+utf8.RuneLen(r)-1])
			}
		}
		labels := strings.Count(domain, ".") + 1
		span.Domain = (&notes.Places{S: input}).Index(starts[max(len(starts)-labels, 0)])
	}
}

// decodeHost percent-decodes s and removes tabs and newlines. ends[i] is the offset in s at which the text of
// decoded[i] ends.
func decodeHost(s string) (decoded string, ends []int) {
	var out []byte
	for i := range len(s) {
		if infra.IsTabOrNewline(s[i]) {
			continue
		}
		out, ends = append(out, s[i]), append(ends, i+1)
		if n := len(out) - 3; n >= 0 {
			if b := url.PercentDecode(string(out[n:])); len(b) == 1 {
				out, ends = append(out[:n], b[0]), append(ends[:n], i+1)
			}
		}
	}
	return string(out), ends
}
