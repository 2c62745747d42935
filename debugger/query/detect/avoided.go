package detect

import (
	"errors"
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Avoided says how a run can come to its end without a state that satisfies a condition, although some state does.
type Avoided struct {
	Possible *Found // a state that satisfies the condition; nil if the search for one was given up
	// Order is an order of all events, counted from 1, that comes to no such state; nil if the search for one was given
	// up, after so many States.
	Order  []int
	States int
}

// Avoided says how a condition of which Definitely is false can be avoided. It returns nil if no state satisfies it.
func (p *Predicate) Avoided() (a *Avoided, err error) {
	defer predicate.Caught(&err)
	if p.formula == nil {
		return nil, nil
	}
	a = &Avoided{}
	var given *Undecided
	if a.Possible, err = p.possibly(); err != nil && !errors.As(err, &given) || err == nil && a.Possible == nil {
		return nil, err
	}
	x := newLattice(p.r, p.formula)
	way, _ := x.avoid(p.r.Graph.Start())
	if a.States = x.budget.spent; x.f.Frame.Clash != nil {
		return nil, x.f.Frame.Clash
	}
	if way != nil {
		a.Order = p.r.numbered(nil, x.near(way))
	}
	return a, nil
}

// trail is a cut and how a search came there.
type trail struct {
	cut    graph.Cut
	before *trail
}

// path returns the cuts from the start of a search on.
func (t *trail) path() (all path) {
	for ; t != nil; t = t.before {
		all = append(all, t.cut)
	}
	slices.Reverse(all)
	return all
}

// avoid returns a path from a cut to one with all steps, through cuts in which the condition does not hold; nil if
// there is none. It searches depth first, because there may be many such paths, and takes the steps in recorded
// order as long as that avoids the condition. ok is false if it gave up.
func (x *lattice) avoid(start graph.Cut) (found path, ok bool) {
	seen := map[string]bool{key(start): true}
	for left := []*trail{{cut: start}}; len(left) > 0; {
		t := left[len(left)-1]
		left = left[:len(left)-1]
		if !slices.ContainsFunc(x.frontier(t.cut, 0), func(e int) bool { return e >= 0 }) {
			return t.path(), true // it holds all steps
		}
		from := len(left)
		x.up(t.cut, func(d graph.Cut) {
			if k := key(d); !seen[k] {
				if seen[k] = true; !x.holds(d) {
					left = append(left, &trail{d, t})
				}
			}
		})
		slices.SortFunc(left[from:], func(a, b *trail) int { return x.grown(t.cut, b.cut) - x.grown(t.cut, a.cut) })
		x.r.progress(len(seen))
		if !x.budget.looked(len(seen)) || !x.budget.keeps(len(seen)) {
			return nil, false
		}
	}
	return nil, true
}

// grown returns the last event that a cut holds and not one within it.
func (x *lattice) grown(from, to graph.Cut) int {
	last := -1
	for lane, n := range to {
		if n > from[lane] {
			last = max(last, x.r.Tape.Lanes[lane].Event(int(n)-1))
		}
	}
	return last
}

// near returns the order of all events that takes the steps as a path does, and each other event as early as in
// recorded order, or as soon as the steps before it allow it.
func (x *lattice) near(way path) (order []int) {
	c, next := way[0].Clone(), 0
	var later []int // events before next that depend on steps to come
	for _, to := range append(way[1:], x.r.Graph.All()) {
		left := x.frontier(to, 0)
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
