package url

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/race"
	"github.com/weburl-go/url/internal/spec"
)

// The fuzz tests compare the recognizer, the machine, and the transcription of the standard in package spec. A fuzz
// test has at most 200 seeds, so that its time goes into new inputs: .ci/fuzz checks that. Other tests compare the same
// for all vectors, and for all seeds with all bases.

// seeds are for the paths through the recognizer.
var seeds = []string{
	"https://example.com/", "https://example.com", "http://a.b:80/", "http://a.b:0080/x", "wss://h:65536/",
	"https://EXAMPLE.com:443/a?b#c", "HTTPS://e/", "https://user:@h/", "https://:pass@h/", "https://u:p@h/a b",
	"ftp://u@h/%2e", "https://h/a/./b/../c/%2E%2e/d", "https://h/.well-known/...", "https://h/a\tb\n?c\rd#\te",
	"https://h/a\tb c", "https://h/a?b\tc", "file:\x01a", "file:///c|/x", "file:///C:/..", "file://localhost/a", "file://c|/x",
	"file:", "file:x", "file:\\\\h\\a", "foo://h:80/a/../b?'#`", "foo:///a", "foo:/.//a", "foo:a b #c", "foo: ?",
	"mailto:a@b?c=d", "http://127.1/", "http://0x7f.1.0x/", "http://1.2.3.4.5/", "http://192.168.0.1/",
	"http://[1::8]/", "http://[1:0:0:0::8]/", "http://[::ffff:1.2.3.4]:8/x", "http://[::", "http://h\\a\\b",
	"https://H\u00c9:443/a?b#c", "https://H:0443/", "https://H:65979/", "https://H:443\\a", "https://H:443/a\tb", "https://h:443/a b",
	"http://1.2.3.4.0X/", "http://0XA:80/x", "http://\uff11.2/x", "https://a\uff0fb/x", "https://\u00ad/x", "https://:443/x", "https://u@H/x",
	"http://%41.b/", "http://%31.2/", "http://a%2fb/", "http://H\ti/x", "http://h\n:8/", "http://h\n@/", "http:\t//h",
	"https://H:99999/", "https://H:443x@h/", "https://a b@H/x", "https://a b\t/x", "https://h/%2e\n?q", "https:\\\\H:443/x", "https:H/x", "HTTPS:///u@H:80/x", "foo:\t/\t/h:x",
	"http://ex%41mple/", "http://b\u00fccher.example/", "http://xn--a/", "http://a<b/", "http://a\u00adb/",
	"../x?y", "../../../x", "./x", "x:y", "x/y:z", "/x", "//h/x", "//h", "/\\h", "?q", "#f", "", " ", "..",
	"a:/\t/", "a:\r/\"", "a:\n//h", "https:/\t/h", "https://h\t/x", "/\t/x", "! a !", "a://0:1@0", "a://0@\x16", "a://0@h\x16", "a://\x16:8", "https://0:1@0/", "http:x", "https:x", "http:/x", "https:\\x", "C|/x", "/C:/x", "\x00", "https://h/\xff\xe2\x82\xff",
	"http://h ", // the space is trimmed, and is not of the host that CanParse takes alone
}

// seedBases are the base URLs that the seeds of relative references are tried with.
var seedBases = []string{
	"", "https://u:p@example.com:81/a/b/c?q#f", "http://h/", "file:///C:/a/b", "file://h/a", "file:///",
	"foo://h/a/b?q", "foo:/a/b", "foo:/.//a/b", "foo://h", "mailto:a?b#c", "not a URL",
}

// longSeeds have long components that are not UTF-8.
var longSeeds = func() (long []string) {
	for _, s := range []string{
		"https://~:~@h:81/~/~/../~?~#~", "https://u:~@h", "wss://~/", "file:///C|/~", "foo://u@~:8/~?~#", "foo:~ ?~", "foo:/.//~",
		"https://h/~\n~", "~", "/~?~", "?~", "#~", "../~/",
	} {
		long = append(long, strings.ReplaceAll(s, "~", strings.Repeat("\xff\xe2\x82", 99)))
	}
	return long
}()

// addSeeds calls add with each seed and one of the bases.
func addSeeds(add func(input, base string)) {
	for i, s := range slices.Concat(seeds, longSeeds) {
		add(s, seedBases[i%len(seedBases)])
	}
}

// addInputs calls add with the seeds and all bases, and with the inputs and bases of the vectors.
func addInputs(tb testing.TB, add func(input, base string)) {
	for _, s := range slices.Concat(seeds, longSeeds) {
		for _, base := range seedBases {
			add(s, base)
		}
	}
	for _, special := range infra.SpecialSchemes { // those that internal/spec has, and their ports
		for _, rest := range []string{`:\h\a`, `:\\h:` + strconv.Itoa(int(special.Port)), "://h:1/"} {
			add(special.Name+rest, "")
			add(special.Name+rest, special.Name+"://b/c")
		}
	}
	for _, v := range readVectors[urlVector](tb, ours, "urltestdata.json", 4000) {
		if v.Base == nil {
			add(*v.Input, "")
		} else {
			add(*v.Input, *v.Base)
		}
	}
}

// FuzzParse compares everything that parsing gives with the transcription.
func FuzzParse(f *testing.F) {
	addSeeds(func(input, base string) { f.Add(input, base) })
	f.Fuzz(checkParse)
}

func TestParseAsTranscribed(t *testing.T) {
	t.Parallel()
	race.SkipSlow(t)
	addInputs(t, func(input, base string) { checkParse(t, input, base) })
}

func checkParse(t *testing.T, input, base string) {
	if len(input)+len(base) > 1<<12 {
		return // the transcription is slow
	}
	var refBase *spec.URL
	var ourBase URL
	if base != "" {
		refBase, _ = spec.Parse(base, nil, nil)
		ourBase, _ = Parse(base)
		if (refBase == nil) != ourBase.IsZero() {
			t.Fatalf("base %q: parsed: %t, transcription: %t", base, !ourBase.IsZero(), refBase != nil)
		}
		if refBase == nil {
			if _, err := ParseWithBase(input, base); err == nil {
				t.Fatalf("parse %q with the bad base %q", input, base)
			}
			return
		}
	}
	want, wantErrors := spec.Parse(input, refBase, nil)
	var got []ValidationError
	p := Parser{Base: ourBase, OnValidationError: func(e ValidationError) { got = append(got, e) }}
	machine, machineErr := p.Parse(input)
	u, err := ourBase.Parse(input)
	if u.IsZero() != (want == nil) || machine.IsZero() != (want == nil) || u.IsZero() != (err != nil) {
		t.Fatalf("parse %q with base %q: %v, machine: %v, transcription: %v", input, base, err, machineErr, wantErrors)
	}
	can := ourBase.CanParse(input)
	if can != (want != nil) || base == "" && CanParse(input) != can {
		t.Fatalf("parse %q with base %q: can parse: %t, want %t", input, base, can, want != nil)
	}
	compareErrors(t, input, base, got, wantErrors)
	if valid := len((Parser{Base: ourBase}).Validate(input)) == 0; valid != spec.IsValid(input, refBase) || valid != (len(got) == 0) {
		t.Fatalf("%q with base %q: valid: %t, but the errors are %v", input, base, valid, got)
	}
	if err != nil {
		checkError(t, input, err, wantErrors[len(wantErrors)-1], got[len(got)-1])
		return
	}
	if len(u.href) > 16*(len(input)+len(base)+1) {
		t.Fatalf("parse %q with base %q: the URL has %d bytes", input, base, len(u.href))
	}
	if u != machine {
		t.Fatalf("parse %q with base %q: recognized as\n%+v, but the machine gives\n%+v", input, base, u, machine)
	}
	checkURL(t, u, want)
}

// compareErrors compares validation errors. The transcription places every domain-to-ASCII at the beginning of the host.
func compareErrors(t *testing.T, input, base string, got []ValidationError, want []spec.ValidationError) {
	t.Helper()
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		w := want[i]
		at := got[i].Offset == w.Offset
		isDomain := w.Name == ErrDomainToASCII.Error()
		if isDomain {
			at = got[i].Offset >= w.Offset && got[i].Offset <= len(input)
		}
		same = got[i].Type.Error() == w.Name && got[i].Failure == w.Failure && at && (got[i].Detail != "") == isDomain
	}
	if !same {
		t.Fatalf("parse %q with base %q: the errors are\n%v, want\n%v", input, base, got, want)
	}
}

// checkError checks the reason and the place of a failure, which the parser also reported.
func checkError(t *testing.T, input string, err error, want spec.ValidationError, reported ValidationError) {
	t.Helper()
	var e *Error
	var reason ErrorType
	if !errors.As(err, &e) || !errors.As(err, &reason) || reason.Error() != want.Name || e.Input != input || e.Offset != reported.Offset {
		t.Fatalf("parse %q: %#v, want %v, as %v", input, err, want, reported)
	}
	if "url: "+e.Err.Error() != strings.Replace(reported.Error(), " at byte "+strconv.Itoa(e.Offset), "", 1) {
		t.Fatalf("parse %q: %v, but reported: %v", input, err, reported)
	}
}

// checkURL compares u with a record of the transcription, and checks what holds for every URL.
func checkURL(t *testing.T, u URL, want *spec.URL) {
	t.Helper()
	o := spec.NewObject(want)
	for name, get := range getters {
		if got, want := get(u), spec.Getters[name](o); got != want {
			t.Fatalf("%s of %s: %q, want %q", name, u.Href(), got, want)
		}
	}
	query, hasQuery := u.Query()
	fragment, hasFragment := u.Fragment()
	if hasQuery != (want.Query != nil) || hasQuery && query != *want.Query ||
		hasFragment != (want.Fragment != nil) || hasFragment && fragment != *want.Fragment {
		t.Fatalf("query or fragment of %s: %q, %q", u.Href(), query, fragment)
	}
	port, hasPort := u.PortNumber()
	if hasPort != (want.Port != nil) || hasPort && port != *want.Port {
		t.Fatalf("port of %s: %d, %t", u.Href(), port, hasPort)
	}
	host, hasHost := u.ParsedHost()
	if hasHost != (want.Host != nil) || hasHost && (host.String() != want.Host.Serialize() || int(host.Kind()) != hostKinds[want.Host.Kind]) {
		t.Fatalf("host of %s: %v, %t, want %v", u.Href(), host, hasHost, want.Host)
	}
	segments := slices.Collect(u.PathSegments())
	if u.HasOpaquePath() != want.HasOpaquePath || !slices.Equal(segments, want.Path) && len(segments)+len(want.Path) > 0 {
		t.Fatalf("path of %s: opaque: %t, segments %q, want %q", u.Href(), u.HasOpaquePath(), segments, want.Path)
	}
	without := u
	_, _ = without.SetUsername(""), without.SetPassword("")
	if got := u.WithoutCredentials(); got != without {
		t.Fatalf("%s without credentials: %s, want %s", u.Href(), got.Href(), without.Href())
	}
	if err := brokenInvariant(u); err != nil {
		t.Fatal(err)
	}
}

// hostKinds maps the transcription's kinds of host to the package's.
var hostKinds = map[spec.HostKind]int{
	spec.Domain: int(HostDomain), spec.IPv4: int(HostIPv4), spec.IPv6: int(HostIPv6),
	spec.OpaqueHost: int(HostOpaque), spec.EmptyHost: int(HostEmpty),
}

// brokenInvariant returns an error if u is not as every URL except the zero URL must be: its offsets are in order, its
// characters are printable ASCII, and its href parses to u.
func brokenInvariant(u URL) error {
	offsets := []uint32{0, u.schemeEnd, u.usernameEnd, u.hostStart, u.hostEnd, u.pathStart, u.queryStart,
		u.fragmentStart, uint32(len(u.href))}
	if !slices.IsSorted(offsets) || u.schemeEnd < 2 || u.href[u.schemeEnd-1] != ':' {
		return fmt.Errorf("offsets of %q are not in order: %+v", u.href, u)
	}
	if strings.ContainsFunc(u.href, func(r rune) bool { return r < ' ' || r > '~' || r == utf8.RuneError }) {
		return fmt.Errorf("%q has other than printable ASCII characters", u.href)
	}
	if schemeOf(u.Scheme()) != u.scheme {
		return fmt.Errorf("the scheme of %q is recorded as %d", u.href, u.scheme)
	}
	if path := u.Pathname(); u.scheme == schemeFile &&
		(u.Hostname() == "localhost" || len(path) > 2 && path[2] == '|' && isWindowsDriveLetter(path[1:3])) {
		return nil // the protocol setter makes these, and the parser reads them as other URLs
	}
	if again, err := Parse(u.href); err != nil || again != u {
		return fmt.Errorf("%+v\nis recognized again as\n%+v, %v", u, again, err)
	}
	p := Parser{OnValidationError: func(ValidationError) {}} // the machine without the recognizer
	if again, err := p.Parse(u.href); err != nil || again != u {
		return fmt.Errorf("%+v\nis parsed again as\n%+v, %v", u, again, err)
	}
	return nil
}

// FuzzRecognizer compares Parse with the machine without the recognizer. It is fast, so it tries many inputs.
func FuzzRecognizer(f *testing.F) {
	addSeeds(func(input, base string) { f.Add(input, base) })
	f.Add("hh://:4sh:443\xbf/a b", "") // the recognizer refuses the port, and the machine must find the same error
	f.Fuzz(checkRecognizer)
}

func TestRecognizerAsMachine(t *testing.T) {
	addInputs(t, func(input, base string) { checkRecognizer(t, input, base) })
}

func checkRecognizer(t *testing.T, input, base string) {
	ourBase, _ := Parse(base)
	machine, machineErr := Parser{Base: ourBase, OnValidationError: func(ValidationError) {}}.Parse(input)
	u, err := ourBase.Parse(input)
	if u != machine || err != nil && u != (URL{}) || !reflect.DeepEqual(err, machineErr) {
		t.Fatalf("parse %q with base %q: recognized as\n%+v, %v, but the machine gives\n%+v, %v", input, base, u, err, machine, machineErr)
	}
	if ourBase.CanParse(input) != (err == nil) || base == "" && CanParse(input) != (err == nil) {
		t.Fatalf("CanParse(%q) with base %q: %t", input, base, err != nil)
	}
}

// settersOfNumbers are the names of the setters, so that a number can choose one.
var settersOfNumbers = slices.Sorted(maps.Keys(setters))

// FuzzSetters compares URLs with the transcription after each of two setters, and what a reference gives then.
func FuzzSetters(f *testing.F) {
	number := func(name string) uint8 { return uint8(slices.Index(settersOfNumbers, name)) }
	add := func(input, first, firstValue, second, secondValue, ref string) {
		f.Add(input, number(first), firstValue, number(second), secondValue, ref)
	}
	for i, s := range slices.Concat(seeds, longSeeds) {
		n := uint8(i)
		f.Add("https://u:p@h:8/a?b#c", n, s, number("protocol"), "http", s)
		if i%4 == 0 {
			f.Add(s, number("host"), "h:81/x", n, s, "../x")
		}
	}
	add("http://localhost/x", "protocol", "file", "pathname", "C|/", "/y")
	add("http://h/C|/x", "protocol", "file", "hash", "", "/y")
	add("ftp://h/C|", "protocol", "file", "search", "q", "..")
	add("file:///", "protocol", "file:", "username", "", "C|")
	add("a://h:0", "protocol", "b", "port", "0", "//h:0")
	add("foo:/.//a", "pathname", "//b", "host", "", "./c")
	add("a:/", "username", "", "host", "\xc9\n\x99", "") // not UTF-8 once the newline is removed
	f.Fuzz(func(t *testing.T, input string, first uint8, firstValue string, second uint8, secondValue, ref string) {
		checkSetters(t, input, numberedCalls(first, firstValue, second, secondValue), ref)
	})
}

// numberedCalls returns two calls of setters for checkSetters.
func numberedCalls(first uint8, firstValue string, second uint8, secondValue string) [][2]string {
	name := func(n uint8) string { return settersOfNumbers[int(n)%len(settersOfNumbers)] }
	return [][2]string{{name(first), firstValue}, {name(second), secondValue}}
}

// TestSettersAsTranscribed calls two setters on each input that parses, and the setters in turn with each input.
func TestSettersAsTranscribed(t *testing.T) {
	t.Parallel()
	race.SkipSlow(t)
	cases := 0
	addInputs(t, func(input, base string) {
		if cases++; !isSampled(cases) {
			return
		}
		n := uint8(cases)
		checkSetters(t, input, [][2]string{{"host", "h:81/x"}, {"pathname", input}}, base)
		checkSetters(t, "https://u:p@h:8/a?b#c", numberedCalls(n, input, n/16, base), input)
		checkSetters(t, "foo:/.//a", numberedCalls(n, input, n/16, ""), input)
		checkSetters(t, "http://localhost/C|/a", [][2]string{{"protocol", "file"}, numberedCalls(n, input, 0, "")[0]}, input)
	})
}

// checkSetters parses input, and compares the URL with the transcription after each call. A call is a setter's name and
// a value. It also compares what the references give against the URL, of which no parse may give the record.
func checkSetters(t *testing.T, input string, calls [][2]string, refs ...string) {
	t.Helper()
	length := len(input)
	for _, call := range calls {
		length += len(call[1])
	}
	u, err := Parse(input)
	if err != nil || length > 1<<12 {
		return
	}
	want := spec.NewURL(input, nil)
	for _, call := range calls {
		name, value := call[0], call[1]
		before := u
		err := setters[name](&u, value)
		spec.Setters[name](want, value)
		checkURL(t, u, want.URL)
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Input != value || e.Offset < 0 || e.Offset > len(value)) {
			t.Fatalf("set %s of %s to %q: %#v", name, before.Href(), value, err)
		}
		if name == "href" && err != nil && u != before {
			t.Fatalf("set href of %s to %q: %v, but it is now %s", before.Href(), value, err, u.Href())
		}
		for _, ref := range refs {
			checkReference(t, u, want.URL, ref)
		}
	}
}

// checkReference resolves ref against u and against the same record in the transcription, and compares the results.
func checkReference(t *testing.T, u URL, record *spec.URL, ref string) {
	t.Helper()
	if len(ref) > 1<<12 {
		return
	}
	want, wantErrors := spec.Parse(ref, record, nil)
	v, err := u.Parse(ref)
	if (err == nil) != (want != nil) || u.CanParse(ref) != (want != nil) {
		t.Fatalf("%q relative to the record of %s: %v, want %v", ref, u.Href(), err, wantErrors)
	}
	var got []ValidationError
	machine, _ := Parser{Base: u, OnValidationError: func(e ValidationError) { got = append(got, e) }}.Parse(ref)
	compareErrors(t, ref, u.Href(), got, wantErrors)
	if machine != v {
		t.Fatalf("%q relative to the record of %s: %+v, but with a report of errors %+v", ref, u.Href(), v, machine)
	}
	if err == nil {
		checkURL(t, v, want)
	}
}

// FuzzHost compares ParseHost with the transcription.
func FuzzHost(f *testing.F) {
	for _, s := range []string{"", "a", "A.b.", "127.1", "0x.0x.0", "1.2.3.4.5", "256", "09", "4294967296", "[::]", "[1::2",
		"[1:2:3:4:5:6:7:8]", "[::1.2.3.4]", "[0:0:1::]", "[a:0:0:b:0:0:0:c]", "%41", "%zz", "\xc3%aD", "\u2460", "xn--a\u00e9", "a b", "\xff"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Add(strings.Repeat("\xff\u00e9", 200), true)
	f.Fuzz(func(t *testing.T, s string, isOpaque bool) {
		if len(s) > 1<<12 || s == "" && !isOpaque {
			return
		}
		want, _ := spec.ParseHost(s, isOpaque)
		host, err := parseHostOf(s, isOpaque)
		if (err == nil) != (want != nil) || err == nil && (host.String() != want.Serialize() || int(host.Kind()) != hostKinds[want.Kind]) {
			t.Fatalf("host %q (opaque: %t): %v (%v), %v, want %v", s, isOpaque, host, host.Kind(), err, want)
		}
	})
}

// FuzzDomainErrors checks where domains are wrong, and that the place does not depend on how a host is written.
func FuzzDomainErrors(f *testing.F) {
	for _, s := range []string{"a_b.example", "-a.example", "a-.b", "a..b", "a.", "xn--a.b", "b\u00FCcher.xn--a", "exa mple", "a%2fb", "\u65E5\u672C\u3002a\uFF0E_", "%65%CC%81.%65_",
		"a\u200Db", "1a.\u05D0", "%E3%80%82%E3%80.b", "\u00AD", "\xE3\x80.b", "\uFF3B::1\uFF3D", strings.Repeat("a", 64), strings.Repeat("a.", 140)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 500 || s == "" || strings.ContainsAny(s, "/\\?#@:[\t\n\r") {
			return
		}
		at, detail, failure := domainErrorOf(t, s)
		if _, err := ParseHost(s); failure {
			e := new(Error)
			if !errors.As(err, &e) || e.Offset != at || e.Err.Error() != "domain-to-ASCII: "+detail {
				t.Fatalf("host %q: %v; as a part of a URL: %s at byte %d", s, err, detail, at)
			}
		}
		if !utf8.ValidString(s) || strings.Contains(s, "%") || detail == "" {
			return
		}
		checkDomainError(t, strings.Join(strings.Split(s, ""), "\t"), at+utf8.RuneCountInString(s[:at]), detail)
		encoded := ""
		for i := range len(s) {
			encoded += fmt.Sprintf("%%%02x", s[i])
		}
		checkDomainError(t, encoded, 3*at, detail)
	})
}

// domainErrorOf returns what is wrong with a domain, and where.
func domainErrorOf(t *testing.T, s string) (at int, detail string, failure bool) {
	t.Helper()
	const before = " https://u:p@"
	input := before + s + ":80/"
	for _, e := range Validate(input) {
		if e.Type != ErrDomainToASCII {
			continue
		}
		at = e.Offset - len(before)
		if at < 0 || at >= len(s) || utf8.ValidString(s) && !utf8.RuneStart(s[at]) || e.Detail == "" || detail != "" {
			t.Fatalf("%q: %v", input, e)
		}
		detail, failure = e.Detail, e.Failure
	}
	return at, detail, failure
}

// checkDomainError checks what is wrong with a domain, and where. Percent-encoding may be in the words.
func checkDomainError(t *testing.T, s string, wantAt int, want string) {
	t.Helper()
	if at, got, _ := domainErrorOf(t, s); at != wantAt || strings.TrimSuffix(got, ", not even percent-encoded") != want {
		t.Fatalf("%q: %s at byte %d, want %s at byte %d", s, got, at, want, wantAt)
	}
}

// FuzzIPv6 compares addresses in brackets with the transcription and with net/netip. Only zones are different there.
func FuzzIPv6(f *testing.F) {
	for _, s := range []string{"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "1:0:0:4::8", "0:0:1::",
		"a:0:0:b:0:0:0:c", "ABCD::ef01", "00001::", "1:", ":1", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::g", "::1%25eth0", "",
		"::1.2.3.4", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.4.5", "::1.2.3.256", "::01.2.3.4", "::1.2.3.4:5", "::1.2..4", "::.1.2.3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 100 || strings.ContainsAny(s, "]%") {
			return
		}
		want, _ := spec.ParseHost("["+s+"]", false)
		host, err := ParseHost("[" + s + "]")
		if (err == nil) != (want != nil) || err == nil && (host.String() != want.Serialize() || host.Kind() != HostIPv6) {
			t.Fatalf("host [%s]: %v, %v, want %v", s, host, err, want)
		}
		addr, netErr := netip.ParseAddr(s)
		got, _ := host.Addr()
		if (err == nil) != (netErr == nil && addr.Is6()) || err == nil && got != addr {
			t.Fatalf("host [%s]: %v, %v, but net/netip says %v, %v", s, got, err, addr, netErr)
		}
		if err != nil {
			return
		}
		if text := host.String(); !addr.Is4In6() && text != "["+addr.String()+"]" || !isSerializedIPv6(text) {
			t.Fatalf("host [%s] is written as %s, want [%v]", s, text, addr)
		}
	})
}

// FuzzPercent compares percent-coding with the transcription, and checks that decoding undoes encoding.
func FuzzPercent(f *testing.F) {
	f.Add("a b%41%\u00e9\xff", uint8(3))
	f.Add(strings.Repeat("\u00e9\xff ", 99), uint8(1))
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		sets := []struct {
			set PercentEncodeSet
			ref spec.PercentEncodeSet
		}{
			{C0ControlPercentEncodeSet, spec.C0ControlPercentEncodeSet}, {FragmentPercentEncodeSet, spec.FragmentPercentEncodeSet},
			{QueryPercentEncodeSet, spec.QueryPercentEncodeSet}, {SpecialQueryPercentEncodeSet, spec.SpecialQueryPercentEncodeSet},
			{PathPercentEncodeSet, spec.PathPercentEncodeSet}, {UserinfoPercentEncodeSet, spec.UserinfoPercentEncodeSet},
			{ComponentPercentEncodeSet, spec.ComponentPercentEncodeSet},
		}
		set := sets[int(n)%len(sets)]
		got := PercentEncode(s, set.set)
		want := ""
		for i, r := range s {
			if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
				want += fmt.Sprintf("%%%02X", s[i]) // not UTF-8
			} else {
				want += spec.PercentEncode(string(r), set.ref)
			}
		}
		if got != want {
			t.Fatalf("percent-encode %q with set %d: %q, want %q", s, set.set, got, want)
		}
		if got, want := PercentDecode(s), string(spec.PercentDecode([]byte(spec.ScalarValueString(s)))); got != want {
			t.Fatalf("percent-decode %q: %q, want %q", s, got, want)
		}
		if set.set == ComponentPercentEncodeSet && PercentDecode(got) != s {
			t.Fatalf("percent-decode %q: not %q", got, s)
		}
	})
}
