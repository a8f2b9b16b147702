package vet

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/weburl-go/url/vet/internal/code"
	"github.com/weburl-go/url/vet/internal/interp"
)

// judgements is the fact about a function of another package: what it returns for each of the local references.
type judgements struct{ Results []string }

func (*judgements) AFact() {}

func (w words) references() []string {
	a := w.local()
	return slices.Concat(a.accepted, a.refused, a.leaks)
}

// general returns a text without the words of the package, because each package has its own, and special puts these in again.
func (w words) general(s string) string {
	return strings.NewReplacer(w.Attacker, "\x00attacker", w.Host, "\x00host", "/"+w.Accepted+"/", "\x00accepted").Replace(s)
}

func (w words) special(s string) string {
	return strings.NewReplacer("\x00attacker", w.Attacker, "\x00host", w.Host, "\x00accepted", "/"+w.Accepted+"/").Replace(s)
}

// judged returns which parameter of a function with one result is its first string, or -1.
func judged(f *types.Func) int {
	if f.Signature().Results().Len() != 1 {
		return -1
	}
	return slices.IndexFunc(slices.Collect(f.Signature().Params().Variables()), func(v *types.Var) bool { return code.IsText(v.Type()) })
}

// judgement returns what is known of a call of a function of another package.
func (c *checker) judgement(f *types.Func, args []any) (any, bool) {
	var known judgements
	i := judged(f)
	if i < 0 || i >= len(args) || c.Pass.ImportObjectFact == nil || !c.Pass.ImportObjectFact(f.Origin(), &known) {
		return nil, false
	}
	s, _ := args[i].(string)
	i = slices.Index(c.references, s)
	if i < 0 || len(known.Results) != len(c.references) {
		return nil, false
	} else if text, isText := strings.CutPrefix(known.Results[i], "="); isText {
		return c.words.special(text), true
	}
	return map[string]any{"true": true, "false": false, "error": interp.ErrAny}[known.Results[i]], true
}

// exportJudgements notes what exported functions say of references, if they accept one and refuse another.
func (c *checker) exportJudgements() {
	for f, declaration := range c.Declarations {
		i, known := judged(f), new(judgements)
		if !f.Exported() || i < 0 || !mayJudge(declaration) {
			continue
		}
		for _, s := range c.references {
			_, returned, end := c.Execute(declaration.Body, interp.Input{Param: f.Signature().Params().At(i), Made: true}, s)
			if end != interp.Finished || len(returned) != 1 || len(returned[0]) != 1 {
				break
			}
			switch v := returned[0][0].(type) {
			case bool, nil:
				known.Results = append(known.Results, fmt.Sprint(v))
			case error:
				known.Results = append(known.Results, "error")
			case string:
				known.Results = append(known.Results, "="+c.words.general(v))
			}
		}
		if len(known.Results) < len(c.references) || known.Results[0] == known.Results[1] {
			continue
		} else if known.Results[0] != "="+c.words.general(c.references[0]) || known.Results[1] != "="+c.words.general(c.references[1]) { // it judges
			c.Pass.ExportObjectFact(f, known)
		}
	}
}

// mayJudge reports whether a function looks for a slash, a colon or a host.
func mayJudge(f *ast.FuncDecl) bool {
	return code.Contains(f.Body, func(lit *ast.BasicLit) bool {
		return len(lit.Value) < 12 && strings.ContainsAny(lit.Value, `/:`)
	}) || code.Contains(f.Body, func(s *ast.SelectorExpr) bool {
		return slices.Contains([]string{"Host", "IsAbs", "Hostname"}, s.Sel.Name)
	})
}
