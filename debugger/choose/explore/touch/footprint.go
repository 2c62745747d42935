package touch

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/kernel"
)

// Footprints finds what steps use.
type Footprints struct {
	Names   *Names
	memory  numbered.Log[Thing] // by kernel.MemoryID
	several numbered.Log[bool]  // by kernel.TaskID: it has had more than one thread
	Told    accesses

	Failing bool // faults may come between two steps
	Risky   bool // something may go wrong that is no fault of a disk
	Disks   bool // calls on disks may have faults
	Ending  bool // an exception that nobody deals with ends its task, and the run goes on (kernel.Config.KeepGoing)

	Room   Footprint      // of the one that is being found
	lately [128]Footprint // some that were found last, by their hashes: most come again and again
}

// kept returns a footprint that is to be kept, of one that may stand in the room of the next.
func (f *Footprints) kept(uses Footprint) Footprint {
	h := uint32(0)
	for _, u := range uses {
		h = h*31 + uint32(u.Thing)*uint32(NumModes) + uint32(u.Mode)
	}
	same := &f.lately[h%uint32(len(f.lately))]
	if !slices.Equal(*same, uses) {
		*same = slices.Clone(uses)
	}
	return *same
}

// Back takes back what the steps from one on have shown.
func (f *Footprints) Back(step int) {
	f.Names.threads.Back(step)
	f.Names.IDs.Back(step)
	f.memory.Back(step)
	f.several.Back(step)
	f.Names.Step = 0
}

// of returns what an actor's next step uses. Where waits are steps all that is done comes in every order: so does who
// waits first.
func (f *Footprints) of(s *kernel.State, a kernel.Actor) Footprint {
	all := f.plain(s, a)
	if len(f.Names.Waits) > 0 && a.Thread != 0 { // to wait is no step of a packet
		f.stepwise(all)
		// What a call is follows from its names, also that of one which uses everything.
		if f.Names.Waits[AtRights] && (all.Everything() || f.crowded(s, a)) {
			all = append(all, Use{f.namesOf(s, s.Threads.At(uint32(a.Thread)).Space), Read})
		}
	}
	if a.Thread != 0 && !all.Everything() {
		for _, t := range f.Told.Of(a.Thread) {
			all = all.With(t.Uses)
		}
	}
	return all
}

// stepwise has a call that begins to wait by a step of its own come in every order with others: also in the set of a
// port at which it waits.
func (f *Footprints) stepwise(all Footprint) {
	sends := false
	for i := range all {
		if f.Names.Waits[all[i].Thing] || sends && all[i].Mode == Send {
			sends = sends || all[i].Mode == Send
			all[i].Mode = Write
		}
	}
}

// Awaited returns what a thread waits for.
func (f *Footprints) Awaited(s *kernel.State, id kernel.ThreadID, w kernel.Wait) Thing {
	switch w.Kind {
	case kernel.WaitSend, kernel.WaitReceive:
		if w.Set != 0 {
			return f.Set(s, w.Set)
		}
		return f.Port(s, w.Port)
	case kernel.WaitMutex:
		return f.Mutex(s, int64(w.Object))
	case kernel.WaitJoin:
		return f.joined(s, kernel.ThreadID(w.Object)).Thing
	case kernel.WaitAlone:
		return f.Names.thing(made{taskName, f.first(s, s.Threads.At(uint32(id))), 0})
	}
	return World
}

// plain is of, where no waits are steps. Everybody reads the world, so that what changes it comes before or after all
// else.
func (f *Footprints) plain(s *kernel.State, a kernel.Actor) Footprint {
	if a.Thread == 0 {
		return f.packet(s, a.Packet)
	}
	t := s.Threads.At(uint32(a.Thread))
	some := append(f.Room[:0], Use{World, Read})
	if t.Handler != 0 || t.Suspend != 0 || t.Held {
		return Everything
	}
	switch c := &t.Call; c.Op.Class() {
	case kernel.ClassStart, kernel.ClassLabel, kernel.ClassSpanEnd, kernel.ClassPrint, kernel.ClassFail,
		kernel.ClassMakeMutex, kernel.ClassMakeCondition:
		return some
	case kernel.ClassRaise:
		if !f.Ending && unhandled(s, t) { // it fails, and changes nothing
			return some
		}
	case kernel.ClassJoin:
		return append(some, f.joined(s, kernel.ThreadID(c.N)))
	case kernel.ClassLock:
		return append(some, Use{f.Mutex(s, c.N), Acquire})
	case kernel.ClassTryLock:
		return append(some, Use{f.Mutex(s, c.N), Write})
	case kernel.ClassUnlock:
		return append(some, f.gives(s, a.Thread, c.N))
	case kernel.ClassWait:
		if t.Phase > 0 {
			return append(some, Use{f.Mutex(s, c.N2), Acquire})
		}
		return append(some, Use{f.Condition(s, c.N), Write}, f.gives(s, a.Thread, c.N2))
	case kernel.ClassSignal:
		return append(some, Use{f.Condition(s, c.N), Write})
	case kernel.ClassDisk:
		return f.disk(s, t, some)
	case kernel.ClassExit:
		all := f.end(s, a.Thread, t, some)
		if f.Names.Waits[AtRights] && (!f.crowded(s, a) || f.last(s, a)) {
			all[0].Mode = Read
			if uses := f.rightly(s, a, all, true); !uses.Everything() {
				return uses
			}
			all[0].Mode = Write
		}
		return all
	case kernel.ClassMessage:
		all := f.message(s, t, some)
		if f.Names.Waits[AtRights] && !all.Global() && !f.crowded(s, a) {
			return f.rightly(s, a, all, false)
		}
		if f.Names.Waits[AtRights] && f.refused(s, t) {
			return f.tried(s, a, some, true)
		}
		return all
	}
	return f.ofOne(s, a, t, some)
}

// ofOne returns what a call uses of whose class nothing follows.
func (f *Footprints) ofOne(s *kernel.State, a kernel.Actor, t *kernel.ThreadState, some Footprint) Footprint {
	op := t.Call.Op
	if !s.IsSelf(t) && (op == kernel.OpVMAllocate || op == kernel.OpPortAllocate || op == kernel.OpPortSetQLimit) {
		op = 0 // of what it uses of another task nothing follows
	}
	switch c := &t.Call; op {
	case kernel.OpPreempt, kernel.OpThreadSwitch, kernel.OpClock, kernel.OpHostStays, kernel.OpRandom,
		kernel.OpCThreadSetSpecific, kernel.OpCThreadGetSpecific, kernel.OpVMAllocate:
		return some
	case kernel.OpTaskSelf, kernel.OpThreadSelf, kernel.OpHostSelf, kernel.OpReplyPort, kernel.OpPortAllocate,
		kernel.OpDatagramPort:
		if f.Names.Waits[AtRights] {
			return append(some, Use{f.slots(s, t.Task), Write})
		}
		return some
	case kernel.OpCThreadSetName:
		return append(some, Use{f.joined(s, kernel.ThreadID(c.N)).Thing, Write}, Use{threadNames, add})
	case kernel.OpCThreadSetData:
		return append(some, Use{f.joined(s, kernel.ThreadID(c.N)).Thing, Write})
	case kernel.OpCThreadData:
		return append(some, Use{f.joined(s, kernel.ThreadID(c.N)).Thing, Read})
	case kernel.OpPortSetQLimit:
		if port, set, ok := s.IPC.LookSource(t.Space, c.Name2); ok && set == 0 {
			some = append(f.queue(s, port, Write, some), Use{meddling, Read})
			if f.Names.Waits[AtRights] {
				some = append(some, Use{f.taskThing(s, namesName, t.Task), Read})
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
	case op == kernel.OpSpawn && f.Names.Waits[AtRights]: // for it alone the ends of tasks need not be told apart
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
func (f *Footprints) access(s *kernel.State, t *kernel.ThreadState, some Footprint) Footprint {
	m := f.memory.Get(uint32(s.Region(t.Task, uint64(t.Call.N))))
	if m == 0 {
		return Everything
	}
	if t.Call.Op == kernel.OpPeek {
		return append(some, Use{m, Read})
	}
	return append(some, Use{m, Write})
}

// Allocated gives memory the name of the thread that made it, and its number there.
func (f *Footprints) Allocated(m kernel.MemoryID, by Actor, n int) {
	f.memory.Set(f.Names.Step, uint32(m), f.Names.thing(made{memoryName, by, uint32(n)}))
}

// end is the use of all that ends with a thread: those that join it, and with the last of its task the ports of which
// others know.
func (f *Footprints) end(s *kernel.State, id kernel.ThreadID, t *kernel.ThreadState, some Footprint) Footprint {
	some = append(some, Use{f.Names.object(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)}), Release})
	all := f.Names.thing(made{taskName, f.first(s, t), 0})
	task := s.Tasks.At(uint32(t.Task))
	if task.Limit > 0 { // another may begin now
		some = append(some, Use{f.taskThing(s, limitName, t.Task), Write})
	}
	if len(task.Threads) > 1 {
		return append(some, Use{all, Release})
	}
	some = append(some, Use{all, Acquire})
	return f.abandoned(s, t.Space, some)
}
