package psl

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
)

// This file needs a copy of the list. PSL_DIR is the folder with it:
//
//   - public_suffix_list.dat, from https://publicsuffix.org/list/public_suffix_list.dat
//   - test_psl.txt, from the folder tests of https://github.com/publicsuffix/list

// pslFile reads one of these files.
func pslFile(t testing.TB, name string) string {
	t.Helper()
	return string(vectors.Read(t, "PSL_DIR", name))
}

const listFile = "public_suffix_list.dat"

// netReferenceList reads the list in another way than Parse does, also as to IDNA.
func netReferenceList(t testing.TB) referenceList {
	t.Helper()
	rules, err := newReferenceList(pslFile(t, listFile), idna.Lookup.ToASCII)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// The list's own vectors: a domain and its registrable domain.
func TestPSLVectors(t *testing.T) {
	list := mustParse(t, pslFile(t, listFile))
	vector := regexp.MustCompile(`^checkPublicSuffix\((null|'[^']*'), (null|'[^']*')\);$`)
	toHost := func(s string) url.Host {
		host, _ := url.ParseHost(strings.Trim(s, "'")) // a failure is the empty host, which is null
		return host
	}
	vectors := 0
	for line := range strings.Lines(pslFile(t, "test_psl.txt")) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		match := vector.FindStringSubmatch(line)
		if match == nil {
			t.Fatalf("not a vector: %s", line)
		}
		var in, want url.Host
		if match[1] != "null" {
			in = toHost(match[1])
		}
		if match[2] != "null" {
			want = toHost(match[2])
		}
		if got, ok := in.RegistrableDomain(list); got != want.String() || ok != (match[2] != "null") {
			t.Errorf("%s: %q, %t", line, got, ok)
		}
		vectors++
	}
	if vectors < 70 {
		t.Errorf("there are only %d vectors", vectors)
	}
	t.Logf("%d vectors, %v", vectors, list)
}

// TestPSLRules looks up every rule of the list.
func TestPSLRules(t *testing.T) {
	list, rules := mustParse(t, pslFile(t, listFile)), netReferenceList(t)
	if list.rules != len(rules) {
		t.Errorf("%v; the oracle has %d rules", list, len(rules))
	}
	for rule := range rules {
		checkRule(t, list, rules, rule)
	}
}

// randomDomains calls yield with n domains: rules of the list with labels added or taken away.
func randomDomains(rules referenceList, n int, yield func(domain string)) {
	random := rand.New(rand.NewPCG(2026, 8))
	texts := make([]string, 0, len(rules))
	for rule := range rules {
		texts = append(texts, rule)
	}
	slices.Sort(texts)
	label := func() string {
		letters := make([]byte, 1+random.IntN(4))
		for i := range letters {
			letters[i] = 'a' + byte(random.IntN(26))
		}
		return string(letters)
	}
	for range n {
		domain := strings.TrimPrefix(texts[random.IntN(len(texts))], "!")
		if rest, ok := strings.CutPrefix(domain, "*."); ok {
			domain = rest
			if random.IntN(4) > 0 {
				domain = label() + "." + domain
			}
		}
		if _, rest, ok := strings.Cut(domain, "."); ok && random.IntN(4) == 0 {
			domain = rest
		}
		if random.IntN(20) == 0 {
			domain = label()
		}
		for range random.IntN(4) {
			domain = label() + "." + domain
		}
		yield(domain)
	}
}

// TestPSLRandom compares lookups with the oracle's.
func TestPSLRandom(t *testing.T) {
	list, rules := mustParse(t, pslFile(t, listFile)), netReferenceList(t)
	icannRules := rules.icannRules()
	randomDomains(rules, 100_000, func(domain string) {
		if want, _, _ := icannRules.lookup(domain); list.ICANNSuffix(domain) != want {
			t.Errorf("ICANNSuffix(%q) = %q; the oracle: %q", domain, list.ICANNSuffix(domain), want)
		}
		suffix, icann, listed := list.Lookup(domain)
		wantSuffix, wantICANN, wantListed := rules.lookup(domain)
		if suffix != wantSuffix || icann != wantICANN || listed != wantListed {
			t.Errorf("Lookup(%q) = %q, %t, %t; the oracle: %q, %t, %t", domain,
				suffix, icann, listed, wantSuffix, wantICANN, wantListed)
		}
	})
}

// TestPSLAgainstNet compares lookups with those of x/net, whose list is of another day. So it takes away the rules that
// x/net does not have. A difference that remains must have a suffix that is not in the whole list.
func TestPSLAgainstNet(t *testing.T) {
	rules := netReferenceList(t)
	var text strings.Builder
	missing := 0
	for rule := range rules {
		if netHasRule(rule) {
			text.WriteString(rule + "\n")
		} else {
			missing++
		}
	}
	whole, shared := mustParse(t, pslFile(t, listFile)), mustParse(t, text.String())
	differing, added := 0, make(map[string]bool)
	randomDomains(rules, 100_000, func(domain string) {
		suffix, _ := publicsuffix.PublicSuffix(domain)
		if suffix != whole.PublicSuffix(domain) {
			differing++
		}
		if got := shared.PublicSuffix(domain); got == suffix {
			return
		} else if in, _, _ := rules.lookup(suffix); in == suffix || !netHasRule(suffix) || len(suffix) < len(got) {
			t.Errorf("%q: %q by the shared rules, %q by x/net", domain, got, suffix)
		}
		added[suffix] = true
	})
	t.Logf("x/net does not have %d of the %d rules, and has %d other suffixes; they change %d of 100,000 domains",
		missing, len(rules), len(added), differing)
}

// netHasRule asks x/net's list about a rule itself. The label "*" is only matched by a wildcard.
func netHasRule(rule string) bool {
	if name, ok := strings.CutPrefix(rule, "!"); ok {
		_, parent, _ := strings.Cut(name, ".")
		suffix, _ := publicsuffix.PublicSuffix(name)
		return suffix == parent
	}
	suffix, _ := publicsuffix.PublicSuffix(rule)
	return suffix == rule
}
