package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// option is a step that can be taken next.
type option struct {
	actor touch.Actor
	of    kernel.Actor // the zero Actor: the clock
}

// wanted returns the option of whoever has to go next, if he can do more than begin to wait; -1 otherwise. There is no
// need to look at the others then.
func (r *run) wanted(s *kernel.State) int {
	a := r.picked
	if b := r.fixed(len(r.events)); a == 0 && b != nil {
		a = b.actor
	} else if a == 0 && len(r.events) >= r.from {
		a = r.by.wants()
	}
	if a == 0 || r.lost {
		return -1
	}
	o := kernel.Actor{Thread: r.prints.Names.Named(s, a)}
	if o.Thread == 0 || !s.Ready.Has(uint32(o.Thread)) {
		return -1
	}
	if waits, _ := r.wouldWait(s, o); waits {
		return -1
	}
	return s.OptionOf(o)
}

// least returns the option of the first that does not sleep and can do more than begin to wait, if the decider takes
// that; -1 otherwise. There is no need then to ask of all the others whether they could.
func (r *run) least(s *kernel.State) int {
	by, ok := r.by.(interface{ sleeps(touch.Actor) bool })
	if !ok || r.lost || r.picked != 0 || r.free || r.exact || r.bounds.reach() || len(r.events) < r.from+len(r.path) ||
		r.by.wants() != 0 {
		return -1
	}
	var least option
	for i := range s.Ready.Len() + s.Arrive.Len() {
		o := kernel.Actor{}
		if n := s.Ready.Len(); i < n {
			o.Thread = kernel.ThreadID(s.Ready.At(i))
		} else {
			o.Packet = kernel.PacketID(s.Arrive.At(i - n))
		}
		a := r.prints.Names.Of(s, o)
		if by.sleeps(a) || least.actor != 0 && r.ranks.compare(least.actor, a, r.prints.Names) < 0 {
			continue
		}
		if waits, _ := r.wouldWait(s, o); !waits {
			least = option{a, o}
		}
	}
	if least.actor == 0 {
		return -1
	}
	return s.OptionOf(least.of)
}

// compare says which of two options comes first.
func (r *run) compare(a, b touch.Actor) int {
	if r.idle {
		return r.prints.Names.Compare(a, b)
	}
	return r.ranks.compare(a, b, r.prints.Names)
}

// pick picks one of several options: that of the path, or what the decider says.
func (r *run) pick(options []option) touch.Actor {
	if len(options) == 0 {
		return 0
	}
	slices.SortFunc(options, func(a, b option) int { return r.compare(a.actor, b.actor) })
	want := r.fixed(len(r.events))
	switch {
	case r.lost:
	case want == nil:
		return options[r.by.decide(len(r.events), options)].actor
	case slices.ContainsFunc(options, func(o option) bool { return o.actor == want.actor }):
		return want.actor
	}
	r.lost = true
	return options[0].actor
}

// ready adds who of those that can go next is of a kind.
func (r *run) ready(all []option, s *kernel.State, is func(kernel.Actor) bool) []option {
	for i := range s.Ready.Len() {
		if a := (kernel.Actor{Thread: kernel.ThreadID(s.Ready.At(i))}); is(a) {
			all = append(all, option{r.prints.Names.Of(s, a), a})
		}
	}
	for i := range s.Arrive.Len() {
		if a := (kernel.Actor{Packet: kernel.PacketID(s.Arrive.At(i))}); is(a) {
			all = append(all, option{r.prints.Names.Of(s, a), a})
		}
	}
	return all
}

// options returns who can do more than begin to wait. If nobody can, late are those whose waits time can end, and those
// who would wait with one of them for the same.
func (r *run) options(s *kernel.State) (some, late []option) {
	r.some = r.ready(r.some[:0], s, func(a kernel.Actor) bool {
		waits, timed := r.wouldWait(s, a)
		return !waits || timed && r.free || r.exact
	})
	if len(r.some) > 0 {
		return r.within(r.some), nil
	}
	if r.still(s) {
		return nil, nil
	}
	var timed []kernel.Wait
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		if w, timeout := s.WouldWait(kernel.ThreadID(id)); timeout >= 0 || t.Status == kernel.Blocked && t.Timer != 0 {
			if t.Status == kernel.Blocked {
				w = t.Wait
			}
			timed = append(timed, forWhat(w))
		}
	}
	if len(timed) == 0 {
		return nil, nil
	}
	return nil, r.ready(nil, s, func(a kernel.Actor) bool {
		w, _ := s.WouldWait(a.Thread)
		return slices.Contains(timed, forWhat(w))
	})
}

// within leaves out who has come to a bound.
func (r *run) within(all []option) []option {
	if !r.bounds.reach() {
		return all
	}
	return slices.DeleteFunc(all, func(o option) bool { return r.beyond(o.actor, o.of.Thread != 0) })
}

// goesOn says whether the thread that took the last step could do more than wait, and has not just given way to others.
func (r *run) goesOn(a kernel.Actor) bool {
	n := len(r.events)
	waits, _ := wouldWait(r.state, a)
	return !waits && !(n > 0 && r.events[n-1].yields)
}
