// Package cookbook_test contains the recipes of COOKBOOK.md that use third-party modules.
package cookbook_test

import (
	"fmt"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/weburl-go/url"
	"gopkg.in/yaml.v3"
)

// Recipe: Report the line of a mistake in a config file
//
// TOML decoders report the line number of an error. For YAML, wrap the URL in a type that adds its node's line number to the
// error.
//
// Pitfall: Without the line number, users see only `UnmarshalText "example.com": missing-scheme-non-relative-URL` and have to
// search the whole file for that URL. Print only the line number, because the line itself can contain a secret.
//
// Keywords: config error with its line, YAML, TOML, line number
func Example_configLine() {
	var fromYAML struct {
		Home  lineURL `yaml:"home"`
		Proxy lineURL `yaml:"proxy"`
	}
	const text = "home: https://EXAMPLE.com\nproxy: example.com\n"
	if err := yaml.Unmarshal([]byte(text), &fromYAML); err != nil {
		fmt.Println(err)
	}
	fmt.Println(fromYAML.Home)

	var fromTOML struct {
		Home  url.URL
		Proxy url.URL
	}
	_, err := toml.Decode("home = 'https://EXAMPLE.com'\nproxy = 'example.com'\n", &fromTOML)
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 2: url: UnmarshalText "example.com": missing-scheme-non-relative-URL at byte 0
	// https://example.com/
	// toml: line 2 (last key "proxy"): url: UnmarshalText "example.com": missing-scheme-non-relative-URL at byte 0
}

// A lineURL is a URL in a YAML file. If it does not parse, the error contains its line.
type lineURL struct {
	url.URL
}

func (u *lineURL) UnmarshalYAML(node *yaml.Node) error {
	if err := node.Decode(&u.URL); err != nil {
		return fmt.Errorf("line %d: %w", node.Line, err)
	}
	return nil
}

// Recipe: Read a URL from a flag with flag, pflag or cobra
//
// Pass the URL and its default value to `TextVar`, which is available in `flag` and, since version 1.0.7, in pflag.
//
// Pitfall: `StringVar` accepts `--home example.com`, so the program doesn't fail until later, when it parses the string.
//
// Keywords: flag, pflag, cobra, command line
func Example_cobra() {
	var home url.URL
	command := &cobra.Command{
		Use: "get",
		RunE: func(*cobra.Command, []string) error {
			fmt.Println(home)
			return nil
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	command.Flags().TextVar(&home, "home", url.MustParse("https://example.com/"), "the home page")
	for _, args := range [][]string{
		{},
		{"--home", "https://EXAMPLE.org"},
		{"--home", "example.org"}, // no scheme
	} {
		command.SetArgs(args)
		if err := command.Execute(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// https://example.com/
	// https://example.org/
	// invalid argument "example.org" for "--home" flag: url: UnmarshalText "example.org": missing-scheme-non-relative-URL at byte 0
}
