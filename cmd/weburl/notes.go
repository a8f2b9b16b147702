package main

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
)

// A note is something that a reader of a URL may miss, although it need not be an error.
type note struct{ name, text string }

// notes returns what a reader of a line may miss. u is what the line is read as.
func notes(line string, u, base url.URL) (list []note) {
	host, ok := u.ParsedHost()
	if !ok || !base.IsZero() && u.Host() == base.Host() {
		return nil // the line need not have a host
	}
	if u.IncludesCredentials() {
		list = append(list, note{"credentials", fmt.Sprintf(`What is before "@" is a username or password. The host is %s.`, visible(u.Host()))})
	}
	if host.Kind() == url.HostIPv4 && !strings.Contains(line, host.String()) {
		list = append(list, note{"ipv4-in-disguise", fmt.Sprintf("IPv4 in disguise: the host is the address %s.", host)})
	}
	if unicode := host.Unicode(); unicode != host.String() {
		list = append(list, note{"unicode-hostname", fmt.Sprintf("The unicode-hostname is %s.", visible(unicode))})
		if shown := display.URL(u, display.Options{HostOnly: true}); strings.Contains(shown, "xn--") {
			list = append(list, note{"look-alike", fmt.Sprintf("The host may be taken for another one. Show it as %s.", visible(shown))})
		}
	}
	return list
}

// appendNotes appends notes as a JSON array of objects.
func appendNotes(dst []byte, list []note) []byte {
	dst = append(dst, '[')
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendMember(append(dst, '{'), "name", n.name)
		dst = append(appendMember(append(dst, ','), "text", n.text), '}')
	}
	return append(dst, ']')
}
