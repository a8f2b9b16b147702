package psl

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url"
)

// Error says which line of a list is wrong.
type Error struct {
	Line int    // from 1
	Rule string // the rule in this line, as it is written there
	Err  error  // what is wrong with it
}

// Error returns a message such as
//
//	psl: line 3: rule "a..com": a label is empty
func (e *Error) Error() string {
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

// maxName is the length of a domain in the DNS (https://www.rfc-editor.org/rfc/rfc1035#section-3.1). Without a limit, a
// list would hold all the domains above one of many labels, and hashing them would take quadratic time.
const maxName = 253

// Parse reads a public suffix list. A line is blank, a comment that begins with "//", or a rule. Lines end in LF or CRLF
// and may have any length. Parse skips a byte order mark at the beginning of the list, and white space at the beginning
// of a line.
//
// A rule ends at the first white space: a space, tab, vertical tab, form feed or CR. It is a domain that a URL can
// have, in upper or lower case, in UTF-8 or in Punycode, without a dot before or after it. In Punycode it has at most
// 253 bytes, as in the DNS. Before the domain there may be:
//
//   - "*.", a wildcard for any one label. The rule "*" is a wildcard for any last label.
//   - "!", which makes the rule an exception from a rule with a wildcard. The domain has two labels or more. The other
//     rule may come later or be missing.
//
// A rule may be on the list more than once, even in both sections.
//
// The comments "// ===BEGIN ICANN DOMAINS===" and "// ===END ICANN DOMAINS===" enclose the rules of the ICANN section.
// "// ===BEGIN PRIVATE DOMAINS===" ends it, too. All other comments may contain any bytes. A list without rules is not
// an error.
//
// The error is an [*Error] for the first line that is wrong, or it wraps the error of r. With an error, the list is
// nil. Parse reads r to its end and keeps all of it in memory while it runs. Limit an r that you do not trust, for
// example by http.MaxBytesReader; io.LimitReader is not suitable, because it cuts the list short without an error. The
// list does not keep the text of r alive.
func Parse(r io.Reader) (*List, error) {
	var text strings.Builder
	if _, err := io.Copy(&text, r); err != nil {
		return nil, fmt.Errorf("psl: read: %w", err)
	}
	var p parser
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text.String(), "\uFEFF")) {
		number++
		if rule := p.line(line); rule != "" {
			if err := p.rule(rule); err != nil {
				return nil, &Error{number, strings.Clone(rule), err}
			}
		}
	}
	return p.list(), nil
}

// parser contains what the lines read so far have said.
type parser struct {
	inICANN bool
	version string
	names   []namedRules
	size    int // of all names, in bytes
}

// namedRules are rules of one name.
type namedRules struct {
	name  string
	rules ruleSet
}

const whiteSpace = " \t\n\v\f\r"

// line returns the rule in a line, or "". It reads the comment in a line.
func (p *parser) line(line string) (rule string) {
	line = strings.TrimLeft(line, whiteSpace)
	if comment, ok := strings.CutPrefix(line, "//"); ok {
		p.comment(strings.Trim(comment, whiteSpace))
		return ""
	}
	if end := strings.IndexAny(line, whiteSpace); end >= 0 {
		return line[:end]
	}
	return line
}

// comment notes the section that begins or ends with a comment, and the version that it names.
func (p *parser) comment(comment string) {
	switch comment {
	case "===BEGIN ICANN DOMAINS===":
		p.inICANN = true
	case "===END ICANN DOMAINS===", "===BEGIN PRIVATE DOMAINS===":
		p.inICANN = false
	}
	if version, ok := strings.CutPrefix(comment, "VERSION:"); ok && p.version == "" {
		p.version = strings.Clone(strings.TrimLeft(version, whiteSpace))
	}
}

// rule notes a rule.
func (p *parser) rule(rule string) error {
	name, kind, err := parseRule(rule)
	if err != nil {
		return err
	}
	if p.inICANN {
		kind |= kind << icannShift
	}
	p.names = append(p.names, namedRules{name, kind})
	p.size += len(name)
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
	case hasEmptyLabel(name):
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

// list returns the list of all rules. Its names share one string, so that it does not keep the comments.
func (p *parser) list() *List {
	var joined strings.Builder
	joined.Grow(p.size)
	for _, n := range p.names {
		joined.WriteString(n.name)
	}
	rest := joined.String()
	l := &List{names: make(map[string]ruleSet, len(p.names)), version: p.version}
	for _, n := range p.names {
		l.add(rest[:len(n.name)], n.rules)
		rest = rest[len(n.name):]
	}
	return l
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
