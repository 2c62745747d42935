package explore

import (
	"cmp"
	"math"
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// stood is what a thread only waits for when time passes, at its present call: it has begun to by then.
type stood struct {
	wait  kernel.Wait
	since int // how many events had come when time passed first
}

// stands notes what threads only wait for at a pause.
func (r *run) stands(s *kernel.State) {
	for i := range s.Ready.Len() {
		id := s.Ready.At(i)
		if w, _ := waitOf(s, kernel.Actor{Thread: kernel.ThreadID(id)}); w.Kind != 0 && r.stood.Get(id).wait != w {
			r.stood.Set(r.step, id, stood{w, len(r.events)})
		}
	}
}

// passes has a wait be a step if the step of another would come before it, which the kernel, where it has begun before
// time passed, does not let: who has waited longest gets the message, when it is sent.
func (r *run) passes(s *kernel.State, a kernel.Actor) {
	if r.now == 0 || a.Edited() {
		return
	}
	since := cmp.Or(r.stood.Get(uint32(a.Thread)).since, math.MaxInt)
	for i := range s.Ready.Len() {
		x := r.stood.Get(s.Ready.At(i))
		if x.wait.Kind != 0 && x.since < since && overtakes(s, a, x.wait) {
			r.prints.Names.Learn(r.prints.Awaited(s, kernel.ThreadID(s.Ready.At(i)), x.wait))
		}
	}
}

// overtakes says whether a step gets, or begins to wait for, what another has waited for longer; or whether messages
// keep it out of a queue which that one would have in hand.
func overtakes(s *kernel.State, a kernel.Actor, w kernel.Wait) bool {
	at := func(p ipc.PortID) bool {
		return p != 0 && (p == w.Port || w.Set != 0 && s.IPC.Ports.At(uint32(p)).Set == w.Set)
	}
	if a.Thread == 0 {
		to := home(s, a.Packet)
		return at(to) && s.IPC.Ports.At(uint32(to)).Room() <= 0
	}
	t := s.Threads.At(uint32(a.Thread))
	c := &t.Call
	switch sends := c.Opt&ipc.MACH_SEND_MSG != 0; {
	case c.Op.Class() != kernel.ClassMessage:
		return false
	case w.Kind == kernel.WaitSend:
		begins, _ := waitOf(s, a)
		return forWhat(begins) == forWhat(w)
	case w.Kind != kernel.WaitReceive:
		return false
	case sends:
		to, by, ok := s.IPC.LookDest(t.Space, c.Msg, ipc.Null)
		if ok && t.Fresh() && at(to) && !s.IPC.Ports.At(uint32(to)).HasRoomBy(by) {
			return true
		}
	case !t.Fresh():
		return false
	}
	if c.Opt&ipc.MACH_RCV_TIMEOUT != 0 && c.N <= 0 && s.IPC.First(w.Port, w.Set) == 0 {
		return false
	}
	port, set, ok := s.IPC.LookSource(t.Space, c.Name)
	return ok && c.Opt&ipc.MACH_RCV_MSG != 0 && port == w.Port && set == w.Set
}

// home returns the port to whose queue a packet brings a message, 0 for none.
func home(s *kernel.State, id kernel.PacketID) ipc.PortID {
	p := s.Packets.At(uint32(id))
	if n := s.NetPortOf(p); p.Kind == kernel.PacketMessage && n != nil && n.Home >= 0 && n.Ends[n.Home].Host == p.To {
		return n.Ends[n.Home].Port
	}
	return 0
}

// joins has waits for messages be steps of which one was begun while others wait for the same, or will: in a weak run
// anybody gets a message who has begun to wait.
func (r *run) joins() {
	begun, by := map[touch.Thing]touch.Actor{}, map[touch.Thing][]touch.Actor{}
	note := func(e *event) {
		for _, u := range e.uses {
			if u.Mode != touch.Receive {
				continue
			}
			if by[u.Thing] = append(by[u.Thing], e.actor); e.took == touch.Read && e.thread {
				begun[u.Thing] = e.actor
			}
		}
	}
	for i := range r.events {
		note(&r.events[i])
		for k := range r.events[i].calls {
			note(&r.events[i].calls[k])
		}
	}
	for q, first := range begun { // what is learned is a set, so the order of the map shows nowhere
		if slices.ContainsFunc(by[q], func(a touch.Actor) bool { return a != first }) {
			r.prints.Names.Learn(q)
		}
	}
}
