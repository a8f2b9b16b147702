package url_test

import (
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
	// What a program that makes blob: URLs for documents keeps of them.
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
