package explore

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// event is a step of a run.
type event struct {
	branch
	uses  footprint
	after []int   // events that made it possible, by others
	woken int     // how many of these, the first ones, have woken it: it had begun to wait
	ways  []int   // how many options each of its choices had
	clock []int32 // by actor: how many of its events come before this one, itself included
	waits bool    // it only began to wait: nobody could do more
	took  mode    // acquire, receive or send, if it has got a mutex, a message, or room for one
	stuck []actor // of one that uses everything: who could not go on before it
}

// branch is a step that can be taken: whose, and with which choices beside that.
type branch struct {
	actor actor
	data  string // a byte for each choice
}

// decider chooses among several steps that can be taken next.
type decider interface {
	// decide returns the index of one of the options, at a position of the run. The others are options, too.
	decide(position int, options []option) int
	// taken is told of each step, before it is taken.
	taken(position int, e *event)
}

// option is a step that can be taken next.
type option struct {
	actor actor
	uses  footprint
	index int // among those of the kernel
}

// run makes a run of a program: first along a path, and then as a decider says. It is the Door of the run, and its Log.
type run struct {
	prints footprints
	from   int      // how many events come before the path
	path   []branch // then
	by     decider  // and then

	events []event
	calls  []event  // at the end: what threads were at that could not go on
	lost   bool     // the path could not be followed
	timed  bool     // time passed, or the program looked at the clock
	rest   []branch // at the end: the steps by which threads only began to wait
	state  *kernel.State

	log   ipc.AccessLog
	wakes map[actor][]int  // events that let an actor go on
	sent  map[uint32]int   // by message: the event that sent it
	room  map[uint32][]int // by port: the events that made room
	freed map[thing][]int  // by what one can have: the events that gave it back since somebody took it
	fired map[actor]bool   // a timer has let it go on
	began map[actor]int    // the event by which an actor only began to wait
	made  map[actor]uint32 // how much memory each has made
	data  []byte           // choices of the step that is on its way
	ways  []int
}

func newRun(n *names, from int, path []branch, by decider) *run {
	n.begin()
	return &run{
		prints: footprints{names: n}, from: from, path: path, by: by,
		wakes: map[actor][]int{}, sent: map[uint32]int{}, room: map[uint32][]int{}, freed: map[thing][]int{},
		fired: map[actor]bool{}, began: map[actor]int{}, made: map[actor]uint32{},
	}
}

// Input returns no line: what a program reads is no choice.
func (r *run) Input() (string, bool) { return "", false }

// Choose makes the choices of the run.
func (r *run) Choose(p kernel.Point) int {
	switch p.Kind {
	case kernel.PointNext:
		return r.next(p)
	case kernel.PointPredicate, kernel.PointAddress: // where memory lies makes no difference to a sensible program
		return 0
	}
	choice, n := 0, len(r.data)
	if at := len(r.events) - 1; at >= 0 && n < len(r.events[at].data) { // as the path or the decider has it
		choice = min(int(r.events[at].data[n]), p.N-1)
	}
	r.data, r.ways = append(r.data, byte(choice)), append(r.ways, min(p.N, 256))
	return choice
}

// fixed returns the step of the path at a position, nil for none.
func (r *run) fixed(position int) *branch {
	if at := position - r.from; at >= 0 && at < len(r.path) {
		return &r.path[at]
	}
	return nil
}

// next chooses who takes the next step: among those that do not only begin to wait, as long as there are any.
func (r *run) next(p kernel.Point) int {
	s := p.State()
	var some, waits []option
	for i := range p.N {
		a := p.Option(i)
		o := option{actor: r.name(s, a), index: i}
		if wouldWait(s, a) {
			o.uses = everything
			waits = append(waits, o)
		} else {
			o.uses = r.uses(s, a)
			some = append(some, o)
		}
	}
	if len(some) == 0 {
		some = waits
	}
	slices.SortFunc(some, func(a, b option) int { return int(a.actor) - int(b.actor) })
	if b := r.fixed(len(r.events)); b != nil {
		i := slices.IndexFunc(some, func(o option) bool { return o.actor == b.actor })
		if i < 0 {
			r.lost, i = true, 0
		}
		return some[i].index
	}
	if r.lost {
		return some[0].index
	}
	return some[r.by.decide(len(r.events), some)].index
}

// wouldWait says whether an actor's step would only begin to wait, for somebody else.
func wouldWait(s *kernel.State, a kernel.Actor) bool {
	if a.Thread == 0 {
		return false
	}
	t := s.Threads.At(uint32(a.Thread))
	if t.Call.Op == kernel.OpConditionWait && t.Phase == 0 || t.Call.Op == kernel.OpThreadSwitch {
		return false
	}
	w, timeout := s.WouldWait(a.Thread)
	return w.Kind != 0 && timeout < 0
}

func (r *run) name(s *kernel.State, a kernel.Actor) actor {
	if a.Thread == 0 {
		return r.prints.names.packet(s, a.Packet)
	}
	return r.prints.names.thread(s, a.Thread)
}

// uses is what an actor's next step uses: everything when it goes on because time has passed.
func (r *run) uses(s *kernel.State, a kernel.Actor) footprint {
	if r.fired[r.name(s, a)] {
		return everything
	}
	return r.prints.of(s, a)
}

// Open sees to it that accesses are logged.
func (r *run) Open(s *kernel.State) {
	r.state = s
	if s.IPC.AccessLog == nil {
		s.IPC.AccessLog = &r.log
	}
}

// Glance notes that the program has looked at the state beside its calls.
func (r *run) Glance(kernel.ThreadID, any) { r.timed = true }

// Fired notes that an actor goes on because time has passed.
func (r *run) Fired(s *kernel.State, a kernel.Actor) {
	r.timed = true
	r.fired[r.name(s, a)] = true
}

// Begin notes a step that is about to be taken.
func (r *run) Begin(s *kernel.State, a kernel.Actor) {
	e := event{branch: branch{actor: r.name(s, a)}, waits: wouldWait(s, a), uses: r.uses(s, a)}
	if b := r.fixed(len(r.events)); b != nil {
		e.data, r.lost = b.data, r.lost || b.actor != e.actor
	}
	e.after = r.wakes[e.actor]
	e.woken = len(e.after)
	delete(r.wakes, e.actor)
	delete(r.fired, e.actor)
	delete(r.began, e.actor)
	if e.waits {
		e.uses = everything
		r.began[e.actor] = len(r.events)
	}
	if e.uses.everything() {
		e.stuck = r.stuck(s)
	}
	r.enabled(&e)
	if a.Thread != 0 && s.Threads.At(uint32(a.Thread)).Call.Op == kernel.OpClock {
		r.timed = true
	}
	r.log.Accesses, r.log.Allocated, r.log.Arrived = r.log.Accesses[:0], r.log.Allocated[:0], r.log.Arrived[:0]
	r.data, r.ways = r.data[:0], r.ways[:0]
	r.by.taken(len(r.events), &e)
	r.events = append(r.events, e)
}

// took says what a step has got that others cannot have any more, read for nothing.
func took(s *kernel.State, t kernel.Taken) mode {
	if t.Actor.Thread == 0 || t.Done && t.Result.Code != 0 {
		return read
	}
	switch c := &s.Threads.At(uint32(t.Actor.Thread)).Call; c.Op {
	case kernel.OpMutexLock, kernel.OpConditionWait:
		return acquire
	case kernel.OpMutexTryLock:
		if t.Result.N != 0 {
			return acquire
		}
	case kernel.OpMachMsg:
		if c.Opt&ipc.MACH_SEND_MSG != 0 {
			return send
		}
		return receive
	}
	return read
}

// stuck returns who could only begin to wait.
func (r *run) stuck(s *kernel.State) (all []actor) {
	for i := range s.Ready.Len() {
		if a := (kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}); wouldWait(s, a) {
			all = append(all, r.name(s, a))
		}
	}
	return all
}

// enabled notes who has given back what an event takes.
func (r *run) enabled(e *event) {
	for _, u := range e.uses {
		if u.mode == acquire {
			e.after = append(e.after, r.freed[u.thing]...)
		}
	}
}

// End completes the step: whom it let go on, and what made it possible.
func (r *run) End(s *kernel.State, t kernel.Taken) {
	n := len(r.events) - 1
	e := &r.events[n]
	e.data, e.ways = string(r.data), slices.Clone(r.ways)
	e.took = took(s, t)
	for i := range r.log.Accesses {
		r.accessed(s, n, &r.log.Accesses[i])
	}
	for _, u := range e.uses {
		switch u.mode {
		case release:
			r.freed[u.thing] = append(r.freed[u.thing], n)
		case acquire:
			delete(r.freed, u.thing)
		}
	}
	if t.Done && t.Actor.Thread != 0 && t.Result.N != 0 {
		r.allocated(s, e.actor, t)
	}
}

// allocated names the memory that a step has made.
func (r *run) allocated(s *kernel.State, by actor, t kernel.Taken) {
	th := s.Threads.At(uint32(t.Actor.Thread))
	if th.Call.Op == kernel.OpVMAllocate {
		if m := s.Region(th.Task, uint64(t.Result.N)); m != 0 {
			r.made[by]++
			r.prints.allocated(m, by, int(r.made[by]))
		}
	}
}

// accessed takes in what an access of a step says of what made others possible.
func (r *run) accessed(s *kernel.State, n int, x *ipc.Access) {
	e := &r.events[n]
	after := func(i int, ok bool) {
		if ok && i != n {
			e.after = append(e.after, i)
		}
	}
	switch {
	case x.Location == kernel.LocThread && x.Mode == ipc.Add:
		a := r.prints.names.thread(s, kernel.ThreadID(x.A))
		r.wakes[a] = append(r.wakes[a], n)
	case x.Location == kernel.LocPacket && x.Mode == ipc.Add && s.Packets.Has(x.A):
		a := r.prints.names.packet(s, kernel.PacketID(x.A))
		r.wakes[a] = append(r.wakes[a], n)
	case x.Location == ipc.LocMsg && (x.Mode == ipc.New || x.Mode == ipc.HandedOver):
		r.sent[x.A] = n
	case x.Location == ipc.LocMsg && x.Mode == ipc.Read:
		i, ok := r.sent[x.A]
		after(i, ok)
	case x.Location == ipc.LocRoom && x.Mode == ipc.Add:
		r.room[x.A] = append(r.room[x.A], n)
	case x.Location == ipc.LocRoom && x.Mode == ipc.TakeRoom:
		if i := len(r.room[x.A]) - 1 - int(x.B); i >= 0 {
			after(r.room[x.A][i], true)
		}
	}
}

// ended takes what is left at the end of the run: events that began to wait, and never went on, are calls that were not
// completed, and so are those at which other threads stand.
func (r *run) ended() {
	n := len(r.events)
	for n > 0 && r.events[n-1].waits {
		n--
	}
	for i := range r.events[n:] {
		r.rest = append(r.rest, r.events[n+i].branch)
	}
	r.events = r.events[:n]
	s := r.state
	if s == nil {
		return
	}
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		if t.Status == kernel.Ended || t.Handler != 0 {
			continue
		}
		e := event{branch: branch{actor: r.prints.names.thread(s, kernel.ThreadID(id))}}
		if began, ok := r.began[e.actor]; ok && began < len(r.events) {
			continue // only what has not come yet could have let it go on
		}
		e.uses = r.prints.pending(s, t, kernel.ThreadID(id))
		e.after = r.wakes[e.actor]
		r.enabled(&e)
		if len(e.uses) > 1 {
			r.calls = append(r.calls, e)
		}
	}
}
