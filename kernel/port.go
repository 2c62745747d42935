package kernel

import (
	"math"

	"machsim/ipc"
)

// The port calls of Mach 3.0. Each works on the name space of a task, given by the
// name of its task port; th.Self() is the caller's own. Codes common to all:
// MACH_SEND_INVALID_DEST, the task port's name is no send right; KERN_INVALID_TASK,
// it is not one of a task; KERN_INVALID_NAME, the name is not in the space. A task of
// another host is reached over the wire (across.go), so these can come too:
// MACH_SEND_INVALID_DEST, its host was given up; MIG_SERVER_DIED, and nobody knows whether
// the call was done; MACH_SEND_INTERRUPTED and MACH_RCV_INTERRUPTED, thread_abort.

// portCall makes a call whose arguments are names and numbers.
func (th *Thread) portCall(op Op, task, n, n2 ipc.Name, a, b int64) error {
	c := th.begin(op)
	c.Name, c.Name2, c.Name3, c.N, c.N2 = task, n, n2, a, b
	th.enter()
	return th.res.Code.Err()
}

// inSpace wraps the handler of a port call: it finds the space.
func inSpace(run func(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		_, sp, code := c.spaceArg(t, t.Call.Name)
		if code == 0 {
			c.aboutName(sp, t.Call.Name2)
			code = run(c, sp, t)
		}
		return c.refuse(code)
	}
}

// onName is the run of a call that the space itself has: it is about a name.
func onName(call func(*ipc.State, ipc.SpaceID, ipc.Name) ipc.Code) func(*core, ipc.SpaceID, *ThreadState) ipc.Code {
	return func(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code { return call(&c.IPC, sp, t.Call.Name2) }
}

// onNames is onName for a call about two.
func onNames(
	call func(s *ipc.State, sp ipc.SpaceID, a, b ipc.Name) ipc.Code,
) func(*core, ipc.SpaceID, *ThreadState) ipc.Code {
	return func(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
		return call(&c.IPC, sp, t.Call.Name2, t.Call.Name3)
	}
}

// aboutName notes that the step is about what a name stands for.
func (c *core) aboutName(sp ipc.SpaceID, n ipc.Name) {
	switch e := c.IPC.Lookup(sp, n); {
	case e == nil:
	case e.Type&ipc.TypePortSet != 0:
		c.about = Object{SetObject, e.Object}
	case e.Type&ipc.TypeDeadName == 0:
		c.about = Object{PortObject, e.Object}
	}
}

// note is aboutName for the thread's own space.
func (c *core) note(t *ThreadState, n ipc.Name) {
	c.aboutName(t.Space, n)
}

// PortAllocate makes a port (RightReceive), an empty port set (RightPortSet) or a
// dead name, and returns its name (mach_port_allocate). KERN_INVALID_VALUE: no such
// right can be made.
func (k Mach) PortAllocate(task ipc.Name, r ipc.Right) (ipc.Name, error) {
	err := k.th.portCall(OpPortAllocate, task, 0, 0, int64(r), 0)
	return k.th.res.Name, err
}

func runPortAllocate(c *core, id ThreadID, t *ThreadState) bool {
	task, sp, code := c.spaceArg(t, t.Call.Name)
	if code != 0 {
		return c.refuse(code)
	}
	n, code := c.IPC.PortAllocate(sp, ipc.Right(t.Call.N))
	if code == 0 {
		c.made(task, id, sp, n, t.Call.Text)
		c.out.Name = n
	}
	return c.refuse(code)
}

// made labels a new port or set.
func (c *core) made(task TaskID, id ThreadID, sp ipc.SpaceID, n ipc.Name, given string) {
	c.aboutName(sp, n)
	switch c.about.Kind {
	case PortObject:
		c.label(task, n, id, given)
	case SetObject:
		c.IPC.Sets.Mut(c.about.ID).Label = c.newLabel(id, madePort, given)
		c.baptize(c.IPC.Sets.At(c.about.ID).Label)
	}
}

// NewPort makes a port that is shown under a name, and returns the name of its
// receive right (mach_port_allocate, which cannot be refused to a live task).
func (th *Thread) NewPort(name string) ipc.Name {
	return th.newRight(ipc.RightReceive, name)
}

// NewDatagramPort makes a port that is shown under a name, and returns the name of its receive right. Messages to it
// from other hosts are datagrams: they may be lost, doubled or overtaken, if faults of these kinds are asked for
// (Config.Faults). Mach has no such ports; a message to a port of Mach's stays until it is received or the port dies.
func (th *Thread) NewDatagramPort(name string) ipc.Name {
	th.begin(OpDatagramPort).Text = name
	th.enter()
	return th.res.Name
}

func runDatagramPort(c *core, id ThreadID, t *ThreadState) bool {
	n, code := c.IPC.PortAllocate(t.Space, ipc.RightReceive)
	if code == 0 {
		c.made(t.Task, id, t.Space, n, t.Call.Text)
		c.IPC.Ports.Mut(c.about.ID).Datagram = true
		c.out.Name = n
	}
	return c.refuse(code)
}

// NewPortSet makes a port set that is shown under a name.
func (th *Thread) NewPortSet(name string) ipc.Name {
	return th.newRight(ipc.RightPortSet, name)
}

func (th *Thread) newRight(r ipc.Right, name string) ipc.Name {
	self := th.Mach().Self()
	c := th.begin(OpPortAllocate)
	c.Name, c.N, c.Text = self, int64(r), name
	th.enter()
	return th.res.Name
}

// PortAllocateName is PortAllocate under a name of the caller's choice
// (mach_port_allocate_name). KERN_NAME_EXISTS: the name is in use.
func (k Mach) PortAllocateName(task ipc.Name, r ipc.Right, name ipc.Name) error {
	return k.th.portCall(OpPortAllocateName, task, name, 0, int64(r), 0)
}

func runPortAllocateName(c *core, id ThreadID, t *ThreadState) bool {
	task, sp, code := c.spaceArg(t, t.Call.Name)
	if code != 0 {
		return c.refuse(code)
	}
	if code = c.IPC.PortAllocateName(sp, ipc.Right(t.Call.N), t.Call.Name2); code == 0 {
		c.made(task, id, sp, t.Call.Name2, "")
	}
	return c.refuse(code)
}

// PortNames returns the names of a space and what they stand for (mach_port_names).
func (k Mach) PortNames(task ipc.Name) ([]ipc.Name, []ipc.Type, error) {
	if err := k.th.portCall(OpPortNames, task, 0, 0, 0, 0); err != nil {
		return nil, nil, err
	}
	return k.th.res.Names, k.th.res.Types, nil
}

func runPortNames(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	c.out.Names, c.out.Types = c.IPC.PortNames(sp)
	return 0
}

// PortType returns what a name stands for (mach_port_type).
func (k Mach) PortType(task, name ipc.Name) (ipc.Type, error) {
	err := k.th.portCall(OpPortType, task, name, 0, 0, 0)
	return ipc.Type(k.th.res.N), err
}

func runPortType(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	ty, code := c.IPC.PortType(sp, t.Call.Name2)
	c.out.N = int64(ty)
	return code
}

// PortRename gives a right another name (mach_port_rename). KERN_NAME_EXISTS: the
// new name is in use.
func (k Mach) PortRename(task, old, name ipc.Name) error {
	return k.th.portCall(OpPortRename, task, old, name, 0, 0)
}

// PortDestroy gives up everything under a name; a port whose receive right it is
// dies (mach_port_destroy).
func (k Mach) PortDestroy(task, name ipc.Name) error {
	return k.th.portCall(OpPortDestroy, task, name, 0, 0, 0)
}

// PortDeallocate gives up one user reference of a send right, a send-once right or
// a dead name (mach_port_deallocate). KERN_INVALID_RIGHT: it is none of these.
func (k Mach) PortDeallocate(task, name ipc.Name) error {
	return k.th.portCall(OpPortDeallocate, task, name, 0, 0, 0)
}

// PortGetRefs returns the number of user references of a right, 0 if the name stands
// for something else (mach_port_get_refs).
func (k Mach) PortGetRefs(task, name ipc.Name, r ipc.Right) (int, error) {
	err := k.th.portCall(OpPortGetRefs, task, name, 0, int64(r), 0)
	return int(k.th.res.N), err
}

func runPortGetRefs(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	n, code := c.IPC.PortGetRefs(sp, t.Call.Name2, ipc.Right(t.Call.N))
	c.out.N = int64(n)
	return code
}

// PortModRefs changes the number of user references of a right (mach_port_mod_refs).
// KERN_INVALID_RIGHT: the name has no such right; KERN_INVALID_VALUE: not so many
// are there, or the right can only be given up whole; KERN_UREFS_OVERFLOW.
func (k Mach) PortModRefs(task, name ipc.Name, r ipc.Right, delta int) error {
	return k.th.portCall(OpPortModRefs, task, name, 0, int64(r), int64(delta))
}

func runPortModRefs(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	delta := max(math.MinInt32, min(t.Call.N2, math.MaxInt32)) // either is out of range
	return c.IPC.PortModRefs(sp, t.Call.Name2, ipc.Right(t.Call.N), int32(delta))
}

// PortSetQLimit sets how many messages a port's queue holds before senders wait
// (mach_port_set_qlimit). KERN_INVALID_VALUE: more than 16.
func (k Mach) PortSetQLimit(task, name ipc.Name, limit int) error {
	return k.th.portCall(OpPortSetQLimit, task, name, 0, int64(limit), 0)
}

func runPortSetQLimit(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	limit := min(uint64(t.Call.N), math.MaxUint32) // out of range, as is a negative one
	return c.IPC.PortSetQLimit(sp, t.Call.Name2, uint32(limit))
}

// PortSetMSCount sets a port's count of send rights made (mach_port_set_mscount).
func (k Mach) PortSetMSCount(task, name ipc.Name, count int) error {
	return k.th.portCall(OpPortSetMSCount, task, name, 0, int64(count), 0)
}

func runPortSetMSCount(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	return c.IPC.PortSetMSCount(sp, t.Call.Name2, uint32(t.Call.N))
}

// PortSetSeqno sets the sequence number that the next message of a port gets
// (mach_port_set_seqno).
func (k Mach) PortSetSeqno(task, name ipc.Name, seqno int) error {
	return k.th.portCall(OpPortSetSeqno, task, name, 0, int64(seqno), 0)
}

func runPortSetSeqno(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	return c.IPC.PortSetSeqno(sp, t.Call.Name2, uint32(t.Call.N))
}

// PortGetReceiveStatus returns facts about a port (mach_port_get_receive_status).
func (k Mach) PortGetReceiveStatus(task, name ipc.Name) (ipc.ReceiveStatus, error) {
	err := k.th.portCall(OpPortGetReceiveStatus, task, name, 0, 0, 0)
	status, _ := k.th.res.Info.(ipc.ReceiveStatus)
	return status, err
}

func runPortGetReceiveStatus(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	status, code := c.IPC.PortGetReceiveStatus(sp, t.Call.Name2)
	c.out.Info = status
	return code
}

// PortGetSetStatus returns the members of a port set (mach_port_get_set_status).
func (k Mach) PortGetSetStatus(task, name ipc.Name) ([]ipc.Name, error) {
	err := k.th.portCall(OpPortGetSetStatus, task, name, 0, 0, 0)
	return k.th.res.Names, err
}

func runPortGetSetStatus(c *core, sp ipc.SpaceID, t *ThreadState) (code ipc.Code) {
	c.out.Names, code = c.IPC.PortGetSetStatus(sp, t.Call.Name2)
	return code
}

// PortMoveMember puts a receive right into a port set, or takes it out of one if
// after is Null (mach_port_move_member). KERN_NOT_IN_SET: it is in none.
func (k Mach) PortMoveMember(task, member, after ipc.Name) error {
	return k.th.portCall(OpPortMoveMember, task, member, after, 0, 0)
}

// PortInsertRight gives a task a right of the caller's under a name of the caller's
// choice (mach_port_insert_right). d says how the right travels, as in a message.
// KERN_NAME_EXISTS: the name is in use for something else; KERN_RIGHT_EXISTS: the task
// knows the port under another name. A task that is refused the right has it still; to one of
// another host the right travels with the request, and comes back with the refusal.
func (k Mach) PortInsertRight(task, name, right ipc.Name, d ipc.Disposition) error {
	return k.th.portCall(OpPortInsertRight, task, name, right, int64(d), 0)
}

func runPortInsertRight(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	own := t.Space
	return c.IPC.PortInsertRight(own, sp, t.Call.Name2, t.Call.Name3, ipc.Disposition(t.Call.N))
}

// PortExtractRight takes a right from a task, as if that had sent it
// (mach_port_extract_right), and returns the caller's name for it.
func (k Mach) PortExtractRight(task, name ipc.Name, d ipc.Disposition) (ipc.Name, error) {
	err := k.th.portCall(OpPortExtractRight, task, name, 0, int64(d), 0)
	return k.th.res.Name, err
}

func runPortExtractRight(c *core, sp ipc.SpaceID, t *ThreadState) (code ipc.Code) {
	own := t.Space
	c.out.Name, c.out.Disp, code = c.IPC.PortExtractRight(own, sp, t.Call.Name2, ipc.Disposition(t.Call.N))
	return code
}

// PortRequestNotification asks for a notification about a right, to be sent to the
// port notify (mach_port_request_notification): MACH_NOTIFY_DEAD_NAME,
// MACH_NOTIFY_NO_SENDERS or MACH_NOTIFY_PORT_DESTROYED. d is MakeSendOnce, for a port
// that the caller receives from, or MoveSendOnce. It returns the right of the request
// that this one replaces, or Null. With notify Null it cancels.
func (k Mach) PortRequestNotification(task, name ipc.Name, id int32, sync int, notify ipc.Name,
	d ipc.Disposition) (ipc.Name, error) {
	c := k.th.begin(OpPortRequestNotification)
	c.Name, c.Name2, c.Name3, c.N, c.N2, c.Disp = task, name, notify, int64(id), int64(sync), d
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

func runPortRequestNotification(c *core, sp ipc.SpaceID, t *ThreadState) (code ipc.Code) {
	own := t.Space
	call := &t.Call
	c.out.Name, code = c.IPC.PortRequestNotification(own, sp, call.Name2, int32(call.N), uint32(call.N2), call.Name3,
		call.Disp)
	return code
}
