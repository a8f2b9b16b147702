package vet

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"
)

// A rule has a folder of testdata with its name, without the hyphens, or shares one. The folder "migrate" holds code for net/url that
// rules for this package's code report, too, with -migrate.
const migrateFolder = "./migrate"

func folders(of func(rule) bool) (list []string) {
	for _, r := range rules {
		folder := "./" + cmp.Or(r.folder, strings.ReplaceAll(r.name, "-", ""))
		if of(r) && !slices.Contains(list, folder) {
			list = append(list, folder)
		}
	}
	return list
}

// In testdata, "want" is a report of its line, and "ok" a line that looks alike and must not be reported. No other line is.
func TestRules(t *testing.T) {
	always := folders(func(r rule) bool { return !r.migrate })
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), Analyzer, always...)

	withFlag := append(folders(func(r rule) bool { return r.migrate }), migrateFolder)
	for _, result := range analysistest.Run(ignore{}, analysistest.TestData(), Analyzer, withFlag...) {
		for _, d := range result.Diagnostics {
			t.Errorf("without -migrate: %s", d.Message)
		}
	}
	setMigrate(t)
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), Analyzer, withFlag...)
}

type ignore struct{}

func (ignore) Errorf(string, ...any) {}

func setMigrate(t testing.TB) {
	t.Helper()
	if err := Analyzer.Flags.Set("migrate", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Analyzer.Flags.Set("migrate", "false") })
}

// A rule that reports too much is worse than one that reports too little.
func TestCasesOfRules(t *testing.T) {
	for _, folder := range append(folders(func(rule) bool { return true }), migrateFolder) {
		var wrong, right int
		for _, line := range strings.Split(read(t, filepath.Join("testdata", folder, filepath.Base(folder)+".go")), "\n") {
			switch {
			case strings.Contains(line, "// want `"):
				wrong++
			case strings.Contains(line, "// ok"):
				right++
			}
		}
		if wrong == 0 || right < 2*wrong {
			t.Errorf("%s has %d lines that are reported, and %d that are not", folder, wrong, right)
		}
	}
}

// Each file of testdata is replaced by its golden file, and then compiled.
func TestFixesCompile(t *testing.T) {
	golden, err := filepath.Glob("testdata/*/*.golden")
	if err != nil || len(golden) == 0 {
		t.Fatal("there are no golden files:", err)
	}
	overlay, patterns := map[string][]byte{}, []string{}
	for _, file := range golden {
		path, err := filepath.Abs(strings.TrimSuffix(file, ".golden"))
		if err != nil {
			t.Fatal(err)
		}
		overlay[path] = []byte(read(t, file))
		patterns = append(patterns, "./"+filepath.Base(filepath.Dir(file)))
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata", Overlay: overlay}, patterns...)
	if err != nil || len(loaded) != len(golden) {
		t.Fatalf("loaded %d of %d packages: %v", len(loaded), len(golden), err)
	}
	for _, p := range loaded {
		for _, err := range p.Errors {
			t.Error(err)
		}
	}
}

// Each message links to a paragraph of MIGRATING.md. The package's documentation names each rule.
func TestAnchors(t *testing.T) {
	_, guide, found := strings.Cut(read(t, "../MIGRATING.md"), "\n## What compiles and is wrong\n")
	if !found {
		t.Error("MIGRATING.md lacks the section that the analyzer links to")
	}
	guide, _, _ = strings.Cut(guide, "\n## ")
	documentation, _, _ := strings.Cut(read(t, "weburlvet.go"), "\npackage ")
	for _, r := range rules {
		if strings.Count(guide, `<a id="`+r.anchor()+`"></a>`) != 1 {
			t.Errorf("MIGRATING.md does not explain #%s once", r.anchor())
		}
		if !regexp.MustCompile(`(?m)^//   - (|[^:]*, )` + r.name + `[:,]`).MatchString(documentation) {
			t.Errorf("the documentation lacks %s", r.name)
		}
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
