package explore

import (
	"cmp"
	"slices"

	"machsim/debugger/choose/explore/touch"
)

// ranks is the order in which runs of a Search go on where any order will do: by actor, 0 for one that has none. The
// search goes back to the latest place where something else is to be run. So the less there is between two events that
// come both ways, the less of a run is new: an actor goes on next to those that it has races with.
type ranks []int32

// ranked returns the ranks that follow from the races of the first run. There are none if they bring those that have
// races not much nearer to each other than the order of names does.
func (o *order) ranked(n *touch.Names, races []race) ranks {
	some := []touch.Actor{}
	for a := range o.own {
		if len(o.own[a]) > 0 && touch.Actor(a) != touch.Clock {
			some = append(some, touch.Actor(a))
		}
	}
	slices.SortFunc(some, n.Compare)
	names := make(ranks, len(o.own))
	for i, a := range some {
		names[a] = int32(i)
	}
	near := o.near(n, some, races)
	if 2*near.apart(races, o.events) >= names.apart(races, o.events) {
		return ranks{}
	}
	return near
}

// near puts first who has no races, and then after each other actor at once those that it has races with; apart from
// that the order is the given one.
func (o *order) near(n *touch.Names, some []touch.Actor, races []race) ranks {
	with := make([][]touch.Actor, len(o.own))
	for i := range races {
		a, b := o.events[races[i].first].actor, races[i].next.actor
		if int(max(a, b)) < len(with) {
			with[a], with[b] = append(with[a], b), append(with[b], a)
		}
	}
	all, last := make(ranks, len(o.own)), int32(0)
	var visit func([]touch.Actor)
	visit = func(some []touch.Actor) {
		for _, a := range some {
			if all[a] == 0 {
				last++
				all[a] = last
				slices.SortFunc(with[a], n.Compare)
				visit(with[a])
			}
		}
	}
	visit(slices.DeleteFunc(slices.Clone(some), func(a touch.Actor) bool { return len(with[a]) > 0 }))
	visit(some)
	return all
}

// apart is how far those that have races are from each other.
func (r ranks) apart(races []race, events []event) (n int) {
	for i := range races {
		a, b := events[races[i].first].actor, races[i].next.actor
		if int(max(a, b)) < len(r) {
			d := int(r[a] - r[b])
			n += max(d, -d)
		}
	}
	return n
}

// compare says which of two actors comes first; what has no rank comes last.
func (r ranks) compare(a, b touch.Actor, n *touch.Names) int {
	if len(r) > 0 {
		if c := cmp.Compare(r.of(a), r.of(b)); c != 0 {
			return c
		}
	}
	return n.Compare(a, b)
}

func (r ranks) of(a touch.Actor) int32 {
	if int(a) >= len(r) || r[a] == 0 {
		return int32(len(r)) + 1
	}
	return r[a]
}
