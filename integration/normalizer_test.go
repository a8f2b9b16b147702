package integration

import (
	"errors"
	neturl "net/url"
	"testing"

	"github.com/weburl-go/url"
)

// A crawler framework has net/url's type in its interfaces, and lets its users plug in how it reads links. This
// plug-in reads them as a browser does. In the framework's maps of strings, all spellings of a URL are then one key.

// normalizer is the framework's interface. page is nil for what somebody typed.
type normalizer interface {
	Normalize(page *neturl.URL, link string) (*neturl.URL, error)
}

var errNotWeb = errors.New("not a URL of the web")

type webNormalizer struct{}

func (webNormalizer) Normalize(page *neturl.URL, link string) (*neturl.URL, error) {
	var parser url.Parser
	if page == nil {
		parser.DefaultScheme = "https"
	} else {
		base, err := url.FromNetURL(page)
		if err != nil {
			return nil, err
		}
		parser.Base = base
	}
	u, err := parser.Parse(link)
	if err != nil {
		return nil, err
	}
	if u.Scheme() != "http" && u.Scheme() != "https" {
		return nil, errNotWeb
	}
	return u.WithoutFragment().NetURL()
}

func TestNormalizer(t *testing.T) {
	var n normalizer = webNormalizer{}
	page, err := n.Normalize(nil, "EXAMPLE.org/a/b?c#d")
	if err != nil || page.String() != "https://example.org/a/b?c" {
		t.Fatalf("the page is %v, error %v", page, err)
	}
	for _, test := range []struct {
		page       *neturl.URL
		link, want string
		reason     error
	}{
		{page: page, link: "", want: "https://example.org/a/b?c"},
		{page: page, link: "#top", want: "https://example.org/a/b?c"},
		{page: page, link: "?q=a b&r=100%", want: "https://example.org/a/b?q=a%20b&r=100%"},
		{page: page, link: "../100%/%7Ex", want: "https://example.org/100%25/%7Ex"},
		{page: page, link: "https:c", want: "https://example.org/a/c"},
		{page: page, link: "localhost:8080", reason: errNotWeb}, // a scheme
		{page: page, link: `\\0x7f.1\c`, want: "https://127.0.0.1/c"},
		{page: page, link: "//[::0001]:443", want: "https://[::1]/"},
		{page: page, link: "javascript:void(0)", reason: errNotWeb},
		{page: page, link: "https://", reason: url.ErrHostMissing},
		{page: page, link: "c|d", want: "https://example.org/a/c%7Cd"}, // as net/url writes it
		{page: page, link: `https://"example.com"/`, reason: url.ErrNotRepresentable},
		{link: "localhost:8080", want: "https://localhost:8080/"},
		{link: " bücher.example/ü\n", want: "https://xn--bcher-kva.example/%C3%BC"},
		{link: "/a", reason: url.ErrMissingSchemeNonRelativeURL},
		{page: &neturl.URL{Path: "/a"}, link: "b", reason: url.ErrMissingSchemeNonRelativeURL},
	} {
		got, err := n.Normalize(test.page, test.link)
		if test.reason != nil {
			if !errors.Is(err, test.reason) {
				t.Errorf("%v, %q: got %v, error %v, want %v", test.page, test.link, got, err, test.reason)
			}
			continue
		}
		if err != nil || got.String() != test.want {
			t.Errorf("%v, %q: got %v, error %v, want %s", test.page, test.link, got, err, test.want)
			continue
		}
		if again, err := n.Normalize(page, got.String()); err != nil || again.String() != test.want {
			t.Errorf("%v, %q: normalized again: %v, error %v", test.page, test.link, again, err)
		}
	}
}
