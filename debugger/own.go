package debugger

import (
	"context"
	"slices"

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
	if d.servers || !d.s().IsNameServer(task) {
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

// shownStats are the numbers of a run without those of threads that are left out.
func (d *Debugger) shownStats(x *Stats) *Stats {
	without, some := d.hidden(), *x
	if len(without) == 0 {
		return x
	}
	some.Threads = slices.DeleteFunc(slices.Clone(x.Threads), func(c EventCount) bool {
		return slices.Contains(without, c.Name)
	})
	some.Waits = slices.DeleteFunc(slices.Clone(x.Waits), func(w LongWait) bool {
		return slices.Contains(without, w.Thread)
	})
	return &some
}
