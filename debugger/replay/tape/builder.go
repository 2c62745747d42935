package tape

import (
	"slices"
	"sync/atomic"

	"machsim/ipc"
	"machsim/kernel"
)

// Builder writes a Tape while a run is replayed. The machine must run with its Config.
type Builder struct {
	t         *Tape
	door      kernel.Door
	values    ipc.Values
	accesses  ipc.AccessLog
	steps     int                // how many of the accesses the step made
	inside    bool               // in a step
	actor     kernel.Actor       // of the last step
	computing kernel.ThreadID    // the thread that runs and is at no call
	places    map[uintptr]uint64 // the numbers of Tape.places
	glanced   map[any]uint32     // the indexes of Tape.glanced
	seen      any                // the last one of them
	seenAt    uint32             // its index
	recent    [64]site           // some of them, by the lowest bits
	chosen    int                // the last event with choices, plus 1
	last      uint32             // the lane of the last step

	// The room that is made in advance:
	before  int // the events that were there first
	foresee int // the events after which more is made
	whole   int // all events, as far as that is known

	from      int                     // what comes before this event is of the past
	undone    bool                    // the last event is of the past, and not completed yet
	asks      map[uint64]kernel.Asked // by number of a past event: the call by which its thread may make others
	stretches map[kernel.TaskID]*stretch
	collects  bool       // nothing is logged but what Picture needs
	gathered  []gathered // by lane
	collected int        // the bytes of results that it has written
	asksLeft  int        // how many asks there were when it was seen last which of them are needed
	lanesLeft int        // likewise lanes
	seenLeft  int        // likewise values in Tape.glanced

	// Accessed, when set, gets the lane and the actor of each event, its accesses, in order, and after them those
	// that its thread's program made before its next event.
	Accessed func(lane uint32, a kernel.Actor, accesses []ipc.Access)
	// Between is called before each event, and after the last, with the number of events up to now.
	Between func(s *kernel.State, n int)
}

// NewBuilder returns a Builder for a run of p.
func NewBuilder(p *kernel.Program, cfg kernel.Config) *Builder {
	return &Builder{places: map[uintptr]uint64{}, glanced: map[any]uint32{}, t: &Tape{
		Program: p, Config: plainly(cfg), Endless: new(atomic.Bool),
		packets: map[kernel.PacketKey]uint32{}, askers: map[kernel.ThreadID]uint64{},
	}}
}

// Watch changes a machine's configuration so that the Builder logs its run.
func (k *Builder) Watch(cfg *kernel.Config) {
	cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Log: k})
	if !k.collects {
		k.door, cfg.Door = cfg.Door, k
	}
}

// Attach gives the Builder the machine's state, before it runs. That counts the events.
func (k *Builder) Attach(s *kernel.State) {
	if k.collects {
		return
	}
	k.t.events.first = int(s.Steps) - k.t.events.words.Len()
	s.IPC.Values = &k.values
	k.listen(s, true)
	if k.t.Start == nil && k.from == 0 {
		k.t.Start = s.Freeze()
	}
}

// listen has accesses logged, or none: those of a program, from the end of a step on, are part of the Tape. The others
// are for Accessed alone; without it messages may take their short way (ipc.Express).
func (k *Builder) listen(s *kernel.State, program bool) {
	if s.IPC.AccessLog = nil; program || k.Accessed != nil {
		s.IPC.AccessLog = &k.accesses
	}
}

// Tape returns the log of a run that has stopped in state s. If the run was given up,
// computing is the thread that is running and at no call; else it is 0.
func (k *Builder) Tape(s *kernel.State, computing kernel.ThreadID) *Tape {
	k.computing = computing
	k.close(s)
	s.IPC.Values, s.IPC.AccessLog = nil, nil
	t := k.t
	for id := range s.Threads.All {
		k.comes(s, kernel.ThreadID(id))
	}
	t.name(s)
	t.End = s.Freeze()
	t.trim()
	return t
}

// Choose logs the choices, but for those of who goes next, which the steps show.
func (k *Builder) Choose(p kernel.Point) int {
	c := k.door.Choose(p)
	if p.Kind != kernel.PointNext && !k.past() {
		n := k.t.Len()
		if k.inside {
			n--
		}
		k.t.choices.set(n, append(k.t.choices.at(n), Choice{p.Kind, p.N, c}))
		k.chosen = n + 1
	}
	return c
}

// Input returns a line of input. It logs nothing: the line is in the result of the call.
func (k *Builder) Input() (string, bool) { return k.door.Input() }

// Open completes the previous event.
func (k *Builder) Open(s *kernel.State) { k.close(s) }

func (k *Builder) close(s *kernel.State) {
	n := k.t.Len()
	if k.collects {
		k.t.events.first = int(s.Steps)
		k.tidy(s)
		k.Between(s, n)
		return
	}
	if k.due() {
		k.note()
		if k.Accessed != nil {
			k.Accessed(k.last, k.actor, k.accesses.Accesses)
		}
	}
	k.values.Allocated, k.values.Arrived = k.values.Allocated[:0], k.values.Arrived[:0]
	k.accesses.Accesses = k.accesses.Accesses[:0]
	k.listen(s, false)
	k.comes(s, k.actor.Thread)
	if k.past() && n == k.from {
		k.horizon(s)
	}
	if k.Between != nil {
		k.Between(s, n)
	}
}

// comes records the call that a thread has reached. The thread may never begin it.
func (k *Builder) comes(s *kernel.State, id kernel.ThreadID) {
	if id != 0 && id != k.computing && s.Threads.At(uint32(id)).Status != kernel.Ended {
		k.begins(s, id)
	}
}

// Fired records a timer.
func (k *Builder) Fired(s *kernel.State, a kernel.Actor) {
	lane := k.lane(s, a)
	if k.past() {
		k.t.Lanes[lane].earlier.fired = true
		return
	}
	k.t.fires.Add(fire{
		before: k.t.Len(), lane: lane, twin: uint32(twin(s, a)),
		way: a.Packet != 0 && s.HasWay(a.Packet), at: k.place(),
	})
}

// place returns how many values have been allocated and chosen up to the previous event.
func (k *Builder) place() place {
	at := place{given: uint32(len(k.values.Allocated)), arrived: uint32(len(k.values.Arrived))}
	if n := k.t.Len(); k.chosen == n+1 {
		at.choice = uint32(len(k.t.choices.at(n)))
	}
	return at
}

// Begin records the call, if it is a new one.
func (k *Builder) Begin(s *kernel.State, a kernel.Actor) {
	if k.collects && a.Thread != 0 {
		return // all is known at the End
	}
	k.inside, k.actor = true, a
	n := k.lane(s, a)
	k.last = n
	if k.past() {
		k.pass(s, a)
		return
	}
	l := &k.t.Lanes[n]
	if at := k.place(); at != (place{}) {
		k.t.begun.set(k.t.Len(), at)
	}
	if k.t.Len() == k.foresee && k.t.Len() < k.whole {
		k.foreseen()
	}
	k.t.events.add(n, uint32(l.Len()), s.Now)
	l.add(k.t.Len() - 1)
	l.done.Add(false)
	if a.Thread != 0 {
		k.begins(s, a.Thread)
	} else if s.Failing.Kind != kernel.NoFault {
		k.t.faults.Add(s.Failing)
	} else if i := twin(s, a); i > 0 {
		k.t.twins.set(k.t.Len()-1, i)
	}
}

// site is a place in a program, and its number.
type site struct {
	pc     uintptr
	number uint64
}

// number returns the number of a place in a program, from 1; 0 for none.
func (k *Builder) number(pc uintptr) uint64 {
	last := &k.recent[pc%uintptr(len(k.recent))]
	if last.pc != pc {
		*last = site{pc, k.find(pc)}
	}
	return last.number
}

func (k *Builder) find(pc uintptr) uint64 {
	n, ok := k.places[pc]
	if !ok && pc != 0 {
		k.t.places.Add(pc)
		n = uint64(k.t.places.Len())
		k.places[pc] = n
	}
	return n
}

// twin returns the index of a packet among those with the same key.
func twin(s *kernel.State, a kernel.Actor) int {
	if a.Packet == 0 {
		return 0
	}
	return slices.Index(s.PacketsOf(s.Packets.At(uint32(a.Packet)).Key), a.Packet)
}

// begins writes the present call of a thread, unless it is already written.
func (k *Builder) begins(s *kernel.State, id kernel.ThreadID) {
	lane := k.lane(s, kernel.Actor{Thread: id})
	g, l := k.gatheredOf(int(lane)), &k.t.Lanes[lane]
	if g.inCall {
		return
	}
	g.inCall = true
	c := &s.Threads.At(uint32(id)).Call
	var h *ipc.Header
	var items []ipc.Item
	if c.Msg != 0 {
		m := s.IPC.Msgs.At(uint32(c.Msg))
		h, items = &m.Header, m.Items
	}
	if k.past() {
		l.calls.drop()
	}
	w := writer{l.calls.begin()}
	w.call(c, k.number(c.PC), h, items)
	l.calls.end(w.b)
	l.sums.Add(c.Sum(h, items))
}

// End records the result of the step.
func (k *Builder) End(s *kernel.State, e kernel.Taken) {
	if k.collects {
		k.step(s, &e)
		return
	}
	k.inside, k.steps = false, len(k.accesses.Accesses)
	k.listen(s, true)
	n := k.t.Len() - 1
	k.come(s, n, &e)
	if !e.Done || e.Actor.Thread == 0 {
		return
	}
	l := &k.t.Lanes[k.last]
	c := &s.Threads.At(uint32(e.Actor.Thread)).Call
	if k.past() {
		k.passed(s, l, n)
	} else {
		k.t.events.complete()
		l.done.set()
		l.answers.Add(e.Result.Sum(received(c, e.Result)))
	}
	w := writer{l.results.begin()}
	w.result(e.Result, changed(c, e.Result), e.Born, &l.infos)
	l.results.end(w.b)
	k.gatheredOf(int(k.last)).inCall = false
}

// come notes which threads an event made, and which it ended.
func (k *Builder) come(s *kernel.State, n int, e *kernel.Taken) {
	for _, id := range e.Gone {
		k.disturbed(s.Threads.At(uint32(id)).Task)
		k.t.ends.Add(end{n, id})
	}
	for _, id := range e.Born {
		k.t.makers.set(uint32(id), uint64(n)+1)
		if e.Actor.Packet != 0 {
			k.t.askers[id] = e.Asker
		}
		k.bears(id)
	}
}

// changed says whether a call may have changed its message.
func changed(c *kernel.Call, res *kernel.Result) bool {
	return c.Opt&ipc.MACH_RCV_MSG != 0 || c.Opt != 0 && res.Code != 0
}

// received says whether a call has got a message: not one that it only handed back.
func received(c *kernel.Call, res *kernel.Result) bool {
	return c.Opt&ipc.MACH_RCV_MSG != 0 && res.Code == 0
}

// Glance records a value that a program read from the state.
func (k *Builder) Glance(id kernel.ThreadID, v any) {
	if n := k.t.LaneOf(id); n >= 0 {
		k.t.Lanes[n].glances.Add(k.glance(v))
	}
}

// glance returns the index of a value in Tape.glanced.
func (k *Builder) glance(v any) uint32 {
	if v == k.seen {
		return k.seenAt
	}
	n, ok := k.glanced[v]
	if !ok {
		n = uint32(k.t.glanced.Len())
		k.t.glanced.Add(v)
		k.glanced[v] = n
	}
	k.seen, k.seenAt = v, n
	return n
}

// lane returns the lane of an actor, a new one if it has none.
func (k *Builder) lane(s *kernel.State, a kernel.Actor) uint32 {
	t := k.t
	switch {
	case s.Failing.Kind != kernel.NoFault:
		return outside(t, &t.failing, Lane{Edits: true, Faults: true})
	case a.Edited():
		return outside(t, &t.edits, Lane{Edits: true})
	}
	if a.Thread == 0 {
		key := s.Packets.At(uint32(a.Packet)).Key
		n, ok := t.packets[key]
		if !ok {
			n = uint32(len(t.Lanes))
			t.packets[key] = n
			t.Lanes = append(t.Lanes, Lane{Packet: key, first: t.First()})
		}
		return n
	}
	n := t.threads.at(uint32(a.Thread))
	if n == 0 {
		t.Lanes = append(t.Lanes, Lane{Thread: a.Thread, first: t.First()})
		n = uint32(len(t.Lanes))
		t.threads.set(uint32(a.Thread), n)
	}
	return n - 1
}

// outside returns the lane of the edits or of the faults, which is made with the first.
func outside(t *Tape, lane *uint32, l Lane) uint32 {
	if *lane == 0 {
		l.first = t.First()
		t.Lanes = append(t.Lanes, l)
		*lane = uint32(len(t.Lanes))
	}
	return *lane - 1
}

// trim gives back memory that the log does not need any more.
func (t *Tape) trim() {
	t.events.words.Trim()
	t.notes.Trim()
	t.passed.Trim()
	for i := range t.Lanes {
		l := &t.Lanes[i]
		l.at.Trim()
		l.done.Trim()
		l.calls.Trim()
		l.sums.Trim()
		l.results.Trim()
		l.infos.Trim()
		l.answers.Trim()
		l.glances.Trim()
	}
}
