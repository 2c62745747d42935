// Package stops is where a run stops: breakpoints, watchpoints, stops and traces that are set, and the places in a run
// that each is about.
package stops

import (
	"machsim/debugger/query/check"
	"machsim/debugger/replay/graph"
	"machsim/debugger/threads"
	"machsim/debugger/values"
)

// In is the run in which the places are looked for.
type In struct {
	values.In
	Set     *Set
	Changed *bool                            // something that is kept has changed
	Queried func(*Point) error               // finds the hits of a breakpoint at the rows of a query
	Notice  func(format string, args ...any) // tells something beside an answer
	From    *graph.Position                  // where a motion began that has the run made meanwhile; nil of any other
}

// checked is the run, to be held against predicates.
func (d In) checked() check.In { return check.In{In: d.In.In} }

// threads are those of the run.
func (d In) threads() threads.In { return threads.In{In: d.In} }
