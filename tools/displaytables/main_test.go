package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	extensions = "# ScriptExtensions-17.0.0.txt\n# Date\n\n00B7 ; Geor Latn # Po\n0300..0301;Cyrl Grek Latn Sunu\n0303 ; Latn Thai # Mn\n" +
		"0342 ; Grek\n0345 ; Grek\n064B..0655 ; Arab Syrc\n0660..0669 ; Arab Thaa Yezi\n0670 ; Arab Syrc\n3099..309A ; Hira Kana\n30FB..30FC ; Hira Kana\n"
	list = "// Примеры\n\ncom\nрус\nco.рус\n*.рф\nভারত\n// ===END ICANN DOMAINS===\nпример\n"
)

// runWith runs the command on two files.
func runWith(t *testing.T, extensions, list string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"ScriptExtensions.txt": extensions, "public_suffix_list.dat": list} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "tables.go")
	if err := run(dir, "2026-08-19", out); err != nil {
		return "", err
	}
	source, err := os.ReadFile(out)
	return string(source), err
}

func TestRun(t *testing.T) {
	source, err := runWith(t, extensions, list)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"ScriptExtensions.txt of Unicode 17.0.0\n", "public suffix list of 2026-08-19 ",
		"\t{0x00B7, 0x00B7, scriptLatin},\n\t{0x0300, 0x0302, scriptCyrillic | scriptGreek | scriptLatin},\n\t{0x0303, 0x0303, scriptLatin},\n",
		"\t{0x064B, 0x0655, scriptArabic},\n\t{0x0660, 0x0669, scriptArabic | scriptThaana},\n",
		"{\n\t\"рус\", \"ভারত\",\n}\n",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("%s not in\n%s", want, source)
		}
	}
}

func TestRunErrors(t *testing.T) {
	for _, row := range []struct{ extensions, list, why string }{
		{"", list, "an empty file"},
		{strings.TrimPrefix(extensions, "# ScriptExtensions"), list, "no version"},
		{extensions + "x ; Latn\n", list, "not a code point"},
		{extensions + "0041..x ; Latn\n", list, "not a range"},
		{strings.Replace(extensions, "00B7", "00B8", 1), list, "no scripts for U+00B7"},
		{extensions, "com\n", "no top-level domains in Unicode"},
	} {
		if _, err := runWith(t, row.extensions, row.list); err == nil {
			t.Errorf("%s: no error", row.why)
		}
	}
	if err := run(t.TempDir(), "", "tables.go"); err == nil {
		t.Error("no error without files")
	}
}
