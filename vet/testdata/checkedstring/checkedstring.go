package checkedstring

import (
	"errors"
	"net/http"
	"strings"

	"github.com/weburl-go/url"
)

func requested(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	if addr, ok := u.Addr(); ok && addr.IsPrivate() {
		return errors.New("private")
	}
	_, err = http.Get(rawURL) // want `net/http reads this string with net/url, which can find another host than the one that was checked: use u.Href\(\)`
	return err
}

func requestMade(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil || !allowed(u) {
		return err
	}
	request, err := http.NewRequest("GET", rawURL, nil) // want `use u.Href\(\)`
	println(request)
	return err
}

func sent(w http.ResponseWriter, r *http.Request, rawURL, ref string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	http.Get(rawURL) // ok: nothing was checked
	if !u.IsSpecial() {
		return nil
	}
	http.Get(rawURL) // ok: the host was not checked
	if u.Hostname() == "localhost" {
		return nil
	}
	http.Get(u.Href())                                 // ok
	http.Get(ref)                                      // ok
	http.Redirect(w, r, u.Href(), http.StatusSeeOther) // ok
	http.Redirect(w, r, rawURL, http.StatusSeeOther)   // ok: a browser reads it in the same way
	return err
}

func changed(rawURL string) {
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() != "example.com" {
		return
	}
	rawURL = rawURL + "/status"
	http.Get(rawURL) // ok: assigned again
}

func allowed(url.URL) bool { return true }

type job struct{ URL, Name string }

func (j *job) fetch() {
	u, err := url.Parse(j.URL)
	if err != nil || u.Hostname() == "internal.example" {
		return
	}
	http.Get(j.URL)    // want `use u.Href\(\)`
	http.Get(j.Name)   // ok
	http.Get(u.Href()) // ok
}

func each(list []string, j *job) {
	for _, s := range list {
		if u, err := url.Parse(s); err == nil && u.Hostname() != "internal.example" {
			http.Get(s) // want `use u.Href\(\)`
		}
		http.Get(s) // ok: nothing was checked
	}
	if u, err := url.Parse(j.URL); err == nil && u.Hostname() != "internal.example" {
		j.URL = u.Href()
		http.Get(j.URL) // ok: it was assigned
	}
}

func unrelated(s, name string) (*http.Response, error) {
	name = strings.TrimSpace(name)
	name = strings.ToLower(name)
	u, err := url.Parse(s)
	if err != nil || name == "" {
		return nil, err
	}
	_ = u
	return http.Get(s) // ok: name does not come from u
}
