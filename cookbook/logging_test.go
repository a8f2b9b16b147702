package cookbook_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"strings"

	"github.com/weburl-go/url"
)

// Recipe: Log a text that may be a URL
//
// nil hides credentials and all values, also of what does not parse. Of a line of a log, give it each word (`\S+`).
//
// Pitfall: A list of secret names shows the token of the next service, and a secret in a path stays.
//
// Keywords: log line, slog, redact, password in a log, token, OpenTelemetry
func Example_log() {
	fmt.Println(url.Redact("https://ann:pw@example.com/a?b=c&s3cret", nil))
	notPage := func(name string) bool { return name != "page" } // keeps the value of page
	fmt.Println(url.Redact("https://example.com/a?page=2&q=x", notPage))
	secret := func(name string) bool {
		switch strings.ToLower(name) {
		case "awsaccesskeyid", "signature", "sig", "x-amz-credential", "x-amz-security-token", "x-amz-signature", "x-goog-signature":
			return true
		case "token", "access_token", "code":
			return true
		}
		return false
	}
	for _, s := range []string{
		"https://ann:pw@example.com/a?b=c&sig=abc", "https://b.s3.example/a?X-Amz-Date=1&X-Amz-Signature=abc", "/cb?state=1#access_token=abc", "postgres://app:p#ss@db/x", "/a\r\nb",
	} {
		fmt.Println(url.Redact(s, secret))
	}
	// Output:
	// https://xxxxx@example.com/a?b=xxxxx&xxxxx
	// https://example.com/a?page=2&q=xxxxx
	// https://xxxxx@example.com/a?b=c&sig=xxxxx
	// https://b.s3.example/a?X-Amz-Date=1&X-Amz-Signature=xxxxx
	// /cb?state=1#access_token=xxxxx
	// postgres://xxxxx@db/x
	// /a%0D%0Ab
}

// Recipe: Log an error of http.Client
//
// Its message has the URL: redact the field before you print.
//
// Pitfall: The password is hidden there, but the user and the query are not.
//
// Keywords: error text with a password, http.Client error, log
func Example_clientError() {
	_, err := http.Get("ftp://ann:s3cret@example.com/?token=s3cret")
	if e, ok := errors.AsType[*neturl.Error](err); ok {
		e.URL = url.Redact(e.URL, nil)
	}
	fmt.Println(err)
	// Output: Get "ftp://xxxxx@example.com/?token=xxxxx": unsupported protocol scheme "ftp"
}

// A middleware logs the host and the target as two fields. A path may have a token in it, unless it is the path of the route's
// pattern. For "/reset/{token}" and "/share/", which take many paths, the pattern is logged in its place, and for a path that is
// not found, there is none.
func Example_middleware() {
	logged := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() { // even if next panics
				target := r.Pattern
				if strings.HasSuffix(r.Pattern, r.URL.Path) {
					target = url.Redact(r.RequestURI, nil)
				}
				fmt.Printf("%s %s %q\n", r.Method, url.Redact(r.Host, nil), target)
			}()
			next.ServeHTTP(w, r) // an http.ServeMux sets r.Pattern
		})
	}
	mux := http.NewServeMux()
	mux.Handle("/a", http.NotFoundHandler())
	mux.Handle("/reset/{token}", http.NotFoundHandler())
	mux.Handle("/share/", http.NotFoundHandler())
	for _, target := range []string{"/a?token=s3cret", "http://ann:pw@example.com/a", "/reset/s3cret", "/share/s3cret", "/reset/s3cret/"} {
		logged(mux).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", target, nil))
	}
	// Output:
	// GET example.com "/a?token=xxxxx"
	// GET example.com "http://xxxxx@example.com/a"
	// GET example.com "/reset/{token}"
	// GET example.com "/share/"
	// GET example.com ""
}

// Recipe: Count the referrers of an access log
//
// On the command line: `weburl -csv -delimiter ' ' -column 9`.
//
// Pitfall: A client can write any text into this field: never follow it unguarded.
//
// Keywords: access log, referrer, nginx, Apache
func Example_accessLog() {
	log := csv.NewReader(strings.NewReader(`127.0.0.1 - - [01/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "https://search.example/?q=a" "Mozilla/5.0"
127.0.0.1 - - [01/Nov/2026:10:00:01 +0000] "GET / HTTP/1.1" 200 5 "-" "curl/8"`))
	log.Comma, log.LazyQuotes, log.FieldsPerRecord = ' ', true, -1
	records, err := log.ReadAll()
	if err != nil {
		panic(err)
	}
	count := map[url.Origin]int{}
	for _, fields := range records {
		if u, err := url.Parse(fields[min(8, len(fields)-1)]); err == nil && u.IsHTTP() {
			count[u.Origin()]++
		}
	}
	fmt.Println(count)
	// Output: map[https://search.example:1]
}
