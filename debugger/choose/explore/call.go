package explore

import (
	"slices"

	"machsim/kernel"
)

// stuck returns who could only begin to wait.
func (r *run) stuck(s *kernel.State) (all []actor) {
	waiting := func(a kernel.Actor) bool { waits, _ := r.wouldWait(s, a); return waits }
	for _, o := range r.ready(nil, s, waiting) {
		all = append(all, o.actor)
	}
	return all
}

// pending returns the calls that threads are at, and whose order matters to others.
func (r *run) pending(s *kernel.State) []event {
	return slices.DeleteFunc(r.calls(s), func(e event) bool { return len(e.uses) == 1 && !e.uses.everything() })
}

// calls returns what those who can go on would do.
func (r *run) calls(s *kernel.State) (all []event) {
	for _, o := range r.within(r.ready(nil, s, func(kernel.Actor) bool { return true })) {
		e := event{branch: branch{actor: o.actor}, uses: r.prints.step(s, o.of), after: r.awake(o.actor),
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
