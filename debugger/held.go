package debugger

import (
	"machsim/debugger/graph"
	"machsim/ipc"
)

// Delay is an artificial delay (Krawczuk 3.5): a message that was sent, and is held
// because in the recording others arrived before it that have not been sent yet.
type Delay struct {
	Message ipc.MsgID
	Port    string
	Sender  string
	Sent    int   // the event that sent it
	After   []int // events whose messages arrive first
}

// Held lists the artificial delays at the present position.
func (s *Session) Held() []Delay {
	var all []Delay
	st := s.State()
	for _, id := range st.IPC.Held {
		m := st.IPC.Msgs.At(uint32(id))
		d := Delay{Message: id, Port: st.PortName(m.Dest), Sent: int(m.Sent) - 1}
		if d.Sent >= 0 {
			d.Sender = s.Tape.End.ThreadName(s.Tape.Lanes[s.Tape.Lane(d.Sent)].Thread)
			d.After = s.missing(d.Sent)
		}
		all = append(all, d)
	}
	return all
}

// missing collects the arrivals before an event's that the position does not hold, the
// nearest first.
func (s *Session) missing(event int) (after []int) {
	for e := s.arrival(event); e >= 0; e = s.arrival(e) {
		if !s.Graph.Holds(s.cut, e) {
			after = append(after, e)
		}
	}
	return after
}

// arrival is the event whose message arrived just before an event's at the same queue,
// -1 if there is none.
func (s *Session) arrival(event int) int {
	before := -1
	s.Graph.Into(event, func(e graph.Edge) {
		if e.Kind == graph.Arrival {
			before = e.From
		}
	})
	return before
}
