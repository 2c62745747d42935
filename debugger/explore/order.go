package explore

import "slices"

// order is the happened-before order of a run's events.
type order struct {
	events []event
	actors int
	own    [][]int         // by actor: its events
	used   map[thing][]int // by thing: the events that use it
}

func newOrder(actors int) *order {
	return &order{actors: actors, own: make([][]int, actors), used: map[thing][]int{}}
}

// add adds the next event, with what before says of it.
func (o *order) add(e event, preds []int) {
	e.clock = o.clock(preds)
	e.clock[e.actor]++
	i := len(o.events)
	o.events = append(o.events, e)
	o.own[e.actor] = append(o.own[e.actor], i)
	for _, u := range e.uses {
		o.used[u.thing] = append(o.used[u.thing], i)
	}
}

// before returns the events that come immediately before one that is the next, and some that come before these.
func (o *order) before(e *event) (preds []int) {
	if own := o.own[e.actor]; len(own) > 0 {
		preds = append(preds, own[len(own)-1])
	}
	preds = append(preds, e.after...)
	o.affecting(e, func(i int) { preds = append(preds, i) })
	return preds
}

// affecting visits the events whose order to e matters by what both use, latest first for each thing.
func (o *order) affecting(e *event, visit func(i int)) {
	for _, u := range e.uses {
		if u.thing == world && u.mode == write {
			for i := len(o.events) - 1; i >= 0; i-- {
				o.visit(e, i, visit)
			}
			return
		}
	}
	for _, u := range e.uses {
		used := o.used[u.thing]
		for k := len(used) - 1; k >= 0; k-- {
			o.visit(e, used[k], visit)
		}
	}
}

func (o *order) visit(e *event, i int, visit func(int)) {
	if g := &o.events[i]; g.actor != e.actor && affect(g.uses, e.uses) {
		visit(i)
	}
}

func (o *order) clock(preds []int) []int32 {
	c := make([]int32, o.actors)
	for _, p := range preds {
		for a, n := range o.events[p].clock {
			c[a] = max(c[a], n)
		}
	}
	return c
}

// within says whether event i comes before, or is, one that comes after what is in a clock.
func (o *order) within(i int, clock []int32) bool {
	e := &o.events[i]
	return e.clock[e.actor] <= clock[e.actor]
}

// races visits the events that could come after e in their turn, and e before them: nothing else lies between them.
// What made e possible by giving back what it takes may itself come after such an event: it would not have been needed.
func (o *order) races(e *event, preds []int, visit func(i int, rest []int32)) {
	seen := map[int]bool{}
	o.affecting(e, func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		wants, needs := e.shared(&o.events[i])
		if needs && slices.Contains(e.after, i) {
			return // it could not have been without that
		}
		took := !needs || o.events[i].took == wants
		rest := o.clock(slices.DeleteFunc(slices.Clone(preds), func(p int) bool {
			g := &o.events[p]
			return p == i || took && g.actor != e.actor && slices.Contains(e.after[e.woken:], p) &&
				!slices.Contains(e.after[:e.woken], p) && g.enables(e, &o.events[i]) && o.within(i, g.clock)
		}))
		if !o.within(i, rest) {
			visit(i, rest)
		}
	})
}

// shared returns how an event uses what it shares with another, and whether it cannot be without that: it would wait.
func (e *event) shared(other *event) (m mode, needs bool) {
	for _, u := range e.uses {
		if u.thing != world && other.uses.has(u.thing) && (u.mode == acquire || u.mode == receive || u.mode == send) {
			return u.mode, true
		}
	}
	return write, false
}

// enables says whether an event made another possible by giving back what a third, before it, had taken.
func (g *event) enables(e, taker *event) bool {
	for _, u := range g.uses {
		for _, v := range e.uses {
			if u.thing == v.thing && u.thing != world && u.mode != v.mode && taker.uses.has(u.thing) {
				return true
			}
		}
	}
	return false
}

func (f footprint) has(t thing) bool {
	return slices.ContainsFunc(f, func(u use) bool { return u.thing == t })
}
