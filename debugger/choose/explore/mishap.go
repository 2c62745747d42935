package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// mishap is a fault that could come before a step.
type mishap struct {
	kernel.Fault
	actor touch.Actor
	uses  touch.Footprint
	since int    // the event that made it possible; -1 for none
	left  uint16 // how many of its kind may still come
}

// event returns the fault as an event that could come now.
func (c *mishap) event() event {
	e := event{branch: branch{actor: c.actor}, uses: c.uses, rareFields: &nothing}
	if c.since >= 0 {
		e.after, e.woken = []int{c.since}, 1
	}
	return e
}

// fault decides whether a fault comes before the next step, and notes which could.
func (r *run) fault(p kernel.Point) int {
	if r.quiet || len(r.events) < r.from {
		return 0
	}
	s, before := p.State(), r.could
	r.could, r.couldAt = make([]mishap, 0, p.N), r.step
	for _, x := range p.Faults() {
		c := mishap{x, r.prints.Names.Fault(s, x), r.prints.Fault(s, x), len(r.events) - 1, s.Faults[x.Kind].Most}
		if k := slices.IndexFunc(before, func(b mishap) bool { return b.actor == c.actor }); k >= 0 {
			c.since = before[k].since
		}
		r.could = append(r.could, c)
	}
	if r.lost {
		return 0
	}
	var want touch.Actor
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
	if n < 1 || !r.broken() || r.events[n-1].uses.Optional() {
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
	e.own().stuck = slices.DeleteFunc(e.stuck, func(a touch.Actor) bool { return slices.Contains(waiting, a) })
}

// fails returns the fault that is to follow, if one is.
func (g *guide) fails([]mishap) touch.Actor { return g.wants() }
