// Command weburlvet reports code that compiles but does not do what it seems to do, in programs that use
// github.com/weburl-go/url or net/url. Package [vet] lists what it reports.
//
//	go install github.com/weburl-go/url/vet/cmd/weburlvet@latest
//	go vet -vettool=$(which weburlvet) ./...
//	go vet ./...
//
// The last line is for the checks of go vet itself, which it leaves out with -vettool.
//
// It also runs alone. Then -fix applies the suggested fixes, and -test=false leaves out the files of tests:
//
//	weburlvet -fix ./...
//
// With -weburlvet.migrate, it also reports code that is right with net/url and goes wrong with a URL of github.com/weburl-go/url.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/weburl-go/url/vet"
)

func main() { multichecker.Main(vet.Analyzer) }
