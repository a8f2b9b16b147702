package urlpattern

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// encodingCallback is https://urlpattern.spec.whatwg.org/#encoding-callback.
type encodingCallback func(value string) (string, error)

// dummyURL returns https://urlpattern.spec.whatwg.org/#create-a-dummy-url.
var dummyURL = sync.OnceValue(func() url.URL { return url.MustParse("https://dummy.invalid/") })

// canonicalizeAProtocol implements https://urlpattern.spec.whatwg.org/#canonicalize-a-protocol.
func canonicalizeAProtocol(value string) (string, error) {
	switch value {
	case "", "https", "http":
		return value, nil
	}
	u, err := url.Parse(value + "://dummy.invalid/")
	if err != nil {
		return "", err
	}
	return u.Scheme(), nil
}

// canonicalizeAUsername implements https://urlpattern.spec.whatwg.org/#canonicalize-a-username.
func canonicalizeAUsername(value string) (string, error) {
	return percentEncode(value, url.UserinfoPercentEncodeSet), nil
}

// canonicalizeAPassword implements https://urlpattern.spec.whatwg.org/#canonicalize-a-password.
func canonicalizeAPassword(value string) (string, error) {
	return percentEncode(value, url.UserinfoPercentEncodeSet), nil
}

// canonicalizeAHostname implements https://urlpattern.spec.whatwg.org/#canonicalize-a-hostname. The hostname state
// stops at a "/", "?", "#" or "\", and that is not a failure.
func canonicalizeAHostname(value string) (string, error) {
	if value == "" {
		return value, nil
	}
	u := dummyURL()
	if err := u.SetHostname(value); failed(err) {
		return "", err
	}
	return u.Hostname(), nil
}

// failed reports whether a setter's error says that the standard's parser returned failure. If a part of the value
// was used, it did not.
func failed(err error) bool {
	e, ok := errors.AsType[*url.Error](err)
	return ok && !e.Partial
}

// canonicalizeAnIPv6Hostname implements https://urlpattern.spec.whatwg.org/#canonicalize-an-ipv6-hostname.
func canonicalizeAnIPv6Hostname(value string) (string, error) {
	for i := range len(value) {
		if strings.IndexByte("0123456789abcdefABCDEF[]:", value[i]) < 0 {
			return "", &url.Error{Op: "SetHostname", Input: value, Offset: i, Err: url.ErrIPv6InvalidCodePoint}
		}
	}
	return strings.ToLower(value), nil
}

// canonicalizeAPort implements https://urlpattern.spec.whatwg.org/#canonicalize-a-port without a protocol. The dummy URL then
// has no scheme, and so no default port.
func canonicalizeAPort(portValue string) (string, error) {
	return canonicalizeAPortFor(portValue, "")
}

// canonicalizeAPortFor implements https://urlpattern.spec.whatwg.org/#canonicalize-a-port. A URL with the scheme
// file cannot have a port set, but it has no default port either, so it counts as one that is not special.
func canonicalizeAPortFor(portValue, protocolValue string) (string, error) {
	if portValue == "" {
		return portValue, nil
	}
	if !isASpecialScheme(protocolValue) || protocolValue == "file" {
		protocolValue = "not-special"
	}
	u := url.MustParse(protocolValue + "://dummy.invalid/")
	if err := u.SetPort(portValue); failed(err) {
		return "", err
	}
	return u.Port(), nil
}

// canonicalizeAPathname implements https://urlpattern.spec.whatwg.org/#canonicalize-a-pathname.
//
// If ".." removes the dummy segment and leaves fewer than two code points, the last step asks for a substring that
// does not exist. Implementations refuse that, and so does this one.
func canonicalizeAPathname(value string) (string, error) {
	if value == "" {
		return value, nil
	}
	leadingSlash := value[0] == '/'
	modifiedValue := value
	if !leadingSlash {
		modifiedValue = "/-" + value
	}
	u := dummyURL()
	if err := u.SetPathname(modifiedValue); failed(err) {
		return "", err
	}
	result := u.Pathname()
	if !leadingSlash {
		if len(result) < 2 {
			return "", &url.Error{Op: "SetPathname", Input: value, Offset: strings.LastIndexByte(value, '/') + 1, Err: url.ErrInvalidPathSegment}
		}
		result = result[2:]
	}
	return result, nil
}

// canonicalizeAnOpaquePathname implements https://urlpattern.spec.whatwg.org/#canonicalize-an-opaque-pathname.
//
// Package url has no setter for an opaque path, so the steps of the opaque path state are here: what follows a "?"
// or a "#" is not a part of the path, and a space before one of these is encoded.
// https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
func canonicalizeAnOpaquePathname(value string) (string, error) {
	value = infra.WithoutTabsAndNewlines(value)
	if end := strings.IndexAny(value, "?#"); end >= 0 {
		value = value[:end]
		if strings.HasSuffix(value, " ") {
			value = value[:end-1] + "%20"
		}
	}
	return percentEncode(value, url.C0ControlPercentEncodeSet), nil
}

// canonicalizeASearch implements https://urlpattern.spec.whatwg.org/#canonicalize-a-search. The dummy URL is
// special, so "'" is encoded, although it is not in the queries of URLs that are not special.
func canonicalizeASearch(value string) (string, error) {
	return percentEncode(infra.WithoutTabsAndNewlines(value), url.QueryPercentEncodeSet|url.SpecialQueryPercentEncodeSet), nil
}

// canonicalizeAHash implements https://urlpattern.spec.whatwg.org/#canonicalize-a-hash.
func canonicalizeAHash(value string) (string, error) {
	return percentEncode(infra.WithoutTabsAndNewlines(value), url.FragmentPercentEncodeSet), nil
}

// percentEncode implements https://url.spec.whatwg.org/#string-utf-8-percent-encode. Bytes that are not UTF-8 count as U+FFFD.
func percentEncode(value string, set url.PercentEncodeSet) string {
	return url.PercentEncode(infra.ToScalarValues(value), set)
}

// isASpecialScheme implements https://url.spec.whatwg.org/#special-scheme.
func isASpecialScheme(scheme string) bool {
	for _, special := range infra.SpecialSchemes {
		if scheme == special.Name {
			return true
		}
	}
	return false
}

// defaultPort returns the scheme's default port, or "". https://url.spec.whatwg.org/#default-port
func defaultPort(scheme string) string {
	for _, special := range infra.SpecialSchemes {
		if scheme == special.Name && special.Port != 0 {
			return strconv.Itoa(int(special.Port))
		}
	}
	return ""
}
