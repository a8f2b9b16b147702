package url

import (
	"encoding/json"
	"errors"
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
		} else if e.Op != "parse origin pattern" || e.Input != test.in || e.Offset != test.offset {
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

// TestParseOriginPatternHint checks that ParseOrigin names the function for patterns.
func TestParseOriginPatternHint(t *testing.T) {
	for s, offset := range map[string]int{"https://*.example.com": 8, "https://localhost:*": 18, "https://*.example.com:*": 8} {
		o, err := ParseOrigin(s)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, ErrNotOrigin) || e.Offset != offset || e.Input != s || o != (Origin{}) ||
			!strings.Contains(err.Error(), "ParseOriginPattern") {
			t.Errorf("%q: %v, %v", s, o, err)
		}
	}
	if _, err := ParseOrigin("https://example.com/"); strings.Contains(err.Error(), "ParseOriginPattern") {
		t.Error(err)
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
		host = plain.Host().String()

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
		got := o.Host().String()
		if o.IsOpaque() || o.Scheme() != scheme || got != host && !subdomains || subdomains && (len(got) < len(host)+2 || !strings.HasSuffix(got, "."+host) || o.Host().Kind() != HostDomain) {
			t.Fatalf("%v matches %v", p, o)
		}
		port, hasPort := o.Port()
		wantPort, wantHasPort := plain.Port()
		if !anyPort && (port != wantPort || hasPort != wantHasPort) {
			t.Fatalf("%v matches %v", p, o)
		}
	})
}
