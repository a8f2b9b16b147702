package vet

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// words are the labels for the attacks of the rules.
type words struct{ interp.Labels }

const useIsHTTP = "resolve it against the page's URL, check IsHTTP, and use Href"

const throughGuard = "through a transport from " + code.WebURL + "/guard, which checks every address it dials"

const writeSameOrigin = "use redirect.SameOrigin or redirect.Target"

// literal reports whether one of the strings and characters in the function that encloses at is such a one.
func (c *checker) literal(at inspector.Cursor, is func(string) bool) bool {
	return code.Around(at, func(lit *ast.BasicLit) bool { s, err := strconv.Unquote(lit.Value); return err == nil && is(s) })
}

// guide explains the reports, and list names the rules: those of the release of this package, or of the main branch.
var guide, list = pagesOf(debug.ReadBuildInfo())

// aRelease matches the version of a release, but not a pseudo-version.
var aRelease = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[a-z]+\.[0-9]+)?$`)

func pagesOf(info *debug.BuildInfo, ok bool) (guide, list string) {
	tag, version := "main", ""
	if ok {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path == code.WebURL+"/vet" && aRelease.MatchString(m.Version) {
				tag, version = "vet/"+m.Version, "@"+m.Version
			}
		}
	}
	return "https://github.com/weburl-go/url/blob/" + tag + "/MIGRATING.md", "https://pkg.go.dev/" + code.WebURL + "/vet" + version + "#hdr-Rules"
}

var migrate, offerDropIn bool

// A rule looks at the nodes of some types.
type rule struct {
	name     string
	row      string // the anchor of its paragraph in MIGRATING.md, if it is not the name
	nodes    []ast.Node
	check    func(c *checker, at inspector.Cursor)
	flag     *bool // only with it
	executes bool  // it runs functions, and leaves to others what they found
	notTests bool  // what is wrong in a program is usual in a test, such as a check that only compares results
}

func (r rule) anchor() string { return cmp.Or(r.row, r.name) }

func namesScript(lit *ast.BasicLit) bool { return strings.Contains(lit.Value, "javascript:") }

// A checker is one run over a package.
type checker struct {
	*interp.Machine
	rule     rule // the one that runs
	reported map[token.Pos]bool

	words         words                     // of what is sent
	references    []string                  // what is sent to a function that may judge a reference
	arriving      map[string]bool           // the functions with a redirect, a request or a page, by full name
	registered    map[string][]string       // the paths that functions are registered for, by name
	allDomains    []string                  // those of the package
	uncheckedHits map[ast.Node][]interp.Hit // what arrives where nothing checks it
	stored        map[types.Object]bool     // isStored
	sinksIn       map[ast.Node]bool         // arrives

	// These report whether the package contains such a node. Each looks for it once.
	namesScript, namesOrigin, hasDialer, hasTransport, comparesTexts func() bool
}

// report reports n. The message is one sentence that says what goes wrong, then what to write. It ends with the name of the
// rule, because go vet does not show the category.
func (c *checker) report(n ast.Node, fixes []analysis.SuggestedFix, format string, args ...any) {
	if c.reported[n.Pos()] && c.rule.executes {
		return
	}
	c.reported[n.Pos()] = true
	link := guide + "#" + c.rule.anchor()
	c.Pass.Report(analysis.Diagnostic{
		Pos:            n.Pos(),
		End:            n.End(),
		Category:       c.rule.name,
		Message:        fmt.Sprintf(format, args...) + " (" + c.rule.name + ": " + link + ")",
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

var domainInText = regexp.MustCompile(`^(?:https?://)?(?:\*?\.|\*)?` +
	`([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}|localhost|127\.0\.0\.1)(?::[\d*]+)?(?:/.*)?$`)

var aFileName = regexp.MustCompile(`\.(html?|json|go|txt|css|js|png|ico|tmpl|ya?ml|xml|svg|md|conf|log|pem)$`)

// domains returns the strings with a domain of a function or, if it has none, those of the package.
func (c *checker) domains(body *ast.BlockStmt) (list []string) {
	add := func(n ast.Node) {
		for e := range code.All[ast.Expr](n) {
			if s, _ := c.Constant(e); domainInText.MatchString(s) && !aFileName.MatchString(s) && !slices.Contains(list, s) && len(list) < 5 {
				list = append(list, s)
			}
		}
	}
	if add(body); len(list) > 0 {
		return list
	}
	if c.allDomains == nil {
		for _, f := range c.Pass.Files {
			if !c.InTest(f) {
				add(f)
			}
		}
		c.allDomains = append([]string{}, list...)
	}
	return c.allDomains
}
