package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// wasmPackage is the program that the page runs.
const wasmPackage = "github.com/weburl-go/url/playground/wasm"

// A program is a Go program for the browser.
type program struct {
	wasm []byte // the compiled code
	exec []byte // wasm_exec.js of the same toolchain, which the code needs
}

// compile compiles wasmPackage. It runs the go command in dir, a directory of this module.
func compile(ctx context.Context, dir string) (*program, error) {
	temp, err := os.MkdirTemp("", "weburl-playground-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	dirs, err := runGo(ctx, dir, "env", "GOROOT", "GOMODCACHE")
	if err != nil {
		return nil, fmt.Errorf("cannot find the Go toolchain's directory: %w", err)
	}
	root, modules, _ := strings.Cut(dirs, "\n")
	overlay := "" // none: go build does not replace files of a toolchain that it has loaded
	if !strings.HasPrefix(root, modules+string(filepath.Separator)) {
		if overlay, err = withoutHTTP(root, temp); err != nil {
			return nil, err
		}
	}
	file := filepath.Join(temp, "weburl.wasm")
	if _, err := runGo(ctx, dir, "build", "-overlay", overlay, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, wasmPackage); err != nil {
		return nil, fmt.Errorf("cannot compile the package to WebAssembly: %w", err)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the compiled program: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("the Go toolchain lacks wasm_exec.js: %w", err)
	}
	return &program{wasm: wasm, exec: script}, nil
}

// interfaceOnly is what golang.org/x/net/publicsuffix needs of net/http/cookiejar: a type of one of its variables.
const interfaceOnly = `package cookiejar

type PublicSuffixList interface {
	PublicSuffix(domain string) string
	String() string
}
`

// withoutHTTP writes an overlay for go build to a directory, and returns its path. With it, the public suffix list does
// not link an HTTP client with TLS, which is a fifth of what a visitor would load. The program works as well without it.
func withoutHTTP(root, dir string) (overlay string, err error) {
	stub := filepath.Join(dir, "cookiejar.go")
	source := filepath.Join(root, "src", "net", "http", "cookiejar")
	files, err := filepath.Glob(filepath.Join(source, "*.go"))
	if err != nil {
		return "", err
	}
	replaced := map[string]string{}
	for _, file := range files {
		replaced[file] = "" // as if it did not exist
	}
	replaced[filepath.Join(source, "jar.go")] = stub
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, errors.Join(os.WriteFile(stub, []byte(interfaceOnly), 0o644), os.WriteFile(overlay, list, 0o644))
}

// runGo runs the go command for the browser's platform, and returns its output.
func runGo(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("go is not in $PATH")
	case err != nil:
		return "", fmt.Errorf("go %s: %w\n%s%s", args[0], err, bytes.TrimSpace(stderr.Bytes()), adviceOn(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}

// adviceOn returns advice on an error of the go command that comes from a wrong directory, or "".
func adviceOn(stderr string) string {
	if !strings.Contains(stderr, "no required module provides package "+wasmPackage) {
		return ""
	}
	return "\nRun the playground in its own directory, or with \"go run -C playground .\" in the package's."
}
