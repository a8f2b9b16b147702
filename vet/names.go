package vet

import (
	"go/ast"
	"go/types"
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

// hostname returns the getters of a host that brackets go around if it is an IPv6 address: those of this package, or
// those of net/url, which lose their place with -migrate.
func hostname(of string) []string {
	if of == netURL {
		return []string{netMethod("Hostname")}
	}
	return []string{method("Hostname"), "(" + webURL + ".Host).String"}
}

// isURL reports whether t is url.URL, or a pointer to it.
func isURL(t types.Type) bool { return t != nil && isNamed(t, urlType) }

// handler reports whether the function that encloses at has a parameter for the response to a request, and one for the
// request.
func (c *checker) handler(at inspector.Cursor) bool {
	f, ok := function(at)
	if !ok {
		return false
	}
	var writes, reads bool
	for _, field := range parameters(f.Node()) {
		t := c.typeOf(field.Type)
		writes = writes || t != nil && isNamed(t, response)
		reads = reads || t != nil && isNamed(t, request)
	}
	return writes && reads
}

// redirectTarget returns where a call redirects to, and whether it also cleans a path, as http.Redirect does.
func (c *checker) redirectTarget(call *ast.CallExpr) (target ast.Expr, cleans bool) {
	argument := func(i int) ast.Expr {
		if i < len(call.Args) {
			return call.Args[i]
		}
		return nil
	}
	switch c.callee(call) {
	case "net/http.Redirect":
		return argument(2), true
	case "net/http.RedirectHandler":
		return argument(0), true
	case "(*github.com/gin-gonic/gin.Context).Redirect":
		return argument(1), true
	case "(github.com/labstack/echo/v4.Context).Redirect", "(*github.com/labstack/echo/v5.Context).Redirect":
		return argument(1), false
	case "(*github.com/gofiber/fiber/v2.Ctx).Redirect":
		return argument(0), false
	case "(net/http.Header).Set", "(net/http.Header).Add":
		if name, ok := c.constant(call.Args[0]); ok && strings.EqualFold(name, "Location") {
			return argument(1), false
		}
	}
	return nil, false
}

// requested returns the URL that a call of net/http's client requests, or nil.
func (c *checker) requested(call *ast.CallExpr) ast.Expr {
	i := -1
	switch c.callee(call) {
	case "net/http.Get", "net/http.Head", "net/http.Post", "net/http.PostForm", "(*net/http.Client).Get",
		"(*net/http.Client).Head", "(*net/http.Client).Post", "(*net/http.Client).PostForm":
		i = 0
	case "net/http.NewRequest":
		i = 1
	case "net/http.NewRequestWithContext":
		i = 2
	}
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// fromRequest reports whether e is a string that a client sent in its request, apart from spaces and case.
func (c *checker) fromRequest(e ast.Expr) bool {
	call, _ := c.source(e).(*ast.CallExpr)
	if call == nil {
		if x, ok := c.field(c.source(e), "net/http.Cookie", "Value"); ok {
			return x != nil
		}
		return false
	}
	switch c.callee(call) {
	case "(*net/http.Request).FormValue", "(*net/http.Request).PostFormValue", "(*net/http.Request).PathValue",
		"(*github.com/gin-gonic/gin.Context).Query", "(*github.com/gin-gonic/gin.Context).Param",
		"(*github.com/gin-gonic/gin.Context).PostForm", "(*github.com/gin-gonic/gin.Context).DefaultQuery",
		"(github.com/labstack/echo/v4.Context).QueryParam", "(github.com/labstack/echo/v4.Context).FormValue",
		"(github.com/labstack/echo/v4.Context).Param",
		"(*github.com/labstack/echo/v5.Context).QueryParam", "(*github.com/labstack/echo/v5.Context).FormValue",
		"(*github.com/labstack/echo/v5.Context).Param":
		return true
	case "(net/url.Values).Get": // r.URL.Query().Get("next"), r.Form.Get("next")
		return c.ofRequest(selected(call).X)
	case "(net/http.Header).Get":
		header, ok := c.field(c.value(selected(call).X), request, "Header")
		return ok && header != nil
	case "strings.TrimSpace", "strings.ToLower":
		return c.fromRequest(call.Args[0])
	}
	return false
}

// ofRequest reports whether e is the query or the form of a request.
func (c *checker) ofRequest(e ast.Expr) bool {
	e = c.value(e)
	for _, name := range []string{"Form", "PostForm"} {
		if _, ok := c.field(e, request, name); ok {
			return true
		}
	}
	u, ok := c.get(e, netMethod("Query"))
	if !ok {
		return false
	}
	_, ok = c.field(c.value(u), request, "URL")
	return ok
}
