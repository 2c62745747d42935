package kernel

import (
	"errors"

	"machsim/ipc"
)

// EditKind is the kind of an Edit.
type EditKind uint8

const (
	// EditSet gives a variable that a thread shows (Thread.Watch) another value.
	EditSet EditKind = iota + 1
	// EditDrop destroys a message that is queued, or on a wire, as if it got lost.
	EditDrop
	// EditInject queues a message at a port, whatever the port's limit.
	EditInject
	// EditKillThread ends a thread (thread_terminate).
	EditKillThread
	// EditKillTask ends a task (task_terminate).
	EditKillTask
	// EditCrash crashes a host, as Thread.CrashHost.
	EditCrash
	// EditAssign gives a variable that a thread's program names another value: one of a function, of which
	// the program need not know, or of its package. The program has to be built with hooks.
	EditAssign
	// EditField gives an item of a queued message another value of the same kind.
	EditField
	// EditMove gives a queued message another place in its queue.
	EditMove
	// EditAbort ends the wait of a thread (thread_abort).
	EditAbort
	// EditCut cuts the wire between two hosts, as Thread.CutWire.
	EditCut
	// EditHeal mends it, as Thread.HealWire.
	EditHeal
	// EditHalt has the agent of a host halt it, and have the others halt (Agents).
	EditHalt
	// EditResume has a halt end.
	EditResume
	// EditCall calls a method of a variable that a thread's program names, as EditAssign finds it, at a call of the
	// thread. The method makes no kernel calls: it is none of the thread's own, which stands still meanwhile.
	EditCall
	// EditRPC makes a thread in the task of another, which sends a request, waits for the reply (RPCPatience), and
	// returns. It is the kernel's own code, and has no part in what the program's threads share.
	EditRPC

	// LastEdit is the last of these kinds.
	LastEdit = EditRPC
)

// InFrame says whether an edit is about a variable as an activation of a function sees it, which only hooks can find.
func (k EditKind) InFrame() bool { return k == EditAssign || k == EditCall }

// OfVariable says whether an edit is about a variable of a thread's program.
func (k EditKind) OfVariable() bool { return k == EditSet || k.InFrame() }

// ofMessage says whether the object of an edit is a message.
func (k EditKind) ofMessage() bool { return k == EditDrop || k == EditField || k == EditMove }

// Edit is a change that a person makes to a run at a debugger. It is an event of its own,
// without a thread or packet: its Actor is zero. Choices, input and edits determine a run. In
// the causal order an edit comes after all events before it, because the person has seen the
// whole state.
type Edit struct {
	After uint64 // the number of the event that it follows; several after one event are in order
	Kind  EditKind
	// Object is the thread whose variable is set, or in whose task one is made, the message that is dropped, changed or
	// moved, the port at which one is queued, the thread whose wait ends, the thread, task or host that is ended, the
	// host at one end of a wire, or where a halt begins: its id in the run; or the number of the halt that ends.
	Object uint32
	// Name is that of the variable, with fields and elements as in Go: "table.forks[2]"; or of the thread that is made.
	Name string
	// Value is what it gets, as Go writes constants; the method that is called; of a halt, the microseconds after which
	// it ends, "" for never; of an RPC the name of its port, a number (Port).
	Value string
	// Frame is the number of the activation that sees the variable, for those that are InFrame (hook.Frame.Serial).
	Frame uint64
	// Statement is the thread's statement before which the variable gets the value. The thread begins it after its
	// last event before the edit. 0: the thread is at a call then.
	Statement uint64
	// ID is that of the message that is queued or sent, the number of the item that is changed, or the place that the
	// message moves to in the queue that it is in: both from 0 on; or the host at the other end of the wire.
	ID int32
	// Items are those of the message that is queued or sent: numbers, truth values and texts, and of one that is sent
	// its shape; or what the item becomes; or the arguments of the method.
	Items []ipc.Item
}

// edits says whether an edit comes next.
func (m *Machine) edits() bool {
	return m.Edits < len(m.cfg.Edits) && m.cfg.Edits[m.Edits].After <= m.Steps
}

// stepEdit makes the next edit.
func (c *core) stepEdit() {
	e := &c.cfg.Edits[c.Edits]
	c.Edits++
	c.about, c.met = Object{}, 0
	c.born = c.born[:0]
	done := c.CheckEdit(e) == nil
	if done {
		c.make(e)
	}
	c.drain()
	c.Steps++
	c.Hash = mix2(hashText(hashText(c.Hash, e.Name), e.Value), uint64(e.Kind), uint64(e.Object))
	if !done {
		c.Hash = mix(c.Hash, 1)
	}
}

// make makes an edit that has been checked.
func (c *core) make(e *Edit) {
	switch e.Kind {
	case EditSet, EditAssign, EditCall:
		c.about = Object{ThreadObject, e.Object}
		c.disturb(ThreadID(e.Object))
	case EditDrop:
		c.about = Object{PortObject, uint32(c.IPC.Msgs.At(e.Object).Dest)}
		c.lose(ipc.MsgID(e.Object))
	case EditInject:
		c.about = Object{PortObject, e.Object}
		c.inject(ipc.PortID(e.Object), e)
	case EditKillThread:
		c.about = Object{ThreadObject, e.Object}
		c.endThread(ThreadID(e.Object))
	case EditKillTask:
		c.about = Object{TaskObject, e.Object}
		c.endTask(TaskID(e.Object))
	case EditCrash:
		c.about = Object{HostObject, e.Object}
		c.crash(HostID(e.Object))
	case EditField:
		c.about = Object{PortObject, uint32(c.IPC.Msgs.At(e.Object).Dest)}
		c.alter(e)
	case EditMove:
		c.about = Object{PortObject, uint32(c.IPC.Msgs.At(e.Object).Dest)}
		c.IPC.Place(ipc.MsgID(e.Object), int(e.ID))
	case EditRPC:
		c.about = Object{ThreadObject, e.Object}
		c.newThread(c.Threads.At(e.Object).Task, 0, e.Name, 0) // nobody's of the program: it numbers what it makes
	case EditAbort:
		c.about = Object{ThreadObject, e.Object}
		c.abort(ThreadID(e.Object))
	case EditCut, EditHeal:
		c.about = Object{HostObject, uint32(e.ID)}
		c.access(LocWires, ipc.Write, 0, 0)
		c.cut(c.wire(HostID(e.Object), HostID(e.ID)), e.Kind == EditCut)
	case EditHalt:
		c.begins(HostID(e.Object), e.haltFor())
	case EditResume:
		c.goAgain(int32(e.Object), c.Halt.Calls[e.Object-1].Host)
	}
}

// disturb logs that the next events of all threads in a task come after the edit, because they may
// share the variable that it sets.
func (c *core) disturb(id ThreadID) {
	task := c.Threads.At(uint32(id)).Task
	for _, other := range c.Tasks.At(uint32(task)).Threads {
		c.access(LocThread, ipc.Write, uint32(other), 0)
	}
}

// lose destroys a message in a queue. The first of a proxy's queue may be on the wire.
func (c *core) lose(m ipc.MsgID) {
	if id := c.apart(m); id != 0 {
		c.access(LocPacket, ipc.Read, uint32(id), 0)
		c.loseIn(id)
		return
	}
	p := c.IPC.Msgs.At(uint32(m)).Dest
	set := c.IPC.Ports.At(uint32(p)).Set
	proxy := c.IPC.Ports.At(uint32(p)).Kind == KindProxy
	if proxy && c.IPC.First(p, 0) == m {
		c.stopPacket(p)
	}
	c.IPC.Dequeue(m)
	c.IPC.DestroyMsg(m)
	if proxy {
		c.transmit(p)
	} else {
		c.takeMarkers(p, set)
	}
}

// stopPacket takes the message that a proxy has on the wire off it.
func (c *core) stopPacket(proxy ipc.PortID) {
	net := c.IPC.Ports.At(uint32(proxy)).Net
	c.access(LocNet, ipc.Read, net, 0)
	n := c.NetPorts.Mut(net)
	if end := &n.Ends[n.endOf(proxy)]; end.Packet != 0 {
		c.access(LocPacket, ipc.Read, uint32(end.Packet), 0)
		c.endPacket(end.Packet)
		end.Packet = 0
		c.passIn(NetID(net))
	}
}

// inject queues a message without a sender.
func (c *core) inject(p ipc.PortID, e *Edit) {
	c.IPC.AddSend(p)
	m := c.IPC.NewMsg(p, ipc.PortSend, 0, 0, e.ID, e.Items...)
	c.IPC.Msgs.Mut(uint32(m)).Sent = c.Steps + 1
	c.IPC.Enqueue(m)
}

// ErrNotThere is the error of an Edit whose object does not exist.
var ErrNotThere = errors.New("it is not there any more, or not yet")

// CheckEdit returns an error if an edit cannot be made in a state. For variables there is
// Feeder.CheckSet.
func (s *State) CheckEdit(e *Edit) error {
	there := false
	switch e.Kind {
	case EditSet, EditAssign, EditCall, EditRPC, EditKillThread:
		there = s.Threads.Has(e.Object) && s.Threads.At(e.Object).Status != Ended
	case EditKillTask:
		there = s.Tasks.Has(e.Object) && !s.Tasks.At(e.Object).Ended
	case EditCrash:
		there = s.Hosts.Has(e.Object) && !s.Hosts.At(e.Object).Down
	case EditCut, EditHeal:
		there = s.Hosts.Has(e.Object) && s.Hosts.Has(uint32(e.ID)) && e.Object != uint32(e.ID)
	case EditHalt:
		there = s.Hosts.Has(e.Object) && !s.Hosts.At(e.Object).Down && !s.Hosts.At(e.Object).Shared
	case EditResume:
		there = e.Object > 0 && int(e.Object) <= len(s.Halt.Calls) && s.Halt.Calls[e.Object-1].Resumed == 0
	case EditDrop, EditField, EditMove:
		return s.checkQueued(e)
	case EditAbort:
		if there = s.Threads.Has(e.Object); there && !s.canAbort(ThreadID(e.Object)) {
			return ErrNotWaiting
		}
	case EditInject:
		there = s.IPC.Ports.Has(e.Object) && s.IPC.Ports.At(e.Object).Kind == KindPlain && !s.IPC.Ports.At(e.Object).Dead
	}
	if !there {
		return ErrNotThere
	}
	return nil
}

// Queued says whether a message is in the queue of a port, or of a set, or travels by itself.
func (s *State) Queued(m ipc.MsgID) bool {
	msg := s.IPC.Msgs.At(uint32(m))
	if msg.Draft || !s.IPC.Ports.Has(uint32(msg.Dest)) {
		return false
	}
	for q := s.IPC.First(msg.Dest, s.IPC.Ports.At(uint32(msg.Dest)).Set); q != 0; q = s.IPC.Msgs.At(uint32(q)).Next {
		if q == m {
			return true
		}
	}
	return s.apart(m) != 0
}
