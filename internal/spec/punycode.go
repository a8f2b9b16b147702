package spec

import "strings"

// The parameters of https://www.rfc-editor.org/rfc/rfc3492#section-5. A number greater than punycodeMaxInt is an
// overflow, as in other implementations.
const (
	punycodeBase        = 36
	punycodeTMin        = 1
	punycodeTMax        = 26
	punycodeSkew        = 38
	punycodeDamp        = 700
	punycodeInitialBias = 72
	punycodeInitialN    = 0x80
	punycodeMaxInt      = 1<<31 - 1
	punycodeDigits      = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// adaptBias implements https://www.rfc-editor.org/rfc/rfc3492#section-6.1.
func adaptBias(delta, numPoints int64, firstTime bool) int64 {
	if firstTime {
		delta = delta / punycodeDamp
	} else {
		delta = delta / 2
	}
	delta = delta + delta/numPoints
	k := int64(0)
	for delta > (punycodeBase-punycodeTMin)*punycodeTMax/2 {
		delta = delta / (punycodeBase - punycodeTMin)
		k = k + punycodeBase
	}
	return k + (punycodeBase-punycodeTMin+1)*delta/(delta+punycodeSkew)
}

// threshold is t in both procedures.
func threshold(k, bias int64) int64 {
	if k <= bias+punycodeTMin {
		return punycodeTMin
	}
	if k >= bias+punycodeTMax {
		return punycodeTMax
	}
	return k - bias
}

// decodePunycode implements https://www.rfc-editor.org/rfc/rfc3492#section-6.2 for an ASCII input in lower case. It also
// fails for surrogates, which no string of scalar values has, and for numbers that are not code points.
func decodePunycode(input string) (output []rune, ok bool) {
	n, i, bias := int64(punycodeInitialN), int64(0), int64(punycodeInitialBias)
	if delimiter := strings.LastIndexByte(input, '-'); delimiter > 0 {
		output = []rune(input[:delimiter])
		input = input[delimiter+1:]
	}
	for input != "" {
		oldi, w := i, int64(1)
		for k := int64(punycodeBase); ; k += punycodeBase {
			if input == "" {
				return nil, false
			}
			digit := int64(strings.IndexByte(punycodeDigits, input[0]))
			input = input[1:]
			if digit < 0 {
				return nil, false
			}
			if digit > (punycodeMaxInt-i)/w {
				return nil, false
			}
			i = i + digit*w
			t := threshold(k, bias)
			if digit < t {
				break
			}
			if w > punycodeMaxInt/(punycodeBase-t) {
				return nil, false
			}
			w = w * (punycodeBase - t)
		}
		length := int64(len(output)) + 1
		bias = adaptBias(i-oldi, length, oldi == 0)
		if i/length > punycodeMaxInt-n {
			return nil, false
		}
		n = n + i/length
		i = i % length
		if n > 0x10FFFF || n >= 0xD800 && n <= 0xDFFF {
			return nil, false
		}
		var inserted []rune
		inserted = append(inserted, output[:i]...)
		inserted = append(inserted, rune(n))
		output = append(inserted, output[i:]...)
		i++
	}
	return output, true
}

// encodePunycode implements https://www.rfc-editor.org/rfc/rfc3492#section-6.3. It reports false on an overflow.
func encodePunycode(input []rune) (output string, ok bool) {
	n, delta, bias := int64(punycodeInitialN), int64(0), int64(punycodeInitialBias)
	for _, c := range input {
		if c < 0x80 {
			output += string(c)
		}
	}
	b := int64(len(output))
	h := b
	if b > 0 {
		output += "-"
	}
	for h < int64(len(input)) {
		m := int64(0x10FFFF)
		for _, c := range input {
			if int64(c) >= n && int64(c) < m {
				m = int64(c)
			}
		}
		if m-n > (punycodeMaxInt-delta)/(h+1) {
			return "", false
		}
		delta = delta + (m-n)*(h+1)
		n = m
		for _, c := range input {
			if int64(c) < n {
				delta++
				if delta > punycodeMaxInt {
					return "", false
				}
			}
			if int64(c) == n {
				q := delta
				for k := int64(punycodeBase); ; k += punycodeBase {
					t := threshold(k, bias)
					if q < t {
						break
					}
					output += string(punycodeDigits[t+(q-t)%(punycodeBase-t)])
					q = (q - t) / (punycodeBase - t)
				}
				output += string(punycodeDigits[q])
				bias = adaptBias(delta, h+1, h == b)
				delta = 0
				h++
			}
		}
		delta++
		n++
	}
	return output, true
}
