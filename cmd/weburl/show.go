package main

import (
	"fmt"

	"github.com/weburl-go/url"
)

// appendTable appends a row for each getter whose value is not empty.
func appendTable(dst []byte, u url.URL, indent string) []byte {
	r := &reading{u: u}
	for _, p := range parts[:getters] {
		if value, _ := p.of(r); value != "" {
			dst = fmt.Appendf(dst, "%s%-8s  %s\n", indent, p.name, value)
		}
	}
	return dst
}
