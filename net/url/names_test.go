package url_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	neturl "net/url"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url/net/url"
)

// TestNames checks that the package exports the names of net/url, of the Go release in use, and one more.
func TestNames(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("there is no source")
	}
	want := append(exported(t, sourceOfNetURL(t)), "ParseRef")
	slices.Sort(want)
	if got := exported(t, "."); !slices.Equal(got, want) || len(want) < 17 {
		t.Errorf("got %q, want %q", got, want)
	}
}

// sourceOfNetURL returns the folder of net/url's source.
func sourceOfNetURL(t *testing.T) string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src", "net", "url")
}

// exported returns the names that a package exports.
func exported(t *testing.T, folder string) (names []string) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	fset := token.NewFileSet()
	for _, path := range paths {
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name.Name == "url" && !strings.HasSuffix(path, "_test.go") {
			files = append(files, file)
		}
	}
	p, err := doc.NewFromFiles(fset, files, "net/url")
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range slices.Concat(p.Consts, p.Vars) {
		names = append(names, value.Names...)
	}
	funcs := p.Funcs
	for _, typ := range p.Types {
		names = append(names, typ.Name)
		funcs = append(funcs, typ.Funcs...)
	}
	for _, f := range funcs {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// TestTypes checks that types and functions have the types of those of net/url.
func TestTypes(t *testing.T) {
	for _, pair := range [][2]any{
		{url.URL{}, neturl.URL{}},
		{url.Userinfo{}, neturl.Userinfo{}},
		{url.Values{}, neturl.Values{}},
		{url.Error{}, neturl.Error{}},
		{url.EscapeError(""), neturl.EscapeError("")},
		{url.InvalidHostError(""), neturl.InvalidHostError("")},
		{url.JoinPath, neturl.JoinPath},
		{url.Parse, neturl.Parse},
		{url.ParseQuery, neturl.ParseQuery},
		{url.ParseRequestURI, neturl.ParseRequestURI},
		{url.PathEscape, neturl.PathEscape},
		{url.PathUnescape, neturl.PathUnescape},
		{url.QueryEscape, neturl.QueryEscape},
		{url.QueryUnescape, neturl.QueryUnescape},
		{url.User, neturl.User},
		{url.UserPassword, neturl.UserPassword},
	} {
		if got, want := reflect.TypeOf(pair[0]), reflect.TypeOf(pair[1]); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// TestOwnFunctions checks that the functions that are net/url's own do what those do.
func TestOwnFunctions(t *testing.T) {
	for _, s := range append(seeds, "a b+c/d?é%2f", "a=b&c=%zz", "a;b") {
		values, err := url.ParseQuery(s)
		wantValues, wantErr := neturl.ParseQuery(s)
		if !reflect.DeepEqual(values, wantValues) || !reflect.DeepEqual(err, wantErr) {
			t.Errorf("ParseQuery(%q) = %v, %v, want %v, %v", s, values, err, wantValues, wantErr)
		}
		for _, escape := range [][2]func(string) string{
			{url.PathEscape, neturl.PathEscape},
			{url.QueryEscape, neturl.QueryEscape},
		} {
			if got, want := escape[0](s), escape[1](s); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		for _, unescape := range [][2]func(string) (string, error){
			{url.PathUnescape, neturl.PathUnescape},
			{url.QueryUnescape, neturl.QueryUnescape},
		} {
			got, err := unescape[0](s)
			want, wantErr := unescape[1](s)
			if got != want || err != wantErr {
				t.Errorf("%q: got %q, %v, want %q, %v", s, got, err, want, wantErr)
			}
		}
		if !reflect.DeepEqual(url.User(s), neturl.User(s)) || !reflect.DeepEqual(url.UserPassword(s, s), neturl.UserPassword(s, s)) {
			t.Errorf("the users %q differ", s)
		}
	}
}
