package debugger

import (
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/replay/graph"
)

// A live run of which the last part is kept (study.Options.Keep) drops events while it is made. Positions are other ones
// then, and those that lack some of these events are gone.

// drops has what is put down in the present run follow when the run has dropped events, and tells what goes.
func (d *Debugger) drops() {
	s, r, g := d.s(), d.on, d.grows
	gone := r.since(s.Since)
	var ok bool
	if g.from, ok = s.Since(g.from); !ok {
		g.from = s.Start()
	}
	if r.Left, ok = s.Since(r.Left); !ok || r.Left.IsZero() {
		r.Left = graph.Position{}
	}
	r.answer = nil
	d.changed = d.changed || gone != nil
	if gone != nil {
		d.notice("dropped with the events up to %d: %s", s.First(), strings.Join(gone, ", "))
	}
}

// since has the checkpoints and notes be those of the positions that there still are, and returns the others.
func (m *marks) since(now func(graph.Position) (graph.Position, bool)) (gone []string) {
	m.checkpoints = slices.DeleteFunc(slices.Clone(m.checkpoints), func(c checkpoint) bool {
		_, ok := now(c.at)
		if !ok {
			gone = append(gone, "checkpoint "+c.name)
		}
		return !ok
	})
	for i, n := range m.notes {
		if _, ok := now(n.at); !ok {
			gone = append(gone, fmt.Sprint("note ", i+1))
		}
	}
	m.notes = slices.DeleteFunc(slices.Clone(m.notes), func(n note) bool {
		_, ok := now(n.at)
		return !ok
	})
	for i := range m.checkpoints {
		m.checkpoints[i].at, _ = now(m.checkpoints[i].at)
	}
	for i := range m.notes {
		m.notes[i].at, _ = now(m.notes[i].at)
	}
	return gone
}
