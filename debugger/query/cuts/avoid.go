package cuts

import (
	"slices"

	"machsim/debugger/replay/graph"
)

// Path is a part of an order of events: those up to each cut come in recorded order after those up to the one before.
type Path []graph.Cut

// trail is a cut and how a search came there.
type trail struct {
	cut    graph.Cut
	before *trail
}

// path returns the cuts from the start of a search on.
func (t *trail) path() (all Path) {
	for ; t != nil; t = t.before {
		all = append(all, t.cut)
	}
	slices.Reverse(all)
	return all
}

// Avoid returns a path from a cut to one with all steps, through cuts in which the condition does not hold; nil if
// there is none. It searches depth first, because there may be many such paths, and takes the steps in recorded
// order as long as that avoids the condition. ok is false if it gave up.
func (x *Lattice) Avoid(start graph.Cut) (found Path, ok bool) {
	seen := map[string]bool{start.Key(): true}
	for left := []*trail{{cut: start}}; len(left) > 0; {
		t := left[len(left)-1]
		left = left[:len(left)-1]
		if !slices.ContainsFunc(x.Frontier(t.cut, 0), func(e int) bool { return e >= 0 }) {
			return t.path(), true // it holds all steps
		}
		from := len(left)
		x.up(t.cut, func(d graph.Cut) {
			if k := d.Key(); !seen[k] {
				if seen[k] = true; !x.Holds(d) {
					left = append(left, &trail{d, t})
				}
			}
		})
		slices.SortFunc(left[from:], func(a, b *trail) int { return x.grown(t.cut, b.cut) - x.grown(t.cut, a.cut) })
		if !x.Budget.Looked(len(seen)) || !x.Budget.Keeps(len(seen)) {
			return nil, false
		}
	}
	return nil, true
}

// grown returns the last event that a cut holds and not one within it.
func (x *Lattice) grown(from, to graph.Cut) int {
	last := -1
	for lane, n := range to {
		if n > from[lane] {
			last = max(last, x.r.Tape.Lanes[lane].Event(int(n)-1))
		}
	}
	return last
}

// Near returns the order of all events that takes the steps as a path does, and each other event as early as in
// recorded order, or as soon as the steps before it allow it.
func (x *Lattice) Near(way Path) (order []int) {
	c, next := way[0].Clone(), 0
	var later []int // events before next that depend on steps to come
	for _, to := range append(way[1:], x.r.Graph.All()) {
		left := x.Frontier(to, 0)
		waits := func(e int) bool {
			return slices.ContainsFunc(left, func(s int) bool { return s >= 0 && (s == e || x.r.Graph.Before(s, e)) })
		}
		for until := x.grown(c, to); next <= until; next++ {
			later = append(later, next)
		}
		kept := later[:0]
		for _, e := range later {
			if x.r.Tick(); waits(e) {
				kept = append(kept, e)
			} else {
				order = append(order, e)
			}
		}
		later, c = kept, to
	}
	return order
}
