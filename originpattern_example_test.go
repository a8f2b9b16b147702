package url_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"

	"github.com/weburl-go/url"
)

func ExampleParseOriginPattern() {
	for _, s := range []string{"HTTPS://*.b\u00fccher.example:443", "http://localhost:*", "https://*", "https://*.example.com/"} {
		p, err := url.ParseOriginPattern(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p)
	}
	// Output:
	// https://*.xn--bcher-kva.example
	// http://localhost:*
	// url: parse origin pattern "https://*": not-an-origin-pattern: "*" stands only for the first labels of a domain, as "*.", or for the port, as ":*" at byte 8
	// url: parse origin pattern "https://*.example.com/": not-an-origin-pattern: an origin ends after the host and port at byte 21
}

// A server tells browsers which origins may read its responses (CORS). The patterns come from a configuration file.
func ExampleOriginPattern() {
	var config struct{ Allow []url.OriginPattern }
	if err := json.Unmarshal([]byte(`{"Allow": ["https://example.com", "https://*.example.com"]}`), &config); err != nil {
		panic(err)
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		origin, err := url.ParseOrigin(r.Header.Get("Origin"))
		if err == nil && slices.ContainsFunc(config.Allow, func(p url.OriginPattern) bool { return p.Match(origin) }) {
			w.Header().Set("Access-Control-Allow-Origin", origin.String())
		}
	}

	for _, origin := range []string{
		"https://example.com", "https://www.example.com", "http://www.example.com", "https://badexample.com",
		"https://www.example.com.evil.example", "https://www.example.com:8443", "null",
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Header.Set("Origin", origin)
		handler(w, r)
		fmt.Printf("%s: %q\n", origin, w.Header().Get("Access-Control-Allow-Origin"))
	}
	// Output:
	// https://example.com: "https://example.com"
	// https://www.example.com: "https://www.example.com"
	// http://www.example.com: ""
	// https://badexample.com: ""
	// https://www.example.com.evil.example: ""
	// https://www.example.com:8443: ""
	// null: ""
}

func ExampleOriginPattern_Match() {
	p, err := url.ParseOriginPattern("https://*.example.com")
	fmt.Println(p, err)
	for _, s := range []string{
		"https://www.example.com/", "https://a.b.example.com/", "https://example.com/", "https://badexample.com/",
		"https://www.example.com:8443/", "http://www.example.com/",
	} {
		fmt.Println(s, p.Match(url.MustParse(s).Origin()))
	}
	// Output:
	// https://*.example.com <nil>
	// https://www.example.com/ true
	// https://a.b.example.com/ true
	// https://example.com/ false
	// https://badexample.com/ false
	// https://www.example.com:8443/ false
	// http://www.example.com/ false
}

func ExampleOriginPattern_String() {
	p, err := url.ParseOriginPattern("WSS://*.Example.com:08443")
	fmt.Println(p.String(), err)
	// Output: wss://*.example.com:8443 <nil>
}

func ExampleOriginPattern_AppendText() {
	p, _ := url.ParseOriginPattern("http://localhost:*")
	text, err := p.AppendText([]byte("allow "))
	fmt.Println(string(text), err)
	// Output: allow http://localhost:* <nil>
}

func ExampleOriginPattern_MarshalText() {
	p, _ := url.ParseOriginPattern("https://*.example.com")
	text, err := json.Marshal([]url.OriginPattern{p, {}})
	fmt.Println(string(text), err)
	// Output: ["https://*.example.com",""] <nil>
}

func ExampleOriginPattern_UnmarshalText() {
	var patterns []url.OriginPattern
	err := json.Unmarshal([]byte(`["https://*.example.com", "http://localhost:*"]`), &patterns)
	fmt.Println(patterns, err)

	err = json.Unmarshal([]byte(`["*"]`), &patterns)
	fmt.Println(errors.Is(err, url.ErrNotOriginPattern))
	// Output:
	// [https://*.example.com http://localhost:*] <nil>
	// true
}

// The error of ParseOrigin names the function that accepts patterns.
func ExampleParseOrigin_pattern() {
	_, err := url.ParseOrigin("https://*.example.com")
	fmt.Println(err)
	// Output: url: parse origin "https://*.example.com": not-an-origin: use ParseOriginPattern for patterns at byte 8
}
