package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// A lineError says why a line or row was rejected before the parser read it. Like the errors of the standard, it has a name.
type lineError struct{ name, text string }

func (e *lineError) Error() string { return e.text }

// errTooLong is the error for a line that is longer than -max-line allows.
var errTooLong = &lineError{"line-too-long", "the line is longer than -max-line allows"}

// reason returns the message of an error without the prefix of package url, because messages of weburl have their own prefix.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "url: ") }

// describe returns the message of an error without the file name, because messages begin with the place of the error.
func describe(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Op + ": " + pathError.Err.Error()
	}
	return err.Error()
}

// otherNames maps names that people know from other programs to the names here, for each kind of name.
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

// foreignFlags maps flags of other programs to what to use here.
var foreignFlags = map[string]string{
	"g": `Use -get PART,… to print parts, or -format '{PART}\n' to print text.`, "f": "Use -in FILE to read URLs from a file, or -format TEXT to print text.",
	"o": outputFlags, "output": outputFlags, "url": "Pass URLs as arguments, without a flag.", "url-file": "Use -in FILE.", "file": "Use -in FILE.",
	"error": errorFlags, "errors": errorFlags, "err": errorFlags, "why": errorFlags, "reason": errorFlags,
	"validate": checkFlags, "valid": checkFlags, "lint": checkFlags,
	"filter": "See weburl help filters.", "parts": "Use -get PART,… to print parts. See weburl help parts.",
	"silent": "Use -quiet.", "debug": "Use -verbose.", "decode": "Use -get decoded:PART to decode a part.", "links": "Use -html to find links in HTML, or -extract to find them in text.",
	"V": "Use -version.", "v": "Use -verbose or -version.", "s": "Use -set.", "a": "Use -append.", "u": "Use -unique.",
	"r": "-get prints text without quotes.", "d": "Use -delimiter with -csv.", "t": "Use -delimiter with -csv.", "qtrim": "Use -delete 'query:GLOB'.", "trim": "Use -delete 'query:GLOB'.",
}

const (
	outputFlags = "weburl writes to standard output, so use > FILE."
	errorFlags  = "Use -explain to see the errors in a URL, or -get error to print the name of the error if the URL is rejected."
	checkFlags  = "Use -check to find out whether URLs are accepted, or -check -strict to find out whether they are valid."
)

// unknown returns an error for a name that is unknown. The error suggests the known name that is nearest.
func unknown(kind, name string, known []string) error {
	switch other := otherNames[kind][name]; {
	case other != "" && kind == "topic":
		return fmt.Errorf("unknown topic %q; see weburl help %s", name, other)
	case other != "":
		return fmt.Errorf("unknown %s %q; use %s", kind, name, other)
	}
	if near := nearest(name, known); near != "" {
		return fmt.Errorf("unknown %s %q; did you mean %s?", kind, name, near)
	}
	return fmt.Errorf("unknown %s %q; use one of %s", kind, name, strings.Join(known, ", "))
}

// nearest returns the known name that differs from name by the fewest changes, or "" if every known name differs by too many.
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

// distance returns how many bytes must be inserted, removed or replaced to turn a into b.
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
