package golangci

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/weburl-go/url/vet"
)

// golangci-lint finds the linter by its name, and gives it the settings of a configuration.
func TestPlugin(t *testing.T) {
	made, err := register.GetPlugin("weburlvet")
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		p, err := made(map[string]any{"migrate": on, "dropin": !on})
		if err != nil {
			t.Fatal(err)
		}
		analyzers, err := p.BuildAnalyzers()
		if err != nil || len(analyzers) != 1 || analyzers[0] != vet.Analyzer || p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("%v, %v, %q", analyzers, err, p.GetLoadMode())
		}
		for name, want := range map[string]bool{"migrate": on, "dropin": !on} {
			if got := vet.Analyzer.Flags.Lookup(name).Value.String() == "true"; got != want {
				t.Errorf("%s is %v", name, got)
			}
		}
	}
	if _, err := made(nil); err != nil {
		t.Error(err)
	}
	if _, err := made(map[string]any{"unknown": true}); err == nil {
		t.Error("an unknown setting is no error")
	}
}
