package predicate

import (
	"machsim/debugger/lang/eval"
	"sort"

	"machsim/debugger/replay/graph"
)

// A condition or expression of one process changes at a chain of events: each of them
// happened before the next. So what it is in a cut is what it was after the last of these
// events that the cut holds.

// never and always stand for events: a span that ends never holds to the end of the run,
// one that begins always held before the first event.
const (
	Never  = int(^uint(0) >> 1)
	Always = -1
)

// Span is a stretch of a chain in which a condition holds: in the cuts that hold event lo,
// and not event hi. lo happened before hi, and hi is the next span's lo or before it.
type Span struct{ Lo, Hi int }

// Change is the value that an expression has from an event on.
type Change struct {
	Event int
	Value eval.Value
}

// HoldsEvent says whether a cut holds an event, which may be always or never.
func HoldsEvent(g *graph.Graph, c graph.Cut, event int) bool {
	return event == Always || event != Never && g.Holds(c, event)
}

// Precedes says whether an event happened before another; either may be always or never.
func Precedes(g *graph.Graph, a, b int) bool {
	switch {
	case a == Never || b == Always:
		return false
	case a == Always || b == Never:
		return true
	}
	return g.Before(a, b)
}

// Begun returns how many of some spans have begun in a cut.
func Begun(g *graph.Graph, spans []Span, c graph.Cut) int {
	return sort.Search(len(spans), func(i int) bool { return !HoldsEvent(g, c, spans[i].Lo) })
}

// Over returns how many of some spans are over in a cut.
func Over(g *graph.Graph, spans []Span, c graph.Cut) int {
	return sort.Search(len(spans), func(i int) bool { return !HoldsEvent(g, c, spans[i].Hi) })
}

// In returns the index of the span that a cut is in, -1 if it is in none.
func In(g *graph.Graph, spans []Span, c graph.Cut) int {
	if i := Begun(g, spans, c) - 1; i >= 0 && !HoldsEvent(g, c, spans[i].Hi) {
		return i
	}
	return -1
}

// At returns how many changes have happened in a cut.
func At(g *graph.Graph, changes []Change, c graph.Cut) int {
	return sort.Search(len(changes), func(i int) bool { return !g.Holds(c, changes[i].Event) })
}

// gaps returns the complement of some spans, from an event on.
func gaps(spans []Span, from int) (all []Span) {
	for _, s := range spans {
		if s.Lo > from {
			all = append(all, Span{from, s.Lo})
		}
		from = s.Hi
	}
	if from != Never {
		all = append(all, Span{from, Never})
	}
	return all
}
