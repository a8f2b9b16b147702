package url_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/weburl-go/url"
)

func ExampleURL_Origin() {
	for _, s := range []string{
		"https://user:secret@example.com:443/account?id=1",
		"blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f",
		"data:text/html,hello",
	} {
		fmt.Println(url.MustParse(s).Origin())
	}
	// Output:
	// https://example.com
	// https://whatwg.org
	// null
}

func ExampleOrigin_SameOrigin() {
	page := url.MustParse("https://example.com/index.html").Origin()
	for _, s := range []string{"https://EXAMPLE.com:443/script.js", "http://example.com/", "data:,"} {
		o := url.MustParse(s).Origin()
		fmt.Println(o, page.SameOrigin(o))
	}
	data, file := url.MustParse("data:,").Origin(), url.MustParse("file:///").Origin()
	fmt.Println(data == file, data.SameOrigin(file))
	// Output:
	// https://example.com true
	// http://example.com false
	// null false
	// true false
}

func ExampleParseOrigin() {
	o, err := url.ParseOrigin("https://example.com:8443")
	fmt.Println(o, err)
	_, err = url.ParseOrigin("https://example.com/path")
	fmt.Println(err)
	fmt.Println(errors.Is(err, url.ErrNotOrigin))
	// Output:
	// https://example.com:8443 <nil>
	// url: parse origin "https://example.com/path": not-an-origin at byte 19
	// true
}

func ExampleURL_OriginWith() {
	// A program that makes blob: URLs for documents keeps the origins of these documents.
	store := map[string]url.Origin{
		"blob:null/d0360e2f-caee-469f-9a2f-87d5b0456f6f": url.MustParse("https://example.com/").Origin(),
	}
	u := url.MustParse("blob:null/d0360e2f-caee-469f-9a2f-87d5b0456f6f#page=2")
	fmt.Println(u.Origin())
	fmt.Println(u.OriginWith(func(u url.URL) (url.Origin, bool) {
		o, ok := store[u.Href()]
		return o, ok
	}))
	// Output:
	// null
	// https://example.com
}

// Tuple origins can be map keys. Compare opaque ones with [url.Origin.SameOrigin].
func ExampleOrigin() {
	allowed := map[url.Origin]bool{url.MustParse("https://example.com/").Origin(): true}
	for _, header := range []string{"https://example.com", "https://example.com:8443", "null"} {
		o, err := url.ParseOrigin(header)
		fmt.Println(o, err == nil && !o.IsOpaque() && allowed[o])
	}
	// Output:
	// https://example.com true
	// https://example.com:8443 false
	// null false
}

func ExampleOrigin_IsOpaque() {
	for _, s := range []string{"https://example.com/", "file:///etc/hosts", "data:,hello"} {
		fmt.Println(url.MustParse(s).Origin().IsOpaque())
	}
	// Output:
	// false
	// true
	// true
}

func ExampleOrigin_Scheme() {
	fmt.Printf("%q\n", url.MustParse("https://example.com/").Origin().Scheme())
	fmt.Printf("%q\n", url.MustParse("file:///a").Origin().Scheme()) // opaque
	// Output:
	// "https"
	// ""
}

func ExampleOrigin_Host() {
	o := url.MustParse("https://b\u00fccher.example:8443/").Origin()
	fmt.Println(o.Host(), o.Host().Unicode())
	// Output: xn--bcher-kva.example bücher.example
}

// The default port of the scheme is null.
func ExampleOrigin_Port() {
	fmt.Println(url.MustParse("https://example.com:8443/").Origin().Port())
	fmt.Println(url.MustParse("https://example.com:443/").Origin().Port())
	// Output:
	// 8443 true
	// 0 false
}

func ExampleOrigin_String() {
	fmt.Println(url.MustParse("https://me@example.com:8443/a").Origin().String())
	fmt.Println(url.Origin{}.String())
	// Output:
	// https://example.com:8443
	// null
}

func ExampleOrigin_AppendText() {
	text, err := url.MustParse("https://example.com/").Origin().AppendText([]byte("Origin: "))
	fmt.Println(string(text), err)
	// Output: Origin: https://example.com <nil>
}

func ExampleOrigin_MarshalText() {
	text, err := json.Marshal(url.MustParse("https://example.com/a").Origin())
	fmt.Println(string(text), err)
	// Output: "https://example.com" <nil>
}

func ExampleOrigin_UnmarshalText() {
	var config struct{ AllowedOrigins []url.Origin }
	err := json.Unmarshal([]byte(`{"AllowedOrigins": ["https://example.com", "http://localhost:8080"]}`), &config)
	fmt.Println(config.AllowedOrigins, err)

	err = json.Unmarshal([]byte(`{"AllowedOrigins": ["https://example.com/"]}`), &config) // a URL
	fmt.Println(errors.Is(err, url.ErrNotOrigin))
	// Output:
	// [https://example.com http://localhost:8080] <nil>
	// true
}

func ExampleOrigin_AppendBinary() {
	data, err := url.MustParse("https://example.com/").Origin().AppendBinary(nil)
	fmt.Println(string(data), err)
	// Output: https://example.com <nil>
}

func ExampleOrigin_MarshalBinary() {
	data, err := url.MustParse("https://example.com/").Origin().MarshalBinary()
	fmt.Println(string(data), err)
	// Output: https://example.com <nil>
}

func ExampleOrigin_UnmarshalBinary() {
	var o url.Origin
	err := o.UnmarshalBinary([]byte("https://example.com"))
	fmt.Println(o, err)
	// Output: https://example.com <nil>
}
