package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
	"machsim/ipc"
	"machsim/kernel"
)

// enabling is which events have made others possible. Of room in a queue that is less than package graph knows, which
// also counts what a receiver made by beginning to wait (ipc.ReceiverWaited, HadRoom). Here a receiver only begins to
// wait at a pause, which comes before all that follows, or by a step after which who sends there comes in every order
// (stepwise). Room that is not counted has an earlier receipt stand for it, which comes before it in any case.
type enabling struct {
	wakes numbered.Log[[]int] // by actor: those that let it go on
	sent  numbered.Log[int]   // by message: the one that sent it, plus 1
	room  numbered.Log[[]int] // by port: those that made room
	freed numbered.Log[[]int] // by what one can have: those that gave it back since somebody took it

	stood numbered.Log[stood] // by thread: what it would have begun to wait for at a pause, at its present call
}

// back forgets what has come after a number of steps.
func (e *enabling) back(step int) {
	e.wakes.Back(step)
	e.sent.Back(step)
	e.room.Back(step)
	e.freed.Back(step)
	e.stood.Back(step)
}

// sends returns the event that sent the message that a packet brings, plus 1; 0 if it brings none.
func (e *enabling) sends(s *kernel.State, p *kernel.Packet) int {
	if p.Kind != kernel.PacketMessage {
		return 0
	}
	return e.sent.Get(uint32(s.Carried(p)))
}

// awake returns the events that let an actor go on.
func (r *run) awake(a touch.Actor) []int { return slices.Clip(r.wakes.Get(uint32(a))) }

// took says what a step has got that others cannot have any more, read for nothing.
func took(s *kernel.State, t kernel.Taken) touch.Mode {
	switch {
	case t.Actor.Thread == 0:
		return touch.Send // if it was a message
	case t.Done && t.Result.Code != 0:
		return touch.Read
	}
	switch c := &s.Threads.At(uint32(t.Actor.Thread)).Call; c.Op.Class() {
	case kernel.ClassLock, kernel.ClassWait:
		return touch.Acquire
	case kernel.ClassTryLock:
		if t.Result.N != 0 {
			return touch.Acquire
		}
	case kernel.ClassMessage:
		w := s.Threads.At(uint32(t.Actor.Thread)).Wait
		switch sends := c.Opt&ipc.MACH_SEND_MSG != 0; {
		case w.Kind == kernel.WaitSend, w.Kind == kernel.WaitReceive && !sends:
		case sends:
			return touch.Send
		default:
			return touch.Receive
		}
	}
	return touch.Read
}

// enabled notes who has given back what an event takes.
func (r *run) enabled(e *event) {
	for _, u := range e.uses {
		if u.Mode == touch.Acquire {
			e.after = append(e.after, r.freed.Get(uint32(u.Thing))...)
		}
	}
}

// allocated names the memory that a step has made.
func (r *run) allocated(s *kernel.State, by touch.Actor, t kernel.Taken) {
	th := s.Threads.At(uint32(t.Actor.Thread))
	if th.Call.Op == kernel.OpVMAllocate {
		if m := s.Region(th.Task, uint64(t.Result.N)); m != 0 {
			n := r.made.Get(uint32(by)) + 1
			r.made.Set(r.step, uint32(by), n)
			r.prints.Allocated(m, by, int(n))
		}
	}
}

// accessed takes in what an access of a step says of what made others possible.
func (r *run) accessed(s *kernel.State, n int, x *ipc.Access) {
	e := &r.events[n]
	after := func(i int, ok bool) {
		if ok && i != n && !e.uses.Optional() { // a fault needs neither room nor a message
			e.after = append(e.after, i)
		}
	}
	switch {
	case x.Location == kernel.LocThread && x.Mode == ipc.Add:
		a := r.prints.Names.Thread(s, kernel.ThreadID(x.A))
		r.wakes.Set(r.step, uint32(a), append(r.wakes.Get(uint32(a)), n))
	case x.Location == kernel.LocStopped && x.Mode == ipc.Write && s.Ready.Has(x.A):
		a := r.prints.Names.Thread(s, kernel.ThreadID(x.A))
		r.wakes.Set(r.step, uint32(a), append(r.wakes.Get(uint32(a)), n))
	case x.Location == kernel.LocPacket && x.Mode == ipc.Add && s.Packets.Has(x.A):
		a := r.prints.Names.Packet(s, kernel.PacketID(x.A))
		r.wakes.Set(r.step, uint32(a), append(r.wakes.Get(uint32(a)), n))
	case x.Location == ipc.LocMsg && (x.Mode == ipc.New || x.Mode == ipc.HandedOver):
		r.sent.Set(r.step, x.A, n+1)
	case e.op == kernel.OpPortMoveMember: // no message makes that possible: it uses the queues that it changes
	case x.Location == ipc.LocMsg && x.Mode == ipc.Read:
		i := r.sent.Get(x.A) - 1
		after(i, i >= 0)
	case x.Location == ipc.LocRoom && x.Mode == ipc.Add:
		r.room.Set(r.step, x.A, append(r.room.Get(x.A), n))
	case x.Location == ipc.LocRoom && x.Mode == ipc.TakeRoom:
		room := r.room.Get(x.A)
		if i := len(room) - 1 - int(x.B); i >= 0 {
			after(room[i], true)
		}
	}
}
