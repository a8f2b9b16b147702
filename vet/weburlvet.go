// Package vet provides an analyzer that finds incorrect handling of URLs: code that compiles but does the wrong thing. It checks
// programs that use [net/url] or [github.com/weburl-go/url].
//
// The [weburlvet] command runs the analyzer, either on its own or as a tool for go vet.
//
//	go install github.com/weburl-go/url/vet/cmd/weburlvet@latest
//	go vet -vettool=$(which weburlvet) ./...
//
// Each report points to the line that acts on the URL, for example by redirecting to it or requesting it. It says what
// goes wrong and what to write instead, and links to the paragraph of [MIGRATING.md] that explains the rule. Some
// reports suggest a fix.
//
// # How it works
//
// The analyzer uses type information, and tracks values within a function. If it is not sure, it reports nothing.
//
// Several rules run the functions of your package in an interpreter, on strings that an attacker could send. If such a string
// passes a function's checks and reaches a redirect, a request or a page, the analyzer reports the line where that happens.
//
// The interpreter handles strings, numbers, slices, maps, structs and closures, and knows the functions of net/url,
// net, regexp and other packages of the standard library. It also follows calls to functions in the same package. For a
// function in another package, it knows which references the function accepts, provided that the function is simple and
// returns a single result. The interpreter gives up if a branch depends on what an unknown function did with the
// string. It also gives up if all runs of a function together exceed a fixed number of steps.
//
// A handler may decide whom to trust based on other parts of the request, such as its signature. After such a decision, the
// request-path rule and the rules whose names begin with "unchecked" report nothing. They also report nothing if a handler
// compares the string with a list that comes from the configuration, even though that list may be empty.
//
// # Rules
//
// Redirects and requests:
//
//   - redirect-reference: a redirect to a reference that ParseSameOrigin accepted, instead of to its result
//   - checked-reference: a redirect to a reference that was resolved with Parse and then checked, instead of to the resolved URL
//   - redirect-pathname: a redirect to the path of a URL, which can begin with "//"
//   - redirect-relative: a call to http.Redirect with a result of MakeRelative
//   - fasthttp-redirect: a call to fasthttp's Redirect with a result of RelativeToOrigin
//   - local-check: a redirect whose checks accept a reference that leads to another site
//   - unchecked-redirect: a redirect to a string that a client sent and that no check rejects, whether the handler sends the
//     string unchanged or builds the target from it, except for X-Forwarded fields, which no page can make a browser send; a response
//     with credentials that any Origin can read
//   - unchecked-request: a request or a connection to a host that a client chose, made with the default transport of net/http
//   - request-path: a request whose path contains a string that a client sent, which can be "../../admin"
//   - own-path: a redirect to the path of the request itself, which can begin with "//" or "/\". Handlers for a fixed path, such as
//     "/login" or "GET /a/{id}", are exempt, unless they redirect to what follows that path.
//   - url-prefix: a redirect or a request after a comparison of strings that is meant to allow one domain but also allows others;
//     an Access-Control-Allow-Origin field after such a comparison
//   - origin-check: a comparison of the Origin or Referer field that also accepts other sites, such as
//     strings.HasPrefix(origin, "https://example.com")
//   - checked-string: a request for a string, instead of for the URL that was parsed from it and checked
//   - host-template: a URL in which a string that a client sent can cut off or change the host
//   - address-check: a request or a connection after a check that rejects some private addresses but accepts others, such as
//     64:ff9b::a9fe:a9fe, which leads to 169.254.169.254; a check followed by a client that looks up the host again; such a check in
//     the Control function of a dialer, or in a function that looks up a host and returns an error
//   - server-url: a call to FromNetURL with the URL of a request to a server, which has no host
//   - transport-pool: a new transport from package guard for each request
//   - guard-transport: an assignment to the Proxy field or a dial function of guard's transport, which can bypass the policy
//   - guard-client: a request by another client for a URL that a policy from package guard checked, or that a client with such
//     a policy also requests
//
// Links in pages:
//
//   - scheme-prefix: a link whose checks accept a script, a data: URL or a file
//   - unchecked-link: a link that a client chose, which can be a script
//   - host-scheme: a link or a redirect after a check of the host of a URL but not of its scheme
//   - scheme-check: a function that recognizes some "javascript:" URLs but not all of them
//   - display-html: unescaped output from package display in a page
//
// Hosts and ports:
//
//   - split-host-port: a call to net.SplitHostPort that ignores the error, with a host that may have no port
//   - host-label: a label of a host that a client sent, which may be several labels
//   - parse-ip, join-host-port: a call to net.ParseIP or net.JoinHostPort with a host in brackets
//   - host-port: the Hostname of a net/url URL, followed by a colon and a port, without the brackets of an IPv6 address
//   - default-port: a comparison of a port with "80" or "443", although the default port is ""
//   - never-equal: a comparison of a scheme, a protocol, a search or a hash with a string that it can never be, such as "https:"
//   - host-prefix: a redirect, a request or a page after a check of how a host begins, or a check with a regular expression
//     that also matches other hosts
//   - host-suffix: a call to strings.HasSuffix or strings.Contains that compares a host with a domain without a dot before it,
//     so that other domains also match
//   - opaque-origins: a comparison of two origins with ==
//   - origin-pattern: a pattern such as https://*.example.com that is parsed as an origin
//
// Calls that have no effect, or not the intended effect:
//
//   - discarded-result: a call to a method that returns a new URL, without using the result
//   - zero-url: a setter that is called on the zero URL
//   - partial-setter: a call to SetHref, SetProtocol, SetHost, SetHostname or SetPort whose error is ignored, unless it is
//     assigned to _, the value is a constant, a number or a part of a URL, or the URL is not used again
//   - segments-error: a call to DecodedSegments, or to the Decode method of SegmentDecoder, whose error is ignored
//   - json-omitempty: a URL field whose tag contains omitempty, which never omits a struct
//   - lost-copy: a setter that is called on the variable of a range loop
//   - delete-in-loop: a call to Delete while a loop ranges over the same list
//   - file-path: the path of a URL, used as a file name
//   - log-nested: a URL inside a struct or a slice that is logged with slog, which then shows its password and its query
//
// The "migrate" flag extends parse-ip, join-host-port and default-port to net/url URLs, and adds four rules:
//
//   - empty-path: a comparison of a path with "", or of its length with 0
//   - second-slash: a path or a URL that is joined with a string that begins with "/"
//   - path-prefix: a path that is used as a prefix of other paths
//   - relative-refused: a relative reference that is parsed without a base URL
//
// Three rules apply to [github.com/weburl-go/url/net/url], the package that replaces net/url:
//
//   - dropin-method: a call to the Parse or UnmarshalBinary method of a URL, which still reads URLs as net/url does; a call to
//     ResolveReference with a reference that the package's Parse returned
//   - dropin-string: a redirect or a request that uses the original string, instead of the URL that was parsed from it and checked
//   - dropin-import: with the "dropin" flag, a call to net/url's Parse with a string that a client sent. The fix changes the
//     import.
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

// Analyzer reports the problems listed in the package documentation. With its "migrate" flag, it also reports code that
// is correct with net/url but wrong with github.com/weburl-go/url. With its "dropin" flag, it also suggests importing
// github.com/weburl-go/url/net/url instead of net/url.
var Analyzer = &analysis.Analyzer{
	Name: "weburlvet",
	Doc: `report incorrect handling of URLs

The analyzer checks programs that use net/url or github.com/weburl-go/url. It reports redirects that can lead to other sites, host
checks that also accept other hosts, and ignored results and errors. With -weburlvet.migrate, it also reports code that is correct
with net/url but wrong with github.com/weburl-go/url. For the list of rules, see ` + list,
	URL:       guide + "#code-that-compiles-but-does-the-wrong-thing",
	Requires:  []*analysis.Analyzer{inspect.Analyzer},
	FactTypes: []analysis.Fact{(*judgements)(nil)},
	Run:       run,
}

func init() {
	Analyzer.Flags.BoolVar(&offerDropIn, "dropin", false,
		"also suggest importing "+code.DropIn+" where net/url parses a string from a client")
	Analyzer.Flags.BoolVar(&migrate, "migrate", false,
		"also report code that is correct with net/url but wrong with github.com/weburl-go/url")
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
	{name: "request-path", nodes: functions, check: (*checker).requestPath, executes: true, notTests: true},
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
	c := &checker{Machine: m, reported: map[token.Pos]bool{}, uncheckedHits: map[ast.Node][]interp.Hit{}, sinksIn: map[ast.Node]bool{}, words: words{m.Labels}}
	m.Sinks, m.Judge, c.references = c.sink, c.judgement, c.words.references()
	c.namesScript = sync.OnceValue(func() bool { return code.InPackage(pass, namesScript) })
	c.namesOrigin = sync.OnceValue(func() bool { return code.InPackage(pass, c.namesSource) })
	c.hasDialer = sync.OnceValue(func() bool { return code.InPackage(pass, c.isDialer) })
	c.hasTransport = sync.OnceValue(func() bool { return code.InPackage(pass, c.ofTransport) })
	c.comparesTexts = sync.OnceValue(func() bool { return code.InPackage(pass, c.looksInText) })
	return c
}
