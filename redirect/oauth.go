package redirect

import (
	"errors"
	"slices"
	"strings"

	"github.com/weburl-go/url"
)

// MatchURI checks that requested is a redirect_uri that the client has registered, and returns the URL that an OAuth
// server may redirect to. Redirect to the result, never to requested. When a client registers a redirect_uri, check it
// with [CheckURI].
//
//	u, err := redirect.MatchURI(registered, r.FormValue("redirect_uri"))
//	if err != nil {
//		http.Error(w, err.Error(), http.StatusBadRequest) // no redirect
//		return
//	}
//	u = u.AppendQuery("code", code).AppendQuery("state", state)
//	http.Redirect(w, r, u.Href(), http.StatusFound)
//
// If requested is registered but does not parse, the error is the one returned by [url.Parse]. Any other error is
// [ErrNotRegistered].
//
// # What matches
//
// The requested string must equal a registered one, byte for byte, as section 2.1 of RFC 9700 requires. A prefix, a
// pattern or a different spelling of the same URL does not match.
//
// There is one exception, for native apps. The port may differ if both strings begin with the same prefix, which must
// be one of these:
//
//	http://127.0.0.1
//	http://[::1]
//	http://localhost
//
// In either string, the prefix may be followed by a port, which consists of a colon and one to five digits, such as
// ":8080", ":0" or ":00080". The rest must be the same in both strings, and must either be empty or begin with "/" or
// "?".
//
// Section 7.3 of RFC 8252 allows different ports for the two addresses. Section 8.3 advises against localhost, but
// clients register it anyway. To require the registered port, reject requested unless slices.Contains(registered,
// requested) is true.
//
// MatchURI rejects even a registered URL if it contains a fragment (even an empty one), a username or a password, or if
// its scheme is javascript, data, blob, file, about, filesystem, vbscript, view-source, intent, jar or feed.
//
// # The result
//
// The result is normalized, like any URL returned by [url.Parse]. For example, a missing path becomes "/", and an
// upper-case host becomes lower-case. Because OAuth servers compare strings, pass the registered string rather than the
// result when you send a redirect_uri to another OAuth server.
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

// CheckURI returns an error if an OAuth client should not register uri as a redirect_uri. Call it when a client
// registers, and show the error to the client's developer.
//
// Without this check, a mistake shows up only when [MatchURI] rejects an authorization request, with an error that does
// not give the reason.
//
// The result is nil if and only if MatchURI([]string{uri}, uri) succeeds and [url.Validate] reports no problems with
// uri. Most of these problems are mistakes that browsers repair, such as the missing slashes in "https:a.example/cb". A
// wildcard such as "*" in the host is also reported, because the DNS does not allow it.
//
// # Errors
//
// The error is the first of these that applies:
//
//   - the [*url.Error] from [url.Parse], such as [url.ErrMissingSchemeNonRelativeURL] for a URI without a scheme;
//   - an error that names a scheme that MatchURI rejects, or says that uri contains credentials or a fragment;
//   - the first [url.ValidationError].
//
// The error is never [ErrNotRegistered], and no message contains a password.
//
// # What else to check
//
//   - Reject a query that contains a response parameter, such as "code" or "state", because section 3.1 of RFC 6749
//     does not allow a parameter to occur twice.
//   - If your server is for web applications only, reject every scheme except https.
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
