package cookbook_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/weburl-go/url"
)

// Recipe: Use a URL in a config file
//
// Decoders for JSON, YAML, TOML and environment variables call UnmarshalText, and so does flag.TextVar. For an optional URL, use a
// pointer.
//
// Pitfall: A missing field, `null` and `""` are not errors. Check IsZero, or a program without a `Home` calls the zero URL.
//
// Keywords: JSON, YAML, TOML, env, flag, config file, required field, zero URL, IsZero
func Example_configFile() {
	for _, text := range []string{
		`{"Home": "https://EXAMPLE.com"}`,
		`{"Home": "example.org"}`, // has no scheme
		`{"Proxy": "http://proxy.example:8080"}`,
		`{"Home": ""}`,
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

// Recipe: Store a URL in a database column
//
// A URL is a sql.Scanner and a driver.Valuer, so you can pass it to Exec and to Scan. NULL is the zero URL.
//
// Pitfall: Check the error of rows.Scan. Another program may have stored `example.com`, which does not parse.
//
// Keywords: SQL, database column, NULL, Scan, Value
func Example_database() {
	var u url.URL
	if err := u.Scan([]byte("https://example.com")); err != nil { // as rows.Scan(&u) does
		panic(err)
	}
	fmt.Println(u)

	if err := u.Scan(nil); err != nil { // NULL
		panic(err)
	}
	fmt.Println(u.IsZero())

	value, err := url.MustParse("https://EXAMPLE.com").Value() // as db.Exec(query, u) does
	fmt.Println(value, err)
	// Output:
	// https://example.com/
	// true
	// https://example.com/ <nil>
}
