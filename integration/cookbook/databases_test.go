package cookbook_test

import (
	"database/sql"
	"fmt"

	"github.com/jmoiron/sqlx"
	"github.com/weburl-go/url"
	_ "modernc.org/sqlite"
)

// Recipe: Store a URL in a database column
//
// The `URL` type implements `driver.Valuer` and `sql.Scanner`, so you can pass a URL to `Exec`, `Query` and `Scan`. The zero
// URL is stored as NULL.
//
// Pitfall: Check the error returned by `Scan`, because another program may have stored a string that does not parse, such as
// `example.com`.
//
// Keywords: SQL, database column, database/sql, NULL, Scan, Value, sqlite
func Example_database() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection opens its own database
	if _, err := db.Exec("CREATE TABLE pages (url TEXT, next TEXT)"); err != nil {
		panic(err)
	}
	u := url.MustParse("https://EXAMPLE.com/a")
	if _, err := db.Exec("INSERT INTO pages VALUES (?, ?)", u, url.URL{}); err != nil {
		panic(err)
	}
	var page, next url.URL
	row := db.QueryRow("SELECT url, next FROM pages WHERE url = ?", u)
	if err := row.Scan(&page, &next); err != nil {
		panic(err)
	}
	fmt.Println(page, next.IsZero())
	// Output: https://example.com/a true
}

// Recipe: Store URLs with sqlx
//
// `Select`, `Get` and `NamedExec` read and write fields of type `URL`.
//
// Pitfall: If another program has stored `example.com` in one row, `Select` fails for all rows. Read such a column into strings
// instead.
//
// Keywords: sqlx, database/sql, NamedExec
func Example_sqlx() {
	db, err := sqlx.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection opens its own database
	db.MustExec("CREATE TABLE sites (home TEXT, feed TEXT)")

	s := site{Home: url.MustParse("https://EXAMPLE.com")}
	if _, err := db.NamedExec("INSERT INTO sites VALUES (:home, :feed)", s); err != nil {
		panic(err)
	}
	var sites []site
	if err := db.Select(&sites, "SELECT * FROM sites"); err != nil {
		panic(err)
	}
	fmt.Println(sites[0].Home, sites[0].Feed.IsZero())
	// Output: https://example.com/ true
}

type site struct {
	Home url.URL
	Feed url.URL // the zero URL if NULL
}
