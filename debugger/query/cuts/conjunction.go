package cuts

import (
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// least raises a cut to the least one beyond it in which all conditions of a conjunction hold; false if
// there is none. Every such cut holds the event by which a condition that is over holds again, so it is
// right to advance to that event (Manabe and Aoyagi's Inf).
func (r *Run) least(c graph.Cut, conjunction []*predicate.Atom) bool {
	at := make([]int, len(conjunction)) // by condition: the first span that is not over
	for k, l := range conjunction {
		at[k] = predicate.Over(r.Graph, l.Spans, c)
	}
	for again := true; again; {
		again = false
		for k, l := range conjunction {
			r.Tick()
			for at[k] < len(l.Spans) && predicate.HoldsEvent(r.Graph, c, l.Spans[at[k]].Hi) {
				at[k]++
			}
			if at[k] == len(l.Spans) {
				return false
			}
			if lo := l.Spans[at[k]].Lo; !predicate.HoldsEvent(r.Graph, c, lo) {
				r.Graph.Raise(c, lo)
				again = true
			}
		}
	}
	return true
}

// greatest lowers a cut to the greatest one within it in which all conditions of a conjunction hold;
// false if there is none.
func (r *Run) greatest(c graph.Cut, conjunction []*predicate.Atom) bool {
	at := make([]int, len(conjunction)) // by condition: the last span that has begun
	for k, l := range conjunction {
		at[k] = predicate.Begun(r.Graph, l.Spans, c) - 1
	}
	for again := true; again; {
		again = false
		for k, l := range conjunction {
			r.Tick()
			for at[k] >= 0 && !predicate.HoldsEvent(r.Graph, c, l.Spans[at[k]].Lo) {
				at[k]--
			}
			if at[k] < 0 {
				return false
			}
			if hi := l.Spans[at[k]].Hi; predicate.HoldsEvent(r.Graph, c, hi) {
				r.Graph.Lower(c, hi)
				again = true
			}
		}
	}
	return true
}

// Satisfied says whether all conditions of a conjunction hold in a cut.
func Satisfied(r *Run, conjunction []*predicate.Atom, c graph.Cut) bool {
	return !slices.ContainsFunc(conjunction, func(l *predicate.Atom) bool {
		return predicate.In(r.Graph, l.Spans, c) < 0
	})
}

// Candidate is a cut and the conjunction that holds in it.
type Candidate struct {
	Cut         graph.Cut
	Conjunction []*predicate.Atom
}

// Next returns the cuts to which each disjunct leads from a cut. A disjunct that does not hold there
// leads to the least cut beyond it in which it does. One that holds leads to the least cuts in which it
// holds again after one of its conditions did not: one cut for each condition. Backwards, these are the
// greatest cuts within it.
func Next(r *Run, disjuncts [][]*predicate.Atom, from graph.Cut, backwards bool) (all []Candidate) {
	for _, conjunction := range disjuncts {
		r.Tick()
		if !Satisfied(r, conjunction, from) {
			if c := from.Clone(); r.extreme(c, conjunction, backwards) {
				all = append(all, Candidate{c, conjunction})
			}
			continue
		}
		for _, l := range conjunction {
			c := from.Clone()
			if r.leave(c, l, backwards) && r.extreme(c, conjunction, backwards) {
				all = append(all, Candidate{c, conjunction})
			}
		}
	}
	return all
}

// extreme is least or, backwards, greatest.
func (r *Run) extreme(c graph.Cut, conjunction []*predicate.Atom, backwards bool) bool {
	if backwards {
		return r.greatest(c, conjunction)
	}
	return r.least(c, conjunction)
}

// leave moves a cut out of the span in which a condition holds; false if the run ends, or backwards
// begins, in that span.
func (r *Run) leave(c graph.Cut, l *predicate.Atom, backwards bool) bool {
	s := l.Spans[predicate.In(r.Graph, l.Spans, c)]
	switch {
	case backwards && s.Lo != predicate.Always:
		r.Graph.Lower(c, s.Lo)
	case !backwards && s.Hi != predicate.Never:
		r.Graph.Raise(c, s.Hi)
	default:
		return false
	}
	return true
}

// First returns the candidate that the recorded run reaches first, and Last the one that it reaches
// last: ordered by their last events, then by their numbers of events. Its cut is nil if there are none.
func First(r *Run, all []Candidate) Candidate { return r.best(all, -1) }

// Last is First, of the last one.
func Last(r *Run, all []Candidate) Candidate { return r.best(all, 1) }

func (r *Run) best(all []Candidate, sign int) (best Candidate) {
	for _, x := range all {
		if best.Cut == nil || sign*r.compare(x.Cut, best.Cut) > 0 {
			best = x
		}
	}
	return best
}

// compare orders cuts by the last event that they hold, then by their numbers of events.
func (r *Run) compare(a, b graph.Cut) int {
	if d := r.Graph.Last(a) - r.Graph.Last(b); d != 0 {
		return d
	}
	return a.Events() - b.Events()
}

// maxMinimal is the greatest number of different cuts among which the minimal ones are searched.
const maxMinimal = 1000

// Minimal returns those cuts of some candidates that hold none of the others; nil if there are more than
// maxMinimal.
func Minimal(r *Run, all []Candidate) (some []graph.Cut) {
	cuts := distinct(all)
	if len(cuts) > maxMinimal {
		return nil
	}
	for i, c := range cuts {
		r.Tick()
		inner := func(d graph.Cut) bool { return d.Within(c) }
		if !slices.ContainsFunc(cuts[:i], inner) && !slices.ContainsFunc(cuts[i+1:], inner) {
			some = append(some, c)
		}
	}
	return some
}

// distinct returns the cuts of candidates, each once.
func distinct(all []Candidate) (cuts []graph.Cut) {
	seen := map[string]bool{}
	for _, x := range all {
		if k := x.Cut.Key(); !seen[k] {
			seen[k] = true
			cuts = append(cuts, x.Cut)
		}
	}
	return cuts
}
