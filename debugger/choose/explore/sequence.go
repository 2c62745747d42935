package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// sequence is what is to be run instead of the first event of a race: all that does not come after that, and then the
// other one. The events are numbers in the order.
type sequence struct {
	*order
	race *race
	at   []int32
}

// sequence returns that of a race. It is valid until the next call.
func (o *order) sequence(x *race) sequence {
	v := sequence{o, x, o.affecting[:0]}
	for i := x.first + 1; i < len(o.stamps); i++ {
		if o.between(i, x) {
			v.at = append(v.at, int32(i))
		}
	}
	v.at = append(v.at, int32(x.at))
	o.affecting = v.at
	return v
}

// directly says whether nothing comes between the two of a race the other way round.
func (o *order) directly(x *race) bool {
	for i := x.first + 1; i < len(o.stamps); i++ {
		if o.between(i, x) {
			return false
		}
	}
	return true
}

// between says whether an event comes between the two of a race the other way round. A fault that came behind another
// one, and could as well have come before it, does: it need not come in the runs that the sequence leads to without it.
func (o *order) between(i int, x *race) bool {
	return (i < x.within(len(o.stamps)) || i > x.at && x.end == x.at && o.events[i].uses.Optional() &&
		int(o.stamps[i].last) < x.at) && !o.follows(i, x)
}

// follows says whether an event comes after the first one of a race.
func (o *order) follows(i int, x *race) bool { return o.within(x.first, o.stamps[i].clock) }

// begins says whether a race's sequence, or an order of it that is as good, or one that goes on after it, begins with a
// step. It does not make the sequence.
func (o *order) begins(x *race, q *asleep) bool {
	own := numbered.At(o.own, q.actor)
	k := len(own)
	for k > 0 && int(own[k-1]) > x.first {
		k--
	}
	switch {
	case k < len(own) && int(own[k]) != x.at && o.between(int(own[k]), x):
		return int(o.stamps[own[k]].last) < x.first
	case q.actor == x.next.actor:
		return x.last < x.first
	}
	return !q.uses.Optional() && !touch.Affect(q.uses, x.next.uses) && !o.affected(x, q.uses)
}

// affected says whether uses affect an event after the first one of a race that does not come after it.
func (o *order) affected(x *race, uses touch.Footprint) bool {
	if uses.Global() {
		return true
	}
	for k := len(o.global) - 1; k >= 0 && int(o.global[k]) > x.first; k-- {
		if o.between(int(o.global[k]), x) {
			return true
		}
	}
	for _, u := range uses {
		all := numbered.At(o.used, u.Thing)
		for k := len(all) - 1; k >= 0 && int(all[k].at) > x.first; k-- {
			if touch.Affects[all[k].mode][u.Mode] && o.between(int(all[k].at), x) {
				return true
			}
		}
	}
	return false
}

// event returns an event of the sequence.
func (v *sequence) event(i int32) *event {
	if int(i) == v.race.at {
		return v.race.next
	}
	return &v.events[i]
}

// first returns the index of an actor's first event in v, -1 if it has none.
func (v *sequence) first(a touch.Actor) int {
	return slices.IndexFunc(v.at, func(i int32) bool {
		return int(i) != v.race.at && v.stamps[i].actor == a || int(i) == v.race.at && v.race.next.actor == a
	})
}

// initial says whether nothing in v has to come before the event at an index.
func (v *sequence) initial(k int) bool {
	clock, last := v.race.clock, v.race.last
	if i := int(v.at[k]); i != v.race.at {
		clock, last = v.stamps[i].clock, int(v.stamps[i].last)
	}
	return k == 0 || last <= v.race.first ||
		!slices.ContainsFunc(v.at[:k], func(i int32) bool { return v.within(int(i), clock) })
}

// step has v begin with a step, as no fault comes between a pause and what follows it. It returns false if v has none
// that can come before its faults: all that needs these comes where they come before the pause.
func (v *sequence) step() bool {
	for k, i := range v.at {
		if !v.event(i).uses.Optional() && v.initial(k) {
			copy(v.at[1:], v.at[:k])
			v.at[0] = i
			return true
		}
	}
	return false
}

// has says whether v has an event that is affected by uses.
func (v *sequence) has(uses touch.Footprint) bool {
	if !touch.Affect(uses, v.race.next.uses) && !v.affected(v.race, uses) {
		return false // nor has that of which some was taken out
	}
	for k := len(v.at) - 1; k >= 0; k-- {
		if touch.Affect(uses, v.event(v.at[k]).uses) {
			return true
		}
	}
	return false
}
