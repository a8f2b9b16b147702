package url_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	weburl "github.com/weburl-go/url"
	"github.com/weburl-go/url/net/url"
)

func ExampleParse() {
	for _, rawURL := range []string{
		"https://Example.com:443/a/../b c?q=1",
		`https:\\good.example\@evil.example`,
		"http://0x7f.1",
		"postgres://ann:p%40ss@a:5432,b:5432/db",
		"file:test.db?cache=shared",
		"http://1.2.3.4.5/",
	} {
		u, err := url.Parse(rawURL)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.Host, u)
	}
	// Output:
	// example.com:443 https://example.com:443/b%20c?q=1
	// good.example https://good.example/@evil.example
	// 127.0.0.1 http://127.0.0.1
	// a:5432,b:5432 postgres://ann:p%40ss@a:5432,b:5432/db
	//  file:test.db?cache=shared
	// parse "http://1.2.3.4.5/": IPv4-too-many-parts
}

// A login page redirects users to the page in the parameter next, if that page is on the same server. It writes the
// String of the URL that it checked to the Location header.
func ExampleParse_redirect() {
	login := func(w http.ResponseWriter, r *http.Request) {
		u, err := url.Parse(r.FormValue("next"))
		if err != nil || u.Scheme != "" || u.Host != "" {
			http.Error(w, "next leads to another server", http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, u.String(), http.StatusSeeOther) // not r.FormValue("next")
	}

	for _, next := range []string{"/account?tab=2", "//evil.example", `/\evil.example`, "///evil.example", `/./\evil.example`, "https:evil.example"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?next="+url.QueryEscape(next), nil))
		fmt.Printf("%s %d %q\n", next, w.Code, w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 303 "/account?tab=2"
	// //evil.example 400 ""
	// /\evil.example 400 ""
	// ///evil.example 400 ""
	// /./\evil.example 303 "/evil.example"
	// https:evil.example 400 ""
}

// An error message does not show credentials or the query. The error also wraps the reason that the URL Standard gives.
func ExampleParse_errors() {
	_, err := url.Parse("https://ann:s3cret@example.com:99999/?token=s3cret")
	fmt.Println(err)
	fmt.Println(errors.Is(err, weburl.ErrPortOutOfRange))
	// Output:
	// parse "https://xxxxx@example.com:99999/?token=xxxxx": port-out-of-range
	// true
}

func ExampleParseRef() {
	base, err := url.Parse("https://example.com/blog/post")
	if err != nil {
		panic(err)
	}
	for _, ref := range []string{"../about us", `\images\a.png`, "https:next", "///cdn.example/a.js", "?page=2"} {
		u, err := url.ParseRef(base, ref)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.com/about%20us <nil>
	// https://example.com/images/a.png <nil>
	// https://example.com/blog/next <nil>
	// https://cdn.example/a.js <nil>
	// https://example.com/blog/post?page=2 <nil>
}

// A request target that begins with two slashes is a path. The String of the result does not contain a host.
func ExampleParseRequestURI() {
	for _, target := range []string{"/a/../b?q", "//evil.example/", "http://example.com/a/../b", "a/b"} {
		u, err := url.ParseRequestURI(target)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("host %q, path %q, %s\n", u.Host, u.Path, u)
	}
	// Output:
	// host "", path "/a/../b", /a/../b?q
	// host "", path "//evil.example/", /%2Fevil.example/
	// host "example.com", path "/b", http://example.com/b
	// parse "a/b": invalid URI for request
}

func ExampleJoinPath() {
	fmt.Println(url.JoinPath(`http:\\example.com\docs`, "..", "a b", "c/"))
	fmt.Println(url.JoinPath("https://example.com", "100%"))
	// Output:
	// http://example.com/a%20b/c/ <nil>
	//  parse "https://example.com": invalid URL escape
}

func ExampleParseQuery() {
	values, err := url.ParseQuery("a=1&b=x+y&a=2")
	fmt.Println(values["a"], values.Get("b"), err)
	// Output: [1 2] x y <nil>
}

func ExamplePathEscape() {
	fmt.Println(url.PathEscape("a/b c"))
	// Output: a%2Fb%20c
}

func ExamplePathUnescape() {
	fmt.Println(url.PathUnescape("a%2Fb+c"))
	// Output: a/b+c <nil>
}

func ExampleQueryEscape() {
	fmt.Println("https://example.com/?q=" + url.QueryEscape("a&b c"))
	// Output: https://example.com/?q=a%26b+c
}

func ExampleQueryUnescape() {
	fmt.Println(url.QueryUnescape("a%26b+c"))
	// Output: a&b c <nil>
}

func ExampleUser() {
	u := &url.URL{Scheme: "ftp", User: url.User("ann"), Host: "example.com"}
	fmt.Println(u)
	// Output: ftp://ann@example.com
}

func ExampleUserPassword() {
	u := &url.URL{Scheme: "redis", User: url.UserPassword("ann", "a/b@c"), Host: "localhost:6379"}
	fmt.Println(u)
	// Output: redis://ann:a%2Fb%40c@localhost:6379
}
