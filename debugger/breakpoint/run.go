package breakpoint

import (
	"machsim/debugger/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// Source shows events of a run, from one on and before another, as Session.Events does.
type Source func(from, to int, show func(*kernel.Event)) error

// Run is a run in which breakpoints are looked for. What its calls are about is found out
// once, when it is first needed.
type Run struct {
	t      *tape.Tape
	events Source
	survey *survey
}

// NewRun returns a Run; events has to show those of the same tape.
func NewRun(t *tape.Tape, events Source) *Run { return &Run{t: t, events: events} }

// surveyed is the survey, made by one pass over the events.
func (r *Run) surveyed() (*survey, error) {
	if r.survey == nil {
		v := newSurvey(r.t)
		if err := r.events(0, r.t.Len(), v.observe); err != nil {
			return nil, err
		}
		v.finish()
		r.survey = v
	}
	return r.survey, nil
}

// calls visits every call of every thread's lane that is known, lane by lane.
func (r *Run) calls(visit func(lane, call int, c *kernel.Call)) {
	for lane := range r.t.Lanes {
		for k := range r.t.Lanes[lane].Calls() {
			if c, _, ok := r.t.Call(lane, k); ok {
				visit(lane, k, &c)
			}
		}
	}
}

// thread is the thread of a lane, nil for one of packets.
func (r *Run) thread(lane int) *kernel.ThreadState {
	id := r.t.Lanes[lane].Thread
	if id == 0 {
		return nil
	}
	return r.t.End.Threads.At(uint32(id))
}

// start is how many of a lane's events are done when its k-th call is about to be made.
func start(l *tape.Lane, k int) uint32 {
	if k == 0 {
		return 0
	}
	return uint32(l.DoneBy(k - 1))
}

// halves says which halves of a message call a call has.
func halves(c *kernel.Call) (send, receive bool) {
	return c.Opt&ipc.MACH_SEND_MSG != 0, c.Opt&ipc.MACH_RCV_MSG != 0
}
