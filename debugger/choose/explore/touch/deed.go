package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Deed is what an event does with messages, found before it is taken.
type Deed struct {
	Op     kernel.Op
	Puts   Thing     // the queue into which it puts a message; 0 for none
	Room   int32     // how many messages that holds; 0 for any number
	Takes  Thing     // the queue from which it takes one, or looks whether there is one
	Looks  bool      // it goes on without one
	Asks   Thing     // the queue at which its thread then waits for an answer
	Locks  Thing     // the mutex that it takes
	Ends   bool      // a thread ends with it
	Uses   Footprint // of a call at which its thread stands at the end of the run
	Packet bool
}

// Carried has a packet take a message from one queue, and put it into another.
func (d Deed) Carried() Deed {
	for _, u := range d.Uses {
		switch u.Mode {
		case Receive:
			d.Takes = u.Thing
		case Send:
			d.Puts = u.Thing
		}
	}
	d.Uses = nil
	return d
}

// Deed returns what an actor's next step does with messages.
func (f *Footprints) Deed(s *kernel.State, a kernel.Actor) (d Deed) {
	if a.Thread == 0 {
		return Deed{Packet: true, Uses: f.Step(s, a)}.Carried()
	}
	t := s.Threads.At(uint32(a.Thread))
	switch d.Op = t.Call.Op; t.Call.Op.Class() {
	case kernel.ClassMessage:
		f.mail(s, t, &d)
	case kernel.ClassLock:
		d.Locks = f.Mutex(s, t.Call.N)
	case kernel.ClassWait:
		d.Locks = f.Mutex(s, t.Call.N2)
	case kernel.ClassExit:
		d.Ends = true
	}
	return d
}

// mail is deed for a call on messages.
func (f *Footprints) mail(s *kernel.State, t *kernel.ThreadState, d *Deed) {
	switch {
	case !t.Fresh():
		if !t.Sending() && t.Msg != 0 {
			d.Takes = f.line(s, s.IPC.Msgs.At(uint32(t.Msg)).Dest)
		}
	case t.Call.Opt&ipc.MACH_SEND_MSG != 0:
		dest, by, ok := s.IPC.LookDest(t.Space, t.Call.Msg, ipc.Null)
		if !ok {
			return
		}
		if t.Call.Opt&ipc.MACH_RCV_MSG != 0 {
			d.Asks = f.source(s, t)
		}
		if d.Puts = f.line(s, dest); by == ipc.PortSend {
			d.Room = s.IPC.Ports.At(uint32(dest)).QLimit
		}
	default:
		d.Takes, d.Looks = f.source(s, t), t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 && t.Call.N <= 0
	}
}

// source is the queue from which a call on messages receives.
func (f *Footprints) source(s *kernel.State, t *kernel.ThreadState) Thing {
	port, set, ok := s.IPC.LookSource(t.Space, t.Call.Name)
	switch {
	case !ok:
		return 0
	case set != 0:
		return f.Set(s, set)
	}
	return f.line(s, port)
}

// line is the queue that a port's messages are in: that of its set, if it is a member of one.
func (f *Footprints) line(s *kernel.State, id ipc.PortID) Thing {
	if !s.IPC.Ports.Has(uint32(id)) {
		return 0
	}
	if set := s.IPC.Ports.At(uint32(id)).Set; set != 0 {
		return f.Set(s, set)
	}
	return f.Port(s, id)
}
