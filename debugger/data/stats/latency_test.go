package stats

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQuantiles holds the quantiles against those of a sorted list.
func TestQuantiles(t *testing.T) {
	for n := 1; n < 40; n++ {
		var l latencies
		var all []int64
		for range n {
			took := rand.Int64N(9) * 10
			if rand.IntN(4) == 0 {
				took = rand.Int64N(1e6)
			}
			l.add(took)
			all = append(all, took)
		}
		slices.Sort(all)
		for _, q := range [][2]int{{1, 2}, {19, 20}, {1, 1}} {
			if got, want := l.quantile(q[0], q[1]), all[(n*q[0]+q[1]-1)/q[1]-1]; got != want {
				t.Errorf("of %d, %d/%d do not exceed %d, should be %d", n, q[0], q[1], got, want)
			}
		}
	}
}
