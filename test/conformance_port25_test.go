package test

import (
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// The port calls of Mach 2.5.

// port25 makes a port as Mach 2.5 does.
func port25(th *kernel.Thread) ipc.Name {
	return kernel.Must(th.Mach25().PortAllocate(th.Mach().Self()))
}

// set25 makes a port set as Mach 2.5 does.
func set25(th *kernel.Thread) ipc.Name {
	return kernel.Must(th.Mach25().PortSetAllocate(th.Mach().Self()))
}

// lent makes a port that another task receives from, and of which the caller has a
// send right under a name of Mach 2.5.
func lent(th *kernel.Thread) (task, name ipc.Name) {
	k := th.Mach25()
	task = kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "", false))
	name = port25(th)
	kernel.Must(k.PortInsertReceive(task, name, 0x6600))
	return task, name
}

// send25 has a send right and nothing else.
func send25(th *kernel.Thread) ipc.Name {
	_, n := lent(th)
	return n
}

// is25 checks what a name stands for.
func is25(th *kernel.Thread, what string, task, n ipc.Name, want ipc.Port25Type) {
	ty, err := th.Mach25().PortType(task, n)
	th.Check(err == nil && ty == want, "%s: the name is %v (%v), want %v", what, ty, err, want)
}

// gone25 checks that a task does not have a name.
func gone25(th *kernel.Thread, what string, task, n ipc.Name) {
	_, err := th.Mach25().PortType(task, n)
	wants(th, what, err, ipc.KERN_INVALID_ARGUMENT)
}

// take receives as Mach 2.5 does, without waiting.
func take(th *kernel.Thread, from ipc.Name) (*ipc.Message, error) {
	m := &ipc.Message{Header: ipc.Header{Local: from}}
	err := th.Mach25().MsgReceive(m, ipc.RCV_TIMEOUT, 0)
	return m, err
}

// second is the error of a call that answers something besides.
func second[T any](_ T, err error) error { return err }

// calls25 are the port calls, about a task and a name of the caller's choice, with
// arguments that are right otherwise.
var calls25 = []struct {
	what string
	do   func(th *kernel.Thread, task, n ipc.Name) error
}{
	{"port_deallocate", func(th *kernel.Thread, task, n ipc.Name) error { return th.Mach25().PortDeallocate(task, n) }},
	{"port_enable", func(th *kernel.Thread, task, n ipc.Name) error { return th.Mach25().PortEnable(task, n) }},
	{"port_disable", func(th *kernel.Thread, task, n ipc.Name) error { return th.Mach25().PortDisable(task, n) }},
	{"port_set_backlog", func(th *kernel.Thread, task, n ipc.Name) error {
		return th.Mach25().PortSetBacklog(task, n, 1)
	}},
	{"port_set_backup", func(th *kernel.Thread, task, n ipc.Name) error {
		return second(th.Mach25().PortSetBackup(task, n, ipc.Null))
	}},
	{"port_status", func(th *kernel.Thread, task, n ipc.Name) error { return second(th.Mach25().PortStatus(task, n)) }},
	{"port_set_deallocate", func(th *kernel.Thread, task, n ipc.Name) error {
		return th.Mach25().PortSetDeallocate(task, n)
	}},
	{"port_set_add", func(th *kernel.Thread, task, n ipc.Name) error {
		return th.Mach25().PortSetAdd(task, set25(th), n)
	}},
	{"port_set_add to", func(th *kernel.Thread, task, n ipc.Name) error {
		return th.Mach25().PortSetAdd(task, n, port25(th))
	}},
	{"port_set_remove", func(th *kernel.Thread, task, n ipc.Name) error { return th.Mach25().PortSetRemove(task, n) }},
	{"port_set_status", func(th *kernel.Thread, task, n ipc.Name) error {
		return second(th.Mach25().PortSetStatus(task, n))
	}},
	{"port_type", func(th *kernel.Thread, task, n ipc.Name) error { return second(th.Mach25().PortType(task, n)) }},
	{"port_rename", func(th *kernel.Thread, task, n ipc.Name) error { return th.Mach25().PortRename(task, n, 0x7100) }},
	{"port_insert_send", func(th *kernel.Thread, task, n ipc.Name) error {
		if task == th.Mach().Self() {
			task = kernel.Must(th.Mach().TaskCreate(task, "", false))
		}
		return th.Mach25().PortInsertSend(task, n, 0x7200)
	}},
	{"port_insert_receive", func(th *kernel.Thread, task, n ipc.Name) error {
		if task == th.Mach().Self() {
			task = kernel.Must(th.Mach().TaskCreate(task, "", false))
		}
		return th.Mach25().PortInsertReceive(task, n, 0x7300)
	}},
	{"port_extract_send", func(th *kernel.Thread, task, n ipc.Name) error {
		return second(th.Mach25().PortExtractSend(task, n))
	}},
	{"port_extract_receive", func(th *kernel.Thread, task, n ipc.Name) error {
		return second(th.Mach25().PortExtractReceive(task, n))
	}},
}

// What each call says to each kind of name.
func TestPort25OnEveryName(t *testing.T) {
	const ok, ia, nr, ns = ipc.KERN_SUCCESS, ipc.KERN_INVALID_ARGUMENT, ipc.KERN_NOT_RECEIVER, ipc.KERN_NOT_IN_SET
	kinds := []struct {
		what string
		make func(*kernel.Thread) ipc.Name
	}{
		{"a port to receive from", port25},
		{"a send right", send25},
		{"a set", set25},
		{"an unknown name", func(*kernel.Thread) ipc.Name { return 0x7700 }},
		{"null", func(*kernel.Thread) ipc.Name { return ipc.Null }},
		{"dead", func(*kernel.Thread) ipc.Name { return ipc.Dead }},
	}
	want := map[string][6]ipc.Code{
		"port_deallocate":      {ok, ok, ia, ia, ia, ia},
		"port_enable":          {ok, nr, ia, ia, ia, ia},
		"port_disable":         {ok, nr, ia, ia, ia, ia},
		"port_set_backlog":     {ok, nr, ia, ia, ia, ia},
		"port_set_backup":      {ok, nr, ia, ia, ia, ia},
		"port_status":          {ok, ok, ia, ia, ia, ia},
		"port_set_deallocate":  {ia, ia, ok, ia, ia, ia},
		"port_set_add":         {ok, nr, ia, ia, ia, ia},
		"port_set_add to":      {ia, ia, ok, ia, ia, ia},
		"port_set_remove":      {ns, nr, ia, ia, ia, ia},
		"port_set_status":      {ia, ia, ok, ia, ia, ia},
		"port_type":            {ok, ok, ok, ia, ia, ia},
		"port_rename":          {ok, ok, ok, ia, ia, ia},
		"port_insert_send":     {ok, ok, ia, ia, ia, ia},
		"port_insert_receive":  {ok, ia, ia, ia, ia, ia},
		"port_extract_send":    {ia, ok, ia, ia, ia, ia},
		"port_extract_receive": {ok, ia, ia, ia, ia, ia},
	}
	for _, c := range calls25 {
		t.Run(c.what, func(t *testing.T) {
			for i, k := range kinds {
				conform(t, alone(func(th *kernel.Thread) {
					wants(th, c.what+" of "+k.what, c.do(th, th.Mach().Self(), k.make(th)), want[c.what][i])
				}))
			}
		})
	}
}

// Whatever is wrong with a task has one code.
func TestPort25OnWrongTasks(t *testing.T) {
	for _, k := range []struct {
		what string
		task func(*kernel.Thread) ipc.Name
	}{
		{"null", func(*kernel.Thread) ipc.Name { return ipc.Null }},
		{"dead", func(*kernel.Thread) ipc.Name { return ipc.Dead }},
		{"an unknown name", func(*kernel.Thread) ipc.Name { return 0x7700 }},
		{"a port", sendRight},
		{"a receive right", newPort},
		{"a set", portSet},
		{"a dead name", deadName},
		{"a thread", func(th *kernel.Thread) ipc.Name { return th.Mach().ThreadSelf() }},
		{"a task that has ended", func(th *kernel.Thread) ipc.Name {
			task := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "", false))
			kernel.Must(th.Mach().TaskTerminate(task))
			return task
		}},
	} {
		t.Run(k.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				k25, task, n := th.Mach25(), k.task(th), port25(th)
				for _, c := range calls25 {
					wants(th, c.what, c.do(th, task, n), ipc.KERN_INVALID_ARGUMENT)
				}
				wants(th, "port_allocate", second(k25.PortAllocate(task)), ipc.KERN_INVALID_ARGUMENT)
				wants(th, "port_set_allocate", second(k25.PortSetAllocate(task)), ipc.KERN_INVALID_ARGUMENT)
				_, _, err := k25.PortNames(task)
				wants(th, "port_names", err, ipc.KERN_INVALID_ARGUMENT)
				is25(th, "after all that", th.Mach().Self(), n, ipc.Port25ReceiveOwn)
			}))
		})
	}
}

// The codes that depend on more than the name.
func TestPort25Codes(t *testing.T) {
	const ia = ipc.KERN_INVALID_ARGUMENT
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, k kernel.Mach25, task, p ipc.Name) error // p is sent to by the task
		want ipc.Code
	}{
		{"backlog 0", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortSetBacklog(th.Mach().Self(), p, 0)
		}, ia},
		{"backlog -1", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortSetBacklog(th.Mach().Self(), p, -1)
		}, ia},
		{"backlog 16", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortSetBacklog(th.Mach().Self(), p, 16)
		}, 0},
		{"backlog 17", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortSetBacklog(th.Mach().Self(), p, 17)
		}, ia},
		{"backlog of 33 bits", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortSetBacklog(th.Mach().Self(), p, 1<<32+5)
		}, ia},
		{"unknown backup", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return second(k.PortSetBackup(th.Mach().Self(), p, 0x7700))
		}, ia},
		{"a set as backup", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return second(k.PortSetBackup(th.Mach().Self(), p, set25(th)))
		}, ia},
		{"add to no set", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortSetAdd(th.Mach().Self(), 0x7700, p)
		}, ia},
		{"deallocate the default set", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			kernel.Must(k.PortEnable(th.Mach().Self(), p))
			return k.PortSetDeallocate(th.Mach().Self(), kernel.Must(k.PortStatus(th.Mach().Self(), p)).Set)
		}, ipc.KERN_FAILURE},
		{"rename over another", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortRename(th.Mach().Self(), p, port25(th))
		}, ipc.KERN_NAME_EXISTS},
		{"rename to itself", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortRename(th.Mach().Self(), p, p)
		}, ipc.KERN_NAME_EXISTS},
		{"rename to null", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortRename(th.Mach().Self(), p, ipc.Null)
		}, ia},
		{"rename to dead", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortRename(th.Mach().Self(), p, ipc.Dead)
		}, ia},
		{"insert a send right under a name in use", func(th *kernel.Thread, k kernel.Mach25, task, _ ipc.Name) error {
			return k.PortInsertSend(task, port25(th), 0x4000)
		}, ipc.KERN_NAME_EXISTS},
		{"insert a send right that is there, even under its name",
			func(_ *kernel.Thread, k kernel.Mach25, task, p ipc.Name) error {
				return k.PortInsertSend(task, p, 0x4000)
			}, ipc.KERN_NAME_EXISTS},
		{"insert a send right that is there", func(_ *kernel.Thread, k kernel.Mach25, task, p ipc.Name) error {
			return k.PortInsertSend(task, p, 0x5000)
		}, ipc.KERN_FAILURE},
		{"insert a receive right under a name in use", func(th *kernel.Thread, k kernel.Mach25, task, _ ipc.Name) error {
			return k.PortInsertReceive(task, port25(th), 0x4000)
		}, ipc.KERN_NAME_EXISTS},
		{"insert a receive right, even under the name of its send right",
			func(_ *kernel.Thread, k kernel.Mach25, task, p ipc.Name) error {
				return k.PortInsertReceive(task, p, 0x4000)
			}, ipc.KERN_NAME_EXISTS},
		{"insert a receive right beside its send right", func(_ *kernel.Thread, k kernel.Mach25, task, p ipc.Name) error {
			return k.PortInsertReceive(task, p, 0x5000)
		}, ipc.KERN_FAILURE},
		{"insert into the own task", func(th *kernel.Thread, k kernel.Mach25, _, p ipc.Name) error {
			return k.PortInsertSend(th.Mach().Self(), p, 0x5000)
		}, ipc.KERN_FAILURE},
		{"insert under null", func(th *kernel.Thread, k kernel.Mach25, task, _ ipc.Name) error {
			return k.PortInsertSend(task, port25(th), ipc.Null)
		}, ia},
		{"insert under dead", func(th *kernel.Thread, k kernel.Mach25, task, _ ipc.Name) error {
			return k.PortInsertReceive(task, port25(th), ipc.Dead)
		}, ia},
		{"extract a receive right that is not there", func(_ *kernel.Thread, k kernel.Mach25, task, _ ipc.Name) error {
			return second(k.PortExtractReceive(task, 0x4000))
		}, ia},
		{"extract a send right", func(_ *kernel.Thread, k kernel.Mach25, task, _ ipc.Name) error {
			return second(k.PortExtractSend(task, 0x4000))
		}, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				k, p := th.Mach25(), port25(th)
				task := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "", false))
				kernel.Must(k.PortInsertSend(task, p, 0x4000))
				wants(th, c.what, c.do(th, k, task, p), c.want)
			}))
		})
	}
}

// When a port dies, every other task loses its name at once, and hears of it at its
// notify port. The name may stand for something else by then.
func TestPort25Death(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, task, n ipc.Name)
	}{
		{"port_deallocate", func(th *kernel.Thread, task, n ipc.Name) { kernel.Must(th.Mach25().PortDeallocate(task, n)) }},
		{"mach_port_destroy", func(th *kernel.Thread, task, n ipc.Name) { kernel.Must(th.Mach().PortDestroy(task, n)) }},
		{"task_terminate", func(th *kernel.Thread, task, _ ipc.Name) { kernel.Must(th.Mach().TaskTerminate(task)) }},
		{"in a queue that dies", func(th *kernel.Thread, task, n ipc.Name) {
			k, box := th.Mach25(), port25(th)
			p := kernel.Must(k.PortExtractReceive(task, n))
			kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, ipc.MovingReceive(p))))
			kernel.Must(k.PortDeallocate(th.Mach().Self(), box))
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				k, self, note := th.Mach25(), th.Mach().Self(), th.Mach25().TaskNotify()
				server, n := lent(th)
				other := kernel.Must(th.Mach().TaskCreate(self, "", false))
				kernel.Must(k.PortInsertSend(other, n, 0x4000))
				is25(th, "before", other, 0x4000, ipc.Port25Send)
				is25(th, "before", self, n, ipc.Port25Send)
				silent(th, "before", note)
				c.do(th, server, 0x6600)
				gone25(th, "the name of a dead port", self, n)
				gone25(th, "another task's name", other, 0x4000)
				kernel.Must(k.PortRename(self, port25(th), n))
				m := poll(th, "the death", note, ipc.MACH_NOTIFY_PORT_DELETED)
				if m.Port(0) == server { // its port died first
					m = poll(th, "the death", note, ipc.MACH_NOTIFY_PORT_DELETED)
				}
				th.Check(m.Port(0) == n, "told of %v, not of %v", m.Port(0), n)
				is25(th, "the name of something else", self, n, ipc.Port25ReceiveOwn)
				silent(th, "told once", note)
			}))
		})
	}
}

// What does not announce a death: a right given up, and a port of the task's own.
func TestPort25NoDeath(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		k, self, note := th.Mach25(), th.Mach().Self(), th.Mach25().TaskNotify()
		server, n := lent(th)
		own := port25(th)
		kernel.Must(k.PortDeallocate(self, own))
		gone25(th, "an own port", self, own)
		// All references go at once, and the port lives on.
		for range 3 {
			kernel.Must(th.Mach().Send(n, ipc.NewMessage(1, ipc.CopyingSend(n))))
			m, err := take(th, kernel.Must(k.PortExtractReceive(server, 0x6600)))
			th.Check(err == nil && m.Port(0) == n, "%v: %v", err, m)
			kernel.Must(k.PortInsertReceive(server, n, 0x6600))
		}
		holds(th, "four references", n, ipc.TypeSend, 4)
		kernel.Must(k.PortDeallocate(self, n))
		gone25(th, "a send right given up", self, n)
		is25(th, "the port", server, 0x6600, ipc.Port25ReceiveOwn)
		kernel.Must(k.PortDeallocate(server, 0x6600))
		silent(th, "who had no name is not told", note)
	}))
}

// A name of Mach 2.5 with a request of Mach 3.0 becomes a dead name, and is told of
// at both ports.
func TestPort25DeadNameRequest(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		server, n := lent(th)
		note := th.NewPort("note")
		watch(th, n, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kernel.Must(th.Mach25().PortDeallocate(server, 0x6600))
		holds(th, "the name", n, ipc.TypeDeadName, 2)
		is25(th, "which Mach 2.5 does not know", th.Mach().Self(), n, ipc.Port25None)
		poll(th, "the death", note, ipc.MACH_NOTIFY_DEAD_NAME)
		th.Check(poll(th, "the death", th.Mach25().TaskNotify(), ipc.MACH_NOTIFY_PORT_DELETED).Port(0) == n, "another name")
	}))
}

// Who allocates a port has all rights to it. A right that moves takes ownership
// along, and leaves the right to send, unless it is taken away.
func TestPort25Rights(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		k, self := th.Mach25(), th.Mach().Self()
		n := port25(th)
		holds(th, "a new port", n, ipc.TypeSendReceive, 1)
		th.Check(status(th, n).QLimit == 5, "%+v", status(th, n))
		got := kernel.Must(k.PortStatus(self, n))
		th.Check(got == ipc.Status25{Backlog: 5, Owner: true, Receiver: true}, "%+v", got)
		kernel.Must(k.PortSetBacklog(self, n, 7))
		fill(th, n, 3)
		set := set25(th)
		kernel.Must(k.PortSetAdd(self, set, n))
		got = kernel.Must(k.PortStatus(self, n))
		th.Check(got == ipc.Status25{Set: set, Messages: 3, Backlog: 7, Owner: true, Receiver: true}, "%+v", got)

		child := kernel.Must(th.Mach().TaskCreate(self, "", false))
		kernel.Must(k.PortInsertReceive(child, n, 0x4000))
		is25(th, "here", self, n, ipc.Port25Send)
		is25(th, "there", child, 0x4000, ipc.Port25ReceiveOwn)
		got = kernel.Must(k.PortStatus(self, n))
		th.Check(got == ipc.Status25{Messages: -1}, "%+v", got)
		got = kernel.Must(k.PortStatus(child, 0x4000))
		th.Check(got == ipc.Status25{Messages: 3, Backlog: 7, Owner: true, Receiver: true}, "out of the set: %+v", got)
		wants(th, "not the receiver", k.PortSetBacklog(self, n, 3), ipc.KERN_NOT_RECEIVER)
		kernel.Must(k.PortSetBacklog(child, 0x4000, 3))

		th.Check(kernel.Must(k.PortExtractReceive(child, 0x4000)) == n, "another name for a known port")
		gone25(th, "taken away", child, 0x4000)
		poll(th, "the queue came along", n, 0)
		kernel.Must(k.PortInsertSend(child, n, 0x4000))
		th.Check(kernel.Must(k.PortExtractSend(child, 0x4000)) == n, "another name for a known port")
		gone25(th, "taken away", child, 0x4000)

		// A receive right with no send right will do to send.
		only := th.NewPort("only")
		kernel.Must(k.PortInsertSend(child, only, 0x5000))
		is25(th, "made", child, 0x5000, ipc.Port25Send)
		// The right comes under a new name where the port is not known.
		kernel.Must(k.PortRename(self, n, 0x7000))
		kernel.Must(k.PortInsertReceive(child, 0x7000, 0x4000))
		kernel.Must(k.PortDeallocate(self, 0x7000))
		n = kernel.Must(k.PortExtractReceive(child, 0x4000))
		is25(th, "back", self, n, ipc.Port25ReceiveOwn)

		th.Check(kernel.Must(k.PortExtractReceive(self, n)) != ipc.Null, "from oneself")
	}))
}

// The names of a task and their types.
func TestPort25Names(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		k, self := th.Mach25(), th.Mach().Self()
		child := kernel.Must(th.Mach().TaskCreate(self, "", false))
		kernel.Must(k.PortInsertSend(child, port25(th), 0x4000))
		kernel.Must(k.PortInsertReceive(child, port25(th), 0x5000))
		set := kernel.Must(k.PortSetAllocate(child))
		p := kernel.Must(k.PortAllocate(child))
		dead := kernel.Must(th.Mach().PortAllocate(child, ipc.RightDeadName))
		names, types, err := k.PortNames(child)
		th.Check(err == nil && len(names) == len(types), "%v, %d names, %d types", err, len(names), len(types))
		for n, want := range map[ipc.Name]ipc.Port25Type{
			0x4000: ipc.Port25Send, 0x5000: ipc.Port25ReceiveOwn, p: ipc.Port25ReceiveOwn,
			set: ipc.Port25PortSet, dead: ipc.Port25None,
		} {
			i := slices.Index(names, n)
			th.Check(i >= 0 && types[i] == want, "%v at %d of %v, %v, want %v", n, i, names, types, want)
			is25(th, "alike", child, n, want)
		}
		all, _, _ := th.Mach().PortNames(child)
		th.Check(slices.Equal(names, all), "%v, Mach 3.0 says %v", names, all)
	}))
}

// The backup port gets the receive right of a port that would have died.
func TestPort25Backup(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		k, self := th.Mach25(), th.Mach().Self()
		server, n := lent(th)
		backup := kernel.Must(k.PortAllocate(server))
		keep := kernel.Must(k.PortExtractReceive(server, backup))
		kernel.Must(k.PortInsertSend(server, keep, backup))
		none := kernel.Must(k.PortSetBackup(server, 0x6600, backup))
		th.Check(none == ipc.Null, "there was a backup: %v", none)
		fill(th, n, 2)
		kernel.Must(th.Mach().TaskTerminate(server))
		m := poll(th, "the death", keep, ipc.MACH_NOTIFY_PORT_DESTROYED)
		th.Check(m.Port(0) == n, "the receive right joins the send right")
		is25(th, "saved", self, n, ipc.Port25ReceiveOwn)
		poll(th, "its first message", n, 0)
		th.Check(poll(th, "the task", th.Mach25().TaskNotify(), ipc.MACH_NOTIFY_PORT_DELETED).Port(0) == server,
			"another name")
		silent(th, "the port did not die", th.Mach25().TaskNotify())

		// One backup at a time. The former comes back as a send right.
		other := port25(th)
		th.Check(kernel.Must(k.PortSetBackup(self, n, keep)) == ipc.Null, "the backup was used")
		th.Check(kernel.Must(k.PortSetBackup(self, n, other)) == keep, "another former backup")
		th.Check(kernel.Must(k.PortSetBackup(self, n, ipc.Null)) == other, "another former backup")
		th.Check(kernel.Must(k.PortSetBackup(self, n, keep)) == ipc.Null, "no backup, then one")
		kernel.Must(k.PortDeallocate(self, keep)) // the backup dies
		th.Check(kernel.Must(k.PortSetBackup(self, n, ipc.Null)) == ipc.Null, "a dead backup")
		kernel.Must(second(k.PortSetBackup(self, n, n)))
	}))
}

// Sets: members move between them, and survive them.
func TestPort25Sets(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		k, self := th.Mach25(), th.Mach().Self()
		a, b, p, q := set25(th), set25(th), port25(th), port25(th)
		members := func(set ipc.Name, want ...ipc.Name) {
			got := kernel.Must(k.PortSetStatus(self, set))
			slices.Sort(got)
			th.Check(slices.Equal(got, want), "members %v, want %v", got, want)
		}
		members(a)
		kernel.Must(k.PortSetAdd(self, a, p))
		kernel.Must(k.PortSetAdd(self, a, q))
		kernel.Must(k.PortSetAdd(self, a, q))
		members(a, p, q)
		kernel.Must(k.PortSetAdd(self, b, p))
		members(a, q)
		members(b, p)
		fill(th, p, 1)
		wants(th, "receive from a member", second(take(th, p)), ipc.RCV_INVALID_PORT)
		wants(th, "receive from an empty set", second(take(th, a)), ipc.RCV_TIMED_OUT)
		m, err := take(th, b)
		th.Check(err == nil && m.Local == p, "%v: %v", err, m)
		var died error
		fork(th, func(c *kernel.Thread) {
			died = c.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: b}}, 0, 0)
		})
		settle(th)
		kernel.Must(k.PortSetDeallocate(self, b))
		settle(th)
		wants(th, "a receive from a set that goes", died, ipc.RCV_INVALID_PORT)
		gone25(th, "the set", self, b)
		wants(th, "the member is in none", k.PortSetRemove(self, p), ipc.KERN_NOT_IN_SET)
		kernel.Must(k.PortSetRemove(self, q))
		members(a)
	}))
}

// The default set is the ports that a task has enabled. It is the task's own, is
// there from the start, and is received from as PORT_DEFAULT.
func TestPort25DefaultSet(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		k, self := th.Mach25(), th.Mach().Self()
		wants(th, "nothing is enabled", second(take(th, kernel.PORT_DEFAULT)), ipc.RCV_TIMED_OUT)
		p, q := port25(th), port25(th)

		// A receive waits for a port that is enabled later.
		got := &ipc.Message{Header: ipc.Header{Local: kernel.PORT_DEFAULT}}
		var err error
		fork(th, func(c *kernel.Thread) { err = c.Mach25().MsgReceive(got, 0, 0) })
		settle(th)
		fill(th, p, 1)
		settle(th)
		th.Check(got.Local == kernel.PORT_DEFAULT, "received from a port that is not enabled: %v", got)
		kernel.Must(k.PortEnable(self, p))
		settle(th)
		th.Check(err == nil && got.Local == p && got.ID == 0, "%v: %v", err, got)

		kernel.Must(k.PortEnable(self, p)) // again
		kernel.Must(k.PortEnable(self, q))
		enabled := kernel.Must(k.PortStatus(self, p)).Set
		is25(th, "the default set", self, enabled, ipc.Port25PortSet)
		th.Check(len(kernel.Must(k.PortSetStatus(self, enabled))) == 2, "the ports enabled")
		kernel.Must(th.Mach().SendTimeout(q, ipc.NewMessage(10), 0))
		kernel.Must(th.Mach().SendTimeout(p, ipc.NewMessage(11), 0))
		for i, port := range []ipc.Name{q, p} {
			m, err := take(th, kernel.PORT_DEFAULT)
			th.Check(err == nil && m.Local == port && m.ID == int32(10+i), "%v: %v", err, m)
		}
		wants(th, "a receive from one that is enabled", second(take(th, p)), ipc.RCV_INVALID_PORT)
		_, err = th.Mach().ReceiveTimeout(kernel.PORT_DEFAULT, 0)
		wants(th, "Mach 3.0 has no default set", err, ipc.MACH_RCV_INVALID_NAME)

		// Disabling is for the members of this set only.
		set := set25(th)
		kernel.Must(k.PortSetAdd(self, set, q))
		kernel.Must(k.PortDisable(self, q))
		th.Check(kernel.Must(k.PortStatus(self, q)).Set == set, "taken out of another set")
		kernel.Must(k.PortDisable(self, p))
		kernel.Must(k.PortDisable(self, p))
		th.Check(kernel.Must(k.PortStatus(self, p)).Set == ipc.Null, "still enabled")
		fill(th, p, 1)
		wants(th, "nothing is enabled", second(take(th, kernel.PORT_DEFAULT)), ipc.RCV_TIMED_OUT)
		_, err = take(th, p)
		kernel.Must(err)

		wants(th, "it cannot be given up", k.PortSetDeallocate(self, enabled), ipc.KERN_FAILURE)
		kernel.Must(k.PortRename(self, enabled, 0x9900))
		kernel.Must(k.PortEnable(self, p))
		th.Check(kernel.Must(k.PortStatus(self, p)).Set == 0x9900, "the default set, renamed")

		// Each task has its own.
		child := kernel.Must(th.Mach().TaskCreate(self, "", false))
		c := kernel.Must(k.PortAllocate(child))
		kernel.Must(k.PortEnable(child, c))
		own := kernel.Must(k.PortStatus(child, c)).Set
		th.Check(slices.Equal(kernel.Must(k.PortSetStatus(child, own)), []ipc.Name{c}), "the child's default set")
		th.Check(slices.Equal(kernel.Must(k.PortSetStatus(self, 0x9900)), []ipc.Name{p}), "the own default set")
	}))
}

// A backup port may be on another host: it gets the receive right in a message.
func TestPort25BackupOnAnotherHost(t *testing.T) {
	conform(t, func(b *kernel.Boot) {
		here, far := b.Host("a"), b.Host("b")
		var box, to ipc.Name
		main := b.Task(here, "main", func(th *kernel.Thread) {
			m := kernel.Must(th.Mach().Receive(box))
			th.Check(m.ID == ipc.MACH_NOTIFY_PORT_DESTROYED, "%v", m)
			is25(th, "saved", th.Mach().Self(), m.Port(0), ipc.Port25ReceiveOwn)
			poll(th, "its message", m.Port(0), 0)
		})
		box = b.Port(main, "box")
		other := b.Task(far, "other", func(th *kernel.Thread) {
			k, self, n := th.Mach25(), th.Mach().Self(), port25(th)
			fill(th, n, 1)
			th.Check(kernel.Must(k.PortSetBackup(self, n, to)) == ipc.Null, "there was a backup")
			th.Check(kernel.Must(k.PortSetBackup(self, n, to)) == to, "another former backup")
			th.Check(kernel.Must(k.PortSetBackup(self, n, ipc.Null)) == to, "another former backup")
			kernel.Must(second(k.PortSetBackup(self, n, to)))
			kernel.Must(k.PortDeallocate(self, to)) // the backup stays
			former := kernel.Must(k.PortSetBackup(self, n, ipc.Null))
			is25(th, "a former backup", self, former, ipc.Port25Send)
			kernel.Must(second(k.PortSetBackup(self, n, former)))
			kernel.Must(k.PortDeallocate(self, n))
			th.Sleep(1000 * kernel.Millisecond)
		})
		to = b.Send(main, box, other)
	})
}

// Calls about a task of another host reach it, and carry rights there and back as messages do.
func TestPort25OtherHosts(t *testing.T) {
	conform(t, func(b *kernel.Boot) {
		here, far := b.Host("a"), b.Host("b")
		var box ipc.Name
		main := b.Task(here, "main", func(th *kernel.Thread) {
			k := th.Mach25()
			task := kernel.Must(th.Mach().Receive(box)).Port(0)
			n := kernel.Must(k.PortAllocate(task))
			is25(th, "made over there", task, n, ipc.Port25ReceiveOwn)
			kernel.Must(k.PortEnable(task, n))
			p := port25(th)
			kernel.Must(k.PortInsertSend(task, p, 0x4000))
			is25(th, "sent there", task, 0x4000, ipc.Port25Send)
			wants(th, "insert receive", k.PortInsertReceive(task, p, 0x4000), ipc.KERN_NAME_EXISTS)
			wants(th, "insert it twice", k.PortInsertReceive(task, p, 0x5000), ipc.KERN_FAILURE)
			is25(th, "not moved", th.Mach().Self(), p, ipc.Port25ReceiveOwn)
			wants(th, "extract send", second(k.PortExtractSend(task, n)), ipc.KERN_INVALID_ARGUMENT)
			taken := kernel.Must(k.PortExtractSend(task, 0x4000))
			th.Check(taken == p, "the right came back as %v, it is to %v", taken, p)
			moved := kernel.Must(k.PortExtractReceive(task, n))
			is25(th, "moved here", th.Mach().Self(), moved, ipc.Port25ReceiveOwn)
			gone25(th, "gone there", task, n)
			kernel.Must(k.PortInsertReceive(task, p, 0x6000))
			is25(th, "moved there", task, 0x6000, ipc.Port25ReceiveOwn)
		})
		box = b.Port(main, "box")
		var to ipc.Name
		other := b.Task(far, "other", func(th *kernel.Thread) {
			kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, ipc.CopyingSend(th.Mach().Self()))))
			th.Sleep(1000 * kernel.Millisecond)
		})
		to = b.Send(main, box, other)
	})
}
