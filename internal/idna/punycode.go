package idna

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Punycode, RFC 3492. golang.org/x/net/idna follows the RFC's pseudocode, which takes quadratic time. The URL
// Standard allows labels of any length in a parse that is not strict, so the functions here take n log n time.
// The pseudocode takes that time because it counts the code points that were inserted before a given one. A positionSet
// counts them in logarithmic time.

// The parameters of https://www.rfc-editor.org/rfc/rfc3492#section-5, and the digits.
const (
	punyBase        = 36
	punyTMin        = 1
	punyTMax        = 26
	punySkew        = 38
	punyDamp        = 700
	punyInitialBias = 72
	punyInitialN    = 0x80
	punyMaxInt      = math.MaxInt32 // a greater number is an overflow, as in other implementations
	punyDigits      = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// maxShortLabel is the number of code points up to which encoding or decoding a label allocates only its result.
const maxShortLabel = 64

// appendPunycode appends the Punycode of label to dst. It reports false on an overflow.
//
// It implements https://www.rfc-editor.org/rfc/rfc3492#section-6.3. The RFC's encoder goes over the whole label once
// for each code point value. Sorting the code points by value, then position, gives the same order.
func appendPunycode(dst []byte, label []rune) ([]byte, bool) {
	var short [maxShortLabel]uint64
	points := short[:0]
	length := len(label)
	if length > len(short) {
		points = make([]uint64, 0, length)
	}
	var word [maxShortLabel / 64]uint64
	inserted := newPositionSet(word[:], length)
	dst, points = appendBasic(dst, points, inserted, label)
	if len(points) < length {
		dst = append(dst, '-')
	}
	slices.Sort(points)
	return appendPoints(dst, points, inserted, length-len(points))
}

// appendBasic appends the ASCII code points of label to dst, and adds their positions to inserted. It appends the other
// code points to points: the value in the upper half, the position in the lower half.
func appendBasic(dst []byte, points []uint64, inserted positionSet, label []rune) ([]byte, []uint64) {
	for position, r := range label {
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
			inserted.add(position)
		} else {
			points = append(points, uint64(r)<<32|uint64(position))
		}
	}
	return dst, points
}

// appendPoints appends the digits for points, which are sorted, to dst. It reports false on an overflow. inserted has
// the positions of the basic code points.
func appendPoints(dst []byte, points []uint64, inserted positionSet, basic int) ([]byte, bool) {
	handled := int64(basic)
	n, i, bias := int64(punyInitialN), int64(0), int64(punyInitialBias)
	for k, p := range points {
		value, position := int64(p>>32), int(uint32(p))
		index := int64(inserted.before(position))
		delta := (value-n)*(handled+1) + index - i
		if delta > punyMaxInt {
			return dst, false
		}
		dst = appendPunyInteger(dst, delta, bias)
		handled++
		bias = punyAdapt(delta, handled, k == 0)
		n, i = value, index+1
		inserted.add(position)
	}
	return dst, true
}

// A punyInsertion is a code point, and the number of code points before it when it is inserted.
type punyInsertion struct {
	value rune
	index int32
}

// decodePunycode returns the code points whose Punycode is s, which is ASCII and lowercase. It uses the memory of
// buffer if that is enough. It reports false if s is not Punycode, overflows, or has surrogates.
//
// It implements https://www.rfc-editor.org/rfc/rfc3492#section-6.2. The RFC's decoder moves everything after an
// insertion. Here the insertions are placed from the last to the first: the index of each is then the number of places
// before it that are still free.
func decodePunycode(buffer []rune, s string) ([]rune, bool) {
	basic, digits := "", s
	if i := strings.LastIndexByte(s, '-'); i > 0 {
		basic, digits = s[:i], s[i+1:]
	}
	var short [maxShortLabel]punyInsertion
	insertions, ok := readPunyInsertions(short[:0], len(basic), digits)
	if !ok {
		return nil, false
	}

	length := len(basic) + len(insertions)
	if length > len(buffer) {
		buffer = make([]rune, length)
	}
	out := buffer[:length]
	placeInsertions(out, insertions)
	for i := 0; basic != ""; i++ {
		if out[i] == 0 {
			out[i] = rune(basic[0])
			basic = basic[1:]
		}
	}
	return out, true
}

// placeInsertions sets out to the insertions in their places, and to 0 where a basic code point belongs.
func placeInsertions(out []rune, insertions []punyInsertion) {
	clear(out)
	var word [maxShortLabel / 64]uint64
	free := newPositionSet(word[:], len(out))
	free.addAll()
	for _, insertion := range slices.Backward(insertions) {
		out[free.take(int(insertion.index))] = insertion.value
	}
}

// readPunyInsertions appends the insertions that digits stands for, after a number of basic code points. It
// reports false as decodePunycode does.
func readPunyInsertions(insertions []punyInsertion, basic int, digits string) ([]punyInsertion, bool) {
	if len(digits) > cap(insertions) {
		insertions = make([]punyInsertion, 0, len(digits))
	}
	length := int64(basic)
	n, i, bias := int64(punyInitialN), int64(0), int64(punyInitialBias)
	for digits != "" {
		delta, size := punyInteger(digits, bias, punyMaxInt-i)
		if size == 0 {
			return nil, false
		}
		digits = digits[size:]
		length++
		bias = punyAdapt(delta, length, len(insertions) == 0)
		n += (i + delta) / length
		i = (i + delta) % length
		if n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return nil, false
		}
		insertions = append(insertions, punyInsertion{rune(n), int32(i)})
		i++
	}
	return insertions, true
}

// punyThreshold returns the threshold of the digit with weight number k.
func punyThreshold(k, bias int64) int64 {
	return min(max(k-bias, punyTMin), punyTMax)
}

// appendPunyInteger appends v as a generalized variable-length integer.
func appendPunyInteger(dst []byte, v, bias int64) []byte {
	for k := int64(punyBase); ; k += punyBase {
		t := punyThreshold(k, bias)
		if v < t {
			return append(dst, punyDigits[v])
		}
		dst = append(dst, punyDigits[t+(v-t)%(punyBase-t)])
		v = (v - t) / (punyBase - t)
	}
}

// punyInteger returns the generalized variable-length integer that digits begins with, and its size. The size
// is 0 if digits does not begin with one, or if the integer exceeds maxValue.
func punyInteger(digits string, bias, maxValue int64) (v int64, size int) {
	weight := int64(1)
	for k := int64(punyBase); size < len(digits); k += punyBase {
		digit := int64(strings.IndexByte(punyDigits, digits[size]))
		size++
		v += digit * weight
		if digit < 0 || v > maxValue {
			return 0, 0
		}
		t := punyThreshold(k, bias)
		if digit < t {
			return v, size
		}
		weight *= punyBase - t
		if weight > punyMaxInt {
			return 0, 0
		}
	}
	return 0, 0
}

// punyAdapt implements https://www.rfc-editor.org/rfc/rfc3492#section-6.1.
func punyAdapt(delta, length int64, first bool) int64 {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / length
	k := int64(0)
	for ; delta > (punyBase-punyTMin)*punyTMax/2; k += punyBase {
		delta /= punyBase - punyTMin
	}
	return k + (punyBase-punyTMin+1)*delta/(delta+punySkew)
}

// A positionSet is a set of positions from 0 on. In logarithmic time, it counts the positions before a given
// one, and finds the position with a given number of others before it. It has a bit for each position, and a
// Fenwick tree over the words of bits: counts[i] is the number of positions in the i&-i words that end with
// word i-1.
type positionSet struct {
	words  []uint64
	counts []uint32
}

// newPositionSet returns an empty set for positions below length. It does not allocate if word, which is empty,
// is enough: one word needs no counts.
func newPositionSet(word []uint64, length int) positionSet {
	n := (length + 63) / 64
	if n <= len(word) {
		return positionSet{words: word}
	}
	return positionSet{make([]uint64, n), make([]uint32, n+1)}
}

// addAll adds every position. It also adds positions that do not exist, up to the end of the last word. They do no harm,
// because they come after all others.
func (set positionSet) addAll() {
	for i := range set.words {
		set.words[i] = math.MaxUint64
	}
	for i := range set.counts {
		set.counts[i] = 64 * uint32(i&-i)
	}
}

// add adds position.
func (set positionSet) add(position int) {
	set.words[position/64] |= 1 << (position % 64)
	for i := position/64 + 1; i < len(set.counts); i += i & -i {
		set.counts[i]++
	}
}

// before returns the number of positions before position.
func (set positionSet) before(position int) int {
	n := bits.OnesCount64(set.words[position/64] & (1<<(position%64) - 1))
	for i := position / 64; i > 0; i &= i - 1 {
		n += int(set.counts[i])
	}
	return n
}

// take removes the position that has n others before it, and returns it. It first finds the word of that position, by
// binary search in the Fenwick tree, and then the bit.
func (set positionSet) take(n int) int {
	word, rest := 0, uint32(n)
	for step := 1 << bits.Len(uint(len(set.counts))) >> 1; step > 0; step >>= 1 {
		next := word + step
		if next >= len(set.counts) {
			continue
		}
		if set.counts[next] <= rest {
			rest -= set.counts[next]
			word = next
		} else {
			set.counts[next]--
		}
	}
	left := set.words[word]
	for ; rest > 0; rest-- {
		left &= left - 1
	}
	bit := left & -left
	set.words[word] &^= bit
	return word*64 + bits.TrailingZeros64(bit)
}
