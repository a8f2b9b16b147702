package redirect

import (
	"errors"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// The registered texts of one client, or of several.
var registeredURIs = []string{
	"https://app.example/cb", "https://app.example/cb?tenant=a%20b", "https://app.example:8443/cb", "com.example.app:/cb", "com.example.app://cb",
	"http://127.0.0.1/cb", "http://[::1]:8080/cb", "http://localhost/callback", "http://localhost:3000", "http://localhost?a", "https://127.0.0.1:8443/cb",
	"http://app.example/cb", "https://xn--bcher-kva.example/cb", "https://app.example/a/../odd",
}

func TestMatchURI(t *testing.T) {
	for _, requested := range registeredURIs {
		u, err := MatchURI(registeredURIs, requested)
		if err != nil || u != url.MustParse(requested) {
			t.Errorf("%s: got %v, error %v", requested, u, err)
		}
	}
	// https://www.rfc-editor.org/rfc/rfc8252#section-7.3 and localhost
	for _, requested := range []string{
		"http://127.0.0.1:51004/cb", "http://127.0.0.1:80/cb", "http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb", "http://127.0.0.1:2379/cb", "http://[::1]/cb", "http://[::1]:51004/cb",
		"http://localhost:51004/callback", "http://localhost", "http://localhost:51004", "http://localhost:51004?a", "http://127.0.0.1:00080/cb",
	} {
		u, err := MatchURI(registeredURIs, requested)
		if err != nil || u != url.MustParse(requested) {
			t.Errorf("%s: got %v, error %v", requested, u, err)
		}
	}
}

// TestMatchURIRefuses has what advisories and RFC 9700 are about, and spellings that a parser repairs.
func TestMatchURIRefuses(t *testing.T) {
	refused := []string{
		// https://www.rfc-editor.org/rfc/rfc9700#section-4.1.1: patterns, prefixes, open redirects
		"https://app.example/cb/x", "https://app.example/cbx", "https://app.example/", "https://app.example", "https://app.example/cb?x", "https://app.example/cb&x",
		"https://app.example/other", "https://sub.app.example/cb", "https://app.example.evil.example/cb", "https://evil.example/app.example/cb", "https://evil.example/cb",
		"https://app.example@evil.example/cb", "https://evil.example@app.example/cb", "https://u:p@app.example/cb", "https://app.example:8443@evil.example/cb",
		"https://app.example/cb?tenant=a+b", "https://app.example/cb?tenant=b", "https://app.example/cb?tenant=a%20b&x=y", "http://app.example:8080/cb",
		"https://app.example/cb#x", "https://app.example/cb#", "https://127.0.0.1:51004/cb", "https://app.example:444/cb",
		"https://evil.example/?https://app.example/cb", "https://evil.example#https://app.example/cb", "https://app.example%2f@evil.example/cb", "*", "https://*/cb",
		"com.example.app:/cb/x", "com.example.app.evil:/cb", "com.example:/cb", "javascript:alert(1)//https://app.example/cb",
		// loopback
		"http://127.0.0.1:51004/", "http://127.0.0.1:51004/cb/x", "http://127.0.0.1:51004/cb?x", "http://127.0.0.1:51004/cb#x", "http://127.0.0.1:051004/cb",
		"http://127.0.0.1:/cb", "http://127.0.0.1:x/cb", "http://127.0.0.1:99999/cb", "http://127.0.0.1:-1/cb", "http://127.0.0.1:+1/cb", "http://127.0.0.1:\u0661/cb",
		"http://127.0.0.2:51004/cb", "http://user@127.0.0.1:51004/cb", "http://127.0.0.1:51004@evil.example/cb", "http://127.0.0.1.evil.example/cb", "http://127.0.0.1:80:80/cb",
		"http://localhost/cb", "http://localhost:51004/cb", "http://[::1]/callback", "http://127.0.0.1/callback", "http://localhost.evil.example/callback",
		"http://localhost:51004.evil.example/callback", "http://localhost:51004@evil.example/callback", "http://localhost@evil.example/callback",
		"http://a.localhost/callback", "http://10.0.0.1:51004/cb", "http://0.0.0.0/cb", "http://[::]/cb", "http://[::ffff:127.0.0.1]/cb", "http://localhost:51004/", "http://localhost#",
		"",
		// what a parser repairs
		"HTTPS://app.example/cb", "https://APP.example/cb", "https://app.example:443/cb", "https://app.example:/cb", "https://app.example/x/../cb", "https://app.example/./cb",
		"https://app.example/%2e/cb", `https://app.example\cb`, `https:\\app.example\cb`, "https:app.example/cb", "https:/app.example/cb", "https:///app.example/cb",
		" https://app.example/cb", "https://app.example/cb ", "https://app.example/cb\n", "https://app.ex\tample/cb", "\x00https://app.example/cb", "https://@app.example/cb",
		"https://app%2eexample/cb", "https://app\u3002example/cb", "https://\uff41pp.example/cb", "https://b\u00fccher.example/cb", "https://app.example/%63b", "https://app.example//cb",
		"https://app.example/cb?tenant=a b", "com.example.app:/x/../cb", "COM.example.app:/cb", "https://app.example/odd", "https://app.example./cb",
		"HTTP://127.0.0.1:51004/cb", "http://127.1:51004/cb", "http://0x7f.1/cb", "http://2130706433/cb", "http://0177.0.0.1/cb", "http://127.0.0.1.:80/cb", "http://[0::1]:51004/cb",
		"http://[0:0:0:0:0:0:0:1]/cb", "http://[::0001]/cb", "http://LOCALHOST/callback", "http://localhost./callback", "http://localhost:51004/x/../callback",
		`http://localhost:51004\callback`, "http:/localhost/callback", "http:localhost/callback", "http://127.0.0.1:51004/./cb", "http://127.0.0.1:51\t004/cb", " http://127.0.0.1/cb",
	}
	if len(refused) < 100 {
		t.Fatalf("%d texts", len(refused))
	}
	for _, requested := range refused {
		if u, err := MatchURI(registeredURIs, requested); err != ErrNotRegistered || !u.IsZero() {
			t.Errorf("%q: got %v, error %v", requested, u, err)
		}
	}
	if u, err := MatchURI(nil, "https://app.example/cb"); err != ErrNotRegistered || !u.IsZero() {
		t.Errorf("nothing is registered: got %v, error %v", u, err)
	}
	for _, port := range []string{"", "000080"} { // texts without a port of one to five digits have to be equal
		if u, err := MatchURI([]string{"http://127.0.0.1:" + port + "/a"}, "http://127.0.0.1:"+port+"/b"); err != ErrNotRegistered || !u.IsZero() {
			t.Errorf("port %q: got %v, error %v", port, u, err)
		}
	}
}

// What a client cannot register.
func TestMatchURIAtRegistration(t *testing.T) {
	for _, s := range []string{
		"https://app.example/cb#", "https://app.example/cb#x", "http://localhost/cb#", "https://u@app.example/cb", "https://:p@app.example/cb", "http://u:p@127.0.0.1/cb",
		"javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "javascript://app.example/%0aalert(1)", "data:text/html,x", "DATA:,x",
		"blob:https://app.example/x", "file:///etc/passwd", "file://app.example/x", "about:blank", "filesystem:https://app.example/x", "vbscript:x",
		"view-source:https://app.example/x", "View-Source:javascript:alert(1)", "intent://app.example/#Intent;scheme=https;end", "intent:x", "intent://x",
		"jar:https://app.example/x!/y", "feed:https://app.example/x", "feed:javascript:alert(1)", "FEED://app.example/x",
	} {
		if u, err := MatchURI([]string{s}, s); err != ErrNotRegistered || !u.IsZero() {
			t.Errorf("%q: got %v, error %v", s, u, err)
		}
	}
	for s, want := range map[string]error{
		"": url.ErrMissingSchemeNonRelativeURL, "/cb": url.ErrMissingSchemeNonRelativeURL, "app.example/cb": url.ErrMissingSchemeNonRelativeURL, "https://": url.ErrHostMissing,
		"http://127.0.0.1:99999/cb": url.ErrPortOutOfRange, "https://*:*/cb": url.ErrPortInvalid, "https://1.2.3.256/cb": url.ErrIPv4OutOfRangePart,
	} {
		if u, err := MatchURI([]string{"https://app.example/cb", s}, s); !errors.Is(err, want) || !u.IsZero() {
			t.Errorf("%q: got %v, error %v, want %v", s, u, err, want)
		}
	}
}

// TestCheckURI has a reason for each URI.
func TestCheckURI(t *testing.T) {
	for _, uri := range registeredURIs {
		if err := CheckURI(uri); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
	}
	for _, test := range []struct {
		uri    string
		reason error  // or nil, for an error of this package
		shown  string // what the message contains
	}{
		{"", url.ErrMissingSchemeNonRelativeURL, ""},
		{"/cb", url.ErrMissingSchemeNonRelativeURL, "/cb"},
		{"app.example/cb", url.ErrMissingSchemeNonRelativeURL, "app.example/cb"},
		{"//app.example/cb", url.ErrMissingSchemeNonRelativeURL, "//app.example/cb"},
		{"https://", url.ErrHostMissing, ""},
		{"https://*:*/cb", url.ErrPortInvalid, ""},
		{"http://127.0.0.1:99999/cb", url.ErrPortOutOfRange, ""},
		{"https://u:secret@app.example:x/cb?secret#secret", url.ErrPortInvalid, "https://xxxxx@app.example:x/cb"},

		{"https://app.example/cb#", nil, "fragment"},
		{"https://app.example/cb?a#access_token=secret", nil, "fragment"},
		{"https://u:secret@app.example/cb", nil, "credentials"},
		{"https://u@app.example/cb#a", nil, "credentials"},
		{"https://:secret@app.example/cb", nil, "credentials"},
		{"javascript:alert('secret')", nil, "scheme javascript"},
		{" java\nscript:alert(1)#", nil, "scheme javascript"},
		{"DATA:,secret", nil, "scheme data"},
		{"file://app.example/secret", nil, "scheme file"},
		{"blob:https://u:secret@app.example/cb", nil, "scheme blob"},
		{"Intent://app.example/#Intent;scheme=https;end", nil, "scheme intent"},

		{"https:app.example/cb", url.ErrSpecialSchemeMissingFollowingSolidus, "byte 6"},
		{"https:///app.example/cb", url.ErrSpecialSchemeMissingFollowingSolidus, ""},
		{"https://*.app.example/cb", url.ErrDomainToASCII, "byte 8"},
		{"https://app_a.example/cb", url.ErrDomainToASCII, ""},
		{"https://app%2eexample/cb", url.ErrDomainPercentEncoded, ""},
		{`https://app.example\cb`, url.ErrInvalidReverseSolidus, "byte 19"},
		{"https://app.example/c b", url.ErrInvalidURLUnit, "byte 21"},
		{"https://app.example/cb ", url.ErrInvalidURLUnit, ""},
		{"https://app.example/cb?100%", url.ErrInvalidURLUnit, ""},
		{"https://@app.example/cb", url.ErrInvalidCredentials, ""},
		{"http://127.1/cb", url.ErrIPv4TooFewParts, ""},
		{"com.example.app:/c|b", url.ErrInvalidURLUnit, ""},
	} {
		err := CheckURI(test.uri)
		if err == nil || test.reason != nil && !errors.Is(err, test.reason) || errors.As(err, new(*url.Error)) != (url.CanParse(test.uri) == false) {
			t.Errorf("%q: %v, want %v", test.uri, err, test.reason)
			continue
		}
		if message := err.Error(); !strings.Contains(message, test.shown) || strings.Contains(message, "secret") || errors.Is(err, ErrNotRegistered) {
			t.Errorf("%q: %v, want %q", test.uri, err, test.shown)
		}
	}
}

// FuzzCheckURI compares CheckURI with MatchURI and Validate, and looks for a password in its message.
func FuzzCheckURI(f *testing.F) {
	for _, uri := range registeredURIs {
		f.Add(uri, "")
	}
	for _, uri := range []string{"https://|app.example/cb", "https://u|h:x", "u:|h/#", "x%40|", "javascript://|h", "?|", "blob:https://|h", "//|h", "https:|h/ /"} {
		before, after, _ := strings.Cut(uri, "|")
		f.Add(before, after)
	}
	const password = "hunter2"
	f.Fuzz(func(t *testing.T, before, after string) {
		for _, uri := range []string{before + after, before + "u:" + password + "@" + after} {
			err := CheckURI(uri)
			_, matchErr := MatchURI([]string{uri}, uri)
			if (err == nil) != (matchErr == nil && len(url.Validate(uri)) == 0) || errors.Is(err, ErrNotRegistered) {
				t.Errorf("%q: %v, MatchURI: %v, Validate: %v", uri, err, matchErr, url.Validate(uri))
			}
			if err != nil && strings.Contains(err.Error(), password) && !strings.Contains(before+after, password) {
				t.Errorf("%q: the message shows the password: %v", uri, err)
			}
		}
	})
}

// FuzzMatchURI checks that what matches is equal but for the digits of a port, and is safe to redirect to.
func FuzzMatchURI(f *testing.F) {
	for _, s := range registeredURIs {
		f.Add(s, s)
		f.Add("http://localhost:3000/cb?a#b", s)
	}
	f.Fuzz(func(t *testing.T, registered, requested string) {
		u, err := MatchURI([]string{registered}, requested)
		if err != nil {
			return
		}
		got, want := read(requested, nil), read(registered, nil)
		if got["href"] != u.Href() || got["username"]+got["password"]+got["hash"] != "" || strings.HasSuffix(u.Href(), "#") {
			t.Fatalf("%q: %v, want %v", requested, u, got)
		}
		if registered == requested {
			return
		}
		host := got["hostname"]
		isLoopback := got["protocol"] == "http:" && (host == "localhost" || host == "127.0.0.1" || host == "[::1]")
		if !isLoopback || !strings.HasPrefix(requested, "http://"+host) || !strings.HasPrefix(registered, "http://"+host) {
			t.Fatalf("%q matches %q", requested, registered)
		}
		if want != nil && (want["hostname"] != host || want["pathname"] != got["pathname"] || want["search"] != got["search"]) { // nil: a port above 65535
			t.Fatalf("%q matches %q", requested, registered)
		}
	})
}
