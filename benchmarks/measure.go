package main

import (
	"runtime"
	"slices"
	"time"
)

// sampleTime is the shortest time of a package's turn in a round. It is long compared with reading the clock, and
// short compared with other activity on the machine.
const sampleTime = time.Millisecond

// A result has the measurements of an operation. For each package, it has the nanoseconds per operation in each round,
// and the allocations per operation.
type result struct {
	name   string
	times  [][]float64
	allocs []float64
}

// measure runs all operations in rounds. In a round, the packages take turns, in a different order each time. So other
// activity on the machine slows down all of them.
func measure(operations []operation, rounds int) []result {
	results := make([]result, len(operations))
	repeats := make([][]int, len(operations))
	for i, op := range operations {
		results[i] = result{name: op.name, times: make([][]float64, len(op.passes))}
		for _, pass := range op.passes {
			results[i].allocs = append(results[i].allocs, allocs(pass)/float64(op.n))
			repeats[i] = append(repeats[i], 1+int(sampleTime/max(timeOf(pass, 1), 1)))
		}
	}
	for round := range rounds {
		for i, op := range operations {
			for turn := range op.passes {
				p := (round + turn) % len(op.passes)
				repeat := repeats[i][p]
				runtime.GC()   // collect the garbage of the package before,
				op.passes[p]() // and fill the caches again
				nanoseconds := float64(timeOf(op.passes[p], repeat)) / float64(repeat*op.n)
				results[i].times[p] = append(results[i].times[p], nanoseconds)
			}
		}
	}
	return results
}

// timeOf returns the time that a number of passes takes.
func timeOf(pass func(), repeat int) time.Duration {
	start := time.Now()
	for range repeat {
		pass()
	}
	return time.Since(start)
}

// allocs returns the number of allocations in a pass.
func allocs(pass func()) float64 {
	var before, after runtime.MemStats
	pass() // allocates what later passes reuse
	runtime.ReadMemStats(&before)
	pass()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}

// time returns the median time of a package.
func (r *result) time(p int) float64 { return median(r.times[p]) }

// ratio returns the median ratio of a package's time to that of net/url in the same round.
func (r *result) ratio(p int) float64 {
	ratios := make([]float64, len(r.times[p]))
	for round, t := range r.times[p] {
		ratios[round] = t / r.times[netURL][round]
	}
	return median(ratios)
}

// median returns the median of values, which must not be empty.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
