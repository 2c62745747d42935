package debugger

import (
	"fmt"
	"strings"

	"machsim/debugger/replay/graph"
)

// drops has what is put down in a live run follow when the run has dropped events: positions are other ones then, and
// those that lack some of these events are gone. What goes with them is told.
func (d *Debugger) drops() {
	s, r, g := d.s(), d.on, d.grows
	var gone []string
	r.checkpoints = still(r.checkpoints, s.Since, func(c *checkpoint) *graph.Position { return &c.at },
		func(_ int, c checkpoint) { gone = append(gone, "checkpoint "+c.name) })
	r.notes = still(r.notes, s.Since, func(n *note) *graph.Position { return &n.at },
		func(i int, _ note) { gone = append(gone, fmt.Sprint("note ", i+1)) })
	var ok bool
	if g.from, ok = s.Since(g.from); !ok {
		g.from = s.Start()
	}
	if r.Left, ok = s.Since(r.Left); !ok {
		r.Left = graph.Position{}
	}
	if r.answer = nil; gone != nil {
		d.changed = true
		d.notice("dropped with the events up to %d: %s", s.First(), strings.Join(gone, ", "))
	}
}

// still returns what is still there of a list, at the positions that it is at now, and calls gone for the others.
func still[T any](all []T, now func(graph.Position) (graph.Position, bool), at func(*T) *graph.Position,
	gone func(int, T)) (left []T) {
	for i, x := range all {
		if p, ok := now(*at(&x)); ok {
			*at(&x) = p
			left = append(left, x)
		} else {
			gone(i, x)
		}
	}
	return left
}
