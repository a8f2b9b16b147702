// Package helper holds checks that another package calls.
package helper

import (
	neturl "net/url"
	"strings"
)

func IsRelativePath(s string) bool {
	u, err := neturl.Parse(s)
	return err == nil && u.Scheme == "" && u.Host == ""
}

func Sanitize(s, fallback string) string {
	if len(s) > 1 && s[0] == '/' && s[1] != '/' {
		return s
	}
	return "/home"
}

func IsLocal(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !strings.ContainsAny(s, "\\\t\n\r")
}

func Known(s string) bool { return s == "/ok/a" || s == "/" }
