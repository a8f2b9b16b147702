package interp

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// Functions make no more bytes than an execution pays for before it calls them.
func FuzzMost(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		for name, function := range library {
			f := reflect.ValueOf(function)
			args := make([]any, f.Type().NumIn())
			for i := range args {
				args[i] = randomValue(random, f.Type().In(i))
			}
			if f.Type().IsVariadic() {
				args = append(args[:len(args)-1], randomText(random), randomText(random))
			}
			limit, made := most(name, args), 0
			func() {
				defer func() { _ = recover() }() // a stop, as in the program
				made = sizes(reflected(f, args))
			}()
			if made > limit {
				t.Errorf("%s(%q) makes %d bytes, and pays for %d", name, args, made, limit)
			}
		}
		args := []any{randomText(random), int64(random.Uint32()), randomText(random), []byte(randomText(random))}[:1+random.IntN(4)]
		if made, limit := sizes(sprintf(args)), most("fmt.Sprintf", args); made > limit {
			t.Errorf("Sprintf(%q) makes %d bytes, and pays for %d", args, made, limit)
		}
	})
}

func sizes(v any) (n int) {
	results, ok := v.(tuple)
	if !ok {
		return size(v)
	}
	for _, v := range results {
		if !isUnknown(v) {
			n = max(n, size(v))
		}
	}
	return n
}

func randomValue(random *rand.Rand, t reflect.Type) any {
	switch t {
	case reflect.TypeFor[[]byte]():
		return []byte(randomText(random))
	case reflect.TypeFor[[]string]():
		return []string{randomText(random), randomText(random), randomText(random)}[:random.IntN(4)]
	}
	if t.Kind() == reflect.String {
		return randomText(random)
	}
	return int64(random.IntN(300) - 20)
}

func randomText(random *rand.Rand) string {
	pieces := []string{"a", "B", "\xff", "\u0250", "\u212a", "/", "..", " ", "%", "%2", "%s", "%d", "%f", "%#v", "% #x", "%#U", "%+q", "%9999d", "%[2]*[2]d", "%.300s", "&lt;",
		"&NotEqualTilde;", "&#8364;", "{9}", "(", ")", "https://u:p@h", "?", "#", "\x00"}
	var b strings.Builder
	for range random.IntN(12) {
		b.WriteString(strings.Repeat(pieces[random.IntN(len(pieces))], 1+random.IntN(8)))
	}
	return b.String()
}
