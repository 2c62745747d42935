package explore

import "slices"

// node is a step in a wakeup tree: what has to be run still at a position, with what is to follow.
type node struct {
	step
	rest     []stepID // what follows first: where there is but one way to go on, few are gone
	children []*node  // what follows then
}

// step is a step that is to be run.
type step struct {
	branch
	uses footprint
}

// stepID is the number of a step among those of a search.
type stepID uint32

// steps numbers steps: the same come again and again.
type steps struct {
	all   []step
	known map[uint64][]stepID // by hash
}

// number returns the number of an event's step.
func (s *steps) number(e *event) stepID {
	h := e.hash()
	for _, id := range s.known[h] {
		if x := &s.all[id]; x.branch == e.branch && slices.Equal(x.uses, e.uses) {
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
		h = (h^uint64(u.thing)<<8^uint64(u.mode))*prime ^ h>>29
	}
	for i := range len(e.data) {
		h = (h ^ uint64(e.data[i])) * prime
	}
	return h
}

// next returns what can follow a node.
func (n *node) next(s *steps) []*node {
	if len(n.rest) > 0 {
		n.children = []*node{{s.all[n.rest[0]], n.rest[1:], n.children}}
		n.rest = nil
	}
	return n.children
}

// insert adds v to the tree under n, unless that has it already: then all that v leads to will be run. It returns
// whether it has added something. It uses v up.
func (n *node) insert(v sequence, s *steps) bool {
	for len(v.at) > 0 {
		next := n.down(&v, s)
		if next == nil {
			n.append(&v, s)
			return true
		}
		if len(next.next(s)) == 0 {
			return false
		}
		n = next
	}
	return false
}

// down returns the first child that v can begin with, and takes that out of v; nil if there is none.
func (n *node) down(v *sequence, s *steps) *node {
	for _, c := range n.next(s) {
		switch k := v.first(c.actor); {
		case k < 0 && !v.has(c.uses):
			return c
		case k >= 0 && v.event(v.at[k]).data == c.data && v.initial(k):
			v.at = slices.Delete(v.at, k, k+1)
			return c
		}
	}
	return nil
}

// append hangs v under n.
func (n *node) append(v *sequence, s *steps) {
	e := v.event(v.at[0])
	c := &node{step: step{e.branch, e.uses}, rest: make([]stepID, 0, len(v.at)-1)}
	for _, i := range v.at[1:] {
		if int(i) == v.race.at {
			c.rest = append(c.rest, s.number(v.race.next))
		} else {
			c.rest = append(c.rest, v.stamps[i].step)
		}
	}
	n.children = append(n.children, c)
}
