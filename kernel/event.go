package kernel

import "machsim/ipc"

// Event is one step of a run, as a Tracer is shown it. It is valid during the call. Msg, Moved,
// Subject, Kept, Before, Target and PortBefore are for those who have set Tracer.Before.
type Event struct {
	Step   uint64 // number of the event, from 1
	Time   int64  // virtual time before the step, in microseconds
	Actor  Actor
	Call   *Call    // of a thread
	Packet *Packet  // as it was before the step, of a packet that arrives
	Edit   *Edit    // a change made at a debugger
	Fault  Fault    // what went wrong: in place of the call, or with the packet
	Disk   []Past   // what went wrong with a disk in the step
	Msg    *ipc.Msg // in the hand of the thread, or in the packet, before the step; nil if none
	Phase  uint8    // of the call, before the step
	Done   bool     // the call is done; Result holds its answer
	Ended  bool     // the thread has ended
	Result *Result  // valid when Done
	Met    int      // in place of the call: which predicate of a Halt was met, from 1; 0 for none
	About  Object
	Wait   Wait // what the thread waits for now
	State  *State
	// Moved are messages that came into a queue, left one, or were handed to a thread that
	// waited, since the event before: with repetitions, and some may be gone.
	Moved []ipc.MsgID
	// Subject is the port that a received notification about a name, or a packet, is about.
	Subject Meaning
	// Kept are the rights of the tasks that the step has ended, each as it was when its task's turn came.
	Kept []Kept

	before mentions
	target ipc.SpaceID
}

// event begins the event of a step that is about to be taken; before has it note what the step
// may change. The record is the core's own, used again for each event.
func (c *core) event(a Actor, before bool) *Event {
	e := &c.seen
	*e = Event{Time: c.Now, Actor: a, State: c.State}
	switch {
	case a.Thread != 0:
		t := c.Threads.At(uint32(a.Thread))
		c.seenCall = t.Call
		e.Call, e.Phase = &c.seenCall, t.Phase
	case c.Failing.Kind != NoFault:
		e.Fault = c.Failing
	case a.Edited():
		e.Edit = &c.cfg.Edits[c.Edits]
	default:
		c.seenPacket = *c.Packets.At(uint32(a.Packet))
		e.Packet = &c.seenPacket
	}
	if before {
		e.Msg = c.copyMsg(c.messageOf(e))
		c.remember(e)
	}
	return e
}

// messageOf is the message that an event is about: in the hand of the thread, or in the packet, or
// one that an edit drops, changes or moves; 0 for none.
func (c *core) messageOf(e *Event) ipc.MsgID {
	switch {
	case e.Call != nil:
		return inHand(c.Threads.At(uint32(e.Actor.Thread)))
	case e.Edit != nil && e.Edit.Kind.ofMessage() && c.CheckEdit(e.Edit) == nil:
		return ipc.MsgID(e.Edit.Object)
	case e.Packet != nil && e.Packet.Kind == PacketMessage:
		return c.Carried(e.Packet)
	}
	return 0
}

// tookPlace completes the event once its step is taken.
func (c *core) tookPlace(e *Event, done bool) {
	e.Done, e.Met, e.Subject = done, c.met, c.subject
	if e.Packet != nil {
		e.Fault = c.befell
	}
	e.Step, e.About, e.Result, e.Moved = c.Steps, c.about, c.out, c.IPC.Moved
	e.Kept, e.Disk = c.kept, c.mishaps()
	c.IPC.Moved = c.IPC.Moved[:0]
	if id := e.Actor.Thread; id != 0 {
		t := c.Threads.At(uint32(id))
		e.Wait, e.Ended = t.Wait, t.Status == Ended
	}
}

// mishaps returns the faults of disks in the step that was just taken.
func (c *core) mishaps() []Past {
	if len(c.nap) > 0 {
		return c.nap
	}
	n := len(c.Past)
	for n > 0 && c.Past[n-1].Step == c.Steps && c.Past[n-1].Kind.OfDisk() {
		n--
	}
	return c.Past[n:]
}

// inHand returns the message that a thread is about to send, or was given.
func inHand(t *ThreadState) ipc.MsgID {
	if t.Msg == 0 && t.Phase == 0 {
		return t.Call.Msg
	}
	return t.Msg
}

// copyMsg copies a message that the step may change, nil for none.
func (c *core) copyMsg(id ipc.MsgID) *ipc.Msg {
	if id == 0 {
		return nil
	}
	items := c.seenMsg.Items[:0]
	c.seenMsg = *c.IPC.Msgs.At(uint32(id))
	c.seenMsg.Items = append(items, c.seenMsg.Items...)
	return &c.seenMsg
}
