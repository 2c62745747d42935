package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// node is a step in a wakeup tree: what has to be run still at a position, with what is to follow.
type node struct {
	step
	rest     []stepID // what follows first: where there is but one way to go on, few are gone
	children []*node  // what follows then
}

// step is a step that is to be run.
type step struct {
	branch
	uses touch.Footprint
}

// stepID is the number of a step among those of a search.
type stepID uint32

// steps numbers steps: the same come again and again.
type steps struct {
	names *touch.Numbers
	all   []step
	known map[uint64][]stepID // by hash
	last  [][]stepID          // by actor, and how many of its events come before: what was there the last time
}

// again is number for an event before which come n of the same actor.
func (s *steps) again(e *event, n int) stepID {
	s.last = numbered.Grown(s.last, e.actor)
	last := numbered.Grown(s.last[e.actor], uint32(n))
	s.last[e.actor] = last
	if id := last[n]; int(id) >= len(s.all) || !s.all[id].is(e) {
		last[n] = s.number(e)
	}
	return last[n]
}

// is says whether a step is that of an event.
func (s *step) is(e *event) bool { return s.branch == e.branch && slices.Equal(s.uses, e.uses) }

// number returns the number of an event's step.
func (s *steps) number(e *event) stepID {
	h := e.hash()
	for _, id := range s.known[h] {
		if s.all[id].is(e) {
			return id
		}
	}
	if s.known == nil {
		s.known = map[uint64][]stepID{}
	}
	id := stepID(len(s.all))
	s.all = append(s.all, step{e.branch, e.uses})
	s.known[h] = append(s.known[h], id)
	return id
}

// hash is a hash of what makes an event's step.
func (e *event) hash() uint64 {
	const prime = 1099511628211
	h := uint64(e.actor)
	for _, u := range e.uses {
		h = (h^uint64(u.Thing)<<8^uint64(u.Mode))*prime ^ h>>29
	}
	for i := range len(e.data) {
		h = (h ^ uint64(e.data[i])) * prime
	}
	return h
}

// line is what is planned to be run after a node, by the first way.
type line struct {
	node *node // the last of which something was run; nil if nothing is planned any more
	k    int   // how much of its rest
}

// follow goes on with an actor's step. It returns the node that this follows if others could. Where another step was
// planned nothing is any more.
func (l *line) follow(a touch.Actor, s *steps) *node {
	switch n := l.node; {
	case n == nil:
	case l.k < len(n.rest) && s.all[n.rest[l.k]].actor == a:
		l.k++
	case l.k == len(n.rest) && len(n.children) > 0 && n.children[0].actor == a:
		if l.node, l.k = n.children[0], 0; len(n.children) > 1 {
			return n
		}
	default:
		n.rest, n.children, l.node = n.rest[:l.k], nil, nil
	}
	return nil
}

// split makes a node of its own of what follows after the first k of the rest of a node: that is run at a place, if the
// present run goes by there.
func (s *Search) split(n *node, k, at int) {
	end := at + len(n.rest) - k
	n.children = []*node{{s.order.steps.all[n.rest[k]], n.rest[k+1:], n.children}}
	n.rest = n.rest[:k]
	if end < len(s.places) && s.places[end].tree == n {
		s.places[end].tree = n.children[0]
	}
}

// insert adds v to the tree of a place, unless that has it already: then all that v leads to will be run. It returns
// whether it has added something. It uses v up.
func (s *Search) insert(at int, v sequence) bool {
	n, present, rest := s.planted(at), true, []stepID(nil)
	for {
		for k, id := range rest {
			if len(v.at) == 0 { // all of v lies on the way here
				return n.unforced(k, &s.order.steps)
			}
			if !v.starts(id) && !v.take(s.asTaken(&s.order.steps.all[id], at+k, present)) {
				s.split(n, k, at+k)
				s.append(n, &v, at+k, present)
				return true
			}
		}
		if len(n.children) == 0 {
			return false // a leaf: all that can follow will be run from there, so also what is left of v
		}
		if len(v.at) == 0 {
			return n.unforced(len(rest), &s.order.steps)
		}
		at += len(rest)
		k := slices.IndexFunc(n.children, func(c *node) bool {
			return v.take(s.asTaken(&c.step, at, present && c == n.children[0]))
		})
		if k < 0 {
			s.append(n, &v, at, present)
			return true
		}
		n = n.children[k]
		at, present, rest = at+1, present && k == 0, n.rest
	}
}

// unforced gives up what is planned after the first k of the rest of a node if it begins with faults alone: it is to be
// run without these, too, and what they lead to follows from that. It returns whether it has done so.
func (n *node) unforced(k int, s *steps) bool {
	if k < len(n.rest) && !s.all[n.rest[k]].uses.Optional() ||
		k == len(n.rest) && slices.ContainsFunc(n.children, func(c *node) bool { return !c.uses.Optional() }) {
		return false
	}
	n.rest, n.children = n.rest[:k], nil
	return true
}

// asTaken returns a step that is planned at a place as the present run has taken it, if it goes by there: what it uses
// was not known before, or not all of it.
func (s *Search) asTaken(planned *step, at int, present bool) *step {
	if present && at < len(s.places) && s.places[at].now.actor == planned.actor {
		return &s.places[at].now.step
	}
	return planned
}

// append hangs v under n: that is to be run at a place, if the present run goes by there.
func (s *Search) append(n *node, v *sequence, at int, present bool) {
	n.append(v, &s.order.steps)
	if present && at < len(s.places) {
		if p := &s.places[at]; p.tree == nil {
			p.tree = n
		}
		s.places[at].known = false
	}
}

// starts takes the first event out of v, if that is of a step.
func (v *sequence) starts(id stepID) bool {
	if i := v.at[0]; int(i) == v.race.at || v.stamps[i].step != id {
		return false
	}
	v.at = v.at[1:]
	return true
}

// take says whether v, or an order of it that is as good, or one that goes on after it, begins with a step. It takes
// that out of v.
func (v *sequence) take(x *step) bool {
	k := v.first(x.actor)
	if k < 0 { // it goes on after v, and may as well come before it if it affects nothing there
		return !x.uses.Optional() && !v.has(x.uses) && !(v.race.unforeseen && x.actor == v.events[v.race.first].actor)
	}
	if v.event(v.at[k]).data != x.data || !v.initial(k) {
		return false
	}
	copy(v.at[1:], v.at[:k])
	v.at = v.at[1:]
	return true
}

// append hangs v under n.
func (n *node) append(v *sequence, s *steps) {
	e, found := v.event(v.at[0]), v.events[v.race.first].found
	c := &node{step: step{e.branch, s.names.Lasting(e.uses, e.newest, found)}, rest: make([]stepID, 0, len(v.at)-1)}
	for _, i := range v.at[1:] {
		switch e := v.event(i); {
		case e.newest > found:
			c.rest = append(c.rest, s.number(&event{branch: e.branch, uses: s.names.Lasting(e.uses, e.newest, found)}))
		case int(i) == v.race.at:
			c.rest = append(c.rest, s.number(e))
		default:
			c.rest = append(c.rest, v.stamps[i].step)
		}
	}
	n.children = append(n.children, c)
}
