package url

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestLayers checks that a file uses only what stands in the files before it in the table of CONTRIBUTING.md, so that the
// package can be read from the bottom up.
func TestLayers(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("there is no source")
	}
	_, table, _ := strings.Cut(readDocument(t, "CONTRIBUTING.md"), "\n| files | what they contain |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rank := map[string]int{}
	for _, row := range strings.Split(table, "\n") {
		for _, name := range regexp.MustCompile("`(\\w+\\.go)`").FindAllStringSubmatch(strings.SplitN(row, "|", 3)[1], -1) {
			rank[name[1]] = len(rank) + 1
		}
	}
	fset := token.NewFileSet()
	var files []*ast.File
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if rank[name] == 0 {
			t.Errorf("CONTRIBUTING.md does not say where %s is", name)
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: emptyPackages{}, Error: func(error) {}} // the uses of what is imported do not matter
	pkg, _ := config.Check("url", fset, files, info)
	uses := 0
	for ident, object := range info.Uses {
		from := fset.Position(ident.Pos())
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		to := fset.Position(object.Pos())
		if uses++; rank[from.Filename] < rank[to.Filename] {
			t.Errorf("%s uses %s of %s, which is above it", from, object.Name(), to.Filename)
		}
	}
	if uses < 1000 {
		t.Errorf("%d uses", uses)
	}
}

// emptyPackages imports a package with nothing in it for each path.
type emptyPackages struct{}

func (emptyPackages) Import(path string) (*types.Package, error) {
	pkg := types.NewPackage(path, path[strings.LastIndexByte(path, '/')+1:])
	pkg.MarkComplete()
	return pkg, nil
}
