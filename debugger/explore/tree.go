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
		n.split(0, s)
	}
	return n.children
}

// split makes a node of its own of what follows after the first k of the rest.
func (n *node) split(k int, s *steps) {
	n.children = []*node{{s.all[n.rest[k]], n.rest[k+1:], n.children}}
	n.rest = n.rest[:k]
}

// insert adds v to the tree under n, unless that has it already: then all that v leads to will be run. It returns
// whether it has added something. It uses v up.
func (n *node) insert(v sequence, s *steps) bool {
	for {
		for k, id := range n.rest {
			if len(v.at) == 0 {
				return false
			}
			if !v.take(&s.all[id]) {
				n.split(k, s)
				n.append(&v, s)
				return true
			}
		}
		if len(v.at) == 0 {
			return false
		}
		k := slices.IndexFunc(n.children, func(c *node) bool { return v.take(&c.step) })
		if k < 0 {
			n.append(&v, s)
			return true
		}
		if n = n.children[k]; len(n.rest)+len(n.children) == 0 {
			return false
		}
	}
}

// take says whether v, or an order of it that is as good, or one that goes on after it, begins with a step. It takes
// that out of v.
func (v *sequence) take(x *step) bool {
	k := v.first(x.actor)
	if k < 0 {
		return !x.uses.optional() && !v.has(x.uses)
	}
	if v.event(v.at[k]).data != x.data || !v.initial(k) {
		return false
	}
	v.at = slices.Delete(v.at, k, k+1)
	return true
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
