// Package vet finds code that compiles but does not do what it seems to do, in programs that use
// [github.com/weburl-go/url] or [net/url]. Command [weburlvet] runs it, alone or in go vet, whose own checks then stay out.
//
// A report is at the line that acts, such as the redirect or the request, and not at the check before it. It says what goes wrong
// and what to write, names the rule, and links to the paragraph of [MIGRATING.md] that explains it. Some reports suggest a fix.
//
// The analyzer knows types, and follows a value within one function. It knows what functions of other packages say of a
// reference, if these have one result and are simple. Eight rules run a function on what an attacker could send, in an interpreter of their own.
// Where the analyzer is not sure, it reports nothing.
//
// The interpreter knows strings, numbers, slices, maps, structs of the package, closures, and net/url, net and regexp. A struct that it
// does not know has what the package's variables, functions or literals put into one. It gives up at a branch on what an unknown
// function made of the text. After a branch on the rest of the request, such as its signature, unchecked-redirect trusts what was sent.
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
//   - local-check: a redirect to what passes the checks before it, also those in other functions, and leaves the site
//   - unchecked-redirect: a redirect to what a client sent in a form, a query, a path, a cookie, JSON or a field of the header, that
//     arrives in spite of the checks, also to what was made from it: u.String() after url.Parse, or "/a/" + next, where http.Redirect
//     cleans ../\evil.example; a response with cookies that is shared with any Origin
//   - unchecked-request: a request or a connection to what a client sent, by a client of net/http without another transport
//   - own-path: a redirect to the path of the request itself, which can begin with "//" or "/\", if the function is not
//     registered for a pattern that begins with a fixed path, such as "/login" or "GET /a/{id}"; a redirect to what is left of
//     the path without the prefix of the pattern
//   - url-prefix: a redirect or a request after a check of the text of a URL for a domain, or its origin in a field for CORS
//   - origin-check: a check of the field Origin by its text, such as strings.HasPrefix(origin, "https://example.com"), that other sites pass
//   - checked-string: a request for a string, and not for the URL that was parsed from it and checked
//   - host-template: a URL made from what a client sent, where that can end or change the host
//   - address-check: a request or a connection after a check that refuses private addresses, or localhost, and lets others pass,
//     such as 64:ff9b::a9fe:a9fe, which leads to 169.254.169.254, or before a client that looks up the host again; such a check
//     in the Control of a dialer, or that looks up a host and returns an error
//   - server-url: FromNetURL of the URL of a request to a server
//   - transport-pool: guard's NewTransport or NewProxyTransport for each request
//   - guard-transport: a field of guard's transport that connects in its place
//   - guard-client: a request by another client for a URL that a policy of guard checked, or that its transport requests
//
// About pages:
//
//   - scheme-prefix: a link in a page, or a URL for a browser, that passes the checks before it, and is a script, data or a file
//   - unchecked-link: a link in a page to what a client sent, which can be a script
//   - host-scheme: a link in a page, or a redirect, after a check of the host of a URL and none of its scheme
//   - scheme-check: a function that finds "javascript:" in text, but not in every script
//   - display-html: what package display returns, in a page without escaping
//
// About hosts and ports:
//
//   - split-host-port: net.SplitHostPort of a host that can be without a port, with its error dropped
//   - host-label: a label of a host that a client sent
//   - parse-ip, join-host-port: net.ParseIP and net.JoinHostPort of a host in brackets
//   - default-port: a port that is compared with "80" or "443", although it is "" if it is the default
//   - host-port: n.Hostname() of net/url with a colon and a port after it, as an address to dial or the host of a URL
//   - never-equal: a scheme, a protocol, a search or a hash that is compared with a text that it cannot be, such as "https:"
//   - host-prefix: a redirect, a request or a page after a check of what a host begins with, or of a regular expression that
//     matches other hosts, too
//   - host-suffix: strings.HasSuffix and strings.Contains of a host and a domain without a dot before it, which can be in a list,
//     the rest of a pattern after "*.", or the host of another URL; a field of a configuration, if it is also compared with a
//     host
//   - opaque-origins: == of two origins
//   - origin-pattern: a pattern such as https://*.example.com that is parsed as an origin
//
// About calls that have no effect, or another one:
//
//   - discarded-result: a method that returns a new URL, as a statement
//   - zero-url: a setter of the zero URL
//   - partial-setter: a setter whose error is dropped
//   - segments-error: DecodedSegments, or Decode of a SegmentDecoder, whose error is dropped
//   - json-omitempty: a URL in a struct with omitempty, which leaves out no struct
//   - lost-copy: a setter of the variable of a range
//   - delete-in-loop: Delete in a range over the same list
//   - file-path: a path of a URL as the name of a file
//   - log-nested: a URL in a struct or a slice that is logged with slog, which shows its password and its query: log
//     url.Redact(u.Href(), nil)
//
// With the flag "migrate", parse-ip, join-host-port and default-port are also about URLs of net/url, and four rules are added:
//
//   - empty-path: a path that is compared with "", or its length with 0
//   - second-slash: a path or a URL, and then a string that begins with "/"
//   - path-prefix: a path that is kept as the prefix of other paths
//   - relative-refused: a relative reference that is parsed
//
// About [github.com/weburl-go/url/net/url], which replaces net/url in a program and reads what a browser reads:
//
//   - dropin-method: the methods Parse and UnmarshalBinary of a URL, which read as net/url does
//   - dropin-string: a redirect or a request to the string that was parsed, and not to the URL that was checked
//   - dropin-import: with the flag "dropin", net/url that parses what a client sent: a fix changes the import
//
// [github.com/weburl-go/url]: https://pkg.go.dev/github.com/weburl-go/url
// [github.com/weburl-go/url/net/url]: https://pkg.go.dev/github.com/weburl-go/url/net/url
// [weburlvet]: https://pkg.go.dev/github.com/weburl-go/url/vet/cmd/weburlvet
// [MIGRATING.md]: https://github.com/weburl-go/url/blob/main/MIGRATING.md#code-that-compiles-but-does-the-wrong-thing
package vet

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// Analyzer reports what the package's documentation describes. Its flag "migrate" adds code that is right with net/url
// and goes wrong with github.com/weburl-go/url.
var Analyzer = &analysis.Analyzer{
	Name: "weburlvet",
	Doc: `report code for URLs that compiles and goes wrong

It is for code that uses github.com/weburl-go/url or net/url: redirects that leave the site, checks of a host that
other hosts pass, results and errors that are dropped. With -migrate it also reports code that is right with net/url
and goes wrong with github.com/weburl-go/url. All rules: ` + list,
	URL:       guide + "#code-that-compiles-but-does-the-wrong-thing",
	Requires:  []*analysis.Analyzer{inspect.Analyzer},
	FactTypes: []analysis.Fact{(*judgements)(nil)},
	Run:       run,
}

// the flags

func init() {
	Analyzer.Flags.BoolVar(&offerDropIn, "dropin", false,
		"also offer the import of "+code.DropIn+" where net/url parses what a client sent")
	Analyzer.Flags.BoolVar(&migrate, "migrate", false,
		"also report code that is right with net/url and goes wrong with github.com/weburl-go/url")
}

var (
	calls       = []ast.Node{(*ast.CallExpr)(nil)}
	functions   = []ast.Node{(*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)}
	assignments = []ast.Node{(*ast.AssignStmt)(nil)}
	assigns     = []ast.Node{(*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil)}
	compares    = []ast.Node{(*ast.BinaryExpr)(nil)}
)

var rules = []rule{
	{name: "parse-ip", nodes: calls, check: (*checker).parseIP},
	{name: "join-host-port", nodes: calls, check: (*checker).joinHostPort},
	{name: "default-port", nodes: []ast.Node{(*ast.BinaryExpr)(nil), (*ast.CaseClause)(nil)}, check: (*checker).defaultPort},
	{name: "never-equal", nodes: []ast.Node{(*ast.BinaryExpr)(nil), (*ast.CaseClause)(nil)}, check: (*checker).neverEqual},
	{name: "host-port", row: "join-host-port", nodes: []ast.Node{(*ast.CallExpr)(nil), (*ast.AssignStmt)(nil)}, check: (*checker).hostPort, notTests: true},
	{name: "host-suffix", nodes: calls, check: (*checker).hostSuffix, notTests: true},
	{name: "host-template", nodes: calls, check: (*checker).hostTemplate, notTests: true},

	{name: "redirect-reference", nodes: []ast.Node{(*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)}, check: (*checker).sameOrigin},
	{name: "redirect-pathname", nodes: calls, check: (*checker).pathnameRedirect},
	{name: "redirect-relative", nodes: calls, check: (*checker).relativeRedirect},
	{name: "fasthttp-redirect", nodes: calls, check: (*checker).fasthttpRedirect},
	{name: "checked-string", nodes: calls, check: (*checker).checkedString, notTests: true},
	{name: "checked-reference", row: "redirect-reference", nodes: calls, check: (*checker).checkedReference, notTests: true},
	{name: "dropin-method", nodes: calls, check: (*checker).dropInMethod},
	{name: "dropin-string", row: "dropin-method", nodes: calls, check: (*checker).sendsString, notTests: true},
	{name: "unchecked-redirect", row: "local-check", nodes: functions, check: (*checker).uncheckedRedirect, executes: true, notTests: true},

	{name: "unchecked-request", row: "address-check", nodes: functions, check: (*checker).uncheckedRequest, executes: true, notTests: true},
	{name: "unchecked-link", row: "scheme-prefix", nodes: functions, check: (*checker).uncheckedLink, executes: true, notTests: true},

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

	{name: "split-host-port", nodes: assignments, check: (*checker).splitHostPort, notTests: true},
	{name: "segments-error", nodes: assignments, check: (*checker).segmentsError, notTests: true},
	{name: "json-omitempty", nodes: []ast.Node{(*ast.Field)(nil)}, check: (*checker).omitEmpty},
	{name: "host-label", nodes: []ast.Node{(*ast.CompositeLit)(nil)}, check: (*checker).hostLabel, notTests: true},
	{name: "display-html", nodes: calls, check: (*checker).displayHTML, notTests: true},
	{name: "guard-transport", nodes: assignments, check: (*checker).guardTransport, notTests: true},
	{name: "guard-client", nodes: calls, check: (*checker).guardClient, notTests: true},

	{name: "host-prefix", row: "host-suffix", nodes: calls, check: (*checker).hostPrefix, notTests: true},
	{name: "host-scheme", row: "scheme-prefix", nodes: calls, check: (*checker).hostScheme, notTests: true},
	{name: "own-path", nodes: functions, check: (*checker).ownPath, executes: true, notTests: true},
	{name: "local-check", nodes: functions, check: (*checker).localCheck, executes: true, notTests: true},
	{name: "url-prefix", nodes: functions, check: (*checker).urlPrefix, executes: true, notTests: true},
	{name: "scheme-prefix", nodes: functions, check: (*checker).schemePrefix, executes: true, notTests: true},
	{name: "address-check", nodes: functions, check: (*checker).addressCheck, executes: true, notTests: true},
	{name: "origin-check", row: "url-prefix", nodes: functions, check: (*checker).originCheck, notTests: true},
	{name: "scheme-check", row: "scheme-prefix", nodes: []ast.Node{(*ast.FuncDecl)(nil)}, check: (*checker).schemeCheck, notTests: true},

	{name: "dropin-import", row: "dropin-method", nodes: calls, check: (*checker).dropInImport, notTests: true, flag: &offerDropIn},

	{name: "empty-path", row: "path-never-empty", nodes: compares, check: (*checker).emptyPath, flag: &migrate},
	{name: "second-slash", row: "path-never-empty", nodes: compares, check: (*checker).secondSlash, flag: &migrate},
	{name: "path-prefix", row: "path-never-empty", nodes: assigns, check: (*checker).pathPrefix, flag: &migrate},
	{name: "relative-refused", nodes: calls, check: (*checker).relativeRefused, flag: &migrate, notTests: true},
}

func run(pass *analysis.Pass) (any, error) {
	if len(pass.Files) == 0 || !reaches(pass.Pkg, map[*types.Package]bool{}) && !code.InPackage(pass, namesScript) {
		return nil, nil
	}
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	c := newChecker(pass, root)
	for at := range root.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil),
		(*ast.IncDecStmt)(nil), (*ast.FuncType)(nil), (*ast.FuncDecl)(nil), (*ast.SelectorExpr)(nil)) {
		c.Collect(at)
	}
	c.declare(root)
	if onlyFacts() || c.isLibrary() {
		return nil, nil
	}
	for _, r := range rules {
		if r.flag != nil && !*r.flag {
			continue
		}
		c.rule = r
		for at := range root.Preorder(r.nodes...) {
			if (!r.notTests || !c.InTest(at.Node())) && (!r.executes || c.arrives(at)) {
				r.check(c, at)
			}
		}
	}
	return nil, nil
}

// onlyFacts reports whether go vet asks for what is known of the functions of a dependency, and drops reports. It says so only in
// the file that it calls the program with.
var onlyFacts = sync.OnceValue(func() bool {
	var config struct{ VetxOnly bool }
	name := os.Args[len(os.Args)-1]
	data, err := os.ReadFile(name)
	return strings.HasSuffix(name, ".cfg") && err == nil && json.Unmarshal(data, &config) == nil && config.VetxOnly
})

// isLibrary reports whether the command runs alone, and this is a package of the standard library, which it only asks for facts.
func (c *checker) isLibrary() bool {
	library, file := build.Default.GOROOT, c.Pass.Fset.Position(c.Pass.Files[0].Pos()).Filename
	return library != "" && strings.HasPrefix(file, library+string(filepath.Separator)) && c.Pass.Module != nil && c.Pass.Module.Path == ""
}

// reaches reports whether a package imports net/url, maybe through another package. Without it, there are no URLs but scripts.
func reaches(p *types.Package, seen map[*types.Package]bool) bool {
	seen[p] = true
	return p.Path() == "net/url" || slices.ContainsFunc(p.Imports(), func(p *types.Package) bool { return !seen[p] && reaches(p, seen) })
}

// declare notes the functions of the package, and exports what is known of them.
func (c *checker) declare(root inspector.Cursor) {
	c.arriving = map[string]bool{}
	c.registered = c.registeredFunctions(root)
	for at := range root.Preorder((*ast.FuncDecl)(nil)) {
		declaration := at.Node().(*ast.FuncDecl)
		f, ok := c.Pass.TypesInfo.Defs[declaration.Name].(*types.Func)
		if !ok || declaration.Body == nil || c.InTest(declaration) {
			continue
		}
		c.Declarations[f], c.Declared[f.FullName()] = declaration, declaration
	}
	if c.Pass.ExportObjectFact != nil {
		c.exportJudgements()
	}
}

func newChecker(pass *analysis.Pass, root inspector.Cursor) *checker {
	m := interp.NewMachine(code.NewProgram(pass, root))
	c := &checker{Machine: m, reported: map[token.Pos]bool{}, uncheckedHits: map[ast.Node][]interp.Hit{}, words: words{m.Labels}}
	m.Sinks, m.Judge, c.references = c.sink, c.judgement, c.words.references()
	return c
}
