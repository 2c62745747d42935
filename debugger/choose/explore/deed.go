package explore

import (
	"machsim/ipc"
	"machsim/kernel"
)

// deed is what an event does with messages, found before it is taken.
type deed struct {
	op     kernel.Op
	puts   thing     // the queue into which it puts a message; 0 for none
	room   int32     // how many messages that holds; 0 for any number
	takes  thing     // the queue from which it takes one, or looks whether there is one
	looks  bool      // it goes on without one
	asks   thing     // the queue at which its thread then waits for an answer
	locks  thing     // the mutex that it takes
	ends   bool      // a thread ends with it
	uses   footprint // of a call at which its thread stands at the end of the run
	packet bool
}

// carried has a packet take a message from one queue, and put it into another.
func (d deed) carried() deed {
	for _, u := range d.uses {
		switch u.mode {
		case receive:
			d.takes = u.thing
		case send:
			d.puts = u.thing
		}
	}
	d.uses = nil
	return d
}

// deed returns what an actor's next step does with messages.
func (f *footprints) deed(s *kernel.State, a kernel.Actor) (d deed) {
	if a.Thread == 0 {
		return deed{packet: true, uses: f.step(s, a)}.carried()
	}
	t := s.Threads.At(uint32(a.Thread))
	switch d.op = t.Call.Op; t.Call.Op.Class() {
	case kernel.ClassMessage:
		f.mail(s, t, &d)
	case kernel.ClassLock:
		d.locks = f.mutex(s, t.Call.N)
	case kernel.ClassWait:
		d.locks = f.mutex(s, t.Call.N2)
	case kernel.ClassExit:
		d.ends = true
	}
	return d
}

// mail is deed for a call on messages.
func (f *footprints) mail(s *kernel.State, t *kernel.ThreadState, d *deed) {
	switch {
	case !t.Fresh():
		if !t.Sending() && t.Msg != 0 {
			d.takes = f.line(s, s.IPC.Msgs.At(uint32(t.Msg)).Dest)
		}
	case t.Call.Opt&ipc.MACH_SEND_MSG != 0:
		dest, by, ok := s.IPC.LookDest(t.Space, t.Call.Msg, ipc.Null)
		if !ok {
			return
		}
		if t.Call.Opt&ipc.MACH_RCV_MSG != 0 {
			d.asks = f.source(s, t)
		}
		if d.puts = f.line(s, dest); by == ipc.PortSend {
			d.room = s.IPC.Ports.At(uint32(dest)).QLimit
		}
	default:
		d.takes, d.looks = f.source(s, t), t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 && t.Call.N <= 0
	}
}

// source is the queue from which a call on messages receives.
func (f *footprints) source(s *kernel.State, t *kernel.ThreadState) thing {
	port, set, ok := s.IPC.LookSource(t.Space, t.Call.Name)
	switch {
	case !ok:
		return 0
	case set != 0:
		return f.set(s, set)
	}
	return f.line(s, port)
}

// line is the queue that a port's messages are in: that of its set, if it is a member of one.
func (f *footprints) line(s *kernel.State, id ipc.PortID) thing {
	if !s.IPC.Ports.Has(uint32(id)) {
		return 0
	}
	if set := s.IPC.Ports.At(uint32(id)).Set; set != 0 {
		return f.set(s, set)
	}
	return f.port(s, id)
}
