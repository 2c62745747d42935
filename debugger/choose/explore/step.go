package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// Open sees to it that accesses are logged.
func (r *run) Open(s *kernel.State) {
	if r.gone.Load() {
		return
	}
	r.state, r.step = s, int(s.Steps)
	r.prints.Names.Step = r.step
	if r.step == 0 {
		r.prints.Open(s)
	}
	r.settle(s)
	r.endless(s)
	if r.step >= r.skip && s.IPC.AccessLog == nil {
		s.IPC.AccessLog = &r.log
	}
	if r.bounds.past != nil && r.step >= r.skip {
		r.catchUp()
		if len(r.events) >= r.from+len(r.path) {
			r.bound(s)
		}
	}
}

// bound ends the run if what follows was run before, or whoever could go on has come to a bound.
func (r *run) bound(s *kernel.State) {
	switch b := &r.bounds; {
	case r.lost:
	case b.known != nil && b.known():
		b.end(Known)
	case b.reach():
		able := r.ready(nil, s, func(a kernel.Actor) bool { waits, _ := r.wouldWait(s, a); return !waits })
		if len(able) > 0 && len(r.within(able)) == 0 {
			b.end(Bound)
		}
	}
}

// Fired notes that time has passed.
func (r *run) Fired(s *kernel.State, _ kernel.Actor) {
	if r.gone.Load() || r.step < r.skip || s.Now <= r.now {
		return
	}
	r.now, r.timed = s.Now, true
	if r.free {
		r.begin(event{branch: branch{actor: touch.Clock}, uses: touch.Everything, rareFields: &rareFields{stuck: r.stuck(s)}})
		return
	}
	r.pause(s)
	r.stands(s)
	r.quiet = false
}

// pause notes that nobody can do more than wait. The waits that begin at a pause come after it, and before the time
// that passes then. Before the events that are the same in all runs have been taken there is no pause.
func (r *run) pause(s *kernel.State) {
	if len(r.events) < r.from {
		return
	}
	e := event{branch: branch{actor: touch.Clock}, uses: touch.Everything, pause: true,
		rareFields: &rareFields{could: r.offered()}}
	if !r.quiet {
		e.own().calls = r.pending(s)
	}
	r.begin(e)
	r.quiet = true
}

// Begin notes a step that is about to be taken.
func (r *run) Begin(s *kernel.State, a kernel.Actor) {
	if r.gone.Load() {
		return
	}
	defer r.prints.Told.Taken(a.Thread)
	if r.step < r.skip {
		return
	}
	waits, timed := r.wouldWait(s, a)
	switch {
	case !waits || timed && r.free || r.exact:
		r.quiet = false
	case !r.quiet:
		r.pause(s)
	}
	e := event{branch: branch{actor: r.prints.Names.Of(s, a)}, waits: waits && (!timed || r.still(s)) && !r.late(s, a),
		uses:       r.prints.Step(s, a),
		rareFields: &nothing}
	if could := r.offered(); could != nil {
		e.own().could = could
	}
	e.end(&r.prints, s, a)
	if !e.waits {
		r.passes(s, a)
	}
	if e.thread = a.Thread != 0; r.stood.Get(uint32(a.Thread)).since != 0 {
		r.stood.Set(r.step, uint32(a.Thread), stood{})
	}
	if a.Packet != 0 {
		e.brought = r.sends(s, s.Packets.At(uint32(a.Packet)))
	}
	if e.thread {
		op := s.Threads.At(uint32(a.Thread)).Call.Op
		e.op = op
		e.yields, e.limits = op == kernel.OpThreadSwitch, op == kernel.OpPortSetQLimit || op == kernel.OpPort25SetBacklog
	}
	e.after = r.awake(e.actor)
	e.woken = len(e.after)
	if e.woken > 0 {
		r.wakes.Set(r.step, uint32(e.actor), nil)
	}
	r.touch(&e, a.Thread)
	if e.waits {
		e.uses = touch.Everything
	}
	if e.uses.Everything() || e.uses.Optional() || e.uses.Meddles() {
		e.own().stuck = r.stuck(s)
	}
	if !e.waits && disturbs(s, a, e.uses) {
		r.disturb(s, a, e.uses)
		if e.uses.Global() || e.uses.Meddles() || ends(s, a) {
			e.own().calls = r.calls(s)
		}
	}
	if len(e.calls) == 0 && r.prints.Names.Waits[touch.AtRights] && !e.waits && e.uses.Writes() {
		e.own().seen = r.calls(s)
	}
	if e.uses.Optional() {
		r.possible(&e)
	}
	r.enabled(&e)
	if a.Thread != 0 && touch.AsksTime(s.Threads.At(uint32(a.Thread)).Call.Op) {
		r.timed = true
	}
	r.log.Accesses = r.log.Accesses[:0]
	r.data, r.choices = r.data[:0], r.choices[:0]
	r.begin(e)
}

// begin adds an event.
func (r *run) begin(e event) {
	if b := r.fixed(len(r.events)); b != nil {
		e.data, r.lost = b.data, r.lost || b.actor != e.actor
	}
	n := len(r.events)
	e.found = r.prints.Told.Variables.Found
	r.events = append(r.events, e)
	r.by.taken(n, &r.events[n])
	r.picked = 0
}

// End completes the step: whom it let go on, and what made it possible.
func (r *run) End(s *kernel.State, t kernel.Taken) {
	if r.gone.Load() {
		return
	}
	if r.step >= r.skip {
		r.end(s, t)
	}
	r.step++
	r.prints.Names.Step = r.step
	if r.step > r.skip {
		r.moments = append(r.moments, moment{len(r.events), len(r.answers), r.now, r.quiet, r.idling})
	}
}

func (r *run) end(s *kernel.State, t kernel.Taken) {
	n := len(r.events) - 1
	e := &r.events[n]
	if e.data = string(r.data); len(r.choices) > 0 {
		e.own().choices = slices.Clone(r.choices)
	}
	e.took, e.fails = took(s, t), failed(s)
	if e.uses.Optional() {
		r.helped(s, e)
	}
	for i := range r.log.Accesses {
		r.accessed(s, n, &r.log.Accesses[i])
	}
	r.logged = len(r.log.Accesses)
	for _, u := range e.uses {
		switch u.Mode {
		case touch.Release:
			r.freed.Set(r.step, uint32(u.Thing), append(r.freed.Get(uint32(u.Thing)), n))
		case touch.Acquire:
			if len(r.freed.Get(uint32(u.Thing))) > 0 {
				r.freed.Set(r.step, uint32(u.Thing), nil)
			}
		}
	}
	if t.Done && t.Actor.Thread != 0 && t.Result.N != 0 {
		r.allocated(s, e.actor, t)
	}
	if r.prints.Names.Waits[touch.AtRights] {
		r.prints.Forked(s)
	}
	r.looked(s, e, t)
	for _, id := range t.Born {
		r.several = r.several || len(s.Tasks.At(uint32(s.Threads.At(uint32(id)).Task)).Threads) > 1
	}
	if len(e.calls) > 0 && ends(s, t.Actor) {
		e.cuts(r.ready(nil, s, func(kernel.Actor) bool { return true }))
	}
}

// failed says whether the last step is one with which a thread has stopped.
func failed(s *kernel.State) bool {
	n := len(s.Failures)
	return n > 0 && s.Failures[n-1].Step == s.Steps
}

// ended takes what is left at the end of the run: the steps at its end that only began to wait are not of the run.
func (r *run) ended() {
	r.lost = r.lost || r.step < r.skip
	if r.state != nil {
		r.settle(r.state)
	}
	r.catchUp()
	n := len(r.events)
	for n > 0 && r.events[n-1].waits {
		n--
	}
	for i := range r.events[n:] {
		r.rest = append(r.rest, r.events[n+i].branch)
	}
	if r.bounds.past != nil {
		r.bounds.past.keep(n)
	}
	r.events = r.events[:n]
	r.overtaken()
	if r.state != nil && !r.quiet {
		r.pause(r.state)
		r.missed()
	}
	if r.weak {
		r.joins()
	}
}
