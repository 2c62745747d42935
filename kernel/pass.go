package kernel

import "machsim/ipc"

// A woken thread does not own yet what it was woken for: it must run to take the room in a queue, or
// the mutex. If it is ended or suspended first, it passes that on to another thread, which would
// otherwise sleep for ever. Mach has no such case: the send of a thread that is terminated after it
// was woken completes.
//
// A message that was handed to a receiver is not passed on. It counts as received, and is destroyed
// with the thread; its send-once rights notify the sender.

// passOn wakes another thread for the room or mutex that t was woken for and has not taken.
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

// passRoom wakes another sender for the room at a port, if there still is some.
func (c *core) passRoom(p ipc.PortID) {
	port := c.IPC.Ports.At(uint32(p))
	c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	switch {
	case port.Dead:
	case port.Room() <= 0:
		c.accessFull(p, port)
	default:
		c.access(ipc.LocRoom, ipc.TakeRoom, uint32(p), uint32(port.Room()-1))
		c.room(p, 1)
	}
}

func (c *core) passLock(m MutexID) {
	c.access(LocMutex, ipc.Write, uint32(m), 0)
	if mu := c.Mutexes.Mut(uint32(m)); mu.Owner == 0 && !mu.Freed {
		c.unlocked(mu)
	}
}

// passSignal passes a signal on to another thread that waits for the condition, if the first has
// not returned from condition_wait.
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

// stopped says whether a thread is suspended, alone or with its task. It does not count a task
// that has halted (Halt, Agents), because the program's run must not depend on that.
func (c *core) stopped(id ThreadID) bool {
	c.access(LocStopped, ipc.Read, uint32(id), 0)
	t := c.Threads.At(uint32(id))
	return t.Suspend > 0 || t.Held && c.Tasks.At(uint32(t.Task)).Suspend > 0
}
