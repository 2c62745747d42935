package kernel

import (
	"slices"

	"machsim/ipc"
)

// With Halt.Snapshot the markers are those of Chandy and Lamport, "Distributed Snapshots", of whose algorithm that of
// Miller and Choi is the variant that does not go on (theorem 2): a task notes its moment instead of being suspended,
// and the run goes on. What a task receives on a channel after its moment, and before the marker of the sender's comes,
// was in the channel. A channel goes from a task to a port of another.
//
// A task that goes on may get rights to more ports, and uses send-once rights. So a marker also goes ahead of its first
// message along each channel that had none yet. Messages of the kernel are in no channel, nor are those to datagram
// ports, which have no order for a marker to keep.
//
// Markers change when things happen, and not what: in a queue one counts as a message, so that a sender may wait for
// room a little longer, and is a right to its port; on a wire it goes ahead of what is behind it.

// Marked is a channel along which a task has sent its marker.
type Marked struct {
	Task  TaskID
	Port  ipc.PortID
	Label ipc.Label // of the port, whose number may be another's later
}

// Closed is a channel whose marker has arrived. It stays closed when another task gets the port, also on another host.
type Closed struct {
	From, To TaskID
	Port     ipc.PortID
	Label    ipc.Label // of the port, which it keeps
	Event    uint64
}

// Caught is a message that was in a channel.
type Caught struct {
	From, To TaskID
	Port     ipc.PortID
	Sent     uint64 // identifies it (ipc.Msg)
	Event    uint64 // since then it is known
}

// snapshot says whether tasks note their moments, and go on.
func (c *core) snapshot() bool { return c.halting && c.cfg.Halt.Snapshot }

// Moment returns the event up to which, with itself, a task is in the snapshot; ok is false if it has not noted one.
func (h *HaltState) Moment(task TaskID) (event uint64, ok bool) {
	for i := range h.Halted {
		if h.Halted[i].Task == task {
			return h.Halted[i].Event, true
		}
	}
	return 0, false
}

// sendMarker sends a task's marker along a channel, once.
func (c *core) sendMarker(task TaskID, p ipc.PortID, by ipc.Disposition, path string) {
	text := ipc.Item{Kind: ipc.KindString, Str: path}
	items := []ipc.Item{text}
	if c.snapshot() {
		x := Marked{task, p, c.IPC.Ports.At(uint32(p)).Label}
		if c.Unordered(p) || slices.Contains(c.Halt.Marked, x) {
			return
		}
		c.Halt.Marked = append(c.Halt.Marked, x)
		items = append(items, ipc.Item{Kind: ipc.KindInt, Num: uint64(task)})
	}
	if !c.addRight(p, by) {
		return
	}
	c.IPC.Enqueue(c.IPC.NewMsg(p, by, 0, 0, MarkerID, items...))
}

// addRight makes a right of the kernel's for a marker. A port that has died, as its home knows, gets none.
func (c *core) addRight(p ipc.PortID, by ipc.Disposition) bool {
	if by != ipc.PortSendOnce {
		c.IPC.AddSend(p)
		return true
	}
	port, home := c.IPC.Ports.At(uint32(p)), p
	if port.Net != 0 {
		n := c.NetPorts.At(port.Net)
		if n.Home < 0 {
			return false
		}
		home = n.Ends[n.Home].Port
	}
	c.IPC.AddSendOnce(home)
	c.carry(home, by, HostID(port.Host))
	return true
}

// Unordered says whether messages to a port may overtake each other.
func (s *State) Unordered(p ipc.PortID) bool {
	port := s.IPC.Ports.At(uint32(p))
	return port.Datagram || port.Net != 0 && s.NetPorts.At(port.Net).Datagram
}

// ahead sends a marker ahead of a message that a task sends after its moment.
func (c *core) ahead(t *ThreadState, m *ipc.Msg) {
	if !c.snapshot() {
		return
	}
	p := m.Dest
	port := c.IPC.Ports.At(uint32(p))
	if _, noted := c.Halt.Moment(t.Task); noted && c.isChannel(port, t.Space) {
		c.access(LocTask, ipc.Write, uint32(t.Task), taskHalt)
		c.sendMarker(t.Task, p, m.DestType, c.given().task(t.Task))
	}
}

// closes takes the markers out of a queue that have no message of their channel before them. A task that receives
// there has noted its moment by event, at the latest.
func (c *core) closes(p ipc.PortID, set ipc.SetID, event uint64) {
	for m := c.foremost(p, set); m != 0; m = c.foremost(p, set) {
		msg := c.IPC.Msgs.At(uint32(m))
		x := Closed{From: TaskID(msg.Items[1].Num), To: c.receiverOf(msg.Dest), Port: msg.Dest, Event: event,
			Label: c.IPC.Ports.At(uint32(msg.Dest)).Label}
		path := msg.Items[0].Str
		c.IPC.Dequeue(m)
		c.IPC.Ports.Mut(uint32(x.Port)).Seqno-- // it has taken a number, which programs would miss
		if dest, by := c.IPC.LiftDest(m); by == ipc.PortSendOnce {
			c.IPC.ForgetSendOnce(dest)
		} else {
			c.IPC.DropSend(dest)
		}
		c.IPC.DestroyMsg(m)
		c.noteMoment(x.To, path, event)
		c.catchInHand(&x)
		c.Halt.Closed = append(c.Halt.Closed, x)
	}
}

// foremost returns a marker in a queue that has no message of its channel before it, 0 if there is none.
func (c *core) foremost(p ipc.PortID, set ipc.SetID) ipc.MsgID {
	var before []ipc.PortID
	for m := c.IPC.First(p, set); m != 0; {
		msg := c.IPC.Msgs.At(uint32(m))
		switch {
		case !IsMarker(msg):
			before = append(before, msg.Dest)
		case c.receiverOf(msg.Dest) != 0 && !slices.Contains(before, msg.Dest):
			return m
		}
		m = msg.Next
	}
	return 0
}

// noteMoment has a task note its moment, if it has not, and sends its markers.
func (c *core) noteMoment(task TaskID, path string, event uint64) {
	c.access(LocTask, ipc.Write, uint32(task), taskHalt)
	if _, noted := c.Halt.Moment(task); noted {
		return
	}
	c.Halt.Halted = append(c.Halt.Halted, HaltedTask{task, event, path})
	c.sendMarkers(task, path)
}

// catchInHand catches the messages of a channel that were handed to threads before its marker has come, and which these
// have not received.
func (c *core) catchInHand(x *Closed) {
	for id := range c.Threads.All {
		t := c.Threads.At(id)
		if t.Task == x.To && t.Status == Pending && t.Wake == WakeMessage && t.Msg != 0 {
			if msg := c.IPC.Msgs.At(uint32(t.Msg)); msg.Dest == x.Port && c.sentBy(msg) == x.From {
				c.Halt.Caught = append(c.Halt.Caught, Caught{x.From, x.To, x.Port, msg.Sent, x.Event})
			}
		}
	}
}

// sentBy returns the task that has sent a message, 0 for the kernel.
func (s *State) sentBy(m *ipc.Msg) TaskID {
	if m.Sender == 0 {
		return 0
	}
	return s.Threads.At(m.Sender).Task
}

// catch catches a message that a thread receives, if its task has noted its moment before this step and the marker of
// the sender had not come before: in this step it may have, behind the message.
func (c *core) catch(t *ThreadState, m ipc.MsgID) {
	at, noted := c.Halt.Moment(t.Task)
	msg := c.IPC.Msgs.At(uint32(m))
	from := c.sentBy(msg)
	if !noted || at > c.Steps || from == 0 || from == t.Task || c.Unordered(msg.Dest) {
		return
	}
	label := c.IPC.Ports.At(uint32(msg.Dest)).Label
	if !slices.ContainsFunc(c.Halt.Closed, func(x Closed) bool {
		return x.From == from && x.Label == label && x.Event <= c.Steps
	}) {
		c.Halt.Caught = append(c.Halt.Caught, Caught{from, t.Task, msg.Dest, msg.Sent, c.Steps + 1})
	}
}

// takeEarly takes the markers out of the queue that a thread is about to receive from. One can be there only if the
// port has come to the task with it.
func (c *core) takeEarly(t *ThreadState) {
	if !c.snapshot() || t.Phase == msgWait || t.Call.Opt&ipc.MACH_RCV_MSG == 0 {
		return
	}
	if p, set, code := c.IPC.Source(t.Space, t.Call.Name); code == 0 {
		c.closes(p, set, c.Steps)
	}
}
