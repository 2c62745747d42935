package breakpoint

import (
	"machsim/debugger/event/rpc"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// Source shows the events of a run from one number up to another, exclusive, as Session.Events
// does.
type Source func(from, to int, show func(*kernel.Event)) error

// Set finds the threads that a text means, if it is of the form of those that mean several; ok is false for any other.
type Set func(text string) (ids []kernel.ThreadID, ok bool, err error)

// Run is a run in which breakpoints are looked up. It surveys the calls of the run once, on first
// use.
type Run struct {
	Set    Set // nil knows none
	t      *tape.Tape
	events Source
	survey *survey
	rpcs   *rpc.Calls
}

// NewRun returns a Run; events shows the events of the same tape.
func NewRun(t *tape.Tape, events Source) *Run { return &Run{t: t, events: events} }

// surveyed returns the survey, which takes one pass over all events.
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

// calls visits every known call of every thread, lane by lane.
func (r *Run) calls(visit func(lane, call int, c *kernel.Call)) {
	for lane := range r.t.Lanes {
		for k := range r.t.Lanes[lane].Calls() {
			if c, _, ok := r.t.Call(lane, k); ok {
				visit(lane, k, &c)
			}
		}
	}
}

// thread returns the thread of a lane; nil for a lane of packets.
func (r *Run) thread(lane int) *kernel.ThreadState {
	id := r.t.Lanes[lane].Thread
	if id == 0 {
		return nil
	}
	return r.t.End.Threads.At(uint32(id))
}

// start returns how many events of a lane are done when its k-th call is about to be made.
func start(l *tape.Lane, k int) uint32 {
	if k == 0 {
		return 0
	}
	return uint32(l.DoneBy(k - 1))
}

// halves says whether a message call sends, and whether it receives.
func halves(c *kernel.Call) (send, receive bool) {
	return c.Opt&ipc.MACH_SEND_MSG != 0, c.Opt&ipc.MACH_RCV_MSG != 0
}
