// Package arrow finds what pictures of a run draw as arrows: what leads from an event to a later one of another lane.
package arrow

import (
	"slices"

	"machsim/debugger/event/facts"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Kind is how an event affected a later one of another lane.
type Kind uint8

// The kinds.
const (
	Message Kind = iota // sent, and received
	Fork                // made the thread
	Wake                // let a waiting thread go on, by a signal, an end, a mutex given back
	Lock                // gave back the mutex that the other took
	Marker              // a process halted, and its halt marker made the other halt, perhaps by way of the debugger's
	Control             // a control message of debuggers: a predicate marker, a report, a request to go on
	Ack                 // one that acknowledges another
	NumKinds
)

var names = [NumKinds]string{"message", "fork", "wake", "lock", "halt", "control", "ack"}

func (k Kind) String() string { return names[k] }

// Into visits the events that arrows lead from to an event of a thread: of a message, of the fork that made the thread,
// and those in the causal order; each event once. Those of debuggers are left out.
func Into(s *session.Session, event int, visit func(k Kind, from int)) {
	var known []int
	tell := func(k Kind, from int) {
		if from >= s.First() && !slices.Contains(known, from) {
			known = append(known, from)
			visit(k, from)
		}
	}
	lane := s.LaneAt(event)
	tell(Message, s.Received(event))
	if s.LaneEvent(lane, 0) == event {
		if asker := s.AskerOf(s.ThreadIn(lane)); asker >= s.First() && s.ThreadIn(s.LaneAt(asker)) != 0 {
			tell(Fork, asker)
		}
	}
	s.Into(event, func(e graph.Edge) {
		switch {
		case s.ThreadIn(s.LaneAt(e.From)) == 0:
		case e.Kind == graph.Wake:
			tell(Wake, e.From)
		case e.Kind == graph.Lock && takes(class(s, event)) && gives(class(s, e.From)):
			tell(Lock, e.From)
		}
	})
}

// Unreceived lists the events from one to before another whose messages nobody has received at the end of the run.
func Unreceived(s *session.Session, from, to int) (all []int) {
	for _, m := range facts.Left(s.Final()) {
		if at := int(m.Sent) - 1; at >= from && at < to && s.ThreadIn(s.LaneAt(at)) != 0 {
			all = append(all, at)
		}
	}
	return all
}

// takes and gives say whether calls of a class take a mutex, and give one back.
func takes(c kernel.Class) bool {
	return c == kernel.ClassLock || c == kernel.ClassTryLock || c == kernel.ClassWait
}
func gives(c kernel.Class) bool { return c == kernel.ClassUnlock || c == kernel.ClassWait }

// class is the class of an event's call.
func class(s *session.Session, event int) kernel.Class {
	c, _ := s.CallOf(event)
	return c.Op.Class()
}
