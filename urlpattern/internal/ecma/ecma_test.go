package ecma

import (
	"strings"
	"testing"
)

// The expected values of the tables in this file are V8's, but for its bugs. TestV8Tables asks it again.

// regexpCharacters has regular expressions, and the ASCII characters that they match. If these begin with "^", they are
// those that do not match. A regular expression that begins with "/i" has the flag i.
var regexpCharacters = []struct{ source, characters string }{
	{`.`, "^\n\r"},
	{`(?s:.)`, "^"},
	{`[^]`, "^"},
	{`[]`, ""},
	{`\d`, asciiDigits},
	{`\D`, "^" + asciiDigits},
	{`\s`, "\t\n\v\f\r "},
	{`\S`, "^\t\n\v\f\r "},
	{`\w`, asciiDigits + asciiUpper + "_" + asciiLower26},
	{`\W`, "^" + asciiDigits + asciiUpper + "_" + asciiLower26},
	{`/i\w`, asciiDigits + asciiUpper + "_" + asciiLower26},
	{`/i\W`, "^" + asciiDigits + asciiUpper + "_" + asciiLower26},
	{`[01a]`, "01a"},
	{`[a-a]`, "a"},
	{`[a-c]`, "abc"},
	{`/i[a-c]`, "abcABC"},
	{`/i[X-Z]`, "xyzXYZ"},
	{`/i[^A-Y]`, "^" + asciiUpper[:25] + asciiLower26[:25]},
	{`[^a-y]`, "^" + asciiLower26[:25]},
	{`[^^]`, "^^"},
	{`/iz`, "zZ"},
	{`/i[@\[` + "\\`" + `\{]`, "@[`{"}, // beside the letters
	{`(?i:a)`, "aA"},
	{`/i(?-i:a)`, "a"},
	{`(?i:(?-i:a))`, "a"},
	{`(?i-s:.)`, "^\n\r"},

	// The long s and the Kelvin sign fold to ASCII.
	{`\u017F`, ""},
	{`/i\u017F`, "sS"},
	{`/i\u212A`, "kK"},
	{`/i[\u0080-\u017E]`, ""},
	{`/i[\u017F-\u0200]`, "sS"},
	{`/i[\u0180-\u2129]`, ""},
	{`/i[\u0180-\u212A]`, "kK"},
	{`/i[\u212B-\u{10FFFF}]`, ""},
	{`/i[^\u017F\u212A]`, "^sSkK"},
	{`[\x7F-\u0080]`, "\x7F"},
	{`[\u{1F600}-\uD83D\uDE00]`, ""}, // two surrogates in a row are one code point, not less than U+1F600
	{`[\uD83D\uDE00-\u{1F600}]`, ""}, // and not greater

	// Escapes.
	{`\0`, "\x00"},
	{`\cA`, "\x01"},
	{`\cz`, "\x1A"},
	{`[\cZ]`, "\x1A"},
	{`[\b]`, "\b"},
	{`[\t\n\v\f\r]`, "\t\n\v\f\r"},
	{`\x4a`, "J"},
	{`\x4F`, "O"},
	{`\u004a`, "J"},
	{`\u{4A}`, "J"},
	{`\u{000000000000004A}`, "J"},
	{`\u{10FFFF}`, ""},
	{`[\uD83D\uDE00]`, ""},
	{`[\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/\-]`, `^$\.*+?()[]{}|/-`[1:] + "^"},
	{`[\&\-\!\#\%\,\:\;\<\=\>\@` + "\\`" + `\~]`, "&-!#%,:;<=>@`~"},
	{`[&!#$%*+,.:;<=>?@` + "`" + `~"'_^]`, "&!#$%*+,.:;<=>?@`~\"'_^"},

	// Operators.
	{`[\w--\d--[A-Z]]`, "_" + asciiLower26},
	{`[\w&&[^_]&&\W]`, ""},
	{`[[0-5]&&[3-9]]`, "345"},
	{`[ab&]`, "ab&"},
	{`[^[a-c]--b]`, "^ac"},
	{`[a--b]`, "a"},
	{`[a&&a]`, "a"},
	{`[a[b-c]\d]`, "abc" + asciiDigits},
	{`[\q{a|b|xy}]`, "ab"},
	{`/i[\q{A|b|xy}]`, "abAB"},
	{`/i[\w--\q{a}]`, asciiDigits + asciiUpper[1:] + "_" + asciiLower26[1:]}, // the package comment has this
	{`[\w--\q{a|b|xy}]`, asciiDigits + asciiUpper + "_" + asciiLower26[2:]},
	{`[^\q{a|b}]`, "^ab"},
	{`[^\q{ab|c}&&c]`, "^c"},
	{`[^\q{a}--\q{ab}]`, "^a"},
	{`[\q{a\u0100|\u0100|b}]`, "b"},

	// Properties.
	{`\p{Lu}`, asciiUpper},
	{`\P{Lu}`, "^" + asciiUpper},
	{`/i\p{Lu}`, asciiUpper + asciiLower26},
	{`/i\P{Lu}`, "^" + asciiUpper + asciiLower26},
	{`\p{Script=Latin}`, asciiUpper + asciiLower26},
	{`\p{sc=Zyyy}`, "^" + asciiUpper + asciiLower26},
	{`\p{Script_Extensions=Common}`, "^" + asciiUpper + asciiLower26},
	{`\p{scx=Latn}`, asciiUpper + asciiLower26},
	{`\p{Script=Greek}`, ""},
	{`\p{General_Category=Nd}`, asciiDigits},
	{`\p{gc=P}`, asciiPunct},
	{`\p{Any}`, "^"},
	{`\p{Emoji_Keycap_Sequence}`, ""},
}

// regexpMatches has regular expressions, inputs, and what their groups match: "no" if nothing does, and "-" for a group
// that is undefined. A regular expression that begins with "/i" has the flag i.
var regexpMatches = []struct{ source, input, want string }{
	{`(a)|(b)`, "b", "- b"},
	{`(?:(a)|b)*`, "ab", "-"}, // each iteration makes the groups in it undefined
	{`(?:(a)|(b)|c){2,}`, "abc", "- -"},
	{`(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(?:(b)|c)*`, "aaaaaaaaaaaabc", "a a a a a a a a a a a a -"},
	{`(a*)(a*)`, "aa", "aa "},
	{`(a*?)(a*)`, "aa", " aa"},
	{`(a+?)(a*)`, "aa", "a a"},
	{`(a??)(a?)`, "a", " a"},
	{`(a{2})`, "aa", "aa"},
	{`a{2}`, "a", "no"},
	{`a{2}`, "aaa", "no"},
	{`a{2,}`, "a", "no"},
	{`a{2,}`, "aaaa", ""},
	{`(a{1,2})(a*)`, "aaa", "aa a"},
	{`(a{1,2}?)(a*)`, "aaa", "a aa"},
	{`(a){0}b`, "b", "-"},
	{`a{0,0}`, "a", "no"},
	{`a{10}`, "aaaaaaaaaa", ""},
	{`((?:b|bcd|c){0,2}?)(d?e)`, "bcde", "bc de"}, // without an iteration, the rest comes next
	{`((?:b|bcd|c){0,2})(d?e)`, "bcde", "bc de"},
	{`((?:a|ab|b){0,3}?)(b?c)`, "abc", "a bc"},
	{`((?:a|ab|abc){1,4}?)((?:bc|c){0,2}?)`, "abcabc", "abca bc"},
	{`(?:(a|ab)(b|c)?){0,3}?(b*c)`, "ababc", "a b c"},
	{`((?:(?:a|aab){0,2}?b?){0,3}?)(a?b)`, "aabab", "aab ab"},

	// The "?" is for a pair of surrogates, or for what is not one.
	{`\uD800\uDC00?a`, "a", ""},
	{`\uDBFF\uDFFF?a`, "a", ""},
	{`\uD7FF\uDC00?a`, "a", "no"},
	{`\uDC00\uDC00?a`, "a", "no"},
	{`\uD800\uDBFF?a`, "a", "no"},
	{`\uD800\uE000?a`, "a", "no"},

	// An iteration beyond the minimum is not empty.
	{`(a?)*`, "", "-"},
	{`(a?)+`, "", ""},
	{`(a?){2}`, "a", ""},
	{`(a??){2}`, "a", "a"},
	{`(?:(a?){1,2})*b`, "aab", "a"},
	{`(?:(a?){2,3})*b`, "aaab", "a"},
	{`(?:(?:(a?)){1,2}b?)+`, "ba", "a"},
	{`(?:(?:(a?)){1,2}b?)+(b*)`, "bb", " "},
	{`(?:(a*){2})*`, "aa", ""},
	{`(?:(a?)(b?))*`, "ba", "a "},
	{`(?:(a??)(b?))*`, "ab", "a b"},
	{`(?:(a)|(b?)){2,}?c`, "abc", "- b"},
	{`(?:(?:|a)+)*`, "aa", ""},
	{`((?:a|())*)`, "aa", "aa -"},
	{`(?:(?:a{0,2}){2})*`, "aaaaa", ""},
	{`(?:((?:a?){1,2})(b?))*`, "aaa", "a "},

	// Assertions.
	{`^a$`, "a", ""},
	{`a^b`, "ab", "no"},
	{`a$b`, "ab", "no"},
	{`\ba\b`, "a", ""},
	{`a\bb`, "ab", "no"},
	{`a\Bb`, "ab", ""},
	{`\B`, "", ""},
	{`\b`, "", "no"},
	{`\b-`, "-", "no"},
	{`-\b`, "-", "no"},
	{`\B-\B`, "-", ""},
	{`_\b-\b9`, "_-9", ""},

	// Lookaround assertions.
	{`(?!admin)(.*)`, "adminx", "no"},
	{`(?!admin)(.*)`, "admi", "admi"},
	{`(?!admin$)(.*)`, "adminx", "adminx"},
	{`(?=ab)(a?)(.*)`, "abc", "a bc"},
	{`(?=ab)(a?)(.*)`, "bc", "no"},
	{`(.*)(?<!\.bak)`, "a.bak", "no"},
	{`(.*)(?<!\.bak)`, "a.bat", "a.bat"},
	{`(.*)(?<=(?:ab){2})(c?)`, "ababc", "abab c"},
	{`(.*?)(?<=(?:ab){2})(.*)`, "abababc", "abab abc"},
	{`(.*)(?=b)(.*)`, "abab", "aba b"},
	{`(.*?)(?=b)(.*)`, "abab", "a bab"},
	{`(.*)(?!b)(.*)`, "abab", "abab "},
	{`(?:(?=(?:a|b))(a|.))*`, "abc", "no"},
	{`(?:(?=[abc])(a|.))*`, "abc", "c"},
	{`(?:(?!b)(.)|(b)(?=a))*`, "aba", "a -"},
	{`(a(?=(?!b).$))*(.)`, "aac", "no"},
	{`(a*)(?=(?!b).$)(.)`, "aac", "aa c"},
	{`(?=.*1)(?=.*a)(?!.*b)(.*)`, "a-1", "a-1"},
	{`(?=.*1)(?=.*a)(?!.*b)(.*)`, "ab1", "no"},
	{`(?<=^)a(?=$)`, "a", ""},
	{`(?<!^)a`, "a", "no"},
	{`a(?<=^a)(?<!b)`, "a", ""},
	{`a(?=b)(?<=(?=ab)a)b(?<=(?<!b)ab)`, "ab", ""},
	{`a(?=b)(?<=(?=ac)a)b`, "ab", "no"},
	{`(?=)a(?!)`, "a", "no"},
	{`(?<=)a(?<!(?!))`, "a", ""},
	{`(?=\bab\b)ab`, "ab", ""},
	{`a(?=\B)b(?<=\bab)`, "ab", ""},
	{`/i(?=AB)(.)b`, "aB", "a"},
	{`(?=(?i:AB))(.)b`, "Ab", "A"},
	{`(?:(?=(?:a?)*b)a?)*b`, "aab", ""},

	// Strings of a class: longer ones come first.
	{`([\q{a|ab|abc|abcd|abcde}])([b-e]*)`, "abcde", "abcde "},
	{`([\q{|a|ab}])(.*)`, "ab", "ab "},
	{`([\q{|a}])(a?)`, "a", "a "},
	{`([\q{|a}])b`, "b", ""},
	{`[\q{ab}a]c`, "ac", ""},
	{`[\q{ab}\q{cd}]`, "ab", ""},
	{`[\q{ab}\q{cd}]`, "cd", ""},
	{`[^a&&\q{ab}]`, "a", ""},
	{`[[\q{ab|cd}]--\q{ab}]`, "ab", "no"},
	{`[[\q{ab|cd}]--\q{ab}]`, "cd", ""},
	{`[\q{ab|cd}&&\q{ab}]`, "ab", ""},
	{`[\q{ab|cd}&&\q{ab}]`, "cd", "no"},
	{`[\q{a\u0100}b]`, "a", "no"},

	// Names of groups.
	{`(?<\u0061>x)`, "x", "x"},
	{`(?<\u{62}$_1>x)`, "x", "x"},
	{`(?<x>a)|(?<x>b)`, "b", "- b"},
	{`(?:(?<x>a)|(?<x>b))(?<y>c)`, "ac", "a - c"},

	// Flags.
	{`/iab`, "aB", ""},
	{`/i(?-i:ab)`, "AB", "no"},
	{`(?i:a)b`, "AB", "no"},
	{`(?i:a(?-i:b)c)`, "AbC", ""},
	{`(?s:.).`, "\n\n", "no"},
	{`(?ims:a.)`, "A\n", ""},
	{`(?i-ms:a)`, "A", ""},
	{`(?i-:a)`, "A", ""},
}

// refusedRegexps are not regular expressions with the flag v.
var refusedRegexps = []string{
	`*`, `+`, `?`, `{`, `{1}`, `}`, `]`, `)`, `a)`, `(`, `(a`, `a**`, `a*{1}`, `a{1}{2}`, `a???`,
	`a{`, `a{}`, `a{,1}`, `a{1`, `a{1,`, `a{1,2`, `a{1:}`, `a{1,2:}`, `a{2,1}`, `a{1 }`,
	`^*`, `$?`, `\b+`, `\B{1}`, `(?=a)*`, `(?!a)?`, `(?<=a)+`, `(?<!a){1}`,
	`(?`, `(?:`, `(?:a`, `(?#a)`, `(?i)`, `(?i`, `(?i-`, `(?ii:a)`, `(?i-i:a)`, `(?-:a)`, `(?--i:a)`, `(?-i-s:a)`, `(?g:a)`,
	`(?<`, `(?<>a)`, `(?<a`, `(?<a>`, `(?<1>a)`, `(?<a b>c)`, `(?<\u0031>a)`, `(?<\x61>a)`, `(?<a\x61>a)`, `(?P<a>b)`,
	`(?<a>x)(?<a>y)`, `(?<a>x)(?<b>y)(?<b>z)`, `(?<a>(?<a>x))`, `(?<a>(?<b>x)(?<b>y))`, `(?:(?<a>x)|y)(?<a>z)`, `(?:(?<a>x)|(?<b>y))(?<b>z)`, `(?<a>x)|(?<b>y)(?<b>z)`,
	`\`, `\a`, `\_`, `\-`, `\8`, `\1`, `(a)\2`, `\00`, `\01`, `\09`, `\k`, `\k<`, `\k<a`, `\k<a>`, `(?<b>x)\k<a>`,
	`\c`, `\c1`, `\c@`, `\c[`, "\\c`", `\c{`, `[\c1]`,
	`\x`, `\x4`, `\x4g`, `\xg4`, `\x4:`, `\x4@`, "\\x4`", `\x4/`, `\u`, `\u004`, `\u004g`, `\u{`, `\u{}`, `\u{4`, `\u{g}`, `\u{110000}`,
	`\p`, `\p{`, `\p{}`, `\p{L`, `\pL`, `\pL}`, `\p{Foo}`, `\p{L}}`, `\p{gc}`, `\p{gc=}`, `\p{gc=Foo}`, `\p{sc=Foo}`, `\p{Lu=Lu}`, `\p{sc=Latin=}`,
	`\P{RGI_Emoji}`, `[^\p{RGI_Emoji}]`,
	`[`, `[a`, `[!`, `[\`, `[\a]`, `[^`, `[a-`, `[(]`, `[)]`, `[{]`, `[}]`, `[/]`, `[-]`, `[|]`, `[a-]`, `[b-a]`, `[a-\d]`, `[\d-a]`, `[a-[b]]`,
	`[&&]`, `[!!]`, `[##]`, `[$$]`, `[%%]`, `[**]`, `[++]`, `[,,]`, `[..]`, `[::]`, `[;;]`, `[<<]`, `[==]`, `[>>]`, `[??]`, `[@@]`, `[a^^]`, "[``]", `[~~]`,
	`[a&&]`, `[a&&&]`, `[a&&&b]`, `[a--]`, `[a&&b--c]`, `[a--b&&c]`, `[a&&bc]`, `[a--bc]`, `[a-z--b]`, `[a-z&&b]`, `[ab--c]`, `[a&&b-c]`,
	`[\q]`, `[\q{a]`, `[\q{a`, `[\q{a|]`, `[\qa]`, `[\q{-}]`, `\q{a}`, `[^\q{ab}]`, `[^\q{}]`, `[^[\q{ab}]]`, `[^[\q{ab}]--\q{ab}]`, `[^a\q{ab}]`, `[^\q{ab}a]`,
	`[\q{ab}&&[^\q{ab}]]`,
}

// flagsOf returns a source of these tables without its flag, and whether it has the flag i.
func flagsOf(source string) (rest string, ignoreCase bool) { return strings.CutPrefix(source, "/i") }

// isAmong reports whether b is one of the characters of a row of regexpCharacters.
func isAmong(characters string, b byte) bool {
	others, negated := strings.CutPrefix(characters, "^")
	return strings.IndexByte(others, b) >= 0 != negated
}

// programOf compiles a regular expression.
func programOf(t *testing.T, source string, ignoreCase bool) (p *Program, groups int) {
	t.Helper()
	n, groups, err := Parse(source, ignoreCase)
	if err != nil {
		t.Fatalf("%s: %+v", source, err)
	}
	p, ok := Compile(n, groups, ignoreCase)
	if !ok {
		t.Fatalf("%s is too large", source)
	}
	return p, groups
}

func TestRegexpCharacters(t *testing.T) {
	for _, row := range regexpCharacters {
		source, ignoreCase := flagsOf(row.source)
		p, _ := programOf(t, source, ignoreCase)
		for b := range byte(0x80) {
			if got := p.Match(string(rune(b)), nil); got != isAmong(row.characters, b) {
				t.Errorf("%s on %q: %v", row.source, b, got)
			}
		}
	}
}

func TestRegexpMatches(t *testing.T) {
	for _, row := range regexpMatches {
		source, ignoreCase := flagsOf(row.source)
		p, groups := programOf(t, source, ignoreCase)
		spans := make([]Span, groups)
		got := "no"
		if p.Match(row.input, spans) {
			texts := make([]*string, groups)
			for i, s := range spans {
				if s.IsDefined() {
					text := row.input[s.Start:s.End]
					texts[i] = &text
				}
			}
			got = textOf(texts)
		}
		if got != row.want {
			t.Errorf("%s on %q: %q, want %q", row.source, row.input, got, row.want)
		}
	}
}

// textOf writes groups as regexpMatches does.
func textOf(groups []*string) string {
	texts := make([]string, len(groups))
	for i, group := range groups {
		texts[i] = "-"
		if group != nil {
			texts[i] = *group
		}
	}
	return strings.Join(texts, " ")
}

func TestRegexpErrors(t *testing.T) {
	for _, source := range refusedRegexps {
		if _, _, err := Parse(source, false); err == nil || err.Unsupported {
			t.Errorf("%s: %+v", source, err)
		}
	}
	if _, _, err := Parse(strings.Repeat("(a)", 9)+`\9`, false); err == nil || !err.Unsupported {
		t.Errorf("a reference to the ninth group: %+v", err)
	}
}

// TestRegexpLimits has what is as large as it may be.
func TestRegexpLimits(t *testing.T) {
	for _, many := range []string{"[a]", "(?:a)", "(a)"} {
		programOf(t, strings.Repeat(many, 1001), false)
	}
	programOf(t, "a{9999}", false) // and an instruction at the end
	n, groups, err := Parse("a{10000}", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := Compile(n, groups, false); ok {
		t.Error("a program has more than 10,000 instructions")
	}
	p, _ := programOf(t, "(?:a|b)*", false)
	if !p.Match(strings.Repeat("ab", 5000), nil) {
		t.Error("a long input does not match")
	}
}
