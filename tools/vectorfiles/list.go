package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// listName names the files of a folder, with their checksums and where they are.
const listName = "files.txt"

// A file is a file of another project.
type file struct {
	repository string // owner and name
	commit     string // one that has the file with this checksum
	sum        string // sha256
	path       string // in the repository
	name       string // below the folder; the path, unless the list says another
}

// readList reads the list of a folder. These are its lines:
//
//	repository OWNER/NAME     of the files below
//	commit COMMIT             of the files below
//	SHA256  PATH              a file, as sha256sum writes it
//	SHA256  PATH => NAME      a file with another name in the folder
func readList(folder string) (files []file, err error) {
	list := filepath.Join(folder, listName)
	data, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	var f file
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		first, second, _ := strings.Cut(lines.Text(), " ")
		switch {
		case first == "repository" && strings.Count(second, "/") == 1:
			f = file{repository: second}
		case first == "commit" && f.repository != "" && isHex(second, commitSize):
			f.commit = second
		case f.commit != "" && isHex(first, sha256.Size):
			var renamed bool
			f.sum = first
			f.path, f.name, renamed = strings.Cut(strings.TrimPrefix(second, " "), " => ")
			if !renamed {
				f.name = f.path
			}
			if filepath.IsLocal(f.path) && filepath.IsLocal(f.name) {
				files = append(files, f)
				continue
			}
			fallthrough
		default:
			return nil, fmt.Errorf("%s:%d: neither a repository, a commit, nor a file: %q", list, n, lines.Text())
		}
	}
	if len(files) == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("%s: no files", list)
	}
	return files, lines.Err()
}

// writeList writes the list of a folder.
func writeList(folder string, files []file) error {
	var b strings.Builder
	var last file
	for _, f := range files {
		if f.repository != last.repository {
			fmt.Fprintf(&b, "repository %s\n", f.repository)
			last.commit = ""
		}
		if f.commit != last.commit {
			fmt.Fprintf(&b, "commit %s\n", f.commit)
		}
		fmt.Fprintf(&b, "%s  %s", f.sum, f.path)
		if f.name != f.path {
			fmt.Fprintf(&b, " => %s", f.name)
		}
		b.WriteByte('\n')
		last = f
	}
	return write(filepath.Join(folder, listName), []byte(b.String()))
}

const commitSize = 20 // bytes

// isHex reports whether s is size bytes in hexadecimal.
func isHex(s string, size int) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == size
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
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
