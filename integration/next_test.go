package integration

import (
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"testing"

	"github.com/weburl-go/url"
)

// A login page sends its users on to where they came from (?next=), and never to another server.

// login is the handler of the page. home comes from the configuration, not from the request.
type login struct{ home url.URL }

func (l login) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next, err := l.home.ParseSameOrigin(r.FormValue("next")) // home itself, if there is no next
	if err != nil {
		next = l.home
	}
	http.Redirect(w, r, next.Href(), http.StatusSeeOther) // the URL that was checked, not the parameter
}

func TestNext(t *testing.T) {
	const home = "https://app.example/home"
	handler := login{url.MustParse(home)}
	for next, want := range map[string]string{
		"/account?tab=2#top":               "https://app.example/account?tab=2#top",
		"https://APP.example:443/account":  "https://app.example/account",
		"account":                          "https://app.example/account",
		"https:account":                    "https://app.example/account",
		"":                                 home,
		"/.//evil.example":                 "https://app.example//evil.example",
		"//evil.example":                   home,
		`/\evil.example`:                   home,
		"/\t/evil.example":                 home,
		" \n//evil.example":                home,
		"///evil.example":                  home,
		`https:\\evil.example`:             home,
		"https://app.example@evil.example": home,
		"https://user@app.example/":        home,
		"https://app.example.evil.example": home,
		"https://app.example:8443/":        home,
		"http://app.example/":              home,
		"http:evil.example":                home,
		"//evil。example":                   home,
		"javascript:alert(1)":              home,
		"blob:https://app.example/a":       home,
		"https://[":                        home,
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "/login?next="+neturl.QueryEscape(next), nil))
		if got := w.Header().Get("Location"); got != want || w.Code != http.StatusSeeOther {
			t.Errorf("%q: Location: %s, status %d, want %s", next, got, w.Code, want)
		}
	}
}
