package main

import (
	"fmt"
	"slices"
	"strings"
)

// shells lists the shells that have a completion script.
var shells = []string{"bash", "zsh", "fish"}

// scripts contains the completion scripts. They call weburl itself (see complete), and leave file names to the shell.
var scripts = map[string]string{
	"bash": `# bash completion for weburl: source <(weburl completion bash)
_weburl() {
	local IFS=$'\n'
	COMPREPLY=($("$1" __complete "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null))
	[[ $COMPREPLY != *[=:] ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _weburl weburl
`,
	"zsh": `#compdef weburl
# zsh completion for weburl: source <(weburl completion zsh), or weburl completion zsh > "${fpath[1]}/_weburl"
_weburl() {
	local -a list=(${(f)"$("${words[1]}" __complete "${(j: :)words[1,CURRENT-1]} $PREFIX" "$PREFIX" 2>/dev/null)"})
	compadd -S '' -- ${(M)list:#*[=:]}
	compadd -- ${list:#*[=:]} || (( $#list )) || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _weburl weburl
[[ $funcstack[1] != _weburl ]] || _weburl # zsh has loaded this file to complete a word
`,
	"fish": `# fish completion for weburl: weburl completion fish > ~/.config/fish/completions/weburl.fish
complete -c weburl -f -a '(weburl __complete "$(commandline -cp)" "$(commandline -ct)" 2>/dev/null | string match "*"
	or __fish_complete_path (commandline -ct))'
`,
}

func completion(args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("completion needs one shell: %s", strings.Join(shells, ", "))
	}
	if script, ok := scripts[args[0]]; ok {
		return script, nil
	}
	return "", unknown("shell", args[0], shells)
}

// complete returns the output of "weburl __complete LINE TEXT", which has a line for each way to complete the end of LINE.
// TEXT is the text that the shell replaces, which is at most the last word.
func complete(line, text string) (lines string) {
	words := strings.Fields(line + "\x00") // the last word may be empty
	last := len(words) - 1
	flag, value := words[max(last-1, 0)], strings.Trim(words[last], "'\"\x00")
	if name, rest, ok := strings.Cut(value, "="); ok && strings.HasPrefix(name, "-") {
		flag, value = name, rest
	}
	start := 1 + strings.LastIndexAny(value, ",=")
	piece := value[start:]
	var names []string
	switch f, _ := flagNamed(flag); {
	case f.arg != "":
		names = namesFor(f, value[:start])
	case flag == "help" && last == 2:
		names = append(topicNames(), flagNames("", flagSpecs())...)
	case flag == "completion" && last == 2:
		names = shells
	case strings.HasPrefix(piece, "-"):
		names = flagNames("-", flagSpecs())
	case last == 1:
		names = []string{"help", "completion"}
	}
	for i, name := range names {
		if strings.HasPrefix(name, piece) && !slices.Contains(names[:i], name) { // a topic may have the name of a flag
			lines += strings.TrimSuffix(text, piece) + name + "\n"
		}
	}
	return lines
}

// namesFor returns the names that can follow the beginning of a flag's value.
func namesFor(f flagSpec, before string) []string {
	form := strings.TrimSuffix(f.arg, ",…")
	switch {
	case strings.HasPrefix(before, "scheme="):
		form = "SCHEME"
	case before != "" && form != "PART" && form != "SCHEME":
		return nil // any text may follow
	case f.name == "append":
		return []string{"path=", "query=", "query:", "fragment="}
	}
	assigned := func(names []string) []string { // "query:" goes on without a "="
		return strings.Fields(strings.ReplaceAll(strings.Join(names, "= ")+"=", ":=", ":"))
	}
	return map[string][]string{
		"WHEN": colorValues, "SCHEME": {"http", "https", "ws", "wss", "ftp", "file"}, "query:GLOB": {"query:"},
		"PART": partNames(), "PART=GLOB": assigned(partNames()), "PART=VALUE": append(assigned(settable), "query:"),
	}[form]
}
