package session

import (
	"fmt"
	"sort"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/rows"
	"machsim/kernel"
)

// The methods here tell of the whole recorded run, whatever the position is. Its processes are lanes,
// numbered as in a cut: one for each thread that took steps, one for the packets of each kind, and one
// for all changes by the debugger.

// Len returns the number of events of the run.
func (s *Session) Len() int {
	if s.Early() {
		return int(s.Rec.Events)
	}
	return s.log().tape.Len()
}

// Initial returns the state before the first event. It must not be written to.
func (s *Session) Initial() *kernel.State { return s.log().tape.Start }

// Final returns the state at the end of the run. It must not be written to.
func (s *Session) Final() *kernel.State {
	if s.Early() {
		return s.early.state
	}
	return s.log().tape.End
}

// ThreadName returns the name of a thread of the run.
func (s *Session) ThreadName(id kernel.ThreadID) string { return s.Final().ThreadName(id) }

// Family returns what goes by which name here, and in other runs of the program that were made one of the family.
func (s *Session) Family() *kernel.Family { return s.log().tape.Family() }

// Lanes returns the number of lanes.
func (s *Session) Lanes() int { return len(s.log().tape.Lanes) }

// LaneOf returns the lane of a thread, -1 if it took no step.
func (s *Session) LaneOf(id kernel.ThreadID) int { return s.log().tape.LaneOf(id) }

// LaneAt returns the lane of an event.
func (s *Session) LaneAt(event int) int { return s.log().tape.Lane(event) }

// ThreadIn returns the thread of a lane, 0 if it is one of packets or changes.
func (s *Session) ThreadIn(lane int) kernel.ThreadID { return s.log().tape.Lanes[lane].Thread }

// InLane returns the number of a lane's events before an event, in recorded order.
func (s *Session) InLane(lane, event int) int { return s.log().tape.Lanes[lane].Before(event) }

// ActorOf returns who took the step of an event: a thread, or if that is 0 a packet with that key.
func (s *Session) ActorOf(event int) (kernel.ThreadID, kernel.PacketKey) {
	l := &s.log().tape.Lanes[s.log().tape.Lane(event)]
	return l.Thread, l.Packet
}

// CallOf returns the call of an event; ok is false if the event was not a step of a thread.
func (s *Session) CallOf(event int) (c kernel.Call, ok bool) {
	lane := s.log().tape.Lane(event)
	c, _, ok = s.log().tape.Call(lane, s.log().tape.Lanes[lane].CallOf(s.log().tape.Nth(event)))
	return c, ok
}

// Completes says whether an event completed its call.
func (s *Session) Completes(event int) bool { return s.log().tape.Done(event) }

// EventOf returns the n-th event of a thread, from 0; -1 if it has fewer.
func (s *Session) EventOf(id kernel.ThreadID, n int) int {
	return s.nth(s.LaneOf(id), n)
}

// EventsOf returns the events of a thread from one of the run on, and before another.
func (s *Session) EventsOf(id kernel.ThreadID, from, to int) (all []int) {
	lane := s.log().tape.LaneOf(id)
	if lane < 0 {
		return nil
	}
	l := &s.log().tape.Lanes[lane]
	first := sort.Search(l.Len(), func(i int) bool { return l.Event(i) >= from })
	for i := first; i < l.Len() && l.Event(i) < to; i++ {
		all = append(all, l.Event(i))
	}
	return all
}

// MakerOf returns the event that made a thread, -1 if the program's Main did.
func (s *Session) MakerOf(id kernel.ThreadID) int { return s.log().tape.Maker(id) }

// AskerOf returns the event by which a thread asked for another to be made; -1 if the program's
// Main asked. For a thread on another host, a later event than this one makes the thread.
func (s *Session) AskerOf(id kernel.ThreadID) int { return s.log().tape.Asker(id) }

// Ends visits the events that ended threads of others, in recorded order.
func (s *Session) Ends(visit func(event int, id kernel.ThreadID)) {
	s.log().tape.Ends(func(e tape.End) {
		if e.Event >= s.First() {
			visit(e.Event, e.Thread)
		}
	})
}

// Into visits the events of other lanes on which an event depends directly, and those whose messages
// arrived at a queue before its own.
func (s *Session) Into(event int, visit func(graph.Edge)) { s.order().Into(event, visit) }

// Changes returns the changes in the run.
func (s *Session) Changes() (all []rows.Change) {
	if len(s.Rec.Edits) == 0 {
		return nil
	}
	s.log().tape.Edits(func(index int, e *kernel.Edit) {
		all = append(all, rows.ChangeOf(s.log().tape.End, index, e))
	})
	return all
}

// Deed names an event with its actor and its call: "event 7 of order.a (mutex_unlock)".
func (s *Session) Deed(event int) string {
	lane := s.log().tape.Lane(event)
	l := &s.log().tape.Lanes[lane]
	switch {
	case l.Faults:
		return fmt.Sprintf("event %d (a fault)", event+1)
	case l.Edits:
		return fmt.Sprintf("event %d (a change by the debugger)", event+1)
	case l.Thread == 0:
		return fmt.Sprintf("event %d (a packet arrives)", event+1)
	}
	c, _, _ := s.log().tape.Call(lane, l.CallOf(s.log().tape.Nth(event)))
	return fmt.Sprintf("event %d of %s (%s)", event+1, s.Final().ThreadName(l.Thread), c.Op)
}

// Answers returns who took the steps of the recorded run, and the answers of its Door.
func (s *Session) Answers() *record.Answers {
	t := s.log().tape
	a := record.NewAnswers(uint64(t.First()))
	a.Packet = func(event uint64) kernel.PacketKey { return t.Lanes[t.Lane(int(event-1))].Packet }
	for e := t.First(); e < t.Len(); e++ {
		for _, c := range t.Choices(e) {
			a.Chosen(record.Choice{Kind: c.Kind, N: int(c.N), C: int(c.C)})
		}
		lane := t.Lane(e)
		l := &t.Lanes[lane]
		who, op := kernel.Actor{Thread: l.Thread}, kernel.Op(0)
		switch {
		case l.Thread != 0:
			k := l.CallOf(t.Nth(e))
			if op = l.OpOf(k); op == kernel.OpReadLine {
				res, _ := t.Result(lane, k)
				a.Read(res.Text, res.N != 0)
			}
		case !l.Edits:
			who.Packet = 1 // which one, its key says
		}
		a.Add(who, op, l.Thread == 0 || t.Done(e))
	}
	return a
}

// Glimpse is what can be said of a thread's event at little cost.
type Glimpse = tape.Glimpse

// Glimpses visits the events of a lane of a thread, in order.
func (s *Session) Glimpses(lane int, visit func(*Glimpse)) { s.log().tape.Lanes[lane].Glimpses(visit) }

// LaneLen returns the number of events of a lane.
func (s *Session) LaneLen(lane int) int { return s.log().tape.Lanes[lane].Len() }

// LaneEvent returns the n-th event of a lane, from 0.
func (s *Session) LaneEvent(lane, n int) int { return s.log().tape.Lanes[lane].Event(n) }

// Failing says whether a lane is that of the faults that come between two steps.
func (s *Session) Failing(lane int) bool { return s.log().tape.Lanes[lane].Faults }

// Edited says whether a lane is that of the changes made at the debugger, or of faults.
func (s *Session) Edited(lane int) bool { return s.log().tape.Lanes[lane].Edits }

// TimeOf returns the virtual time before an event, in microseconds.
func (s *Session) TimeOf(event int) int64 { return s.log().tape.Time(event) }

// Received returns the event that sent what an event received; -1 if it received nothing that a thread sent.
func (s *Session) Received(event int) int { return s.log().tape.Received(event) }

// Legal returns the least position that holds a cut, and the greatest within it; the cut may be any.
func (s *Session) Legal(cut graph.Cut) (least, greatest graph.Position) {
	if s.consistent(cut) {
		return graph.At(cut), graph.At(cut)
	}
	return graph.At(s.order().LeastAbove(cut)), graph.At(s.order().GreatestBelow(cut))
}

// ChosenAlike returns how many events two runs begin with in which the same was chosen (tape.Tape.ChosenAlike).
func (s *Session) ChosenAlike(other *Session, from, to int) int {
	return s.log().tape.ChosenAlike(other.log().tape, from, to)
}

// Sources returns the places in the program from which the run makes kernel calls (tape.Tape.Sources). It is read-only.
func (s *Session) Sources() []kernel.Frame {
	if s.sources == nil {
		s.sources = s.log().tape.Sources()
	}
	return s.sources
}
