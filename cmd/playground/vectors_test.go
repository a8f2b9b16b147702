package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/weburl-go/url/cmd/playground/engine"
	"github.com/weburl-go/url/internal/vectors"
)

// A vector is a vector in the schema of urltestdata.json of web-platform-tests.
type vector struct {
	Input   string  `json:"input"`
	Base    *string `json:"base"`
	Failure bool    `json:"failure"`
	engine.Parts
	Origin *string `json:"origin"` // nil: not given
}

// TestVectors reads the package's own vectors in the browser.
func TestVectors(t *testing.T) {
	checkVectors(t, ownVectors(t))
}

func ownVectors(t *testing.T) []vector {
	return vectors.Decode[vector](t, vectors.Own(t, "urltestdata.json"), 4000)
}

// TestWPTVectors reads the vectors of web-platform-tests, from the same place as the tests of the package.
func TestWPTVectors(t *testing.T) {
	checkVectors(t, vectors.Decode[vector](t, vectors.Read(t, "WPT_DIR", "urltestdata.json"), 800))
}

// checkVectors checks that WebAssembly gives the same answer as native code for each vector, and that the answer is
// what the vector expects.
func checkVectors(t *testing.T, list []vector) {
	p := openPage(t, "#input=")
	wrong := 0
	for chunk := range slices.Chunk(list, 500) {
		requests := make([]string, len(chunk))
		for i, v := range chunk {
			requests[i] = v.request(t)
		}
		literal, err := json.Marshal(requests)
		if err != nil {
			t.Fatal(err)
		}
		answers := eval[[]engine.Answer](p, `import("./engine.js").then(({ ask }) => Promise.all(`+string(literal)+`.map((request) => ask(JSON.parse(request)).then(({ answer }) => answer))))`)
		for i, v := range chunk {
			if !v.check(t, requests[i], answers[i]) {
				wrong++
			}
			if wrong == 20 {
				t.Fatal("there may be more")
			}
		}
	}
	t.Logf("%d vectors, %d wrong", len(list), wrong)
}

// request returns a request for the vector, with calls of each sort.
func (v vector) request(t *testing.T) string {
	t.Helper()
	request, err := json.Marshal(engine.Request{Input: v.Input, Base: v.Base, Calls: []engine.Call{
		{"host", "ü.example:81/x"}, {"append", "a", "ü"}, {"sort"}, {"protocol", "ftp"}, {"href", v.Input},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return string(request)
}

// check reports whether an answer equals the native answer, and is what the vector expects.
func (v vector) check(t *testing.T, request string, got engine.Answer) bool {
	t.Helper()
	text, err := engine.AnswerJSON(request)
	if err != nil {
		t.Fatal(err)
	}
	var native engine.Answer
	if err := json.Unmarshal([]byte(text), &native); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, native) {
		inBrowser, _ := json.Marshal(got)
		t.Errorf("%s\nin the browser: %s\nnatively:       %s", request, inBrowser, text)
		return false
	}
	if v.Failure {
		if got.URL != nil {
			t.Errorf("%s\nparses: %+v", request, got.URL)
		}
		return got.URL == nil
	}
	want := v.Parts
	if got.URL != nil && v.Origin == nil {
		want.Origin = got.URL.Origin
	} else if v.Origin != nil {
		want.Origin = *v.Origin
	}
	if got.URL == nil || !reflect.DeepEqual(*got.URL, want) {
		t.Errorf("%s\nis read as %+v\nwant       %+v", request, got.URL, want)
		return false
	}
	return true
}
