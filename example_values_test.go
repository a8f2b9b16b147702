package url_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"

	"github.com/weburl-go/url"
)

// URLs are sorted by their hrefs, for example for a diff.
func ExampleURL_Compare() {
	urls := []url.URL{
		url.MustParse("https://b.example/"),
		url.MustParse("https://a.example/x"),
		url.MustParse("https://a.example/"),
	}
	slices.SortFunc(urls, url.URL.Compare)
	fmt.Println(urls)
	// Output: [https://a.example/ https://a.example/x https://b.example/]
}

func ExampleURL_WithoutCredentials() {
	u := url.MustParse("https://ann:s3cret@example.com/a?b")
	fmt.Println(u.WithoutCredentials())
	// Output: https://example.com/a?b
}

func ExampleURL_WithoutQueryValue() {
	u := url.MustParse("https://example.com/?utm_source=mail&q=a+b&gclid=1")
	fmt.Println(u.WithoutQueryValue("utm_source", "gclid"))
	// Output: https://example.com/?q=a+b
}

// The apostrophes of the presigned URL stay. Parse would write them as %27, and the signature would no longer match.
func ExampleAppendRawURL() {
	presigned := "https://bucket.example/k?name=UTF-8''a&sig=c0ffee"
	fmt.Println(url.AppendRawURL(presigned, "page", "1 of 2"))
	fmt.Println(url.AppendRawURL("../next#top", "page", "2"))
	// Output:
	// https://bucket.example/k?name=UTF-8''a&sig=c0ffee&page=1%20of%202
	// ../next?page=2#top
}

func ExampleMustParseHostPattern() {
	ours := url.MustParseHostPattern("*.example.com")
	host, _ := url.ParseHost("www.example.com")
	fmt.Println(ours.Match(host))
	// Output: true
}

func ExampleMustParseOriginPattern() {
	trusted := url.MustParseOriginPattern("https://*.example.com")
	fmt.Println(trusted.Match(url.MustParse("https://www.example.com/a").Origin()))
	// Output: true
}

func ExampleURLSearchParams_At() {
	p := url.NewURLSearchParams("a=1&b=2")
	fmt.Println(p.At(1))
	fmt.Println(p.At(2))
	// Output:
	// b 2 true
	//   false
}

// encoding/gob keeps the kind of a host, which is not part of its text.
func ExampleHost_MarshalBinary() {
	opaque, _ := url.ParseOpaqueHost("example.com")
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(opaque)
	var h url.Host
	err2 := gob.NewDecoder(&buf).Decode(&h)
	fmt.Println(h, h.Kind(), err, err2)
	// Output: example.com opaque <nil> <nil>
}

func ExampleHost_AppendBinary() {
	host, _ := url.ParseHost("example.com")
	data, err := host.AppendBinary([]byte("host "))
	fmt.Printf("%q %v\n", data, err)
	// Output: "host \x01\x01example.com" <nil>
}

func ExampleHost_UnmarshalBinary() {
	var h url.Host
	fmt.Println(h.UnmarshalBinary([]byte("\x01\x01EXAMPLE.com")))

	err := h.UnmarshalBinary([]byte("\x01\x01example.com"))
	fmt.Println(h, err)
	// Output:
	// url: Host.UnmarshalBinary: not-representable at byte 0: MarshalBinary does not write these bytes
	// example.com <nil>
}

func ExampleHostPattern_AppendBinary() {
	data, err := url.MustParseHostPattern("*.example.com").AppendBinary(nil)
	fmt.Printf("%q %v\n", data, err)
	// Output: "\x01*.example.com" <nil>
}

func ExampleHostPattern_MarshalBinary() {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode([]url.HostPattern{url.MustParseHostPattern("*.example.com")})
	var patterns []url.HostPattern
	err2 := gob.NewDecoder(&buf).Decode(&patterns)
	fmt.Println(patterns, err, err2)
	// Output: [*.example.com] <nil> <nil>
}

func ExampleHostPattern_UnmarshalBinary() {
	var p url.HostPattern
	err := p.UnmarshalBinary([]byte("\x01*.example.com"))
	fmt.Println(p, err)
	// Output: *.example.com <nil>
}

func ExampleOriginPattern_AppendBinary() {
	data, err := url.MustParseOriginPattern("https://*.example.com").AppendBinary(nil)
	fmt.Printf("%q %v\n", data, err)
	// Output: "\x01https://*.example.com" <nil>
}

func ExampleOriginPattern_MarshalBinary() {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode([]url.OriginPattern{url.MustParseOriginPattern("https://*.example.com")})
	var patterns []url.OriginPattern
	err2 := gob.NewDecoder(&buf).Decode(&patterns)
	fmt.Println(patterns, err, err2)
	// Output: [https://*.example.com] <nil> <nil>
}

func ExampleOriginPattern_UnmarshalBinary() {
	var p url.OriginPattern
	err := p.UnmarshalBinary([]byte("\x01https://*.example.com"))
	fmt.Println(p, err)
	// Output: https://*.example.com <nil>
}

func ExampleURLSearchParams_AppendBinary() {
	data, err := url.NewURLSearchParams("a=b c").AppendBinary(nil)
	fmt.Printf("%q %v\n", data, err)
	// Output: "\x01a=b+c" <nil>
}

func ExampleURLSearchParams_MarshalBinary() {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(url.NewURLSearchParams("a=1&b=2"))
	var p url.URLSearchParams
	err2 := gob.NewDecoder(&buf).Decode(&p)
	fmt.Println(p.Get("b"), err, err2)
	// Output: 2 <nil> <nil>
}

func ExampleURLSearchParams_UnmarshalBinary() {
	var p url.URLSearchParams
	err := p.UnmarshalBinary([]byte("\x01a=b+c"))
	fmt.Println(p.Get("a"), err)
	// Output: b c <nil>
}
