package rebuild

import (
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// script supplies the recorded answers to the threads of one Feeder.
type script struct {
	t       *tape.Tape
	recalls []*tape.Cursor // by thread
	feeder  *kernel.Feeder
	look    engine.Look // of Walk, else nil
	alone   *alone      // the task of Isolate, else nil
	looking bool        // look is at work, or has ended the goroutine
}

func (s *script) of(id kernel.ThreadID) *tape.Cursor {
	for int(id) >= len(s.recalls) {
		s.recalls = append(s.recalls, nil)
	}
	if s.recalls[id] == nil {
		r := tape.Cursor{}
		if lane := s.t.LaneOf(id); lane >= 0 {
			r = s.t.ResultsOf(lane)
		}
		s.recalls[id] = &r
	}
	return s.recalls[id]
}

// event returns the event by which a thread has completed its last call.
func (s *script) event(id kernel.ThreadID) int {
	return s.t.CompletedBy(s.t.LaneOf(id), s.of(id).Calls()-1)
}

// shows says whether a thread is to be looked at after so many calls: before the log only where it comes last.
func (s *script) shows(id kernel.ThreadID, calls int) bool {
	l := &s.t.Lanes[s.t.LaneOf(id)]
	return calls >= min(l.Earlier(), l.Calls()-1)
}

// Check compares a call with the recorded one.
func (s *script) Check(id kernel.ThreadID, c *kernel.Call, h *ipc.Header, items []ipc.Item) bool {
	r := s.of(id)
	if !r.Same(c, h, items) {
		return s.beyond(id) || s.alone != nil && s.alone.indifferent(id, r.Calls())
	}
	if s.look != nil && r.Calls() > 0 && s.shows(id, r.Calls()) {
		s.looking = true
		s.look(s.feeder, id, s.event(id))
		s.looking = false
	}
	return true
}

// beyond says whether a thread has run on after the last of its calls that are known, because the recording ends there.
// Whatever it calls next, nobody knows what it called then.
func (s *script) beyond(id kernel.ThreadID) bool {
	lane := s.t.LaneOf(id)
	if lane < 0 {
		return false
	}
	l := &s.t.Lanes[lane]
	return s.of(id).Calls() == l.Calls() && l.Runnable(l.Len()) < l.Calls()
}

// Answer returns the recorded result.
func (s *script) Answer(id kernel.ThreadID, res *kernel.Result) []kernel.ThreadID {
	return s.of(id).Next(res)
}

// Serve gives a server what it is to remember.
func (s *script) Serve(id kernel.ThreadID, remembers any) { s.of(id).Serve(remembers) }

// Glance returns the value that the program read when it was recorded.
// After what was recorded it is that of the last state, in which nobody else has moved since.
func (s *script) Glance(id kernel.ThreadID) any {
	if v := s.of(id).Glance(); v != nil || !s.beyond(id) {
		return v
	}
	return kernel.AsItStands{}
}
