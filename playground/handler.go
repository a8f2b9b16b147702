package main

import (
	"bytes"
	"embed"
	"io/fs"
	"net/http"
	"time"
)

//go:embed web
var web embed.FS

// contentSecurityPolicy lets the page load its own files and run its own WebAssembly, and nothing else. So the page
// makes no request to another host, whatever URL is typed into it.
const contentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// newHandler serves the page and the program that it runs.
func newHandler(p *program) http.Handler {
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the directory is compiled in
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(files))
	mux.Handle("GET /weburl.wasm", content("weburl.wasm", "application/wasm", p.wasm))
	mux.Handle("GET /wasm_exec.js", content("wasm_exec.js", "text/javascript; charset=utf-8", p.exec))
	return withHeaders(mux)
}

func content(name, mediaType string, data []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	})
}

// withHeaders adds the headers that isolate the page. It forbids caching, because the next start may serve another
// build.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurityPolicy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}
