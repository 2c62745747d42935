package session

import (
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
)

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
