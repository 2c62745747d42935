package kernel

import (
	"slices"

	"machsim/ipc"
)

// Kept is a right that a task had when it ended: it dies with the task, as it was never given back.
type Kept struct {
	Task TaskID
	Name ipc.Name
	Refs int // user references of the send right or the dead name; 0 where there are none
	Meaning
}

// Keeps appends the rights that a task has to ports and sets of programs. What the kernel and the libraries see to is
// left out: rights to tasks, threads and the like, reply ports of threads, the set of enabled ports of Mach 2.5.
func (s *State) Keeps(id TaskID, all []Kept) []Kept {
	t := s.Tasks.At(uint32(id))
	enabled := s.IPC.Spaces.At(uint32(t.Space)).Enabled
	s.IPC.LookNames(t.Space, func(n ipc.Name, e *ipc.Entry) {
		if m := s.stands(e); n != enabled && m.ofProgram() && !s.isReplyPort(t, n) {
			all = append(all, Kept{id, n, int(e.URefs), m})
		}
	})
	return all
}

// ofProgram says whether m is of a port or set that a program made, or of a port of which nothing is known any more.
func (m *Meaning) ofProgram() bool {
	return !m.known || m.kind == KindPlain || m.kind == KindProxy && m.far.Kind == KindPlain
}

// isReplyPort says whether a name is that of the reply port of a thread of the task.
func (s *State) isReplyPort(t *TaskState, n ipc.Name) bool {
	return slices.ContainsFunc(t.Threads, func(id ThreadID) bool {
		own := s.Threads.At(uint32(id)).Own
		return own.Port != 0 && own.Name == n
	})
}
