package code

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
)

func IsText(t types.Type) bool {
	return t != nil && types.Identical(t.Underlying(), types.Typ[types.String])
}

// IsOneOf reports whether an identifier is of a type, a function, a method or a field of another package whose name matches.
func (c *Program) IsOneOf(id *ast.Ident, names *regexp.Regexp) bool {
	switch o := c.Pass.TypesInfo.ObjectOf(id).(type) {
	case *types.Func:
		return names.MatchString(o.FullName())
	case *types.TypeName:
		return o.Pkg() != nil && names.MatchString(o.Pkg().Path()+"."+o.Name())
	case *types.Var:
		return o.IsField() && o.Pkg() != nil && names.MatchString("field "+o.Pkg().Path()+"."+o.Name())
	}
	return false
}

func IsError(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

const (
	WebURL   = "github.com/weburl-go/url"
	DropIn   = WebURL + "/net/url" // replaces net/url: its Parse reads what a browser reads, and its URL is that of net/url
	UrlType  = WebURL + ".URL"
	NetURL   = "net/url.URL"
	Request  = "net/http.Request"
	Response = "net/http.ResponseWriter"
)

// Method returns the full name of a method of url.URL with a value receiver.
func Method(name string) string { return "(" + UrlType + ")." + name }

// Setter returns the full name of a method of url.URL with a pointer receiver.
func Setter(name string) string { return "(*" + UrlType + ")." + name }

func NetMethod(name string) string { return "(*" + NetURL + ")." + name }

// The setters that change a part. SetHref is not one: it also works on the zero URL.
var Setters = []string{
	Setter("SetProtocol"), Setter("SetUsername"), Setter("SetPassword"), Setter("SetHost"), Setter("SetHostname"),
	Setter("SetPort"), Setter("SetPathname"), Setter("SetSearch"), Setter("SetHash"),
}

// IsURL reports whether t is url.URL, or a pointer to it.
func IsURL(t types.Type) bool { return t != nil && IsNamed(t, UrlType) }

// Handler reports whether the function that encloses at has a parameter for the response to a request, and one for the
// request.
func (c *Program) Handler(at inspector.Cursor) bool {
	f, ok := Function(at)
	return ok && c.Takes(f.Node(), Response) && c.Takes(f.Node(), "*"+Request)
}

// Takes reports whether a function has a parameter of one of these types.
func (c *Program) Takes(f ast.Node, types ...string) bool {
	return slices.ContainsFunc(Parameters(f), func(p *ast.Field) bool { return slices.Contains(types, fmt.Sprint(c.TypeOf(p.Type))) })
}

func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func IsPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// IsNamed reports whether t is the named type, or a pointer to it.
func IsNamed(t types.Type, name string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == name
}
