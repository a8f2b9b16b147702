package vet

import (
	"go/ast"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/browser"
	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// sentUnchecked is what a client sends where nothing checks it: a URL, a host, what names a host after a slash, and a script.
func (w words) sentUnchecked() []string {
	evil := w.Evil()
	return []string{"https://" + evil + "/a", evil, "/" + evil + "/a", `\` + evil + "/a", "javascript:" + w.Attacker, `../\` + evil + "/a"}
}

// readsSegment matches what reads a part of a path between slashes, in routers that match the path as it is decoded.
var readsSegment = regexp.MustCompile(`\.(Param|Params|URLParam|ByName)\(?"|mux\.Vars`)

// uncheckedRedirect finds a redirect to what a client sent, and a page whose response it may read. The text arrives although the
// checks of it ran, and no other condition of the function can be one of who sent the request.
func (c *checker) uncheckedRedirect(at inspector.Cursor) {
	c.unchecked(at, func(h interp.Hit) string {
		_, host := browser.Reads(h.Value)
		switch {
		case !c.words.Owns(host):
		case h.Kind == interp.Redirect:
			return "the client chooses the target of this redirect, and a target such as %s leads to another host; " + writeSameOrigin
		case h.Kind == interp.Shared && !h.Asks && code.Contains(at.Node(), sharesCookies):
			return "any site, such as %s, can read this response on the user's behalf; compare the Origin header with a list of allowed origins"
		}
		return ""
	})
}

// uncheckedRequest finds a request or a connection to what a client sent, by a client that judges no addresses.
func (c *checker) uncheckedRequest(at inspector.Cursor) {
	c.unchecked(at, func(h interp.Hit) string {
		text := h.Value
		if h.Kind == interp.Dial {
			text = "//" + text
		}
		u, err := neturl.Parse(text)
		if err == nil && c.words.Owns(u.Hostname()) && (h.Kind == interp.Fetch && c.connects(h.Call) || h.Kind == interp.Dial && !c.hasDialer()) {
			return "the client controls what this connects to, for example %s or an internal address; connect " + throughGuard
		}
		return ""
	})
}

// requestPath finds a request with a text in its path that a client sent, and that can leave the folder before it.
func (c *checker) requestPath(at inspector.Cursor) {
	c.unchecked(at, func(h interp.Hit) string {
		u, err := neturl.Parse(h.Value)
		if err != nil || h.Kind != interp.Fetch || u.Host == "" || c.words.Owns(u.Hostname()) || strings.Index(u.EscapedPath(), "/../%5C"+c.words.Evil()) < 1 {
			return ""
		}
		return "the client can send ../../admin in this path%.0s and thereby request any path on the server; use AppendSegments from " + code.WebURL
	})
}

// uncheckedLink finds a link in a page that a client sent, which can be a script.
func (c *checker) uncheckedLink(at inspector.Cursor) {
	c.unchecked(at, func(h interp.Hit) string {
		if scheme, _ := browser.Reads(h.Value); h.Kind == interp.Page && scheme == "javascript" {
			return "the client chooses this link, which can be a script such as %s; " + useIsHTTP
		}
		return ""
	})
}

// unchecked reports the hits of what a client sends where nothing checks it, with the message of a rule for them, unless it is "".
func (c *checker) unchecked(at inspector.Cursor, message func(interp.Hit) string) {
	if _, known := c.uncheckedHits[at.Node()]; !known {
		for _, in := range c.inputs(at) {
			in.Unchecked = true
			probes := c.probes(at)
			for i, s := range probes {
				if in.Made || i == len(c.words.sentUnchecked())-1 && readsSegment.MatchString(in.Text) {
					break
				}
				hits, _, _ := c.Execute(code.BodyOf(at.Node()), in, s)
				c.uncheckedHits[at.Node()] = append(c.uncheckedHits[at.Node()], hits...)
			}
		}
	}
	for _, h := range c.uncheckedHits[at.Node()] {
		if h.Node == nil || h.Trusted || c.reported[h.Node.Pos()] {
			continue
		}
		if m := message(h); m != "" {
			if sink, ok := c.Root.FindByPos(h.Node.Pos(), h.Node.End()); ok && !c.isVerified(sink) {
				c.report(h.Node, nil, m, strings.TrimSuffix(h.Value, ":"))
			}
		}
	}
}

func sharesCookies(lit *ast.BasicLit) bool {
	return strings.EqualFold(strings.Trim(lit.Value, "`\""), "Access-Control-Allow-Credentials")
}

// probes returns what is sent unchecked, also in the parts of a text that a function cuts.
func (c *checker) probes(at inspector.Cursor) []string {
	list, evil := c.words.sentUnchecked(), c.words.Evil()
	most := len(list) + 4
	for n := range at.Preorder((*ast.CallExpr)(nil)) {
		call := n.Node().(*ast.CallExpr)
		switch name := c.Callee(call); name {
		case "strings.Cut", "strings.Split", "strings.SplitN", "strings.CutPrefix", "strings.TrimPrefix", "strings.HasPrefix":
			if s, _ := c.Constant(call.Args[1]); s != "" && len(list) < most {
				list = append(list, s+list[0], "a"+s+list[0], list[0]+s+"a", "a"+s+evil)
			}
		}
	}
	return list
}

// isVerified reports whether a condition around the closures at a node can be what makes the request one to trust, such as a
// signature.
func (c *checker) isVerified(at inspector.Cursor) bool {
	known, inClosure := []code.Fact{}, false
	for outer := range at.Enclosing((*ast.SwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		if s, ok := outer.Node().(*ast.SwitchStmt); !ok {
			known, inClosure = append(known, code.Facts(outer.Parent())...), true
		} else if inClosure && s.Tag != nil {
			known = append(known, code.Fact{Cond: s.Tag})
		}
	}
	return slices.ContainsFunc(known, func(f code.Fact) bool { return c.Decides(f.Cond, 2) })
}
