package main

import (
	"cmp"
	"errors"
	"fmt"
	neturl "net/url"
	"strconv"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/cmd/internal/compare"
)

// differenceNames contains the names of the differences for people, and their keys in JSON.
var differenceNames = [differences]struct{ text, key string }{
	alike:      {"read the same way", "alike"},
	otherHost:  {"different host", "host"},
	otherPath:  {"different path", "path"},
	netRefuses: {"rejected only by net/url", "refused"},
	netAccepts: {"accepted only by net/url", "accepted"},
	bothRefuse: {"rejected by both", "both-refused"},
}

// compareLine returns the line function of -compare, which shows how net/url reads a line if that differs from the standard.
func (t *tool) compareLine() lineFunc {
	r := t.newReading()
	return func(c *chunk, line string, number int) {
		if t.parse(r, c, line, number); !t.passes(c, r) {
			return
		} else if r.err != nil {
			c.refuse(number, r.err)
		}
		both := comparison{line: r.line, u: r.u, err: r.err}
		both.net, both.netErr = compare.NetParse(t.opts.netBase, r.line)
		d := both.difference()
		c.tally[d]++
		if d == alike || d == bothRefuse {
			return
		}
		c.found = c.found || t.opts.strict
		if t.opts.json {
			c.out = append(both.appendJSON(c.out, r, d), c.end)
		} else {
			c.out = append(c.place(append(c.out, '\n'), number), ": "...)
			c.out = both.appendText(c.out, d)
		}
	}
}

// A comparison holds what the standard and net/url make of a line. Each has a URL or an error.
type comparison struct {
	line   string
	u      url.URL
	err    error
	net    *neturl.URL
	netErr error
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

// samePath reports whether the paths are equal after percent-decoding, where an empty path of net/url equals "/".
func samePath(u url.URL, n *neturl.URL) bool {
	path, netPath := u.Pathname(), compare.NetPath(n)
	return path == netPath || path == "/" && netPath == "" ||
		url.PercentDecode(path) == url.PercentDecode(netPath)
}

func (c *comparison) appendText(dst []byte, d difference) []byte {
	const none = "(none)"
	standard, net := "", ""
	switch d {
	case otherHost:
		standard, net = cmp.Or(c.u.Hostname(), none), cmp.Or(c.net.Hostname(), none)
	case otherPath:
		standard, net = cmp.Or(c.u.Pathname(), none), cmp.Or(compare.NetPath(c.net), none)
	case netRefuses:
		standard, net = c.u.Href(), compare.NetReason(c.netErr)
	case netAccepts:
		standard, net = refusal(c.err), c.net.String()
	}
	return fmt.Appendf(dst, "%s: %s\n  standard  %s\n  net/url   %s\n",
		differenceNames[d].text, visible(c.line), standard, visible(net))
}

func refusal(err error) string {
	e, ok := errors.AsType[*url.Error](err)
	if !ok {
		return reason(err)
	}
	name, detail, _ := strings.Cut(e.Err.Error(), ": ")
	name += " at byte " + strconv.Itoa(e.Offset)
	if detail != "" {
		name += ": " + detail
	}
	return name
}

func (c *comparison) appendJSON(dst []byte, r *reading, d difference) []byte {
	dst = appendInput(append(dst, '{'), c.line)
	dst = appendPlace(append(dst, ','), r)
	dst = appendMember(append(dst, ','), "difference", differenceNames[d].key)
	dst = append(dst, `,"standard":`...)
	if c.err != nil {
		dst = appendObjectOf(dst, "error", refusal(c.err))
	} else {
		dst = appendObjectOf(dst, "href", c.u.Href(), "hostname", c.u.Hostname(), "pathname", c.u.Pathname())
	}
	dst = append(dst, `,"net/url":`...)
	if c.netErr != nil {
		dst = appendObjectOf(dst, "error", compare.NetReason(c.netErr))
	} else {
		dst = appendObjectOf(dst, "href", c.net.String(), "hostname", c.net.Hostname(), "pathname", compare.NetPath(c.net))
	}
	return append(dst, '}')
}

func (t *tool) writeTally() {
	total := 0
	for _, n := range t.tally {
		total += n
	}
	if t.opts.json {
		out := fmt.Appendf(nil, `{"summary":{"urls":%d`, total)
		for d, n := range t.tally {
			out = fmt.Appendf(out, `,"%s":%d`, differenceNames[d].key, n)
		}
		t.output(append(out, '}', '}', t.framing.end))
		return
	}
	width := len(strconv.Itoa(total))
	out := fmt.Appendf(nil, "\n%*d  URLs\n", width, total)
	for d, n := range t.tally {
		out = fmt.Appendf(out, "%*d  %s\n", width, n, differenceNames[d].text)
	}
	t.output(out)
}
