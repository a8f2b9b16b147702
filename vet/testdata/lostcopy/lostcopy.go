package lostcopy

import "github.com/weburl-go/url"

type link struct {
	to   url.URL
	rank int
}

func wrong(us []url.URL, links []link, byName map[string]url.URL) error {
	for _, u := range us {
		u.SetHash("") // want `u is a copy for each round, and this changes it only: set the element itself`
	}
	for i, u := range us {
		if i > 0 && u.Scheme() == "http" {
			u.SetProtocol("https") // want `u is a copy for each round`
		}
	}
	for _, l := range links {
		if err := l.to.SetPort("8080"); err != nil { // want `l is a copy for each round`
			return err
		}
	}
	for _, u := range byName {
		u.SetSearch("") // want `u is a copy for each round`
	}
	return nil
}

func right(us []url.URL, ps []*url.URL, links []link, pointers []*link) (out []url.URL) {
	for i := range us {
		us[i].SetHash("") // ok
	}
	for _, p := range ps {
		p.SetHash("") // ok: a pointer
	}
	for _, l := range pointers {
		l.to.SetHash("") // ok: a pointer
	}
	for _, u := range us {
		u.SetHash("") // ok: it is used after
		out = append(out, u)
	}
	for _, u := range us {
		if u.SetProtocol("https") == nil { // ok: it is used after
			println(u.Href())
		}
	}
	for i, u := range us {
		u.SetHash("") // ok: it is used after
		us[i] = u
	}
	for _, l := range links {
		l.to.SetHash("") // ok: it is used after
		send(l)
	}
	for _, u := range us {
		println(u.SetHash("") == nil) // ok: the error is what it is for
	}
	for _, u := range us {
		v := &u
		u.SetHash("") // ok: not sure
		println(v)
	}
	for _, u := range us {
		defer func() { u.SetHash("") }() // ok: not sure
	}
	for _, u := range us {
		u = u.WithoutFragment() // ok: not this rule
		u.SetSearch("")         // ok: used after
		out = append(out, u)
	}
	return out
}

func send(link) {}
