package vet

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

const (
	webURL   = "github.com/weburl-go/url"
	urlType  = webURL + ".URL"
	netURL   = "net/url.URL"
	request  = "net/http.Request"
	response = "net/http.ResponseWriter"
)

// method returns the full name of a method of url.URL with a value receiver.
func method(name string) string { return "(" + urlType + ")." + name }

// setter returns the full name of a method of url.URL with a pointer receiver.
func setter(name string) string { return "(*" + urlType + ")." + name }

func netMethod(name string) string { return "(*" + netURL + ")." + name }

// The setters that change a part. SetHref is not one: it also works on the zero URL.
var setters = []string{
	setter("SetProtocol"), setter("SetUsername"), setter("SetPassword"), setter("SetHost"), setter("SetHostname"),
	setter("SetPort"), setter("SetPathname"), setter("SetSearch"), setter("SetHash"),
}

// isURL reports whether t is url.URL, or a pointer to it.
func isURL(t types.Type) bool { return t != nil && isNamed(t, urlType) }

// handler reports whether the function that encloses at has a parameter for the response to a request, and one for the
// request.
func (c *checker) handler(at inspector.Cursor) bool {
	f, ok := function(at)
	return ok && c.takes(f.Node(), response) && c.takes(f.Node(), "*"+request)
}

// takes reports whether a function has a parameter of one of these types.
func (c *checker) takes(f ast.Node, types ...string) bool {
	return slices.ContainsFunc(parameters(f), func(p *ast.Field) bool { return slices.Contains(types, fmt.Sprint(c.typeOf(p.Type))) })
}

// sinks are the functions and methods that redirect, request or open a URL, and which argument it is.
var sinks = map[string]struct {
	kind     sinkKind
	argument int
}{
	"net/http.Redirect":                                  {cleaned, 2},
	"net/http.RedirectHandler":                           {cleaned, 0},
	"(*github.com/gin-gonic/gin.Context).Redirect":       {cleaned, 1},
	"(github.com/labstack/echo/v4.Context).Redirect":     {redirect, 1},
	"(*github.com/labstack/echo/v5.Context).Redirect":    {redirect, 1},
	"(*github.com/gofiber/fiber/v2.Ctx).Redirect":        {redirect, 0},
	"(*github.com/gofiber/fiber/v3.Redirect).To":         {redirect, 0},
	"(*github.com/valyala/fasthttp.RequestCtx).Redirect": {redirect, 0},

	"net/http.Get": {fetch, 0}, "net/http.Head": {fetch, 0}, "net/http.Post": {fetch, 0}, "net/http.PostForm": {fetch, 0},
	"(*net/http.Client).Get": {fetch, 0}, "(*net/http.Client).Head": {fetch, 0}, "(*net/http.Client).Post": {fetch, 0},
	"(*net/http.Client).PostForm": {fetch, 0}, "net/http.NewRequest": {fetch, 1}, "net/http.NewRequestWithContext": {fetch, 2},
	"net/http/httputil.NewSingleHostReverseProxy": {fetch, 0}, "(*net/http/httputil.ProxyRequest).SetURL": {fetch, 0},

	"net.Dial": {dial, 1}, "net.DialTimeout": {dial, 1}, "(*net.Dialer).Dial": {dial, 1}, "(*net.Dialer).DialContext": {dial, 2},

	"github.com/chromedp/chromedp.Navigate": {browse, 0}, "github.com/chromedp/cdproto/page.Navigate": {browse, 0},
	"(*github.com/go-rod/rod.Page).Navigate": {browse, 0},
}

// sink returns what a call redirects to, requests, shows as a link, opens in a browser, or allows to read its response.
func (c *checker) sink(call *ast.CallExpr) (sinkKind, ast.Expr) {
	name := c.callee(call)
	if s, ok := sinks[name]; ok {
		return s.kind, call.Args[s.argument]
	}
	if t := c.pass.TypesInfo.Types[call.Fun]; t.IsType() && isNamed(t.Type, "html/template.URL") {
		return page, call.Args[0]
	}
	if i := c.linkArgument(call, name); i > 0 {
		return page, call.Args[i]
	}
	if name == "(net/http.Header).Set" || name == "(net/http.Header).Add" || name == "(*github.com/gin-gonic/gin.Context).Header" {
		switch field, _ := c.constant(call.Args[0]); strings.ToLower(field) {
		case "location":
			return redirect, call.Args[1]
		case "access-control-allow-origin":
			return shared, call.Args[1]
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
	format, _ := c.constant(call.Args[1])
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
	if kind, target := c.sink(call); kind == redirect || kind == cleaned {
		return target, kind == cleaned
	}
	return nil, false
}

// requested returns the URL that a call of net/http's client requests, or nil.
func (c *checker) requested(call *ast.CallExpr) ast.Expr {
	if kind, target := c.sink(call); kind == fetch {
		return target
	}
	return nil
}

var (
	// readsForm matches the methods that return what a client sent in a form or a query.
	readsForm = regexp.MustCompile(`^\(\*net/http\.Request\)\.(Form|PostForm)Value$|` +
		`^\(\*github\.com/gin-gonic/gin\.Context\)\.(Query|PostForm|DefaultQuery|DefaultPostForm|GetQuery|GetPostForm|GetHeader)$|` +
		`^\(\*?github\.com/labstack/echo/v[45]\.Context\)\.(QueryParam|FormValue)$|` +
		`^\(\*?github\.com/gofiber/fiber/v[23]\.Ctx\)\.(Query|FormValue|Cookies|Get)$|^\(\*net/http\.Request\)\.Basic`)
	// readsPath matches those that return what it sent in the path, or in the field Referer.
	readsPath = regexp.MustCompile(`^\(\*net/http\.Request\)\.(PathValue|Referer)$|^github\.com/go-chi/chi(/v5)?\.URLParam$|` +
		`^\(\*?github\.com/(gin-gonic/gin|labstack/echo/v[45])\.Context\)\.Param$|` +
		`^\(\*?github\.com/gofiber/fiber/v[23]\.Ctx\)\.Params$|^\(github\.com/julienschmidt/httprouter\.Params\)\.ByName$`)
	// binds matches those that fill a struct or a map with what it sent.
	binds = regexp.MustCompile(`^\(\*encoding/json\.Decoder\)\.Decode$|^encoding/json\.Unmarshal$|^github\.com/go-chi/render\.(DecodeJSON|Bind)$|` +
		`^\(\*?github\.com/(gin-gonic/gin|labstack/echo/v[45]|gofiber/fiber/v[23])\.(Context|Ctx)\)\.` +
		`((Should)?Bind(JSON|Query|Form|URI|Uri)?|BodyParser|QueryParser)$`)
)

// fromRequest reports whether e is a string that a client sent in its request, apart from spaces and case.
func (c *checker) fromRequest(e ast.Expr) bool {
	call, _ := c.source(e).(*ast.CallExpr)
	if call == nil {
		_, cookie := c.field(c.source(e), "net/http.Cookie", "Value")
		return cookie
	}
	name := c.callee(call)
	if readsForm.MatchString(name) || readsPath.MatchString(name) {
		return true
	}
	switch name {
	case "(net/url.Values).Get":
		return c.ofRequest(selected(call).X)
	case "(net/http.Header).Get":
		_, ok := c.field(c.value(selected(call).X), request, "Header")
		return ok
	case "strings.TrimSpace", "strings.ToLower":
		return c.fromRequest(call.Args[0])
	}
	return false
}

// ofRequest reports whether e is the query, the form or the header of a request, or what gorilla/mux found in its path.
func (c *checker) ofRequest(e ast.Expr) bool {
	e = c.value(e)
	if call, _ := c.call(e, "github.com/gorilla/mux.Vars"); call != nil {
		return true
	}
	if _, loop := c.loops(e); loop != nil {
		return c.ofRequest(loop.X)
	}
	for _, name := range []string{"Form", "PostForm", "Header"} {
		if _, ok := c.field(e, request, name); ok {
			return true
		}
	}
	u, ok := c.get(e, netMethod("Query"))
	if !ok {
		return false
	}
	if parsed, _ := c.call(c.source(u), "net/url.Parse", webURL+".Parse"); parsed != nil {
		return c.fromRequest(parsed.Args[0])
	}
	return c.ofRequestURL(u)
}

// bound returns the variables that a function fills with what a client sent in its request.
func (c *checker) bound(function ast.Node) (list []*types.Var) {
	isBody := func(e ast.Expr) bool { _, ok := c.field(e, request, "Body"); return ok }
	for call := range all[*ast.CallExpr](function) {
		if !binds.MatchString(c.callee(call)) {
			continue
		}
		from := ast.Expr(call)
		if name := c.callee(call); name == "encoding/json.Unmarshal" {
			from = c.source(call.Args[0])
		} else if selector := selected(call); strings.HasSuffix(name, "Decode") {
			from = c.source(selector.X)
		}
		address, ok := as[*ast.UnaryExpr](call.Args[len(call.Args)-1])
		if ok && c.variable(address.X) != nil && (from == call || contains(from, isBody)) {
			list = append(list, c.variable(address.X))
		}
	}
	return list
}
