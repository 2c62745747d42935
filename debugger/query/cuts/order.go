package cuts

import (
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// order is the causal order of a lattice's steps, as a network of few arcs. Its nodes are the steps, and
// the events that depend on several nodes at once, in recorded order. Each node needs those to which
// its arcs lead, and what these need.
type order struct {
	arcs
	nodes []vertex
}

// vertex is a node: a step, or an event that depends on several nodes.
type vertex struct {
	event int
	turns []turn // the changes that a step makes
}

// turn is the change of an atom, counted from 1.
type turn struct{ atom, n int }

// ordered returns the order of the steps. It goes through all events of the run once. An event that is no
// step stands for the node that it depends on, if that is only one.
func (x *Lattice) ordered() *order {
	if x.order != nil {
		return x.order
	}
	o := &order{arcs: arcs{first: []int32{0}}}
	turns := map[int][]turn{}
	for atom, chain := range x.chains {
		for i, e := range chain {
			turns[e] = append(turns[e], turn{atom, i + 1})
		}
	}
	x.order = o
	if len(turns) == 0 {
		return o
	}
	begins := x.r.Tape.First()
	stands := make([]int32, x.r.Tape.Len()-begins) // by event of the log: the node that it is, less 1; 0 for none
	var needs []int32
	lane := make([]int32, len(x.r.Tape.Lanes)) // by lane: the same of its last event
	x.r.Graph.Causes(func(e int, causes []int) {
		if e%predicate.TickEvery == 0 {
			x.r.Tick()
		}
		own := x.r.Tape.Lane(e)
		needs = o.need(x.r.Graph, needs[:0], lane[own]-1)
		for _, d := range causes {
			needs = o.need(x.r.Graph, needs, stands[d-begins]-1)
		}
		switch step := turns[e]; {
		case step != nil || len(needs) > 1:
			stands[e-begins] = o.add(vertex{e, step}, needs) + 1
		case len(needs) == 1:
			stands[e-begins] = needs[0] + 1
		}
		lane[own] = stands[e-begins]
	})
	return o
}

// need adds a node (-1 for none) to a list of needed ones, and leaves out those that follow from others.
func (o *order) need(g *graph.Graph, needs []int32, n int32) []int32 {
	if n < 0 {
		return needs
	}
	implies := func(a, b int32) bool { return a == b || g.Before(o.nodes[b].event, o.nodes[a].event) }
	if slices.ContainsFunc(needs, func(m int32) bool { return implies(m, n) }) {
		return needs
	}
	return append(slices.DeleteFunc(needs, func(m int32) bool { return implies(n, m) }), n)
}

// add adds a node, and returns its number.
func (o *order) add(n vertex, needs []int32) int32 {
	i := int32(len(o.nodes))
	o.nodes = append(o.nodes, n)
	for _, m := range needs {
		o.from, o.to = append(o.from, i), append(o.to, m)
	}
	o.first = append(o.first, int32(len(o.to)))
	return i
}
