package idna

import (
	"strings"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Before Go 1.27, x/net and x/text have the data of Unicode 15. This file contains what Unicode 17 changed for the
// code points of Unicode 15, and the ideographs of the CJK extensions I and J, which web-platform-tests uses. Other
// new code points fail. Delete this file when the module no longer supports Go 1.26, and the exceptions for U+1171E in
// bidiRulesHold and isJoiningTransparent with it.

// hasUnicode15 is true before Go 1.27.
const hasUnicode15 = xidna.UnicodeVersion == "15.0.0"

// mapRunUnicode15 maps run as mapRun does with the data of Unicode 17.
func mapRunUnicode15(run string) (string, error) {
	if !strings.ContainsFunc(run, changedSinceUnicode15) {
		return profile.ToUnicode(run)
	}
	var mapped strings.Builder
	mapped.Grow(len(run))
	for run != "" {
		unchanged := strings.IndexFunc(run, changedSinceUnicode15)
		if unchanged < 0 {
			unchanged = len(run)
		}
		if unchanged > 0 {
			to, err := profile.ToUnicode(run[:unchanged])
			if err != nil {
				return "", err
			}
			mapped.WriteString(to)
			run = run[unchanged:]
			continue
		}
		r, size := utf8.DecodeRuneInString(run)
		to, _ := mappingSinceUnicode15(r)
		mapped.WriteString(to)
		run = run[size:]
	}
	return norm.NFC.String(mapped.String()), nil
}

// changedSinceUnicode15 reports whether Unicode 17 maps r differently from Unicode 15.
func changedSinceUnicode15(r rune) bool {
	_, changed := mappingSinceUnicode15(r)
	return changed
}

// mappingSinceUnicode15 returns what Unicode 17 maps r to, and whether Unicode 15 maps it differently.
func mappingSinceUnicode15(r rune) (string, bool) {
	switch {
	case r >= 0x2EBF0 && r <= 0x2EE5D, r >= 0x323B0 && r <= 0x33479: // CJK extensions I and J, valid
		return string(r), true
	case r >= 0x10A0 && r <= 0x10C5: // Georgian capital letters
		return string(r - 0x10A0 + 0x2D00), true
	case r >= 0x2061 && r <= 0x2063, r >= 0x206A && r <= 0x206F, r >= 0x1D173 && r <= 0x1D17A:
		return "", true // format controls
	}
	switch r {
	case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFFA0: // fillers and other invisible characters
		return "", true
	case 0x1806: // MONGOLIAN TODO SOFT HYPHEN, valid
		return "\u1806", true
	case 0x04C0:
		return "\u04CF", true
	case 0x1E9E:
		return "\u00DF", true
	case 0x2132:
		return "\u214E", true
	case 0x2183:
		return "\u2184", true
	// Compatibility ideographs. Package norm would allocate for each call.
	case 0x2F868:
		return "\u36FC", true
	case 0x2F874:
		return "\u5F53", true
	case 0x2F91F:
		return "\U000243AB", true
	case 0x2F95F:
		return "\u7AEE", true
	case 0x2F9BF:
		return "\u45D7", true
	}
	return "", false
}
