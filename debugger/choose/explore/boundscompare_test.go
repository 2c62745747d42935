package explore_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/test/effort"
)

// TestBounds holds searches within bounds against all runs of random programs. Within those of preemptions and delays
// they find the outcomes and classes of all schedules within them, and no others. Within those of steps and events
// each thread is answered what it is answered within them in any run.
func TestBounds(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		r := rand.New(rand.NewPCG(5, 6))
		compared, runs := 0, 0
		for i := range effort.Of(2) {
			p, text := program(r, kinds[name])
			b := []explore.Bounds{{"preemptions": i % 3}, {"delays": i % 4}, {"preemptions": 1, "delays": 2}, {"depth": 1 + i%4},
				{"events": 4 + i%9}, {"events": 6 + i%6, "preemptions": 1}}[r.IntN(6)]
			wrong, n := explore.CompareBounds(p, b, 200)
			if wrong != "" {
				t.Errorf("%s: %s, %v: %s", name, text, b, wrong)
			}
			if n > 0 {
				compared++
				runs += n
			}
		}
		t.Logf("%s: %d programs, %d runs", name, compared, runs)
	}
}
