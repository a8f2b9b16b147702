package integration

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/page"
)

// A web archive stores what went over the wire for the links of a page. Its recorder sits below the HTTP client, so it finds the URL of a
// record in the bytes of the request. A reader of the archive finds the record by the URL, in any spelling.

// recordedConn keeps what is written to a connection.
type recordedConn struct {
	net.Conn
	sent *bytes.Buffer
}

func (c recordedConn) Write(b []byte) (int, error) {
	c.sent.Write(b)
	return c.Conn.Write(b)
}

// targetURI returns the URL that a recorded request was for.
func targetURI(scheme string, request io.Reader) (url.URL, error) {
	r, err := http.ReadRequest(bufio.NewReader(request))
	if err != nil {
		return url.URL{}, err
	}
	return url.ParseRequestTarget(r.Method, scheme, r.Host, r.RequestURI)
}

// archive contains records in the format of https://iipc.github.io/warc-specifications/, without what this example
// does not need.
type archive map[url.URL]string

func writeRecord(w io.Writer, target url.URL, body string) error {
	_, err := fmt.Fprintf(w, "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: %v\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", target, len(body), body)
	return err
}

func readArchive(r io.Reader) (archive, error) {
	records, lines := archive{}, textproto.NewReader(bufio.NewReader(r))
	for {
		if _, err := lines.ReadLine(); err == io.EOF {
			return records, nil
		} else if err != nil {
			return nil, err
		}
		header, err := lines.ReadMIMEHeader()
		if err != nil {
			return nil, err
		}
		target, err := url.Parse(header.Get("WARC-Target-URI"))
		if err != nil {
			return nil, err
		}
		if records[target], err = lines.ReadLine(); err != nil { // this example has bodies of one line
			return nil, err
		}
		if _, err := lines.ReadLine(); err != nil {
			return nil, err
		}
	}
}

func (a archive) replay(rawURL string) (body string, ok bool) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return "", false
	}
	body, ok = a[u.WithoutFragment()]
	return body, ok
}

// A URL arrives in its record as a browser serializes it, without what a request does not have.
func TestArchive(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s", r.Host, r.RequestURI)
	}))
	defer server.Close()
	var sent bytes.Buffer
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) { // all hosts are this server
			conn, err := new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
			return recordedConn{conn, &sent}, err
		},
	}}

	var file bytes.Buffer
	const start = `<base href="HTTP://EXAMPLE.com:80/a/"><a href="../b#top"></a><img srcset="//bücher.example/ä|b?ü=100% 1x, http://user:secret@0x7f.1:8080/{x}?' 2x">
		<iframe src="http://[::0001]?"></iframe><script src="//example.com//other.example/"></script><link href="/%2e%2E/%7e;a=b,c">`
	tests := []struct{ target, body string }{
		{"http://example.com/b", "example.com /b"},
		{"http://xn--bcher-kva.example/%C3%A4|b?%C3%BC=100%", "xn--bcher-kva.example /%C3%A4|b?%C3%BC=100%"},
		{"http://127.0.0.1:8080/%7Bx%7D?%27", "127.0.0.1:8080 /%7Bx%7D?%27"},
		{"http://[::1]/?", "[::1] /?"},
		{"http://example.com//other.example/", "example.com //other.example/"},
		{"http://example.com/%7e;a=b,c", "example.com /%7e;a=b,c"},
	}
	document, err := page.Parse(strings.NewReader(start), url.URL{}, "text/html")
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for link := range document.Links() {
		test := tests[i]
		i++
		n, err := link.URL.RequestURL()
		if err != nil {
			t.Errorf("%s: %v", link.Raw, err)
			continue
		}
		sent.Reset()
		response, err := client.Do(&http.Request{URL: n, Header: http.Header{}})
		if err != nil {
			t.Errorf("%s: %v", link.Raw, err)
			continue
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Errorf("%s: %v", link.Raw, err)
		}
		target, err := targetURI("http", &sent)
		if err != nil || target.Href() != test.target {
			t.Errorf("%s: the target is %q, error %v, want %q", link.Raw, target, err, test.target)
		}
		if err := writeRecord(&file, target, string(body)); err != nil {
			t.Fatal(err)
		}
	}

	records, err := readArchive(&file)
	if err != nil || len(records) != len(tests) {
		t.Errorf("read %d records, error %v", len(records), err)
	}
	for _, test := range tests {
		if body, ok := records.replay(test.target); body != test.body || !ok {
			t.Errorf("%s: replayed %q, %t, want %q", test.target, body, ok, test.body)
		}
	}
	for _, rawURL := range []string{"http:example.com\\b", "http://EXAMPLE.com/b#other", " http://example.com:80/./b\n"} {
		if body, ok := records.replay(rawURL); body != "example.com /b" || !ok {
			t.Errorf("%q: replayed %q, %t", rawURL, body, ok)
		}
	}
	for _, rawURL := range []string{"https://example.com/b", "http://example.com/%62", "http://example.com./b", "/b"} {
		if body, ok := records.replay(rawURL); ok {
			t.Errorf("%q: replayed %q", rawURL, body)
		}
	}
}
