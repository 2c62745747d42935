package cuts

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestNetwork compares what networks of a few nodes take with all sets that they could.
func TestNetwork(t *testing.T) {
	compared := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(9)
		needs, weights := make([]int, n), make([]int64, n)
		a := arcs{first: []int32{0}}
		for i := range n {
			weights[i] = int64(rng.IntN(11) - 5)
			for j := range i {
				if rng.IntN(3) == 0 {
					needs[i] |= 1 << j
					a.from, a.to = append(a.from, int32(i)), append(a.to, int32(j))
				}
			}
			a.first = append(a.first, int32(len(a.to)))
		}
		w := newNetwork(a)
		for i := range n {
			w.admit(weights[i])
			best, least := heaviest(needs[:i+1], weights)
			got := 0
			for j, taken := range w.taken {
				if taken {
					got |= 1 << j
				}
			}
			if compared++; w.gain != best || got != least {
				t.Fatalf("seed %d: with %d nodes it takes %b, worth %d, and not %b, worth %d", seed, i+1, got, w.gain, least, best)
			}
		}
	}
	t.Logf("%d networks", compared)
}

// heaviest is the greatest weight of a set of nodes that holds what its nodes need, and the
// smallest such set.
func heaviest(needs []int, weights []int64) (best int64, least int) {
	for set := range 1 << len(needs) {
		sum, closed := int64(0), true
		for i, need := range needs {
			if set>>i&1 != 0 {
				sum += weights[i]
				closed = closed && need&^set == 0
			}
		}
		if closed && (sum > best || sum == best && bits.OnesCount(uint(set)) < bits.OnesCount(uint(least))) {
			best, least = sum, set
		}
	}
	return best, least
}
