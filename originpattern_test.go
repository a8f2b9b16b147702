package url

import (
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func TestOriginPatternString(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"https://example.com", "https://example.com"},
		{"HTTPS://EXAMPLE.com:443", "https://example.com"},
		{"http://example.com:443", "http://example.com:443"},
		{"https://example.com:08443", "https://example.com:8443"},
		{"https://example.com:0", "https://example.com:0"},
		{"https://a!b.example", "https://a!b.example"},
		{"https://example.com:*", "https://example.com:*"},
		{"https://*.example.com", "https://*.example.com"},
		{"https://*.example.com.", "https://*.example.com."},
		{"wss://*.EXAMPLE.com:8443", "wss://*.example.com:8443"},
		{"https://*.Example.com:*", "https://*.example.com:*"},
		{"https://*.com", "https://*.com"},
		{"https://*.1.example", "https://*.1.example"},
		{"https://*.b\u00fccher.example", "https://*.xn--bcher-kva.example"},
		{"https://*.%65xample.com", "https://*.example.com"},
		{"http://localhost:*", "http://localhost:*"},
		{"http://127.1:8080", "http://127.0.0.1:8080"},
		{"http://[0:0::1]:*", "http://[::1]:*"},
		{"http://[::1]", "http://[::1]"},
		{"https://a..b", "https://a..b"},
		{"chrome-extension://abcdefghijklmnop", "chrome-extension://abcdefghijklmnop"},
		{"app://x:80", "app://x:80"},
		{"app://x:*", "app://x:*"},
	} {
		p, err := ParseOriginPattern(test.in)
		if err != nil || p.String() != test.want {
			t.Errorf("%q: %v, %v; want %s", test.in, p, err, test.want)
		}
		if again, err := ParseOriginPattern(p.String()); err != nil || again != p {
			t.Errorf("%q: %v is parsed again as %v, %v", test.in, p, again, err)
		}
	}
}

func TestOriginPatternErrors(t *testing.T) {
	for _, test := range []struct {
		in     string
		want   error
		offset int
	}{
		{"", ErrNotOriginPattern, 0},
		{"*", ErrNotOriginPattern, 0},
		{"null", ErrNotOriginPattern, 0},
		{"*.example.com", ErrNotOriginPattern, 0},
		{"example.com", ErrNotOriginPattern, 0},
		{"//example.com", ErrNotOriginPattern, 0},
		{"https:example.com", ErrNotOriginPattern, 0},
		{`https:\\example.com`, ErrNotOriginPattern, 0},
		{"*://example.com", ErrMissingSchemeNonRelativeURL, 0},
		{"http*://example.com", ErrMissingSchemeNonRelativeURL, 0},
		{"://example.com", ErrMissingSchemeNonRelativeURL, 0},
		{" https://example.com", ErrNotOriginPattern, 0},
		{"ht\ttps://example.com", ErrNotOriginPattern, 0},
		{"blob:https://example.com", ErrNotOriginPattern, 0},
		{"file://example.com", ErrNotOriginPattern, 0},
		{"file://", ErrNotOriginPattern, 0},

		{"https://*", ErrNotOriginPattern, 8},
		{"https://*:8080", ErrNotOriginPattern, 8},
		{"https://*:*", ErrNotOriginPattern, 8},
		{"https://**", ErrNotOriginPattern, 8},
		{"https://**.example.com", ErrNotOriginPattern, 8},
		{"https://*example.com", ErrNotOriginPattern, 8},
		{"https://*.*", ErrNotOriginPattern, 10},
		{"https://*.*.example.com", ErrNotOriginPattern, 10},
		{"https://www.*.example.com", ErrNotOriginPattern, 12},
		{"https://www.*", ErrNotOriginPattern, 12},
		{"https://ex*mple.com", ErrNotOriginPattern, 10},
		{"https://w*.example.com", ErrNotOriginPattern, 9},
		{"https://*.ex*mple.com", ErrNotOriginPattern, 12},
		{"https://%2A.example.com", ErrNotOriginPattern, 8},
		{"https://%2a", ErrNotOriginPattern, 8},
		{"https://\uff0a.example.com", ErrNotOriginPattern, 8},
		{"https://*.%2a.example.com", ErrNotOriginPattern, 10},
		{"app://*", ErrNotOriginPattern, 6},
		{"app://*.example", ErrNotOriginPattern, 8}, // an opaque host

		{"https://", ErrHostMissing, 8},
		{"https://:80", ErrHostMissing, 8},
		{"https://:*", ErrHostMissing, 8},
		{"https://*.", ErrHostMissing, 10},
		{"https://*.:80", ErrHostMissing, 10},
		{"app://", ErrHostMissing, 6},
		{"app://*.", ErrHostMissing, 8},
		{"https://*..", ErrNotOriginPattern, 10},
		{"https://*..example.com", ErrNotOriginPattern, 10},
		{"https://*.example..com", ErrNotOriginPattern, 10},
		{"https://*.example.com..", ErrNotOriginPattern, 10},

		{"https://*.1", ErrNotOriginPattern, 10},
		{"https://*.0x7f", ErrNotOriginPattern, 10},
		{"https://*.0x", ErrNotOriginPattern, 10},
		{"https://*.1.", ErrNotOriginPattern, 10},
		{"https://*.127.0.0.1", ErrNotOriginPattern, 10},
		{"https://*.0.0.1:80", ErrNotOriginPattern, 10},
		{"https://*.%31", ErrNotOriginPattern, 10},
		{"https://*.\uff11", ErrNotOriginPattern, 10},
		{"https://*.[::1]", ErrNotOriginPattern, 10},
		{"https://*.example.1", ErrIPv4NonNumericPart, 10},
		{"https://[::1", ErrIPv6Unclosed, 12},

		{"https://example.com/", ErrNotOriginPattern, 19},
		{"https://*.example.com/", ErrNotOriginPattern, 21},
		{"https://example.com/path", ErrNotOriginPattern, 19},
		{"https://example.com/*", ErrNotOriginPattern, 19},
		{"https://example.com:*/", ErrNotOriginPattern, 20},
		{`https://example.com\`, ErrNotOriginPattern, 19},
		{"https://example.com?", ErrNotOriginPattern, 19},
		{"https://example.com#", ErrNotOriginPattern, 19},
		{"https:///example.com", ErrNotOriginPattern, 8},
		{"https://user@example.com", ErrNotOriginPattern, 12},
		{"https://user:pass@example.com", ErrNotOriginPattern, 17},
		{"https://@example.com", ErrNotOriginPattern, 8},
		{"https://*.example.com ", ErrNotOriginPattern, 21},
		{"https://example.com\n", ErrNotOriginPattern, 19},
		{"https://exa\tmple.com", ErrNotOriginPattern, 11},
		{"https://a.example https://b.example", ErrNotOriginPattern, 17},
		{"https://a.example,https://b.example", ErrNotOriginPattern, 24},
		{"https://a.example, https://b.example", ErrNotOriginPattern, 18},
		{"https://a.example,b.example:x", ErrPortInvalid, 28},

		{"https://example.com:", ErrPortInvalid, 20},
		{"https://*.example.com:", ErrPortInvalid, 22},
		{"https://example.com:x", ErrPortInvalid, 20},
		{"https://*.example.com:80a", ErrPortInvalid, 24},
		{"https://*.example.com:65536", ErrPortOutOfRange, 22},
		{"https://example.com:80:*", ErrPortInvalid, 20},
		{"https://example.com:443:*", ErrPortInvalid, 20},
		{"https://example.com::*", ErrPortInvalid, 20},
		{"https://example.com:*:80", ErrNotOriginPattern, 20},
		{"https://example.com:8*", ErrNotOriginPattern, 21},
		{"https://example.com:**", ErrNotOriginPattern, 20},
		{"https://*.a|b", ErrDomainToASCII, 11},
		{"https://*.xn--a\u00e4", ErrDomainToASCII, 15},
	} {
		p, err := ParseOriginPattern(test.in)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, test.want) || p != (OriginPattern{}) {
			t.Errorf("%q: %v, %v; want %v", test.in, p, err, test.want)
		} else if e.Op != "ParseOriginPattern" || e.Input != test.in || e.Offset != test.offset {
			t.Errorf("%q: %#v; want the offset %d", test.in, e, test.offset)
		}
		if p.UnmarshalText([]byte(test.in)) == nil && test.in != "" {
			t.Errorf("%q is unmarshaled", test.in)
		}
	}
}

// TestOriginPatternSecrets checks that the message of an error hides credentials.
func TestOriginPatternSecrets(t *testing.T) {
	_, err := ParseOriginPattern("https://user:secret@example.com")
	if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "user") {
		t.Error(err)
	}
}

func TestOriginPatternMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, url string
		want         bool
	}{
		{"https://example.com", "https://example.com/a?b#c", true},
		{"https://example.com", "https://me@EXAMPLE.com:443/", true},
		{"https://example.com", "blob:https://example.com/9115d58c", true},
		{"https://example.com", "http://example.com/", false},
		{"https://example.com", "http://example.com:443/", false},
		{"https://example.com", "wss://example.com/", false},
		{"https://example.com", "https://example.com:8443/", false},
		{"https://example.com", "https://www.example.com/", false},
		{"https://example.com", "https://example.com./", false},
		{"https://example.com.", "https://example.com./", true},
		{"https://example.com:8443", "https://example.com:8443/", true},
		{"https://example.com:8443", "https://example.com/", false},
		{"https://example.com:8443", "https://example.com:844/", false},
		{"https://example.com:0", "https://example.com:0/", true},
		{"https://example.com:0", "https://example.com/", false},
		{"https://example.com", "https://example.com:0/", false},

		{"https://*.example.com", "https://www.example.com/", true},
		{"https://*.example.com", "https://a.b.example.com/", true},
		{"https://*.example.com", "https://WWW.example.com:443/", true},
		{"https://*.example.com", "https://1.example.com/", true},
		{"https://*.example.com", "https://example.com.example.com/", true},
		{"https://*.example.com", "https://example.com/", false},
		{"https://*.example.com", "https://badexample.com/", false},
		{"https://*.example.com", "https://www.badexample.com/", false},
		{"https://*.example.com", "https://www.example.com.evil.example/", false},
		{"https://*.example.com", "https://www.example.com./", false},
		{"https://*.example.com.", "https://www.example.com./", true},
		{"https://*.example.com.", "https://www.example.com/", false},
		{"https://*.example.com", "https://.example.com/", false},
		{"https://*.example.com", "https://..example.com/", false},
		{"https://*.example.com", "https://a..example.com/", false},
		{"https://*.example.com", "https://.a.example.com/", false},
		{"https://*.example.com", "https://a..b.example.com/", false},
		{"https://*.example.com", "http://www.example.com/", false},
		{"https://*.example.com", "https://www.example.com:8443/", false},
		{"https://*.example.com:8443", "https://www.example.com:8443/", true},
		{"https://*.example.com:8443", "https://www.example.com/", false},
		{"https://*.example.com", "https://www.example.com%2eevil.example/", false},
		{"https://*.example.com", "https://evil%2ewww\u3002example.com/", true},
		{"https://*.b\u00fccher.example", "https://www.b\u00dccher.example/", true},
		{"https://*.xn--bcher-kva.example", "https://www.b\u00fccher.example/", true},
		{"https://*.com", "https://example.com/", true},
		{"https://*.com", "https://com/", false},

		{"https://*.example.com:*", "https://www.example.com/", true},
		{"https://*.example.com:*", "https://www.example.com:8443/", true},
		{"https://*.example.com:*", "https://www.example.com:0/", true},
		{"https://*.example.com:*", "http://www.example.com/", false},
		{"https://*.example.com:*", "https://example.com:8443/", false},
		{"http://localhost:*", "http://localhost:3000/", true},
		{"http://localhost:*", "http://localhost/", true},
		{"http://localhost:*", "https://localhost/", false},
		{"http://localhost:*", "http://127.0.0.1/", false},
		{"http://localhost:*", "http://app.localhost/", false},

		{"http://127.0.0.1:*", "http://0x7f.1:81/", true},
		{"http://[::1]:*", "http://[0:0::1]/", true},
		{"http://[::1]:*", "http://[::ffff:127.0.0.1]/", false},
		{"http://127.0.0.1", "http://1.127.0.0.1.example/", false},

		{"https://example.com", "data:,x", false},
		{"https://*.example.com:*", "file://www.example.com/", false},
		{"https://*.example.com:*", "foo://www.example.com/", false},
	} {
		p, err := ParseOriginPattern(test.pattern)
		if err != nil {
			t.Error(err)
		}
		o := MustParse(test.url).Origin()
		if got := p.Match(o); got != test.want {
			t.Errorf("%v matches %s: %t", p, test.url, got)
		}
		if (OriginPattern{}).Match(o) {
			t.Errorf("the zero pattern matches %v", o)
		}
	}
	extension, err := ParseOrigin("chrome-extension://abcdefghijklmnop")
	p, patternErr := ParseOriginPattern("chrome-extension://abcdefghijklmnop")
	other, _ := ParseOriginPattern("chrome-extension://abc")
	if err != nil || patternErr != nil || !p.Match(extension) || other.Match(extension) {
		t.Errorf("%v, %v; %v, %v", extension, err, p, patternErr)
	}
	if (OriginPattern{}).Match(Origin{}) {
		t.Error("the zero pattern matches the opaque origin")
	}
}

func TestOriginPatternText(t *testing.T) {
	var config struct{ Allow []OriginPattern }
	text := `{"Allow":["https://*.example.com","http://localhost:*",""]}`
	if err := json.Unmarshal([]byte(text), &config); err != nil || len(config.Allow) != 3 || config.Allow[2] != (OriginPattern{}) {
		t.Fatal(config, err)
	}
	if back, err := json.Marshal(config); err != nil || string(back) != text {
		t.Errorf("%s, %v", back, err)
	}
	p := config.Allow[0]
	if err := p.UnmarshalText([]byte("https://*")); !errors.Is(err, ErrNotOriginPattern) || p != config.Allow[0] {
		t.Errorf("%v, %v", p, err)
	}
	if got, err := p.AppendText([]byte("allow ")); err != nil || string(got) != "allow https://*.example.com" {
		t.Errorf("%s, %v", got, err)
	}
	if set := map[OriginPattern]bool{p: true}; !set[config.Allow[0]] || set[config.Allow[1]] {
		t.Error("patterns are not compared by value")
	}
}

// FuzzOriginPattern checks that the text of a pattern parses to the pattern, and that it matches only origins that have
// its scheme, and its host or one that ends in it after a label.
func FuzzOriginPattern(f *testing.F) {
	for _, s := range []string{
		"https://example.com", "https://*.example.com", "https://*.example.com:*", "http://localhost:8080", "http://[::1]:*", "*",
		"https://*", "https://*.*", "https://*.1", "https://*.[::1]", "https://u@h", "https://h/", "app://x:*", "app://*.x",
		"HTTPS://*.B\u00dcCHER.example:443", "https://%2a.b", "https://*.a..", "https://*.a.", "https://*.h:80:*", "file://h",
	} {
		f.Add(s, "https://a.b.example.com:81/")
		f.Add(s, "http://localhost:81/")
		f.Add(s, strings.ReplaceAll(s, "*", "a"))
	}
	f.Fuzz(func(t *testing.T, s, rawURL string) {
		p, err := ParseOriginPattern(s)
		if err != nil {
			var e *Error
			if p != (OriginPattern{}) || !errors.As(err, &e) || e.Input != s || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("%q: %v, %#v", s, p, err)
			}
			return
		}
		if again, err := ParseOriginPattern(p.String()); err != nil || again != p || again.String() != p.String() {
			t.Fatalf("%q: %v is parsed again as %v, %v", s, p, again, err)
		}
		scheme, rest, _ := strings.Cut(p.String(), "://")
		rest, subdomains := strings.CutPrefix(rest, "*.")
		host, anyPort := strings.CutSuffix(rest, ":*")
		plain, err := ParseOrigin(scheme + "://" + host)
		if err != nil || strings.Contains(host, "*") || p.Match(plain) == subdomains {
			t.Fatalf("%q: %v; the origin of %q is %v, %v", s, p, host, plain, err)
		}
		plainHost, _ := plain.ParsedHost()
		host = plainHost.String()

		u, err := Parse(rawURL)
		if err != nil {
			return
		}
		o := u.Origin()
		if !p.Match(o) {
			if o == plain && !subdomains {
				t.Fatalf("%v does not match %v", p, o)
			}
			return
		}
		gotHost, _ := o.ParsedHost()
		got := gotHost.String()
		if o.IsOpaque() || o.Scheme() != scheme || got != host && !subdomains || subdomains && (len(got) < len(host)+2 || !strings.HasSuffix(got, "."+host) || gotHost.Kind() != HostDomain) {
			t.Fatalf("%v matches %v", p, o)
		}
		port, hasPort := o.PortNumber()
		wantPort, wantHasPort := plain.PortNumber()
		if !anyPort && (port != wantPort || hasPort != wantHasPort) {
			t.Fatalf("%v matches %v", p, o)
		}
	})
}

func TestHostPattern(t *testing.T) {
	for _, tt := range []struct {
		pattern, normalized string
		match, other        []string
	}{
		{"example.com", "example.com", []string{"example.com", "EXAMPLE.com", "ex%61mple.com"}, []string{"www.example.com", "example.com.", "badexample.com", "com"}},
		{"*.example.com", "*.example.com", []string{"www.example.com", "a.b.example.com"},
			[]string{"example.com", "badexample.com", ".example.com", "a..example.com", "www.example.com.", "*.example.com.evil.example", "example.com.a"}},
		{"*.example.com.", "*.example.com.", []string{"www.example.com."}, []string{"www.example.com", "example.com."}},
		{"*.B\u00DCCHER.example", "*.xn--bcher-kva.example", []string{"www.b\u00FCcher.example"}, []string{"b\u00FCcher.example"}},
		{"*.com", "*.com", []string{"a.com"}, []string{"com", "acom"}},
		{"127.1", "127.0.0.1", []string{"127.0.0.1", "0x7f.1", "[::ffff:127.0.0.1]"}, []string{"127.0.0.2", "[::1]", "a.127.0.0.1.b"}},
		{"[::FFFF:127.0.0.1]", "[::ffff:7f00:1]", []string{"127.0.0.1", "[::ffff:7f00:1]"}, []string{"[::7f00:1]"}},
		{"[::1]", "[::1]", []string{"[0:0::1]"}, []string{"0.0.0.1", "[::2]"}},
	} {
		p, err := ParseHostPattern(tt.pattern)
		if err != nil || p.String() != tt.normalized {
			t.Fatalf("%s: %s, %v, want %s", tt.pattern, p, err, tt.normalized)
		}
		again, err := ParseHostPattern(p.String())
		if err != nil || again != p {
			t.Errorf("%s: %s, parsed again, is %s, %v", tt.pattern, p, again, err)
		}
		for i, hosts := range [][]string{tt.match, tt.other} {
			for _, s := range hosts {
				h, err := ParseHost(s)
				if err != nil && i == 0 {
					t.Fatal(err)
				}
				if p.Match(h) != (i == 0) {
					t.Errorf("%s and %s: %t", p, h, p.Match(h))
				}
			}
		}
		if opaque, err := ParseOpaqueHost("127.0.0.1"); err != nil || p.Match(opaque) || p.Match(Host{}) {
			t.Errorf("%s matches %s or the empty host: %v", p, opaque, err)
		}
	}
}

func TestHostPatternErrors(t *testing.T) {
	for s, want := range map[string]Error{
		"":                    {Err: ErrHostMissing},
		"*.":                  {Err: ErrHostMissing, Offset: 2},
		"*":                   {Err: ErrNotHostPattern},
		"**.example.com":      {Err: ErrNotHostPattern},
		"a.*.example.com":     {Err: ErrNotHostPattern, Offset: 2},
		"*.*.example.com":     {Err: ErrNotHostPattern, Offset: 2},
		"*example.com":        {Err: ErrNotHostPattern},
		"%2A.example.com":     {Err: ErrNotHostPattern},
		"a.%2a.example.com":   {Err: ErrNotHostPattern},
		"\uFF0A.example.com":  {Err: ErrNotHostPattern},
		"example.com:443":     {Err: ErrNotHostPattern, Offset: 11},
		"*.example.com:*":     {Err: ErrNotHostPattern, Offset: 14},
		"https://example.com": {Err: ErrNotHostPattern, Offset: 5},
		"u@example.com":       {Err: ErrNotHostPattern, Offset: 1},
		"@example.com":        {Err: ErrNotHostPattern},
		"example.com/":        {Err: ErrNotHostPattern, Offset: 11},
		"[::1]:443":           {Err: ErrNotHostPattern, Offset: 5},
		"*.127.0.0.1":         {Err: ErrNotHostPattern, Offset: 2},
		"*.[::1]":             {Err: ErrNotHostPattern, Offset: 2},
		"*..example.com":      {Err: ErrNotHostPattern, Offset: 2},
		"*.example..com":      {Err: ErrNotHostPattern, Offset: 2},
		"exa mple.com":        {Err: ErrDomainToASCII, Offset: 3},
		"*.exa mple.com":      {Err: ErrDomainToASCII, Offset: 5},
		"[::1":                {Err: ErrIPv6Unclosed, Offset: 4},
		"1.2.3.256":           {Err: ErrIPv4OutOfRangePart, Offset: 6},
	} {
		p, err := ParseHostPattern(s)
		e := new(Error)
		if p != (HostPattern{}) || !errors.As(err, &e) || !errors.Is(err, want.Err) || e.Op != "ParseHostPattern" || e.Input != s || e.Offset != want.Offset {
			t.Errorf("%q: %v, %v, want %v at byte %d", s, p, err, want.Err, want.Offset)
		}
	}
}

func TestHostPatternText(t *testing.T) {
	var zero HostPattern
	if h, _ := ParseHost("h"); zero.Match(h) || zero.Match(Host{}) || zero.String() != "" {
		t.Errorf("the zero pattern is %q, or matches", zero)
	}
	var config struct{ Hosts []HostPattern }
	const text = `{"Hosts":["*.example.com","[::1]",""]}`
	if err := json.Unmarshal([]byte(text), &config); err != nil || len(config.Hosts) != 3 || config.Hosts[2] != zero {
		t.Fatalf("%v, %v", config, err)
	}
	if written, err := json.Marshal(config); string(written) != text || err != nil {
		t.Errorf("%s, %v", written, err)
	}
	if appended, err := config.Hosts[0].AppendText([]byte("hosts=")); string(appended) != "hosts=*.example.com" || err != nil {
		t.Errorf("%s, %v", appended, err)
	}
	p := config.Hosts[0]
	if err := p.UnmarshalText([]byte("*")); !errors.Is(err, ErrNotHostPattern) || p != config.Hosts[0] {
		t.Errorf("%v, %v", p, err)
	}
}

// FuzzHostPattern compares Match with a comparison of labels.
func FuzzHostPattern(f *testing.F) {
	for _, s := range []string{"example.com", "*.example.com", "*.com", "[::1]", "127.1", "*.a.", "%2a.b", "*.\u00DF.de"} {
		f.Add(s, "www.example.com")
		f.Add(s, "[::ffff:127.0.0.1]")
		f.Add(s, "A.")
	}
	f.Fuzz(func(t *testing.T, s, host string) {
		p, err := ParseHostPattern(s)
		h, hostErr := ParseHost(host)
		if err != nil || hostErr != nil {
			return
		}
		domain, subdomains := strings.CutPrefix(p.String(), "*.")
		want := h.String() == domain
		wantAddr, wantErr := netip.ParseAddr(strings.Trim(domain, "[]"))
		gotAddr, gotErr := netip.ParseAddr(strings.Trim(h.String(), "[]"))
		switch {
		case subdomains:
			labels, tail := strings.Split(h.String(), "."), strings.Split(domain, ".")
			n := len(labels) - len(tail)
			want = gotErr != nil && n > 0 && slices.Equal(labels[max(n, 0):], tail) && !slices.Contains(labels[:n], "")
		case wantErr == nil && gotErr == nil:
			want = wantAddr.Unmap() == gotAddr.Unmap()
		}
		if p.Match(h) != want {
			t.Errorf("%s and %s: %t, want %t", p, h, p.Match(h), want)
		}
	})
}
