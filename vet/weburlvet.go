// Package vet finds code that compiles but does not do what it seems to do, in programs that use
// [github.com/weburl-go/url] or [net/url]. Command [weburlvet] runs it.
//
// A report is at the line that acts, such as the redirect or the request, and not at the check before it. It says what
// goes wrong and what to write, and links to the row of [MIGRATING.md] that explains it. Some reports suggest a fix.
//
// The analyzer knows types, and follows a value within one function. Where it is not sure, it reports nothing.
//
// # Rules
//
// About redirects and requests:
//
//   - redirect-reference: a redirect to a reference that ParseSameOrigin accepted, and not to what it returned
//   - checked-reference: the same for a reference that was resolved with Parse and then checked
//   - redirect-pathname: a redirect to the path of a URL, which can begin with "//"
//   - redirect-relative: http.Redirect to a result of MakeRelative
//   - fasthttp-redirect: fasthttp's Redirect to a result of RelativeToOrigin
//   - slash-prefix: a redirect to a string that is checked for the "/" at its beginning only
//   - empty-host: a redirect to a string in which net/url finds no host
//   - checked-string: a request for a string, and not for the URL that was parsed from it and checked
//   - host-template: a URL made from what a client sent, where that can end or change the host
//   - server-url: FromNetURL of the URL of a request to a server
//   - transport-pool: guard's NewTransport or NewProxyTransport for each request
//
// About hosts and ports:
//
//   - parse-ip, join-host-port: net.ParseIP and net.JoinHostPort of a host in brackets
//   - default-port: a port that is compared with "80" or "443", although it is "" if it is the default
//   - host-suffix: strings.HasSuffix and strings.Contains of a host and a domain without a dot before it
//   - opaque-origins: == of two origins
//   - origin-pattern: a pattern such as https://*.example.com that is parsed as an origin
//
// About calls that have no effect, or another one:
//
//   - discarded-result: a method that returns a new URL, as a statement
//   - zero-url: a setter of the zero URL
//   - partial-setter: a setter whose error is dropped
//   - lost-copy: a setter of the variable of a range
//   - delete-in-loop: Delete in a range over the same list
//   - file-path: a path of a URL as the name of a file
//   - log-nested: a URL in a struct or a slice that is logged with slog
//
// With the flag "migrate", parse-ip, join-host-port and default-port are also about URLs of net/url, and four rules are added:
//
//   - empty-path: a path that is compared with ""
//   - second-slash: a path or a URL, and then a string that begins with "/"
//   - path-prefix: a path that is kept as the prefix of other paths
//   - relative-refused: a relative reference that is parsed
//
// [github.com/weburl-go/url]: https://pkg.go.dev/github.com/weburl-go/url
// [weburlvet]: https://pkg.go.dev/github.com/weburl-go/url/vet/cmd/weburlvet
// [MIGRATING.md]: https://github.com/weburl-go/url/blob/main/MIGRATING.md#what-compiles-and-is-wrong
package vet

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

const guide = "https://github.com/weburl-go/url/blob/main/MIGRATING.md"

// Analyzer reports what the package's documentation describes. Its flag "migrate" adds code that is right with net/url
// and goes wrong with github.com/weburl-go/url.
var Analyzer = &analysis.Analyzer{
	Name: "weburlvet",
	Doc: `report code for URLs that compiles and goes wrong

It is for code that uses github.com/weburl-go/url or net/url: redirects that leave the site, checks of a host that
other hosts pass, results and errors that are dropped. With -migrate it also reports code that is right with net/url
and goes wrong with github.com/weburl-go/url.`,
	URL:      guide + "#what-compiles-and-is-wrong",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      run,
}

var migrate bool // the flag

func init() {
	Analyzer.Flags.BoolVar(&migrate, "migrate", false,
		"also report code that is right with net/url and goes wrong with github.com/weburl-go/url")
}

// A rule looks at the nodes of some types.
type rule struct {
	name     string
	row      string // the anchor of its row in MIGRATING.md, if it is not the name
	nodes    []ast.Node
	check    func(c *checker, at inspector.Cursor)
	migrate  bool // only with the flag
	notTests bool // what is wrong in a program is usual in a test, such as a check that only compares results
}

func (r rule) anchor() string { return cmp.Or(r.row, r.name) }

var (
	calls    = []ast.Node{(*ast.CallExpr)(nil)}
	compares = []ast.Node{(*ast.BinaryExpr)(nil)}
)

var rules = []rule{
	{name: "parse-ip", nodes: calls, check: (*checker).parseIP},
	{name: "join-host-port", nodes: calls, check: (*checker).joinHostPort},
	{name: "default-port", nodes: []ast.Node{(*ast.BinaryExpr)(nil), (*ast.CaseClause)(nil)}, check: (*checker).defaultPort},
	{name: "host-suffix", nodes: calls, check: (*checker).hostSuffix, notTests: true},
	{name: "host-template", nodes: calls, check: (*checker).hostTemplate, notTests: true},

	{name: "redirect-reference", nodes: []ast.Node{(*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)}, check: (*checker).sameOrigin},
	{name: "redirect-pathname", nodes: calls, check: (*checker).pathnameRedirect},
	{name: "redirect-relative", nodes: calls, check: (*checker).relativeRedirect},
	{name: "fasthttp-redirect", nodes: calls, check: (*checker).fasthttpRedirect},
	{name: "slash-prefix", nodes: calls, check: (*checker).slashPrefix, notTests: true},
	{name: "checked-string", nodes: calls, check: (*checker).checkedString, notTests: true},
	{name: "checked-reference", row: "redirect-reference", nodes: calls, check: (*checker).checkedReference, notTests: true},
	{name: "empty-host", nodes: calls, check: (*checker).emptyHost, notTests: true},

	{name: "discarded-result", nodes: []ast.Node{(*ast.ExprStmt)(nil)}, check: (*checker).discardedResult, notTests: true},
	{name: "zero-url", nodes: calls, check: (*checker).zeroURL},
	{name: "partial-setter", nodes: []ast.Node{(*ast.ExprStmt)(nil)}, check: (*checker).setterError, notTests: true},
	{name: "lost-copy", nodes: []ast.Node{(*ast.RangeStmt)(nil)}, check: (*checker).lostCopy},
	{name: "delete-in-loop", nodes: []ast.Node{(*ast.RangeStmt)(nil)}, check: (*checker).deleteInRange},

	{name: "file-path", nodes: calls, check: (*checker).filePath},
	{name: "opaque-origins", nodes: compares, check: (*checker).originEqual, notTests: true},
	{name: "origin-pattern", nodes: calls, check: (*checker).originPattern, notTests: true},
	{name: "log-nested", nodes: calls, check: (*checker).logStruct},
	{name: "server-url", nodes: calls, check: (*checker).serverURL},
	{name: "transport-pool", nodes: calls, check: (*checker).transportPool, notTests: true},

	{name: "empty-path", row: "path-never-empty", nodes: compares, check: (*checker).emptyPath, migrate: true},
	{name: "second-slash", row: "path-never-empty", nodes: compares, check: (*checker).secondSlash, migrate: true},
	{name: "path-prefix", row: "path-never-empty", nodes: []ast.Node{(*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil)}, check: (*checker).pathPrefix, migrate: true},
	{name: "relative-refused", nodes: calls, check: (*checker).relativeRefused, migrate: true, notTests: true},
}

func run(pass *analysis.Pass) (any, error) {
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	c := &checker{pass: pass, variables: variables(pass, root)}
	for _, r := range rules {
		if r.migrate && !migrate {
			continue
		}
		c.rule = r
		for at := range root.Preorder(r.nodes...) {
			if !r.notTests || !c.inTest(at.Node()) {
				r.check(c, at)
			}
		}
	}
	return nil, nil
}

// A checker is one run over a package.
type checker struct {
	pass      *analysis.Pass
	variables map[*types.Var]*variable
	rule      rule // the one that runs
}

func (c *checker) inTest(n ast.Node) bool {
	return strings.HasSuffix(c.pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// report reports n. The message is one sentence that says what goes wrong, then what to write.
func (c *checker) report(n ast.Node, fixes []analysis.SuggestedFix, format string, args ...any) {
	link := guide + "#" + c.rule.anchor()
	c.pass.Report(analysis.Diagnostic{
		Pos:            n.Pos(),
		End:            n.End(),
		Category:       c.rule.name,
		Message:        fmt.Sprintf(format, args...) + " (" + link + ")",
		URL:            link,
		SuggestedFixes: fixes,
	})
}

// fix returns the only fix of a report.
func fix(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}
