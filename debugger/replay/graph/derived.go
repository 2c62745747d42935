package graph

import (
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Derived is the causal order of a run as plain data, without its log: what takes time to find. It is read-only.
type Derived struct {
	edges  edges
	clocks *clocks
	points []*finder
}

// Graph returns the causal order of a run with a log.
func (d *Derived) Graph(t *tape.Tape) *Graph {
	return &Graph{Cuts: Cuts{t}, shared: map[kernel.TaskID]bool{},
		edges: d.edges, clocks: d.clocks, points: d.points}
}
