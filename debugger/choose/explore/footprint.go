package explore

import (
	"slices"

	"machsim/kernel"
)

// footprints finds what steps use.
type footprints struct {
	names   *names
	memory  undoLog[thing] // by kernel.MemoryID
	several undoLog[bool]  // by kernel.TaskID: it has had more than one thread
	told    accesses

	failing bool // faults may come between two steps
	deaths  int  // how many that end tasks
	risky   bool // something may go wrong that is no fault of a disk
	disks   bool // calls on disks may have faults
	ending  bool // an exception that nobody deals with ends its task, and the run goes on (kernel.Config.KeepGoing)

	room   footprint
	lately [128]footprint // some that were found last, by their hashes: most come again and again
}

// kept returns a footprint that is to be kept, of one that may stand in the room of the next.
func (f *footprints) kept(uses footprint) footprint {
	h := uint32(0)
	for _, u := range uses {
		h = h*31 + uint32(u.thing)*uint32(numModes) + uint32(u.mode)
	}
	same := &f.lately[h%uint32(len(f.lately))]
	if !slices.Equal(*same, uses) {
		*same = slices.Clone(uses)
	}
	return *same
}

// back takes back what the steps from one on have shown.
func (f *footprints) back(step int) {
	f.names.threads.back(step)
	f.names.ids.back(step)
	f.memory.back(step)
	f.several.back(step)
	f.names.step = 0
}

// of returns what an actor's next step uses. Where waits are steps all that is done comes in every order: so does who
// waits first.
func (f *footprints) of(s *kernel.State, a kernel.Actor) footprint {
	all := f.plain(s, a)
	if len(f.names.waits) > 0 && a.Thread != 0 { // to wait is no step of a packet
		f.stepwise(all)
		// What a call is follows from its names, also that of one which uses everything.
		if f.names.waits[atRights] && (all.everything() || f.crowded(s, a)) {
			all = append(all, use{f.namesOf(s, s.Threads.At(uint32(a.Thread)).Space), read})
		}
	}
	if a.Thread != 0 && !all.everything() {
		for _, t := range f.told.of(a.Thread) {
			all = all.with(t.uses)
		}
	}
	return all
}

// stepwise has a call that begins to wait by a step of its own come in every order with others: also in the set of a
// port at which it waits.
func (f *footprints) stepwise(all footprint) {
	sends := false
	for i := range all {
		if f.names.waits[all[i].thing] || sends && all[i].mode == send {
			sends = sends || all[i].mode == send
			all[i].mode = write
		}
	}
}

// awaited returns what a thread waits for.
func (f *footprints) awaited(s *kernel.State, id kernel.ThreadID, w kernel.Wait) thing {
	switch w.Kind {
	case kernel.WaitSend, kernel.WaitReceive:
		if w.Set != 0 {
			return f.set(s, w.Set)
		}
		return f.port(s, w.Port)
	case kernel.WaitMutex:
		return f.mutex(s, int64(w.Object))
	case kernel.WaitJoin:
		return f.joined(s, kernel.ThreadID(w.Object)).thing
	case kernel.WaitAlone:
		return f.names.thing(made{taskName, f.first(s, s.Threads.At(uint32(id))), 0})
	}
	return world
}

// plain is of, where no waits are steps. Everybody reads the world, so that what changes it comes before or after all
// else.
func (f *footprints) plain(s *kernel.State, a kernel.Actor) footprint {
	if a.Thread == 0 {
		return f.packet(s, a.Packet)
	}
	t := s.Threads.At(uint32(a.Thread))
	some := append(f.room[:0], use{world, read})
	if t.Handler != 0 || t.Suspend != 0 || t.Held {
		return everything
	}
	switch c := &t.Call; c.Op.Class() {
	case kernel.ClassStart, kernel.ClassLabel, kernel.ClassSpanEnd, kernel.ClassPrint, kernel.ClassFail,
		kernel.ClassMakeMutex, kernel.ClassMakeCondition:
		return some
	case kernel.ClassRaise:
		if !f.ending && unhandled(s, t) { // it fails, and changes nothing
			return some
		}
	case kernel.ClassJoin:
		return append(some, f.joined(s, kernel.ThreadID(c.N)))
	case kernel.ClassLock:
		return append(some, use{f.mutex(s, c.N), acquire})
	case kernel.ClassTryLock:
		return append(some, use{f.mutex(s, c.N), write})
	case kernel.ClassUnlock:
		return append(some, f.gives(s, a.Thread, c.N))
	case kernel.ClassWait:
		if t.Phase > 0 {
			return append(some, use{f.mutex(s, c.N2), acquire})
		}
		return append(some, use{f.condition(s, c.N), write}, f.gives(s, a.Thread, c.N2))
	case kernel.ClassSignal:
		return append(some, use{f.condition(s, c.N), write})
	case kernel.ClassDisk:
		return f.disk(s, t, some)
	case kernel.ClassExit:
		all := f.end(s, a.Thread, t, some)
		if f.names.waits[atRights] && (!f.crowded(s, a) || f.last(s, a)) {
			all[0].mode = read
			if uses := f.rightly(s, a, all, true); !uses.everything() {
				return uses
			}
			all[0].mode = write
		}
		return all
	case kernel.ClassMessage:
		all := f.message(s, t, some)
		if f.names.waits[atRights] && !all.global() && !f.crowded(s, a) {
			return f.rightly(s, a, all, false)
		}
		if f.names.waits[atRights] && f.refused(s, t) {
			return f.tried(s, a, some, true)
		}
		return all
	}
	return f.ofOne(s, a, t, some)
}

// ofOne returns what a call uses of whose class nothing follows.
func (f *footprints) ofOne(s *kernel.State, a kernel.Actor, t *kernel.ThreadState, some footprint) footprint {
	switch c := &t.Call; c.Op {
	case kernel.OpPreempt, kernel.OpThreadSwitch, kernel.OpClock, kernel.OpHostStays, kernel.OpRandom,
		kernel.OpCThreadSetSpecific, kernel.OpCThreadGetSpecific, kernel.OpVMAllocate:
		return some
	case kernel.OpTaskSelf, kernel.OpThreadSelf, kernel.OpHostSelf, kernel.OpReplyPort, kernel.OpPortAllocate,
		kernel.OpDatagramPort:
		if f.names.waits[atRights] {
			return append(some, use{f.slots(s, t.Task), write})
		}
		return some
	case kernel.OpCThreadSetName:
		return append(some, use{f.joined(s, kernel.ThreadID(c.N)).thing, write}, use{threadNames, add})
	case kernel.OpCThreadSetData:
		return append(some, use{f.joined(s, kernel.ThreadID(c.N)).thing, write})
	case kernel.OpCThreadData:
		return append(some, use{f.joined(s, kernel.ThreadID(c.N)).thing, read})
	case kernel.OpPortSetQLimit:
		if port, set, ok := s.IPC.LookSource(t.Space, c.Name2); ok && set == 0 {
			some = append(f.queue(s, port, write, some), use{meddling, read})
			if f.names.waits[atRights] {
				some = append(some, use{f.taskThing(s, namesName, t.Task), read})
			}
			return some
		}
	case kernel.OpCThreadFork:
		if s.Tasks.At(uint32(t.Task)).Limit == 0 {
			return some
		}
	case kernel.OpCThreadDetach:
		return append(some, f.joined(s, kernel.ThreadID(c.N)))
	case kernel.OpPeek, kernel.OpPoke:
		return f.access(s, t, some)
	}
	switch op := t.Call.Op; {
	case op.Class() == kernel.ClassRights, op == kernel.OpPortsLookup, op == kernel.OpNetServer:
		return f.rightly(s, a, some, true)
	case op == kernel.OpSpawn && f.names.waits[atRights]: // for it alone the ends of tasks need not be told apart
		return f.rightly(s, a, some, false)
	}
	return f.own(s, a, some)
}

// unhandled says whether an exception of a thread is one that nobody deals with: neither it nor its task has a port
// for that.
func unhandled(s *kernel.State, t *kernel.ThreadState) bool {
	return t.Specials[kernel.SpecialException] == 0 &&
		s.Tasks.At(uint32(t.Task)).Specials[kernel.SpecialException] == 0
}

// access is the use of memory: of the region that an address lies in.
func (f *footprints) access(s *kernel.State, t *kernel.ThreadState, some footprint) footprint {
	m := f.memory.get(uint32(s.Region(t.Task, uint64(t.Call.N))))
	if m == 0 {
		return everything
	}
	if t.Call.Op == kernel.OpPeek {
		return append(some, use{m, read})
	}
	return append(some, use{m, write})
}

// allocated gives memory the name of the thread that made it, and its number there.
func (f *footprints) allocated(m kernel.MemoryID, by actor, n int) {
	f.memory.set(f.names.step, uint32(m), f.names.thing(made{memoryName, by, uint32(n)}))
}

// end is the use of all that ends with a thread: those that join it, and with the last of its task the ports of which
// others know.
func (f *footprints) end(s *kernel.State, id kernel.ThreadID, t *kernel.ThreadState, some footprint) footprint {
	some = append(some, use{f.names.object(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)}), release})
	all := f.names.thing(made{taskName, f.first(s, t), 0})
	task := s.Tasks.At(uint32(t.Task))
	if task.Limit > 0 { // another may begin now
		some = append(some, use{f.taskThing(s, limitName, t.Task), write})
	}
	if len(task.Threads) > 1 {
		return append(some, use{all, release})
	}
	some = append(some, use{all, acquire})
	return f.abandoned(s, t.Space, some)
}
