package main

import (
	"bytes"
	"errors"
	"fmt"
	neturl "net/url"
	"strconv"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
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

// A comparison is what the standard and net/url make of a line: each a URL, or the reason why it is none.
type comparison struct {
	line   string
	u      *url.URL
	err    error
	net    *neturl.URL
	netErr error
}

// compare writes how net/url reads a line otherwise than the standard, which reads it as u or refuses it
// with err.
func (m *comparer) compare(c *chunk, line string, number int, u *url.URL, err error) {
	both := comparison{line: line, u: u, err: err}
	both.net, both.netErr = compare.NetParse(m.base, line)
	d := both.difference()
	m.tally[d]++
	switch {
	case d == alike || d == bothRefuse:
	case m.json:
		c.out = both.appendJSON(c.out, c.source, number, d)
	default:
		c.out = append(c.place(append(c.out, '\n'), number), ": "...)
		c.out = both.appendText(c.out, d)
	}
}

func (c *comparison) difference() difference {
	switch {
	case c.err != nil && c.netErr != nil:
		return bothRefuse
	case c.err != nil:
		return netAccepts
	case c.netErr != nil:
		return netRefuses
	case !compare.SameHost(c.u.Hostname(), c.net.Hostname()):
		return otherHost
	case !samePath(c.u, c.net):
		return otherPath
	}
	return alike
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

// appendText appends a difference for people.
func (c *comparison) appendText(dst []byte, d difference) []byte {
	standard, net := "", ""
	switch d {
	case otherHost:
		standard, net = orNone(c.u.Hostname()), orNone(c.net.Hostname())
	case otherPath:
		standard, net = orNone(c.u.Pathname()), orNone(netPath(c.net))
	case netRefuses:
		standard, net = c.u.Href(), netReason(c.netErr)
	case netAccepts:
		standard, net = refusal(c.err), c.net.String()
	}
	return fmt.Appendf(dst, "%s: %s\n  standard  %s\n  net/url   %s\n",
		differenceNames[d].text, visible(c.line), standard, visible(net))
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

// appendJSON appends a difference as an object of one line.
func (c *comparison) appendJSON(dst []byte, source string, number int, d difference) []byte {
	dst = appendMember(append(dst, '{'), "input", c.line)
	dst = appendMember(append(dst, ','), "source", source)
	dst = strconv.AppendInt(append(dst, `,"line":`...), int64(number), 10)
	dst = appendMember(append(dst, ','), "difference", differenceNames[d].key)
	dst = append(dst, `,"standard":{`...)
	if c.err != nil {
		dst = appendMember(dst, "error", refusal(c.err))
	} else {
		dst = appendReading(dst, c.u.Href(), c.u.Hostname(), c.u.Pathname())
	}
	dst = append(dst, `},"net/url":{`...)
	if c.netErr != nil {
		dst = appendMember(dst, "error", netReason(c.netErr))
	} else {
		dst = appendReading(dst, c.net.String(), c.net.Hostname(), netPath(c.net))
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
