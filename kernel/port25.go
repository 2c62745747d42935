package kernel

import (
	"math"

	"machsim/ipc"
)

// Mach25 is a thread that makes the port calls of Mach 2.5: th.Mach25().PortAllocate
// is port_allocate. They work on the same name spaces as those of Mach 3.0, with
// other rules. A task has one name for a port, and gives up all rights under it at
// once; receive right and ownership are one. When a port dies, the names that these
// calls made for it disappear, and the notify port (TaskNotify) of each task that
// had one gets MACH_NOTIFY_PORT_DELETED. The message calls of Mach 2.5, such as
// MsgSend, are methods of Thread.
//
// Each call is about a task, given by the name of its task port. The code for
// whatever is wrong with an argument, the task too, is KERN_INVALID_ARGUMENT; the
// calls list the others that they have. To a task of another host they travel, as those
// of Mach 3.0 do, with the codes that this brings.
type Mach25 struct{ th *Thread }

// Mach25 gives the port calls of Mach 2.5, made by this thread.
func (th *Thread) Mach25() Mach25 { return Mach25{th} }

// inSpace25 is inSpace for the calls of Mach 2.5, which have one code for all that
// can be wrong with a task.
func inSpace25(run func(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code) handler {
	return func(c *core, _ ThreadID, t *ThreadState) bool {
		_, sp, code := c.spaceArg(t, t.Call.Name)
		if code != 0 {
			return c.refuse(ipc.KERN_INVALID_ARGUMENT)
		}
		c.aboutName(sp, t.Call.Name2)
		return c.refuse(run(c, sp, t))
	}
}

// PortAllocate makes a port and returns its name, under which the task has all
// rights to it (port_allocate). The backlog is 5.
func (m Mach25) PortAllocate(task ipc.Name) (ipc.Name, error) {
	err := m.th.portCall(OpPort25Allocate, task, 0, 0, 0, 0)
	return m.th.res.Name, err
}

// allocate25 returns the handler of a call that makes a port or a set, and labels it.
func allocate25(allocate func(*ipc.State, ipc.SpaceID) (ipc.Name, ipc.Code)) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		task, sp, code := c.spaceArg(t, t.Call.Name)
		if code != 0 {
			return c.refuse(ipc.KERN_INVALID_ARGUMENT)
		}
		n, code := allocate(&c.IPC, sp)
		if code == 0 {
			c.made(task, id, sp, n, "")
			c.out.Name = n
		}
		return c.refuse(code)
	}
}

// PortDeallocate gives up all the task's rights to a port; if it can receive from
// it, the port dies (port_deallocate).
func (m Mach25) PortDeallocate(task, port ipc.Name) error {
	return m.th.portCall(OpPort25Deallocate, task, port, 0, 0, 0)
}

// PortEnable puts a port into the task's default set, from which MsgReceive on
// PORT_DEFAULT receives (port_enable). KERN_NOT_RECEIVER: the task cannot receive
// from it.
func (m Mach25) PortEnable(task, port ipc.Name) error {
	return m.th.portCall(OpPort25Enable, task, port, 0, 0, 0)
}

func runPort25Enable(c *core, id ThreadID, t *ThreadState) bool {
	task, sp, code := c.spaceArg(t, t.Call.Name)
	if code != 0 {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	c.access(ipc.LocEnabled, ipc.Read, uint32(sp), 0)
	before := c.IPC.Spaces.At(uint32(sp)).Enabled
	code = c.IPC.Port25Enable(sp, t.Call.Name2)
	if now := c.IPC.Spaces.At(uint32(sp)).Enabled; now != before {
		c.made(task, id, sp, now, "")
	}
	c.aboutName(sp, t.Call.Name2)
	return c.refuse(code)
}

// PortDisable takes a port out of the task's default set; one that is not in it
// stays where it is (port_disable). KERN_NOT_RECEIVER: the task cannot receive from
// it.
func (m Mach25) PortDisable(task, port ipc.Name) error {
	return m.th.portCall(OpPort25Disable, task, port, 0, 0, 0)
}

// PortSetBacklog sets how many messages a port's queue holds before senders wait, 1
// to 16 (port_set_backlog). KERN_NOT_RECEIVER: the task cannot receive from it.
func (m Mach25) PortSetBacklog(task, port ipc.Name, backlog int) error {
	return m.th.portCall(OpPort25SetBacklog, task, port, 0, int64(backlog), 0)
}

func runPort25SetBacklog(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	backlog := max(0, min(t.Call.N, math.MaxInt32)) // either is out of range
	return c.IPC.Port25SetBacklog(sp, t.Call.Name2, int32(backlog))
}

// PortSetBackup makes backup, a port that the task can send to, get the receive
// right of a port that would die, in MACH_NOTIFY_PORT_DESTROYED (port_set_backup).
// With backup Null no port gets it. It returns a send right to the backup that was
// set before, or Null. KERN_NOT_RECEIVER: the task cannot receive from the port.
func (m Mach25) PortSetBackup(task, port, backup ipc.Name) (ipc.Name, error) {
	err := m.th.portCall(OpPort25SetBackup, task, port, backup, 0, 0)
	return m.th.res.Name, err
}

func runPort25SetBackup(c *core, sp ipc.SpaceID, t *ThreadState) (code ipc.Code) {
	former := ipc.PortID(0)
	if e := c.IPC.Lookup(sp, t.Call.Name2); e != nil && e.Type&ipc.TypeReceive != 0 {
		c.access(ipc.LocPort, ipc.Read, e.Object, 0)
		former = c.IPC.Ports.At(e.Object).PDRequest
	}
	c.out.Name, code = c.IPC.Port25SetBackup(sp, t.Call.Name2, t.Call.Name3)
	if code == 0 && t.Call.Name3 != ipc.Null {
		c.becameOnce(c.IPC.PortOf(sp, t.Call.Name3))
	}
	if c.out.Name != ipc.Null {
		c.becameSend(former)
	}
	return code
}

// becameOnce has the home keep a send-once right for one that was made to a proxy.
func (c *core) becameOnce(p ipc.PortID) {
	if n, i := c.proxyEnd(p); n != nil {
		n.Ends[i].Once++
		c.IPC.AddSendOnce(n.Ends[n.Home].Port)
	}
}

// becameSend has the home keep a send right in place of a send-once right, as was
// done with a right to a proxy.
func (c *core) becameSend(p ipc.PortID) {
	if n, i := c.proxyEnd(p); n != nil {
		c.hold(n, i)
		c.mind(&n.Ends[i])
		n.Ends[i].Once--
		c.IPC.ForgetSendOnce(n.Ends[n.Home].Port)
	}
}

// proxyEnd returns where a proxy is among the ends of its port; nil if p is none, or
// of a port that died.
func (c *core) proxyEnd(p ipc.PortID) (*NetPort, int) {
	c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	port := c.IPC.Ports.At(uint32(p))
	if port.Kind != KindProxy {
		return nil, 0
	}
	n := c.NetPorts.Mut(port.Net)
	i := n.endOf(p)
	c.accessEnd(NetID(port.Net), i)
	if n.Home < 0 || i < 0 {
		return nil, 0
	}
	return n, i
}

// PortStatus returns what the task may know of a port (port_status). Who cannot
// receive from it learns only that.
func (m Mach25) PortStatus(task, port ipc.Name) (ipc.Status25, error) {
	err := m.th.portCall(OpPort25Status, task, port, 0, 0, 0)
	status, _ := m.th.res.Info.(ipc.Status25)
	return status, err
}

func runPort25Status(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	status, code := c.IPC.Port25Status(sp, t.Call.Name2)
	c.out.Info = status
	return code
}

// PortSetAllocate makes an empty port set and returns its name (port_set_allocate).
func (m Mach25) PortSetAllocate(task ipc.Name) (ipc.Name, error) {
	err := m.th.portCall(OpPort25SetAllocate, task, 0, 0, 0, 0)
	return m.th.res.Name, err
}

// PortSetDeallocate takes all members out of a set and destroys it
// (port_set_deallocate). KERN_FAILURE: it is the task's default set.
func (m Mach25) PortSetDeallocate(task, set ipc.Name) error {
	return m.th.portCall(OpPort25SetDeallocate, task, set, 0, 0, 0)
}

// PortSetAdd puts a port into a set, out of the one that it is in (port_set_add).
// KERN_NOT_RECEIVER: the task cannot receive from the port.
func (m Mach25) PortSetAdd(task, set, port ipc.Name) error {
	return m.th.portCall(OpPort25SetAdd, task, set, port, 0, 0)
}

// PortSetRemove takes a port out of its set (port_set_remove). KERN_NOT_IN_SET: it is
// in none; KERN_NOT_RECEIVER: the task cannot receive from it.
func (m Mach25) PortSetRemove(task, port ipc.Name) error {
	return m.th.portCall(OpPort25SetRemove, task, port, 0, 0, 0)
}

// PortSetStatus returns the members of a set (port_set_status).
func (m Mach25) PortSetStatus(task, set ipc.Name) ([]ipc.Name, error) {
	err := m.th.portCall(OpPort25SetStatus, task, set, 0, 0, 0)
	return m.th.res.Names, err
}

func runPort25SetStatus(c *core, sp ipc.SpaceID, t *ThreadState) (code ipc.Code) {
	c.out.Names, code = c.IPC.Port25SetStatus(sp, t.Call.Name2)
	return code
}

// PortNames returns the names of a task and what they stand for (port_names).
func (m Mach25) PortNames(task ipc.Name) ([]ipc.Name, []ipc.Port25Type, error) {
	err := m.th.portCall(OpPort25Names, task, 0, 0, 0, 0)
	types, _ := m.th.res.Info.([]ipc.Port25Type)
	return m.th.res.Names, types, err
}

func runPort25Names(c *core, sp ipc.SpaceID, _ *ThreadState) ipc.Code {
	c.out.Names, c.out.Info = c.IPC.Port25Names(sp)
	return 0
}

// PortType returns what a name stands for (port_type). What Mach 2.5 does not know,
// such as a dead name, is Port25None.
func (m Mach25) PortType(task, name ipc.Name) (ipc.Port25Type, error) {
	err := m.th.portCall(OpPort25Type, task, name, 0, 0, 0)
	return ipc.Port25Type(m.th.res.N), err
}

func runPort25Type(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
	ty, code := c.IPC.Port25GetType(sp, t.Call.Name2)
	c.out.N = int64(ty)
	return code
}

// PortRename gives the right under a name another one (port_rename).
// KERN_NAME_EXISTS: the new name is in use.
func (m Mach25) PortRename(task, old, name ipc.Name) error {
	return m.th.portCall(OpPort25Rename, task, old, name, 0, 0)
}

// PortInsertSend gives the task a send right to a port of the caller's, under the
// name hisName (port_insert_send). KERN_NAME_EXISTS: the task uses the name;
// KERN_FAILURE: it has rights to the port already.
func (m Mach25) PortInsertSend(task, myPort, hisName ipc.Name) error {
	return m.th.portCall(OpPort25InsertSend, task, myPort, hisName, 0, 0)
}

// PortInsertReceive moves the caller's receive right to the task, under the name
// hisName (port_insert_receive). The codes are those of PortInsertSend.
func (m Mach25) PortInsertReceive(task, myPort, hisName ipc.Name) error {
	return m.th.portCall(OpPort25InsertReceive, task, myPort, hisName, 0, 0)
}

// insert25 returns the handler of both.
func insert25(insert func(s *ipc.State, caller, target ipc.SpaceID, name, right ipc.Name) ipc.Code) handler {
	return inSpace25(func(c *core, sp ipc.SpaceID, t *ThreadState) ipc.Code {
		own := t.Space
		c.about = Object{} // the name is the caller's
		c.note(t, t.Call.Name2)
		return insert(&c.IPC, own, sp, t.Call.Name3, t.Call.Name2)
	})
}

// PortExtractSend takes a send right, and all references to it, away from the task
// and returns the caller's name for it (port_extract_send). A task that can receive
// from the port keeps it.
func (m Mach25) PortExtractSend(task, hisName ipc.Name) (ipc.Name, error) {
	err := m.th.portCall(OpPort25ExtractSend, task, hisName, 0, 0, 0)
	return m.th.res.Name, err
}

// PortExtractReceive takes a receive right, and what goes with it, away from the
// task and returns the caller's name for it (port_extract_receive).
func (m Mach25) PortExtractReceive(task, hisName ipc.Name) (ipc.Name, error) {
	err := m.th.portCall(OpPort25ExtractReceive, task, hisName, 0, 0, 0)
	return m.th.res.Name, err
}

// extract25 is the handler of both.
func extract25(
	extract func(s *ipc.State, caller, target ipc.SpaceID, name ipc.Name) (ipc.Name, ipc.Code),
) handler {
	return inSpace25(func(c *core, sp ipc.SpaceID, t *ThreadState) (code ipc.Code) {
		own := t.Space
		c.out.Name, code = extract(&c.IPC, own, sp, t.Call.Name2)
		return code
	})
}
