package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The naive second computation is a sorted slice.
func TestReadySetAgreesWithSortedSlice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []uint32{1, 60, 64, 65, 1000, 20000} {
		var set ReadySet
		var naive []uint32
		for range 3000 {
			id := rng.Uint32N(limit)
			i, has := slices.BinarySearch(naive, id)
			if set.Has(id) != has {
				t.Fatalf("Has(%d) = %v, want %v", id, !has, has)
			}
			if rng.IntN(5) < 3 {
				set.Add(id)
				if !has {
					naive = slices.Insert(naive, i, id)
				}
			} else {
				set.Remove(id)
				if has {
					naive = slices.Delete(naive, i, i+1)
				}
			}
			if set.Len() != len(naive) {
				t.Fatalf("Len() = %d, want %d", set.Len(), len(naive))
			}
			if n := set.Len(); n > 0 {
				if k := rng.IntN(n); set.At(k) != naive[k] {
					t.Fatalf("At(%d) = %d, want %d", k, set.At(k), naive[k])
				}
			}
			other := rng.Uint32N(limit + 100)
			if want, _ := slices.BinarySearch(naive, other); set.below(other) != want {
				t.Fatalf("below(%d) = %d, want %d", other, set.below(other), want)
			}
		}
	}
}
