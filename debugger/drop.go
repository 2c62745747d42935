package debugger

import (
	"fmt"
	"strings"

	"machsim/debugger/replay/graph"
)

// now says what a position from before events were dropped is since then; false if it is not there any more.
type now func(graph.Position) (graph.Position, bool)

// drops has what is put down in a live run follow when the run has dropped events: positions are other ones then, and
// those that lack some of these events are gone. What goes with them is told.
func (d *Debugger) drops(now now) {
	r, g := d.on, d.grows
	var ok bool
	if g.from, ok = now(g.from); !ok {
		g.from = r.S.Start()
	}
	r.Left, _ = now(r.Left)
	var gone []string
	r.marks, gone = r.marks.still(now)
	d.changed = d.changed || gone != nil
	d.dropped(gone)
}

// dropped tells what has gone with events, by names.
func (d *Debugger) dropped(gone []string) {
	if gone != nil {
		d.notice("dropped with the events up to %d: %s", d.runs[0].S.First(), strings.Join(gone, ", "))
	}
}

// still returns what is still there of marks, and the names of the others. Nothing is left of an answer: its rows may
// tell of events that were dropped.
func (m marks) still(now now) (left marks, gone []string) {
	left.checkpoints = still(m.checkpoints, now, func(c *checkpoint) *graph.Position { return &c.at },
		func(_ int, c checkpoint) { gone = append(gone, "checkpoint "+c.name) })
	left.notes = still(m.notes, now, func(n *note) *graph.Position { return &n.at },
		func(i int, _ note) { gone = append(gone, fmt.Sprint("note ", i+1)) })
	return left, gone
}

// still returns what is still there of a list, at the positions that it is at now, and calls gone for the others.
func still[T any](all []T, now now, at func(*T) *graph.Position, gone func(int, T)) (left []T) {
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
