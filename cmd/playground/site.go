package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed web
var web embed.FS

// The names of files that are not in the directory web as they are.
const (
	indexName   = "index.html"
	workerName  = "sw.js" // the service worker
	packedName  = "weburl.wasm.gz"
	runtimeName = "wasm_exec.js"
)

// pagePolicy lets the page load its own files and run its own WebAssembly, and nothing else. So the page makes no request
// to another host, whatever URL is typed into it.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
	"require-trusted-types-for 'script'; trusted-types playground"

// A site is the files of the page by their names. All links between them are relative.
type site map[string][]byte

// newSite returns the page with the program that it runs. If offline is true, the page installs a service worker that
// keeps it.
func newSite(p *program, offline bool) site {
	s := site{packedName: pack(p.wasm), runtimeName: p.exec}
	entries, _ := web.ReadDir("web") // they are in the program
	for _, entry := range entries {
		s[entry.Name()], _ = web.ReadFile("web/" + entry.Name())
	}
	script := s[workerName]
	delete(s, workerName)
	s[indexName] = bytes.Replace(s[indexName], []byte("<!-- build -->"), []byte(s.head(len(p.wasm), offline)), 1)
	if offline {
		s[workerName] = append(s.manifest(p.wasm), script...)
	}
	return s
}

func pack(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	_, _ = w.Write(data)                                  // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// head returns the elements of the page's head that depend on the other files. The policy comes first, because it
// applies to what follows it. The page needs all modules and the program, so it asks for them at once. The program has
// the given size when it is unpacked.
func (s site) head(unpacked int, offline bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", html.EscapeString(pagePolicy))
	fmt.Fprintf(&b, "<link id=\"program\" rel=\"preload\" as=\"fetch\" crossorigin href=\"%s\" data-size=\"%d\" data-unpacked-size=\"%d\">\n",
		packedName, len(s[packedName]), unpacked)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if path.Ext(name) == ".js" && name != "worker.js" && name != runtimeName {
			fmt.Fprintf(&b, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
		}
	}
	if offline {
		fmt.Fprintf(&b, "<meta name=\"service-worker\" content=\"%s\">\n", workerName)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// manifest returns the beginning of the service worker: the version of the page, and the files that it keeps with their
// SHA-256 hashes. The program has a second one, because some servers let the browser unpack it.
func (s site) manifest(program []byte) []byte {
	version := sha256.New()
	files := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		hash := hashOf(s[name])
		fmt.Fprintf(version, "%s %s\n", name, hash)
		files[name] = []string{hash}
	}
	files[packedName] = append(files[packedName], hashOf(program))
	files["./"] = files[indexName]
	delete(files, indexName)
	list, err := json.Marshal(files)
	if err != nil {
		panic(err) // strings can be marshaled
	}
	return fmt.Appendf(nil, "const VERSION = \"%x\";\nconst FILES = %s;\n\n", version.Sum(nil)[:8], list)
}

func hashOf(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

func (s site) write(dir string) error {
	for name, data := range s {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// mediaTypes has the media types of the files by their extensions. The tables of systems differ.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".gz": "application/gzip",
}
