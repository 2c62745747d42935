package cuts

import (
	"slices"
	"sort"

	"machsim/debugger/lang/eval"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Lattice is the lattice of the consistent cuts of a run, reduced for a condition: cuts that differ only
// in events that change no atom count as one. The events that change an atom are its steps.
type Lattice struct {
	r      *Run
	f      *formula
	lanes  []int          // those with steps
	steps  [][]int        // by number in lanes: the steps, in order
	chains [][]int        // by atom: the steps at which it changes, in order
	turns  [][]eval.Value // by atom and change: its value then; 0 is before the first
	order  *order         // of the steps; nil until it is needed
	from   graph.Cut      // the lower bound of a search
	to     graph.Cut      // the upper bound
	Budget Budget
}

// New returns the lattice of a run for a condition.
func New(r *Run, f *predicate.Formula) *Lattice {
	x := &Lattice{r: r, f: &formula{f}}
	for _, l := range f.Atoms {
		r.Tick()
		events, turns := l.Turns()
		x.chains, x.turns = append(x.chains, events), append(x.turns, turns)
	}
	return x.begun(x.chains...)
}

// Of returns the lattice of a run in which some events are the steps, whatever they change.
func Of(r *Run, steps []int) *Lattice {
	return (&Lattice{r: r, f: &formula{&predicate.Formula{}}}).begun(steps)
}

// begun completes a lattice with its steps.
func (x *Lattice) begun(steps ...[]int) *Lattice {
	x.from, x.to, x.Budget = x.r.Graph.Start(), x.r.Graph.All(), NewBudget(x.r)
	x.lanes, x.steps = ByLane(x.r, steps...)
	return x
}

// ByLane are the events of some lists by their lanes, of those that have any: each once, in recorded order.
func ByLane(r *Run, lists ...[]int) (lanes []int, own [][]int) {
	for _, events := range lists {
		for _, e := range events {
			lane := r.Tape.Lane(e)
			i, ok := slices.BinarySearch(lanes, lane) // a map is slower where most lists are short
			if !ok {
				lanes, own = slices.Insert(lanes, i, lane), slices.Insert(own, i, nil)
			}
			own[i] = append(own[i], e)
		}
	}
	for i, some := range own { // most are sorted: a sort of all would not see that
		slices.Sort(some)
		own[i] = slices.Compact(some)
	}
	return lanes, own
}

// narrow bounds a search by the least and the greatest cut in which all musts hold; false if there are
// none.
func (x *Lattice) narrow() bool {
	musts := x.f.Musts()
	return x.r.least(x.from, musts) && x.r.greatest(x.to, musts)
}

// turn returns the number of an atom's last change in a cut.
func (x *Lattice) turn(atom int, c graph.Cut) int {
	chain := x.chains[atom]
	return sort.Search(len(chain), func(i int) bool { return !x.r.Graph.Holds(c, chain[i]) })
}

// Holds says whether the condition holds in a cut.
func (x *Lattice) Holds(c graph.Cut) bool {
	x.Budget.Spend(len(x.chains))
	for i := range x.chains {
		x.f.Frame.Atoms[i] = x.turns[i][x.turn(i, c)]
	}
	return x.f.Eval(&x.f.Frame).True()
}

// done returns the number of steps of a lane that a cut holds.
func (x *Lattice) done(j int, c graph.Cut) int {
	steps, n := x.steps[j], c[x.lanes[j]]
	return sort.Search(len(steps), func(i int) bool { return x.r.Tape.Nth(steps[i]) >= int(n) })
}

// up visits the successors of a cut: those with one step more.
func (x *Lattice) up(c graph.Cut, visit func(graph.Cut)) {
	next := x.Frontier(c, 0)
	for _, e := range next {
		x.r.Tick()
		x.Budget.Spend(len(next))
		before := func(d int) bool { return d >= 0 && x.r.Graph.Before(d, e) }
		if e < 0 || !x.r.Graph.Holds(x.to, e) || slices.ContainsFunc(next, before) {
			continue
		}
		x.Budget.Spend(len(c))
		visit(x.r.Graph.Grow(c, e))
	}
}

// down visits the predecessors of a cut: those with one step less.
func (x *Lattice) down(c graph.Cut, visit func(graph.Cut)) {
	last := x.Frontier(c, 1)
	for _, e := range last {
		x.r.Tick()
		x.Budget.Spend(len(last))
		after := func(d int) bool { return d >= 0 && x.r.Graph.Before(e, d) }
		if e < 0 || x.r.Graph.Holds(x.from, e) || slices.ContainsFunc(last, after) {
			continue
		}
		x.Budget.Spend(len(c))
		visit(x.r.Graph.Shrink(c, e))
	}
}

// Frontier returns by lane the first step that a cut lacks or, with back 1, the last that it holds; -1
// for none.
func (x *Lattice) Frontier(c graph.Cut, back int) []int {
	all := make([]int, len(x.lanes))
	for j := range all {
		all[j] = -1
		if i := x.done(j, c) - back; i >= 0 && i < len(x.steps[j]) {
			all[j] = x.steps[j][i]
		}
	}
	return all
}

// formula is a condition on a cut.
type formula struct{ *predicate.Formula }
