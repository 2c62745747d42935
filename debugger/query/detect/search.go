package detect

import (
	"cmp"
	"container/heap"
	"fmt"
	"iter"
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// spot is a cut that a search has reached.
type spot struct {
	c    graph.Cut
	left bool // the condition was false somewhere on the path to it

	size, last int // of c: see lattice.nearer
}

// search visits the cuts beyond one or, backwards, within it, the nearest first, and returns the first
// that satisfies the predicate after it was false on the path. It searches nothing if a minimum cut
// shows that there is none. If it gives up, it returns the cut that the minimum cut gives, or else the
// first solution among the cuts of the recorded order.
func (p *Predicate) search(from graph.Cut, forwards bool) (*Found, error) {
	x := newLattice(p.r, p.formula)
	begin := spot{c: from.Clone()}
	if begin.left = !x.holds(begin.c); begin.left {
		if !x.narrow() || forwards && !from.Within(x.to) || !forwards && !x.from.Within(from) {
			return nil, nil
		}
		begin.c = x.begin(from, forwards)
	}
	told := x.beyond(begin, forwards)
	if !told.possible {
		return nil, nil
	}
	end, ok := x.nearest(begin, forwards)
	switch clash := x.f.Frame.Clash; {
	case clash != nil:
		return nil, clash
	case !ok && told.cut != nil:
		return p.told(x, told, forwards), nil
	case !ok && forwards:
		return p.recorded(x, from)
	case !ok:
		return nil, &Undecided{Cuts: x.budget.spent}
	case end == nil:
		return nil, nil
	}
	return p.r.explained(p.formula, end), nil
}

// told returns the position that a minimum cut gives, after a search was given up.
func (p *Predicate) told(x *lattice, v verdict, forwards bool) *Found {
	f := p.r.explained(p.formula, v.cut)
	which, others := "fewer", fmt.Sprintf("none is made of events before %d alone", p.r.When(v.rank).Event+1)
	if !forwards {
		which, others = "more", fmt.Sprintf("none holds all events up to %d", p.r.When(-v.rank).Event+1)
	}
	var what []string
	if v.minimal {
		what = append(what, map[bool]string{
			true:  "a minimal one: no smaller state within it satisfies the predicate",
			false: "a maximal one: no greater state that holds it satisfies the predicate",
		}[forwards])
	}
	if v.rank == v.first {
		what = append(what, others)
	}
	what = append(what, fmt.Sprintf("the search for one with %s events was given up after %s",
		which, counted(x.budget.spent, "cut")))
	f.Note = joinedSentences(what)
	return f
}

// joinedSentences joins sentences by semicolons.
func joinedSentences(all []string) (text string) {
	for i, s := range all {
		if i > 0 {
			text += "; "
		}
		text += s
	}
	return text
}

// begin returns the cut at which a search from c can begin: the first one within the bounds.
func (x *lattice) begin(c graph.Cut, forwards bool) graph.Cut {
	if forwards {
		return joinedCut(c, x.from)
	}
	return metCut(c, x.to)
}

// nearer compares spots. Forwards the one with fewer events is nearer; of equals, the one that the
// recorded run reaches first. Backwards it is the one with more events, or that the recorded run reaches
// last.
func nearer(a, b *spot, forwards bool) bool {
	d := cmp.Or(a.size-b.size, a.last-b.last, slices.Compare(a.c, b.c))
	return d < 0 == forwards && d != 0
}

// agenda is the priority queue of a search: the spots that were not visited yet.
type agenda struct {
	spots    []*spot
	forwards bool
	known    map[string]*spot
}

func (a *agenda) Len() int           { return len(a.spots) }
func (a *agenda) Less(i, j int) bool { return nearer(a.spots[i], a.spots[j], a.forwards) }
func (a *agenda) Swap(i, j int)      { a.spots[i], a.spots[j] = a.spots[j], a.spots[i] }
func (a *agenda) Push(s any)         { a.spots = append(a.spots, s.(*spot)) }

func (a *agenda) Pop() any {
	last := len(a.spots) - 1
	s := a.spots[last]
	a.spots[last], a.spots = nil, a.spots[:last]
	return s
}

// nearest returns the nearest cut that satisfies the condition, nil if there is none; ok is false if the
// search was given up. A move leads to a cut that is less near, so all paths to a cut are known when it
// is visited, and it is visited once.
func (x *lattice) nearest(begin spot, forwards bool) (end graph.Cut, ok bool) {
	a := &agenda{forwards: forwards, known: map[string]*spot{}}
	x.add(a, begin)
	move := x.up
	if !forwards {
		move = x.down
	}
	for first := true; len(a.spots) > 0; first = false {
		x.r.Tick()
		s := heap.Pop(a).(*spot)
		delete(a.known, key(s.c))
		now := x.holds(s.c)
		if now && s.left {
			return s.c, true
		}
		if !first && !x.budget.looked(x.budget.spent+1) {
			return nil, false
		}
		x.r.progress(x.budget.spent)
		move(s.c, func(c graph.Cut) { x.add(a, spot{c: c, left: s.left || !now}) })
		if !x.budget.keeps(len(a.spots)) {
			return nil, false
		}
	}
	return nil, true
}

// add adds a spot to an agenda, once.
func (x *lattice) add(a *agenda, s spot) {
	k := key(s.c)
	if known := a.known[k]; known != nil {
		known.left = known.left || s.left
		return
	}
	s.size = size(s.c)
	if s.last = x.r.Graph.Last(s.c); !a.forwards {
		s.last = x.r.Graph.Missing(s.c)
	}
	a.known[k] = &s
	heap.Push(a, &s)
}

// recorded searches the recorded order alone for a position beyond a cut that satisfies the predicate,
// after a search was given up.
func (p *Predicate) recorded(x *lattice, from graph.Cut) (*Found, error) {
	left := true
	for c, now := range x.inOrder(from) {
		if now && !left {
			f := p.r.explained(p.formula, c.Clone())
			f.Note = "the first in the order of the recording: the search for one with fewer events was given up after " +
				counted(x.budget.spent, "cut")
			return f, nil
		}
		left = now
	}
	return nil, &Undecided{Cuts: x.budget.spent}
}

// inOrder yields the cuts from one on, each with one step more in the order of the recording, and whether
// the condition holds there. A cut is valid until the next one.
func (x *lattice) inOrder(from graph.Cut) iter.Seq2[graph.Cut, bool] {
	return func(yield func(graph.Cut, bool) bool) {
		c, frame := from.Clone(), &x.f.Frame
		now := x.holds(c)
		if !yield(c, now) {
			return
		}
		o := x.ordered()
		for _, n := range o.nodes {
			if x.r.Tick(); n.turns == nil || x.r.Graph.Holds(c, n.event) {
				continue
			}
			x.r.Graph.Raise(c, n.event)
			for _, t := range n.turns {
				frame.Atoms[t.atom] = x.turns[t.atom][t.n]
			}
			if !yield(c, x.f.Eval(frame).True()) {
				return
			}
		}
	}
}

// clash returns the mistake that came up while the condition was evaluated, nil for none.
func (x *lattice) clash() error {
	if x.f.Frame.Clash == nil {
		return nil
	}
	return x.f.Frame.Clash
}

// definitely decides Definitely for a condition.
func (p *Predicate) definitely() (*Found, error) {
	if len(p.disjuncts) == 0 && p.simple() {
		return nil, nil
	}
	for _, conjunction := range p.disjuncts {
		if spans := p.r.definiteSpans(conjunction); spans != nil {
			c := p.r.Graph.Start()
			for _, s := range spans {
				if s.Lo != predicate.Always {
					p.r.Graph.Raise(c, s.Lo)
				}
			}
			return p.r.found(conjunction, c), nil
		}
	}
	if len(p.disjuncts) == 1 {
		return nil, nil
	}
	return p.unavoidable()
}

// unavoidable searches for a path from the first cut to the last on which the condition never holds. If
// there is none, it returns the position at which the recorded run satisfies the condition first. No
// search is needed if the recorded run is such a path, or if the condition holds in the first or last
// cut.
func (p *Predicate) unavoidable() (*Found, error) {
	x := newLattice(p.r, p.formula)
	there := x.first()
	if clash := x.f.Frame.Clash; clash != nil {
		return nil, clash
	}
	if there == nil {
		return nil, nil
	}
	if start := p.r.Graph.Start(); !x.holds(start) && !x.holds(p.r.Graph.All()) {
		way, ok := x.avoid(start)
		switch {
		case !ok:
			return nil, &Undecided{Cuts: x.budget.spent}
		case way != nil:
			return nil, nil
		}
	}
	return p.here(there), nil
}

// first returns the first cut of the recorded order in which the condition holds, nil if there is none.
func (x *lattice) first() graph.Cut {
	for c, now := range x.inOrder(x.r.Graph.Start()) {
		if now {
			return c.Clone()
		}
	}
	return nil
}
