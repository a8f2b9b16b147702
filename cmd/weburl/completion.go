package main

import (
	"fmt"
	"strings"
)

// shells are the shells for which there is a script.
var shells = []string{"bash", "zsh", "fish"}

// completion returns the script that completes the flags of the command in a shell.
func completion(args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("completion takes one shell: %s", strings.Join(shells, ", "))
	}
	switch args[0] {
	case "bash":
		return bashCompletion(), nil
	case "zsh":
		return zshCompletion(), nil
	case "fish":
		return fishCompletion(), nil
	}
	return "", unknown("shell", args[0], shells)
}

// valuesOf returns what the shell can complete the value of a flag to, and whether that is a file.
func valuesOf(f flagSpec) (values []string, isFile bool) {
	switch f.arg {
	case "FILE":
		return nil, true
	case "PART", "PART,…":
		return partNames(), false
	case "WHEN":
		return colorValues, false
	case "SCHEME", "SCHEME,…":
		return []string{"http", "https", "ws", "wss", "ftp"}, false
	}
	return nil, false
}

func bashCompletion() string {
	var flags []string
	var cases strings.Builder
	for _, f := range flagSpecs() {
		flags = append(flags, "-"+f.name)
		values, isFile := valuesOf(f)
		switch {
		case isFile:
			fmt.Fprintf(&cases, "\t-%s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", f.name)
		case len(values) > 0:
			fmt.Fprintf(&cases, "\t-%s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", f.name, strings.Join(values, " "))
		case f.arg != "":
			fmt.Fprintf(&cases, "\t-%s) return ;;\n", f.name)
		}
	}
	return `# bash completion for weburl: source <(weburl completion bash)
_weburl() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
	COMPREPLY=()
	case $before in
	help) COMPREPLY=($(compgen -W '` + strings.Join(topicNames(), " ") + `' -- "$word")); return ;;
	completion) COMPREPLY=($(compgen -W '` + strings.Join(shells, " ") + `' -- "$word")); return ;;
` + cases.String() + `	esac
	case $word in
	-*) COMPREPLY=($(compgen -W '` + strings.Join(flags, " ") + `' -- "$word")) ;;
	*) [ "$COMP_CWORD" -gt 1 ] || COMPREPLY=($(compgen -W 'help completion' -- "$word")) ;;
	esac
}
complete -o default -F _weburl weburl
`
}

func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef weburl\n# zsh completion for weburl: weburl completion zsh > \"${fpath[1]}/_weburl\"\n_arguments -S \\\n")
	for _, f := range flagSpecs() {
		spec := "*-" + f.name + "[" + zshText(f.doc) + "]"
		values, isFile := valuesOf(f)
		switch {
		case isFile:
			spec += ":file:_files"
		case len(values) > 0:
			for i := range values {
				values[i] = zshText(values[i])
			}
			spec += ":value:(" + strings.Join(values, " ") + ")"
		case f.arg != "":
			spec += ":value:"
		}
		fmt.Fprintf(&b, "  '%s' \\\n", spec)
	}
	fmt.Fprintf(&b, "  '*:URL:(help completion)'\n")
	return b.String()
}

// zshText escapes a text for a specification of _arguments in single quotes.
func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# fish completion for weburl: weburl completion fish > ~/.config/fish/completions/weburl.fish\n")
	for _, f := range flagSpecs() {
		fmt.Fprintf(&b, "complete -c weburl -o %s -d '%s'", f.name, fishText(f.doc))
		values, isFile := valuesOf(f)
		switch {
		case isFile:
			b.WriteString(" -r -F")
		case len(values) > 0:
			fmt.Fprintf(&b, " -x -a '%s'", strings.Join(values, " "))
		case f.arg != "":
			b.WriteString(" -x")
		}
		b.WriteByte('\n')
	}
	for _, c := range []struct {
		name   string
		values []string
	}{{"help", topicNames()}, {"completion", shells}} {
		fmt.Fprintf(&b, "complete -c weburl -n __fish_is_first_arg -a %s\n", c.name)
		fmt.Fprintf(&b, "complete -c weburl -n '__fish_seen_subcommand_from %s' -x -a '%s'\n", c.name, strings.Join(c.values, " "))
	}
	return b.String()
}

// fishText escapes a text in single quotes.
func fishText(s string) string { return strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) }
