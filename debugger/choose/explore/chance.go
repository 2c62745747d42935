package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// stopped finds the faults whose chance ended with an event. They are to come before it, after as much of the rest of
// the run as may come before them. What another fault has ended needs no such run, for that other one is left out in
// others; unless both may come, but for its having left nobody else for whom the run goes on (outlived).
func (s *Search) stopped(r *run, i int) {
	e := &s.order.events[i]
	var still []mishap
	if i+1 < len(r.events) {
		still = r.events[i+1].could
	}
	for k := range e.could {
		c := &e.could[k]
		if slices.ContainsFunc(still, func(x mishap) bool { return x.actor == c.actor }) {
			continue
		}
		if e.uses.Optional() {
			s.outlived(r, i, c)
		} else if e.pause {
			s.before(i, c, i+1)
		} else if i+2 < len(r.events) || !r.broken() {
			s.ended(r, i, c)
		}
	}
}

// roused has the faults that could come where a run went on in vain come there: one of them may end who sleeps. What
// was planned for later is taken to follow from that run, and does not.
func (s *Search) roused(at int) {
	for k := range s.order.events[at].could {
		s.before(at, &s.order.events[at].could[k], at+1)
	}
}

// stoppedFrom returns from which event on the ends of chances are looked for, of a run whose new events begin at one.
// A new fault may come before one whose chance has ended before it.
func (s *Search) stoppedFrom(fresh int) int {
	n := len(s.order.stamps)
	if s.run.prints.Failing && slices.ContainsFunc(s.order.events[min(fresh, n):n], faulty) {
		return s.from
	}
	return fresh
}

func faulty(e event) bool { return e.uses.Optional() }

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
			if x := slices.IndexFunc(e.could, could); x >= 0 && touch.Affect(e.uses, c.uses[1:]) {
				s.before(k, &e.could[x], end)
			}
		}
	}
}

// outlived has a fault that another one has made impossible come after that, but before those ends of others without
// which there would be somebody left: it may be that one of these is the last.
func (s *Search) outlived(r *run, i int, c *mishap) {
	e := &s.order.events[i]
	k := slices.IndexFunc(e.could, func(x mishap) bool { return x.actor == e.actor })
	if k < 0 || e.could[k].Kind == c.Kind && c.left == 1 || !r.spares(e.could[k].Fault, c) {
		return
	}
	for k := s.from; k < i; k++ {
		if !s.order.events[k].ends || r.hits(c, k) {
			continue
		}
		could := s.order.events[k].could
		if x := slices.IndexFunc(could, func(x mishap) bool { return x.actor == c.actor }); x >= 0 {
			s.before(k, &could[x], i+1)
		}
	}
}

// spares says whether a fault leaves some of those that another one would end.
func (r *run) spares(x kernel.Fault, c *mishap) bool {
	return r.state.Tasks.Any(func(id uint32, _ *kernel.TaskState) bool {
		return c.Ends(r.state, kernel.TaskID(id)) && !x.Ends(r.state, kernel.TaskID(id))
	})
}

// stops notes that an event ends the chance of a fault: their order matters.
func (s *Search) stops(e *event, i int, c *mishap) {
	u := touch.Use{Thing: s.names.Chance(c.actor), Mode: touch.Write}
	if slices.Contains(e.uses, u) {
		return
	}
	e.uses = append(slices.Clip(e.uses), u)
	s.planted(i - s.from).children[0].uses, s.places[i-s.from].now.uses = e.uses, e.uses
	numbered.Push(&s.order.used, u.Thing, access{int32(i), touch.Write})
	s.order.stamps[i].step = s.order.steps.number(e)
}

// hits says whether the event i is of those that a fault would end.
func (r *run) hits(c *mishap, i int) bool {
	e := &r.events[i]
	return e.ends && slices.ContainsFunc(c.uses, func(u touch.Use) bool {
		return u.Mode == touch.Write && (u.Thing == e.host || u.Thing == e.task)
	})
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

// before has a fault come before an event, after those that come before another one and do not follow the first, if its
// budget is enough for it and those of its kind that are among them.
func (s *Search) before(i int, c *mishap, end int) {
	next, left := c.event(), c.left
	x := race{first: i, next: &next, at: len(s.order.stamps), last: -1, end: end}
	for k := i + 1; k < x.within(len(s.order.stamps)); k++ {
		if s.order.follows(k, &x) {
			continue
		}
		e := &s.order.events[k]
		if slices.ContainsFunc(e.could, func(f mishap) bool { return f.actor == e.actor && f.Kind == c.Kind }) {
			if left--; left == 0 {
				return
			}
		}
		if touch.Affect(e.uses, c.uses) {
			x.clock, x.last = join(x.clock, s.order.stamps[k].clock), k
		}
	}
	s.races = append(s.races, x)
}
