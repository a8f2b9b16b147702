package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// wasmPackage is the program that the page runs.
const wasmPackage = "github.com/weburl-go/url/cmd/playground/wasm"

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
	file := filepath.Join(temp, "weburl.wasm") // without inlining, which makes it an eighth longer
	if _, err := runGo(ctx, dir, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-o", file, wasmPackage); err != nil {
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
	suffixes, err := suffixList(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("cannot read the public suffix list: %w", err)
	}
	return &program{wasm: appendSection(wasm, suffixSection, suffixes), exec: script}, nil
}

// suffixSection is the custom section of the program with the public suffix list. golang.org/x/net/publicsuffix would link
// net/http, and make a first visit half a megabyte longer.
const suffixSection = "suffixes"

// appendSection appends a custom section to a program:
// https://webassembly.github.io/spec/core/binary/modules.html#custom-section.
func appendSection(wasm []byte, name string, data []byte) []byte {
	body := append(binary.AppendUvarint(nil, uint64(len(name))), name...)
	body = append(body, data...)
	return append(binary.AppendUvarint(append(wasm, 0), uint64(len(body))), body...)
}

// suffixList returns the public suffix list of golang.org/x/net/publicsuffix in the format of publicsuffix.org. The package has
// no way to list its rules, so this reads its tables, in the form of its file table.go.
func suffixList(ctx context.Context, dir string) ([]byte, error) {
	module, err := runGo(ctx, dir, "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net")
	if err != nil {
		return nil, err
	}
	var files [3][]byte
	for i, name := range []string{"text", "nodes", "children"} {
		if files[i], err = os.ReadFile(filepath.Join(module, "publicsuffix", "data", name)); err != nil {
			return nil, err
		}
	}
	return writeRules(string(files[0]), files[1], files[2]), nil
}

// writeRules writes the rules of the tables of golang.org/x/net/publicsuffix: nodes has 5 bytes for each label, with the index of
// its children, whether it is in the ICANN section, and its place in text; children has 4 bytes, with their kind and range.
func writeRules(text string, nodes, children []byte) []byte {
	var sections [2]bytes.Buffer // private, ICANN
	var write func(from, to uint32, parent string)
	write = func(from, to uint32, parent string) {
		for i := from; i < to; i++ {
			n := uint64(nodes[5*i])<<32 | uint64(binary.BigEndian.Uint32(nodes[5*i+1:]))
			start := n >> 6 & (1<<16 - 1)
			domain := text[start:start+n&(1<<6-1)] + parent
			c := binary.BigEndian.Uint32(children[4*(n>>23):])
			out := &sections[n>>22&1]
			if kind := c >> 28 & 3; kind == 1 {
				fmt.Fprintln(out, "!"+domain)
			} else if kind == 0 {
				fmt.Fprintln(out, domain)
			}
			if c>>30&1 == 1 {
				fmt.Fprintln(out, "*."+domain)
			}
			write(c&(1<<14-1), c>>14&(1<<14-1), "."+domain)
		}
	}
	top := uint32(len(nodes) / 5) // the children follow the top-level domains
	for i := range len(children) / 4 {
		if c := binary.BigEndian.Uint32(children[4*i:]); c>>14&(1<<14-1) > c&(1<<14-1) {
			top = min(top, c&(1<<14-1))
		}
	}
	write(0, top, "")
	return fmt.Appendf(nil, "// ===BEGIN ICANN DOMAINS===\n%s// ===END ICANN DOMAINS===\n// ===BEGIN PRIVATE DOMAINS===\n%s// ===END PRIVATE DOMAINS===\n",
		&sections[1], &sections[0])
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
		advice := ""
		if strings.Contains(stderr.String(), "no required module provides package "+wasmPackage) {
			advice = "\nRun the playground in its own directory, or with \"go run -C cmd/playground .\" in the package's."
		}
		return "", fmt.Errorf("go %s: %w\n%s%s", args[0], err, bytes.TrimSpace(stderr.Bytes()), advice)
	}
	return strings.TrimSpace(stdout.String()), nil
}
