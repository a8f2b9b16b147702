package cookbook_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-playground/validator/v10"
	"github.com/go-viper/mapstructure/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/v2"
	"github.com/libtnb/sqlite"
	"github.com/rs/zerolog"
	"github.com/spf13/viper"
	"github.com/stretchr/testify/assert"
	"github.com/valyala/fasthttp"
	"github.com/weburl-go/url"
	"go.opentelemetry.io/otel/attribute"
	"go.uber.org/zap"
	"gorm.io/gorm"
)

// Recipe: Validate a URL field with validator
//
// Use `RegisterCustomTypeFunc` to register a function that returns a URL's `Href`. The `required`, `url` and `http_url` tags
// then work for fields of type `URL` or `*URL`.
//
// Pitfall: Without that function, `required` accepts the zero URL, because validator ignores this tag for structs. The `url`
// tag causes a panic with the message "Bad field type url.URL".
//
// Keywords: validator, go-playground/validator, required field, struct tag, "Bad field type url.URL"
func Example_validator() {
	validate := newValidator()
	for _, p := range []profile{
		{Home: url.MustParse("https://example.com/")},
		{}, // no home page
		{Home: url.MustParse("ftp://example.com/")},
	} {
		fmt.Println(validate.Struct(p))
	}
	// Output:
	// <nil>
	// Key: 'profile.Home' Error:Field validation for 'Home' failed on the 'required' tag
	// Key: 'profile.Home' Error:Field validation for 'Home' failed on the 'http_url' tag
}

type profile struct {
	Home url.URL  `validate:"required,http_url"`
	Blog *url.URL `validate:"omitempty,http_url"`
}

func newValidator() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterCustomTypeFunc(func(field reflect.Value) any {
		u, _ := field.Interface().(url.URL)
		return u.Href()
	}, url.URL{})
	return v
}

// Recipe: Bind a URL in gin
//
// For a query or a form, name the parser in the struct tag. A JSON body needs no parser. Check `IsZero` afterwards, or register
// the function from ["Validate a URL field with validator"](#validate-a-url-field-with-validator) on
// `binding.Validator.Engine()`.
//
// Pitfall: Without the parser, gin decodes the parameter as JSON, and `?u=https://example.com/` fails with "invalid character
// 'h'". Even with the tag `binding:"required"`, gin accepts a missing URL.
//
// Keywords: gin, bind, form tag, ShouldBindQuery, "invalid character 'h' looking for beginning of value"
func Example_gin() {
	gin.SetMode(gin.ReleaseMode)
	server := gin.New()
	server.GET("/preview", func(c *gin.Context) {
		u, err := previewURL(c)
		if err != nil {
			c.String(400, err.Error())
			return
		}
		c.String(200, u.Href())
	})
	for _, target := range []string{
		"/preview?u=https://EXAMPLE.com",
		"/preview?u=example.com", // no scheme
		"/preview",
	} {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 200 https://example.com/
	// 400 url: UnmarshalText "example.com": missing-scheme-non-relative-URL at byte 0
	// 400 the parameter u is missing
}

func previewURL(c *gin.Context) (url.URL, error) {
	var query struct {
		URL url.URL `form:"u,parser=encoding.TextUnmarshaler"`
	}
	if err := c.ShouldBindQuery(&query); err != nil {
		return url.URL{}, err
	}
	if query.URL.IsZero() {
		return url.URL{}, errors.New("the parameter u is missing")
	}
	return query.URL, nil
}

// Recipe: Get the URL of a request in fasthttp
//
// `ParseRequestTarget` takes the method, the `Host` header and the request target exactly as the client sent them. The scheme
// comes from your configuration.
//
// Pitfall: fasthttp decodes `%2f` before it resolves dot segments, so for `/public/..%2fadmin`, `ctx.Path()` is `/admin`. If
// you check `ctx.Path()` but forward the original target, the two can refer to different pages.
//
// Keywords: fasthttp, fiber, full URL, RequestURI
func Example_fasthttp() {
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetRequestURI("/a/%2e%2e/b%2Fc?q")
	ctx.Request.Header.SetHost("App.example")

	u, err := requestURL(&ctx, "https")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output: https://app.example/b%2Fc?q
}

func requestURL(ctx *fasthttp.RequestCtx, scheme string) (url.URL, error) {
	header := &ctx.Request.Header
	return url.ParseRequestTarget(
		string(header.Method()), scheme, string(header.Host()), string(header.RequestURI()))
}

// Recipe: Read URLs with viper
//
// Pass the decode hook for `TextUnmarshaler` to `Unmarshal`. It replaces viper's default hooks, so combine it with the hooks
// that you need.
//
// Pitfall: Without the hook, `Unmarshal` fails with "expected a map or struct, got …". A missing value yields the zero URL and
// no error, so check `IsZero`.
//
// Keywords: viper, config file, mapstructure, "expected a map or struct"
func Example_viper() {
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(strings.NewReader("home: https://EXAMPLE.com\n")); err != nil {
		panic(err)
	}
	hook := mapstructure.ComposeDecodeHookFunc(
		mapstructure.StringToTimeDurationHookFunc(),
		mapstructure.TextUnmarshallerHookFunc(),
	)
	var config struct {
		Home url.URL
	}
	if err := v.Unmarshal(&config, viper.DecodeHook(hook)); err != nil {
		panic(err)
	}
	fmt.Println(config.Home)
	// Output: https://example.com/
}

// Recipe: Read URLs with koanf
//
// koanf's `Unmarshal` calls `UnmarshalText`, so you can use a field of type `URL` without a decode hook.
//
// Pitfall: koanf does not report a missing value as an error. If you don't check `IsZero`, your program starts with the zero
// URL when the `home` setting is missing.
//
// Keywords: koanf, config file
func Example_koanf() {
	k := koanf.New(".")
	values := map[string]any{"home": "https://EXAMPLE.com"} // from a file, for example
	if err := k.Load(confmap.Provider(values, "."), nil); err != nil {
		panic(err)
	}
	var config struct {
		Home url.URL `koanf:"home"`
	}
	if err := k.Unmarshal("", &config); err != nil {
		panic(err)
	}
	fmt.Println(config.Home)
	// Output: https://example.com/
}

// Recipe: Log URLs with zap, zerolog or OpenTelemetry
//
// Pass the result of `Redact` as a string. If you have the string that the URL was parsed from, redact that string instead of
// the `Href`. Only `log/slog` calls `LogValue`, so a URL is redacted automatically only there, and only if the URL itself is
// the attribute's value.
//
// Pitfall: `zap.Any`, `zap.Stringer`, zerolog's `Any` and `Stringer`, and OpenTelemetry's `attribute.Stringer` print the whole
// URL. Even `log/slog` prints the whole URL if it is a field of a struct or an element of a slice. If you log
// `https://ann:pw@example.com/` in one of these ways, your log contains the password.
//
// Keywords: zap, zerolog, OpenTelemetry, otel, url.full, log without password, slog
func Example_zap() {
	u := url.MustParse("https://ann:pw@example.com/?token=s3cret")
	redacted := url.Redact(u.Href(), nil)

	zap.NewExample().Info("fetch", zap.String("url", redacted))

	log := zerolog.New(os.Stdout)
	log.Info().Str("url", redacted).Msg("fetch")

	attr := attribute.String("url.full", redacted) // span.SetAttributes(attr)
	fmt.Println(attr.Value.AsString())
	// Output:
	// {"level":"info","msg":"fetch","url":"https://xxxxx@example.com/?token=xxxxx"}
	// {"level":"info","url":"https://xxxxx@example.com/?token=xxxxx","message":"fetch"}
	// https://xxxxx@example.com/?token=xxxxx
}

// Recipe: Compare URLs in tests with go-cmp or testify
//
// Pass the `EquateComparable` option to go-cmp. With testify, compare the results of `Href`, so that a failing test shows the
// two strings.
//
// Pitfall: Without the option, go-cmp panics with "cannot handle unexported field". In testify, `assert.Equal` can compare two
// URLs, but if they differ, it prints internal offsets and even passwords, such as the one in `https://ann:pw@example.com/`.
//
// Keywords: go-cmp, testify, compare in tests, "cannot handle unexported field"
func Example_goCmp() {
	type page struct{ URL url.URL }
	got := page{url.MustParse("https://example.com/a")}
	want := page{url.MustParse("HTTPS://EXAMPLE.com:443/a")}
	fmt.Println(cmp.Equal(got, want, cmpopts.EquateComparable(url.URL{})))

	var t assert.TestingT // *testing.T
	fmt.Println(assert.Equal(t, want.URL.Href(), got.URL.Href()))
	// Output:
	// true
	// true
}

// Recipe: Store URLs with gorm
//
// A field of type `URL` becomes a text column. A nil `*URL` is stored as NULL. You can pass a URL to `Where` and `First`.
//
// Pitfall: The zero URL is also stored as NULL, so a column with `gorm:"not null"` rejects it. Check `IsZero` before you create
// a row.
//
// Keywords: gorm, ORM, database column
func Example_gorm() {
	db, err := gorm.Open(sqlite.Open(":memory:"), &gorm.Config{})
	if err != nil {
		panic(err)
	}
	if err := db.AutoMigrate(&bookmark{}); err != nil {
		panic(err)
	}
	b := bookmark{URL: url.MustParse("https://EXAMPLE.com")}
	if err := db.Create(&b).Error; err != nil {
		panic(err)
	}
	var found bookmark
	if err := db.First(&found, "url = ?", url.MustParse("https://example.com/")).Error; err != nil {
		panic(err)
	}
	fmt.Println(found.ID, found.URL, found.Feed)
	// Output: 1 https://example.com/ <nil>
}

type bookmark struct {
	ID   uint
	URL  url.URL
	Feed *url.URL // optional
}

// Recipe: Store URLs with pgx
//
// pgx stores a URL as text, and the zero URL as NULL. It can read both back, and it also supports arrays of URLs.
//
// Pitfall: pgx writes a URL to a jsonb column without quotation marks, so PostgreSQL reports "invalid input syntax for type
// json". Put the URL in a struct, or use a text column.
//
// Keywords: pgx, PostgreSQL, postgres, text[]
func Example_pgx() {
	m := pgtype.NewMap() // conn.TypeMap()
	u := url.MustParse("https://EXAMPLE.com")

	// conn.Exec(ctx, "insert into pages (url) values ($1)", u)
	text, err := m.Encode(pgtype.TextOID, pgtype.TextFormatCode, u, nil)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", text)

	// row.Scan(&v)
	var v url.URL
	if err := m.Scan(pgtype.TextOID, pgtype.TextFormatCode, text, &v); err != nil {
		panic(err)
	}
	fmt.Println(v, v == u)
	// Output:
	// https://example.com/
	// https://example.com/ true
}
