package session

import (
	"maps"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// order returns the causal order. Only now it looks for tasks whose threads share variables without a lock, for that
// runs all programs twice; of a long recording it keeps which these are. If that is interrupted, so is what asks for
// the order, and it has to be done again.
func (s *Session) order() *graph.Graph {
	l := s.log()
	if !l.shared {
		var tasks map[kernel.TaskID]bool
		if !s.keeping.get(shared, &tasks) {
			tasks = engine.Sharing(l.engine, l.causal, s.Stop)
			if engine.Stopped(s.Stop) {
				return l.causal
			}
			kept := maps.Clone(tasks) // it is written while these are used
			s.keeping.put(shared, &kept)
		}
		l.causal.Serialize(tasks)
		l.shared = true
	}
	return l.causal
}

// consistent says whether a cut holds, with every event, all events that come before it. What is a
// beginning of the recorded order does so whatever the causal order is.
func (s *Session) consistent(cut graph.Cut) bool {
	return s.log().cuts.Beginning(cut) || s.order().Consistent(cut)
}

// HappenedBefore says whether one event came before another in the causal order.
func (s *Session) HappenedBefore(a, b int) bool { return s.order().Before(a, b) }

// Precede returns how many events of a lane come before an event in the causal order.
func (s *Session) Precede(event, lane int) int { return int(s.order().Needs(event, lane)) }

// Own returns the causal order of the program's own events: neither those of tasks that are in no halt group, nor what
// a debugger does in the run, with edits and markers of halts, comes before others there.
func (s *Session) Own() *graph.Graph {
	own := s.OwnLanes()
	return graph.Among(s.log().tape, func(lane int) bool { return own[lane] })
}

// OwnLanes says by lane whether it has such events: of threads in a halt group, and of what is on the wires for these.
func (s *Session) OwnLanes() []bool {
	end, all := s.Final(), make([]bool, s.Lanes())
	for lane := range all {
		l := &s.log().tape.Lanes[lane]
		task := end.ReceiverOf(l.Packet.Port)
		if l.Thread != 0 {
			task = end.Threads.At(uint32(l.Thread)).Task
		}
		all[lane] = !l.Outside() && (task == 0 || end.Grouped(task, &s.Rec.Agents))
	}
	return all
}
