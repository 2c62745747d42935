package detect

import (
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
)

// Run is a recorded run in which predicates are detected.
type Run struct {
	*predicate.Run

	// Complete says that the run has ended by itself, well or stuck: nothing more can come.
	Complete bool
	// Open says that it is made meanwhile: more comes.
	Open bool
	// Limit is the number of cuts after which a search of the lattice gives up. Where many threads
	// take part, a cut takes more work and memory, and a search gives up sooner (budget).
	Limit int
	// Progress, when set, is called now and then with the number of cuts that a search has visited.
	Progress func(cuts int)
}

// DefaultLimit is the Limit of a new Run.
const DefaultLimit = 200_000

// NewRun returns a Run; events has to show the events of the same run, as Session.Events, and e
// to run its programs.
func NewRun(g *graph.Graph, events breakpoint.Source, e engine.Engine) *Run {
	return &Run{Run: predicate.NewRun(g, events, e), Limit: DefaultLimit}
}

// progress reports how many cuts a search has visited.
func (r *Run) progress(cuts int) {
	if r.Progress != nil {
		r.Progress(cuts)
	}
}

// formula is a condition on a cut.
type formula struct{ *predicate.Formula }
