package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// own returns what a call uses that is no business of other threads: if it is tried, and accesses nothing but its own
// task, that this has the threads that it has; else everything. Whoever else touches the task uses everything, but for
// threads of it that end. So the first thread alone is asked, by whose name they know it then.
func (f *Footprints) own(s *kernel.State, a kernel.Actor, some Footprint) Footprint {
	t := s.Threads.At(uint32(a.Thread))
	if f.Failing || t.Call.Op.Class() != kernel.ClassOther || !s.IsFirst(t) || f.crowded(s, a) {
		return Everything
	}
	some = append(some, Use{f.Names.thing(made{taskName, f.first(s, t), 0}), Read})
	x := trial{prints: f, before: s, actor: a, uses: some, given: len(some), own: t.Task}
	if !x.take() {
		return Everything
	}
	return x.uses
}

// ofOwn says whether an access is to the actor's task, and changes nothing that others rely upon.
func (t *trial) ofOwn(x *ipc.Access) bool {
	switch x.Location {
	case kernel.LocThread:
		return t.itself(x)
	case kernel.LocTask:
		return x.Mode == ipc.Read && kernel.TaskID(x.A) == t.own
	case ipc.LocEntry, ipc.LocHolding, ipc.LocNames, ipc.LocPort, ipc.LocRights: // others end rights, too
		return t.prints.Names.Waits[AtRights] && x.Mode == ipc.Read && t.located(x)
	}
	return false
}
