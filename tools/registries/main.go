// Command registries compares the table of package internal/ipblock with IANA's registries of special-purpose addresses, as
// they are today. It prints the rows that the table lacks after "+", and those that a registry no longer has after "-". It
// prints nothing if there are none.
package main

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/weburl-go/url/internal/ipblock"
)

func main() {
	from := flag.String("from", "https://www.iana.org/assignments", "the `URL` that the registries' paths are appended to")
	flag.Parse()
	if err := run(os.Stdout, *from); err != nil {
		fmt.Fprintln(os.Stderr, "registries:", err)
		os.Exit(1)
	}
}

// files are the registries, in the form for programs.
var files = []string{
	"/iana-ipv4-special-registry/iana-ipv4-special-registry-1.csv",
	"/iana-ipv6-special-registry/iana-ipv6-special-registry-1.csv",
}

// elsewhere are the rows that the table does not need.
var elsewhere = []netip.Prefix{netip.MustParsePrefix("::ffff:0:0/96"), ipblock.NAT64}

func run(w io.Writer, from string) error {
	var rows []ipblock.Block
	for _, file := range files {
		table, err := fetch(from + file)
		if err != nil {
			return fmt.Errorf("%s: %w", from+file, err)
		}
		blocks, err := read(table)
		if err != nil {
			return fmt.Errorf("%s: %w", from+file, err)
		}
		rows = append(rows, blocks...)
	}
	rows = slices.DeleteFunc(rows, func(b ipblock.Block) bool { return slices.Contains(elsewhere, b.Prefix) })
	for _, b := range rows {
		if !slices.Contains(ipblock.Registry, b) {
			fmt.Fprintf(w, "+ %s %s\n", b.Prefix, b.Name)
		}
	}
	for _, b := range ipblock.Registry {
		if !slices.Contains(rows, b) {
			fmt.Fprintf(w, "- %s %s\n", b.Prefix, b.Name)
		}
	}
	return nil
}

func fetch(rawURL string) (table [][]string, err error) {
	client := http.Client{Timeout: time.Minute}
	response, err := client.Get(rawURL)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status)
	}
	return csv.NewReader(response.Body).ReadAll()
}

// read reads a registry. A row can have several blocks, and a note in brackets after each. Some names are in quotes.
func read(table [][]string) (blocks []ipblock.Block, err error) {
	if len(table) == 0 || len(table[0]) < 2 || table[0][0] != "Address Block" || table[0][1] != "Name" {
		return nil, errors.New("not a registry of address blocks: its columns have other names")
	}
	for _, row := range table[1:] {
		for block := range strings.SplitSeq(row[0], ",") {
			block, _, _ = strings.Cut(block, "[")
			prefix, err := netip.ParsePrefix(strings.TrimSpace(block))
			if err != nil {
				return nil, err
			}
			blocks = append(blocks, ipblock.Block{Prefix: prefix, Name: strings.Trim(row[1], `"`)})
		}
	}
	return blocks, nil
}
