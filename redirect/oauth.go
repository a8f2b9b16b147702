package redirect

import (
	"errors"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// MatchURI returns the URL to which an OAuth server sends its answer, if the redirect_uri of a request is one that the client
// has registered. To send the answer, call [http.Redirect] with the URL that MatchURI returns, never with requested. When a
// client registers a redirect_uri, check it with [CheckURI].
//
//	u, err := redirect.MatchURI(registered, r.FormValue("redirect_uri"))
//	if err != nil {
//		http.Error(w, err.Error(), http.StatusBadRequest) // no redirect
//		return
//	}
//	u = u.AppendQuery("code", code).AppendQuery("state", state)
//	http.Redirect(w, r, u.Href(), http.StatusFound)
//
// The error is [ErrNotRegistered], or the error of [url.Parse] for a registered string that does not parse.
//
// # What matches
//
//   - requested must be equal to a registered string, byte for byte, as section 2.1 of RFC 9700 says. A prefix, a pattern, or
//     another spelling of the same URL does not match.
//   - There is one exception, for native apps. After "http://127.0.0.1", "http://[::1]" and "http://localhost", in exactly this
//     spelling, either string may contain ":" and one to five digits. The rest must be equal, and empty or begin with "/" or
//     "?". None of the three hosts matches another. Section 7.3 of RFC 8252 says so for the addresses. It advises against
//     localhost, but clients register it. If no port may differ, check slices.Contains(registered, requested) as well.
//   - MatchURI rejects a URL with a fragment or credentials, and one whose scheme is javascript, data, blob, file, about,
//     filesystem, vbscript, view-source, intent, jar or feed.
//
// # The result
//
// The URL is normalized, as by [url.Parse]: if "https://APP.example" is registered, its Href is "https://app.example/". Another
// OAuth server compares strings, so pass it the registered string.
func MatchURI(registered []string, requested string) (url.URL, error) {
	if !slices.ContainsFunc(registered, func(s string) bool { return s == requested || sameButPort(s, requested) }) {
		return url.URL{}, ErrNotRegistered
	}
	u, err := url.Parse(requested)
	if err != nil && slices.Contains(registered, requested) {
		return url.URL{}, err
	}
	if err != nil || unfit(u) != nil {
		return url.URL{}, ErrNotRegistered
	}
	return u, nil
}

// CheckURI returns an error if uri should not be registered as a redirect_uri of an OAuth client. Call it when a client
// registers, and show the error to the client. [MatchURI] says only that a redirect_uri is not registered.
//
// It returns nil if and only if MatchURI([]string{uri}, uri) succeeds and [url.Validate] finds no fault in uri. Most faults are
// mistakes that a browser repairs, as in "https:a.example/cb". "https://*.example/cb" has a fault as well, because the
// DNS does not allow such a host.
//
// # Errors
//
// The error is the first of these:
//   - the [*url.Error] of [url.Parse], such as [url.ErrMissingSchemeNonRelativeURL] for a URI without a scheme,
//   - an error that names the scheme that MatchURI rejects, or says that there are credentials or a fragment,
//   - the first [url.ValidationError].
//
// It is never [ErrNotRegistered]. No message contains a password.
//
// # What else to check
//
//   - Reject a query that contains a parameter of the answer, such as "code" or "state": section 3.1 of RFC 6749 allows each
//     parameter only once.
//   - If your server is only for web pages, reject all schemes other than https.
func CheckURI(uri string) error {
	var fault error
	parser := url.Parser{OnValidationError: func(e url.ValidationError) {
		if fault == nil {
			fault = e
		}
	}}
	u, err := parser.Parse(uri)
	if err != nil {
		return err
	}
	if err := unfit(u); err != nil {
		return err
	}
	return fault
}

var (
	errCredentials = errors.New("redirect: a redirect_uri must not have credentials")
	errFragment    = errors.New("redirect: a redirect_uri must not have a fragment")
)

// unfit returns why u cannot be the redirect_uri of any client.
func unfit(u url.URL) error {
	if slices.Contains(unsafeSchemes, u.Scheme()) {
		return errors.New("redirect: a redirect_uri must not have the scheme " + u.Scheme())
	}
	if u.IncludesCredentials() {
		return errCredentials
	}
	if _, hasFragment := u.Fragment(); hasFragment {
		return errFragment
	}
	return nil
}

// unsafeSchemes are the schemes of URLs that do not lead to a client: scripts, pages and files of the user's own browser, and
// URLs that contain another one.
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
