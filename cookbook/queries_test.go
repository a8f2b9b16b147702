package cookbook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weburl-go/url"
)

// Recipe: Read one query parameter
//
// `QueryValue` returns the decoded value of the first parameter with the given name and reports whether the parameter exists.
// To reject a query that repeats the name, count the values that `GetAll` returns.
//
// Pitfall: If a query repeats a name, some programs use the first value, and others use the last. If you check
// `?user=ann&user=root` with `QueryValue`, but your backend uses the last value, it acts on a user that you never checked.
//
// Keywords: get query parameter, read a query parameter, Query().Get, FormValue, repeated parameter, parameter pollution
func Example_readParameter() {
	u := url.MustParse("https://example.com/?q=caf%C3%A9+au+lait&page=2")
	q, ok := u.QueryValue("q")
	fmt.Println(q, ok)
	for _, s := range []string{
		"https://example.com/?user=ann",
		"https://example.com/?user=ann&us%65r=root",
		"https://example.com/",
	} {
		user, err := singleValue(url.MustParse(s), "user")
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(user)
	}
	// Output:
	// café au lait true
	// ann
	// user: want one value, got 2
	// user: want one value, got 0
}

func singleValue(u url.URL, name string) (string, error) {
	values := url.NewURLSearchParams(u.Search()).GetAll(name)
	if len(values) != 1 {
		return "", fmt.Errorf("%s: want one value, got %d", name, len(values))
	}
	return values[0], nil
}

// Recipe: Add a parameter to a URL
//
// `AppendQuery` encodes the parameter's name and value. A space becomes `%20`, which every program can decode, including mail
// clients. Each call copies the URL, so to append thousands of parameters, encode all of them with `Build`, and set the query
// once.
//
// Pitfall: Don't build the query by hand, as in `"?q=" + value`. By sending the value `a&admin=1`, a client can add a second
// parameter to your URL.
//
// Keywords: add query parameter, escape a query value, plus or %20, QueryEscape, base64 in a URL, newsletter
func Example_addParameter() {
	u := url.MustParse("https://example.com/?file=a%20~b#top")
	u = u.AppendQuery("from", "mail & web")
	fmt.Println(u)

	u, err := appendPairs(u, [][2]string{{"a", "1 + 1"}, {"b", "\xff"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output:
	// https://example.com/?file=a%20~b&from=mail%20%26%20web#top
	// https://example.com/?file=a%20~b&from=mail%20%26%20web&a=1%20%2B%201&b=%FF#top
}

// appendPairs returns the same URL as calling AppendQuery for each pair, but takes linear time.
func appendPairs(u url.URL, pairs [][2]string) (url.URL, error) {
	if len(pairs) == 0 {
		return u, nil
	}
	built, err := url.Build(url.Components{Scheme: "https", Host: "example.com", Query: pairs})
	if err != nil {
		return url.URL{}, err
	}
	query, _ := u.Query()
	if query != "" && !strings.HasSuffix(query, "&") {
		query += "&"
	}
	added, _ := built.Query()
	err = u.SetSearch("?" + query + added) // the query itself may begin with "?"
	return u, err
}

// Recipe: Change one parameter
//
// `WithQueryValue` sets the first parameter with the given name and removes any others with that name. If there is none, it
// appends one. The rest of the query, including the spelling of the name, is preserved byte for byte, in the same order. By then,
// however, `Parse` has percent-encoded a few characters, such as the apostrophe. If the original bytes matter, see ["Change a
// presigned URL"](#change-a-presigned-url).
//
// Pitfall: `WithQueryValue` returns a modified copy of the URL. If you don't assign the result, `u.WithQueryValue("page", "2")`
// has no effect.
//
// Keywords: set query parameter, order of parameters, page number, pager, pagination, filter links
func Example_changeParameter() {
	u := url.MustParse("https://example.com/?q=%63af%C3%A9&page=1&debug")
	u = u.WithQueryValue("page", "2")
	fmt.Println(u)
	// Output: https://example.com/?q=%63af%C3%A9&page=2&debug
}

// Recipe: Remove tracking parameters from a URL
//
// `WithoutQueryValue` removes parameters by name, while `EditQuery` calls a function for each parameter. Both keep the exact
// bytes of all other parameters, so a signature stays valid unless `Parse` has already changed the signed bytes.
// To edit the string without parsing it, see ["Change a presigned URL"](#change-a-presigned-url).
//
// Pitfall: `SearchParams().Delete` rewrites all the other parameters as well. For example, it turns `a%20~b` into `a+%7Eb`, so a
// signature in the query no longer matches.
//
// Keywords: tracking parameters, utm_, gclid, fbclid, remove query parameter, strip query
func Example_tracking() {
	u := url.MustParse("https://shop.example/get?file=a%20~b&utm_source=mail&gclid=x&sig=p%2fQ*")
	fmt.Println(u.WithoutQueryValue("utm_source", "gclid"))

	u = u.EditQuery(func(name, value string) (string, bool) {
		isTracking := strings.HasPrefix(name, "utm_") || name == "gclid"
		return value, !isTracking
	})
	fmt.Println(u)
	// Output:
	// https://shop.example/get?file=a%20~b&sig=p%2fQ*
	// https://shop.example/get?file=a%20~b&sig=p%2fQ*
}

// Recipe: Change a presigned URL
//
// A signature covers the exact bytes of the URL, so edit the string without parsing it. `AppendRawURL` adds a parameter, and
// `EditRawURL` removes parameters. Neither changes any other bytes.
//
// Pitfall: `Parse` percent-encodes quotation marks, apostrophes, angle brackets, spaces and non-ASCII characters in a query.
// After `Parse`, the query `?name='a'&sig=…` no longer matches its signature. Neither `AppendRawURL` nor `EditRawURL` validates
// the string, so before you request the result, parse it to find out where it points.
//
// Keywords: presigned URL, signed URL, signature, keep bytes, HMAC, raw URL
func Example_presigned() {
	const presigned = "https://b.example/k?name=UTF-8''a%20b&utm_source=mail&sig=p%2fQ*#top"
	withPage := url.AppendRawURL(presigned, "page", "1 of 2")
	fmt.Println(withPage)

	withoutTracking := url.EditRawURL(presigned, func(name, value string) (string, bool) {
		return value, !strings.HasPrefix(name, "utm_")
	})
	fmt.Println(withoutTracking)

	fmt.Println(url.MustParse(presigned)) // the apostrophes are encoded
	// Output:
	// https://b.example/k?name=UTF-8''a%20b&utm_source=mail&sig=p%2fQ*&page=1%20of%202#top
	// https://b.example/k?name=UTF-8''a%20b&sig=p%2fQ*#top
	// https://b.example/k?name=UTF-8%27%27a%20b&utm_source=mail&sig=p%2fQ*#top
}

// Recipe: Read array parameters
//
// The brackets in `a[]` are part of the parameter name. `GetAll` returns all values with that name, even if the query spells it
// `a%5B%5D`.
//
// Pitfall: `Get` returns only the first value. If you check `?a[]=1&a[]=2` with `Get`, but another program uses the second
// value, that program acts on a value that you never checked. For nested names such as `user[name]`, use a form library such as
// go-playground/form, and set its namespace prefix to "[" and its suffix to "]".
//
// Keywords: array parameter a[]=, repeated parameter, nested parameters, multiple values
func Example_arrayParameter() {
	u := url.MustParse("https://example.com/?a[]=1&b=x&a%5B%5D=2")
	p := url.NewURLSearchParams(u.Search())
	fmt.Println(p.GetAll("a[]"))
	// Output: [1 2]
}

// Recipe: Read a query with semicolons or a bad percent sign
//
// This package splits queries only at `&` and leaves any `%` that is not followed by two hexadecimal digits unchanged. In
// `net/url`, `Query` drops parameters that contain a semicolon or an invalid escape, and `ParseQuery` returns an error such as
// "invalid semicolon separator in query".
//
// Pitfall: A client can hide a parameter from a program that uses `net/url`. Such a program sees no `admin` parameter in
// `?admin=1;`, but a server behind it might. Before it calls `Rewrite`, `httputil.ReverseProxy` removes any parameters that
// `net/url` cannot parse.
//
// Keywords: semicolon, percent sign alone, missing parameter, "invalid semicolon separator in query"
func Example_semicolon() {
	const rawURL = "https://example.com/?a=1;2&b=100%"
	n, err := neturl.Parse(rawURL)
	if err != nil {
		panic(err)
	}
	fmt.Println("net/url:", n.Query())

	for name, value := range url.MustParse(rawURL).QueryPairs() {
		fmt.Println(name, value)
	}
	// Output:
	// net/url: map[]
	// a 1;2
	// b 100%
}

// Recipe: Add a parameter without a value, such as ?debug
//
// `AppendQuery` always writes an equals sign. To leave it out, append the name to the query yourself, and set the result with
// `SetSearch`.
//
// Pitfall: `SetSearch` takes an encoded query, so passing the name `a&b` adds two parameters. If the name can contain
// arbitrary characters, first encode it with `PercentEncode` and `ComponentPercentEncodeSet`.
//
// Keywords: key without value, flag parameter, ?debug
func Example_flagParameter() {
	for _, s := range []string{
		"https://example.com/?a=1",
		"https://example.com/",
	} {
		u, err := withFlag(url.MustParse(s), "debug")
		if err != nil {
			panic(err)
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/?a=1&debug
	// https://example.com/?debug
}

// withFlag appends a name to the query of u. The name is already percent-encoded.
func withFlag(u url.URL, name string) (url.URL, error) {
	query, _ := u.Query()
	if query != "" {
		query += "&"
	}
	err := u.SetSearch("?" + query + name) // the query itself may begin with "?"
	return u, err
}

// Recipe: Use a struct or a map as a query
//
// Libraries such as go-querystring convert a struct to `Values` from `net/url`, which you can pass to
// `NewURLSearchParamsFromValues`. To choose the order of the parameters yourself, use `NewURLSearchParamsFromPairs`. To fill a
// struct, pass the result of the `Values` method to a library such as gorilla/schema.
//
// Pitfall: go-querystring silently drops struct fields of type `URL`, so store the `Href` in a string field instead. Because
// maps are unordered, parameters from a map are sorted by name, so a server that expects `q` before `page` gets `page=2&q=go`.
//
// Keywords: struct to query, query to struct, form encoding, go-querystring, gorilla/schema, Values, order of parameters, order
// of struct fields
func Example_structQuery() {
	p := url.NewURLSearchParamsFromValues(neturl.Values{
		"tag": {"b", "a"},
		"q":   {"golang"},
	})
	u := url.MustParse("https://example.com/search")
	if err := u.SetSearch(p.String()); err != nil {
		panic(err)
	}
	fmt.Println(u)
	fmt.Println(u.SearchParams().Values()["tag"])

	p = url.NewURLSearchParamsFromPairs([][2]string{{"q", "go"}, {"page", "2"}})
	fmt.Println(p)
	// Output:
	// https://example.com/search?q=golang&tag=b&tag=a
	// [b a]
	// q=go&page=2
}

// Recipe: Read and write parameters in a fragment
//
// OAuth can return parameters in the URL fragment, in the same format as a query. Write them with `SetHash`, and read them with
// `NewURLSearchParams`.
//
// Pitfall: Browsers don't send the fragment to the server, but scripts can read it, and it is stored in the browser history.
// For example, any script on the page can read the token in `#access_token=…`.
//
// Keywords: fragment parameters, access_token, single-page app, hashbang #!
func Example_fragmentParameters() {
	p := url.NewURLSearchParamsFromPairs([][2]string{{"access_token", "a+b c"}, {"state", "7"}})
	u := url.MustParse("https://app.example/cb")
	if err := u.SetHash(p.String()); err != nil {
		panic(err)
	}
	fmt.Println(u)

	fragment, _ := u.Fragment()
	fmt.Println(url.NewURLSearchParams(fragment).Get("access_token"))
	// Output:
	// https://app.example/cb#access_token=a%2Bb+c&state=7
	// a+b c
}

// Recipe: Link to a passage of a page
//
// A text fragment follows `:~:` in the fragment of a URL. The characters "-", "&" and "," have a special meaning there, so
// encode them.
//
// Pitfall: A text fragment can reveal what a reader searched for, as in `#:~:text=diabetes`. Remove text fragments from URLs
// that you store.
//
// Keywords: text fragment, highlight, :~:text=, scroll to text
func Example_textFragment() {
	u := url.MustParse("https://example.com/a#b:~:text=c")
	u, err := linkToPassage(u, "to-day, 100%")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)

	for _, s := range []string{
		"HTTPS://e.example/?a=:~:#:~:text=x",
		"https://e.example/#b:~\n:text=x",
		"https://e.example/#",
		"https://e.example/##:~:text=x",
	} {
		fmt.Println(withoutTextFragment(s))
	}
	// Output:
	// https://example.com/a#b:~:text=to%2Dday%2C%20100%25
	// HTTPS://e.example/?a=:~:
	// https://e.example/#b
	// https://e.example/#
	// https://e.example/##
}

// linkToPassage returns u with a text fragment. It replaces any text fragment that u already has.
func linkToPassage(u url.URL, passage string) (url.URL, error) {
	fragment, _, _ := strings.Cut(strings.TrimPrefix(u.Hash(), "#"), ":~:")
	text := url.PercentEncode(passage, url.ComponentPercentEncodeSet)
	text = strings.ReplaceAll(text, "-", "%2D")
	err := u.SetHash("#" + fragment + ":~:text=" + text)
	return u, err
}

var tabAndNewline = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// withoutTextFragment removes the text fragment from a URL, which need not parse, and the tabs and
// newlines, which browsers ignore. It keeps all other bytes.
func withoutTextFragment(rawURL string) string {
	rawURL = tabAndNewline.Replace(rawURL)
	before, fragment, _ := strings.Cut(rawURL, "#")
	fragment, _, found := strings.Cut(fragment, ":~:")
	switch {
	case !found:
		return rawURL
	case fragment == "":
		return before
	}
	return before + "#" + fragment
}

// Recipe: Sign the URLs of an image proxy
//
// Add a signature to each URL, and let the proxy fetch only URLs with a valid signature. Then nobody else can use your proxy.
//
// Pitfall: A signed URL is not necessarily safe to fetch. If you sign URLs that your users post,
// `http://internal.evil.example/` can point to your own network, so use the `guard` package to fetch every URL.
//
// Keywords: image proxy, HMAC, shortener
func Example_imageProxy() {
	key := []byte("made by crypto/rand, and kept secret")
	proxy := url.MustParse("https://proxy.example/")
	image := url.MustParse("https://example.com/a b.png?x&y")

	u := signedURL(proxy, image, key)
	href, ok := verifySigned(u, key) // on the proxy
	fmt.Println(href, ok)

	u = u.WithQueryValue("u", "https://other.example/")
	_, ok = verifySigned(u, key)
	fmt.Println(ok)
	// Output:
	// https://example.com/a%20b.png?x&y true
	// false
}

func signedURL(proxy, image url.URL, key []byte) url.URL {
	return proxy.AppendQuery("u", image.Href()).AppendQuery("s", sign(image.Href(), key))
}

// verifySigned returns the image URL in u, and reports whether its signature is valid.
func verifySigned(u url.URL, key []byte) (href string, ok bool) {
	href, _ = u.QueryValue("u")
	signature, _ := u.QueryValue("s")
	return href, hmac.Equal([]byte(signature), []byte(sign(href, key)))
}

func sign(href string, key []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(href))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Recipe: Sign a link with an expiry
//
// Sign the path and the query of the parsed URL, including the expiry, and append the signature as the last parameter. On the
// server, verify the signature over the exact bytes of the request target. Then nobody can add, repeat or rewrite a parameter.
// Read the parameters only after you have verified the signature. The signature does not cover the host, so use a different
// key for each site.
//
// Pitfall: If you sign only the value of a parameter, anyone with a signed link for `?user=ann` can append `&user=root`, and a
// handler that uses the last value acts for `root`. Mail scanners open every link in an email, so a GET request must not
// unsubscribe anyone. Show a form, and act when it is posted.
//
// Keywords: signed link, signed URL, HMAC, signature, expiring link, unsubscribe link, password reset link, magic link,
// download link
func Example_signedLink() {
	key := []byte("made by crypto/rand, and kept secret")
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) // time.Now()
	link := url.MustParse("https://example.com/unsubscribe?user=ann&list=a b")
	target := signLink(link, now.Add(time.Hour), key).RelativeToOrigin()
	expired := signLink(link, now, key).RelativeToOrigin()
	for _, target := range []string{
		target,
		target + "&user=root",
		strings.Replace(target, "ann", "root", 1),
		strings.Replace(target, "ann", "%61nn", 1), // another spelling
		expired,
	} {
		r := httptest.NewRequest("GET", target, nil)
		u, err := verifyLink(r, now, key)
		if err != nil {
			fmt.Println(err) // respond with 403 Forbidden
			continue
		}
		fmt.Println(u.QueryValue("user"))
	}
	// Output:
	// ann true
	// the signature is not valid
	// the signature is not valid
	// the signature is not valid
	// the link has expired
}

func signLink(u url.URL, expires time.Time, key []byte) url.URL {
	u = u.WithoutQueryValue("expires").AppendQuery("expires", strconv.FormatInt(expires.Unix(), 10))
	return u.AppendQuery("sig", sign(u.Pathname()+u.Search(), key))
}

// verifyLink returns the URL of a request if signLink made its path and query, and the link has not
// expired.
func verifyLink(r *http.Request, now time.Time, key []byte) (url.URL, error) {
	i := max(0, strings.LastIndex(r.RequestURI, "&sig=")) // without a signature, nothing was signed
	signed, signature := r.RequestURI[:i], r.RequestURI[i:]
	if !hmac.Equal([]byte(signature), []byte("&sig="+sign(signed, key))) {
		return url.URL{}, errors.New("the signature is not valid")
	}
	u, err := url.ParseRequestTarget(r.Method, "https", r.Host, r.RequestURI)
	if err != nil {
		return url.URL{}, err
	}
	value, _ := u.QueryValue("expires")
	if expires, err := strconv.ParseInt(value, 10, 64); err != nil || now.Unix() >= expires {
		return url.URL{}, errors.New("the link has expired")
	}
	return u, nil
}

// Recipe: Build the canonical request of SigV4
//
// Decode each part of the URL, and encode it again with `RFC3986PercentEncodeSet`. Sort the parameters by their encoded names,
// then by their encoded values. The query must not contain `X-Amz-Signature`.
//
// Pitfall: This program works only for S3, because other AWS services resolve dot segments, merge slashes, and encode the path
// twice. `Parse` resolves the `..` in the key `a/../b`, so you would sign a request for another object. Instead, build the URL
// from the key, as in ["Build the URL of an S3 object"](#build-the-url-of-an-s3-object).
//
// Keywords: signature, SigV4, AWS, canonical request, S3
func Example_sigV4() {
	u := url.MustParse("https://h.example/a b/(1)?Param1=value2&Param-1=b&Param1=Value1&\u1234=b+r")
	fmt.Println(canonicalPath(u))
	fmt.Println(canonicalQuery(u))
	// Output:
	// /a%20b/%281%29
	// %E1%88%B4=b%20r&Param-1=b&Param1=Value1&Param1=value2
}

func canonicalPath(u url.URL) string {
	return strings.ReplaceAll(encodeAgain(u.Pathname()), "%2F", "/")
}

func canonicalQuery(u url.URL) string {
	query, _ := u.Query()
	var pairs [][2]string
	for pair := range strings.SplitSeq(strings.ReplaceAll(query, "+", "%20"), "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			pairs = append(pairs, [2]string{encodeAgain(name), encodeAgain(value)})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	var list []string
	for _, pair := range pairs {
		list = append(list, pair[0]+"="+pair[1])
	}
	return strings.Join(list, "&")
}

func encodeAgain(s string) string {
	return url.PercentEncode(url.PercentDecode(s), url.RFC3986PercentEncodeSet)
}
