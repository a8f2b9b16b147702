package hosttemplate

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

func wrong(w http.ResponseWriter, r *http.Request, client *http.Client) {
	tenant := r.FormValue("tenant")
	http.Get("https://" + tenant + ".api.example/v1") // want `tenant comes from the client, and can end or change the host of this URL: use url.Build, and check the host that it gives`

	path := strings.TrimSpace(r.URL.Query().Get("path"))
	client.Get(fmt.Sprintf("https://api.example%s", path)) // want `path comes from the client`

	target := "https://app.example" + r.PathValue("next")
	http.Redirect(w, r, target, http.StatusSeeOther) // want `r.PathValue\("next"\) comes from the client`
}

func formats(w http.ResponseWriter, r *http.Request) {
	http.Get(fmt.Sprintf("%s://%s.%s/", "https", r.FormValue("tenant"), "api.example")) // want `comes from the client`
	http.Get(fmt.Sprintf("%s%s", api, r.FormValue("path")))                             // want `comes from the client`
	http.Get(api + r.Form.Get("path"))                                                  // want `comes from the client`
	http.Get(api + r.Header.Get("X-Path"))                                              // want `comes from the client`
}

const api = "https://api.example"

func right(w http.ResponseWriter, r *http.Request, tenant, path string, port int) {
	http.Get("https://" + tenant + ".api.example/v1")                     // ok: not known where it comes from
	http.Get(api + path)                                                  // ok: the same
	http.Get(api + "/v1/" + r.FormValue("id"))                            // ok: in the path
	http.Get(fmt.Sprintf("%s/v1/%s", api, r.FormValue("id")))             // ok
	http.Get(api + "/" + r.Form.Get("path"))                              // ok
	http.Get(api + "?id=" + url.QueryEscape(r.FormValue("id")))           // ok
	http.Get("https://" + r.FormValue("host") + "/.well-known/x")         // ok: it is to be the host
	http.Get("https://" + r.FormValue("host") + ":" + strconv.Itoa(port)) // ok
	http.Get("http://localhost:" + r.FormValue("port"))                   // ok: not this rule
	http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), 301)        // ok
	http.Redirect(w, r, "/users/"+r.FormValue("id"), 303)                 // ok
	fmt.Fprintln(w, "https://"+r.FormValue("tenant")+".api.example/")     // ok: no request
}

func tested(r *http.Request) {
	tenant := r.FormValue("tenant")
	if !valid(tenant) {
		return
	}
	http.Get("https://" + tenant + ".api.example/v1") // ok: tested
}

func known(r *http.Request) {
	tenant := r.FormValue("tenant")
	if tenants[tenant] {
		http.Get("https://" + tenant + ".api.example/v1") // ok: looked up
	}
}

var tenants map[string]bool

func valid(string) bool { return true }
