package explore

import (
	"maps"
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// stuck returns who could only begin to wait.
func (r *run) stuck(s *kernel.State) (all []touch.Actor) {
	waiting := func(a kernel.Actor) bool { waits, _ := r.wouldWait(s, a); return waits }
	for _, o := range r.ready(nil, s, waiting) {
		all = append(all, o.actor)
	}
	return all
}

// pending returns the calls that threads are at, and whose order matters to others.
func (r *run) pending(s *kernel.State) []event {
	return slices.DeleteFunc(r.calls(s), func(e event) bool { return len(e.uses) == 1 && !e.uses.Everything() })
}

// calls returns what those who can go on would do.
func (r *run) calls(s *kernel.State) (all []event) {
	for _, o := range r.within(r.ready(nil, s, func(kernel.Actor) bool { return true })) {
		e := event{branch: branch{actor: o.actor}, uses: r.standing.of(r, s, o), after: r.awake(o.actor),
			rareFields: &nothing}
		e.woken = len(e.after)
		if o.of.Thread != 0 {
			e.op = s.Threads.At(uint32(o.of.Thread)).Call.Op
		}
		r.touch(&e, o.of.Thread)
		e.waits, _ = r.wouldWait(s, o.of)
		r.enabled(&e)
		all = append(all, e)
	}
	return all
}

// standing are what calls use that have been looked at, and stand still. What calls on rights use is tried, which is
// dear; and a step that uses nothing of what a call uses does not change that.
type standing struct {
	uses map[touch.Actor]touch.Footprint
	at   int // how many events have been looked at
}

// of returns what an option's step uses.
func (c *standing) of(r *run, s *kernel.State, o option) touch.Footprint {
	if !r.prints.Names.Waits[touch.AtRights] {
		return r.prints.Step(s, o.of)
	}
	for ; c.at < len(r.events); c.at++ {
		e := &r.events[c.at]
		maps.DeleteFunc(c.uses, func(a touch.Actor, uses touch.Footprint) bool { return a == e.actor || e.uses.Shares(uses) })
	}
	uses, known := c.uses[o.actor]
	if !known {
		if c.uses == nil {
			c.uses = map[touch.Actor]touch.Footprint{}
		}
		uses = r.prints.Step(s, o.of)
		c.uses[o.actor] = uses
	}
	return uses
}

// back forgets the calls: the run goes on after some events.
func (c *standing) back(events int) {
	clear(c.uses)
	c.at = events
}
