//go:build !go1.27

package spec

import "golang.org/x/text/unicode/bidi"

// Before Go 1.27, the packages x/net and x/text have the data of Unicode 15. This file has what Unicode 17 changed for the
// code points of Unicode 15, and the ideographs of the CJK extensions I and J. Delete it when Go 1.26 goes.

// updatedMapping returns what Unicode 17 maps c to if Unicode 15 does not: c itself if it is valid, and nothing if it is
// ignored.
func updatedMapping(c rune) (mapping string, ok bool) {
	if 0x2EBF0 <= c && c <= 0x2EE5D || 0x323B0 <= c && c <= 0x33479 {
		return string(c), true
	}
	if 'Ⴀ' <= c && c <= 'Ⴥ' {
		return string('ⴀ' + c - 'Ⴀ'), true
	}
	mapping, ok = updatedMappings[c]
	return mapping, ok
}

var updatedMappings = map[rune]string{
	'\u115F': "", '\u1160': "", '\u17B4': "", '\u17B5': "", '\u180E': "", '\u3164': "", '\uFFA0': "",
	'\u2061': "", '\u2062': "", '\u2063': "",
	'\u206A': "", '\u206B': "", '\u206C': "", '\u206D': "", '\u206E': "", '\u206F': "",
	'\U0001D173': "", '\U0001D174': "", '\U0001D175': "", '\U0001D176': "",
	'\U0001D177': "", '\U0001D178': "", '\U0001D179': "", '\U0001D17A': "",
	'\u1806': "\u1806", 'Ӏ': "ӏ", 'ẞ': "ß", 'Ⅎ': "ⅎ", 'Ↄ': "ↄ",
	'\U0002F868': "\u36FC", '\U0002F874': "\u5F53", '\U0002F91F': "\U000243AB", '\U0002F95F': "\u7AEE", '\U0002F9BF': "\u45D7",
}

// updatedBidiClass returns the property Bidi_Class of Unicode 17 if that of Unicode 15 is another.
func updatedBidiClass(c rune) (class bidi.Class, ok bool) {
	if c == 0x1171E {
		return bidi.L, true
	}
	return 0, false
}
