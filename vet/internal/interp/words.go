package interp

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"
)

// Labels are the words in what is sent: a label of the attacker's host, the host of the server, and a name of what is meant to be accepted.
// No text of the package contains one of them, so that no word of the code decides what is reported.
type Labels struct{ Attacker, Host, Accepted string }

// labelsFor returns the labels for a package. They are the usual ones, with more letters if the package contains these.
func labelsFor(info *types.Info) Labels {
	var b strings.Builder
	for _, t := range info.Types {
		if t.Value != nil && t.Value.Kind() == constant.String {
			b.WriteString(strings.ToLower(constant.StringVal(t.Value)) + "\n")
		}
	}
	texts := b.String()
	unused := func(word, rest string, forms ...string) string {
		for used := true; used; {
			used = slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(texts, strings.ReplaceAll(form, "*", word)) })
			if used {
				word += string(rune('z' - len(word)%26))
			}
		}
		return word + rest
	}
	return Labels{unused("evil", "", "*"), unused("app", ".example", "*.example"), unused("ok", "", "/*", "*.")}
}

// Owns reports whether a host, perhaps with a port, is one of the attacker's.
func (w Labels) Owns(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return strings.HasSuffix(name, w.Evil())
}

func (w Labels) Evil() string { return w.Attacker + ".example" }

// SentBy reports whether v is a string that only an attacker sends: no text of the package contains the word.
func (w Labels) SentBy(v any) bool {
	s, ok := v.(string)
	return ok && strings.Contains(s, w.Attacker)
}
