package url_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"

	"github.com/weburl-go/url"
)

// A server limits the size of a form and the number of its pairs.
func ExampleParseForm() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			return // MaxBytesReader has the connection closed
		}
		form, err := url.ParseForm(body, url.FormOptions{MaxPairs: 1000})
		if errors.Is(err, url.ErrTooManyPairs) {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		fmt.Fprintf(w, "Hello, %s!", form.Get("name"))
	}
	for _, body := range []string{"name=Zo%C3%AB+Q.&x=", strings.Repeat("a&", 1001)} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("POST", "/", strings.NewReader(body)))
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	// Output:
	// 200 Hello, Zoë Q.!
	// 413 url: parse form "": too-many-pairs at byte 2000
}

// Forms from pages in any encoding, which say in a pair which one it is.
func ExampleParseForm_charset() {
	form, err := url.ParseForm([]byte("city=%93%8C%8B%9E&_charset_=shift_jis"), url.FormOptions{
		CharsetEncoding: htmlindex.Get,
	})
	fmt.Println(form.Get("city"), err)
	// Output: 東京 <nil>
}

func ExampleURLSearchParams_EncodeForm() {
	p := url.NewURLSearchParamsFromPairs([][2]string{{"q", "1+1 ≡ 2‽"}})
	form, err := p.EncodeForm(japanese.ShiftJIS)
	fmt.Println(form, err)
	// Output: q=1%2B1+%81%DF+2%26%238253%3B <nil>
}
