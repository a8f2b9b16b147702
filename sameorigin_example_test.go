package url_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"

	"github.com/weburl-go/url"
)

func ExampleURL_ParseSameOrigin() {
	page := url.MustParse("https://app.example/login")
	for _, ref := range []string{"/account", "https://app.example:443/?q", "/.//evil.example", `/\evil.example`, "/\t/evil.example", "javascript:x"} {
		u, err := page.ParseSameOrigin(ref)
		fmt.Printf("%q: %v %t\n", ref, u, errors.Is(err, url.ErrCrossOrigin))
	}
	// Output:
	// "/account": https://app.example/account false
	// "https://app.example:443/?q": https://app.example/?q false
	// "/.//evil.example": https://app.example//evil.example false
	// "/\\evil.example":  true
	// "/\t/evil.example":  true
	// "javascript:x":  true
}

// A login page sends users back to where they came from, but not to other servers. It sends the href of the URL that it
// checked, not the parameter, and not only the path: the path of the fourth link begins with "//".
func ExampleURL_ParseSameOrigin_redirect() {
	home := url.MustParse("https://app.example/home") // from the configuration, not from the request
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := home.ParseSameOrigin(r.FormValue("next")) // home itself, if there is no next
		if err != nil {
			next = home
		}
		http.Redirect(w, r, next.Href(), http.StatusSeeOther)
	}

	for _, next := range []string{"/account?tab=2", "", "//evil.example", "/.//evil.example", `https:\\evil.example`, "https://app.example@evil.example/"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?next="+neturl.QueryEscape(next), nil))
		fmt.Println(next, "->", w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=2 -> https://app.example/account?tab=2
	//  -> https://app.example/home
	// //evil.example -> https://app.example/home
	// /.//evil.example -> https://app.example//evil.example
	// https:\\evil.example -> https://app.example/home
	// https://app.example@evil.example/ -> https://app.example/home
}
