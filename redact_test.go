package url

import (
	neturl "net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
)

// isToken is what most rows of TestRedact call secret.
func isToken(name string) bool { return name == "token" || name == "access_token" }

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		"https://example.com/a?b=c#d":     "https://example.com/a?b=c#d",
		"HTTPS://Example.COM:443/./%7e":   "HTTPS://Example.COM:443/./%7e", // the bytes stay
		"https://u:p@example.com/a@b?c@d": "https://xxxxx@example.com/a@b?c@d",
		"https://u@h/":                    "https://xxxxx@h/",
		"https://u:p@w@h/":                "https://xxxxx@h/",
		`https:\\u:p@h\a`:                 `https:\\xxxxx@h\a`,
		"ht\ttps:/\n/u:p@h/a@b":           "ht%09tps:/%0A/xxxxx@h/a@b",
		" https://u:p@h/":                 " https://xxxxx@h/",
		"foo://u:p@h/a@b":                 "foo://xxxxx@h/a@b",
		"foo:///u:p@h":                    "foo:///u:p@h", // a path
		"http:///u:p@h/a@b":               "http:///xxxxx@h/a@b",
		`foo://u:p\w@h/`:                  `foo://xxxxx@h/`,
		"file:///C:/a@b":                  "file:///C:/a@b",
		"//h:80/a@b":                      "//h:80/a@b", // the "@" is in the path, behind a port
		`/\h:80/a@b`:                      `/\h:80/a@b`,
		"mongodb://u:p@h1,u2:p2@h2/db":    "mongodb://xxxxx@h2/db",

		// What does not parse, has an opaque path or begins with a name.
		"postgres://u:p#ss@h/db":   "postgres://xxxxx@h/db",
		"postgres://u:12#ss@h/db":  "postgres://xxxxx@h/db",
		"postgres://u:7?ss@h":      "postgres://xxxxx@h",
		"postgres://u:12#s/s@h/db": "postgres://u:12#s/s@h/db",
		"postgres://h:12/a?b=c@d":  "postgres://h:12/a?b=c@d",
		"app://open?to=a@b":        "app://open?to=a@b",
		"postgres://h:12?a=b":      "postgres://h:12?a=b",
		"https://h:12?a=b@c":       "https://h:12?a=b@c",
		"postgres://u:p?ss@h:5/db": "postgres://xxxxx@h:5/db",
		"https://u:p/w@h/":         "https://xxxxx@h/",
		"https://u%3Ap%40h/":       "https://xxxxx%40h/",
		"https://u:p@ss%40h:x/":    "https://xxxxx%40h:x/",
		"https://u:p%40":           "https://xxxxx%40", // the last at sign may be at the end
		"redis:user:p@ss%40h":      "xxxxx%40h",
		"foo:/a/b@h":               "xxxxx@h",
		"https://h:x/?a=u@b":       "https://xxxxx@b",
		"glpat-abc:x@h":            "xxxxx@h",
		"http:u:p@h/":              "http:xxxxx@h/",
		"http:/u:p@h/":             "http:/xxxxx@h/",
		"mailto:ann@example.com":   "xxxxx@example.com",
		"mailto:ann%41example.com": "mailto:ann%41example.com", // "%41" is an "A", and "%40" would be an "@"
		"/a://b/c:/d@e":            "/a://b/c:/d@e",            // a path has no credentials, whatever stands before its "@"
		"/a://b/c@d":               "/a://b/c@d",
		"/a://b/c:/dd@e":           "/a://b/c:/dd@e",
		"blob:https://u:p@h/a":     "xxxxx@h/a",
		"h:443":                    "h:443",
		"u:p@h:443":                "xxxxx@h:443",

		// References.
		"//u:p@h/a@b":      "//xxxxx@h/a@b",
		`/\u:p@h/a`:        `/\xxxxx@h/a`,
		"//u:p@h:x/a@b":    "//xxxxx@b",
		"///u:p@h/a@b":     "///xxxxx@h/a@b",
		"/@user":           "/@user",
		"/ann@h":           "/ann@h",
		"/\t@user/a@b":     "/%09@user/a@b",
		`\@user`:           `\@user`,
		"?a@b":             "?a@b",
		"#a@b":             "#a@b",
		"a@2x.png":         "xxxxx@2x.png",
		"img/a@2x.png?b@c": "img/a@2x.png?b@c",
		"*":                "*",

		"postgres://u:p@h?e=a@b": "postgres://xxxxx@h?e=a@b",
		"http://h/\uFFFD":        "http://h/\uFFFD",

		// URLs in paths.
		"/proxy/https://u:p@h/a@b":      "/proxy/https://xxxxx@h/a@b",
		"https://h/x://u:p@g://v@w/a":   "https://h/x://xxxxx@g://xxxxx@w/a",
		"/a://b://c@d://e":              "/a://b://xxxxx@d://e",
		"://u:p@h/":                     "://xxxxx@h/",
		"https://h/?u=https://u:p@h/":   "https://h/?u=https://u:p@h/",
		"https://u:p@h/https://u:p@h/a": "https://xxxxx@h/https://xxxxx@h/a",
		"/proxy/https:/\t/u:p@h":        "/proxy/https:/%09/xxxxx@h", // a parser skips the tab
		"/proxy/https:\n//\ru:p@h":      "/proxy/https:%0A//%0Dxxxxx@h",
		`\\p://u:p@h`:                   `\\p://xxxxx@h`, // relative to a URL that is not special
		"/proxy/https://:p@h":           "/proxy/https://xxxxx@h",
		"/proxy/https:///u:p@h/a@b":     "/proxy/https:///xxxxx@h/a@b", // it skips the third slash, too

		// A "\" as no slash, as curl, wget and Python read it.
		`http://CORP\ann:s3cret@proxy:8080/`: `http://xxxxx@proxy:8080/`,
		`http://CORP\ann:p\w@h/a@b?c@d`:      `http://xxxxx@h/a@b?c@d`,
		`http://CORP\\ann:p@h?c@d`:           `http://xxxxx@h?c@d`,
		`http://\CORP\ann:p@h#c@d`:           `http://\xxxxx@h#c@d`,
		`http:\\CORP\ann:p@h/`:               `http:\\xxxxx@h/`,
		`http:/\CORP\ann:p@h/`:               `http:/\xxxxx@h/`,
		`http:CORP\ann:p@h/`:                 `http:xxxxx@h/`,
		`http://CORP\ann@h/`:                 `http://xxxxx@h/`,
		`http://CORP%5Cann:p@h/`:             `http://xxxxx@h/`,
		`http://CORP\u:p@w@h\a@b/c@d`:        `http://xxxxx@b/c@d`,
		"h\nttp:/\t/CORP\\\tann:p\n@h/a@b":   "h%0Attp:/%09/xxxxx@h/a@b",
		`file://CORP\ann:p@h/a@b`:            `file://xxxxx@h/a@b`,
		`file:///C:\a@b`:                     `file:///C:\a@b`, // no reading has an authority
		`//CORP\ann:p@h`:                     `//xxxxx@h`,
		`\\CORP\ann:p@h/a@b`:                 `\\xxxxx@h/a@b`,
		`\\\CORP\ann:p@h`:                    `\\\xxxxx@h`,
		`CORP\ann:p@h:443`:                   `xxxxx@h:443`,
		`CORP\ann:p@h/a@b`:                   `xxxxx@h/a@b`,
		`CORP\ann@h/a@b`:                     `xxxxx@h/a@b`,
		`/proxy/https://CORP\ann:p@h/a@b`:    `/proxy/https://xxxxx@h/a@b`,
		`http://evil.example\@good.example/`: `http://xxxxx@good.example/`, // the host is evil.example to a browser
		`https://example.com\users\@ann`:     `https://xxxxx@ann`,
		`https://example.com\users/a@b`:      `https://example.com\users/a@b`,
		`https://example.com:80\users/a@b`:   `https://example.com:80\users/a@b`,
		`http://CORP\ann:p/w@h/`:             `http://xxxxx@h/`,
		`http://CORP\ann:p#w@h/`:             `http://xxxxx@h/`,
		`//CORP\ann:p/w@h`:                   `//xxxxx@h`,
		`CORP\ann:p/w@h`:                     `xxxxx@h`,

		// A username that is not a name of a scheme.
		"user:pa/ss@tcp(h)/db":           "xxxxx@tcp(h)/db",
		"my_user:pa/ss@tcp(h)/db":        "xxxxx@tcp(h)/db",
		"my_user:pa/ss@tcp(h:3306)/db?x": "xxxxx@tcp(h:3306)/db?x",
		"my_user:/ss@tcp(h)/db":          "xxxxx@tcp(h)/db",
		"my_user:p#s@s/@unix(/sock)/db":  "xxxxx@unix(/sock)/db",
		"1:pa/ss@h":                      "xxxxx@h",
		":pa/ss@h:6379":                  "xxxxx@h:6379",
		"ann@server:p@a/ss@tcp(h)/db":    "xxxxx@tcp(h)/db",
		"ann@server:/ss@tcp(h)/db":       "xxxxx@tcp(h)/db",
		"ann@h:443/a@b":                  "xxxxx@h:443/a@b",
		"my_user@tcp(h:3306)/db":         "xxxxx@tcp(h:3306)/db",
		"my_proto://u:p@h/a@b":           "my_proto://xxxxx@h/a@b",

		// Connection strings of Oracle.
		"scott/s3@//h:1521/x":             "xxxxx@//h:1521/x",
		"scott/s3@h:1521/x":               "xxxxx@h:1521/x",
		"scott/s3@h/x:1":                  "scott/s3@h/x:1",
		"scott/s3@h:1":                    "xxxxx@h:1",
		"scott/s3@[::1]:1/x":              "xxxxx@[::1]:1/x",
		"scott/s#3@h:1521/x":              "xxxxx@h:1521/x",
		"scott/s3@tcps://h/x":             "xxxxx@tcps://h/x",
		"scott/s3@(host=h)":               "xxxxx@(host=h)",
		"scott/s3@h:1521/x#a@b":           "xxxxx@h:1521/x#a@b",
		"scott/s#3@h:1521/x?a=@h:1":       "xxxxx@h:1521/x?a=@h:1",
		`CORP\ann:p@s/3@h:1521/x`:         "xxxxx@h:1521/x",
		"page.html#user@h:22":             "page.html#user@h:22",
		"#user@h:22":                      "#user@h:22",
		"my_user:P@(s=s?3@tcp(db:3306)/a": "xxxxx@tcp(db:3306)/a",
		"my_user:P@s/s?3@tcp(db:3306)/a":  "xxxxx@tcp(db:3306)/a",

		// Properties of SQL Server's connection strings, https://learn.microsoft.com/sql/connect/jdbc/building-the-connection-url.
		"jdbc:sqlserver://h:1433;user=u;token=s/#?3;a=b/c":  "jdbc:sqlserver://h:1433;user=u;token=xxxxx;a=b/c",
		"jdbc:sqlserver://h;token={s;/3};a=b;token={":       "jdbc:sqlserver://h;token=xxxxx;a=b;token=xxxxx",
		"jdbc:sqlserver://h;user=u;token={s}};3};a=b":       "jdbc:sqlserver://h;user=u;token=xxxxx;a=b",
		"jdbc:db2://h?a=b;token=s&3;c=d":                    "jdbc:db2://h?a=b;token=xxxxx;c=d",
		"jdbc:mysql://(host=h,token=s#3)/db":                "jdbc:mysql://(host=h,token=xxxxx)/db",
		"a=b;token=s/3;Server=h":                            "a=b;token=xxxxx;Server=h",
		"token=s/3;Server=h":                                "token=xxxxx", // all of it is libpq's value
		`Data Source=C:\C#\a.db; token = "s;""3" ; a=b?c=d`: `Data Source=C:\C#\a.db; token = xxxxx a=b?c=d`,
		"pgsql:a=b;token=s/3;c=d":                           "pgsql:a=b;token=xxxxx;c=d",
		"Server=h;\r\n\ttoken =\n {a;b};a=b":                "Server=h;%0D%0A%09token =%0A xxxxx",
		"a={;b;token=s/3":                                   "a={;b;token=xxxxx",
		"Server=h,1433;User Id=u;token=s/3;a=b/c":           "Server=h,1433;User Id=u;token=xxxxx;a=b/c",

		// Keywords and values of libpq, https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-KEYWORD-VALUE.
		"host=localhost port=5432 dbname=mydb connect_timeout=10": "host=localhost port=5432 dbname=mydb connect_timeout=10",
		"host=localhost port=5432 dbname=mydb token=s3":           "host=localhost port=5432 dbname=mydb token=xxxxx",
		"host=/run token=s/3?;#,&= user=u":                        "host=/run token=xxxxx user=u",
		"user = u token\n=\v's 3;a=b' dbname=d":                   "user = u token%0A=%0Bxxxxx dbname=d",
		`user=u token='s\' 3=c' dbname=d`:                         "user=u token=xxxxx dbname=d",
		`user=u token='s\\'dbname=d token='3 c'`:                  "user=u token=xxxxx token=xxxxx",
		`user=u token=s\ 3=\\ dbname=d`:                           "user=u token=xxxxx dbname=d",
		`user='u'token=s3 dbname=d`:                               "user='u'token=xxxxx dbname=d",
		"user='u token='s 3' dbname=d":                            "user='u token=xxxxx dbname=d", // for a reader without "'"
		"user=u token='s''3 c' dbname=d":                          "user=u token=xxxxx dbname=d",  // not escaped
		"user=u token=s 3  dbname=d token=a b":                    "user=u token=xxxxx  dbname=d token=xxxxx",
		"user=u token=":                                           "user=u token=",
		`user=u token='s\`:                                        "user=u token=xxxxx",
		"user= token=s3":                                          "user= token=xxxxx",

		// Pairs with other separators.
		"token=s3":                           "token=xxxxx",
		"a=b&token=s/3,c d;e&f=g":            "a=b&token=xxxxx&f=g",
		"h:6379,token=s/3&c d;e,ssl=True":    "h:6379,token=xxxxx,ssl=True",
		"1.2.3.4:6379,h:6379,a=b, token = s": "1.2.3.4:6379,h:6379,a=b, token = xxxxx",

		// Characters that IDNA maps to "@".
		"https://u:p\uFF20h/":           "https://xxxxx\uFF20h/",
		"https://u:p\uFE6Bh/":           "https://xxxxx\uFE6Bh/",
		"https://u:p%ef%bc%A0h/":        "https://xxxxx%ef%bc%A0h/",
		"foo://u\uFF20h/a":              "foo://xxxxx\uFF20h/a",
		"/proxy/https://u:p\uFF20h/a@b": "/proxy/https://xxxxx\uFF20h/a@b",

		// Values.
		"file:///a;token=b":                         "file:///a;token=xxxxx",
		`//h\a;token=b`:                             `//h\a;token=xxxxx`,
		`/\h\a;token=b`:                             `/\h\a;token=xxxxx`,
		"http:///;token=b":                          "http:///;token=xxxxx", // net/url reads an empty host
		"///x;token=b/y":                            "///x;token=xxxxx/y",
		"https://h;token=b/c":                       "https://h;token=xxxxx/c", // a parameter of JDBC for SQL Server, after the host
		"https://h;token=b":                         "https://h;token=xxxxx",
		"sqlserver://h;token=b":                     "sqlserver://h;token=xxxxx",
		"sqlserver://h:1433;a=b;token=b;c=d/e":      "sqlserver://h:1433;a=b;token=xxxxx;c=d/e",
		"jdbc:mysql://(host=h,user=u,token=b/c)/db": "jdbc:mysql://(host=h,user=u,token=xxxxx)/db",
		"mysql://address=(host=h)(token=b)/db":      "mysql://address=(host=h)(token=xxxxx)/db",
		"/wiki/Go_(token=b)":                        "/wiki/Go_(token=xxxxx)",
		"/a?token=ab;cd&b=token":                    "/a?token=xxxxx&b=token",
		"/a?b=1;token=ab;c=2&d":                     "/a?b=1;token=xxxxx;c=2&d",
		"/a?x?token=ab":                             "/a?x?token=xxxxx",
		"/a?%74oken=a%62&Token=1&token":             "/a?%74oken=xxxxx&Token=1&token",
		"/a?to\nken=ab":                             "/a?to%0Aken=xxxxx",
		"/a?token=&b":                               "/a?token=&b",
		"/a?token=a=b=c":                            "/a?token=xxxxx",
		"/a#token=ab&b=1":                           "/a#token=xxxxx&b=1",
		"/cb?a#/cb?access_token=ab#x":               "/cb?a#/cb?access_token=xxxxx#x",
		"/cb#access_token=ab?cd&b=1":                "/cb#access_token=xxxxx&b=1",
		"/a;token=ab/b;c=d":                         "/a;token=xxxxx/b;c=d",
		"/a;token=ab;b=1&c/d":                       "/a;token=xxxxx&c/d",
		"https://h;token=a@b/;token=c?d":            "https://xxxxx/;token=xxxxx?d", // the value may be "a@b"
		"data:;token=ab,":                           "data:;token=xxxxx",
		`foo:\\h;token=ab/c`:                        `foo:\\h;token=xxxxx`, // perhaps a connection string
		"https://u:p@h/?token=ab@c":                 "https://xxxxx@h/?token=xxxxx",
		"u:p@h?token=ab@c":                          "xxxxx", // one for both

		// One line of UTF-8.
		"/a\r\nb\x7f\u0085\xff":                        "/a%0D%0Ab%7F%C2%85%FF",
		"/\u2028\u2029\u202e\u2066\u200f\u061cb\u00e9": "/%E2%80%A8%E2%80%A9%E2%80%AE%E2%81%A6%E2%80%8F%D8%9Cb\u00e9",
		"/a \"<>'%zz\\":                                "/a \"<>'%zz\\",
	} {
		if got := Redact(in, isToken); got != want {
			t.Errorf("%q:\ngot  %q\nwant %q", in, got, want)
		}
	}
	if got := Redact("?\xE9=secret", func(name string) bool { return name == "\uFFFD" }); got != "?%E9=xxxxx" {
		t.Errorf("a name that is not UTF-8: %q", got)
	}
	for in, want := range map[string]string{
		"https://u:p@h/a?b=c&d&=e&f=#g=h":  "https://xxxxx@h/a?b=xxxxx&xxxxx&=xxxxx&f=#xxxxx",
		"/a;b;c=d/e?f;g=h":                 "/a;xxxxx;c=xxxxx/e?xxxxx;g=xxxxx",
		"/a#b=c&d":                         "/a#xxxxx",
		"/a?#":                             "/a?#",
		"/a?&&":                            "/a?&&",
		"u@tcp(h:3306)/db?a=b":             "xxxxx@tcp(h:3306)/db?a=xxxxx",
		"https://h;a;b=c/d":                "https://h;xxxxx;b=xxxxx/d",
		"jdbc:sqlserver://h;a=b/c;d={e;f}": "jdbc:sqlserver://h;a=xxxxx;d=xxxxx",
		"a=b/c==;d=e":                      "a=xxxxx",
		"host=h password=s3":               "host=xxxxx",
		"host=h user=u password='s;3 c' a": "host=xxxxx",
		"password=s3":                      "password=xxxxx",
		"a=b&token=s3":                     "a=xxxxx",
		"h:6379,password=s3,ssl=True":      "h:6379,password=xxxxx",
	} {
		if got := Redact(in, nil); got != want {
			t.Errorf("%q, all:\ngot  %q\nwant %q", in, got, want)
		}
	}
}

// FuzzRedact marks a place in a text as secret. Wherever a parser finds the mark as a password, or as the value of a secret
// name, the result must not show it.
func FuzzRedact(f *testing.F) {
	for _, before := range []string{"", "http://u:", "foo://u:", "https:\\\\u:", "http:u:", "//u:", "/\\u:", " \tht\ntp:/\t/u:", "u:", "/proxy/https://u:",
		"/a?token=", "?b;token=", "#/a?token=", "/;token=", "http://h/?a&to%6ben=", "mailto:a?token=", "postgres://u:p?token=", "//a\\b:",
		"http:///\\a\\b:", "a\\b:", "my_user:p/"} {
		for _, after := range []string{"", "@h:8/", "#b@h/a", ":x@h/", "/@h\\@g", "%40h", "&b=c@d", ";b=c?d=e", "\n@h\xff\u202e"} {
			f.Add(before, after)
		}
	}
	for _, before := range []string{"a=b token=", "a=b token = '", "a='b'token=b\\ ", "a=b&token=", "h:6,token="} {
		for _, after := range []string{"", "@h:8/", "&b=c@d", ";b=c?d=e", "\\' b' c=d"} {
			f.Add(before, after)
		}
	}
	f.Add("http://a\\b:", "\\w@h|/")
	f.Add("my_user:p@", "/w@tcp(h)/db")
	f.Add("a@b:", "/w@tcp(h)/db")
	f.Add("a@b:/", "/w@tcp(h)/db")
	f.Add(" \n\\p:/\t/u:", "@h:8/")
	f.Add(" \\\n\\\np:/\t/u:", "@h\x18")
	f.Fuzz(func(t *testing.T, before, after string) {
		const mark = "s3cretMark"
		if strings.Contains(before+after, "s3cret") || len(before)+len(after) > 1<<12 {
			return
		}
		s := before + mark + after
		all, some := Redact(s, nil), Redact(s, isToken)
		for _, redacted := range []string{all, some} {
			if !utf8.ValidString(redacted) || strings.IndexFunc(redacted, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) >= 0 {
				t.Fatalf("%q: %q is not a line", s, redacted)
			}
		}
		if isSecretTo(s, mark, func(string) bool { return true }) && strings.Contains(all, mark) {
			t.Fatalf("%q: %q", s, all)
		}
		if isSecretTo(s, mark, isToken) && strings.Contains(some, mark) {
			t.Fatalf("%q: %q", s, some)
		}
		if _, err := Parse(s); err != nil && strings.Contains(err.Error(), mark) && !strings.Contains(all, mark) {
			t.Fatalf("%q: the message %q shows more than %q", s, err, all)
		}
	})
}

// The parsers that do not know "\". The first reads authorities as https://www.rfc-editor.org/rfc/rfc3986#appendix-B does,
// and skips more slashes where curl does. The second reads the DSN of Go's MySQL driver.
var (
	withoutBackslash = regexp.MustCompile(`^(?:(?i:(?:https?|wss?|ftp):)?//+|[^:/?#]+://)[^/?#:]*:([^/?#]*)@`)
	mysqlDSN         = regexp.MustCompile(`(?s)^[^:/?#\\]*:(.*)@\w*\([^)]*\)/[^/]*$`)
)

// passwordWithoutBackslash returns the password that these parsers find in s.
func passwordWithoutBackslash(s string) string {
	s = infra.WithoutTabsAndNewlines(strings.TrimFunc(s, infra.IsC0ControlOrSpace))
	if m := withoutBackslash.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := mysqlDSN.FindStringSubmatch(s); m != nil && !strings.HasPrefix(m[1], "//") {
		return m[1]
	}
	return ""
}

// The beginnings of connection strings whose first name is a word, and of a pair in libpq's grammar.
var (
	beginsWithPair = regexp.MustCompile(`^(?:h:\d+,)?[\t\n\v\f\r ]*\w+[\t\n\v\f\r ]*=`)
	keywordPair    = regexp.MustCompile(`(?s)^[\t\n\v\f\r ]*([^\t\n\v\f\r =]+)[\t\n\v\f\r ]*=[\t\n\v\f\r ]*('(?:[^'\\]|\\.)*'|(?:[^\t\n\v\f\r \\]|\\.)*)`)
)

// connectionPairs returns the pairs of a connection string by three grammars: libpq's, and those that know only "&" or ",".
func connectionPairs(s string) (pairs [][2]string) {
	if !beginsWithPair.MatchString(s) {
		return nil
	}
	for _, separator := range []string{"&", ","} {
		for piece := range strings.SplitSeq(s, separator) {
			name, value, _ := strings.Cut(piece, "=")
			pairs = append(pairs, [2]string{strings.TrimSpace(name), value})
		}
	}
	for m := keywordPair.FindStringSubmatch(s); m != nil; m = keywordPair.FindStringSubmatch(s) {
		pairs = append(pairs, [2]string{m[1], m[2]})
		s = s[len(m[0]):]
	}
	return pairs
}

// isSecretTo reports whether a parser finds the mark in s as a password or as the value of a secret name.
func isSecretTo(s, mark string, secret func(name string) bool) bool {
	if strings.Contains(passwordWithoutBackslash(s), mark) {
		return true
	}
	for _, pair := range connectionPairs(s) {
		if secret(pair[0]) && strings.Contains(pair[1], mark) {
			return true
		}
	}
	for _, base := range []string{"http://h/", "foo://h/"} {
		u, err := ParseWithBase(s, base)
		if err != nil {
			continue
		}
		if strings.Contains(u.Password(), mark) {
			return true
		}
		for name, value := range u.QueryPairs() {
			if secret(name) && strings.Contains(value, mark) {
				return true
			}
		}
	}
	n, err := neturl.Parse(s)
	if err != nil {
		return false
	}
	password, _ := n.User.Password()
	for name, values := range n.Query() {
		if secret(name) && strings.Contains(strings.Join(values, "&"), mark) {
			return true
		}
	}
	return strings.Contains(password, mark)
}
