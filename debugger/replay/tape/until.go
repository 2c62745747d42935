package tape

import (
	"maps"

	"machsim/ipc"
	"machsim/kernel"
)

// Until returns the log of the first n events of the run, after which it was in the state that last is a picture of.
// It shares all that it can with the log of the whole run. GoOn adds the events of another run to it.
func (t *Tape) Until(n int, last *kernel.State) *Tape {
	u := &Tape{
		Program: t.Program, Config: t.Config, Limit: t.Limit, Endless: t.Endless, Start: t.Start, End: last,
		places: t.places.Cut(t.places.Len()), glanced: t.glanced.Cut(t.glanced.Len()),
		events: t.events.cut(n, t.Lanes), notes: t.notes.Cut(n - t.First()),
		passed: t.passed.Cut(t.passed.Len()), asked: maps.Clone(t.asked), asks: t.asks, edited: t.edited,
		fires:   t.fires.Cut(t.fires.Search(func(f fire) bool { return f.before >= n })),
		ends:    t.ends.Cut(t.ends.Search(func(e end) bool { return e.event >= n })),
		choices: t.choices.cut(n), begun: t.begun.cut(n), twins: t.twins.cut(n),
		packets: map[kernel.PacketKey]uint32{}, askers: map[kernel.ThreadID]uint64{}, family: t.Family(),
	}
	u.cutLanes(t, n)
	u.cutThreads(t, n)
	return u
}

// cutLanes adds the lanes that t had after its first n events.
func (u *Tape) cutLanes(t *Tape, n int) {
	lanes := len(t.Lanes)
	for lanes > 0 && !t.Lanes[lanes-1].Begun(t.Lanes[lanes-1].Before(n)) && !u.fired(&t.Lanes[lanes-1], lanes-1) {
		lanes--
	}
	u.Lanes = make([]Lane, lanes)
	for i := range u.Lanes {
		u.Lanes[i] = t.Lanes[i].until(n)
		if l := &u.Lanes[i]; l.Thread == 0 && !l.Edits {
			u.packets[l.Packet] = uint32(i)
		}
	}
	if int(t.edits) <= lanes {
		u.edits = t.edits
	}
	if int(t.failing) <= lanes && t.failing > 0 {
		u.failing, u.faults = t.failing, t.faults.Cut(u.Lanes[t.failing-1].Len())
	}
}

// fired says whether a timer of a lane of packets has fired.
func (u *Tape) fired(l *Lane, lane int) bool {
	if l.Thread == 0 && l.earlier.fired {
		return true
	}
	for i := u.fires.Len() - 1; i >= 0 && l.Thread == 0; i-- {
		if int(u.fires.At(i).lane) == lane {
			return true
		}
	}
	return false
}

// until returns the lane with those of its events that are among the first n of the run, and with the call that its
// thread is at after these.
func (l *Lane) until(n int) Lane {
	events := l.Before(n)
	done := l.Completed(events)
	calls, earlier := min(done+1, l.Calls()), l.earlier
	if earlier.serves != nil && earlier.serves.calls > done {
		earlier.serves = nil
	}
	return Lane{
		Thread: l.Thread, Packet: l.Packet, Edits: l.Edits, Faults: l.Faults, first: l.first,
		at: l.at.Cut(events), done: l.done.Cut(events), earlier: earlier, calls: l.calls.Cut(calls - l.earlier.calls),
		sums: l.sums.Cut(calls), results: l.results.Cut(done), infos: l.infos.Cut(l.infos.Len()),
		answers: l.answers.Cut(done - l.earlier.calls), glances: l.glances.Cut(l.glances.Len()),
	}
}

// cutThreads adds what t knows of the threads that there were after its first n events.
func (u *Tape) cutThreads(t *Tape, n int) {
	u.threads.from, u.makers.from = t.threads.from, t.makers.from
	t.threads.each(func(id, lane uint32) {
		if int(lane) <= len(u.Lanes) {
			u.threads.set(id, lane)
		}
	})
	t.makers.each(func(id uint32, maker uint64) {
		if maker > uint64(n) {
			return
		}
		u.makers.set(id, maker)
		if asker, ok := t.askers[kernel.ThreadID(id)]; ok {
			u.askers[kernel.ThreadID(id)] = asker
		}
	})
	maps.DeleteFunc(u.asked, func(id kernel.ThreadID, _ kernel.Asked) bool { // another run may have another thread there
		return u.Maker(id) < 0
	})
}

// GoOn returns a Builder that adds the events of another run to the log, which is used by nobody else any more. That
// run has begun with the same events, and goes on with a machine of its own.
func (t *Tape) GoOn(cfg kernel.Config) *Builder {
	cfg.Door, cfg.Tracer = nil, kernel.Tracer{}
	t.Config = cfg
	k := &Builder{t: t, places: map[uintptr]uint64{}, glanced: map[any]uint32{}, asks: t.asks}
	for i := range t.glanced.Len() {
		k.glanced[t.glanced.At(i)] = uint32(i)
	}
	for i := range t.places.Len() {
		k.places[t.places.At(i)] = uint64(i) + 1
	}
	for i := range t.Lanes {
		if l := &t.Lanes[i]; l.Thread != 0 {
			k.gatheredOf(i).inCall = l.Calls() > l.results.Len()
		}
	}
	return k
}

// Among makes the run one of a Family.
func (k *Builder) Among(f *kernel.Family) { k.t.family = f }

// Glanced says what the program of a thread has read from the state beside its calls. The other values that the log has
// are forgotten.
func (k *Builder) Glanced(id kernel.ThreadID, c *Cursor) {
	if lane := k.t.LaneOf(id); lane >= 0 {
		l := &k.t.Lanes[lane]
		l.glances = l.glances.Cut(c.glances)
	}
}

// grown returns a list with an element at an index.
func grown[T any](s []T, i int) []T {
	for len(s) <= i {
		var none T
		s = append(s, none)
	}
	return s
}

// An Observer of a Replayer is told what whoever listened was told when the run was made. All events are to be taken.
// What is nil is not told.
type Observer struct {
	Chosen   func(c, n int) // the Door chose option c of n
	Read     func(line string, ok bool)
	Step     func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool)
	Accessed func(event int, a kernel.Actor, accesses []ipc.Access)
}

// Observe has an Observer told of the events from now on.
func (p *Replayer) Observe(o *Observer) { p.observer, p.State().IPC.AccessLog = o, &p.accesses }

// begun tells of an event that is about to be taken, after its timers have fired.
func (o *Observer) begun(p *Replayer, a kernel.Actor) {
	t, e := p.t, p.next
	choices, before := t.choices.at(e), int(t.begun.at(e).choice)
	steered := a.Edited()
	for i, c := range choices {
		if i == before && !steered {
			o.next(p.State(), a)
		}
		steered = steered || i < before && c.Kind == kernel.PointPredicate && c.C == 1
		o.chosen(c.C, c.N)
	}
	if before == len(choices) && !steered {
		o.next(p.State(), a)
	}
}

// next tells who was chosen to go next.
func (o *Observer) next(s *kernel.State, a kernel.Actor) {
	if n := s.Ready.Len() + s.Arrive.Len(); n > 1 {
		o.chosen(s.OptionOf(a), n)
	}
}

func (o *Observer) chosen(c, n int) {
	if o.Chosen != nil {
		o.Chosen(c, n)
	}
}
