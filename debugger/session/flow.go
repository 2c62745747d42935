package session

import (
	"slices"

	"machsim/debugger/event/facts"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Flow is what leads from an event to a later one of another lane that it affected: the kind of an arrow in a picture.
type Flow uint8

// The flows.
const (
	FlowMessage Flow = iota // sent, and received
	FlowFork                // made the thread
	FlowWake                // let a waiting thread go on, by a signal, an end, a mutex given back
	FlowLock                // gave back the mutex that the other took
	FlowMarker              // a process halted, and its halt marker made the other halt, perhaps by way of the debugger's
	FlowControl             // a control message of debuggers: a predicate marker, a report, a request to go on
	FlowAck                 // one that acknowledges another
	NumFlows
)

var flowNames = [NumFlows]string{"message", "fork", "wake", "lock", "halt", "control", "ack"}

func (f Flow) String() string { return flowNames[f] }

// FlowsInto visits the events that flows lead from to an event of a thread: of a message, of the fork that made the
// thread, and those in the causal order; each event once. Those of debuggers are left out.
func (s *Session) FlowsInto(event int, visit func(f Flow, from int)) {
	var known []int
	tell := func(f Flow, from int) {
		if from >= s.First() && !slices.Contains(known, from) {
			known = append(known, from)
			visit(f, from)
		}
	}
	lane := s.LaneAt(event)
	tell(FlowMessage, s.Received(event))
	if s.LaneEvent(lane, 0) == event {
		if asker := s.AskerOf(s.ThreadIn(lane)); asker >= 0 && s.ThreadIn(s.LaneAt(asker)) != 0 {
			tell(FlowFork, asker)
		}
	}
	s.Into(event, func(e graph.Edge) {
		switch {
		case s.ThreadIn(s.LaneAt(e.From)) == 0:
		case e.Kind == graph.Wake:
			tell(FlowWake, e.From)
		case e.Kind == graph.Lock && takes(s.class(event)) && gives(s.class(e.From)):
			tell(FlowLock, e.From)
		}
	})
}

// Unreceived lists the events from one to before another whose messages nobody has received at the end of the run.
func (s *Session) Unreceived(from, to int) (all []int) {
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
func (s *Session) class(event int) kernel.Class {
	c, _ := s.CallOf(event)
	return c.Op.Class()
}
