package urlpattern

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseComponent returns the component with the given name in the standard, such as [Pathname] for "pathname", or
// [BaseURL] for "baseURL". For any other name, the error is an [*Error] that wraps [ErrComponent].
func ParseComponent(name string) (Component, error) {
	if c := slices.Index(componentNames[:], name); c >= 0 {
		return Component(c), nil
	}
	return 0, &Error{Component: noComponent, Err: ErrComponent}
}

// MarshalText implements [encoding.TextMarshaler]. It returns the result of [Component.String], so that an [Init] is
// encoded as a JSON object. If c is not a component, the error is an [*Error] that wraps [ErrComponent].
func (c Component) MarshalText() ([]byte, error) {
	if c > BaseURL {
		return nil, &Error{Component: noComponent, Err: ErrComponent}
	}
	return []byte(c.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets c to the result of [ParseComponent].
func (c *Component) UnmarshalText(text []byte) error {
	parsed, err := ParseComponent(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// String returns a constructor string for the pattern, or "" if it finds none. [New] compiles this string to the same
// pattern if given the same Options without BaseURL. The string may contain a password.
//
// Some patterns have no constructor string, such as these:
//
//   - a pattern with the pathname "*" and the search "q", because a pathname before a "?" begins with "/"
//   - a pattern with a newline between two groups, because a constructor string with that newline means a different
//     pattern
//
// String compiles up to four candidates to find a string that works.
func (p *Pattern) String() string { return p.text("") }

// text is String. It does not compile known, which is a constructor string for the pattern, or "".
func (p *Pattern) text(known string) string {
	if p.compiledPattern == nil {
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

// MarshalText implements [encoding.TextMarshaler]. It returns the result of [Pattern.String]. If [Pattern.UnmarshalText]
// would not restore the same pattern, MarshalText returns an [*Error] that wraps [ErrNotRepresentable].
//
// This is the case if the pattern has no constructor string, was compiled with [Options.IgnoreCase], or requires the
// [Options.RegExpEngine] that it was compiled with.
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

// UnmarshalText implements [encoding.TextUnmarshaler], so that configuration files can contain patterns. It compiles a
// constructor string without options, so the string must not be relative. If there is an error, it is an [*Error], and
// p is unchanged. Nothing else may use p during the call.
func (p *Pattern) UnmarshalText(text []byte) error {
	read, err := New(string(text), Options{})
	if err == nil {
		*p = *read
	}
	return err
}

// binaryVersion is the first byte of the binary form of a pattern.
const binaryVersion = 1

// AppendBinary implements [encoding.BinaryAppender]. It appends the result of [Pattern.MarshalBinary] to b.
func (p *Pattern) AppendBinary(b []byte) ([]byte, error) {
	if p.compiledPattern == nil {
		return b, nil
	}
	text, err := p.MarshalText()
	if err != nil {
		return b, err
	}
	return append(append(b, binaryVersion), text...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler], which is used by encoding/gob and by CBOR packages. The result
// contains the text that [Pattern.MarshalText] returns, and MarshalBinary fails with the same errors. The result is
// empty for the zero Pattern. If a struct field holds a pattern, declare it as a *Pattern, because this method has a
// pointer receiver.
func (p *Pattern) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It compiles a pattern written by [Pattern.MarshalBinary],
// using no options, and sets p to the result. For any other data, the error is an [*Error] that wraps [ErrBinary], and p
// is unchanged. Nothing else may use p during the call.
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
	read, err := New(text, Options{})
	if err != nil || read.text(text) != text {
		return notBinary
	}
	*p = *read
	return nil
}

// MarshalJSON returns JSON equivalent to what JSON.stringify produces for the result of exec in a browser. It is an object
// with the inputs and, for each component, its input and its groups. Undefined groups are left out. If the URL contains a
// password, so does the JSON.
//
// The zero Match is encoded as null, which is what exec returns if the URL does not match.
//
// It implements https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult.
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
