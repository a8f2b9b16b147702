package main

import (
	"errors"
	"fmt"
	neturl "net/url"
	"strconv"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/compare"
)

// A difference says how net/url's reading of a URL differs from the standard's.
type difference int

const (
	alike      difference = iota
	otherHost             // both accept the URL, with different hosts
	otherPath             // both accept the URL, with the same host and different paths
	netRefuses            // only net/url refuses the URL
	netAccepts            // only the standard refuses the URL
	bothRefuse
	differences // the number of differences
)

// differenceNames has the names for people, and the keys in JSON.
var differenceNames = [differences]struct{ text, key string }{
	alike:      {"read alike", "alike"},
	otherHost:  {"another host", "host"},
	otherPath:  {"another path", "path"},
	netRefuses: {"refused only by net/url", "refused"},
	netAccepts: {"accepted only by net/url", "accepted"},
	bothRefuse: {"refused by both", "both-refused"},
}

// A comparer reads URLs by the standard and with net/url, and counts the differences.
type comparer struct {
	base   *neturl.URL // nil: none
	json   bool
	strict bool // a difference changes the exit status
	tally  [differences]int
}

// compareAll sets the tool up for -compare. Each worker has its own comparer.
func (t *tool) compareAll() {
	var all []*comparer
	t.blocks = !t.opts.json
	t.newLine = func() lineFunc {
		m := &comparer{base: t.opts.netBase, json: t.opts.json, strict: t.opts.strict}
		all = append(all, m)
		r := t.newReading()
		return func(c *chunk, line string, number int) {
			if t.parse(r, c, line, number); r.err != nil {
				c.refuse(number, r.err)
			} else if !t.passes(c, r) {
				return
			}
			m.compare(c, r.line, number, r.u, r.err)
		}
	}
	t.summary = func() {
		total := comparer{json: t.opts.json}
		for _, m := range all {
			for d, n := range m.tally {
				total.tally[d] += n
			}
		}
		t.output(total.appendSummary(nil))
	}
}

// A comparison holds how the standard and net/url read a line: for each a URL or an error.
type comparison struct {
	line   string
	u      url.URL
	err    error
	net    *neturl.URL
	netErr error
}

// compare compares how net/url reads a line with u and err, the standard's result. It writes the difference, if
// there is one.
func (m *comparer) compare(c *chunk, line string, number int, u url.URL, err error) {
	both := comparison{line: line, u: u, err: err}
	both.net, both.netErr = compare.NetParse(m.base, line)
	d := both.difference()
	m.tally[d]++
	if d == alike || d == bothRefuse {
		return
	}
	c.different = c.different || m.strict
	switch {
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

// samePath reports whether the paths are the same after percent-decoding. An empty path of net/url counts as "/".
func samePath(u url.URL, n *neturl.URL) bool {
	path, netPath := u.Pathname(), netPath(n)
	return path == netPath || path == "/" && netPath == "" ||
		url.PercentDecode(path) == url.PercentDecode(netPath)
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
		standard, net = c.u.Href(), compare.NetReason(c.netErr)
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

// refusal returns why and where the standard refuses a line.
func refusal(err error) string {
	e, ok := errors.AsType[*url.Error](err)
	if !ok {
		return reason(err)
	}
	return e.Err.Error() + " at byte " + strconv.Itoa(e.Offset)
}

// appendJSON appends a difference as a JSON object on one line.
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
		dst = appendMember(dst, "error", compare.NetReason(c.netErr))
	} else {
		dst = appendReading(dst, c.net.String(), c.net.Hostname(), netPath(c.net))
	}
	return append(dst, "}}\n"...)
}

// appendReading appends a reading of a URL as members of a JSON object.
func appendReading(dst []byte, href, hostname, pathname string) []byte {
	dst = appendMember(dst, "href", href)
	dst = appendMember(append(dst, ','), "hostname", hostname)
	return appendMember(append(dst, ','), "pathname", pathname)
}

// appendSummary appends the number of URLs for each kind of difference.
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
