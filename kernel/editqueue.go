package kernel

import (
	"errors"

	"machsim/ipc"
)

// Edits of what waits: of a message in a queue, its place there, and a thread's wait.

// ErrSameKind is the error of an EditField whose item would become one of another kind, or whose item means something
// in one task only.
var ErrSameKind = errors.New("an item of a message keeps its kind: a number, a truth value or a text")

// ErrPlace is the error of an EditMove to a place that the queue does not have, or within a queue of messages to
// another host: these leave in the order in which they were sent.
var ErrPlace = errors.New("there is no such place in the queue")

// ErrNotWaiting is the error of an EditAbort of a thread that does not wait, or for what thread_abort does not end.
var ErrNotWaiting = errors.New("the thread is in no wait that thread_abort ends")

// checkQueued returns an error if an edit of a queued message cannot be made.
func (s *State) checkQueued(e *Edit) error {
	m := ipc.MsgID(e.Object)
	if !s.IPC.Msgs.Has(e.Object) || !s.Queued(m) {
		return ErrNotThere
	}
	msg := s.IPC.Msgs.At(e.Object)
	switch {
	case e.Kind == EditField && !canBecome(msg.Items, e):
		return ErrSameKind
	case e.Kind == EditMove && !s.hasPlace(msg.Dest, e.ID):
		return ErrPlace
	}
	return nil
}

// canBecome says whether an item of a message can be what an edit says.
func canBecome(items []ipc.Item, e *Edit) bool {
	if e.ID < 0 || int(e.ID) >= len(items) || len(e.Items) != 1 || items[e.ID].Kind != e.Items[0].Kind {
		return false
	}
	switch e.Items[0].Kind {
	case ipc.KindInt, ipc.KindFloat, ipc.KindBool, ipc.KindString:
		return true
	}
	return false
}

// hasPlace says whether a message can move to a place of the queue that messages to a port are in.
func (s *State) hasPlace(p ipc.PortID, place int32) bool {
	port := s.IPC.Ports.At(uint32(p))
	if port.Kind == KindProxy || place < 0 {
		return false
	}
	for m := s.IPC.First(p, port.Set); m != 0; m = s.IPC.Msgs.At(uint32(m)).Next {
		if place == 0 {
			return true
		}
		place--
	}
	return false
}

// alter gives an item of a queued message another value.
func (c *core) alter(e *Edit) {
	c.IPC.AccessPlace(ipc.MsgID(e.Object))
	m := c.IPC.Msgs.Mut(e.Object)
	items := append([]ipc.Item(nil), m.Items...) // others may have seen them
	items[e.ID] = e.Items[0]
	m.Items = items
}

// canAbort says whether thread_abort ends the wait of a thread.
func (s *State) canAbort(id ThreadID) bool {
	switch s.Threads.At(uint32(id)).Wait.Kind {
	case WaitSend, WaitReceive, WaitSleep, WaitException, WaitRequest, WaitAnswer:
		return s.Threads.At(uint32(id)).Status == Blocked
	}
	return false
}

// abort ends the wait of a thread.
func (c *core) abort(id ThreadID) {
	c.accessLeft(c.Threads.At(uint32(id)).Wait)
	c.wake(id, WakeAbort)
}
