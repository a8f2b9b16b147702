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
// A URL is a `driver.Valuer` and a `sql.Scanner`, so pass it to `Exec`, to Query and to `Scan`. The zero URL is NULL.
//
// Pitfall: Check the error of `Scan`. Another program may have stored `example.com`, which does not parse.
//
// Keywords: SQL, database column, database/sql, NULL, Scan, Value, sqlite
func Example_database() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a database of its own
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
// Select, Get and `NamedExec` read and write fields of the type URL.
//
// Pitfall: One row with `example.com`, which another program wrote, makes Select fail for all rows. Read such a column into
// strings.
//
// Keywords: sqlx, database/sql, NamedExec
func Example_sqlx() {
	db, err := sqlx.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a database of its own
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
	Feed url.URL // NULL is the zero URL
}
