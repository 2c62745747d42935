package session

import "machsim/debugger/replay/engine"

// Progress is told how far work is: how much of all of it is done.
type Progress func(w Work, done, total uint64)

// Work is what may take long.
type Work uint8

const (
	Replaying Work = iota + 1 // the recorded run is made again; counted in events
	Ordering                  // the causal order of the events is found; in events
	Running                   // programs run again, with what their calls have returned; in calls
	Playing                   // recorded steps are taken again, on a state; in events
	Trying                    // runs are made that begin as the recorded one; in runs
	Ending                    // the recorded run is made again to see its end, beside Replaying (Begin); in events
)

// String says what is done.
func (w Work) String() string {
	return [...]string{"", "replaying events", "ordering events", "running the programs again, calls",
		"taking steps again", "making runs", "replaying events up to the end"}[w]
}

// Of returns what is told of one kind of work, nil if nobody is told.
func (p Progress) Of(w Work) func(done, total uint64) {
	if p == nil {
		return nil
	}
	return func(done, total uint64) { p(w, done, total) }
}

// gauge is what is told how far programs have come that run again, nil if nobody is told.
func (p Progress) gauge() *engine.Gauge {
	if p == nil {
		return nil
	}
	return &engine.Gauge{Tell: p.Of(Running)}
}
