package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// theStaticSite is the page as the flag -o writes it.
var theStaticSite = sync.OnceValues(func() (site, error) {
	program, err := theProgram()
	if err != nil {
		return nil, err
	}
	return newSite(program, true), nil
})

// writeSite writes the page to a new directory, as the flag -o does.
func writeSite(t *testing.T) (dir string) {
	t.Helper()
	site, err := theStaticSite()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := site.write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestExport runs the command with the flag -o, and checks the files.
func TestExport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b") // there is none yet
	var stderr bytes.Buffer
	if status := run(context.Background(), []string{"-o", dir}, &stderr); status != exitOK {
		t.Fatalf("exit status %d: %s", status, &stderr)
	}
	index := readFile(t, filepath.Join(dir, "index.html"))
	policy, script := strings.Index(index, "Content-Security-Policy"), strings.Index(index, "<script")
	if policy < 0 || script < policy || strings.Contains(index, "frame-ancestors") { // which <meta> cannot set
		t.Errorf("the policy is at %d, the first script at %d", policy, script)
	}
	links := regexp.MustCompile(`(?:href|src)="([^"#][^"]*)"`).FindAllStringSubmatch(index, -1)
	for _, link := range links {
		if strings.HasPrefix(link[1], "https://") {
			continue // another site
		}
		if _, err := os.Stat(filepath.Join(dir, link[1])); err != nil || strings.HasPrefix(link[1], "/") {
			t.Errorf("the link to %q: %v", link[1], err)
		}
	}
	if len(links) < 10 {
		t.Errorf("only %d links", len(links))
	}
	packed, err := gzip.NewReader(strings.NewReader(readFile(t, filepath.Join(dir, packedName))))
	if err != nil {
		t.Fatal(err)
	}
	if program, err := io.ReadAll(packed); err != nil || !strings.HasPrefix(string(program), "\x00asm") {
		t.Errorf("the packed program is something else: %v", err)
	}
	if found, err := filepath.Glob(filepath.Join(dir, "*.wasm")); err != nil || len(found) > 0 {
		t.Errorf("there is a copy of the program that is not packed: %q, %v", found, err)
	}
	worker := readFile(t, filepath.Join(dir, workerName))
	for _, name := range []string{`"./"`, `"main.js"`, `"worker.js"`, `"weburl.wasm.gz"`, `"wasm_exec.js"`, `"style.css"`} {
		if !strings.Contains(strings.SplitN(worker, "\n\n", 2)[0], name) {
			t.Errorf("the service worker does not keep %s", name)
		}
	}
	if status := run(context.Background(), []string{"-o", filepath.Join(dir, "index.html")}, &stderr); status != exitTrouble {
		t.Errorf("exit status %d for a directory that is a file", status)
	}
}

// A plainServer serves a directory below /some/where/, as simple web servers do.
type plainServer struct {
	dir        string
	mediaTypes map[string]string // by extension; "" sends none
	unpack     bool              // send .gz files with Content-Encoding: gzip
	intercept  func(w http.ResponseWriter, name string) (done bool)

	mu       sync.Mutex
	requests map[string]int
	sent     int // bytes of files
}

const somewhere = "/some/where/"

func (s *plainServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	if r.URL.Path == somewhere {
		name = indexName
	}
	s.mu.Lock()
	s.requests[name]++
	s.mu.Unlock()
	if s.intercept != nil && s.intercept(w, name) {
		return
	}
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil || path.Dir(r.URL.Path)+"/" != somewhere {
		http.NotFound(w, r)
		return
	}
	mediaType := mediaTypes[path.Ext(name)]
	if other, ok := s.mediaTypes[path.Ext(name)]; ok {
		mediaType = other
	}
	w.Header()["Content-Type"] = nil
	if mediaType != "" {
		w.Header().Set("Content-Type", mediaType)
	}
	if s.unpack && path.Ext(name) == ".gz" {
		w.Header().Set("Content-Encoding", "gzip")
	}
	n, _ := w.Write(data) // a browser may have left
	s.mu.Lock()
	s.sent += n
	s.mu.Unlock()
}

func (s *plainServer) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[name]
}

// start starts the server and returns the address of the page.
func (s *plainServer) start(t *testing.T) string {
	t.Helper()
	s.requests = map[string]int{}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL + somewhere
}

// TestStatic opens the written page on servers with different ideas of media types.
func TestStatic(t *testing.T) {
	dir := writeSite(t)
	for _, tt := range []struct {
		name   string
		server *plainServer
	}{
		{"right types", &plainServer{}},
		{"wrong types", &plainServer{mediaTypes: map[string]string{".wasm": "text/plain", ".gz": "text/html", ".svg": "text/plain"}}},
		{"no types", &plainServer{mediaTypes: map[string]string{".wasm": "", ".gz": ""}}},
		{"unpacked", &plainServer{unpack: true, mediaTypes: map[string]string{".gz": "application/octet-stream"}}},
	} {
		tt.server.dir = dir
		p := newTab(t)
		p.open(tt.server.start(t), "#input=http://0x7f.1/&call=port&arg=81")
		p.wait(`document.querySelector("#about").textContent !== ""`)
		p.checkPart(thePackage, "href", "http://127.0.0.1:81/", false)
		eval[any](p, `navigator.serviceWorker.ready.then(() => null)`)
		p.wait(`navigator.serviceWorker.controller`)
		if packed := tt.server.count(packedName); packed != 1 {
			t.Errorf("%s: the program is loaded %d times", tt.name, packed)
		}
		if tt.server.sent > maxVisit {
			t.Errorf("%s: the first visit loads %d bytes", tt.name, tt.server.sent)
		}
		t.Logf("%s: the first visit loads %d bytes", tt.name, tt.server.sent)
	}
}

// maxVisit limits what the first visit loads from a server that sends no validators. 2.15 MB take 1.7 s at 10 Mbit/s.
const maxVisit = 2_149_999

// TestOldBrowsers opens the page in a browser that cannot compile a stream, and in one that cannot unpack.
func TestOldBrowsers(t *testing.T) {
	open := func(missing string) *page {
		server := plainServer{dir: writeSite(t)}
		p := newTab(t)
		p.beforeScripts("delete globalThis." + missing)
		p.open(server.start(t), "#input=http://0x7f.1/")
		return p
	}
	p := open("WebAssembly.compileStreaming")
	p.wait(`document.querySelector("#about").textContent !== ""`)
	p.checkPart(thePackage, "href", "http://127.0.0.1/", false)
	p = open("DecompressionStream")
	p.wait(`document.querySelector("#trouble-text").textContent.includes("cannot unpack the program")`)
	p.checkPart(yours, "href", "http://127.0.0.1/", false)
}

// TestOffline visits the page once, stops the server, and visits the page again.
func TestOffline(t *testing.T) {
	server := plainServer{dir: writeSite(t)}
	isDown := make(chan struct{})
	server.intercept = func(w http.ResponseWriter, _ string) bool {
		select {
		case <-isDown:
			panic(http.ErrAbortHandler) // breaks the connection
		default:
			return false
		}
	}
	p := newTab(t)
	p.open(server.start(t), "#input=http://0x7f.1/")
	p.wait(`document.querySelector("#about").textContent !== ""`)
	eval[any](p, `navigator.serviceWorker.ready.then(() => null)`)
	p.wait(`navigator.serviceWorker.controller`)
	close(isDown)
	eval[any](p, `location.reload()`)
	p.wait(`performance.getEntriesByType("navigation")[0]?.type === "reload" && document.querySelector("#about")?.textContent`)
	p.checkPart(thePackage, "href", "http://127.0.0.1/", false)
	if got := eval[string](p, `fetch("no-such-file").then(() => "an answer", () => "no answer")`); got != "no answer" {
		t.Errorf("a file that is not of the page: %s", got)
	}
	p.forgive("no-such-file")
}

// TestProgress checks what the page shows while the program is loading.
func TestProgress(t *testing.T) {
	dir := writeSite(t)
	program := []byte(readFile(t, filepath.Join(dir, packedName)))
	rest := make(chan struct{})
	server := plainServer{dir: dir}
	server.intercept = func(w http.ResponseWriter, name string) bool {
		if name != packedName {
			return false
		}
		_, _ = w.Write(program[:len(program)/2])
		w.(http.Flusher).Flush()
		<-rest
		_, _ = w.Write(program[len(program)/2:])
		return true
	}
	p := newTab(t)
	p.open(server.start(t), `#input=http://0x7f.1/`)
	p.wait(`document.querySelector("#verdict").textContent === "Loading the package: 49 %" || document.querySelector("#verdict").textContent === "Loading the package: 50 %"`)
	if got := eval[float64](p, `document.querySelector("#progress").value`); got < 49 || got > 50 {
		t.Errorf("the progress is %v %%", got)
	}
	if value, _ := p.part(yours, "href"); value != "http://127.0.0.1/" {
		t.Errorf("meanwhile the browser's column has %q", value)
	}
	close(rest)
	p.wait(`document.querySelector("#about").textContent !== ""`)
	p.checkPart(thePackage, "href", "http://127.0.0.1/", false)
	if eval[bool](p, `document.querySelector("#progress").checkVisibility()`) {
		t.Error("the progress stays")
	}
}

// TestTrouble opens the page where the program is missing or is something else, and tries again.
func TestTrouble(t *testing.T) {
	for _, tt := range []struct {
		why   string
		serve func(w http.ResponseWriter)
	}{
		{"the server answers 404", func(w http.ResponseWriter) { http.Error(w, "not here", http.StatusNotFound) }},
		{"what the server sends is not the program", func(w http.ResponseWriter) { _, _ = io.WriteString(w, "<!doctype html><p>Please log in.") }},
		{"cannot be fetched", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }},
	} {
		var mu sync.Mutex
		isBroken := true
		server := plainServer{dir: writeSite(t)}
		server.intercept = func(w http.ResponseWriter, name string) bool {
			mu.Lock()
			defer mu.Unlock()
			if name == packedName && isBroken {
				tt.serve(w)
				return true
			}
			return false
		}
		p := newTab(t)
		p.open(server.start(t), `#input=http://0x7f.1/&call=port&arg=81`)
		p.wait(`!document.querySelector("#trouble").hidden`)
		if got := p.text("#trouble-text"); !strings.Contains(got, tt.why) {
			t.Errorf("the reason is %q, want %q", got, tt.why)
		}
		if value, _ := p.part(yours, "href"); value != "http://127.0.0.1:81/" {
			t.Errorf("the browser's column has %q", value)
		}
		p.fill("#input", "http://0x7f.2/")
		if value, _ := p.part(yours, "href"); value != "http://127.0.0.2:81/" {
			t.Errorf("later the browser's column has %q", value)
		}
		mu.Lock()
		isBroken = false
		mu.Unlock()
		p.click("#retry")
		p.wait(`document.querySelector("#about").textContent !== ""`)
		p.checkPart(thePackage, "href", "http://127.0.0.2:81/", false)
		if eval[bool](p, `document.querySelector("#trouble").checkVisibility()`) {
			t.Error("the trouble stays")
		}
		p.forgive("weburl.wasm.gz")
	}
}

// TestFile opens the page from a file. Browsers refuse its scripts there, so it says what to do.
func TestFile(t *testing.T) {
	p := newTab(t)
	address := "file://" + filepath.ToSlash(filepath.Join(writeSite(t), indexName))
	p.open(address, "")
	p.wait(`document.querySelector("#no-server")?.checkVisibility({ visibilityProperty: true })`)
	if got := eval[string](p, `document.querySelector("#no-server").textContent`); !strings.Contains(got, "web server") {
		t.Errorf("it says %q", got)
	}
	p.forgive("") // what the browser says about each script
}

// TestServer checks caching.
func TestServer(t *testing.T) {
	server, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	get := func(name string, header ...string) *http.Response {
		t.Helper()
		request, err := http.NewRequestWithContext(context.Background(), "GET", server.URL+"/"+name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return response
	}
	if got := get("main.js", "If-None-Match", get("main.js").Header.Get("ETag")).StatusCode; got != http.StatusNotModified {
		t.Errorf("a file that is cached: status %d", got)
	}
}
