package url

import neturl "net/url"

// These types are the types of net/url.
type (
	// URL is the same type as [net/url.URL]. Its Parse method uses net/url, so call [ParseRef] instead.
	URL = neturl.URL

	// Userinfo is the same type as [net/url.Userinfo].
	Userinfo = neturl.Userinfo

	// Values is the same type as [net/url.Values].
	Values = neturl.Values

	// Error is the same type as [net/url.Error]. Its Err field may wrap several errors, so use [errors.As] instead of a
	// type assertion to get an EscapeError or an InvalidHostError. If the URL Standard rejects a URL or a reference that
	// contains no control characters, the Error also wraps an *Error from package github.com/weburl-go/url that says why.
	// The URL in an Error returned by this package contains no credentials or query values.
	Error = neturl.Error

	// EscapeError is the same type as [net/url.EscapeError].
	EscapeError = neturl.EscapeError

	// InvalidHostError is the same type as [net/url.InvalidHostError].
	InvalidHostError = neturl.InvalidHostError
)

// ParseQuery calls [net/url.ParseQuery].
func ParseQuery(query string) (Values, error) { return neturl.ParseQuery(query) }

// PathEscape calls [net/url.PathEscape].
func PathEscape(s string) string { return neturl.PathEscape(s) }

// PathUnescape calls [net/url.PathUnescape].
func PathUnescape(s string) (string, error) { return neturl.PathUnescape(s) }

// QueryEscape calls [net/url.QueryEscape].
func QueryEscape(s string) string { return neturl.QueryEscape(s) }

// QueryUnescape calls [net/url.QueryUnescape].
func QueryUnescape(s string) (string, error) { return neturl.QueryUnescape(s) }

// User calls [net/url.User].
func User(username string) *Userinfo { return neturl.User(username) }

// UserPassword calls [net/url.UserPassword].
func UserPassword(username, password string) *Userinfo {
	return neturl.UserPassword(username, password)
}
