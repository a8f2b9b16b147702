package vet

import (
	"go/ast"
	"regexp"
	"slices"

	"github.com/weburl-go/url/vet/internal/code"
)

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
