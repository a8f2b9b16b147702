package cookbook_test

import (
	"encoding/json"
	"fmt"

	"github.com/weburl-go/url"
)

// Recipe: Have a URL as a field of a config file
//
// Decoders of JSON, YAML, TOML and the environment call UnmarshalText, and so does flag.TextVar. An optional field is a *URL.
//
// Pitfall: A missing field, null and "" are not errors: check IsZero of a required URL.
//
// Keywords: JSON, YAML, TOML, env, flag, config file, required field
func Example_configFile() {
	var config struct {
		Home  url.URL
		Proxy *url.URL
	}
	err := json.Unmarshal([]byte(`{"Home": "https://example.com"}`), &config)
	fmt.Println(config.Home, config.Proxy, err)

	err = json.Unmarshal([]byte(`{"Home": "example.org"}`), &config)
	fmt.Println(config.Home, err)

	err = json.Unmarshal([]byte(`{"Home": "", "Proxy": ""}`), &config)
	fmt.Println(config.Home.IsZero(), *config.Proxy == url.URL{}, err)
	// Output:
	// https://example.com/ <nil> <nil>
	// https://example.com/ url: UnmarshalText "example.org": missing-scheme-non-relative-URL at byte 0
	// true true <nil>
}

// Recipe: Store a URL in a database column
//
// Scan and Value read and write its text. NULL is the zero URL.
//
// Pitfall: Check the error of rows.Scan: a row that somebody else wrote may not parse.
//
// Keywords: SQL, database column, NULL
func Example_database() {
	var u url.URL
	err := u.Scan([]byte("https://example.com")) // as database/sql does for rows.Scan(&u)
	fmt.Println(u, err)

	err = u.Scan(nil) // NULL
	fmt.Println(u.IsZero(), err)
	// Output:
	// https://example.com/ <nil>
	// true <nil>
}
