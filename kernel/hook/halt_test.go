package hook_test

import (
	"testing"
	"time"

	"machsim/kernel/hook"
)

// deaf is a frame whose hooks do not ask whether a run is to stand still.
type deaf struct{ n int }

func (f *deaf) At(int32) {
	if f != nil {
		f.at()
	}
}

//go:noinline
func (f *deaf) at() { f.n++ }

// What a compiler does not know.
var (
	asks   *hook.Frame
	does   *deaf
	shared *int
)

// BenchmarkHalts compares rounds of a loop with hooks that nobody listens to, three a round, with such that do not ask
// whether a run is to stand still, in turns.
func BenchmarkHalts(b *testing.B) {
	const rounds = 1_000_000
	shared = new(int)
	sides := [...]func(){
		func() {
			for i := range rounds {
				asks.At(0)
				*shared += i
				asks.At(1)
				*shared ^= i
				asks.At(2)
			}
		},
		func() {
			for i := range rounds {
				does.At(0)
				*shared += i
				does.At(1)
				*shared ^= i
				does.At(2)
			}
		},
	}
	var least [len(sides)]time.Duration
	for b.Loop() {
		for i, side := range sides {
			start := time.Now()
			side()
			if d := time.Since(start); least[i] == 0 || d < least[i] {
				least[i] = d
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(least[0])/rounds, "ns/round")
	b.ReportMetric(float64(least[1])/rounds, "ns/round-deaf")
}
