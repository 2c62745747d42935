package test

import (
	"runtime"
	"testing"
	"time"
)

// BenchmarkSpeed has a row for each figure that machsim is to reach, with the target beside it:
//
//	go test -run - -bench Speed -benchtime 20x ./test
//
// Machines differ, and one machine from minute to minute. So a figure is a ratio wherever it can be: its
// sides take turns in one run, and the shortest time of each counts. A turn of all sides is one iteration.
// Rows stand in files of their subjects (speed_*_test.go).
func BenchmarkSpeed(b *testing.B) {
	for _, part := range [][]row{startRows, kernelRows, openRows, backRows, forkRows, tileRows} {
		for _, r := range part {
			b.Run(r.name, func(b *testing.B) {
				r.take(b)
				b.ReportMetric(0, "ns/op") // which would add up the sides: 0 leaves it out
			})
		}
	}
}

// A row of BenchmarkSpeed takes figures and reports each with report.
type row struct {
	name string
	take func(b *testing.B)
}

// report prints a figure and its target.
func report(b *testing.B, figure float64, unit string, target float64) {
	b.Helper()
	b.ReportMetric(figure, unit)
	b.ReportMetric(target, unit+"-target")
}

// A side is one of the things that a row compares. It does its work once, and returns the time that counts.
type side func() time.Duration

// inTurns lets the sides take turns for as long as the benchmark lasts, and returns the shortest time of each.
func inTurns(b *testing.B, sides ...side) []time.Duration {
	least := make([]time.Duration, len(sides))
	for b.Loop() {
		for i, s := range sides {
			if d := s(); least[i] == 0 || d < least[i] {
				least[i] = d
			}
		}
	}
	return least
}

// ratio is how many times longer the first side takes than the second.
func ratio(b *testing.B, first, second side) float64 {
	least := inTurns(b, first, second)
	return float64(least[0]) / float64(least[1])
}

// timed returns how long f takes.
func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

// onOneCore has the rest of the benchmark run on one core.
func onOneCore(b *testing.B) {
	was := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(was) })
}
