// Package interp runs functions of a package on what a client could send: the probes. It says where they arrive: at the sinks. It knows
// many functions of the standard library, and no rule.
//
// Give a [Machine] its sinks, and call Execute with the body of a function, an [Input] and a probe. The [Labels] of the machine are
// for probes that no text of the package contains.
package interp

import (
	"go/ast"
	"go/constant"
	"go/types"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/weburl-go/url/vet/internal/code"
)

// A called is a call whose parts are evaluated one after the other.
type called struct {
	*ast.CallExpr
	name           string   // the full name of the function, or ""
	of             ast.Expr // the receiver of a method, or nil
	receiver       any
	args           []any
	known, tainted bool // whether all arguments are known, and whether one is tainted
}

// A model returns the results of the calls that it knows. For others, it returns false.
type model func(*execution, *called) (any, bool)

// A Kind says what a call does with a URL.
type Kind int

const (
	Redirect Kind = iota + 1
	Cleaned       // a redirect of http.Redirect, which cleans a path
	Fetch
	Page
	Browse // by a browser that the program runs
	Shared // the field Access-Control-Allow-Origin
	Dial   // a connection
	Lookup
	Failure // an answer with an error
)

// An ending says how a run ended, or the worst of several runs.
type Ending int

const (
	Finished Ending = iota
	Asked           // it gave up where something unknown judges the input
	Lost            // it gave up for another reason
)

// An input is what a client chooses: a parameter, an expression with one text, or the request of a server.
type Input struct {
	Param   *types.Var
	Text    string
	Reader  *types.Func // the function that has the text, if another one calls it
	Request bool
	Made    bool   // the program may have made it
	Bound   bool   // the parameter is a variable that a function fills
	Host    string // what a check of hosts is tried on
	Setting string // the texts that the program has from elsewhere, such as a field of its configuration
	// Unchecked means that nothing judges it. So package url and net/url find the same host in it, relative to any base.
	Unchecked bool
}

// A hit is a value that arrived at a redirect, a request or a page.
type Hit struct {
	Kind    Kind
	Node    ast.Expr // the value, or the call that leads to it
	Value   string
	Call    *ast.CallExpr
	Trusted bool // it depends on a condition that can be a check of who sent the request, or on one by which a list is asked or not
	Asks    bool // it depends on an unknown condition
}

// A machine runs functions of a program on what a client could send.
type Machine struct {
	*code.Program
	Sinks func(*ast.CallExpr) (Kind, ast.Expr) // what a call redirects to, requests or shows
	Judge func(*types.Func, []any) (any, bool) // what is known about a function of another package

	before, after []model // of calls

	Labels    Labels                        // the labels in the probes
	globals   map[*types.Var]any            // the values of variables of the package
	instances map[*types.Named]any          // structs of the package's types
	changed   map[types.Object]bool         // fields that a function assigns, and variables of which it changes a part
	sources   map[types.Object][]ast.Expr   // what is assigned to variables and fields
	deciding  map[ast.Expr]bool             // decides
	clients   map[ast.Expr]bool             // ofClient
	spent     map[*ast.BlockStmt]int        // the steps of all runs of a function
	Prefixes  []string                      // of paths, that a function looked for
	captured  map[*ast.FuncLit][]*types.Var // the variables of the functions around it that a literal uses
}

// An execution runs one function on what a client could send. It knows strings, numbers, slices of them and URLs of
// net/url, and calls the functions of the standard library that judge and make them. All else is unknown.
//
// Where a condition is unknown, the function runs once for each branch. Where what is unknown was made from what the client
// sent, such as the result of a function that may judge it, the execution gives up.
type execution struct {
	c        *Machine
	input    Input
	probe    any         // the value of input
	vars     environment // the variables of the function that runs
	globals  environment // those of the package
	deferred []func()    // what the function that runs defers
	branches []bool      // what unknown conditions are, in the order in which they are asked
	asked    int
	fuel     int
	url      *neturl.URL     // that of the request
	depth    int             // of closures
	frames   []*ast.CallExpr // the calls that lead to the function that runs
	running  []*types.Func   // nil, and these functions
	hits     []Hit
	trusts   bool  // the request
	listed   bool  // a list from elsewhere, such as one of the configuration, was asked for what was sent
	taken    []any // what the function returned
	end      Ending
}

const (
	maxSteps     = 3000
	maxSum       = 2000000 // of the steps of all runs of a function
	maxRuns      = 48
	maxFrames    = 5
	bytesPerStep = 64
)

// An environment holds variables. Closures share those that they capture.
type environment map[types.Object]*any

func (e environment) define(v types.Object, value any) { e[v] = &value }

// A signal says where control goes after a statement.
type signal int

const (
	goesOn signal = iota
	breaks
	continues
	returns
)

// Labels are the words in what is sent: a label of the attacker's host, the host of the server, and a name of what is meant to be accepted.
// No text of the package contains one of them, so that no word of the code decides what is reported.
type Labels struct{ Attacker, Host, Accepted string }

// labelsFor returns the labels for a package. They are the usual ones, with more letters if the package contains these.
func labelsFor(info *types.Info) Labels {
	var b strings.Builder
	for _, t := range info.Types {
		if t.Value != nil && t.Value.Kind() == constant.String {
			b.WriteString(strings.ToLower(constant.StringVal(t.Value)) + "\n")
		}
	}
	texts := b.String()
	unused := func(word, rest string, forms ...string) string {
		for used := true; used; {
			used = slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(texts, strings.ReplaceAll(form, "*", word)) })
			if used {
				word += string(rune('z' - len(word)%26))
			}
		}
		return word + rest
	}
	return Labels{unused("evil", "", "*"), unused("app", ".example", "*.example"), unused("ok", "", "/*", "*.")}
}

// Owns reports whether a host, perhaps with a port, is one of the attacker's.
func (w Labels) Owns(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return strings.HasSuffix(name, w.Evil())
}

func (w Labels) Evil() string { return w.Attacker + ".example" }

// SentBy reports whether v is a string that only an attacker sends: no text of the package contains the word.
func (w Labels) SentBy(v any) bool {
	s, ok := v.(string)
	return ok && strings.Contains(s, w.Attacker)
}
