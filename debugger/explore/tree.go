package explore

import "slices"

// node is a step in a wakeup tree: what has to be run still at a position, with what is to follow.
type node struct {
	branch
	uses     footprint
	children []*node
}

// insert adds v to the tree under n, unless that has it already: then all that v leads to will be run. It returns
// whether it has added something. It uses v up.
func (n *node) insert(v sequence) bool {
	for len(v.at) > 0 {
		next := n.down(&v)
		if next == nil {
			n.append(&v)
			return true
		}
		if len(next.children) == 0 {
			return false
		}
		n = next
	}
	return false
}

// down returns the first child that v can begin with, and takes that out of v; nil if there is none.
func (n *node) down(v *sequence) *node {
	for _, c := range n.children {
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
func (n *node) append(v *sequence) {
	nodes, children := make([]node, len(v.at)), make([]*node, len(v.at))
	for k, i := range v.at {
		e := v.event(i)
		nodes[k] = node{branch: e.branch, uses: e.uses}
		children[k] = &nodes[k]
		if k > 0 {
			nodes[k-1].children = children[k : k+1 : k+1]
		}
	}
	n.children = append(n.children, &nodes[0])
}
