package url

import neturl "net/url"

// The types are those of net/url.
type (
	// URL is net/url's URL. Its method Parse reads with net/url: use [ParseRef].
	URL = neturl.URL

	// Userinfo is net/url's Userinfo.
	Userinfo = neturl.Userinfo

	// Values is net/url's Values.
	Values = neturl.Values

	// Error is net/url's Error. If the URL Standard refuses a string, [errors.As] also finds a *Error of package
	// github.com/weburl-go/url in it, which says why.
	Error = neturl.Error

	// EscapeError is net/url's EscapeError.
	EscapeError = neturl.EscapeError

	// InvalidHostError is net/url's InvalidHostError.
	InvalidHostError = neturl.InvalidHostError
)

// ParseQuery is net/url's ParseQuery.
func ParseQuery(query string) (Values, error) { return neturl.ParseQuery(query) }

// PathEscape is net/url's PathEscape.
func PathEscape(s string) string { return neturl.PathEscape(s) }

// PathUnescape is net/url's PathUnescape.
func PathUnescape(s string) (string, error) { return neturl.PathUnescape(s) }

// QueryEscape is net/url's QueryEscape.
func QueryEscape(s string) string { return neturl.QueryEscape(s) }

// QueryUnescape is net/url's QueryUnescape.
func QueryUnescape(s string) (string, error) { return neturl.QueryUnescape(s) }

// User is net/url's User.
func User(username string) *Userinfo { return neturl.User(username) }

// UserPassword is net/url's UserPassword.
func UserPassword(username, password string) *Userinfo {
	return neturl.UserPassword(username, password)
}
