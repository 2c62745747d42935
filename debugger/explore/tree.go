package explore

import "slices"

// node is a step in a wakeup tree: what has to be run still at a position, with what is to follow.
type node struct {
	branch
	uses     footprint
	children []*node
}

// sequence is events in the order in which they are to be run; each has the clock that it had in the run that it comes
// from.
type sequence []event

// initial returns the index of an actor's first event in v if nothing in v has to come before it; -1 if it has none, or
// something has to.
func (v sequence) initial(a actor) int {
	for i := range v {
		if v[i].actor == a {
			for j := range i {
				if v[j].clock[v[j].actor] <= v[i].clock[v[j].actor] {
					return -1
				}
			}
			return i
		}
	}
	return -1
}

// has says whether an actor has an event in v.
func (v sequence) has(a actor) bool {
	return slices.ContainsFunc(v, func(e event) bool { return e.actor == a })
}

// affected says whether v has an event that is affected by uses.
func (v sequence) affected(uses footprint) bool {
	return slices.ContainsFunc(v, func(e event) bool { return affect(uses, e.uses) })
}

// begins says whether v, or an order of it that is as good, or one that goes on after v, begins with a step.
func (v sequence) begins(a actor, uses footprint) bool {
	if v.has(a) {
		return v.initial(a) >= 0
	}
	return !v.affected(uses)
}

// insert adds v to the tree under n, unless that has it already: then all that v leads to will be run. It returns
// whether it has added something.
func (n *node) insert(v sequence) bool {
	for {
		if len(v) == 0 {
			return false
		}
		next, rest := n.down(v)
		if next == nil {
			n.append(v)
			return true
		}
		if len(next.children) == 0 {
			return false
		}
		n, v = next, rest
	}
}

// down returns the first child that v can begin with, and what is left of v behind that; nil if there is none.
func (n *node) down(v sequence) (*node, sequence) {
	for _, c := range n.children {
		i := v.initial(c.actor)
		switch {
		case i >= 0 && v[i].data == c.data:
			return c, slices.Delete(slices.Clone(v), i, i+1)
		case i < 0 && !v.has(c.actor) && !v.affected(c.uses):
			return c, v
		}
	}
	return nil, nil
}

func (n *node) append(v sequence) {
	for i := range v {
		c := &node{branch: v[i].branch, uses: v[i].uses}
		n.children = append(n.children, c)
		n = c
	}
}
