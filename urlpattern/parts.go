package urlpattern

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/urlpattern/internal/ecma"
)

// partType is https://urlpattern.spec.whatwg.org/#part-type. The order is that of Compare: what matches less is
// greater.
type partType uint8

const (
	fullWildcard partType = iota
	segmentWildcard
	regexpPart
	fixedText
)

// modifier is https://urlpattern.spec.whatwg.org/#part-modifier, in the order of Compare.
type modifier uint8

const (
	zeroOrMore modifier = iota
	optional
	oneOrMore
	none
)

// String implements https://urlpattern.spec.whatwg.org/#convert-a-modifier-to-a-string.
func (m modifier) String() string { return [...]string{"*", "?", "+", ""}[m] }

// part is https://urlpattern.spec.whatwg.org/#part.
type part struct {
	partType partType
	modifier modifier
	value    string
	name     string
	prefix   string
	suffix   string
	offset   int // the place of the value in the pattern string
}

// packedParts are parts without names and offsets, in little memory: for each part its type and its modifier, and the
// three texts with their lengths before them.
type packedParts string

// pack returns the parts.
func pack(parts []part) packedParts {
	var few [128]byte
	packed := few[:0]
	for i := range parts {
		p := &parts[i]
		packed = append(packed, byte(p.partType), byte(p.modifier))
		for _, text := range [...]string{p.prefix, p.value, p.suffix} {
			packed = append(binary.AppendUvarint(packed, uint64(len(text))), text...)
		}
	}
	return packedParts(packed)
}

// next returns the first of the parts, and those after it. If there are none, it returns a fixed text that is empty.
func (s packedParts) next() (first part, rest packedParts) {
	if s == "" {
		return part{partType: fixedText, modifier: none}, ""
	}
	first = part{partType: partType(s[0]), modifier: modifier(s[1])}
	s = s[2:]
	for _, text := range [...]*string{&first.prefix, &first.value, &first.suffix} {
		length, shift := 0, 0
		for s[0] >= 0x80 {
			length |= int(s[0]&0x7F) << shift
			s, shift = s[1:], shift+7
		}
		length |= int(s[0]) << shift
		*text, s = string(s[1:1+length]), s[1+length:]
	}
	return first, s
}

// isText reports whether the part is fixed text that is not optional and not repeated.
func (p *part) isText() bool { return p.partType == fixedText && p.modifier == none }

// options is https://urlpattern.spec.whatwg.org/#options. A delimiter or prefix code point is "" or one byte.
type options struct {
	delimiterCodePoint string
	prefixCodePoint    string
	ignoreCase         bool
}

var (
	defaultOptions  = options{}
	hostnameOptions = options{delimiterCodePoint: "."}
	pathnameOptions = options{delimiterCodePoint: "/", prefixCodePoint: "/"}
)

// fullWildcardRegexpValue is https://urlpattern.spec.whatwg.org/#full-wildcard-regexp-value.
const fullWildcardRegexpValue = ".*"

// segmentWildcardRegexp implements https://urlpattern.spec.whatwg.org/#generate-a-segment-wildcard-regexp.
func (o options) segmentWildcardRegexp() string {
	return "[^" + escapeARegexpString(o.delimiterCodePoint) + "]+?"
}

// patternParser is https://urlpattern.spec.whatwg.org/#pattern-parser.
type patternParser struct {
	input             string
	tokens            []token
	options           options
	encode            encodingCallback
	parts             []part
	names             map[string]bool // of the parts, but for numeric ones
	pendingFixedValue []byte
	pendingOffset     int
	index             int
	nextNumericName   int
	err               *Error // the first error
}

// parseAPatternString implements https://urlpattern.spec.whatwg.org/#parse-a-pattern-string.
func parseAPatternString(input string, o options, encode encodingCallback) ([]part, *Error) {
	p := patternParser{input: input, options: o, encode: encode}
	if input != "" && !strings.ContainsAny(input, patternSyntax) {
		p.addFixedText(0, input, none)
		return p.parts, p.err
	}
	tokens, err := tokenize(input, strict)
	if err != nil {
		return nil, err
	}
	p.tokens, p.parts, p.pendingFixedValue = tokens, make([]part, 0, 4), make([]byte, 0, 64)
	for p.index < len(tokens) && p.err == nil {
		p.parseNext()
	}
	return p.parts, p.err
}

// parseNext is the body of the loop of parse a pattern string.
func (p *patternParser) parseNext() {
	start := p.tokens[p.index].index
	charToken := p.tryToConsume(tokenChar)
	nameToken := p.tryToConsume(tokenName)
	regexpOrWildcard := p.tryToConsumeARegexpOrWildcard(nameToken)
	if nameToken != nil || regexpOrWildcard != nil {
		prefix := ""
		if charToken != nil {
			prefix = charToken.value(p.input)
		}
		if prefix != "" && prefix != p.options.prefixCodePoint {
			p.appendPending(prefix, start)
			prefix = ""
		}
		p.maybeAddAPartFromThePendingFixedValue()
		p.addAPart(start, prefix, nameToken, regexpOrWildcard, "", p.tryToConsumeAModifier())
		return
	}
	fixed := charToken
	if fixed == nil {
		fixed = p.tryToConsume(tokenEscapedChar)
	}
	if fixed != nil {
		p.appendPending(fixed.value(p.input), start)
		return
	}
	if p.tryToConsume(tokenOpen) != nil {
		prefix := p.consumeText()
		nameToken = p.tryToConsume(tokenName)
		regexpOrWildcard = p.tryToConsumeARegexpOrWildcard(nameToken)
		suffix := p.consumeText()
		p.consumeARequired(tokenClose)
		p.addAPart(start, prefix, nameToken, regexpOrWildcard, suffix, p.tryToConsumeAModifier())
		return
	}
	p.maybeAddAPartFromThePendingFixedValue()
	p.consumeARequired(tokenEnd)
}

// tryToConsume implements https://urlpattern.spec.whatwg.org/#try-to-consume-a-token.
func (p *patternParser) tryToConsume(tokenType tokenType) *token {
	if p.tokens[p.index].tokenType != tokenType {
		return nil
	}
	p.index++
	return &p.tokens[p.index-1]
}

// tryToConsumeAModifier implements https://urlpattern.spec.whatwg.org/#try-to-consume-a-modifier-token.
func (p *patternParser) tryToConsumeAModifier() *token {
	if token := p.tryToConsume(tokenOtherModifier); token != nil {
		return token
	}
	return p.tryToConsume(tokenAsterisk)
}

// tryToConsumeARegexpOrWildcard implements
// https://urlpattern.spec.whatwg.org/#try-to-consume-a-regexp-or-wildcard-token.
func (p *patternParser) tryToConsumeARegexpOrWildcard(nameToken *token) *token {
	token := p.tryToConsume(tokenRegexp)
	if nameToken == nil && token == nil {
		token = p.tryToConsume(tokenAsterisk)
	}
	return token
}

// consumeARequired implements https://urlpattern.spec.whatwg.org/#consume-a-required-token.
func (p *patternParser) consumeARequired(tokenType tokenType) {
	if p.tryToConsume(tokenType) == nil {
		p.fail(p.tokens[p.index].index, ErrSyntax)
	}
}

// fail notes the first error.
func (p *patternParser) fail(offset int, err error) {
	if p.err == nil {
		p.err = &Error{Offset: offset, Err: err}
	}
}

// consumeText implements https://urlpattern.spec.whatwg.org/#consume-text.
func (p *patternParser) consumeText() string {
	first := p.index
	for p.tryToConsume(tokenChar) != nil || p.tryToConsume(tokenEscapedChar) != nil {
	}
	switch tokens := p.tokens[first:p.index]; len(tokens) {
	case 0:
		return ""
	case 1:
		return tokens[0].value(p.input)
	default:
		var text strings.Builder
		for i := range tokens {
			text.WriteString(infra.ToScalarValues(tokens[i].value(p.input)))
		}
		return text.String()
	}
}

// appendPending appends text to the pending fixed value. The text stands at offset in the pattern string. If it is not
// UTF-8, it must not form a character with the text before it.
func (p *patternParser) appendPending(text string, offset int) {
	if len(p.pendingFixedValue) == 0 {
		p.pendingOffset = offset
	}
	p.pendingFixedValue = append(p.pendingFixedValue, infra.ToScalarValues(text)...)
}

// maybeAddAPartFromThePendingFixedValue implements
// https://urlpattern.spec.whatwg.org/#maybe-add-a-part-from-the-pending-fixed-value.
func (p *patternParser) maybeAddAPartFromThePendingFixedValue() {
	if len(p.pendingFixedValue) == 0 {
		return
	}
	value := string(p.pendingFixedValue)
	p.pendingFixedValue = p.pendingFixedValue[:0]
	p.addFixedText(p.pendingOffset, value, none)
}

// addFixedText adds a part for fixed text. The standard adds one even if the text is encoded as the empty string.
func (p *patternParser) addFixedText(offset int, value string, m modifier) {
	encoded := p.encoded(offset, value)
	p.parts = append(p.parts, part{partType: fixedText, value: encoded, modifier: m, offset: offset})
}

// encoded returns the result of the encoding callback.
func (p *patternParser) encoded(offset int, value string) string {
	if value == "" {
		return ""
	}
	encoded, err := p.encode(value)
	if err != nil {
		p.fail(offset, err)
	}
	return encoded
}

// addAPart implements https://urlpattern.spec.whatwg.org/#add-a-part for what stands at offset.
func (p *patternParser) addAPart(
	offset int, prefix string, nameToken, regexpOrWildcard *token, suffix string, modifierToken *token,
) {
	m := p.modifierOf(modifierToken)
	isText := nameToken == nil && regexpOrWildcard == nil
	if isText && m == none {
		p.appendPending(prefix, offset)
		return
	}
	p.maybeAddAPartFromThePendingFixedValue()
	if isText {
		if prefix != "" {
			p.addFixedText(offset, prefix, m)
		}
		return
	}
	added := part{modifier: m, offset: offset}
	added.partType, added.value = p.typeAndValue(regexpOrWildcard)
	switch {
	case nameToken != nil:
		added.name, added.offset = nameToken.value(p.input), nameToken.index
		if p.isADuplicateName(added.name) {
			p.fail(added.offset, ErrDuplicateName)
		}
	default: // no other name begins with a digit
		added.name = strconv.Itoa(p.nextNumericName)
		p.nextNumericName++
	}
	if added.partType == regexpPart {
		added.offset = regexpOrWildcard.index + len("(")
	}
	added.prefix = p.encoded(offset, prefix)
	added.suffix = p.encoded(offset, suffix)
	p.parts = append(p.parts, added)
}

// modifierOf returns the modifier that a token stands for. A nil token stands for none.
func (p *patternParser) modifierOf(token *token) modifier {
	switch {
	case token == nil:
		return none
	case token.value(p.input) == "?":
		return optional
	case token.value(p.input) == "*":
		return zeroOrMore
	}
	return oneOrMore
}

// typeAndValue returns the type and the value of a part with a matching group. A regular expression that is the one
// of a wildcard counts as the wildcard.
func (p *patternParser) typeAndValue(regexpOrWildcard *token) (partType, string) {
	if regexpOrWildcard == nil {
		return segmentWildcard, ""
	}
	switch value := regexpOrWildcard.value(p.input); {
	case regexpOrWildcard.tokenType == tokenAsterisk, value == fullWildcardRegexpValue:
		return fullWildcard, ""
	case value == p.options.segmentWildcardRegexp():
		return segmentWildcard, ""
	default:
		return regexpPart, value
	}
}

// isADuplicateName implements https://urlpattern.spec.whatwg.org/#is-a-duplicate-name, and notes the name.
func (p *patternParser) isADuplicateName(name string) bool {
	if p.names == nil {
		p.names = make(map[string]bool)
	}
	duplicate := p.names[name]
	p.names[name] = true
	return duplicate
}

// A regularExpression is the one that the standard generates for a component, and where the values of parts that
// are regular expressions begin in it.
type regularExpression struct {
	source string
	values []sourcePlace
}

// A sourcePlace says where a part's value begins in the source, where it stands in the pattern string, and the index of
// the part.
type sourcePlace struct{ start, offset, part int }

// generateARegularExpression implements
// https://urlpattern.spec.whatwg.org/#generate-a-regular-expression-and-name-list. The name list is nameList's.
func generateARegularExpression(parts []part, o options) regularExpression {
	g := regexpGenerator{segmentWildcardRegexp: o.segmentWildcardRegexp()}
	g.result.WriteByte('^')
	for i := range parts {
		g.index = i
		g.writePart(&parts[i])
	}
	g.result.WriteByte('$')
	return regularExpression{g.result.String(), g.values}
}

type regexpGenerator struct {
	result                strings.Builder
	segmentWildcardRegexp string
	values                []sourcePlace
	index                 int // of the part that is written
}

func (g *regexpGenerator) writePart(p *part) {
	hasFixes := p.prefix != "" || p.suffix != ""
	repeats := p.modifier == zeroOrMore || p.modifier == oneOrMore
	prefix, suffix := escapeARegexpString(p.prefix), escapeARegexpString(p.suffix)
	switch {
	case p.isText():
		g.write(escapeARegexpString(p.value))
	case p.partType == fixedText:
		g.write("(?:", escapeARegexpString(p.value), ")", p.modifier.String())
	case !hasFixes && !repeats:
		g.write("(")
		g.writeValue(p)
		g.write(")", p.modifier.String())
	case !hasFixes:
		g.write("((?:")
		g.writeValue(p)
		g.write(")", p.modifier.String(), ")")
	case !repeats:
		g.write("(?:", prefix, "(")
		g.writeValue(p)
		g.write(")", suffix, ")", p.modifier.String())
	default:
		g.write("(?:", prefix, "((?:")
		g.writeValue(p)
		g.write(")(?:", suffix, prefix, "(?:")
		g.writeValue(p)
		g.write("))*)", suffix, ")")
		if p.modifier == zeroOrMore {
			g.write("?")
		}
	}
}

func (g *regexpGenerator) write(texts ...string) {
	for _, text := range texts {
		g.result.WriteString(text)
	}
}

// writeValue writes what the matching group of the part has to match.
func (g *regexpGenerator) writeValue(p *part) {
	switch p.partType {
	case segmentWildcard:
		g.write(g.segmentWildcardRegexp)
	case fullWildcard:
		g.write(fullWildcardRegexpValue)
	default:
		g.values = append(g.values, sourcePlace{g.result.Len(), p.offset, g.index})
		g.write(p.value)
	}
}

// known returns where the source has the regular expressions of the parts, which are known.
func (r regularExpression) known(parts []part, regexps []*ecma.Node) (known []ecma.Known) {
	for _, place := range r.values {
		known = append(known, ecma.Known{Start: place.start, End: place.start + len(parts[place.part].value), Node: regexps[place.part]})
	}
	return known
}

// patternOffset returns the offset in the pattern string of what is at the offset in the source.
func (r regularExpression) patternOffset(at int) int {
	offset := 0
	for _, place := range r.values {
		if place.start > at {
			break
		}
		offset = place.offset + at - place.start
	}
	return offset
}

// nameList returns the names of the matching groups.
func nameList(parts []part) []string {
	names := make([]string, 0, len(parts))
	for i := range parts {
		if parts[i].partType != fixedText {
			names = append(names, parts[i].name)
		}
	}
	return names
}

// escapeARegexpString implements https://urlpattern.spec.whatwg.org/#escape-a-regexp-string.
func escapeARegexpString(input string) string { return escapeBytes(input, `.+*?^${}()[]|/\`) }

// escapeAPatternString implements https://urlpattern.spec.whatwg.org/#escape-a-pattern-string.
func escapeAPatternString(input string) string { return escapeBytes(input, patternSyntax) }

// patternSyntax are the bytes that may have a meaning in a pattern string. Without them, it is fixed text.
const patternSyntax = `+*?:{}()\`

// escapeBytes puts a backslash before each byte of input that is one of special.
func escapeBytes(input, special string) string {
	if !strings.ContainsAny(input, special) {
		return input
	}
	var result strings.Builder
	for i := range len(input) {
		if strings.IndexByte(special, input[i]) >= 0 {
			result.WriteByte('\\')
		}
		result.WriteByte(input[i])
	}
	return result.String()
}

// generateAPatternString implements https://urlpattern.spec.whatwg.org/#generate-a-pattern-string.
func generateAPatternString(parts []part, o options) string {
	var result strings.Builder
	result.Grow(64)
	for i := range parts {
		var previous, next *part
		if i > 0 {
			previous = &parts[i-1]
		}
		if i < len(parts)-1 {
			next = &parts[i+1]
		}
		parts[i].writePatternString(&result, previous, next, o)
	}
	return result.String()
}

// writePatternString is the body of the loop of generate a pattern string.
func (p *part) writePatternString(result *strings.Builder, previous, next *part, o options) {
	if p.partType == fixedText {
		value := escapeAPatternString(p.value)
		if p.modifier != none {
			value = "{" + value + "}" + p.modifier.String()
		}
		result.WriteString(value)
		return
	}
	customName := !infra.IsASCIIDigit(p.name[0])
	needsGrouping := p.needsGrouping(previous, next, o)
	if needsGrouping {
		result.WriteByte('{')
	}
	result.WriteString(escapeAPatternString(p.prefix))
	if customName {
		result.WriteString(":" + p.name)
	}
	switch {
	case p.partType == regexpPart:
		result.WriteString("(" + p.value + ")")
	case p.partType == segmentWildcard && !customName:
		result.WriteString("(" + o.segmentWildcardRegexp() + ")")
	case p.partType == fullWildcard:
		afterGroup := previous != nil && previous.partType != fixedText && previous.modifier == none
		if !customName && (!afterGroup || needsGrouping || p.prefix != "") {
			result.WriteByte('*')
		} else {
			result.WriteString("(" + fullWildcardRegexpValue + ")")
		}
	}
	if p.partType == segmentWildcard && customName && beginsLikeAName(p.suffix) {
		result.WriteByte('\\')
	}
	result.WriteString(escapeAPatternString(p.suffix))
	if needsGrouping {
		result.WriteByte('}')
	}
	result.WriteString(p.modifier.String())
}

// needsGrouping reports whether the part has to stand in "{" and "}" between the parts beside it.
func (p *part) needsGrouping(previous, next *part, o options) bool {
	if p.suffix != "" || p.prefix != "" && p.prefix != o.prefixCodePoint {
		return true
	}
	customName := !infra.IsASCIIDigit(p.name[0])
	if customName && p.partType == segmentWildcard && p.modifier == none &&
		next != nil && next.prefix == "" && next.suffix == "" {
		if next.partType == fixedText {
			if beginsLikeAName(next.value) {
				return true
			}
		} else if infra.IsASCIIDigit(next.name[0]) {
			return true
		}
	}
	return p.prefix == "" && previous != nil && previous.partType == fixedText &&
		o.prefixCodePoint != "" && strings.HasSuffix(previous.value, o.prefixCodePoint)
}

// beginsLikeAName reports whether the first code point of s would continue a name before it.
func beginsLikeAName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s) // U+FFFD, which is not in a name, if s is empty
	return isAValidNameCodePoint(r, false)
}
