package psl

import (
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// urlReferenceList reads a list without errors. The names of its rules are what they are in URLs.
func urlReferenceList(t testing.TB, text string) referenceList {
	t.Helper()
	rules, err := newReferenceList(text, func(domain string) (string, error) { return url.DomainToASCII(domain) })
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// FuzzParse holds an accepted list to the oracle, for each of its rules and domains made from these.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", smallList, "\uFEFFcom\r\n*.b\n!a.b", "*", "a..b", "*.*.a", "\xff", "// VERSION: 1", "公司.CN", "a\u3002b", "!b",
		"a.b\n*.b\n!a.b\na.a.b\n*.a.b", "_a.b", "xn--a", "a b\n c", "１２.a", "a.１", "faß.de\nxn--fa-hia.de", "\u00ADa.b",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(strings.NewReader(text))
		if (list == nil) != (err != nil) {
			t.Fatalf("%v, %v", list, err)
		}
		if err != nil {
			return
		}
		rules := urlReferenceList(t, text)
		icannRules := rules.icannRules()
		for rule := range rules {
			checkRule(t, list, rules, rule)
			domain := "z." + strings.TrimLeft(rule, "!*.")
			if want, _, _ := icannRules.lookup(domain); list.ICANNSuffix(domain) != want {
				t.Errorf("rule %q: ICANNSuffix(%q) = %q; the oracle: %q", rule, domain, list.ICANNSuffix(domain), want)
			}
		}
	})
}

// checkRule looks up domains made from a rule.
func checkRule(t *testing.T, list *List, rules referenceList, rule string) {
	t.Helper()
	name, wildcard := strings.CutPrefix(strings.TrimPrefix(rule, "!"), "*.")
	if rule == "*" {
		name, wildcard = "z", false
	}
	if wildcard {
		name = "z." + name
	}
	domain := name
	for range 3 {
		suffix, icann, listed := list.Lookup(domain)
		if !listed || !strings.HasSuffix(domain, suffix) {
			t.Errorf("rule %q, domain %q: suffix %q, listed %t", rule, domain, suffix, listed)
		}
		wantSuffix, wantICANN, wantListed := rules.lookup(domain)
		if suffix != wantSuffix || icann != wantICANN || listed != wantListed {
			t.Errorf("rule %q, domain %q: %q, %t, %t; the oracle: %q, %t, %t", rule, domain,
				suffix, icann, listed, wantSuffix, wantICANN, wantListed)
		}
		if got, _, _ := list.Lookup(domain + "."); got != suffix+"." {
			t.Errorf("rule %q, domain %q and a dot: %q", rule, domain, got)
		}
		domain = "z." + domain
	}
}

// FuzzLookup holds lookups of any text to the oracle. What is not a domain has no suffix.
func FuzzLookup(f *testing.F) {
	for _, domain := range []string{"", "a.com", ".", "www.ck", "..ck", "a.b.c.kobe.jp", "1.2.3.4", "[::1]", "\xff.com", "COM.",
		"a.!www.ck", "a.*.ck", "a.com.", "www.ck.", "1.2.3.4.", "a..",
	} {
		f.Add(domain)
	}
	list, rules := mustParse(f, smallList), urlReferenceList(f, smallList)
	f.Fuzz(func(t *testing.T, domain string) {
		suffix, icann, listed := list.Lookup(domain)
		if suffix == "" {
			name := strings.TrimSuffix(domain, ".")
			if icann || listed || !infra.HasEmptyLabel(name) && !isAddress(name, name[strings.LastIndexByte(name, '.')+1:]) {
				t.Errorf("Lookup(%q) = %q, %t, %t", domain, suffix, icann, listed)
			}
			return
		}
		wantSuffix, wantICANN, wantListed := rules.lookup(domain)
		if suffix != wantSuffix || icann != wantICANN || listed != wantListed {
			t.Errorf("Lookup(%q) = %q, %t, %t; the oracle: %q, %t, %t", domain,
				suffix, icann, listed, wantSuffix, wantICANN, wantListed)
		}
	})
}
