package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"time"
)

// newHandler serves the files of a site.
func newHandler(s site) http.Handler {
	mux := http.NewServeMux()
	for name, data := range s {
		pattern := "GET /" + name
		if name == indexName {
			pattern = "GET /{$}"
		}
		mux.Handle(pattern, newFile(name, data))
	}
	return withHeaders(mux)
}

// A file is served as it is, and compressed to clients that accept that.
type file struct {
	mediaType     string
	plain, packed variant
}

// A variant is a form in which a file is sent. Its tag tells it from other forms and builds.
type variant struct {
	data []byte
	tag  string
}

func newFile(name string, data []byte) file {
	f := file{mediaType: mediaType(name), plain: newVariant(data)}
	if path.Ext(name) != ".gz" {
		f.packed = newVariant(pack(data))
	}
	return f
}

func newVariant(data []byte) variant {
	sum := sha256.Sum256(data)
	return variant{data, `"` + hex.EncodeToString(sum[:8]) + `"`}
}

func (f file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	v := f.plain
	if f.packed.data != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			h.Set("Content-Encoding", "gzip")
			v = f.packed
		}
	}
	h.Set("ETag", v.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(v.data))
}

// acceptsGzip reports whether an Accept-Encoding field names gzip, and not with the weight 0.
// https://www.rfc-editor.org/rfc/rfc9110#field.accept-encoding
func acceptsGzip(field string) bool {
	for item := range strings.SplitSeq(field, ",") {
		coding, weight, _ := strings.Cut(item, ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			q, isWeight := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(weight), " ", ""), "q=")
			return !isWeight || strings.Trim(q, "0.") != ""
		}
	}
	return false
}

// withHeaders adds the headers that isolate the page. A browser asks again for each file it has cached, because the next
// start may serve another build.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy+"; frame-ancestors 'none'")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}
