package redirect

import (
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// MatchURI returns the URL to which an OAuth server sends its answer. requested is the redirect_uri of the request, and
// registered are those that the client has registered. To send the answer, call [http.Redirect] with
// u.AppendQuery("code", code).AppendQuery("state", state).Href(), never with requested. u is normalized, as [url.Parse] does,
// so for the registered "https://APP.example" its Href is "https://app.example/". To pass the URI on to another OAuth server, which
// compares texts, send the registered text.
//
// As section 2.1 of RFC 9700 says, requested must be equal to a registered text, byte for byte. There is one exception,
// for native apps: after "http://127.0.0.1", "http://[::1]" and "http://localhost", in just this spelling, there can be ":"
// and one to five digits in either text. What follows must be equal, and empty or begin with "/" or "?". The three hosts
// do not stand for each other. Section 7.3 of RFC 8252 says so for the addresses. It advises against localhost, which
// clients register nevertheless. If no port may differ, also ask slices.Contains(registered, requested).
//
// Nothing else matches: no prefix, no pattern, and no other spelling of the same URL. MatchURI also refuses a URL with a
// fragment or credentials, and one whose scheme is javascript, data, blob, file, about, filesystem, vbscript, view-source,
// intent, jar or feed.
//
// The error is [ErrNotRegistered]. For a registered text that does not parse, it is the error of [url.Parse]. So
// MatchURI([]string{s}, s) checks s when a client registers it: ErrNotRegistered then means a fragment, credentials or one
// of these schemes. Also refuse s there if
//   - url.Validate(s) has errors, as for "https:a.example/cb" and "https://*.example/cb", which no client means,
//   - its query has a parameter of the answer, such as "code" or "state", which section 3.1 of RFC 6749 allows only once, or
//   - its scheme is not https, and the server is for web pages alone.
func MatchURI(registered []string, requested string) (url.URL, error) {
	if !slices.ContainsFunc(registered, func(s string) bool { return s == requested || sameButPort(s, requested) }) {
		return url.URL{}, ErrNotRegistered
	}
	u, err := url.Parse(requested)
	if err != nil && slices.Contains(registered, requested) {
		return url.URL{}, err
	}
	_, hasFragment := u.Fragment()
	if err != nil || hasFragment || u.IncludesCredentials() || slices.Contains(unsafeSchemes, u.Scheme()) {
		return url.URL{}, ErrNotRegistered
	}
	return u, nil
}

// unsafeSchemes has the schemes of what is not a client's: scripts, pages and files of the user's own browser, and URLs that
// contain another one.
var unsafeSchemes = []string{
	"javascript", "data", "blob", "file", "about", "filesystem", "vbscript", "view-source", "intent", "jar", "feed",
}

// sameButPort reports whether s and t are URLs of the loopback interface that differ in nothing but the port.
func sameButPort(s, t string) bool {
	host, rest, ok := cutPort(s)
	otherHost, otherRest, otherOK := cutPort(t)
	return ok && otherOK && host == otherHost && rest == otherRest
}

// cutPort cuts s, a URL of the loopback interface, around the port. ok is false if s is not one.
func cutPort(s string) (host, rest string, ok bool) {
	for _, host := range [...]string{"http://127.0.0.1", "http://[::1]", "http://localhost"} {
		rest, ok := strings.CutPrefix(s, host)
		if !ok {
			continue
		}
		if port, found := strings.CutPrefix(rest, ":"); found {
			rest = strings.TrimLeft(port, "0123456789")
			if digits := len(port) - len(rest); digits < 1 || digits > 5 {
				return "", "", false
			}
		}
		return host, rest, rest == "" || rest[0] == '/' || rest[0] == '?'
	}
	return "", "", false
}
