package deleteinloop

import (
	"strings"

	"github.com/weburl-go/url"
)

func wrong(u url.URL, p *url.URLSearchParams) {
	for name := range p.All() {
		if strings.HasPrefix(name, "utm_") {
			p.Delete(name) // want `the loop skips the pair after each one that is deleted: range over p.Clone\(\).All\(\), or use EditQuery`
		}
	}
	for name, value := range u.SearchParams().All() {
		u.SearchParams().DeleteValue(name, value) // want `range over u.SearchParams\(\).Clone\(\).All\(\)`
	}
	q := u.SearchParams()
	for name := range q.All() {
		u.SearchParams().Delete(name) // want `range over q.Clone\(\).All\(\)`
	}
}

func right(u url.URL, p, q *url.URLSearchParams, names []string, m map[string]bool) {
	for name := range p.Clone().All() {
		p.Delete(name) // ok
	}
	for name := range p.All() {
		q.Delete(name) // ok: another list
	}
	for name := range u.QueryPairs() {
		u.SearchParams().Delete(name) // ok: not the live list
	}
	for name := range p.All() {
		if name == "token" {
			p.Delete(name) // ok: the loop ends
			break
		}
	}
	for name := range p.All() {
		if name == "token" {
			p.Delete(name) // ok: the loop ends
			return
		}
	}
	for _, name := range names {
		p.Delete(name) // ok
	}
	for name := range p.All() {
		names = append(names, name) // ok
	}
	for name := range p.All() {
		delete(m, name) // ok
	}
	for name, value := range p.All() {
		q.Append(name, value) // ok
	}
}
