package main

import "unicode/utf8"

// matchGlob reports whether all of s matches a pattern, in which "*" stands for any text, "?" for any character, and a
// backslash takes the special meaning from the character after it. It takes time of at most the product of the lengths.
func matchGlob(pattern, s string) bool {
	star, from := -1, 0 // where the pattern goes on after the last "*", and where s did
	i, at := 0, 0
	for {
		token, literal := globToken(pattern[i:])
		switch {
		case token == "*" && !literal:
			i++
			star, from = i, at
			continue
		case token == "" && at == len(s):
			return true
		case token == "?" && !literal && at < len(s):
			_, size := utf8.DecodeRuneInString(s[at:])
			i, at = i+1, at+size
			continue
		case token != "" && at < len(s) && (literal || token != "?") && token[0] == s[at]:
			i, at = i+len(token), at+1
			if literal {
				i++
			}
			continue
		}
		if star < 0 || from == len(s) {
			return false
		}
		from++
		i, at = star, from
	}
}

// globToken returns the first byte of a pattern. literal says that there is a backslash before it.
func globToken(pattern string) (token string, literal bool) {
	switch {
	case pattern == "":
		return "", false
	case pattern[0] == '\\' && len(pattern) > 1:
		return pattern[1:2], true
	}
	return pattern[:1], false
}
