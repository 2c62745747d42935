package kernel

import "machsim/ipc"

// What a thread is woken for is not its own yet: it has to run to take the room in a queue, or
// the mutex. A thread that does not come to that, because it is ended or suspended first, passes
// it on, or others would sleep on what is there for them. Mach lets the send of a thread that is
// terminated after it was woken complete, which leaves no room unused either.
//
// A message that was handed to a receiver is in that thread's hands, and is not passed on: it was
// received, and is destroyed with the thread. The send-once rights in it tell its sender.

// passOn wakes another thread for what t was woken for and has not taken.
func (c *core) passOn(t *ThreadState) {
	if t.Status != Pending || t.Wake != WakeReady {
		return
	}
	if t.Sending() {
		c.passRoom(c.IPC.Msgs.At(uint32(t.Msg)).Dest)
	} else if m := t.locking(); m != 0 {
		c.passLock(m)
	}
}

// passRoom lets another have the room at a port that somebody was woken for, if it is still
// there.
func (c *core) passRoom(p ipc.PortID) {
	port := c.IPC.Ports.At(uint32(p))
	c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	switch {
	case port.Dead:
	case port.Count >= port.QLimit:
		c.IPC.AccessQueued(p)
	default:
		c.access(ipc.LocRoom, ipc.TakeRoom, uint32(p), uint32(port.QLimit-1-port.Count))
		c.room(p, 1)
	}
}

func (c *core) passLock(m MutexID) {
	c.access(LocMutex, ipc.Write, uint32(m), 0)
	if mu := c.Mutexes.Mut(uint32(m)); mu.Owner == 0 && !mu.Freed {
		c.unlocked(mu)
	}
}

// passSignal gives the signal that a thread got, and that has not let it return from
// condition_wait, to another that waits for the condition.
func (c *core) passSignal(t *ThreadState) {
	if t.Call.Op != OpConditionWait || t.Phase == 0 || t.Wait.Kind == WaitCondition {
		return
	}
	k := uint32(t.Call.N)
	c.access(LocCondition, ipc.Write, k, 0)
	if l := &c.Conditions.Mut(k).Waiters; l.Head != 0 {
		c.wake(c.nextWaiter(l), WakeReady)
	}
}

// stopped says whether a thread is suspended, alone or with its task. A task that halts
// (Config.Halt) stops too, but nothing of this world may depend on that.
func (c *core) stopped(id ThreadID) bool {
	c.access(LocStopped, ipc.Read, uint32(id), 0)
	t := c.Threads.At(uint32(id))
	if t.Suspend == 0 && !t.Held {
		return false
	}
	n := c.Tasks.At(uint32(t.Task)).Suspend
	if c.halting && c.hasHalted(t.Task) {
		n--
	}
	return t.Suspend > 0 || n > 0
}
