package zerourl

import "github.com/weburl-go/url"

func wrong(host string) error {
	u := &url.URL{}
	u.SetProtocol("https") // want `the zero URL means no URL, and SetProtocol does not change it: use url.Build, or parse a URL first`

	var v url.URL
	if err := v.SetHost(host); err != nil { // want `SetHost does not change it`
		return err
	}

	w := new(url.URL)
	if w.SetPathname("/a") != nil { // want `SetPathname does not change it`
		return nil
	}

	x := url.URL{}
	err := x.SetHash("a") // want `SetHash does not change it`
	return err
}

func right(host string, text []byte) {
	u := url.MustParse("https://example.com/")
	u.SetHash("a") // ok

	var v url.URL
	v.SetHref("https://example.com/") // ok: SetHref sets it
	v.SetHash("a")                    // ok

	var w url.URL
	w.UnmarshalText(text)
	w.SetHash("a") // ok

	var x url.URL
	read(&x)
	x.SetHash("a") // ok

	var y url.URL
	if host != "" {
		y = u
	}
	y.SetHash("a") // ok: not sure

	z := new(u)
	z.SetHash("a") // ok: a copy of u

	var last url.URL
	for range 2 {
		last.SetHash("a") // ok: not sure
		last = u
	}

	var late url.URL
	set := func() { late.SetHash("a") } // ok: not sure
	late = u
	set()

	var asked url.URL
	println(asked.SetHost(host) != nil) // ok: the error is what it is for
}

func given(u *url.URL) (v url.URL) {
	u.SetHash("a") // ok
	v = *u
	v.SetHash("b") // ok
	return v
}

func read(*url.URL) {}
