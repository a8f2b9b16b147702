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
// TOML decoders report the line. For YAML, wrap the URL in a type that adds the line of its node.
//
// Pitfall: Without a line, the message about a file with ten URLs is only
// `UnmarshalText "example.com": missing-scheme-non-relative-URL`, and your users must search for the right one. If values may be
// secret, don't print the line itself.
//
// Keywords: config error with its line, YAML, TOML, line number
func Example_configLine() {
	var fromYAML struct {
		Home  lineURL `yaml:"home"`
		Proxy lineURL `yaml:"proxy"`
	}
	const text = "home: https://EXAMPLE.com\nproxy: example.com\n"
	fmt.Println(yaml.Unmarshal([]byte(text), &fromYAML))
	fmt.Println(fromYAML.Home)

	var fromTOML struct {
		Home  url.URL
		Proxy url.URL
	}
	_, err := toml.Decode("home = 'https://EXAMPLE.com'\nproxy = 'example.com'\n", &fromTOML)
	fmt.Println(err)
	// Output:
	// line 2: url: UnmarshalText "example.com": missing-scheme-non-relative-URL at byte 0
	// https://example.com/
	// toml: line 2 (last key "proxy"): url: UnmarshalText "example.com": missing-scheme-non-relative-URL at byte 0
}

// A lineURL is a URL in a YAML file.
type lineURL struct {
	url.URL
}

func (u *lineURL) UnmarshalYAML(node *yaml.Node) error {
	if err := node.Decode(&u.URL); err != nil {
		return fmt.Errorf("line %d: %w", node.Line, err)
	}
	return nil
}

// Recipe: Read a URL from a flag (flag, pflag and cobra)
//
// `TextVar` takes the URL and its default. It exists in package flag and in pflag since version 1.1.
//
// Pitfall: With `StringVar`, `--home example.com` is accepted, and the program fails later, when it parses the string.
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
		{"--home", "example.org"}, // has no scheme
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
