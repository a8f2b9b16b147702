package main

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/weburl-go/url/internal/ipblock"
)

var head = []string{"Address Block", "Name", "RFC"}

// registry returns the table of a family as IANA writes it: with a note after some blocks, with quotes, with several lines
// in a field, and with two blocks in a row.
func registry(is4 bool) (rows [][]string) {
	rows = [][]string{head}
	for _, b := range ipblock.Registry {
		row := []string{b.Prefix.String(), b.Name, "[RFC1]\n[RFC2]"}
		switch {
		case b.Prefix.Addr().Is4() != is4:
			continue
		case row[0] == "0.0.0.0/8":
			row[1] = `"This network"`
		case row[0] == "192.0.0.0/24":
			row[0] += " [2]"
		case row[0] == "192.0.0.170/32":
			row[0] += ", 192.0.0.171/32"
		case row[0] == "192.0.0.171/32":
			continue
		}
		rows = append(rows, row)
	}
	if !is4 {
		rows = append(rows, []string{"::ffff:0:0/96", "IPv4-mapped Address", ""}, []string{"64:ff9b::/96", "IPv4-IPv6 Translat.", ""})
	}
	return rows
}

// compare runs the command on two registries.
func compare(t *testing.T, v4, v6 [][]string) (string, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		table := v4
		if strings.Contains(r.URL.Path, "ipv6") {
			table = v6
		}
		if table == nil {
			http.NotFound(w, r)
		}
		if err := csv.NewWriter(w).WriteAll(table); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	var out strings.Builder
	err := run(&out, server.URL)
	return out.String(), err
}

func TestRun(t *testing.T) {
	v4, v6 := registry(true), registry(false)
	if got, err := compare(t, v4, v6); got != "" || err != nil {
		t.Errorf("the same registries: %q, error %v", got, err)
	}
	moved := append(v4[:len(v4):len(v4)], []string{"203.0.114.0/24 [3]", "New", ""})
	if got, err := compare(t, moved, v6); got != "+ 203.0.114.0/24 New\n" || err != nil {
		t.Errorf("a new row: %q, error %v", got, err)
	}
	last := ipblock.Registry[len(ipblock.Registry)-1]
	gone := fmt.Sprintf("- %s %s\n", last.Prefix, last.Name)
	v6 = v6[:len(v6)-3]
	if got, err := compare(t, v4, v6); got != gone || err != nil {
		t.Errorf("a row less: %q, error %v; want %q", got, err, gone)
	}
	renamed := append(v6[:len(v6):len(v6)], []string{last.Prefix.String(), "Other", ""})
	if got, err := compare(t, v4, renamed); got != fmt.Sprintf("+ %s Other\n", last.Prefix)+gone || err != nil {
		t.Errorf("another name: %q, error %v", got, err)
	}
}

func TestRunFails(t *testing.T) {
	for name, v6 := range map[string][][]string{
		"missing":       nil,
		"other columns": {{"Prefix", "Name"}, {"::/8", "a"}},
		"not a block":   {head, {"fe80", "a", "b"}},
	} {
		if got, err := compare(t, registry(true), v6); err == nil || got != "" || !strings.Contains(err.Error(), "ipv6-special") {
			t.Errorf("%s: %q, error %v", name, got, err)
		}
	}
}
