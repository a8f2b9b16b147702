package main

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestRanking compares rankings with those of a map that is sorted.
func TestRanking(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	long := strings.Repeat("x", 3*textBlock)
	values := []func() string{
		func() string { return fmt.Sprintf("https://www.example%d.com/", random.IntN(20_000)) },
		func() string { return strings.Repeat("ab", random.IntN(40)) },
		func() string { return strings.Repeat("a\x00", random.IntN(10)) + "a"[:random.IntN(2)] },
		func() string { return string([]byte{byte(random.Uint32()), byte(random.Uint32()), 0xFF}) },
		func() string { return long[:random.IntN(2)*len(long)] },
	}
	counter, want := newTally(), make(map[string]uint64)
	for range 60_000 {
		value := values[random.IntN(random.IntN(len(values))+1)]()
		n := uint64(random.IntN(3) * random.IntN(300))
		if n++; counter.add(value, n) != (want[value] == 0) {
			t.Fatalf("%.50q is new, or is not", value)
		}
		want[value] += n
	}
	sorted := slices.SortedFunc(maps.Keys(want), func(a, b string) int {
		return cmp.Or(cmp.Compare(want[b], want[a]), strings.Compare(a, b))
	})
	checkRanks(t, counter, counter.ranking(), sorted, want)
	for _, n := range []int{1, 2, 1000, len(sorted)} {
		checkRanks(t, counter, counter.top(n), sorted[:n], want)
	}
}

func checkRanks(t *testing.T, counter *tally, ranks []rank, sorted []string, want map[string]uint64) {
	t.Helper()
	i := 0
	for _, rank := range ranks {
		for _, r := range rank.values {
			if value := counter.valueOf(r); i >= len(sorted) || value != sorted[i] || rank.n != want[value] {
				t.Fatalf("value %d is %.50q, %d times", i, value, rank.n)
			}
			i++
		}
	}
	if i != len(sorted) {
		t.Errorf("%d values, want %d", i, len(sorted))
	}
}
