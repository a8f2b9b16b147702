// Package golangci makes the analyzer [weburlvet] a linter of golangci-lint, by its module plugin system.
//
// In .custom-gcl.yml, which golangci-lint custom reads:
//
//	version: v2.4.0
//	plugins:
//	  - module: github.com/weburl-go/url/vet/golangci
//	    version: latest
//
// In .golangci.yml:
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

// Settings are the flags of the analyzer.
type Settings struct {
	Migrate bool `json:"migrate"`
	DropIn  bool `json:"dropin"`
}

type plugin struct{}

// New returns the linter with the settings of the configuration, which have the fields of [Settings]. golangci-lint calls it.
// The error says which setting is not known.
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
