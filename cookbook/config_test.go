package cookbook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/weburl-go/url"
)

// Recipe: Use a URL in a config file
//
// `flag.TextVar` and the decoders for JSON, YAML, TOML and environment variables call `UnmarshalText`, so a field can be of
// type `URL`. For an optional URL, use a pointer.
//
// Pitfall: A missing field, `null` and `""` are not reported as errors. If you don't check `IsZero`, a program whose config
// file lacks `Home` starts anyway.
//
// Keywords: JSON, YAML, TOML, env, flag, config file, required field, zero URL, IsZero
func Example_configFile() {
	for _, text := range []string{
		`{"Home": "https://EXAMPLE.com"}`,
		`{"Home": "example.org"}`,                // no scheme
		`{"Proxy": "http://proxy.example:8080"}`, // no Home
		`{"Home": ""}`,                           // the zero URL
	} {
		c, err := parseConfig([]byte(text))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(c.Home, c.Proxy)
	}
	// Output:
	// https://example.com/ <nil>
	// url: UnmarshalText "example.org": missing-scheme-non-relative-URL at byte 0
	// Home is missing
	// Home is missing
}

type serverConfig struct {
	Home  url.URL
	Proxy *url.URL // optional
}

func parseConfig(text []byte) (serverConfig, error) {
	var c serverConfig
	if err := json.Unmarshal(text, &c); err != nil {
		return serverConfig{}, err
	}
	if c.Home.IsZero() {
		return serverConfig{}, errors.New("Home is missing")
	}
	return c, nil
}

// Recipe: Read a server's public URL from its configuration
//
// Reject any value for which `Validate` reports an error. `Validate` also reports credentials, and errors that a browser would
// silently fix, as in `https:///app`. Make the path end in a slash so that relative links resolve under it.
//
// Pitfall: Don't quote the value in your own error messages. If the value is `https://ann:pw@example.com`, the password ends up
// in your log.
//
// Keywords: public URL, base URL, root URL, external URL, environment variable, config check
func Example_publicURL() {
	for _, value := range []string{
		"https://Example.com/app\n",
		"https://ann:pw@example.com", // contains a password
		"https:///app",               // browsers read the host "app"
		"example.com",                // no scheme
		"localhost:8080",             // the scheme is "localhost"
		"https://a.example?b",        // a query
	} {
		u, err := publicURL(value)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/app/
	// url: invalid-credentials at byte 14
	// url: special-scheme-missing-following-solidus at byte 8
	// url: Parse "example.com": missing-scheme-non-relative-URL at byte 0
	// not an http or https URL without a query and a fragment
	// not an http or https URL without a query and a fragment
}

// publicURL parses a URL from the configuration and makes its path end in a slash.
func publicURL(value string) (url.URL, error) {
	value = strings.TrimSpace(value)
	u, err := url.Parse(value)
	if err != nil {
		return url.URL{}, err
	}
	if !u.IsHTTP() || strings.ContainsAny(value, "?#") {
		return url.URL{}, errors.New("not an http or https URL without a query and a fragment")
	}
	if mistakes := url.Validate(value); len(mistakes) > 0 {
		return url.URL{}, mistakes[0]
	}
	err = u.SetPathname(strings.TrimSuffix(u.Pathname(), "/") + "/")
	return u, err
}
