package explore

import (
	"cmp"
	"slices"
)

// stamp says what comes before an event.
type stamp struct {
	clock  []int32 // by actor: how many of its events come before, itself included
	actor  actor
	own    int32 // the clock's entry of that
	last   int32 // the latest event that comes immediately before it; -1 for none
	step   stepID
	global bool // it affects all others
}

// access is an event's use of a thing.
type access struct {
	at   int32
	mode mode
}

// order is the happened-before order of a run's events. The next run has its first events in common with it: what is
// known of them is kept, also of what they do to the chance of faults. That of a Search has events of its own: a run's
// room is used again, and the next run may have been made by somebody else.
type order struct {
	events []event
	steps  steps
	stamps []stamp    // of the first of them
	own    [][]int32  // by actor: its events
	used   [][]access // by thing: the events that use it
	global []int32    // events that affect all others

	meddling []int32 // events that may change what others would do

	affecting []int32 // scratch
	rest      []int32
	rests     []int32 // the clocks of races
}

// covers says of a use that whatever affects another by the same thing affects it, too.
var covers = func() (table [numModes][numModes]bool) {
	for a := range numModes {
		for b := range numModes {
			table[a][b] = true
			for m := range numModes {
				table[a][b] = table[a][b] && (!affects[m][b] || affects[m][a])
			}
		}
	}
	return table
}()

// keep keeps the first n events.
func (o *order) keep(n int) {
	for i := len(o.stamps) - 1; i >= max(n, 0); i-- {
		o.drop(i)
	}
	o.stamps = o.stamps[:min(max(n, 0), len(o.stamps))]
}

// drop takes out what add has noted of the last event.
func (o *order) drop(i int) {
	e := &o.events[i]
	pop(o.own, e.actor)
	for _, u := range e.uses {
		if u.thing != world {
			pop(o.used, u.thing)
		}
	}
	if o.stamps[i].global {
		o.global = o.global[:len(o.global)-1]
	}
	if n := len(o.meddling); n > 0 && int(o.meddling[n-1]) == i {
		o.meddling = o.meddling[:n-1]
	}
}

// add adds the next event.
func (o *order) add() {
	i := len(o.stamps)
	if i == cap(o.stamps) {
		o.stamps = append(o.stamps, stamp{})
	}
	o.stamps = o.stamps[:i+1]
	e, t := &o.events[i], &o.stamps[i]
	own := list(o.own, e.actor)
	t.step = o.steps.again(e, len(own))
	t.clock, t.last, t.global = t.clock[:0], -1, e.uses.global()
	t.actor, t.own = e.actor, int32(len(own)+1)
	if len(own) > 0 {
		t.last = own[len(own)-1]
		t.clock = append(t.clock, o.stamps[t.last].clock...)
	}
	for _, p := range e.after {
		o.put(t, int32(p))
	}
	for _, p := range o.affect(e) {
		o.put(t, p)
	}
	t.clock = grown(t.clock, e.actor)
	t.clock[e.actor] = t.own
	push(&o.own, e.actor, int32(i))
	for _, u := range e.uses {
		if u.thing != world {
			push(&o.used, u.thing, access{int32(i), u.mode})
		}
	}
	if t.global {
		o.global = append(o.global, int32(i))
	}
	if t.global || e.uses.meddles() {
		o.meddling = append(o.meddling, int32(i))
	}
}

// put notes that an event comes before that of a stamp.
func (o *order) put(t *stamp, p int32) {
	if t.last = max(t.last, p); !o.within(int(p), t.clock) {
		t.clock = join(t.clock, o.stamps[p].clock)
	}
}

// affect returns the events whose order to the next one matters by what both use, except those that come before
// another one of them, or before one of the same actor. Those that have made it possible do not count there. The list
// is valid until the next call.
func (o *order) affect(e *event) []int32 {
	o.affecting = o.affecting[:0]
	if e.uses.global() && !e.barred() {
		// All affect it. Those of one actor are in order, so its last one has the others in its clock.
		for a := range o.own {
			if actor(a) != e.actor {
				o.affectLast(e, o.own[a])
			}
		}
		return o.affecting
	}
	// An event that uses everything has in its clock all that is before it: nothing below the last one is needed.
	floor := o.affectLast(e, o.global)
	for _, u := range e.uses {
		if u.thing != world {
			o.affectUse(e, u, floor)
		}
	}
	return o.affecting
}

// barred says of a call that uses everything that it could not be completed for want of something else that it uses.
func (e *event) barred() bool { return e.waits && len(e.uses) > 1 }

// affectLast takes the last of some events that all affect e. It returns before which there are none to be taken.
func (o *order) affectLast(e *event, all []int32) int32 {
	for k := len(all) - 1; k >= 0; k-- {
		i := all[k]
		if o.events[i].actor != e.actor {
			o.affecting = append(o.affecting, i)
		}
		if o.parts(i, e) {
			return i
		}
	}
	return -1
}

// parts says whether what comes before an event that affects e is not to be reversed with e for that: unless the event
// has only made e possible, e was stuck already when it came, or e is stuck still and not because of it.
func (o *order) parts(i int32, e *event) bool {
	return !slices.Contains(e.after, int(i)) && !o.stuck(int(i), e, len(o.events)) &&
		(!e.waits || o.hindered(int(i), e, len(o.events)))
}

// stuck says whether an event at a position was what its thread or packet was at already when event i came, and could
// not go on then.
func (o *order) stuck(i int, e *event, at int) bool {
	if !slices.Contains(o.events[i].stuck, e.actor) {
		return false
	}
	own := list(o.own, e.actor)
	n, _ := slices.BinarySearch(own, int32(at))
	return n == 0 || int(own[n-1]) < i
}

// affectUse takes those that use a thing and come after floor.
func (o *order) affectUse(e *event, u use, floor int32) {
	all := list(o.used, u.thing)
	for k := len(all) - 1; k >= 0 && all[k].at > floor; k-- {
		x := all[k]
		own := o.events[x.at].actor == e.actor
		if !own && !affects[x.mode][u.mode] {
			continue
		}
		if !own {
			o.affecting = append(o.affecting, x.at)
		}
		if covers[x.mode][u.mode] && o.parts(x.at, e) {
			return // what else affects e by this thing affects x, too, and is in its clock
		}
	}
}

// within says whether event i comes before, or is, one that comes after what is in a clock.
func (o *order) within(i int, clock []int32) bool {
	t := &o.stamps[i]
	return int(t.actor) < len(clock) && t.own <= clock[t.actor]
}

// race is two events of a run that could come the other way round.
type race struct {
	first int
	next  *event
	at    int     // where next is; behind all others if it is a call that was not completed
	clock []int32 // of what comes before next the other way round
	last  int     // the latest of that; before the first if there is none after it
	end   int     // where that ends, if the second one is possible only for a while; 0 if not
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
	if e.uses.optional() {
		end = at // what comes later may have made it impossible
	}
	if own := list(o.own, e.actor); len(own) > 0 {
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
		if (!o.events[i].pause || e.uses.optional()) && o.reversible(&x) {
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
	wants, needs := e.shared(first)
	if needs && slices.Contains(e.after, x.first) || slices.Contains(e.after[:e.woken], x.first) ||
		o.stuck(x.first, e, x.at) {
		return false // it could not have been without that
	}
	took := !needs || first.took == wants
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
		if !o.follows(i, x) && affect(o.events[i].uses, x.next.uses) {
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
func (e *event) shared(other *event) (m mode, needs bool) {
	for _, u := range e.uses {
		if u.mode.needs() && other.uses.has(u.thing) {
			return u.mode, true
		}
	}
	return write, false
}

// enables says whether an event made another possible by giving back what a third, before it, had taken.
func (g *event) enables(e, taker *event) bool {
	for _, u := range g.uses {
		for _, v := range e.uses {
			if v.mode.needs() && u.thing == v.thing && u.mode != v.mode && taker.uses.has(u.thing) {
				return true
			}
		}
	}
	return false
}

func (f footprint) has(t thing) bool {
	return slices.ContainsFunc(f, func(u use) bool { return u.thing == t })
}

// global says whether an event affects all others.
func (f footprint) global() bool {
	return slices.ContainsFunc(f, func(u use) bool { return u.thing == world && u.mode != read })
}

// join makes the first of two clocks the later one of both.
func join(c, d []int32) []int32 {
	for len(c) < len(d) {
		c = append(c, 0)
	}
	for a, n := range d {
		c[a] = max(c[a], n)
	}
	return c
}

func grown[T any, I ~uint32](all []T, i I) []T {
	for int(i) >= len(all) {
		all = append(all, *new(T))
	}
	return all
}

func list[T any, I ~uint32](all [][]T, i I) []T {
	if int(i) >= len(all) {
		return nil
	}
	return all[i]
}

func push[T any, I ~uint32](all *[][]T, i I, x T) {
	*all = grown(*all, i)
	(*all)[i] = append((*all)[i], x)
}

func pop[T any, I ~uint32](all [][]T, i I) { all[i] = all[i][:len(all[i])-1] }
