package integration

import (
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// TestCBOR checks that CBOR keeps what has a binary form. Without one, it writes empty maps, without an error.
func TestCBOR(t *testing.T) {
	type record struct {
		Host, Opaque  url.Host
		HostPattern   url.HostPattern
		OriginPattern url.OriginPattern
		Pattern       *urlpattern.Pattern
		Params        *url.URLSearchParams
		URL           url.URL
		Origin        url.Origin
	}
	opaque, err := url.ParseOpaqueHost("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	host, err := url.ParseHost("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	pattern := urlpattern.Must(urlpattern.New("https://*.example.com/:id", urlpattern.Options{}))
	want := record{
		Host: host, Opaque: opaque,
		HostPattern: url.MustParseHostPattern("*.example.com"), OriginPattern: url.MustParseOriginPattern("https://*.example.com"),
		Pattern: pattern, Params: url.NewURLSearchParams("a=b c"),
		URL: url.MustParse("https://h/?a"), Origin: url.MustParse("https://h/").Origin(),
	}
	data, err := cbor.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got record
	if err := cbor.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if u := url.MustParse("https://www.example.com/7"); !got.Pattern.Test(u) || got.Pattern.String() != want.Pattern.String() {
		t.Errorf("the pattern is %q", got.Pattern.String())
	}
	got.Pattern, want.Pattern = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
