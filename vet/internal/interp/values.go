package interp

import (
	"errors"
	"go/ast"
	"go/types"
	"maps"
	neturl "net/url"
	"reflect"
	"slices"
	"strings"
)

type (
	Unknown struct{ tainted bool } // tainted: made from the input
	open    string                 // a string that begins like this, and goes on with something unknown
	tuple   []any
	stop    struct{}             // ends a run, as a panic in the program does
	giveUp  struct{ end Ending } // ends a run that goes on with something that is not known
)

// unknownText is in the place of an unknown part of a string, while it is made.
const unknownText = "\x00unknown"

// isTainted reports whether v may have been made from the input. This includes all known values that are not constants.
func isTainted(v any) bool { return holdsTainted(v, 4) }

func holdsTainted(v any, depth int) bool {
	switch v := v.(type) {
	case Unknown:
		return v.tainted
	case *record:
		holds := func(member any) bool { return holdsTainted(member, depth-1) }
		return v != nil && (v.tainted || depth == 0 || slices.ContainsFunc(slices.Collect(maps.Values(v.of)), holds))
	}
	return v != nil
}

// partly returns a string, or what is known of one with an unknown part.
func partly(s string) any {
	before, _, found := strings.Cut(s, unknownText)
	if !found {
		return s
	}
	return open(before)
}

// ErrAny is any error but nil.
var ErrAny = errors.New("error")

// isOpaque reports whether v is kept from the functions of the library, because it is unknown or can contain itself.
func isOpaque(v any) bool {
	switch v := v.(type) {
	case Unknown, open, *record:
		return true
	case []any:
		return slices.ContainsFunc(v, isOpaque)
	}
	return false
}

func isUnknown(v any) bool {
	_, ok := v.(Unknown)
	return ok
}

func IsNil(v any) bool {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Slice:
		return r.IsNil()
	}
	return false
}

// A record is a struct of the package, by the names of its fields, or a map. What it does not hold is the zero value if it is
// complete, and unknown otherwise.
type record struct {
	of                       map[any]any
	isMap, complete, tainted bool
}

// A closure is a function as a value.
type closure struct {
	signature *types.Signature
	body      *ast.BlockStmt
	self      any         // the receiver
	around    environment // the variables of the functions around it
}

func isKey(v any) bool {
	switch v.(type) {
	case string, int64, bool:
		return true
	}
	return false
}

// copied returns the value that a variable of type t gets: of a struct, a copy.
func copied(v any, t types.Type) any {
	if _, isStruct := t.Underlying().(*types.Struct); isStruct {
		return clone(v, map[any]any{})
	}
	return v
}

// clone returns a value that an execution can change.
func clone(v any, seen map[any]any) any {
	switch v := v.(type) {
	case *neturl.URL:
		if v != nil {
			u := *v
			return &u
		}
	case []any:
		list := slices.Clone(v)
		for i := range list {
			list[i] = clone(list[i], seen)
		}
		return list
	case *record:
		if v != nil && seen[v] == nil {
			r := &record{maps.Clone(v.of), v.isMap, v.complete, v.tainted}
			seen[v] = r
			for key, member := range v.of {
				r.of[key] = clone(member, seen)
			}
		}
		if v != nil {
			return seen[v]
		}
	case *closure:
		if seen[v] == nil {
			f := *v
			seen[v], f.around = &f, environment{}
			f.self = clone(v.self, seen)
			for object, place := range v.around {
				f.around[object] = clone(place, seen).(*any)
			}
		}
		return seen[v]
	case *any: // the place of a variable
		if seen[v] == nil {
			place := new(any)
			seen[v] = place
			*place = clone(*v, seen)
		}
		return seen[v]
	}
	return v
}
