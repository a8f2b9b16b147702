package engine

import (
	"fmt"
	"net/netip"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
)

// The levels of a note.
const (
	levelDanger = "danger" // the URL may deceive people or programs
	levelWarn   = "warn"   // a program should treat the URL with care
	levelInfo   = "info"
)

// A Note is something to know about a URL that is not an error.
type Note struct {
	Kind  string `json:"kind"`
	Level string `json:"level"`
	Text  string `json:"text"`
}

// A Safety says who a URL leads to.
type Safety struct {
	// The URL as it should be shown to people, in three pieces. The registrable domain, or else the host, is the
	// middle one. The page isolates directions itself.
	Shown [3]string `json:"shown"`

	HostKind string `json:"hostKind"`
	Suffix   string `json:"suffix"` // the public suffix; "" if there is none
	Site     string `json:"site"`   // "" if the URL has no site
	Notes    []Note `json:"notes"`
}

// A subject is a URL, and what it was made from.
type subject struct {
	u     url.URL
	host  url.Host
	typed string // the host as it was typed; "" if the input has none
	input string
	base  url.URL
	spans []Span
}

// safetyOf returns what is to know about a URL.
func safetyOf(s subject) *Safety {
	host, hasHost := s.u.ParsedHost()
	s.host, s.typed = host, textOf(s.input, s.spans, "host")
	parts := display.PartsOf(s.u, display.Options{})
	safety := &Safety{
		Shown: [3]string{parts.Scheme + parts.Subdomain, parts.RegistrableDomain, parts.Port + parts.Path + parts.Query + parts.Fragment},
		Notes: []Note{},
	}
	for i, piece := range safety.Shown {
		safety.Shown[i] = removeIsolates.Replace(piece)
	}
	if hasHost {
		safety.HostKind = host.Kind().String()
		safety.Suffix, _ = host.PublicSuffix(publicsuffix.List)
	}
	if origin := s.u.Origin(); !origin.IsOpaque() {
		safety.Site = siteOf(origin)
	}
	for _, check := range []func(subject) (Note, bool){
		schemeNote, relationNote, credentialsNote, lookAlikeNote, disguiseNote, addressNote, localNameNote, rewrittenNote,
	} {
		if note, ok := check(s); ok {
			safety.Notes = append(safety.Notes, note)
		}
	}
	return safety
}

// siteOf returns a site as the standard serializes it: https://html.spec.whatwg.org/multipage/browsers.html#serialization-of-a-site
func siteOf(o url.Origin) string {
	return o.Scheme() + "://" + o.Host().Site(publicsuffix.List).String()
}

func schemeNote(s subject) (Note, bool) {
	switch s.u.Scheme() {
	case "javascript", "vbscript":
		return Note{"script", levelDanger, "A browser that opens this URL runs its text as a program, in the page that has the link."}, true
	case "data":
		return Note{"data", levelWarn, "This URL carries its own content. No server stands behind it."}, true
	case "file":
		return Note{"file", levelWarn, "This URL names a file on the computer that opens it, or on a computer in its network."}, true
	case "blob", "filesystem":
		return Note{"blob", levelInfo, "This URL names data in the memory of a browser. It means nothing anywhere else."}, true
	}
	return Note{}, false
}

// relationNote compares the URL with the base.
func relationNote(s subject) (Note, bool) {
	if s.base.IsZero() {
		return Note{}, false
	}
	if _, err := s.base.ParseSameOrigin(s.input); err == nil {
		return Note{"same-origin", levelInfo, "The URL has the same origin as the base."}, true
	}
	own, other := s.u.Origin(), s.base.Origin()
	hasScheme := textOf(s.input, s.spans, "scheme") != ""
	switch {
	case own.IsOpaque() || other.IsOpaque():
		return Note{"opaque-origin", levelInfo, "The URL or the base has an opaque origin, so they never have the same."}, true
	case own.SameOrigin(other):
		return Note{"same-origin", levelInfo, "The URL has the same origin as the base, but a redirect to it should be refused."}, true
	case own.SameSite(other, publicsuffix.List):
		return Note{"same-site", levelWarn, "The URL has another origin than the base, but the same site: " + shorten(siteOf(own)) + "."}, true
	case hasScheme:
		return Note{"cross-site", levelWarn, "The URL leads to another site than the base: " + shorten(siteOf(own)) + "."}, true
	}
	return Note{"cross-site", levelDanger, "This reference has no scheme, but leads to another site than the base: " +
		shorten(siteOf(own)) + ". As the target of a redirect it is an open redirect."}, true
}

func credentialsNote(s subject) (Note, bool) {
	if !s.u.IncludesCredentials() {
		return Note{}, false
	}
	what := "a username and a password"
	switch "" {
	case s.u.Password():
		what = "a username"
	case s.u.Username():
		what = "a password"
	}
	note := Note{"credentials", levelWarn, fmt.Sprintf("The text before “@” is %s. The host is “%s”.", what, shorten(s.u.Hostname()))}
	if name := url.PercentDecode(s.u.Username()); strings.ContainsAny(name, "./") {
		note.Level, note.Text = levelDanger, note.Text+" The username looks like a host."
	}
	return note, true
}

// lookAlikeNote tells of labels that package display does not decode.
func lookAlikeNote(s subject) (Note, bool) {
	if s.host.Kind() != url.HostDomain {
		return Note{}, false
	}
	shown := removeIsolates.Replace(display.URL(s.u, display.Options{HostOnly: true}))
	decoded := strings.Split(s.host.Unicode(), ".")
	for i, label := range strings.Split(shown, ".") {
		if strings.HasPrefix(label, "xn--") && i < len(decoded) && decoded[i] != label {
			return Note{"look-alike", levelDanger, fmt.Sprintf("In Unicode, “%s” is “\u2068%s\u2069”. %s People should see it as “%s”.",
				shorten(label), shorten(decoded[i]), whyLookAlike(decoded[i]), shorten(label))}, true
		}
	}
	return Note{}, false
}

var removeIsolates = strings.NewReplacer("\u2066", "", "\u2069", "")

// whyLookAlike says what is wrong with a label that could be taken for another one.
func whyLookAlike(label string) string {
	scripts := scriptsOf(label)
	switch len(scripts) {
	case 0:
		return "It could be taken for another name."
	case 1:
		return "Its letters are " + scripts[0] + ", and it could be taken for another name."
	}
	last := len(scripts) - 1
	return "It mixes scripts, " + strings.Join(scripts[:last], ", ") + " and " + scripts[last] + ", and could be taken for another name."
}

// knownScripts are scripts of modern languages whose letters are taken for letters of others.
var knownScripts = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Latin", unicode.Latin}, {"Cyrillic", unicode.Cyrillic}, {"Greek", unicode.Greek}, {"Armenian", unicode.Armenian},
	{"Cherokee", unicode.Cherokee}, {"Georgian", unicode.Georgian}, {"Hebrew", unicode.Hebrew}, {"Arabic", unicode.Arabic},
	{"Devanagari", unicode.Devanagari}, {"Bengali", unicode.Bengali}, {"Thai", unicode.Thai}, {"Lao", unicode.Lao},
	{"Hangul", unicode.Hangul}, {"Hiragana", unicode.Hiragana}, {"Katakana", unicode.Katakana}, {"Han", unicode.Han},
}

// scriptsOf returns the known scripts of a label.
func scriptsOf(label string) []string {
	var names []string
	for _, script := range knownScripts {
		if strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(script.table, r) }) {
			names = append(names, script.name)
		}
	}
	return names
}

func disguiseNote(s subject) (Note, bool) {
	if s.host.Kind() != url.HostIPv4 || s.typed == "" || s.typed == s.host.String() {
		return Note{}, false
	}
	return Note{"disguise", levelDanger, fmt.Sprintf("“%s” is the IPv4 address %s in another notation. Filters that compare text do not see it.",
		shorten(s.typed), s.host)}, true
}

// addressKinds are blocks of addresses that are not on the public internet:
// https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.
var addressKinds = []struct{ prefix, text string }{
	{"127.0.0.0/8", "is the computer itself (loopback)"},
	{"::1/128", "is the computer itself (loopback)"},
	{"0.0.0.0/8", "reaches the computer itself on many systems (“this network”)"},
	{"::/128", "reaches the computer itself on many systems (unspecified)"},
	{"169.254.169.254/32", "is where clouds give a machine its secrets (link-local)"},
	{"169.254.0.0/16", "is in the local network (link-local)"},
	{"fe80::/10", "is in the local network (link-local)"},
	{"10.0.0.0/8", "is in a private network"},
	{"172.16.0.0/12", "is in a private network"},
	{"192.168.0.0/16", "is in a private network"},
	{"fc00::/7", "is in a private network (unique local)"},
	{"100.64.0.0/10", "is in the network of a provider (shared address space)"},
	{"192.0.2.0/24", "is reserved for documentation"},
	{"198.51.100.0/24", "is reserved for documentation"},
	{"203.0.113.0/24", "is reserved for documentation"},
	{"2001:db8::/32", "is reserved for documentation"},
	{"3fff::/20", "is reserved for documentation"},
	{"198.18.0.0/15", "is reserved for tests of networks"},
	{"224.0.0.0/4", "is a multicast address"},
	{"ff00::/8", "is a multicast address"},
	{"192.0.0.0/24", "is reserved for protocols"},
	{"240.0.0.0/4", "is reserved"},
}

// addressNote tells of addresses that a server should not request for others.
func addressNote(s subject) (Note, bool) {
	addr, ok := s.host.Addr()
	if !ok {
		return Note{}, false
	}
	text := addr.String()
	if inner, ok := embedded(addr); ok {
		addr, text = inner, text+" stands for "+inner.String()+". That"
	}
	for _, kind := range addressKinds {
		if netip.MustParsePrefix(kind.prefix).Contains(addr) {
			return Note{"address", levelWarn, text + " " + kind.text + ". A server should not request it for others."}, true
		}
	}
	if strings.Contains(text, " ") {
		return Note{"address", levelWarn, text + " is an IPv4 address in an IPv6 address."}, true
	}
	return Note{}, false
}

// embedded returns the IPv4 address in an IPv6 address: IPv4-mapped (RFC 4291, section 2.5.5.2), NAT64 (RFC 6052) or
// 6to4 (RFC 3056).
func embedded(addr netip.Addr) (inner netip.Addr, ok bool) {
	if addr.Is4In6() {
		return addr.Unmap(), true
	}
	if !addr.Is6() {
		return netip.Addr{}, false
	}
	b := addr.As16()
	switch {
	case netip.MustParsePrefix("64:ff9b::/96").Contains(addr):
		return netip.AddrFrom4([4]byte(b[12:])), true
	case netip.MustParsePrefix("2002::/16").Contains(addr):
		return netip.AddrFrom4([4]byte(b[2:])), true
	}
	return netip.Addr{}, false
}

// localNameNote tells of domains that no public DNS server resolves.
func localNameNote(s subject) (Note, bool) {
	if s.host.Kind() != url.HostDomain {
		return Note{}, false
	}
	name := strings.TrimSuffix(s.host.String(), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return Note{"local-name", levelWarn, fmt.Sprintf("“%s” is the computer itself. A server should not request it for others.", shorten(name))}, true
	}
	for _, suffix := range []string{".local", ".internal", ".home.arpa", ".lan", ".corp", ".home"} {
		if strings.HasSuffix(name, suffix) {
			return Note{"local-name", levelWarn, fmt.Sprintf("“%s” is a name in a local network. A server should not request it for others.", shorten(name))}, true
		}
	}
	if !strings.Contains(name, ".") {
		return Note{"local-name", levelInfo, fmt.Sprintf("“%s” is a single label, so it is probably a name in a local network.", shorten(name))}, true
	}
	return Note{}, false
}

// rewrittenNote tells of domains that are not read as they are written.
func rewrittenNote(s subject) (Note, bool) {
	if s.host.Kind() != url.HostDomain || s.typed == "" {
		return Note{}, false
	}
	if typed := strings.ToLower(s.typed); typed == s.host.String() || typed == s.host.Unicode() {
		return Note{}, false
	}
	return Note{"rewritten", levelWarn, fmt.Sprintf("The host is typed as “\u2068%s\u2069”, but is read as “%s”.", shorten(s.typed), shorten(s.host.String()))}, true
}

// shorten cuts a long text for a note.
func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
