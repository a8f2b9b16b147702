// Command parse does nothing but parse a URL and print it. TestProgramSize builds it.
package main

import (
	"os"

	"github.com/weburl-go/url"
)

func main() {
	u, err := url.Parse(os.Args[1])
	if err != nil {
		os.Exit(1)
	}
	os.Stdout.WriteString(u.Href() + "\n")
}
