// Package integration has programs that use package url as its documentation says, each in a file with its test. This
// file tests the package with a database and codecs that it does not depend on.
package integration

import (
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/weburl-go/url"
	"gopkg.in/yaml.v3"
	_ "modernc.org/sqlite"
)

const (
	href    = "http://u:p@example.com:81/%20?a=b&c#d: e"
	encoded = "http://u:p@example.com:81/%20?a=b&c#d:%20e"
)

// relativeOrBad has texts that are not absolute URLs, with the reasons.
var relativeOrBad = map[string]error{
	"/a": url.ErrMissingSchemeNonRelativeURL, "example.com": url.ErrMissingSchemeNonRelativeURL, "http://": url.ErrHostMissing,
}

// openDB returns a database in memory that has a table with one nullable column.
func openDB(t *testing.T, columnType string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1) // each connection has its own database
	if _, err := db.Exec("CREATE TABLE urls (url " + columnType + ")"); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestSQL(t *testing.T) {
	for _, columnType := range []string{"TEXT", "BLOB", "VARCHAR(100)"} {
		db := openDB(t, columnType)
		u := url.MustParse(href)
		for _, in := range []any{u, &u, url.URL{}, (*url.URL)(nil), nil, sql.Null[url.URL]{}, sql.Null[url.URL]{V: u, Valid: true}, []byte(href)} {
			checkColumn(t, db, in)
		}
	}
}

// checkColumn writes a value to the column, and reads it as each type.
func checkColumn(t *testing.T, db *sql.DB, in any) {
	t.Helper()
	if _, err := db.Exec("DELETE FROM urls; INSERT INTO urls VALUES (?)", in); err != nil {
		t.Fatalf("%T %v: %v", in, in, err)
	}
	before := url.MustParse("http://before/")
	value, pointer, null := before, &before, sql.Null[url.URL]{}
	var isNull bool
	if err := db.QueryRow("SELECT url, url, url, url IS NULL FROM urls").Scan(&value, &pointer, &null, &isNull); err != nil {
		t.Fatalf("%T %v: %v", in, in, err)
	}
	want := in != nil && !reflect.ValueOf(in).IsZero()
	if isNull == want || null.Valid != want || (pointer != nil) != want {
		t.Errorf("%T %v: is NULL: %t, Valid: %t, pointer: %v", in, in, isNull, null.Valid, pointer)
	}
	if !want {
		if !value.IsZero() || !null.V.IsZero() {
			t.Errorf("%T %v: read as %q, %q", in, in, value, null.V)
		}
	} else if value.Href() != encoded || null.V != value || *pointer != value {
		t.Errorf("%T %v: read as %q, %q, %q", in, in, value, null.V, pointer)
	}
}

func TestSQLRefuses(t *testing.T) {
	db := openDB(t, "TEXT")
	for text, want := range relativeOrBad {
		u := url.MustParse("http://before/")
		err := db.QueryRow("SELECT ?", text).Scan(&u)
		if !errors.Is(err, want) || !strings.Contains(err.Error(), `"`+text+`"`) || u.Href() != "http://before/" {
			t.Errorf("%q: the URL became %q, error %v", text, u, err)
		}
	}
	u := url.MustParse("http://before/")
	if err := db.QueryRow("SELECT 1").Scan(&u); err == nil || u.Href() != "http://before/" {
		t.Errorf("a number: the URL became %q, error %v", u, err)
	}
}

func TestSQLWhere(t *testing.T) {
	db := openDB(t, "TEXT")
	for _, rawURL := range []string{"http://a/", "http://b/", href} {
		if _, err := db.Exec("INSERT INTO urls VALUES (?)", url.MustParse(rawURL)); err != nil {
			t.Fatal(err)
		}
	}
	var n int
	if err := db.QueryRow("SELECT count(*) FROM urls WHERE url IN (?, ?)", url.MustParse("HTTP:b"), url.MustParse(href)).Scan(&n); err != nil || n != 2 {
		t.Errorf("found %d, error %v", n, err)
	}
}

// config has a URL in each place where a codec may find one.
type config struct {
	Value   url.URL
	Pointer *url.URL
	Slice   []url.URL
	Inline  struct{ URL url.URL }
	Values  map[string]url.URL
	Keys    map[url.URL]int
}

func someConfig() config {
	u, v := url.MustParse(href), url.MustParse("mailto:a@b")
	return config{u, &v, []url.URL{v, u}, struct{ URL url.URL }{v}, map[string]url.URL{"a": u}, map[url.URL]int{u: 1, v: 2}}
}

func TestYAML(t *testing.T) {
	in := someConfig()
	in.Slice = append(in.Slice, url.URL{})
	text, err := yaml.Marshal(in)
	if err != nil || !strings.Contains(string(text), "value: "+encoded+"\n") {
		t.Errorf("got %s, error %v", text, err)
	}
	var out config
	if err := yaml.Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, error %v", out, err)
	}
	checkRefused(t, func(text string, out *config) error { return yaml.Unmarshal([]byte("value: "+text), out) })
}

func TestTOML(t *testing.T) {
	in := someConfig()
	in.Keys = nil // the keys of a table are strings
	text, err := toml.Marshal(in)
	if err != nil || !strings.Contains(string(text), `Value = "`+encoded+`"`+"\n") {
		t.Errorf("got %s, error %v", text, err)
	}
	var out config
	if err := toml.Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, error %v", out, err)
	}
	checkRefused(t, func(text string, out *config) error { return toml.Unmarshal([]byte(`Value = "`+text+`"`), out) })
}

// checkRefused checks that bad URLs are refused with their text in the error, and that the target keeps its value.
func checkRefused(t *testing.T, unmarshal func(text string, out *config) error) {
	t.Helper()
	for text := range relativeOrBad {
		out := config{Value: url.MustParse("http://before/")}
		err := unmarshal(text, &out)
		if err == nil || !strings.Contains(err.Error(), `"`+text+`"`) || out.Value.Href() != "http://before/" {
			t.Errorf("%q: the URL became %q, error %v", text, out.Value, err)
		}
	}
}

// An opaque origin is a text, and so is the empty host. NULL is read as an opaque origin.
func TestSQLOriginAndHost(t *testing.T) {
	for _, columnType := range []string{"TEXT", "BLOB"} {
		db := openDB(t, columnType)
		opaque, tuple := url.Origin{}, url.MustParse(href).Origin()
		host, _ := url.MustParse(href).ParsedHost()
		for _, test := range []struct {
			in     any
			text   sql.NullString
			origin url.Origin
		}{
			{tuple, sql.NullString{String: "http://example.com:81", Valid: true}, tuple},
			{&tuple, sql.NullString{String: "http://example.com:81", Valid: true}, tuple},
			{opaque, sql.NullString{String: "null", Valid: true}, opaque},
			{(*url.Origin)(nil), sql.NullString{}, opaque},
			{sql.Null[url.Origin]{}, sql.NullString{}, opaque},
			{sql.Null[url.Origin]{V: tuple, Valid: true}, sql.NullString{String: "http://example.com:81", Valid: true}, tuple},
		} {
			text, origin, null := insertAndRead(t, db, test.in)
			if text != test.text || origin != test.origin || null.V != test.origin || null.Valid != test.text.Valid {
				t.Errorf("%T %v: the column has %v, read as %v and %v", test.in, test.in, text, origin, null)
			}
		}
		for in, want := range map[any]sql.NullString{
			host:                                     {String: "example.com", Valid: true},
			url.Host{}:                               {Valid: true},
			sql.Null[url.Host]{}:                     {},
			sql.Null[url.Host]{V: host}:              {},
			sql.Null[url.Host]{Valid: true}:          {Valid: true},
			sql.Null[url.Host]{V: host, Valid: true}: {String: "example.com", Valid: true},
			sql.Null[url.Origin]{Valid: true}:        {String: "null", Valid: true},
		} {
			var text sql.NullString
			if _, err := db.Exec("DELETE FROM urls; INSERT INTO urls VALUES (?)", in); err != nil {
				t.Fatal(err)
			}
			if err := db.QueryRow("SELECT url FROM urls").Scan(&text); err != nil || text != want {
				t.Errorf("%T %v: the column has %v, error %v, want %v", in, in, text, err, want)
			}
		}
	}
}

// insertAndRead writes a value to the column, and reads it as a text and as an origin.
func insertAndRead(t *testing.T, db *sql.DB, in any) (text sql.NullString, origin url.Origin, null sql.Null[url.Origin]) {
	t.Helper()
	origin = url.MustParse("ftp://before/").Origin()
	if _, err := db.Exec("DELETE FROM urls; INSERT INTO urls VALUES (?)", in); err != nil {
		t.Fatalf("%T %v: %v", in, in, err)
	}
	if err := db.QueryRow("SELECT url, url, url FROM urls").Scan(&text, &origin, &null); err != nil {
		t.Fatalf("%T %v: %v", in, in, err)
	}
	return text, origin, null
}

func TestSQLOriginRefuses(t *testing.T) {
	db := openDB(t, "TEXT")
	before := url.MustParse("http://before/").Origin()
	for text, want := range map[string]error{"https://h/": url.ErrNotOrigin, "": url.ErrMissingSchemeNonRelativeURL, "http://": url.ErrHostMissing} {
		o := before
		if err := db.QueryRow("SELECT ?", text).Scan(&o); !errors.Is(err, want) || o != before {
			t.Errorf("%q: the origin became %v, error %v, want %v", text, o, err, want)
		}
	}
}

func TestYAMLSearchParams(t *testing.T) {
	type record struct{ Params *url.URLSearchParams }
	text, err := yaml.Marshal(record{url.NewURLSearchParams("a=1 2&b")})
	if err != nil || string(text) != "params: a=1+2&b=\n" {
		t.Errorf("yaml.Marshal = %q, error %v", text, err)
	}
	var out record
	if err := yaml.Unmarshal(text, &out); err != nil || out.Params.String() != "a=1+2&b=" {
		t.Errorf("yaml.Unmarshal = %v, error %v", out.Params, err)
	}
}
