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
	"os"
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
