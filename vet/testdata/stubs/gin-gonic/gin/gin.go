// Package gin has the names of github.com/gin-gonic/gin that the test data uses.
package gin

import "net/http"

type Context struct{ Request *http.Request }

func (c *Context) Redirect(code int, location string) {}
func (c *Context) Query(key string) string            { return "" }
func (c *Context) GetQuery(key string) (string, bool) { return "", false }

// Param returns a part of the path.
func (*Context) Param(key string) string { return "" }
