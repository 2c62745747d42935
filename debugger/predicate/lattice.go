package predicate

import (
	"encoding/binary"
	"slices"
	"sort"

	"machsim/debugger/graph"
)

// lattice is the consistent cuts of a run, of which those count as one that differ only in
// events that change nothing that a condition is about. A cut is a vector: for each lane
// that has events which matter, how many of them it holds.
type lattice struct {
	r     *Run
	f     *formula
	lanes []int      // those that matter
	steps [][]int    // by lane: the events that matter, in order
	needs [][]vector // by lane and step: how many steps of each lane come before it
	index [][][]int  // by leaf, lane and number of steps: which of the leaf's changes is the last
	turns [][]Value  // by leaf and change: what it is then; 0 is before the first
	top   vector     // all steps
	from  vector     // where a search may not go below
	to    vector     // nor above
}

// vector is a cut, by the numbers of the lanes in lattice.lanes.
type vector []uint32

func (v vector) key() string {
	b := make([]byte, 0, 4*len(v))
	for _, n := range v {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return string(b)
}

func newLattice(r *Run, f *formula) *lattice {
	x := &lattice{r: r, f: f}
	x.collect()
	x.relate()
	for _, l := range f.leaves {
		x.follow(l)
	}
	x.from, x.to = make(vector, len(x.lanes)), x.top
	return x
}

// narrow keeps a search to between the least and the greatest cut in which all those conditions
// of single processes hold that have to; false if there are none.
func (x *lattice) narrow() bool {
	musts := x.f.musts()
	least, greatest := x.r.g.Start(), x.r.g.All()
	if !x.r.least(least, musts) || !x.r.greatest(greatest, musts) {
		return false
	}
	x.from, x.to = x.vector(least), x.vector(greatest)
	return true
}

// within says whether a vector has at most as many steps of each lane as another.
func (v vector) within(w vector) bool {
	for j := range v {
		if v[j] > w[j] {
			return false
		}
	}
	return true
}

// collect finds the events that matter.
func (x *lattice) collect() {
	by := map[int][]int{}
	for _, l := range x.f.leaves {
		for _, e := range l.steps() {
			lane := x.r.t.Lane(e)
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
		x.top = append(x.top, uint32(len(x.steps[len(x.steps)-1])))
	}
}

// relate finds what comes before each step.
func (x *lattice) relate() {
	for _, steps := range x.steps {
		var all []vector
		for _, e := range steps {
			v := make(vector, len(x.lanes))
			for j, lane := range x.lanes {
				v[j] = uint32(x.among(j, x.r.g.Needs(e, lane)))
			}
			all = append(all, v)
		}
		x.needs = append(x.needs, all)
	}
}

// among is how many of a lane's first n events are steps.
func (x *lattice) among(lane int, n uint32) int {
	return sort.Search(len(x.steps[lane]), func(i int) bool { return x.r.t.Nth(x.steps[lane][i]) >= int(n) })
}

// follow makes the tables of a leaf.
func (x *lattice) follow(l *leaf) {
	events, turns := l.turning()
	at := map[int]int{}
	for i, e := range events {
		at[e] = i + 1
	}
	var index [][]int
	for _, steps := range x.steps {
		row := make([]int, len(steps)+1)
		for i, e := range steps {
			row[i+1] = max(row[i], at[e])
		}
		index = append(index, row)
	}
	x.index, x.turns = append(x.index, index), append(x.turns, turns)
}

// turning are the events at which a leaf changes, and what it is after each, and first before
// all.
func (l *leaf) turning() (events []int, turns []Value) {
	turns = []Value{{}}
	if l.truth {
		turns[0] = boolean(len(l.spans) > 0 && l.spans[0].lo == always)
	}
	for _, e := range l.steps() {
		events = append(events, e)
		turns = append(turns, boolean(false))
	}
	for i, c := range l.changes {
		turns[i+1] = c.value
	}
	for _, s := range l.spans {
		if i := sort.SearchInts(events, s.lo); s.lo != always {
			turns[i+1] = boolean(true)
		}
	}
	return events, turns
}

// holds says whether the condition holds in a cut.
func (x *lattice) holds(v vector) bool {
	for i := range x.f.leaves {
		last := 0
		for j, n := range v {
			last = max(last, x.index[i][j][n])
		}
		x.f.frame.leaves[i] = x.turns[i][last]
	}
	return x.f.eval(&x.f.frame).True()
}

// up visits the cuts with one step more.
func (x *lattice) up(v vector, visit func(vector)) {
	for j := range v {
		if v[j] >= x.to[j] || !x.covers(v, x.needs[j][v[j]], j) {
			continue
		}
		w := slices.Clone(v)
		w[j]++
		visit(w)
	}
}

// covers says whether a cut holds what a step of lane j needs.
func (x *lattice) covers(v, needs vector, j int) bool {
	for k := range v {
		if k != j && needs[k] > v[k] {
			return false
		}
	}
	return true
}

// down visits the cuts with one step less.
func (x *lattice) down(v vector, visit func(vector)) {
	for j := range v {
		if v[j] <= x.from[j] || x.needed(v, j) {
			continue
		}
		w := slices.Clone(v)
		w[j]--
		visit(w)
	}
}

// needed says whether the last step of a lane in a cut comes before another one there.
func (x *lattice) needed(v vector, j int) bool {
	for k := range v {
		if k != j && v[k] > 0 && x.needs[k][v[k]-1][j] >= v[j] {
			return true
		}
	}
	return false
}

// vector is the vector of a cut.
func (x *lattice) vector(c graph.Cut) vector {
	v := make(vector, len(x.lanes))
	for j, lane := range x.lanes {
		v[j] = uint32(x.among(j, c[lane]))
	}
	return v
}

// above is the least cut that holds another and the steps of a vector, and below the greatest
// within another without the other steps.
func (x *lattice) above(from graph.Cut, v vector) graph.Cut {
	c := from.Clone()
	for j, n := range v {
		if n > 0 {
			x.r.g.Raise(c, x.steps[j][n-1])
		}
	}
	return c
}

func (x *lattice) below(from graph.Cut, v vector) graph.Cut {
	c := from.Clone()
	for j, n := range v {
		if int(n) < len(x.steps[j]) {
			x.r.g.Lower(c, x.steps[j][n])
		}
	}
	return c
}

// toward is above or, with forwards false, below.
func (x *lattice) toward(from graph.Cut, v vector, forwards bool) graph.Cut {
	if forwards {
		return x.above(from, v)
	}
	return x.below(from, v)
}
