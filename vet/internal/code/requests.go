package code

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// Asked returns the function of the package that is called with the request of a server, or nil.
func (c *Program) Asked(call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(c.Pass.TypesInfo, call).(*types.Func)
	if c.Declarations[f] == nil || !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return IsNamed(c.TypeOf(e), Request) }) {
		return nil
	}
	return f
}

// ReadsHost reports whether a function of the package is called with the request of a server, and reads its host.
func (c *Program) ReadsHost(call *ast.CallExpr) bool {
	f := c.Asked(call)
	return f != nil && Contains(c.Declarations[f], func(s *ast.SelectorExpr) bool { _, ok := c.Field(s, Request, "Host"); return ok })
}

// OfRequestURL reports whether u is the URL of a request of net/http.
func (c *Program) OfRequestURL(u ast.Expr) bool {
	_, ok := c.Field(c.Value(u), Request, "URL")
	return ok
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
	// Binds matches functions that fill a struct or a map with data from a request.
	Binds = regexp.MustCompile(`^\(\*encoding/json\.Decoder\)\.Decode$|^encoding/json\.Unmarshal$|^github\.com/go-chi/render\.(DecodeJSON|Bind)$|` +
		`^\(\*?github\.com/(gin-gonic/gin|labstack/echo/v[45]|gofiber/fiber/v[23])\.(Context|Ctx)\)\.` +
		`((Should)?Bind(JSON|Query|Form|URI|Uri)?|BodyParser|QueryParser)$`)
)

// FromRequest reports whether e is a string that a client sent in its request, apart from spaces and case.
func (c *Program) FromRequest(e ast.Expr) bool {
	call, _ := c.Source(e).(*ast.CallExpr)
	if call == nil {
		_, cookie := c.Field(c.Source(e), "net/http.Cookie", "Value")
		return cookie
	}
	name := c.Callee(call)
	if readsForm.MatchString(name) || readsPath.MatchString(name) {
		return true
	}
	switch name {
	case "(net/url.Values).Get":
		return c.OfRequest(Selected(call).X)
	case "(net/http.Header).Get":
		_, ok := c.Field(c.Value(Selected(call).X), Request, "Header")
		return ok
	case "strings.TrimSpace", "strings.ToLower":
		return c.FromRequest(call.Args[0])
	}
	return false
}

// OfRequest reports whether e is the query, the form or the header of a request, or what gorilla/mux found in its path.
func (c *Program) OfRequest(e ast.Expr) bool {
	e = c.Value(e)
	if call, _ := c.Call(e, "github.com/gorilla/mux.Vars"); call != nil {
		return true
	}
	if _, loop := c.Loops(e); loop != nil {
		return c.OfRequest(loop.X)
	}
	for _, name := range []string{"Form", "PostForm", "Header"} {
		if _, ok := c.Field(e, Request, name); ok {
			return true
		}
	}
	u, ok := c.Get(e, NetMethod("Query"))
	if !ok {
		return false
	}
	if parsed, _ := c.Call(c.Source(u), "net/url.Parse", WebURL+".Parse", DropIn+".Parse"); parsed != nil {
		return c.FromRequest(parsed.Args[0])
	}
	return c.OfRequestURL(u)
}

// Bound returns the variables that a function fills with what a client sent in its request.
func (c *Program) Bound(function ast.Node) (list []*types.Var) {
	isBody := func(e ast.Expr) bool { _, ok := c.Field(e, Request, "Body"); return ok }
	for call := range All[*ast.CallExpr](function) {
		if !Binds.MatchString(c.Callee(call)) {
			continue
		}
		from := ast.Expr(call)
		if name := c.Callee(call); name == "encoding/json.Unmarshal" {
			from = c.Source(call.Args[0])
		} else if selector := Selected(call); strings.HasSuffix(name, "Decode") {
			from = c.Source(selector.X)
		}
		address, ok := As[*ast.UnaryExpr](call.Args[len(call.Args)-1])
		if ok && c.Variable(address.X) != nil && (from == call || Contains(from, isBody)) {
			list = append(list, c.Variable(address.X))
		}
	}
	return list
}

// OfClient reports whether e comes from the request of a client, or can.
func (c *Program) OfClient(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		t := c.TypeOf(e.X)
		return t != nil && (IsNamed(t, Request) || IsNamed(t, NetURL) || IsNamed(t, "net/http.Cookie") || c.OfClient(ast.Unparen(e.X)))
	case *ast.IndexExpr:
		return c.OfRequest(e.X) || c.OfClient(ast.Unparen(e.X))
	case *ast.CallExpr:
		selector := Selected(e)
		return c.FromRequest(e) || selector != nil && !c.IsPackage(selector.X) && c.Declared[c.Callee(e)] == nil
	case *ast.Ident:
		return c.FromRequest(e)
	}
	return false
}
