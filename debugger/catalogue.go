package debugger

import (
	"machsim/debugger/event"
	"machsim/debugger/stats"
	"machsim/debugger/tables"
	"machsim/kernel"
)

// catalogue is the tables of the run. The pass over the run that makes them also finds the remote calls and the numbers
// of the report, so that none of these has to be waited for once the tables are there.
func (r *run) catalogue() *tables.Catalogue {
	if r.tables == nil {
		r.tables = tables.Of(r.s, r.countBeside, r.callsBeside)
	}
	return r.tables
}

// countBeside counts what the report says of the run in the pass that makes the tables.
func (r *run) countBeside() tables.Listener {
	c := stats.NewCollector(r.s)
	return tables.Listener{
		See:  func(_ *kernel.Event, x *event.Event) { c.See(x) },
		Done: func() { r.counted = c.Counts() },
	}
}

// callsBeside finds the remote calls in the same pass.
func (r *run) callsBeside() tables.Listener {
	see, done := r.s.RPCsBeside()
	return tables.Listener{See: func(e *kernel.Event, _ *event.Event) { see(e) }, Done: done}
}
