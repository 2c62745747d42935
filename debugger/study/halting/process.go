package halting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// processes lists all tasks: first those that halted, in that order.
func (r *Result) processes(d *driver) {
	st := r.Run.State
	seen := map[kernel.TaskID]bool{}
	for _, h := range st.Halt.Halted {
		seen[h.Task] = true
		p := r.process(d, h.Task)
		p.Event, p.Path = h.Event, h.Path
		r.Processes = append(r.Processes, p)
	}
	for id := range st.Tasks.All {
		if task := kernel.TaskID(id); !seen[task] {
			r.Processes = append(r.Processes, r.process(d, task))
		}
	}
}

// process counts the events of a task, and those past the exact state.
func (r *Result) process(d *driver, task kernel.TaskID) Process {
	st := r.Run.State
	p := Process{Name: st.TaskName(task)}
	for id, n := range d.done {
		if st.Threads.At(uint32(id)).Task != task {
			continue
		}
		p.Done += n
		p.Past += n
		if lane := d.s.LaneOf(id); lane >= 0 && r.Exact != nil {
			p.Past -= int(r.Exact.Cut[lane])
		}
	}
	return p
}

// channels lists the ports with messages.
func (r *Result) channels() {
	st := r.Run.State
	at := map[string]int{}
	for _, m := range undelivered(st) {
		name := st.PortName(m.Dest)
		i, ok := at[name]
		if !ok {
			i = len(r.Channels)
			at[name] = i
			r.Channels = append(r.Channels, Channel{Port: name})
		}
		if kernel.IsMarker(m) {
			r.Channels[i].Markers++
		} else {
			r.Channels[i].Messages = append(r.Channels[i].Messages, letter(st, m))
		}
	}
}

// undelivered returns the messages that were sent and not received, in the order of sending.
// Those of the kernel, which have no such order, come first.
func undelivered(st *kernel.State) (all []*ipc.Msg) {
	for id := range st.IPC.Msgs.All {
		m := st.IPC.Msgs.At(id)
		if n := ipc.MsgID(id); !m.Draft && m.Dest != 0 &&
			(st.Queued(n) || st.InHand(n) || slices.Contains(st.IPC.Held, n)) {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b *ipc.Msg) int { return cmp.Compare(a.Sent, b.Sent) })
	return all
}

// letter puts a message into words.
func letter(st *kernel.State, m *ipc.Msg) string {
	port := func(n uint64) string { return st.PortName(ipc.PortID(n)) }
	text := trace.Body(m.ID, m.Items, func(it *ipc.Item) string { return trace.Item(it, port) })
	if m.Sender == 0 {
		return text + " from the kernel"
	}
	return fmt.Sprintf("%s from %s", text, strings.TrimSpace(st.ThreadName(kernel.ThreadID(m.Sender))))
}
