package url_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	neturl "net/url"
	"os"

	"github.com/weburl-go/url"
)

func ExampleURL_NetURL() {
	u := url.MustParse(`HTTP:\\0x7f.1\a/../b c?q=%`)
	n, err := u.NetURL()
	fmt.Println(n, err)

	// net/url cannot represent every URL.
	u = url.MustParse("http://example.com/100%")
	_, err = u.NetURL()
	fmt.Println(errors.Is(err, url.ErrNotRepresentable))

	// EncodeLonePercent turns a lone "%" into "%25".
	p := url.Parser{EncodeLonePercent: true}
	u, _ = p.Parse("http://example.com/100%")
	n, err = u.NetURL()
	fmt.Println(n, err)
	// Output:
	// http://127.0.0.1/b%20c?q=% <nil>
	// true
	// http://example.com/100%25 <nil>
}

func ExampleFromNetURL() {
	n := &neturl.URL{Scheme: "http", Host: "Bücher.example:80", Path: "/a b"}
	u, err := url.FromNetURL(n)
	fmt.Println(u, err)
	// Output: http://xn--bcher-kva.example/a%20b <nil>
}

func ExampleParseNetURL() {
	n, err := url.ParseNetURL(`https:\\good.example\@evil.example`)
	fmt.Println(n.Host, n.Path, err)
	// Output: good.example /@evil.example <nil>
}

func ExampleURL_String() {
	u := url.MustParse("HTTPS://EXAMPLE.com/%7Euser")
	fmt.Printf("%v %q\n", u, u)
	// Output: https://example.com/%7Euser "https://example.com/%7Euser"
}

func ExampleURL_Redacted() {
	u := url.MustParse("https://user:secret@example.com/")
	fmt.Println(u.Redacted())
	// Output: https://user:xxxxx@example.com/
}

func ExampleURL_LogValue() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	logger.Info("fetch", "url", url.MustParse("https://user:secret@example.com/"))
	// Output: level=INFO msg=fetch url=https://user:xxxxx@example.com/
}

func ExampleURL_AppendText() {
	line, _ := url.MustParse("https://example.com").AppendText([]byte("GET "))
	fmt.Println(string(line))
	// Output: GET https://example.com/
}

func ExampleURL_MarshalText() {
	visits := map[url.URL]int{url.MustParse("https://example.com"): 3}
	text, err := json.Marshal(visits)
	fmt.Println(string(text), err)
	// Output: {"https://example.com/":3} <nil>
}

func ExampleURL_AppendBinary() {
	data, err := url.MustParse("https://example.com").AppendBinary(nil)
	fmt.Println(string(data), err)
	// Output: https://example.com/ <nil>
}

// Package gob asks for MarshalBinary and UnmarshalBinary.
func ExampleURL_MarshalBinary() {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(url.MustParse("https://example.com"))
	fmt.Println(err)

	var u url.URL
	err = gob.NewDecoder(&buf).Decode(&u)
	fmt.Println(u, err)
	// Output:
	// <nil>
	// https://example.com/ <nil>
}

func ExampleURL_UnmarshalBinary() {
	var u url.URL
	err := u.UnmarshalBinary([]byte("https://example.com"))
	fmt.Println(u, err)
	// Output: https://example.com/ <nil>
}

func ExampleURL_UnmarshalText() {
	var config struct {
		Home  url.URL
		Proxy *url.URL
	}
	err := json.Unmarshal([]byte(`{"Home": "https://example.com"}`), &config)
	fmt.Println(config.Home, config.Proxy, err)

	err = json.Unmarshal([]byte(`{"Home": "example.org"}`), &config)
	fmt.Println(config.Home, err)
	// Output:
	// https://example.com/ <nil> <nil>
	// https://example.com/ url: unmarshal "example.org": missing-scheme-non-relative-URL at byte 0
}

func ExampleURL_Scan() {
	var u url.URL
	err := u.Scan([]byte("https://example.com")) // as database/sql does for rows.Scan(&u)
	fmt.Println(u, err)

	err = u.Scan(nil) // NULL
	fmt.Println(u.IsZero(), err)
	// Output:
	// https://example.com/ <nil>
	// true <nil>
}

func ExampleURL_Value() {
	v, _ := url.MustParse("https://example.com").Value() // as database/sql does for db.Exec(query, u)
	null, _ := url.URL{}.Value()
	fmt.Println(v, null)
	// Output: https://example.com/ <nil>
}

func ExampleURL_MakeRelative() {
	page := url.MustParse("https://example.com/guide/go/install")
	for _, target := range []string{
		"https://example.com/guide/go/install#linux",
		"https://example.com/guide/go/update?v=2",
		"https://example.com/guide/rust/",
		"https://example.com/",
		"https://other.example/",
	} {
		fmt.Println(page.MakeRelative(url.MustParse(target)))
	}
	// Output:
	// #linux true
	// update?v=2 true
	// ../rust/ true
	// / true
	//  false
}

func ExampleFromFilePath() {
	style := url.UnixPath // or, for the running system: url.WindowsPath if runtime.GOOS == "windows"
	fmt.Println(url.FromFilePath("/srv/100% #1.txt", style))
	fmt.Println(url.FromFilePath(`C:\Users\Gopher\a b.txt`, url.WindowsPath))
	fmt.Println(url.FromFilePath(`\\server\share\a.txt`, url.WindowsPath))
	// Output:
	// file:///srv/100%25%20%231.txt <nil>
	// file:///C:/Users/Gopher/a%20b.txt <nil>
	// file://server/share/a.txt <nil>
}

func ExamplePathStyle() {
	u := url.MustParse("file:///C:/a%20b")
	fmt.Println(u.FilePath(url.UnixPath))
	fmt.Println(u.FilePath(url.WindowsPath))
	// Output:
	// /C:/a b <nil>
	// C:\a b <nil>
}

func ExampleURL_FilePath() {
	fmt.Println(url.MustParse("file:///srv/100%25%20%231.txt").FilePath(url.UnixPath))
	fmt.Println(url.MustParse("file:///C:/Users/a%20b.txt").FilePath(url.WindowsPath))
	_, err := url.MustParse("file:///srv/..%2F..%2Fetc/passwd").FilePath(url.UnixPath)
	fmt.Println(errors.Is(err, url.ErrNotRepresentable))
	// Output:
	// /srv/100% #1.txt <nil>
	// C:\Users\a b.txt <nil>
	// true
}
