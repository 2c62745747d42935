package temporal_test

import (
	"math/rand/v2"
	"testing"

	. "machsim/debugger/lang/temporal"
	"machsim/test/effort"
)

// TestMidway begins in the midst of random runs. What is true or false there is so in the whole run, whatever was
// before; where nothing looks back, all is known.
func TestMidway(t *testing.T) {
	known, unknown := map[Truth]int{}, 0
	for seed := range effort.Of(uint64(20_000)) {
		rng := rand.New(rand.NewPCG(seed, 5))
		r := randomRun(rng)
		f := randomFormula(rng, 3, false, false)
		p, not := Compile(f).Midway(), Compile(&Formula{Op: Not, Kids: []*Formula{f}}).Midway()
		first := rng.IntN(len(r.atoms))
		m, n := p.Start(letter{r, first}), not.Start(letter{r, first})
		for i := first; i < len(r.atoms); i++ {
			if i > first {
				m.Step(letter{r, i})
				n.Step(letter{r, i})
			}
			holds, fails := m.Truth() == True, n.Truth() == True
			if holds && !r.holds(f, i, None, false) || fails && r.holds(f, i, None, true) {
				t.Fatalf("seed %d, %s from %d at %d: holds %v, fails %v", seed, show(f), first, i, holds, fails)
			}
			switch {
			case holds:
				known[True]++
			case fails:
				known[False]++
			default:
				unknown++
			}
		}
	}
	if known[True] == 0 || known[False] == 0 || unknown == 0 {
		t.Errorf("known %v, unknown %d", known, unknown)
	}
}

// TestComing fulfils formulas that ask for what comes in the midst of random runs: the whole run fulfils them, too.
func TestComing(t *testing.T) {
	fulfilled := 0
	for seed := range effort.Of(uint64(20_000)) {
		rng := rand.New(rand.NewPCG(seed, 7))
		r := randomRun(rng)
		f := &Formula{Op: Eventually, Kids: []*Formula{randomFormula(rng, 2, true, false)}}
		p := Compile(f)
		if !p.Comes() {
			continue
		}
		first := rng.IntN(len(r.atoms))
		m := p.Start(letter{r, first})
		for i := first + 1; i < len(r.atoms); i++ {
			m.Step(letter{r, i})
		}
		if truth, _ := m.End(true); truth == True {
			if fulfilled++; !r.holds(f, 0, None, false) {
				t.Fatalf("seed %d, %s from %d", seed, show(f), first)
			}
		}
	}
	if fulfilled == 0 {
		t.Error("none is fulfilled")
	}
}

// TestLasting refutes formulas that say what holds always in the midst of random runs: the whole run refutes them, too.
func TestLasting(t *testing.T) {
	refuted, not := 0, 0
	for seed := range effort.Of(uint64(40_000)) {
		rng := rand.New(rand.NewPCG(seed, 6))
		r := randomRun(rng)
		f := randomFormula(rng, 3, true, false)
		p := Compile(f)
		if !p.IsFuture() || !p.Lasts() {
			continue
		}
		first := rng.IntN(len(r.atoms))
		m := p.Start(letter{r, first})
		for i := first + 1; i < len(r.atoms); i++ {
			m.Step(letter{r, i})
		}
		_, owed := m.End(true)
		if len(m.Refuted)+len(owed) == 0 {
			not++
			continue
		}
		if refuted++; r.holds(f, 0, None, false) {
			t.Fatalf("seed %d, %s from %d: %v, %v", seed, show(f), first, m.Refuted, owed)
		}
	}
	if refuted == 0 || not == 0 {
		t.Errorf("%d are refuted, %d are not", refuted, not)
	}
}
