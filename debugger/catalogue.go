package debugger

import (
	"machsim/debugger/event"
	"machsim/debugger/tables"
	"machsim/kernel"
)

// catalogue is the tables of the run. The pass over the run that makes them also finds the remote calls, so that nobody
// has to wait for these once the tables are there.
func (r *run) catalogue() *tables.Catalogue {
	if r.tables == nil {
		r.tables = tables.Of(r.s, r.callsBeside)
	}
	return r.tables
}

// callsBeside finds the remote calls in the same pass.
func (r *run) callsBeside() tables.Listener {
	see, done := r.s.RPCsBeside()
	return tables.Listener{See: func(e *kernel.Event, _ *event.Event) { see(e) }, Done: done}
}
