package regexptest

import "strings"

// Hostile are patterns of a pathname on which a backtracking matcher takes exponential or polynomial time, the regular
// expressions that the standard generates for them, and the input that shows it, by its length.
var Hostile = []struct {
	Pattern, Source string
	Input           func(n int) string
}{
	{"/:a-:b-:c-:d-:e-:f!*", `^(?:\/([^\/]+?))-([^\/]+?)-([^\/]+?)-([^\/]+?)-([^\/]+?)-([^\/]+?)!(.*)$`, dashes},
	{"/*-*-*-*-*-*!*", `^(?:\/(.*))-(.*)-(.*)-(.*)-(.*)-(.*)!(.*)$`, dashes},
	{"{/*}*-{*}+!*", `^(?:\/((?:.*)(?:\/(?:.*))*))?-((?:.*)+)!(.*)$`, dashes},
	{"{-:a}+{-:b}+{-:c}+!*", "^" + strings.Repeat(`(?:-((?:[^\/]+?)(?:-(?:[^\/]+?))*))`, 3) + "!(.*)$", dashes},
	{"/:a{-}*:b{-}*:c{-}*!*", `^(?:\/([^\/]+?))(?:-)*([^\/]+?)(?:-)*([^\/]+?)(?:-)*!(.*)$`, dashes},
	{"/{:a-}*{:b-}*{:c-}*!*", `^\/` + strings.Repeat(`(?:((?:[^\/]+?)(?:-(?:[^\/]+?))*)-)?`, 3) + "!(.*)$", dashes},
	{`/((?:-*)*)!*`, `^(?:\/((?:-*)*))!(.*)$`, dashes},
	{`/((?:-|-)*)!*`, `^(?:\/((?:-|-)*))!(.*)$`, dashes},
	{`/((?:-+)+)!*`, `^(?:\/((?:-+)+))!(.*)$`, dashes},
	{`/((?:(?:-?)?)*)!*`, `^(?:\/((?:(?:-?)?)*))!(.*)$`, dashes},
	{`/(.*)(.*)(.*)(.*)!*`, `^(?:\/(.*))(.*)(.*)(.*)!(.*)$`, dashes},
	{`/([\-a]*[\-b]*[\-c]*)!*`, `^(?:\/([\-a]*[\-b]*[\-c]*))!(.*)$`, dashes},
	{`/((?:[^\/]+?)*)!*`, `^(?:\/((?:[^\/]+?)*))!(.*)$`, dashes},
	{`/((?<x>-*)*(?<y>-*)*)!*`, `^(?:\/((?<x>-*)*(?<y>-*)*))!(.*)$`, dashes},
	{`/(-{0,20}-{0,20}-{0,20})!*`, `^(?:\/(-{0,20}-{0,20}-{0,20}))!(.*)$`, dashes},
	{`/((?!.*b).*-)!*`, `^(?:\/((?!.*b).*-))!(.*)$`, dashes},
	{`/((?:(?=-*!?)-)*)!*`, `^(?:\/((?:(?=-*!?)-)*))!(.*)$`, dashes},
	{`/((?:-(?<!b-*))*)!*`, `^(?:\/((?:-(?<!b-*))*))!(.*)$`, dashes},
	{`/((?:(?=-*!?)-(?<!b-*))*)!*`, `^(?:\/((?:(?=-*!?)-(?<!b-*))*))!(.*)$`, dashes},
	{`/((?:(?=-*(?<!b.*))-)*)!*`, `^(?:\/((?:(?=-*(?<!b.*))-)*))!(.*)$`, dashes},
	{"/:a/:b/:c/:d!*", `^(?:\/([^\/]+?))(?:\/([^\/]+?))(?:\/([^\/]+?))(?:\/([^\/]+?))!(.*)$`, func(n int) string { return "/" + strings.Repeat("a/", n/2) }},
	{"{/:a}*{/:b}*{/:c}*!*", "^" + strings.Repeat(`(?:\/((?:[^\/]+?)(?:\/(?:[^\/]+?))*))?`, 3) + "!(.*)$", func(n int) string { return strings.Repeat("/a", n/2) }},
}

func dashes(n int) string { return "/" + strings.Repeat("-", n-1) }

// Long are patterns of a pathname that need much memory if one remembers where a match was tried, and the regular expressions
// that the standard generates for them. Each has paths of any length that match, and that do not. The number of tables says how
// many bits for each byte a test needs.
var Long = []struct {
	Pattern, Source string
	Match, Miss     func(n int) string
	Tables          int
}{
	{"/(.*)((?:a?){3000})!", `^(?:\/(.*))((?:a?){3000})!$`, repeated("/", "a", "!"), repeated("/", "a", "-"), 0},
	{"/*-*-*admin*x", `^(?:\/(.*))-(.*)-(.*)admin(.*)x$`, repeated("/", "-a", "adminx"), repeated("/", "-a", "admin/-"), 0},
	{"/:a-:b-:c!", `^(?:\/([^\/]+?))-([^\/]+?)-([^\/]+?)!$`, repeated("/", "-", "a!"), repeated("/", "-", "a"), 0},
	{`/(\b(?:ab\b-\B-)*)b`, `^(?:\/(\b(?:ab\b-\B-)*))b$`, repeated("/", "ab--", "b"), repeated("/", "ab--", "-b"), 0},
	{"/:x((?!admin).*)", `^(?:\/((?!admin).*))$`, repeated("/", "a", ""), repeated("/admin", "a", ""), 0},
	{`/(.*(?<=b)a(?<!ca))`, `^(?:\/(.*(?<=b)a(?<!ca)))$`, repeated("/", "ab", "a"), repeated("/", "ab", "ca"), 0},
	{`/((?:(?!ac)a(?<=ba|\/a)b)*)`, `^(?:\/((?:(?!ac)a(?<=ba|\/a)b)*))$`, repeated("/", "ab", ""), repeated("/", "ab", "a"), 1},
	{`/((?:a(?=b)|(?<=a)b)*)`, `^(?:\/((?:a(?=b)|(?<=a)b)*))$`, repeated("/", "ab", ""), repeated("/abb", "ab", ""), 1},
	{"/*-*" + manyAB + "*!", `^(?:\/(.*))-(.*)` + manyAB + "(.*)!$", repeated("/", "-", manyAB+"-!"), repeated("/", "-", manyAB[2:]+"-!"), 0},
	{`/((?:(?=a(?<=(?=ab)a)b)a(?!a)b)*)`, `^(?:\/((?:(?=a(?<=(?=ab)a)b)a(?!a)b)*))$`, repeated("/", "ab", ""), repeated("/", "ab", "aab"), 2},
}

var manyAB = strings.Repeat("ab", 35)

// repeated returns inputs of about n bytes beside the prefix and the suffix.
func repeated(prefix, unit, suffix string) func(n int) string {
	return func(n int) string { return prefix + strings.Repeat(unit, n/len(unit)) + suffix }
}
