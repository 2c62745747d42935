package explore_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// TestCommutes takes steps of random runs in either order where their uses say that it makes no difference.
func TestCommutes(t *testing.T) {
	makers := map[string]func(*rand.Rand) (*kernel.Program, string){"hosts": hosts}
	for name, calls := range kinds {
		makers[name] = func(r *rand.Rand) (*kernel.Program, string) { return program(r, calls) }
	}
	for name, d := range disturbances {
		makers[name] = func(r *rand.Rand) (*kernel.Program, string) { return disturbed(r, d.first, d.others) }
	}
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		r, pairs := rand.New(rand.NewPCG(13, 14)), 0
		for i := range effort.Of(4) {
			p, text := makers[name](r)
			n, wrong := explore.Commutes(p, kernel.NewRandom(uint64(i)))
			if pairs += n; len(wrong) > 0 {
				t.Errorf("%s: %s, run %d: %s, and %d more", name, text, i, wrong[0], len(wrong)-1)
			}
		}
		t.Logf("%s: %d pairs", name, pairs)
	}
}
