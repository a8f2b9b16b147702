package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	lines := "https://www.example.com/1\nhttp://shop.example.co.uk/\nhttps://example.com:8443/\nhttps://www.example.com/1\n" +
		"https://192.0.2.1/\nmailto:a@b\nrefused\nhttp://localhost/\n"
	const stderr = "weburl: stdin:7: parse \"refused\": missing-scheme-non-relative-URL at byte 0\n"
	for _, c := range []struct{ args, stdout, stderr string }{
		{"-count host", "2  www.example.com\n1  (none)\n1  192.0.2.1\n1  example.com:8443\n1  localhost\n1  shop.example.co.uk\n", ""},
		{"-count site", "3  example.com\n1  (none)\n1  192.0.2.1\n1  example.co.uk\n1  localhost\n", ""},
		{"-count origin", "2  https://www.example.com\n1  http://localhost\n1  http://shop.example.co.uk\n1  https://192.0.2.1\n" +
			"1  https://example.com:8443\n1  null\n", ""},
		{"-count scheme", "4  https\n2  http\n1  mailto\n", ""},
		{"-count scheme -unique", "3  https\n2  http\n1  mailto\n", ""},
		{"-count scheme -top 2", "4  https\n2  http\n", "weburl: 2 of 3 values of scheme shown\n"},
		{"-count scheme -top 3", "4  https\n2  http\n1  mailto\n", ""},
		{"-count site -top 1 -json", `{"site":"example.com","count":3}` + "\n", "weburl: 1 of 5 values of site shown\n"},
		{"-count site -top 1 -json -unique", `{"site":"example.com","count":2}` + "\n", "weburl: 1 of 5 values of site shown\n"},
	} {
		status, stdout, log := weburl(t, lines, strings.Fields(c.args)...)
		if status != exitRefused || stdout != c.stdout || log != stderr+c.stderr {
			t.Errorf("%s: status %d, output\n%s\nerrors\n%s\nwant\n%s", c.args, status, stdout, log, c.stdout)
		}
	}
}

// TestCountMany checks that the counts of several workers are exact and aligned.
func TestCountMany(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "https://h%d/%d\n", i%1000/999, i)
	}
	for _, args := range [][]string{{"-count", "host"}, {"-count", "host", "-unique"}} {
		if _, stdout, _ := weburl(t, b.String(), args...); stdout != "99900  h0\n  100  h1\n" {
			t.Errorf("%q: %s", args, stdout)
		}
	}
}
