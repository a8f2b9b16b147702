// Package fasthttp has the names of github.com/valyala/fasthttp that the test data uses.
package fasthttp

type RequestCtx struct{ Response Response }

func (ctx *RequestCtx) Redirect(uri string, statusCode int)      {}
func (ctx *RequestCtx) RedirectBytes(uri []byte, statusCode int) {}
func (ctx *RequestCtx) SetStatusCode(statusCode int)             {}

type Response struct{ Header ResponseHeader }

type ResponseHeader struct{}

func (h *ResponseHeader) Set(key, value string) {}
