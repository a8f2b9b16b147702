package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/gen"
	"github.com/weburl-go/url/tools/internal/oracle"
)

// A kind describes one file of vectors.
type kind struct {
	name      string                         // the file's, without ".json"
	n         int                            // the number of candidates
	want      int                            // the number of vectors to choose in each group
	candidate func(g *gen.Generator) request // makes a candidate
	known     []request                      // candidates that are always chosen
	group     func(v vector) string          // names the group of a vector; "" drops it
	result    func(a answer) any             // the part of an answer that implementations must agree on
	write     func(folder string, vs []vector) error
}

var kinds = []kind{
	{name: "validation", n: 40_000, want: 2000, candidate: oracle.URLRequest, group: parsedBase, result: urlResult, write: writeValidation},
	{name: "urltestdata", n: 60_000, want: 4200, candidate: oracle.URLRequest, known: knownURLs(), group: parsedBase, result: urlResult, write: writeURLs},
	{name: "setters_tests", n: 40_000, want: 165, candidate: setterCandidate, group: setterGroup, result: settersResult, write: writeSetters},
	{name: "sequences", n: 12_000, want: 320, candidate: oracle.SettersRequest, group: parsedHref, result: settersResult, write: writeSequences},
	{name: "hosts", n: 60_000, want: 150, candidate: oracle.HostRequest, known: knownHosts(), group: hostGroup, result: hostResult, write: writeHosts},
	{name: "searchparams", n: 30_000, want: 50, candidate: oracle.ParamsRequest, group: paramsGroup, result: paramsResult, write: writeParams},
	{name: "encodings", n: 60_000, want: 8, candidate: oracle.EncodeRequest, group: encodingGroup, result: encodeResult, write: writeEncodings},
}

func kindNames() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// mistaken has hosts that another implementation gets wrong. See DISAGREEMENTS.md.
var mistaken = strings.Fields(`127.0.0.110100 192.168.25. 10.0.1000.1 1000.0.0.0 9..9.192 ..255.9 1.2.3.. 249.1.2.110100. 0.0.0.0256
	1.\u05d0 _.\u05d0 \u05d0.1 -.\u05d0 0\u00e9.\u05d0 x-.\u05d0 \u05d0.\u2603 a.\u05d0 \u05d0._a xn--ls8h.\u05d0 1.xn--4db.\u00e9
	\u0646\u200c\u0647 \u0646\u200c\u0647a \u0646\u200c\u0647\u200c \u0646\u200c\u0627\u200d \u0646\u200c\u0647\u200c\u0627`)

func knownHosts() []request {
	var known []request
	for _, host := range mistaken {
		host := unescape(host)
		known = append(known, request{Op: "host", Input: &host, Known: true})
	}
	return known
}

func knownURLs() []request {
	var known []request
	for _, host := range mistaken {
		input := "http://" + unescape(host) + "/"
		known = append(known, request{Op: "url", Input: &input, Known: true})
	}
	return known
}

// unescape resolves the escapes in s, which stand for code points that are invisible or run from right to left.
func unescape(s string) string {
	s, err := strconv.Unquote(`"` + s + `"`)
	if err != nil {
		panic(err) // a mistake in mistaken
	}
	return s
}

// candidates returns the known requests and n others, without duplicates. If n is 0, it uses k.n.
func (k kind) candidates(seed uint64, n int) []request {
	if n == 0 {
		n = k.n
	}
	g := gen.New(seed ^ uint64(len(k.name))<<32)
	seen := map[string]bool{}
	requests := make([]request, 0, n+len(k.known))
	for i := range n + len(k.known) {
		var r request
		if i < len(k.known) {
			r = k.known[i]
		} else {
			r = k.candidate(g)
		}
		if id := k.id(r); !seen[id] {
			seen[id] = true
			requests = append(requests, r)
		}
	}
	return requests
}

func (k kind) id(r request) string {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen: a request has only strings and booleans
	}
	return string(b)
}

// view returns the part of an answer that implementations must agree on, as JSON.
func (k kind) view(a answer) string {
	var result any = map[string]bool{"failure": true}
	if !a.Failure {
		result = k.result(a)
	}
	b, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func setterCandidate(g *gen.Generator) request {
	href := g.SetterHref()
	name, value := g.Setter()
	return request{Op: "setters", Href: &href, Steps: [][]string{{name, value}}}
}

func urlResult(a answer) any { return a.Getters }

func settersResult(a answer) any { return [2]any{a.Before, a.After} }

func hostResult(a answer) any { return a.Host }

func paramsResult(a answer) any { return [2]any{a.Results, a.Pairs} }

func encodeResult(a answer) any { return [2]string{a.Query, a.Form} }

// parsedBase drops requests whose base does not parse, because they do not test the input.
func parsedBase(v vector) string {
	if v.BadBase {
		return ""
	}
	return "all"
}

func parsedHref(v vector) string {
	if v.Failure {
		return ""
	}
	return "all"
}

func setterGroup(v vector) string {
	if v.Failure {
		return ""
	}
	return v.Steps[0][0]
}

// hostGroup groups hosts by the algorithm that reads them and by the result, because most hosts are refused.
func hostGroup(v vector) string {
	in := *v.Input
	reader := "ASCII"
	switch {
	case strings.HasPrefix(in, "["):
		reader = "brackets"
	case v.Opaque:
		reader = "opaque"
	case strings.ContainsFunc(in, func(r rune) bool { return r >= 0x80 || r == '%' }):
		reader = "IDNA"
	}
	return reader + " " + v.Kind
}

// paramsGroup groups lists by length, because the smallest lists leave nothing to sort.
func paramsGroup(v vector) string {
	name := "alone "
	switch {
	case v.Failure || slices.ContainsFunc(v.Steps, setsSearchWithNewline):
		return ""
	case v.URL != nil:
		name = "of a URL "
	}
	if len(v.Pairs) > 12 {
		return name + "many"
	}
	return name + strconv.Itoa(min(5, len(v.Pairs)))
}

// setsSearchWithNewline reports whether the step calls the search setter with a tab or newline. Not every
// implementation follows commit fde3f74 of the standard yet. Before it, the standard filled the list from the setter's
// value, not from the query, which has no tabs and newlines.
func setsSearchWithNewline(step []string) bool {
	return step[0] == "search=" && strings.ContainsAny(step[1], "\t\n\r")
}

// encodingGroup groups texts by encoding and by length, because an encoder can have a state. The encodings with
// thousands of code points get more groups.
func encodingGroup(v vector) string {
	name := v.Encoding + " " + strconv.Itoa(min(4, utf8.RuneCountInString(*v.Input)))
	if strings.Contains("gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr", v.Encoding) {
		first, _ := utf8.DecodeRuneInString(*v.Input)
		name += " " + strconv.Itoa(int(first%4))
	}
	return name
}
