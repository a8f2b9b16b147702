package urlclass

import (
	"testing"

	"github.com/weburl-go/url"
)

// The values are those of the vector with this input in urltestdata.json of web-platform-tests.
func TestOf(t *testing.T) {
	want := Getters{
		Href: "http://user:pass@foo:21/bar;par?b#c", Origin: "http://foo:21", Protocol: "http:",
		Username: "user", Password: "pass", Host: "foo:21", Hostname: "foo", Port: "21",
		Pathname: "/bar;par", Search: "?b", Hash: "#c",
	}
	if got := Of(url.MustParse("http://user:pass@foo:21/bar;par?b#c")); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := Of(url.URL{}); got != (Getters{Origin: "null"}) {
		t.Errorf("of the zero URL: %+v", got)
	}
}
