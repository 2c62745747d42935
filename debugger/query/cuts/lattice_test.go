package cuts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/test/effort"
)

// TestByLane compares the events of each lane with those that a search of all lists finds one after the other.
func TestByLane(t *testing.T) {
	for seed := range effort.Of(uint64(10)) {
		x := sums(seed)
		if x == nil {
			continue
		}
		rng, tape := rand.New(rand.NewPCG(seed, 1)), x.r.Tape
		lists := make([][]int, 3) // some events twice, and in no order
		for i := range lists {
			for range 20 {
				lists[i] = append(lists[i], rng.IntN(tape.Len()))
			}
		}
		lanes, own := ByLane(x.r, lists...)
		for lane := range tape.Lanes {
			var want, got []int
			for e := range tape.Len() {
				if tape.Lane(e) == lane && slices.Contains(slices.Concat(lists...), e) {
					want = append(want, e)
				}
			}
			i := slices.Index(lanes, lane)
			if i >= 0 {
				got = own[i]
			}
			if !slices.Equal(got, want) || i >= 0 != (want != nil) {
				t.Errorf("seed %d: lane %d has %v, want %v", seed, lane, got, want)
			}
		}
		if !slices.IsSorted(lanes) {
			t.Errorf("seed %d: lanes %v are not in order", seed, lanes)
		}
	}
}
