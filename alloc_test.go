package url

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// An allocRow is an operation, and the most allocations that it may make.
type allocRow struct {
	name string
	most float64
	run  func()
}

// TestAllocs checks how often each operation allocates. A row named "kept" stores its result in a variable of the
// package.
func TestAllocs(t *testing.T) {
	groups := []struct {
		name string
		rows []allocRow
	}{
		{"Parse", parseAllocs()},
		{"CanParse", canParseAllocs()},
		{"Resolve", resolveAllocs()},
		{"Getters", getterAllocs()},
		{"Setters", setterAllocs()},
		{"Hosts", hostAllocs()},
		{"Origins", originAllocs()},
		{"Texts", textAllocs()},
		{"PercentCoding", percentAllocs()},
		{"SearchParams", searchParamsAllocs()},
		{"Query", queryAllocs()},
		{"Requests", requestAllocs()},
	}
	for _, group := range groups {
		t.Run(group.name, func(t *testing.T) {
			for _, row := range group.rows {
				if got := testing.AllocsPerRun(100, row.run); got > row.most {
					t.Errorf("%s: %v allocations, want at most %v", row.name, got, row.most)
				}
			}
		})
	}
}

// normalizedURLs are URLs that Parse leaves as they are.
var normalizedURLs = []string{
	"https://example.com/",
	"https://example.com/a/b/c.html",
	"https://example.com:8080/a/b/c.html",
	"https://example.com/search?q=hello&lang=en#results",
	"https://user:pass@example.com/a/b",
	"wss://example.com/socket/chat",
	"http://192.168.0.1/admin/index.html",
	"http://[2001:db8::1]/admin/index.html",
	"file:///etc/hosts",
	"file://server/share/plan.dwg",
	"mailto:user@example.com",
	"data:text/plain,hello",
	"urn:isbn:9783161484100",
	"redis://example.com/a/b/c",
	"redis://user@cache:6379/0?x#y",
	"ldap://[2001:db8::7]/c=GB?objectClass?one",
	"app:/a/b",
}

// rewrittenURLs has a URL for each change that Parse makes.
var rewrittenURLs = []string{
	"https://example.com",
	"https://example.com?q",
	"https://example.com:443/a/b",
	"https://example.com:0080/a/b",
	"https://EXAMPLE.com/a/b/c",
	"HTTPS://example.com/a/b/c",
	"https://example.com/a/b/../c.html",
	"https://example.com/a/./b",
	"https://example.com/a/%2e%2E/b",
	"https://example.com/a/b c/d.html",
	"https://example.com/search?q=a b#c d",
	"https://example.com/\"quoted\"/<tag>",
	"https://user:p@ss@example.com/a/b",
	"https://user:@example.com/",
	"https:\\\\example.com\\a\\b",
	"https:example.com",
	"http://0x7f.1/",
	"http://2130706433/",
	"http://[2001:DB8:0:0::1]/a",
	"http://[::ffff:192.168.0.1]/",
	"file:/etc/hosts",
	"file://localhost/etc/hosts",
	"file:///C|/Users",
	"mailto:us er@example.com",
	"data:text/plain,hello \x7F",
	"REDIS://example.com/a b",
	"redis://ex\x01mple/",
	"app:/..//a",
}

// looseURLs are normalized, apart from the spaces, tabs and newlines that Parse removes.
var looseURLs = []string{
	" https://example.com/a/b/c.html",
	"https://example.com/a/b/c.html ",
	"https://example.com/a/b/c.html\n",
	"https://example.com/a\tb/c",
	"https://exam\nple.com/a/b/and/so/on/beyond/the/length/of/small/strings",
	"mailto:user@\texample.com",
}

// domainURLs have hosts that IDNA or percent-decoding changes.
var domainURLs = []string{
	"https://bücher.example/a/b",
	"https://BÜCHER.example/a/b",
	"https://日本語.example/",
	"https://παράδειγμα.δοκιμή/",
	"https://مثال.إختبار/a/b",
	"https://פעולה.example:8080/?q",
	"https://" + strings.Repeat("ü", 50) + "." + strings.Repeat("ж", 50) + ".example/",
	"http://ex%61mple.com/",
	"http://EX%61MPLE.com:80/%7Euser",
	"http://" + strings.Repeat("%6Cong.", 30) + "example/",
	"http://b%C3%BCcher.example/",
	"http://%31.2.3.4/",
}

func parseAllocs() (rows []allocRow) {
	add := func(urls []string, rewritten float64) {
		for _, s := range urls {
			rows = append(rows,
				allocRow{s, rewritten, func() { parseOne(s) }},
				allocRow{s + ", kept", rewritten, func() { keptURL, _ = Parse(s) }})
		}
	}
	add(normalizedURLs, 0)
	add(rewrittenURLs, 1)
	add(looseURLs, 1)
	add([]string{"HTTPS://h/" + strings.Repeat("a", scratchSize-len("https://h/"))}, 1) // the longest without a buffer
	add([]string{"https://example.com/café/d.html", "https://example.com/?q=日本語#日本語"}, 1)
	add(domainURLs, 1)
	add([]string{"https://example.com/a\tb/and/so/on\n/and/so/on"}, 2)                       // a copy with one of the two, and the URL
	add([]string{"https://example.com/" + strings.Repeat("long/", 100) + "with a space"}, 2) // a buffer, and the URL
	return rows
}

func canParseAllocs() (rows []allocRow) {
	base := MustParse(baseURL)
	add := func(s string, most float64) {
		rows = append(rows, allocRow{s, most, func() {
			if CanParse(s) {
				keptCount++
			}
		}})
	}
	for _, s := range slices.Concat(normalizedURLs, rewrittenURLs, looseURLs) {
		if len(s) < 60 {
			add(s, 0)
		}
	}
	for _, s := range domainURLs {
		add(s, 0)
	}
	add("ht\ntps://exa\tmple.com\r:8\r0/a\nb", 1) // the input without tabs and newlines
	for _, s := range []string{"http://%31.2.3.4.5/", "https://EXAMPLE.COM:443", "", "/a/b", "http://", "https://exa mple.com/", "http://1.2.3.4.5/", "http://[::1", "http://h:99999/"} {
		add(s, 0)
	}
	add("https://exam\nple.com/a/b/and/so/on/beyond/the/length/of/small/strings", 1) // a copy without the newline
	return append(rows, allocRow{"with a base", 0, func() {
		if base.CanParse("../x?y") {
			keptCount++
		}
	}})
}

func resolveAllocs() (rows []allocRow) {
	base := MustParse(baseURL)
	resolve := func(ref string) {
		if u, err := base.Parse(ref); err == nil {
			keptCount += len(u.Pathname())
		}
	}
	refs := []string{"../x?y", "/x", "#f2", "//h/x", "x", "./x", "?y", "/a/../b", "a b", "//H/x", "..", "http:x", ""}
	for _, ref := range refs {
		rows = append(rows,
			allocRow{ref, 1, func() { resolve(ref) }},
			allocRow{ref + ", kept", 1, func() { keptURL, _ = base.Parse(ref) }})
	}
	p := Parser{Base: base}
	return append(rows,
		allocRow{"the base itself", 0, func() { resolve(baseURL) }},
		allocRow{"absolute", 0, func() { resolve("https://example.org/") }},
		allocRow{"absolute, kept", 0, func() { keptURL, _ = base.Parse("https://example.org/") }},
		allocRow{"ParseWithBase", 1, func() { keptURL, _ = ParseWithBase("../x?y", baseURL) }},
		allocRow{"ParseWithBase, absolute", 0, func() { keptURL, _ = ParseWithBase("https://example.org/", baseURL) }},
		allocRow{"Parser", 1, func() { keptURL, _ = p.Parse("../x?y") }},
	)
}

func getterAllocs() []allocRow {
	u := MustParse("https://user:pass@example.com:8080/a/b/c.html?q=1#top")
	v := MustParse("https://user:pass@example.com:8080/a/b/c.html?q=1#end")
	ipv4, ipv6 := MustParse("http://192.168.0.1/"), MustParse("http://[2001:db8::1]/")
	return []allocRow{
		{"components", 0, func() {
			keptCount += len(u.Href()) + len(u.Protocol()) + len(u.Username()) + len(u.Password()) + len(u.Host()) +
				len(u.Hostname()) + len(u.Port()) + len(u.Pathname()) + len(u.Search()) + len(u.Hash()) + len(u.Scheme())
		}},
		{"kept component", 0, func() { keptString = u.Pathname() }},
		{"Query and Fragment", 0, func() {
			query, _ := u.Query()
			fragment, _ := u.Fragment()
			keptString = query + fragment[:0]
		}},
		{"ports", 0, func() {
			port, _ := u.PortNumber()
			effective, _ := u.EffectivePort()
			keptCount += int(port + effective)
		}},
		{"predicates", 0, func() {
			if u.IsSpecial() || u.HasOpaquePath() || u.IncludesCredentials() || u.IsZero() {
				keptCount++
			}
		}},
		{"Equal", 0, func() {
			if u == v || u.WithoutFragment() != v.WithoutFragment() {
				keptCount++
			}
		}},
		{"ParsedHost", 0, func() {
			host, _ := u.ParsedHost()
			keptString = host.String()
		}},
		{"Addr", 0, func() {
			four, _ := ipv4.Addr()
			six, _ := ipv6.Addr()
			keptCount += four.BitLen() + six.BitLen()
		}},
		{"Compare", 0, func() { keptCount += u.Compare(v) }},
		{"WithoutCredentials", 1, func() { keptURL = u.WithoutCredentials() }},
		{"WithoutCredentials, none", 0, func() { keptURL = ipv4.WithoutCredentials() }},
		{"PathSegments", 0, func() {
			for segment := range u.PathSegments() {
				keptCount += len(segment)
			}
		}},
	}
}

func setterAllocs() (rows []allocRow) {
	longText := strings.Repeat("a", 5000)
	for _, s := range settings {
		changing, same, n := MustParse(urlToSet), MustParse(urlToSet), 0
		rows = append(rows,
			allocRow{s.name, 1, func() {
				if setters[s.name](&changing, s.values[n%2]) != nil {
					panic(s.name)
				}
				n++
			}},
			allocRow{s.name + " to what it is", 0, func() { _ = setters[s.name](&same, s.values[0]) }})
	}
	u, withSlash := MustParse(urlToSet), MustParse("https://example.com/projects/group%2Fname")
	slashes := SegmentDecoder{AllowEncodedSlash: true}
	return append(rows,
		allocRow{"pathname with spaces", 1, func() { v := u; _ = v.SetPathname("/a b/c d") }},
		allocRow{"pathname with dot segments", 1, func() { v := u; _ = v.SetPathname("/a/../b/./c") }},
		allocRow{"search with spaces", 1, func() { v := u; _ = v.SetSearch("a b=c d") }},
		allocRow{"long search", 1, func() { v := u; _ = v.SetSearch(longText) }},
		allocRow{"long hash", 1, func() { v := u; _ = v.SetHash(longText) }},
		allocRow{"protocol in capitals", 2, func() { v := u; _ = v.SetProtocol("HTTP") }},
		allocRow{"search to nothing", 1, func() { v := u; _ = v.SetSearch("") }},
		allocRow{"username to encode", 1, func() { v := u; _ = v.SetUsername("a@b") }},
		allocRow{"password to encode", 1, func() { v := u; _ = v.SetPassword("a@b") }},
		allocRow{"uppercase host", 1, func() { v := u; _ = v.SetHost("EXAMPLE.ORG") }},
		allocRow{"IPv6 host", 1, func() { v := u; _ = v.SetHost("[2001:DB8::1]") }},
		allocRow{"RelativeToOrigin", 0, func() { keptString = u.RelativeToOrigin() }},
		allocRow{"joined paths", 3, func() { _, _ = u.JoinPath("a/b", "../c") }},
		allocRow{"appended segments", 3, func() { _, _ = u.AppendSegments("a", "b") }},
		allocRow{"decoded segments", 1, func() { _, _ = u.DecodedSegments() }},
		allocRow{"decoded segments, with a slash", 2, func() { _, _ = slashes.Decode(withSlash) }},
	)
}

func hostAllocs() []allocRow {
	parse := func(s string, isOpaque bool) func() {
		return func() {
			host, err := parseHostOf(s, isOpaque)
			if err != nil {
				panic(err)
			}
			keptString = host.String()
		}
	}
	return []allocRow{
		{"domain", 0, parse("www.example.com", false)},
		{"IPv4", 0, parse("192.168.0.1", false)},
		{"IPv6", 0, parse("[2001:db8::1]", false)},
		{"opaque", 0, parse("cache-1", true)},
		{"uppercase domain", 1, parse("www.EXAMPLE.com", false)},
		{"hexadecimal IPv4", 1, parse("0x7f.1", false)},
		{"percent-encoded domain", 1, parse("ex%61mple.com", false)},
		{"domain in Unicode", 1, parse("bücher.example", false)},
		{"DomainToASCII", 0, func() { keptString, _ = DomainToASCII("www.example.com") }},
		{"DomainToASCII, uppercase", 1, func() { keptString, _ = DomainToASCII("www.EXAMPLE.com") }},
		{"DomainToASCII, Unicode", 1, func() { keptString, _ = DomainToASCII("BÜCHER.example") }},
		{"DomainToASCII, right to left", 1, func() { keptString, _ = DomainToASCII("مثال.إختبار") }},
		{"DomainToASCII, strict", 0, func() { keptString, _ = DomainToASCIIStrict("www.example.com") }},
		{"DomainToUnicode", 0, func() { keptString = DomainToUnicode("www.example.com") }},
	}
}

func originAllocs() []allocRow {
	plain, other := MustParse("https://example.com/a"), MustParse("https://www.example.com/b")
	withCredentials := MustParse("https://user:pass@example.com/a")
	blob, file := MustParse("blob:https://example.com/9115d58c"), MustParse("file:///etc/hosts")
	exact, _ := ParseOriginPattern("https://example.com")
	subdomains, _ := ParseOriginPattern("https://*.example.com:*")
	plainOrigin, otherOrigin := plain.Origin(), other.Origin()
	var buffer [64]byte
	var decodedHost Host
	var decodedHosts HostPattern
	return []allocRow{
		{"plain", 0, func() { keptString = plain.Origin().String() }},
		{"opaque", 0, func() { keptString = file.Origin().String() }},
		{"of a blob: URL", 1, func() { keptString = blob.Origin().String() }}, // the URL inside has no path
		{"with credentials", 1, func() { keptString = withCredentials.Origin().String() }},
		{"SameOrigin", 0, func() {
			if plain.Origin().SameOrigin(other.Origin()) {
				keptCount++
			}
		}},
		{"SameSite", 2, func() { // as RegistrableDomain, for each of the two
			if plain.Origin().SameSite(other.Origin(), publicsuffix.List) {
				keptCount++
			}
		}},
		{"RegistrableDomain", 1, func() { // package publicsuffix makes an error for a host that is not an IP address
			host, _ := other.ParsedHost()
			keptString, _ = host.RegistrableDomain(publicsuffix.List)
		}},
		{"PublicSuffix", 1, func() { // the same
			host, _ := other.ParsedHost()
			keptString, _ = host.PublicSuffix(publicsuffix.List)
		}},
		{"ParseSameOrigin", 1, func() { keptURL, _ = plain.ParseSameOrigin("/c") }},
		{"ParseSameOrigin, of an href", 0, func() { keptURL, _ = plain.ParseSameOrigin("https://example.com/c") }},
		{"Match", 0, func() {
			if exact.Match(plainOrigin) && subdomains.Match(otherOrigin) && !subdomains.Match(plainOrigin) {
				keptCount++
			}
		}},
		{"OriginPattern.String", 0, func() { keptString = exact.String() }},
		{"AppendBinary", 0, func() {
			host, _ := plain.ParsedHost()
			data, _ := host.AppendBinary(buffer[:0])
			data, _ = exact.AppendBinary(data)
			keptCount += len(data)
		}},
		{"UnmarshalBinary", 3, func() { // the two texts, and the pattern behind the interface fmt.Stringer
			_, _ = decodedHost.UnmarshalBinary([]byte("\x01\x01example.com")), decodedHosts.UnmarshalBinary([]byte("\x01example.com"))
		}},
		{"ParseOriginPattern", 3, func() { // the pattern without stars, its href, and the offsets for errors
			pattern, _ := ParseOriginPattern("https://example.com")
			keptString = pattern.String()
		}},
		{"ParseOrigin", 1, func() { // as for "of a blob: URL"
			origin, _ := ParseOrigin("https://example.com")
			keptString = origin.String()
		}},
	}
}

func textAllocs() []allocRow {
	u := MustParse("https://example.com/a/b?q#f")
	secret := MustParse("https://user:pass@example.com/a/b")
	var buffer [64]byte
	var scanned URL
	hook := Parser{OnValidationError: func(ValidationError) { keptCount++ }}
	legacy := Parser{QueryEncoding: charmap.Windows1252}
	return []allocRow{
		{"String", 0, func() { keptString = u.String() }},
		{"AppendText", 0, func() {
			text, _ := u.AppendText(buffer[:0])
			keptCount += len(text)
		}},
		{"AppendBinary", 0, func() {
			text, _ := u.AppendBinary(buffer[:0])
			keptCount += len(text)
		}},
		{"Redacted", 0, func() { keptString = u.Redacted() }},
		{"Redacted, with a password", 1, func() { keptString = secret.Redacted() }},
		{"Scan", 0, func() { _ = scanned.Scan("https://example.com/a/b?q#f") }},
		{"UnmarshalText", 1, func() { _ = scanned.UnmarshalText([]byte("https://example.com/a/b?q#f")) }},
		{"Validate", 2, func() { keptCount += len(Validate("https://example.com/a/b?q#f")) }},
		{"OnValidationError, a domain", 0, func() { keptURL, _ = hook.Parse("https://a_b.example.com/") }},
		{"Parse, no domain", 1, func() { keptURL, _ = Parse("https://exa mple.com/") }}, // the error
		{"OnValidationError", 0, func() { keptURL, _ = hook.Parse("https://example.com/a/b?q#f") }},
		{"QueryEncoding, without a query", 0, func() { keptURL, _ = legacy.Parse("https://example.com/a/b#f") }},
	}
}

func percentAllocs() []allocRow {
	longPlain := strings.Repeat("/plain", 1000)
	return []allocRow{
		{"PercentEncode, plain", 0, func() { keptString = PercentEncode("plain-text", ComponentPercentEncodeSet) }},
		{"PercentEncode", 1, func() {
			keptString = PercentEncode("bread & butter, 100 % fresh (today only)", ComponentPercentEncodeSet)
		}},
		{"PercentEncode, UTF-8", 1, func() { keptString = PercentEncode("Größe: übergroß für Füße", ComponentPercentEncodeSet) }},
		{"PercentDecode", 1, func() { keptString = PercentDecode("bread%20%26%20butter") }},
		{"PercentDecode, plain", 0, func() { keptString = PercentDecode("bread & butter, 100 % für alle") }},
		{"PercentDecode, plain and long", 0, func() { keptString = PercentDecode(longPlain) }},
		{"Contains", 0, func() {
			if PathPercentEncodeSet.Contains('é') {
				keptCount++
			}
		}},
	}
}

func searchParamsAllocs() []allocRow {
	u := MustParse("https://example.com/search?" + tenPairs)
	encoded := MustParse("https://example.com/search?" + decodedPairs)
	list, changing := NewURLSearchParams(tenPairs), MustParse(u.Href())
	return []allocRow{
		{"Get", 0, func() { keptString = u.SearchParams().Get("ref") }},
		{"Get, of a list", 0, func() { keptString = list.Get("ref") }},
		{"Get, to decode", 1, func() { keptString = encoded.SearchParams().Get("url") }},
		{"Has", 0, func() {
			p := u.SearchParams()
			if p.Has("ref") && p.HasValue("ref", "home") {
				keptCount++
			}
		}},
		{"Size", 0, func() { keptCount += u.SearchParams().Size() }},
		{"read all", 2, func() { readAll("a=b&c=d&e=f&g=h&i=j&k=l&m=n&o=p&q=r&s=t") }},
		{"read all, with spaces", 3, func() { readAll(tenPairs) }},
		{"read all, to decode", 3, func() { readAll(decodedPairs) }},
		{"String", 1, func() { keptString = list.String() }},
		{"Set", 3, func() { changing.SearchParams().Set("page", "3") }},
	}
}

func queryAllocs() []allocRow {
	u := MustParse("https://example.com/search?" + tenPairs + "#results")
	encoded := MustParse("https://example.com/search?" + decodedPairs)
	long := MustParse("https://example.com/search?" + strings.Repeat("a=b&c&&d=e&", 1000))
	live := new(URL)
	*live = u
	list, text := NewURLSearchParams(tenPairs), []byte("a=b&c=d")
	var buffer [256]byte
	keep := func(_, value string) (string, bool) { return value, true }
	read := func(u URL) {
		for name, value := range u.QueryPairs() {
			keptCount += len(name) + len(value)
		}
	}
	return []allocRow{
		{"QueryValue", 0, func() { keptString, _ = u.QueryValue("ref") }},
		{"QueryValue, missing", 0, func() { keptString, _ = u.QueryValue("none") }},
		{"QueryValue, to decode", 1, func() { keptString, _ = encoded.QueryValue("url") }},
		{"QueryPairs", 0, func() { read(long) }},
		{"QueryPairs, with spaces", 1, func() { read(u) }},
		{"QueryPairs, to decode", 1, func() { read(encoded) }},
		{"EditQuery, all kept", 0, func() { keptURL = long.EditQuery(keep) }},
		{"EditQuery, all kept, to decode", 1, func() { keptURL = encoded.EditQuery(keep) }}, // what decoding writes
		{"EditQuery, to remove", 2, func() { // what decoding writes, and the URL
			keptURL = u.EditQuery(func(name, value string) (string, bool) { return value, name != "ref" })
		}},
		{"EditQuery, to change", 2, func() {
			keptURL = u.EditQuery(func(_, value string) (string, bool) { return "new value", true })
		}},
		{"SortQuery", 3, func() { keptURL = u.SortQuery() }}, // the list, what decoding writes, and the URL
		{"EditRawQuery, all kept", 0, func() { keptString = EditRawQuery("a=b&c=d", keep) }},
		{"AppendQuery", 1, func() {
			keptURL = u.AppendQuery("name", "a value")
		}},
		{"AppendRawURL", 2, func() {
			keptString = AppendRawURL("https://example.com/search?"+tenPairs+"#results", "name", "a value")
		}}, // the pair, and the result
		{"WithoutQueryValue", 2, func() { keptURL = u.WithoutQueryValue("ref", "page") }},
		{"WithoutQueryValue, none", 0, func() { keptURL = long.WithoutQueryValue("none") }},
		{"At", 0, func() { keptString, _, _ = list.At(3) }},
		{"At, live", 0, func() { keptString, _, _ = u.SearchParams().At(3) }},
		{"Params, AppendBinary", 0, func() {
			data, _ := list.AppendBinary(buffer[:0])
			keptCount += len(data)
		}},
		{"WithQueryValue", 2, func() {
			keptURL = u.WithQueryValue("ref", "a value")
		}},
		{"Clone", 2, func() { keptCount += list.Clone().Size() }},
		{"Params, AppendText", 0, func() {
			text, _ := list.AppendText(buffer[:0])
			keptCount += len(text)
		}},
		{"Params, UnmarshalText", 3, func() { _ = live.SearchParams().UnmarshalText(text) }}, // the text, the list and the URL
	}
}

func requestAllocs() []allocRow {
	withPort, withoutPort := MustParse("http://h:8080/"), MustParse("http://h/")
	return []allocRow{
		{"DialAddress", 0, func() { keptString = withPort.DialAddress() }},
		{"DialAddress, default port", 1, func() { keptString = withoutPort.DialAddress() }},
		{"ParseRequestTarget", 1, func() { keptURL, _ = ParseRequestTarget("GET", "https", "example.com", "/a/b?c=d") }},
		{"ParseRequestTarget, absolute", 0, func() { keptURL, _ = ParseRequestTarget("GET", "https", "", "http://h/a?b") }},
		{"ParseNetURL", 1, func() { keptNetURL, _ = ParseNetURL("https://example.com:8080/a/b/c.html?q=hello#results") }},
		{"ParseNetURL, decoded", 3, func() { keptNetURL, _ = ParseNetURL("https://example.com/caf%C3%A9") }}, // twice, as in net/url
		{"ParseNetURL, fragment", 2, func() { keptNetURL, _ = ParseNetURL("https://example.com/#!/a") }},     // what net/url would write
		{"ParseNetURL, encoded", 4, func() { keptNetURL, _ = ParseNetURL("https://example.com/a|b") }},       // "%7C", decoded, and as net/url writes it
		{"RequestURL", 1, func() { keptNetURL, _ = withPort.RequestURL() }},
	}
}

func TestOriginAllocs(t *testing.T) {
	for _, test := range []struct {
		in   string
		want float64
	}{
		{"https://example.com:8443/a/b?c#d", 0},
		{"https://user@example.com/", 1}, // the origin's serialization is not a part of the href
		{"data:,", 0},
	} {
		u := MustParse(test.in)
		var n int
		got := testing.AllocsPerRun(100, func() {
			o := u.Origin()
			port, _ := o.PortNumber()
			host, _ := o.ParsedHost()
			n += len(o.String()) + len(o.Scheme()) + len(host.String()) + int(port)
			if !o.IsOpaque() && !o.SameOrigin(o) {
				n++
			}
		})
		if got != test.want {
			t.Errorf("origin of %s: %v allocations, want %v", test.in, got, test.want)
		}
	}
}

func TestURLSearchParamsAllocs(t *testing.T) {
	const plain, encoded = "a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=10", "a=%31&b+b=2&c=%C3%A9&d=4+5"
	u, v := MustParse("https://h/?"+plain), MustParse("https://h/?"+encoded)
	sum := 0
	read := func(p *URLSearchParams) {
		for name, value := range p.All() {
			sum += len(name) + len(value)
		}
	}
	for _, tt := range []struct {
		name string
		most float64
		f    func()
	}{
		{"Get", 0, func() { sum += len(u.SearchParams().Get("j")) }},
		{"Get of an encoded value", 1, func() { sum += len(v.SearchParams().Get("c")) }},
		{"Has", 0, func() { _ = v.SearchParams().Has("b b") || v.SearchParams().HasValue("c", "é") }},
		{"Size", 0, func() { sum += v.SearchParams().Size() }},
		{"All", 1, func() { read(u.SearchParams()) }},
		{"All of encoded values", 2, func() { read(v.SearchParams()) }},
		{"NewURLSearchParams", 2, func() { read(NewURLSearchParams(plain)) }},
		{"NewURLSearchParams of encoded values", 3, func() { read(NewURLSearchParams(encoded)) }},
		{"String", 2, func() { sum += len(u.SearchParams().String()) }},
		{"Set", 3, func() { u.SearchParams().Set("a", u.SearchParams().Get("a")+"1"[:1-len(u.SearchParams().Get("a"))%2]) }},
	} {
		if got := testing.AllocsPerRun(100, tt.f); got > tt.most {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, got, tt.most)
		}
	}
}

// TestCanParseStops checks that CanParse does not copy what comes after the authority, which cannot fail.
func TestCanParseStops(t *testing.T) {
	long := strings.Repeat("\u00e9 ", 1000)
	base := MustParse("https://h/" + long)
	for _, rawURL := range []string{"https://U:P@H:443/" + long, "https://[1::0]\\" + long, "foo://\u00e9/" + long, "foo:" + long, "file:c|/" + long} {
		if n := testing.AllocsPerRun(10, func() { CanParse(rawURL) }); n != 0 {
			t.Errorf("CanParse(%.20q…): %v allocations", rawURL, n)
		}
	}
	for _, ref := range []string{"x", "?x", "#x", "/x"} {
		if n := testing.AllocsPerRun(10, func() { base.CanParse(ref) }); n != 0 {
			t.Errorf("can parse %q with a long base: %v allocations", ref, n)
		}
	}
}

func TestUTF8PercentEncodingDoesNotAllocate(t *testing.T) {
	dst := make([]byte, 0, 1000)
	for _, enc := range []encoding.Encoding{nil, unicode.UTF8} {
		if n := testing.AllocsPerRun(100, func() {
			appendPercentEncodedAfterEncoding(dst, enc, "é 日本 \uFFFD😀", FormURLEncodedPercentEncodeSet, true)
		}); n != 0 {
			t.Errorf("%v: %v allocations", enc, n)
		}
	}
}
