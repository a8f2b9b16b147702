// Package psl reads a public suffix list at run time. The list at https://publicsuffix.org changes every week, so use
// this package to update it without rebuilding your program. Load the list only over https or from your own files.
//
// A public suffix is a domain under which anyone can register a name, such as "com", "co.uk" or "github.io". The public
// suffix and the label before it together form the registrable domain, which identifies a site. For example,
// "example.co.uk" is the registrable domain of "www.example.co.uk".
//
//	file, err := os.Open("public_suffix_list.dat")
//	…
//	list, err := psl.Parse(file)
//	…
//	host, _ := u.ParsedHost()
//	domain, ok := host.RegistrableDomain(list)
//
// Package url does not contain a list, and the list in golang.org/x/net/publicsuffix is only as recent as the version
// of that module in your build. You can also use a [*List] with net/http/cookiejar, because it implements that
// package's PublicSuffixList interface.
//
// # Security
//
// A list decides which hosts share cookies, so an attacker must not be able to change it.
//
//   - Parse returns any error from its reader, such as [io.ErrUnexpectedEOF] for a response that is cut short.
//   - Parse rejects an HTML page, and a file that ends inside a section.
//   - Parse accepts an empty list, and a list without its last section, although "co.uk" may be missing from such a
//     list. If your source can return one, look up some suffixes that must be on the list before you use it, as in the
//     example of [Parse].
//
// # Specifications
//
// The format and the algorithm are described at https://github.com/publicsuffix/list/wiki/Format. The doc comments on
// [Parse] and [List.Lookup] describe the behavior where that page leaves it open.
package psl

import (
	"fmt"
	"strings"

	"github.com/weburl-go/url/internal/infra"
)

// A List is a public suffix list. It is immutable and safe for concurrent use. The zero List has no rules. A nil *List
// returns "" as the public suffix of every domain.
//
// A *List implements both [url.PublicSuffixList] and [net/http/cookiejar.PublicSuffixList].
type List struct {
	// names maps a name, which is a rule without "*." or "!", to its rules. If a name is here, so are the domains above
	// it, if necessary without rules. So a lookup ends at the first name that is not here, however many labels are
	// left.
	names   map[string]ruleSet
	top     ruleSet // the rule "*", as a wildcard whose name is ""
	rules   int
	version string
}

// ruleSet says which rules with one name are on a list, and which of these are in its ICANN section.
type ruleSet uint8

const (
	plain     ruleSet = 1 << iota // "name"
	wildcard                      // "*.name"
	exception                     // "!name"

	icannShift = iota // the set of the rules in the ICANN section is this much higher
)

// has reports whether a rule of the kind is in the set.
func (s ruleSet) has(kind ruleSet) bool { return s&kind != 0 }

// hasICANN reports whether a rule of the kind in the ICANN section is in the set.
func (s ruleSet) hasICANN(kind ruleSet) bool { return s&(kind<<icannShift) != 0 }

// Lookup returns the public suffix of domain. It also reports whether a rule in the list matches domain (listed), and
// whether that rule is in the ICANN section (icann). The domain must be in lower-case ASCII, as in the host of a URL.
//
// It implements https://github.com/publicsuffix/list/wiki/Format#formal-algorithm. The suffix shares memory with
// domain. Lookup does not allocate.
//
// # The suffix
//
//   - If no rule matches, the suffix is the last label, as if the list contained the rule "*".
//   - If domain ends in a dot, so does the suffix. For example, "com." is the suffix of "example.com.".
//   - The suffix is "" if domain is empty or contains an empty label. It is also "" if the last label is a decimal
//     number, or if domain contains ":", as in IP addresses.
//   - No rule matches a label in Unicode or in upper case, because Lookup does not convert the domain.
//
// # Several rules
//
// If the same rule is in both sections, icann is true. If a wildcard rule and another rule match the same labels, icann
// refers to the other rule.
func (l *List) Lookup(domain string) (suffix string, icann, listed bool) { return l.lookup(domain, 0) }

// lookup does what [List.Lookup] says, with the rules that are in a ruleSet after shift bits: 0 for all rules,
// icannShift for those of the ICANN section.
func (l *List) lookup(domain string, shift int) (suffix string, icann, listed bool) {
	name := strings.TrimSuffix(domain, ".")
	suffix, icann, listed = l.lookupName(name, shift)
	if suffix == "" {
		return "", false, false
	}
	return domain[len(name)-len(suffix):], icann, listed
}

// lookupName is lookup for a domain without a dot at its end.
func (l *List) lookupName(domain string, shift int) (suffix string, icann, listed bool) {
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if l == nil || infra.HasEmptyLabel(domain) || isAddress(domain, last) {
		return "", false, false
	}
	suffix = last
	above := l.top >> shift // the rules of the labels after end
	for end := len(domain); ; {
		start := strings.LastIndexByte(domain[:end], '.') + 1
		here, known := l.names[domain[start:]]
		here >>= shift
		switch {
		case here.has(exception):
			return domain[end+len("."):], here.hasICANN(exception), true
		case here.has(plain):
			suffix, icann, listed = domain[start:], here.hasICANN(plain), true
		case above.has(wildcard):
			suffix, icann, listed = domain[start:], above.hasICANN(wildcard), true
		}
		if start == 0 || !known {
			return suffix, icann, listed
		}
		above, end = here, start-len(".")
	}
}

// PublicSuffix returns the suffix that [List.Lookup] returns.
func (l *List) PublicSuffix(domain string) string {
	suffix, _, _ := l.Lookup(domain)
	return suffix
}

// ICANNSuffix returns the public suffix of domain using only the rules in the ICANN section. For example, it returns
// "io" for "a.github.io" and "com" for "s3.amazonaws.com". Use it to find the registered name, which consists of the
// suffix and the label before it.
//
// The domain must meet the requirements of [List.Lookup]. As with Lookup, the result is the last label if no rule
// matches.
func (l *List) ICANNSuffix(domain string) string {
	suffix, _, _ := l.lookup(domain, icannShift)
	return suffix
}

// String returns a description of the list for use in logs. It includes the number of distinct rules. It also includes
// the version of the list if a comment such as "// VERSION: …" contains one, as in the file from publicsuffix.org.
func (l *List) String() string {
	if l == nil {
		return "no public suffix list"
	}
	s := fmt.Sprintf("public suffix list with %d rules", l.rules)
	if l.version != "" {
		s += fmt.Sprintf(", version %.100q", l.version)
	}
	return s
}

// isAddress reports whether s with the given last label looks like an IPv4 or IPv6 address, as it is in a URL or without
// brackets. The last label of a domain is never a number, and there is no ":" in one.
func isAddress(s, last string) bool { return isNumber(last) || strings.IndexByte(s, ':') >= 0 }

// isNumber reports whether a label consists of ASCII digits.
func isNumber(label string) bool {
	for i := range len(label) {
		if !infra.IsASCIIDigit(label[i]) {
			return false
		}
	}
	return true
}
