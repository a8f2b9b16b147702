package main

import (
	"runtime"
	"slices"
	"time"
)

// sampleTime is how long a package's turn in a round takes at the least: long beside what it takes to look
// at the clock, short beside what else goes on on the machine.
const sampleTime = time.Millisecond

// A result is what was measured of an operation: for each package the nanoseconds that one such operation
// took in each round, and the allocations.
type result struct {
	name   string
	times  [packages][]float64
	allocs [packages]float64
}

// measure runs all operations in rounds. In a round the packages take turns, each time in another order, so
// that whatever slows the machine down slows all of them down.
func measure(operations []operation, rounds int) []result {
	results := make([]result, len(operations))
	repeats := make([][packages]int, len(operations))
	for i, op := range operations {
		results[i].name = op.name
		for p, pass := range op.passes {
			results[i].allocs[p] = allocs(pass) / float64(op.n)
			repeats[i][p] = 1 + int(sampleTime/max(timeOf(pass, 1), 1))
		}
	}
	for round := range rounds {
		for i, op := range operations {
			for turn := range packages {
				p := (round + turn) % packages
				repeat := repeats[i][p]
				runtime.GC()   // or else it collects what the package before has left,
				op.passes[p]() // and fetches what that has driven out of the caches
				nanoseconds := float64(timeOf(op.passes[p], repeat)) / float64(repeat*op.n)
				results[i].times[p] = append(results[i].times[p], nanoseconds)
			}
		}
	}
	return results
}

// timeOf returns how long a number of passes takes.
func timeOf(pass func(), repeat int) time.Duration {
	start := time.Now()
	for range repeat {
		pass()
	}
	return time.Since(start)
}

// allocs returns how many allocations a pass makes.
func allocs(pass func()) float64 {
	var before, after runtime.MemStats
	pass() // whatever is allocated only once
	runtime.ReadMemStats(&before)
	pass()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}

// time returns the median of the times that a package took.
func (r *result) time(p int) float64 { return median(r.times[p]) }

// ratio returns the median of what the package took as a part of what net/url took in the same round.
func (r *result) ratio(p int) float64 {
	ratios := make([]float64, len(r.times[p]))
	for round, t := range r.times[p] {
		ratios[round] = t / r.times[netURL][round]
	}
	return median(ratios)
}

// median returns the median of values, of which there must be one at least.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
