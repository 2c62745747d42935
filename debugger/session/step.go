package session

import (
	"machsim/debugger/graph"
	"machsim/kernel"
)

// Mode says what the others do when one thread is stepped (Krawczuk 3.2).
type Mode uint8

const (
	// Pessimistic: they do what the thread's event needs, and nothing else.
	Pessimistic Mode = iota
	// Optimistic: they do all that they can without the thread's later events.
	Optimistic
)

// Modes are the names of the modes.
var Modes = []string{"pessimistic", "optimistic"}

func (m Mode) String() string { return Modes[m] }

// Next returns the n-th event of a thread, from 1, that the present position does not
// hold; -1 if it has no such event any more.
func (s *Session) Next(id kernel.ThreadID, n int) int {
	lane := s.tape.LaneOf(id)
	if lane < 0 {
		return -1
	}
	return s.nth(lane, int(s.at.Cut[lane])+n-1)
}

// Last returns the n-th event of a thread, from 1 and backwards, that the present
// position holds; -1 if there are not so many.
func (s *Session) Last(id kernel.ThreadID, n int) int {
	lane := s.tape.LaneOf(id)
	if lane < 0 {
		return -1
	}
	return s.nth(lane, int(s.at.Cut[lane])-n)
}

func (s *Session) nth(lane, i int) int {
	if l := &s.tape.Lanes[lane]; i >= 0 && i < l.Len() {
		return l.Event(i)
	}
	return -1
}

// Past is the position at which the thread of an event has just done it: with mode
// Pessimistic the least that holds the event and all of the present position; with
// Optimistic the greatest without that thread's later events.
func (s *Session) Past(event int, m Mode) graph.Position {
	if m == Pessimistic {
		return graph.At(s.order.Grow(s.at.Cut, event))
	}
	lane := s.tape.Lane(event)
	if next := s.nth(lane, s.tape.Nth(event)+1); next >= 0 {
		return s.Greatest(next)
	}
	return s.End()
}

// Before is the position at which the thread of an event has not yet done it, on the way
// back: with mode Pessimistic the greatest within the present position; with Optimistic
// the greatest of all, so that it undoes an optimistic step.
func (s *Session) Before(event int, m Mode) graph.Position {
	if m == Pessimistic {
		return graph.At(s.order.Shrink(s.at.Cut, event))
	}
	return s.Greatest(event)
}

// Forwards is the position n events on in recorded order: of those that the present one
// does not hold the first n are added. It may hold less than n more at the end.
func (s *Session) Forwards(n int) graph.Position {
	first, whole := s.Prefix(s.at)
	if whole {
		return s.After(min(n, s.tape.Len()-first) + first)
	}
	cut := s.at.Cut.Clone()
	for e := first; e < s.tape.Len() && n > 0; e++ {
		if !s.order.Holds(cut, e) {
			cut[s.tape.Lane(e)]++
			n--
		}
	}
	return graph.At(cut)
}

// Backwards is the position n events back in recorded order: without the last n that the
// present one holds.
func (s *Session) Backwards(n int) graph.Position {
	first, whole := s.Prefix(s.at)
	if whole {
		return s.After(max(0, first-n))
	}
	cut := s.at.Cut.Clone()
	for e := s.order.Last(cut); e >= 0 && n > 0; e-- {
		if s.order.Holds(cut, e) {
			cut[s.tape.Lane(e)]--
			n--
		}
	}
	return graph.At(cut)
}

// NextCommunication returns the n-th event of a thread, from 1 and after the present
// position, by which it communicates: it completes a message call, or one on a mutex or
// condition, a fork or a join, makes a task or a thread, or ends. If there are fewer it is the last
// of them; if there is none, the one that begins such a call which is not completed in the
// run. -1: neither.
func (s *Session) NextCommunication(id kernel.ThreadID, n int) int {
	lane := s.tape.LaneOf(id)
	if lane < 0 {
		return -1
	}
	l, found, begins := &s.tape.Lanes[lane], -1, -1
	for i := int(s.at.Cut[lane]); i < l.Len() && n > 0; i++ {
		switch e := l.Event(i); {
		case !s.communicates(lane, i):
		case s.tape.Done(e):
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

// LastCommunication returns the n-th event of a thread, from 1 and backwards, within the
// present position, by which it communicates; the first of them if there are fewer, -1 if there
// is none.
func (s *Session) LastCommunication(id kernel.ThreadID, n int) int {
	lane := s.tape.LaneOf(id)
	if lane < 0 {
		return -1
	}
	l, found := &s.tape.Lanes[lane], -1
	for i := int(s.at.Cut[lane]) - 1; i >= 0 && n > 0; i-- {
		if s.communicates(lane, i) && (s.tape.Done(l.Event(i)) || found < 0) {
			found = l.Event(i)
			n--
		}
	}
	return found
}

// communicates says whether the i-th event of a lane is one of a call by which threads affect each
// other.
func (s *Session) communicates(lane, i int) bool {
	l := &s.tape.Lanes[lane]
	c, _, ok := s.tape.Call(lane, l.CallOf(i))
	return ok && c.Op.Class().Communicates()
}
