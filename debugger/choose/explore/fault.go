package explore

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// A fault that comes between two steps is an actor: one for each kind and each host, task or wire. It can go as long
// as the kernel offers it, and need not: a run without it is a run of its own, and goes first. So it is never chosen
// unless a run has shown where its order matters: a fault that could have come is a call that was not made, and races
// with what it affects. What ends its chance (the end of the run, of its task, of the last thread that the run waits
// for) counts as affected, so that a fault that affects nothing else comes once, at the last moment.
//
// No fault comes between a pause and the step after it: the kernel asks before time passes.

// Kinds of names.
const (
	hostName = 220 + iota
	hostClockName
	livingTaskName
	killName
	chanceName
	faultName // and the kind
)

// Things that faults have in common.
const (
	network  thing = 1 + iota // packets cross it
	atChance                  // what may come, and need not: used by faults alone
	atRights                  // learned where calls on rights are to be tried
	meddling                  // used by what may change what others would do
	numFixedThings
)

// mishap is a fault that could come before a step.
type mishap struct {
	kernel.Fault
	actor actor
	uses  footprint
	since int // the event that made it possible; -1 for none
}

// event returns the fault as an event that could come now.
func (c *mishap) event() event {
	e := event{branch: branch{actor: c.actor}, uses: c.uses, aside: &nothing}
	if c.since >= 0 {
		e.after, e.woken = []int{c.since}, 1
	}
	return e
}

// optional says whether a footprint is a fault's.
func (f footprint) optional() bool { return f[0].thing == atChance }

// fault returns the number of a fault.
func (n *names) fault(s *kernel.State, f kernel.Fault) actor {
	m := made{faultName + uint8(f.Kind), 0, f.Object<<1 | uint32(f.Amount)>>31}
	if f.Kind.Hits() == kernel.HitsTask {
		m = n.made(s, killName, kernel.Object{Kind: kernel.TaskObject, ID: f.Object})
	}
	return n.actor(m)
}

// chance is the thing that an event uses which ends the chance of a fault.
func (n *names) chance(a actor) thing { return n.thing(made{chanceName, a, 0}) }

// end notes whose end an event is, if it ends a thread that the run waits for.
func (e *event) end(f *footprints, s *kernel.State, a kernel.Actor) {
	if !f.failing || a.Thread == 0 {
		return
	}
	t := s.Threads.At(uint32(a.Thread))
	if task := s.Tasks.At(uint32(t.Task)); !task.Server && (t.Call.Op == kernel.OpReturn || t.Call.Op == kernel.OpExit) {
		e.ends = true
		e.own().host, e.own().task = f.host(task.Host), f.living(s, t.Task)
	}
}

// open finds out whether a run may have faults, from its first state.
func (f *footprints) open(s *kernel.State) {
	for k, n := range s.Faults {
		f.failing = f.failing || n > 0 && !kernel.FaultKind(k).OfPacket()
	}
}

// step returns what an actor's next step uses.
func (f *footprints) step(s *kernel.State, a kernel.Actor) footprint {
	if f.room == nil {
		f.room = make(footprint, 0, 16)
	}
	return f.kept(f.found(s, a))
}

// found returns what an actor's next step uses, with what a run with faults adds: a thread its host and task, a packet
// the network.
func (f *footprints) found(s *kernel.State, a kernel.Actor) footprint {
	switch {
	case a.Edited():
		return f.fault(s, s.Failing)
	case !f.failing:
		return f.of(s, a)
	case a.Thread == 0:
		return append(f.of(s, a), use{network, write})
	}
	uses := f.of(s, a)
	if uses.everything() {
		return uses
	}
	t := s.Threads.At(uint32(a.Thread))
	task := s.Tasks.At(uint32(t.Task))
	uses = append(uses, use{f.host(task.Host), read}, use{f.living(s, t.Task), read})
	if t.Call.Op == kernel.OpClock {
		uses = append(uses, use{f.clock(task.Host), read})
	}
	return uses
}

func (f *footprints) host(h kernel.HostID) thing { return f.names.thing(made{hostName, 0, uint32(h)}) }

func (f *footprints) clock(h kernel.HostID) thing {
	return f.names.thing(made{hostClockName, 0, uint32(h)})
}

func (f *footprints) living(s *kernel.State, id kernel.TaskID) thing {
	return f.taskThing(s, livingTaskName, id)
}

// fault returns what a fault uses.
func (f *footprints) fault(s *kernel.State, x kernel.Fault) footprint {
	chance := f.names.chance(f.names.fault(s, x))
	some := append(make(footprint, 0, 5), use{atChance, read}, use{chance, read}, use{world, read})
	switch x.Kind {
	case kernel.NoFault:
		return everything // a person's change
	case kernel.FaultKill:
		return f.kill(s, kernel.TaskID(x.Object), some)
	case kernel.FaultCrash:
		return append(some, use{f.host(kernel.HostID(x.Object)), write}, use{network, write})
	case kernel.FaultCut, kernel.FaultHeal:
		return append(some, use{network, write})
	case kernel.FaultDrift:
		return append(some, use{f.clock(kernel.HostID(x.Object)), write})
	}
	return append(some, use{world, write})
}

// kill is the use of all that ends with a task: its threads, the ports of which others know, and ports to which they
// are told.
func (f *footprints) kill(s *kernel.State, id kernel.TaskID, some footprint) footprint {
	t := s.Tasks.At(uint32(id))
	some = append(some, use{f.living(s, id), write})
	for _, th := range t.Threads {
		if s.Threads.At(uint32(th)).Msg != 0 {
			return append(some, use{world, write})
		}
	}
	for port := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(port)
		if p.Dead {
			continue
		}
		held := 0
		for _, h := range p.Holders {
			if h.Space == t.Space {
				held++
			}
		}
		switch {
		case p.Kind != kernel.KindPlain:
			if f.ofTask(s, p, id) && len(p.Holders) > held {
				return append(some, use{world, write})
			}
		case p.Receiver == t.Space && (p.PDRequest != 0 || len(p.Requests) > 0 || f.heavy(s, ipc.PortID(port))):
			return append(some, use{world, write})
		case p.Receiver == t.Space && (p.SRights > 0 || p.SORights > 0), held > 0 && (p.SORights > 0 || p.NSRequest != 0):
			some = append(some, use{f.port(s, ipc.PortID(port)), write})
		}
	}
	return some
}

// ofTask says whether a kernel's port stands for a task, or one of its threads.
func (f *footprints) ofTask(s *kernel.State, p *ipc.Port, id kernel.TaskID) bool {
	switch p.Kind {
	case kernel.KindTask:
		return kernel.TaskID(p.Object) == id
	case kernel.KindThread:
		return s.Threads.At(p.Object).Task == id
	}
	return false
}

// heavy says whether a message in a port's queue has rights or memory, even if it is only that somebody waits for the
// answer.
func (f *footprints) heavy(s *kernel.State, p ipc.PortID) bool {
	for m := s.IPC.First(p, 0); m != 0; m = s.IPC.Msgs.At(uint32(m)).Next {
		if msg := s.IPC.Msgs.At(uint32(m)); msg.HasRights() || msg.Memory || msg.Reply != 0 {
			return true
		}
	}
	return false
}

// fault decides whether a fault comes before the next step, and notes which could.
func (r *run) fault(p kernel.Point) int {
	if r.quiet || len(r.events) < r.from {
		return 0
	}
	s, before := p.State(), r.could
	r.could, r.couldAt = make([]mishap, 0, p.N), r.step
	for _, x := range p.Faults() {
		c := mishap{x, r.prints.names.fault(s, x), r.prints.fault(s, x), len(r.events) - 1}
		if k := slices.IndexFunc(before, func(b mishap) bool { return b.actor == c.actor }); k >= 0 {
			c.since = before[k].since
		}
		r.could = append(r.could, c)
	}
	if r.lost {
		return 0
	}
	var want actor
	if b := r.fixed(len(r.events)); b != nil {
		want = b.actor
	} else {
		want = r.by.fails(r.could)
	}
	return 1 + slices.IndexFunc(r.could, func(c mishap) bool { return c.actor == want })
}

// possible notes which event made a fault possible that comes now.
func (r *run) possible(e *event) {
	for i := range r.could {
		if c := &r.could[i]; c.actor == e.actor && c.since >= 0 {
			e.after, e.woken = append(slices.Clip(e.after), c.since), e.woken+1
		}
	}
}

// offered returns the faults that could come before the present step.
func (r *run) offered() []mishap {
	if r.couldAt == r.step {
		return r.could
	}
	return nil
}

// missed adds to the pause at the end of a run the faults that could have come before the last step, if that has ended
// the run while others could go on: they are calls that were not made.
func (r *run) missed() {
	n := len(r.events) - 1
	if n < 1 || !r.broken() || r.events[n-1].uses.optional() {
		return
	}
	for i := range r.events[n-1].could {
		last := r.events[n].own()
		last.calls = append(last.calls, r.events[n-1].could[i].event())
	}
}

// goOn takes up which faults could come, where a run goes on that has its first steps in common with another.
func (r *run) goOn() {
	r.could, r.couldAt = nil, -1
	for i := len(r.events) - 1; i >= 0 && r.could == nil; i-- {
		r.could = r.events[i].could
	}
}

// helped leaves of those who could only begin to wait before a fault those who can do more now.
func (r *run) helped(s *kernel.State, e *event) {
	waiting := r.stuck(s)
	e.own().stuck = slices.DeleteFunc(e.stuck, func(a actor) bool { return slices.Contains(waiting, a) })
}

// fails returns the fault that is to follow, if one is.
func (g *guide) fails([]mishap) actor { return g.wants() }

func (first) fails([]mishap) actor { return 0 }

// stopped finds the faults whose chance ended with an event. They are to come before it, after as much of the rest of
// the run as may come before them. What another fault has ended needs no such run: that other one is left out in
// others.
func (s *Search) stopped(r *run, i int) {
	e := &s.order.events[i]
	if e.uses.optional() {
		return
	}
	var still []mishap
	if i+1 < len(r.events) {
		still = r.events[i+1].could
	}
	for k := range e.could {
		c := &e.could[k]
		if slices.ContainsFunc(still, func(x mishap) bool { return x.actor == c.actor }) {
			continue
		}
		if e.pause {
			s.before(i, c, i+1)
		} else if i+2 < len(r.events) || !r.broken() {
			s.ended(r, i, c)
		}
	}
}

// broken says whether a run was ended while others could go on.
func (r *run) broken() bool {
	s := r.state
	return s.Failure != nil || s.Users > 0 && s.Ready.Len()+s.Arrive.Len() > 0
}

// ended has a fault come before the event that has ended its chance: the last end of a thread on either side, of those
// that the fault would end or of the others. Each of these ends could have been the last.
func (s *Search) ended(r *run, i int, c *mishap) {
	inside, end := r.hits(c, i), len(s.order.stamps)
	if !r.lives(c, !inside) {
		for k := i + 1; k < len(r.events); k++ {
			if e := &r.events[k]; e.ends && r.hits(c, k) != inside {
				end = k
			}
		}
	}
	s.stops(&s.order.events[i], i, c)
	s.before(i, c, end)
	for k := s.from; k < i; k++ {
		if e := &s.order.events[k]; e.ends && r.hits(c, k) == inside {
			could := func(x mishap) bool { return x.actor == c.actor }
			if x := slices.IndexFunc(e.could, could); x >= 0 && affect(e.uses, c.uses) {
				s.before(k, &e.could[x], end)
			}
		}
	}
}

// stops notes that an event ends the chance of a fault: their order matters.
func (s *Search) stops(e *event, i int, c *mishap) {
	u := use{s.names.chance(c.actor), write}
	if slices.Contains(e.uses, u) {
		return
	}
	e.uses = append(slices.Clip(e.uses), u)
	s.planted(i - s.from).children[0].uses, s.places[i-s.from].now.uses = e.uses, e.uses
	push(&s.order.used, u.thing, access{int32(i), write})
	s.order.stamps[i].step = s.order.steps.number(e)
}

// hits says whether the event i is of those that a fault would end.
func (r *run) hits(c *mishap, i int) bool {
	for _, u := range c.uses {
		if r.events[i].ends && u.mode == write && (u.thing == r.events[i].host || u.thing == r.events[i].task) {
			return true
		}
	}
	return false
}

// lives says whether somebody lives at the end of the run of those that a fault would end, or of the others that the
// run waits for.
func (r *run) lives(c *mishap, inside bool) bool {
	s, users := r.state, 0
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		hit := c.Ends(s, kernel.TaskID(id))
		switch {
		case t.Ended || hit != inside:
		case hit:
			return true
		case !t.Server:
			users += len(t.Threads)
		}
	}
	return users > 0
}

// before has a fault come before an event, after those that come before another one and do not follow the first.
func (s *Search) before(i int, c *mishap, end int) {
	next := c.event()
	x := race{first: i, next: &next, at: len(s.order.stamps), last: -1, end: end}
	for k := i + 1; k < x.within(len(s.order.stamps)); k++ {
		if !s.order.follows(k, &x) && affect(s.order.events[k].uses, c.uses) {
			x.clock, x.last = join(x.clock, s.order.stamps[k].clock), k
		}
	}
	s.races = append(s.races, x)
}
