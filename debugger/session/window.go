package session

import (
	"fmt"

	"machsim/debugger/record"
	"machsim/kernel"
)

// Window is a part of a recorded run that reaches to its end. The zero Window is the whole run.
type Window struct {
	From uint64 // it begins with this event; 0 for no such bound
	Last uint64 // it has at most so many events; 0 for no such bound
}

// before returns how many of a run's events come before the window. The error says that the window has none.
func (w Window) before(events uint64) (int, error) {
	n := uint64(0)
	if w.From > 0 {
		n = w.From - 1
	}
	if w.Last > 0 && w.Last < events {
		n = max(n, events-w.Last)
	}
	if n > 0 && n >= events {
		return 0, fmt.Errorf("there is no event %d to begin with: the run has %d", n+1, events)
	}
	return int(n), nil
}

// within returns the part of the window that a recording has.
func (w Window) within(rec *record.Recording) Window {
	if n := rec.Dropped; n > 0 {
		w.From = max(w.From, n+1)
	}
	return w
}

// First returns how many events of the run came before those that the Session has: 0 if it has all.
func (s *Session) First() int {
	if s.Early() {
		n, _ := s.window.before(s.Rec.Events) // else there would be no Session
		return n
	}
	return s.log().tape.First()
}

// Kept says whether the Session begins where its recording does, of which the first part was dropped.
func (s *Session) Kept() bool {
	return s.Rec != nil && s.Rec.Dropped > 0 && s.First() == int(s.Rec.Dropped)
}

// extent is the window of runs that are opened as this one is.
func (s *Session) extent() Window {
	if n := s.First(); n > 0 {
		return Window{From: uint64(n) + 1}
	}
	return Window{}
}

// Outside is the error of an event, by its number, that is before the first that the Session has.
func (s *Session) Outside(n int) error {
	if uint64(n) <= s.Rec.Dropped {
		return fmt.Errorf("event %d was dropped: the recording begins after event %d", n, s.Rec.Dropped)
	}
	return fmt.Errorf("event %d is outside: the window begins after event %d", n, s.First())
}

// AskerBefore returns the thread that asked for another, if that was before the first event that the Session has; else
// 0.
func (s *Session) AskerBefore(id kernel.ThreadID) kernel.ThreadID {
	if s.AskerOf(id) >= s.First() {
		return 0
	}
	return kernel.ThreadID(s.Final().Threads.At(uint32(id)).Label.Creator)
}

// Whole says why something cannot be asked of a part of a run; nil of a whole run.
func (s *Session) Whole(what string) error {
	if s.First() == 0 {
		return nil
	}
	return fmt.Errorf("%s need the run from its start: here it begins after event %d", what, s.First())
}
