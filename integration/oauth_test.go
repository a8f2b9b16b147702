package integration

import (
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"testing"

	"github.com/weburl-go/url/redirect"
)

// An OAuth server sends its answer only to a URI that the client has registered. The client's own query keeps its bytes.

// clients are the URIs that each client has registered.
var clients = map[string][]string{
	"web":    {"https://app.example/cb?tenant=a%20b", "https://127.0.0.1:8443/cb"},
	"native": {"com.example.app:/cb", "http://127.0.0.1/cb", "http://[::1]:8080/cb", "http://localhost/callback"},
}

func authorize(w http.ResponseWriter, r *http.Request) {
	u, err := redirect.MatchURI(clients[r.FormValue("client_id")], r.FormValue("redirect_uri"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest) // never a redirect
		return
	}
	w.Header().Set("Location", u.AppendQuery("code", "c&d").AppendQuery("state", r.FormValue("state")).Href())
	w.WriteHeader(http.StatusSeeOther)
}

func TestRedirectURI(t *testing.T) {
	for _, test := range []struct{ client, requested, want string }{
		{"web", "https://app.example/cb?tenant=a%20b", "https://app.example/cb?tenant=a%20b&code=c%26d&state=e"},
		{"web", "https://127.0.0.1:8443/cb", "https://127.0.0.1:8443/cb?code=c%26d&state=e"},
		{"native", "com.example.app:/cb", "com.example.app:/cb?code=c%26d&state=e"},
		{"native", "http://127.0.0.1/cb", "http://127.0.0.1/cb?code=c%26d&state=e"},
		{"native", "http://127.0.0.1:51004/cb", "http://127.0.0.1:51004/cb?code=c%26d&state=e"},
		{"native", "http://127.0.0.1:80/cb", "http://127.0.0.1/cb?code=c%26d&state=e"},
		{"native", "http://[::1]:51004/cb", "http://[::1]:51004/cb?code=c%26d&state=e"},
		{"native", "http://[::1]/cb", "http://[::1]/cb?code=c%26d&state=e"},
		{"native", "http://localhost:51004/callback", "http://localhost:51004/callback?code=c%26d&state=e"},
		{"web", "com.example.app:/cb", ""},
		{"native", "https://app.example/cb?tenant=a%20b", ""},
		{"unknown", "https://app.example/cb?tenant=a%20b", ""},
		{"web", "https://app.example/cb", ""},
		{"web", "https://app.example/cb?tenant=a+b", ""},
		{"web", "https://app.example:443/cb?tenant=a%20b", ""},
		{"web", "https://app.example:8443/cb?tenant=a%20b", ""},
		{"web", "https://APP.example/cb?tenant=a%20b", ""},
		{"web", "https://app.example/x/../cb?tenant=a%20b", ""},
		{"web", "https://127.0.0.1:51004/cb", ""},
		{"native", "com.example.app:/cb/x", ""},
		{"native", "http://127.0.0.1:51004/cb?x", ""},
		{"native", "http://127.0.0.1:51004/cb#x", ""},
		{"native", "http://127.0.0.1:51004/x/../cb", ""},
		{"native", "http://127.0.0.1:051004/cb", ""},
		{"native", "http://127.0.0.1:x/cb", ""},
		{"native", "http://127.0.0.2:51004/cb", ""},
		{"native", "http://0x7f.1:51004/cb", ""},
		{"native", "http://user@127.0.0.1:51004/cb", ""},
		{"native", "http://127.0.0.1:51004@evil.example/cb", ""},
		{"native", "http://localhost:51004/cb", ""},
		{"native", "http://10.0.0.1:51004/cb", ""},
		{"native", "", ""},
	} {
		query := neturl.Values{"client_id": {test.client}, "redirect_uri": {test.requested}, "state": {"e"}}
		w := httptest.NewRecorder()
		authorize(w, httptest.NewRequest("GET", "/authorize?"+query.Encode(), nil))
		if got := w.Header().Get("Location"); got != test.want || (w.Code == http.StatusSeeOther) != (got != "") {
			t.Errorf("%s, %q: %d, %q, want %q", test.client, test.requested, w.Code, got, test.want)
		}
	}
}
