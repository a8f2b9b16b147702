package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// TestTSV has rows as ClickHouse writes them, https://clickhouse.com/docs/interfaces/formats/TabSeparated.
func TestTSV(t *testing.T) {
	const parts = "href,host,error,offset"
	const null = `\N` + "\t" + `\N` + "\t"
	for _, c := range []struct{ name, row, want string }{
		{"a URL", "https://EXAMPLE.com/a b", "https://example.com/a%20b\texample.com\t\\N\t\\N"},
		{"empty", "", null + "missing-scheme-non-relative-URL\t0"},
		{"NULL", `\N`, null + `\N` + "\t" + `\N`},
		{"refused", "http://1.2.3.256/", null + "IPv4-out-of-range-part\t13"},
		{"a backslash in the data", `a:\\b`, `a:\\b` + "\t\t\\N\t\\N"},
		{"a line feed in the data", `http://a/\nb`, "http://a/b\ta\t\\N\t\\N"},
		{"the offset is one of the data", `\t\t\thttp://[`, null + "IPv6-unclosed\t11"},
		{"NUL", `http://a/\0b`, "http://a/%00b\ta\t\\N\t\\N"},
		{"hexadecimal digits", `http://a/\x41\xe2\x82\xac`, "http://a/A%E2%82%AC\ta\t\\N\t\\N"},
		{"an apostrophe", `http://a/\'`, "http://a/'\ta\t\\N\t\\N"},
		{"NULL amid text", `http://a/x\Ny`, "http://a/xy\ta\t\\N\t\\N"},
		{"a backslash at the end", `a:b\`, `a:b\\` + "\t\t\\N\t\\N"},
		{"a byte order mark", "\uFEFFhttp://a/", null + "missing-scheme-non-relative-URL\t0"},
		{"a carriage return", "http://a:b\r", null + "port-invalid\t9"},
		{"a carriage return in the path", "a:b?\r c\r", "a:b?%20c\t\t\\N\t\\N"},
		{"not UTF-8", "http://a/\xff", "http://a/%EF%BF%BD\ta\t\\N\t\\N"},
		{"gzip", "\x1f\x8b\x08", null + "missing-scheme-non-relative-URL\t1"}, // the parser strips U+001F
	} {
		status, stdout, stderr := weburl(t, c.row+"\n", "-tsv-escaped", "-get", parts)
		if status != exitOK || stdout != c.want+"\n" || stderr != "" {
			t.Errorf("%s: status %d, errors %q, output %q, want %q", c.name, status, stderr, stdout, c.want)
		}
	}
}

// TestTSVRows checks that there is a row for each row.
func TestTSVRows(t *testing.T) {
	testRuns(t, []runCase{
		{name: "nothing", args: []string{"-tsv-escaped", "-get", "port"}},
		{name: "empty rows", args: []string{"-tsv-escaped", "-get", "port"}, stdin: "\n\r\n\n", stdout: "\\N\n\\N\n\\N\n"},
		{name: "no line feed at the end", args: []string{"-tsv-escaped", "-get", "host"}, stdin: "http://a\nhttp://b", stdout: "a\nb\n"},
		{name: "empty values", args: []string{"-tsv-escaped", "-get", "port,query"}, stdin: "http://a\n", stdout: "\t\n"},
		{name: "a base", args: []string{"-tsv-escaped", "-get", "href,error", "-base", "http://a/b"}, stdin: "c\n\\N\n\n", stdout: "http://a/c\t\\N\n\\N\t\\N\n\\N\tmissing-scheme-non-relative-URL\n"},
		{name: "decoded values", args: []string{"-tsv-escaped", "-get", "query:q,decoded:pathname"}, stdin: "http://a/%09%5C?q=%0A\nhttp://a/?q=\n" + `http://a` + "\n",
			stdout: `\n` + "\t" + `/\t\\` + "\n\t/\n" + `\N` + "\t/\n"},
		{name: "changes", args: []string{"-tsv-escaped", "-get", "href,error,offset", "-set", "port=8x", "-no-fragment"}, stdin: "http://a/#b\n",
			stdout: `\N` + "\ttrailing-data\t" + `\N` + "\n"},
		{name: "quotes of ClickHouse", args: []string{"-tsv-escaped", "-get", `'host,query:a\'b'`}, stdin: "http://a?a'b=1\n", stdout: "a\t1\n"},
		{name: "a tab in a row", args: []string{"-tsv-escaped", "-get", "host"}, stdin: "https://good.example\t.evil.com/\n", status: exitTrouble,
			stderr: "weburl: stdin: row 1 has 2 columns, so use -column N to choose one\n"},
		{name: "rows before one with tabs", args: []string{"-tsv-escaped", "-get", "host"}, stdin: "http://a\n\nb\tc\td\nhttp://e\n", status: exitTrouble,
			stdout: "a\n\\N\n", stderr: "weburl: stdin: row 3 has 3 columns, so use -column N to choose one\n"},
		{name: "a row that is too long", args: []string{"-tsv-escaped", "-get", "host,error,offset", "-max-line", "9"}, stdin: "http://ab\nhttp://abc\n",
			stdout: "ab\t\\N\t\\N\n\\N\tline-too-long\t\\N\n"},
		{name: "a missing file", args: []string{"-tsv-escaped", "-get", "host", "-in", "/nonexistent/x"}, status: exitTrouble,
			stderr: "weburl: /nonexistent/x: open: " + notThere("/nonexistent/x") + "\n"},
	})
}

// TestColumn checks that a row keeps its columns, and gets the parts as further columns.
func TestColumn(t *testing.T) {
	testRuns(t, []runCase{
		{name: "TSV", args: []string{"-tsv-escaped", "-column", "2", "-get", "host,error"}, stdin: "1\thttps://A\tx\n\\N\t\\N\t\n3\tb\\tc\td\n",
			stdout: "1\thttps://A\tx\ta\t\\N\n\\N\t\\N\t\t\\N\t\\N\n3\tb\\tc\td\t\\N\tmissing-scheme-non-relative-URL\n"},
		{name: "TSV with too few columns", args: []string{"-tsv-escaped", "-column", "2", "-get", "host"}, stdin: "1\thttps://a\n2\n",
			stdout: "1\thttps://a\ta\n2\t\\N\t\\N\n", stderr: "weburl: stdin:2: the row has no column 2\n"},
		{name: "blank rows", args: []string{"-tsv", "-column", "2", "-get", "host,error,line"}, stdin: "1\thttps://a\tx\r\n\r\n\n3\n4\thttps://b",
			stdout: "1\thttps://a\tx\ta\t\t1\r\n\t\t\t\tcolumn-missing\t2\r\n\t\t\t\tcolumn-missing\t3\n3\t\t\t\tcolumn-missing\t4\n4\thttps://b\t\tb\t\t5\n",
			stderr: "weburl: stdin:2: the row has no column 2\nweburl: stdin:3: the row has no column 2\nweburl: stdin:4: the row has no column 2\n"},
		{name: "only blank rows", args: []string{"-tsv", "-column", "2", "-get", "host"}, stdin: "\n\n", status: exitRefused,
			stdout: "\t\n\t\n", stderr: "weburl: stdin:1: the row has no column 2\nweburl: stdin:2: the row has no column 2\n"},
		{name: "blank rows in place", args: []string{"-tsv", "-column", "2", "-in-place", "-get", "host", "-quiet"}, stdin: "1\thttps://a\tx\n\n2\n3\tb\n",
			stdout: "1\ta\tx\n\n2\n3\tb\n"},
		{name: "TSV with a first cell that is too long", args: []string{"-tsv-escaped", "-column", "1", "-get", "host", "-max-line", "20"},
			stdin: "https://a.example\txy\nhttps://a.example.b.example\t\n", stdout: "https://a.example\txy\ta.example\n\t\\N\t\\N\n",
			stderr: "weburl: stdin:2: the row is longer than -max-line allows\n"},
		{name: "TSV with a row that is too long", args: []string{"-tsv", "-column", "2", "-get", "host,error", "-max-line", "20"},
			stdin: "1\thttps://a\tx\n2\thttps://b\t" + strings.Repeat("x", 2*chunkSize) + "\r\n3\thttps://c\tx\n", stderr: "weburl: stdin:2: the row is longer than -max-line allows\n",
			stdout: "1\thttps://a\tx\ta\t\n2\thttps://b\t\t\tline-too-long\n3\thttps://c\tx\tc\t\n"},
		{name: "carriage returns after rows of the largest length", args: []string{"-tsv", "-column", "2", "-get", "host", "-max-line", "13"}, stdin: "1\thttps://a\tx\r\n2\thttps://b\txy\r\n",
			stdout: "1\thttps://a\tx\ta\r\n2\thttps://b\t\t\n", stderr: "weburl: stdin:2: the row is longer than -max-line allows\n"},
		{name: "a carriage return that is data", args: []string{"-tsv-escaped", "-column", "2", "-get", "host", "-max-line", "13"}, stdin: "1\thttps://a\tx\r\n", status: exitRefused,
			stdout: "1\thttps://a\t\\N\t\\N\n", stderr: "weburl: stdin:1: the row is longer than -max-line allows\n"},
		{name: "secrets of a row that is too long", args: []string{"-tsv", "-column", "2", "-in-place", "-redact", "a", "-max-line", "20"},
			stdin: "1\thttp://u:p@a/\txyzxyz\n2\thttp://u:p@b/\t\n3\n", stdout: "1\t\t\n2\thttp://xxxxx@b/\t\n3\n",
			stderr: "weburl: stdin:1: the row is longer than -max-line allows\nweburl: stdin:3: the row has no column 2\n"},
		{name: "CSV in place with too few columns", args: []string{"-csv", "-column", "url", "-in-place", "-get", "host"}, stdin: "id,url\n1\n2,https://a\n",
			stdout: "id,url\n1\n2,a\n", stderr: "weburl: stdin:2: the row has no column 2\n"},
		{name: "NULL", args: []string{"-tsv-escaped", "-get", "input,source,line"}, stdin: "a:\\tb\n\\N\n", stdout: "a:\\tb\tstdin\t1\n\\N\t\\N\t\\N\n"},
		{name: "CSV by name", args: []string{"-csv", "-column", "url", "-get", "host,query:q,error"},
			stdin:  "\uFEFFid,url\r\n1,\"https://A/?q=1,2\"\r\n2,\"x\r\ny\"\r\n\"a\"\"b\",\r\n",
			stdout: "\uFEFFid,url,host,query:q,error\n1,\"https://A/?q=1,2\",a,\"1,2\",\n2,\"x\ny\",,,missing-scheme-non-relative-URL\n\"a\"\"b\",,,,missing-scheme-non-relative-URL\n"},
		{name: "CSV by number", args: []string{"-csv", "-column", "1", "-get", "host", "-set", "host=b"}, stdin: "https://a\nhttps://b,c\n", stdout: "https://a,b\nhttps://b,c,b\n"},
		{name: "CSV without the column", args: []string{"-csv", "-column", "url", "-get", "host"}, stdin: "id,URL\n", status: exitTrouble,
			stderr: "weburl: stdin: there is no column \"url\"\n"},
		{name: "CSV with too few columns", args: []string{"-csv", "-column", "2", "-get", "host"}, stdin: "a:,b:,c\nc:\nd:,https://e\n",
			stdout: "a:,b:,c,\nc:,,,\nd:,https://e,,e\n", stderr: "weburl: stdin:2: the row has no column 2\n"},
		{name: "CSV with semicolons", args: []string{"-csv", "-delimiter", ";", "-column", "url", "-get", "host"}, stdin: "n;url\n1,2;https://A/?;\n", stdout: "n;url;host\n1,2;https://A/?;;a\n"},
		{name: "CSV in place", args: []string{"-csv", "-column", "url", "-in-place", "-get", "href", "-no-fragment"}, stdin: "url,n\nHTTPS://A/#x,1\nb,2\n,3\n",
			stdout: "url,n\nhttps://a/,1\nb,2\n,3\n", stderr: "weburl: stdin:3: Parse \"b\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "TSV in place", args: []string{"-tsv", "-column", "2", "-in-place", "-get", "site"}, stdin: "1\thttps://www.a.example/\tx\n2\tb\r\n",
			stdout: "1\ta.example\tx\n2\tb\r\n", stderr: "weburl: stdin:2: Parse \"b\": missing-scheme-non-relative-URL at byte 0\n"},
		{name: "a redacted column", args: []string{"-csv", "-column", "2", "-in-place", "-redact", "token"}, stdin: "1,/a?token=x&b=1\n2,https://u:p@h/\n",
			stdout: "1,/a?token=xxxxx&b=1\n2,https://xxxxx@h/\n"},
		{name: "plain TSV", args: []string{"-tsv", "-get", "host,path,query:q,error"}, stdin: "\uFEFFhttp:\\\\www.site.org\\new?q=a%09b%0A\\t\n\\N\n\nhttp://a/\r\n",
			stdout: "www.site.org\t/new\ta%09b%0A\\t\t\n\t\t\tmissing-scheme-non-relative-URL\n\t\t\tmissing-scheme-non-relative-URL\na\t/\t\t\r\n"},
		{name: "plain TSV with columns", args: []string{"-tsv", "-column", "2", "-get", "host,path"}, stdin: "a\\\thttp://h\\n\r\n", stdout: "a\\\thttp://h\\n\th\t/n\r\n"},
		{name: "bare quotation marks", args: []string{"-csv", "-column", "2", "-get", "host"}, // the first row as csv.reader of Python reads it
			stdin:  "a 12\" disk,https://a\n\"b\"\"\",https://b\n,\"https://c\"\r\n\"\",https://d\n",
			stdout: "\"a 12\"\" disk\",https://a,a\n\"b\"\"\",https://b,b\n,https://c,c\n,https://d,d\n",
			stderr: "weburl: stdin:1: CSV does not allow a quotation mark here, so it was read as text\n"},
		{name: "a quotation mark that nothing closes", args: []string{"-csv", "-column", "2", "-get", "host"}, stdin: "a,https://a\n\"b,https://b\nc,https://c\n",
			stdout: "a,https://a,a\n\"b,https://b\nc,https://c\n\",,\n",
			stderr: "weburl: stdin:2: the row has no column 2\nweburl: stdin:2: CSV does not allow a quotation mark here, so it was read as text\n"},
		{name: "a base column", args: []string{"-csv", "-column", "link", "-base-column", "page", "-get", "href,error"},
			stdin:  "page,link\nhttps://a/b/,c\nhttps://a/b/,//d\nx,e\nx,https://f\n,g\nhttps://a/,\nonly\n",
			stdout: "page,link,href,error\nhttps://a/b/,c,https://a/b/c,\nhttps://a/b/,//d,https://d/,\nx,e,,base-refused\nx,https://f,https://f/,\n,g,,missing-scheme-non-relative-URL\nhttps://a/,,,missing-scheme-non-relative-URL\nonly,,,column-missing\n",
			stderr: "weburl: stdin:4: the base URL is rejected: Parse \"x\": missing-scheme-non-relative-URL at byte 0\nweburl: stdin:8: the row has no column 2\n"},
		{name: "a base column of TSV", args: []string{"-tsv-escaped", "-column", "1", "-base-column", "3", "-get", "href"},
			stdin: "a\tx\thttps://h/\\tb/\nc\t\n", stdout: "a\tx\thttps://h/\\tb/\thttps://h/b/a\nc\t\t\\N\t\\N\n"},
		{name: "no base column", args: []string{"-csv", "-column", "1", "-base-column", "page", "-get", "href"}, stdin: "link\n", status: exitTrouble,
			stderr: "weburl: stdin: there is no column \"page\"\n"},
		{name: "a record that is too long", args: []string{"-csv", "-column", "1", "-get", "host", "-max-line", "18"}, stdin: "https://a,\"x\ny\nz\"\nhttps://b,\"x\ny\nz!\"\n",
			status: exitTrouble, stdout: "https://a,\"x\ny\nz\",a\n", stderr: "weburl: stdin: record 2 is longer than -max-line allows\n"},
		{name: "nothing", args: []string{"-csv", "-column", "url", "-get", "host"}},
		{name: "gzip", args: []string{"-csv", "-column", "1", "-get", "host"}, stdin: gzipped(t, "https://a\n"), stdout: "https://a,a\n"},
	})
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.csv", "b.csv"} {
		if err := os.WriteFile(name, []byte("url,n\nhttps://"+name[:1]+"/,1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if status, stdout, stderr := weburl(t, "", "-csv", "-column", "url", "-get", "host", "-in", "a.csv", "b.csv"); status != exitOK ||
		stdout != "url,n,host\nhttps://a/,1,a\nhttps://b/,1,b\n" || stderr != "" {
		t.Errorf("two files: status %d, output %q, errors %q", status, stdout, stderr)
	}
}

// TestTableFilters checks that filters choose the rows of a table as they choose lines.
func TestTableFilters(t *testing.T) {
	const tsv = "1\thttps://www.A.co.uk/\tx\n2\tftp://b\ty\n\n4\tc\tz\n5\thttp://1.2.3.4:81/\t\n6\thttp://www.A.co.uk\n"
	const csv = "\uFEFFid,url\n1,https://a/\n2,ftp://b/\n3,c\n4\n5,http://a/\n"
	const missing = ": missing-scheme-non-relative-URL at byte 0\n"
	const log = "weburl: stdin:3: the row has no column 2\nweburl: stdin:4: Parse \"c\"" + missing
	testRuns(t, []runCase{
		{name: "schemes", args: []string{"-tsv", "-column", "2", "-get", "registrable-domain,host", "-scheme", "http,https"}, stdin: tsv, stderr: log,
			stdout: "1\thttps://www.A.co.uk/\tx\ta.co.uk\twww.a.co.uk\n5\thttp://1.2.3.4:81/\t\t\t1.2.3.4:81\n6\thttp://www.A.co.uk\t\ta.co.uk\twww.a.co.uk\n"},
		{name: "a count", args: []string{"-tsv", "-column", "2", "-count", "host", "-scheme", "http,https"}, stdin: tsv, stderr: log,
			stdout: "2  www.a.co.uk\n1  1.2.3.4:81\n"},
		{name: "a count of all", args: []string{"-tsv", "-column", "2", "-count", "registrable-domain"}, stdin: tsv, stderr: log, stdout: "2\n2  a.co.uk\n"},
		{name: "only refused rows", args: []string{"-tsv", "-column", "2", "-get", "error", "-exclude", "href=*"}, stdin: tsv,
			stdout: "\t\t\tcolumn-missing\n4\tc\tz\tmissing-scheme-non-relative-URL\n", stderr: "weburl: stdin:3: the row has no column 2\n", status: exitNothing},
		{name: "no row passes", args: []string{"-tsv", "-get", "host", "-match", "host=b"}, stdin: "https://a\n", status: exitNothing},
		{name: "all are refused", args: []string{"-tsv", "-get", "host", "-match", "host=b", "-quiet"}, stdin: "a\n\n", status: exitRefused},
		{name: "NULL", args: []string{"-tsv-escaped", "-column", "1", "-get", "host", "-exclude", "host=b"}, stdin: "\\N\t1\nhttp://a\t2\nhttp://b\t3\n", stdout: "http://a\t2\ta\n"},
		{name: "a pattern in place", args: []string{"-tsv", "-column", "1", "-in-place", "-get", "path", "-match-pattern", "http{s}?://a/*"}, stdin: "http://a/b\tx\nhttp://c/\ty\nd\tz\n",
			stdout: "/b\tx\n", stderr: "weburl: stdin:3: Parse \"d\"" + missing},
		{name: "before changes", args: []string{"-tsv", "-get", "scheme", "-scheme", "http", "-set", "scheme=https"}, stdin: "http://a\nhttps://b\n", stdout: "https\n"},
		{name: "one of each host", args: []string{"-tsv", "-column", "2", "-get", "path", "-unique-by", "host"}, stdin: "1\thttp://a/b\n2\thttp://a/c\n3\thttp://d/\n",
			stdout: "1\thttp://a/b\t/b\n3\thttp://d/\t/\n"},
		{name: "CSV", args: []string{"-csv", "-column", "url", "-get", "host", "-scheme", "http,https"}, stdin: csv, stdout: "\uFEFFid,url,host\n1,https://a/,a\n5,http://a/,a\n",
			stderr: "weburl: stdin:4: Parse \"c\"" + missing + "weburl: stdin:5: the row has no column 2\n"},
		{name: "CSV once", args: []string{"-csv", "-column", "url", "-get", "host", "-unique-by", "host", "-quiet"}, stdin: csv, stdout: "\uFEFFid,url,host\n1,https://a/,a\n2,ftp://b/,b\n"},
		{name: "a header alone", args: []string{"-csv", "-column", "url", "-in-place", "-get", "host", "-unique", "-scheme", "ws", "-quiet"}, stdin: csv, stdout: "\uFEFFid,url\n", status: exitNothing},
		{name: "a count of CSV", args: []string{"-csv", "-column", "url", "-count", "host", "-quiet"}, stdin: csv, stdout: "2  a\n1  b\n"},
	})
	var rows, want strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&rows, "%d,%s://h%d/\n", i, []string{"https", "ftp"}[i%2], i%3)
		if i%2 == 0 {
			fmt.Fprintf(&want, "%d,https://h%d/,h%d\n", i, i%3, i%3)
		}
	}
	if status, stdout, stderr := weburl(t, rows.String(), "-csv", "-column", "2", "-get", "host", "-scheme", "https"); status != exitOK || stdout != want.String() || stderr != "" {
		t.Errorf("a long file: status %d, errors %q, %d bytes, want %d", status, stderr, len(stdout), want.Len())
	}
	const counts = "6667  h0\n6667  h2\n6666  h1\n" // of 20,000 even numbers, whose remainders are 0, 2, 1, 0, 2, 1 and so on
	if status, stdout, stderr := weburl(t, rows.String(), "-csv", "-column", "2", "-count", "host", "-scheme", "https"); status != exitOK || stdout != counts || stderr != "" {
		t.Errorf("counts of a long file: status %d, errors %q, output %q", status, stderr, stdout)
	}
	refused := strings.Repeat("1\tx\n", 20_000) + "2\thttps://a\n"
	if status, stdout, stderr := weburl(t, refused, "-tsv", "-column", "2", "-get", "host", "-scheme", "https"); status != exitOK || stdout != "2\thttps://a\ta\n" ||
		strings.Count(stderr, "\n") != maxRefusals+1 || !strings.HasSuffix(stderr, "weburl: stdin: … and 19,980 more. Use -verbose to see all of them.\n") {
		t.Errorf("many refused rows: status %d, output %q, errors %q", status, stdout, stderr)
	}
	if status, stdout, stderr := weburl(t, strings.ReplaceAll(refused, "\t", ","), "-csv", "-column", "2", "-get", "host", "-scheme", "https"); status != exitOK ||
		stdout != "2,https://a,a\n" || strings.Count(stderr, "\n") != maxRefusals+1 {
		t.Errorf("many refused records: status %d, output %q, errors %q", status, stdout, stderr)
	}
}

// TestTableRows checks that a filter alone writes the rows that pass byte for byte.
func TestTableRows(t *testing.T) {
	const missing = ": missing-scheme-non-relative-URL at byte 0\n"
	testRuns(t, []runCase{
		{name: "TSV", args: []string{"-tsv", "-column", "2", "-scheme", "http,https"},
			stdin:  "id\turl\tn\n1\tHTTPS://A/\x01\\b#\tx \r\n2\tftp://b\n3\n4\thttp://c?q\n5\thttp:d\t\t\t\xff\n6\thttp://e",
			stdout: "1\tHTTPS://A/\x01\\b#\tx \r\n4\thttp://c?q\n5\thttp:d\t\t\t\xff\n6\thttp://e\n",
			stderr: "weburl: stdin:1: Parse \"url\"" + missing + "weburl: stdin:4: the row has no column 2\n"},
		{name: "TSV with one column", args: []string{"-tsv", "-exclude", "host=b"}, stdin: "\uFEFFhttp://a \r\n\nhttp://b\nhttp://c\x02\n", stdout: "\uFEFFhttp://a \r\nhttp://c\x02\n",
			stderr: "weburl: stdin:2: Parse \"\"" + missing},
		{name: "TSV with escapes", args: []string{"-tsv-escaped", "-column", "1", "-unique-by", "host"},
			stdin: "\\N\t1\nhttp://a/\\x41\t\\n\r\nhttp://A\t2\nhttp://b\\/\t3\n", stdout: "http://a/\\x41\t\\n\r\nhttp://b\\/\t3\n"},
		{name: "a row that is too long", args: []string{"-tsv", "-column", "2", "-scheme", "http", "-max-line", "12"}, stdin: "1\thttp://a/\tx\n2\thttp://a/\n",
			stdout: "2\thttp://a/\n", stderr: "weburl: stdin:1: the row is longer than -max-line allows\n"},
		{name: "hosts that end in a dot", args: []string{"-tsv", "-match", "site=example.com,example.com."}, stdin: "http://a.example.com.\nhttp://b.example.com\nhttp://com.\n",
			stdout: "http://a.example.com.\nhttp://b.example.com\n"},
		{name: "a base", args: []string{"-tsv", "-column", "1", "-base", "http://a/b/", "-match", "path=/b/*"}, stdin: "c\t1\n/d\t2\n", stdout: "c\t1\n"},
		{name: "CSV", args: []string{"-csv", "-column", "url", "-scheme", "http"},
			stdin:  "\uFEFF\"id\",url ,url\r\n\r\n\n\"1\",\"x\r\n\",\"http://a/?\"\"\"\r\n2,,ftp://b\r\n3\r\n\n4,,http://c,\"d\"\n5,\"\n\n\",\"http://e\"\r",
			stdout: "\uFEFF\"id\",url ,url\r\n\"1\",\"x\r\n\",\"http://a/?\"\"\"\r\n4,,http://c,\"d\"\n5,\"\n\n\",\"http://e\"\r\n",
			stderr: "weburl: stdin:4: the row has no column 3\n"},
		{name: "CSV without a header", args: []string{"-csv", "-delimiter", ";", "-column", "1", "-unique"}, stdin: "\"http://a\";b\nhttp://A\nhttp://c;\"\"", stdout: "\"http://a\";b\nhttp://c;\"\"\n"},
		{name: "no row passes", args: []string{"-csv", "-column", "url", "-scheme", "ftp"}, stdin: "n,\"url\"\n1,http://a\n", stdout: "n,\"url\"\n", status: exitNothing},
	})
	var rows, want strings.Builder
	for i := range 20_000 {
		row := fmt.Sprintf("%d,\"%s://h/\",\"%s\"\r\n", i, []string{"https", "ftp"}[i%2], strings.Repeat("\n", i%70))
		rows.WriteString(row)
		if i%2 == 0 {
			want.WriteString(row)
		}
	}
	if status, stdout, stderr := weburl(t, rows.String(), "-csv", "-column", "2", "-scheme", "https"); status != exitOK || stdout != want.String() || stderr != "" {
		t.Errorf("a long file: status %d, errors %q, %d bytes, want %d", status, stderr, len(stdout), want.Len())
	}
}

// TestCSVUnclosed checks that a field without its closing quote is read only as far as -max-line allows.
func TestCSVUnclosed(t *testing.T) {
	const size, limit = 64 << 20, 1 << 20
	in := strings.NewReader("url\nhttps://a\n\"" + strings.Repeat("x\n", size/2))
	var out, errs bytes.Buffer
	status := run([]string{"-csv", "-column", "url", "-get", "host", "-max-line", fmt.Sprint(limit)}, in, &out, &errs)
	if status != exitTrouble || out.String() != "url,host\nhttps://a,a\n" || errs.String() != "weburl: stdin: record 3 is longer than -max-line allows\n" {
		t.Errorf("status %d, output %q, errors %q", status, out.String(), errs.String())
	}
	if read := size - in.Len(); read > 2*limit {
		t.Errorf("%d bytes were read", read)
	}
}

// TestCSVLong checks that a long file comes out whole.
func TestCSVLong(t *testing.T) {
	var in, want strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&in, "%d,\"https://h%d/\n\"\n", i, i)
		fmt.Fprintf(&want, "%d,\"https://h%d/\n\",h%d\n", i, i, i)
	}
	if status, stdout, stderr := weburl(t, in.String(), "-csv", "-column", "2", "-get", "host"); status != exitOK || stdout != want.String() || stderr != "" {
		t.Errorf("status %d, errors %q, %d bytes, want %d", status, stderr, len(stdout), want.Len())
	}
}

// TestTSVEscapes checks that a value comes back as it was, and that it never breaks its row.
func TestTSVEscapes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		b := make([]byte, random.IntN(12))
		for i := range b {
			b[i] = "\b\f\n\r\t\x00\\N'xab4\xff"[random.IntN(14)]
		}
		checkTSVEscapes(t, string(b))
	}
}

func FuzzTSV(f *testing.F) {
	f.Add(`a\b\\N`)
	f.Add("1\thttps://A\tx\n\n2\n3\t\\N\n4\tftp://b\n5\thttp:c\\td\t" + strings.Repeat("x", maxFuzzedRow))
	f.Fuzz(func(t *testing.T, s string) {
		checkTSVEscapes(t, s)
		unescapeTSV(s)
		args := []string{"-tsv-escaped", "-column", "2", "-get", "host", "-quiet", "-max-line", fmt.Sprint(maxFuzzedRow)}
		for _, args := range [][]string{args, append(args, "-scheme", "http,https")} {
			if _, stdout, _ := weburl(t, s, args...); stdout != rowsWithHosts(s, len(args) > 8) {
				t.Fatalf("%q of %q: %q, want %q", args, s, stdout, rowsWithHosts(s, len(args) > 8))
			}
		}
	})
}

// FuzzTableRows checks that a filter alone writes those records of CSV that pass, and that their bytes are in the input.
func FuzzTableRows(f *testing.F) {
	f.Add("http://a,\"\r\n\n\"\r\n\r\n\n\"http://b\"\"\",c\nd\n,\nftp://e,f\r\nhttp://g,\r")
	f.Fuzz(func(t *testing.T, s string) {
		s = "first:\n" + s // not gzip or UTF-16
		records := func(s string, lazy bool) *csv.Reader {
			r := csv.NewReader(strings.NewReader(s))
			r.FieldsPerRecord, r.LazyQuotes = -1, lazy
			return r
		}
		if _, err := records(s, false).ReadAll(); err != nil {
			s += "\n" // which would be added, and be in a cell that nothing closes
		}
		var want [][]string
		in := records(s, true)
		for record, err := in.Read(); err == nil; record, err = in.Read() {
			if u, err := url.Parse(record[0]); err == nil && u.IsHTTP() {
				want = append(want, record)
			}
		}
		_, stdout, _ := weburl(t, s, "-csv", "-column", "1", "-scheme", "http,https", "-quiet")
		if got, err := records(stdout, true).ReadAll(); err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q: %q, %v, want %q", s, got, err, want)
		}
		for line := range strings.Lines(stdout) {
			_, rest, ok := strings.Cut(s, line)
			if !ok && !strings.HasSuffix(s, strings.TrimSuffix(line, "\n")) {
				t.Fatalf("%q: %q is not a line of the input", stdout, line)
			}
			s = rest
		}
	})
}

const maxFuzzedRow = 40

// rowsWithHosts returns what -tsv-escaped should make of rows with URLs in their second column: all rows, or those with http(s).
func rowsWithHosts(rows string, filtered bool) (want string) {
	width := 0
	for row := range strings.Lines(rows) {
		row = strings.TrimSuffix(row, "\n")
		cells, host, wanted := strings.Split(row, "\t"), nullTSV, !filtered
		if width == 0 {
			width = len(cells)
		}
		if len(row) > maxFuzzedRow {
			cells = strings.Split(row[:maxFuzzedRow], "\t")
			cells[len(cells)-1] = "" // it may be cut, and is not there unless it is the only one
			cells = cells[:max(1, len(cells)-1)]
		} else if len(cells) > 1 && cells[1] != nullTSV {
			if u, err := url.Parse(unescapeTSV(cells[1])); err == nil {
				host = string(appendEscapedTSV(nil, u.Host()))
				wanted = wanted || u.IsHTTP()
			}
		}
		for len(cells) < width {
			cells = append(cells, nullTSV)
		}
		if wanted {
			want += strings.Join(append(cells, host), "\t") + "\n"
		}
	}
	return want
}

func checkTSVEscapes(t *testing.T, s string) {
	t.Helper()
	escaped := string(appendEscapedTSV(nil, s))
	if got := unescapeTSV(escaped); got != s || escaped == nullTSV || strings.ContainsAny(escaped, "\n\t\r\x00\b\f") {
		t.Fatalf("%q is written as %q, which is read as %q", s, escaped, got)
	}
}

// TestTSVHostile compares the column of hrefs with the package for hostile rows.
func TestTSVHostile(t *testing.T) {
	pieces := []string{"http://", "a:", "h", "/", "\\", "\n", "\r", "\t", "\x00", `\N`, "\xff", "\uFEFF", " ", "?", "#", "%", "é", "N", "[", "\x1f\x8b"}
	random := rand.New(rand.NewPCG(9, 10))
	var in, want bytes.Buffer
	for range 30_000 {
		s := ""
		for range random.IntN(10) {
			s += pieces[random.IntN(len(pieces))]
		}
		in.Write(append(appendEscapedTSV(nil, s), '\n'))
		if u, err := url.Parse(s); err == nil {
			want.Write(append(appendEscapedTSV(nil, u.Href()), '\n'))
		} else {
			want.WriteString(nullTSV + "\n")
		}
	}
	status, stdout, stderr := weburl(t, in.String(), "-tsv-escaped", "-get", "href")
	if status != exitOK || stdout != want.String() || stderr != "" {
		t.Errorf("status %d, errors %q, or another column of hrefs", status, stderr)
	}
}

// TestTSVSlow checks that the answer to a block of rows does not wait for the next block.
func TestTSVSlow(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int, 1)
	go func() { done <- run([]string{"-tsv-escaped", "-get", "host"}, in, out, io.Discard) }()
	for i := range 3 {
		fmt.Fprintf(feed, "https://A%d\n\n\\N\n", i)
		want := fmt.Sprintf("a%d\n\\N\n\\N\n", i)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(answers, got); err != nil || string(got) != want {
			t.Fatalf("%q, %v", got, err)
		}
	}
	feed.Close()
	if status := <-done; status != exitOK {
		t.Errorf("status %d", status)
	}
}

func TestTSVUsage(t *testing.T) {
	for args, want := range map[string]string{
		"-tsv-escaped":         "-tsv and -csv need -get, -redact, -count or a filter",
		"-tsv -get host -json": "-tsv and -json cannot be used together",

		"-tsv -column 1 -in-place -count host": "-in-place needs -column, and -get with a single part",

		"-tsv -get host -iterate port=1,2": "-tsv and -iterate cannot be used together",
		"-csv -get host":                   "-csv needs -column",
		"-csv -column url":                 "-tsv and -csv need -get, -redact, -count or a filter",
		"-tsv -scheme http -set port=1":    "with -tsv or -csv, -set port needs -get",
		"-tsv -scheme http -canonical":     "-tsv and -canonical cannot be used together",
		"-tsv -scheme http -format x":      "-tsv and -format cannot be used together",
		"-tsv -scheme http -check":         "-tsv and -check cannot be used together",
		"-tsv -scheme http -explain":       "-tsv and -explain cannot be used together",
		"-tsv -scheme http -compare":       "-tsv and -compare cannot be used together",
		"-column 1":                        "-column needs -tsv or -csv",
		"-tsv -csv -column 1 -get host":    "-csv and -tsv cannot be used together",
		"-tsv -column url -get host":       "-column: \"url\" is not a positive number",
		"-tsv -column= -get host":          "-column: \"\" is not a positive number",
		"-csv -column= -get host":          "-column: the name is empty",

		"-csv -column 1 -base-column= -get host":  "-base-column: the name is empty",
		"-csv -column url -get host visits.csv":   "-tsv and -csv read no rows from arguments. To read a file, use < FILE or -in FILE",
		"-tsv -get host visits.tsv":               "-tsv and -csv read no rows from arguments. To read a file, use < FILE or -in FILE",
		"-csv -column url -scheme http http://a/": "-tsv and -csv read no rows from arguments. To read a file, use < FILE or -in FILE",
		"-csv -column 1 -get host -json":          "-csv and -json cannot be used together",
		"-tsv -get host -0":                       "-tsv and -0 cannot be used together",
		"-tsv -get decoded:query-all:x":           "-get decoded:query-all:x produces a row for each value, so it cannot be used with -tsv or -csv",
	} {
		status, _, stderr := weburl(t, "", strings.Fields(args)...)
		if want = "weburl: " + want + "\n"; status != exitTrouble || !strings.HasPrefix(stderr, want) {
			t.Errorf("weburl %s: status %d, errors %q, want %q", args, status, stderr, want)
		}
	}
}

func TestAppendCell(t *testing.T) {
	for _, c := range []struct {
		in      string
		shown   string
		columns int
		size    int
	}{
		{"ab", "a", 1, 1},
		{" ", " ", 1, 1},
		{"\x00", "␀", 1, 1},
		{"\tx", "␉", 1, 1},
		{"\x1b[31m", "␛", 1, 1},
		{"\x7f", "␡", 1, 1},
		{"é", "é", 1, 2},
		{"\u0301", "\u0301", 0, 2}, // combining acute accent
		{"日", "日", 2, 3},
		{"ａ", "ａ", 2, 3}, // full width
		{"가", "가", 2, 3},
		{"\u1161", "\u1161", 0, 3}, // a vowel that joins the consonant before it
		{"😀", "😀", 2, 4},
		{"\u0085", "<U+0085>", 8, 2},
		{"\u00A0", "<U+00A0>", 8, 2}, // looks like a space
		{"\u200D", "<U+200D>", 8, 3},
		{"\u202E", "<U+202E>", 8, 3}, // would reverse the rest of the line
		{"\uFE0F", "<U+FE0F>", 8, 3},
		{"\u3164", "<U+3164>", 8, 3}, // an invisible letter
		{"\uFEFF", "<U+FEFF>", 8, 3},
		{"\U000E0041", "<U+E0041>", 9, 4},
		{"\U0010FFFF", "<U+10FFFF>", 10, 4},
		{"\xff", "\uFFFD", 1, 1},
		{"\xe2\x82", "\uFFFD", 1, 1},
	} {
		shown, columns, size := appendCell(nil, c.in)
		if string(shown) != c.shown || columns != c.columns || size != c.size {
			t.Errorf("%q: %q, %d columns, %d bytes, want %q, %d, %d", c.in, shown, columns, size, c.shown, c.columns, c.size)
		}
	}
	if got, want := visible("a\tb\u202E日\xff"), "a␉b<U+202E>日\uFFFD"; got != want {
		t.Errorf("visible: %q, want %q", got, want)
	}
}

// TestPipedCSV checks that a record is written before the next one comes.
func TestPipedCSV(t *testing.T) {
	in, out := pipe(t), pipe(t)
	done := make(chan int, 1)
	go func() {
		done <- run([]string{"-csv", "-column", "1", "-get", "host"}, in.r, out.w, io.Discard)
		out.w.Close()
	}()
	lines := bufio.NewScanner(out.r)
	for _, row := range []string{"https://a", "https://b,\"x\ny\""} {
		io.WriteString(in.w, row+"\n")
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), row[:9]) {
			t.Fatalf("%q gives %q", row, lines.Text())
		}
	}
	in.w.Close()
	for lines.Scan() {
	}
	if status := <-done; status != exitOK {
		t.Errorf("status %d", status)
	}
}

type ends struct {
	r *io.PipeReader
	w *io.PipeWriter
}

func pipe(t *testing.T) (e ends) {
	e.r, e.w = io.Pipe()
	t.Cleanup(func() { e.r.Close(); e.w.Close() })
	return e
}
