package spec

import (
	"strconv"
	"strings"
)

// PercentDecode implements https://url.spec.whatwg.org/#percent-decode.
func PercentDecode(input []byte) []byte {
	var output []byte
	for i := 0; i < len(input); i++ {
		b := input[i]
		if b != '%' {
			output = append(output, b)
		} else if i+2 >= len(input) || !isASCIIHexDigit(rune(input[i+1])) || !isASCIIHexDigit(rune(input[i+2])) {
			output = append(output, b)
		} else {
			bytePoint, err := strconv.ParseUint(string(input[i+1:i+3]), 16, 8)
			if err != nil {
				panic(err)
			}
			output = append(output, byte(bytePoint))
			i += 2
		}
	}
	return output
}

// percentEncode implements https://url.spec.whatwg.org/#percent-encode.
func percentEncode(b byte) string {
	const digits = "0123456789ABCDEF"
	return "%" + string(digits[b/16]) + string(digits[b%16])
}

// PercentEncodeSet is a set of code points. https://url.spec.whatwg.org/#percent-encode-set
type PercentEncodeSet struct {
	Contains    func(c rune) bool
	spaceAsPlus bool
}

// The standard's percent-encode sets. That of application/x-www-form-urlencoded comes with spaceAsPlus.
var (
	C0ControlPercentEncodeSet      = PercentEncodeSet{Contains: inC0ControlSet}
	FragmentPercentEncodeSet       = PercentEncodeSet{Contains: inFragmentSet}
	QueryPercentEncodeSet          = PercentEncodeSet{Contains: inQuerySet}
	SpecialQueryPercentEncodeSet   = PercentEncodeSet{Contains: inSpecialQuerySet}
	PathPercentEncodeSet           = PercentEncodeSet{Contains: inPathSet}
	UserinfoPercentEncodeSet       = PercentEncodeSet{Contains: inUserinfoSet}
	ComponentPercentEncodeSet      = PercentEncodeSet{Contains: inComponentSet}
	FormURLEncodedPercentEncodeSet = PercentEncodeSet{inFormURLEncodedSet, true}
)

func inC0ControlSet(c rune) bool { return c >= 0 && c <= 0x1F || c > '~' }
func inFragmentSet(c rune) bool {
	return inC0ControlSet(c) || strings.ContainsRune(" \"<>`", c)
}
func inQuerySet(c rune) bool        { return inC0ControlSet(c) || strings.ContainsRune(" \"#<>", c) }
func inSpecialQuerySet(c rune) bool { return inQuerySet(c) || c == '\'' }
func inPathSet(c rune) bool         { return inQuerySet(c) || strings.ContainsRune("?^`{}", c) }
func inUserinfoSet(c rune) bool {
	return inPathSet(c) || strings.ContainsRune("/:;=@|", c) || c >= '[' && c <= ']'
}
func inComponentSet(c rune) bool {
	return inUserinfoSet(c) || c >= '$' && c <= '&' || c == '+' || c == ','
}
func inFormURLEncodedSet(c rune) bool {
	return inComponentSet(c) || c == '!' || c >= '\'' && c <= ')' || c == '~'
}

// An Encoder is the encoder of an encoding other than UTF-8. It is used for one string.
type Encoder interface {
	// EncodeOrFail encodes the first code point of src, which is UTF-8. It returns the bytes, the size of what they
	// stand for in src, and the code point if the encoding does not have it. https://encoding.spec.whatwg.org/#encode-or-fail
	EncodeOrFail(src []byte) (encoded []byte, size int, failed rune, err error)

	// Finish returns the bytes that end the output.
	Finish() ([]byte, error)
}

// An Encoding makes the encoder of an output encoding. Nil is UTF-8.
type Encoding func() Encoder

// percentEncodeAfterEncoding implements https://url.spec.whatwg.org/#string-percent-encode-after-encoding.
func percentEncodeAfterEncoding(encoding Encoding, input string, set PercentEncodeSet) string {
	if encoding == nil {
		return set.percentEncodeBytes([]byte(input))
	}
	encoder := encoding()
	inputQueue := []byte(input)
	output := ""
	for len(inputQueue) > 0 {
		encodeOutput, size, potentialError, err := encoder.EncodeOrFail(inputQueue)
		if err != nil {
			panic(err)
		}
		output += set.percentEncodeBytes(encodeOutput)
		if potentialError >= 0 {
			output += "%26%23" + strconv.Itoa(int(potentialError)) + "%3B"
		}
		inputQueue = inputQueue[size:]
	}
	end, err := encoder.Finish()
	if err != nil {
		panic(err)
	}
	return output + set.percentEncodeBytes(end)
}

// percentEncodeBytes is what percent-encoding after encoding does with each byte that an encoder returned.
func (set PercentEncodeSet) percentEncodeBytes(encodeOutput []byte) string {
	var output strings.Builder
	for _, b := range encodeOutput {
		if set.spaceAsPlus && b == ' ' {
			output.WriteByte('+')
		} else if !set.Contains(rune(b)) {
			output.WriteByte(b)
		} else {
			output.WriteString(percentEncode(b))
		}
	}
	return output.String()
}

// utf8PercentEncode implements https://url.spec.whatwg.org/#utf-8-percent-encode.
func utf8PercentEncode(c rune, set PercentEncodeSet) string {
	return percentEncodeAfterEncoding(nil, string(c), set)
}

// PercentEncode implements https://url.spec.whatwg.org/#string-utf-8-percent-encode.
func PercentEncode(input string, set PercentEncodeSet) string {
	return percentEncodeAfterEncoding(nil, input, set)
}
