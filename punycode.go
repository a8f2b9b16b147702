package url

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Punycode, RFC 3492. The encoder and decoder of golang.org/x/net/idna follow the RFC's pseudocode, which
// takes quadratic time; the URL Standard allows labels of any length in a parse that is not strict. Those
// here take n log n: the only step that is not local, the place of a code point among those inserted
// before it, is asked of a set that counts.

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

// punyShort is a number of code points up to which coding a label allocates nothing but its result.
const punyShort = 64

// appendPunycode appends the Punycode of label to dst. It reports false on an overflow.
//
// It implements https://www.rfc-editor.org/rfc/rfc3492#section-6.3. The RFC's encoder counts, for each
// code point value in turn, over the whole label; sorting the code points by value, then position, gives
// the insertions in the same order.
func appendPunycode(dst []byte, label string) ([]byte, bool) {
	var short [punyShort]uint64
	var word [punyShort / 64]uint64
	points := short[:0]        // those to insert: value in the upper half, position in the lower
	var counted *countedPoints // nil if there are few
	length := utf8.RuneCountInString(label)
	if length > len(short) {
		points, counted = longPoints(points, label)
	}
	inserted := newPositionSet(word[:], length)
	position := 0
	for _, r := range label {
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
			inserted.add(position)
		} else if counted == nil {
			points = append(points, uint64(r)<<32|uint64(position))
		}
		position++
	}
	slices.Sort(points)

	handled := int64(length - len(points))
	if counted != nil {
		handled -= int64(counted.n)
	}
	points = counted.read(points)
	if handled > 0 {
		dst = append(dst, '-')
	}
	first := true
	n, i, bias := int64(punyInitialN), int64(0), int64(punyInitialBias)
	for len(points) > 0 {
		for _, p := range points {
			value, position := int64(p>>32), int(uint32(p))
			index := int64(inserted.before(position))
			delta := (value-n)*(handled+1) + index - i
			if delta > punyMaxInt {
				return dst, false
			}
			dst = appendPunyInteger(dst, delta, bias)
			handled++
			bias = punyAdapt(delta, handled, first)
			n, i, first = value, index+1, false
			inserted.add(position)
		}
		points = counted.read(points[:0])
	}
	return dst, true
}

// countedPoints are the code points of a label that are not ASCII, sorted by counting, a quarter of them at a time. That
// takes linear time, and a byte for each and eight for each value up to the last.
type countedPoints struct {
	label string
	ends  []uint32 // for each value, how many there are up to it
	ranks []uint32 // for each value, when a part is read, how many are before the next
	part  []uint32 // the positions of the present quarter
	done  int      // how many there were in the quarters before
	next  int      // of part
	value int
	n     int // how many there are
}

// longPoints returns where to put the code points of a long label that are not ASCII: either a slice with room for them,
// to be sorted, and nil; or, if they are more than there are values up to the last, points as it is, and all of them.
func longPoints(points []uint64, label string) ([]uint64, *countedPoints) {
	n, last := 0, rune(0)
	for _, r := range label {
		if r >= utf8.RuneSelf {
			last = max(last, r)
			n++
		}
	}
	if n <= int(last) {
		return slices.Grow(points, n), nil
	}
	c := &countedPoints{label: label, n: n, ends: make([]uint32, last+1), ranks: make([]uint32, last+1), part: make([]uint32, 0, (n+3)/4)}
	for _, r := range label {
		if r >= utf8.RuneSelf {
			c.ends[r]++
		}
	}
	for r := 1; r < len(c.ends); r++ {
		c.ends[r] += c.ends[r-1]
	}
	return points, c
}

// read appends the next ones to points, as far as there is room; none where c is nil.
func (c *countedPoints) read(points []uint64) []uint64 {
	if c == nil {
		return points
	}
	for len(points) < cap(points) && c.done+c.next < c.n {
		if c.next == len(c.part) {
			c.readPart()
		}
		for c.done+c.next == int(c.ends[c.value]) {
			c.value++
		}
		points = append(points, uint64(c.value)<<32|uint64(c.part[c.next]))
		c.next++
	}
	return points
}

// readPart reads the next quarter.
func (c *countedPoints) readPart() {
	c.done += len(c.part)
	c.part = c.part[:cap(c.part)] // of which the last quarter may need less
	c.next = 0
	copy(c.ranks[1:], c.ends)
	position := uint32(0)
	for _, r := range c.label {
		if r >= utf8.RuneSelf {
			if i := int(c.ranks[r]) - c.done; i >= 0 && i < len(c.part) {
				c.part[i] = position
			}
			c.ranks[r]++
		}
		position++
	}
}

// decodePunycode returns the code points whose Punycode is s, which is ASCII and lowercase, in the memory of
// buffer if that is enough. It reports false where s is not Punycode or an overflow, or has surrogates.
//
// It implements https://www.rfc-editor.org/rfc/rfc3492#section-6.2. The RFC's decoder inserts into the
// output; but from the last insertion to the first, each code point stays where its index says among
// the places that are still free. So it reads the insertions twice: for the places, and for what is put there.
func decodePunycode(buffer []rune, s string) ([]rune, bool) {
	basic := max(strings.LastIndexByte(s, '-'), 0)
	var short [punyShort]uint32
	places := short[:0] // the indices at first
	if len(s)-basic > len(short) {
		places = make([]uint32, 0, len(s)-basic)
	}
	r := newPunyReader(s, basic)
	for r.digits != "" {
		if !r.next() {
			return nil, false
		}
		places = append(places, uint32(r.index))
	}
	length := basic + len(places)
	var word [punyShort / 64]uint64
	free := newPositionSet(word[:], length)
	free.addAll()
	for k, index := range slices.Backward(places) {
		places[k] = uint32(free.take(int(index)))
	}

	if length > len(buffer) {
		buffer = make([]rune, length)
	}
	out := buffer[:length]
	clear(out)
	r = newPunyReader(s, basic)
	for _, place := range places {
		r.next()
		out[place] = rune(r.value)
	}
	fillFree(out, s[:basic])
	return out, true
}

// fillFree puts basic, in order, where out has no code point.
func fillFree(out []rune, basic string) {
	for i := 0; basic != ""; i++ {
		if out[i] == 0 {
			out[i] = rune(basic[0])
			basic = basic[1:]
		}
	}
}

// A punyReader reads what Punycode says to insert.
type punyReader struct {
	digits string
	value  int64 // the code point
	index  int64 // where among those before
	length int64 // with it
	bias   int64
	first  bool
}

// newPunyReader returns a reader for s, which has that many basic code points and after them, if that is not 0,
// a delimiter.
func newPunyReader(s string, basic int) punyReader {
	digits := s[basic:]
	if basic > 0 {
		digits = digits[1:]
	}
	return punyReader{digits, punyInitialN, -1, int64(basic), punyInitialBias, true}
}

// next reads the next insertion. It reports false where there is none.
func (r *punyReader) next() bool {
	i := r.index + 1
	delta, size := punyInteger(r.digits, r.bias, punyMaxInt-i)
	if size == 0 {
		return false
	}
	r.digits = r.digits[size:]
	r.length++
	r.bias = punyAdapt(delta, r.length, r.first)
	r.value += (i + delta) / r.length
	r.index = (i + delta) % r.length
	r.first = false
	return r.value <= utf8.MaxRune && utf8.ValidRune(rune(r.value))
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

// punyInteger returns the generalized variable-length integer that digits begins with, and its size,
// which is 0 if there is none or it exceeds most.
func punyInteger(digits string, bias, most int64) (v int64, size int) {
	weight := int64(1)
	for k := int64(punyBase); size < len(digits); k += punyBase {
		digit := int64(strings.IndexByte(punyDigits, digits[size]))
		size++
		v += digit * weight
		if digit < 0 || v > most {
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

// positionSet is a set of positions from 0 on. In logarithmic time it tells how many there are before one,
// and which has so many before it: it is a bit for each position, and a Fenwick tree over the words of
// bits, where counts[i] is how many positions are in the i&-i words that end with word i-1.
type positionSet struct {
	words  []uint64
	counts []uint32
}

// newPositionSet returns an empty set for positions below length. A set of one word needs no counts, and
// no allocation if the word is given.
func newPositionSet(word []uint64, length int) positionSet {
	n := (length + 63) / 64
	if n <= len(word) {
		return positionSet{words: word}
	}
	return positionSet{make([]uint64, n), make([]uint32, n+1)}
}

// addAll adds every position; also those after the last up to a full word, which changes no answer about
// the others.
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

// before returns how many positions there are before position.
func (set positionSet) before(position int) int {
	n := bits.OnesCount64(set.words[position/64] & (1<<(position%64) - 1))
	for i := position / 64; i > 0; i &= i - 1 {
		n += int(set.counts[i])
	}
	return n
}

// take removes the position that has n others before it, and returns it.
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
