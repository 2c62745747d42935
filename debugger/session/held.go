package session

import (
	"maps"
	"slices"

	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// Delay is an artificial delay (Krawczuk 3.5). Either an event is held back until its turn in the
// recorded order, or a message has been sent but is held, because in the recording others arrived
// before it that have not been sent yet.
type Delay struct {
	Thread kernel.ThreadID // its event is held back; 0 for a message
	Event  int             // the event, or the one that sent the message; -1 if that is not known
	After  []int           // the events that come first; for a message, the events whose messages arrive first

	// Of a message:
	Message ipc.MsgID
	Port    string
	Sender  string
	Kernel  bool // the kernel sent it: a notification of what the event did
}

// Delays lists the artificial delays at the present position: first the threads, then the messages.
func (s *Session) Delays() (all []Delay) {
	for _, p := range s.Where() {
		if p.Hold == HeldBack {
			all = append(all, Delay{Thread: p.Thread, Event: p.Event, After: p.Lacks})
		}
	}
	return append(all, s.Held()...)
}

// Held lists the messages that are held at the present position.
func (s *Session) Held() []Delay {
	var all []Delay
	st := s.State()
	for _, id := range st.IPC.Held {
		m := st.IPC.Msgs.At(uint32(id))
		d := Delay{Message: id, Port: st.PortName(m.Dest), Event: int(m.Sent) - 1}
		if d.Event >= s.First() {
			d.Sender = s.Final().ThreadName(s.log().tape.Lanes[s.log().tape.Lane(d.Event)].Thread)
			if d.After = s.missing(d.Event); len(d.After) == 0 {
				d.After = s.missingOnArrival(d.Event)
			}
		}
		all = append(all, d)
	}
	s.explain(all)
	return all
}

// explain finds what the events that sent held messages do not say: which one made the kernel send a message, and what
// comes before it at a queue, if the order of events does not tell.
func (s *Session) explain(held []Delay) {
	if !slices.ContainsFunc(held, func(d Delay) bool { return len(d.After) == 0 }) {
		return
	}
	came := s.heldBy()
	for i := range held {
		d := &held[i]
		e, ok := came[d.Message]
		if !ok || len(d.After) > 0 {
			continue
		}
		if d.After = s.missing(e); len(d.After) == 0 {
			d.After = s.arrivals(s.State().IPC.Msgs.At(uint32(d.Message)).Dest, e)
		}
		if d.Event < 0 {
			d.Event, d.Kernel = e, true
		}
	}
}

// arrivals replays the recorded run up to an event, and returns the events that the position lacks and with which
// messages arrived at the queue of a port, the nearest first. An event may bring messages to several queues; of these
// the order of events tells only one.
func (s *Session) arrivals(p ipc.PortID, upto int) (after []int) {
	play, first := s.resumed()
	for e := first; e <= upto; e++ {
		before := arrived(play.State(), p)
		if play.To(e+1, nil) != nil {
			return after
		}
		if !s.Holds(e) && arrived(play.State(), p) > before {
			after = slices.Insert(after, 0, e)
		}
	}
	return after
}

// arrived returns how many messages have arrived at the queue of a port, or of its set.
func arrived(st *kernel.State, p ipc.PortID) uint32 {
	if !st.IPC.Ports.Has(uint32(p)) {
		return 0
	}
	port := st.IPC.Ports.At(uint32(p))
	if port.Set != 0 {
		return st.IPC.Sets.At(uint32(port.Set)).Queue.Arrived
	}
	return port.Queue.Arrived
}

// resumed returns the state before the first event that the position lacks, from which events can be replayed.
func (s *Session) resumed() (*tape.Replayer, int) {
	l := s.log()
	first := l.cuts.Missing(l.at.Cut)
	from := l.marks.before(first)
	play := l.tape.Resume(from.state.Clone(), from.n, l.cuts.First(from.n))
	if err := play.To(first, nil); err != nil {
		panic(fault(err))
	}
	return play, first
}

// heldBy replays the events of the position from the first on that it lacks, and returns for each message that is held
// the event by which it came.
func (s *Session) heldBy() map[ipc.MsgID]int {
	play, first := s.resumed()
	came := map[ipc.MsgID]int{}
	for e := first; e <= s.LastOf(s.log().at); e++ {
		if !s.Holds(e) {
			continue
		}
		if play.To(e+1, s.log().at.Cut) != nil {
			return came
		}
		held := play.State().IPC.Held
		maps.DeleteFunc(came, func(id ipc.MsgID, _ int) bool { return !slices.Contains(held, id) })
		for _, id := range held {
			if _, known := came[id]; !known {
				came[id] = e
			}
		}
	}
	return came
}

// missing collects the arrivals before an event's own that the position does not hold, the nearest
// first.
func (s *Session) missing(event int) (after []int) {
	for e := s.arrival(event); e >= 0; e = s.arrival(e) {
		if !s.Holds(e) {
			after = append(after, e)
		}
	}
	return after
}

// missingOnArrival is missing for a message that another event has brought to the queue: a packet's. That event may
// bring other messages, too, so it is one that the position holds and that lacks something.
func (s *Session) missingOnArrival(sent int) (after []int) {
	for e := max(s.First(), sent+1); e <= s.LastOf(s.log().at) && len(after) == 0; e++ {
		if !s.Holds(e) || s.ThreadIn(s.LaneAt(e)) != 0 {
			continue
		}
		s.order().Into(e, func(edge graph.Edge) {
			if edge.From == sent && edge.Kind != graph.Arrival && len(after) == 0 {
				after = s.missing(e)
			}
		})
	}
	return after
}

// arrival returns the event whose message arrived just before the message of an event at the same
// queue; -1 if there is none.
func (s *Session) arrival(event int) int {
	before := -1
	s.order().Into(event, func(e graph.Edge) {
		if e.Kind == graph.Arrival {
			before = e.From
		}
	})
	return before
}
