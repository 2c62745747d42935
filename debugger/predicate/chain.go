package predicate

import (
	"sort"

	"machsim/debugger/graph"
)

// A condition or expression of one process changes at a chain of events: each of them
// happened before the next. So what it is in a cut is what it was after the last of these
// events that the cut holds.

// never and always stand for events: a span that ends never holds to the end of the run,
// one that begins always held before the first event.
const (
	never  = int(^uint(0) >> 1)
	always = -1
)

// span is a stretch of a chain in which a condition holds: in the cuts that hold event lo,
// and not event hi. lo happened before hi, and hi is the next span's lo or before it.
type span struct{ lo, hi int }

// change is what an expression is from an event on.
type change struct {
	event int
	value Value
}

// holds says whether a cut holds an event, which may be always or never.
func holdsEvent(g *graph.Graph, c graph.Cut, event int) bool {
	return event == always || event != never && g.Holds(c, event)
}

// precedes says whether an event happened before another; either may be always or never.
func precedes(g *graph.Graph, a, b int) bool {
	switch {
	case a == never || b == always:
		return false
	case a == always || b == never:
		return true
	}
	return g.Before(a, b)
}

// begun is how many of some spans a cut holds the first event of.
func begun(g *graph.Graph, spans []span, c graph.Cut) int {
	return sort.Search(len(spans), func(i int) bool { return !holdsEvent(g, c, spans[i].lo) })
}

// over is how many of some spans a cut holds the end of.
func over(g *graph.Graph, spans []span, c graph.Cut) int {
	return sort.Search(len(spans), func(i int) bool { return !holdsEvent(g, c, spans[i].hi) })
}

// in is the number of the span that a cut is in, -1 if it is in none.
func in(g *graph.Graph, spans []span, c graph.Cut) int {
	if i := begun(g, spans, c) - 1; i >= 0 && !holdsEvent(g, c, spans[i].hi) {
		return i
	}
	return -1
}

// at is how many changes a cut holds.
func at(g *graph.Graph, changes []change, c graph.Cut) int {
	return sort.Search(len(changes), func(i int) bool { return !g.Holds(c, changes[i].event) })
}

// gaps are the spans between spans, from an event on.
func gaps(spans []span, from int) (all []span) {
	for _, s := range spans {
		if s.lo > from {
			all = append(all, span{from, s.lo})
		}
		from = s.hi
	}
	if from != never {
		all = append(all, span{from, never})
	}
	return all
}
