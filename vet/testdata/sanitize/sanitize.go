// Package sanitize knows URLs as text alone: it imports neither net/url nor net/http.
package sanitize

import (
	"bytes"
	"strings"
)

var dangerous = [][]byte{[]byte("javascript:"), []byte("vbscript:"), []byte("data:")}

func hasPrefix(s, prefix []byte) bool {
	return len(s) >= len(prefix) && bytes.EqualFold(s[:len(prefix)], prefix)
}

func isDangerous(link []byte) bool { // want `the function isDangerous does not recognize " javascript:alert\(1\)" as a script, but a browser runs it as one`
	for _, prefix := range dangerous {
		if hasPrefix(link, prefix) {
			return true
		}
	}
	return false
}

func cleans(link string) string { // want `the function cleans does not recognize "java\\tscript:alert\(1\)" as a script, but a browser runs it as one`
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(link)), "javascript:") {
		return ""
	}
	return link
}

func crawls(link string) bool { // ok: it refuses other links, too
	return !strings.HasPrefix(link, "javascript:") && !strings.HasPrefix(link, "mailto:")
}

func isSafe(link string) bool { // ok: nothing but these
	return strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "http://")
}

func isDangerousImage(link []byte) bool { // ok
	return !bytes.HasPrefix(link, []byte("https://"))
}

func isSafeText(s string) bool { // ok: it is not asked for a script
	return !strings.Contains(s, "<script>")
}

func isDangerousHandler(attribute string) bool { // ok
	return strings.HasPrefix(strings.ToLower(attribute), "on")
}

const help = "a bookmarklet begins with javascript:"
