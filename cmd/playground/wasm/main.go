//go:build js && wasm

// Command wasm runs in the page. It defines the JavaScript function weburl, which answers a request of package engine.
package main

import (
	"strings"
	"syscall/js"

	"github.com/weburl-go/url/cmd/playground/engine"
	"github.com/weburl-go/url/psl"
)

func main() {
	weburl := js.FuncOf(func(_ js.Value, args []js.Value) any {
		answer, err := engine.AnswerJSON(args[0].String())
		if err != nil {
			return js.Global().Get("Error").New(err.Error())
		}
		return answer
	})
	list, err := psl.Parse(strings.NewReader(js.Global().Get("suffixes").String()))
	if err != nil {
		panic(err) // the build has written it
	}
	engine.Lookup = list.Lookup
	weburl.Set("about", engine.About())
	js.Global().Set("weburl", weburl)
	select {} // keep the function alive
}
