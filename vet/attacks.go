package vet

import (
	"fmt"
	"go/ast"
	neturl "net/url"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/browser"
	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// An attack is what clients send: what a check is meant to accept and to refuse, and what passes it if it is wrong.
type attack struct {
	kinds             []interp.Kind
	scheme            string // what is refused has it; "" if what is refused has a host
	accepted, refused []string
	leaks             []string
	like              string // a host that a regular expression matches
	prefix            string // that of a path, which the function may cut
	setting           string // what the program has from elsewhere
	message           string // with places for the string that was sent and for its result
}

func (w words) local() attack {
	evil := w.Evil()
	return attack{
		kinds:    []interp.Kind{interp.Redirect},
		accepted: []string{"/" + w.Accepted + "/a"},
		refused:  []string{"https://" + evil + "/a"},
		leaks: []string{"//" + evil + "/a", `/\` + evil + "/a", "///" + evil + "/a", "https:///" + evil + "/a", `https:\\` + evil + "/a",
			`/./\` + evil + "/a", "/\t/" + evil + "/a", "https://" + w.Host + "." + evil + "/a", "http://" + w.Host + "." + evil + "/a",
			"https://" + w.Host + "@" + evil + "/a", "https://" + w.Host + "//" + evil + "/a", "/%2f" + evil + "/a"},
		message: "%[1]q passes the checks before this redirect, but %[3]s as a URL on another host; " + writeSameOrigin,
	}
}

// own is the path of a request, which can begin with "//" or `/\`. A ServeMux of net/http makes one slash of several.
func (w words) own() attack {
	return attack{
		kinds:    []interp.Kind{interp.Redirect},
		accepted: []string{"/" + w.Accepted, "/" + w.Accepted + "/"},
		leaks:    []string{`/\` + w.Evil(), `/\` + w.Evil() + "/"},
		message:  "a request for %[1]s is redirected to %[2]s, which a browser reads as a URL on another host; " + writeSameOrigin,
	}
}

func (w words) script() attack {
	return attack{
		kinds:    []interp.Kind{interp.Page},
		scheme:   "javascript",
		accepted: []string{"https://" + w.Accepted + ".example/a"},
		refused:  []string{"javascript:alert(1)"},
		leaks:    []string{"JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "\x01javascript:alert(1)"},
		message:  "%[1]q passes the preceding checks, but a browser runs it as a script; " + useIsHTTP,
	}
}

// others pass checks for the schemes data: and file:, and a check for scripts before character references are read.
func (w words) others() []attack {
	data, file, reference := w.script(), w.script(), w.script()
	data.scheme, data.refused = "data", []string{"data:text/html,a"}
	data.leaks = []string{"DATA:text/html,a", " data:text/html,a", "da\tta:text/html,a"}
	data.message = "%[1]q passes the preceding checks, but a browser opens it as a data: URL; " + useIsHTTP
	file.kinds, file.scheme, file.refused = []interp.Kind{interp.Browse}, "file", []string{"file:///etc/a"}
	file.leaks = []string{"FILE:///etc/a", " file:///etc/a", "fi\tle:///etc/a"}
	file.message = "%[1]q passes the preceding checks, but a browser opens it as a file; parse it, check IsHTTP, and use Href"
	reference.leaks = []string{"javascript&colon;alert(1)"}
	reference.message = "%[1]q passes the preceding checks, but it becomes a script once its character references are decoded; " + useIsHTTP
	return []attack{data, file, reference}
}

// internal is what passes a check of the text of a URL for a host that is not to be requested.
func (w words) internal() attack {
	return attack{
		kinds:    []interp.Kind{interp.Fetch},
		accepted: []string{"https://" + w.Accepted + ".example/a"},
		refused:  []string{"http://127.0.0.1/" + w.Attacker},
		leaks:    []string{"HTTP://127.0.0.1/" + w.Attacker},
		message:  "%[1]s passes the preceding checks, although http://127.0.0.1/" + w.Attacker + " does not; send the request " + throughGuard,
	}
}

// ofDomain is what passes a check of a URL's text for a domain, or for a URL of it.
func (w words) ofDomain(domain, text string) attack {
	evil := w.Evil()
	a := attack{
		kinds:    []interp.Kind{interp.Redirect, interp.Fetch, interp.Shared},
		accepted: []string{"https://" + domain + "/a", "https://www." + domain + "/a", "https://" + domain, "https://www." + domain},
		refused:  []string{"https://" + evil + "/a", "https://" + evil},
		leaks: []string{"https://" + domain + "." + evil + "/a", "https://" + domain + "@" + evil + "/a", "https://" + domain + "." + evil,
			"https://" + w.Attacker + domain, "https://" + w.Attacker + domain + "/a"},
		message: "%[1]s passes the preceding checks but names another host; parse the URL and compare its Origin",
	}
	if first, rest, _ := strings.Cut(domain, "."); strings.Contains(rest, ".") {
		a.like = first + "x" + rest
		a.leaks = append(a.leaks, "https://"+a.like+"/a")
	}
	text = strings.ReplaceAll(text, ":*", "")
	if strings.HasPrefix(text, "http") && strings.Contains(text, "*") { // a pattern of package path, whose "*" is no slash
		a.accepted = append(a.accepted, strings.ReplaceAll(text, "*", "www"))
		a.leaks = append(a.leaks, strings.ReplaceAll(text, "*", evil+"?"), strings.ReplaceAll(text, "*", evil+"#"))
	}
	if strings.HasPrefix(text, "http") && strings.Contains(text[8:], "/") {
		a.accepted = append(a.accepted, text, strings.Replace(text, domain, domain+":443", 1))
		for _, after := range []string{"@" + w.Attacker, "@" + evil, "." + evil} {
			a.leaks = append(a.leaks, strings.Replace(text, domain, domain+after, 1))
		}
		a.leaks = append(a.leaks, "https://"+evil+"/?"+text)
	}
	return a
}

// cutByHand is what passes the check of a for a domain if the function looks for the end of the host itself, and only for a slash. No
// browser sends it as an origin.
func (w words) cutByHand(a attack, domain string) attack {
	a.kinds, a.leaks = []interp.Kind{interp.Redirect, interp.Fetch}, nil
	for _, after := range []string{"?.", "#.", `\.`} {
		a.leaks = append(a.leaks, "https://"+w.Evil()+after+domain)
	}
	return a
}

// configured is what passes checks that compare a URL with a text of the configuration: an origin without a slash at its end, or a
// domain without a dot before it.
func (w words) configured() []attack {
	evil, origin := w.Evil(), "https://"+w.Host
	const message = "if the preceding checks are meant to allow %[4]s, then they also allow %[1]s; "
	ofOrigin := attack{
		kinds: []interp.Kind{interp.Redirect, interp.Fetch, interp.Shared}, setting: origin,
		accepted: []string{origin + "/a"},
		refused:  []string{"https://" + evil + "/a", "https://" + evil},
		leaks:    []string{origin + "." + evil + "/a", origin + "@" + evil + "/a"},
		message:  message + "parse both URLs and compare their Origins",
	}
	ofDomain := ofOrigin
	ofDomain.setting, ofDomain.accepted = w.Host, []string{origin + "/a", "https://www." + w.Host + "/a", origin, "https://www." + w.Host}
	ofDomain.leaks = []string{"https://" + w.Attacker + w.Host + "/a", "https://" + w.Attacker + w.Host, origin + "." + evil + "/a", origin + "@" + evil + "/a"}
	ofDomain.message = message + "compare the whole host, or put a dot before the suffix"
	return []attack{ofOrigin, ofDomain}
}

// hasSchemeOf is what passes a check of a URL for the host of a link, but not for its scheme.
func (w words) hasSchemeOf(domain string) attack {
	a := w.script()
	a.accepted, a.leaks = []string{"https://" + domain + "/a"}, append([]string{"javascript://" + domain + "/%0aalert(1)"}, a.leaks...)
	return a
}

// succeeds reports whether what arrived leads to the attacker.
func (w words) succeeds(a attack, h interp.Hit) bool {
	scheme, host := browser.Reads(h.Value)
	switch {
	case a.scheme != "":
		return scheme == a.scheme
	case h.Kind == interp.Fetch:
		u, err := neturl.Parse(h.Value)
		return err == nil && w.SentBy(u.Host+u.Path)
	}
	return w.SentBy(host) || a.like != "" && host == a.like
}

// arrivals are the hits of a value, and how the run ended.
type arrivals struct {
	hits []interp.Hit
	end  interp.Ending
}

// try reports where something arrives in a function that passes its checks and leads to the attacker.
func (c *checker) try(at inspector.Cursor, in interp.Input, a attack, ran map[string]arrivals) {
	body := code.BodyOf(at.Node())
	in.Setting = a.setting
	arrive := func(s string) (hits []interp.Hit, end interp.Ending) {
		key := a.setting + "\n" + s
		if _, known := ran[key]; !known {
			all, _, end := c.Execute(body, in, s)
			ran[key] = arrivals{all, end}
		}
		for _, h := range ran[key].hits {
			if slices.Contains(a.kinds, h.Kind) && !c.reported[h.Node.Pos()] {
				hits = append(hits, h)
			}
		}
		return hits, ran[key].end
	}
	free := map[ast.Expr]bool{} // where no check is
	for _, s := range a.refused {
		hits, end := arrive(s)
		if end == interp.Lost || end == interp.Asked && in.Made { // where the program may have made it, what asks can do so for another reason
			return
		}
		for _, h := range hits {
			if in.Made && c.words.SentBy(h.Value) || a.scheme != "" && c.words.succeeds(a, h) {
				return // the program may have made it, and look at it for another reason than to refuse it
			}
			free[h.Node] = free[h.Node] || c.words.succeeds(a, h)
		}
	}
	checked := map[ast.Expr]bool{}
	for _, s := range a.accepted {
		hits, _ := arrive(s)
		for _, h := range hits {
			s := strings.TrimPrefix(strings.TrimPrefix(s, "https://"), a.prefix)
			if !c.words.succeeds(a, h) && strings.Contains(h.Value, strings.Trim(s, "/")) && !free[h.Node] {
				checked[h.Node] = true
			}
		}
	}
	for _, s := range a.leaks {
		if len(checked) == 0 {
			return
		}
		hits, _ := arrive(s)
		for _, h := range hits {
			if checked[h.Node] && c.words.succeeds(a, h) {
				delete(checked, h.Node)
				read := "a browser reads it"
				if h.Value != s {
					read = fmt.Sprintf("it becomes %q, which a browser reads", h.Value)
				}
				c.report(h.Node, nil, a.message, s, h.Value, read, a.setting)
			}
		}
	}
}

// localCheck finds a redirect to what passes the checks in a function and leaves the site.
func (c *checker) localCheck(at inspector.Cursor) {
	c.Prefixes = nil
	c.tryAll(at, c.words.local())
	for _, prefix := range slices.Clone(c.Prefixes) {
		a := c.words.local()
		a.accepted, a.leaks = []string{prefix + c.words.Accepted + "/a"}, []string{prefix + `../\` + c.words.Evil() + "/a"}
		c.tryAll(at, a)
	}
}

// urlPrefix finds the same for a check of the text of a URL for a domain.
func (c *checker) urlPrefix(at inspector.Cursor) {
	attacks, domains := []attack{c.words.internal()}, c.domains(code.BodyOf(at.Node()))
	for _, text := range domains {
		domain := domainInText.FindStringSubmatch(text)[1]
		a := c.words.ofDomain(domain, text)
		if slices.ContainsFunc(domains, func(text string) bool { return strings.HasSuffix(domain, "."+domainInText.FindStringSubmatch(text)[1]) }) {
			a.leaks = a.leaks[:3] // the others may be in the parent
		}
		attacks = append(attacks, a, c.words.cutByHand(a, domain))
	}
	if c.comparesTexts() {
		attacks = append(attacks, c.words.configured()...)
	}
	c.tryAll(at, attacks...)
}

// looksInText reports whether a call looks for a text in another, and not both are constants.
func (c *checker) looksInText(call *ast.CallExpr) bool {
	name := c.Callee(call)
	return (slices.Contains(interp.AsksLists, name) || name == "path.Match" || name == "regexp.MatchString") &&
		slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return c.Pass.TypesInfo.Types[e].Value == nil })
}

// schemePrefix finds a page that shows a link whose text was compared with "javascript:", or whose host only was.
func (c *checker) schemePrefix(at inspector.Cursor) {
	attacks := append([]attack{c.words.script()}, c.words.others()...)
	for _, text := range c.domains(code.BodyOf(at.Node())) {
		attacks = append(attacks, c.words.hasSchemeOf(domainInText.FindStringSubmatch(text)[1]))
	}
	c.tryAll(at, attacks...)
	if code.Contains(code.BodyOf(at.Node()), func(s *ast.SelectorExpr) bool { return s.Sel.Name == "Host" || s.Sel.Name == "Hostname" }) {
		for _, in := range c.inputs(at) {
			c.emptyHosts(at, in)
		}
	}
}

// emptyHosts finds a page that shows a link after a comparison of its host with that of another URL, which may both be empty.
func (c *checker) emptyHosts(at inspector.Cursor, in interp.Input) {
	const script = "javascript:alert(1)"
	arrives := func(setting, s string) (hits []interp.Hit) {
		in.Setting = setting
		all, _, _ := c.Execute(code.BodyOf(at.Node()), in, s)
		for _, h := range all {
			if scheme, _ := browser.Reads(h.Value); h.Kind == interp.Page && !c.reported[h.Node.Pos()] && (s != script || scheme == "javascript") {
				hits = append(hits, h)
			}
		}
		return hits
	}
	page, mail := "https://"+c.words.Host+"/", "mailto:a@"+c.words.Host
	if len(arrives(page, page+"a")) == 0 || len(arrives(page, script)) > 0 || len(arrives(page, "https://"+c.words.Evil())) > 0 {
		return
	}
	for _, h := range arrives(mail, script) {
		c.report(h.Node, nil, "%s has no host, so it passes the preceding checks if the other URL has no host either, such as %s; %s", script, mail, useIsHTTP)
	}
}

func (c *checker) tryAll(at inspector.Cursor, attacks ...attack) {
	for _, in := range c.inputs(at) {
		ran := map[string]arrivals{}
		for _, a := range attacks {
			c.try(at, in, a, ran)
		}
	}
}
