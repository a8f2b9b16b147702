package notes

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/ipblock"
)

// The notes of this file are about the host and the port.

// lookAlikeNote tells of labels that package display does not decode.
func lookAlikeNote(s Subject) (Note, bool) {
	if s.host.Kind() != url.HostDomain {
		return Note{}, false
	}
	shown := RemoveIsolates.Replace(display.URL(s.URL, display.Options{HostOnly: true}))
	decoded := strings.Split(s.host.Unicode(), ".")
	for i, label := range strings.Split(shown, ".") {
		if strings.HasPrefix(label, "xn--") && i < len(decoded) && decoded[i] != label {
			return note("look-alike", Danger, "In Unicode, “%s” is “\u2068%s\u2069”. %s People should see it as “%s”.",
				shorten(label), shorten(decoded[i]), whyLookAlike(decoded[i]), shorten(label))
		}
	}
	return Note{}, false
}

// RemoveIsolates removes the characters with which package display isolates directions.
var RemoveIsolates = strings.NewReplacer("\u2066", "", "\u2069", "")

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

func scriptsOf(label string) []string {
	var names []string
	for _, script := range knownScripts {
		if strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(script.table, r) }) {
			names = append(names, script.name)
		}
	}
	return names
}

func disguiseNote(s Subject) (Note, bool) {
	if s.host.Kind() != url.HostIPv4 || s.typed == "" || s.typed == s.host.String() {
		return Note{}, false
	}
	return note("disguise", Danger, "“%s” is the IPv4 address %s in another notation. Filters that compare text do not see it.",
		shorten(s.typed), s.host)
}

// addressNote tells of addresses that package guard refuses.
func addressNote(s Subject) (Note, bool) {
	addr, ok := s.host.Addr()
	if !ok {
		return Note{}, false
	}
	judged, text := addr.Unmap(), addr.String()
	if ipblock.NAT64.Contains(addr) {
		judged = ipblock.Carried(addr)
	}
	carries := judged != addr
	if carries {
		text += fmt.Sprintf(" carries the IPv4 address %s, which", judged)
	}
	block, blocked := ipblock.Of(judged)
	switch {
	case blocked:
		text += fmt.Sprintf(" is not public, because it is in %s (%s).", block.Prefix, block.Name)
	case carries:
		text += " is public."
	default:
		return Note{}, false
	}
	if judged == metadataAddr {
		text += " Clouds give machines their secrets there."
	}
	if blocked {
		text += " A server should not request it for others."
	}
	return Note{"address", Warn, text}, true
}

// metadataAddr is the address of the metadata service of most clouds.
var metadataAddr = netip.AddrFrom4([4]byte{169, 254, 169, 254})

// localNameNote tells of domains that the public DNS does not have.
func localNameNote(s Subject) (Note, bool) {
	if s.host.Kind() != url.HostDomain {
		return Note{}, false
	}
	name := strings.TrimSuffix(s.host.String(), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return note("local-name", Info, "“%s” refers to the computer itself. A server should not request it for others.", shorten(name))
	}
	if !strings.Contains(name, ".") {
		return note("local-name", Info, "“%s” is a single label, so it is probably a name in a local network.", shorten(name))
	}
	if s.isListed(name) && name != "home.arpa" && !strings.HasSuffix(name, ".home.arpa") {
		return Note{}, false
	}
	return note("local-name", Warn, "“%s” is probably a name in a local network, because the internet has no such top-level domain. "+
		"A server should not request it for others.", shorten(name))
}

// isListed reports whether the last label of a domain is a top-level domain, or reserved for documentation:
// https://www.rfc-editor.org/rfc/rfc6761#section-6
func (s Subject) isListed(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	_, isICANN, _ := s.Lookup(last)
	return isICANN || slices.Contains([]string{"example", "test", "invalid"}, last)
}

// wildcards are domains below which each name resolves to an address that it spells, or to the computer itself.
var wildcards = []string{
	"nip.io", "sslip.io", "xip.io", "traefik.me", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "local.gd", "backname.io", "1u.ms",
}

// wildcardNote tells of domains that stand for any address.
func wildcardNote(s Subject) (Note, bool) {
	i := slices.IndexFunc(wildcards, s.isBelow)
	if i < 0 {
		return Note{}, false
	}
	return note("wildcard", Warn, "Names in %s resolve to the address that they spell, or to the computer itself. "+
		"A server should not request them for others.", wildcards[i])
}

// isBelow reports whether the host is the domain or below it.
func (s Subject) isBelow(domain string) bool {
	name := strings.TrimSuffix(s.host.String(), ".")
	return name == domain || strings.HasSuffix(name, "."+domain)
}

// wellKnown are the top-level domains that end a site's name in an imitation. Others, such as "dev", are often names of
// subdomains.
var wellKnown = []string{"com", "net", "org", "edu", "gov", "mil"}

// imitationNote tells of subdomains that look like the name of another site, as in "paypal.com.evil.example".
func imitationNote(s Subject) (Note, bool) {
	name := strings.TrimSuffix(s.host.String(), ".")
	suffix, ok := s.host.PublicSuffix(s.Lookup)
	suffix = strings.TrimSuffix(suffix, ".")
	if !ok || len(name) == len(suffix) {
		return Note{}, false
	}
	labels := strings.Split(strings.TrimSuffix(name, "."+suffix), ".")
	if n := localLabels(labels[:len(labels)-1]); n > 0 && !slices.ContainsFunc(wildcards, s.isBelow) {
		return note("imitation", Warn, "The host begins like “%s”, but belongs to “%s”.", strings.Join(labels[:n], "."), shorten(s.host.Site(s.Lookup).String()))
	}
	for i := 1; i < len(labels); i++ {
		if !s.endsName(labels, i) {
			continue
		}
		end, _, _ := strings.Cut(labels[i], "-")
		imitated := strings.Join(append(slices.Clone(labels[:i]), end), ".")
		return note("imitation", Danger, "The host begins like “%s”, but belongs to “%s”.", shorten(imitated), shorten(s.host.Site(s.Lookup).String()))
	}
	return Note{}, false
}

// localLabels returns the number of labels at the beginning that look like the computer itself or an IPv4 address.
func localLabels(labels []string) int {
	const parts = 4
	if len(labels) > 0 && labels[0] == "localhost" {
		return 1
	}
	if len(labels) >= parts {
		if _, err := netip.ParseAddr(strings.Join(labels[:parts], ".")); err == nil {
			return parts
		}
	}
	return 0
}

// endsName reports whether a site's name may end in labels[i], or in "com" before a hyphen there.
func (s Subject) endsName(labels []string, i int) bool {
	end, before := labels[i], labels[i-1]
	if slices.Contains(wellKnown, end) || strings.HasPrefix(end, "com-") {
		return before != "www"
	}
	domain := before + "." + end
	suffix, isICANN, _ := s.Lookup(domain) // such as "co.uk"
	return i >= 2 && len(end) == 2 && s.isListed(end) && (labels[0] == "www" || isICANN && suffix == domain)
}

// otherHostNote tells of URLs in which programs that follow RFC 3986 find another host than browsers. References without a
// scheme have relationNote.
func otherHostNote(s Subject) (Note, bool) {
	if !s.URL.IsSpecial() || s.URL.Scheme() == "file" || s.typed == "" || TextOf(s.Input, s.spans, "scheme") == "" {
		return Note{}, false
	}
	host, input := "", infra.WithoutTabsAndNewlines(strings.TrimFunc(s.Input, infra.IsC0ControlOrSpace))
	if found := rfcHosts().FindStringSubmatch(input); found != nil {
		host = found[1]
	}
	switch host {
	case s.typed:
		return Note{}, false
	case "":
		return note("other-host", Warn, "Programs that follow RFC 3986 find no host here. Browsers read “%s”.", shorten(s.host.String()))
	}
	return note("other-host", Danger, "Browsers read “%s” as the host. Other programs may read “\u2068%s\u2069”.",
		shorten(s.host.String()), shorten(host))
}

// hostAsSchemeNote tells of hosts without a scheme that are read as one because of their port, as in "localhost:8080".
func hostAsSchemeNote(s Subject) (Note, bool) {
	meant, ok := HostAsScheme(s.Input)
	if !ok || s.URL.IsSpecial() {
		return Note{}, false
	}
	return note("host-as-scheme", Warn, "“%s:” is read as a scheme, so there is no host. Write “%s”.", shorten(s.URL.Scheme()), shorten(meant.Href()))
}

// HostAsScheme returns the URL that was meant by an input like "localhost:8080/x", whose host a parser reads as a scheme.
// "tel:911" is not like that.
func HostAsScheme(input string) (meant url.URL, ok bool) {
	name, rest, found := strings.Cut(strings.TrimFunc(input, infra.IsC0ControlOrSpace), ":")
	if !found || rest == "" || rest[0] < '0' || rest[0] > '9' {
		return url.URL{}, false
	}
	port := strings.TrimLeft(rest, "0123456789")
	if name != "localhost" && !strings.Contains(name, ".") && (port == "" || port[0] != '/') {
		return url.URL{}, false
	}
	parser := url.Parser{DefaultScheme: "https"}
	if strings.EqualFold(name, "localhost") {
		parser.DefaultScheme = "http"
	}
	meant, err := parser.Parse(input)
	return meant, err == nil && meant.Scheme() == parser.DefaultScheme
}

// decoyNote tells of an "@" with a host after "?" or "#", which looks as if that were the host: "evil.example#@good.example".
func decoyNote(s Subject) (Note, bool) {
	query, _ := s.URL.Query()
	fragment, _ := s.URL.Fragment()
	for _, text := range []string{query, fragment} {
		after, ok := strings.CutPrefix(text, "@")
		if end := strings.IndexAny(after, "/?#&"); end >= 0 {
			after = after[:end]
		}
		if host, err := url.ParseHost(after); ok && err == nil && strings.Contains(host.String(), ".") && s.URL.Hostname() != "" {
			return note("decoy", Danger, "The host is “%s”. “%s” is only text after it, although it follows an “@”.", shorten(s.URL.Hostname()), shorten(after))
		}
	}
	return Note{}, false
}

// rfcHosts match an absolute URI, and its host, by the expression of https://www.rfc-editor.org/rfc/rfc3986#appendix-B.
var rfcHosts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^:]*://(?:[^/?#]*@)?([^/?#]*?)(?::[^:\]/?#]*)?(?:[/?#]|$)`)
})

// badPorts are the ports that browsers block: https://fetch.spec.whatwg.org/#port-blocking.
var badPorts = []uint16{
	0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
	123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
	993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
}

func portNote(s Subject) (Note, bool) {
	port, ok := s.URL.PortNumber()
	if !ok || !s.URL.IsSpecial() || !slices.Contains(badPorts, port) {
		return Note{}, false
	}
	return note("port", Warn, "Browsers do not connect to port %d, because it is for another protocol.", port)
}

// rewrittenNote tells of domains that are not read as they are written.
func rewrittenNote(s Subject) (Note, bool) {
	if s.host.Kind() != url.HostDomain || s.typed == "" {
		return Note{}, false
	}
	if typed := strings.ToLower(s.typed); typed == s.host.String() || typed == s.host.Unicode() {
		return Note{}, false
	}
	return note("rewritten", Warn, "The host is typed as “\u2068%s\u2069”, but is read as “%s”.", shorten(s.typed), shorten(s.host.String()))
}

// capitalNote tells of a capital "I" behind a small letter, where it looks like a small "L": "paypaI.com".
func capitalNote(s Subject) (Note, bool) {
	for i := 1; i < len(s.typed); i++ {
		if before := s.typed[i-1]; s.typed[i] == 'I' && before >= 'a' && before <= 'z' {
			return note("capital", Warn, "The “I” in “%s” is a capital “i”, so the host is “%s”.", shorten(s.typed), shorten(s.host.String()))
		}
	}
	return Note{}, false
}

// fileNameNote tells of hosts whose top-level domain is known better as the ending of a file.
func fileNameNote(s Subject) (Note, bool) {
	name := s.host.String()
	if ending := name[strings.LastIndexByte(name, '.')+1:]; s.host.Kind() != url.HostDomain || ending != "zip" && ending != "mov" {
		return Note{}, false
	}
	return note("file-name", Warn, "“%s” looks like a file, but is a host.", shorten(name))
}
