package url_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/weburl-go/url"
)

func ExampleError() {
	_, err := url.Parse("http://[::1/")
	var e *url.Error
	if errors.As(err, &e) {
		fmt.Println(e.Op, e.Input, e.Offset, e.Err)
	}
	// Output: parse http://[::1/ 11 IPv6-unclosed
}

// A setter may use a part of its value, as in a browser.
func ExampleError_partial() {
	u := url.MustParse("https://example.org/")
	for _, host := range []string{"example.com:x", "exa mple.net"} {
		err := u.SetHost(host)
		var e *url.Error
		fmt.Println(errors.As(err, &e) && e.Partial, u)
	}
	// Output:
	// true https://example.com/
	// false https://example.com/
}

func ExampleError_Error() {
	_, err := url.Parse("https://me:secret@example.org:70000/")
	fmt.Println(err.Error()) // without the credentials
	// Output: url: parse "https://xxxxx@example.org:70000/": port-out-of-range at byte 26
}

func ExampleError_Unwrap() {
	_, err := url.Parse("http://")
	fmt.Println(errors.Unwrap(err) == url.ErrHostMissing, errors.Is(err, url.ErrHostMissing))
	// Output: true true
}

func ExampleErrorType() {
	_, err := url.Parse("http://1.2.3.256/")
	var reason url.ErrorType
	if errors.As(err, &reason) {
		fmt.Println(reason == url.ErrIPv4OutOfRangePart, reason)
	}
	// Output: true IPv4-out-of-range-part
}

func ExampleErrorType_Error() {
	fmt.Println(url.ErrIPv6Unclosed.Error())
	// Output: IPv6-unclosed
}

func ExampleErrorType_MarshalText() {
	text, err := json.Marshal(url.Validate("http:example.org"))
	fmt.Println(string(text), err)
	// Output: [{"Type":"special-scheme-missing-following-solidus","Offset":5,"Failure":false}] <nil>
}

func ExampleErrorType_UnmarshalText() {
	var allowed []url.ErrorType
	err := json.Unmarshal([]byte(`["invalid-URL-unit", "invalid-credentials"]`), &allowed)
	fmt.Println(allowed, err)
	// Output: [invalid-URL-unit invalid-credentials] <nil>
}

// A validation error is an error, so a program that accepts only valid URL strings can return one.
func ExampleValidationError() {
	check := func(rawURL string) error {
		for _, e := range url.Validate(rawURL) {
			return e
		}
		return nil
	}
	fmt.Println(check("https://example.org/a%20b"))
	fmt.Println(check("https://example.org/a b"))
	// Output:
	// <nil>
	// url: invalid-URL-unit at byte 21
}

func ExampleValidationError_Error() {
	for _, e := range url.Validate("http://") {
		fmt.Println(e.Error())
	}
	// Output: url: host-missing at byte 7
}

func ExampleValidationError_Unwrap() {
	for _, e := range url.Validate("https://me@example.org/") {
		fmt.Println(e.Unwrap() == url.ErrInvalidCredentials, errors.Is(e, url.ErrInvalidCredentials))
	}
	// Output: true true
}
