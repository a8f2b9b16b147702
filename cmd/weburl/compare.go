package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	neturl "net/url"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
)

// A difference is what net/url and the standard make of a URL, compared.
type difference int

const (
	alike      difference = iota
	otherHost             // both read it, each with another host
	otherPath             // both read it, with the same host and each with another path
	netRefuses            // only net/url refuses it
	netAccepts            // only the standard refuses it
	bothRefuse
	differences // how many there are
)

// differenceNames are for people, and as keys in JSON.
var differenceNames = [differences]struct{ text, key string }{
	alike:      {"read alike", "alike"},
	otherHost:  {"another host", "host"},
	otherPath:  {"another path", "path"},
	netRefuses: {"refused by net/url alone", "refused"},
	netAccepts: {"accepted by net/url alone", "accepted"},
	bothRefuse: {"refused by both", "both-refused"},
}

// A comparer reads URLs as the standard does and as net/url does.
type comparer struct {
	base  *neturl.URL // or nil
	json  bool
	tally [differences]int
}

// compareAll makes the tool compare. Each worker has a tally of its own.
func (t *tool) compareAll() {
	var all []*comparer
	t.blocks = !t.opts.json
	t.newLine = func() lineFunc {
		m := &comparer{base: t.opts.netBase, json: t.opts.json}
		all = append(all, m)
		u := new(url.URL)
		return func(c *chunk, line string, number int) {
			err := t.parse(u, line)
			if err != nil {
				c.refuse(number, err)
			}
			m.compare(c, line, number, u, err)
		}
	}
	t.summary = func(dst []byte) []byte {
		total := comparer{json: t.opts.json}
		for _, m := range all {
			for d, n := range m.tally {
				total.tally[d] += n
			}
		}
		return total.appendSummary(dst)
	}
}

// compare writes how net/url reads a line otherwise than the standard, which reads it as u or refuses it
// with err.
func (m *comparer) compare(c *chunk, line string, number int, u *url.URL, err error) {
	n, netErr := m.netParse(line)
	d := alike
	switch {
	case err != nil && netErr != nil:
		d = bothRefuse
	case err != nil:
		d = netAccepts
	case netErr != nil:
		d = netRefuses
	case !sameHost(u, n):
		d = otherHost
	case !samePath(u, n):
		d = otherPath
	}
	m.tally[d]++
	switch {
	case d == alike || d == bothRefuse:
	case m.json:
		c.out = appendDifferenceObject(c.out, c.source, number, line, d, u, err, n, netErr)
	default:
		c.out = append(c.place(append(c.out, '\n'), number), ": "...)
		c.out = fmt.Appendf(c.out, "%s: %s\n", differenceNames[d].text, visible(line))
		c.out = fmt.Appendf(c.out, "  standard  %s\n", standardReading(d, u, err))
		c.out = fmt.Appendf(c.out, "  net/url   %s\n", visible(netReading(d, n, netErr)))
	}
}

// errNotAbsolute is the reason for which a string that net/url takes for a relative URL stands for no URL.
var errNotAbsolute = errors.New("no scheme")

// netParse parses a line with net/url.
func (m *comparer) netParse(line string) (*neturl.URL, error) {
	if m.base != nil {
		return m.base.Parse(line)
	}
	u, err := neturl.Parse(line)
	if err == nil && !u.IsAbs() {
		return nil, errNotAbsolute
	}
	return u, err
}

// sameHost reports whether the hosts are the same to a program that uses net/url with care: it looks at
// them in lower case, at domains in Punycode as net/http sends them, and takes for IP addresses what net/netip
// does.
func sameHost(u *url.URL, n *neturl.URL) bool {
	host, netHost := strings.Trim(u.Hostname(), "[]"), n.Hostname()
	if host == netHost || host == strings.ToLower(netHost) {
		return true
	}
	addr, isAddr := u.Addr()
	if netAddr, err := netip.ParseAddr(netHost); isAddr || err == nil {
		return isAddr && netAddr == addr
	}
	if !u.IsSpecial() {
		return string(url.PercentDecode(host)) == netHost
	}
	ascii, err := url.DomainToASCII(netHost, false)
	return err == nil && ascii == host
}

// samePath reports whether the paths are the same: percent-decoded, and with no path as "/".
func samePath(u *url.URL, n *neturl.URL) bool {
	path, netPath := u.Pathname(), netPath(n)
	return path == netPath || path == "/" && netPath == "" ||
		bytes.Equal(url.PercentDecode(path), url.PercentDecode(netPath))
}

func netPath(n *neturl.URL) string {
	if n.Opaque != "" {
		return n.Opaque
	}
	return n.EscapedPath()
}

// standardReading says what the standard makes of a line, as far as it matters to the difference.
func standardReading(d difference, u *url.URL, err error) string {
	switch {
	case err != nil:
		return refusal(err)
	case d == otherHost:
		return orNone(u.Hostname())
	case d == otherPath:
		return orNone(u.Pathname())
	}
	return u.Href()
}

// netReading says what net/url makes of it.
func netReading(d difference, n *neturl.URL, err error) string {
	switch {
	case err != nil:
		return netReason(err)
	case d == otherHost:
		return orNone(n.Hostname())
	case d == otherPath:
		return orNone(netPath(n))
	}
	return n.String()
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// refusal says why and where the standard refuses a line.
func refusal(err error) string {
	var e *url.Error
	if !errors.As(err, &e) {
		return reason(err)
	}
	return e.Err.Error() + " at byte " + strconv.Itoa(e.Offset)
}

// netReason says why net/url refuses a line, without the line.
func netReason(err error) string {
	var e *neturl.Error
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// appendDifferenceObject appends a difference as a JSON object.
func appendDifferenceObject(dst []byte, source string, number int, line string, d difference, u *url.URL, err error,
	n *neturl.URL, netErr error) []byte {
	dst = appendMember(append(dst, '{'), "input", line)
	dst = appendMember(append(dst, ','), "source", source)
	dst = strconv.AppendInt(append(dst, `,"line":`...), int64(number), 10)
	dst = appendMember(append(dst, ','), "difference", differenceNames[d].key)
	dst = append(dst, `,"standard":{`...)
	if err != nil {
		dst = appendMember(dst, "error", refusal(err))
	} else {
		dst = appendReading(dst, u.Href(), u.Hostname(), u.Pathname())
	}
	dst = append(dst, `},"net/url":{`...)
	if netErr != nil {
		dst = appendMember(dst, "error", netReason(netErr))
	} else {
		dst = appendReading(dst, n.String(), n.Hostname(), netPath(n))
	}
	return append(dst, "}}\n"...)
}

// appendReading appends the members of a JSON object that say how a URL was read.
func appendReading(dst []byte, href, hostname, pathname string) []byte {
	dst = appendMember(dst, "href", href)
	dst = appendMember(append(dst, ','), "hostname", hostname)
	return appendMember(append(dst, ','), "pathname", pathname)
}

// appendSummary appends how many URLs there were of each kind.
func (m *comparer) appendSummary(dst []byte) []byte {
	total := 0
	for _, n := range m.tally {
		total += n
	}
	if m.json {
		dst = fmt.Appendf(dst, `{"summary":{"urls":%d`, total)
		for d, n := range m.tally {
			dst = fmt.Appendf(dst, `,"%s":%d`, differenceNames[d].key, n)
		}
		return append(dst, "}}\n"...)
	}
	width := len(strconv.Itoa(total))
	dst = fmt.Appendf(dst, "\n%*d  URLs\n", width, total)
	for d, n := range m.tally {
		dst = fmt.Appendf(dst, "%*d  %s\n", width, n, differenceNames[d].text)
	}
	return dst
}
