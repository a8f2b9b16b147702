// Package swap parses with net/url. Its cases need the flag "dropin".
package swap

import (
	"net/http"
	"net/url"
	"os"
)

func next(r *http.Request) (*url.URL, error) {
	return url.Parse(r.FormValue("next")) // want `r.FormValue\("next"\) comes from the client, and net/url may find a different host in it than a browser does; import github.com/weburl-go/url/net/url instead of net/url`
}

func configured() (*url.URL, error) {
	return url.Parse(os.Getenv("PUBLIC_URL")) // ok
}

func fixed() (*url.URL, error) {
	return url.Parse("https://shop.example/") // ok
}

func query(r *http.Request) (url.Values, error) {
	return url.ParseQuery(r.FormValue("query")) // ok
}
