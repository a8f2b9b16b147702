package filepath

import (
	"net/http"
	neturl "net/url"
	"os"
	"path/filepath"

	"github.com/weburl-go/url"
)

func wrong(w http.ResponseWriter, r *http.Request, u url.URL, dir string) {
	os.Open(filepath.Join(dir, u.Pathname()))             // want `the path of a URL is percent-encoded: /a%20b names another file here than it does there: use u.DecodedSegments\(\) and os.Root, or u.FilePath for a file URL`
	http.ServeFile(w, r, url.PercentDecode(u.Pathname())) // want `/..%2f..%2fetc/passwd is one segment of a URL, and leaves the directory here: use u.DecodedSegments`

	name := url.PercentDecode(u.Pathname())
	os.ReadFile(name) // want `leaves the directory here`
	for segment := range u.PathSegments() {
		dir = filepath.Join(dir, url.PercentDecode(segment)) // want `leaves the directory here`
	}
}

func right(u url.URL, n *neturl.URL, root *os.Root, dir, name string) {
	os.Open(filepath.Join(dir, n.Path))                    // ok: not this package
	os.Open(filepath.Join(dir, u.Hostname()))              // ok
	os.Open(name)                                          // ok
	root.Open(url.PercentDecode(u.Pathname()))             // ok: a Root does not let it leave
	root.Open(u.Pathname())                                // ok: not sure
	println(u.Pathname(), url.PercentDecode(u.Pathname())) // ok
	if path, err := u.FilePath(url.UnixPath); err == nil {
		os.Open(path) // ok
	}
	if segments, err := u.DecodedSegments(); err == nil {
		os.Open(filepath.Join(segments...)) // ok
	}
	os.Open(filepath.Base(u.Pathname())) // ok: not sure
}

func local(u url.URL, dir string) {
	name := url.PercentDecode(u.Pathname())
	if filepath.IsLocal(name) {
		os.Open(filepath.Join(dir, name)) // ok
	}
}
