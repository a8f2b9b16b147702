package ecma

import (
	"math/bits"

	"github.com/weburl-go/url/internal/infra"
)

// A Set is a set of ASCII bytes. The zero Set is empty.
type Set [2]uint64

// AllASCII is the set of all ASCII bytes.
var AllASCII = Set{^uint64(0), ^uint64(0)}

var (
	lineTerminators = setOf("\n\r")
	wordBytes       = setOf("_").union(rangeSet('0', '9')).union(rangeSet('a', 'z')).union(rangeSet('A', 'Z'))
	upperBytes      = rangeSet('A', 'Z')
)

// AllBut returns the set of all ASCII bytes except one.
func AllBut(b byte) Set { return AllASCII.without(setOf(string(b))) }

func setOf(bytes string) (s Set) {
	for i := range len(bytes) {
		s.add(bytes[i])
	}
	return s
}

func rangeSet(from, to byte) (s Set) {
	for b := from; b <= to; b++ {
		s.add(b)
	}
	return s
}

func (s *Set) add(b byte)       { s[b>>6&1] |= 1 << (b & 63) }
func (s Set) union(t Set) Set   { return Set{s[0] | t[0], s[1] | t[1]} }
func (s Set) without(t Set) Set { return Set{s[0] &^ t[0], s[1] &^ t[1]} }
func (s Set) and(t Set) Set     { return Set{s[0] & t[0], s[1] & t[1]} }
func (s Set) len() int          { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Has reports whether the byte is in the set.
func (s *Set) Has(b byte) bool { return b < 0x80 && s[b>>6&1]>>(b&63)&1 != 0 }

// HasFold reports whether the byte is in the set in one of its letter cases.
func (s Set) HasFold(b byte) bool {
	folded := s.folded()
	return folded.Has(infra.ASCIILower(b))
}

// Missing returns the byte that is not in the set, if there is only one.
func (s Set) Missing() (b byte, ok bool) {
	rest := AllASCII.without(s)
	return rest.first(), rest.len() == 1
}

// first returns the least byte of a set that is not empty.
func (s Set) first() byte {
	if s[0] != 0 {
		return byte(bits.TrailingZeros64(s[0]))
	}
	return 64 + byte(bits.TrailingZeros64(s[1]))
}

// folded returns the set with the lower case letters for the upper case ones. They are 32 bits apart.
func (s Set) folded() Set {
	upper := s[1] & upperBytes[1]
	return Set{s[0], s[1]&^upperBytes[1] | upper<<32}
}
