package url

import "testing"

func TestDomainToUnicode(t *testing.T) {
	tests := map[string]string{
		"xn--bcher-kva.example": "bücher.example",
		"xn--8i7caa":            "xn--8i7caa", // the example of https://url.spec.whatwg.org/#concept-domain-to-unicode
		"EXAMPLE.com":           "example.com",
		"\xFF":                  "", // not a domain: the static method of 2014 returned ""
		"[::1]":                 "",
		"":                      "",
	}
	for domain, want := range tests {
		if got := DomainToUnicode(domain); got != want {
			t.Errorf("DomainToUnicode(%+q) = %+q, want %+q", domain, got, want)
		}
	}
}
