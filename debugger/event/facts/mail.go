package facts

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// Mail is which messages were sent, what way they took, and who received them.
type Mail struct {
	index          // of the ports
	All   []Letter // in the order in which they were sent; one of the kernel's when it was received

	first   uint64            // the number of the first event that was seen
	letters []uint32          // by event, from that on: the letter that it sent, the place in All plus 1
	earlier map[uint64]uint32 // by event before that, likewise
	last    []uint32          // by thread: the last one that it sent, likewise
}

// Letter is a message that a thread sent or received.
type Letter struct {
	Sent    uint64 // the event that sent it, 0 for the kernel, or for somebody at a debugger
	Arrived uint64 // the event with which it arrived on the host of its port, if it came over a wire
	Got     uint64 // the event that received it; of one that a fault has doubled, the first
	Port    uint32 // where it was sent, or of one of the kernel's received: its number in Objects
	Refused ipc.Code
	Left    bool   // it left its sender: it was not refused at once
	Path    string // the hosts that it came by, with spaces between them
	Befell  string // what befell it on its way: "is delayed by 10.000 ms (event 40), is lost (event 52)"
}

// See takes an event.
func (m *Mail) See(x *event.Event) {
	if m.first == 0 {
		m.first, m.earlier = x.Number, map[uint64]uint32{}
	}
	if x.Kind == event.Arrival {
		m.arrives(x)
	}
	if x.Kind != event.Step || x.Op.Class() != kernel.ClassMessage {
		return
	}
	if x.Message != nil && x.Phase == 0 {
		m.sends(x)
	}
	if x.Done && isRefusal(x.Code) && x.Sends() && x.Phase <= event.PhaseQueue {
		if n := *at(&m.last, x.Actor.Thread); n > 0 {
			m.All[n-1].Refused = x.Code
		}
	}
	if x.Got != nil {
		m.receives(x)
	}
}

// isRefusal says whether with a code a message was not sent: it is a code of the send half, and none that says that
// the message is on its way.
func isRefusal(c ipc.Code) bool {
	switch {
	case c == ipc.MACH_SEND_WILL_NOTIFY || c == ipc.SEND_WILL_NOTIFY:
		return false
	case c >= ipc.MACH_SEND_IN_PROGRESS && c < ipc.MACH_RCV_IN_PROGRESS:
		return true
	}
	return c <= ipc.SEND_INVALID_MEMORY && c > ipc.RCV_INVALID_MEMORY
}

// add adds a letter that an event sent; 0 for one that comes up when it is received.
func (m *Mail) add(x *event.Event, port *event.Value, sent uint64) *Letter {
	m.All = append(m.All, Letter{Port: m.of(port), Path: x.Host.Text})
	if sent >= m.first {
		*at(&m.letters, sent-m.first) = uint32(len(m.All))
	} else if sent != 0 {
		m.earlier[sent] = uint32(len(m.All))
	}
	return &m.All[len(m.All)-1]
}

func (m *Mail) sends(x *event.Event) {
	l := m.add(x, &x.Message.To, x.Number)
	l.Sent, l.Left = x.Number, x.Message.Sent == x.Number
	*at(&m.last, x.Actor.Thread) = uint32(len(m.All))
}

// receives notes that a message was received. That of the kernel, or of somebody at a debugger, comes up only then, and
// so does one that the kernel sent for a thread, as that of an exception.
func (m *Mail) receives(x *event.Event) {
	l := m.By(x.Got.Sent)
	if l == nil {
		l = m.add(x, &x.Got.To, x.Got.Sent)
		if x.Got.Sent < m.first {
			l.Sent = x.Got.Sent // before all that was seen
		}
	}
	if l.Left = true; l.Got == 0 { // a copy that a fault made is the same letter
		l.Got = x.Number
	}
}

// arrives notes a packet that brings a message.
func (m *Mail) arrives(x *event.Event) {
	if x.Message == nil || x.Packet.Fate == event.Waits {
		return
	}
	l := m.By(x.Message.Sent)
	if l == nil {
		return
	}
	if f := x.Fault; f != nil {
		if l.Befell != "" {
			l.Befell += ", "
		}
		l.Befell += fmt.Sprintf("%s (event %d)", f.Kind.Says("", "", f.Amount), x.Number)
		return
	}
	l.Path += " " + x.Packet.To.Text
	if x.Packet.Fate == event.Arrives {
		l.Arrived = x.Number
	}
}

// By returns the letter that an event sent, nil if there is none.
func (m *Mail) By(sent uint64) *Letter {
	n := m.earlier[sent]
	if sent >= m.first && sent-m.first < uint64(len(m.letters)) {
		n = m.letters[sent-m.first]
	}
	if n == 0 {
		return nil
	}
	return &m.All[n-1]
}

// Unreceived is a message that is there in a state.
type Unreceived struct {
	Sent uint64 // the event that sent it
	Wire bool   // it is on a wire, or waits to get there, and not in a queue
}

// Left lists the messages of threads that nobody has received in a state, in the order in which they were sent.
func Left(s *kernel.State) (all []Unreceived) {
	for id := range s.IPC.Msgs.All {
		m := s.IPC.Msgs.At(id)
		if m.Draft || m.Sent == 0 {
			continue
		}
		wire := m.Dest != 0 && s.IPC.Ports.Has(uint32(m.Dest)) && s.IPC.Ports.At(uint32(m.Dest)).Kind == kernel.KindProxy
		all = append(all, Unreceived{m.Sent, wire})
	}
	slices.SortStableFunc(all, func(a, b Unreceived) int { return cmp.Compare(a.Sent, b.Sent) })
	return all
}
