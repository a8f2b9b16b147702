package urlpattern

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseComponent returns the component that has the standard's name, such as "pathname", or [BaseURL] for "baseURL".
// The error is an [*Error] that wraps [ErrComponent].
func ParseComponent(name string) (Component, error) {
	if c := slices.Index(componentNames[:], name); c >= 0 {
		return Component(c), nil
	}
	return 0, &Error{Component: noComponent, Err: ErrComponent}
}

// MarshalText returns what [Component.String] returns, so that an [Init] is an object in JSON. The error is an [*Error]
// that wraps [ErrComponent] if c is not a component.
func (c Component) MarshalText() ([]byte, error) {
	if c > BaseURL {
		return nil, &Error{Component: noComponent, Err: ErrComponent}
	}
	return []byte(c.String()), nil
}

// UnmarshalText is [ParseComponent].
func (c *Component) UnmarshalText(text []byte) error {
	parsed, err := ParseComponent(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// String returns a constructor string for the pattern, or "" if it knows none. [New] makes the same pattern of the string, with the
// same [Options] except for their base URL. The string may contain a password.
//
// No constructor string is known, for example, for these patterns:
//   - one with the pathname "*" and the search "q", because a pathname before a "?" begins with "/"
//   - one with a newline between two groups, because its pattern string stands for another pattern
//
// To check the string, String compiles up to four candidates.
func (p *Pattern) String() string { return p.text("") }

// text is String. It does not compile known, which is a constructor string for the pattern, or "".
func (p *Pattern) text(known string) string {
	if p.components[Protocol] == nil {
		return ""
	}
	for _, mark := range [...]string{"?", `\?`} { // "?" after a group would be a modifier
		for _, slashes := range [...]string{"//", ""} {
			s := p.written(slashes, mark)
			if s == known {
				return s
			}
			if q, err := New(s, p.options); err == nil && q.isSame(p) {
				return s
			}
		}
	}
	return ""
}

// written returns the pattern strings as a constructor string. An authority follows slashes, if they are not empty.
// What is "*" at the end is left out. Whether the string means the same has to be checked.
func (p *Pattern) written(slashes, questionMark string) string {
	var s strings.Builder
	s.WriteString(p.Component(Protocol) + colonBefore(slashes+p.Component(Pathname)) + slashes)
	if slashes != "" {
		username, password := p.Component(Username), p.Component(Password)
		if username != "*" || password != "*" {
			s.WriteString(username)
			if password != "*" {
				s.WriteString(colonBefore(password) + password)
			}
			s.WriteString("@")
		}
		s.WriteString(p.Component(Hostname))
		if port := p.Component(Port); port != "" {
			s.WriteString(colonBefore(port) + port)
		}
	}
	last := Pathname
	for c := Pathname; c <= Hash; c++ {
		if p.Component(c) != "*" {
			last = c + 1
		}
	}
	before := [...]string{"", questionMark, "#"}
	for c := Pathname; c < last; c++ {
		s.WriteString(before[c-Pathname] + p.Component(c))
	}
	return s.String()
}

// colonBefore returns ":", with a backslash if the two would be a name.
func colonBefore(s string) string {
	if r, _ := utf8.DecodeRuneInString(s); isAValidNameCodePoint(r, true) {
		return `\:`
	}
	return ":"
}

// isSame reports whether p and q have the same parts and names. Pattern strings do not tell: NOTES.md says which of them
// stand for two patterns.
func (p *Pattern) isSame(q *Pattern) bool {
	for c := Protocol; c <= Hash; c++ {
		if Compare(c, p, q) != 0 || !slices.Equal(p.components[c].groupNameList, q.components[c].groupNameList) {
			return false
		}
	}
	return true
}

// MarshalText returns what [Pattern.String] returns. It returns an [*Error] that wraps [ErrNotRepresentable] if
// [Pattern.UnmarshalText] would not make the same pattern of that: if the pattern has no constructor string, or if it was
// compiled with [Options.IgnoreCase] or with an engine that runs one of its regular expressions.
func (p *Pattern) MarshalText() ([]byte, error) {
	s := p.String()
	if s == "" || p.options.IgnoreCase || p.usesEngine() {
		return nil, &Error{Component: noComponent, Err: ErrNotRepresentable}
	}
	return []byte(s), nil
}

// usesEngine reports whether the engine of the options matches a component.
func (p *Pattern) usesEngine() bool {
	return slices.ContainsFunc(p.components[:], func(c *component) bool { return c.matcher.kind == matchEngine })
}

// UnmarshalText compiles a constructor string that is not relative, without options, as in a configuration file. If
// that fails, p is as it was. While it runs, nothing else may use p. Any error is an [*Error].
func (p *Pattern) UnmarshalText(text []byte) error {
	compiled, err := New(string(text), Options{})
	if err == nil {
		*p = *compiled
	}
	return err
}

// binaryVersion is the first byte of the binary form of a pattern.
const binaryVersion = 1

// AppendBinary implements [encoding.BinaryAppender]. It appends what [Pattern.MarshalBinary] returns to b.
func (p *Pattern) AppendBinary(b []byte) ([]byte, error) {
	if p.components[Protocol] == nil {
		return b, nil
	}
	text, err := p.MarshalText()
	if err != nil {
		return b, err
	}
	return append(append(b, binaryVersion), text...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler], which encoding/gob and CBOR use. The result contains the text of
// [Pattern.MarshalText], and has the same errors. It is empty for the zero Pattern. Declare a field of a struct as a *Pattern,
// because only the pointer has this method.
func (p *Pattern) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It sets p to the pattern that [Pattern.MarshalBinary] wrote, and
// compiles it again, without options. For all other bytes it returns an [*Error] that wraps [ErrBinary], and p stays as it is.
// While it runs, nothing else may use p.
func (p *Pattern) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		*p = Pattern{}
		return nil
	}
	notBinary := &Error{Component: noComponent, Err: ErrBinary}
	if data[0] != binaryVersion {
		return notBinary
	}
	text := string(data[1:])
	compiled, err := New(text, Options{})
	if err != nil || compiled.text(text) != text {
		return notBinary
	}
	*p = *compiled
	return nil
}

// MarshalJSON returns what JSON.stringify makes of the result of exec in a browser: an object with the inputs and, for each
// component, its input and its groups. Groups that are undefined are left out. A password of the URL is in the result.
//
// The zero Match is null, which exec returns if nothing matches.
//
// https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult
func (m Match) MarshalJSON() ([]byte, error) {
	if m.pattern == nil {
		return []byte("null"), nil
	}
	type componentResult struct {
		Groups map[string]string `json:"groups"`
		Input  string            `json:"input"`
	}
	inputs := []any{m.input}
	switch {
	case m.init != nil:
		inputs[0] = m.init
	case m.base != "":
		inputs = append(inputs, m.base)
	}
	result := map[string]any{"inputs": inputs}
	for c := Protocol; c <= Hash; c++ {
		result[c.String()] = componentResult{maps.Collect(m.Groups(c)), m.Input(c)}
	}
	return json.Marshal(result)
}
