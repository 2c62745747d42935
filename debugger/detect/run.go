package detect

import (
	"machsim/debugger/breakpoint"
	"machsim/debugger/engine"
	"machsim/debugger/graph"
	"machsim/debugger/predicate"
)

// Run is a recorded run in which predicates are looked for.
type Run struct {
	*predicate.Run

	// Limit is after how many cuts a search of the lattice of cuts gives up; where many threads
	// take part, a cut is much work and memory, and it gives up sooner.
	Limit int
	// Progress, when set, is told now and then how many cuts a search has looked at.
	Progress func(cuts int)
}

// DefaultLimit is how many cuts a search looks at if nothing else is said.
const DefaultLimit = 200_000

// NewRun returns a Run; events has to show the events of the same run, as Session.Events, and e
// to run its programs.
func NewRun(g *graph.Graph, events breakpoint.Source, e engine.Engine) *Run {
	return &Run{Run: predicate.NewRun(g, events, e), Limit: DefaultLimit}
}

// ErrStopped is what comes of work that was given up (predicate.Run.Stop). All is what it was.
var ErrStopped = predicate.ErrStopped

// progress tells how far a search has come.
func (r *Run) progress(cuts int) {
	if r.Progress != nil {
		r.Progress(cuts)
	}
}

// formula is a condition on a cut.
type formula struct{ *predicate.Formula }
