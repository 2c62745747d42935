package kernel

import (
	"slices"

	"machsim/ipc"
)

// Event is one step of a run, as observers see it. It is valid during the call.
type Event struct {
	Step   uint64 // number of the event, from 1
	Time   int64  // virtual time before the step, in microseconds
	Actor  Actor
	Call   *Call    // of a thread
	Packet *Packet  // as it was before the step, of a packet that arrives
	Edit   *Edit    // that somebody makes at a debugger
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

	before mentions
	target ipc.SpaceID
}

// event begins the event of a step that is about to be taken.
func (c *core) event(a Actor) *Event {
	e := c.occasion(a)
	c.remember(e)
	return e
}

// occasion is who takes the step, and what for.
func (c *core) occasion(a Actor) *Event {
	e := &Event{Time: c.Now, Actor: a, State: c.State}
	if a.Thread != 0 {
		t := c.Threads.At(uint32(a.Thread))
		call := t.Call
		e.Call, e.Phase, e.Msg = &call, t.Phase, c.copyMsg(inHand(t))
		return e
	}
	if a.Edited() {
		e.Edit = &c.cfg.Edits[c.Edits]
		if e.Edit.Kind == EditDrop && c.CheckEdit(e.Edit) == nil {
			e.Msg = c.copyMsg(ipc.MsgID(e.Edit.Object))
		}
		return e
	}
	p := *c.Packets.At(uint32(a.Packet))
	e.Packet = &p
	if p.Kind == PacketMessage {
		e.Msg = c.copyMsg(c.IPC.First(p.Port, 0))
	}
	return e
}

// tookPlace completes the event once its step is taken.
func (c *core) tookPlace(e *Event) {
	e.Met, e.Subject = c.met, c.subject
	e.Step, e.About, e.Result, e.Moved = c.Steps, c.about, c.out, c.IPC.Moved
	c.IPC.Moved = c.IPC.Moved[:0]
	if id := e.Actor.Thread; id != 0 {
		t := c.Threads.At(uint32(id))
		e.Wait, e.Ended = t.Wait, t.Status == Ended
	}
}

// inHand returns the message that a thread is about to send, or was given.
func inHand(t *ThreadState) ipc.MsgID {
	if t.Msg == 0 && t.Phase == 0 {
		return t.Call.Msg
	}
	return t.Msg
}

func (c *core) copyMsg(id ipc.MsgID) *ipc.Msg {
	if id == 0 {
		return nil
	}
	msg := *c.IPC.Msgs.At(uint32(id))
	msg.Items = slices.Clone(msg.Items)
	return &msg
}
