package detect

import (
	"encoding/binary"
	"slices"
	"sort"

	"machsim/debugger/lang/eval"
	"machsim/debugger/replay/graph"
)

// lattice is the lattice of the consistent cuts of a run, reduced for a condition: cuts that differ only
// in events that change no atom count as one. The events that change an atom are its steps.
type lattice struct {
	r      *Run
	f      *formula
	lanes  []int          // those with steps
	steps  [][]int        // by number in lanes: the steps, in order
	chains [][]int        // by atom: the steps at which it changes, in order
	turns  [][]eval.Value // by atom and change: its value then; 0 is before the first
	order  *order         // of the steps; nil until it is needed
	from   graph.Cut      // the lower bound of a search
	to     graph.Cut      // the upper bound
	budget budget
}

func newLattice(r *Run, f *formula) *lattice {
	x := &lattice{r: r, f: f, from: r.Graph.Start(), to: r.Graph.All(), budget: r.budget()}
	by := map[int][]int{}
	for _, l := range f.Atoms {
		r.Tick()
		events, turns := l.Turns()
		x.chains, x.turns = append(x.chains, events), append(x.turns, turns)
		for _, e := range events {
			lane := r.Tape.Lane(e)
			by[lane] = append(by[lane], e)
		}
	}
	for lane := range by {
		x.lanes = append(x.lanes, lane)
	}
	slices.Sort(x.lanes)
	for _, lane := range x.lanes {
		slices.Sort(by[lane])
		x.steps = append(x.steps, slices.Compact(by[lane]))
	}
	return x
}

// narrow bounds a search by the least and the greatest cut in which all musts hold; false if there are
// none.
func (x *lattice) narrow() bool {
	musts := x.f.musts()
	return x.r.least(x.from, musts) && x.r.greatest(x.to, musts)
}

// turn returns the number of an atom's last change in a cut.
func (x *lattice) turn(atom int, c graph.Cut) int {
	chain := x.chains[atom]
	return sort.Search(len(chain), func(i int) bool { return !x.r.Graph.Holds(c, chain[i]) })
}

// holds says whether the condition holds in a cut.
func (x *lattice) holds(c graph.Cut) bool {
	x.budget.spend(len(x.chains))
	for i := range x.chains {
		x.f.Frame.Atoms[i] = x.turns[i][x.turn(i, c)]
	}
	return x.f.Eval(&x.f.Frame).True()
}

// done returns the number of steps of a lane that a cut holds.
func (x *lattice) done(j int, c graph.Cut) int {
	steps, n := x.steps[j], c[x.lanes[j]]
	return sort.Search(len(steps), func(i int) bool { return x.r.Tape.Nth(steps[i]) >= int(n) })
}

// up visits the successors of a cut: those with one step more.
func (x *lattice) up(c graph.Cut, visit func(graph.Cut)) {
	next := x.frontier(c, 0)
	for _, e := range next {
		x.r.Tick()
		x.budget.spend(len(next))
		before := func(d int) bool { return d >= 0 && x.r.Graph.Before(d, e) }
		if e < 0 || !x.r.Graph.Holds(x.to, e) || slices.ContainsFunc(next, before) {
			continue
		}
		x.budget.spend(len(c))
		visit(x.r.Graph.Grow(c, e))
	}
}

// down visits the predecessors of a cut: those with one step less.
func (x *lattice) down(c graph.Cut, visit func(graph.Cut)) {
	last := x.frontier(c, 1)
	for _, e := range last {
		x.r.Tick()
		x.budget.spend(len(last))
		after := func(d int) bool { return d >= 0 && x.r.Graph.Before(e, d) }
		if e < 0 || x.r.Graph.Holds(x.from, e) || slices.ContainsFunc(last, after) {
			continue
		}
		x.budget.spend(len(c))
		visit(x.r.Graph.Shrink(c, e))
	}
}

// frontier returns by lane the first step that a cut lacks or, with back 1, the last that it holds; -1
// for none.
func (x *lattice) frontier(c graph.Cut, back int) []int {
	all := make([]int, len(x.lanes))
	for j := range all {
		all[j] = -1
		if i := x.done(j, c) - back; i >= 0 && i < len(x.steps[j]) {
			all[j] = x.steps[j][i]
		}
	}
	return all
}

// key identifies a cut.
func key(c graph.Cut) string {
	b := make([]byte, 0, 4*len(c))
	for _, n := range c {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return string(b)
}

// joinedCut returns the join of two cuts, the least one that holds both; metCut returns their meet, the
// greatest one within both.
func joinedCut(a, b graph.Cut) graph.Cut {
	c := a.Clone()
	for lane := range c {
		c[lane] = max(c[lane], b[lane])
	}
	return c
}

func metCut(a, b graph.Cut) graph.Cut {
	c := a.Clone()
	for lane := range c {
		c[lane] = min(c[lane], b[lane])
	}
	return c
}
