package runner

import (
	"machsim/debugger/record"
	"machsim/kernel"
)

// Ended is how a replay has ended, as plain data.
type Ended struct {
	Outcome kernel.Outcome
	At      record.Progress
}

// Ended says how a replay has ended; false if more is to be said than an Ended can, because the run was given up.
func (r *Run) Ended() (Ended, bool) {
	if r.replay == nil || r.Loop != nil || r.Greedy || r.Broken != nil || r.Main != nil || r.Err != nil ||
		r.Violation != nil || r.Lost != nil {
		return Ended{}, false
	}
	return Ended{r.Outcome, r.replay.Ended()}, true
}

// Reopen returns the run that Do would make, without making it: another replay has ended so, in a state.
func Reopen(o *ReplayOptions, e Ended, s *kernel.State) *Run {
	r := &Run{Setup: *o.Setup(), Outcome: e.Outcome, State: s, heartbeat: &kernel.Heartbeat{}, released: true}
	r.replay.End(e.At)
	return r
}
