package psl

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// An Error reports which line of a list is invalid.
type Error struct {
	Line int    // the line number, beginning at 1
	Rule string // the rule as it is written in this line; "" if the line begins or ends a section
	Err  error  // what is wrong with the rule or the section
}

// Error returns a message such as
//
//	psl: line 3: rule "a..com": a label is empty
func (e *Error) Error() string {
	if e.Rule == "" {
		return fmt.Sprintf("psl: line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("psl: line %d: rule %.256q: %v", e.Line, e.Rule, e.Err)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// What can be wrong with a rule, besides [url.ErrDomainToASCII].
var (
	errNotUTF8    = errors.New("it is not UTF-8")
	errEmptyLabel = errors.New("a label is empty")
	errWildcard   = errors.New(`"*" is allowed only as the whole first label`)
	errException  = errors.New(`"!" is allowed only at the beginning, before a domain of two or more labels`)
	errNumber     = errors.New("the last label is a number, as in an IPv4 address")
	errTooLong    = errors.New("a domain has at most 253 bytes")
)

// What can be wrong with a section. The linter of https://github.com/publicsuffix/list refuses the same.
var (
	errNested  = errors.New("a section begins inside another one")
	errNoBegin = errors.New("this section has not begun")
	errNoEnd   = fmt.Errorf("the section that begins here does not end: %w", io.ErrUnexpectedEOF)
)

// maxName is the length of a domain in the DNS (https://www.rfc-editor.org/rfc/rfc1035#section-3.1). Without a limit, a
// list would hold all the domains above one of many labels, and hashing them would take quadratic time.
const maxName = 253

// Parse reads a public suffix list from r. It reads r to the end, and keeps all the data in memory until it returns. If
// you do not trust r, limit it with [net/http.MaxBytesReader], not with [io.LimitReader], which cuts the list short
// without an error.
//
// The error is an [*Error] for the first invalid line, or wraps the error that r returned. If there is an error, the
// list is nil. The list does not share memory with the data read from r.
//
// # Lines
//
// Each line is blank, contains a rule, or is a comment that begins with "//". Lines end in LF or CRLF, and may be of
// any length. A byte order mark at the beginning of the list is ignored, and so is white space at the beginning of a
// line.
//
// # Rules
//
// A rule ends at the first white space character: a space, tab, vertical tab, form feed or CR. The rule is a domain
// that is valid in a URL, with no leading or trailing dot. It may be written in upper or lower case, and in UTF-8 or
// Punycode. Its Punycode form is at most 253 bytes long, as in the DNS. The domain may be preceded by:
//
//   - "*.", a wildcard for any single label. The rule "*" is a wildcard for any last label. A "*" in any other place is
//     an error.
//   - "!", which makes the rule an exception to a wildcard rule. The domain of an exception has at least two labels.
//     The wildcard rule may follow the exception, or may be missing.
//
// A rule may occur more than once, even in both sections. A list without rules is not an error.
//
// # Sections
//
// The comments "// ===BEGIN ICANN DOMAINS===" and "// ===END ICANN DOMAINS===" enclose the ICANN section. The same
// comments with PRIVATE instead of ICANN enclose the private section. All other comments may contain any bytes.
//
//   - Each section may be missing, or may occur several times. Rules may be outside the sections.
//   - If the end of a section is missing, the list was cut short, and the error wraps [io.ErrUnexpectedEOF].
//   - A section inside another section is an error, and so is an end without a beginning.
func Parse(r io.Reader) (*List, error) {
	var text strings.Builder
	if _, err := io.Copy(&text, r); err != nil {
		return nil, fmt.Errorf("psl: read: %w", err)
	}
	p := parser{list: &List{names: make(map[string]ruleSet)}}
	number, outside := 0, 0 // this line, and the last one that is outside the sections
	for line := range strings.Lines(strings.TrimPrefix(text.String(), "\uFEFF")) {
		number++
		rule, err := p.line(line)
		if err != nil {
			return nil, &Error{Line: number, Rule: strings.Clone(rule), Err: err}
		}
		if p.section == "" {
			outside = number
		}
	}
	if p.section != "" {
		return nil, &Error{Line: outside + 1, Err: errNoEnd}
	}
	return p.list, nil
}

// parser contains what the lines read so far have said.
type parser struct {
	list    *List
	section string // that the last line is in: one of the sections, or ""
}

// The sections, in the words of their comments.
const (
	icannSection   = "ICANN DOMAINS==="
	privateSection = "PRIVATE DOMAINS==="
)

const whiteSpace = " \t\n\v\f\r"

// line reads a line, and returns the rule in it, or "".
func (p *parser) line(line string) (rule string, err error) {
	line = strings.TrimLeft(line, whiteSpace)
	if comment, ok := strings.CutPrefix(line, "//"); ok {
		return "", p.comment(strings.Trim(comment, whiteSpace))
	}
	if end := strings.IndexAny(line, whiteSpace); end >= 0 {
		line = line[:end]
	}
	if line == "" {
		return "", nil
	}
	return line, p.rule(line)
}

// comment notes the section that begins or ends with a comment, and the version that it names.
func (p *parser) comment(comment string) error {
	if version, ok := strings.CutPrefix(comment, "VERSION:"); ok && p.list.version == "" {
		p.list.version = strings.Clone(strings.TrimLeft(version, whiteSpace))
	}
	mark, section, _ := strings.Cut(comment, " ")
	isBegin, isEnd := mark == "===BEGIN", mark == "===END"
	switch {
	case section != icannSection && section != privateSection:
	case isBegin && p.section != "":
		return errNested
	case isBegin:
		p.section = section
	case isEnd && p.section != section:
		return errNoBegin
	case isEnd:
		p.section = ""
	}
	return nil
}

// rule notes a rule.
func (p *parser) rule(rule string) error {
	name, kind, err := parseRule(rule)
	if err != nil {
		return err
	}
	if p.section == icannSection {
		kind |= kind << icannShift
	}
	p.list.add(name, kind)
	return nil
}

// parseRule returns the name of a rule, as it is in the host of a URL, and the rule's kind.
func parseRule(rule string) (name string, kind ruleSet, err error) {
	if rule == "*" {
		return "", wildcard, nil
	}
	name, kind = rule, plain
	if rest, ok := strings.CutPrefix(rule, "*."); ok {
		name, kind = rest, wildcard
	} else if rest, ok := strings.CutPrefix(rule, "!"); ok {
		name, kind = rest, exception
	}
	if !utf8.ValidString(name) {
		return "", 0, errNotUTF8
	}
	if name == "" {
		return "", 0, errEmptyLabel
	}
	if name, err = url.DomainToASCII(name); err != nil {
		return "", 0, url.ErrDomainToASCII
	}
	return name, kind, checkName(name, kind)
}

// checkName says what is wrong with the name of a rule.
func checkName(name string, kind ruleSet) error {
	host, err := url.ParseHost(name)
	switch {
	case infra.HasEmptyLabel(name):
		return errEmptyLabel
	case len(name) > maxName:
		return errTooLong
	case strings.Contains(name, "*"):
		return errWildcard
	case strings.Contains(name, "!"), kind == exception && !strings.Contains(name, "."):
		return errException
	case err != nil || host.Kind() != url.HostDomain: // name is in ASCII, so nothing else can be wrong
		return errNumber
	}
	return nil
}

// add adds rules with the given name, and the domains above it.
func (l *List) add(name string, rules ruleSet) {
	if name == "" {
		l.count(l.top, rules)
		l.top |= rules
		return
	}
	before, known := l.names[name]
	l.count(before, rules)
	if before|rules == before {
		return
	}
	name = strings.Clone(name) // the list must not keep the text that it is read from
	l.names[name] = before | rules
	for !known {
		_, above, ok := strings.Cut(name, ".")
		if !ok {
			return
		}
		if _, known = l.names[above]; !known {
			l.names[above] = 0
		}
		name = above
	}
}

// count counts the rule that is added to those with the same name, unless it is one of them.
func (l *List) count(before, added ruleSet) {
	if !before.has(added & (plain | wildcard | exception)) {
		l.rules++
	}
}
