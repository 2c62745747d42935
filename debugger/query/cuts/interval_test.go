package cuts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/lang"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// TestInterval compares what follows from the arcs between steps with what comes before them.
func TestInterval(t *testing.T) {
	steps, kept := 0, 0
	for seed := range effort.Of(uint64(10)) {
		x := sums(seed)
		if x == nil {
			continue
		}
		e := step0(x, seed)
		lo := x.r.Graph.Least(e)
		for _, i := range []*interval{x.interval(lo, x.to, true), x.interval(lo, x.to, false)} {
			steps, kept = steps+len(i.nodes), kept+len(i.to)
			for a, e := range i.nodes {
				for b, d := range i.nodes {
					first, second := d, e
					if !i.forwards {
						first, second = e, d
					}
					want := first.event == second.event || x.r.Graph.Before(first.event, second.event)
					if got := i.reaches(a, b); got != want {
						t.Fatalf("seed %d, forwards %t: that %v needs %v is %t", seed, i.forwards, e, d, got)
					}
				}
			}
		}
	}
	t.Logf("%d steps, %d arcs", steps, kept)
}

// TestBetween goes from one cut to another, until a sum is a number.
func TestBetween(t *testing.T) {
	found := 0
	for seed := range effort.Of(uint64(6)) {
		x := sums(seed)
		if x == nil {
			continue
		}
		s, _ := x.weighted(disjunct{relations: x.relations()})
		rng, sc := rand.New(rand.NewPCG(seed, 1)), s.relations[0].weight
		for range 100 {
			i := x.interval(x.r.Graph.Start(), x.r.Graph.All(), rng.IntN(2) == 0)
			from, to := x.some(rng), x.some(rng)
			sc.constant = int64(rng.IntN(9) - 4)
			v := i.between(sc, from, to)
			if v == nil {
				continue
			}
			if found++; sc.at(x, v) != 0 {
				t.Fatalf("seed %d: from %v to %v the sum is 0 in %v, where it is %d", seed, from, to, v, sc.at(x, v))
			}
			if !x.r.Graph.Consistent(v) {
				t.Fatalf("seed %d: from %v to %v leads through %v, which is not consistent", seed, from, to, v)
			}
		}
	}
	t.Logf("%d cuts", found)
}

// relations are those of a lattice's formula.
func (x *Lattice) relations() []relation {
	all, _ := x.f.linearDisjuncts(x.f.Root, true)
	return all[0].relations
}

// some is a random cut.
func (x *Lattice) some(rng *rand.Rand) graph.Cut {
	c := x.r.Graph.Start()
	for _, steps := range x.steps {
		if k := rng.IntN(len(steps) + 1); k > 0 {
			x.r.Graph.Raise(c, steps[k/2])
		}
	}
	return c
}

// sums is the lattice of sums in a random run; nil if no thread shows anything there.
func sums(seed uint64) *Lattice {
	z := randprog.Size{Hosts: 1, Tasks: 4, Threads: 1, Calls: 40}
	g := testrun.Graph(randprog.Program(seed, z), kernel.Config{Seed: seed, MaxSteps: 300})
	const text = "sum of x - sum of y > 0"
	r := &Run{Run: predicate.NewRun(g, nil, rebuild.Engine{Tape: g.Tape}), Limit: 200_000}
	n, err := lang.Parse(text)
	var f *predicate.Formula
	bind := func() error {
		f, err = r.Binder(lang.Source{Of: "predicate", Text: text}).Formula(n, true)
		return err
	}
	if err != nil || r.Bound(bind) != nil || r.Feed(f.Atoms) != nil {
		return nil
	}
	return New(r, f)
}

// step0 is a step among the first of a lane.
func step0(x *Lattice, seed uint64) int {
	steps := x.steps[int(seed)%len(x.lanes)]
	return steps[len(steps)/4]
}

// reaches says whether arcs lead from a node to another, or it is that.
func (a *arcs) reaches(from, to int) bool {
	if from <= to {
		return from == to
	}
	return slices.ContainsFunc(a.to[a.first[from]:a.first[from+1]], func(next int32) bool {
		return a.reaches(int(next), to)
	})
}
