package main

import (
	"bytes"
	"context"
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
	root, err := runGo(ctx, dir, "env", "GOROOT")
	if err != nil {
		return nil, fmt.Errorf("cannot find the Go toolchain's directory: %w", err)
	}
	file := filepath.Join(temp, "weburl.wasm")
	if _, err := runGo(ctx, dir, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, wasmPackage); err != nil {
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
