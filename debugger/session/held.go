package session

import (
	"machsim/debugger/graph"
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
		if d.Event >= 0 {
			d.Sender = s.Final().ThreadName(s.log().tape.Lanes[s.log().tape.Lane(d.Event)].Thread)
			if d.After = s.missing(d.Event); len(d.After) == 0 {
				d.After = s.missingOnArrival(d.Event)
			}
		}
		all = append(all, d)
	}
	s.findNotifications(all)
	return all
}

// findNotifications finds the events that made the kernel send held messages, which do not say it themselves: beyond
// the first event that the position lacks, those whose message comes to a queue after one of an event that it lacks.
// If there are other numbers of them than of such messages it is not known which is which.
func (s *Session) findNotifications(held []Delay) {
	sent, unknown := map[int]bool{}, 0
	for _, d := range held {
		sent[d.Event] = true
		if d.Event < 0 {
			unknown++
		}
	}
	if unknown == 0 {
		return
	}
	var events []int
	first, _ := s.Prefix(s.log().at)
	for e := first; e <= s.LastOf(s.log().at); e++ {
		if s.Holds(e) && !sent[e] && len(s.missing(e)) > 0 {
			events = append(events, e)
		}
	}
	if len(events) != unknown {
		return
	}
	for i := range held {
		if d := &held[i]; d.Event < 0 {
			d.Event, d.After, d.Kernel = events[0], s.missing(events[0]), true
			events = events[1:]
		}
	}
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
	for e := sent + 1; e <= s.LastOf(s.log().at) && len(after) == 0; e++ {
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
