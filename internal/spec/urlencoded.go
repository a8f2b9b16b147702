package spec

import (
	"strings"
)

// Tuple is a name-value tuple.
type Tuple struct{ Name, Value string }

// ParseURLEncoded implements https://url.spec.whatwg.org/#concept-urlencoded-parser.
func ParseURLEncoded(input []byte) []Tuple {
	var output []Tuple
	for _, bytes := range strings.Split(string(input), "&") {
		if bytes == "" {
			continue
		}
		name, value := bytes, ""
		if i := strings.IndexByte(bytes, '='); i >= 0 {
			name, value = bytes[:i], bytes[i+1:]
		}
		name = strings.ReplaceAll(name, "+", " ")
		value = strings.ReplaceAll(value, "+", " ")
		nameString := utf8DecodeWithoutBOM(PercentDecode([]byte(name)))
		valueString := utf8DecodeWithoutBOM(PercentDecode([]byte(value)))
		output = append(output, Tuple{nameString, valueString})
	}
	return output
}

// SerializeURLEncoded implements https://url.spec.whatwg.org/#concept-urlencoded-serializer.
func SerializeURLEncoded(tuples []Tuple, encoding Encoding) string {
	output := ""
	for _, tuple := range tuples {
		name := percentEncodeAfterEncoding(encoding, tuple.Name, FormURLEncodedPercentEncodeSet)
		value := percentEncodeAfterEncoding(encoding, tuple.Value, FormURLEncodedPercentEncodeSet)
		if output != "" {
			output += "&"
		}
		output += name + "=" + value
	}
	return output
}
