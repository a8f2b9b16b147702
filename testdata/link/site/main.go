// Command site asks for the registrable domain of a host.
package main

import (
	"fmt"
	"os"

	"github.com/weburl-go/url"
)

func main() {
	host, err := url.ParseHost(os.Args[1])
	fmt.Println(err)
	fmt.Println(host.RegistrableDomain())
}
