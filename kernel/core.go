package kernel

import (
	"fmt"

	"machsim/ipc"
)

// core applies calls to a State. It reads only the State and the Door, and starts no
// goroutine. Its other fields hold what a step did beyond the State, for the caller.
type core struct {
	*State
	cfg  *Config
	door Door

	// Of the present step:
	out    *Result
	spare  *ipc.Message // for a message that the thread wants nowhere; nil for a new one
	ran    Op           // the call that a thread went on with, for Tracer.Step
	about  Object       // what the step was about, for traces and hashes
	born   []ThreadID   // threads made
	gone   []ThreadID   // threads ended
	quiet  bool         // a host is crashing: nothing it does reaches other hosts
	met    int          // the predicate of a Halt that was met, from 1; 0 if none was
	far    *afar        // set while a call is made for a thread of another host
	lends  bool         // the thread asked another host for a thread that is to run what it says
	asker  uint64       // of threads made for a thread of another host: the event that asked
	befell Fault        // of a packet: what befell it
	nap    []Past       // of a thread that sleeps before its call: that it does

	// Of an event that a tracer is shown:
	seen       Event
	seenCall   Call
	seenPacket Packet
	seenMsg    ipc.Msg
	past       mentions // what it mentions, as it was before
	subject    Meaning  // for Event.Subject
	kept       []Kept   // for Event.Kept

	halting bool // cfg has a Halt
	risky   bool // cfg has Faults of packets
	probes  []Probe
	direct  bool // messages may go as an ipc.Express
}

// ObjectKind is the kind of an Object.
type ObjectKind uint8

// The kinds of object that an event can be about.
const (
	NoObject ObjectKind = iota
	PortObject
	SetObject
	MutexObject
	ConditionObject
	ThreadObject
	TaskObject
	HostObject
	PacketObject
	FileObject
)

var objectKinds = [...]string{"", "port", "set", "mutex", "condition", "thread", "task", "host", "packet", "file"}

// String returns the word for the kind, "" for NoObject.
func (k ObjectKind) String() string { return objectKinds[k] }

// Object is the subject of an event.
type Object struct {
	Kind ObjectKind
	ID   uint32
}

// stepThread takes a step of a thread's call. It returns true if the call is done, and the
// thread is to run on to its next one.
func (c *core) stepThread(id ThreadID) bool {
	t := c.Threads.Mut(uint32(id))
	c.about = Object{}
	c.born = c.born[:0]
	if c.halting {
		c.met = 0
		if i := c.watches(id); i >= 0 {
			c.ran = t.Call.Op
			c.meet(id, i)
			return false
		}
	}
	c.out.Code, c.nap = 0, c.nap[:0]
	c.ran = t.Call.Op
	done := false
	if t.Sleeps == 0 || !c.naps(id, t) {
		done = handlers[c.ran](c, id, t)
	}
	if len(c.IPC.Changes) > 0 {
		c.drain()
	}
	c.Steps++
	c.Now += t.Cost
	t.CPU += t.Cost
	c.Hash = mix2(c.Hash, uint64(id)<<32|uint64(t.Call.Op)<<8|uint64(t.Phase),
		uint64(c.about.ID)<<32|uint64(uint32(c.out.Code)))
	if done {
		t.Phase = 0
		t.Wake = WakeNone
	}
	return done
}

// refuse completes a call with a code.
func (c *core) refuse(code ipc.Code) bool {
	c.out.Code = code
	return true
}

// block makes the running thread wait. A timeout is in microseconds; less than 0
// means none.
func (c *core) block(id ThreadID, t *ThreadState, w Wait, timeout int64) bool {
	// Field by field: a copy of the whole would wait for the stores that made w.
	t.Wait.Kind, t.Wait.Port, t.Wait.Set, t.Wait.Object, t.Wait.Since = w.Kind, w.Port, w.Set, w.Object, c.Now
	t.Status = Blocked
	t.Wake = WakeNone
	if l := c.listOf(w); l != nil {
		c.push(l, id, t)
	}
	c.Ready.Remove(uint32(id))
	if timeout >= 0 {
		c.Hash = mix(c.Hash, uint64(timeout))
		c.arm(Timer{At: c.in(timeout), Thread: id})
	}
	return false
}

// wake ends a thread's wait. The thread goes on with its call when the Door chooses it.
func (c *core) wake(id ThreadID, why Wake) {
	t := c.Threads.Mut(uint32(id))
	if l := c.listOf(t.Wait); l != nil {
		c.unlink(l, t)
	}
	c.goOn(id, t, why)
}

// goOn makes a thread ready after it has left the list of its wait.
func (c *core) goOn(id ThreadID, t *ThreadState, why Wake) {
	c.access(LocThread, ipc.Add, uint32(id), 0)
	if t.Timer != 0 {
		c.disarm(int(t.Timer - 1))
	}
	t.Status = Pending
	t.Wake = why
	t.Wait = Wait{}
	c.settle(id, t)
}

// settle puts a thread into the ready set or takes it out, by its state.
func (c *core) settle(id ThreadID, t *ThreadState) {
	if t.Status == Pending && t.Suspend == 0 && !t.Held && !(c.cfg.Survive && t.Failed) {
		c.Ready.Add(uint32(id))
	} else {
		c.Ready.Remove(uint32(id))
	}
}

// listOf returns the list that a thread with this wait is in, nil for none.
func (c *core) listOf(w Wait) *List {
	switch w.Kind {
	case WaitSend:
		return &c.IPC.Ports.Mut(uint32(w.Port)).Senders
	case WaitReceive:
		return c.receivers(w.Port, w.Set)
	case WaitMutex:
		return &c.Mutexes.Mut(w.Object).Waiters
	case WaitCondition:
		return &c.Conditions.Mut(w.Object).Waiters
	case WaitJoin:
		return &c.Threads.Mut(w.Object).CThread.Joiner
	case WaitStart:
		return &c.Tasks.Mut(w.Object).Queued
	}
	return nil
}

func (c *core) push(l *List, id ThreadID, t *ThreadState) {
	t.Prev, t.Next = ThreadID(l.Tail), 0
	if l.Tail != 0 {
		c.Threads.Mut(l.Tail).Next = id
	} else {
		l.Head = uint32(id)
	}
	l.Tail = uint32(id)
}

func (c *core) unlink(l *List, t *ThreadState) {
	if t.Prev != 0 {
		c.Threads.Mut(uint32(t.Prev)).Next = t.Next
	} else {
		l.Head = uint32(t.Next)
	}
	if t.Next != 0 {
		c.Threads.Mut(uint32(t.Next)).Prev = t.Prev
	} else {
		l.Tail = uint32(t.Prev)
	}
	t.Next, t.Prev = 0, 0
}

// nextWaiter returns the thread of a list to wake next: the first, or in a weak run the
// one that the Door chooses.
func (c *core) nextWaiter(l *List) ThreadID {
	if !c.cfg.Weak {
		return ThreadID(l.Head)
	}
	return c.anyWaiter(l)
}

// anyWaiter is nextWaiter of a weak run. Which one a choice means depends on all that wait. A single one is not chosen:
// it is woken as in any run, whether it has begun to wait before or not.
func (c *core) anyWaiter(l *List) ThreadID {
	if l.Head == l.Tail {
		return ThreadID(l.Head)
	}
	n := 0
	for id := ThreadID(l.Head); id != 0; id = c.Threads.At(uint32(id)).Next {
		c.access(LocThread, ipc.Read, uint32(id), 0)
		n++
	}
	id := ThreadID(l.Head)
	for range c.choose(PointWaiter, n, 0) {
		id = c.Threads.At(uint32(id)).Next
	}
	return id
}

// choose asks the Door to choose from n options. It does not ask about a single one.
func (c *core) choose(kind PointKind, n int, id ThreadID) int {
	return c.chooseFor(Point{Kind: kind, N: n, Thread: id})
}

// chooseFor asks the Door at a point with options.
func (c *core) chooseFor(p Point) int {
	if p.N <= 1 {
		return 0
	}
	p.state = c.State
	i := c.door.Choose(p)
	if i < 0 || i >= p.N {
		panic(fmt.Sprintf("kernel: the strategy chose option %d of a %s point with %d options", i, p.Kind, p.N))
	}
	return i
}

// chooseStage asks the Door whether a predicate is met.
func (c *core) chooseStage(stage int, id ThreadID) int {
	return c.door.Choose(Point{Kind: PointPredicate, N: 2, Thread: id, Stage: stage, state: c.State})
}

// drain handles the changes in queues, in order: it wakes the threads that wait for them.
func (c *core) drain() {
	for i := 0; i < len(c.IPC.Changes); i++ {
		switch ch := c.IPC.Changes[i]; ch.Kind {
		case ipc.Arrived:
			c.arrived(ch)
		case ipc.Room:
			c.room(ch.Port, ch.N)
		case ipc.PortDied:
			c.wakeAll(&c.IPC.Ports.Mut(uint32(ch.Port)).Senders, WakeReady)
			if ch.Net != 0 {
				c.netPortDied(NetID(ch.Net), ch.Port)
			}
		case ipc.ReceiverGone:
			c.wakeAll(&c.IPC.Ports.Mut(uint32(ch.Port)).Receivers, WakePortDied)
		case ipc.JoinedSet:
			c.wakeAll(&c.IPC.Ports.Mut(uint32(ch.Port)).Receivers, WakePortChanged)
		case ipc.SetDied:
			c.wakeAll(&c.IPC.Sets.Mut(uint32(ch.Set)).Receivers, WakePortDied)
		}
	}
	c.IPC.Changes = c.IPC.Changes[:0]
}

// wakeAll wakes every thread of a list, in order, and returns their number.
func (c *core) wakeAll(l *List, why Wake) (n int64) {
	for ; l.Head != 0; n++ {
		c.wake(ThreadID(l.Head), why)
	}
	return n
}

// arrived hands messages at the head of a queue to the receivers that wait for
// them, or to the kernel where it serves the port itself.
func (c *core) arrived(ch ipc.Change) {
	if c.IPC.Ports.At(uint32(ch.Port)).Receiver == ipc.KernelSpace {
		c.serve(ch.Port)
		return
	}
	for {
		if c.halting {
			c.takeMarkers(ch.Port, ch.Set)
		}
		m := c.IPC.First(ch.Port, ch.Set)
		if m == 0 {
			return
		}
		id := c.receiver(c.receivers(ch.Port, ch.Set), m)
		if id == 0 {
			return
		}
		c.access(ipc.LocRoom, ipc.ReceiverWaited, uint32(ch.Port), uint32(id))
		c.IPC.HandOut(m)
		c.Threads.Mut(uint32(id)).Msg = m
		c.wake(id, WakeMessage)
	}
}

// receivers returns the threads that wait for a message at a set, or at a port.
func (c *core) receivers(p ipc.PortID, set ipc.SetID) *List {
	if set != 0 {
		return &c.IPC.Sets.Mut(uint32(set)).Receivers
	}
	return &c.IPC.Ports.Mut(uint32(p)).Receivers
}

// receiver returns the thread of a list that gets message m, 0 if there is none. A thread
// with MACH_RCV_LARGE whose buffer is too small is woken with the size, and the next one is
// tried: so the message stays for another.
func (c *core) receiver(l *List, m ipc.MsgID) ThreadID {
	for l.Head != 0 {
		id := c.nextWaiter(l)
		t := c.Threads.Mut(uint32(id))
		if t.Call.Opt&ipc.MACH_RCV_LARGE == 0 || c.fits(t, m) {
			if c.cfg.Weak {
				c.accessPassed(l, id)
			}
			return id
		}
		t.Call.N3 = int64(c.IPC.Msgs.At(uint32(m)).Size)
		c.access(ipc.LocQueue, ipc.Woke, ipc.QueueKey(t.Wait.Port, t.Wait.Set), uint32(id))
		c.wake(id, WakeTooLarge)
	}
	return 0
}

// fits reports whether message m fits into the buffer of a receive.
func (c *core) fits(t *ThreadState, m ipc.MsgID) bool {
	return t.Call.N2 == 0 || int64(c.IPC.Msgs.At(uint32(m)).Size) <= t.Call.N2
}

// room wakes up to n senders blocked on a port, and lets as many refused packets arrive
// again. They compete for the room: as in Mach, another sender may take it first.
func (c *core) room(p ipc.PortID, n int32) {
	for left := n; left > 0; {
		l := &c.IPC.Ports.Mut(uint32(p)).Senders
		if l.Head == 0 {
			break
		}
		id := c.nextWaiter(l)
		c.accessPassed(l, id)
		c.wake(id, WakeReady)
		if !c.stopped(id) {
			left--
		}
	}
	if c.IPC.Ports.At(uint32(p)).Net != 0 {
		c.thaw(p, n)
	}
}
