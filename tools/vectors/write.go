package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/tools/internal/oracle"
)

const about = "Made by internal/gen; expected values are those of two other implementations that agree. See README.md."

// A member is a name and a value of a JSON object.
type member struct {
	name  string
	value any
}

// object returns a JSON object on one line with the members in the given order. All its bytes are ASCII, so that no
// editor, terminal or patch can change a vector.
func object(members ...member) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(encode(m.name) + ":" + encode(m.value))
	}
	return b.String() + "}"
}

// encode returns the JSON of v in ASCII.
func encode(v any) string {
	var buf bytes.Buffer
	if err := oracle.NewEncoder(&buf).Encode(v); err != nil {
		panic(err) // cannot happen: v has only strings, numbers and booleans
	}
	var b strings.Builder
	for _, r := range strings.TrimSuffix(buf.String(), "\n") {
		switch {
		case r < 0x7F:
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// writeArray writes a file with the comments and a line for each vector.
func writeArray(folder, name string, comments []string, lines []string) error {
	all := make([]string, 0, len(comments)+len(lines))
	for _, c := range comments {
		all = append(all, encode(c))
	}
	text := "[\n" + strings.Join(append(all, lines...), ",\n") + "\n]\n"
	return writeFile(folder, name, text)
}

func writeFile(folder, name, text string) error {
	if !utf8.ValidString(text) || !json.Valid([]byte(text)) {
		return fmt.Errorf("%s would not be valid JSON", name)
	}
	return os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644)
}

// lines returns a JSON object for each vector, with the members that f returns.
func lines(vs []vector, f func(vector) []member) []string {
	all := make([]string, len(vs))
	for i, v := range vs {
		all[i] = object(f(v)...)
	}
	return all
}

// urlMembers returns the getters of u with their names in urltestdata.json.
func urlMembers(u getters) []member {
	return []member{
		{"href", u.Href}, {"origin", u.Origin}, {"protocol", u.Protocol}, {"username", u.Username}, {"password", u.Password}, {"host", u.Host},
		{"hostname", u.Hostname}, {"port", u.Port}, {"pathname", u.Pathname}, {"search", u.Search}, {"hash", u.Hash},
	}
}

func writeURLs(folder string, vs []vector) error {
	return writeArray(folder, "urltestdata.json", []string{about}, lines(vs, func(v vector) []member {
		m := []member{{"input", v.Input}, {"base", v.Base}}
		if v.Failure {
			return append(m, member{"failure", true})
		}
		return append(m, urlMembers(v.Getters)...)
	}))
}

func writeValidation(folder string, vs []vector) error {
	count := map[string]int{}
	for _, v := range vs {
		for _, e := range slices.Compact(slices.Sorted(slices.Values(v.Errors))) {
			count[e]++
		}
	}
	for _, name := range errorNames() {
		if count[name] < 5 {
			return fmt.Errorf("only %d vectors have the error %s", count[name], name)
		}
	}
	comment := "Made by internal/gen; errors, validity and failure are the reference implementation's. See README.md."
	return writeArray(folder, "validation.json", []string{comment}, lines(vs, func(v vector) []member {
		names := v.Errors
		if names == nil {
			names = []string{}
		}
		return []member{{"input", v.Input}, {"base", v.Base}, {"errors", names}, {"valid", v.Valid}, {"failure", v.Failure}}
	}))
}

// errorNames returns the names of the validation errors.
func errorNames() (names []string) {
	for e := url.ErrorType(1); e < url.ErrSchemeInvalid; e++ {
		if name := e.Error(); !strings.HasPrefix(name, "error-") { // known
			names = append(names, name)
		}
	}
	return names
}

// writeSetters writes setters_tests.json, an object with a list for each setter.
func writeSetters(folder string, vs []vector) error {
	var b strings.Builder
	b.WriteString("{\n\"comment\":[" + encode(about) + "]")
	for _, name := range gen.SetterNames {
		var of []vector
		for _, v := range vs {
			if v.Steps[0][0] == name {
				of = append(of, v)
			}
		}
		b.WriteString(",\n" + encode(name) + ":[\n" + strings.Join(lines(of, setterMembers), ",\n") + "\n]")
	}
	return writeFile(folder, "setters_tests.json", b.String()+"\n}\n")
}

// setterMembers returns a vector whose expected values are the href, the attribute that was set, and each other
// attribute that changed.
func setterMembers(v vector) []member {
	before, after := urlMembers(v.Before), urlMembers(v.After[0])
	var expected []member
	for i, m := range after {
		if m.name == "href" || m.name == v.Steps[0][0] || m.value != before[i].value {
			expected = append(expected, m)
		}
	}
	return []member{{"href", v.Href}, {"new_value", v.Steps[0][1]}, {"expected", json.RawMessage(object(expected...))}}
}

func writeSequences(folder string, vs []vector) error {
	return writeArray(folder, "sequences.json", []string{about}, lines(vs, func(v vector) []member {
		steps := make([][3]string, len(v.Steps))
		for i, s := range v.Steps {
			steps[i] = [3]string{s[0], s[1], v.After[i].Href}
		}
		return []member{{"href", v.Href}, {"steps", steps}}
	}))
}

func writeHosts(folder string, vs []vector) error {
	return writeArray(folder, "hosts.json", []string{about}, lines(vs, func(v vector) []member {
		m := []member{{"input", v.Input}}
		if v.Opaque {
			m = append(m, member{"opaque", true})
		}
		if v.Failure {
			return append(m, member{"failure", true})
		}
		return append(m, member{"host", v.Host}, member{"kind", v.Kind})
	}))
}

func writeParams(folder string, vs []vector) error {
	return writeArray(folder, "searchparams.json", []string{about}, lines(vs, func(v vector) []member {
		ops := make([][3]any, len(v.Steps))
		for i, s := range v.Steps {
			ops[i] = [3]any{s[0], s[1:], v.Results[i]}
		}
		first := member{"init", v.Init}
		if v.URL != nil {
			first = member{"url", v.URL}
		}
		return []member{first, {"ops", ops}, {"pairs", v.Pairs}}
	}))
}

func writeEncodings(folder string, vs []vector) error {
	return writeArray(folder, "encodings.json", []string{about}, lines(vs, func(v vector) []member {
		m := []member{{"encoding", v.Encoding}, {"input", v.Input}, {"query", v.Query}}
		if v.Form != "" {
			m = append(m, member{"form", v.Form})
		}
		return m
	}))
}
