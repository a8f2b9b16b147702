package url_test

// payloadFiles are published payloads of open redirects, one per line.
var payloadFiles = []string{
	"oauth2-proxy-openredirects.txt",
	"PayloadsAllTheThings-Open-Redirect-payloads.txt",
	"PayloadsAllTheThings-open_redirect_wordlist.txt",
	"PayloadsAllTheThings-openredirects.txt",
}

// seeds are for the ways through Parse.
var seeds = []string{
	// web URLs
	"https://example.com/", "http://h", "http://h?q", "http://h#f", "HTTP://H", "http:h", "https:\\h\\a", "http:///h", "http:/h", "ws:h?q",
	"http:", "https://", " http:// ", "HTTPS:", "http:///", "http://?q", "http://#f", "http://:8080", "http://u@/x", "ftp://", "http:\\\\",
	"http://h:80", "https://h:443/x", "https://h:00443?q", "http://h:", "http://h:/x", "http://h:0", "http://h:08080/", "http://h:65536/", "ftp://h:21",
	"http://h:x/", "http://[::1]", "http://[::1]:80/", "http://[1:0::1]/", "http://[::ffff:1.2.3.4]:443/", "http://[::1/", "http://::1/",
	"http://[fe80::1%25eth0]/", "https://[fe80::1%25eth0]:443?q#f", "http://[fe80::1%25a%20b]/a b", "http://[fe80::1%25e]/}", "http://[fe80::1%25e]/? #", "http://[fe80::1%25ü]/}", "//[fe80::1%25eth0]/x",
	"http://127.1/", "http://0x7f.0.0.1/a", "http://1.2.3.4.5/", "http://h.1/", "http://1.2.3.4:80",
	"http://u:p@h/", "http://u@h", "http://:p@h/", "http://u:@h/", "http://@h/", "http://u@v:p:q@h/", "http://u%41:p%2f@h/a", "http://u!:(p)@h/", "http://u%:p@h/", "http://u ü@h/",
	"http://h/a/../b", "http://h/a/./b/..", "http://h/%2e%2E/a", "http://h/.well-known/a..b", "http://h/..//a", "http://h/a\\..\\b",
	"http://h/a b", "http://h/a%20b", "http://h/|", "http://h/100%", "http://h/%zz?%zz#%zz", "http://h/[]{}^`\"<>", "http://h/é?é#é", "http://h/\xff?\xff#\xff",
	"http://h/?q a'\"<>`{}|\\", "http://h/??", "http://h?#", "http://h/#", "http://h/#a#b", "http://h/#!/a(b)", "http://h/#\ta\nb\x00c\x7f", "http://h/#a\x00 ", "http://h/#%",
	"http://H/", "http://bücher.example/", "http://b%C3%BCcher.example/", "http://xn--bcher-kva.example", "http://xn--a/", "http://%41/", "http://a%2fb/", "http://a。b/", "http://a\uff0fb/",
	"https://\"x/", "http://{h}/", "http://a`b/", "http://a'b/c", "http://a_b!/", "http://h\\@i/", "https:\\\\good.example\\@evil.example", "http://a b/",
	" http://h ", "http://h/ ", "\thttp://h/", "http://h/\n", "http://h\x7f/",
	// references
	"", " ", "?", "?q", "?q a", "#", "#f", "#\t", "*", "*?q", "*#f", "*?q a", "?#", "%2e", "%2e%2E/a", ".%2e", "..", "../a", "./a:b", ".", "a/./../b", "..//x",
	"a", "a b", "a\\b", "a\\..\\b", "a\\b:c", "a|b", "a%", "a%zz", "a?b c#d e", "a/b:c", "a:b c", "1:b", ":b", "%3a:b", "a b:c", "é/%C3%A9", "\xff/a\xe2\x82", "{a}", "%2fa",
	"/", "/a", "/a/../b", "/..", "/.//x", "/a/..//x", "/./\\evil.example", "/a\\..\\..\\\\x", "/%2fx", "/%2F%2Fx", "/|", "/a b?c d#e f", "/%2e//x", "/é", "/\xff", "/a//b",
	"\\x", "\\", "/\\h", "\\/h", "\\\\h", "///h", "////h", "//\\h", "/ /h", "//", "///", "/\\", "//?q", "//@", "//:80",
	"//h", "//h?q", "//h/a/../b", "//h:443/x", "//h:80", "//h:0080/", "//h:", "//h\\x", "//H/", "//u:p@h", "//u@h:80?q", "//1.2.3.4", "//127.1", "//\"x/", "//bücher.example",
	// other schemes
	"redis://:p%ss@h:6379/0", "redis://u:p@a:1,b:2/0?x", "postgres://u:p@A:5432,b:5432/db?sslmode=disable#", "postgres:///db?host=/run", "nats://a:4222,b", "amqp://u:p@h:5672/%2f",
	"mysql://u:p@tcp(h:3306)/db", "u:p@tcp(h:3306)/db", "mongodb+srv://u:p@h/db", "sqlite://./a/../b.db", "sqlite3:a.db?cache=shared", "mem://", "mem://x", "github://@abstract",
	"unix:///run/x", "unix:@abstract", "mailto:a@b ", "mailto:a b", " mailto:a", "data:,a b#c", "javascript:alert(1)", "REDIS://H/", "a:b", "a://h//./../x", "x://h/%zz", "x://#%zz", "urn:a:b", "blob:http://h/x", "redis://h#\t", "redis://h\t",
	"file:", "file://", "file:///", "file:/a", "file:/a/../b", "file:/.//a", "file:a", "file:test.db?mode=memory", "file::memory:?cache=shared", "file://Migrations/x", "file://C:/x", "file:///C|/x", "file:///a/../b",
	"file:\\\\h\\x", "file:\\a", "file:/\\h/x", "file://localhost/x", "file://u@/x", "file:?q", "file:#f", "FILE:///a b", "file://h/a ", "file:///a%zz", "file://c|/x", "file://h\\x",
}
