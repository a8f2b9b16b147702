// Command vectorfiles fetches files of other projects that the tests read. Each folder has a list of them, files.txt.
//
//	vectorfiles [FOLDER…]                  fetches the files that the folders lack
//	vectorfiles -update COMMIT [FOLDER]    fetches all files of another commit, and changes the list
//	vectorfiles -moved [FOLDER…]           says which files have changed in the project, and fetches nothing
//
// Without a FOLDER, it takes the current directory.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vectorfiles:", err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	flags := flag.NewFlagSet("vectorfiles", flag.ContinueOnError)
	from := flags.String("from", "https://raw.githubusercontent.com", "the `URL` that repository, commit and path are appended to")
	update := flags.String("update", "", "change the list to this `commit`")
	moved := flags.Bool("moved", false, "say which files have changed since the commit of the list")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folders := flags.Args()
	if len(folders) == 0 {
		folders = []string{"."}
	}
	if *update != "" && (*moved || len(folders) > 1) {
		return errors.New("-update is for one folder")
	}
	for _, folder := range folders {
		var err error
		switch {
		case *update != "":
			err = change(w, folder, *from, *update)
		case *moved:
			err = look(w, folder, *from)
		default:
			err = bring(w, folder, *from)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bring fetches the files that the folder lacks. Every file of the list that it leaves there has the checksum of the list.
func bring(w io.Writer, folder, from string) error {
	files, err := readList(folder)
	if err != nil {
		return err
	}
	fetched := 0
	err = forEach(files, func(f file) error {
		isNew, err := f.bring(folder, from)
		if isNew {
			fetched++
		}
		return err
	})
	if err == nil {
		fmt.Fprintf(w, "%s: %d files, %d of them new\n", folder, len(files), fetched)
	}
	return err
}

// bring fetches f unless the folder has it, and reports whether it did.
func (f file) bring(folder, from string) (isNew bool, err error) {
	name := filepath.Join(folder, filepath.FromSlash(f.name))
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
	if data, err = f.fetch(from, f.commit); err != nil {
		return false, err
	}
	if got := sum(data); got != f.sum {
		return false, fmt.Errorf("commit %s has sha256 %s, but %s says %s", f.commit, got, listName, f.sum)
	}
	return true, write(name, data)
}

// change fetches all files of a commit, says which are others than before, and writes them and the list. If the commit lacks
// a file, it changes nothing.
func change(w io.Writer, folder, from, commit string) error {
	if !isHex(commit, commitSize) {
		return fmt.Errorf("%q is not a commit: give all 40 digits", commit)
	}
	files, err := readList(folder)
	if err != nil {
		return err
	}
	if repository := files[0].repository; repository != files[len(files)-1].repository {
		return fmt.Errorf("%s has files of several repositories: change it by hand", filepath.Join(folder, listName))
	}
	contents := map[string][]byte{}
	changed := make([]file, 0, len(files))
	err = forEach(files, func(f file) error {
		data, err := f.fetch(from, commit)
		f.commit, f.sum = commit, sum(data)
		contents[f.name] = data
		changed = append(changed, f)
		return err
	})
	if err != nil {
		return fmt.Errorf("commit %s of %s lacks files of the list; nothing is changed:\n%w", commit, files[0].repository, err)
	}
	different := 0
	for i, f := range changed {
		if f.sum != files[i].sum {
			different++
			fmt.Fprintf(w, "%s has changed\n", f.path)
		}
		if err := write(filepath.Join(folder, filepath.FromSlash(f.name)), contents[f.name]); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "%s: %d files, %d of them changed\n", folder, len(files), different)
	return writeList(folder, changed)
}

// look says which files of the list have changed in their repositories.
func look(w io.Writer, folder, from string) error {
	files, err := readList(folder)
	if err != nil {
		return err
	}
	return forEach(files, func(f file) error {
		data, err := f.fetch(from, "HEAD")
		switch {
		case errors.Is(err, fs.ErrNotExist):
			_, err = fmt.Fprintf(w, "%s: %s has gone\n", f.repository, f.path)
		case err == nil && sum(data) != f.sum:
			_, err = fmt.Fprintf(w, "%s: %s has changed since %.7s\n", f.repository, f.path, f.commit)
		}
		return err
	})
}

// forEach calls do for each file and collects the errors. If a server does not answer, it does not ask for more files.
func forEach(files []file, do func(file) error) (all error) {
	for _, f := range files {
		err := do(f)
		if err == nil {
			continue
		}
		all = errors.Join(all, fmt.Errorf("%s: %w", f.path, err))
		if noAnswer := new(url.Error); errors.As(err, &noAnswer) {
			break
		}
	}
	return all
}

var client = http.Client{Timeout: time.Minute}

// fetch returns the content of f in a commit. If the commit lacks it, the error is fs.ErrNotExist.
func (f file) fetch(from, commit string) ([]byte, error) {
	rawURL := from + "/" + f.repository + "/" + commit + (&url.URL{Path: "/" + f.path}).EscapedPath()
	response, err := client.Get(rawURL)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, fmt.Errorf("%w: %s: %s", fs.ErrNotExist, rawURL, response.Status)
	default:
		return nil, fmt.Errorf("%s: %s", rawURL, response.Status)
	}
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rawURL, err)
	}
	return data, nil
}
