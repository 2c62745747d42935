package explore

import (
	"cmp"
	"slices"
)

// ranks is the order in which runs of a Search go on where any order will do: by actor, 0 for one that has none. The
// search goes back to the latest place where something else is to be run. So the less there is between two events that
// come both ways, the less of a run is new: an actor goes on next to those that it has races with.
type ranks []int32

// ranked returns the ranks that follow from the races of the first run: the actors come in the order of their names, and
// after each of them at once those that it has races with. There are none if that brings these not much nearer to each
// other than the order of names does.
func (o *order) ranked(n *names, races []race) ranks {
	with := make([][]actor, len(o.own))
	for i := range races {
		a, b := o.events[races[i].first].actor, races[i].next.actor
		if int(max(a, b)) < len(with) {
			with[a], with[b] = append(with[a], b), append(with[b], a)
		}
	}
	all := make(ranks, len(o.own))
	last := int32(0)
	var visit func([]actor)
	visit = func(some []actor) {
		slices.SortFunc(some, n.compare)
		for _, a := range some {
			if all[a] == 0 {
				last++
				all[a] = last
				visit(with[a])
			}
		}
	}
	var some []actor
	for a := range o.own {
		if len(o.own[a]) > 0 && actor(a) != clock {
			some = append(some, actor(a))
		}
	}
	visit(some)
	names := make([]int32, len(all))
	for i, a := range some {
		names[a] = int32(i)
	}
	if 2*apart(all, races, o.events) > apart(names, races, o.events) {
		return ranks{}
	}
	return all
}

// apart is how far those that have races are from each other.
func apart(at []int32, races []race, events []event) (n int) {
	for i := range races {
		a, b := events[races[i].first].actor, races[i].next.actor
		if int(max(a, b)) < len(at) {
			d := int(at[a] - at[b])
			n += max(d, -d)
		}
	}
	return n
}

// compare says which of two actors comes first; what has no rank comes last.
func (r ranks) compare(a, b actor, n *names) int {
	if len(r) > 0 {
		if c := cmp.Compare(r.of(a), r.of(b)); c != 0 {
			return c
		}
	}
	return n.compare(a, b)
}

func (r ranks) of(a actor) int32 {
	if int(a) >= len(r) || r[a] == 0 {
		return int32(len(r)) + 1
	}
	return r[a]
}
