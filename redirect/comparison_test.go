package redirect

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	neturl "net/url"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A round is what a client sends, and how it ends.
type round struct {
	Requests []string // method, URL, some fields, body
	Result   string
}

// refererOf returns the Referer field of r, of another host only the origin: the transport leaves no more.
func refererOf(r *http.Request) string {
	referer := r.Referer()
	if parts := strings.SplitAfterN(referer, "/", 4); len(parts) == 4 && parts[2] != r.Host+"/" {
		return strings.Join(parts[:3], "")
	}
	return referer
}

// TestTransportIsClient compares an http.Client with and without the transport, where net/http reads all fields right: chains,
// cookies, methods and bodies, CheckRedirect, ErrUseLastResponse, timeouts, canceled requests. The network is in memory, so
// that a timeout takes no time.
func TestTransportIsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparison(t)
		for _, host := range []string{"http://h.test", "https://h.test"} {
			c.compareAll(t, host)
		}
	})
}

// A comparison has servers that redirect as the path says, and what they got.
type comparison struct {
	base     *http.Transport
	mu       sync.Mutex
	requests []string
	whenSlow func() // is called when a request waits
}

func newComparison(t *testing.T) *comparison {
	c := &comparison{whenSlow: func() {}}
	plain, secure := newPipe(), newPipe()
	for _, server := range []struct {
		start func(*httptest.Server)
		pipe  pipe
	}{{(*httptest.Server).Start, plain}, {(*httptest.Server).StartTLS, secure}} {
		s := httptest.NewUnstartedServer(c)
		s.Listener.Close()
		s.Listener, s.EnableHTTP2 = server.pipe, true
		server.start(s)
		t.Cleanup(s.Close)
	}
	c.base = &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if strings.HasSuffix(address, ":443") {
				return secure.dial()
			}
			return plain.dial()
		},
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
	}
	t.Cleanup(c.base.CloseIdleConnections)
	return c
}

// ServeHTTP redirects from "/302/a" to "/a", and from "/302/to/h/a" to "//h/a".
func (c *comparison) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	c.requests = append(c.requests, fmt.Sprint(r.Method, " ", address(r), " ", r.Header["Cookie"], r.Header["Authorization"], refererOf(r), r.Header["X"], " ", string(body)))
	c.mu.Unlock()
	code, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if code == "slow" {
		c.whenSlow()
		<-r.Context().Done()
	}
	if n, err := strconv.Atoi(code); err == nil {
		http.SetCookie(w, &http.Cookie{Name: "c" + code, Value: "v"})
		w.Header().Set("Location", "/"+rest)
		if host, ok := strings.CutPrefix(rest, "to/"); ok {
			w.Header().Set("Location", "//"+host)
		}
		w.WriteHeader(n)
	}
	io.WriteString(w, "body of "+r.URL.Path)
}

// A change is made to a client and its request before that is sent.
type change func(*http.Client, *http.Request) *http.Request

// compareAll compares all that starts at host.
func (c *comparison) compareAll(t *testing.T, host string) {
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE"} {
		for _, code := range []string{"300", "301", "302", "303", "304", "307", "308"} {
			c.compare(t, method, host+"/"+code+"/a", "sent", nil)
		}
	}
	c.compare(t, "POST", host+"/307/308/302/301/303/a?b", "sent", nil)
	c.compare(t, "GET", host+"/302/to/g.test/302/to/h.test/a", "", nil)
	c.compare(t, "GET", strings.Replace(host, "h.test", "u:p@h.test", 1)+"/302/302/a", "", nil)
	c.compare(t, "GET", host+strings.Repeat("/302", 11), "", nil) // too many
	for _, err := range []error{http.ErrUseLastResponse, io.ErrUnexpectedEOF} {
		c.compare(t, "GET", host+"/302/a", "", func(client *http.Client, req *http.Request) *http.Request {
			client.CheckRedirect = func(*http.Request, []*http.Request) error { return err }
			return req
		})
	}
	c.compare(t, "GET", host+"/302/a", "", func(_ *http.Client, req *http.Request) *http.Request {
		req.Host = "virtual.test"
		return req
	})
	c.compare(t, "POST", host+"/307/a", "", func(_ *http.Client, req *http.Request) *http.Request {
		req.Body, req.GetBody = io.NopCloser(strings.NewReader("once")), nil
		return req
	})
	c.compare(t, "GET", host+"/302/slow", "", func(client *http.Client, req *http.Request) *http.Request {
		client.Timeout = 2 * time.Second
		return req
	})
	c.compare(t, "GET", host+"/302/slow", "", func(_ *http.Client, req *http.Request) *http.Request {
		ctx, cancel := context.WithCancel(req.Context())
		c.whenSlow = cancel
		return req.WithContext(ctx)
	})
	c.whenSlow = func() {}
}

// compare compares what a client sends with and without the transport, and how it ends.
func (c *comparison) compare(t *testing.T, method, rawURL, body string, change change) {
	t.Helper()
	want := c.run(t, c.base, method, rawURL, body, change)
	for _, transport := range []http.RoundTripper{Transport(c.base), Transport(roundTripper(c.base.RoundTrip))} {
		if got := c.run(t, transport, method, rawURL, body, change); !reflect.DeepEqual(got, want) || len(got.Requests) == 0 {
			t.Errorf("%s %s:\ngot  %q\nwant %q", method, rawURL, got, want)
		}
	}
}

func (c *comparison) run(t *testing.T, transport http.RoundTripper, method, rawURL, body string, change change) round {
	c.requests = nil
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: transport, Jar: jar}
	req, err := http.NewRequest(method, rawURL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X", "y")
	if change != nil {
		req = change(client, req)
	}
	var result string
	resp, err := client.Do(req)
	if err != nil {
		var e *neturl.Error
		result = fmt.Sprint(errors.As(err, &e), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), e.Timeout(), e.URL, resp != nil)
	} else {
		text, err := io.ReadAll(resp.Body)
		result = fmt.Sprint(resp.StatusCode, resp.Request.URL, resp.Header["Location"], string(text), err)
		resp.Body.Close()
	}
	synctest.Wait()
	return round{c.requests, result}
}

// A pipe is a network in memory.
type pipe struct {
	conns chan net.Conn
	open  context.Context
	close context.CancelFunc
}

func newPipe() pipe {
	open, cancel := context.WithCancel(context.Background())
	return pipe{make(chan net.Conn), open, cancel}
}

func (p pipe) dial() (net.Conn, error) {
	client, server := net.Pipe()
	p.conns <- server
	return client, nil
}

func (p pipe) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.open.Done():
		return nil, net.ErrClosed
	}
}

func (p pipe) Close() error { p.close(); return nil }

func (p pipe) Addr() net.Addr {
	client, _ := net.Pipe()
	return client.LocalAddr()
}
