package detect

import (
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
)

// Run is a recorded run in which predicates are detected.
type Run struct {
	*cuts.Run

	// Complete says that the run has ended by itself, well or stuck: nothing more can come.
	Complete bool
	// Open says that more comes, or would have: it is made meanwhile, or was given up.
	Open bool
}

// inOrder are the events of the log, in recorded order.
func (r *Run) inOrder() (all []int) {
	for e := r.Tape.First(); e < r.Tape.Len(); e++ {
		all = append(all, e)
	}
	return all
}

// DefaultLimit is the Limit of a new Run.
const DefaultLimit = 200_000

// NewRun returns a Run; events has to show the events of the same run, as Session.Events, and e
// to run its programs.
func NewRun(g *graph.Graph, events breakpoint.Source, e engine.Engine) *Run {
	return &Run{Run: &cuts.Run{Run: predicate.NewRun(g, events, e), Limit: DefaultLimit}}
}
