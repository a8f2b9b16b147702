// Command parse does what programs do with URLs, but for sites and rendering.
package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"github.com/weburl-go/url"
)

func main() {
	u, err := url.ParseWithBase(os.Args[1], "https://example.com/")
	if err != nil {
		slog.Error("cannot parse", "err", err)
		os.Exit(1)
	}
	host, _ := u.ParsedHost()
	fmt.Printf("%v %+v %s %s\n", host, u, u.Origin(), host.Unicode())
	slog.Info("parsed", "url", u, "host", host, "origin", u.Origin())
	if err := json.NewEncoder(os.Stdout).Encode([]any{u, host, u.Origin()}); err != nil {
		os.Exit(1)
	}
}
