package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// shells are the shells for which there is a script.
var shells = []string{"bash", "zsh", "fish"}

// completion returns the script that completes words in a shell. The scripts ask the command itself, see candidates.
func completion(args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("completion takes one shell: %s", strings.Join(shells, ", "))
	}
	script := map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[args[0]]
	if script == "" {
		return "", unknown("shell", args[0], shells)
	}
	return script, nil
}

// completeCommand is the hidden command that the scripts run, with the shell and the words so far.
const completeCommand = "__complete"

// Each script asks for the line ":files" where the shell completes names of files.
const (
	bashCompletion = `# bash completion for weburl: source <(weburl completion bash)
_weburl() {
	local IFS=$'\n'
	COMPREPLY=($("$1" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
	if [ "${COMPREPLY[0]}" = :files ]; then
		COMPREPLY=() # and bash completes names of files
	else
		compopt -o nospace 2>/dev/null # the candidates end in a space where a word ends
	fi
}
complete -o default -F _weburl weburl
`
	zshCompletion = `#compdef weburl
# zsh completion for weburl: source <(weburl completion zsh), or weburl completion zsh > "${fpath[1]}/_weburl"
_weburl() {
	local line
	local -a whole open
	for line in "${(@f)$("${words[1]}" __complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
		case $line in
		:files) _files; return ;;
		+*) open+=("${line#+}") ;;
		?*) whole+=("${line#-}") ;;
		esac
	done
	_describe -t values value whole
	_describe -t names name open -S ''
}
if [ "$funcstack[1]" = _weburl ]; then
	_weburl "$@"
else
	(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
	compdef _weburl weburl
fi
`
	fishCompletion = `# fish completion for weburl: weburl completion fish > ~/.config/fish/completions/weburl.fish
function __weburl_complete
	set -l words (commandline -opc) "$(commandline -ct)"
	set -l lines ($words[1] __complete fish $words[2..-1] 2>/dev/null)
	if test "$lines[1]" = :files
		__fish_complete_path (commandline -ct)
	else
		string join \n -- $lines
	end
end
complete -c weburl -f -a '(__weburl_complete)'
`
)

// A candidate is what the last word may become.
type candidate struct{ word, doc string }

// open reports whether the word goes on.
func (c candidate) open() bool { return strings.ContainsAny(c.word[len(c.word)-1:], "=:") }

// candidates returns what "weburl __complete" writes: a line for each candidate, as the script of the shell reads it.
func candidates(args []string) string {
	if len(args) < 2 {
		return ""
	}
	words, cut := args[1:], 0
	if args[0] == "bash" {
		words = shellWords(args[len(args)-1])[1:]
		if len(words) == 0 {
			return ""
		}
		cut = 1 + strings.LastIndexAny(words[len(words)-1], args[1]) // bash replaces only what follows
	}
	list, files := complete(words)
	if files {
		return ":files\n"
	}
	var b strings.Builder
	for _, c := range list {
		space, sign := " ", "-"
		if c.open() {
			space, sign = "", "+"
		}
		switch args[0] {
		case "bash":
			b.WriteString(c.word[min(cut, len(c.word)):] + space + "\n")
		case "zsh":
			b.WriteString(sign + strings.ReplaceAll(c.word, ":", `\:`) + ":" + c.doc + "\n")
		case "fish":
			b.WriteString(c.word + "\t" + c.doc + "\n")
		}
	}
	return b.String()
}

// complete returns what the last word may become, or whether it is the name of a file.
func complete(words []string) (list []candidate, files bool) {
	word, before := words[len(words)-1], ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	add := func(prefix string, names []string, doc func(name string) string) {
		for _, name := range names {
			if strings.HasPrefix(prefix+name, word) {
				list = append(list, candidate{prefix + name, doc(name)})
			}
		}
	}
	flag, start := before, ""
	if name, _, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
		flag, start = name, name+"=" // the value is in the same word
	}
	spec, isFlag := flagNamed(flag)
	switch {
	case before == "help" && len(words) == 2:
		names := append(topicNames(), flagNames("", flagSpecs())...)
		slices.Sort(names)
		add("", slices.Compact(names), flagDoc)
	case before == "completion" && len(words) == 2:
		add("", shells, noDoc)
	case isFlag && spec.arg != "":
		prefix, names, isFile := valuesOf(spec, word[len(start):])
		if isFile {
			return nil, start == ""
		}
		add(start+prefix, names, partDoc)
	case strings.HasPrefix(word, "-"):
		add("", flagNames("-", flagSpecs()), flagDoc)
	case len(words) == 1 && (strings.HasPrefix("help", word) || strings.HasPrefix("completion", word)):
		add("", []string{"help", "completion"}, noDoc)
	default:
		return nil, true
	}
	return list, false
}

func specialSchemes() (names []string) {
	for _, special := range infra.SpecialSchemes {
		names = append(names, special.Name)
	}
	return names
}

// valuesOf returns what the value of a flag can become, after a prefix that stays, and whether it is the name of a file.
func valuesOf(f flagSpec, value string) (prefix string, names []string, isFile bool) {
	name, _, hasValue := strings.Cut(value, "=")
	switch {
	case strings.HasSuffix(f.arg, ",…"):
		prefix = value[:1+max(strings.LastIndexByte(value, ','), strings.LastIndexByte(value, '='))]
	case hasValue:
		prefix = name + "="
	}
	switch {
	case f.arg == "FILE":
		return "", nil, true
	case f.arg == "WHEN":
		return "", colorValues, false
	case f.arg == "SCHEME" || f.arg == "SCHEME,…" || hasValue && name == "scheme":
		return prefix, specialSchemes(), false
	case f.arg == "PART" || f.arg == "PART,…":
		return prefix, partNames(), false
	case hasValue:
		return "", nil, false
	case f.name == "append":
		return "", []string{"path=", "query=", "query:", "fragment="}, false
	case strings.HasPrefix(f.arg, "query:"):
		return "", []string{"query:"}, false
	case f.arg == "PART=GLOB,…":
		return "", assignable(partNames()), false
	case strings.HasPrefix(f.arg, "PART=VALUE"):
		return "", append(assignable(settable), "query:"), false
	}
	return "", nil, false
}

// assignable returns names with a "=" after each that does not end in ":".
func assignable(names []string) (list []string) {
	for _, name := range names {
		if !strings.HasSuffix(name, ":") {
			name += "="
		}
		list = append(list, name)
	}
	return list
}

func noDoc(string) string { return "" }

func flagDoc(name string) string {
	f, _ := flagNamed("-" + strings.TrimPrefix(name, "-"))
	return f.doc
}

// partDoc returns what the part of that name is, or "" if there is no such part.
func partDoc(name string) string {
	name = strings.TrimSuffix(name, "=")
	for _, f := range families() {
		if f.prefix == name {
			return f.doc
		}
	}
	p, _ := partNamed(name)
	return p.doc
}

// shellWords splits the beginning of a command line as a shell does. The last word is what stands before the cursor.
func shellWords(line string) (words []string) {
	var quote byte
	word, inWord := "", false
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case quote != 0 && b == quote:
			quote = 0
		case quote == 0 && (b == '\'' || b == '"'):
			quote, inWord = b, true
		case b == '\\' && quote != '\'' && i+1 < len(line):
			i++
			word, inWord = word+line[i:i+1], true
		case quote == 0 && (b == ' ' || b == '\t'):
			if inWord {
				words = append(words, word)
			}
			word, inWord = "", false
		default:
			word, inWord = word+line[i:i+1], true
		}
	}
	return append(words, word)
}
