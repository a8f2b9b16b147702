package dataurl_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/dataurl"
)

// Job: Take images as data: URLs
//
// Limit the length, then allow some types.
//
// Trap: An SVG image can have scripts.
//
// Words: data URL, data: image, upload
func ExampleParse() {
	types := []string{"image/png", "image/jpeg", "image/webp"}
	image := func(s string) []byte { // nil if it is not an image of these types
		if len(s) > 4<<20 { // bytes: at most 3 MiB of image
			return nil
		}
		u, err := url.Parse(s)
		data, dataErr := dataurl.Parse(u)
		if err != nil || dataErr != nil || !slices.Contains(types, data.Essence()) {
			return nil
		}
		return data.Body
	}
	for _, s := range []string{"data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,<svg onload='alert(1)'/>", "data:image/png;base64,iVBOR"} {
		fmt.Printf("%q\n", image(s))
	}
	// Output:
	// "\x89PNG\r\n\x1a\n"
	// ""
	// ""
}

// A wiki lets its users link to texts. It checks the media type, and links to a new URL. Chromium takes the first URL for an HTML
// page, and would run its script.
func ExampleParse_passOn() {
	const hostile = "data://text/html,<script>alert(1)</script>"
	data, err := dataurl.Parse(url.MustParse(hostile))
	if err != nil || data.Essence() != "text/plain" {
		fmt.Println("not a text:", err)
		return
	}
	u, err := dataurl.New(data.MediaType, data.Body)
	fmt.Println(u, err)
	// Output: data:text/plain;charset=US-ASCII;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== <nil>
}

func ExampleNew() {
	u, err := dataurl.New("text/html; charset=UTF-8", []byte("<p>Hello"))
	fmt.Println(u, err)
	_, err = dataurl.New("", nil)
	fmt.Println(errors.Is(err, dataurl.ErrMediaType))
	// Output:
	// data:text/html;charset=UTF-8;base64,PHA+SGVsbG8= <nil>
	// true
}

func ExampleData() {
	data, err := dataurl.Parse(url.MustParse("data:,Hello%2C%20World!"))
	fmt.Printf("%s: %s, %v\n", data.MediaType, data.Body, err)
	// Output: text/plain;charset=US-ASCII: Hello, World!, <nil>
}

func ExampleData_Essence() {
	data, err := dataurl.Parse(url.MustParse("data:Image/PNG;name=a.png;base64,"))
	fmt.Println(data.Essence(), data.MediaType, err)
	// Output: image/png image/png;name=a.png <nil>
}
