// Package urlclass holds the values of the URL class's getters as a record that is read from and written to
// JSON, and its setters by name. See https://url.spec.whatwg.org/#url-class. The command, the playground and the tools
// share it.
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
