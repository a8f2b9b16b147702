package vet

import (
	"go/ast"
	"regexp"
	"strings"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// isControl reports whether a function can be the Control of a dialer.
func (c *checker) isControl(f ast.Node) bool { return c.Takes(f, "syscall.RawConn") }

// sinks are the functions and methods that redirect, request or open a URL, and which argument it is.
var knownSinks = map[string]struct {
	kind     interp.Kind
	argument int
}{
	"net/http.Redirect":                                  {interp.Cleaned, 2},
	"net/http.RedirectHandler":                           {interp.Cleaned, 0},
	"(*github.com/gin-gonic/gin.Context).Redirect":       {interp.Cleaned, 1},
	"(github.com/labstack/echo/v4.Context).Redirect":     {interp.Redirect, 1},
	"(*github.com/labstack/echo/v5.Context).Redirect":    {interp.Redirect, 1},
	"(*github.com/gofiber/fiber/v2.Ctx).Redirect":        {interp.Redirect, 0},
	"(*github.com/gofiber/fiber/v3.Redirect).To":         {interp.Redirect, 0},
	"(*github.com/valyala/fasthttp.RequestCtx).Redirect": {interp.Redirect, 0},

	"net/http.Get": {interp.Fetch, 0}, "net/http.Head": {interp.Fetch, 0}, "net/http.Post": {interp.Fetch, 0}, "net/http.PostForm": {interp.Fetch, 0},
	"(*net/http.Client).Get": {interp.Fetch, 0}, "(*net/http.Client).Head": {interp.Fetch, 0}, "(*net/http.Client).Post": {interp.Fetch, 0},
	"(*net/http.Client).PostForm": {interp.Fetch, 0}, "net/http.NewRequest": {interp.Fetch, 1}, "net/http.NewRequestWithContext": {interp.Fetch, 2},
	"net/http/httputil.NewSingleHostReverseProxy": {interp.Fetch, 0}, "(*net/http/httputil.ProxyRequest).SetURL": {interp.Fetch, 0},

	"net.Dial": {interp.Dial, 1}, "net.DialTimeout": {interp.Dial, 1}, "(*net.Dialer).Dial": {interp.Dial, 1}, "(*net.Dialer).DialContext": {interp.Dial, 2},

	"github.com/chromedp/chromedp.Navigate": {interp.Browse, 0}, "github.com/chromedp/cdproto/page.Navigate": {interp.Browse, 0},
	"(*github.com/go-rod/rod.Page).Navigate": {interp.Browse, 0},
}

// sink returns what a call redirects to, requests, shows as a link, opens in a browser, or allows to read its response.
func (c *checker) sink(call *ast.CallExpr) (interp.Kind, ast.Expr) {
	name := c.Callee(call)
	if s, ok := knownSinks[name]; ok {
		return s.kind, call.Args[s.argument]
	}
	if t := c.Pass.TypesInfo.Types[call.Fun]; t.IsType() && code.IsNamed(t.Type, "html/template.URL") {
		return interp.Page, call.Args[0]
	}
	if i := c.linkArgument(call, name); i > 0 {
		return interp.Page, call.Args[i]
	}
	if name == "(net/http.Header).Set" || name == "(net/http.Header).Add" || name == "(*github.com/gin-gonic/gin.Context).Header" {
		switch field, _ := c.Constant(call.Args[0]); strings.ToLower(field) {
		case "location":
			return interp.Redirect, call.Args[1]
		case "access-control-allow-origin":
			return interp.Shared, call.Args[1]
		}
	}
	return 0, nil
}

// aLink matches the part of a format before a link, and aFormatVerb a verb.
var aLink, aFormatVerb = regexp.MustCompile(`(?i)\s(href|src|action)\s*=\s*["']?$`), regexp.MustCompile(`%(\[\d+\])?[-+# 0-9.]*[a-zA-Z%]`)

// linkArgument returns which argument of Fprintf is a link in a page, or 0.
func (c *checker) linkArgument(call *ast.CallExpr, name string) int {
	if name != "fmt.Fprintf" || call.Ellipsis.IsValid() {
		return 0
	}
	format, _ := c.Constant(call.Args[1])
	argument := 2
	for _, verb := range aFormatVerb.FindAllStringIndex(format, -1) {
		switch text := format[verb[0]:verb[1]]; {
		case text == "%%":
			continue
		case strings.ContainsAny(text, "[*"):
			return 0
		case (text == "%s" || text == "%v") && aLink.MatchString(format[:verb[0]]) && argument < len(call.Args):
			return argument
		}
		argument++
	}
	return 0
}

// redirectTarget returns where a call redirects to, and whether it also cleans a path, as http.Redirect does.
func (c *checker) redirectTarget(call *ast.CallExpr) (target ast.Expr, cleans bool) {
	if kind, target := c.sink(call); kind == interp.Redirect || kind == interp.Cleaned {
		return target, kind == interp.Cleaned
	}
	return nil, false
}

// requested returns the URL that a call of net/http's client requests, or nil.
func (c *checker) requested(call *ast.CallExpr) ast.Expr {
	if kind, target := c.sink(call); kind == interp.Fetch {
		return target
	}
	return nil
}
