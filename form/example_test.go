package form_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/form"
)

// A server limits the size of a form and the number of its pairs.
func ExampleParse() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			return // MaxBytesReader has the connection closed
		}
		f, err := form.Parse(body, form.Options{MaxPairs: 1000})
		if errors.Is(err, url.ErrTooManyPairs) {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		fmt.Fprintf(w, "Hello, %s!", f.Get("name"))
	}
	for _, body := range []string{"name=Zo%C3%AB+Q.&x=", strings.Repeat("a&", 1001)} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("POST", "/", strings.NewReader(body)))
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	// Output:
	// 200 Hello, Zoë Q.!
	// 413 url: form.Parse: too-many-pairs at byte 2000
}

// A server accepts forms in any encoding if the form contains the name of its encoding in a pair. Otherwise, it uses the encoding
// of the page that contains the form.
func ExampleParse_charset() {
	f, err := form.Parse([]byte("city=%93%8C%8B%9E&_charset_=shift_jis"), form.Options{
		CharsetEncoding: htmlindex.Get,
	})
	fmt.Println(f.Get("city"), err)

	f, err = form.Parse([]byte("city=K%F6ln"), form.Options{Encoding: charmap.Windows1252})
	fmt.Println(f.Get("city"), err)
	// Output:
	// 東京 <nil>
	// Köln <nil>
}

// If the method of a form is GET, the encoded form becomes the query of its action. If it is POST, the encoded form
// becomes the request body.
func ExampleEncode() {
	p := url.NewURLSearchParamsFromPairs([][2]string{{"q", "1+1 ≡ 2‽"}})
	encoded, err := form.Encode(p, japanese.ShiftJIS)
	if err != nil {
		fmt.Println(err)
		return
	}
	u := url.MustParse("https://example.jp/search")
	err = u.SetSearch("?" + encoded)
	fmt.Println(u, err)
	// Output: https://example.jp/search?q=1%2B1+%81%DF+2%26%238253%3B <nil>
}

// If the only field of a form was named "isindex", old browsers sent its value without the name.
func ExampleOptions() {
	f, err := form.Parse([]byte("%93%8C%8B%9E+tower"), form.Options{Encoding: japanese.ShiftJIS, IsIndex: true})
	fmt.Println(f.Get(""), err)
	// Output: 東京 tower <nil>
}
