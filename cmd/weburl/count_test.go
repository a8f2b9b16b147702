package main

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	lines := "https://www.example.com/1\nhttp://shop.example.co.uk/\nhttps://example.com:8443/\nhttps://www.example.com/1\n" +
		"https://192.0.2.1/\nmailto:a@b\nrefused\nhttp://localhost/\n"
	const stderr = "weburl: stdin:7: Parse \"refused\": missing-scheme-non-relative-URL at byte 0\n"
	for _, c := range []struct{ args, stdout, stderr string }{
		{"-count host", "2  www.example.com\n1\n1  192.0.2.1\n1  example.com:8443\n1  localhost\n1  shop.example.co.uk\n", ""},
		{"-count site", "3  example.com\n1\n1  192.0.2.1\n1  example.co.uk\n1  localhost\n", ""},
		{"-count origin", "2  https://www.example.com\n1  http://localhost\n1  http://shop.example.co.uk\n1  https://192.0.2.1\n" +
			"1  https://example.com:8443\n1  null\n", ""},
		{"-count scheme", "4  https\n2  http\n1  mailto\n", ""},
		{"-count scheme -unique", "3  https\n2  http\n1  mailto\n", ""},
		{"-count scheme -top 2", "4  https\n2  http\n", "weburl: showing 2 of 3 values of scheme\n"},
		{"-count scheme -top 3", "4  https\n2  http\n1  mailto\n", ""},
		{"-count site -top 1 -json", `{"site":"example.com","count":3}` + "\n", "weburl: showing 1 of 5 values of site\n"},
		{"-count site -top 1 -json -unique", `{"site":"example.com","count":2}` + "\n", "weburl: showing 1 of 5 values of site\n"},
	} {
		status, stdout, log := weburl(t, lines, strings.Fields(c.args)...)
		if status != exitOK || stdout != c.stdout || log != stderr+c.stderr {
			t.Errorf("%s: status %d, output\n%s\nerrors\n%s\nwant\n%s", c.args, status, stdout, log, c.stdout)
		}
	}
}

// TestRefusedValues checks that the error and its offset have values for the lines that have them.
func TestRefusedValues(t *testing.T) {
	const lines = "https://a/\nhttps://\nx\nhttps://\n"
	testRuns(t, []runCase{
		{name: "-count error", args: []string{"-count", "error"}, stdin: lines, status: exitOK,
			stdout: "2  host-missing\n1  missing-scheme-non-relative-URL\n"},
		{name: "-count offset", args: []string{"-json", "-count", "offset"}, stdin: lines, status: exitOK,
			stdout: `{"offset":"8","count":2}` + "\n" + `{"offset":"0","count":1}` + "\n"},
		{name: "only the name", args: []string{"-count", "error"}, stdin: "https://a|b/\nhttps://\u00FC.xn--a/\n", stdout: "2  domain-to-ASCII\n"},
		{name: "no errors", args: []string{"-count", "error"}, stdin: "https://a/\n"},
		{name: "-get", args: []string{"-get", "host,error,offset"}, stdin: lines, status: exitOK,
			stdout: "a\t\t\n\thost-missing\t8\n\tmissing-scheme-non-relative-URL\t0\n\thost-missing\t8\n"},
		{name: "-get with a list", args: []string{"-get", "error,keys"}, stdin: lines, status: exitOK,
			stdout: "host-missing\t\nmissing-scheme-non-relative-URL\t\nhost-missing\t\n"},
		{name: "-format", args: []string{"-format", `{href}{error}\n`}, stdin: lines, status: exitOK,
			stdout: "https://a/\nhost-missing\nmissing-scheme-non-relative-URL\nhost-missing\n"},
		{name: "-json", args: []string{"-json", "-get", "host,error"}, stdin: "https://a/\nx\n", status: exitOK,
			stdout: `{"host":"a","error":null}` + "\n" + `{"host":null,"error":"missing-scheme-non-relative-URL"}` + "\n"},
		{name: "-unique", args: []string{"-unique", "-count", "error"}, stdin: lines, status: exitOK,
			stdout: "2  host-missing\n1  missing-scheme-non-relative-URL\n"},
		{name: "a host (none) and no host", args: []string{"-count", "host", "http://(none)/", "a:b"}, stdout: "1\n1  (none)\n"},
	})
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

// TestRanked compares the order of counts with that of a plain sort.
func TestRanked(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for _, prefix := range []string{"", "https://www.example"} {
		counts := make(map[string]uint64)
		for range 20_000 {
			value := prefix + strings.Repeat("ab\x00", random.IntN(5)) + "a\x00\xFF"[:random.IntN(4)] + fmt.Sprint(random.IntN(3000))
			counts[value] += uint64(1 + random.IntN(2)*random.IntN(300))
		}
		counts[prefix]++
		want := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
		})
		got := ranked(counts)
		if len(got) != len(want) {
			t.Fatalf("%d values, want %d", len(got), len(want))
		}
		for i, c := range got {
			if c.value != want[i] || c.n != counts[c.value] {
				t.Fatalf("value %d is %q, %d times, want %q", i, c.value, c.n, want[i])
			}
		}
	}
	if len(ranked(nil)) != 0 {
		t.Error("values of nothing")
	}
}

// TestUniqueKeys has URLs whose keys differ only in where a value ends, or in the part that has an empty value.
func TestUniqueKeys(t *testing.T) {
	for _, urls := range []string{"https://h/?a\nhttps://h/?b\n", "https://h/?a=x&a=y\nhttps://h/?a=x%02y\n", "https://h/?a=x&b=y\nhttps://h/?a=x&a=y\n", "https://h/?a\nhttps://h/?a&a\n"} {
		if _, stdout, _ := weburl(t, urls, "-unique-by", "query-all:a,query-all:b"); stdout != urls {
			t.Errorf("%q: %q", urls, stdout)
		}
	}
}

// TestMatchMark has a file that begins with a byte order mark.
func TestMatchMark(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosts")
	if err := os.WriteFile(file, []byte("\uFEFFa.example\nb.example\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stdout, _ := weburl(t, "https://a.example/\nhttps://c.example/\n", "-match", "host=@"+file); stdout != "https://a.example/\n" {
		t.Errorf("%q", stdout)
	}
}
