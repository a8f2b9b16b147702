package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

func TestIsTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(new(bytes.Buffer)) || isTerminal(file) || isTerminal(null) {
		t.Error("a buffer, a file or the null device counts as a terminal")
	}
}

// TestHints checks the hints for rejected lines.
func TestHints(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.txt", []byte("a:\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	hostMissing := "host-missing: " + url.ErrHostMissing.Description() + " Use weburl -explain to learn more."
	for _, c := range []struct {
		args, stdin string
		want        string // "": no hint
	}{
		{"example.com/a", "", "With -default-scheme https, it is read as https://example.com/a"},
		{"-canonical", "example.com/a\nexample.com/b\nhttps://\n", "With -default-scheme https, it is read as https://example.com/a"},
		{"-canonical", "example.com/a?token=secret#secret\n", "With -default-scheme https, it is read as https://example.com/a"},
		{"-canonical", "user:secret@example.com\n", ""}, // this is a URL
		{"-canonical", "//user:secret@example.com/\n", "With -default-scheme https, it is accepted."},
		{"-canonical", "scott.x/tiger@h:1521/x\n", "With -default-scheme https, it is accepted."}, // "tiger" is a password
		{"-canonical", "example.com/x;token=secret\n", "With -default-scheme https, it is accepted."},
		{"-canonical", "a.b:12/s3cret@db.example/x\n", "The text before a colon was read as a scheme, so the URL has no host. With -default-scheme https, it has one."},
		{"-redact *", "a.b:12/s3cret@db.example/x\na.b:12/x\n", ""}, // -default-scheme cannot be used with -redact
		{"https://", "", hostMissing}, {"-compare", "https://\n", hostMissing}, {"-count host", "https://\n", hostMissing},
		{"-default-scheme https -canonical", "https://\n", hostMissing},
		{"-canonical", "https://a|b/\n", "domain-to-ASCII: " + url.ErrDomainToASCII.Description() + " Use weburl -explain to learn more."},
		{"a.txt", "", "a.txt is a file. To read URLs from it, use weburl -in a.txt"},
		{"explain https://a/", "", "explain is a flag, so use weburl -explain"},
		{"parse https://a/", "", `"parse" is read as a URL, because help and completion are the only commands.`},
		{"-quiet https://", "", ""}, {"-verbose https://", "", ""}, {"-check https://", "", ""}, {"-json -keep https://", "", ""}, {"-set port=x https://a/", "", ""}, {"https://a/", "", ""},
		{"-base https://a/ https://", "", hostMissing},
		{"-redact a", "https://h/?a=x\n\"/?a=x\" \"https://u:p@h\"\n", "stdin:2: -redact reads one URL per line, but this line has several. Use -extract -redact to redact each of them."},
		{"-redact a", "https://h/?a=x&b=https://h2/\n", ""}, {"-extract -redact a", "/?a=x /?a=y\n", ""},
	} {
		var out, log bytes.Buffer
		run(strings.Fields(c.args), strings.NewReader(c.stdin), &out, &log)
		got := hints.FindAllString(log.String(), -1)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || got[0] != "weburl: hint: "+c.want+"\n") {
			t.Errorf("%s of %q: %q, want %q", c.args, c.stdin, got, c.want)
		}
	}
	if _, _, stderr := weburl(t, "", "-get", "domain"); !strings.HasPrefix(stderr, "weburl: -get: unknown part \"domain\"; use registrable-domain\n") {
		t.Errorf("%s", stderr)
	}
	for name, other := range otherNames["part"] {
		if _, err := partNamed(other); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, other := range otherNames["topic"] {
		if _, err := help([]string{other}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	flags := regexp.MustCompile(`(?:^| )-([a-z]+)`)
	for name, hint := range foreignFlags {
		for _, flag := range flags.FindAllStringSubmatch(hint, -1) {
			if _, ok := flagNamed("-" + flag[1]); !ok {
				t.Errorf("%s: the hint names -%s, which does not exist", name, flag[1])
			}
		}
	}
}
