package detect

import (
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/rebuild"
)

// Forget makes a Run know no more than when it was made.
func (r *Run) Forget(events breakpoint.Source) {
	fresh := predicate.NewRun(r.Graph, events, rebuild.Engine{Tape: r.Tape})
	fresh.Stop, r.Run.Run = r.Stop, fresh
}
