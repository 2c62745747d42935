package present

import (
	"errors"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/ipc"
	"machsim/kernel"
)

// Hides says whether a task is a server that is left out here.
func (d In) Hides(task kernel.TaskID) bool {
	if d.Servers || !waitfor.IsNameServer(d.S.Final(), task) {
		return false
	}
	threads := &d.S.Final().Threads
	return !slices.ContainsFunc([]kernel.ThreadID{d.Focus, d.S.Culprit()}, func(id kernel.ThreadID) bool {
		return id != 0 && threads.Has(uint32(id)) && threads.At(uint32(id)).Task == task
	})
}

// HidesThread says whether a thread of such a server is left out here.
func (d In) HidesThread(id kernel.ThreadID) bool {
	return d.Hides(d.S.Final().Threads.At(uint32(id)).Task) && d.Stands(id) == ""
}

// Hidden are the threads that are left out of answers about the whole run, by name.
func (d In) Hidden() (names []string) {
	for id := range d.S.Final().Threads.All {
		if d.HidesThread(kernel.ThreadID(id)) {
			names = append(names, d.S.ThreadName(kernel.ThreadID(id)))
		}
	}
	return names
}

// HidesPort says whether a port or set is one of such a server: its own, or one that it has made.
func (d In) HidesPort(st *kernel.State, id ipc.PortID) bool {
	p := st.IPC.Ports.At(uint32(id))
	if maker := p.Label.Creator; maker != 0 && st.Threads.Has(maker) {
		return d.Hides(st.Threads.At(maker).Task)
	}
	if p.Receiver == 0 || !st.IPC.Spaces.Has(uint32(p.Receiver)) {
		return false
	}
	task := st.IPC.Spaces.At(uint32(p.Receiver)).Task
	return task != 0 && d.Hides(kernel.TaskID(task))
}

// HiddenPorts are those of the run, by name.
func (d In) HiddenPorts() (names []string) {
	st := d.S.Final()
	for id := range st.IPC.Ports.All {
		if d.HidesPort(st, ipc.PortID(id)) {
			names = append(names, st.PortName(ipc.PortID(id)))
		}
	}
	return names
}

// ErrHidden is the error of what might tell values of tasks that a person is not to see.
var ErrHidden = errors.New("that may tell values of tasks that are not shown here: threads, tasks and mutexes tell " +
	"names, locals and print the values of those that are")

// HiddenValue stands for a call of a task whose values are not shown.
const HiddenValue = "(not shown here)"

// HidesValues says whether the values of a task are not for the person who makes the method at work.
func (d In) HidesValues(task kernel.TaskID) bool {
	return d.Tasks != nil && !slices.Contains(d.Tasks, d.S.State().TaskName(task))
}

// HidesOf is HidesValues for the task of a thread, as an error.
func (d In) HidesOf(id kernel.ThreadID) error {
	if d.Tasks != nil && d.HidesValues(d.S.State().Threads.At(uint32(id)).Task) {
		return ErrHidden
	}
	return nil
}
