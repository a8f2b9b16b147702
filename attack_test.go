//lint:file-ignore SA4017 An attack calls a getter for what the call costs, not for its result.

package url

import (
	"fmt"
	"maps"
	neturl "net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/weburl-go/url/internal/hostile"
)

// attacks do everything that this package can do with hostile text. hostile.CheckComplete explains their names.
var attacks = func() map[string]hostile.Use {
	attacks := map[string]hostile.Use{}
	for _, some := range []map[string]hostile.Use{parserAttacks, setterAttacks, codingAttacks, textAttacks, urlAttacks(), hostAttacks(), listAttacks()} {
		maps.Copy(attacks, some)
	}
	return attacks
}()

// textless are the types and parameters that need no attack.
var textless = map[string]string{
	"Encoding":         "code of the caller; the encodings are attacked by the text that they encode",
	"PublicSuffixList": "code of the caller; its result is compared with a domain, and read no further",
	"SegmentDecoder":   "it has no text",
	"ValidationError":  "it has no text",
}

// TestAttacks checks that the attacks leave nothing out.
func TestAttacks(t *testing.T) { hostile.CheckComplete(t, attacks, textless) }

var hostileBase = MustParse("http://h/a/b/c")

// afterSlashes returns what is after the "//" of s, or s if it has none.
func afterSlashes(s string) string {
	if _, after, ok := strings.Cut(s, "//"); ok {
		return after
	}
	return s
}

// hostIn returns the part of s that is the host in most shapes.
func hostIn(s string) string { return strings.TrimSuffix(afterSlashes(s), "/") }

// parserAttacks are the ways into the parser.
var parserAttacks = map[string]hostile.Use{
	"Parse(rawURL)":     hostile.Reading(func(s string) { _, _ = Parse(s) }),
	"MustParse(rawURL)": hostile.Reading(func(s string) { defer func() { _ = recover() }(); MustParse(s) }),
	"CanParse(rawURL)":  hostile.Reading(func(s string) { CanParse(s) }),
	"Validate(rawURL)":  hostile.Reading(func(s string) { Validate(s) }),

	"ParseWithBase(rawURL, baseURL)":       reading(2, func(s string) { _, _ = ParseWithBase(s, s) }),
	"ParseWithBase(rawURL) of a reference": hostile.Reading(func(s string) { _, _ = ParseWithBase(afterSlashes(s), "http://h/a/b/c") }),
	"ParseWithBase(baseURL)":               hostile.Reading(func(s string) { _, _ = ParseWithBase("../x", s) }),
	"ParseNetURL(rawURL)":                  hostile.Reading(func(s string) { _, _ = ParseNetURL(s) }),
	"ParseRequestTarget(target)":           hostile.Reading(func(s string) { _, _ = ParseRequestTarget("GET", "http", "h", s) }),
	"ParseRequestTarget(target) of a path": hostile.Reading(func(s string) { _, _ = ParseRequestTarget("GET", "http", "h", "/"+s) }),
	"ParseRequestTarget(target) of a host": hostile.Reading(func(s string) { _, _ = ParseRequestTarget("CONNECT", "http", "h", hostIn(s)+":1") }),
	"ParseRequestTarget(method, host)":     hostile.Reading(func(s string) { _, _ = ParseRequestTarget(s, "http", hostIn(s), "/a") }),
	"ParseRequestTarget(scheme)":           hostile.Reading(func(s string) { _, _ = ParseRequestTarget("GET", s, "h", "/a") }),
	"ParseRequestTarget(host) and no path": hostile.Reading(func(s string) { _, _ = ParseRequestTarget("OPTIONS", "http", hostIn(s), "*") }),
	"Parser.Parse(rawURL)":                 hostile.Reading(func(s string) { _, _ = lenientParser.Parse(s) }),
	"Parser.CanParse(rawURL)":              hostile.Reading(func(s string) { lenientParser.CanParse(s) }),
	"Parser.Validate(rawURL)":              hostile.Reading(func(s string) { lenientParser.Validate(s) }),
	"Parser.Parse(p) of a default scheme":  hostile.Reading(func(s string) { _, _ = Parser{DefaultScheme: s}.Parse("h/a") }),
	"Parser.Parse(rawURL) with a scheme":   hostile.Reading(func(s string) { _, _ = Parser{DefaultScheme: "https"}.Parse(afterSlashes(s)) }),
	"FromFilePath(path)":                   hostile.Reading(func(s string) { _, _ = FromFilePath("/"+afterSlashes(s), UnixPath) }),
	"FromFilePath(path) of Windows":        hostile.Reading(func(s string) { _, _ = FromFilePath(`C:\`+afterSlashes(s), WindowsPath) }),
	"FromFilePath(path) of a server":       hostile.Reading(func(s string) { _, _ = FromFilePath(`\\`+afterSlashes(s)+`\a`, WindowsPath) }),
	"ParseOrigin(s)":                       hostile.Reading(func(s string) { _, _ = ParseOrigin(s) }),
	"ParseOrigin(s) of a host":             hostile.Reading(func(s string) { _, _ = ParseOrigin("http://" + hostIn(s)) }),
	"ParseOriginPattern(s)":                hostile.Reading(func(s string) { _, _ = ParseOriginPattern(s) }),
	"ParseOriginPattern(s) of a host":      hostile.Reading(func(s string) { _, _ = ParseOriginPattern("http://*." + hostIn(s) + ":*") }),
	"ParseHostPattern(s)":                  hostile.Reading(func(s string) { _, _ = ParseHostPattern(hostIn(s)) }),
	"ParseHostPattern(s) of subdomains":    hostile.Reading(func(s string) { _, _ = ParseHostPattern("*." + hostIn(s)) }),
	"MustParseOriginPattern(s)":            hostile.Reading(func(s string) { defer func() { _ = recover() }(); MustParseOriginPattern(s) }),
	"MustParseHostPattern(s)":              hostile.Reading(func(s string) { defer func() { _ = recover() }(); MustParseHostPattern(hostIn(s)) }),
	"ParseHost(s)":                         hostile.Reading(func(s string) { _, _ = ParseHost(hostIn(s)) }),
	"ParseOpaqueHost(s)":                   hostile.Reading(func(s string) { _, _ = ParseOpaqueHost(hostIn(s)) }),
	"DomainToASCII(domain)":                hostile.Reading(func(s string) { _, _ = DomainToASCII(hostIn(s)) }),
	"DomainToASCIIStrict(domain)":          hostile.Reading(func(s string) { _, _ = DomainToASCIIStrict(hostIn(s)) }),
	"DomainToUnicode(domain)":              hostile.Reading(func(s string) { DomainToUnicode(hostIn(s)) }),
	"Build(c) of a scheme":                 building(func(s string) Components { return Components{Scheme: s, Host: "h"} }),
	"Build(c) of credentials":              building(func(s string) Components { return Components{Scheme: "http", Username: s, Password: s, Host: "h"} }),
	"Build(c) of a host":                   building(func(s string) Components { return Components{Scheme: "http", Host: hostIn(s)} }),
	"Build(c) of an opaque host":           building(func(s string) Components { return Components{Scheme: "foo", Host: hostIn(s)} }),
	"Build(c) of a segment":                building(func(s string) Components { return Components{Scheme: "http", Host: "h", Segments: []string{s, s}} }),
	"Build(c) of segments":                 building(func(s string) Components { return Components{Scheme: "http", Host: "h", Segments: nonEmpty(s)} }),
	"Build(c) of a query":                  building(func(s string) Components { return Components{Scheme: "http", Host: "h", Query: pairsIn(s)} }),
	"Build(c) of a fragment":               building(func(s string) Components { return Components{Scheme: "http", Host: "h", Fragment: s} }),
	"Build(c) of an opaque path":           building(func(s string) Components { return Components{Scheme: "foo", OpaquePath: "x" + s} }),
	"FromNetURL(n) of the fields": fromNetURL(func(s string) *neturl.URL {
		return &neturl.URL{Scheme: "http", Host: "h", Path: "/" + s, RawQuery: s, Fragment: s}
	}),
	"FromNetURL(n) of a host": fromNetURL(func(s string) *neturl.URL {
		return &neturl.URL{Scheme: "http", Host: hostIn(s), User: neturl.UserPassword(s, s)}
	}),
	"FromNetURL(n) of what net/url parses":   fromNetURL(func(s string) *neturl.URL { n, _ := neturl.Parse(s); return n }),
	"FromNetURL(n) of opaque text":           fromNetURL(func(s string) *neturl.URL { return &neturl.URL{Scheme: "foo", Opaque: s} }),
	"FromNetURL(n) of a scheme and raw path": fromNetURL(func(s string) *neturl.URL { return &neturl.URL{Scheme: s, Path: "/" + s, RawPath: "/" + s} }),
}

// lenientParser reports errors, and has a base.
var lenientParser = Parser{Base: hostileBase, OnValidationError: func(ValidationError) {}}

// building returns a use that only calls Build. Its length is that of all components together.
func building(of func(s string) Components) hostile.Use {
	return func(s string) (int, func()) {
		c := of(s)
		length := len(c.Scheme) + len(c.Username) + len(c.Password) + len(c.Host) + len(c.OpaquePath) + len(c.Fragment)
		for _, segment := range c.Segments {
			length += len(segment)
		}
		for _, q := range c.Query {
			length += len(q[0]) + len(q[1])
		}
		return length, func() { _, _ = Build(c) }
	}
}

func fromNetURL(of func(s string) *neturl.URL) hostile.Use {
	return func(s string) (int, func()) {
		n := of(s)
		if n == nil {
			return 0, nil
		}
		return len(n.String()), func() { _, _ = FromNetURL(n) }
	}
}

// nonEmpty returns the segments of s that Build accepts.
func nonEmpty(s string) []string {
	segments := strings.Split(s, "/")
	for i := range segments {
		segments[i] += "x"
	}
	return segments
}

// pairsIn returns the pairs of a query, without decoding them.
func pairsIn(s string) (pairs [][2]string) {
	for sequence := range strings.SplitSeq(s, "&") {
		name, value, _ := strings.Cut(sequence, "=")
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs
}

// setterAttacks are the setters, and what else changes a URL.
var setterAttacks = func() map[string]hostile.Use {
	attacks := map[string]hostile.Use{}
	for name, set := range setters {
		method := "URL.Set" + strings.ToUpper(name[:1]) + name[1:] + "(v)"
		attacks[method] = hostile.Reading(func(s string) { u := hostileBase; _ = set(&u, s) })
		attacks[method+" of a part"] = hostile.Reading(func(s string) { u := hostileBase; _ = set(&u, afterSlashes(s)) })
	}
	maps.Copy(attacks, map[string]hostile.Use{
		"URL.Scan(u, src)":                  hostile.Reading(func(s string) { _ = new(URL).Scan(s) }),
		"URL.Scan(u, src) of bytes":         readingBytes(func(b []byte) { _ = new(URL).Scan(b) }),
		"URL.UnmarshalText(u, text)":        readingBytes(func(b []byte) { _ = new(URL).UnmarshalText(b) }),
		"URL.UnmarshalBinary(u, data)":      readingBytes(func(b []byte) { _ = new(URL).UnmarshalBinary(b) }),
		"URL.AppendQuery(name, value)":      reading(2, func(s string) { u := hostileBase; u.AppendQuery(s, s) }),
		"URL.JoinPath(elem)":                hostile.Reading(func(s string) { _, _ = hostileBase.JoinPath(afterSlashes(s), "..") }),
		"URL.JoinPath(elem) of many":        splitting(func(parts []string) { _, _ = hostileBase.JoinPath(parts...) }),
		"URL.AppendSegments(segment)":       hostile.Reading(func(s string) { _, _ = hostileBase.AppendSegments(s, "a") }),
		"URL.AppendSegments(segment), many": splitting(func(parts []string) { _, _ = hostileBase.AppendSegments(parts...) }),
		"URL.Parse(ref)":                    hostile.Reading(func(s string) { _, _ = hostileBase.Parse(afterSlashes(s)) }),
		"URL.CanParse(ref)":                 hostile.Reading(func(s string) { hostileBase.CanParse(afterSlashes(s)) }),
		"URL.ParseSameOrigin(ref)":          hostile.Reading(func(s string) { _, _ = hostileBase.ParseSameOrigin(afterSlashes(s)) }),
		"URL.QueryValue(name)":              hostile.Reading(func(s string) { u := MustParse("http://h/?a=b&c"); u.QueryValue(s) }),
		"URL.WithoutQueryValue(names)": hostile.Reading(func(s string) {
			u := MustParse("http://h/?a=b&" + strings.Repeat("c&", len(s)/4))
			u.WithoutQueryValue(append(slices.Repeat([]string{"d"}, len(s)/4), s, "a")...)
		}),
		"URL.WithQueryValue(name, value)": reading(2, func(s string) { u := MustParse("http://h/?a=b&c"); u.WithQueryValue(s, s) }),
	})
	return attacks
}()

// reading returns a use that only calls f, which reads s several times.
func reading(times int, f func(s string)) hostile.Use {
	return func(s string) (int, func()) { return times * len(s), func() { f(s) } }
}

func readingBytes(f func(b []byte)) hostile.Use {
	return func(s string) (int, func()) { b := []byte(s); return len(s), func() { f(b) } }
}

// readingBinary is readingBytes with the version of a binary form and prefix before the hostile text.
func readingBinary(prefix string, f func(b []byte)) hostile.Use {
	return func(s string) (int, func()) {
		b := []byte("\x01" + prefix + afterSlashes(s))
		return len(s), func() { f(b) }
	}
}

// splitting returns a use that only calls f, with the parts between slashes that are not empty.
func splitting(f func(parts []string)) hostile.Use {
	return func(s string) (int, func()) { parts := nonEmpty(s); return len(s), func() { f(parts) } }
}

// ofURLs are URLs with hostile text in different places.
var ofURLs = map[string]func(s string) URL{
	"": hostile.Remembering(func(s string) URL { u, _ := Parse(s); return u }),
	" with a path": hostile.Remembering(func(s string) URL {
		u := hostileBase
		_ = u.SetPathname(afterSlashes(s))
		return u
	}),
	" with an opaque path": hostile.Remembering(func(s string) URL { u, _ := Parse("foo:" + hostIn(s) + "#" + s); return u }),
	" with credentials": hostile.Remembering(func(s string) URL {
		u := hostileBase
		_, _ = u.SetUsername(s), u.SetPassword(s)
		return u
	}),
}

var ofQueries = map[string]func(s string) URL{
	"": hostile.Remembering(func(s string) URL {
		u := hostileBase
		_ = u.SetSearch(afterSlashes(s))
		return u
	}),
}

// urlAttacks call the methods of hostile URLs.
func urlAttacks() map[string]hostile.Use {
	attacks := map[string]hostile.Use{}
	for method, do := range urlMethods {
		for where, of := range ofURLs {
			attacks["URL."+method+where] = hostile.OnURL(of, do)
		}
	}
	for method, do := range queryMethods {
		for where, of := range ofQueries {
			attacks["URL."+method+where] = hostile.OnURL(of, do)
		}
	}
	for where, of := range ofURLs {
		attacks["SegmentDecoder.Decode(u)"+where] = hostile.OnURL(of, func(u URL) { _, _ = SegmentDecoder{AllowEncodedSlash: true}.Decode(u) })
		attacks["Parser.Parse(p) of a base"+where] = hostile.OnURL(of, func(u URL) { _, _ = Parser{Base: u}.Parse("../x") })
		attacks["Parser.CanParse(p) of a base"+where] = hostile.OnURL(of, func(u URL) { Parser{Base: u}.CanParse("../x") })
		attacks["Parser.Validate(p) of a base"+where] = hostile.OnURL(of, func(u URL) { Parser{Base: u}.Validate("../x") })
	}
	for name, set := range setters {
		method := "URL.Set" + strings.ToUpper(name[:1]) + name[1:] + "(u)"
		for where, of := range ofURLs {
			attacks[method+where] = hostile.OnURL(of, func(u URL) {
				for _, v := range []string{"", "x", "81", "https://h/"} {
					_ = set(&u, v)
				}
			})
		}
	}
	return attacks
}

var urlMethods = map[string]func(u URL){
	"Href(u)":                func(u URL) { u.Href() },
	"Compare(u, v)":          func(u URL) { v := u; v.href = strings.Clone(u.href); u.Compare(v) },
	"WithoutCredentials(u)":  func(u URL) { u.WithoutCredentials() },
	"String(u)":              func(u URL) { _ = u.String() },
	"Protocol(u)":            func(u URL) { u.Protocol() },
	"Scheme(u)":              func(u URL) { u.Scheme() },
	"Username(u)":            func(u URL) { u.Username() },
	"Password(u)":            func(u URL) { u.Password() },
	"Host(u)":                func(u URL) { u.Host() },
	"Hostname(u)":            func(u URL) { u.Hostname() },
	"Port(u)":                func(u URL) { u.Port() },
	"Pathname(u)":            func(u URL) { u.Pathname() },
	"Search(u)":              func(u URL) { u.Search() },
	"Hash(u)":                func(u URL) { u.Hash() },
	"Query(u)":               func(u URL) { u.Query() },
	"Fragment(u)":            func(u URL) { u.Fragment() },
	"PortNumber(u)":          func(u URL) { u.PortNumber() },
	"EffectivePort(u)":       func(u URL) { u.EffectivePort() },
	"ParsedHost(u)":          func(u URL) { u.ParsedHost() },
	"Addr(u)":                func(u URL) { u.Addr() },
	"DialAddress(u)":         func(u URL) { u.DialAddress() },
	"PathSegments(u)":        func(u URL) { drain(u.PathSegments()) },
	"IsSpecial(u)":           func(u URL) { u.IsSpecial() },
	"IsZero(u)":              func(u URL) { u.IsZero() },
	"HasOpaquePath(u)":       func(u URL) { u.HasOpaquePath() },
	"IncludesCredentials(u)": func(u URL) { u.IncludesCredentials() },
	"IsHTTP(u)":              func(u URL) { u.IsHTTP() },
	"RelativeToOrigin(u)":    func(u URL) { u.RelativeToOrigin() },
	"DecodedSegments(u)":     func(u URL) { _, _ = u.DecodedSegments() },
	"Origin(u)":              func(u URL) { _ = u.Origin().String() },
	"OriginWith(u)": func(u URL) {
		u.OriginWith(func(URL) (Origin, bool) { return Origin{}, false })
		u.OriginWith(func(u URL) (Origin, bool) { return u.Origin(), true })
	},
	"Redacted(u)":          func(u URL) { u.Redacted() },
	"LogValue(u)":          func(u URL) { _ = u.LogValue().String() },
	"WithoutFragment(u)":   func(u URL) { u.WithoutFragment() },
	"EncodeLonePercent(u)": func(u URL) { u.EncodeLonePercent() },
	"Value(u)":             func(u URL) { _, _ = u.Value() },
	"MarshalText(u)":       func(u URL) { _, _ = u.MarshalText() },
	"AppendText(u)":        func(u URL) { _, _ = u.AppendText(nil) },
	"MarshalBinary(u)":     func(u URL) { _, _ = u.MarshalBinary() },
	"AppendBinary(u)":      func(u URL) { _, _ = u.AppendBinary(nil) },
	"NetURL(u)":            func(u URL) { _, _ = u.NetURL() },
	"RequestURL(u)":        func(u URL) { _, _ = u.RequestURL() },
	"FilePath(u)":          func(u URL) { _, _ = u.FilePath(UnixPath) },
	"FilePath(u) of Windows": func(u URL) {
		_, _ = u.FilePath(WindowsPath)
	},
	"Parse(u)":                     func(u URL) { _, _ = u.Parse("../x?y#z") },
	"Parse(u, ref)":                func(u URL) { _, _ = u.Parse(u.Pathname() + u.Search()) },
	"CanParse(u)":                  func(u URL) { u.CanParse("../x?y#z") },
	"ParseSameOrigin(u)":           func(u URL) { _, _ = u.ParseSameOrigin("../x?y#z") },
	"JoinPath(u)":                  func(u URL) { _, _ = u.JoinPath("..", "x/") },
	"AppendSegments(u)":            func(u URL) { _, _ = u.AppendSegments("x", "y") },
	"AppendQuery(u)":               func(u URL) { u.AppendQuery("a", "b") },
	"MakeRelative(target)":         func(u URL) { hostileBase.MakeRelative(u) },
	"MakeRelative(u)":              func(u URL) { u.MakeRelative(hostileBase) },
	"MakeRelative(u, target)":      func(u URL) { v := u; _ = v.SetPathname(u.Pathname() + "/x"); u.MakeRelative(v); v.MakeRelative(u) },
	"MakeRelative(u), one path":    func(u URL) { v := u; _ = v.SetSearch("x"); u.MakeRelative(v); v.MakeRelative(u) },
	"MakeRelative(u), at the root": func(u URL) { v := u; _ = v.SetPathname("/x" + u.Pathname()); u.MakeRelative(v); v.MakeRelative(u) },
}

var queryMethods = map[string]func(u URL){
	"Search(u) of a query":          func(u URL) { u.Search() },
	"QueryValue(u)":                 func(u URL) { u.QueryValue("absent") },
	"QueryValue(u, name)":           func(u URL) { u.QueryValue(u.Search()) },
	"QueryValue(u, name) of U+FFFD": func(u URL) { u.QueryValue("\uFFFD") },
	"QueryPairs(u)":                 func(u URL) { drain2(u.QueryPairs()) },
	"WithoutQueryValue(u)":          func(u URL) { u.WithoutQueryValue("a", "\uFFFDx") },
	"WithQueryValue(u)":             func(u URL) { u.WithQueryValue("a", "b") },
	"WithQueryValue(u), absent":     func(u URL) { u.WithQueryValue("\uFFFDx", "b") },
	"SearchParams(u)":               func(u URL) { drain2(u.SearchParams().All()) },
	"SortQuery(u)":                  func(u URL) { u.SortQuery() },
	"EditQuery(u), keep":            func(u URL) { u.EditQuery(func(_, v string) (string, bool) { return v, true }) },
	"EditQuery(u), change":          func(u URL) { u.EditQuery(func(_, v string) (string, bool) { return v + "\xff", true }) },
	"EditQuery(u), drop":            func(u URL) { u.EditQuery(func(_, v string) (string, bool) { return v, false }) },
	"EditQuery(u), every other": func(u URL) {
		n := 0
		u.EditQuery(func(_, v string) (string, bool) { n++; return v + "x"[:n%2], n%3 > 0 })
	},
	"AppendQuery(u) of a query":          func(u URL) { u.AppendQuery("a", "b") },
	"Redacted(u) of a query":             func(u URL) { u.Redacted() },
	"NetURL(u) of a query":               func(u URL) { _, _ = u.NetURL() },
	"RequestURL(u) of a query":           func(u URL) { _, _ = u.RequestURL() },
	"MakeRelative(u, target) of a query": func(u URL) { v := u; _ = v.SetPathname("/a/x"); u.MakeRelative(v) },
}

func drain[T any](all func(func(T) bool)) {
	for range all {
	}
}

func drain2[T any](all func(func(T, T) bool)) {
	for range all {
	}
}

// codingAttacks encode and decode.
var codingAttacks = func() map[string]hostile.Use {
	attacks := map[string]hostile.Use{
		"PercentDecode(s)":             hostile.Reading(func(s string) { PercentDecode(s) }),
		"PercentEncode(s)":             hostile.Reading(func(s string) { PercentEncode(s, C0ControlPercentEncodeSet) }),
		"PercentEncode(s) as in forms": hostile.Reading(func(s string) { PercentEncode(s, FormURLEncodedPercentEncodeSet) }),
	}
	for name, enc := range attackedEncodings {
		attacks["PercentEncodeAfterEncoding(s) in "+name] = hostile.Reading(func(s string) {
			_, _ = PercentEncodeAfterEncoding(enc, s, SpecialQueryPercentEncodeSet, true)
		})
		attacks["Parser.Parse(rawURL) in "+name] = hostile.Reading(func(s string) {
			_, _ = Parser{QueryEncoding: enc}.Parse("http://h/?" + afterSlashes(s))
		})
	}
	return attacks
}()

// attackedEncodings are encodings with states, with characters of several bytes, and with tables.
var attackedEncodings = map[string]encoding.Encoding{
	"windows-1252": charmap.Windows1252, "koi8-u": charmap.KOI8U, "iso-2022-jp": japanese.ISO2022JP, "shift_jis": japanese.ShiftJIS,
	"euc-jp": japanese.EUCJP, "euc-kr": korean.EUCKR, "gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5,
	"utf-16": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "x-user-defined": charmap.XUserDefined, "replacement": encoding.Replacement,
}

// textAttacks read text of other kinds.
var textAttacks = map[string]hostile.Use{
	"ErrorType.UnmarshalText(text)":               readingBytes(func(b []byte) { _ = new(ErrorType).UnmarshalText(b) }),
	"Origin.UnmarshalText(o, text)":               readingBytes(func(b []byte) { _ = new(Origin).UnmarshalText(b) }),
	"Origin.UnmarshalBinary(o, data)":             readingBytes(func(b []byte) { _ = new(Origin).UnmarshalBinary(b) }),
	"Origin.Scan(o, src)":                         hostile.Reading(func(s string) { _ = new(Origin).Scan(s) }),
	"OriginPattern.UnmarshalText(p, text)":        readingBytes(func(b []byte) { _ = new(OriginPattern).UnmarshalText(b) }),
	"HostPattern.UnmarshalText(p, text)":          readingBytes(func(b []byte) { _ = new(HostPattern).UnmarshalText(b) }),
	"HostPattern.UnmarshalBinary(p, data)":        readingBinary("", func(b []byte) { _ = new(HostPattern).UnmarshalBinary(b) }),
	"OriginPattern.UnmarshalBinary(p, data)":      readingBinary("", func(b []byte) { _ = new(OriginPattern).UnmarshalBinary(b) }),
	"Host.UnmarshalBinary(h, data)":               readingBinary("\x01", func(b []byte) { _ = new(Host).UnmarshalBinary(b) }),
	"Host.UnmarshalBinary(h, data), opaque":       readingBinary("\x04", func(b []byte) { _ = new(Host).UnmarshalBinary(b) }),
	"URLSearchParams.UnmarshalBinary(p, data)":    readingBinary("", func(b []byte) { _ = new(URLSearchParams).UnmarshalBinary(b) }),
	"URLSearchParams.UnmarshalBinary(data), live": readingBinary("", func(b []byte) { u := hostileBase; _ = u.SearchParams().UnmarshalBinary(b) }),
	"AppendRawURL(rawURL)":                        hostile.Reading(func(s string) { AppendRawURL(s, "a", "b") }),
	"AppendRawURL(name, value)":                   reading(2, func(s string) { AppendRawURL("?a", s, s) }),
	"Redact(s)":                                   hostile.Reading(func(s string) { Redact(s, func(name string) bool { return name == "b" }) }),
	"Redact(s), all":                              hostile.Reading(func(s string) { Redact(s, nil) }),
	"Redact(s), parameters":                       hostile.Reading(func(s string) { Redact("/;?"+s+"#"+s, nil) }),
	"Redact(s), keywords":                         hostile.Reading(func(s string) { Redact("a='"+s, nil) }),
	"EditRawURL(rawURL), keep":                    hostile.Reading(func(s string) { EditRawURL(s, keepAll) }),
	"EditRawURL(rawURL), change": hostile.Reading(func(s string) {
		EditRawURL("?"+s, func(_, v string) (string, bool) { return v + "\xff", true })
	}),
	"EditRawQuery(rawQuery), keep": hostile.Reading(func(s string) { EditRawQuery(afterSlashes(s), keepAll) }),
	"EditRawQuery(rawQuery), change": hostile.Reading(func(s string) {
		EditRawQuery(afterSlashes(s), func(_, v string) (string, bool) { return v + "\xff", true })
	}),
	"URLSearchParams.UnmarshalText(p, text)":    readingBytes(func(b []byte) { _ = new(URLSearchParams).UnmarshalText(b) }),
	"URLSearchParams.UnmarshalText(text), live": readingBytes(func(b []byte) { u := hostileBase; _ = u.SearchParams().UnmarshalText(b) }),
	"NewURLSearchParams(init)":                  hostile.Reading(func(s string) { NewURLSearchParams(afterSlashes(s)) }),
	"ParseQuery(query)":                         hostile.Reading(func(s string) { _, _ = ParseQuery(afterSlashes(s), 0) }),
	"ParseQuery(query), limited":                hostile.Reading(func(s string) { _, _ = ParseQuery(afterSlashes(s), 1<<10) }),
	"NewURLSearchParamsFromPairs(pairs)": func(s string) (int, func()) {
		pairs := pairsIn(s)
		return len(s), func() { NewURLSearchParamsFromPairs(pairs) }
	},
	"NewURLSearchParamsFromSeq(seq)": func(s string) (int, func()) {
		pairs := pairsIn(s)
		return len(s), func() {
			NewURLSearchParamsFromSeq(func(yield func(string, string) bool) {
				for _, q := range pairs {
					if !yield(q[0], q[1]) {
						return
					}
				}
			})
		}
	},
	"NewURLSearchParamsFromValues(values)": func(s string) (int, func()) {
		values := neturl.Values{}
		for _, q := range pairsIn(s) {
			values.Add(q[0], q[1])
		}
		return len(s), func() { NewURLSearchParamsFromValues(values) }
	},
	"Error.Error(e)": func(s string) (int, func()) {
		_, err := ParseHost(s)
		if err == nil {
			return 0, nil
		}
		return len(s), func() { _ = err.Error() }
	},
	"Error.Error(e) of a URL": func(s string) (int, func()) {
		err := &Error{Op: s, Input: s, Offset: len(s) / 2, Err: fmt.Errorf("%w: %s", ErrHostMissing, s)}
		return len(s), func() { _ = err.Error() }
	},
	"Error.Unwrap(e)": func(s string) (int, func()) {
		err := &Error{Op: s, Input: s}
		return len(s), func() { _ = err.Unwrap() }
	},
}

// hostAttacks call the methods of hostile hosts, origins and patterns.
func hostAttacks() map[string]hostile.Use {
	hosts := map[string]func(s string) Host{
		"":                hostile.Remembering(func(s string) Host { h, _ := ParseHost(hostIn(s)); return h }),
		", an opaque one": hostile.Remembering(func(s string) Host { h, _ := ParseOpaqueHost(hostIn(s)); return h }),
	}
	attacks := map[string]hostile.Use{}
	for where, of := range hosts {
		for method, do := range hostMethods {
			attacks["Host."+method+where] = func(s string) (int, func()) { h := of(s); return len(h.String()), func() { do(h) } }
		}
	}
	for method, do := range originMethods {
		attacks["Origin."+method] = func(s string) (int, func()) {
			o := Origin{}
			if h := hosts[""](s); h.String() != "" {
				o, _ = ParseOrigin("https://" + h.String())
			}
			return len(o.String()), func() { do(o) }
		}
	}
	for method, do := range originPatternMethods {
		attacks["OriginPattern."+method] = func(s string) (int, func()) {
			p, o := OriginPattern{}, Origin{}
			if h := hosts[""](s); h.String() != "" {
				p, _ = ParseOriginPattern("https://*." + h.String() + ":*")
				o, _ = ParseOrigin("https://a." + h.String())
			}
			return len(p.String()), func() { do(p, o) }
		}
	}
	for method, do := range hostPatternMethods {
		attacks["HostPattern."+method] = func(s string) (int, func()) {
			p, h := HostPattern{}, Host{}
			if domain := hosts[""](s); domain.String() != "" {
				p, _ = ParseHostPattern("*." + domain.String())
				h, _ = ParseHost("a." + domain.String())
			}
			return len(p.String()), func() { do(p, h) }
		}
	}
	return attacks
}

var hostMethods = map[string]func(h Host){
	"Addr(h)":              func(h Host) { h.Addr() },
	"AppendBinary(h)":      func(h Host) { _, _ = h.AppendBinary(nil) },
	"MarshalBinary(h)":     func(h Host) { _, _ = h.MarshalBinary() },
	"AppendText(h)":        func(h Host) { _, _ = h.AppendText(nil) },
	"MarshalText(h)":       func(h Host) { _, _ = h.MarshalText() },
	"Kind(h)":              func(h Host) { h.Kind() },
	"PublicSuffix(h)":      func(h Host) { h.PublicSuffix(publicsuffix.List) },
	"RegistrableDomain(h)": func(h Host) { h.RegistrableDomain(publicsuffix.List) },
	"Site(h)":              func(h Host) { h.Site(publicsuffix.List) },
	"String(h)":            func(h Host) { _ = h.String() },
	"Unicode(h)":           func(h Host) { h.Unicode() },
	"Value(h)":             func(h Host) { _, _ = h.Value() },
}

var originMethods = map[string]func(o Origin){
	"AppendBinary(o)":            func(o Origin) { _, _ = o.AppendBinary(nil) },
	"AppendText(o)":              func(o Origin) { _, _ = o.AppendText(nil) },
	"MarshalBinary(o)":           func(o Origin) { _, _ = o.MarshalBinary() },
	"MarshalText(o)":             func(o Origin) { _, _ = o.MarshalText() },
	"ParsedHost(o)":              func(o Origin) { o.ParsedHost() },
	"IsOpaque(o)":                func(o Origin) { o.IsOpaque() },
	"PortNumber(o)":              func(o Origin) { o.PortNumber() },
	"SameOrigin(o, p)":           func(o Origin) { o.SameOrigin(cloneOrigin(o)) },
	"SameSite(o, p)":             func(o Origin) { o.SameSite(cloneOrigin(o), publicsuffix.List) },
	"SchemelesslySameSite(o, p)": func(o Origin) { o.SchemelesslySameSite(cloneOrigin(o), publicsuffix.List) },
	"Scheme(o)":                  func(o Origin) { o.Scheme() },
	"String(o)":                  func(o Origin) { _ = o.String() },
	"Value(o)":                   func(o Origin) { _, _ = o.Value() },
}

func cloneOrigin(o Origin) Origin { o.serialized = strings.Clone(o.serialized); return o }

var hostPatternMethods = map[string]func(p HostPattern, h Host){
	"AppendText(p)":    func(p HostPattern, _ Host) { _, _ = p.AppendText(nil) },
	"AppendBinary(p)":  func(p HostPattern, _ Host) { _, _ = p.AppendBinary(nil) },
	"MarshalBinary(p)": func(p HostPattern, _ Host) { _, _ = p.MarshalBinary() },
	"MarshalText(p)":   func(p HostPattern, _ Host) { _, _ = p.MarshalText() },
	"Match(p, h)":      func(p HostPattern, h Host) { p.Match(h) },
	"String(p)":        func(p HostPattern, _ Host) { _ = p.String() },
}

var originPatternMethods = map[string]func(p OriginPattern, o Origin){
	"AppendText(p)":    func(p OriginPattern, _ Origin) { _, _ = p.AppendText(nil) },
	"AppendBinary(p)":  func(p OriginPattern, _ Origin) { _, _ = p.AppendBinary(nil) },
	"MarshalBinary(p)": func(p OriginPattern, _ Origin) { _, _ = p.MarshalBinary() },
	"MarshalText(p)":   func(p OriginPattern, _ Origin) { _, _ = p.MarshalText() },
	"Match(p, o)":      func(p OriginPattern, o Origin) { p.Match(o) },
	"String(p)":        func(p OriginPattern, _ Origin) { _ = p.String() },
}

// listAttacks call the methods of hostile lists, independent and live.
func listAttacks() map[string]hostile.Use {
	independent := hostile.Remembering(func(s string) *URLSearchParams { return NewURLSearchParams(afterSlashes(s)) })
	attacks := map[string]hostile.Use{}
	for method, do := range listMethods {
		arguments := strings.Count(method, "name") + strings.Count(method, "value")
		attacks["URLSearchParams."+method] = func(s string) (int, func()) {
			p := independent(s).Clone()
			return (1 + arguments) * len(s), func() { do(p, s) }
		}
		attacks["URLSearchParams."+method+" of a URL"] = func(s string) (int, func()) {
			u := ofQueries[""](s)
			return len(u.Href()) + arguments*len(s), func() { do(u.SearchParams(), s) }
		}
	}
	return attacks
}

var listMethods = map[string]func(p *URLSearchParams, s string){
	"All(p)":                      func(p *URLSearchParams, _ string) { drain2(p.All()) },
	"Append(p)":                   func(p *URLSearchParams, _ string) { p.Append("a", "b") },
	"Append(p, name, value)":      func(p *URLSearchParams, s string) { p.Append(s, s) },
	"AppendText(p)":               func(p *URLSearchParams, _ string) { _, _ = p.AppendText(nil) },
	"AppendBinary(p)":             func(p *URLSearchParams, _ string) { _, _ = p.AppendBinary(nil) },
	"MarshalBinary(p)":            func(p *URLSearchParams, _ string) { _, _ = p.MarshalBinary() },
	"At(p)":                       func(p *URLSearchParams, _ string) { p.At(1 << 20) },
	"Clone(p)":                    func(p *URLSearchParams, _ string) { p.Clone() },
	"Delete(p)":                   func(p *URLSearchParams, _ string) { p.Delete("a") },
	"Delete(p, name)":             func(p *URLSearchParams, s string) { p.Delete(s) },
	"DeleteValue(p)":              func(p *URLSearchParams, _ string) { p.DeleteValue("a", "") },
	"DeleteValue(p, name, value)": func(p *URLSearchParams, s string) { p.DeleteValue(s, s) },
	"Get(p)":                      func(p *URLSearchParams, _ string) { p.Get("absent") },
	"Get(p, name)":                func(p *URLSearchParams, s string) { p.Get(s) },
	"GetAll(p)":                   func(p *URLSearchParams, _ string) { p.GetAll("a") },
	"GetAll(p), empty":            func(p *URLSearchParams, _ string) { p.GetAll("") },
	"GetAll(p, name)":             func(p *URLSearchParams, s string) { p.GetAll(s) },
	"Has(p)":                      func(p *URLSearchParams, _ string) { p.Has("absent") },
	"Has(p, name)":                func(p *URLSearchParams, s string) { p.Has(s) },
	"HasValue(p)":                 func(p *URLSearchParams, _ string) { p.HasValue("a", "absent") },
	"HasValue(p, name, value)":    func(p *URLSearchParams, s string) { p.HasValue("\uFFFD", s) },
	"HasValue(name)":              func(p *URLSearchParams, s string) { p.HasValue(s, "") },
	"Lookup(p)":                   func(p *URLSearchParams, _ string) { p.Lookup("\uFFFD") },
	"Lookup(p, name)":             func(p *URLSearchParams, s string) { p.Lookup(s) },
	"MarshalText(p)":              func(p *URLSearchParams, _ string) { _, _ = p.MarshalText() },
	"Set(p)":                      func(p *URLSearchParams, _ string) { p.Set("a", "b") },
	"Set(p, name, value)":         func(p *URLSearchParams, s string) { p.Set(s, s) },
	"Size(p)":                     func(p *URLSearchParams, _ string) { p.Size() },
	"Sort(p)":                     func(p *URLSearchParams, _ string) { p.Sort() },
	"String(p)":                   func(p *URLSearchParams, _ string) { _ = p.String() },
	"Values(p)":                   func(p *URLSearchParams, _ string) { p.Values() },
}
