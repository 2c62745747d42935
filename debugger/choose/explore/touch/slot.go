package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// The names of a task are several things: which there are (slots); each of them (slot); and which it has for a port
// (holding). What its thread uses of these is exact as long as it has but one. A task that has several reads all of its
// names with each step (names); so whoever else touches one of them uses all of them, too.

// taskIn returns the task whose name space is the given one, 0 for none.
func taskIn(s *kernel.State, sp ipc.SpaceID) kernel.TaskID {
	for id := range s.Tasks.All {
		if t := s.Tasks.At(id); t.Space == sp && !t.Ended {
			return kernel.TaskID(id)
		}
	}
	return 0
}

// slots is which names a task has.
func (f *Footprints) slots(s *kernel.State, id kernel.TaskID) Thing {
	return f.taskThing(s, slotsName, id)
}

// slot is a name of a task.
func (f *Footprints) slot(s *kernel.State, id kernel.TaskID, index uint32) Thing {
	m := f.Names.made(s, slotName, kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)})
	m.serial ^= index << 12
	return f.Names.thing(m)
}

// holding is which name a task has for a port.
func (f *Footprints) holding(s *kernel.State, id kernel.TaskID, port uint32) Thing {
	m := f.Names.made(s, holdingName, kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)})
	l := s.IPC.Ports.At(port).Label
	by := f.Names.ActorSums[f.Names.Thread(s, kernel.ThreadID(l.Creator))]
	m.serial ^= uint32(Mix(by, uint64(l.Serial)))
	return f.Names.thing(m)
}

// named adds the use of a task's names.
func (t *trial) named(x *ipc.Access) bool {
	f, s, id := t.prints, t.before, taskIn(t.before, ipc.SpaceID(x.A))
	if id == 0 {
		return t.op() == kernel.OpSpawn // whose they are
	}
	own := t.actor.Thread != 0 && s.Threads.At(uint32(t.actor.Thread)).Task == id && !f.crowdedTask(s, id)
	if !own {
		t.add(f.taskThing(s, namesName, id), min(x.Mode, ipc.Add))
	}
	if x.Mode == ipc.Read && !own { // perhaps of one that is free, and which a call takes that is not tried
		t.use(f.slots(s, id), Read)
	}
	switch x.Location {
	case ipc.LocEntry:
		return t.add(f.slot(s, id, x.B), x.Mode)
	case ipc.LocHolding:
		return !s.IPC.Ports.Has(x.B) || t.add(f.holding(s, id, x.B), x.Mode)
	}
	if x.Mode == ipc.Read {
		return t.use(f.slots(s, id), Read)
	}
	return t.use(f.slots(s, id), Write)
}

// LooksAt adds the use of the names that a program has looked at beside its calls, by their accesses; of all names of
// its task if there are none.
func (f *Footprints) LooksAt(s *kernel.State, id kernel.TaskID, some []ipc.Access, uses Footprint) Footprint {
	all := Footprint{{f.taskThing(s, namesName, id), Read}}
	if len(some) == 0 || f.crowdedTask(s, id) {
		return uses.With(all)
	}
	all = all[:0]
	for i := range some {
		if x := &some[i]; x.Location != ipc.LocEntry || taskIn(s, ipc.SpaceID(x.A)) != id {
			return f.LooksAt(s, id, nil, uses)
		}
		all = append(all, Use{f.slot(s, id, some[i].B), Read})
	}
	return uses.With(all)
}

// Glance adds what a program uses that looks at the state beside its calls, of what may change without that everything
// is used: the names of threads, and the rights of its task, some of which another thread's refused call may bring
// (comesBack).
func (f *Footprints) Glance(s *kernel.State, id kernel.ThreadID, v any, some Footprint) Footprint {
	switch _, text := v.(string); {
	case text:
		return some.With(Footprint{{threadNames, Read}})
	case f.crowded(s, kernel.Actor{Thread: id}):
		return some.With(Footprint{{f.namesOf(s, s.Threads.At(uint32(id)).Space), Read}})
	}
	return some
}
