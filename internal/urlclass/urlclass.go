// Package urlclass holds the values of the URL class's getters as a record that is read from and written to
// JSON, its setters by name, and the methods of the URLSearchParams class by name. See
// https://url.spec.whatwg.org/#api. The command, the playground, the tools and module integration share it.
package urlclass

import "github.com/weburl-go/url"

// Getters holds what each getter of the URL class returns. Its fields have the order of the standard.
type Getters struct {
	Href     string `json:"href"`
	Origin   string `json:"origin"`
	Protocol string `json:"protocol"`
	Username string `json:"username"`
	Password string `json:"password"`
	Host     string `json:"host"`
	Hostname string `json:"hostname"`
	Port     string `json:"port"`
	Pathname string `json:"pathname"`
	Search   string `json:"search"`
	Hash     string `json:"hash"`
}

// Of returns what the getters of u return.
func Of(u url.URL) Getters {
	return Getters{
		Href: u.Href(), Origin: u.Origin().String(), Protocol: u.Protocol(),
		Username: u.Username(), Password: u.Password(),
		Host: u.Host(), Hostname: u.Hostname(), Port: u.Port(),
		Pathname: u.Pathname(), Search: u.Search(), Hash: u.Hash(),
	}
}

// Setters holds the setters of the URL class by the names of their properties.
var Setters = map[string]func(u *url.URL, value string) error{
	"href":     (*url.URL).SetHref,
	"protocol": (*url.URL).SetProtocol,
	"username": (*url.URL).SetUsername,
	"password": (*url.URL).SetPassword,
	"host":     (*url.URL).SetHost,
	"hostname": (*url.URL).SetHostname,
	"port":     (*url.URL).SetPort,
	"pathname": (*url.URL).SetPathname,
	"search":   (*url.URL).SetSearch,
	"hash":     (*url.URL).SetHash,
}

// CallParams calls a method or getter of the URLSearchParams class by its name. It returns the result as package
// encoding/json has it, and whether the method has one.
func CallParams(p *url.URLSearchParams, method string, args ...string) (result any, ok bool) {
	switch {
	case method == "append":
		p.Append(args[0], args[1])
	case method == "delete" && len(args) == 1:
		p.Delete(args[0])
	case method == "delete":
		p.DeleteValue(args[0], args[1])
	case method == "get":
		if value, found := p.Lookup(args[0]); found {
			return value, true
		}
		return nil, true
	case method == "getAll":
		values := []any{}
		for _, value := range p.GetAll(args[0]) {
			values = append(values, value)
		}
		return values, true
	case method == "has" && len(args) == 1:
		return p.Has(args[0]), true
	case method == "has":
		return p.HasValue(args[0], args[1]), true
	case method == "set":
		p.Set(args[0], args[1])
	case method == "size":
		return float64(p.Size()), true
	case method == "sort":
		p.Sort()
	case method == "toString":
		return p.String(), true
	default:
		panic("urlclass: unknown method " + method)
	}
	return nil, false
}
