package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// A lineError is why a line or row was refused that the parser has not read. It has a name, as the errors of the standard do.
type lineError struct{ name, text string }

func (e *lineError) Error() string { return e.text }

// errTooLong is the error for a line that is longer than -max-line allows.
var errTooLong = &lineError{"line-too-long", "the line is too long; -max-line allows longer ones"}

// reason returns the message of an error of package url without its prefix. The command has a prefix of its own.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "url: ") }

// describe returns the message of an error without the name of the file, which the place has already.
func describe(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Op + ": " + pathError.Err.Error()
	}
	return err.Error()
}

// otherNames has for each kind of name those that people know from other programs, and what they are here.
var otherNames = map[string]map[string]string{
	"part": {
		"domain": "registrable-domain", "registered-domain": "registrable-domain", "apex": "site", "netloc": "host", "fqdn": "hostname",
		"suffix": "tld", "etld": "tld", "params": "pairs", "parameters": "pairs", "file": "path-segment:-1", "filename": "path-segment:-1",
		"ext": "extension", "anchor": "fragment", "url": "href", "idn": "unicode-hostname", "auth": "username",
	},
	"topic": {
		"error": "explain", "errors": "explain", "hints": "explain", "notes": "explain", "validation": "check", "code": "exit", "codes": "exit",
		"status": "exit", "exit-code": "exit", "exit-codes": "exit", "exit-status": "exit", "part": "parts", "log": "redact", "logs": "redact",
		"redaction": "redact", "glob": "match", "globs": "match", "trurl": "changes", "edit": "changes", "links": "html",
	},
}

// foreignFlags are flags that people know from other programs, and what they are here.
var foreignFlags = map[string]string{
	"g": `-get PART,… writes parts, and -format '{PART}\n' a text`, "f": "-in FILE reads URLs from a file, and -format TEXT writes a text",
	"o": "weburl writes to standard output; > FILE writes to a file", "url": "arguments are URLs, without a flag", "url-file": "it is called -in FILE",
	"error": errorFlags, "errors": errorFlags, "err": errorFlags, "why": errorFlags, "reason": errorFlags,
	"validate": checkFlags, "valid": checkFlags, "lint": checkFlags, "file": "it is called -in FILE", "output": "weburl writes to standard output; > FILE writes to a file",
	"filter": "weburl help filters lists the filters", "parts": "weburl help parts lists the parts, and -get PART,… writes them",
	"silent": "it is called -quiet", "debug": "it is called -verbose", "decode": "-get decoded:PART writes a part decoded", "links": "-html finds links in HTML, and -extract in text",
	"V": "it is called -version", "v": "it is called -verbose or -version", "s": "it is called -set", "a": "it is called -append", "u": "it is called -unique",
	"r": "-get writes text without quotes", "d": "-csv has -delimiter", "t": "-csv has -delimiter", "qtrim": "it is called -delete 'query:GLOB'", "trim": "it is called -delete 'query:GLOB'",
}

const (
	errorFlags = "-explain shows the errors of a URL, and -get error the name of the one for which it is refused"
	checkFlags = "-check tells whether URLs are accepted, and -check -strict whether they are valid"
)

// unknown returns an error for a name that is not one of the known ones. It names the nearest of them.
func unknown(kind, name string, known []string) error {
	switch other := otherNames[kind][name]; {
	case other != "" && kind == "topic":
		return fmt.Errorf("unknown topic %q; see weburl help %s", name, other)
	case other != "":
		return fmt.Errorf("unknown %s %q; it is called %s", kind, name, other)
	}
	if near := nearest(name, known); near != "" {
		return fmt.Errorf("unknown %s %q; did you mean %s?", kind, name, near)
	}
	return fmt.Errorf("unknown %s %q; it may be %s", kind, name, strings.Join(known, ", "))
}

// nearest returns the known name that takes the fewest changes to get from name, or "" if all take too many.
func nearest(name string, known []string) string {
	near, least := "", len(name)/2+1
	for _, k := range known {
		d := distance(name, k)
		if len(name) > 1 && strings.HasPrefix(k, name) {
			d = 1 // the rest is missing
		}
		if d < least {
			near, least = k, d
		}
	}
	return near
}

// distance returns how many bytes have to be inserted, removed or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
