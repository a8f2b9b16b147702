package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/websocket"

	"github.com/weburl-go/url/internal/gen"
)

// This file asks the browser random questions, and compares its answers with those of the package. The questions are in
// random_test.go.

var (
	seed    = flag.Uint64("seed", 1, "the seed of the random questions")
	firefox = flag.Bool("firefox", false, "ask Firefox, the program firefox-esr or firefox, and print how often it differs")
)

// A verdict has the answers to a question.
type verdict struct {
	question     []string
	ours, theirs string
	isExample    bool
}

func (v verdict) String() string {
	return fmt.Sprintf("%q\n\tours   %q\n\ttheirs %q", v.question, v.ours, v.theirs)
}

// A departure is a class of cases in which Chromium departs from its standard.
type departure struct {
	kind    string
	example []string // a question that it answers otherwise
	why     string

	// One of these recognizes the class. same changes both answers so that they are equal. excuses looks at all of a case.
	same    func(answer string) string
	excuses func(v verdict) bool
}

// judge returns what is wrong with the verdicts of a kind: unknown differences, examples that do not differ, and departures without
// a reason.
func judge(known []departure, kind string, verdicts []verdict, least int) (problems []string, differing int) {
	known = slices.DeleteFunc(slices.Clone(known), func(d departure) bool { return d.kind != kind })
	examples, random := 0, 0
	for _, v := range verdicts {
		if v.isExample {
			examples++
		} else {
			random++
		}
		if v.ours == v.theirs {
			if v.isExample {
				problems = append(problems, "no longer differs: "+v.String())
			}
			continue
		}
		differing++
		if !isExplained(known, v) {
			problems = append(problems, v.String())
		}
	}
	if examples != len(known) || random < least {
		problems = append(problems, fmt.Sprintf("%d examples, want %d, and %d questions, want %d", examples, len(known), random, least))
	}
	for _, d := range known {
		if d.why == "" {
			problems = append(problems, fmt.Sprintf("no reason: %q", d.example))
		}
	}
	return problems, differing
}

// isExplained reports whether departures explain a difference.
func isExplained(known []departure, v verdict) bool {
	for _, d := range known {
		if d.same != nil {
			v.ours, v.theirs = d.same(v.ours), d.same(v.theirs)
		}
	}
	return v.ours == v.theirs || slices.ContainsFunc(known, func(d departure) bool { return d.excuses != nil && d.excuses(v) })
}

// TestJudge checks that the comparison finds what it has to find.
func TestJudge(t *testing.T) {
	known := []departure{
		{kind: "k", example: []string{"e"}, why: "a is b", same: func(s string) string { return strings.ReplaceAll(s, "a", "b") }},
		{kind: "k", example: []string{"f"}, why: "x", excuses: func(v verdict) bool { return v.question[0] == "f" }},
	}
	good := []verdict{
		{question: []string{"e"}, ours: "a", theirs: "b", isExample: true}, {question: []string{"f"}, ours: "1", theirs: "2", isExample: true},
		{question: []string{"g"}, ours: "ca", theirs: "cb"}, {question: []string{"f"}, ours: "3", theirs: "4"}, {question: []string{"h"}, ours: "5", theirs: "5"},
	}
	for _, tt := range []struct {
		name  string
		least int
		plant func(v []verdict) []verdict
		want  int
	}{
		{"good", 3, func(v []verdict) []verdict { return v }, 0},
		{"unknown difference", 3, func(v []verdict) []verdict { v[4].theirs = "6"; return v }, 1},
		{"difference beside a known one", 3, func(v []verdict) []verdict { v[2].theirs += "!"; return v }, 1},
		{"example that is the same", 3, func(v []verdict) []verdict { v[0].theirs = "a"; return v }, 1},
		{"departure without an example", 3, func(v []verdict) []verdict { return v[1:] }, 1},
		{"too few", 4, func(v []verdict) []verdict { return v }, 1},
		{"nothing", 1, func([]verdict) []verdict { return nil }, 1},
	} {
		if problems, _ := judge(known, "k", tt.plant(slices.Clone(good)), tt.least); len(problems) != tt.want {
			t.Errorf("%s: %d problems, want %d: %q", tt.name, len(problems), tt.want, problems)
		}
	}
}

// random returns a question that does not depend on its number.
func random(question func(generator) []string) func(generator, int) []string {
	return func(g generator, _ int) []string { return question(g) }
}

// A kind is a kind of questions.
type kind struct {
	name     string
	count    int
	question func(g generator, i int) []string
	ours     func(question []string) string
	theirs   func(l *lab, questions [][]string) []string
}

// TestRandom asks the browser random questions of each kind.
func TestRandom(t *testing.T) {
	l := startLab(t)
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			l.t = t
			var verdicts []verdict
			for _, d := range departures {
				if d.kind == k.name {
					verdicts = append(verdicts, verdict{question: d.example, isExample: true})
				}
			}
			g := generator{gen.New(*seed)}
			for i := range k.count {
				verdicts = append(verdicts, verdict{question: k.question(g, i)})
			}
			var questions [][]string
			for i, v := range verdicts {
				verdicts[i].ours = k.ours(v.question)
				questions = append(questions, v.question)
			}
			theirs := k.theirs(l, questions)
			if len(theirs) != len(questions) {
				t.Fatalf("%d answers to %d questions", len(theirs), len(questions))
			}
			for i, answer := range theirs {
				verdicts[i].theirs = answer
			}
			problems, differing := judge(departures, k.name, verdicts, k.count)
			t.Logf("seed %d: %d questions, %d answered otherwise, %d problems", *seed, len(questions), differing, len(problems))
			if len(problems) > 0 {
				t.Logf("to repeat: go test -run 'TestRandom/%s' -seed %d .", k.name, *seed)
			}
			for _, problem := range problems[:min(len(problems), 200)] {
				if *firefox { // the departures are Chromium's
					t.Log(problem)
				} else {
					t.Error(problem)
				}
			}
		})
	}
}

// A lab is a browser whose requests all come to one server.
type lab struct {
	window
	t *testing.T

	mu      sync.Mutex
	seen    func(id, address string, isOver bool) // is told of each request, with its fragment, and of its end
	respond http.HandlerFunc
}

// A window is a browser with one page.
type window interface {
	open(address string)
	ask(script string) string // the value of an expression of JavaScript, which must be a string or a promise for one
}

// labAddress is the address of the page that asks.
const labAddress = "http://start.test/dir/page"

func startLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{t: t}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	if *firefox {
		l.window = startFirefox(l, server.Listener.Addr().String())
	} else {
		browser, err := startBrowser(chromedp.Flag("host-resolver-rules", "MAP * "+server.Listener.Addr().String()),
			chromedp.Flag("disable-site-isolation-trials", true),           // or each redirect starts a process
			chromedp.Flag("blink-settings", "doHtmlPreloadScanning=false")) // which requests what no link has
		needBrowser(t, err)
		ctx, cancel := chromedp.NewContext(browser)
		t.Cleanup(cancel)
		if err := chromedp.Listen(ctx, l.observe); err != nil {
			t.Fatal(err)
		}
		l.window = chromium{l, ctx}
	}
	l.open(labAddress)
	return l
}

func (l *lab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	respond := l.respond
	l.mu.Unlock()
	w.Header().Set("Content-Type", "text/html")
	if respond != nil {
		respond(w, r)
	}
}

// during sets what is told of requests, and what answers them, while do runs.
func (l *lab) during(seen func(id, address string, isOver bool), respond http.HandlerFunc, do func()) {
	set := func(seen func(string, string, bool), respond http.HandlerFunc) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.seen, l.respond = seen, respond
	}
	set(seen, respond)
	defer set(nil, nil)
	do()
}

// wait waits until the channel is closed.
func (l *lab) wait(done <-chan struct{}, what func() string) {
	l.t.Helper()
	select {
	case <-done:
	case <-time.After(patience):
		l.t.Fatalf("still missing: %s", what())
	}
}

func (l *lab) tell(id, address string, isOver bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen != nil {
		l.seen(id, address, isOver)
	}
}

func (l *lab) observe(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		l.tell(string(e.RequestID), e.Request.URL+e.Request.URLFragment, false)
	case *network.EventLoadingFailed:
		l.tell(string(e.RequestID), "", true)
	case *network.EventLoadingFinished:
		l.tell(string(e.RequestID), "", true)
	}
}

type chromium struct {
	l   *lab
	ctx context.Context
}

func (c chromium) open(address string) { (&page{t: c.l.t, ctx: c.ctx}).do(chromedp.Navigate(address)) }

func (c chromium) ask(script string) string {
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	return eval[string](&page{t: c.l.t, ctx: ctx}, script)
}

// askAll returns the answers to questions. The script is a function of JavaScript that takes one, and returns a string
// or a promise for one.
func (l *lab) askAll(script string, questions [][]string) (answers []string) {
	l.t.Helper()
	literal, err := json.Marshal(questions)
	if err != nil {
		l.t.Fatal(err)
	}
	text := l.ask(`Promise.all(` + string(literal) + `.map(` + script + `)).then(JSON.stringify)`)
	if err := json.Unmarshal([]byte(text), &answers); err != nil {
		l.t.Fatal(err)
	}
	return answers
}

// A firefoxWindow speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/
type firefoxWindow struct {
	l       *lab
	socket  *websocket.Conn
	replies chan json.RawMessage
	last    int
	context string
}

// firefoxPreferences send all requests to the server, as to a proxy.
const firefoxPreferences = `
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "%[1]s");
user_pref("network.proxy.http_port", %[2]s);
user_pref("network.proxy.ssl", "%[1]s");
user_pref("network.proxy.ssl_port", %[2]s);
user_pref("network.proxy.no_proxies_on", "");
user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("network.trr.mode", 5);
user_pref("network.dns.disabled", true);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("app.update.enabled", false);
`

func startFirefox(l *lab, server string) *firefoxWindow {
	profile := l.t.TempDir()
	host, port, _ := strings.Cut(server, ":")
	if err := os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, firefoxPreferences, host, port), 0o600); err != nil {
		l.t.Fatal(err)
	}
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		program = "firefox"
	}
	command := exec.Command(program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0",
		"--remote-allow-origins=http://127.0.0.1/")
	stderr, err := command.StderrPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	f := &firefoxWindow{l: l, replies: make(chan json.RawMessage)}
	for lines := bufio.NewScanner(stderr); f.socket == nil && lines.Scan(); {
		if _, address, ok := strings.Cut(lines.Text(), "BiDi listening on "); ok {
			if f.socket, err = websocket.Dial(address+"/session", "", "http://127.0.0.1/"); err != nil {
				l.t.Fatal(err)
			}
		}
	}
	if f.socket == nil {
		l.t.Fatal("Firefox does not listen")
	}
	go io.Copy(io.Discard, stderr)
	f.socket.MaxPayloadBytes = 1 << 30
	go f.receive()
	f.call("session.new", `{"capabilities": {}}`)
	f.call("session.subscribe", `{"events": ["network.beforeRequestSent", "network.fetchError", "network.responseCompleted"]}`)
	var tree struct{ Contexts []struct{ Context string } }
	json.Unmarshal(f.call("browsingContext.getTree", `{}`), &tree)
	f.context = quote(tree.Contexts[0].Context)
	return f
}

// receive reads events and replies until the browser ends.
func (f *firefoxWindow) receive() {
	for {
		var message []byte
		if websocket.Message.Receive(f.socket, &message) != nil {
			close(f.replies)
			return
		}
		var m struct {
			Type, Method string
			Params       struct{ Request struct{ Request, URL string } }
		}
		json.Unmarshal(message, &m)
		if m.Type == "event" {
			f.l.tell(m.Params.Request.Request, m.Params.Request.URL, m.Method != "network.beforeRequestSent")
		} else {
			f.replies <- message
		}
	}
}

// call calls a method and returns its result.
func (f *firefoxWindow) call(method, params string) json.RawMessage {
	f.l.t.Helper()
	f.last++
	err := websocket.Message.Send(f.socket, fmt.Sprintf(`{"id": %d, "method": %q, "params": %s}`, f.last, method, params))
	var reply struct {
		Type   string
		Result json.RawMessage
	}
	message := <-f.replies
	if err == nil {
		err = json.Unmarshal(message, &reply)
	}
	if err != nil || reply.Type != "success" {
		f.l.t.Fatalf("%s: %v, %.1000s", method, err, message)
	}
	return reply.Result
}

func (f *firefoxWindow) open(address string) {
	f.call("browsingContext.navigate", `{"context": `+f.context+`, "wait": "complete", "url": `+quote(address)+`}`)
}

func (f *firefoxWindow) ask(script string) string {
	f.l.t.Helper()
	var answer struct {
		Result struct{ Value *string }
	}
	result := f.call("script.evaluate", `{"target": {"context": `+f.context+`}, "awaitPromise": true, "expression": `+quote(script)+`}`)
	if err := json.Unmarshal(result, &answer); err != nil || answer.Result.Value == nil {
		f.l.t.Fatalf("%v, %.1000s", err, result)
	}
	return *answer.Result.Value
}
