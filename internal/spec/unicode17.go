//go:build go1.27

package spec

import "golang.org/x/text/unicode/bidi"

// updatedMapping returns nothing: the data has Unicode 17.
func updatedMapping(rune) (mapping string, ok bool) { return "", false }

// updatedBidiClass returns nothing, either.
func updatedBidiClass(rune) (class bidi.Class, ok bool) { return 0, false }
