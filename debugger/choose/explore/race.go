package explore

import (
	"cmp"
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// race is two events of a run that could come the other way round.
type race struct {
	first int
	next  *event
	at    int     // where next is; where it was a call that was not made: at a pause, or at what stopped it
	clock []int32 // of what comes before next the other way round
	last  int     // the latest of that; before the first if there is none after it
	end   int     // where that ends, if the second one is possible only for a while; 0 if not

	unforeseen bool // nobody has seen what next uses if first is not before it
}

// within returns where the events end that may come between the two of a race the other way round, of n.
func (x *race) within(n int) int {
	if x.end > 0 {
		return min(n, x.end)
	}
	return n
}

// races visits the events that could come after the next one, e, in their turn, and e before them: nothing else lies
// between them. What made e possible by giving back what it takes may itself come after such an event: it would not
// have been needed.
func (o *order) races(e *event, at int, visit func(race)) {
	all := o.affect(e)
	slices.SortFunc(all, func(a, b int32) int { return cmp.Compare(b, a) })
	o.rest = o.rest[:0]
	last, end := -1, 0
	if e.uses.Optional() {
		end = at // what comes later may have made it impossible
	}
	if own := numbered.At(o.own, e.actor); len(own) > 0 {
		last = int(own[len(own)-1])
		o.rest = join(o.rest, o.stamps[last].clock)
	}
	// From the last to the first: rest is what comes before e, and the events between it and i are in there already. An
	// event that comes before one of them is not next to e, and to reverse the two would need another race first.
	for _, i := range slices.Compact(all) {
		if o.within(int(i), o.rest) {
			continue
		}
		x := race{first: int(i), next: e, at: at, last: last, end: end}
		if (!o.events[i].pause || e.uses.Optional()) && o.reversible(&x) {
			visit(x)
		}
		if o.parts(i, e) {
			last = max(last, int(i))
			o.rest = join(o.rest, o.stamps[i].clock)
		}
	}
}

// reversible says whether no event lies between the two of a race, and completes the race then. The order's rest is
// what comes before the second one, apart from what has made it possible.
func (o *order) reversible(x *race) bool {
	e, first := x.next, &o.events[x.first]
	_, needs := e.shared(first)
	if (needs || first.gives(e)) && slices.Contains(e.after, x.first) || slices.Contains(e.after[:e.woken], x.first) ||
		e.brought == x.first+1 || o.stuck(x.first, e, x.at) {
		return false // it could not have been without that
	}
	took := !needs || e.wantsOf(first)
	start := len(o.rests)
	o.rests = append(o.rests, o.rest...)
	x.clock = o.rests[start:]
	for k, p := range e.after {
		if p != x.first && !(took && k >= e.woken && o.spared(p, x)) {
			x.last = max(x.last, p)
			x.clock = join(x.clock, o.stamps[p].clock)
		}
	}
	if o.within(x.first, x.clock) {
		o.rests = o.rests[:start]
		return false
	}
	if e.waits {
		o.behind(x)
	}
	o.rests = o.rests[:min(start+len(x.clock), cap(o.rests))]
	return true
}

// behind has all that affects the second event of a race, and does not come after the first one, come before it.
func (o *order) behind(x *race) {
	for i := x.first + 1; i < len(o.stamps); i++ {
		if !o.follows(i, x) && touch.Affect(o.events[i].uses, x.next.uses) {
			x.last, x.clock = max(x.last, i), join(x.clock, o.stamps[i].clock)
		}
	}
}

// spared says whether an event is not necessary for the second one of a race if that comes before the first.
func (o *order) spared(p int, x *race) bool {
	g := &o.events[p]
	return g.actor != x.next.actor && !slices.Contains(x.next.after[:x.next.woken], p) &&
		g.enables(x.next, &o.events[x.first]) && o.within(x.first, o.stamps[p].clock)
}

// shared returns how an event uses what it shares with another, and whether it cannot be without that: it would wait.
func (e *event) shared(other *event) (m touch.Mode, needs bool) {
	for _, u := range e.uses {
		if u.Mode.Needs() && other.uses.Has(u.Thing) {
			return u.Mode, true
		}
	}
	return touch.Write, false
}

// wantsOf says whether another event may have taken what an event needs.
func (e *event) wantsOf(other *event) bool {
	m, needs := e.shared(other)
	return needs && (other.took == m || other.limits && m == touch.Send) // a lower limit takes room
}

// enables says whether an event made another possible by giving back what a third, before it, had taken.
func (g *event) enables(e, taker *event) bool {
	return slices.ContainsFunc(e.uses, func(v touch.Use) bool { return taker.uses.Has(v.Thing) && g.givesBack(v) })
}

// gives says whether an event gives back something that another needs.
func (g *event) gives(e *event) bool { return slices.ContainsFunc(e.uses, g.givesBack) }

// givesBack says whether an event that has made another possible may have given back what that needs for a use. Who
// received from a set has made room in the queue of a member, which it does not use.
func (g *event) givesBack(v touch.Use) bool {
	gives := func(u touch.Use) bool { return u.Thing == v.Thing && u.Mode != v.Mode }
	return v.Mode == touch.Send && g.took == touch.Receive || v.Mode.Needs() && slices.ContainsFunc(g.uses, gives)
}
