// Command wptfiles fetches the files of web-platform-tests that files.txt names. It writes them to the current
// directory, which contains files.txt. It does not fetch a file again that is there and has the right checksum.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// list names the files, with their checksums and the commits that have them.
const list = "files.txt"

func main() {
	base := flag.String("from", "https://raw.githubusercontent.com/web-platform-tests/wpt", "the `URL` that commit and path are appended to")
	flag.Parse()
	if err := bring(".", *base); err != nil {
		fmt.Fprintln(os.Stderr, "wptfiles:", err)
		os.Exit(1)
	}
}

// bring fetches the files of dir's list that dir lacks. Every file that it leaves in dir has the checksum of the
// list.
func bring(dir, base string) error {
	files, err := readList(filepath.Join(dir, list))
	if err != nil {
		return err
	}
	fetched := 0
	for _, f := range files {
		isNew, err := f.bring(dir, base)
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if isNew {
			fetched++
		}
	}
	fmt.Printf("%d files of web-platform-tests are here, %d of them new\n", len(files), fetched)
	return nil
}

// A file is a file of web-platform-tests.
type file struct {
	path   string // in the repository, and below the directory
	commit string // one that has it with this checksum
	sum    string // sha256
}

// readList reads a list. Its lines are "commit" and the commit of the lines below, or the checksum and path of a file, as
// sha256sum writes them.
func readList(name string) (files []file, err error) {
	opened, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	commit, lines := "", bufio.NewScanner(opened)
	for n := 1; lines.Scan(); n++ {
		first, second, ok := strings.Cut(lines.Text(), " ")
		second = strings.TrimPrefix(second, " ")
		switch {
		case ok && first == "commit" && isHex(second, 20):
			commit = second
		case ok && commit != "" && isHex(first, sha256.Size) && filepath.IsLocal(second):
			files = append(files, file{path: second, commit: commit, sum: first})
		default:
			return nil, fmt.Errorf("%s:%d: neither a commit nor a file: %q", name, n, lines.Text())
		}
	}
	return files, lines.Err()
}

// isHex reports whether s is size bytes in hexadecimal.
func isHex(s string, size int) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == size
}

// bring fetches f unless dir has it, and reports whether it did.
func (f file) bring(dir, base string) (isNew bool, err error) {
	name := filepath.Join(dir, filepath.FromSlash(f.path))
	data, err := os.ReadFile(name)
	switch {
	case err == nil && sum(data) == f.sum:
		return false, nil
	case err == nil:
		err = os.Remove(name) // before the download, so that no test reads it if that fails
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return false, err
	}
	if data, err = fetch(base + "/" + f.commit + "/" + f.path); err != nil {
		return false, err
	}
	if got := sum(data); got != f.sum {
		return false, fmt.Errorf("commit %s has sha256 %s, but %s says %s", f.commit, got, list, f.sum)
	}
	return true, write(name, data)
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// fetch returns all of the body, or an error.
func fetch(rawURL string) ([]byte, error) {
	client := http.Client{Timeout: time.Minute}
	response, err := client.Get(rawURL)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", rawURL, response.Status)
	}
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rawURL, err)
	}
	return data, nil
}

// write writes the whole file or none.
func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	part := name + ".part"
	defer os.Remove(part) // which is gone if all went well
	if err := os.WriteFile(part, data, 0o666); err != nil {
		return err
	}
	return os.Rename(part, name)
}
