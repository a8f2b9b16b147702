package urlpattern

import (
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/urlpattern/internal/ecma"
)

// tokenType is https://urlpattern.spec.whatwg.org/#token-type.
type tokenType uint8

const (
	tokenInvalidChar tokenType = iota
	tokenOpen
	tokenClose
	tokenRegexp
	tokenName
	tokenChar
	tokenEscapedChar
	tokenOtherModifier
	tokenAsterisk
	tokenEnd
)

// token is https://urlpattern.spec.whatwg.org/#token. The index counts bytes, where the standard counts code
// points. The value is in the input, up to end. Without a pointer, tokens cost the garbage collector nothing.
type token struct {
	tokenType  tokenType
	index, end int
}

// value returns the token's value.
func (t *token) value(input string) string {
	switch t.tokenType {
	case tokenName, tokenRegexp, tokenEscapedChar: // after a ":", a "(" or a backslash
		return input[t.index+1 : t.end]
	}
	return input[t.index:t.end]
}

// tokenizePolicy is https://urlpattern.spec.whatwg.org/#tokenize-policy.
type tokenizePolicy bool

const (
	strict  tokenizePolicy = false
	lenient tokenizePolicy = true
)

// tokenizer is https://urlpattern.spec.whatwg.org/#tokenizer. Indices count bytes. Bytes that are not UTF-8 are one
// code point if they are decoded as one U+FFFD. The parser of the pattern string replaces them.
type tokenizer struct {
	input     string
	policy    tokenizePolicy
	tokens    []token
	index     int
	nextIndex int
	codePoint rune
	failedAt  int // the index of a tokenizing error with the policy strict, or -1
}

// tokenize implements https://urlpattern.spec.whatwg.org/#tokenize. If it fails, which it does with the policy
// strict alone, the error is a syntax error.
func tokenize(input string, policy tokenizePolicy) ([]token, *Error) {
	t := tokenizer{input: input, policy: policy, failedAt: -1}
	t.tokens = make([]token, 0, len(input)+1)
	for t.index < len(input) {
		t.next()
		if t.failedAt >= 0 {
			return nil, &Error{Offset: t.failedAt, Err: ErrSyntax}
		}
	}
	t.add(tokenEnd, t.index, t.index)
	return t.tokens, nil
}

// next adds the token that begins at t.index: the body of the loop of tokenize.
func (t *tokenizer) next() {
	t.seekAndGetTheNextCodePoint(t.index)
	switch t.codePoint {
	case '*':
		t.addDefault(tokenAsterisk)
	case '+', '?':
		t.addDefault(tokenOtherModifier)
	case '\\':
		t.escapedChar()
	case '{':
		t.addDefault(tokenOpen)
	case '}':
		t.addDefault(tokenClose)
	case ':':
		t.name()
	case '(':
		t.regexp()
	default:
		t.addDefault(tokenChar)
	}
}

// escapedChar adds the token of a backslash and the code point after it.
func (t *tokenizer) escapedChar() {
	if t.index == len(t.input)-1 {
		t.processATokenizingError(t.nextIndex)
		return
	}
	t.getTheNextCodePoint()
	t.addDefault(tokenEscapedChar)
}

// name adds the token of a ":" and the name after it.
func (t *tokenizer) name() {
	nameStart := t.nextIndex
	namePosition := nameStart
	for namePosition < len(t.input) {
		t.seekAndGetTheNextCodePoint(namePosition)
		if !isAValidNameCodePoint(t.codePoint, namePosition == nameStart) {
			break
		}
		namePosition = t.nextIndex
	}
	if namePosition <= nameStart {
		t.processATokenizingError(nameStart)
		return
	}
	t.add(tokenName, namePosition, namePosition)
}

// regexp adds the token of a regular expression in parentheses.
func (t *tokenizer) regexp() {
	start := t.nextIndex
	end := t.regexpEnd(start)
	if end <= start { // not closed, not allowed here, or empty
		t.processATokenizingError(start)
		return
	}
	t.add(tokenRegexp, end+1, end)
}

// regexpEnd returns the index of the ")" that closes the regular expression from start on, or -1. Only groups that
// begin with "(?" may be inside.
func (t *tokenizer) regexpEnd(start int) int {
	depth := 1
	for i := start; i < len(t.input); i++ {
		switch c := t.input[i]; {
		case c >= utf8.RuneSelf, c == '?' && i == start:
			return -1
		case c == '\\':
			i++
			if i == len(t.input) || t.input[i] >= utf8.RuneSelf {
				return -1
			}
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		case c == '(':
			if depth++; i+1 == len(t.input) || t.input[i+1] != '?' {
				return -1
			}
		}
	}
	return -1
}

// getTheNextCodePoint implements https://urlpattern.spec.whatwg.org/#get-the-next-code-point.
func (t *tokenizer) getTheNextCodePoint() {
	r, size := infra.DecodeScalarValue(t.input[t.nextIndex:])
	t.codePoint = r
	t.nextIndex += size
}

// seekAndGetTheNextCodePoint implements https://urlpattern.spec.whatwg.org/#seek-and-get-the-next-code-point.
func (t *tokenizer) seekAndGetTheNextCodePoint(index int) {
	t.nextIndex = index
	t.getTheNextCodePoint()
}

// add implements https://urlpattern.spec.whatwg.org/#add-a-token.
func (t *tokenizer) add(tokenType tokenType, nextPosition, valueEnd int) {
	t.tokens = append(t.tokens, token{tokenType, t.index, valueEnd})
	t.index = nextPosition
}

// addDefault implements https://urlpattern.spec.whatwg.org/#add-a-token-with-default-position-and-length.
func (t *tokenizer) addDefault(tokenType tokenType) {
	t.add(tokenType, t.nextIndex, t.nextIndex)
}

// processATokenizingError implements https://urlpattern.spec.whatwg.org/#process-a-tokenizing-error.
func (t *tokenizer) processATokenizingError(nextPosition int) {
	if t.policy == strict {
		t.failedAt = t.index
		return
	}
	t.add(tokenInvalidChar, nextPosition, nextPosition)
}

// isAValidNameCodePoint implements https://urlpattern.spec.whatwg.org/#is-a-valid-name-code-point. A browser may know newer
// identifiers than Go's Unicode version.
func isAValidNameCodePoint(r rune, first bool) bool { return ecma.IsIdentifierCodePoint(r, first) }
