package debugger

import (
	"context"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/ipc"
	"machsim/kernel"
)

// Servers says whether answers tell of machsim's own servers: the name servers of hosts. They are no part of the
// program, so that without being asked for they are left out of lists, statistics and diagrams, but where one is in
// focus, has failed, or stands at a breakpoint. Queries and histories have all.
func (d *Debugger) Servers(ctx context.Context) (bool, error) {
	return look(ctx, d, "servers", func(context.Context) (bool, error) { return d.servers, nil })
}

// SetServers changes that.
func (d *Debugger) SetServers(ctx context.Context, on bool) error {
	return d.Do(ctx, "set servers", func(context.Context) error {
		d.servers = on
		return nil
	})
}

// hides says whether a task is a server that is left out here.
func (d *Debugger) hides(task kernel.TaskID) bool {
	if d.servers || !waitfor.IsNameServer(d.s().Final(), task) {
		return false
	}
	threads := &d.s().Final().Threads
	return !slices.ContainsFunc([]kernel.ThreadID{d.on.focus, d.s().Culprit()}, func(id kernel.ThreadID) bool {
		return id != 0 && threads.Has(uint32(id)) && threads.At(uint32(id)).Task == task
	})
}

// hidesThread says whether a thread of such a server is left out here.
func (d *Debugger) hidesThread(id kernel.ThreadID) bool {
	return d.hides(d.s().Final().Threads.At(uint32(id)).Task) && len(d.standsAt(id)) == 0
}

// hidden are the threads that are left out of answers about the whole run, by name.
func (d *Debugger) hidden() (names []string) {
	for id := range d.s().Final().Threads.All {
		if d.hidesThread(kernel.ThreadID(id)) {
			names = append(names, d.s().ThreadName(kernel.ThreadID(id)))
		}
	}
	return names
}

// hidesPort says whether a port or set is one of such a server: its own, or one that it has made.
func (d *Debugger) hidesPort(st *kernel.State, id ipc.PortID) bool {
	p := st.IPC.Ports.At(uint32(id))
	if maker := p.Label.Creator; maker != 0 && st.Threads.Has(maker) {
		return d.hides(st.Threads.At(maker).Task)
	}
	if p.Receiver == 0 || !st.IPC.Spaces.Has(uint32(p.Receiver)) {
		return false
	}
	task := st.IPC.Spaces.At(uint32(p.Receiver)).Task
	return task != 0 && d.hides(kernel.TaskID(task))
}

// hiddenPorts are those of the run, by name.
func (d *Debugger) hiddenPorts() (names []string) {
	st := d.s().Final()
	for id := range st.IPC.Ports.All {
		if d.hidesPort(st, ipc.PortID(id)) {
			names = append(names, st.PortName(ipc.PortID(id)))
		}
	}
	return names
}

// shownStats are the numbers of a run without those of threads that are left out.
func (d *Debugger) shownStats(x *Stats) *Stats {
	without, some := d.hidden(), *x
	if len(without) == 0 {
		return x
	}
	some.Threads = slices.DeleteFunc(slices.Clone(x.Threads), func(c EventCount) bool {
		return slices.Contains(without, c.Name)
	})
	ports := d.hiddenPorts()
	some.Ports = slices.DeleteFunc(slices.Clone(x.Ports), func(p PortUse) bool { return slices.Contains(ports, p.Port) })
	some.Waits = slices.DeleteFunc(slices.Clone(x.Waits), func(w LongWait) bool {
		return slices.Contains(without, w.Thread)
	})
	return &some
}
