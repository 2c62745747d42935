package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// reverse finds the races of the new events of a run, and has each run the other way round, too.
func (s *Search) reverse(a *Attempt) {
	r, o := a.run, &s.order
	s.races = s.races[:0]
	old := len(o.stamps)
	o.events, o.rests = append(o.events[:old], r.events[old:]...), o.rests[:0]
	if slices.ContainsFunc(o.events[old:], faulty) { // the faults before it may come with it earlier
		o.keep(max(slices.IndexFunc(o.events, faulty), s.from))
	}
	find := func(e *event, at int) {
		o.races(e, at, func(x race) { s.races = append(s.races, x) })
	}
	for i := len(o.stamps); i < len(o.events) && i != a.guide.blocked; i++ {
		switch e := &o.events[i]; {
		case i < old && faulty(*e):
			find(e, i)
		case i < a.guide.fixed-1:
		case e.pause:
			for k := range e.calls {
				find(&e.calls[k], i)
			}
		default:
			find(e, i)
			s.stranded(e, i, find)
		}
		if o.add(); i >= old {
			s.cut(&o.events[i], i)
		}
	}
	for i := s.stoppedFrom(max(a.guide.fixed-1, s.from)); i < len(o.stamps); i++ {
		s.stopped(r, i)
	}
	if at := a.guide.blocked; at >= s.from {
		s.roused(at)
	}
	s.races = slices.DeleteFunc(s.races, func(x race) bool { return x.first < s.from })
	for i := range s.races {
		s.noteRace(&s.races[i])
		if x := &s.races[i]; !x.next.waits || o.hindered(x.first, x.next, x.at) {
			s.plan(x)
		}
	}
}

// stranded finds the races of calls that could only begin to wait when an event came that uses everything: they may be
// other calls to the search after it, as that of a message whose port has died, and what had kept them from going on
// came before.
func (s *Search) stranded(e *event, at int, find func(*event, int)) {
	for k := range e.calls {
		if c := &e.calls[k]; c.waits {
			find(c, at)
		}
	}
}

// cut has the calls that an event has made impossible come before it.
func (s *Search) cut(e *event, at int) {
	for i := range e.calls {
		if c := &e.calls[i]; c.cut && at >= s.from {
			s.order.races(c, at, func(x race) {
				if x.first == at {
					s.races = append(s.races, x)
				}
			})
		}
	}
}

// early makes a race's second event what it would be before the first one: what it uses may depend on that, and on
// events between them (changes.go). It says whether it could be there: if it was stuck in between, then because of the
// first one.
func (o *order) early(x *race) bool {
	c := changes{order: o, race: x, uses: x.next.uses, seen: x.next.uses}
	after := x.first
	own := numbered.At(o.own, x.next.actor)
	if n, _ := slices.BinarySearch(own, int32(x.at)); n > 0 {
		after = max(after, int(own[n-1])+1) // before that its thread was at another call
	}
	for k := len(o.meddling) - 1; k >= 0 && int(o.meddling[k]) >= after; k-- {
		if m := int(o.meddling[k]); m < x.at {
			c.back(m)
		}
	}
	if !slices.Equal(c.uses, x.next.uses) {
		next := *x.next
		next.uses = c.uses
		x.next = &next
		o.anew(x)
	}
	return !c.stuck || o.hindered(x.first, x.next, x.at)
}

// unsaid is what an event uses of which no more is known.
var unsaid = touch.Footprint{{Thing: touch.World, Mode: touch.Read}}

// foresee leaves out what the second event of a race uses if the first one may change that, and nobody has seen what it
// is without that: its call was made later, or its packet sent. It may be less than behind the first event. A step
// that only there affects it would seem to be none that the race's sequence may as well begin with: a run would be
// planned in which that sleeps to the end, and others that have to be made would be taken for ones that this leads to.
// What is not planned then is found where that step is taken, which is in a race with the second event. But that does
// not hold of two such steps, each of which would be left to the place of the other: so nothing is left out without
// need.
func (o *order) foresee(x *race) {
	e := &o.events[x.first]
	if !e.uses.Meddles() || x.next.waits || x.next.uses.Optional() || e.callOf(x.next.actor) ||
		!e.uses.Changes(x.next.uses) {
		return
	}
	own := numbered.At(o.own, x.next.actor)
	if n, _ := slices.BinarySearch(own, int32(x.at)); n == 0 || int(own[n-1]) > x.first {
		next := *x.next
		next.uses = unsaid
		x.next, x.unforeseen = &next, true
	}
}

// callOf says whether an actor could go on when the event came.
func (e *event) callOf(a touch.Actor) bool {
	return slices.ContainsFunc(e.calls, func(c event) bool { return c.actor == a })
}

// anew finds what comes before the second event of a race the other way round.
func (o *order) anew(x *race) {
	own := numbered.At(o.own, x.next.actor)
	n, _ := slices.BinarySearch(own, int32(x.at))
	x.last, x.clock = -1, nil
	if n > 0 {
		x.last, x.clock = int(own[n-1]), join(nil, o.stamps[own[n-1]].clock)
	}
	for _, p := range x.next.after {
		if p < x.first || !o.follows(p, x) {
			x.last, x.clock = max(x.last, p), join(x.clock, o.stamps[p].clock)
		}
	}
	o.behind(x)
}

// hindered says whether a call at a position that could not be completed could have been before event i: that has
// taken what it needs, or changed that otherwise.
func (o *order) hindered(i int, call *event, at int) bool {
	e := &o.events[i]
	if _, needs := call.shared(e); e.uses.Everything() || e.uses.Meddles() && needs {
		return !o.stuck(i, call, at) && !(e.limits && call.receives())
	}
	for _, u := range e.uses {
		for _, v := range call.uses {
			if u.Thing == v.Thing && e.took == v.Mode && e.took != touch.Read {
				return true
			}
		}
	}
	return false
}

// receives says whether a call takes a message out of a queue, and puts none into one, as a packet does that arrives.
func (e *event) receives() bool {
	uses := func(m touch.Mode) bool {
		return slices.ContainsFunc(e.uses, func(u touch.Use) bool { return u.Mode == m })
	}
	return uses(touch.Receive) && !uses(touch.Send)
}

// plan has a race run the other way round: what does not come after its first event, and then the other. That is the
// sequence v of the paper. If a step that sleeps there may be the first of v, all runs that begin with v are among
// those that were made with that step first; to make one would be in vain.
func (s *Search) plan(x *race) {
	if !s.order.early(x) {
		return
	}
	if x.next.uses.Optional() && s.order.directly(x) && x.first > s.from && s.order.events[x.first-1].pause {
		x = &race{first: x.first - 1, next: x.next, at: x.at, last: -1, end: x.first}
	}
	s.order.foresee(x)
	p := &s.places[x.first-s.from]
	for i := range p.sleep {
		if s.order.begins(x, &p.sleep[i]) {
			return
		}
	}
	v := s.order.sequence(x)
	if x.first > s.from && s.order.events[x.first-1].pause && !v.step() {
		return
	}
	if s.insert(x.first-s.from, v) {
		p.known = false
	}
}
