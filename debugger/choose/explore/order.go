package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// stamp says what comes before an event.
type stamp struct {
	clock  []int32 // by actor: how many of its events come before, itself included
	actor  touch.Actor
	own    int32 // the clock's entry of that
	last   int32 // the latest event that comes immediately before it; -1 for none
	step   stepID
	global bool // it affects all others
}

// access is an event's use of a thing.
type access struct {
	at   int32
	mode touch.Mode
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
var covers = func() (table [touch.NumModes][touch.NumModes]bool) {
	for a := range touch.NumModes {
		for b := range touch.NumModes {
			table[a][b] = true
			for m := range touch.NumModes {
				table[a][b] = table[a][b] && (!touch.Affects[m][b] || touch.Affects[m][a])
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
	numbered.Pop(o.own, e.actor)
	for _, u := range e.uses {
		if u.Thing != touch.World {
			numbered.Pop(o.used, u.Thing)
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
	own := numbered.At(o.own, e.actor)
	t.step = o.steps.again(e, len(own))
	t.clock, t.last, t.global = t.clock[:0], -1, e.uses.Global()
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
	t.clock = numbered.Grown(t.clock, e.actor)
	t.clock[e.actor] = t.own
	numbered.Push(&o.own, e.actor, int32(i))
	for _, u := range e.uses {
		if u.Thing != touch.World {
			numbered.Push(&o.used, u.Thing, access{int32(i), u.Mode})
		}
	}
	if t.global {
		o.global = append(o.global, int32(i))
	}
	if t.global || e.uses.Meddles() || e.uses.Optional() || len(e.seen) > 0 {
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
	if e.uses.Global() && !e.barred() {
		// All affect it. Those of one actor are in order, so its last one has the others in its clock.
		for a := range o.own {
			if touch.Actor(a) != e.actor {
				o.affectLast(e, o.own[a])
			}
		}
		return o.affecting
	}
	// An event that uses everything has in its clock all that is before it: nothing below the last one is needed.
	floor := o.affectLast(e, o.global)
	for _, u := range e.uses {
		if u.Thing != touch.World && u.Thing != touch.AtChance {
			o.affectUse(e, u, floor)
		}
	}
	return o.affecting
}

// barred says of a call that uses everything that it could not be completed for want of something else that it uses.
func (e *event) barred() bool {
	return e.waits && slices.ContainsFunc(e.uses, func(u touch.Use) bool { return u.Mode.Needs() })
}

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
// has only made e possible, e was stuck already when it came, or e is stuck still and not because of it; or e could not
// have come before it for want of what another one has taken before it.
func (o *order) parts(i int32, e *event) bool {
	return !slices.Contains(e.after, int(i)) && !o.stuck(int(i), e, len(o.events)) &&
		(!e.waits || o.hindered(int(i), e, len(o.events))) && !o.lacked(i, e)
}

// lacked says whether an event, if it had come just before event i, would have lacked what was given back only since,
// and which i has not taken. Who has taken it, before i, is still to be reversed with it, unless that comes before what
// the event itself cannot be without.
func (o *order) lacked(i int32, e *event) bool {
	before := func(p int) bool { return o.within(int(i), o.stamps[p].clock) }
	gave := func(p int) bool { return before(p) && o.events[p].gives(e) }
	if !slices.ContainsFunc(e.after[e.woken:], gave) || e.wantsOf(&o.events[i]) {
		return false
	}
	own := numbered.At(o.own, e.actor)
	return !slices.ContainsFunc(e.after[:e.woken], before) && (len(own) == 0 || !before(int(own[len(own)-1])))
}

// stuck says whether an event at a position was what its thread or packet was at already when event i came, and could
// not go on then, nor since but for i or what comes after it.
func (o *order) stuck(i int, e *event, at int) bool {
	return o.stood(i, e, at) && !o.freed(i, i, e, at)
}

// stood says whether an event at a position was what its thread or packet was at already when event i came, and
// could not go on then.
func (o *order) stood(i int, e *event, at int) bool {
	if !slices.Contains(o.events[i].stuck, e.actor) {
		return false
	}
	own := numbered.At(o.own, e.actor)
	n, _ := slices.BinarySearch(own, int32(at))
	return n == 0 || int(own[n-1]) < i
}

// freed says whether an event at a position, which could not come when event i did, can come since for nothing that
// comes after another one. Events that do not use everything may stand on either side of what has let it go on.
func (o *order) freed(i, first int, e *event, at int) (freed bool) {
	for k := i + 1; k < min(at, len(o.stamps)); k++ {
		if o.lets(k, e) {
			if o.within(first, o.stamps[k].clock) {
				return false
			}
			freed = !e.waits
		}
	}
	return freed
}

// lets says whether an event may have let another go on that could not.
func (o *order) lets(k int, e *event) bool {
	return slices.Contains(e.after, k) || o.events[k].limits && touch.Affect(o.events[k].uses, e.uses)
}

// affectUse takes those that use a thing and come after floor.
func (o *order) affectUse(e *event, u touch.Use, floor int32) {
	all := numbered.At(o.used, u.Thing)
	for k := len(all) - 1; k >= 0 && all[k].at > floor; k-- {
		x := all[k]
		own := o.events[x.at].actor == e.actor
		if !own && !touch.Affects[x.mode][u.Mode] {
			continue
		}
		if !own {
			o.affecting = append(o.affecting, x.at)
		}
		if covers[x.mode][u.Mode] && o.parts(x.at, e) {
			return // what else affects e by this thing affects x, too, and is in its clock
		}
	}
}

// within says whether event i comes before, or is, one that comes after what is in a clock.
func (o *order) within(i int, clock []int32) bool {
	t := &o.stamps[i]
	return int(t.actor) < len(clock) && t.own <= clock[t.actor]
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
