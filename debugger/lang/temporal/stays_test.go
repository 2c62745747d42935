package temporal_test

import (
	"math/rand/v2"
	"testing"

	. "machsim/debugger/lang/temporal"
	"machsim/test/effort"
)

// TestStays: what stays as it is at a position of a random run is so at all that follow, however the run goes on.
func TestStays(t *testing.T) {
	stays := map[Truth]int{}
	for seed := range effort.Of(uint64(30_000)) {
		rng := rand.New(rand.NewPCG(seed, 8))
		r := randomRun(rng)
		f := randomFormula(rng, 3, false, false)
		m := Compile(f).Start(letter{r, 0})
		for i := 1; i < len(r.atoms); i++ {
			m.Step(letter{r, i})
		}
		if !m.Stays() {
			continue
		}
		stays[m.Truth()]++
		for range 5 {
			on := randomRun(rng)
			last := r.clocks[len(r.clocks)-1]
			for i := range on.clocks {
				on.clocks[i] = [2]int64{on.clocks[i][0] + last[0] + 1, on.clocks[i][1] + last[1] + 1}
			}
			whole := &run{append(r.atoms[:len(r.atoms):len(r.atoms)], on.atoms...),
				append(r.clocks[:len(r.clocks):len(r.clocks)], on.clocks...)}
			for i := len(r.atoms); i < len(whole.atoms); i++ {
				if whole.holds(f, i, None, false) != (m.Truth() == True) {
					t.Fatalf("seed %d, %s: %v after %d positions, and not at %d", seed, show(f), m.Truth(), len(r.atoms), i)
				}
			}
		}
	}
	if t.Log(stays); stays[True] == 0 || stays[False] == 0 {
		t.Errorf("stays %v", stays)
	}
}

// TestStaysByOnePart: one part that stays decides a disjunction that is true, and a conjunction that is not; of the
// others each has to.
func TestStaysByOnePart(t *testing.T) {
	once := func(atom int) *Formula { return &Formula{Op: Once, Kids: []*Formula{{Op: Atom, Atom: atom}}} }
	not := func(f *Formula) *Formula { return &Formula{Op: Not, Kids: []*Formula{f}} }
	both := func(op Op, a, b *Formula) *Formula { return &Formula{Op: op, Kids: []*Formula{a, b}} }
	r := &run{atoms: [][]Truth{{True, False, False, False}}, clocks: [][2]int64{{}}} // 0 is seen, and 1 is not
	for i, c := range []struct {
		f     *Formula
		stays bool
	}{
		{both(Or, once(0), once(1)), true},
		{both(Or, once(1), once(0)), true},
		{both(Or, once(1), once(1)), false},
		{both(Or, &Formula{Op: Atom}, once(1)), false},
		{both(And, once(0), once(0)), true},
		{both(And, once(0), once(1)), false},
		{both(And, not(once(0)), once(1)), true},
		{both(And, not(once(1)), once(0)), false},
		{not(both(Or, once(0), once(1))), true},
		{not(both(And, once(1), once(0))), false},
	} {
		if got := Compile(c.f).Start(letter{r, 0}).Stays(); got != c.stays {
			t.Errorf("%d, %s: %v", i, show(c.f), got)
		}
	}
}
