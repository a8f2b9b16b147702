package main

import (
	"bytes"
	"net/http"
	"path"
	"time"
)

func newHandler(s site) http.Handler {
	mux := http.NewServeMux()
	for name, data := range s {
		pattern, tag := "GET /"+name, `"`+hashOf(data)+`"`
		if name == indexName {
			pattern = "GET /{$}"
		}
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", mediaTypes[path.Ext(name)])
			w.Header().Set("ETag", tag)
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		mux.ServeHTTP(w, r)
	})
}

// headers isolate the page. A browser asks again for each file it has cached, because the next start may serve another build.
var headers = map[string]string{
	"Content-Security-Policy":      pagePolicy + "; frame-ancestors 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
	"Cache-Control":                "no-cache",
}
