// Command weburlvet reports incorrect handling of URLs: code that compiles but does the wrong thing. It checks programs that use
// net/url or github.com/weburl-go/url. The documentation of package [vet] lists its rules.
//
// Usage:
//
//	go install github.com/weburl-go/url/vet/cmd/weburlvet@latest
//	go vet -vettool=$(which weburlvet) ./...
//	go vet ./...
//
// With -vettool, go vet does not run its own checks, so the last line runs them.
//
// The command also works without go vet. To apply the suggested fixes, run it with -fix, and then again without, because with
// -fix it does not report the problems that remain. To skip test files, add -test=false.
//
//	weburlvet -fix ./...
//
// With the -weburlvet.migrate flag, the command also reports code that is correct with net/url but wrong with
// github.com/weburl-go/url. With -weburlvet.dropin, it also suggests importing github.com/weburl-go/url/net/url where net/url
// parses a string from a client.
package main

import (
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/weburl-go/url/vet"
)

func main() {
	if strings.HasSuffix(os.Args[len(os.Args)-1], ".cfg") { // go vet asks for one package, and collecting its garbage is not worth the time
		debug.SetGCPercent(400)
	}
	multichecker.Main(vet.Analyzer)
}
