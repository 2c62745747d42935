package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// answer is a choice among a number of options.
type answer struct{ choice, of int }

// Choose makes the choices of the run.
func (r *run) Choose(p kernel.Point) int {
	if r.gone.Load() {
		return 0
	}
	if r.asked == len(r.answers) {
		r.answers = append(r.answers, answer{r.choose(p), p.N})
	}
	a := r.answers[r.asked]
	r.asked++
	if a.of != p.N {
		r.lost = true
	}
	return min(a.choice, p.N-1)
}

// choose makes a choice that was not made in the run before.
func (r *run) choose(p kernel.Point) int {
	switch p.Kind {
	case kernel.PointNext:
		return r.next(p.State())
	case kernel.PointTimer:
		return r.timer(p)
	case kernel.PointFault:
		return r.fault(p)
	case kernel.PointPredicate:
		return 0
	case kernel.PointAddress: // where memory lies makes no difference to a sensible program
		return 0
	}
	if p.Kind == kernel.PointMember {
		r.prints.Names.Learn(touch.AnyMember)
	}
	choice, n, tried := 0, len(r.data), r.bounds.Values(p.N)
	if at := len(r.events) - 1; at >= 0 && n < len(r.events[at].data) { // as the path or the decider has it
		choice = min(int(r.events[at].data[n]), tried-1)
	}
	if d, ok := r.by.(*draw); ok {
		choice = d.value(tried)
	}
	if tried < p.N {
		r.wide = max(r.wide, p.N)
	}
	r.data, r.choices = append(r.data, byte(choice)), append(r.choices, tried)
	return value(choice, tried, p.N)
}

// fixed returns the step of the path at a position, nil for none.
func (r *run) fixed(position int) *branch {
	if at := position - r.from; at >= 0 && at < len(r.path) {
		return &r.path[at]
	}
	return nil
}

// timer decides whether the earliest timer fires now. Those that are due at the same time fire in their order: nobody
// goes between them.
func (r *run) timer(p kernel.Point) int {
	if !p.Early || p.State().Users == 0 {
		return 0
	}
	some, late := r.options(p.State())
	switch {
	case r.still(p.State()):
	case r.free:
		if r.picked = r.pick(append(some, option{actor: touch.Clock})); r.picked == touch.Clock {
			return 1
		}
	case len(some) == 0 && len(late) == 0:
		return 1
	}
	return 0
}

// next chooses who takes the next step: those that do not only begin to wait, as long as there are any; then those
// whose waits time can end; at the end of the run all others.
func (r *run) next(s *kernel.State) int {
	if i := r.wanted(s); i >= 0 {
		return i
	}
	if i := r.least(s); i >= 0 {
		return i
	}
	some, late := r.options(s)
	if len(some) == 0 && !r.quiet {
		r.pause(s)
	}
	r.idle = len(some)+len(late) == 0
	switch {
	case len(some) > 0:
	case len(late) > 0:
		some = late
	default:
		r.some = r.ready(r.some[:0], s, func(kernel.Actor) bool { return true })
		some = r.some
	}
	if r.picked == 0 {
		r.picked = r.pick(some)
	}
	i := slices.IndexFunc(some, func(o option) bool { return o.actor == r.picked })
	return s.OptionOf(some[max(i, 0)].of)
}
