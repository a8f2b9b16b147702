// Command playground serves a page on loopback that shows side by side how the URL package, the browser and net/url read a
// URL. The package runs in the page, compiled to WebAssembly at the start. With the -o flag, the command writes the page
// to a directory instead, for any web server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// defaultAddr has a fixed port, so that a shared link opens in any playground.
const defaultAddr = "127.0.0.1:8934"

// The exit statuses.
const (
	exitOK      = 0
	exitTrouble = 1
	exitUsage   = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stderr))
}

// run serves the page until ctx ends, and returns the exit status.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("playground", flag.ContinueOnError)
	flags.SetOutput(stderr)
	addr := flags.String("addr", defaultAddr, "the `address` to serve on; port 0 chooses a free port")
	dir := flags.String("o", "", "write the page to this `directory` instead of serving it")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitUsage
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "playground: unexpected argument %q\n", flags.Arg(0))
		return exitUsage
	}
	act := func() error { return serve(ctx, *addr, stderr) }
	if *dir != "" {
		act = func() error { return export(ctx, *dir, stderr) }
	}
	err := act()
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(stderr, "playground: %v\n", err)
		return exitTrouble
	}
	return exitOK
}

// build compiles the package and returns the page with it.
func build(ctx context.Context, offline bool, log io.Writer) (site, error) {
	fmt.Fprintln(log, "Compiling the package to WebAssembly; this takes a while the first time…")
	program, err := compile(ctx, ".")
	if err != nil {
		return nil, err
	}
	return newSite(program, offline), nil
}

func export(ctx context.Context, dir string, log io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err // before the compilation
	}
	site, err := build(ctx, true, log)
	if err != nil {
		return err
	}
	if err := site.write(dir); err != nil {
		return err
	}
	fmt.Fprintf(log, "Any web server can serve %s, also below a path.\n", dir)
	return nil
}

// serve compiles the package and serves the page. It listens first, so that a port in use is reported before the
// compilation.
func serve(ctx context.Context, addr string, log io.Writer) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("%w (-addr chooses another address)", err)
	}
	defer listener.Close()
	site, err := build(ctx, false, log)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: newHandler(site), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(log, "Open http://%s/ in a browser; stop with Ctrl+C.\n", listener.Addr())
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}
