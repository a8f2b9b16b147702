package dataurl_test

import (
	"errors"
	"fmt"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/dataurl"
)

func ExampleParse() {
	data, err := dataurl.Parse(url.MustParse("data:image/png;base64,iVBORw0KGgo="))
	fmt.Printf("%s %q %v\n", data.Essence(), data.Body, err)
	// Output: image/png "\x89PNG\r\n\x1a\n" <nil>
}

// A wiki lets its users link to text in data: URLs. It checks the media type, and then links to a new URL, because
// Chromium would read the original URL as an HTML page, and run its script.
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
