package psl

import (
	"maps"
	"strings"
)

// referenceList is the oracle of the tests: it holds the text of each rule, read from a list in a simple way, and
// whether the rule is in the ICANN section. A rule in both is.
type referenceList map[string]bool

// newReferenceList reads a list that has no error in it. It converts the domain of each rule by toASCII.
func newReferenceList(text string, toASCII func(domain string) (string, error)) (referenceList, error) {
	rules, icann := make(referenceList), false
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line = strings.Trim(line, " \t\v\f\r")
		switch {
		case strings.HasPrefix(line, "//"):
			switch strings.Trim(line[2:], " \t\v\f\r") {
			case "===BEGIN ICANN DOMAINS===":
				icann = true
			case "===END ICANN DOMAINS===", "===BEGIN PRIVATE DOMAINS===":
				icann = false
			}
		case line != "":
			rule := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\v\f\r", r) })[0]
			mark := ""
			if i := strings.IndexAny(rule, "!."); i >= 0 && (rule[:i] == "*" || rule[:i+1] == "!") {
				mark, rule = rule[:i+1], rule[i+1:]
			}
			if rule != "*" {
				ascii, err := toASCII(rule)
				if err != nil {
					return nil, err
				}
				rule = ascii
			}
			rules[mark+rule] = rules[mark+rule] || icann
		}
	}
	return rules, nil
}

// matching returns the rule with the given labels, with or without a wildcard, if there is one.
func (rules referenceList) matching(labels []string) (rule string, ok bool) {
	for _, rule := range []string{
		strings.Join(labels, "."),
		strings.Join(append([]string{"*"}, labels[1:]...), "."),
	} {
		if _, ok := rules[rule]; ok && !strings.HasPrefix(rule, "!") { // a domain's own "!" makes no exception
			return rule, true
		}
	}
	return "", false
}

// prevailing transcribes https://github.com/publicsuffix/list/wiki/Format#formal-algorithm up to its fourth step.
// It returns "" if no rule matches.
func (rules referenceList) prevailing(domain string) (rule string) {
	labels := strings.Split(domain, ".")
	for i := len(labels) - 1; i >= 0; i-- { // of several exceptions, the one with the fewest labels
		exception := "!" + strings.Join(labels[i:], ".")
		if _, ok := rules[exception]; ok {
			return exception
		}
	}
	for i := range labels {
		if rule, ok := rules.matching(labels[i:]); ok {
			return rule
		}
	}
	return ""
}

// lookup does what [List.Lookup] does. As the algorithm says, the suffix ends in a dot if the domain does.
func (rules referenceList) lookup(domain string) (suffix string, icann, listed bool) {
	if domain, hasDot := strings.CutSuffix(domain, "."); hasDot {
		suffix, icann, listed = rules.lookup(domain)
		return suffix + ".", icann, listed
	}
	rule := rules.prevailing(domain)
	icann, listed = rules[rule]
	if rule == "" {
		rule = "*"
	}
	n := strings.Count(rule, ".") + 1
	if strings.HasPrefix(rule, "!") {
		n--
	}
	labels := strings.Split(domain, ".")
	return strings.Join(labels[len(labels)-n:], "."), icann, listed
}

// icannRules returns the rules of the ICANN section.
func (rules referenceList) icannRules() referenceList {
	rules = maps.Clone(rules)
	maps.DeleteFunc(rules, func(_ string, icann bool) bool { return !icann })
	return rules
}
