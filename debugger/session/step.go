package session

import (
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Mode says what the other threads do when one is stepped (Krawczuk 3.2).
type Mode uint8

const (
	// Pessimistic: they do what the thread's event depends on, and nothing else.
	Pessimistic Mode = iota
	// Optimistic: they do all that they can without the thread's later events.
	Optimistic
)

// Modes are the names of the modes.
var Modes = []string{"pessimistic", "optimistic"}

func (m Mode) String() string { return Modes[m] }

// Next returns the n-th event of a thread, from 1, that the present position lacks; -1 if there are
// fewer.
func (s *Session) Next(id kernel.ThreadID, n int) int {
	lane, done := s.lane(id)
	return s.nth(lane, done+n-1)
}

// Last returns the n-th event of a thread, from 1 and backwards, that the present position holds;
// -1 if there are fewer.
func (s *Session) Last(id kernel.ThreadID, n int) int {
	lane, done := s.lane(id)
	return s.nth(lane, done-n)
}

// lane returns the lane of a thread, and how many of its events the present position holds; -1 if it took no step.
func (s *Session) lane(id kernel.ThreadID) (lane, done int) {
	if lane = s.LaneOf(id); lane >= 0 {
		done = int(s.log().at.Cut[lane])
	}
	return lane, done
}

// nth returns the i-th event of a lane, from 0; -1 if there is none.
func (s *Session) nth(lane, i int) int {
	if lane >= 0 && i >= 0 && i < s.LaneLen(lane) {
		return s.LaneEvent(lane, i)
	}
	return -1
}

// Past returns the position at which a thread has just done an event. With Pessimistic it is the
// least that holds the event and all of the present position; with Optimistic the greatest without
// that thread's later events.
func (s *Session) Past(event int, m Mode) graph.Position {
	if m == Pessimistic {
		return graph.At(s.order().Grow(s.log().at.Cut, event))
	}
	lane := s.log().tape.Lane(event)
	if next := s.nth(lane, s.log().tape.Nth(event)+1); next >= 0 {
		return s.Greatest(next)
	}
	return s.End()
}

// Before returns the position at which a thread has not yet done an event, for a step back. With
// Pessimistic it is the greatest within the present position; with Optimistic the greatest of all,
// so that it undoes an optimistic step.
func (s *Session) Before(event int, m Mode) graph.Position {
	if m == Pessimistic {
		return graph.At(s.order().Shrink(s.log().at.Cut, event))
	}
	return s.Greatest(event)
}

// Forwards returns the position n events on: it adds the first n events in recorded order that the
// present one lacks, or all if there are fewer. What comes before an event in the causal order does so in the recorded
// one, too: so with the first event that it lacks, a consistent cut stays consistent.
func (s *Session) Forwards(n int) graph.Position {
	first, whole := s.Prefix(s.log().at)
	if whole {
		return s.After(min(n, s.log().tape.Len()-first) + first)
	}
	cut := s.log().at.Cut.Clone()
	for e := first; e < s.log().tape.Len() && n > 0; e++ {
		if !s.log().cuts.Holds(cut, e) {
			cut[s.log().tape.Lane(e)]++
			n--
		}
	}
	return graph.At(cut)
}

// Backwards returns the position n events back: it removes the last n events, in recorded order,
// that the present one holds. What comes after the last of them in the causal order it does not hold.
func (s *Session) Backwards(n int) graph.Position {
	first, whole := s.Prefix(s.log().at)
	if whole {
		return s.After(max(s.First(), first-n))
	}
	cut := s.log().at.Cut.Clone()
	for e := s.log().cuts.Last(cut); e >= s.First() && n > 0; e-- {
		if s.log().cuts.Holds(cut, e) {
			cut[s.log().tape.Lane(e)]--
			n--
		}
	}
	return graph.At(cut)
}

// NextCommunication returns the n-th event of a thread after the present position, from 1, by which
// the thread communicates. Such an event completes a call on messages, mutexes or conditions, a
// fork or a join, makes a task or a thread, or ends the thread. If there are fewer than n, it
// returns the last. If there is none, it returns the event that begins such a call without
// completing it; -1 if there is none either.
func (s *Session) NextCommunication(id kernel.ThreadID, n int) int {
	lane, done := s.lane(id)
	if lane < 0 {
		return -1
	}
	l, found, begins := &s.log().tape.Lanes[lane], -1, -1
	for i := done; i < l.Len() && n > 0; i++ {
		switch e := l.Event(i); {
		case !s.communicates(lane, i):
		case s.log().tape.Done(e):
			found = e
			n--
		case begins < 0:
			begins = e
		}
	}
	if found < 0 {
		return begins
	}
	return found
}

// LastCommunication returns the n-th event of a thread within the present position, from 1 and
// backwards, by which the thread communicates. If there are fewer, it returns the first of them; -1
// if there is none.
func (s *Session) LastCommunication(id kernel.ThreadID, n int) int {
	lane, done := s.lane(id)
	found := -1
	for i := done - 1; i >= 0 && n > 0; i-- {
		if e := s.LaneEvent(lane, i); s.communicates(lane, i) && (s.Completes(e) || found < 0) {
			found = e
			n--
		}
	}
	return found
}

// communicates says whether the i-th event of a lane belongs to a call by which threads affect each
// other.
func (s *Session) communicates(lane, i int) bool {
	c, ok := s.CallOf(s.LaneEvent(lane, i))
	return ok && c.Op.Class().Communicates()
}
