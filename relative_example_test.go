package url_test

import (
	"errors"
	"fmt"

	"github.com/weburl-go/url"
)

func ExampleURL_JoinPath() {
	api := url.MustParse("https://example.com/v1/?key=k")
	fmt.Println(api.JoinPath("users", "/7/photos/"))
	fmt.Println(api.JoinPath("../v2/users"))

	_, err := api.JoinPath("100%") // an element is a path, so "%" begins an encoded byte
	fmt.Println(err)
	// Output:
	// https://example.com/v1/users/7/photos/?key=k <nil>
	// https://example.com/v2/users?key=k <nil>
	// url: join path "100%": invalid-URL-unit at byte 3
}

func ExampleURL_AppendSegments() {
	files := url.MustParse("https://example.com/files/")
	for _, name := range []string{"100% a/b?.txt", "../../admin", ".."} {
		u, err := files.AppendSegments("gopher", name)
		fmt.Println(u, errors.Is(err, url.ErrInvalidPathSegment))
	}
	// Output:
	// https://example.com/files/gopher/100%25%20a%2Fb%3F.txt false
	// https://example.com/files/gopher/..%2F..%2Fadmin false
	//  true
}

func ExampleBuild() {
	u, err := url.Build(url.Components{
		Scheme:   "https",
		Host:     "bücher.example",
		Port:     8443,
		Segments: []string{"authors", "../AC/DC", ""},
		Query:    [][2]string{{"q", "a&b=c"}, {"lang", "de"}},
		Fragment: "100%",
	})
	fmt.Println(u, err)
	// Output: https://xn--bcher-kva.example:8443/authors/..%2FAC%2FDC/?q=a%26b%3Dc&lang=de#100%25 <nil>
}

// A component that is data can contain anything. It stays in its place.
func ExampleComponents() {
	c := url.Components{Scheme: "postgres", Username: "app", Password: "p@ss/w:rd", Host: "[::1]", Port: 5432, Segments: []string{"a/b?c"}}
	u, err := url.Build(c)
	fmt.Println(u, err)
	fmt.Println(url.PercentDecode(u.Password()))
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard@[::1]:5432/a%2Fb%3Fc <nil>
	// p@ss/w:rd
}

func ExampleBuild_errors() {
	for _, c := range []url.Components{
		{Scheme: "https", Host: "example.com:8080"},
		{Scheme: "https", Host: "example.com", Segments: []string{"a", ".."}},
		{Scheme: "file", Username: "gopher", Segments: []string{"a"}},
		{Scheme: "mailto"},
	} {
		_, err := url.Build(c)
		fmt.Println(err)
	}
	// Output:
	// url: build "example.com:8080": domain-to-ASCII at byte 11
	// url: build "..": invalid-path-segment at byte 0
	// url: build "file": cannot-have-credentials-or-port at byte 4
	// url: build "mailto": opaque-path at byte 6
}
