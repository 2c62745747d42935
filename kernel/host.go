package kernel

import (
	"fmt"
	"strings"

	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/ipc/table"
)

// The uses of a port (ipc.Port.Kind).
const (
	KindPlain  uint8 = iota // a port of a program
	KindNotify              // a task's notify port; Object is the task
	KindTask                // task port; Object is the task
	KindThread              // thread port; Object is the thread
	KindHost                // host port; Object is the host
	KindReply               // where the kernel waits for the reply of an exception handler; Object is the thread
	KindProxy               // the local end of a port on another host; Net is set
	KindMinder              // gets the no-senders notification of a proxy; Object is the proxy
)

func (c *core) hostNamed(name string) HostID {
	for id := range c.Hosts.All {
		if c.Hosts.At(id).Name == name {
			return HostID(id)
		}
	}
	return 0
}

func (c *core) newHost(name string) HostID {
	id := table.New(&c.Hosts)
	h := c.Hosts.Mut(id)
	*h = HostState{Name: name, Speed: 100}
	h.Port = c.kernelPort(KindHost, id, HostID(id))
	return HostID(id)
}

// kernelPort makes a port that the kernel serves itself.
func (c *core) kernelPort(kind uint8, object uint32, h HostID) ipc.PortID {
	p := c.IPC.NewKernelPort(kind, object)
	c.IPC.Ports.Mut(uint32(p)).Host = uint32(h)
	return p
}

func (c *core) setNetServer(h HostID, p ipc.PortID) {
	c.access(LocHost, ipc.Write, uint32(h), 0)
	c.replaceSend(&c.Hosts.Mut(uint32(h)).NetServer, p)
	for id := range c.Tasks.All {
		t := c.Tasks.Mut(id)
		if t.Host == h {
			c.access(LocTask, ipc.Write, id, taskSelf)
		}
		if t.Host == h && !t.Ended {
			c.replaceSend(&t.Slots[slotNetName], p)
		}
	}
}

// replaceSend replaces the send right in a variable of the kernel by a new one to port p; by 0
// if p is 0 or dead.
func (c *core) replaceSend(v *ipc.PortID, p ipc.PortID) {
	old := *v
	*v = 0
	if c.alive(p) {
		c.IPC.AddSend(p)
		*v = p
	}
	c.IPC.DropSend(old)
}

// alive reports whether p is a port, and has not died.
func (c *core) alive(p ipc.PortID) bool {
	if p != 0 && p != ipc.DeadPort {
		c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	}
	return p != 0 && p != ipc.DeadPort && !c.IPC.Ports.At(uint32(p)).Dead
}

// Clock is the time of a host's own clock, in microseconds.
func (s *State) Clock(h HostID) int64 { return s.Hosts.At(uint32(h)).Clock(s.Now) }

// Clock is what the clock of a host shows at a virtual time, both in microseconds: not the time for which it stood.
func (h *HostState) Clock(now int64) int64 { return h.hardware(h.Logical(now)) }

// hardware is what the clock of a host would show, had it never stood.
func (h *HostState) hardware(now int64) int64 {
	return now + h.Offset + now/1_000_000*h.Drift + now%1_000_000*h.Drift/1_000_000
}

// HostSelf returns a send right to the port of the thread's host (host_self).
// Each call adds a user reference.
func (k Mach) HostSelf() ipc.Name {
	k.th.begin(OpHostSelf)
	k.th.enter()
	return k.th.res.Name
}

func runHostSelf(c *core, _ ThreadID, t *ThreadState) bool {
	task := c.Tasks.At(uint32(t.Task))
	p := c.Hosts.At(uint32(task.Host)).Port
	c.IPC.AddSend(p)
	c.out.Name = c.IPC.CopyOutRight(task.Space, p, ipc.PortSend)
	return true
}

// HostName returns the name of the host on which the thread runs. It is no kernel call.
func (th *Thread) HostName() string {
	s := th.m.State
	return s.Hosts.At(uint32(s.Tasks.At(uint32(th.task())).Host)).Name
}

// HostNames returns the names of all hosts, in the order in which they were made. It
// is no kernel call.
func (th *Thread) HostNames() []string {
	return th.m.names()
}

// namesHost fails the run if a call names a host that does not exist. Hosts are made by Main alone
// and never go, so a program cannot come to such a name by bad luck.
func (th *Thread) namesHost(call, host string) {
	th.mine()
	if th.m.hostNamed(host) == 0 {
		th.fails(Misuse, fmt.Sprintf("th.%s: there is no host %q; the hosts are %s",
			call, host, strings.Join(quote.List(th.HostNames()), ", ")))
	}
}

// NetServer returns a send right to the port of a host's netname server, as one
// network server finds another by its address. KERN_INVALID_HOST: no such host;
// KERN_FAILURE: it is down, or has no netname server.
func (k Mach) NetServer(host string) (ipc.Name, error) {
	k.th.begin(OpNetServer).Text = host
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

func runNetServer(c *core, _ ThreadID, t *ThreadState) bool {
	h := c.hostNamed(t.Call.Text)
	if h == 0 {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	c.about = Object{HostObject, uint32(h)}
	c.access(LocHost, ipc.Read, uint32(h), 0)
	host := c.Hosts.At(uint32(h))
	if host.Down || !c.alive(host.NetServer) {
		return c.refuse(ipc.KERN_FAILURE)
	}
	c.out.Name = c.sendRightTo(t, host.NetServer)
	return true
}

// SetNetServer makes a port, whose receive right the caller's task has, the one
// where the tasks of its host find their netname server. KERN_INVALID_NAME,
// KERN_INVALID_RIGHT: it is no such right.
func (k Mach) SetNetServer(port ipc.Name) error {
	k.th.begin(OpSetNetServer).Name = port
	k.th.enter()
	return k.th.res.Code.Err()
}

func runSetNetServer(c *core, _ ThreadID, t *ThreadState) bool {
	task := c.Tasks.At(uint32(t.Task))
	e := c.IPC.Lookup(task.Space, t.Call.Name)
	switch {
	case e == nil:
		return c.refuse(ipc.KERN_INVALID_NAME)
	case e.Type&ipc.TypeReceive == 0:
		return c.refuse(ipc.KERN_INVALID_RIGHT)
	}
	c.about = Object{HostObject, uint32(task.Host)}
	c.setNetServer(task.Host, ipc.PortID(e.Object))
	return true
}

// CrashHost ends a host at once, with all its tasks, as a power failure does. Other hosts learn of
// it late. A thread on that host does not return. KERN_FAILURE: the host is down already. To name a
// host that does not exist fails the run.
func (th *Thread) CrashHost(host string) error {
	th.namesHost("CrashHost", host)
	th.begin(OpHostCrash).Text = host
	th.enter()
	return th.res.Code.Err()
}

func runHostCrash(c *core, id ThreadID, t *ThreadState) bool {
	h := c.hostNamed(t.Call.Text)
	if h == 0 {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	c.about = Object{HostObject, uint32(h)}
	c.access(LocHost, ipc.Read, uint32(h), 0)
	if c.Hosts.At(uint32(h)).Down {
		return c.refuse(ipc.KERN_FAILURE)
	}
	c.crash(h)
	return c.Threads.At(uint32(id)).Status != Ended
}

// crash ends all tasks on a host that is up. Their ends tell other hosts nothing (quiet).
func (c *core) crash(h HostID) {
	c.access(LocHost, ipc.Write, uint32(h), 0)
	c.access(LocWires, ipc.Write, 0, 0)
	c.Hosts.Mut(uint32(h)).Down = true
	c.quiet = true
	for task := range c.Tasks.All {
		ts := c.Tasks.At(task)
		if ts.Host == h {
			c.access(LocTask, ipc.Read, task, taskSelf)
		}
		if ts.Host == h && !ts.Ended {
			c.endTask(TaskID(task))
		}
	}
	c.quiet = false
	c.crashDisk(h)
	c.hostDown(h)
}

// RestartHost starts a crashed host again: empty, but for the servers that the
// program set up with Boot.OnRestart. Other hosts are told, and drop what they
// had of its ports. KERN_FAILURE: the host is up. To name a host that does not exist fails the run.
func (th *Thread) RestartHost(host string) error {
	th.namesHost("RestartHost", host)
	th.child = th.m.restarter(host)
	th.begin(OpHostRestart).Text = host
	th.enter()
	return th.res.Code.Err()
}

func runHostRestart(c *core, id ThreadID, t *ThreadState) bool {
	h := c.hostNamed(t.Call.Text)
	if h == 0 {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	c.about = Object{HostObject, uint32(h)}
	c.access(LocHost, ipc.Read, uint32(h), 0)
	host := c.Hosts.Mut(uint32(h))
	if !host.Down {
		return c.refuse(ipc.KERN_FAILURE)
	}
	c.access(LocHost, ipc.Write, uint32(h), 0)
	c.access(LocWires, ipc.Write, 0, 0)
	host.Down = false
	host.Port = c.kernelPort(KindHost, uint32(h), h)
	c.replaceSend(&host.NetServer, 0)
	c.hostUp(h)
	if host.Restart {
		task := c.newTask(h, c.newLabel(0, madeTask, "init-"+host.Name), true)
		c.newThread(task, 0, "", 0)
	}
	return true
}

// OnRestart names what a host runs when it is started again after a crash: the first thread of a server task. Called
// again, it names one more: netname.Serve has the name server run.
func (b *Boot) OnRestart(h HostID, body func(*Thread)) {
	b.onHost("OnRestart", h)
	if body == nil {
		b.wrong("b.OnRestart: the server has nothing to run, its body is nil")
	}
	b.m.Hosts.Mut(uint32(h)).Restart = true
	b.m.restarts = append(b.m.restarts, restart{b.HostName(h), body})
}

type restart struct {
	host string
	body func(*Thread)
}

// restarter returns what the first task of a restarted host does: it makes the others. It is nil if there is none.
func (m *Machine) restarter(host string) func(*Thread) {
	var all []func(*Thread)
	for _, r := range m.restarts {
		if r.host == host {
			all = append(all, r.body)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return func(th *Thread) {
		for _, body := range all[1:] {
			Must(th.Spawn("", "init-"+host, body))
		}
		all[0](th)
	}
}
