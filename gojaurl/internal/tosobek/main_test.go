package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestGenerated(t *testing.T) {
	const folder = "../.."
	files, err := generate(folder)
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "sobek", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]bool{}
	for _, path := range paths {
		name := filepath.Base(path)
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if written[name] = true; bytes.HasPrefix(source, []byte("// Code generated")) && files[name] == nil {
			t.Errorf("%s is generated from no file", path)
		}
		if files[name] != nil && !bytes.Equal(source, files[name]) {
			t.Errorf("%s is not up to date: run go generate in the folder of package gojaurl", path)
		}
	}
	for name := range files {
		if !written[name] {
			t.Errorf("%s is missing in package sobek: run go generate in the folder of package gojaurl", name)
		}
	}
}
