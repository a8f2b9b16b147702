// Package golangci makes the analyzer [weburlvet] available in golangci-lint, as a module plugin.
//
// To build a version of golangci-lint with the plugin, save this file as .custom-gcl.yml and run golangci-lint custom:
//
//	version: v2.15.0
//	plugins:
//	  - module: github.com/weburl-go/url/vet/golangci
//	    version: latest
//
// Then enable the linter in .golangci.yml:
//
//	version: "2"
//	linters:
//	  enable: [weburlvet]
//	  settings:
//	    custom:
//	      weburlvet:
//	        type: module
//	        original-url: github.com/weburl-go/url/vet
//	        settings:
//	          migrate: false
//	          dropin: false
//
// [weburlvet]: https://pkg.go.dev/github.com/weburl-go/url/vet
package golangci

import (
	"strconv"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/weburl-go/url/vet"
)

func init() { register.Plugin(vet.Analyzer.Name, New) }

// Settings holds the flags of the analyzer.
type Settings struct {
	Migrate bool `json:"migrate"`
	DropIn  bool `json:"dropin"`
}

type plugin struct{}

// New returns the linter. The settings come from the configuration of golangci-lint, which calls New, and have the fields of
// [Settings]. If a setting is unknown, the error names it.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, err
	}
	for name, on := range map[string]bool{"migrate": s.Migrate, "dropin": s.DropIn} {
		if err := vet.Analyzer.Flags.Set(name, strconv.FormatBool(on)); err != nil {
			return nil, err
		}
	}
	return plugin{}, nil
}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{vet.Analyzer}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
